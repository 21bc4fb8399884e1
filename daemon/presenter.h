/*
 * presenter.h — from a view to light: a pure function. Meaning by rhythm and place first, colour second.
 *
 * Light words: steady = state · slow pulse = hint, look here · running path = how it travels · alternating = carry from here to
 * there · quick double = not so, and this is why · sweep = done. Never faster than 2 Hz.
 * Layers, the upper hides the lower: question > mismatch > lifted piece's targets > hint > last move > bead counts > whose
 * turn. Below all of them, where the board is quiet: the four corners, when games are not being saved.
 */
#ifndef TABLERO_PRESENTER_H
#define TABLERO_PRESENTER_H

#include "view.h"

enum light_word {
	LIGHT_OFF,
	LIGHT_STEADY,
	LIGHT_PULSE,
	LIGHT_PATH,
	LIGHT_ALTERNATE,
	LIGHT_DOUBLE,
	LIGHT_SWEEP,
};

enum light_meaning {
	LIGHT_NOTHING,
	LIGHT_TURN,
	LIGHT_BEADS,
	LIGHT_LAST,
	LIGHT_HINT,
	LIGHT_MOVABLE,
	LIGHT_LIFTED,
	LIGHT_TARGET,
	LIGHT_BLOCKER,
	LIGHT_BRING,
	LIGHT_TAKE,
	LIGHT_ASK,
	LIGHT_WIN,
	LIGHT_THREAT,
	LIGHT_UNSAVED, /* four corners, slowly: what is played is not being written down */
};

/* Light under one site at one moment. */
struct light {
	uint8_t r, g, b; /* linear, before brightness and gamma */
	uint8_t meaning; /* enum light_meaning */
	uint8_t word;    /* enum light_word */
	uint8_t bar;     /* with several LEDs on the site: how many are lit (bead counts); 255: all */
};

struct presenter_settings {
	bool one_colour;   /* LEDs without colour: brightness only */
	int night_percent; /* 100 by day */
	bool colour_blind; /* blue/orange instead of green/red */
};

/* Fills light[0 … view->sites). *ret_next_us: when the picture changes by itself next (INT64_MAX: it stands still). */
void presenter_light(const struct view *view, const struct presenter_settings *settings, int64_t now_us, struct light *light,
		     int64_t *ret_next_us);

#endif
