/*
 * Oraia: many positions against the slow game, and what turning and repeating must not change.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ruling.h"

static struct rules_variant leave, stay; /* stay=free, stay=counts */

static int setup(void **state)
{
	(void)state;
	leave = ruling_variant("oraia");
	stay = ruling_variant("oraia:stay=counts");
	return 0;
}

/* ---- Against the slow one -------------------------------------------------------------------------------------------- */

static uint64_t draw(uint64_t *seed, uint64_t below)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (*seed >> 33) % below;
}

/* What was met on the way, so that a comparison that never saw the hard cases cannot pass. */
struct met {
	int positions, last, turns, finished[10];
};

static void follow(const struct rules_variant *v, struct rules_state *s, int actions_left, uint64_t *seed, struct met *met)
{
	static struct naive_actions naive;
	bool counts = v == &stay;
	char text[RULES_POSITION_MAX], next[NAIVE_POSITION], action[RULES_ACTION_MAX];

	rules_format(v, s, text);
	for (;; actions_left--) {
		rules_action list[RULES_ACTIONS_MAX], a;
		int n = rules_legal(v, s, list);

		naive_oraia_legal(counts, text, &naive);
		ruling_agrees(v, s, naive_oraia_result(counts, text), &naive);
		met->positions++;
		met->last += strstr(text, "last") != NULL;
		met->turns += strstr(text, "turn") != NULL;
		met->finished[rules_result(v, s)]++;
		if (!n || !actions_left)
			return;
		a = list[draw(seed, (uint64_t)n)];
		rules_action_text(v, a, action);
		naive_oraia_play(counts, text, action, next);
		rules_apply(v, s, a);
		rules_format(v, s, text);
		assert_string_equal(text, next);
	}
}

static void random_games_agree_with_the_slow_game(void **state)
{
	struct met met = { 0 };
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < 60; i++) {
		const struct rules_variant *v = i % 2 ? &stay : &leave;
		struct rules_state s = ruling_position(v, "startpos");

		follow(v, &s, 120, &seed, &met);
	}
	assert_true(met.turns > 50);
}

/* Throws pawns on the table, most of them where they want to go. False when the text is no position. */
static bool throw_pawns(const struct rules_variant *v, uint64_t *seed, struct rules_state *ret)
{
	char site[26] = ".........................", text[64];
	static const char *const tail[] = { "1 move -", "2 move -", "2 move last", "1 turn -", "2 turn -", "2 turn last" };

	for (int who = 0; who < 2; who++)
		for (int n = 0; n < 4;) {
			int at = draw(seed, 3) ? 2 * (int)draw(seed, 4) + !who : (int)draw(seed, 25);
			bool home = at < 8 && at % 2 == who, charged = home ? false : at < 8 || at == 24 || draw(seed, 2);

			if (draw(seed, 6) == 0)
				at = 2 * (int)draw(seed, 4) + who, charged = false;
			if (site[at] != '.')
				continue;
			site[at] = "brBR"[who + 2 * charged];
			n++;
		}
	snprintf(text, sizeof(text), "%.8s/%.8s/%.8s/%c %s", site, site + 8, site + 16, site[24], tail[draw(seed, 6)]);
	return rules_parse(v, text, ret, NULL) == 0;
}

static void thrown_positions_agree_with_the_slow_game(void **state)
{
	struct met met = { 0 };
	uint64_t seed = 9;

	(void)state;
	for (int i = 0; i < 12000; i++) {
		const struct rules_variant *v = i % 2 ? &stay : &leave;
		struct rules_state s;

		if (throw_pawns(v, &seed, &s))
			follow(v, &s, 2, &seed, &met);
	}
	assert_true(met.positions > 2000);
	assert_true(met.last > 100);
	assert_true(met.turns > 100);
	assert_true(met.finished[1] > 50);
	assert_true(met.finished[2] > 50);
	assert_true(met.finished[RULES_DRAW] > 10);
}

static void a_table_turned_by_a_quarter_or_mirrored_has_as_many_leaves(void **state)
{
	uint64_t seed = 5;

	(void)state;
	for (int i = 0; i < 60; i++) {
		struct rules_state s = ruling_position(&leave, "startpos");
		char text[RULES_POSITION_MAX], turned[RULES_POSITION_MAX], mirrored[RULES_POSITION_MAX];

		rules_playout(&leave, &s, 3 * i, &seed);
		rules_format(&leave, &s, text);
		strcpy(turned, text);
		strcpy(mirrored, text);
		for (int k = 0; k < 26; k += 9)
			for (int j = 0; j < 8; j++) {
				turned[k + (j + 2) % 8] = text[k + j];
				mirrored[k + (8 - j) % 8] = text[k + j];
			}
		struct rules_state a = ruling_position(&leave, turned), b = ruling_position(&leave, mirrored);

		assert_int_equal(rules_perft(&leave, &a, 3), rules_perft(&leave, &s, 3));
		assert_int_equal(rules_perft(&leave, &b, 3), rules_perft(&leave, &s, 3));
	}
}

static void a_playout_is_the_same_for_the_same_seed_and_ends_in_a_true_position(void **state)
{
	static struct naive_actions naive;

	(void)state;
	for (uint64_t i = 0; i < 60; i++) {
		const struct rules_variant *v = i % 2 ? &stay : &leave;
		struct rules_state one = ruling_position(v, "startpos"), two = one;
		uint64_t a = i, b = i;
		char text[RULES_POSITION_MAX];
		int limit = (int)i * 7, n = rules_playout(v, &one, limit, &a);

		assert_true(n == limit || rules_result(v, &one) != RULES_ONGOING);
		assert_int_equal(rules_playout(v, &two, limit, &b), n);
		assert_memory_equal(&one, &two, sizeof(one));
		rules_format(v, &one, text);
		naive_oraia_legal(v == &stay, text, &naive);
		ruling_agrees(v, &one, naive_oraia_result(v == &stay, text), &naive);
	}
}

static void looks_set_up_the_position_they_were_taken_from(void **state)
{
	uint64_t seed = 31;
	int last = 0;

	(void)state;
	for (int i = 0; i < 3000; i++) {
		struct rules_state s, again;
		struct rules_look look[RULES_SITES_MAX];

		if (!throw_pawns(&stay, &seed, &s) || !rules_turn_start(&stay, &s))
			continue;
		rules_project(&stay, &s, look);
		assert_int_equal(rules_unproject(&stay, look, rules_player(&stay, &s), &again, NULL), 0);
		assert_memory_equal(&s, &again, sizeof(s));
		char text[RULES_POSITION_MAX];
		rules_format(&stay, &s, text);
		last += strstr(text, "last") != NULL;
	}
	assert_true(last > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_games_agree_with_the_slow_game),
		cmocka_unit_test(thrown_positions_agree_with_the_slow_game),
		cmocka_unit_test(a_table_turned_by_a_quarter_or_mirrored_has_as_many_leaves),
		cmocka_unit_test(a_playout_is_the_same_for_the_same_seed_and_ends_in_a_true_position),
		cmocka_unit_test(looks_set_up_the_position_they_were_taken_from),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
