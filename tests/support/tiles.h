/*
 * tiles.h — tables of Andantino for tests: laid by hand, grown at random, filled up to fifty.
 */
#ifndef TABLERO_TESTS_TILES_H
#define TABLERO_TESTS_TILES_H

#include "ruling.h"

/* 0 … below − 1 */
uint64_t tiles_draw(uint64_t *seed, uint64_t below);

/* Lays tiles on cells separated by spaces and counts them. */
void tiles_lay(const struct rules_variant *v, struct rules_look *look, const char *cells, int owner, int *count);

/* Sets up tiles; lone tiles far off make the numbers right for `player` to move. Not for crowded tables. */
struct rules_state tiles_table(const struct rules_variant *v, const char *white, const char *red, int player);

/* Random actions that finish the game only where nothing else is possible; false when they had to. */
bool tiles_grow(const struct rules_variant *v, struct rules_state *s, int actions, uint64_t *seed);

/* All 50 tiles on the table and nobody the winner. */
struct rules_state tiles_all(const struct rules_variant *v);

/* The same on the side 10 with "WHITE/RED" and white on P1 where the test wants them, the rest thrown into the rows P to S
 * and A until it fits; returns `text`. */
const char *tiles_fifty(const char *cells, int player, char text[RULES_POSITION_MAX]);

/* Result after some actions. */
int tiles_after(const struct rules_variant *v, struct rules_state s, const char *actions);

#endif
