/*
 * boardio_flight.h — the flight recorder: what the board and people said since the table last agreed with the record, so that
 * every accepted turn is kept together with the raw events behind it, as a trace that replays to the same turn.
 *
 * A mark is a moment of rest at the start of a turn: the board showed the position of the record. A turn's trace begins with
 * the newest mark that lies before it: the board as it was then, a "#!" line that starts the game from that position, and
 * everything said since. What was learned of an analogue line that moves goes with it; one that rests is written with the reading
 * that a good sensor would give. Bounded in memory and in length; a turn that took longer than that has no trace.
 */
#ifndef TABLERO_BOARDIO_FLIGHT_H
#define TABLERO_BOARDIO_FLIGHT_H

#include "hal.h"
#include "session.h"

struct flight;

/* The board is borrowed. −ENOMEM. */
int flight_new(const struct hal_board *board, struct flight **ret);
void flight_free(struct flight *f); /* NULL is fine */

/* What the readings of analogue lines mean from now on; borrowed, NULL: nominal again. */
void flight_calibrate(struct flight *f, const struct hal_calibration *c);
/* Another game: its record has nothing to do with the one before. */
void flight_game(struct flight *f);
/* An event of the board, before debounce and session have taken it. `told_us`: when the session was last given what had settled. */
void flight_event(struct flight *f, const struct session *s, int64_t told_us, const struct hal_event *e);
/* What people say, before the session hears it; words as in replay_people.h. */
void flight_said(struct flight *f, const struct session *s, int64_t told_us, int64_t now_us, const char *what,
		 const char *rest);
/* The trace of the turn that the record's tip, just played, belongs to; free() it. NULL: none. */
char *flight_text(struct flight *f, const struct session *s, int64_t now_us);

#endif
