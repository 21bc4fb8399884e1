/*
 * table.h — between the session and everything around it: which game is on the table, who plays it, where it is stored, the
 * players' clocks, and what a gesture at the board means.
 */
#ifndef TABLERO_TABLE_H
#define TABLERO_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "rules.h"
#include "view.h"

struct app;
struct saved_game;

/* Makes the session and ties store, stream and clocks to it. */
int table_new(struct app *app);

struct table_start {
	const char *game, *fen; /* fen NULL: the standard start */
	const char *player[RULES_PLAYERS_MAX + 1];
	int level[RULES_PLAYERS_MAX + 1]; /* −1: as in the settings */
	int clock_minutes, clock_bonus_s; /* minutes 0: none */
	bool stored;
	bool placed; /* from what stands on the board, instead of fen; what no sensor tells is asked there, */
	int mover;   /* and who is to move, if this is 0 */
};
/* Starts a game; the one on the table ends as unfinished. −EINVAL with a sentence. *ret_id 0: something is asked first. */
int table_start(struct app *app, int64_t now_us, const struct table_start *how, int64_t *ret_id, struct view_text *ret_why);
/* Goes on with a stored game, `ply` ≥ 0: from there. */
int table_resume(struct app *app, int64_t now_us, int64_t id, int ply, struct view_text *ret_why);
/* After a restart: the newest game that has no result. */
void table_resume_last(struct app *app, int64_t now_us);
/* Takes the game off the table; it stays unfinished and can be resumed. */
void table_close(struct app *app, int64_t now_us);
/* A position that is only shown: lights lead to it. The game that was on the table waits. fen NULL: back to that game. `level`:
 * how much is taught, −1: as in the settings. */
int table_show(struct app *app, int64_t now_us, const char *game, const char *fen, int level, struct view_text *ret_why);
/* How much each player of the game on the table is taught from now on; −1: as in the settings. */
void table_teach(struct app *app, const int level[RULES_PLAYERS_MAX + 1]);

/* What is due by the clock: players' clocks, store, night. Returns when to call next. */
int64_t table_step(struct app *app, int64_t now_us);
bool table_store_ok(const struct app *app);
/* Hands on the board ask for a phone to be let in. */
void table_gesture(struct app *app, int64_t now_us);
/* A result that the rules do not give. */
void table_reason(struct app *app, const char *reason);

#endif
