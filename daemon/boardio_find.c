/*
 * boardio_find.c — which board a game is played on: the one named, a reference board that is compiled in, or for a simulated
 * table whose game no board file covers site by site, one made up with sensors everywhere.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boardio_internal.h"
#include "embedded.h"

static void write_sensors(FILE *f, const struct rules_site *site, int n, int sense, const char *kind)
{
	bool any = false;
	for (int i = 0; i < n; i++) {
		if (site[i].sense != sense)
			continue;
		if (!any)
			fprintf(f, "[sensors %s]\nkind = %s\nlabels =", kind, kind);
		any = true;
		fprintf(f, "%s%s", i % 20 == 19 ? "\n " : " ", site[i].name);
	}
	if (any)
		fputc('\n', f);
}

int boardio_generate(const struct rules_variant *v, struct hal_board **ret)
{
	char *text = NULL, message[HAL_MESSAGE_MAX];
	size_t size;
	int n;
	const struct rules_site *site = rules_sites(v, &n);
	FILE *f = open_memstream(&text, &size);
	if (!f)
		return -ENOMEM;
	fprintf(f, "[board]\nid = simulated\ntitle = A simulated board with a sensor everywhere\ngames = %s\n", v->game->id);
	write_sensors(f, site, n, RULES_SENSE_PIECE, "ranked");
	write_sensors(f, site, n, RULES_SENSE_COUNT, "count");
	fputs("[buttons]\nlabels =", f);
	for (int i = 1; i <= v->players; i++)
		fprintf(f, " end%d", i);
	fputs("\n[leds]\nlabels = sensors\n", f);
	int err = fclose(f) == 0 ? hal_board_parse("simulated", text, ret, message) : -ENOMEM;
	free(text);
	return err;
}

bool boardio_covers(const struct layout *layout, const struct rules_variant *v)
{
	int n;
	const struct rules_site *site = rules_sites(v, &n);
	for (int i = 0; i < n; i++)
		if (site[i].sense != RULES_SENSE_NONE && layout->site_line[i] == UINT16_MAX)
			return false;
	return true;
}

/* Reads a board: one that is compiled in by its name, else a file. */
int boardio_read_board(const char *name, struct hal_board **ret, char message[BOARDIO_MESSAGE])
{
	for (const struct embedded *e = embedded_boards; e->path; e++)
		if (strcmp(e->path, name) == 0)
			return hal_board_parse(name, (const char *)e->data, ret, message);
	return hal_board_read(name, ret, message);
}

/* How much a board's sensors tell of a game: whether, whose, of which rank, how many, added up over all sites. */
static int knowledge(const struct layout *layout)
{
	int sum = 0;
	for (int i = 0; i < layout->sites; i++)
		sum += __builtin_popcount(layout->sensor[i].knows);
	return sum;
}

/* Of the compiled-in boards that carry the game, the one that tells most, for a simulated table; NULL: none. */
struct hal_board *boardio_find_board(const struct rules_variant *v, struct layout *scratch)
{
	struct hal_board *best = NULL, *board;
	int most = -1;
	for (const struct embedded *e = embedded_boards; e->path; e++) {
		char why[BOARDIO_MESSAGE] = "";
		if (hal_board_parse(e->path, (const char *)e->data, &board, why) < 0)
			continue;
		if (layout_serves(board, v->game->id) && layout_make(board, v, scratch, why) == 0 &&
		    boardio_covers(scratch, v) && knowledge(scratch) > most) {
			most = knowledge(scratch);
			hal_board_free(best);
			best = board;
		} else {
			hal_board_free(board);
		}
	}
	if (best)
		return best;
	return boardio_generate(v, &board) == 0 ? board : NULL;
}

/* The first game that the board says it serves. */
int boardio_first_game(const struct hal_board *board, struct rules_variant *ret)
{
	char id[RULES_NAME_MAX];
	struct rules_error err;
	const char *games = hal_board_games(board);
	snprintf(id, sizeof id, "%.*s", (int)strcspn(games, " "), games);
	return rules_variant_parse(id, ret, &err);
}
