/*
 * test_session_whose.c — whose beads are they: those of the last turn, put right, or the next player's? Where that cannot be told, the
 * board asks.
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

static void beads_may_be_those_of_a_player_without_a_move_after_a_turn_that_nobody_felt(void **state)
{
	struct table *t = begin("contigo-line:players=4,align=3", "P",
				"bgrw2/1r1b1w/1b2b1/gg2r1/2wg2/rw4 "
				"1,0,1,1,6,6,1,0,0,7,2,0,0,0,4,0,5,4,4,4,2,0,1,0,0,4,1,2 3 beads -");

	(void)state;
	table_beads(t, "E5", -3);
	table_wait(t, 200);
	table_beads(t, "Nf", 3);
	table_wait(t, 200);
	table_beads(t, "Sd", -4);
	table_wait(t, 200);
	table_beads(t, "E1", 4);
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_QUESTION);
	table_free(t);
}

static void a_turn_corrected_just_before_the_next_player_lifted_was_not_as_it_was_agreed(void **state)
{
	struct table *t = begin("contigo-line:beads=spread", "CR",
				"wb1b1w/w3ww/wb4/1w2bb/3bb1/1b2w1 "
				"4,3,0,2,2,3,3,3,0,1,4,2,0,2,5,2,1,2,3,2,0,1,4,2,2,1,1,1 1 piece -");

	(void)state;
	table_move(t, "f6", "f4");
	table_beads(t, "W1", -2);
	table_wait(t, 500);
	table_beads(t, "W2", 1);
	table_wait(t, 600);
	table_beads(t, "SW", 1); /* fallen into the wrong pit */
	table_wait(t, 1500);
	assert_line(t, "f6f4 2W1 +W2 +SW");
	table_beads(t, "SW", -1);
	table_wait(t, 200);
	table_beads(t, "Sa", 1);
	table_wait(t, 200);
	table_move(t, "d2", "a2");
	table_beads(t, "Sc", -2);
	table_wait(t, 500);
	table_beads(t, "Sa", 1);
	table_wait(t, 700);
	table_beads(t, "SW", 1); /* and so has the next player's */
	table_wait(t, 2000);
	assert_line(t, "f6f4 2W1 +W2 +SW");
	table_beads(t, "SW", -1);
	table_wait(t, 400);
	table_beads(t, "Sa", 1);
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION)
		table_answer(t, table_choice(t, "+Sa d2a2 2Sc +Sa +Sa"));
	assert_line(t, "f6f4 2W1 +W2 +Sa d2a2 2Sc +Sa +Sa");
	table_free(t);
}

static void a_bead_taken_after_a_pause_may_be_that_of_a_player_without_a_piece(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "C",
				"6/B5/6/5b/3G2/3b2 3,3,6,1,0,2,1,2,3,0,2,1,0,5,4,2,2,4,5,2,3,1,0,0,0,2,1,1 2 beads -");

	(void)state;
	table_turn(t, "1E1 +SE");
	table_rest(t);
	assert_line(t, "1E1 +SE");
	table_beads(t, "E1", -1);
	table_wait(t, 300);
	table_beads(t, "Sf", 1);
	table_wait(t, 2000);
	assert_line(t, "1E1 +SE"); /* 2E1 +SE +Sf would look like this */
	table_beads(t, "E1", -1);
	table_wait(t, 300);
	table_beads(t, "E5", 1);
	table_beads(t, "E1", -2);
	table_wait(t, 300);
	table_beads(t, "E2", 2);
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION)
		table_answer(t, table_choice(t, "- 4E1 +Sf +E5 +E2 +E2"));
	assert_line(t, "1E1 +SE - 4E1 +Sf +E5 +E2 +E2");
	table_free(t);
}

static void pieces_of_a_beaten_player_cleared_away_say_nothing_of_whose_the_beads_are(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "CR",
				"4r1/bb3R/5g/4rr/B3g1/1g1W1G "
				"1,7,1,3,0,0,1,2,7,1,2,0,0,3,5,2,1,2,0,2,2,3,4,2,0,1,4,0 3 piece -");

	(void)state;
	table_lift(t, "f1");
	table_move(t, "f3", "f1");
	table_lift(t, "b1");
	table_lift(t, "e2");
	table_lift(t, "f4");
	table_rest(t);
	assert_line(t, "f3f1");
	table_beads(t, "Sd", -2);
	table_wait(t, 700);
	table_beads(t, "Se", 1);
	table_wait(t, 600);
	table_beads(t, "Sd", 1); /* fallen back */
	table_wait(t, 1500);
	assert_line(t, "f3f1 1Sd +Se");
	table_beads(t, "Sd", -1);
	table_wait(t, 300);
	table_beads(t, "Se", 1);
	table_rest(t);
	assert_line(t, "f3f1 1Sd +Se");
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice(t, "- 1Sd +Se")); /* the next player has no piece to move */
	table_answer(t, table_choice(t, "2Sd +Se +Se"));
	assert_line(t, "f3f1 2Sd +Se +Se");
	table_free(t);
}

static void a_bead_in_the_hand_is_none_that_came_back_after_the_turn_before_was_put_right(void **state)
{
	struct table *t = begin("thibault:form=double", "C",
				"5B2/1b3bbb/b3B3/2bb4/2W5/5b2/wwwww1ww/2w2W2 "
				"3,2,2,4,1,1,4,0,0,0,7,0,2,3,2,1,3,3,3,0,2,2,4,2,2,3,1,0,2,3,0,3,2,3,0,2 2 beads -");

	(void)state;
	table_beads(t, "Sb", -1);
	table_wait(t, 500);
	table_beads(t, "Sa", 1);
	table_wait(t, 1500);
	assert_line(t, "1Sb +Sa");
	table_beads(t, "Sb", -1);
	table_wait(t, 220);
	table_beads(t, "Sa", 1);
	table_wait(t, 140);
	table_move(t, "e2", "e3");
	table_wait(t, 250);
	table_beads(t, "Sa", -1);
	table_wait(t, 1900);
	assert_line(t, "1Sb +Sa");
	table_beads(t, "Sb", 1);
	table_rest(t);
	assert_line(t, "1Sb +Sa");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "2Sb +Sa +Sa e2e3 1Sa +Sb"));
	assert_line(t, "2Sb +Sa +Sa e2e3 1Sa +Sb");
	table_free(t);
}

static void a_bead_in_a_wrong_pit_does_not_make_two_other_turns(void **state)
{
	struct table *t = begin("contigo-capture", "C",
				"1B2w1/4w1/3w2/b5/W2B2/4wb 2,2,0,4,1,2,3,4,0,4,2,4,1,1,0,2,1,2,0,2,2,3,6,4,3,0,0,1 1 piece -");

	(void)state;
	table_lift(t, "f1");
	table_wait(t, 100);
	table_lift(t, "e1");
	table_wait(t, 100);
	table_put(t, "f1", 1);
	table_wait(t, 100);
	table_beads(t, "W1", -3);
	table_wait(t, 100);
	table_beads(t, "Sb", 1);
	table_wait(t, 100);
	table_beads(t, "SW", 2);
	table_wait(t, 100);
	table_lift(t, "a3");
	table_wait(t, 100);
	table_put(t, "a1", 2);
	table_wait(t, 100);
	table_beads(t, "Sa", -1);
	table_wait(t, 100);
	table_beads(t, "W1", 1);
	table_wait(t, 1700);
	assert_line(t, "");
	table_beads(t, "W1", -1);
	table_wait(t, 100);
	table_beads(t, "SW", 1);
	session_button(t->session, t->now_us, 2, false); /* his turn is over; it says nothing of a question asked before */
	table_rest(t);
	assert_line(t, "e1f1 3W1 +Sb +SW +SW a3a1 1Sa +SW");
	table_free(t);
}

static void a_bead_that_fell_after_the_next_player_moved_did_not_end_the_turn_before(void **state)
{
	struct table *t = begin("thibault:form=double", "C",
				"2B2B2/bbbbb1bb/8/5b2/3w2w1/8/www1ww1w/2W2W2 "
				"2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,1,3,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,1,2 1 beads -");

	(void)state;
	table_count_to(t, 3);
	table_beads(t, "E8", -1);
	table_wait(t, 300);
	table_beads(t, "NE", 1);
	table_wait(t, 400);
	table_beads(t, "E8", -1);
	table_wait(t, 400);
	table_beads(t, "NE", 1); /* the fourth there: three or more is all that is told */
	table_wait(t, 200);
	table_hurry(t, "f5", "f7");
	table_beads(t, "NE", -2);
	table_wait(t, 600);
	table_beads(t, "E8", 1);
	table_wait(t, 400);
	table_beads(t, "E7", 1); /* fallen into the wrong pit: 2E8 +E7 +NE f5f7 1NE +E8 would look like this */
	table_wait(t, 1500);
	assert_line(t, "");
	table_beads(t, "E7", -1);
	table_wait(t, 400);
	table_beads(t, "E8", 1);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_answer(t,
		     table_choice(t, "1E8 +NE f5f7 1NE +E8")); /* as it stands now: twice as many beads went there and back */
	table_free(t);
}

static void a_last_bead_dropped_late_is_not_the_next_players(void **state)
{
	struct table *t = begin("contigo-capture", "C",
				"2b3/w5/3B2/1w4/b5/3WW1 0,2,0,2,3,4,4,0,1,0,3,0,4,2,3,1,1,1,2,2,3,2,3,4,2,2,1,4 1 beads -");

	(void)state;
	table_count_to(t, 3);
	table_beads(t, "Na", -2);
	table_wait(t, 850);
	table_beads(t, "NW", 1);
	table_wait(t, 890);
	table_beads(t, "NW", 1);
	table_wait(t, 60);
	table_lift(t, "d4");
	table_wait(t, 2100);
	table_put(t, "b4", 2);
	table_wait(t, 500);
	table_beads(t, "W2", -1);
	table_wait(t, 600);
	table_beads(t, "W1", 1);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_null(strstr(table_line(t), "d4b4 1W6"));
	table_free(t);
}

static void beads_of_two_players_are_not_all_the_first_ones(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "C",
				"6/6/3b2/5R/5b/3b1B 1,2,2,2,1,0,7,3,2,2,0,3,3,1,0,6,0,4,5,1,4,1,0,0,0,3,0,3 2 beads -");

	(void)state;
	t->gap_ms = 400;
	table_turn(t, "1Sf +Se - 1Sf +SE");
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "1Sf +Se - 1Sf +SE"));
	assert_line(t, "1Sf +Se - 1Sf +SE");
	table_free(t);
}

static void beads_carried_before_another_player_moved_are_not_those_of_the_player_after_him(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "C",
				"5g/6/2B1b1/G5/6/6 3,0,1,1,3,3,2,1,0,1,2,0,2,0,0,6,1,0,1,1,7,0,2,7,2,0,2,8 4 piece -");

	(void)state;
	table_beads(t, "Nd", -1);
	table_wait(t, 400);
	table_beads(t, "Nc", 1);
	table_wait(t, 2600);
	assert_line(t, "- 1Nd +Nc");
	table_beads(t, "Nd", -1);
	table_wait(t, 400);
	table_beads(t, "Nc", 1);
	table_wait(t, 280);
	table_move(t, "c4", "c3");
	table_beads(t, "Se", -1);
	table_wait(t, 500);
	table_beads(t, "Sd", 1);
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION)
		table_answer(t, table_choice(t, "2Nd +Nc +Nc c4c3 1Se +Sd"));
	assert_line(t, "- 2Nd +Nc +Nc c4c3 1Se +Sd");
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(beads_may_be_those_of_a_player_without_a_move_after_a_turn_that_nobody_felt),
		cmocka_unit_test(a_turn_corrected_just_before_the_next_player_lifted_was_not_as_it_was_agreed),
		cmocka_unit_test(a_bead_taken_after_a_pause_may_be_that_of_a_player_without_a_piece),
		cmocka_unit_test(pieces_of_a_beaten_player_cleared_away_say_nothing_of_whose_the_beads_are),
		cmocka_unit_test(a_bead_in_the_hand_is_none_that_came_back_after_the_turn_before_was_put_right),
		cmocka_unit_test(a_bead_in_a_wrong_pit_does_not_make_two_other_turns),
		cmocka_unit_test(a_bead_that_fell_after_the_next_player_moved_did_not_end_the_turn_before),
		cmocka_unit_test(a_last_bead_dropped_late_is_not_the_next_players),
		cmocka_unit_test(beads_of_two_players_are_not_all_the_first_ones),
		cmocka_unit_test(beads_carried_before_another_player_moved_are_not_those_of_the_player_after_him),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
