/*
 * test_session_two.c — two turns that leave the look of one, in games of pieces: what was touched on the way tells, and where that
 * is not enough the board asks.
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

static void a_disturber_that_comes_where_the_next_piece_left_is_not_that_piece(void **state)
{
	struct table *t = begin("perturbador", "P", "7x/6b1/8/1b5w/2b3b1/2bw1w2/4b1w1/w3w3 2 piece 0,0");

	(void)state;
	table_hurry(t, "g4", "f6");
	table_hurry(t, "h8", "g8");
	table_hurry(t, "g2", "h2");
	table_hurry(t, "g8", "g2");
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice(t, "g4f6 xh2"));
	table_answer(t, table_choice(t, "g4f6 xg8 g2h2 xg2"));
	assert_line(t, "g4f6 xg8 g2h2 xg2");
	table_free(t);
}

static void a_piece_that_comes_where_the_disturber_left_did_not_leave_it_there(void **state)
{
	struct table *t = begin("perturbador", "P", "5b2/8/1bw5/1w4bb/1ww4b/w7/1b2x3/3w4 1 piece 0,0");

	(void)state;
	table_hurry(t, "a3", "a1");
	table_wait(t, 200);
	table_hurry(t, "e2", "f1");
	table_hurry(t, "b2", "e2");
	table_lift(t, "f1");
	table_wait(t, 600);
	assert_line(t, "a3a1 x-");
	table_put(t, "h3", RULES_NEUTRAL);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "xf1 b2e2 xh3"));
	assert_line(t, "a3a1 xf1 b2e2 xh3");
	table_free(t);
}

static void a_pawn_gone_to_a_dead_place_was_not_turned_there_by_the_disk(void **state)
{
	struct table *t = begin("oraia", "PSC", "brb.br.r/.....r../......../B 1 turn -");

	(void)state;
	table_blind(t, "O5");
	table_lift(t, "O6");
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice(t, "<"));
	table_answer(t, table_choice(t, "= O6O5"));
	assert_line(t, "= O6O5");
	table_free(t);
}

static void a_disturber_may_be_moved_by_the_player_after_a_piece_that_nobody_felt(void **state)
{
	struct table *t = begin("perturbador", "PS", "2bb2b1/4x3/5b2/5b2/8/1b6/8/1wwwwww1 2 disturber 0,0");

	(void)state;
	table_blind(t, "f1"); /* from there into a well */
	table_move(t, "e7", "b4");
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice(t, "xb4"));
	table_answer(t, table_choice(t, "x- f1e4 xb4"));
	assert_line(t, "x- f1e4 xb4");
	table_free(t);
}

static void a_disturber_that_rests_where_the_next_piece_began_corrects_nothing(void **state)
{
	struct table *t = begin("perturbador", "P", "2bbbbb1/8/1b1x4/8/8/8/8/1wwwwww1 1 piece 0,0");

	(void)state;
	table_move(t, "b1", "a1");
	table_move(t, "d6", "a3");
	table_rest(t);
	assert_line(t, "b1a1 xa3");
	table_move(t, "b6", "f6");
	table_hurry(t, "a3", "b6");
	table_wait(t, 800);
	assert_line(t, "b1a1 xa3");
	table_hurry(t, "b6", "a6");
	table_rest(t);
	assert_line(t, "b1a1 xa3 b6f6 xa6");
	table_free(t);
}

static void a_hub_that_trembles_does_not_say_which_of_two_pawns_came_there(void **state)
{
	static const char *const leave[] = { "I8", "I3", "I5", "O2", "O4" };
	struct table *t = begin("oraia:stay=counts", "PSC", "......b./rb.BB..r/..r....r/. 1 move -");

	(void)state;
	table_blind(t, "I7");
	table_blind(t, "O8");
	table_hurry(t, "O5", "C5"); /* too far */
	table_hurry(t, "C5", "I5");
	table_wait(t, 1500);
	assert_line(t, "O5I5");
	table_lift(t, "O1");
	table_wait(t, 900);
	table_put(t, "H", 2);
	table_wait(t, 230);
	for (size_t i = 0; i < sizeof leave / sizeof *leave; i++)
		table_lift(t, leave[i]);
	table_wait(t, 290);
	table_lift(t, "H");
	table_wait(t, 40);
	table_put(t, "H", 2);
	table_wait(t, 150);
	table_put(t, "I2", 2);
	table_put(t, "I4", 1);
	table_put(t, "O1", 1);
	table_put(t, "O3", 1);
	table_put(t, "O7", 2);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "O1H <"));
	assert_line(t, "O5I5 O1H <");
	table_free(t);
}

static void a_disturber_does_not_arrive_before_it_has_left(void **state)
{
	struct table *t = begin("perturbador", "P", "1b6/1w6/2xw4/8/8/1b1w1b2/2w2b2/1w1b2wb 2 piece 0,0");

	(void)state;
	table_lift(t, "b8");
	table_wait(t, 280);
	table_put(t, "d8", 2);
	table_wait(t, 280);
	table_lift(t, "c2"); /* a sleeve; it falls back */
	table_wait(t, 290);
	table_put(t, "c2", 1);
	table_wait(t, 290);
	table_lift(t, "c6");
	table_wait(t, 900);
	assert_line(t, "");
	table_put(t, "c4", RULES_NEUTRAL);
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION)
		table_answer(t, table_choice(t, "b8d8 xc4"));
	assert_line(t, "b8d8 xc4");
	table_free(t);
}

static void a_place_where_the_disturber_stood_between_two_turns_is_not_left_out(void **state)
{
	struct table *t = begin("perturbador", "P", "8/5b2/2w4b/6x1/8/1w3wb1/8/1b6 1 piece 3,2");

	(void)state;
	table_hurry(t, "b3", "e2");
	table_hurry(t, "g5", "g7");
	table_put(t, "g4", 2);
	table_wait(t, 30);
	table_lift(t, "g3");
	table_wait(t, 250);
	table_lift(t, "g7");
	table_wait(t, 1200);
	table_put(t, "g3", RULES_NEUTRAL);
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION) /* or the disturber went to g4, past places touched by chance */
		table_answer(t, table_choice(t, "b3e2 xg7 g3g4 xg3"));
	assert_line(t, "b3e2 xg7 g3g4 xg3");
	table_free(t);
}

static void a_turn_between_two_dead_places_may_have_come_before_what_looks_like_a_correction(void **state)
{
	struct table *t = begin("oraia", "PS", "R.....RB/B...Rb../.....BR./. 2 move -");

	(void)state;
	table_blind(t, "I5");
	table_blind(t, "I6");
	table_move(t, "I7", "H");
	table_wait(t, 800);
	session_button(t->session, t->now_us, 2, false);
	table_rest(t);
	assert_line(t, "I7H =");
	table_move(t, "I6", "I5");
	table_wait(t, 100);
	table_move(t, "H", "I8");
	table_rest(t);
	assert_line(t, "I7H =");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "I6I5 HI8"));
	assert_line(t, "I7H = I6I5 HI8");
	table_free(t);
}

static void two_turns_that_leave_the_look_of_an_earlier_position_are_not_taken_back(void **state)
{
	struct table *t = begin("oraia:stay=counts", "P", "...B.B../..b...../RRR.R..B/. 2 move -");

	(void)state;
	table_move(t, "I1", "H");
	table_wait(t, 1800);
	assert_line(t, "I1H");
	table_lift(t, "I8");
	table_wait(t, 90);
	table_put(t, "I1", 1);
	table_wait(t, 100);
	table_lift(t, "H");
	table_wait(t, 600);
	table_put(t, "I8", 2);
	table_rest(t);
	assert_line(t, "I1H");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "= I8I1 HI8"));
	assert_line(t, "I1H = I8I1 HI8");
	table_free(t);
}

static void where_the_disturber_stood_a_moment_ago_it_is_no_story_that_leaves_it_out(void **state)
{
	struct table *t = begin("perturbador", "PS", "1b1bb3/6w1/8/8/8/6xb/b4b2/2wwwww1 2 piece 0,0");

	(void)state;
	table_blind(t, "a2");
	table_blind(t, "f2");
	table_hurry(t, "a2", "c2");
	table_hurry(t, "g3", "g5");
	table_hurry(t, "g7", "a7");
	table_wait(t, 500);
	table_lift(t, "g5"); /* f2c2 xf2 g7a7 would look like this */
	table_wait(t, 1500);
	assert_line(t, "");
	table_put(t, "d2", RULES_NEUTRAL);
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION)
		table_answer(t, table_choice(t, "a2c2 xg5 g7a7 xd2"));
	assert_line(t, "a2c2 xg5 g7a7 xd2");
	table_free(t);
}

static void a_brush_does_not_make_what_was_set_down_before_come_after_the_next_piece(void **state)
{
	struct table *t = begin("perturbador", "PS", "6b1/3b2w1/w1w3x1/1b6/w7/8/8/7b 2 piece 2,2");

	(void)state;
	table_blind(t, "c2");
	table_blind(t, "c7");
	table_hurry(t, "h1", "g1");
	table_hurry(t, "g6", "e8");
	table_lift(t, "g7"); /* pushed to c2, over g6 */
	table_wait(t, 90);
	table_put(t, "g6", 1);
	table_wait(t, 110);
	table_lift(t, "g6");
	table_wait(t, 290);
	table_lift(t, "e8");
	table_wait(t, 290);
	table_put(t, "e8", RULES_NEUTRAL);
	table_wait(t, 700);
	assert_line(t, ""); /* h1g1 x- g7e5 xe8 would look like this, if the piece went into the well of e5 */
	table_lift(t, "e8");
	table_wait(t, 1000);
	table_put(t, "g6", RULES_NEUTRAL);
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION)
		table_answer(t, table_choice(t, "h1g1 xe8 g7c2 xg6"));
	assert_line(t, "h1g1 xe8 g7c2 xg6");
	table_free(t);
}

static void a_place_that_a_story_leaves_out_is_explained_by_one_with_a_move_that_nobody_felt(void **state)
{
	struct table *t = begin("oraia:stay=counts", "PS", ".....r../B.br..R./R..b.B../. 1 move -");

	(void)state;
	table_blind(t, "I6");
	table_blind(t, "H");
	table_put(t, "I7", 1); /* for a moment: the piece of I6 goes to H */
	table_wait(t, 900);
	assert_line(t, "I6I7");
	table_lift(t, "I7");
	table_wait(t, 400);
	for (int i = 0; i < t->sites; i++)
		if (strchr("IO", t->site[i].name[0]) && t->look[i].count && strcmp(t->site[i].name, "I6") != 0)
			table_lift(t, t->site[i].name);
	table_wait(t, 150);
	table_put(t, "I3", 1);
	table_put(t, "I8", 2);
	table_put(t, "O2", 1);
	table_put(t, "O3", 2);
	table_put(t, "O6", 2);
	table_put(t, "O8", 1);
	table_wait(t, 280);
	table_lift(t, "I8");
	table_rest(t);
	assert_line(t, "I6I7");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "I6H < I8I6"));
	assert_line(t, "I6H < I8I6");
	table_free(t);
}

static void a_disturber_that_went_and_came_back_was_moved_twice(void **state)
{
	struct table *t = begin("perturbador", "PS", "8/8/3x1w1w/7b/8/5w2/1b4b1/8 2 piece 3,3");

	(void)state;
	table_blind(t, "b8");
	table_blind(t, "f3"); /* from there into a well */
	table_hurry(t, "g2", "c3");
	table_hurry(t, "d6", "b4");
	table_lift(t, "b4");
	table_wait(t, 800);
	table_put(t, "d6", RULES_NEUTRAL);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "g2c3 xb4 f3d4 xd6"));
	assert_line(t, "g2c3 xb4 f3d4 xd6");
	table_free(t);
}

static void a_piece_is_not_where_it_went_before_it_has_left(void **state)
{
	struct table *t = begin("oraia", "P", "..b...../brbr.B.R/....r.../. 1 move -");

	(void)state;
	table_lift(t, "O3");
	table_wait(t, 750);
	table_put(t, "O5", 1);
	table_wait(t, 160);
	table_lift(t, "I5");
	table_wait(t, 40);
	table_put(t, "I3", 2); /* for a moment: O3I3 I5O5 would look like this */
	table_wait(t, 1350);
	assert_line(t, "");
	table_move(t, "I3", "I4");
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION)
		table_answer(t, table_choice(t, "O3O5 I5I4"));
	assert_line(t, "O3O5 I5I4");
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_disturber_that_comes_where_the_next_piece_left_is_not_that_piece),
		cmocka_unit_test(a_piece_that_comes_where_the_disturber_left_did_not_leave_it_there),
		cmocka_unit_test(a_pawn_gone_to_a_dead_place_was_not_turned_there_by_the_disk),
		cmocka_unit_test(a_disturber_may_be_moved_by_the_player_after_a_piece_that_nobody_felt),
		cmocka_unit_test(a_disturber_that_rests_where_the_next_piece_began_corrects_nothing),
		cmocka_unit_test(a_hub_that_trembles_does_not_say_which_of_two_pawns_came_there),
		cmocka_unit_test(a_disturber_does_not_arrive_before_it_has_left),
		cmocka_unit_test(a_place_where_the_disturber_stood_between_two_turns_is_not_left_out),
		cmocka_unit_test(a_turn_between_two_dead_places_may_have_come_before_what_looks_like_a_correction),
		cmocka_unit_test(two_turns_that_leave_the_look_of_an_earlier_position_are_not_taken_back),
		cmocka_unit_test(where_the_disturber_stood_a_moment_ago_it_is_no_story_that_leaves_it_out),
		cmocka_unit_test(a_brush_does_not_make_what_was_set_down_before_come_after_the_next_piece),
		cmocka_unit_test(a_place_that_a_story_leaves_out_is_explained_by_one_with_a_move_that_nobody_felt),
		cmocka_unit_test(a_disturber_that_went_and_came_back_was_moved_twice),
		cmocka_unit_test(a_piece_is_not_where_it_went_before_it_has_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
