/* reply.h — the other side of a lesson: a whole turn that takes a win where there is one and otherwise looks one action ahead.
 */
#ifndef TABLERO_REPLY_H
#define TABLERO_REPLY_H

#include "rules.h"

enum { REPLY_MAX = 64 }; /* actions of one turn; a spread of beads is the longest */

/* Plays a turn of the player to move in place and lists its actions. The same position always gets the same answer, so that a
 * lesson can be tried again. Returns how many actions; 0 for a finished position. */
int reply_turn(const struct rules_variant *v, struct rules_state *s, rules_action list[REPLY_MAX]);

#endif
