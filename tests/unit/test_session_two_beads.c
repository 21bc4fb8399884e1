/*
 * test_session_two_beads.c — two turns that leave the look of one, in games with beads and rows: what was touched on the way tells, and
 * where that is not enough the board asks.
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

static void a_victim_lifted_in_thought_has_not_gone_to_a_dead_place(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "CS",
				"2R3/w2r2/6/6/3rW1/6 1,3,0,4,2,1,1,3,1,1,2,3,2,5,2,0,3,1,1,2,1,2,4,3,4,3,1,0 3 piece -");

	(void)state;
	table_blind(t, "f2");
	table_move(t, "d2", "a2");
	table_beads(t, "W1", -1);
	table_wait(t, 700);
	table_beads(t, "W2", 1);
	table_rest(t);
	assert_line(t, "d2a2 1W1 +W2");
	table_lift(t, "a2");
	table_wait(t, 2000);
	assert_line(t, "d2a2 1W1 +W2");
	table_move(t, "e2", "a2");
	table_beads(t, "SW", -2);
	table_wait(t, 700);
	table_beads(t, "Sb", 1);
	table_wait(t, 700);
	table_beads(t, "Sa", 1);
	table_rest(t);
	assert_line(t, "d2a2 1W1 +W2 e2a2 2SW +Sb +Sa");
	table_free(t);
}

static void a_second_take_from_the_same_pit_may_be_the_next_players(void **state)
{
	static const char *const drops[] = { "W2", "W6", "SW", "SW", "SW" };
	struct table *t = begin("contigo-capture:players=4", "C",
				"5G/5B/6/6/1b4/6 3,0,3,4,1,0,2,3,2,0,3,0,4,5,1,0,0,2,3,3,0,1,7,2,0,0,7,0 2 beads -");

	(void)state;
	table_beads(t, "W1", -2);
	for (int i = 0; i < 2; i++) {
		table_wait(t, 900);
		table_beads(t, "W2", 1);
	}
	table_wait(t, 500);
	table_beads(t, "W1", -5);
	for (int i = 0; i < 5; i++) {
		table_wait(t, 700);
		table_beads(t, drops[i], 1);
	}
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice(t, "7W1 +W2 +W2 +W2 +W6 +SW +SW +SW"));
	/* However the beads were shared out, the position is the same. */
	table_answer(t, table_choice(t, "1W1 +W2 - 6W1 +W2 +W2 +W6 +SW +SW +SW"));
	assert_int_equal(table_view(t)->player, 2);
	table_free(t);
}

static void a_bead_seen_too_many_may_have_been_taken_after_a_pass_that_nobody_felt(void **state)
{
	static const char *const drops[] = { "Nh", "Nb", "Nd", "Nd" };
	struct table *t = begin("thibault:form=double", "CS",
				"7w/2w5/2W3b1/6B1/1w1ww1b1/6w1/1W1B4/5w2 1,0,1,2,3,6,0,1,2,4,3,3,0,3,0,5,0,2,0,3,2,5,0,2,"
				"0,1,2,4,0,5,2,1,2,2,0,5 2 beads -");

	(void)state;
	table_beads(t, "Ne", -4);
	for (int i = 0; i < 4; i++) {
		table_wait(t, 700);
		table_beads(t, drops[i], 1);
	}
	table_wait(t, 900); /* meanwhile the next player passes his disc on */
	table_beads(t, "Nd", -1);
	table_wait(t, 430);
	table_beads(t, "Nc", 1);
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice(t, "4Ne +Nh +Nb +Nc +Nd"));
	/* However the beads were shared out, the position is the same. */
	table_answer(t, table_choice(t, "3Ne +Nh +Nb +Nc b2>b4 1Ne +Nd"));
	assert_int_equal(table_view(t)->player, 2);
	table_free(t);
}

static void beads_that_the_next_player_brings_back_were_still_taken(void **state)
{
	struct table *t = begin("thibault", "CR",
				"1b1bb3/3w4/2w2b1b/6bb/2bw2b1/w3w1ww/w3w3/w4w2 "
				"2,0,3,3,1,3,0,3,1,3,2,3,1,1,4,2,1,4,0,3,5,2,2,0,1,3,1,3,1,3,3,2,0,1,2,3 2 piece 3,1");

	(void)state;
	table_move(t, "e8", "e6");
	table_beads(t, "Nc", -2);
	table_wait(t, 800);
	table_beads(t, "Nd", 1);
	table_wait(t, 800);
	table_beads(t, "Nc", 1); /* fallen into the wrong pit */
	table_wait(t, 1300);
	assert_line(t, "e8e6 1Nc +Nd");
	table_beads(t, "Nc", -1);
	table_wait(t, 900);
	table_beads(t, "Nb", 1);
	table_wait(t, 200);
	table_lift(t, "g3");
	table_wait(t, 600);
	table_put(t, "d3", 1);
	table_wait(t, 500);
	table_beads(t, "Nb", -1);
	table_wait(t, 900);
	table_beads(t, "Nc", 1);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "2Nc +Nd +Nb g3d3 1Nb +Nc"));
	assert_line(t, "e8e6 2Nc +Nd +Nb g3d3 1Nb +Nc");
	table_free(t);
}

static void where_beads_came_from_does_not_follow_from_a_wrong_square(void **state)
{
	struct table *t = begin("contigo-line:players=4,align=3", "PS",
				"3rg1/g2w2/rwb2b/br2w1/w4g/1grb2 "
				"1,1,5,2,1,3,2,2,2,0,2,4,2,2,0,2,1,2,2,5,2,2,5,0,2,1,0,3 3 piece -");

	(void)state;
	table_move(t, "c1", "c3");
	table_beads(t, "E3", -2);
	table_wait(t, 300);
	table_beads(t, "E5", 2);
	table_wait(t, 270);
	table_lift(t, "e6");
	table_wait(t, 800);
	table_put(t, "f6", 4); /* as far as one bead in E6 would let it go, were it that one that came to E5 */
	table_wait(t, 1700);
	table_lift(t, "f6");
	table_wait(t, 400);
	table_put(t, "e5", 4);
	table_rest(t);
	assert_line(t, "c1c3");
	assert_phase(t, VIEW_QUESTION);
	table_free(t);
}

static void beads_dropped_after_the_next_player_moved_are_not_the_first_ones(void **state)
{
	struct table *t = begin("thibault:form=double", "CS",
				"5B2/B4b2/bbW4b/5w1w/8/1bb5/7w/2bW4 "
				"5,2,0,4,1,4,1,0,6,0,2,1,1,3,4,4,6,1,0,1,0,0,3,1,5,1,1,3,0,6,0,1,0,2,1,2 1 piece -");

	(void)state;
	table_hurry(t, "c6", "d5");
	table_beads(t, "E4", -1);
	table_wait(t, 250);
	table_beads(t, "E5", 1);
	table_wait(t, 100);
	table_lift(t, "c3");
	table_wait(t, 200);
	table_put(t, "c6", 2); /* on its way */
	table_wait(t, 100);
	table_lift(t, "c6");
	table_wait(t, 100);
	table_put(t, "c7", 2);
	table_wait(t, 250);
	table_beads(t, "E4", -2);
	table_wait(t, 280);
	table_beads(t, "E6", 1);
	table_wait(t, 280);
	table_beads(t, "E6", 1);
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "c6d5 1E4 +E5 c3c7 2E4 +E6 +E6"));
	assert_line(t, "c6d5 1E4 +E5 c3c7 2E4 +E6 +E6");
	table_free(t);
}

static void beads_before_a_king_falls_are_not_those_of_his_taker(void **state)
{
	struct table *t =
	    begin("contigo-capture:players=4", "C",
		  "r5/B2br1/3bgR/wg4/5r/1W1wG1 0,1,0,2,3,7,0,0,4,3,2,0,0,1,2,3,1,5,2,2,1,0,0,5,4,3,1,4 3 piece -");

	(void)state;
	table_move(t, "f4", "c4");
	table_beads(t, "W2", -2);
	table_wait(t, 400);
	table_beads(t, "W3", 1);
	table_wait(t, 400);
	table_beads(t, "W1", 1);
	table_wait(t, 1500);
	assert_line(t, "f4c4 2W2 +W3 +W1"); /* and goes on */
	for (int i = 0; i < 3; i++) {
		table_beads(t, "W2", -1);
		table_wait(t, 300);
		table_beads(t, "W1", 1);
		table_wait(t, 280);
	}
	table_lift(t, "b3");
	table_wait(t, 290);
	table_lift(t, "b1");
	table_wait(t, 250);
	table_put(t, "b1", 4);
	table_wait(t, 30);
	table_lift(t, "a3");
	table_wait(t, 280);
	table_lift(t, "d1");
	table_rest(t);
	assert_line(t, "f4c4 2W2 +W3 +W1");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "5W2 +W3 +W1 +W1 +W1 +W1 b3b1"));
	assert_line(t, "f4c4 5W2 +W3 +W1 +W1 +W1 +W1 b3b1");
	table_free(t);
}

static void a_captive_taken_off_before_the_next_row_is_lifted_is_not_his(void **state)
{
	struct table *t = begin("swahili:players=4,capture=optional", "PS",
				"0,4,1,5,0,0,0,0,0,0,0/0/0 3,0,1,5,0,2,1,0,0,0,0/0/2 "
				"0,4,1,5,1,1,0,0,0,0,0/0/0 3,3,3,0,0,0,1,1,0,0,0/0/1 2");

	(void)state;
	table_beads(t, "2.7", -1);
	table_wait(t, 300);
	table_beads(t, "2.8", 1);
	table_wait(t, 1700);
	assert_line(t, "7");
	table_beads(t, "4.8", -1); /* after some thought he takes his prisoner */
	table_beads(t, "2.P", 1);
	table_wait(t, 280);
	table_beads(t, "3.5", -1);
	table_wait(t, 280);
	table_beads(t, "3.6", -1);
	table_wait(t, 280);
	table_beads(t, "3.7", 1);
	table_wait(t, 280);
	table_beads(t, "3.8", 1);
	table_wait(t, 280);
	table_beads(t, "2.8", -1);
	table_beads(t, "3.P", 1);
	table_rest(t);
	assert_line(t, "7");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "7x 5+x"));
	assert_line(t, "7x 5+x");
	table_free(t);
}

static void a_row_that_its_owner_takes_up_at_once_was_not_taken_captive(void **state)
{
	struct table *t = begin("swahili:players=4,capture=optional", "PS",
				"0,0,0,1,0,1,0,0,3,3,1/2/5 0,0,1,1,1,0,0,0,1,0,1/0/4 "
				"0,0,1,0,1,0,1,0,1,0,1/3/2 1,1,2,0,0,0,0,0,0,1,1/2/5 3");

	(void)state;
	table_beads(t, "3.9", -1);
	table_wait(t, 280);
	table_beads(t, "3.10", 1);
	table_wait(t, 200);
	table_beads(t, "4.10", -1); /* the next player sows already */
	table_wait(t, 1050);
	table_beads(t, "4.11", -1);
	table_wait(t, 500);
	if (table_view(t)->ply)
		assert_line(t, "9");
	table_free(t);
}

static void a_turn_that_nobody_felt_is_asked_for_when_its_button_is_pressed(void **state)
{
	struct table *t = begin("thibault:form=double", "P",
				"b1b1b3/1B6/2w2b2/1bW1B3/8/5w2/2w3w1/w1W4w "
				"2,0,2,1,2,1,6,3,0,2,0,5,1,0,1,3,2,3,1,6,1,1,5,0,2,5,0,0,1,4,4,2,0,2,2,2 1 piece -");

	(void)state;
	/* c5 has passed its disc to c6, and no pit has become empty or filled; now black takes on c6. */
	table_lift(t, "c6");
	table_wait(t, 400);
	table_lift(t, "c8");
	table_wait(t, 1500);
	table_put(t, "c6", 2);
	table_rest(t);
	assert_line(t, "");
	session_button(t->session, t->now_us, 1, false);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice_at(t, "c5"));
	table_free(t);
}

static void rows_filled_and_taken_up_again_on_the_way_are_no_reason_to_ask(void **state)
{
	struct table *t = begin("swahili", "CS", "1,1,0,1,1,0,0,0,0,1,0/5/1 0,1,0,0,3,0,0,0,0,1,2/4/2 1");
	const struct rules_state *here = &session_record(t->session)->here;
	struct rules_state next;
	rules_action first, second;
	struct rules_error err;

	(void)state;
	t->gap_ms = 250; /* both have gone their laps before the board is quiet */
	assert_int_equal(rules_action_read(&t->variant, here, "1+", &first, &err), 0);
	next = *here;
	rules_apply(&t->variant, &next, first);
	assert_int_equal(rules_action_read(&t->variant, &next, "2", &second, &err), 0);
	table_beads(t, "1.1", -1);
	table_wait(t, 250);
	table_beads(t, "1.2", 1);
	table_wait(t, 250);
	table_beads(t, "1.2", -2);
	table_wait(t, 250);
	table_beads(t, "1.3", 1);
	table_wait(t, 250);
	table_beads(t, "1.4", 1);
	table_wait(t, 250);
	table_run(t, &next, &second, 1);
	table_rest(t);
	assert_line(t, "1+ 2");
	table_free(t);
}

static void a_piece_of_the_other_player_is_not_missed_for_ever_without_a_word(void **state)
{
	struct table *t = begin("contigo-capture:beads=group", "P",
				"BW2b1/bw4/1B4/1bw3/4b1/6 6,2,2,3,0,0,3,6,0,0,2,3,3,3,0,1,3,0,2,0,0,3,1,9,1,1,2,0 2 piece -");

	(void)state;
	table_lift(t, "b3"); /* takes b5 without a gap, and beads that no pit shows */
	table_wait(t, 1500);
	table_lift(t, "c3");
	table_wait(t, 900);
	table_put(t, "b3", 1);
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_PLAY); /* a victim is often taken first */
	table_rest(t);
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "->c3");
	table_put(t, "c3", 1);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void a_piece_that_comes_where_a_beaten_one_was_cleared_away_is_no_beaten_one(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "CS",
				"3w2/1rb1rg/6/WB4/b3R1/1w2G1 "
				"0,6,2,2,0,1,3,4,0,1,3,2,2,2,3,2,4,2,0,1,3,3,1,1,1,2,1,4 1 piece -");

	(void)state;
	table_lift(t, "b1");
	table_lift(t, "b3");
	table_wait(t, 300);
	table_put(t, "b3", 1);
	table_wait(t, 100);
	table_lift(t, "a2");
	table_wait(t, 500); /* agreed, with a piece of the beaten player still on c5 */
	table_lift(t, "c5");
	table_beads(t, "Sd", -1);
	table_wait(t, 400);
	table_beads(t, "Se", 1);
	table_wait(t, 900);
	table_lift(t, "b5");
	table_wait(t, 90);
	table_put(t, "c5", 3);
	table_rest(t);
	assert_line(t, "b1b3 1Sd +Se b5c5");
	table_free(t);
}

static void a_capture_that_left_no_gap_after_beads_that_came_back_is_asked_for(void **state)
{
	struct table *t = begin("thibault", "C",
				"6bb/4bb2/b4w1w/1b5b/3w4/b4w2/1b4w1/w2w1w1w "
				"1,2,5,0,2,1,3,2,3,4,1,2,2,1,0,1,3,5,3,0,0,1,1,3,4,2,5,0,4,0,2,3,0,1,5,0 2 beads 3,3");

	(void)state;
	table_beads(t, "W4", -1);
	table_wait(t, 900);
	table_beads(t, "W5", 1);
	table_wait(t, 200);
	table_lift(t, "a1"); /* pushes the piece of a3 away: its sensor feels one or the other all the time */
	table_wait(t, 250);
	table_beads(t, "W5", -1);
	table_wait(t, 2000);
	table_beads(t, "W4", 1);
	table_wait(t, 2000);
	assert_line(t, "");
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "1W4 +W5 a1a3 1W5 +W4"));
	assert_line(t, "1W4 +W5 a1a3 1W5 +W4");
	table_free(t);
}

static void a_bead_taken_away_again_by_the_next_player_is_still_an_answer(void **state)
{
	struct table *t = begin("contigo-line:players=4,align=3", "PS",
				"gw4/1gw3/r1rg2/b1b1r1/wr1w2/bgb3 "
				"3,0,1,6,6,0,4,0,1,0,4,4,0,3,0,2,0,2,1,7,0,2,1,1,0,0,4,4 3 beads -");

	(void)state;
	table_beads(t, "Nd", -1);
	table_wait(t, 400);
	table_beads(t, "Ne", 1);
	table_wait(t, 600);
	table_beads(t, "Ne", -1);
	table_wait(t, 300);
	table_beads(t, "Nd", 1);
	table_wait(t, 3500);
	table_answer(t, table_choice_at(t, "Nd"));
	table_answer(t, table_choice(t, "1"));
	assert_line(t, ""); /* the board shows Ne empty, and yet it was touched */
	assert_non_null(table_choice(t, "1Nd-Nc"));
	table_answer(t, table_choice(t, "Something else"));
	table_answer(t, table_choice_at(t, "Nd"));
	table_answer(t, table_choice(t, "1"));
	table_answer(t, table_choice_at(t, "Ne"));
	assert_line(t, "1Nd-Ne");
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_victim_lifted_in_thought_has_not_gone_to_a_dead_place),
		cmocka_unit_test(a_second_take_from_the_same_pit_may_be_the_next_players),
		cmocka_unit_test(a_bead_seen_too_many_may_have_been_taken_after_a_pass_that_nobody_felt),
		cmocka_unit_test(beads_that_the_next_player_brings_back_were_still_taken),
		cmocka_unit_test(where_beads_came_from_does_not_follow_from_a_wrong_square),
		cmocka_unit_test(beads_dropped_after_the_next_player_moved_are_not_the_first_ones),
		cmocka_unit_test(beads_before_a_king_falls_are_not_those_of_his_taker),
		cmocka_unit_test(a_captive_taken_off_before_the_next_row_is_lifted_is_not_his),
		cmocka_unit_test(a_row_that_its_owner_takes_up_at_once_was_not_taken_captive),
		cmocka_unit_test(a_turn_that_nobody_felt_is_asked_for_when_its_button_is_pressed),
		cmocka_unit_test(rows_filled_and_taken_up_again_on_the_way_are_no_reason_to_ask),
		cmocka_unit_test(a_piece_of_the_other_player_is_not_missed_for_ever_without_a_word),
		cmocka_unit_test(a_piece_that_comes_where_a_beaten_one_was_cleared_away_is_no_beaten_one),
		cmocka_unit_test(a_capture_that_left_no_gap_after_beads_that_came_back_is_asked_for),
		cmocka_unit_test(a_bead_taken_away_again_by_the_next_player_is_still_an_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
