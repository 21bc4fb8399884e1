/*
 * printout.c — positions, actions and counts as lines of text.
 */
#include <inttypes.h>

#include "printout.h"

void printout_games(FILE *out)
{
	const struct rules_game *g;

	for (int i = 0; (g = rules_game_at(i)); i++) {
		fputs(g->id, out);
		for (const struct rules_option *o = g->option; o->key; o++) {
			fprintf(out, " %s=%s", o->key, o->value[0]);
			for (int k = 1; o->value[k]; k++)
				fprintf(out, "|%s", o->value[k]);
		}
		fputc('\n', out);
	}
}

void printout_show(FILE *out, const struct rules_variant *v, const struct rules_state *s)
{
	char text[RULES_POSITION_MAX];
	int result = rules_result(v, s);

	rules_format(v, s, text);
	fprintf(out, "fen %s\nplayer %d\n", text, rules_player(v, s));
	if (result == RULES_ONGOING)
		fputs("result ongoing\n", out);
	else if (result == RULES_DRAW)
		fputs("result draw\n", out);
	else
		fprintf(out, "result win %d\n", result);
}

void printout_legal(FILE *out, const struct rules_variant *v, const struct rules_state *s)
{
	rules_action list[RULES_ACTIONS_MAX];
	char text[RULES_ACTION_MAX];
	int n = rules_legal(v, s, list);

	for (int i = 0; i < n; i++) {
		rules_action_text(v, list[i], text);
		fprintf(out, "%s\n", text);
	}
}

static uint64_t divided(FILE *out, const struct rules_variant *v, const struct rules_state *s, int depth)
{
	rules_action list[RULES_ACTIONS_MAX];
	char text[RULES_ACTION_MAX];
	uint64_t all = 0;
	int n = rules_legal(v, s, list);

	for (int i = 0; i < n; i++) {
		struct rules_state next = *s;
		rules_apply(v, &next, list[i]);
		uint64_t leaves = rules_perft(v, &next, depth - 1);
		rules_action_text(v, list[i], text);
		fprintf(out, "%s %" PRIu64 "\n", text, leaves);
		all += leaves;
	}
	return all;
}

void printout_perft(FILE *out, const struct rules_variant *v, const struct rules_state *s, int depth, bool divide)
{
	uint64_t leaves = divide && depth > 0 ? divided(out, v, s, depth) : rules_perft(v, s, depth);
	fprintf(out, "nodes %" PRIu64 "\n", leaves);
}
