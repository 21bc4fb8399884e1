/*
 * cli_rules.c — `tablero games|show|legal|perft`: the rules on the command line, for tests, scripts and other programs.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "printout.h"

enum { DEPTH_MAX = 99 };

/* What the command line asked for. */
struct request {
	struct rules_variant v;
	struct rules_state s;
	int depth;
	bool divide;
};

/* Plays the actions of `moves`, separated by spaces. */
static int play(struct request *r, const char *moves)
{
	int number = 0;

	for (const char *at = moves; *(at += strspn(at, " "));) {
		char text[RULES_ACTION_MAX];
		size_t length = strcspn(at, " ");
		struct rules_error err;
		rules_action a;

		number++;
		if (length >= sizeof(text))
			return cli_wrong("action %d: '%.40s…' is longer than any action", number, at);
		memcpy(text, at, length);
		text[length] = '\0';
		if (rules_action_read(&r->v, &r->s, text, &a, &err) < 0)
			return cli_wrong("action %d: %s", number, err.text);
		rules_apply(&r->v, &r->s, a);
		at += length;
	}
	return 0;
}

static int read_depth(const char *text, int *ret)
{
	char *end;
	errno = 0;
	long depth = strtol(text, &end, 10);
	if (errno || end == text || *end || text[0] < '0' || text[0] > '9' || depth > DEPTH_MAX)
		return cli_wrong("DEPTH: a number from 0 to %d expected, not '%s'", DEPTH_MAX, text);
	*ret = (int)depth;
	return 0;
}

/* GAME and, for perft, DEPTH; then --fen and --moves. */
static int read_operands(struct request *r, char **operand, int operands, const char *fen, const char *moves, bool perft)
{
	struct rules_error err;
	int rc;

	if (operands < 1)
		return cli_wrong("GAME is missing; `tablero games` lists them");
	if (operands < 2 && perft)
		return cli_wrong("DEPTH is missing");
	if (operands > 1 + perft)
		return cli_wrong("'%s' is one word too many", operand[1 + perft]);
	if (rules_variant_parse(operand[0], &r->v, &err) < 0)
		return cli_wrong("%s", err.text);
	if (perft && (rc = read_depth(operand[1], &r->depth)) != 0)
		return rc;
	if (!fen)
		rules_init(&r->v, &r->s);
	else if (rules_parse(&r->v, fen, &r->s, &err) < 0)
		return cli_wrong("%s", err.text);
	return play(r, moves);
}

static int read_request(int argc, char **argv, bool perft, struct request *r)
{
	static const struct option options[] = {
		{ "fen", required_argument, NULL, 'f' },
		{ "moves", required_argument, NULL, 'm' },
		{ "divide", no_argument, NULL, 'd' },
		{ NULL, 0, NULL, 0 },
	};
	const char *fen = NULL, *moves = "";
	int c;

	memset(r, 0, sizeof(*r));
	opterr = 0;
	while ((c = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		if (c == 'f')
			fen = optarg;
		else if (c == 'm')
			moves = optarg;
		else if (c == 'd' && perft)
			r->divide = true;
		else if (c == ':')
			return cli_wrong("%s needs a value", argv[optind - 1]);
		else
			return cli_wrong("%s has no option '%s'", argv[0], argv[optind - 1]);
	}
	return read_operands(r, argv + optind, argc - optind, fen, moves, perft);
}

int cli_games(int argc, char **argv)
{
	if (argc > 1)
		return cli_wrong("'%s' is one word too many", argv[1]);
	printout_games(stdout);
	return 0;
}

int cli_show(int argc, char **argv)
{
	struct request r;
	int rc = read_request(argc, argv, false, &r);
	if (rc == 0)
		printout_show(stdout, &r.v, &r.s);
	return rc;
}

int cli_legal(int argc, char **argv)
{
	struct request r;
	int rc = read_request(argc, argv, false, &r);
	if (rc == 0)
		printout_legal(stdout, &r.v, &r.s);
	return rc;
}

int cli_perft(int argc, char **argv)
{
	struct request r;
	int rc = read_request(argc, argv, true, &r);
	if (rc == 0)
		printout_perft(stdout, &r.v, &r.s, r.depth, r.divide);
	return rc;
}
