/*
 * test_session_beads.c — beads of which the sensors tell too little, or too late: the board waits or asks, and records nothing
 * unasked.
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

static void beads_in_the_hand_are_not_those_that_a_full_pit_would_hide(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "C",
				"4rR/4rr/ww4/4g1/4gg/Ww3G 2,2,3,2,2,2,2,2,4,2,1,2,0,2,3,2,2,1,3,2,2,2,2,2,2,2,3,0 3 beads -");

	(void)state;
	table_count_to(t, 3);
	table_beads(t, "W4", -2);
	table_wait(t, 2000);
	assert_line(t, "");
	table_beads(t, "W3", 1);
	table_wait(t, 900);
	table_beads(t, "W3", 1);
	table_rest(t);
	assert_line(t, "2W4");
	table_answer(t, table_choice_at(t, "W3"));
	assert_line(t, "2W4 +W3 +W3");
	table_free(t);
}

static void the_first_of_many_beads_is_not_the_only_one_of_a_full_pit_beside(void **state)
{
	struct table *t = begin("contigo-line:players=4,align=3", "C",
				"g1g1bw/b1w1br/r3r1/w1w1r1/g1g3/1b4 "
				"0,1,0,3,1,8,2,3,2,0,3,0,1,0,1,0,3,2,3,1,2,1,0,4,0,5,8,2 4 beads -");

	(void)state;
	table_count_to(t, 6);
	table_beads(t, "Ne", -1);
	table_beads(t, "W4", 1);
	table_wait(t, 2000);
	assert_line(t, ""); /* 1W5-W4 would look like this */
	for (int i = 0; i < 7; i++) {
		table_beads(t, "Ne", -1);
		table_beads(t, "W4", 1);
		table_wait(t, 400);
	}
	table_rest(t);
	assert_line(t, "");
	table_answer(t,
		     table_choice(t, "8Ne-W4")); /* or the other one's, and these the next player's, who has no piece to move */
	assert_line(t, "8Ne-W4");
	table_free(t);
}

static void a_bead_that_no_sensor_saw_leave_may_have_come_alone(void **state)
{
	struct table *t = begin("contigo-line:players=4,align=3", "C",
				"g1g1bw/b1w1br/r3r1/w1w1r1/g1g3/1b4 "
				"0,1,0,3,1,8,2,3,2,0,3,0,1,0,1,0,3,2,3,1,2,1,0,4,0,5,8,2 4 beads -");

	(void)state;
	table_count_to(t, 6);
	table_beads(t, "W5", -1);
	table_beads(t, "W4", 1);
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "1W5-W4"));
	assert_line(t, "1W5-W4");
	table_free(t);
}

static void what_is_said_back_of_a_turn_is_the_whole_of_it(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "C",
				"2B3/6/6/6/6/3w1W 6,6,2,3,0,1,1,1,0,1,3,1,0,1,4,1,4,0,6,0,0,4,0,3,4,3,0,1 1 beads -");

	(void)state;
	table_count_to(t, 3);
	table_turn(t, "5Na +Nb +W6 +W6 +NW +NW");
	table_wait(t, 200);
	table_beads(t, "NW", -3); /* the next player has no piece to move */
	table_beads(t, "Nb", 1);
	table_beads(t, "W5", 2);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	/* What went to W5 is the next player's, and nobody has said so yet. */
	assert_non_null(table_choice(t, "5Na +Nb +W5 +W5 +W6 +W6"));
	table_free(t);
}

static void a_place_brushed_after_the_beads_were_taken_was_not_where_the_piece_went(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "C",
				"1b4/b2g1r/3BrG/3WgR/1w1ww1/1b4 "
				"0,0,1,3,0,1,3,3,1,0,1,2,4,2,2,3,1,2,2,2,1,3,3,2,3,3,1,7 4 piece -");

	(void)state;
	table_lift(t, "e3"); /* pushes the piece of e2 away: its sensor feels one or the other all the time */
	table_wait(t, 1000);
	table_beads(t, "Nf", -2);
	table_wait(t, 1000);
	table_beads(t, "Nd", 1);
	table_wait(t, 600);
	table_beads(t, "Nd", 1);
	table_wait(t, 200);
	table_lift(t, "e4");
	table_wait(t, 370);
	table_put(t, "e4", 3);
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "e3e2 2Nf +Nd +Nd"));
	assert_line(t, "e3e2 2Nf +Nd +Nd");
	table_free(t);
}

static void a_capture_without_a_gap_is_believed_when_its_beads_have_followed(void **state)
{
	struct table *t = begin("contigo-capture", "C",
				"1Ww3/bb1bb1/2wb2/3B2/w5/W5 2,2,2,3,2,2,1,4,4,4,0,0,0,3,0,4,2,5,0,1,4,0,0,2,2,2,2,3 1 piece -");

	(void)state;
	table_lift(t, "b6"); /* pushes the piece of b5 away: its sensor feels one or the other all the time */
	table_wait(t, 1000);
	assert_line(t, "");
	table_beads(t, "W4", -1);
	table_wait(t, 600);
	table_beads(t, "W3", 1);
	table_rest(t);
	assert_line(t, "b6b5 1W4 +W3");
	table_free(t);
}

static void beads_before_a_piece_that_is_still_in_the_hand_are_not_the_end_of_a_capture(void **state)
{
	struct table *t = begin("contigo-capture", "C",
				"1Ww3/bb1bb1/2wb2/3B2/w5/W5 2,2,2,3,2,2,1,4,4,4,0,0,0,3,0,4,2,5,0,1,4,0,0,2,2,2,2,3 1 piece -");

	(void)state;
	table_beads(t, "W4", -1);
	table_wait(t, 600);
	table_beads(t, "W3", 1);
	table_wait(t, 600);
	table_lift(t, "b6");
	table_wait(t, 2000);
	assert_line(t, "");
	table_put(t, "f6", 1);
	table_rest(t);
	assert_line(t, "b6f6 1W4 +W3");
	table_free(t);
}

static void a_pit_seen_empty_for_a_moment_speaks_against_the_only_thing_that_fits_now(void **state)
{
	struct table *t = begin("contigo-capture:beads=group", "P",
				"B5/bW4/6/1wWb2/6/b5 0,5,2,0,2,2,0,7,1,0,0,0,0,0,0,1,6,8,0,0,1,0,1,2,3,9,2,4 2 beads -");

	(void)state;
	table_beads(t, "Nd", -2);
	table_wait(t, 350);
	table_beads(t, "Nb", 2);
	table_wait(t, 700);
	table_beads(t, "W4", -7); /* the next player has no piece to move */
	table_wait(t, 250);
	table_beads(t, "Nd", 7);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice_at(t, "Nd"));
	assert_line(t, ""); /* 1Nd-Ne is all that leaves Nd as it looks now */
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "Something else"));
	table_answer(t, table_choice_at(t, "Nd"));
	table_answer(t, table_choice(t, "2"));
	table_answer(t, table_choice_at(t, "Nb"));
	assert_line(t, "2Nd-Nb");
	table_free(t);
}

static void a_victim_taken_first_after_the_last_bead_corrects_nothing(void **state)
{
	struct table *t = begin("thibault", "C",
				"1b1b1b1b/b1b1b3/1b1b1b2/2w3b1/7b/w3w3/1w1w1w1w/w1w1w1w1 "
				"2,2,2,2,2,0,4,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,4,0,2,2,2,2,2,2,2,2,2,2 1 piece 0,1");

	(void)state;
	table_move(t, "c5", "e5");
	table_wait(t, 1500);
	table_beads(t, "Sg", -2);
	table_wait(t, 500);
	table_beads(t, "Sf", 1);
	table_wait(t, 500);
	table_beads(t, "Sf", 1);
	table_wait(t, 150);
	table_lift(t, "e5"); /* c5c7, pushing the piece of c7 away, would look like this */
	table_wait(t, 1600);
	table_move(t, "g5", "e5");
	table_beads(t, "E6", -1);
	table_wait(t, 400);
	table_beads(t, "E7", 1);
	table_rest(t);
	assert_line(t, "c5e5 2Sg +Sf +Sf g5e5 1E6 +E7");
	table_free(t);
}

static void beads_set_down_after_the_question_still_count(void **state)
{
	struct table *t = begin("contigo-capture", "P",
				"2W3/1b4/5w/6/B5/B5 1,7,5,1,3,1,3,1,2,3,0,1,0,0,4,2,6,5,0,2,2,0,2,0,1,1,2,1 2 beads -");

	(void)state;
	table_beads(t, "SE", -2);
	table_wait(t, 600);
	table_beads(t, "Se", 1);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	table_lift(t, "f4");
	table_wait(t, 100);
	table_beads(t, "E2", 1);
	table_wait(t, 100);
	table_answer(t, table_choice_at(t, "SE"));
	table_answer(t, table_choice(t, "2"));
	table_answer(t, table_choice_at(t, "Se"));
	assert_line(t, "2SE +Se");
	table_answer(t, table_choice_at(t, "E2"));
	assert_line(t, "2SE +Se +E2");
	table_free(t);
}

static void beads_that_only_blind_pits_could_hold_may_be_in_the_hand(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "CS",
				"B5/6/R5/6/6/6 2,1,3,1,1,3,1,6,0,1,0,1,1,3,3,2,4,1,4,1,6,4,1,0,3,2,0,1 3 beads -");

	(void)state;
	table_blind(t, "E1");
	table_blind(t, "Sa");
	table_beads(t, "Se", -4);
	table_wait(t, 1000);
	session_button(t->session, t->now_us, 3, false);
	table_wait(t, 1000);
	assert_line(t, "4Se"); /* the rest is asked */
	assert_phase(t, VIEW_QUESTION);
	table_free(t);
}

static void beads_still_to_come_are_not_taken_to_lie_in_a_blind_pit(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "CS",
				"B5/6/R5/6/6/6 2,1,3,1,1,3,1,6,0,1,0,1,1,3,3,2,4,1,4,1,6,4,1,0,3,2,0,1 3 beads -");

	(void)state;
	table_blind(t, "E1");
	table_beads(t, "Se", -4);
	table_wait(t, 900);
	table_beads(t, "Sa", 1);
	table_wait(t, 1200);
	assert_line(t, "");
	table_beads(t, "Sf", 1);
	table_wait(t, 300);
	table_beads(t, "Sf", 1);
	table_wait(t, 300);
	table_beads(t, "Sf", 1);
	table_rest(t);
	if (table_view(t)->phase == VIEW_QUESTION) /* the next player has no piece to move: they might be his */
		table_answer(t, table_choice(t, "4Se +Sa +Sf +Sf +Sf"));
	assert_line(t, "4Se +Sa +Sf +Sf +Sf");
	table_free(t);
}

static void a_lit_pit_emptied_and_filled_in_the_course_of_play_is_no_tap(void **state)
{
	struct table *t = begin("contigo-line:beads=spread", "PS",
				"1w1wb1/1wb3/1bw3/wb1w2/b2b2/wb1bw1 "
				"1,1,3,3,3,3,1,2,1,0,1,3,2,4,0,5,0,2,1,2,2,3,2,2,1,3,3,2 1 beads -");

	(void)state;
	session_button(t->session, t->now_us, 1, false);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice_at(t, "E2"));
	table_lift(t, "e6");
	table_wait(t, 100);
	table_beads(t, "E2", -2);
	table_wait(t, 100);
	table_beads(t, "E2", 1);
	table_wait(t, 100);
	for (int i = 0; i < t->events; i++)
		assert_null(strstr(t->event[i].json, "\"choice\":"));
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(beads_in_the_hand_are_not_those_that_a_full_pit_would_hide),
		cmocka_unit_test(the_first_of_many_beads_is_not_the_only_one_of_a_full_pit_beside),
		cmocka_unit_test(a_bead_that_no_sensor_saw_leave_may_have_come_alone),
		cmocka_unit_test(what_is_said_back_of_a_turn_is_the_whole_of_it),
		cmocka_unit_test(a_place_brushed_after_the_beads_were_taken_was_not_where_the_piece_went),
		cmocka_unit_test(a_capture_without_a_gap_is_believed_when_its_beads_have_followed),
		cmocka_unit_test(beads_before_a_piece_that_is_still_in_the_hand_are_not_the_end_of_a_capture),
		cmocka_unit_test(a_pit_seen_empty_for_a_moment_speaks_against_the_only_thing_that_fits_now),
		cmocka_unit_test(a_victim_taken_first_after_the_last_bead_corrects_nothing),
		cmocka_unit_test(beads_set_down_after_the_question_still_count),
		cmocka_unit_test(beads_that_only_blind_pits_could_hold_may_be_in_the_hand),
		cmocka_unit_test(beads_still_to_come_are_not_taken_to_lie_in_a_blind_pit),
		cmocka_unit_test(a_lit_pit_emptied_and_filled_in_the_course_of_play_is_no_tap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
