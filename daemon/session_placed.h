/*
 * session_placed.h — what stands on the board, read as a position of its own: what the sensors tell, what is left for people to
 * name (whose a piece is, which are the kings), and whether the rules know such a position. Pure: no session, no store.
 */
#ifndef TABLERO_SESSION_PLACED_H
#define TABLERO_SESSION_PLACED_H

#include "rules.h"
#include "seen.h"

struct placed {
	struct rules_variant variant;
	const struct rules_site *site;
	int sites;
	struct seen_sensor sensor[RULES_SITES_MAX];
	struct seen seen[RULES_SITES_MAX];
	struct rules_look look[RULES_SITES_MAX]; /* as far as known; owner 0: nobody has said yet */
	bool asks_blind;                         /* few places feel nothing, so there may be pieces on them */
};

/* Of counted places that cannot tell how much lies there it takes the number of the start, if that would look so. */
void placed_read(struct placed *p, const struct rules_variant *v, const struct seen_sensor *sensor, const struct seen *seen);
/* A piece whose owner, or rank, no sensor tells. A place whose sensor is broken may hold a piece: then there is one only when
 * somebody names it. Where many places have none the wood ends there, or nobody could name them all: they are bare. */
bool placed_asks_owner(const struct placed *p, int site);
bool placed_asks_rank(const struct placed *p, int site);
bool placed_blind(const struct placed *p, int site);
/* Is there anything for people to name? */
bool placed_asks(const struct placed *p);
/* The pieces that nobody has named are the last player's. */
void placed_rest(struct placed *p);
/* The position with that player to move; −EINVAL with a message: there is none, or its game would be over. */
int placed_position(const struct placed *p, int player, struct rules_state *ret, struct rules_error *err);
/* Can it become a position at all, whatever people name? *err says why not. */
bool placed_possible(const struct placed *p, struct rules_error *err);

#endif
