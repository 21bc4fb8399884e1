/*
 * walk.c — random games through every variant.
 */
#include <stdio.h>
#include <string.h>

#include "walk.h"

uint64_t walk_random(uint64_t *seed)
{
	uint64_t x = *seed += 0x9e3779b97f4a7c15u;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

/* The next combination of options, as an odometer turns; false after the last. */
static bool next_combination(const struct rules_game *g, int index[RULES_OPTIONS_MAX])
{
	for (int i = 0; g->option[i].key; i++) {
		if (g->option[i].value[++index[i]])
			return true;
		index[i] = 0;
	}
	return false;
}

int walk_variants(struct rules_variant list[WALK_VARIANTS_MAX])
{
	const struct rules_game *g;
	int n = 0;

	for (int i = 0; (g = rules_game_at(i)); i++) {
		int index[RULES_OPTIONS_MAX] = { 0 };
		do {
			char name[512];
			size_t length = (size_t)snprintf(name, sizeof(name), "%s", g->id);
			for (int k = 0; g->option[k].key; k++)
				length += (size_t)snprintf(name + length, sizeof(name) - length, "%s%s=%s", k ? "," : ":",
							   g->option[k].key, g->option[k].value[index[k]]);
			if (rules_variant_parse(name, &list[n], NULL) == 0 && n < WALK_VARIANTS_MAX - 1)
				n++;
		} while (next_combination(g, index));
	}
	return n;
}

void walk(const struct rules_variant *v, int games, int actions, int stride, uint64_t seed,
	  void (*look)(const struct rules_variant *v, const struct rules_state *s, void *user), void *user)
{
	static rules_action list[RULES_ACTIONS_MAX];

	for (int game = 0; game < games; game++) {
		struct rules_state s;
		rules_init(v, &s);
		for (int i = 0;; i++) {
			int n = i < actions ? rules_legal(v, &s, list) : 0;
			if (i == 0 || n == 0 || walk_random(&seed) % (uint64_t)stride == 0)
				look(v, &s, user);
			if (n == 0)
				break;
			rules_apply(v, &s, list[walk_random(&seed) % (uint64_t)n]);
		}
	}
}

void walk_all(int games, int actions, int stride,
	      void (*look)(const struct rules_variant *v, const struct rules_state *s, void *user), void *user)
{
	struct rules_variant list[WALK_VARIANTS_MAX];
	int n = walk_variants(list);
	for (int i = 0; i < n; i++)
		walk(&list[i], games, actions, stride, (uint64_t)i, look, user);
}

const char *walk_name(const struct rules_variant *v, const struct rules_state *s)
{
	static char text[RULES_NAME_MAX + RULES_POSITION_MAX + 2];
	char name[RULES_NAME_MAX], position[RULES_POSITION_MAX];
	rules_variant_name(v, name);
	rules_format(v, s, position);
	snprintf(text, sizeof(text), "%s  %s", name, position);
	return text;
}
