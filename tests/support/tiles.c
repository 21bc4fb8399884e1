/*
 * tiles.c — see tiles.h.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tiles.h"

uint64_t tiles_draw(uint64_t *seed, uint64_t below)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (*seed >> 33) % below;
}

void tiles_lay(const struct rules_variant *v, struct rules_look *look, const char *cells, int owner, int *count)
{
	char copy[512], *rest = copy, *name;

	strcpy(copy, cells);
	while ((name = strsep(&rest, " "))) {
		if (*name) {
			look[ruling_site(v, name)] = (struct rules_look){ .count = 1, .owner = (uint8_t)owner };
			++*count;
		}
	}
}

struct rules_state tiles_table(const struct rules_variant *v, const char *white, const char *red, int player)
{
	static const char *const far[] = { "A10", "A13", "A16", "A19", "D19", "G19", "D7", "S1", "S4", "S7", "S10", "P13" };
	struct rules_look look[RULES_SITES_MAX] = { { 0 } };
	struct rules_error err = { "" };
	struct rules_state s;
	int n[2] = { 0, 0 };

	tiles_lay(v, look, white, 1, &n[0]);
	tiles_lay(v, look, red, 2, &n[1]);
	for (size_t i = 0; n[0] - n[1] != player - 1; i++) {
		int owner = n[0] - n[1] < player - 1 ? 1 : 2;

		assert_true(i < sizeof(far) / sizeof(far[0]));
		if (look[ruling_site(v, far[i])].count)
			continue;
		tiles_lay(v, look, far[i], owner, &n[owner - 1]);
	}
	if (rules_unproject(v, look, player, &s, &err))
		fail_msg("%s", err.text);
	return s;
}

bool tiles_grow(const struct rules_variant *v, struct rules_state *s, int actions, uint64_t *seed)
{
	for (int played = 0; played < actions; played++) {
		rules_action list[RULES_ACTIONS_MAX];
		int n = rules_legal(v, s, list), k = 0;

		for (; n > 0; n--) {
			struct rules_state next = *s;

			k = (int)tiles_draw(seed, (uint64_t)n);
			rules_apply(v, &next, list[k]);
			if (rules_result(v, &next) == RULES_ONGOING) {
				*s = next;
				break;
			}
			list[k] = list[n - 1];
		}
		if (n <= 0)
			return false;
	}
	return true;
}

struct rules_state tiles_all(const struct rules_variant *v)
{
	struct rules_state s;
	uint64_t seed = 7;

	do
		s = ruling_position(v, "startpos");
	while (!tiles_grow(v, &s, 48, &seed));
	return s;
}

const char *tiles_fifty(const char *cells, int player, char text[RULES_POSITION_MAX])
{
	struct rules_variant relocate = ruling_variant("andantino:after50=relocate");
	static const char *const row = "PQRSA";
	const char *slash = strchr(cells, '/');
	uint64_t seed = 1;

	for (int attempt = 0; attempt < 100000; attempt++) {
		struct rules_look look[RULES_SITES_MAX] = { { 0 } };
		struct rules_state s;
		int n[2] = { 0, 0 };
		char white[128];

		snprintf(white, sizeof(white), "P1 %.*s", (int)(slash - cells), cells);
		tiles_lay(&relocate, look, white, 1, &n[0]);
		tiles_lay(&relocate, look, slash + 1, 2, &n[1]);
		for (int i = 0; n[0] + n[1] < 50; i++) {
			char name[16];
			int owner;

			owner = n[0] == 25 ? 2 : n[1] == 25 ? 1 : 1 + (int)tiles_draw(&seed, 2);
			snprintf(name, sizeof(name), "%c%d", row[i / 19], 1 + i % 19);
			if (rules_site_by_name(&relocate, name) >= 0 && !look[ruling_site(&relocate, name)].count)
				tiles_lay(&relocate, look, name, owner, &n[owner - 1]);
		}
		if (rules_unproject(&relocate, look, player, &s, NULL) == 0 && rules_result(&relocate, &s) == RULES_ONGOING) {
			rules_format(&relocate, &s, text);
			return text;
		}
	}
	fail_msg("no fifty tiles with %s", cells);
	return NULL;
}

int tiles_after(const struct rules_variant *v, struct rules_state s, const char *actions)
{
	ruling_play(v, &s, actions);
	return rules_result(v, &s);
}
