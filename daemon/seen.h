/*
 * seen.h — what the sensors know about each site of the game on the table.
 *
 * The tracker compares this with the projection of positions (rules_project). A sensor may know less than a look holds:
 * presence only, presence and owner, a count that saturates, or nothing at all.
 */
#ifndef TABLERO_SEEN_H
#define TABLERO_SEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "rules.h"

enum seen_knows {
	SEEN_NOTHING = 0,  /* no sensor, dead, or marked faulty: asked for on the phone */
	SEEN_PRESENCE = 1, /* count > 0 or not */
	SEEN_OWNER = 2,    /* whose, where there is something */
	SEEN_RANK = 4,     /* plain or king/double/charged */
	SEEN_COUNT = 8,    /* how many, up to `most`; from `most` on "that many or more", exact if most is 255 */
};

/* What one site's sensor can tell; fixed while a layout is in force. */
struct seen_sensor {
	uint8_t knows; /* enum seen_knows, or-ed; 0: blind */
	uint8_t most;
};

/* What it tells now. Parts that it cannot know are 0. */
struct seen {
	uint8_t count, owner, rank;
};

/* Whether a look would read as `seen` on such a sensor. A blind site fits everything. */
bool seen_fits(struct seen_sensor sensor, struct rules_look look, struct seen seen);
/* What such a sensor would tell of a look. */
struct seen seen_of(struct seen_sensor sensor, struct rules_look look);

#endif
