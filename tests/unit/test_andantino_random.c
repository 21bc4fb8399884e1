/*
 * Andantino: many positions against the slow game, and what turning and repeating must not change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tiles.h"

static struct rules_variant standard, single, relocate, both, small;

static int setup(void **state)
{
	(void)state;
	standard = ruling_variant("andantino");
	single = ruling_variant("andantino:opening=single");
	relocate = ruling_variant("andantino:after50=relocate");
	both = ruling_variant("andantino:opening=single,after50=relocate,side=6");
	small = ruling_variant("andantino:side=6");
	return 0;
}

/* ---- Against the slow one -------------------------------------------------------------------------------------------- */

struct sample {
	const char *name;
	struct naive_andantino game;
	int games, actions;
};

/* Plays on from *s; where the slow game and the fast one part, the test fails. */
static void follow(const struct rules_variant *v, const struct naive_andantino *game, struct rules_state *s, int actions,
		   uint64_t *seed)
{
	char text[RULES_POSITION_MAX], next[NAIVE_POSITION], action[RULES_ACTION_MAX];
	static struct naive_actions naive;

	rules_format(v, s, text);
	for (int i = 0;; i++) {
		rules_action list[RULES_ACTIONS_MAX];
		int n = rules_legal(v, s, list);

		naive_andantino_legal(game, text, &naive);
		ruling_agrees(v, s, naive_andantino_result(game, text), &naive);
		if (!n || i == actions)
			return;
		rules_action a = list[tiles_draw(seed, (uint64_t)n)];
		rules_action_text(v, a, action);
		naive_andantino_play(game, text, action, next);
		rules_apply(v, s, a);
		rules_format(v, s, text);
		assert_string_equal(text, next);
	}
}

static void random_games_agree_with_the_slow_game(void **state)
{
	static const struct sample sample[] = {
		{ "andantino", { 10, false, false }, 40, 48 },
		{ "andantino:opening=single", { 10, true, false }, 40, 48 },
		{ "andantino:side=8", { 8, false, false }, 20, 48 },
		{ "andantino:side=7", { 7, false, false }, 20, 48 },
		{ "andantino:opening=single,side=6", { 6, true, false }, 20, 48 },
	};
	uint64_t seed = 1;

	(void)state;
	for (size_t k = 0; k < sizeof(sample) / sizeof(sample[0]); k++) {
		struct rules_variant v = ruling_variant(sample[k].name);

		for (int i = 0; i < sample[k].games; i++) {
			struct rules_state s = ruling_position(&v, "startpos");

			follow(&v, &sample[k].game, &s, sample[k].actions, &seed);
		}
	}
}

static void relocations_agree_with_the_slow_game(void **state)
{
	static const struct naive_andantino game[2] = { { 10, false, true }, { 6, true, true } };
	const struct rules_variant *v[2] = { &relocate, &both };
	uint64_t seed = 11;

	(void)state;
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < 4; i++) {
			struct rules_state s;

			do
				s = ruling_position(v[k], "startpos");
			while (!tiles_grow(v[k], &s, 48, &seed));
			for (int part = 0; part < 4; part++) {
				struct rules_state branch = s;

				follow(v[k], &game[k], &branch, 2, &seed);
				if (!tiles_grow(v[k], &s, 5, &seed))
					break;
			}
		}
}

/* A ring of one colour round a hole of one or two cells, on the field of side 6. The hole is marked with count 255. */
static void draw_ring(struct rules_look *look, int who, int *count, uint64_t *seed)
{
	int sites;
	const struct rules_site *site = rules_sites(&small, &sites);
	uint64_t middle, other;

	do {
		middle = tiles_draw(seed, 91);
		other = tiles_draw(seed, 2) ? site[middle].neighbour[tiles_draw(seed, site[middle].neighbours)] : middle;
	} while (site[middle].neighbours < 6 || site[other].neighbours < 6);
	look[middle].count = look[other].count = 255;
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 2; k++) {
			struct rules_look *l = &look[site[k ? middle : other].neighbour[i]];

			*count += l->count == 0;
			if (l->count == 0)
				*l = (struct rules_look){ .count = 1, .owner = (uint8_t)(who + 1) };
		}
}

/* Throws tiles on empty cells until each side has `each`. A marked hole is left empty, or opened now and then. */
static void throw_tiles(struct rules_look *look, int each, int n[2], uint64_t *seed)
{
	bool fill = tiles_draw(seed, 4) == 0;

	for (int i = 0; i < 91; i++)
		if (fill && look[i].count == 255)
			look[i].count = 0;
	for (int who = 0; who < 2; who++)
		while (n[who] < each) {
			struct rules_look *l = &look[tiles_draw(seed, 91)];

			if (l->count)
				continue;
			*l = (struct rules_look){ .count = 1, .owner = (uint8_t)(who + 1) };
			n[who]++;
		}
	for (int i = 0; i < 91; i++)
		if (look[i].count == 255)
			look[i].count = 0;
}

static void rings_agree_with_the_slow_game(void **state)
{
	static const struct naive_andantino game = { 6, false, false };
	uint64_t seed = 5;
	int rings = 0, ongoing = 0;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		struct rules_look look[RULES_SITES_MAX] = { { 0 } };
		char text[RULES_POSITION_MAX];
		struct rules_state s;
		int n[2] = { 0, 0 };

		if (i % 3)
			draw_ring(look, i % 2, &n[i % 2], &seed);
		throw_tiles(look, 14 + i % 11, n, &seed);
		assert_int_equal(rules_unproject(&small, look, 1, &s, NULL), 0);
		rules_format(&small, &s, text);
		rings += naive_andantino_enclosed(&game, text, 'w') + naive_andantino_enclosed(&game, text, 'r') > 0;
		ongoing += rules_result(&small, &s) == RULES_ONGOING;
		follow(&small, &game, &s, 2, &seed);
	}
	assert_true(rings > 100);
	assert_true(ongoing > 100);
}

static void rings_of_gaps_in_play_agree_with_the_slow_game(void **state)
{
	static const struct naive_andantino game = { 6, false, true };
	struct rules_variant v = ruling_variant("andantino:after50=relocate,side=6");
	uint64_t seed = 17;
	int rings = 0;

	(void)state;
	for (int i = 0; i < 150; i++) {
		struct rules_state s = ruling_position(&v, "startpos");

		while (tiles_grow(&v, &s, 4, &seed)) {
			char text[RULES_POSITION_MAX];
			struct rules_state branch = s;

			rules_format(&v, &s, text);
			if (!naive_andantino_enclosed(&game, text, 'w') && !naive_andantino_enclosed(&game, text, 'r'))
				continue;
			rings++;
			follow(&v, &game, &branch, 1, &seed);
			if (tiles_draw(&seed, 3) == 0)
				break;
		}
	}
	assert_true(rings > 50);
}

static void a_field_turned_by_60_degrees_has_as_many_leaves(void **state)
{
	uint64_t seed = 23;

	(void)state;
	for (int i = 0; i < 40; i++) {
		struct rules_state s = ruling_position(&standard, "startpos"), turned;
		struct rules_look look[RULES_SITES_MAX], round[RULES_SITES_MAX] = { { 0 } };
		int n;
		const struct rules_site *site = rules_sites(&standard, &n);

		tiles_grow(&standard, &s, i, &seed);
		rules_project(&standard, &s, look);
		for (int k = 0; k < n; k++) {
			int q = atoi(site[k].name + 1) - 10, r = site[k].name[0] - 'J';
			char name[16];

			snprintf(name, sizeof(name), "%c%d", 'J' + q + r, 10 - r);
			round[ruling_site(&standard, name)] = look[k];
		}
		assert_int_equal(rules_unproject(&standard, round, rules_player(&standard, &s), &turned, NULL), 0);
		assert_int_equal(rules_result(&standard, &turned), rules_result(&standard, &s));
		assert_int_equal(rules_perft(&standard, &turned, 3), rules_perft(&standard, &s, 3));
	}
}

static void a_playout_is_the_same_for_the_same_seed_and_ends_in_a_true_position(void **state)
{
	const struct rules_variant *v[] = { &standard, &single, &both };
	const struct naive_andantino game[] = { { 10, false, false }, { 10, true, false }, { 6, true, true } };
	static struct naive_actions naive;

	(void)state;
	for (int k = 0; k < 3; k++)
		for (uint64_t i = 0; i < 60; i++) {
			struct rules_state one = ruling_position(v[k], "startpos"), two = one;
			uint64_t a = i, b = i;
			char text[RULES_POSITION_MAX];
			int limit = i % 2 ? 20 : 70, n = rules_playout(v[k], &one, limit, &a);

			assert_true(n == limit || rules_result(v[k], &one) != RULES_ONGOING);
			assert_int_equal(rules_playout(v[k], &two, limit, &b), n);
			assert_int_equal(a, b);
			assert_memory_equal(&one, &two, sizeof(one));
			rules_format(v[k], &one, text);
			naive_andantino_legal(&game[k], text, &naive);
			ruling_agrees(v[k], &one, naive_andantino_result(&game[k], text), &naive);
		}
}

static void looks_set_up_the_position_they_were_taken_from(void **state)
{
	uint64_t seed = 31;

	(void)state;
	for (int i = 0; i < 49; i++) {
		struct rules_state s = ruling_position(&standard, "startpos"), again;
		struct rules_look look[RULES_SITES_MAX];

		tiles_grow(&standard, &s, i, &seed);
		rules_project(&standard, &s, look);
		assert_int_equal(rules_unproject(&standard, look, rules_player(&standard, &s), &again, NULL), 0);
		assert_memory_equal(&s, &again, sizeof(s));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_games_agree_with_the_slow_game),
		cmocka_unit_test(relocations_agree_with_the_slow_game),
		cmocka_unit_test(rings_agree_with_the_slow_game),
		cmocka_unit_test(rings_of_gaps_in_play_agree_with_the_slow_game),
		cmocka_unit_test(a_field_turned_by_60_degrees_has_as_many_leaves),
		cmocka_unit_test(a_playout_is_the_same_for_the_same_seed_and_ends_in_a_true_position),
		cmocka_unit_test(looks_set_up_the_position_they_were_taken_from),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
