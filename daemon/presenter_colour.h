/*
 * presenter_colour.h — colours of meanings, of the sides and of bead counts, in the usual palette, one for people who do not
 * tell red from green, and one for LEDs of a single colour.
 */
#ifndef TABLERO_PRESENTER_COLOUR_H
#define TABLERO_PRESENTER_COLOUR_H

#include "presenter.h"

struct colour {
	uint8_t r, g, b;
};

/* A side's colour: of its pieces as they are sold with the game where that can be shown by light. */
struct colour colour_side(const struct rules_variant *v, int owner, const struct presenter_settings *settings);
struct colour colour_meaning(enum light_meaning meaning, const struct presenter_settings *settings);
/* Beads in one pit, for a pit with one LED: a scale, darker is fewer, 0 is dark. */
struct colour colour_beads(int count, const struct presenter_settings *settings);
/* `c` at `percent` of its brightness, as the night and the LEDs allow; what is not dark stays visible. */
struct colour colour_dim(struct colour c, int percent, const struct presenter_settings *settings);

#endif
