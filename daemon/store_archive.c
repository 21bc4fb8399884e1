/* store_archive.c — finding, reading and changing stored games. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "store_internal.h"

/* ---- The list ----------------------------------------------------------------------------------------------------------------- */

/* A text for LIKE that stands for itself. */
static char *like(const char *text)
{
	char *pattern = text ? malloc(strlen(text) * 2 + 3) : NULL, *p = pattern;
	if (!pattern)
		return NULL;
	*p++ = '%';
	for (; *text; text++) {
		if (strchr("%_\\", *text))
			*p++ = '\\';
		*p++ = *text;
	}
	*p++ = '%';
	*p = '\0';
	return pattern;
}

/* What every filter says of a game `g`; a NULL says nothing. */
#define MATCH                                                                                                                  \
	" FROM games g WHERE g.deleted IS NULL AND (?1 IS NULL OR g.game = ?1 OR g.variant = ?1)"                              \
	" AND (?2 IS NULL OR g.result = ?2 OR (?2 = 'win' AND g.result LIKE 'win %'))"                                         \
	" AND (?3 = 0 OR g.started >= ?3) AND (?4 = 0 OR g.started < ?4)"                                                      \
	" AND (?5 IS NULL OR EXISTS(SELECT 1 FROM seats JOIN players p ON p.id = seats.player WHERE seats.game = g.id AND "    \
	"p.name = ?5))"                                                                                                        \
	" AND (?6 IS NULL OR EXISTS(SELECT 1 FROM tags WHERE tags.game = g.id AND tags.tag = ?6))"                             \
	" AND (?7 IS NULL OR g.note LIKE ?7 ESCAPE '\\' OR g.variant LIKE ?7 ESCAPE '\\'"                                      \
	" OR EXISTS(SELECT 1 FROM tags WHERE tags.game = g.id AND tags.tag LIKE ?7 ESCAPE '\\')"                               \
	" OR EXISTS(SELECT 1 FROM seats JOIN players p ON p.id = seats.player WHERE seats.game = g.id AND p.name LIKE ?7 "     \
	"ESCAPE '\\'))"

static json_t *column_list(struct store *s, const char *sql, int64_t id)
{
	json_t *all = json_array();
	sqlite3_stmt *q;
	if (store_prepare(s, &q, sql, "i", id) < 0)
		return all;
	while (sqlite3_step(q) == SQLITE_ROW)
		json_array_append_new(all, json_string(store_text(q, 0)));
	sqlite3_finalize(q);
	return all;
}

static json_t *seats_json(struct store *s, int64_t id)
{
	json_t *all = json_array();
	sqlite3_stmt *q;
	if (store_prepare(s, &q,
			  "SELECT seat, name FROM seats JOIN players p ON p.id = seats.player WHERE game = ?1 ORDER BY seat",
			  "i", id) < 0)
		return all;
	while (sqlite3_step(q) == SQLITE_ROW) {
		while (json_array_size(all) + 1 < (size_t)sqlite3_column_int(q, 0))
			json_array_append_new(all, json_string(""));
		json_array_append_new(all, json_string(store_text(q, 1)));
	}
	sqlite3_finalize(q);
	return all;
}

static json_t *row_json(struct store *s, sqlite3_stmt *q)
{
	int64_t id = sqlite3_column_int64(q, 0);
	json_t *row = json_pack(
	    "{s:I,s:s,s:s,s:o,s:s,s:s,s:i,s:I,s:b,s:o,s:s}", "id", (json_int_t)id, "game", store_text(q, 1), "id_game",
	    store_text(q, 2), "players", seats_json(s, id), "result", store_text(q, 3), "reason", store_text(q, 4), "plies",
	    sqlite3_column_int(q, 5), "started", (json_int_t)sqlite3_column_int64(q, 6), "clock_set", sqlite3_column_int(q, 8),
	    "tags", column_list(s, "SELECT tag FROM tags WHERE game = ?1 ORDER BY tag", id), "note", store_text(q, 9));
	json_object_set_new(row, "ended",
			    sqlite3_column_type(q, 7) == SQLITE_NULL ? json_null() : json_integer(sqlite3_column_int64(q, 7)));
	return row;
}

int store_list(struct store *s, const struct store_filter *f, json_t **ret)
{
	char *q_like = like(f->q);
	sqlite3_stmt *q;
	json_t *games = json_array();
	int64_t last = 0;
	int64_t total = store_number(s, "SELECT count(*)" MATCH, "ssiisss", f->game, f->result, f->from_ms, f->to_ms, f->player,
				     f->tag, q_like);
	int err = total < 0 ? (int)total : 0;
	if (err == 0)
		err = store_prepare(
		    s, &q,
		    f->oldest_first ? "SELECT id, variant, game, result, reason, plies, started, ended, clock_set, note" MATCH
				      " AND id > ?8 ORDER BY id LIMIT ?9"
				    : "SELECT id, variant, game, result, reason, plies, started, ended, clock_set, note" MATCH
				      " AND (?8 = 0 OR id < ?8) ORDER BY id DESC LIMIT ?9",
		    "ssiisssii", f->game, f->result, f->from_ms, f->to_ms, f->player, f->tag, q_like, f->after,
		    (int64_t)f->limit + 1);
	free(q_like);
	if (err < 0) {
		json_decref(games);
		return err;
	}
	bool more = false;
	while (sqlite3_step(q) == SQLITE_ROW) {
		more = json_array_size(games) == (size_t)f->limit;
		if (more)
			break;
		last = sqlite3_column_int64(q, 0);
		json_array_append_new(games, row_json(s, q));
	}
	sqlite3_finalize(q);
	*ret = json_pack("{s:o,s:o,s:I}", "games", games, "next", more ? json_integer(last) : json_null(), "total",
			 (json_int_t)total);
	return *ret ? 0 : -ENOMEM;
}

int64_t store_unfinished(struct store *s)
{
	int64_t id = store_number(
	    s, "SELECT id FROM games WHERE id = (SELECT max(id) FROM games WHERE deleted IS NULL) AND result = 'ongoing'", "");
	return id > 0 ? id : 0;
}

/* ---- Changes -------------------------------------------------------------------------------------------------------------------- */

static int seat(struct store *s, int64_t game, int seat_number, const char *name)
{
	int64_t player;
	if (!*name)
		return store_run(s, "DELETE FROM seats WHERE game = ?1 AND seat = ?2", "ii", game, (int64_t)seat_number);
	int err = store_player_id(s, name, &player);
	if (err == 0)
		err = store_run(s, "UPDATE players SET seen = max(seen, ?2) WHERE id = ?1", "ii", player, game);
	if (err == 0)
		err = store_run(s, "INSERT OR REPLACE INTO seats(game, seat, player) VALUES(?1, ?2, ?3)", "iii", game,
				(int64_t)seat_number, player);
	return err;
}

static int import_line(struct store *s, int64_t game, const struct saved_line *l, int64_t undone)
{
	int err = 0;
	for (int i = 0; i < l->plies && err == 0; i++) {
		const struct saved_ply *p = &l->ply[i];
		err = store_run(s,
				"INSERT INTO actions(game, ply, player, action, fen, time, flags, undone) VALUES(?1, ?2, ?3, "
				"?4, ?5, ?6, ?7, "
				"nullif(?8, 0))",
				"iiissiii", game, (int64_t)p->ply, (int64_t)p->player, p->action, p->fen, p->time_ms,
				(int64_t)((p->turn_start ? 1 : 0) | (p->derived ? 2 : 0)), undone);
	}
	return err;
}

int store_import_one(struct store *s, const struct saved_game *g, int64_t id, int64_t utc_ms)
{
	char game[RULES_NAME_MAX];
	snprintf(game, sizeof game, "%.*s", (int)strcspn(g->game, ":"), g->game);
	bool open = strcmp(g->result, "ongoing") == 0; /* an imported game does not go on by itself after a restart */
	int err = store_run(
	    s,
	    "INSERT INTO games(id, variant, game, start, started, ended, clock_set, boot, result, reason, plies, note) "
	    "VALUES(?1, ?2, ?3, ?4, ?5, nullif(?6, 0), ?7, '', ?8, ?9, ?10, ?11)",
	    "isssiiissis", id, g->game, game, g->start, g->started_ms ? g->started_ms : utc_ms, g->ended_ms,
	    (int64_t)g->clock_set, open ? "unfinished" : g->result, g->reason, (int64_t)g->line.plies, g->note ? g->note : "");
	if (err == 0)
		err = import_line(s, id, &g->line, 0);
	for (int i = 0; i < g->branches && err == 0; i++) {
		err = store_run(s, "INSERT INTO undos(game, ply, reason, time) VALUES(?1, ?2, 'import', ?3)", "iii", id,
				(int64_t)g->branch[i].from_ply, utc_ms);
		if (err == 0)
			err = import_line(s, id, &g->branch[i], sqlite3_last_insert_rowid(s->db));
	}
	for (int i = 1; i <= RULES_PLAYERS_MAX && err == 0; i++)
		if (g->player[i][0])
			err = seat(s, id, i, g->player[i]);
	for (int i = 0; i < g->tags && err == 0; i++)
		err = store_run(s, "INSERT OR IGNORE INTO tags(game, tag) VALUES(?1, ?2)", "is", id, g->tag[i]);
	for (int i = 0; i < g->comments && err == 0; i++)
		err = store_run(s, "INSERT OR REPLACE INTO comments(game, ply, text) VALUES(?1, ?2, ?3)", "iis", id,
				(int64_t)g->comment[i].ply, g->comment[i].text);
	return err;
}

static int edit_tags(struct store *s, int64_t id, json_t *tags)
{
	size_t i;
	json_t *one;
	if (!json_is_array(tags) || json_array_size(tags) > SAVED_TAGS_MAX)
		return -EINVAL;
	int err = store_run(s, "DELETE FROM tags WHERE game = ?1", "i", id);
	json_array_foreach(tags, i, one)
	{
		size_t n = json_string_length(one);
		if (!json_is_string(one) || n == 0 || n >= SAVED_TAG || strchr(json_string_value(one), ',') ||
		    !gate_text(json_string_value(one)))
			return -EINVAL;
		if (err == 0)
			err = store_run(s, "INSERT OR IGNORE INTO tags(game, tag) VALUES(?1, ?2)", "is", id,
					json_string_value(one));
	}
	return err;
}

static int edit_players(struct store *s, int64_t id, json_t *players)
{
	size_t i;
	json_t *one;
	int err = 0;
	if (!json_is_array(players) || json_array_size(players) > RULES_PLAYERS_MAX)
		return -EINVAL;
	json_array_foreach(players, i, one)
	{
		if (!json_is_string(one) || json_string_length(one) >= SAVED_NAME || !gate_text(json_string_value(one)))
			return -EINVAL;
		if (err == 0)
			err = seat(s, id, (int)i + 1, json_string_value(one));
	}
	return err;
}

/* A comment of "" or null is taken away; plies that are not named stay as they are. */
static int edit_comments(struct store *s, int64_t id, json_t *comments)
{
	const char *key;
	json_t *one;
	int err = 0;
	if (!json_is_object(comments))
		return -EINVAL;
	json_object_foreach(comments, key, one)
	{
		char *end;
		long ply = strtol(key, &end, 10);
		if (end == key || *end || ply < 0 || ply > SAVED_PLIES_MAX || json_string_length(one) > SAVED_NOTE ||
		    (json_is_string(one) && !gate_lines(json_string_value(one))) || !(json_is_string(one) || json_is_null(one)))
			return -EINVAL;
		if (err == 0 && json_string_length(one) == 0)
			err = store_run(s, "DELETE FROM comments WHERE game = ?1 AND ply = ?2", "ii", id, (int64_t)ply);
		else if (err == 0)
			err = store_run(s, "INSERT OR REPLACE INTO comments(game, ply, text) VALUES(?1, ?2, ?3)", "iis", id,
					(int64_t)ply, json_string_value(one));
	}
	return err;
}

int store_edit(struct store *s, int64_t id, json_t *change)
{
	const char *key;
	json_t *value;
	int err = store_begin(s);
	if (err < 0)
		return err;
	if (store_number(s, "SELECT 1 FROM games WHERE id = ?1 AND deleted IS NULL", "i", id) != 1)
		err = -ENOENT;
	json_object_foreach(change, key, value)
	{
		if (err < 0)
			break;
		if (strcmp(key, "players") == 0)
			err = edit_players(s, id, value);
		else if (strcmp(key, "tags") == 0)
			err = edit_tags(s, id, value);
		else if (strcmp(key, "comments") == 0)
			err = edit_comments(s, id, value);
		else if (strcmp(key, "note") == 0 && json_is_string(value) && json_string_length(value) <= SAVED_NOTE &&
			 gate_lines(json_string_value(value)))
			err = store_run(s, "UPDATE games SET note = ?2 WHERE id = ?1", "is", id, json_string_value(value));
		else
			err = -EINVAL;
	}
	return store_commit(s, err);
}

int store_delete(struct store *s, int64_t id, bool deleted, int64_t utc_ms)
{
	int err = store_begin(s);
	if (err < 0)
		return err;
	if (deleted)
		err = store_run(s, "UPDATE games SET deleted = ?2 WHERE id = ?1 AND deleted IS NULL", "ii", id, utc_ms);
	else
		err = store_run(s, "UPDATE games SET deleted = NULL WHERE id = ?1 AND deleted IS NOT NULL", "i", id);
	if (err == 0 && sqlite3_changes(s->db) == 0)
		err = -ENOENT;
	return store_commit(s, err);
}

/* ---- Players and figures --------------------------------------------------------------------------------------------------------- */

int store_stats(struct store *s, const char *player, const char *game, json_t **ret)
{
	sqlite3_stmt *q;
	int err = store_prepare(
	    s, &q,
	    "SELECT count(*), sum(g.result = 'draw'), sum(g.result IN ('unfinished', 'ongoing')), avg(g.plies), "
	    "sum(?1 IS NOT NULL AND EXISTS(SELECT 1 FROM seats JOIN players p ON p.id = seats.player WHERE seats.game = g.id "
	    "AND "
	    "p.name = ?1 AND g.result = 'win ' || seats.seat)), sum(g.result = 'win 1'), sum(g.result = 'win 2'), "
	    "sum(g.result = 'win 3'), sum(g.result = 'win 4'), max(g.plies), sum(iif(g.ended > g.started, g.ended - g.started, "
	    "0)) "
	    "FROM games g WHERE g.deleted IS NULL AND (?2 IS NULL OR g.game = ?2 OR g.variant = ?2) AND (?1 IS NULL OR EXISTS("
	    "SELECT 1 FROM seats JOIN players p ON p.id = seats.player WHERE seats.game = g.id AND p.name = ?1))",
	    "ss", player, game);
	if (err < 0)
		return err;
	if (sqlite3_step(q) == SQLITE_ROW) {
		json_t *wins = json_object();
		for (int i = 1; i <= RULES_PLAYERS_MAX; i++) {
			char key[16];
			snprintf(key, sizeof key, "%d", i);
			json_object_set_new(wins, key, json_integer(sqlite3_column_int64(q, 4 + i)));
		}
		*ret = json_pack("{s:I,s:I,s:I,s:f,s:o,s:I,s:I}", "games", (json_int_t)sqlite3_column_int64(q, 0), "draws",
				 (json_int_t)sqlite3_column_int64(q, 1), "unfinished", (json_int_t)sqlite3_column_int64(q, 2),
				 "plies_mean", sqlite3_column_double(q, 3), "wins", wins, "plies_max",
				 (json_int_t)sqlite3_column_int64(q, 9), "played_ms", (json_int_t)sqlite3_column_int64(q, 10));
		json_object_set_new(*ret, "won", player ? json_integer(sqlite3_column_int64(q, 4)) : json_null());
	} else {
		err = -EIO;
	}
	sqlite3_finalize(q);
	return err;
}

int store_players(struct store *s, json_t **ret)
{
	sqlite3_stmt *q;
	int err = store_prepare(s, &q, "SELECT name FROM players ORDER BY seen DESC, name LIMIT 200", "");
	if (err < 0)
		return err;
	json_t *all = json_array();
	while (sqlite3_step(q) == SQLITE_ROW)
		json_array_append_new(all, json_string(store_text(q, 0)));
	sqlite3_finalize(q);
	*ret = all;
	return 0;
}
