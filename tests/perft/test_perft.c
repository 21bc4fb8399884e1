/*
 * test_perft.c — every row of perft.tsv: GAME, POSITION, DEPTH, NODES. A row is a test named by itself.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules.h"

enum { ROWS_MAX = 400, ROW_MAX = 1200 };

struct row {
	char game[RULES_NAME_MAX], position[RULES_POSITION_MAX];
	int depth;
	uint64_t nodes;
};

static struct row row[ROWS_MAX];
static char name[ROWS_MAX][200];
static struct CMUnitTest test[ROWS_MAX];

static void perft_has_this_many_leaves(void **state)
{
	const struct row *r = *state;
	struct rules_error err;
	struct rules_variant v;
	struct rules_state s;

	if (rules_variant_parse(r->game, &v, &err) < 0)
		fail_msg("%s", err.text);
	if (strcmp(r->position, "startpos") == 0)
		rules_init(&v, &s);
	else if (rules_parse(&v, r->position, &s, &err) < 0)
		fail_msg("%s", err.text);
	uint64_t nodes = rules_perft(&v, &s, r->depth);
	if (nodes != r->nodes)
		fail_msg("%" PRIu64 " leaves, not %" PRIu64, nodes, r->nodes);
}

static bool known(const char *game)
{
	size_t length = strcspn(game, ":");
	for (int i = 0; rules_game_at(i); i++) {
		if (strlen(rules_game_at(i)->id) == length && memcmp(rules_game_at(i)->id, game, length) == 0)
			return true;
	}
	return false;
}

int main(void)
{
	FILE *f = fopen(SOURCE_DIR "/tests/perft/perft.tsv", "r");
	char line[ROW_MAX];
	int n = 0;

	if (!f) {
		perror("perft.tsv");
		return 1;
	}
	while (fgets(line, sizeof(line), f) && n < ROWS_MAX) {
		struct row *r = &row[n];
		if (sscanf(line, "%95[^\t]\t%1023[^\t]\t%d\t%" SCNu64, r->game, r->position, &r->depth, &r->nodes) != 4) {
			fprintf(stderr, "perft.tsv: bad row %d\n", n + 1);
			return 1;
		}
		if (!known(r->game))
			continue;
		snprintf(name[n], sizeof(name[n]), "%s %.60s depth %d", r->game, r->position, r->depth);
		test[n] = (struct CMUnitTest){ name[n], perft_has_this_many_leaves, NULL, NULL, r };
		n++;
	}
	fclose(f);
	return _cmocka_run_group_tests("perft", test, (size_t)n, NULL, NULL);
}
