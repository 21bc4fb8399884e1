/* test_reply.c — the other side of a lesson: it ends its turn, takes a win, and answers the same position always alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "reply.h"
#include "rules_text.h"

static void a_finished_position_gets_no_answer(void **state)
{
	(void)state;
	struct rules_variant v = variant("andantino:side=6");
	struct rules_state s = position(&v, "I10r,J8w,J9w,J10w,J11w,J12w,K9r,K11r,L10r 2 -");
	const struct rules_state before = s;
	rules_action list[REPLY_MAX];
	assert_int_equal(reply_turn(&v, &s, list), 0);
	assert_memory_equal(&s, &before, sizeof s);
}

static void a_win_within_reach_is_taken(void **state)
{
	(void)state;
	struct rules_variant v = variant("andantino:side=6");
	struct rules_state s = position(&v, "I10w,J8r,J9r,J10r,J11r,K9w,K11w,L9w,L10w 2 -");
	rules_action list[REPLY_MAX];
	char text[RULES_ACTION_MAX];
	assert_int_equal(reply_turn(&v, &s, list), 1);
	rules_action_text(&v, list[0], text);
	assert_string_equal(text, "J12");
	assert_int_equal(rules_result(&v, &s), 2);
}

static void the_turn_is_played_to_its_end_beads_included(void **state)
{
	(void)state;
	struct rules_variant v = variant("contigo-capture");
	struct rules_state s = position(&v, "startpos");
	rules_action list[REPLY_MAX];
	int n = reply_turn(&v, &s, list);
	assert_in_range(n, 3, REPLY_MAX); /* a piece, a handful, at least one drop */
	assert_int_equal(rules_player(&v, &s), 2);
	assert_true(rules_turn_start(&v, &s));
}

static void the_same_position_gets_the_same_answer(void **state)
{
	(void)state;
	for (int i = 0; rules_game_at(i); i++) {
		struct rules_variant v = variant(rules_game_at(i)->id);
		struct rules_state a = position(&v, "startpos"), b = a;
		rules_action one[REPLY_MAX], two[REPLY_MAX];
		int n = reply_turn(&v, &a, one);
		assert_true(n > 0);
		assert_int_equal(reply_turn(&v, &b, two), n);
		assert_memory_equal(one, two, (size_t)n * sizeof *one);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_finished_position_gets_no_answer),
		cmocka_unit_test(a_win_within_reach_is_taken),
		cmocka_unit_test(the_turn_is_played_to_its_end_beads_included),
		cmocka_unit_test(the_same_position_gets_the_same_answer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
