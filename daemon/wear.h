/*
 * wear.h — how the sensors of one board age: counted over its whole life, scored week by week.
 *
 * A reed that wears out chatters longer with every change, and drops out under a resting magnet. So the score is the share of
 * bad behaviour among its changes: 0 clean, 100 hardly usable. One week says little; the row of weeks tells a sensor that is
 * going from one that always was like that.
 *
 * Pure. Kept as JSON by label, so that a changed board file loses nothing.
 */
#ifndef TABLERO_WEAR_H
#define TABLERO_WEAR_H

#include <jansson.h>
#include <stdint.h>

enum { WEAR_LINES_MAX = 400, WEAR_WEEKS = 26 };

struct wear_line {
	uint64_t changes, bounces, pulses;  /* in its whole life */
	uint32_t week_changes, week_bad;    /* in the present week */
	uint8_t weeks, history[WEAR_WEEKS]; /* scores of past weeks, oldest first */
};

struct wear {
	int64_t week; /* since 1970; 0: the clock has not been right yet */
	struct wear_line line[WEAR_LINES_MAX];
};

/* A line has done this much more. */
void wear_note(struct wear *w, int line, uint32_t changes, uint32_t bounces, uint32_t pulses);
/* Closes the week when it is over. A clock that shows a year before 2024 has not been set and is not believed; one that runs
 * backwards closes nothing. */
void wear_date(struct wear *w, int64_t utc_ms);
/* The present week if it can be judged, else the last one that could, else what there is. */
int wear_score(const struct wear_line *l);

json_t *wear_json(const struct wear_line *l);
void wear_read(struct wear_line *l, json_t *json); /* anything: what is not understood counts as new */

#endif
