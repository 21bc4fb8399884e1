/* boardio_generated.c — a board for a simulated table whose game no board file covers site by site: sensors everywhere. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boardio_internal.h"

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
