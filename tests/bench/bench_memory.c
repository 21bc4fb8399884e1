/*
 * bench_memory.c — table memory with ten thousand interrupted games of a kind: reading them in, and finding the one that the
 * board shows or resembles most. One sample is one settled change of the board, in processor time of this thread.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "session_memory.h"

enum { GAMES = 10000, PORTION = 200, SAMPLES = 500 };

static const char *const games[] = { "contigo-line", "swahili", "perturbador", "andantino", "oraia" };

static int64_t clock_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

static int draw(uint64_t *seed, int n)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((*seed >> 33) % (uint64_t)n);
}

static void play(const struct rules_variant *v, struct rules_state *s, int actions, uint64_t *seed)
{
	static rules_action list[RULES_ACTIONS_MAX];

	rules_init(v, s);
	for (int i = 0; i < actions; i++) {
		struct rules_state next = *s;

		rules_apply(v, &next, list[draw(seed, rules_legal(v, s, list))]);
		if (rules_result(v, &next) != RULES_ONGOING)
			return;
		*s = next;
	}
}

static int bench(const char *game)
{
	static char fen[GAMES][RULES_POSITION_MAX];
	static int64_t read_ns[GAMES / PORTION], find_ns[SAMPLES];
	struct seen_sensor sensor[RULES_SITES_MAX];
	struct rules_variant v;
	struct rules_error err;
	struct memory *m;
	uint64_t seed = 1;
	int sites, missed = 0;

	if (rules_variant_parse(game, &v, &err) < 0 || memory_new(&m) < 0)
		return 1;
	const struct rules_site *site = rules_sites(&v, &sites);
	for (int i = 0; i < GAMES; i++) {
		struct rules_state s;

		play(&v, &s, 2 + draw(&seed, 40), &seed);
		rules_format(&v, &s, fen[i]);
	}
	for (int i = 0; i < GAMES; i += PORTION) {
		int64_t begun = clock_ns();

		for (int k = i; k < i + PORTION; k++)
			memory_add(m, k + 1, game, fen[k]);
		read_ns[i / PORTION] = clock_ns() - begun;
	}
	for (int i = 0; i < sites; i++)
		sensor[i] = (struct seen_sensor){ .knows = SEEN_PRESENCE, .most = 1 };
	for (int i = 0; i < SAMPLES; i++) {
		struct rules_look look[RULES_SITES_MAX];
		struct seen seen[RULES_SITES_MAX];
		struct memory_hit hit[3];

		memory_look(m, draw(&seed, GAMES), look);
		for (int k = 0; k < sites; k++)
			seen[k] = seen_of(sensor[k], look[k]);
		int64_t begun = clock_ns();
		int n = memory_find(m, site, sites, sensor, seen, 0, NULL, NULL, hit, 3);
		n = n > 0 ? memory_find(m, site, sites, sensor, seen, sites, NULL, NULL, hit, 1) : 0;
		find_ns[i] = clock_ns() - begun;
		missed += n < 1 || hit[0].wrong != 0;
	}
	memory_free(m);
	qsort(read_ns, GAMES / PORTION, sizeof(read_ns[0]), ascending);
	qsort(find_ns, SAMPLES, sizeof(find_ns[0]), ascending);
	printf("bench memory.%s.portion %.3f ms\n", game, (double)read_ns[GAMES / PORTION - 1] / 1e6);
	printf("bench memory.%s.p99 %.3f ms\n", game, (double)find_ns[SAMPLES * 99 / 100] / 1e6);
	printf("bench memory.%s.worst %.3f ms\n", game, (double)find_ns[SAMPLES - 1] / 1e6);
	return missed;
}

int main(void)
{
	int missed = 0;

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++)
		missed += bench(games[i]);
	return missed != 0;
}
