/*
 * test_session_doubt.c — looks that more than one story explains: the board waits or asks, and records nothing unasked.
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

static void a_disturber_that_goes_on_is_no_move_between_two_blind_places(void **state)
{
	struct table *t = begin("perturbador", "PS", "4b3/b7/2w2b2/5b2/x7/b7/wb3w2/3w2ww 2 piece 0,0");

	(void)state;
	table_blind(t, "f2");
	table_blind(t, "d5");
	table_move(t, "e8", "g8");
	table_move(t, "a4", "b3");
	table_wait(t, 1500);
	assert_line(t, "e8g8 xb3");
	table_move(t, "b3", "b4");
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "xb4"));
	assert_line(t, "e8g8 xb4");
	table_free(t);
}

static void a_late_button_of_the_last_player_does_not_play_for_him_what_nobody_feels(void **state)
{
	struct table *t = begin("oraia", "PS", "..b.b.../bB..r.../.rr..r../. 2 move -");

	(void)state;
	table_blind(t, "O3");
	table_blind(t, "O4");
	table_lift(t, "I3");
	table_wait(t, 1000);
	table_lift(t, "O2");
	table_wait(t, 500);
	assert_line(t, "I3O3");
	session_button(t->session, t->now_us, 2, false);
	table_wait(t, 300);
	table_put(t, "C2", 1);
	table_rest(t);
	assert_line(t, "I3O3 O2C2");
	table_free(t);
}

static void a_pawn_that_may_wait_unseen_on_the_hub_is_not_taken_for_one_elsewhere(void **state)
{
	struct table *t = begin("oraia", "PS", "....RB../r..b.B.B/....R.R./. 2 move -");

	(void)state;
	table_blind(t, "H");
	table_blind(t, "I6");
	table_lift(t, "I7");
	table_wait(t, 700);
	table_lift(t, "O8");
	table_wait(t, 600);
	assert_line(t, "");
	table_put(t, "I8", 1);
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_QUESTION);
	table_free(t);
}

static void a_piece_that_touches_down_on_its_way_does_not_rewrite_the_turn_before(void **state)
{
	struct table *t = begin("perturbador", "P", "1bbbbb2/1b5w/8/5x2/5w2/8/8/1w1ww1w1 1 piece 0,0");

	(void)state;
	table_move(t, "b1", "f6");
	table_move(t, "f5", "d7");
	table_rest(t);
	assert_line(t, "b1f6 xd7");
	table_lift(t, "b7");
	table_wait(t, 1500);
	table_put(t, "c3", 2);
	table_wait(t, 1500);
	assert_line(t, "b1f6 xd7");
	table_lift(t, "c3");
	table_wait(t, 200);
	table_put(t, "b1", 2);
	table_wait(t, 400);
	table_move(t, "d7", "d2");
	table_rest(t);
	assert_line(t, "b1f6 xd7 b7b1 xd2");
	table_free(t);
}

static void a_player_whose_turn_nobody_felt_says_so_with_his_button(void **state)
{
	struct table *t = begin("thibault:form=double", "C",
				"2B2B2/bbbbbbb1/8/7b/2w5/8/ww1wwwww/2W2W2 "
				"2,2,3,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,1,2,2,2,2,2,2,2,2,2,2,2 1 piece -");

	(void)state;
	table_turn(t, "h2h4 2W2 +W1 +W1");
	table_rest(t);
	assert_line(t, "h2h4 2W2 +W1 +W1");
	session_button(t->session, t->now_us, 2, false);
	table_wait(t, 500);
	assert_phase(t, VIEW_QUESTION);
	assert_line(t, "h2h4 2W2 +W1 +W1");
	table_free(t);
}

static void a_piece_that_comes_where_one_has_just_left_does_not_correct_the_turn_before(void **state)
{
	struct table *t = begin("oraia", "P", ".B..R.../B...B.../.BR..R.R/. 2 move -");

	(void)state;
	table_move(t, "I8", "I1");
	table_rest(t);
	assert_line(t, "I8I1");
	table_lift(t, "I2");
	table_wait(t, 200);
	table_put(t, "I8", 1);
	table_wait(t, 100);
	table_lift(t, "I3");
	table_wait(t, 100);
	table_put(t, "I2", 2);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_line(t, "I8I1");
	table_answer(t, table_choice(t, "I2I8 I3I2"));
	assert_line(t, "I8I1 I2I8 I3I2");
	table_free(t);
}

static void a_prisoner_taken_while_the_button_is_pressed_is_not_sown_by_his_owner(void **state)
{
	struct table *t = begin("swahili:players=4,capture=optional", "PS",
				"0,4,0,0,0,0,4,2,1,0,0/0/3 0,0,6,0,0,1,2,0,0,1,1/0/0 "
				"1,0,1,1,0,1,4,0,0,2,0/1/0 0,0,1,0,2,1,1,1,1,0,1/1/3 1");

	(void)state;
	table_beads(t, "1.9", -1);
	table_wait(t, 300);
	table_beads(t, "1.10", 1);
	table_wait(t, 2500);
	assert_line(t, "9");
	session_button(t->session, t->now_us, 1, false);
	table_wait(t, 80);
	table_beads(t, "2.10", -1);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "9x"));
	assert_line(t, "9x");
	table_free(t);
}

static void a_piece_lifted_by_the_next_player_is_not_a_prisoner_because_of_a_late_button(void **state)
{
	struct table *t = begin("swahili:players=4,capture=optional", "C",
				"0,0,2,0,0,1,0,1,0,1,0/1/6 0,1,0,0,1,0,0,0,0,0,1/1/3 "
				"0,0,0,0,0,3,1,0,0,0,0/2/6 1,1,0,1,0,0,0,0,3,0,0/2/9 1");

	(void)state;
	table_count_to(t, 6);
	table_beads(t, "1.10", -1);
	table_wait(t, 200);
	table_beads(t, "1.11", 1);
	table_wait(t, 220);
	table_beads(t, "2.11", -1);
	table_wait(t, 400);
	table_beads(t, "C", 1);
	table_wait(t, 300);
	session_button(t->session, t->now_us, 1, false);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "10 11"));
	assert_line(t, "10 11");
	table_free(t);
}

static void a_place_touched_by_chance_does_not_outweigh_the_order_of_all_others(void **state)
{
	struct table *t = begin("perturbador", "P", "4x2b/w5w1/2b3bw/8/5b2/4b1w1/4w2b/4w3 1 piece 0,0");

	(void)state;
	table_move(t, "a7", "a1");
	table_wait(t, 300);
	table_move(t, "c6", "g5");
	table_put(t, "h5", 2); /* a passing magnet */
	table_wait(t, 40);
	table_lift(t, "h5");
	table_wait(t, 100);
	table_move(t, "e8", "c8");
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION)
		table_answer(t, table_choice(t, "x- c6g5 xc8"));
	assert_line(t, "a7a1 x- c6g5 xc8");
	table_free(t);
}

static void a_prisoner_taken_before_the_next_player_sows_is_not_his(void **state)
{
	struct table *t = begin("swahili:players=4,capture=optional", "PS",
				"0,0,0,0,0,0,0,0,0,1,0/4/7 0,0,0,1,1,0,0,1,1,0,0/1/4 "
				"1,0,0,1,0,2,1,0,1,0,0/3/4 0,1,0,0,0,0,0,0,0,0,1/4/8 1");

	(void)state;
	t->gap_ms = 100;
	table_turn(t, "10x 8+");
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION)
		table_answer(t, table_choice(t, "10x 8+"));
	assert_line(t, "10x 8+");
	table_free(t);
}

static void a_row_in_the_hand_of_its_owner_was_not_taken_by_the_player_before(void **state)
{
	struct table *t = begin("swahili:players=4,capture=optional", "PS",
				"0,1,0,0,0,0,1,0,0,0,0/4/7 0,0,0,0,1,0,0,0,0,1,0/4/4 "
				"0,0,0,1,1,0,1,0,0,1,0/3/9 0,0,0,0,0,0,0,0,1,0,0/1/7 3");

	(void)state;
	table_turn(t, "4+");
	table_wait(t, 1600);
	table_beads(t, "3.7", -2);
	table_wait(t, 500);
	table_beads(t, "3.8", 1);
	table_wait(t, 500);
	table_beads(t, "3.9", 1);
	table_rest(t);
	assert_line(t, "4++");
	table_beads(t, "4.9", -1); /* taken with 4++x, it would have been his last one */
	table_wait(t, 1600);
	assert_line(t, "4++");
	table_beads(t, "4.10", 1);
	table_rest(t);
	assert_line(t, "4++ 9");
	table_free(t);
}

static void a_row_taken_up_before_the_last_one_went_on_was_no_prisoner_of_it(void **state)
{
	struct table *t = begin("swahili", "PS", "0,0,0,1,0,0,0,0,0,1,1/6/3 0,0,0,0,0,1,2,0,0,0,0/6/3 2");

	(void)state;
	table_turn(t, "6");
	table_rest(t);
	assert_line(t, "6");
	t->gap_ms = 300;
	table_turn(t, "10");
	table_wait(t, 250);
	table_beads(t, "2.7", -3);
	table_wait(t, 280);
	table_beads(t, "2.8", 1);
	table_wait(t, 280);
	table_beads(t, "2.9", 1);
	table_wait(t, 280);
	table_beads(t, "2.10", 1);
	table_rest(t);
	assert_line(t, "6");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "10 7"));
	assert_line(t, "6 10 7");
	table_free(t);
}

static void a_prisoner_taken_after_a_pause_beside_the_next_row_is_missed(void **state)
{
	struct table *t = begin("swahili:players=4,capture=optional", "P",
				"0,0,2,1,0,0,0,2,0,0,0/2/3 1,0,1,1,0,0,0,1,0,3,0/2/1 "
				"0,1,0,0,1,1,1,1,1,0,1/1/3 0,0,1,1,0,0,0,1,4,0,1/2/7 2");

	(void)state;
	table_turn(t, "8");
	table_wait(t, 1300);
	assert_line(t, "8");
	table_beads(t, "3.9", -1); /* taken with 8x: into a pond that tells no number */
	table_beads(t, "2.P", 1);
	table_wait(t, 50);
	table_beads(t, "3.8", -1);
	table_wait(t, 400);
	table_beads(t, "3.9", 1);
	table_rest(t);
	assert_line(t, "8");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "8x 8"));
	assert_line(t, "8x 8");
	table_free(t);
}

static void a_prisoner_that_may_as_well_be_the_next_players_row_is_asked_for(void **state)
{
	struct table *t = begin("swahili:players=4,capture=optional", "PS",
				"1,0,1,0,0,1,2,0,0,0,1/5/1 0,3,0,0,2,0,0,0,1,0,0/4/4 "
				"1,0,0,1,0,1,0,1,2,0,0/2/2 1,0,2,1,0,0,2,2,0,0,0/3/1 2");

	(void)state;
	t->gap_ms = 300;
	table_turn(t, "2+");
	table_rest(t);
	assert_line(t, "2+");
	table_beads(t, "3.8", -1); /* taken with 2+x, into a pond that tells no number */
	table_beads(t, "2.P", 1);
	table_wait(t, 100);
	table_beads(t, "3.9", -2);
	table_wait(t, 300);
	table_beads(t, "3.10", 1);
	table_wait(t, 500);
	table_beads(t, "3.11", 1);
	table_rest(t);
	assert_line(t, "2+");
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice(t, "8+"));
	table_answer(t, table_choice(t, "2+x 9"));
	assert_line(t, "2+x 9");
	table_free(t);
}

static void a_prisoner_may_be_meant_though_the_next_row_but_one_is_in_a_hand_already(void **state)
{
	struct table *t = begin("swahili:players=4,capture=optional", "P",
				"0,0,0,0,0,1,0,0,0,0,5/3/1 0,0,0,0,2,0,1,1,0,3,0/2/2 "
				"2,0,1,0,0,0,0,0,1,4,0/2/5 0,0,0,0,0,0,2,1,2,2,0/1/4 1");

	(void)state;
	t->gap_ms = 300;
	table_turn(t, "6");
	table_wait(t, 1600);
	assert_line(t, "6");
	table_beads(t, "2.7", -1); /* taken with 6x, into a pond that tells no number */
	table_beads(t, "1.P", 1);
	table_wait(t, 280);
	table_beads(t, "2.8", -1);
	table_wait(t, 450);
	table_beads(t, "2.9", 1);
	table_wait(t, 900);
	table_beads(t, "3.9", -1); /* and 8x takes this one */
	table_beads(t, "2.P", 1);
	table_rest(t);
	assert_line(t, "6");
	table_free(t);
}

static void a_slide_beside_the_disturber_does_not_send_it_elsewhere(void **state)
{
	struct table *t = begin("perturbador", "P", "w2b4/1w2wb2/6w1/8/w4b2/1b3w1b/x7/4b3 2 piece 0,0");

	(void)state;
	table_move(t, "b3", "b4");
	table_move(t, "a2", "a7");
	table_rest(t);
	assert_line(t, "b3b4 xa7");
	table_lift(t, "a8");
	table_wait(t, 300);
	table_put(t, "c8", 1);
	table_wait(t, 100);
	table_lift(t, "c8");
	table_wait(t, 100);
	table_put(t, "c4", 1);
	table_wait(t, 400);
	table_lift(t, "a7");
	table_wait(t, 30);
	table_put(t, "a8", 1); /* a passing magnet */
	table_wait(t, 30);
	table_lift(t, "a8");
	table_wait(t, 350);
	assert_line(t, "b3b4 xa7");
	table_put(t, "a5", RULES_NEUTRAL);
	table_rest(t);
	assert_line(t, "b3b4 xa7 a8c4 xa5");
	table_free(t);
}

static void prisoners_taken_one_by_one_are_not_lifted_by_their_owners(void **state)
{
	struct table *t = begin("swahili:players=4,capture=optional", "PS",
				"0,0,0,0,3,0,0,2,1,0,0/1/4 0,0,0,0,0,0,1,0,0,0,1/1/8 "
				"0,0,2,1,0,1,0,2,0,1,1/0/7 0,1,0,0,0,0,1,0,0,3,1/1/4 1");

	(void)state;
	t->gap_ms = 500;
	table_turn(t, "5+x");
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION)
		table_answer(t, table_choice(t, "5+x"));
	assert_line(t, "5+x");
	table_free(t);
}

static void a_row_taken_up_again_on_the_way_is_no_sign_that_another_was_captured(void **state)
{
	struct table *t = begin("swahili:players=4,capture=optional", "PS",
				"0,0,1,1,0,0,1,2,0,2,1/2/1 1,0,0,2,0,0,2,0,2,1,1/1/0 "
				"0,0,0,0,1,6,0,1,0,2,0/1/4 0,0,0,0,2,0,0,7,2,0,0/0/1 4");

	(void)state;
	t->gap_ms = 500;
	table_turn(t, "5");
	table_wait(t, 2500);
	assert_line(t, "5");
	table_beads(t, "1.7", -1);
	table_wait(t, 1400);
	table_beads(t, "1.8", 1);
	table_wait(t, 600);
	table_beads(t, "1.8", -3);
	table_wait(t, 2000);
	assert_line(t, "5");
	table_beads(t, "1.9", 1);
	table_wait(t, 500);
	table_beads(t, "1.10", 1);
	table_wait(t, 500);
	table_beads(t, "1.11", 1);
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION) /* or a prisoner of 5x, and 8: ponds tell no number */
		table_answer(t, table_choice(t, "7+"));
	assert_line(t, "5 7+");
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_disturber_that_goes_on_is_no_move_between_two_blind_places),
		cmocka_unit_test(a_late_button_of_the_last_player_does_not_play_for_him_what_nobody_feels),
		cmocka_unit_test(a_pawn_that_may_wait_unseen_on_the_hub_is_not_taken_for_one_elsewhere),
		cmocka_unit_test(a_piece_that_touches_down_on_its_way_does_not_rewrite_the_turn_before),
		cmocka_unit_test(a_player_whose_turn_nobody_felt_says_so_with_his_button),
		cmocka_unit_test(a_piece_that_comes_where_one_has_just_left_does_not_correct_the_turn_before),
		cmocka_unit_test(a_prisoner_taken_while_the_button_is_pressed_is_not_sown_by_his_owner),
		cmocka_unit_test(a_piece_lifted_by_the_next_player_is_not_a_prisoner_because_of_a_late_button),
		cmocka_unit_test(a_place_touched_by_chance_does_not_outweigh_the_order_of_all_others),
		cmocka_unit_test(a_prisoner_taken_before_the_next_player_sows_is_not_his),
		cmocka_unit_test(a_row_in_the_hand_of_its_owner_was_not_taken_by_the_player_before),
		cmocka_unit_test(a_row_taken_up_before_the_last_one_went_on_was_no_prisoner_of_it),
		cmocka_unit_test(a_prisoner_taken_after_a_pause_beside_the_next_row_is_missed),
		cmocka_unit_test(a_prisoner_that_may_as_well_be_the_next_players_row_is_asked_for),
		cmocka_unit_test(a_prisoner_may_be_meant_though_the_next_row_but_one_is_in_a_hand_already),
		cmocka_unit_test(a_slide_beside_the_disturber_does_not_send_it_elsewhere),
		cmocka_unit_test(prisoners_taken_one_by_one_are_not_lifted_by_their_owners),
		cmocka_unit_test(a_row_taken_up_again_on_the_way_is_no_sign_that_another_was_captured),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
