/*
 * presenter_colour.c — palettes.
 */
#include "presenter_colour.h"

#include <string.h>

enum hue { HUE_WHITE, HUE_BLUE, HUE_RED, HUE_GREEN, HUE_VIOLET, HUE_AMBER, HUE_SKY, HUES };

/* Second row: pairs that stay apart with protanopia and deuteranopia, blue against orange instead of green against red. */
static const struct colour hue[2][HUES] = {
	{
	    [HUE_WHITE] = { 255, 220, 170 },
	    [HUE_BLUE] = { 40, 70, 255 },
	    [HUE_RED] = { 255, 20, 0 },
	    [HUE_GREEN] = { 0, 210, 50 },
	    [HUE_VIOLET] = { 170, 0, 220 },
	    [HUE_AMBER] = { 255, 150, 0 },
	    [HUE_SKY] = { 0, 140, 255 },
	},
	{
	    [HUE_WHITE] = { 255, 230, 200 },
	    [HUE_BLUE] = { 40, 70, 255 },
	    [HUE_RED] = { 255, 100, 0 },
	    [HUE_GREEN] = { 0, 110, 255 },
	    [HUE_VIOLET] = { 190, 110, 170 },
	    [HUE_AMBER] = { 240, 220, 60 },
	    [HUE_SKY] = { 90, 190, 255 },
	},
};

static const struct colour beads[2][9] = {
	{ { 0, 0, 0 },
	  { 60, 0, 140 },
	  { 0, 50, 255 },
	  { 0, 170, 170 },
	  { 20, 200, 0 },
	  { 210, 190, 0 },
	  { 255, 100, 0 },
	  { 255, 20, 0 },
	  { 255, 60, 160 } },
	{ { 0, 0, 0 },
	  { 0, 0, 100 },
	  { 0, 30, 170 },
	  { 20, 70, 210 },
	  { 70, 110, 200 },
	  { 140, 150, 150 },
	  { 200, 180, 90 },
	  { 240, 210, 50 },
	  { 255, 250, 120 } },
};

static const uint8_t beads_grey[9] = { 0, 12, 25, 43, 66, 97, 135, 180, 217 };

/* Pieces that do not come in the usual white, blue (for black), red and green. */
static const struct {
	const char *id;
	uint8_t side[2];
} sides[] = {
	{ "andantino", { HUE_WHITE, HUE_RED } },
	{ "oraia", { HUE_BLUE, HUE_RED } },
};

static struct colour pick(enum hue h, const struct presenter_settings *settings)
{
	if (settings->one_colour)
		return (struct colour){ 255, 255, 255 };
	return hue[settings->colour_blind][h];
}

struct colour colour_side(const struct rules_variant *v, int owner, const struct presenter_settings *settings)
{
	static const enum hue usual[] = { HUE_AMBER, HUE_WHITE, HUE_BLUE, HUE_RED, HUE_GREEN, HUE_VIOLET };

	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
		if (owner >= 1 && owner <= 2 && strcmp(sides[i].id, v->game->id) == 0)
			return pick(sides[i].side[owner - 1], settings);
	return pick(owner >= 0 && owner <= RULES_NEUTRAL ? usual[owner] : HUE_AMBER, settings);
}

struct colour colour_meaning(enum light_meaning meaning, const struct presenter_settings *settings)
{
	switch (meaning) {
	case LIGHT_LAST: return pick(HUE_AMBER, settings);
	case LIGHT_HINT: return pick(HUE_SKY, settings);
	case LIGHT_TARGET:
	case LIGHT_BRING: return pick(HUE_GREEN, settings);
	case LIGHT_BLOCKER:
	case LIGHT_TAKE:
	case LIGHT_THREAT: return pick(HUE_RED, settings);
	case LIGHT_UNSAVED: return pick(HUE_VIOLET, settings);
	default: return pick(HUE_WHITE, settings);
	}
}

struct colour colour_beads(int count, const struct presenter_settings *settings)
{
	int i = count < 8 ? count : 8;

	if (settings->one_colour)
		return (struct colour){ beads_grey[i], beads_grey[i], beads_grey[i] };
	return beads[settings->colour_blind][i];
}

static uint8_t scale(uint8_t value, int percent)
{
	int out = (value * percent + 50) / 100;

	return (uint8_t)(out == 0 && value > 0 && percent > 0 ? 1 : out);
}

struct colour colour_dim(struct colour c, int percent, const struct presenter_settings *settings)
{
	int night = settings->night_percent < 0 ? 0 : settings->night_percent > 100 ? 100 : settings->night_percent;
	c = (struct colour){ scale(c.r, percent), scale(c.g, percent), scale(c.b, percent) };
	return (struct colour){ scale(c.r, night), scale(c.g, night), scale(c.b, night) };
}
