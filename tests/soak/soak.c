/*
 * soak.c — plays random legal games of every game on every kind of board by clumsy simulated hands, until enough turns are
 * played.
 *
 *     soak --turns N [--seed S] [--game G] [--board KIND|FILE.ini] [--hand FILE] [--calm]
 *     soak --exact --seed S --game G --board KIND --turns N     one game again, with every touch and event
 *
 * Boards are kinds of sensors (rig_kinds) and the reference boards of hal/boards. Prints a line for each game and board, what went
 * wrong in words, a line for each board, and a last line
 *     soak turns N wrong W questions Q stuck S
 * Exit status 1 if a turn was recorded wrong or a game got stuck.
 */
#include <argp.h>
#include <glob.h>
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
	{ "board", 'b', "KIND", 0, "only this kind of board, or a file of hal/boards", 0 },
	{ "hand", 'h', "FILE", 0, "settings of the hand", 0 },
	{ "exact", 'x', NULL, 0, "play one game with exactly this seed, telling everything", 0 },
	{ "calm", 'c', NULL, 0, "a hand without mishaps and sensors without noise", 0 },
	{ 0 },
};

/* ---- Boards -------------------------------------------------------------------------------------------------------------- */

enum { BOARDS = 32 };

static struct {
	struct rig_kind kind;
	char games[128]; /* of a board file: the ids it serves */
} board[BOARDS];
static int boards;

static void add_file(char *path)
{
	char message[HAL_MESSAGE_MAX];
	struct hal_board *b;

	if (boards == BOARDS)
		return;
	if (hal_board_read(path, &b, message) < 0) {
		fprintf(stderr, "soak: %s\n", message);
		exit(2);
	}
	snprintf(board[boards].games, sizeof board[boards].games, " %s ", hal_board_games(b));
	board[boards++].kind = (struct rig_kind){ .name = strrchr(path, '/') + 1, .file = path };
	hal_board_free(b);
}

/* Kinds by what they sense, then the files. */
static void list_boards(glob_t *files)
{
	while (rig_kinds[boards].name) {
		board[boards].kind = rig_kinds[boards];
		boards++;
	}
	if (glob(HAL_BOARDS "/*.ini", 0, NULL, files) == 0)
		for (size_t i = 0; i < files->gl_pathc; i++)
			add_file(files->gl_pathv[i]);
}

static bool serves(int b, const char *id)
{
	char word[40];

	snprintf(word, sizeof word, " %s ", id);
	return strstr(board[b].games, word) != NULL;
}

/* A kind that differs from one before only in pits says nothing new of a game without any. */
static bool worthwhile(const char *game, int b)
{
	const struct rig_kind *kind = &board[b].kind;
	struct rules_variant v;
	struct rules_error err;
	int n, counted = 0;

	if (rules_variant_parse(game, &v, &err) < 0)
		return false;
	if (kind->file)
		return serves(b, v.game->id);
	const struct rules_site *site = rules_sites(&v, &n);
	for (int s = 0; s < n; s++)
		counted += site[s].sense == RULES_SENSE_COUNT;
	if (counted > 0)
		return kind->counted || counted < n;
	return strcmp(kind->name, "full") == 0 || strcmp(kind->name, "side") == 0 || strcmp(kind->name, "presence") == 0 ||
	       strcmp(kind->name, "faulty") == 0;
}

static bool known_board(const char *name)
{
	for (int b = 0; b < boards; b++)
		if (strcmp(board[b].kind.name, name) == 0)
			return true;
	return false;
}

/* ---- Options ------------------------------------------------------------------------------------------------------------- */

static error_t take_option(int key, char *arg, struct argp_state *state)
{
	char *end = NULL;

	switch (key) {
	case 't': options.turns = strtol(arg, &end, 10); break;
	case 's': options.seed = strtoull(arg, &end, 10); break;
	case 'g': options.game = arg; break;
	case 'b':
		options.board = arg;
		if (!known_board(arg))
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

static bool wanted(const char *game)
{
	if (!options.game)
		return true;
	size_t n = strlen(options.game);
	return strcmp(game, options.game) == 0 ||
	       (!options.exact && !strchr(options.game, ':') && strncmp(game, options.game, n) == 0 && game[n] == ':');
}

/* ---- Reports ------------------------------------------------------------------------------------------------------------- */

static void add(struct player_report *to, const struct player_report *one)
{
	to->turns += one->turns;
	to->wrong += one->wrong;
	to->asked += one->asked;
	to->after += one->after;
	to->asked_after += one->asked_after;
	to->stuck += one->stuck;
	to->rescued += one->rescued;
	to->broken += one->broken;
	to->noticed += one->noticed;
	to->silent += one->silent;
	to->misled += one->misled;
	to->longest = one->longest > to->longest ? one->longest : to->longest;
}

static double percent(long part, long whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* Questions are counted while all sensors work, and apart from that after one broke. */
static void tell(const char *what, const char *board_name, const struct player_report *r)
{
	if (!r->turns)
		return;
	printf("%-50s %-20s turns %6ld wrong %ld asked %5.2f %% led back %4.2f %% stuck %ld longest wait %.1f s", what,
	       board_name, r->turns, r->wrong, percent(r->asked - r->asked_after, r->turns - r->after),
	       percent(r->rescued, r->turns), r->stuck, (double)r->longest / 1000);
	if (r->broken)
		printf(" broken %ld noticed %ld silent %ld misled %ld turns after %ld asked %.2f %%", r->broken, r->noticed,
		       r->silent, r->misled, r->after, percent(r->asked_after, r->after));
	printf("\n");
}

static struct player_report cell[GAMES][BOARDS], total;

static void tell_all(void)
{
	for (int g = 0; g < GAMES; g++)
		for (int b = 0; b < boards; b++)
			tell(games[g], board[b].kind.name, &cell[g][b]);
	for (int b = 0; b < boards; b++) {
		struct player_report all = { 0 };

		for (int g = 0; g < GAMES; g++)
			add(&all, &cell[g][b]);
		tell("all games", board[b].kind.name, &all);
	}
	printf("soak turns %ld wrong %ld questions %ld stuck %ld\n", total.turns, total.wrong, total.asked, total.stuck);
}

/* ---- Playing ------------------------------------------------------------------------------------------------------------- */

/* False: no turn was played. */
static bool play(int g, int b, const struct hand_settings *settings, uint64_t seed)
{
	char trouble[1200];
	struct player_report one = { 0 };
	long left = options.turns - total.turns;
	struct player_setup setup = {
		.game = games[g],
		.kind = &board[b].kind,
		.settings = settings,
		.seed = options.exact ? options.seed : seed,
		.turns = left < TURNS_A_GAME ? (int)left : TURNS_A_GAME,
		.log = options.exact ? stdout : NULL,
	};
	int e = player_game(&setup, &one, trouble, sizeof trouble);

	if (e < 0 || one.wrong || one.stuck) {
		printf("%s on %s, seed %llu: %s\n", games[g], board[b].kind.name, (unsigned long long)setup.seed, trouble);
		fflush(stdout);
	}
	one.stuck += e < 0;
	add(&cell[g][b], &one);
	add(&total, &one);
	return one.turns > 0;
}

int main(int argc, char **argv)
{
	static const struct argp parser = { known, take_option, NULL, "Plays random games by clumsy hands.", NULL, NULL, NULL };
	struct hand_settings settings;
	char trouble[1200];
	glob_t files = { 0 };

	list_boards(&files);
	argp_parse(&parser, argc, argv, 0, NULL, NULL);
	if (hand_settings_read(options.hand, &settings, trouble, sizeof trouble) < 0) {
		fprintf(stderr, "soak: %s: %s\n", options.hand, trouble);
		return 2;
	}
	if (options.calm)
		hand_settings_calm(&settings);
	bool played = true;
	for (int round = 0; total.turns < options.turns && played; round++) {
		played = false;
		for (int g = 0; g < GAMES && total.turns < options.turns; g++)
			for (int b = 0; b < boards && total.turns < options.turns; b++)
				if (wanted(games[g]) && (!options.board || strcmp(options.board, board[b].kind.name) == 0) &&
				    worthwhile(games[g], b))
					played |= play(g, b, &settings,
						       (uint64_t)options.seed + (uint64_t)round * 1000003 + (uint64_t)g * 1009 +
							   (uint64_t)b);
		played &= !options.exact;
		if (total.turns < options.turns)
			fprintf(stderr, "\r%ld of %ld turns", total.turns, options.turns);
	}
	fprintf(stderr, "\r");
	tell_all();
	globfree(&files);
	return total.wrong || total.stuck;
}
