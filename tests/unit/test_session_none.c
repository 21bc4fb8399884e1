/*
 * test_session_none.c — none of these: whatever is asked, the truth may be something that the board has not thought of, and
 * there is a way on from there by hands alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table.h"

static struct table *begin(const char *game, const char *sensors, const char *fen)
{
	struct table *t = table_new(game, sensors);

	table_start(t, fen);
	table_forget(t);
	return t;
}

/* The disturber is off its place after a turn, and two places cannot feel it. */
static struct table *lost_disturber(void)
{
	struct table *t = begin("perturbador", "PS", "3w1b2/1ww5/5w2/w7/2b2bx1/1b6/8/8 1 piece 1,2");

	table_blind(t, "d1");
	table_blind(t, "g8");
	table_move(t, "c7", "d6");
	table_move(t, "g4", "g2");
	table_rest(t);
	assert_line(t, "c7d6 xg2");
	table_lift(t, "g2");
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice_at(t, "d1"));
	assert_non_null(table_choice_at(t, "g8"));
	return t;
}

static void none_of_several_leads_back_to_what_was_agreed(void **state)
{
	struct table *t = lost_disturber();

	(void)state;
	table_answer(t, table_choice(t, "None of these"));
	table_rest(t);
	assert_line(t, "c7d6 xg2");
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "->g2");
	table_put(t, "g2", RULES_NEUTRAL);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void a_held_button_says_none_of_these(void **state)
{
	struct table *t = lost_disturber();

	(void)state;
	session_button(t->session, t->now_us, 2, true);
	table_rest(t);
	assert_line(t, "c7d6 xg2");
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "->g2");
	table_free(t);
}

static void putting_everything_back_says_it_too(void **state)
{
	struct table *t = lost_disturber();

	(void)state;
	table_put(t, "g2", RULES_NEUTRAL);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_line(t, "c7d6 xg2");
	table_free(t);
}

static void what_was_not_felt_is_offered_when_nothing_else_was_it(void **state)
{
	struct table *t = begin("contigo-capture", "C",
				"B3wW/bb2ww/6/6/w4b/Ww1bbB "
				"2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -");
	const struct view *v;
	int first;

	(void)state;
	/* The victim is swept aside: no gap is seen. */
	table_lift(t, "b1");
	table_rest(t);
	v = table_view(t);
	assert_int_equal(v->phase, VIEW_QUESTION);
	first = v->question.id;
	session_button(t->session, t->now_us, 1, true);
	v = table_view(t);
	if (v->phase == VIEW_QUESTION) {
		assert_int_not_equal(v->question.id, first);
		assert_string_equal(v->question.choice[v->question.choices - 1].label.key, "put-back");
		session_button(t->session, t->now_us, 1, true);
	}
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "->b1");
	table_free(t);
}

static void nothing_lifted_is_an_answer_as_well(void **state)
{
	struct table *t = table_new("perturbador", "PS");

	(void)state;
	table_blind(t, "g4");
	table_blind(t, "g3");
	table_start(t, "4b3/b2w4/2b5/1w6/1b4x1/3b4/5b2/3w4 1 disturber 3,0");
	assert_phase(t, VIEW_QUESTION);
	assert_string_equal(table_view(t)->question.text.key, "ask-piece");
	assert_non_null(table_choice_at(t, "g4"));
	table_answer(t, table_choice(t, "Nothing was lifted"));
	assert_line(t, "x-");
	table_free(t);
}

static void a_button_does_not_say_which_of_two_unseen_ends_it_was(void **state)
{
	struct table *t = begin("perturbador", "PS", "8/1w4w1/8/b7/8/2b3b1/x2b1b1w/8 2 piece 3,1");

	(void)state;
	table_blind(t, "a2");
	table_blind(t, "a7");
	table_move(t, "d2", "e2");
	table_wait(t, 1500);
	assert_line(t, "d2e2");
	session_button(t->session, t->now_us, 2, false);
	table_wait(t, 500);
	assert_line(t, "d2e2");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice_at(t, "a2"));
	assert_line(t, "d2e2 xa7");
	table_free(t);
}

static void a_lift_does_not_say_which_of_two_unseen_ends_it_was(void **state)
{
	struct table *t = begin("perturbador", "PS", "8/1w4w1/8/b7/8/2b3b1/x2b1b1w/8 2 piece 3,1");

	(void)state;
	table_blind(t, "a2");
	table_blind(t, "a7");
	table_move(t, "d2", "e2");
	table_wait(t, 1500);
	table_lift(t, "h2");
	table_wait(t, 500);
	assert_line(t, "d2e2");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "Nothing was lifted"));
	assert_line(t, "d2e2 x-");
	table_free(t);
}

static void an_answer_in_words_means_those_words_whatever_moved_meanwhile(void **state)
{
	struct table *t = begin("thibault:form=double", "P",
				"b1b1b3/1B3b2/2w5/1bW1B3/8/5w2/2w3w1/w1W4w "
				"2,0,2,1,2,1,6,3,0,2,1,4,1,0,1,3,2,3,1,6,1,1,5,0,2,4,1,0,1,4,4,2,0,2,2,2 1 beads -");

	(void)state;
	table_beads(t, "Sa", -1);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice(t, "1Sa +Sb"));
	table_lift(t, "f7");
	table_wait(t, 100);
	table_beads(t, "E8", -1);
	table_wait(t, 100);
	table_answer(t, table_choice(t, "1Sa +Sb"));
	assert_line(t, "1Sa +Sb");
	table_free(t);
}

static void a_turn_whose_beads_are_none_of_all_pits_is_set_up_again(void **state)
{
	struct table *t = begin("contigo-line", "N", NULL);

	(void)state;
	table_move(t, "e1", "e3");
	table_wait(t, 6000);
	assert_line(t, "e1e3");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "None of these: put it back as it was"));
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "e3>e1");
	table_move(t, "e3", "e1");
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void what_is_still_wrong_is_shown_while_a_hand_may_hold_the_rest(void **state)
{
	struct table *t = begin("perturbador", "PS", "5w2/b2b3b/1w4b1/8/8/1b3w2/1xw2bw1/7w 1 piece 0,0");

	(void)state;
	table_blind(t, "h5");
	table_move(t, "b3", "b5");
	table_move(t, "b6", "g7");
	table_lift(t, "b2");
	table_rest(t);
	assert_fixes(t, "b5>b3 g7>b6 ->b2");
	table_move(t, "b5", "b3");
	table_move(t, "g7", "b6");
	table_wait(t, 1500);
	assert_line(t, "");
	assert_fixes(t, "->b2"); /* the disturber may also stand on h5, unseen: that is not said before a while */
	table_free(t);
}

static void what_was_touched_in_putting_things_right_was_no_play(void **state)
{
	struct table *t = begin("perturbador", "PS", "3x4/7b/6w1/1b3b2/7b/4w2w/w7/6w1 1 piece 1,2");

	(void)state;
	table_blind(t, "g6");
	table_blind(t, "g7");
	table_rest(t);
	table_move(t, "h7", "d2");
	table_move(t, "b5", "b4");
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	table_move(t, "d2", "h7");
	table_move(t, "b4", "b5");
	table_rest(t);
	assert_phase(t, VIEW_PLAY); /* g6g7 would show as little, and is not asked for */
	assert_line(t, "");
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(none_of_several_leads_back_to_what_was_agreed),
		cmocka_unit_test(a_held_button_says_none_of_these),
		cmocka_unit_test(putting_everything_back_says_it_too),
		cmocka_unit_test(what_was_not_felt_is_offered_when_nothing_else_was_it),
		cmocka_unit_test(nothing_lifted_is_an_answer_as_well),
		cmocka_unit_test(what_is_still_wrong_is_shown_while_a_hand_may_hold_the_rest),
		cmocka_unit_test(what_was_touched_in_putting_things_right_was_no_play),
		cmocka_unit_test(a_button_does_not_say_which_of_two_unseen_ends_it_was),
		cmocka_unit_test(a_lift_does_not_say_which_of_two_unseen_ends_it_was),
		cmocka_unit_test(an_answer_in_words_means_those_words_whatever_moved_meanwhile),
		cmocka_unit_test(a_turn_whose_beads_are_none_of_all_pits_is_set_up_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
