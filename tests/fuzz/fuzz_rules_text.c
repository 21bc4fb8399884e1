/*
 * fuzz_rules_text.c — every text that the rules read: names of games, positions, actions.
 *
 * An input is a line with the name of a game and a line with a text, which is read as a position and as an action. What is
 * accepted must be written back the same; from an accepted position everything else must work.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules.h"

#define MUST(condition)                                                                                                        \
	do {                                                                                                                   \
		if (!(condition)) {                                                                                            \
			fprintf(stderr, "%s\n", #condition);                                                                   \
			abort();                                                                                               \
		}                                                                                                              \
	} while (0)

static void use_position(const struct rules_variant *v, const struct rules_state *s)
{
	static rules_action list[RULES_ACTIONS_MAX];
	static struct rules_path path;
	static struct rules_look look[RULES_SITES_MAX];
	char text[RULES_POSITION_MAX];
	struct rules_error err;
	int n = rules_legal(v, s, list), sites;
	MUST(n == rules_count(v, s));
	MUST((n == 0) == (rules_result(v, s) != RULES_ONGOING));
	for (int i = 0; i < n; i += 1 + n / 64) {
		struct rules_state next = *s, again;
		rules_path(v, s, list[i], &path);
		rules_apply(v, &next, list[i]);
		rules_format(v, &next, text);
		MUST(rules_parse(v, text, &again, &err) == 0);
		MUST(rules_hash(v, &next) == rules_hash(v, &again));
	}
	rules_sites(v, &sites);
	rules_project(v, s, look);
	struct rules_state built;
	rules_unproject(v, look, rules_player(v, s), &built, &err);
	for (int i = 0; i <= 12; i++) {
		struct rules_attempt attempt = { (uint16_t)(i * 7919 % sites), (uint16_t)(i * 104729 % sites), 0, 1 };
		struct rules_why why;
		rules_why_illegal(v, s, &attempt, &why);
	}
	uint64_t seed = 1;
	built = *s;
	rules_playout(v, &built, 30, &seed);
}

static void read_text(const struct rules_variant *v, const char *text)
{
	struct rules_state s;
	struct rules_error err = { "" };
	rules_action a;
	char position[RULES_POSITION_MAX], action[RULES_ACTION_MAX];
	if (rules_parse(v, text, &s, &err) == 0) {
		rules_format(v, &s, position);
		MUST(strcmp(position, text) == 0);
		use_position(v, &s);
	} else {
		MUST(strstr(err.text, ": "));
	}
	if (v->game->read_action(v, text, &a, &err) == 0) {
		rules_action_text(v, a, action);
		MUST(strcmp(action, text) == 0);
		rules_init(v, &s);
		rules_action_read(v, &s, text, &a, &err);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 4096)
		return 0;
	char *text = malloc(size + 1), *line, name[RULES_NAME_MAX];
	MUST(text);
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	line = strchr(text, '\n');
	if (line)
		*line++ = '\0';
	struct rules_variant v;
	struct rules_error err;
	if (rules_variant_parse(text, &v, &err) == 0) {
		struct rules_variant again;
		rules_variant_name(&v, name);
		MUST(rules_variant_parse(name, &again, &err) == 0 && memcmp(&v, &again, sizeof(v)) == 0);
		if (line)
			read_text(&v, line);
	}
	free(text);
	return 0;
}
