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

/* Counts are told up to a small number only. */
static void count_to(struct table *t, uint8_t most)
{
	struct seen_sensor sensor[RULES_SITES_MAX];

	memcpy(sensor, table_view(t)->sensor, sizeof(sensor));
	for (int i = 0; i < t->sites; i++)
		if (sensor[i].knows & SEEN_COUNT)
			sensor[i].most = most;
	session_layout(t->session, t->now_us, &t->variant, sensor, t->sites);
	for (int i = 0; i < t->sites; i++)
		table_set_at(t, (uint16_t)i, t->look[i]);
	table_rest(t);
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

static void beads_in_the_hand_are_not_those_that_a_full_pit_would_hide(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "C",
				"4rR/4rr/ww4/4g1/4gg/Ww3G 2,2,3,2,2,2,2,2,4,2,1,2,0,2,3,2,2,1,3,2,2,2,2,2,2,2,3,0 3 beads -");

	(void)state;
	count_to(t, 3);
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
	count_to(t, 6);
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

static void a_last_bead_dropped_late_is_not_the_next_players(void **state)
{
	struct table *t = begin("contigo-capture", "C",
				"2b3/w5/3B2/1w4/b5/3WW1 0,2,0,2,3,4,4,0,1,0,3,0,4,2,3,1,1,1,2,2,3,2,3,4,2,2,1,4 1 beads -");

	(void)state;
	count_to(t, 3);
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
	assert_line(t, "5 7+");
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
		cmocka_unit_test(a_disturber_that_goes_on_is_no_move_between_two_blind_places),
		cmocka_unit_test(a_late_button_of_the_last_player_does_not_play_for_him_what_nobody_feels),
		cmocka_unit_test(a_pawn_that_may_wait_unseen_on_the_hub_is_not_taken_for_one_elsewhere),
		cmocka_unit_test(beads_may_be_those_of_a_player_without_a_move_after_a_turn_that_nobody_felt),
		cmocka_unit_test(beads_in_the_hand_are_not_those_that_a_full_pit_would_hide),
		cmocka_unit_test(beads_set_down_after_the_question_still_count),
		cmocka_unit_test(a_piece_that_touches_down_on_its_way_does_not_rewrite_the_turn_before),
		cmocka_unit_test(a_bead_in_a_wrong_pit_does_not_make_two_other_turns),
		cmocka_unit_test(a_piece_that_comes_where_one_has_just_left_does_not_correct_the_turn_before),
		cmocka_unit_test(a_prisoner_taken_while_the_button_is_pressed_is_not_sown_by_his_owner),
		cmocka_unit_test(a_piece_lifted_by_the_next_player_is_not_a_prisoner_because_of_a_late_button),
		cmocka_unit_test(a_place_touched_by_chance_does_not_outweigh_the_order_of_all_others),
		cmocka_unit_test(a_prisoner_taken_before_the_next_player_sows_is_not_his),
		cmocka_unit_test(a_slide_beside_the_disturber_does_not_send_it_elsewhere),
		cmocka_unit_test(beads_that_only_blind_pits_could_hold_may_be_in_the_hand),
		cmocka_unit_test(beads_still_to_come_are_not_taken_to_lie_in_a_blind_pit),
		cmocka_unit_test(prisoners_taken_one_by_one_are_not_lifted_by_their_owners),
		cmocka_unit_test(a_last_bead_dropped_late_is_not_the_next_players),
		cmocka_unit_test(a_row_taken_up_again_on_the_way_is_no_sign_that_another_was_captured),
		cmocka_unit_test(beads_of_two_players_are_not_all_the_first_ones),
		cmocka_unit_test(beads_carried_before_another_player_moved_are_not_those_of_the_player_after_him),
		cmocka_unit_test(a_lit_pit_emptied_and_filled_in_the_course_of_play_is_no_tap),
		cmocka_unit_test(a_player_whose_turn_nobody_felt_says_so_with_his_button),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
