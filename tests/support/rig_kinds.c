/*
 * rig_kinds.c — kinds of boards by what they sense, and the board file of each.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "rig.h"

const struct rig_kind rig_kinds[] = {
	{ "full", "side, rank and exact counts", "ranked", "count", 255, 0, NULL },
	{ "side-count", "side and exact counts", "owner", "count", 255, 0, NULL },
	{ "count", "occupied or not, exact counts", "presence", "count", 255, 0, NULL },
	{ "count6", "occupied or not, counts up to six", "presence", "count", 6, 0, NULL },
	{ "count3", "occupied or not, counts up to three", "presence", "count", 3, 0, NULL },
	{ "side", "side; pits only empty or not", "owner", "presence", 1, 0, NULL },
	{ "presence", "occupied or not everywhere", "presence", "presence", 1, 0, NULL },
	{ "blind-pits", "occupied or not; pits sense nothing", "presence", NULL, 0, 0, NULL },
	{ "faulty", "side and exact counts, two sensors faulty", "owner", "count", 255, 2, NULL },
	{ NULL, NULL, NULL, NULL, 0, 0, NULL },
};

const struct rig_kind *rig_kind(const char *name)
{
	for (const struct rig_kind *k = rig_kinds; k->name; k++)
		if (strcmp(k->name, name) == 0)
			return k;
	return NULL;
}

/* ---- The board file of a kind ---------------------------------------------------------------------------------------------
 */

static void list_lines(FILE *f, const struct rules_variant *v, int sense, const char *kind, int most)
{
	int n, some = 0;
	const struct rules_site *site = rules_sites(v, &n);

	for (int s = 0; s < n && kind; s++) {
		if (site[s].sense != sense)
			continue;
		if (!some++)
			fprintf(f, "[sensors %s]\nkind = %s\n%s", sense == RULES_SENSE_PIECE ? "pieces" : "counted", kind, "");
		fprintf(f, some == 1 ? "labels = %s" : some % 12 ? " %s" : "\n %s", site[s].name);
	}
	if (!some)
		return;
	if (strcmp(kind, "count") == 0)
		fprintf(f, "\nmost = %d", most);
	fprintf(f, "\non_ms = %d\noff_ms = %d\n", sense == RULES_SENSE_PIECE ? 15 : 100, sense == RULES_SENSE_PIECE ? 60 : 150);
}

int rig_board_text(const struct rules_variant *v, const struct rig_kind *kind, char *text, size_t room)
{
	FILE *f = fmemopen(text, room, "w");
	if (!f)
		return -errno;
	fprintf(f, "[board]\nid = %s-%s\ntitle = %s, %s\ngames = %s\n", v->game->id, kind->name, v->game->id, kind->about,
		v->game->id);
	list_lines(f, v, RULES_SENSE_PIECE, kind->pieces, 1);
	list_lines(f, v, RULES_SENSE_COUNT, kind->counted, kind->most);
	fprintf(f, "[buttons]\nlabels = end1 end2 end3 end4\non_ms = 10\noff_ms = 30\n");
	return fclose(f) == 0 ? 0 : -errno;
}
