/*
 * picture.c — a board in characters.
 */
#include "picture.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, COLUMNS = 132, CELL = 4 };

static const char *const meanings[] = { "nothing", "turn",  "beads", "last", "hint", "movable", "lifted", "target",
					"blocker", "bring", "take",  "ask",  "win",  "threat",  "unsaved" };
static const char *const words[] = { "off", "steady", "pulse", "path", "alternate", "double", "sweep" };
static const char letters[] = " t lhmLo!+-?W^~";

const char *picture_meaning(int meaning)
{
	return meaning >= 0 && meaning < (int)(sizeof meanings / sizeof *meanings) ? meanings[meaning] : "?";
}

const char *picture_word(int word)
{
	return word >= 0 && word < (int)(sizeof words / sizeof *words) ? words[word] : "?";
}

static bool lit(const struct light *l)
{
	return l->meaning && (l->r || l->g || l->b);
}

static void cell_text(const struct rules_site *site, const struct rules_look *look, const struct light *light,
		      char cell[CELL + 1])
{
	char what[CELL] = ".";

	if (look->count > 0 && site->sense == RULES_SENSE_COUNT)
		snprintf(what, sizeof what, "%u", look->count);
	else if (look->count > 0 && look->owner == RULES_NEUTRAL)
		snprintf(what, sizeof what, "x");
	else if (look->count > 0)
		snprintf(what, sizeof what, "%s%u", look->rank ? "*" : "", look->owner % 10U);
	snprintf(cell, CELL + 1, "%s%c", what, lit(light) ? letters[light->meaning] : ' ');
}

static void draw_sites(FILE *out, const struct view *view, const struct light *light)
{
	static char grid[ROWS][COLUMNS + 1];
	int n, small = 1000;
	const struct rules_site *site = rules_sites(&view->variant, &n);

	for (int s = 0; s < n; s++)
		small = site[s].size < small ? site[s].size : small;
	small = small < 32 ? 32 : small;
	memset(grid, ' ', sizeof grid);
	for (int s = 0; s < n; s++) {
		char cell[CELL + 1];
		int row = site[s].y * 2 / small, column = site[s].x * CELL / small;
		cell_text(&site[s], &view->look[s], &light[s], cell);
		if (row >= 0 && row < ROWS && column >= 0 && column + CELL < COLUMNS)
			memcpy(&grid[row][column], cell, strlen(cell));
	}
	for (int row = 0; row < ROWS; row++) {
		int end = COLUMNS;
		while (end > 0 && grid[row][end - 1] == ' ')
			end--;
		if (end > 0)
			fprintf(out, "  %.*s\n", end, grid[row]);
	}
}

static void list_lights(FILE *out, const struct view *view, const struct light *light)
{
	int n;
	const struct rules_site *site = rules_sites(&view->variant, &n);

	for (int s = 0; s < n; s++)
		if (light[s].meaning > LIGHT_BEADS)
			fprintf(out, "  %s: %s, %s\n", site[s].name, picture_meaning(light[s].meaning),
				picture_word(light[s].word));
}

void picture_write(FILE *out, const struct view *view, const struct light *light)
{
	if (!view->variant.game)
		return;
	draw_sites(out, view, light);
	if (*view->waiting.en)
		fprintf(out, "  \"%s\"\n", view->waiting.en);
	if (view->question.choices > 0)
		fprintf(out, "  \"%s\"\n", view->question.text.en);
	if (view->why.rule)
		fprintf(out, "  \"%s\"\n", view->why.en);
	list_lights(out, view, light);
}
