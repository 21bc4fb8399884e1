/*
 * store.h — games, phones and settings in one SQLite file: one connection in one process, write-ahead log, every action on the
 * card before it is confirmed.
 *
 * The store never stops a game. Whatever cannot be written (no file, broken, read-only, full) stays in memory in its order, is
 * tried again every few seconds, and is written without a gap when the fault is gone; meanwhile store_ok() is false and
 * store_message() says why. A broken file is moved aside, never deleted; what can still be read of it is copied over.
 *
 * Times are UTC milliseconds, given by the caller. Order is by number, never by clock: a Pi without a clock chip starts in
 * 1970, and such games are marked until the time arrives and they can be put right.
 */
#ifndef TABLERO_STORE_H
#define TABLERO_STORE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "auth.h"
#include "record_text.h"

struct store;

enum { STORE_RETRY_US = 5 * 1000000, STORE_VERSION = 1 };

/* Opens DIRECTORY/tablero.db, making it if need be. Fails only without memory; anything else is a state. `boot` tells this run
 * of the daemon from others. */
int store_open(const char *directory, const char *boot, int64_t utc_ms, int64_t now_us, struct store **ret);
void store_close(struct store *s);
bool store_ok(const struct store *s);
/* One line, in English and in Spanish: why games are not being saved; while they are, what was put right at the start. "": all
 * is well. */
const char *store_message(const struct store *s);
const char *store_message_es(const struct store *s);
/* Tries again what could not be written; copies some pages more. Returns when to call next (INT64_MAX: not needed). */
int64_t store_tick(struct store *s, int64_t utc_ms, int64_t now_us);

/* ---- The game on the table: each call is on the card when it returns 0; otherwise in memory, and −errno ------------------- */

struct store_new_game {
	const char *game, *start;
	const char *player[RULES_PLAYERS_MAX + 1];
};
/* The new game's number; never fails. */
int64_t store_game_new(struct store *s, const struct store_new_game *how, int64_t utc_ms, int64_t now_us);

/* A stored game goes on: from now on memory knows it too, so that nothing of it is lost with the file. */
int store_game_resume(struct store *s, const struct saved_game *g);

/* Memory was too short to keep something of the game on the table. Nothing more of it is taken then, so that no gap is ever
 * written; store_tick() calls `again` until that has told the game once more, whole, by store_catch_up(). `again` returns 0 or
 * −ENOMEM. */
void store_on_behind(struct store *s, int (*again)(void *user), void *user);
void store_behind(struct store *s); /* the caller itself could not read what was to be kept */
void store_let_go(struct store *s); /* there is no game on the table any more */
/* The game as the table knows it, main line and result. What is kept of it already stays as it is. −ENOMEM: call again. */
int store_catch_up(struct store *s, const struct saved_game *g, int64_t utc_ms, int64_t now_us);

struct store_action {
	int64_t game;
	int ply, player;
	const char *action, *fen, *evidence;
	bool turn_start, derived;
};
int store_action(struct store *s, const struct store_action *a, int64_t utc_ms, int64_t now_us);
/* Everything after `ply` was undone: kept as a branch. */
int store_undo(struct store *s, int64_t game, int ply, const char *reason, int64_t utc_ms, int64_t now_us);
/* result "ongoing" takes the end back. */
int store_result(struct store *s, int64_t game, const char *result, const char *reason, int64_t utc_ms, int64_t now_us);
int store_hint(struct store *s, int64_t game, int ply, int player, int rung, int64_t utc_ms, int64_t now_us);

/* ---- Phones and settings ------------------------------------------------------------------------------------------------ */

int store_phone(struct store *s, const struct auth_phone *phone); /* role ANYONE: forget it */
int store_phones(struct store *s, void (*each)(void *user, const struct auth_phone *phone), void *user);
/* A value by name: settings, what else belongs to the table. NULL: forget it. */
int store_set(struct store *s, const char *key, const char *value);
char *store_get(struct store *s, const char *key); /* free() it; NULL: none */

/* ---- Archive: −EIO or −EROFS when it cannot be read or written just now ------------------------------------------------------ */

struct store_filter {
	const char *q, *game, *player, *result, *tag; /* NULL: any */
	int64_t from_ms, to_ms;                       /* 0: any */
	bool oldest_first;
	int64_t after; /* id of the last one shown; 0: from the start */
	int limit;
};
/* {"games":[…],"next","total"} */
int store_list(struct store *s, const struct store_filter *f, json_t **ret);
int store_load(struct store *s, int64_t id, struct saved_game *ret); /* −ENOENT */
/* The variants of up to `most` games, the one begun last first, each once: how many, or −errno. */
int store_recent(struct store *s, int most, void (*each)(void *to, const char *variant), void *to);
/* The game that goes on after a restart: the newest without a result. 0: none. */
int64_t store_unfinished(struct store *s);
/* The raw events behind the turn that the action at `ply` belongs to, as a trace; free() it. −ENOENT: none was kept. */
int store_trace(struct store *s, int64_t game, int ply, char **ret);
/* Table memory: last positions of games that were interrupted, newest first, those older than `before` (0: all). Returns how
 * many were told. */
int store_shelf(struct store *s, int64_t before, int most,
		void (*each)(void *to, int64_t game, const char *variant, const char *fen), void *to);
/* Row of a list: who played, when it began, how long it is. −ENOENT. */
struct store_line {
	char player[RULES_PLAYERS_MAX + 1][SAVED_NAME];
	int64_t started_ms;
	bool clock_set;
	int plies;
};
int store_line(struct store *s, int64_t id, struct store_line *ret);
/* Players, tags, note, comments as in the API; −EINVAL for what has another form. */
int store_edit(struct store *s, int64_t id, json_t *change);
int store_delete(struct store *s, int64_t id, bool deleted, int64_t utc_ms);
/* Deletes for good what was deleted before `before_ms`. */
int store_purge(struct store *s, int64_t before_ms);
int store_stats(struct store *s, const char *player, const char *game, json_t **ret);
int store_players(struct store *s, json_t **ret); /* names, most recent first */
/* Takes a name out of every game. */
int store_forget_player(struct store *s, const char *name);

/* ---- Backup --------------------------------------------------------------------------------------------------------------- */

/* A copy for download at `path`: everything but the phones. */
int store_backup(struct store *s, const char *path);
/* Called while a broken file is put together at the start, so that whoever watches knows that we live. */
void store_on_work(struct store *s, void (*alive)(void));

/* ---- Taking games in ------------------------------------------------------------------------------------------------------ */

/*
 * Somebody's copy, or games as text. Everything is checked first: what is not laid out as our own file, word by word, or is not
 * possible by the rules, is refused as a whole, and nothing has changed. Then the games are written, those of a copy that are
 * there already left out. If the card fails in the middle, the games before stay, and the same file may be brought again.
 */
struct store_take {
	bool working, text;
	int64_t done, total; /* games looked at, each twice: checked and written. total 0: not known yet */
	int games;           /* that have come in */
	json_t *ids;         /* their numbers, of a text */
	int err;             /* 0, or why it ended; −EINVAL: it was refused, and why */
	struct record_error why;
};
/* Begins. 0; −EBUSY: something is being taken in; −EINVAL: see store_take(). The file may be unlinked at once. */
int store_take_file(struct store *s, const char *path);
int store_take_text(struct store *s, const char *text);
/* One game further; true: there is more to do. */
bool store_take_step(struct store *s, int64_t utc_ms);
const struct store_take *store_take(const struct store *s); /* how far it is, or how it ended */

#endif
