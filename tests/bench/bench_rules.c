/*
 * bench_rules.c — how fast the rules are, single-threaded: perft leaves and random playouts a second for each id.
 *
 * perft is counted from the start at the depth given here, with bulk counting at the last ply: the last action of each line
 * is counted, not played. Seconds are of processor time, so that a busy machine shows less. Playouts choose uniformly among the
 * legal actions; their rate is scaled to 100 actions a playout.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "rules.h"

static double now_s(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Leaves of one count, repeated until a second is full. */
static void bench_perft(const struct rules_variant *v, const char *name, int depth)
{
	struct rules_state s;
	uint64_t leaves = 0, one = 0;
	double start = now_s(), taken;

	rules_init(v, &s);
	do {
		one = rules_perft(v, &s, depth);
		leaves += one;
		taken = now_s() - start;
	} while (taken < 1);
	printf("# %s: perft %d from the start has %" PRIu64 " leaves\n", name, depth, one);
	printf("bench rules.%s.perft %.0f leaves/s\n", name, (double)leaves / taken);
}

static void bench_playouts(const struct rules_variant *v, const char *name)
{
	enum { LIMIT = 400, GAMES_A_LOOK = 64 };
	struct rules_state start;
	uint64_t seed = 1, games = 0, actions = 0;
	double begin = now_s(), taken;

	rules_init(v, &start);
	do {
		for (int i = 0; i < GAMES_A_LOOK; i++) {
			struct rules_state s = start;
			actions += (uint64_t)rules_playout(v, &s, LIMIT, &seed);
			games++;
		}
		taken = now_s() - begin;
	} while (taken < 1);
	printf("# %s: %" PRIu64 " playouts of %.1f actions on average, at most %d\n", name, games,
	       (double)actions / (double)games, LIMIT);
	printf("bench rules.%s.playouts %.0f /s\n", name, (double)actions / taken / 100);
	printf("bench rules.%s.games %.0f /s\n", name, (double)games / taken);
}

int main(int argc, char **argv)
{
	/* What binds each game was seen in profiles of its playouts. None is bound by memory (a position is 384 bytes) or text.
	 */
	static const struct {
		const char *name;
		int depth;
		const char *bound;
	} run[] = {
		{ "contigo-line", 5, "arithmetic: a third for straight moves, a third for rows" },
		{ "contigo-line:beads=spread", 6, "arithmetic: straight moves and rows" },
		{ "contigo-line:move=ell", 5, "branching: half for the two legs of each pawn" },
		{ "contigo-capture", 7, "arithmetic: a third for straight moves; finding the bead that was drawn" },
		{ "thibault", 7, "arithmetic: a third for straight moves; finding the bead that was drawn" },
		{ "thibault:form=double", 7, "branching: the free ways of doubles" },
		{ "swahili", 8, "branching: three quarters for sowing laps of all lengths" },
		{ "perturbador", 4, "branching: half for following rebounds" },
		{ "andantino", 9, "updates: half for the frontier and the rows of a new tile" },
		{ "oraia", 8, "branching: half for chains of jumps" },
	};

	for (size_t i = 0; i < sizeof(run) / sizeof(run[0]); i++) {
		struct rules_variant v;
		if ((argc > 1 && strcmp(argv[1], run[i].name) != 0) || rules_variant_parse(run[i].name, &v, NULL) < 0)
			continue;
		printf("# %s: bound by %s\n", run[i].name, run[i].bound);
		bench_perft(&v, run[i].name, run[i].depth);
		bench_playouts(&v, run[i].name);
		fflush(stdout);
	}
	return 0;
}
