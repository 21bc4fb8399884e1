/*
 * wear.c — sensors ageing, week by week.
 */
#include "wear.h"

#include <string.h>

enum { JUDGED = 20 }; /* fewer changes in a week tell nothing */
static const int64_t WEEK_MS = 7 * 24 * 3600 * (int64_t)1000, CREDIBLE_MS = 1704067200000; /* 2024 */

/* A bounce or two a change is a reed's nature and costs a tenth; a drop-out costs four of them. */
static int score(uint32_t changes, uint32_t bad)
{
	uint64_t percent = changes ? (uint64_t)bad * 10 / changes : 0;
	return percent > 100 ? 100 : (int)percent;
}

void wear_note(struct wear *w, int line, uint32_t changes, uint32_t bounces, uint32_t pulses)
{
	struct wear_line *l = &w->line[line];
	l->changes += changes;
	l->bounces += bounces;
	l->pulses += pulses;
	l->week_changes += changes;
	l->week_bad += bounces + 4 * pulses;
}

static void close_week(struct wear_line *l)
{
	if (l->week_changes < JUDGED)
		return; /* goes on counting until it can be judged */
	if (l->weeks == WEAR_WEEKS)
		memmove(l->history, l->history + 1, --l->weeks);
	l->history[l->weeks++] = (uint8_t)score(l->week_changes, l->week_bad);
	l->week_changes = l->week_bad = 0;
}

void wear_date(struct wear *w, int64_t utc_ms)
{
	int64_t week = utc_ms / WEEK_MS;
	if (utc_ms < CREDIBLE_MS || week <= w->week)
		return;
	if (w->week)
		for (int i = 0; i < WEAR_LINES_MAX; i++)
			close_week(&w->line[i]);
	w->week = week;
}

int wear_score(const struct wear_line *l)
{
	if (l->week_changes < JUDGED && l->weeks)
		return l->history[l->weeks - 1];
	return score(l->week_changes, l->week_bad);
}

json_t *wear_json(const struct wear_line *l)
{
	json_t *history = json_array();
	for (int i = 0; i < l->weeks; i++)
		json_array_append_new(history, json_integer(l->history[i]));
	return json_pack("{s:I,s:I,s:I,s:I,s:I,s:o}", "changes", (json_int_t)l->changes, "bounces", (json_int_t)l->bounces,
			 "pulses", (json_int_t)l->pulses, "week_changes", (json_int_t)l->week_changes, "week_bad",
			 (json_int_t)l->week_bad, "history", history);
}

void wear_read(struct wear_line *l, json_t *json)
{
	json_int_t changes = 0, bounces = 0, pulses = 0, week_changes = 0, week_bad = 0;
	json_t *history = NULL, *one;
	size_t i;
	memset(l, 0, sizeof *l);
	if (json_unpack(json, "{s:I,s:I,s:I,s:I,s:I,s:o}", "changes", &changes, "bounces", &bounces, "pulses", &pulses,
			"week_changes", &week_changes, "week_bad", &week_bad, "history", &history) < 0 ||
	    changes < 0 || bounces < 0 || pulses < 0 || week_changes < 0 || week_changes > UINT32_MAX || week_bad < 0 ||
	    week_bad > UINT32_MAX)
		return;
	l->changes = (uint64_t)changes;
	l->bounces = (uint64_t)bounces;
	l->pulses = (uint64_t)pulses;
	l->week_changes = (uint32_t)week_changes;
	l->week_bad = (uint32_t)week_bad;
	json_array_foreach(history, i, one)
	{
		json_int_t v = json_integer_value(one);
		if (l->weeks < WEAR_WEEKS && v >= 0 && v <= 100)
			l->history[l->weeks++] = (uint8_t)v;
	}
}
