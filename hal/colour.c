/*
 * colour.c — the one place where a colour becomes duty cycles: brightness, gamma, current cap, order of the strip's colours.
 *
 * Callers think in what eyes see. LEDs are linear in duty cycle and eyes are not, so brightness is applied before the gamma
 * curve, and the cap after it, where milliamperes are counted.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static int read_order(struct hal_colour *c, const struct hal_board *board, char message[HAL_MESSAGE_MAX])
{
	const char *text = hal_board_value(board, "leds", "order");
	if (!text)
		text = "rgb";
	unsigned seen = 0;
	for (int i = 0; i < 3 && text[i]; i++) {
		const char *at = strchr("rgb", text[i]);
		if (!at)
			break;
		c->order[i] = (uint8_t)(at - "rgb");
		seen |= 1u << c->order[i];
	}
	if (seen == 7 && strlen(text) == 3)
		return 0;
	return hal_board_complain(board, message, hal_board_line_of(board, "leds", "order"),
				  "order = %.20s: the letters r, g, b in the order of the strip are wanted", text);
}

/* The dimmest colour that is not black stays visible: duty 1, not 0. */
static int read_gamma(struct hal_colour *c, const struct hal_board *board, char message[HAL_MESSAGE_MAX])
{
	const char *text = hal_board_value(board, "leds", "gamma");
	char *end = NULL;
	c->gamma = text ? strtod(text, &end) : 2.2;
	if ((text && (end == text || *end)) || !(c->gamma >= 1 && c->gamma <= 4))
		return hal_board_complain(board, message, hal_board_line_of(board, "leds", "gamma"),
					  "gamma = %.20s: a number from 1 (linear) to 4 is wanted", text);
	for (int i = 1; i < 256; i++) {
		double duty = 255 * pow(i / 255.0, c->gamma);
		c->duty[i] = duty < 1 ? 1 : (uint8_t)lround(duty);
	}
	return 0;
}

int hal_colour_read(struct hal_colour *c, const struct hal_board *board, char message[HAL_MESSAGE_MAX])
{
	*c = (struct hal_colour){ .brightness = 100 };
	int e = read_order(c, board, message);
	if (e == 0)
		e = read_gamma(c, board, message);
	if (e == 0)
		e = hal_board_number(board, "leds", "channel_ma", 1, 100, 15, &c->channel_ma, message);
	if (e == 0)
		e = hal_board_number(board, "leds", "idle_ma", 0, 20, 1, &c->idle_ma, message);
	if (e == 0)
		e = hal_board_number(board, "leds", "limit_ma", 0, 100000, 2000, &c->limit_ma, message);
	return e;
}

static uint8_t scaled(unsigned v, double by)
{
	return (uint8_t)(v * by + 0.5);
}

int hal_colour_apply(const struct hal_colour *c, const struct hal_rgb *wanted, int leds, struct hal_rgb *shown,
		     struct hal_rgb *duty)
{
	long sum = 0;
	double bright = c->brightness / 100.0, dim = 1;
	for (int i = 0; i < leds; i++) {
		struct hal_rgb w = wanted[i];
		shown[i] = (struct hal_rgb){ scaled(w.r, bright), scaled(w.g, bright), scaled(w.b, bright) };
		duty[i] = (struct hal_rgb){ c->duty[shown[i].r], c->duty[shown[i].g], c->duty[shown[i].b] };
		sum += duty[i].r + duty[i].g + duty[i].b;
	}
	double free_ma = c->limit_ma - (double)c->idle_ma * leds, ma = (double)sum * c->channel_ma / 255;
	if (c->limit_ma && ma > free_ma)
		dim = free_ma > 0 ? free_ma / ma : 0;
	double seen = dim < 1 ? pow(dim, 1 / c->gamma) : 1;
	for (int i = 0; i < leds; i++) {
		if (dim < 1) { /* cut, not rounded: the sum must not exceed the cap */
			duty[i] = (struct hal_rgb){ (uint8_t)(duty[i].r * dim), (uint8_t)(duty[i].g * dim),
						    (uint8_t)(duty[i].b * dim) };
			shown[i] =
			    (struct hal_rgb){ scaled(shown[i].r, seen), scaled(shown[i].g, seen), scaled(shown[i].b, seen) };
		}
		uint8_t rgb[3] = { duty[i].r, duty[i].g, duty[i].b };
		duty[i] = (struct hal_rgb){ rgb[c->order[0]], rgb[c->order[1]], rgb[c->order[2]] };
	}
	return (int)(dim * 100);
}
