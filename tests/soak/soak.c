/*
 * soak.c — plays random legal games of every game on every kind of board by clumsy simulated hands, until enough turns are
 * played.
 *
 *     soak --turns N [--seed S] [--game G] [--board KIND] [--hand FILE] [--calm]
 *     soak --exact --seed S --game G --board KIND --turns N     one game again, with every touch and event
 *
 * Prints a line for each game and kind of board, what went wrong in words, and a last line
 *     soak turns N wrong W questions Q stuck S
 * Exit status 1 if a turn was recorded wrong or a game got stuck.
 */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "player.h"

static const char *const games[] = {
	"contigo-line",
	"contigo-line:move=ell",
	"contigo-line:beads=spread",
	"contigo-line:players=4,align=3",
	"contigo-capture",
	"contigo-capture:players=4",
	"contigo-capture:beads=group",
	"thibault",
	"thibault:form=double",
	"swahili",
	"swahili:players=3",
	"swahili:players=4,capture=optional",
	"perturbador",
	"andantino",
	"andantino:opening=single,after50=relocate,side=6",
	"oraia",
	"oraia:stay=counts",
};
enum { GAMES = sizeof games / sizeof *games, TURNS_A_GAME = 150 };

static struct {
	long turns;
	unsigned long long seed;
	const char *game, *board, *hand;
	bool calm, exact;
} options = { .turns = 1000, .seed = 1, .hand = HAND_INI };

static struct argp_option known[] = {
	{ "turns", 't', "N", 0, "stop after N turns (1000)", 0 },
	{ "seed", 's', "S", 0, "seed of everything random (1)", 0 },
	{ "game", 'g', "G", 0, "only this game: an id, or one with options", 0 },
	{ "board", 'b', "KIND", 0, "only this kind of board", 0 },
	{ "hand", 'h', "FILE", 0, "settings of the hand", 0 },
	{ "exact", 'x', NULL, 0, "play one game with exactly this seed, telling everything", 0 },
	{ "calm", 'c', NULL, 0, "a hand without mishaps and sensors without noise", 0 },
	{ 0 },
};

static error_t take_option(int key, char *arg, struct argp_state *state)
{
	char *end = NULL;

	switch (key) {
	case 't': options.turns = strtol(arg, &end, 10); break;
	case 's': options.seed = strtoull(arg, &end, 10); break;
	case 'g': options.game = arg; break;
	case 'b':
		options.board = arg;
		if (!rig_kind(arg))
			argp_error(state, "no such kind of board: %s", arg);
		break;
	case 'h': options.hand = arg; break;
	case 'x': options.exact = true; break;
	case 'c': options.calm = true; break;
	default: return ARGP_ERR_UNKNOWN;
	}
	if (end && (*end || options.turns < 1))
		argp_error(state, "%s: a number is wanted", arg);
	return 0;
}

/* A kind that differs from one before only in pits says nothing new of a game without any. */
static bool worthwhile(const char *game, const struct rig_kind *kind)
{
	struct rules_variant v;
	struct rules_error err;
	int n, counted = 0;

	if (rules_variant_parse(game, &v, &err) < 0)
		return false;
	const struct rules_site *site = rules_sites(&v, &n);
	for (int s = 0; s < n; s++)
		counted += site[s].sense == RULES_SENSE_COUNT;
	if (counted > 0)
		return kind->counted || counted < n;
	return strcmp(kind->name, "full") == 0 || strcmp(kind->name, "side") == 0 || strcmp(kind->name, "presence") == 0 ||
	       strcmp(kind->name, "faulty") == 0;
}

static bool wanted(const char *game)
{
	if (!options.game)
		return true;
	size_t n = strlen(options.game);
	return strcmp(game, options.game) == 0 ||
	       (!options.exact && !strchr(options.game, ':') && strncmp(game, options.game, n) == 0 && game[n] == ':');
}

int main(int argc, char **argv)
{
	static struct player_report cell[GAMES][16], total;
	static const struct argp parser = { known, take_option, NULL, "Plays random games by clumsy hands.", NULL, NULL, NULL };
	struct hand_settings settings;
	char trouble[1200];
	uint64_t seed;

	argp_parse(&parser, argc, argv, 0, NULL, NULL);
	if (hand_settings_read(options.hand, &settings, trouble, sizeof trouble) < 0) {
		fprintf(stderr, "soak: %s: %s\n", options.hand, trouble);
		return 2;
	}
	if (options.calm)
		hand_settings_calm(&settings);
	seed = options.seed;
	bool played = true;
	for (int round = 0; total.turns < options.turns && played; round++) {
		played = false;
		for (int g = 0; g < GAMES && total.turns < options.turns; g++) {
			for (int k = 0; rig_kinds[k].name && total.turns < options.turns; k++) {
				if (!wanted(games[g]) || (options.board && strcmp(options.board, rig_kinds[k].name) != 0) ||
				    !worthwhile(games[g], &rig_kinds[k]))
					continue;
				struct player_report one = { 0 };
				uint64_t game_seed = seed + (uint64_t)round * 1000003 + (uint64_t)g * 1009 + (uint64_t)k;
				long left = options.turns - total.turns;
				struct player_setup setup = {
					.game = games[g],
					.kind = &rig_kinds[k],
					.settings = &settings,
					.seed = options.exact ? options.seed : game_seed,
					.turns = left < TURNS_A_GAME ? (int)left : TURNS_A_GAME,
					.log = options.exact ? stdout : NULL,
				};
				int e = player_game(&setup, &one, trouble, sizeof trouble);
				if (e < 0 || one.wrong || one.stuck) {
					printf("%s on %s, seed %llu: %s\n", games[g], rig_kinds[k].name,
					       (unsigned long long)game_seed, trouble);
					fflush(stdout);
				}
				one.stuck += e < 0;
				played |= one.turns > 0;
				for (struct player_report *r = &cell[g][k]; r; r = r == &total ? NULL : &total) {
					r->turns += one.turns;
					r->wrong += one.wrong;
					r->asked += one.asked;
					r->stuck += one.stuck;
					r->rescued += one.rescued;
					r->longest = one.longest > r->longest ? one.longest : r->longest;
				}
			}
		}
		played &= !options.exact;
		if (total.turns < options.turns)
			fprintf(stderr, "\r%ld of %ld turns", total.turns, options.turns);
	}
	fprintf(stderr, "\r");
	for (int g = 0; g < GAMES; g++)
		for (int k = 0; rig_kinds[k].name; k++)
			if (cell[g][k].turns)
				printf("%-50s %-11s turns %6ld wrong %ld asked %5.1f %% led back %4.1f %% stuck %ld longest "
				       "wait %.1f s\n",
				       games[g], rig_kinds[k].name, cell[g][k].turns, cell[g][k].wrong,
				       100.0 * (double)cell[g][k].asked / (double)cell[g][k].turns,
				       100.0 * (double)cell[g][k].rescued / (double)cell[g][k].turns, cell[g][k].stuck,
				       (double)cell[g][k].longest / 1000);
	printf("soak turns %ld wrong %ld questions %ld stuck %ld\n", total.turns, total.wrong, total.asked, total.stuck);
	return total.wrong || total.stuck;
}
