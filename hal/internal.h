/*
 * internal.h — what the files of the hardware library share: the table of functions behind every kind of board.
 *
 * Two tables. A *backend* brings in sensor lines ("gpio:", "serial:", "sim:", "replay:"); a *light driver* takes out LED
 * frames ([leds] driver = apa102 …). They are independent: reed switches on GPIO lines and LEDs on SPI are one board.
 * Which driver: key `leds` in the board file's section of the scheme ([gpio] leds = apa102). Without it the frames go to the
 * backend's own show(), if it has one: a serial board carries its LEDs itself.
 *
 * hal.c owns everything that all kinds share: the event queue and its overflow, the states and their messages, the back-off,
 * times that never run backwards, health counters, and the one place where a colour becomes a duty cycle.
 *
 * To add a kind: write the functions, add the table to the list in hal.c. Rules for all of them:
 * - connect() never waits. It opens what it needs, adds descriptors with hal_watch(), returns 0, or −errno after
 *   hal_say(h, "what is wrong; what would help"). hal.c calls it again with back-off (¼ s, doubling up to 2 s).
 * - After connect() the state is HAL_STARTING. As soon as all lines have been read: hal_frame(). That is HAL_READY.
 * - work() is called when a watched descriptor is readable or next_us() has come (or for no reason at all): take what is
 *   there, hal_line() for each change. It must not block, and must end though more data keeps coming (a few hundred events).
 * - When events may have been lost (overflow, gap): hal_restart(), read all, hal_frame().
 * - When the hardware is gone: hal_lost(h, now_us, HAL_ABSENT or HAL_SILENT, "why") and return at once; hal.c calls
 *   disconnect(). Inside disconnect() close descriptors (closing takes them out of the epoll set by itself).
 * - Values: enum hal_kind's for digital lines, 0 … 1023 where line->analogue.
 */
#ifndef TABLERO_HAL_INTERNAL_H
#define TABLERO_HAL_INTERNAL_H

#include "hal.h"

struct hal_backend {
	const char *scheme; /* what stands before the colon */
	bool simulated;     /* no hardware behind it: light drivers are not used */

	/* Required. Called once by hal_open: checks `rest` (what stands after the colon) and the board file's wiring, allocates
	 * h->own. −EINVAL with a message for what can never work, −ENOMEM. Touches no hardware. */
	int (*open)(struct hal *h, const char *rest, int64_t now_us, char message[HAL_MESSAGE_MAX]);
	/* Required. Frees h->own; the backend is disconnected by then. Called only after a successful open. */
	void (*close)(struct hal *h);

	/* Required: the life of a connection, as described above. */
	int (*connect)(struct hal *h, int64_t now_us);
	void (*disconnect)(struct hal *h);
	void (*work)(struct hal *h, int64_t now_us);

	/* Optional. When work() is wanted without any descriptor: heartbeat, matrix scan. Default: HAL_NEVER. */
	int64_t (*next_us)(const struct hal *h);

	/* Optional: LEDs that hang on the board itself. `duty` holds h->leds entries, final. It is h->duty and changes
	 * only with the next show(): a slow link keeps sending from it in work(). After a connect the backend shows h->duty by
	 * itself if h->ever_shown. */
	void (*show)(struct hal *h, int64_t now_us, const struct hal_rgb *duty, int leds);
};

struct hal_light_driver {
	const char *name; /* value of `leds` in the scheme's section */
	bool on_off;      /* no grades, no colours: show() gets what the caller wanted, without brightness and cap */

	/* As for backends, with h->light_own; all required. A failing driver leaves the sensors alone: LEDs are absent. */
	int (*open)(struct hal *h, char message[HAL_MESSAGE_MAX]);
	void (*close)(struct hal *h);
	int (*connect)(struct hal *h, int64_t now_us);
	void (*disconnect)(struct hal *h);
	/* Writes the frame, at once and whole: 0, or −errno (the driver is then disconnected and retried). Both may have said
	 * why by hal_light_say(). */
	int (*show)(struct hal *h, int64_t now_us, const struct hal_rgb *duty, int leds);
};

extern const struct hal_backend hal_sim_backend, hal_serial_backend, hal_replay_backend, hal_gpio_backend;
extern const struct hal_light_driver hal_apa102_driver, hal_ws2812_driver, hal_ht16k33_driver, hal_gpio_leds_driver;

enum {
	HAL_QUEUE = 1024,              /* events; a power of two, more than twice HAL_LINES_MAX */
	HAL_BACKOFF_FIRST_US = 250000, /* first retry */
	HAL_BACKOFF_LAST_US = 2000000, /* a cable put back is noticed within this time */
	HAL_BOUNCE_US = 5000,          /* a return within this time is the contact's own bounce */
};

struct hal_health_line {
	struct hal_health told;
	int64_t before_us; /* the change before the last one */
	int before;        /* value before the last change */
};

/* How colours become duty cycles: from the board file's [leds] section. */
struct hal_colour {
	uint8_t order[3];  /* order[i]: which of r, g, b (0, 1, 2) goes out as i-th byte */
	uint8_t duty[256]; /* gamma curve */
	double gamma;
	int brightness; /* percent */
	int channel_ma; /* one colour of one LED at full duty */
	int idle_ma;    /* one dark LED */
	int limit_ma;   /* whole frame; 0: none */
};

struct hal {
	const struct hal_board *board;
	const struct hal_backend *backend;
	void *own; /* the backend's */
	const struct hal_light_driver *light;
	void *light_own;

	int epoll, wake; /* wake: an eventfd that is readable while the queue holds events */
	bool awake, reading;
	bool connected, light_connected;
	bool closing; /* hal_close() has begun: what was said last should still go out */
	int64_t retry_us, backoff_us;
	int64_t light_retry_us, light_backoff_us;
	char light_message[HAL_MESSAGE_MAX];
	bool board_one_colour; /* the LEDs that hang on the board itself */

	struct hal_status status;
	struct hal_event queue[HAL_QUEUE];
	unsigned head, tail; /* head: next to take; both count on and are masked at use */
	int64_t last_us;     /* time of the last event queued */

	int lines, leds;
	uint16_t *value;                /* a line: as last heard */
	struct hal_health_line *health; /* a line */

	struct hal_colour colour;
	struct hal_rgb *wanted; /* as the caller gave it */
	struct hal_rgb *shown;  /* after brightness and cap, as eyes see it */
	struct hal_rgb *duty;   /* after gamma and colour order, as the wire has it */
	bool ever_shown;
};

/* ---- For backends (hal.c) ------------------------------------------------------------------------------------------ */

/* Adds a descriptor to the epoll set; −errno. It leaves the set when it is closed. */
int hal_watch(struct hal *h, int fd);
/* Message of the present state; printf. */
void hal_say(struct hal *h, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A line has a new value since `time_us`. Equal values are swallowed; in HAL_STARTING it is only noted for the frame. */
void hal_line(struct hal *h, int64_t time_us, int line, int value);
/* All lines have been noted by hal_line(): HAL_LINE for each, HAL_FRAME, then HAL_STATE ready. */
void hal_frame(struct hal *h, int64_t now_us);
/* The state changes and nothing else (nothing if it is the same). For backends that relate states, like a trace. */
void hal_enter(struct hal *h, int64_t now_us, int state);
/* Events that still fit before the queue collapses into a frame. */
unsigned hal_room(const struct hal *h);
/* Events may be missing: HAL_STATE starting; a frame is owed. Nothing if that is the state already. */
void hal_restart(struct hal *h, int64_t now_us, const char *why);
/* The hardware is gone: `state` is HAL_ABSENT or HAL_SILENT. Retried with back-off. */
void hal_lost(struct hal *h, int64_t now_us, int state, const char *why);

/* ---- Colour (colour.c) ---------------------------------------------------------------------------------------------- */

/* Reads [leds]; −EINVAL with a message. */
int hal_colour_read(struct hal_colour *c, const struct hal_board *board, char message[HAL_MESSAGE_MAX]);
/* wanted → shown and duty; returns the limit in percent (100: not dimmed). */
int hal_colour_apply(const struct hal_colour *c, const struct hal_rgb *wanted, int leds, struct hal_rgb *shown,
		     struct hal_rgb *duty);

/* ---- Light on this machine (light.c) ------------------------------------------------------------------------------- */

int hal_light_find(struct hal *h, char message[HAL_MESSAGE_MAX]);
void hal_light_step(struct hal *h, int64_t now_us);
int64_t hal_light_next_us(const struct hal *h);
int hal_light_show(struct hal *h, int64_t now_us);
void hal_light_close(struct hal *h); /* all dark */
/* Why there is no light; printf. */
void hal_light_say(struct hal *h, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Says it of a device file that is missing or forbidden, with the remedy; of another error nothing. Returns `error`. */
int hal_light_cannot(struct hal *h, const char *device, const char *group, const char *setting, int error);
/* The next time is waited twice as long, so that what dies at once after each start is no busy loop. */
void hal_retry_later(int64_t now_us, int64_t *retry_us, int64_t *backoff_us);

/* ---- Board files (board.c) ------------------------------------------------------------------------------------------ */

/* A number in the board file. Absent: `otherwise`; unreadable or out of range: −EINVAL with a message. */
int hal_board_number(const struct hal_board *b, const char *section, const char *key, int min, int max, int otherwise, int *ret,
		     char message[HAL_MESSAGE_MAX]);
/* What an analogue line reads when it is at rest on each value, by the board file's `levels`; counts are filled in between the
 * points given. NULL for a digital line. A value may stand twice: a magnet either way up. */
enum { HAL_LEVELS_MAX = 64 };
struct hal_levels {
	int n;
	struct {
		uint16_t value, raw;
	} at[HAL_LEVELS_MAX];
};
const struct hal_levels *hal_board_levels(const struct hal_board *b, int line);

/* Which input of a serial board a line is: 's' switch, 'n' number, 'a' analogue, 'b' button, and its number. */
struct hal_input {
	char letter;
	uint16_t number;
};
struct hal_input hal_board_input(const struct hal_board *b, int line);

/* The n-th entry (from 0) of a section: its key, with *ret_value and *ret_line, its line in the file; NULL after the last. */
const char *hal_board_entry(const struct hal_board *b, const char *section, int n, const char **ret_value, int *ret_line);
/* Writes "FILE:LINE: what" (printf) and returns −EINVAL: for sections that a backend reads itself. */
int hal_board_complain(const struct hal_board *b, char message[HAL_MESSAGE_MAX], int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
