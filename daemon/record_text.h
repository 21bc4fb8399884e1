/*
 * record_text.h — a saved game as text that people can read, mail and edit, and as JSON.
 *
 * One game:
 *
 *     [Game "contigo-line:beads=spread"]
 *     [Started "2026-11-30 20:03:12 UTC"]      (as the board's clock said; [Clock "not set"] if it had none)
 *     [Local "2026-11-30 21:03:12 +0100"]      (written for readers, ignored on reading)
 *     [Player1 "Ana"]
 *     [Result "win 1"]
 *     [Reason "resigned"]
 *     [Start "…position…"]                     (only where it is not the standard start)
 *     [Tags "family, rain"]
 *     [Note "Grandmother's first"]
 *     [Seconds "0 4.2 9.17"]                   (since the start, one a ply)
 *     [Derived "3 7"]                          (plies of which other readings lead to the same position)
 *
 *     1 b1b3 2Na
 *     +Nb +Nd
 *     2 a2a4 1Sa
 *     {2 What a move!}                         (a comment on ply 2)
 *     (4 c1c2 1Na)                             (was played after ply 4 and undone)
 *     end win 1
 *
 * Tag values and comments escape " \ { } and line breaks with a backslash. Turn numbers are for readers: skipped, but checked.
 * Lines that begin with # are skipped. Several games follow one another. Actions are checked by the rules: a file is taken
 * whole or not at all, with the line and the reason.
 */
#ifndef TABLERO_RECORD_TEXT_H
#define TABLERO_RECORD_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules.h"

enum {
	SAVED_TAGS_MAX = 16,
	SAVED_TAG = 40,
	SAVED_NAME = 64,
	SAVED_NOTE = 2000,
	SAVED_PLIES_MAX = 20000,
	SAVED_GAMES_MAX = 2000
};

struct saved_ply {
	int ply, player;
	char *action, *fen;
	int64_t time_ms; /* UTC; 0: not known */
	bool turn_start, derived;
};

struct saved_line {
	int from_ply; /* the position it starts from */
	int plies, room;
	struct saved_ply *ply;
};

struct saved_game {
	int64_t id;
	char game[RULES_NAME_MAX]; /* canonical */
	char start[RULES_POSITION_MAX];
	char player[RULES_PLAYERS_MAX + 1][SAVED_NAME];
	char result[16]; /* "ongoing", "unfinished", "draw", "win 1" */
	char reason[32];
	int64_t started_ms, ended_ms; /* UTC; 0: not known */
	bool clock_set;
	int tags;
	char tag[SAVED_TAGS_MAX][SAVED_TAG];
	char *note; /* NULL: none */
	struct saved_line line;
	int branches;
	struct saved_line *branch;
	int comments;
	struct {
		int ply;
		char *text;
	} * comment;
};

void saved_game_clear(struct saved_game *g);                           /* frees what it holds */
int saved_line_add(struct saved_line *l, const struct saved_ply *ply); /* copies; −ENOMEM */
int saved_game_branch(struct saved_game *g, int from_ply, struct saved_line **ret);
int saved_game_comment(struct saved_game *g, int ply, const char *text);

/* Text of a game; the caller frees it. NULL without memory. */
char *record_text_write(const struct saved_game *g);
json_t *record_json_write(const struct saved_game *g);

struct record_error {
	int line; /* 1 …; 0: not bound to one */
	char en[240], es[240];
};

/* Reads one or several games (text, or JSON: one object or an array). −EINVAL with line and reason, nothing is kept then.
 * The caller clears the games and frees the array. */
int record_text_read(const char *text, struct saved_game **ret, int *ret_games, struct record_error *err);

/* The same, one game after the other: for long files, of which each needs a moment. The text must stay. `next`: 1 with a game
 * (the caller clears it), 0 after the last. */
struct record_reader;
int record_reader_new(const char *text, struct record_reader **ret, struct record_error *err);
int record_reader_next(struct record_reader *r, struct saved_game *ret, struct record_error *err);
void record_reader_free(struct record_reader *r);

/* Plays a line through the rules and fills player, fen and turn_start. `bad`: index of the ply that is not legal. −EINVAL. */
int record_fill(struct saved_game *g, int *ret_bad, struct record_error *err);

#endif
