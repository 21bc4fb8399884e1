/*
 * test_session_two.c — two turns that leave the look of one: what was touched on the way tells, and where that is not enough
 * the board asks.
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

/* Quicker than the board comes to rest. */
static void hurry(struct table *t, const char *from, const char *to)
{
	struct rules_look piece = t->look[table_site(t, from)];

	table_lift(t, from);
	table_wait(t, 200);
	table_set_at(t, table_site(t, to), piece);
	table_wait(t, 200);
}

static void a_disturber_that_comes_where_the_next_piece_left_is_not_that_piece(void **state)
{
	struct table *t = begin("perturbador", "P", "7x/6b1/8/1b5w/2b3b1/2bw1w2/4b1w1/w3w3 2 piece 0,0");

	(void)state;
	hurry(t, "g4", "f6");
	hurry(t, "h8", "g8");
	hurry(t, "g2", "h2");
	hurry(t, "g8", "g2");
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
	hurry(t, "a3", "a1");
	table_wait(t, 200);
	hurry(t, "e2", "f1");
	hurry(t, "b2", "e2");
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
	hurry(t, "a3", "b6");
	table_wait(t, 800);
	assert_line(t, "b1a1 xa3");
	hurry(t, "b6", "a6");
	table_rest(t);
	assert_line(t, "b1a1 xa3 b6f6 xa6");
	table_free(t);
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

static void a_hub_that_trembles_does_not_say_which_of_two_pawns_came_there(void **state)
{
	static const char *const leave[] = { "I8", "I3", "I5", "O2", "O4" };
	struct table *t = begin("oraia:stay=counts", "PSC", "......b./rb.BB..r/..r....r/. 1 move -");

	(void)state;
	table_blind(t, "I7");
	table_blind(t, "O8");
	hurry(t, "O5", "C5"); /* too far */
	hurry(t, "C5", "I5");
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
	hurry(t, "c6", "d5");
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

static void a_place_where_the_disturber_stood_between_two_turns_is_not_left_out(void **state)
{
	struct table *t = begin("perturbador", "P", "8/5b2/2w4b/6x1/8/1w3wb1/8/1b6 1 piece 3,2");

	(void)state;
	hurry(t, "b3", "e2");
	hurry(t, "g5", "g7");
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
	hurry(t, "a2", "c2");
	hurry(t, "g3", "g5");
	hurry(t, "g7", "a7");
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
	hurry(t, "h1", "g1");
	hurry(t, "g6", "e8");
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
		cmocka_unit_test(a_disturber_that_comes_where_the_next_piece_left_is_not_that_piece),
		cmocka_unit_test(a_piece_that_comes_where_the_disturber_left_did_not_leave_it_there),
		cmocka_unit_test(a_pawn_gone_to_a_dead_place_was_not_turned_there_by_the_disk),
		cmocka_unit_test(a_disturber_may_be_moved_by_the_player_after_a_piece_that_nobody_felt),
		cmocka_unit_test(a_disturber_that_rests_where_the_next_piece_began_corrects_nothing),
		cmocka_unit_test(a_victim_lifted_in_thought_has_not_gone_to_a_dead_place),
		cmocka_unit_test(a_hub_that_trembles_does_not_say_which_of_two_pawns_came_there),
		cmocka_unit_test(a_disturber_does_not_arrive_before_it_has_left),
		cmocka_unit_test(a_second_take_from_the_same_pit_may_be_the_next_players),
		cmocka_unit_test(a_bead_seen_too_many_may_have_been_taken_after_a_pass_that_nobody_felt),
		cmocka_unit_test(beads_that_the_next_player_brings_back_were_still_taken),
		cmocka_unit_test(where_beads_came_from_does_not_follow_from_a_wrong_square),
		cmocka_unit_test(beads_dropped_after_the_next_player_moved_are_not_the_first_ones),
		cmocka_unit_test(beads_before_a_king_falls_are_not_those_of_his_taker),
		cmocka_unit_test(a_captive_taken_off_before_the_next_row_is_lifted_is_not_his),
		cmocka_unit_test(a_row_that_its_owner_takes_up_at_once_was_not_taken_captive),
		cmocka_unit_test(a_turn_that_nobody_felt_is_asked_for_when_its_button_is_pressed),
		cmocka_unit_test(a_place_where_the_disturber_stood_between_two_turns_is_not_left_out),
		cmocka_unit_test(a_turn_between_two_dead_places_may_have_come_before_what_looks_like_a_correction),
		cmocka_unit_test(two_turns_that_leave_the_look_of_an_earlier_position_are_not_taken_back),
		cmocka_unit_test(where_the_disturber_stood_a_moment_ago_it_is_no_story_that_leaves_it_out),
		cmocka_unit_test(a_brush_does_not_make_what_was_set_down_before_come_after_the_next_piece),
		cmocka_unit_test(a_place_that_a_story_leaves_out_is_explained_by_one_with_a_move_that_nobody_felt),
		cmocka_unit_test(rows_filled_and_taken_up_again_on_the_way_are_no_reason_to_ask),
		cmocka_unit_test(a_piece_of_the_other_player_is_not_missed_for_ever_without_a_word),
		cmocka_unit_test(a_piece_is_not_where_it_went_before_it_has_left),
		cmocka_unit_test(a_capture_that_left_no_gap_after_beads_that_came_back_is_asked_for),
		cmocka_unit_test(a_bead_taken_away_again_by_the_next_player_is_still_an_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
