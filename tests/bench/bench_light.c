/*
 * bench_light.c — what one frame of light costs: the presenter at each level of teaching, for every game, from a whole turn's
 * positions. It runs for each event and each beat of a rhythm.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "presenter.h"

enum { ROUNDS = 400 };

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static void fill(struct view *view, const struct rules_state *s, int level)
{
	view->state = *s;
	view->phase = VIEW_PLAY;
	view->has_game = true;
	view->last = view->hint = RULES_NO_ACTION;
	view->lift.site = RULES_NO_SITE;
	view->level = level;
	view->store_ok = true;
	view->player = rules_player(&view->variant, s);
	rules_sites(&view->variant, &view->sites);
	rules_project(&view->variant, s, view->look);
}

static void measure(const char *id, int level)
{
	static struct view view;
	static int64_t took[ROUNDS];
	struct rules_error err;
	struct rules_state s;
	struct light light[RULES_SITES_MAX];
	const struct presenter_settings settings = { .night_percent = 100 };
	uint64_t seed = 1;
	int64_t next;

	memset(&view, 0, sizeof view);
	if (rules_variant_parse(id, &view.variant, &err) < 0)
		exit(1);
	rules_init(&view.variant, &s);
	for (int i = 0; i < ROUNDS; i++) {
		if (rules_playout(&view.variant, &s, 1, &seed) == 0)
			rules_init(&view.variant, &s);
		fill(&view, &s, level);
		int64_t begun = now_ns();
		presenter_light(&view, &settings, i * INT64_C(77777), light, &next);
		took[i] = now_ns() - begun;
	}
	qsort(took, ROUNDS, sizeof *took, by_size);
	printf("bench light.%s.level%d.p50 %.3f ms\n", id, level, (double)took[ROUNDS / 2] / 1e6);
	printf("bench light.%s.level%d.p99 %.3f ms\n", id, level, (double)took[ROUNDS * 99 / 100] / 1e6);
}

int main(void)
{
	for (int g = 0; rules_game_at(g); g++)
		for (int level = 0; level <= 4; level += 2)
			measure(rules_game_at(g)->id, level);
	return 0;
}
