/*
 * boardio.h — the board side of the daemon: hardware lines in, settled sites to the session, light back out.
 *
 * One timer on the loop, always set to the nearest moment at which something happens by itself; nothing wakes while nothing
 * moves. Buttons are told from holding here; both (or the only) end-turn buttons held together for three seconds are the
 * gesture that opens pairing and vouches for dangerous acts.
 */
#ifndef TABLERO_BOARDIO_H
#define TABLERO_BOARDIO_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules.h"
#include "seen.h"

struct app;
struct boardio;
struct light;

enum { BOARDIO_MESSAGE = 320 };

/* Opens the board named in the configuration. −EINVAL with a message for what can never work. */
int boardio_new(struct app *app, char message[BOARDIO_MESSAGE], struct boardio **ret);
void boardio_free(struct boardio *b);

/* Hands the layout to the session; once, when all parts are there. */
void boardio_begin(struct boardio *b, int64_t now_us);
/* Looks at everything that is due and sets the timer. Called by its own timer and descriptor, and after every command. */
void boardio_step(struct boardio *b, int64_t now_us);
/* Whether the loop has looked at the board when it should have; the watchdog is fed only then. */
bool boardio_alive(const struct boardio *b, int64_t now_us);

/* Makes the sites of this variant the ones in force. On a simulated board the board itself is exchanged where it does not carry
 * the game. −ENOENT with a message when this board cannot carry it. */
int boardio_use(struct boardio *b, int64_t now_us, const struct rules_variant *v, char message[BOARDIO_MESSAGE]);
/* Whether boardio_use would work; changes nothing. */
int boardio_carries(struct boardio *b, const struct rules_variant *v, char message[BOARDIO_MESSAGE]);
/* What the board's lines say of this variant's sites, in force or not; changes nothing. Returns how many lines tell of something where
 * it has no site. −ENOENT: the board does not serve the game; −ENODEV: it is not there. */
int boardio_seen(struct boardio *b, const struct rules_variant *v, struct seen_sensor *sensor, struct seen *seen);
/* The variant whose sites are in force: of the game on the table, or the first one the board serves. */
const struct rules_variant *boardio_variant(const struct boardio *b);

json_t *boardio_json(const struct boardio *b); /* "board" of STATE */
/* What a site's sensor can tell. */
struct seen_sensor boardio_sensor(const struct boardio *b, int site);
/* The last light shown, one entry a site. */
const struct light *boardio_light(const struct boardio *b, int *ret_sites);
const struct presenter_settings *boardio_presenter(const struct boardio *b);
/* Takes over what the presenter reads: brightness, night, colours. */
void boardio_settings(struct boardio *b);
/* Light that stands above all others for a while: pairing, a lesson, the LED test. NULL: none. */
typedef void boardio_overlay(void *user, int64_t now_us, struct light *light, int sites, int64_t *ret_next_us);
void boardio_set_overlay(struct boardio *b, boardio_overlay *overlay, void *user);
/* Sites with an LED; returns how many. */
int boardio_lit(const struct boardio *b, uint16_t list[RULES_SITES_MAX]);

/* ---- Flight recorder: boardio_flight.h ---------------------------------------------------------------------------------- */

/* What people are about to tell the session. */
void boardio_said(struct boardio *b, int64_t now_us, const char *what, const char *rest);
/* The trace of the turn just recorded; free() it. NULL: none. */
char *boardio_turn_trace(struct boardio *b, int64_t now_us);
/* Another game is on the table. */
void boardio_new_record(struct boardio *b);

/* ---- Simulated board only --------------------------------------------------------------------------------------------- */

bool boardio_is_sim(const struct boardio *b);
void boardio_sense(struct boardio *b, int64_t now_us, int site, struct rules_look look);
void boardio_press(struct boardio *b, int64_t now_us, int player, bool held);
void boardio_press_together(struct boardio *b,
			    int64_t now_us); /* every end-turn button, for as long as the gesture of pairing takes */
void boardio_plug(struct boardio *b, int64_t now_us, bool plugged);

/* ---- Doctor ------------------------------------------------------------------------------------------------------------- */

json_t *boardio_checks(const struct boardio *b); /* doctor.h, of this board */
json_t *boardio_lines(struct boardio *b);        /* every line: label, kind, raw, value, changes, wear, … */
json_t *boardio_leds(const struct boardio *b);
int boardio_mark(struct boardio *b, int64_t now_us, const char *label, bool faulty); /* −ENOENT; kept over restarts */

/* Calibration: measuring takes a second of samples. −ENOENT no such line, −EINVAL not analogue or no such value, −ENODEV board
 * not ready, −EBUSY another measurement is going on. Nothing is kept until it is saved. */
int boardio_calibrate(struct boardio *b, int64_t now_us, const char *label, int value);
/* All analogue lines at once: on the empty board, or on the start position of the game in force. */
int boardio_calibrate_all(struct boardio *b, int64_t now_us, bool full);
int boardio_calibrate_forget(struct boardio *b, const char *label);
/* −ESTALE: the file was changed by somebody else. boardio_calibration_message() says what is wrong. */
int boardio_calibrate_save(struct boardio *b);
int boardio_calibrate_cancel(struct boardio *b);
int boardio_calibrate_import(struct boardio *b, const char *text); /* and saves */
char *boardio_calibration_text(const struct boardio *b);           /* the caller frees it */
const char *boardio_calibration_message(const struct boardio *b);
json_t *boardio_calibration(const struct boardio *b);
json_t *boardio_levels(const struct boardio *b, const char *label); /* NULL: no analogue line */

/* The guided test (guide.h): of all sites of the game in force, or of one line. */
int boardio_guide_start(struct boardio *b, int64_t now_us, const char *label);
int boardio_guide_again(struct boardio *b, int64_t now_us, const char *label); /* NULL: the one before */
void boardio_guide_next(struct boardio *b, int64_t now_us);
void boardio_guide_stop(struct boardio *b, int64_t now_us);
json_t *boardio_guide(const struct boardio *b);
bool boardio_guiding(const struct boardio *b);

/* Shows one LED in one colour, or walks through all; −1: stop. */
void boardio_test_led(struct boardio *b, int64_t now_us, int led, int r, int g, int bl, bool walk);

#endif
