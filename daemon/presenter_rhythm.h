/*
 * presenter_rhythm.h — how a light word moves in time: lighthouse characters, and a light that runs along a path.
 *
 * Every character is periodic, begins with its telling part (a refusal must be seen at once) and never lights up twice within
 * half a second, which keeps it at 2 Hz or below.
 */
#ifndef TABLERO_PRESENTER_RHYTHM_H
#define TABLERO_PRESENTER_RHYTHM_H

#include <stdbool.h>
#include <stdint.h>

#include "rules.h"

enum rhythm {
	RHYTHM_STEADY,
	RHYTHM_PULSE,  /* swells and fades, 0.7 Hz: look here */
	RHYTHM_BREATH, /* the same at half the pace, never dark: the board waits for an answer */
	RHYTHM_SHORT,  /* a short flash every two seconds: this one is to be taken away */
	RHYTHM_LONG,   /* its counterpart, lit while the short one is dark: here it goes */
	RHYTHM_DOUBLE, /* two flashes and a rest: not so, and this is why */
	RHYTHM_WINK,   /* steady with a wink every two seconds; stands for a colour where LEDs have none */
	RHYTHM_READY,  /* steady with a wink every second; the same */
	RHYTHM_WARN,   /* dim, and bright for one second in four */
	RHYTHM_TIDE,   /* comes and goes in eight seconds: something is not as it should be, and nothing need be done at once */
	RHYTHM_SWEEP,  /* swells once in three seconds, each site a little later than the one before */
	RHYTHMS,
};

/* Level in percent at `t_us` since the rhythm began (negative: not yet, like 0). *ret_next_us: when it changes next, on the
 * same scale; INT64_MAX if never. */
int rhythm_level(enum rhythm r, int64_t t_us, int64_t *ret_next_us);

/* A light running along a path. Steps on the same site are one; of a very long way only the end is shown, because where the
 * last bead ends is what nobody sees at a glance. */
enum { RUN_STEPS_MAX = 32, RUN_REST_MS = 1000 };

struct run {
	int steps;
	uint16_t site[RUN_STEPS_MAX];
	int32_t end_ms[RUN_STEPS_MAX];
};

void run_make(const struct rules_path *path, struct run *ret);
/* Site lit at `t_us`, or RULES_NO_SITE while it rests; `once`: it does not start again. */
uint16_t run_site(const struct run *run, int64_t t_us, bool once, int64_t *ret_next_us);

#endif
