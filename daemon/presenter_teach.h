/*
 * presenter_teach.h — what a learner is shown that the view does not say: what may move, and what is in danger.
 */
#ifndef TABLERO_PRESENTER_TEACH_H
#define TABLERO_PRESENTER_TEACH_H

#include "view.h"

/* Sites from which (or, for tiles, on which) the player to move may play; pits are left out, their beads glow anyway. */
int teach_movable(const struct view *view, uint16_t list[RULES_SITES_MAX]);

/* If the player to move did nothing: where the others would take something of his at once, or win. Facts, not opinions. */
int teach_threats(const struct view *view, uint16_t list[RULES_SITES_MAX]);

#endif
