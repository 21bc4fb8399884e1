/*
 * hal.h — the contract of the hardware library: sensor lines and LED indices. It knows no game and no site.
 *
 * A board has `lines` numbered 0 … n−1 (sensors first, then buttons) and `leds` numbered 0 … m−1. What a line means
 * (which site, which player's button) and which LED shines under what stands in the board file as plain labels that this
 * library carries but never reads.
 *
 * Never blocks, never logs, never exits. A missing, locked, forbidden or lost board is a *state* with a message; the
 * library retries with back-off on its own, and when the board is back everything is read again: a HAL_FRAME event stands
 * between what was believed and what is true now. Old edges are never trusted over a frame.
 *
 * Time: `now_us` and event times are microseconds of CLOCK_MONOTONIC, given by the caller; the library reads no clock
 * (so that a recorded trace replays on a virtual one). One thread. Errors: 0 or −errno; ret_x untouched on failure.
 */
#ifndef TABLERO_HAL_H
#define TABLERO_HAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hal;       /* one opened board */
struct hal_board; /* one board file, read */

enum { HAL_LINES_MAX = 400, HAL_LEDS_MAX = 1024, HAL_MESSAGE_MAX = 160, HAL_LABEL_MAX = 16 };
#define HAL_NEVER INT64_MAX

/* ---- Board files (hal/boards/X.ini, format in hal/boards/README.md) ------------------------------------------------ */

enum hal_kind {
	HAL_PRESENCE, /* value 0 empty, 1 occupied */
	HAL_OWNER,    /* value 0 empty, 1 … 4 that side, 5 the neutral piece: classified from polarity */
	HAL_RANKED,   /* value 0 empty, else owner + 8 × rank */
	HAL_COUNT,    /* value = how many, exact up to `most`; `most` means "that many or more" unless most is 255 */
	HAL_BUTTON,   /* value 0 released, 1 pressed */
};

struct hal_line {
	char label[HAL_LABEL_MAX]; /* "a1", "Na", "end1": unique in the file */
	uint8_t kind;              /* enum hal_kind */
	uint8_t most;              /* HAL_COUNT: highest value told apart */
	bool analogue;             /* raw values arrive; classified by calibration on our side */
	bool faulty;               /* marked by its owner: never believed */
	uint32_t on_us, off_us;    /* debounce: stable time before a rise / a fall counts; longer off than on */
};

struct hal_led {
	char label[HAL_LABEL_MAX]; /* label of the line or site it shines under; several LEDs may share one */
};

/* Reads a board file. −EINVAL with "FILE:LINE: what" in message, or −errno of the open. */
int hal_board_read(const char *path, struct hal_board **ret, char message[HAL_MESSAGE_MAX]);
/* The same from text, for boards compiled in; `name` stands in messages. */
int hal_board_parse(const char *name, const char *text, struct hal_board **ret, char message[HAL_MESSAGE_MAX]);
void hal_board_free(struct hal_board *b); /* NULL is fine */

const char *hal_board_id(const struct hal_board *b);    /* "contigo" */
const char *hal_board_title(const struct hal_board *b); /* "Contigo, 36 squares and 28 pits" */
const char *hal_board_games(const struct hal_board *b); /* ids it serves, separated by spaces */
int hal_board_lines(const struct hal_board *b);
const struct hal_line *hal_board_line(const struct hal_board *b, int line);
int hal_board_leds(const struct hal_board *b);
const struct hal_led *hal_board_led(const struct hal_board *b, int led);
/* Any other key of the file: section, key → text, or NULL. */
const char *hal_board_value(const struct hal_board *b, const char *section, const char *key);
/* Line of the file where a key stands; 1 if it does not. */
int hal_board_line_of(const struct hal_board *b, const char *section, const char *key);
/* Whether a section has a key that begins so: which kinds of chips a board is wired to. */
bool hal_board_mentions(const struct hal_board *b, const char *section, const char *begins);
/* The line with this label, or −ENOENT. */
int hal_board_find(const struct hal_board *b, const char *label);
/* How many inputs of a letter (PROTOCOL.md: s n a b) a serial board must have for this file. */
int hal_board_inputs(const struct hal_board *b, char letter);
/* Marks a line faulty, or well again. */
void hal_board_mark(struct hal_board *b, int line, bool faulty);

/* ---- An opened board ------------------------------------------------------------------------------------------------ */

/*
 * spec: "sim:"                     simulated board, driven through hal_sim_*
 *       "serial:/dev/ttyACM0"      serial board, PROTOCOL.md (any spelling that realpath resolves; a pty's link too)
 *       "gpio:"                    libgpiod, lines as wired in the board file's [gpio] section
 *       "replay:FILE"              a recorded trace, at the recorded times
 * The board file is borrowed and must outlive the handle. Fails only for a spec that can never work (−EINVAL) or without
 * memory; hardware that is not there is a state.
 */
int hal_open(const char *spec, const struct hal_board *board, int64_t now_us, struct hal **ret, char message[HAL_MESSAGE_MAX]);
/* Would it open? Reads the file's wiring for that kind of board; touches no hardware. */
int hal_check(const char *spec, const struct hal_board *board, char message[HAL_MESSAGE_MAX]);
void hal_close(struct hal *h); /* LEDs off where it can; NULL is fine */

/* A descriptor that becomes readable when hal_read has something to do: an epoll set, the same for the handle's whole
 * life whatever is plugged or unplugged. */
int hal_fd(const struct hal *h);

/* When hal_read must be called even if the descriptor stays silent (heartbeat, retry, matrix scan); HAL_NEVER if never. */
int64_t hal_next_us(const struct hal *h);

enum hal_event_type {
	HAL_LINE,  /* line `line` now has `value` (before debounce; analogue: raw) */
	HAL_FRAME, /* everything was read anew: the HAL_LINE events before it, since the last HAL_STATE, were that frame */
	HAL_STATE, /* the link's state changed: `value` is the new enum hal_state */
};

struct hal_event {
	int64_t time_us; /* when it happened, as near as the hardware tells */
	uint8_t type;    /* enum hal_event_type */
	uint16_t line;
	uint16_t value;
};

/* Takes up to `room` events, oldest first; returns how many (0: nothing), never blocks. Call until it returns less than
 * `room`. Board time is translated into monotonic time; times never run backwards. */
int hal_read(struct hal *h, int64_t now_us, struct hal_event *event, int room);

/* Shows a frame: one entry a LED, in board order. Brightness, gamma, colour order and current cap are applied here. Keeps
 * only the newest frame where the link is slower than the caller. −ENODEV while the board is away (the frame is shown when
 * it returns). */
struct hal_rgb {
	uint8_t r, g, b;
};
int hal_show(struct hal *h, int64_t now_us, const struct hal_rgb *frame, int leds);

enum hal_state {
	HAL_ABSENT,   /* not there: unplugged, no such chip, no permission; being retried */
	HAL_STARTING, /* there, not yet read */
	HAL_READY,
	HAL_SILENT, /* open but no heartbeat: being reopened */
};

struct hal_status {
	int state;                      /* enum hal_state */
	char message[HAL_MESSAGE_MAX];  /* what is wrong and what would help, English, one line; empty when ready */
	int64_t since_us;               /* when the state began */
	uint64_t events, frames, leds;  /* taken, full re-reads, LED frames handed over */
	uint64_t damaged, gaps, resets; /* damaged lines, sequence gaps, restarts of the board */
	int limit_percent;              /* 100, or how far the current cap dims the frame just shown */
	bool one_colour;                /* its LEDs have one colour; of a serial board known once it is ready */
	bool on_off;                    /* … and no grades: neither brightness nor cap reaches them as colours */
};
void hal_status(const struct hal *h, struct hal_status *ret);

/* Brightness 0 … 100 %, for all LEDs; takes effect with the next frame. LEDs that are on or off keep away from it, unless their
 * driver can dim all of them at once. */
void hal_brightness(struct hal *h, int percent);

/* ---- The simulated board: part of the product ------------------------------------------------------------------------ */

/* Sets what a simulated line senses (for analogue lines too: the value, not the raw reading, which is made from the nominal
 * level); it arrives as an ordinary event. −EINVAL if `h` is not "sim:" or there is no such line. */
int hal_sim_set(struct hal *h, int64_t now_us, int line, int value);
int hal_sim_get(const struct hal *h, int line);
/* Pulls or plugs the simulated cable. */
int hal_sim_plug(struct hal *h, int64_t now_us, bool plugged);
/* The frame last shown, after brightness and cap, and how many LEDs it has. Works for every backend. */
const struct hal_rgb *hal_shown(const struct hal *h, int *ret_leds);

/* ---- Calibration: what the raw values of analogue lines mean ------------------------------------------------------------ */

/*
 * Every analogue line has levels: what it reads at rest on each of its values (a magnet of that side, so many beads). The
 * board file gives nominal ones; samples taken while it is known what lies there correct them line by line, and the levels
 * in between follow. A sensor soldered in upside down is cured by learning two levels of it.
 *
 * A reading belongs to the nearest level; the value that it had is kept until the reading is well past the middle between two
 * levels.
 */
struct hal_calibration;
int hal_calibration_new(const struct hal_board *board, struct hal_calibration **ret); /* nominal; borrows the board */
void hal_calibration_free(struct hal_calibration *c);
/* Value of a raw reading on an analogue line, given the value before; *ret_confidence (may be NULL): 100 on a level, 0 half-way
 * between two. Digital lines: raw itself, 100. */
int hal_calibration_classify(const struct hal_calibration *c, int line, int raw, int before, int *ret_confidence);
/* One sample: `value` is known to lie there, `raw` is read. −EINVAL if the line is digital or has no such value. */
int hal_calibration_learn(struct hal_calibration *c, int line, int value, int raw);
/* Forgets what was learned of a line. */
void hal_calibration_forget(struct hal_calibration *c, int line);
/* Raw reading to be expected for a value; −EINVAL as above. */
int hal_calibration_expected(const struct hal_calibration *c, int line, int value);
/* Samples that were learned of a value, of all values for −1; 0 for digital lines. */
int hal_calibration_samples(const struct hal_calibration *c, int line, int value);
/* How well the line's closest two levels stand apart in its noise, 0 … 100 %; never above 50 while nothing was learned. */
int hal_calibration_confidence(const struct hal_calibration *c, int line);
/* Adds what a calibration file holds. −EINVAL with "FILE:LINE: what", or −errno of the open (−ENOENT: none was made yet). */
int hal_calibration_read(struct hal_calibration *c, const char *path, char message[HAL_MESSAGE_MAX]);
int hal_calibration_parse(struct hal_calibration *c, const char *name, const char *text, char message[HAL_MESSAGE_MAX]);
/* The file's text, for export; the caller frees it. NULL without memory. */
char *hal_calibration_text(const struct hal_calibration *c);
/* The same for a trace, which hardware passes over: each line behind "#= ", of the lines of the board for which `wanted` is true
 * (NULL: all). "" if nothing was learned of them. */
char *hal_calibration_quote(const struct hal_calibration *c, const bool *wanted);
/* Takes what a trace quotes. −ENOENT: nothing, or no such file; −EINVAL with "FILE:LINE: what". */
int hal_calibration_unquote(struct hal_calibration *c, const char *path, char message[HAL_MESSAGE_MAX]);
/* Saves, durably and whole or not at all. An older file is kept beside it as PATH.1, PATH.2, …; −ESTALE if the file there is
 * not the one that was read (somebody edited it meanwhile): read again, or choose another name. */
int hal_calibration_write(struct hal_calibration *c, const char *path, char message[HAL_MESSAGE_MAX]);

/* ---- Debounce: one for all backends ----------------------------------------------------------------------------------- */

/*
 * A value counts once it has been stable for the line's on_us (a rise) or off_us (a fall); the level at the end of that
 * time decides, never the edge alone. Feed every HAL_LINE event, ask for the next deadline, collect what has settled.
 * Analogue lines are classified first, with nominal levels or a calibration; what settles is a value of the line's kind.
 */
struct hal_debounce;
int hal_debounce_new(const struct hal_board *board, struct hal_debounce **ret);
void hal_debounce_free(struct hal_debounce *d);
/* Borrows; NULL: nominal again. What is settled stays until the next reading of each line. */
void hal_debounce_calibrate(struct hal_debounce *d, const struct hal_calibration *c);
void hal_debounce_feed(struct hal_debounce *d, const struct hal_event *event);
/* Everything fed since the frame began counts at once: after HAL_FRAME. */
void hal_debounce_frame(struct hal_debounce *d, int64_t now_us);
int64_t hal_debounce_next_us(const struct hal_debounce *d);
/* Takes lines whose settled value has changed by `now_us`; returns how many. time_us is when the new level began. */
int hal_debounce_take(struct hal_debounce *d, int64_t now_us, struct hal_event *event, int room);
int hal_debounce_value(const struct hal_debounce *d, int line);

/* ---- Traces: recorded below all logic ----------------------------------------------------------------------------------- */

/* Text, one event a line, documented in tests/traces/README.md. Writing never blocks on anything but the file. */
struct hal_trace;
/* Begins with what the calibration (may be NULL) has learned. */
int hal_trace_new(const char *path, const struct hal_board *board, const struct hal_calibration *c, int64_t now_us,
		  struct hal_trace **ret);
int hal_trace_put(struct hal_trace *t, const struct hal_event *event);
void hal_trace_free(struct hal_trace *t);

/* ---- Doctor -------------------------------------------------------------------------------------------------------------- */

/* Raw value of a line as last heard (analogue: 0 … 1023), and how often it changed, bounced and flickered since the start. */
struct hal_health {
	int raw;
	uint32_t changes, bounces, short_pulses;
	int64_t last_us;
};
int hal_health(const struct hal *h, int line, struct hal_health *ret);

#endif
