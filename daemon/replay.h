/*
 * replay.h — the real debounce, layout and session on a virtual clock: recorded or invented line events in, the same events out
 * as on the wood. No I/O; time passes only when told to.
 */
#ifndef TABLERO_REPLAY_H
#define TABLERO_REPLAY_H

#include "hal.h"
#include "layout.h"
#include "session.h"

struct replay;

/* The board is borrowed. −ENOMEM. */
int replay_new(const struct hal_board *board, const struct session_settings *settings, struct replay **ret);
void replay_free(struct replay *r); /* NULL is fine */

struct session *replay_session(struct replay *r);
const struct layout *replay_layout(const struct replay *r); /* NULL before a game's sites were put in force */
int64_t replay_now_us(const struct replay *r);

/* What the readings of analogue lines mean; borrowed. */
void replay_calibrate(struct replay *r, const struct hal_calibration *c);

/* Puts a variant's sites in force and tells the session what lies on them. −ENOENT, −EINVAL as layout_make. */
int replay_use(struct replay *r, const struct rules_variant *v, char message[HAL_MESSAGE_MAX]);

/* Lets time pass until just before the event, then takes it. Events come in order of time. −ELOOP: the session asked to be
 * woken for ever at the same moment. */
int replay_feed(struct replay *r, const struct hal_event *event);
/* Lets time pass until `until_us`, that moment included. */
int replay_until(struct replay *r, int64_t until_us);
/* When something happens by itself; INT64_MAX: never. */
int64_t replay_next_us(const struct replay *r);

#endif
