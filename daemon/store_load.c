/* store_load.c — one game out of the store, with everything that was undone in it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_internal.h"

static int load_row(struct store *s, int64_t id, struct saved_game *g, int64_t *ret_deleted)
{
	sqlite3_stmt *q;
	int err = store_prepare(
	    s, &q, "SELECT variant, start, started, ended, clock_set, result, reason, note, deleted FROM games WHERE id = ?1",
	    "i", id);
	if (err < 0)
		return err;
	int step = sqlite3_step(q);
	if (step == SQLITE_ROW) {
		g->id = id;
		snprintf(g->game, sizeof g->game, "%s", store_text(q, 0));
		snprintf(g->start, sizeof g->start, "%s", store_text(q, 1));
		g->started_ms = sqlite3_column_int64(q, 2);
		g->ended_ms = sqlite3_column_int64(q, 3);
		g->clock_set = sqlite3_column_int(q, 4);
		snprintf(g->result, sizeof g->result, "%s", store_text(q, 5));
		snprintf(g->reason, sizeof g->reason, "%s", store_text(q, 6));
		g->note = strdup(store_text(q, 7));
		*ret_deleted = sqlite3_column_int64(q, 8);
		if (!g->note)
			step = SQLITE_NOMEM;
	}
	sqlite3_finalize(q);
	return step == SQLITE_ROW ? 0 : step == SQLITE_DONE ? -ENOENT : store_error(s, step);
}

/* Every action ever played in a game, undone or not, in the order in which they were played. */
struct row {
	int64_t id, undone; /* undone: by which undo, 0: stands */
	int from;           /* of that undo: the ply it went back to */
	bool imported;
	struct saved_ply ply;
};

struct rows {
	int n, room;
	struct row *row;
};

static int add_row(struct rows *all, sqlite3_stmt *q)
{
	if (all->n == all->room) {
		int room = all->room ? all->room * 2 : 128;
		struct row *grown = realloc(all->row, (size_t)room * sizeof *grown);
		if (!grown)
			return -ENOMEM;
		all->row = grown;
		all->room = room;
	}
	struct row *r = &all->row[all->n++];
	*r = (struct row){ .id = sqlite3_column_int64(q, 0),
			   .undone = sqlite3_column_int64(q, 7),
			   .from = sqlite3_column_int(q, 8),
			   .imported = strcmp(store_text(q, 9), "import") == 0,
			   .ply = { .ply = sqlite3_column_int(q, 1),
				    .player = sqlite3_column_int(q, 2),
				    .action = strdup(store_text(q, 3)),
				    .fen = strdup(store_text(q, 4)),
				    .time_ms = sqlite3_column_int64(q, 5),
				    .turn_start = sqlite3_column_int(q, 6) & 1,
				    .derived = sqlite3_column_int(q, 6) >> 1 & 1 } };
	return r->ply.action && r->ply.fen ? 0 : -ENOMEM;
}

static int load_rows(struct store *s, int64_t id, struct rows *all)
{
	sqlite3_stmt *q;
	int step, err = store_prepare(s, &q,
				      "SELECT a.id, a.ply, a.player, a.action, a.fen, a.time, a.flags, coalesce(a.undone, 0), "
				      "coalesce(u.ply, 0), u.reason "
				      "FROM actions a LEFT JOIN undos u ON u.id = a.undone WHERE a.game = ?1 ORDER BY a.id",
				      "i", id);
	if (err < 0)
		return err;
	while (err == 0 && (step = sqlite3_step(q)) == SQLITE_ROW)
		err = add_row(all, q);
	if (err == 0 && step != SQLITE_DONE)
		err = store_error(s, step);
	sqlite3_finalize(q);
	return err;
}

/* What stood at `ply` when row `before` was played: the latest of that ply until then. */
static const struct row *stood(const struct rows *all, int ply, int before)
{
	for (int i = before - 1; i >= 0; i--)
		if (all->row[i].ply.ply == ply)
			return &all->row[i];
	return NULL;
}

/*
 * The branch that an undo left behind. It began at the ply the undo went back to; but if what it stood on was itself undone
 * later, those plies belong to it as well, down to where the game still is as it was.
 */
static int load_branch(const struct rows *all, int first, struct saved_game *g)
{
	const struct row *r = &all->row[first];
	struct saved_line *l;
	int from = r->from;
	while (!r->imported && from > 0) {
		const struct row *under = stood(all, from, first);
		if (!under || !under->undone)
			break;
		from--;
	}
	int err = saved_game_branch(g, from, &l);
	for (int ply = from + 1; ply <= r->from && err == 0; ply++)
		err = saved_line_add(l, &stood(all, ply, first)->ply);
	for (int i = first; i < all->n && err == 0; i++)
		if (all->row[i].undone == r->undone)
			err = saved_line_add(l, &all->row[i].ply);
	return err;
}

static int load_lines(struct store *s, int64_t id, struct saved_game *g)
{
	struct rows all = { 0 };
	int err = load_rows(s, id, &all);
	for (int i = 0; i < all.n && err == 0; i++)
		if (!all.row[i].undone)
			err = saved_line_add(&g->line, &all.row[i].ply);
	for (int64_t undo = 0; err == 0;) {
		int first = -1;
		for (int i = 0; i < all.n; i++)
			if (all.row[i].undone > undo && (first < 0 || all.row[i].undone < all.row[first].undone))
				first = i;
		if (first < 0)
			break;
		undo = all.row[first].undone;
		err = load_branch(&all, first, g);
	}
	for (int i = 0; i < all.n; i++) {
		free(all.row[i].ply.action);
		free(all.row[i].ply.fen);
	}
	free(all.row);
	return err;
}

/* Ends a statement that was stepped until `step`. */
static int ended(struct store *s, sqlite3_stmt *q, int step)
{
	sqlite3_finalize(q);
	return step == SQLITE_DONE || step == SQLITE_ROW ? 0 : store_error(s, step);
}

static int load_players(struct store *s, int64_t id, struct saved_game *g)
{
	sqlite3_stmt *q;
	int step, err = store_prepare(
		      s, &q, "SELECT seat, name FROM seats JOIN players p ON p.id = seats.player WHERE game = ?1", "i", id);
	if (err < 0)
		return err;
	while ((step = sqlite3_step(q)) == SQLITE_ROW)
		if (sqlite3_column_int(q, 0) >= 1 && sqlite3_column_int(q, 0) <= RULES_PLAYERS_MAX)
			snprintf(g->player[sqlite3_column_int(q, 0)], SAVED_NAME, "%s", store_text(q, 1));
	return ended(s, q, step);
}

static int load_tags(struct store *s, int64_t id, struct saved_game *g)
{
	sqlite3_stmt *q;
	int step = SQLITE_DONE, err = store_prepare(s, &q, "SELECT tag FROM tags WHERE game = ?1 ORDER BY tag", "i", id);
	if (err < 0)
		return err;
	while (g->tags < SAVED_TAGS_MAX && (step = sqlite3_step(q)) == SQLITE_ROW)
		snprintf(g->tag[g->tags++], SAVED_TAG, "%s", store_text(q, 0));
	return ended(s, q, step);
}

static int load_comments(struct store *s, int64_t id, struct saved_game *g)
{
	sqlite3_stmt *q;
	int step = SQLITE_DONE,
	    err = store_prepare(s, &q, "SELECT ply, text FROM comments WHERE game = ?1 AND ply <= ?2 ORDER BY ply", "ii", id,
				(int64_t)g->line.plies); /* those on what was taken back wait for that ply to come again */
	if (err < 0)
		return err;
	while (err == 0 && (step = sqlite3_step(q)) == SQLITE_ROW)
		err = saved_game_comment(g, sqlite3_column_int(q, 0), store_text(q, 1));
	int end = ended(s, q, step);
	return err < 0 ? err : end;
}

static int load_rest(struct store *s, int64_t id, struct saved_game *g)
{
	int players = load_players(s, id, g), tags = load_tags(s, id, g), comments = load_comments(s, id, g);
	return players < 0 ? players : tags < 0 ? tags : comments;
}

int store_load_any(struct store *s, int64_t id, bool lenient, struct saved_game *ret, int64_t *ret_deleted)
{
	struct saved_game g = { 0 };
	int64_t deleted = 0;
	int rest, err = load_row(s, id, &g, &deleted);
	if (err == 0)
		err = load_lines(s, id, &g);
	if (err == 0 && (rest = load_rest(s, id, &g)) < 0 && !lenient)
		err = rest;
	if (err < 0) {
		saved_game_clear(&g);
		return err;
	}
	*ret = g;
	*ret_deleted = deleted;
	return 0;
}

int store_load(struct store *s, int64_t id, struct saved_game *ret)
{
	struct saved_game g;
	int64_t deleted;
	int err = store_load_any(s, id, false, &g, &deleted);
	if (err == 0 && deleted) {
		saved_game_clear(&g);
		err = -ENOENT;
	}
	if (err == 0)
		*ret = g;
	return err;
}

/* ---- Table memory ------------------------------------------------------------------------------------------------------------ */

int store_shelf(struct store *s, int64_t before, int most,
		void (*each)(void *to, int64_t game, const char *variant, const char *fen), void *to)
{
	sqlite3_stmt *q;
	int n = 0, step,
	    err =
		store_prepare(s, &q,
			      "SELECT g.id, g.variant, (SELECT a.fen FROM actions a WHERE a.game = g.id AND a.undone IS NULL "
			      "ORDER BY a.ply DESC LIMIT 1) FROM games g WHERE g.deleted IS NULL AND g.result IN "
			      "('ongoing', 'unfinished') AND g.plies > 0 AND (?1 = 0 OR g.id < ?1) ORDER BY g.id DESC LIMIT ?2",
			      "ii", before, (int64_t)most);
	if (err < 0)
		return err;
	while ((step = sqlite3_step(q)) == SQLITE_ROW) {
		each(to, sqlite3_column_int64(q, 0), store_text(q, 1), store_text(q, 2));
		n++;
	}
	sqlite3_finalize(q);
	return step == SQLITE_DONE ? n : store_error(s, step);
}

/* Of the last hundred games: older habits are none. */
int store_recent(struct store *s, int most, void (*each)(void *to, const char *variant), void *to)
{
	sqlite3_stmt *q;
	int n = 0, step,
	    err = store_prepare(
		s, &q,
		"SELECT variant FROM (SELECT id, variant FROM games WHERE deleted IS NULL ORDER BY id DESC LIMIT 100) "
		"GROUP BY variant ORDER BY max(id) DESC LIMIT ?1",
		"i", (int64_t)most);
	if (err < 0)
		return err;
	while ((step = sqlite3_step(q)) == SQLITE_ROW) {
		each(to, store_text(q, 0));
		n++;
	}
	sqlite3_finalize(q);
	return step == SQLITE_DONE ? n : store_error(s, step);
}

int store_line(struct store *s, int64_t id, struct store_line *ret)
{
	struct saved_game g = { 0 };
	struct store_line line = { 0 };
	sqlite3_stmt *q;
	int64_t deleted = 0;
	int err = load_row(s, id, &g, &deleted);
	if (err == 0 && deleted)
		err = -ENOENT;
	if (err == 0)
		err = load_rest(s, id, &g);
	if (err == 0)
		err = store_prepare(s, &q, "SELECT plies FROM games WHERE id = ?1", "i", id);
	if (err == 0) {
		line.plies = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int(q, 0) : 0;
		sqlite3_finalize(q);
		line.started_ms = g.started_ms;
		line.clock_set = g.clock_set;
		memcpy(line.player, g.player, sizeof line.player);
		*ret = line;
	}
	saved_game_clear(&g);
	return err;
}

/* ---- Flight recorder --------------------------------------------------------------------------------------------------------- */

/* It was kept with the last action of the turn, or with the last that hands did in it. */
int store_trace(struct store *s, int64_t game, int ply, char **ret)
{
	sqlite3_stmt *q;
	char *found = NULL;
	bool over = false;
	int step = SQLITE_DONE,
	    err =
		store_prepare(s, &q,
			      "SELECT ply, flags, evidence FROM actions WHERE game = ?1 AND undone IS NULL AND EXISTS(SELECT 1 "
			      "FROM games WHERE id = ?1 AND deleted IS NULL) ORDER BY ply",
			      "i", game);
	if (err < 0)
		return err;
	while (!over && (step = sqlite3_step(q)) == SQLITE_ROW) {
		bool ends_turn = sqlite3_column_int(q, 1) & 1, there = sqlite3_column_int(q, 0) >= ply;
		const char *text = store_text(q, 2);
		if (strncmp(text, "tablero-trace ", 14) == 0) {
			free(found);
			found = strdup(text);
		}
		over = there && ends_turn;
		if (ends_turn && !over) { /* another turn begins: what was kept is not of the one asked for */
			free(found);
			found = NULL;
		}
	}
	sqlite3_finalize(q);
	if (step != SQLITE_ROW && step != SQLITE_DONE) {
		free(found);
		return store_error(s, step);
	}
	if (!found)
		return -ENOENT;
	*ret = found;
	return 0;
}
