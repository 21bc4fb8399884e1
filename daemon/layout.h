/*
 * layout.h — what the lines and LEDs of a board mean for the game on the table: labels become sites and players.
 *
 * A label names a site when it is spelled like one ("c3", "Na", "1.4"). Where the wood carries other names, the board file has
 * a section for the game with `label = site`, for lines and LEDs alike; `label = -` leaves a label unused in that game:
 *
 *     [names.swahili]
 *     rim1 = 1.1
 *     spare = -
 *
 * "end1" … "end4" are the players' end-turn buttons. Labels that mean nothing in a game are simply not used, so one board
 * serves every game whose sites it carries (chess squares serve Perturbador and the 1970 game). Sites that no line names, or
 * whose line is marked faulty, are blind: asked for on the phone.
 *
 * Pure: the same board file and variant give the same layout. Make it again after hal_board_mark().
 */
#ifndef TABLERO_LAYOUT_H
#define TABLERO_LAYOUT_H

#include "hal.h"
#include "presenter.h"
#include "rules.h"
#include "seen.h"

struct layout {
	struct rules_variant variant;
	int sites, lines, leds;
	uint16_t line_site[HAL_LINES_MAX];  /* RULES_NO_SITE: a button, or not used in this game */
	uint8_t line_player[HAL_LINES_MAX]; /* whose end-turn button; 0: none */
	uint8_t line_kind[HAL_LINES_MAX];   /* enum hal_kind */
	uint8_t line_most[HAL_LINES_MAX];   /* HAL_COUNT: highest value told apart */
	struct seen_sensor sensor[RULES_SITES_MAX];
	uint16_t site_line[RULES_SITES_MAX]; /* line under a site, UINT16_MAX: none or faulty */
	uint16_t led_site[HAL_LEDS_MAX];     /* RULES_NO_SITE: stays dark */
	uint8_t led_rank[HAL_LEDS_MAX];      /* 0 … among the LEDs of its site, in board order */
	uint8_t site_leds[RULES_SITES_MAX];
};

/* −ENOENT with a message if no label of the board is a site of the variant, −EINVAL if two lines name the same site or a
 * section names a site that does not exist; *ret untouched then. */
int layout_make(const struct hal_board *board, const struct rules_variant *variant, struct layout *ret,
		char message[HAL_MESSAGE_MAX]);

/* Does the board's file name the game among those it serves? */
bool layout_serves(const struct hal_board *board, const char *id);

/* What the board says of the layout's sites, given every line's settled value. Returns how many lines tell of something where the
 * layout has no site. */
int layout_look(const struct layout *layout, int (*value)(const void *user, int line), const void *user,
		struct seen_sensor *sensor, struct seen *seen);
/* The same for a board seen as `variant`, which need not be the game on the table. −ENOENT if the board's file does not name the
 * game, −ENOMEM, or what layout_make() says. */
int layout_look_as(const struct hal_board *board, const struct rules_variant *variant, int (*value)(const void *user, int line),
		   const void *user, struct seen_sensor *sensor, struct seen *seen);

/* Who speaks by this player's button when it is held: 0, anybody, where it is the only one on the board. */
int layout_speaker(const struct layout *layout, int player);

/* What a settled value of a line tells about its site. */
struct seen layout_seen(const struct layout *layout, int line, int value);

/* The value a line would settle at with `seen` on its site: layout_seen backwards, for simulated tables. */
int layout_value(const struct layout *layout, int line, struct seen seen);

/* The frame for hal_show: light[] has one entry a site, frame[] one an LED. A bar count lights that many of a site's LEDs. */
void layout_frame(const struct layout *layout, const struct light *light, struct hal_rgb *frame);

#endif
