/*
 * walk.h — every variant of every game, and random games through them: what property tests of the rules walk along.
 */
#ifndef TABLERO_TEST_WALK_H
#define TABLERO_TEST_WALK_H

#include "rules.h"

enum { WALK_VARIANTS_MAX = 256 };

/* All ids with all valid combinations of options, in order; returns how many. */
int walk_variants(struct rules_variant list[WALK_VARIANTS_MAX]);

/* Plays `games` random games of up to `actions` actions of a variant and calls `look` at about one position in `stride`,
 * the first and the last of each game included. Same seed, same positions. */
void walk(const struct rules_variant *v, int games, int actions, int stride, uint64_t seed,
	  void (*look)(const struct rules_variant *v, const struct rules_state *s, void *user), void *user);

/* The same for every variant. */
void walk_all(int games, int actions, int stride,
	      void (*look)(const struct rules_variant *v, const struct rules_state *s, void *user), void *user);

/* splitmix64. */
uint64_t walk_random(uint64_t *seed);

/* "GAME  POSITION", for messages. Overwritten by the next call. */
const char *walk_name(const struct rules_variant *v, const struct rules_state *s);

#endif
