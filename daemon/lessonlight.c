/* lessonlight.c — words of light that a lesson asks for. */
#include "lessonlight.h"

#include <errno.h>
#include <string.h>

#include "presenter_colour.h"
#include "presenter_rhythm.h"

static const struct {
	const char *name;
	enum light_word word;
	enum light_meaning meaning;
} known[] = {
	{ "steady", LIGHT_STEADY, LIGHT_TARGET },  { "pulse", LIGHT_PULSE, LIGHT_HINT },
	{ "path", LIGHT_PATH, LIGHT_HINT },        { "alternate", LIGHT_ALTERNATE, LIGHT_BRING },
	{ "double", LIGHT_DOUBLE, LIGHT_BLOCKER }, { "sweep", LIGHT_SWEEP, LIGHT_WIN },
};

enum { KNOWN = sizeof known / sizeof *known };

int lessonlight_read(const struct rules_variant *v, const json_t *list, int64_t now_us, struct lessonlight *ret)
{
	struct lessonlight l = { .since_us = now_us };
	size_t i, k;
	json_t *one, *cell;

	if (list && !json_is_array(list))
		return -EINVAL;
	json_array_foreach(list, i, one)
	{
		const char *name = json_string_value(json_object_get(one, "word"));
		int w = 0;
		while (w < KNOWN && (!name || strcmp(known[w].name, name) != 0))
			w++;
		if (w == KNOWN || l.words == LESSONLIGHT_WORDS)
			return -EINVAL;
		l.at[l.words].word = (uint8_t)known[w].word;
		json_array_foreach(json_object_get(one, "cells"), k, cell)
		{
			const char *text = json_string_value(cell);
			int site = text ? rules_site_by_name(v, text) : -ENOENT;
			if (site < 0 || l.at[l.words].cells == LESSONLIGHT_CELLS)
				return -EINVAL;
			l.at[l.words].cell[l.at[l.words].cells++] = (uint16_t)site;
		}
		l.words++;
	}
	*ret = l;
	return 0;
}

static enum light_meaning meaning_of(int word)
{
	for (int w = 0; w < KNOWN; w++)
		if (known[w].word == (enum light_word)word)
			return known[w].meaning;
	return LIGHT_NOTHING;
}

static enum rhythm rhythm_of(int word, int cell)
{
	switch (word) {
	case LIGHT_PULSE: return RHYTHM_PULSE;
	case LIGHT_ALTERNATE: return cell == 0 ? RHYTHM_SHORT : RHYTHM_LONG; /* from here … to there */
	case LIGHT_DOUBLE: return RHYTHM_DOUBLE;
	case LIGHT_SWEEP: return RHYTHM_SWEEP;
	default: return RHYTHM_STEADY;
	}
}

/* Does the board itself ask for something here? */
static bool needed(const struct light *light)
{
	switch (light->meaning) {
	case LIGHT_NOTHING:
	case LIGHT_TURN:
	case LIGHT_BEADS:
	case LIGHT_LAST:
	case LIGHT_HINT:
	case LIGHT_MOVABLE:
	case LIGHT_UNSAVED: return false;
	default: return true;
	}
}

static void set(struct light *light, int sites, uint16_t site, int word, int level, const struct presenter_settings *settings)
{
	struct colour c = colour_dim(colour_meaning(meaning_of(word), settings), level, settings);
	if (site < sites)
		light[site] = (struct light){
			.r = c.r, .g = c.g, .b = c.b, .meaning = (uint8_t)meaning_of(word), .word = (uint8_t)word, .bar = 255
		};
}

void lessonlight_paint(const struct lessonlight *l, const struct presenter_settings *settings, int64_t now_us,
		       struct light *light, int sites, int64_t *ret_next_us)
{
	*ret_next_us = INT64_MAX;
	for (int s = 0; s < sites; s++)
		if (needed(&light[s]))
			return; /* first things first */
	if (l->words)
		memset(light, 0, (size_t)sites * sizeof *light);
	for (int i = 0; i < l->words; i++) {
		int word = l->at[i].word;
		struct rules_path path = { .length = (uint16_t)l->at[i].cells };
		struct run run;
		int64_t t = now_us - l->since_us, next = INT64_MAX;
		for (int k = 0; k < l->at[i].cells; k++) {
			path.step[k].site = l->at[i].cell[k];
			path.step[k].mark = k == 0                 ? RULES_MARK_START
					    : k + 1 == path.length ? RULES_MARK_END
								   : RULES_MARK_COUNT;
		}
		if (word == LIGHT_PATH) {
			run_make(&path, &run);
			set(light, sites, run_site(&run, t, false, &next), word, 100, settings);
		}
		for (int k = 0; word != LIGHT_PATH && k < l->at[i].cells; k++) {
			int64_t edge;
			set(light, sites, l->at[i].cell[k], word, rhythm_level(rhythm_of(word, k), t, &edge), settings);
			next = edge < next ? edge : next;
		}
		if (next != INT64_MAX && l->since_us + next < *ret_next_us)
			*ret_next_us = l->since_us + next;
	}
}
