/*
 * test_search.c — the search for hints: always legal, always in time, certain only where it is.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pits.h"
#include "rules_text.h"

static struct rules_variant line, four, capture, spread;

static int set_up_variants(void **state)
{
	(void)state;
	line = variant("contigo-line");
	four = variant("contigo-line:players=4");
	capture = variant("contigo-capture:beads=group");
	spread = variant("contigo-capture");
	return 0;
}

static struct rules_found search(const struct rules_variant *v, const char *text, struct rules_search how)
{
	struct rules_state s = position(v, text);
	struct rules_found found;
	memset(&found, 0x5a, sizeof(found));
	rules_search(v, &s, &how, &found);
	return found;
}

static void assert_best(const struct rules_variant *v, const struct rules_found *found, const char *action)
{
	char text[RULES_ACTION_MAX];
	rules_action_text(v, found->best, text);
	assert_string_equal(text, action);
}

static void a_finished_position_has_no_best_action(void **state)
{
	(void)state;
	struct rules_found found =
	    search(&line, with_pits("6/6/6/wwww2/6/6", "", "1 beads -"), (struct rules_search){ .depth = 3 });
	assert_int_equal(found.best, RULES_NO_ACTION);
	assert_int_equal(found.nodes, 0);
}

static bool always(void *user)
{
	(*(int *)user)++;
	return true;
}

static void when_stopped_at_once_it_still_names_a_legal_action(void **state)
{
	(void)state;
	int asked = 0;
	struct rules_search how = { .stop = always, .user = &asked };
	struct rules_found found = search(&spread, "startpos", how);
	char text[RULES_ACTION_MAX];
	rules_action_text(&spread, found.best, text);
	assert_true(is_legal(&spread, "startpos", text));
	assert_int_equal(asked, 1);
	assert_true(found.nodes <= 256);
}

static void it_looks_at_no_more_positions_than_it_may(void **state)
{
	(void)state;
	for (uint64_t nodes = 1; nodes < 3000; nodes = nodes * 3 + 1) {
		struct rules_found found = search(&line, "startpos", (struct rules_search){ .nodes = nodes });
		assert_true(found.nodes <= nodes);
		assert_true(found.best != RULES_NO_ACTION);
	}
}

static void without_any_limit_it_ends(void **state)
{
	(void)state;
	struct rules_found found =
	    search(&line, with_pits("6/6/6/2w3/6/b5", "Nc=1 Na=1", "1 piece -"), (struct rules_search){ 0 });
	assert_best(&line, &found, "c3c4");
}

static void a_win_in_one_action_is_found_and_certain(void **state)
{
	(void)state;
	struct rules_found found = search(&line, with_pits("6/6/3w2/www3/6/5b", "Sd=1 Na=1 E4=1 W4=1", "1 piece -"),
					  (struct rules_search){ .depth = 4 });
	assert_best(&line, &found, "d4d3");
	assert_int_equal(found.score, 1000);
	assert_true(found.proven);
	assert_int_equal(found.depth, 1);
}

static void the_last_king_is_captured(void **state)
{
	(void)state;
	struct rules_found found =
	    search(&capture, with_pits("6/2B3/6/W1W3/6/6", "Nc=2 E3=1 Na=1", "1 piece -"), (struct rules_search){ .depth = 3 });
	assert_best(&capture, &found, "c3c5");
	assert_true(found.proven);
}

/* The only move takes the own pawn out of the other player's row. */
#define FORCED_LOSS "6/6/6/bbwbb1/6/6"

static void a_loss_is_certain_between_two(void **state)
{
	(void)state;
	struct rules_found found =
	    search(&line, with_pits(FORCED_LOSS, "Nc=1", "1 piece -"), (struct rules_search){ .depth = 3 });
	assert_best(&line, &found, "c3c4");
	assert_int_equal(found.score, -1000);
	assert_true(found.proven);
}

static void with_more_than_two_a_loss_is_not_called_certain(void **state)
{
	(void)state;
	struct rules_found found =
	    search(&four, with_pits(FORCED_LOSS, "Nc=1", "1 piece -"), (struct rules_search){ .depth = 3 });
	assert_int_equal(found.score, -1000);
	assert_false(found.proven);
}

static void an_opinion_is_never_certain(void **state)
{
	(void)state;
	struct rules_found found = search(&line, "startpos", (struct rules_search){ .depth = 2 });
	assert_false(found.proven);
	assert_true(found.score > -1000 && found.score < 1000);
}

static void the_same_seed_finds_the_same_action(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 5; seed++) {
		struct rules_search how = { .nodes = 500, .seed = seed };
		struct rules_found a = search(&spread, "startpos", how), b = search(&spread, "startpos", how);
		assert_int_equal(a.best, b.best);
		assert_int_equal(a.nodes, b.nodes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_finished_position_has_no_best_action),
		cmocka_unit_test(when_stopped_at_once_it_still_names_a_legal_action),
		cmocka_unit_test(it_looks_at_no_more_positions_than_it_may),
		cmocka_unit_test(without_any_limit_it_ends),
		cmocka_unit_test(a_win_in_one_action_is_found_and_certain),
		cmocka_unit_test(the_last_king_is_captured),
		cmocka_unit_test(a_loss_is_certain_between_two),
		cmocka_unit_test(with_more_than_two_a_loss_is_not_called_certain),
		cmocka_unit_test(an_opinion_is_never_certain),
		cmocka_unit_test(the_same_seed_finds_the_same_action),
	};
	return cmocka_run_group_tests(tests, set_up_variants, NULL);
}
