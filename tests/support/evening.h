/*
 * evening.h — some games as they are kept in an evening: new games, actions, turns taken back, results, names, notes, phones,
 * a forgotten player. Each step is one call of the store that has confirmed what it did when it returns 0.
 */
#ifndef TABLERO_TESTS_EVENING_H
#define TABLERO_TESTS_EVENING_H

#include <stdbool.h>
#include <stdint.h>

#include "store.h"

enum { EVENING_GAMES = 6 };

struct evening {
	uint64_t seed;
	int steps, games_max;
	int64_t game;
	int ply, games;
	struct rules_variant variant;
	struct rules_state here;
	struct rules_state past[64];
	bool ended;
};

void evening_begin(struct evening *e, uint64_t seed);
/* One step; what the store answered. 1: the evening is over. */
int evening_step(struct evening *e, struct store *s);

/* Everything that the store knows, a line a game; free() it. */
char *evening_dump(struct store *s);

/* Nobody plays for so long: the store does whatever it does by itself. Returns the time when it has nothing more to do (or the
 * rest is over). */
int64_t evening_rest(struct store *s, int64_t now_us, int64_t long_us);
/* Everything archived, whatever is behind names and notes: a line a game, "id result: action action …". */
char *evening_games(struct store *s);

/* Takes a copy in to the end. What the store said; games and, if refused, the reason. */
int evening_restore(struct store *s, const char *path, int *ret_games, char reason[240]);
int evening_import(struct store *s, const char *text);

enum { EVENING_UTC_MS = 1796000000 };
#define EVENING_MS (EVENING_UTC_MS * 1000LL)

/* A new empty directory; and everything in it away again. */
char *evening_directory(void);
void evening_clear(const char *directory, bool itself);

#endif
