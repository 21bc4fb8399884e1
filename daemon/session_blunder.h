/*
 * session_blunder.h — which places lose at once: whatever else he did with his turn, the next player could then win, or take
 * more than was taken from him. One search for all games, made of nothing but the rules.
 *
 * It is done in portions counted in positions, so that light never waits for it and a recorded evening replays to the same
 * picture. Only what is certain counts: where the portions end too early, or a turn is too long to be followed, nothing is said.
 */
#ifndef TABLERO_SESSION_BLUNDER_H
#define TABLERO_SESSION_BLUNDER_H

#include <stdbool.h>
#include <stdint.h>

#include "rules.h"

struct blunder;

enum {
	BLUNDER_PORTION = 500,  /* positions: about a millisecond of a slow processor */
	BLUNDER_MOST = 30000,   /* positions altogether */
	BLUNDER_PAUSE_US = 3000 /* between portions, for everything else */
};

int blunder_new(struct blunder **ret);
void blunder_free(struct blunder *b);

/* Forgets everything and takes up a position. */
void blunder_begin(struct blunder *b, const struct rules_variant *v, const struct rules_state *s);
/* One of its legal actions, and the place where people see it end. At most RULES_ACTIONS_MAX. */
void blunder_add(struct blunder *b, rules_action a, uint16_t site);
/* Goes on for so many positions. True: there is nothing left to look at. */
bool blunder_go(struct blunder *b, int positions);
/* Every action that ends there has been looked at, and every one loses. */
bool blunder_loses(const struct blunder *b, uint16_t site);

/* Pieces of `player` that somebody could still take. */
int blunder_pieces(const struct rules_variant *v, const struct rules_state *s, int player);

#endif
