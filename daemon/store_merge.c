/* store_merge.c — games out of another file of our own, one by one: of two versions of a game the fuller one stays. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "store_internal.h"

/* ---- Which version ------------------------------------------------------------------------------------------------------------ */

/* A game as one of the files has it. */
struct version {
	struct saved_game g;
	bool there, whole; /* whole: as long as it says it is, and possible by the rules up to the end */
	int legal;         /* so many of its actions are possible */
	int64_t actions;   /* with those that were undone */
	int64_t deleted;
};

/* Plays the main line; what hangs on it is not asked about. */
static int play_through(struct version *v)
{
	struct record_error why;
	int bad = -1, comments = v->g.comments, branches = v->g.branches;
	v->g.comments = v->g.branches = 0;
	int err = record_fill(&v->g, &bad, &why);
	v->g.comments = comments;
	v->g.branches = branches;
	v->legal = err == 0 ? v->g.line.plies : bad < 0 ? 0 : bad < v->g.line.plies ? bad : v->g.line.plies;
	v->whole = err == 0;
	return err == -ENOMEM ? err : 0;
}

static int read_version(struct store *from, int64_t id, struct version *ret)
{
	struct version v = { .there = true };
	int err = store_load_any(from, id, true, &v.g, &v.deleted);
	if (err < 0)
		return err;
	v.actions = store_number(from, "SELECT count(*) FROM actions WHERE game = ?1", "i", id);
	err = play_through(&v);
	if (err < 0) {
		saved_game_clear(&v.g);
		return err;
	}
	v.whole = v.whole && store_number(from, "SELECT plies FROM games WHERE id = ?1", "i", id) == v.g.line.plies;
	*ret = v;
	return 0;
}

static bool begins_with(const struct saved_line *whole, const struct saved_line *part)
{
	for (int i = 0; i < part->plies; i++)
		if (i >= whole->plies || strcmp(whole->ply[i].action, part->ply[i].action) != 0)
			return false;
	return true;
}

static bool fuller(const struct version *theirs, const struct version *ours)
{
	if (!ours->there || theirs->whole != ours->whole)
		return !ours->there || theirs->whole;
	if (!theirs->whole)
		return theirs->legal > ours->legal;
	if (theirs->actions > ours->actions)
		return begins_with(&theirs->g.line, &ours->g.line);
	return theirs->actions == ours->actions && strcmp(ours->g.result, "ongoing") == 0 &&
	       strcmp(theirs->g.result, "ongoing") != 0;
}

/* The same number may have been given out twice, where a file was lost and begun anew. */
static bool same_game(const struct version *a, const struct version *b)
{
	return strcmp(a->g.game, b->g.game) == 0 && strcmp(a->g.start, b->g.start) == 0 &&
	       (a->g.started_ms == b->g.started_ms || !a->g.clock_set || !b->g.clock_set);
}

/* ---- Over it goes --------------------------------------------------------------------------------------------------------------- */

/* Undos get new numbers. */
struct undos {
	int n, room;
	struct {
		int64_t was, is;
	} * map;
};

static int map_undo(struct undos *u, int64_t was, int64_t is)
{
	if (u->n == u->room) {
		int room = u->room ? u->room * 2 : 16;
		void *grown = realloc(u->map, (size_t)room * sizeof *u->map);
		if (!grown)
			return -ENOMEM;
		u->map = grown;
		u->room = room;
	}
	u->map[u->n].was = was;
	u->map[u->n++].is = is;
	return 0;
}

static int64_t mapped(const struct undos *u, int64_t was)
{
	for (int i = 0; i < u->n; i++)
		if (u->map[i].was == was)
			return u->map[i].is;
	return 0;
}

/* Rows of one table, column by column: `select` has the game as ?1, `insert` takes its new number as ?1 and the columns after
 * it. With `undos`, column 0 is the number of an undo: kept there, or looked up. */
static int copy_rows(struct store *s, struct store *from, int64_t was, int64_t is, const char *select, const char *insert,
		     struct undos *undos, bool fill)
{
	sqlite3_stmt *out, *in;
	int step = SQLITE_DONE, err = store_prepare(from, &out, select, "i", was);
	if (err < 0)
		return err;
	while (err == 0 && (step = sqlite3_step(out)) == SQLITE_ROW) {
		err = store_prepare(s, &in, insert, "i", is);
		if (err < 0)
			break;
		for (int i = undos && fill ? 1 : 0; i < sqlite3_column_count(out); i++)
			sqlite3_bind_value(in, undos && fill ? i + 1 : i + 2, sqlite3_column_value(out, i));
		if (undos && !fill && sqlite3_column_type(out, 0) != SQLITE_NULL)
			sqlite3_bind_int64(in, 2, mapped(undos, sqlite3_column_int64(out, 0)));
		int done = sqlite3_step(in);
		sqlite3_finalize(in);
		err = done == SQLITE_DONE ? 0 : store_error(s, done);
		if (err == 0 && undos && fill)
			err = map_undo(undos, sqlite3_column_int64(out, 0), sqlite3_last_insert_rowid(s->db));
	}
	sqlite3_finalize(out);
	if (err < 0 || step == SQLITE_DONE)
		return err;
	from->broken = true;
	return store_error(from, step);
}

static int copy_seats(struct store *s, struct store *from, int64_t was, int64_t is)
{
	sqlite3_stmt *q;
	int64_t player;
	int err = store_prepare(from, &q, "SELECT seat, name FROM seats JOIN players p ON p.id = seats.player WHERE game = ?1",
				"i", was);
	if (err < 0)
		return err;
	while (err == 0 && sqlite3_step(q) == SQLITE_ROW) {
		err = store_player_id(s, store_text(q, 1), &player);
		if (err == 0)
			err = store_run(s, "UPDATE players SET seen = max(seen, ?2) WHERE id = ?1", "ii", player, is);
		if (err == 0)
			err = store_run(s, "INSERT OR IGNORE INTO seats(game, seat, player) VALUES(?1, ?2, ?3)", "iii", is,
					sqlite3_column_int64(q, 0), player);
	}
	sqlite3_finalize(q);
	return err;
}

/* Everything of it, hints and evidence too. What is missing beside the actions is no reason to lose them. */
static int copy_whole(struct store *s, struct store *from, int64_t was, int64_t is)
{
	struct undos undos = { 0 };
	int err = copy_rows(
	    s, from, was, is,
	    "SELECT variant, game, start, started, ended, clock_set, boot, result, reason, plies, note, deleted FROM games "
	    "WHERE id = ?1",
	    "INSERT INTO games(id, variant, game, start, started, ended, clock_set, boot, result, reason, plies, note, "
	    "deleted) "
	    "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
	    NULL, false);
	if (err == 0)
		err = copy_rows(s, from, was, is, "SELECT id, ply, reason, time FROM undos WHERE game = ?1 ORDER BY id",
				"INSERT INTO undos(game, ply, reason, time) VALUES(?1, ?2, ?3, ?4)", &undos, true);
	if (err == 0)
		err = copy_rows(
		    s, from, was, is,
		    "SELECT undone, ply, player, action, fen, time, flags, evidence FROM actions WHERE game = ?1 ORDER BY id",
		    "INSERT INTO actions(game, undone, ply, player, action, fen, time, flags, evidence) "
		    "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
		    &undos, false);
	free(undos.map);
	if (err < 0)
		return err;
	static const char *const rest[][2] = {
		{ "SELECT ply, player, rung, time FROM hints WHERE game = ?1",
		  "INSERT INTO hints(game, ply, player, rung, time) VALUES(?1, ?2, ?3, ?4, ?5)" },
		{ "SELECT tag FROM tags WHERE game = ?1", "INSERT OR IGNORE INTO tags(game, tag) VALUES(?1, ?2)" },
		{ "SELECT ply, text FROM comments WHERE game = ?1",
		  "INSERT OR IGNORE INTO comments(game, ply, text) VALUES(?1, ?2, ?3)" },
	};
	for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
		copy_rows(s, from, was, is, rest[i][0], rest[i][1], NULL, false);
	copy_seats(s, from, was, is);
	return 0;
}

/* Of a game of which not all can be read: what is possible by the rules, from its beginning on. */
static int copy_part(struct store *s, struct version *v, int64_t id)
{
	int plies = v->g.line.plies, branches = v->g.branches;
	if (!v->whole) {
		if (v->legal == 0)
			return -ENOENT;
		v->g.line.plies = v->legal;
		v->g.branches = 0;
		strcpy(v->g.result, "unfinished");
	}
	int err = store_import_one(s, &v->g, id, 0);
	if (err == 0)
		err = store_run(s, "UPDATE games SET result = ?2, deleted = nullif(?3, 0) WHERE id = ?1", "isi", id,
				v->g.result, v->deleted);
	v->g.line.plies = plies;
	v->g.branches = branches;
	return err;
}

/* ---- All of them ------------------------------------------------------------------------------------------------------------------ */

static bool alike(struct store *s, const struct version *v)
{
	return store_number(s, "SELECT 1 FROM games WHERE variant = ?1 AND start = ?2 AND started = ?3 AND plies >= ?4", "ssii",
			    v->g.game, v->g.start, v->g.started_ms, (int64_t)v->g.line.plies) == 1;
}

/* −ENOENT: nothing of it can be read. */
static int take(struct store *s, struct store *from, int64_t was, int64_t is, struct version *v, bool replace)
{
	int err = store_run(s, "SAVEPOINT one", "");
	if (err == 0 && replace)
		err = store_run(s, "DELETE FROM games WHERE id = ?1", "i", is);
	if (err == 0)
		err = store_run(s, "SAVEPOINT whole", "");
	if (err == 0) {
		from->broken = false;
		err = v->whole ? copy_whole(s, from, was, is) : -EBADMSG;
		if (err < 0 && (!v->whole || from->broken)) {
			err = store_run(s, "ROLLBACK TO whole", "");
			err = err < 0 ? err : copy_part(s, v, is);
		}
	}
	if (err < 0)
		store_run(s, "ROLLBACK TO one", "");
	int released = store_run(s, "RELEASE one", "");
	if (err == 0)
		err = released;
	if (err == 0 && is >= s->next_id)
		s->next_id = is + 1;
	return err;
}

/* 1: taken over; 0: ours is as good, or nothing of theirs can be read. */
static int merge_one(struct store *s, struct store *from, int64_t id)
{
	struct version theirs = { 0 }, ours = { 0 };
	int err = read_version(from, id, &theirs), taken = 0;
	if (err < 0)
		return err == -ENOMEM ? err : 0;
	err = read_version(s, id, &ours);
	bool other = err == 0 && !same_game(&theirs, &ours);
	if (err == 0 || err == -ENOENT)
		err = 0;
	if (err == 0 && (other ? !alike(s, &theirs) : fuller(&theirs, &ours))) {
		err = take(s, from, id, other ? s->next_id : id, &theirs, !other && ours.there);
		taken = err == 0;
	}
	saved_game_clear(&theirs.g);
	saved_game_clear(&ours.g);
	return err == -ENOENT ? 0 : err < 0 ? err : taken;
}

/* A quick look: neither games nor actions are fewer, and nothing that had ended has not. */
static bool has_all(struct store *s, struct store *from, int64_t id)
{
	static const char *const counts[] = { "SELECT count(*) FROM actions WHERE game = ?1",
					      "SELECT count(*) FROM games WHERE id = ?1 AND result <> 'ongoing'",
					      "SELECT count(*) FROM games WHERE id = ?1" };
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		int64_t theirs = store_number(from, counts[i], "i", id), ours = store_number(s, counts[i], "i", id);
		if (theirs < 0 || ours < theirs)
			return false;
	}
	return store_number(
		   s,
		   "SELECT plies = (SELECT count(*) FROM actions WHERE game = ?1 AND undone IS NULL) FROM games WHERE id = ?1",
		   "i", id) == 1;
}

int store_merge(struct store *s, sqlite3 *db, int *ret_games)
{
	struct store from = { .db = db };
	sqlite3_stmt *q;
	int games = 0, err = store_prepare(&from, &q, "SELECT id FROM games ORDER BY id", "");
	if (err < 0)
		return err;
	err = store_begin(s);
	while (err == 0 && sqlite3_step(q) == SQLITE_ROW) {
		int64_t id = sqlite3_column_int64(q, 0);
		if (s->alive)
			s->alive();
		if (has_all(s, &from, id))
			continue;
		int one = merge_one(s, &from, id);
		err = one < 0 ? one : 0;
		games += one > 0;
	}
	sqlite3_finalize(q);
	err = store_commit(s, err);
	if (err == 0)
		*ret_games = games;
	return err;
}

void store_merge_rest(struct store *s, sqlite3 *from)
{
	sqlite3_stmt *q;
	if (sqlite3_prepare_v2(from, "SELECT id, hash, role, label, created, seen FROM phones", -1, &q, NULL) == SQLITE_OK)
		while (sqlite3_step(q) == SQLITE_ROW)
			store_run(
			    s,
			    "INSERT OR IGNORE INTO phones(id, hash, role, label, created, seen) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
			    "ibisii", sqlite3_column_int64(q, 0), sqlite3_column_blob(q, 1), sqlite3_column_bytes(q, 1),
			    sqlite3_column_int64(q, 2), store_text(q, 3), sqlite3_column_int64(q, 4),
			    sqlite3_column_int64(q, 5));
	sqlite3_finalize(q);
	if (sqlite3_prepare_v2(from, "SELECT key, value FROM settings WHERE key <> '" STORE_SEAL "'", -1, &q, NULL) ==
	    SQLITE_OK)
		while (sqlite3_step(q) == SQLITE_ROW)
			store_run(s, "INSERT OR IGNORE INTO settings(key, value) VALUES(?1, ?2)", "ss", store_text(q, 0),
				  store_text(q, 1));
	sqlite3_finalize(q);
}
