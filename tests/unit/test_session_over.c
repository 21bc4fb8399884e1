/* test_session_over.c — games that end by what people say: given up, with two, three or four players, and drawn. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "table.h"

static struct view_text why;

static struct table *begin(const char *game, const char *sensors, const char *fen)
{
	struct table *t = table_new(game, sensors);

	table_start(t, fen);
	table_forget(t);
	assert_phase(t, VIEW_PLAY);
	return t;
}

static const char *last_result(const struct table *t)
{
	for (int i = t->events - 1; i >= 0; i--)
		if (t->event[i].type == EVENT_RESULT)
			return t->event[i].json;
	return "";
}

static void assert_result_told(const struct table *t, const char *result, const char *reason)
{
	char wanted[80];

	snprintf(wanted, sizeof(wanted), "\"result\":\"%s\",\"reason\":\"%s\"", result, reason);
	if (!strstr(last_result(t), wanted))
		fail_msg("%s is not in %s", wanted, last_result(t));
}

static void nobody_gives_up_who_does_not_play_or_is_out(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "CR", NULL);

	(void)state;
	assert_int_equal(session_resign(t->session, t->now_us, 0, &why), -EINVAL);
	assert_int_equal(session_resign(t->session, t->now_us, 5, &why), -EINVAL);
	assert_string_equal(why.key, "no-player");
	assert_int_equal(session_resign(t->session, t->now_us, 3, &why), 0);
	assert_int_equal(session_resign(t->session, t->now_us, 3, &why), -EINVAL);
	assert_string_equal(why.key, "out-already");
	assert_line(t, "out3");
	table_free(t);
}

static void between_two_the_other_has_won(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	assert_int_equal(session_resign(t->session, t->now_us, 1, &why), 0);
	assert_phase(t, VIEW_OVER);
	assert_int_equal(table_view(t)->result, 2);
	assert_string_equal(table_view(t)->waiting.key, "won");
	assert_result_told(t, "win 2", "resigned");
	assert_int_equal(session_resign(t->session, t->now_us, 2, &why), -EALREADY);
	assert_int_equal(session_agree_draw(t->session, t->now_us, &why), -EALREADY);
	table_free(t);
}

static void a_draw_is_agreed_by_any_number_of_players(void **state)
{
	struct table *t = begin("swahili:players=3", "CS", NULL);

	(void)state;
	assert_int_equal(session_agree_draw(t->session, t->now_us, &why), 0);
	assert_int_equal(table_view(t)->result, RULES_DRAW);
	assert_result_told(t, "draw", "agreed");
	table_free(t);
}

/* The kings' game goes on without him; his pieces are in nobody's way while they still stand. */
static void three_play_on_when_the_fourth_gives_up(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "CR", NULL);
	const struct view *v;

	(void)state;
	assert_int_equal(session_resign(t->session, t->now_us, 3, &why), 0);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	v = table_view(t);
	assert_int_equal(v->player, 1);
	assert_int_equal(v->fixes, 4); /* lit for clearing */
	table_turn(t, "a2c2 1Na +NW");
	table_rest(t);
	assert_line(t, "out3 a2c2 1Na +NW");
	table_lift(t, "f6");
	table_lift(t, "f5");
	table_lift(t, "e6");
	table_lift(t, "e5");
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_int_equal(table_view(t)->fixes, 0);
	assert_int_equal(table_view(t)->player, 2);
	table_free(t);
}

static void who_gives_up_in_his_turn_leaves_it_to_the_next(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "CR", NULL);

	(void)state;
	table_turn(t, "a2c2");
	table_rest(t);
	assert_int_equal(session_resign(t->session, t->now_us, 1, &why), 0);
	table_rest(t);
	assert_line(t, "a2c2 out1");
	assert_int_equal(table_view(t)->player, 2);
	assert_phase(t, VIEW_PLAY);
	/* Another thought: it is taken back as any action is. */
	assert_int_equal(session_take_back(t->session, t->now_us, 1, &why), 0);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_int_equal(table_view(t)->player, 1);
	assert_int_equal(table_view(t)->fixes, 0);
	table_free(t);
}

static void the_last_who_has_not_given_up_has_won(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "CR", NULL);

	(void)state;
	for (int player = 1; player <= 3; player++)
		assert_int_equal(session_resign(t->session, t->now_us, player, &why), 0);
	assert_int_equal(table_view(t)->result, 4);
	assert_phase(t, VIEW_OVER);
	assert_result_told(t, "win 4", "resigned");
	assert_line(t, "out1 out2 out3");
	table_free(t);
}

/* Swahili cannot go on without him, but it counts points at any time: his own are nobody's. */
static void where_points_are_counted_the_best_of_the_others_wins(void **state)
{
	static const char third_leads[] = "3,3,3,0,0,0,0,0,0,0,0/3/0 3,3,3,1,0,0,0,0,0,0,0/2/0 3,3,2,0,0,0,0,0,0,0,0/4/0 1";
	static const char two_lead[] = "3,3,3,1,0,0,0,0,0,0,0/2/0 3,3,3,1,0,0,0,0,0,0,0/2/0 3,3,2,0,0,0,0,0,0,0,0/4/0 1";
	struct table *t = begin("swahili:players=3", "CS", third_leads);

	(void)state;
	assert_int_equal(session_resign(t->session, t->now_us, 2, &why), 0);
	assert_int_equal(table_view(t)->result, 3);
	assert_result_told(t, "win 3", "abandoned");
	table_free(t);
	t = begin("swahili:players=3", "CS", third_leads);
	assert_int_equal(session_resign(t->session, t->now_us, 3, &why), 0);
	assert_int_equal(table_view(t)->result, 1);
	table_free(t);
	t = begin("swahili:players=3", "CS", two_lead);
	assert_int_equal(session_resign(t->session, t->now_us, 3, &why), 0);
	assert_int_equal(table_view(t)->result, RULES_DRAW);
	assert_result_told(t, "draw", "abandoned");
	table_free(t);
}

static void four_in_a_row_without_one_of_four_is_nobodys_game(void **state)
{
	struct table *t = begin("contigo-line:players=4", "CS", NULL);

	(void)state;
	assert_int_equal(session_resign(t->session, t->now_us, 4, &why), 0);
	assert_int_equal(table_view(t)->result, RULES_DRAW);
	assert_result_told(t, "draw", "abandoned");
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_gives_up_who_does_not_play_or_is_out),
		cmocka_unit_test(between_two_the_other_has_won),
		cmocka_unit_test(a_draw_is_agreed_by_any_number_of_players),
		cmocka_unit_test(three_play_on_when_the_fourth_gives_up),
		cmocka_unit_test(who_gives_up_in_his_turn_leaves_it_to_the_next),
		cmocka_unit_test(the_last_who_has_not_given_up_has_won),
		cmocka_unit_test(where_points_are_counted_the_best_of_the_others_wins),
		cmocka_unit_test(four_in_a_row_without_one_of_four_is_nobodys_game),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
