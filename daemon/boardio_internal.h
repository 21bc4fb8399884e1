/* boardio_internal.h — shared by boardio*.c. */
#ifndef TABLERO_BOARDIO_INTERNAL_H
#define TABLERO_BOARDIO_INTERNAL_H

#include <systemd/sd-event.h>

#include "app.h"
#include "boardio.h"
#include "boardio_flight.h"
#include "guide.h"
#include "hal.h"
#include "layout.h"
#include "presenter.h"
#include "session.h"
#include "view.h"
#include "wear.h"

struct boardio_learning {
	int left;  /* samples to take; 0: not measuring */
	int line;  /* −1: all */
	int value; /* that lies there */
	bool full; /* all: as in the start position, else empty */
	int64_t next_us;
};

struct boardio_counted {
	uint32_t changes, bounces, pulses; /* of this run, already in `wear` */
};

struct boardio {
	struct app *app;
	struct hal_board *board;
	struct hal *hal;
	struct hal_debounce *debounce;
	struct hal_calibration *calibration;
	struct layout layout;
	struct view *view;
	sd_event_source *io, *timer;
	int64_t due_us;  /* when the timer rings */
	int64_t rest_us; /* the same, but for what the hardware library wants */
	bool stepping;
	bool exchanged; /* the simulated board is no longer the one that was named */
	int state;      /* enum hal_state */

	int64_t pressed_us[RULES_PLAYERS_MAX + 1]; /* since when a button is down; 0: up */
	bool told[RULES_PLAYERS_MAX + 1];          /* this press has had its effect */
	bool gesture_told;
	int64_t release_us[RULES_PLAYERS_MAX + 1]; /* when a simulated button comes up */

	struct presenter_settings presenter;
	struct light light[RULES_SITES_MAX];
	struct hal_rgb frame[HAL_LEDS_MAX];
	bool shown_new; /* show even the same frame */
	boardio_overlay *overlay;
	void *overlay_user;

	int test_led; /* −1: no LED test */
	struct hal_rgb test_rgb;
	bool test_walk;
	int64_t test_us;

	struct hal_event traced[64]; /* of this step, to be written once the light is out */
	int traced_n;
	struct flight *flight; /* NULL without memory */
	int64_t told_us;       /* when the session was last given what had settled */
	struct hal_trace *trace;
	int64_t trace_hour;
	int traces; /* begun in this run */
	char calibration_path[512], calibration_message[HAL_MESSAGE_MAX];
	struct boardio_learning learning;
	bool unsaved; /* learned more than the file holds */

	struct guide *guide; /* NULL until the first test */
	struct wear wear;
	struct boardio_counted counted[HAL_LINES_MAX];
	bool marked[HAL_LINES_MAX]; /* somebody has marked it here, whatever the board file says */
	int64_t care_us;            /* when marks and wear are kept next */
};

/* boardio_find.c */
int boardio_generate(const struct rules_variant *v, struct hal_board **ret);
int boardio_read_board(const char *name, struct hal_board **ret, char message[BOARDIO_MESSAGE]);
int boardio_first_game(const struct hal_board *board, struct rules_variant *ret);
struct hal_board *boardio_find_board(const struct rules_variant *v, struct layout *scratch); /* NULL: none */
bool boardio_covers(const struct layout *layout, const struct rules_variant *v); /* is there a line under every site? */

/* boardio_buttons.c */
void boardio_button(struct boardio *b, int64_t now_us, int player, bool down);
int64_t boardio_hold_buttons(struct boardio *b, int64_t now_us); /* returns when to look again */

void boardio_close(struct boardio *b);
void boardio_sim_button(struct boardio *b, int64_t now_us, int player, bool down);
/* The frame of the LED test; returns when it changes. */
int64_t boardio_test_frame(struct boardio *b, int64_t now_us, struct hal_rgb *frame);
/* The ring of raw traces: a file an hour, the oldest go. */
void boardio_trace(struct boardio *b, int64_t now_us, const struct hal_event *event);
void boardio_trace_write(struct boardio *b, int64_t now_us);
void boardio_trace_end(struct boardio *b);

/* boardio_care.c */
void boardio_read_calibration(struct boardio *b);
int64_t boardio_learn(struct boardio *b, int64_t now_us);
void boardio_read_care(struct boardio *b, int64_t now_us);
void boardio_save_care(struct boardio *b);
void boardio_care(struct boardio *b, int64_t now_us);

/* boardio_guide.c */
void boardio_guide_feed(struct boardio *b, const struct hal_event *e);
int64_t boardio_guide_tick(struct boardio *b, int64_t now_us);
void boardio_guide_button(struct boardio *b, int64_t now_us);
void boardio_guide_frame(const struct boardio *b, struct hal_rgb *frame);

#endif
