/*
 * bench_track.c — how long a change of the board keeps the session busy: recognition, record, view of the lifted piece.
 *
 * Random games by perfect hands on several kinds of sensors: with time to settle between the movements, so that every stage
 * of a turn is judged, and two turns at once, so that both have to be told apart. Where beads are spread, the games begin
 * with piles of twelve. Everybody wants to be warned of blunders. Every change, every decision that falls due and every
 * portion of a search is one sample, in processor time of this thread.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "table.h"

static const struct {
	const char *name, *game, *fen;
} games[] = {
	{ "contigo-line", "contigo-line", NULL },
	{ "contigo-line-spread", "contigo-line:move=ell,beads=spread",
	  "1bwbw1/w4b/b4w/w4b/b4w/1wbwb1 12,0,0,0,12,0,0,0,0,12,0,0,4,0,0,0,0,12,0,0,0,0,4,0,0,0,0,0 1 piece -" },
	{ "contigo-capture", "contigo-capture", NULL },
	{ "contigo-capture-piles", "contigo-capture",
	  "Bb2wW/bb2ww/6/6/ww2bb/Ww2bB 12,0,0,0,12,0,0,0,0,12,0,0,4,0,0,0,0,12,0,0,0,0,4,0,0,0,0,0 1 piece -" },
	{ "thibault", "thibault", NULL },
	{ "thibault-double", "thibault:form=double", NULL },
	{ "swahili", "swahili", NULL },
	{ "perturbador", "perturbador", NULL },
	{ "andantino", "andantino", NULL },
	{ "oraia", "oraia", NULL },
};

enum { SAMPLES = 400000, RUN_MAX = 512 };

struct samples {
	int64_t begun_ns;
	int64_t *ns;
	int n;
};

static int64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void watch(void *user, bool running)
{
	struct samples *s = user;

	if (running)
		s->begun_ns = clock_ns();
	else if (s->n < SAMPLES)
		s->ns[s->n++] = clock_ns() - s->begun_ns;
}

static int random_turn(const struct rules_variant *v, struct rules_state *s, rules_action *run, uint64_t *seed)
{
	static rules_action list[RULES_ACTIONS_MAX];
	int actions = 0;

	do {
		int n = rules_legal(v, s, list);

		*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		run[actions] = list[(*seed >> 33) % (uint64_t)n];
		rules_apply(v, s, run[actions++]);
	} while (!rules_turn_start(v, s) && rules_result(v, s) == RULES_ONGOING && actions < RUN_MAX / 2);
	return actions;
}

/* `together`: two turns in one go, quicker than the board settles. */
static void play(const char *game, const char *fen, const char *sensors, bool together, uint64_t seed, struct samples *samples)
{
	struct table *t = table_new(game, sensors);
	struct session_settings settings = *session_get_settings(t->session);
	struct rules_state s;
	rules_action run[RUN_MAX];

	for (int i = 0; i <= RULES_PLAYERS_MAX; i++)
		settings.level[i] = VIEW_LEVEL_WARN;
	session_set_settings(t->session, &settings);
	t->seed = seed;
	t->gap_ms = together ? 60 : 400;
	table_start(t, fen);
	t->watch = watch;
	t->watch_user = samples;
	for (int turn = 0; turn < 12; turn++) {
		struct rules_state before = session_record(t->session)->here;
		int actions;

		s = before;
		if (rules_result(&t->variant, &s) != RULES_ONGOING || !rules_turn_start(&t->variant, &s))
			break;
		actions = random_turn(&t->variant, &s, run, &seed);
		if (together && rules_result(&t->variant, &s) == RULES_ONGOING)
			actions += random_turn(&t->variant, &s, run + actions, &seed);
		table_run(t, &before, run, actions);
		table_rest(t);
		if (memcmp(&session_record(t->session)->here, &s, sizeof(s)))
			break;
		table_forget(t);
	}
	table_free(t);
}

static int ascending(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

int main(void)
{
	static const char *const sensors[] = { "CS", "C", "P", "N" };
	struct samples s = { .ns = calloc(SAMPLES, sizeof(*s.ns)) };

	if (!s.ns)
		return 1;
	for (size_t g = 0; g < sizeof(games) / sizeof(games[0]); g++) {
		s.n = 0;
		for (size_t k = 0; k < sizeof(sensors) / sizeof(sensors[0]); k++)
			for (uint64_t seed = 1; seed <= 6; seed++) {
				play(games[g].game, games[g].fen, sensors[k], false, seed, &s);
				play(games[g].game, games[g].fen, sensors[k], true, seed, &s);
			}
		qsort(s.ns, (size_t)s.n, sizeof(*s.ns), ascending);
		printf("bench track.%s.p50 %.3f ms\n", games[g].name, (double)s.ns[s.n / 2] / 1e6);
		printf("bench track.%s.p99 %.3f ms\n", games[g].name, (double)s.ns[s.n * 99 / 100] / 1e6);
		printf("bench track.%s.worst %.3f ms\n", games[g].name, (double)s.ns[s.n - 1] / 1e6);
	}
	free(s.ns);
	return 0;
}
