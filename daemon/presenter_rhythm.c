/*
 * presenter_rhythm.c — tables of light characters and the pace of a running light.
 */
#include "presenter_rhythm.h"

enum { BEATS_MAX = 8 };

struct beat {
	int16_t ms, level;
};

static const struct beat character[RHYTHMS][BEATS_MAX + 1] = {
	[RHYTHM_PULSE] = { { 175, 35 }, { 175, 65 }, { 350, 100 }, { 175, 65 }, { 175, 35 }, { 350, 12 } },
	[RHYTHM_BREATH] = { { 350, 80 }, { 700, 100 }, { 350, 80 }, { 350, 60 }, { 700, 40 }, { 350, 60 } },
	[RHYTHM_SHORT] = { { 500, 100 }, { 1500, 0 } },
	[RHYTHM_LONG] = { { 1000, 0 }, { 1000, 100 } },
	[RHYTHM_DOUBLE] = { { 250, 100 }, { 250, 0 }, { 250, 100 }, { 1250, 0 } },
	[RHYTHM_WINK] = { { 1500, 100 }, { 500, 10 } },
	[RHYTHM_READY] = { { 750, 100 }, { 250, 15 } },
	[RHYTHM_WARN] = { { 1000, 100 }, { 3000, 25 } },
	[RHYTHM_TIDE] = { { 2000, 100 }, { 1000, 60 }, { 1000, 30 }, { 2000, 8 }, { 1000, 30 }, { 1000, 60 } },
	[RHYTHM_SWEEP] = { { 150, 40 }, { 150, 70 }, { 300, 100 }, { 150, 70 }, { 150, 40 }, { 2100, 8 } },
};

int rhythm_level(enum rhythm r, int64_t t_us, int64_t *ret_next_us)
{
	const struct beat *beat = character[r];
	int64_t period = 0;

	for (int i = 0; beat[i].ms; i++)
		period += beat[i].ms * INT64_C(1000);
	if (period == 0) {
		*ret_next_us = INT64_MAX;
		return 100;
	}
	int64_t into = t_us % period;
	int64_t end = t_us - (into < 0 ? into + period : into);
	for (int i = 0;; i++) {
		end += beat[i].ms * INT64_C(1000);
		if (t_us < end) {
			*ret_next_us = end;
			return beat[i].level;
		}
	}
}

/* People count along: a step that counts holds the light, one that is only passed does not. */
static int32_t pace_ms(uint16_t mark)
{
	switch (mark) {
	case RULES_MARK_START: return 700;
	case RULES_MARK_COUNT:
	case RULES_MARK_DROP: return 450;
	case RULES_MARK_BEND:
	case RULES_MARK_LAP:
	case RULES_MARK_TAKE: return 600;
	case RULES_MARK_END: return 900;
	default: return 250;
	}
}

void run_make(const struct rules_path *path, struct run *ret)
{
	int first = path->length;

	/* From the end backwards until enough different steps are found. */
	for (int steps = 0; first > 0; first--) {
		bool same = first < path->length && path->step[first - 1].site == path->step[first].site;
		if (!same && steps++ == RUN_STEPS_MAX)
			break;
	}
	ret->steps = 0;
	int32_t ms = 0;
	for (int i = first; i < path->length; i++) {
		int32_t pace = pace_ms(path->step[i].mark);
		if (i > first && path->step[i].site == path->step[i - 1].site) {
			int32_t begun = ret->steps > 1 ? ret->end_ms[ret->steps - 2] : 0;
			ms = ms - begun < pace ? begun + pace : ms;
			ret->end_ms[ret->steps - 1] = ms;
			continue;
		}
		ms += pace;
		ret->site[ret->steps] = path->step[i].site;
		ret->end_ms[ret->steps++] = ms;
	}
}

uint16_t run_site(const struct run *run, int64_t t_us, bool once, int64_t *ret_next_us)
{
	*ret_next_us = INT64_MAX;
	if (run->steps == 0)
		return RULES_NO_SITE;
	int64_t length = run->end_ms[run->steps - 1] * INT64_C(1000), period = length + RUN_REST_MS * INT64_C(1000);
	if (t_us < 0)
		t_us = 0;
	if (once && t_us >= length)
		return RULES_NO_SITE;
	int64_t begun = t_us - t_us % period;
	for (int i = 0; i < run->steps; i++) {
		int64_t end = begun + run->end_ms[i] * INT64_C(1000);
		if (t_us < end) {
			*ret_next_us = end;
			return run->site[i];
		}
	}
	*ret_next_us = begun + period;
	return RULES_NO_SITE;
}
