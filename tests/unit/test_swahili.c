/*
 * test_swahili.c — Swahili, a test for each sentence of the rules.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules_text.h"

#define START "3,3,3,3,0,0,0,0,0,0,0/0/0"

static struct rules_variant two, three, four, optional, optional_three;

static int set_up_variants(void **state)
{
	(void)state;
	two = variant("swahili");
	three = variant("swahili:players=3");
	four = variant("swahili:players=4");
	optional = variant("swahili:capture=optional");
	optional_three = variant("swahili:players=3,capture=optional");
	return 0;
}

/* ---- Texts that are refused ------------------------------------------------------------------------------------------ */

static void a_position_without_its_fields_is_refused(void **state)
{
	(void)state;
	assert_refused(&two, "", "ROWS 1: ");
	assert_refused(&two, START, "ROWS 2: missing");
	assert_refused(&two, START " " START, "PLAYER: missing");
	assert_refused(&three, START " " START " 1", "PLAYER: missing");
	assert_refused(&two, START " " START " 1 1", "PLAYER: more text");
	assert_refused(&two, START " " START " " START " 1", "PLAYER: more text");
	assert_refused(&two, START "  " START " 1", "ROWS 2: missing");
	assert_refused(&two, START " " START " 1 ", "PLAYER: more text");
	assert_refused(&two, " " START " " START " 1", "ROWS 1: missing");
}

static void a_player_who_is_not_in_the_game_is_refused(void **state)
{
	(void)state;
	assert_refused(&two, START " " START " 0", "PLAYER: \"0\" is not a number from 1 to 2");
	assert_refused(&two, START " " START " 3", "PLAYER: \"3\" is not a number from 1 to 2");
	assert_refused(&two, START " " START " 01", "PLAYER: \"01\"");
	assert_refused(&two, START " " START " w", "PLAYER: \"w\"");
	assert_refused(&four, START " " START " " START " " START " 5", "PLAYER: \"5\" is not a number from 1 to 4");
}

static void rows_that_are_not_eleven_plain_numbers_are_refused(void **state)
{
	(void)state;
	assert_refused(&two, "3,3,3,3,0,0,0,0,0,0/0/0 " START " 1", "ROWS 1: ',' expected after row 10, at \"/0/0\"");
	assert_refused(&two, "3,3,3,3,0,0,0,0,0,0,0,0/0/0 " START " 1", "ROWS 1: '/' expected after row 11, at \",0/0/0\"");
	assert_refused(&two, START " 03,3,3,3,0,0,0,0,0,0,0/0/0 1", "ROWS 2: a number from 0 to 12 expected at \"03,3");
	assert_refused(&two, START " 3,,3,3,3,0,0,0,0,0,0/0/0 1", "ROWS 2: a number from 0 to 12 expected at \",3");
	assert_refused(&two, "13,0,0,0,0,0,0,0,0,0,0/0/0 " START " 1", "ROWS 1: a number from 0 to 12 expected at \"13");
	assert_refused(&two, "-3,3,3,3,0,0,0,0,0,0,0/0/0 " START " 1", "ROWS 1: a number from 0 to 12 expected at \"-3");
	assert_refused(&two, "3;3,3,3,0,0,0,0,0,0,0/0/0 " START " 1", "ROWS 1: ',' expected after row 1, at \";3");
}

static void centre_and_pond_must_be_there(void **state)
{
	(void)state;
	assert_refused(&two, "3,3,3,3,0,0,0,0,0,0,0 " START " 1", "ROWS 1: '/' expected after row 11, at \"\"");
	assert_refused(&two, "3,3,3,3,0,0,0,0,0,0,0/0 " START " 1", "CENTRE 1: '/' expected");
	assert_refused(&two, "3,3,3,3,0,0,0,0,0,0,0/x/0 " START " 1", "CENTRE 1: a number");
	assert_refused(&two, "3,3,3,3,0,0,0,0,0,0,0/0/ " START " 1", "POND 1: a number");
	assert_refused(&two, START " 3,3,3,3,0,0,0,0,0,0,0/0/00 1", "POND 2: a number from 0 to 12 expected at \"00\"");
	assert_refused(&two, START " 3,3,3,3,0,0,0,0,0,0,0/0/13 1", "POND 2: a number from 0 to 12");
	assert_refused(&two, START " 3,3,3,3,0,0,0,0,0,0,0/0/0/0 1", "POND 2: nothing expected");
}

static void rows_and_centre_hold_at_most_twelve_pieces_of_a_player(void **state)
{
	(void)state;
	assert_refused(&two, "3,3,3,4,0,0,0,0,0,0,0/0/0 " START " 1", "ROWS 1: 13 pieces in rows and centre, a player has 12");
	assert_refused(&two, START " 3,3,3,3,0,0,0,0,0,0,0/1/0 1", "ROWS 2: 13 pieces in rows and centre, a player has 12");
}

static void the_ponds_together_hold_all_missing_pieces(void **state)
{
	(void)state;
	assert_refused(&two, "3,3,3,2,0,0,0,0,0,0,0/0/0 " START " 1", "POND: the ponds hold 0 pieces, 1 are missing");
	assert_refused(&two, START " 3,3,3,3,0,0,0,0,0,0,0/0/1 1", "POND: the ponds hold 1 pieces, 0 are missing");
}

static void no_pond_holds_more_than_the_others_have_lost(void **state)
{
	(void)state;
	assert_refused(&two, "3,3,3,2,0,0,0,0,0,0,0/0/1 " START " 1", "POND 1: 1 pieces, the other players have lost 0");
	assert_refused(&three, "3,3,3,2,0,0,0,0,0,0,0/0/0 3,3,3,2,0,0,0,0,0,0,0/0/2 " START " 1",
		       "POND 2: 2 pieces, the other players have lost 1");
	position(&three, "3,3,3,2,0,0,0,0,0,0,0/0/1 3,3,3,2,0,0,0,0,0,0,0/0/1 " START " 1");
	position(&three, "3,3,3,2,0,0,0,0,0,0,0/0/0 3,3,3,2,0,0,0,0,0,0,0/0/0 3,3,3,3,0,0,0,0,0,0,0/0/2 3");
}

static void an_action_that_is_no_row_with_laps_is_refused(void **state)
{
	(void)state;
	static const char *const bad[] = { "",   "0",  "12",  "01", "+",    "x",   "a",   "-",
					   "4 ", " 4", "4+ ", "4-", "4++4", "1.4", "4\n", NULL };
	for (int i = 0; bad[i]; i++) {
		assert_action_refused(&two, bad[i], "ACTION: ");
		assert_action_refused(&optional, bad[i], "ACTION: ");
	}
	assert_action_refused(&two, "99999999999999999999", "ACTION: ");
	char many[RULES_ACTION_MAX];
	memset(many, '+', sizeof(many));
	many[0] = '4';
	many[sizeof(many) - 1] = '\0';
	assert_action_refused(&two, many, "ACTION: 190 further laps");
}

static void x_is_written_with_optional_captures_only_and_last(void **state)
{
	(void)state;
	assert_action_refused(&two, "4x", "ACTION: \"4x\" ends with x, which is written with capture=optional only");
	assert_action_refused(&optional, "4x+", "ACTION: ");
	assert_action_refused(&optional, "4xx", "ACTION: ");
	assert_action_refused(&optional, "4X", "ACTION: ");
}

/* ---- Laps ------------------------------------------------------------------------------------------------------------ */

static void each_player_starts_with_three_pieces_in_each_of_the_four_lowest_rows(void **state)
{
	(void)state;
	char text[RULES_POSITION_MAX];
	struct rules_state s = position(&four, "startpos");
	rules_format(&four, &s, text);
	assert_string_equal(text, START " " START " " START " " START " 1");
}

static void a_lap_lifts_a_whole_row_and_sets_one_piece_in_each_next_row(void **state)
{
	(void)state;
	assert_plays(&two, START " " START " 1", "4", "3,3,3,0,1,1,1,0,0,0,0/0/0 " START " 2");
	assert_plays(&two, START " " START " 2", "3", START " 3,3,0,4,1,1,0,0,0,0,0/0/0 1");
}

static void a_turn_starts_from_a_row_with_pieces(void **state)
{
	(void)state;
	assert_legal(&two, START " " START " 1", "1 1+ 2 3 4");
	assert_false(is_legal(&two, START " " START " 1", "5"));
}

static void after_row_11_come_the_centre_and_row_1(void **state)
{
	(void)state;
	assert_plays(&two, "0,0,0,0,0,0,0,0,0,4,8/0/0 " START " 1", "10", "1,1,0,0,0,0,0,0,0,0,9/1/0 " START " 2");
}

static void only_one_piece_enters_the_centre_a_circuit(void **state)
{
	(void)state;
	assert_plays(&two, "0,0,0,0,0,0,0,0,0,0,12/0/0 " START " 1", "11", "1,1,1,1,1,1,1,1,1,1,1/1/0 " START " 2");
}

static void pieces_in_the_centre_never_leave_it(void **state)
{
	(void)state;
	/* The last piece enters the centre, where five lie already: no further lap from there. */
	assert_legal(&two, "0,0,0,0,0,0,0,0,0,2,5/5/0 " START " 1", "10 11");
	assert_plays(&two, "0,0,0,0,0,0,0,0,0,2,5/5/0 " START " 1", "10", "0,0,0,0,0,0,0,0,0,0,6/6/0 " START " 2");
}

static void the_turn_ends_in_a_row_where_you_had_none(void **state)
{
	(void)state;
	assert_false(is_legal(&two, START " " START " 1", "4+"));
	/* What other players have in that row does not matter. */
	assert_false(is_legal(&two, START " 0,0,0,0,0,0,6,6,0,0,0/0/0 1", "4+"));
}

static void in_a_row_where_you_had_some_you_may_end_or_lap_again(void **state)
{
	(void)state;
	assert_plays(&two, START " " START " 1", "1", "0,4,4,4,0,0,0,0,0,0,0/0/0 " START " 2");
	assert_plays(&two, START " " START " 1", "1+", "0,4,4,0,1,1,1,1,0,0,0/0/0 " START " 2");
	assert_false(is_legal(&two, START " " START " 1", "1++"));
}

static void laps_go_on_as_long_as_the_last_piece_finds_company(void **state)
{
	(void)state;
	/* 1 → 2; its two → 4; its two → 6; its three → 9, empty. */
	assert_legal(&two, "1,1,0,1,0,2,0,0,0,0,0/7/0 " START " 1", "1 1+ 1++ 1+++ 2 4 6");
	assert_plays(&two, "1,1,0,1,0,2,0,0,0,0,0/7/0 " START " 1", "1+++", "0,0,1,0,1,0,1,1,1,0,0/7/0 " START " 2");
}

static void twelve_pieces_of_one_row_end_on_that_emptied_row(void **state)
{
	(void)state;
	assert_legal(&two, "0,0,0,0,12,0,0,0,0,0,0/0/0 " START " 1", "5");
	assert_plays(&two, "0,0,0,0,12,0,0,0,0,0,0/0/0 " START " 1", "5", "1,1,1,1,1,1,1,1,1,1,1/1/0 " START " 2");
}

static void actions_are_sorted_by_their_texts(void **state)
{
	(void)state;
	assert_legal(&two, "2,1,0,0,0,0,0,0,0,1,1/7/0 " START " 1", "1 10 10+ 10++ 11 2");
}

static void one_x_of_row_1_sorts_behind_rows_10_and_11(void **state)
{
	(void)state;
	/* 6 pieces of row 1 end alone in row 7; 10 takes in row 11. */
	assert_legal(&optional, "6,0,0,0,0,0,0,0,0,1,0/5/0 0,0,0,0,0,0,1,0,0,0,1/10/0 1", "1 10 10x 1x");
	assert_legal(&optional, "6,0,0,0,0,0,0,0,0,0,1/5/0 0,0,0,0,0,0,1,0,0,0,1/10/0 1", "1 11 1x");
	/* … but with a further lap in between `+` sorts before the digits. */
	assert_legal(&optional, "1,5,0,0,0,0,0,0,0,1,0/5/0 0,0,0,0,0,0,0,1,0,0,1/10/0 1", "1 1+ 1+x 10 10x 2");
}

/* ---- Captures -------------------------------------------------------------------------------------------------------- */

#define ALONE_IN_7 "0,0,0,1,0,0,0,0,0,0,0/11/0"

static void a_turn_that_ends_alone_in_a_capture_row_takes_a_single_piece_there(void **state)
{
	(void)state;
	assert_plays(&two, "3,3,3,3,0,0,0,0,0,0,0/0/0 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "4",
		     "3,3,3,0,1,1,1,0,0,0,0/0/1 3,3,3,2,0,0,0,0,0,0,0/0/0 2");
}

static void two_pieces_in_a_row_are_safe(void **state)
{
	(void)state;
	assert_plays(&two, "3,3,3,3,0,0,0,0,0,0,0/0/0 3,3,3,1,0,0,2,0,0,0,0/0/0 1", "4",
		     "3,3,3,0,1,1,1,0,0,0,0/0/0 3,3,3,1,0,0,2,0,0,0,0/0/0 2");
}

static void nothing_is_taken_below_row_7(void **state)
{
	(void)state;
	assert_plays(&two, "3,3,3,3,0,0,0,0,0,0,0/0/0 3,3,3,2,0,1,0,0,0,0,0/0/0 1", "3",
		     "3,3,0,4,1,1,0,0,0,0,0/0/0 3,3,3,2,0,1,0,0,0,0,0/0/0 2");
}

static void nothing_is_taken_where_the_last_piece_is_not_your_only_one(void **state)
{
	(void)state;
	assert_plays(&two, "0,0,0,0,0,1,1,0,0,0,0/10/0 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "6",
		     "0,0,0,0,0,0,2,0,0,0,0/10/0 3,3,3,2,0,0,1,0,0,0,0/0/0 2");
}

static void nothing_is_taken_on_the_way(void **state)
{
	(void)state;
	assert_plays(&two, "0,0,0,0,0,2,0,0,0,0,0/10/0 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "6",
		     "0,0,0,0,0,0,1,1,0,0,0/10/0 3,3,3,2,0,0,1,0,0,0,0/0/0 2");
}

static void nothing_is_taken_in_the_centre(void **state)
{
	(void)state;
	assert_plays(&two, "1,0,0,0,0,0,0,0,0,0,1/10/0 3,3,3,2,0,0,0,0,0,0,0/1/0 1", "11",
		     "1,0,0,0,0,0,0,0,0,0,0/11/0 3,3,3,2,0,0,0,0,0,0,0/1/0 2");
}

static void twelve_pieces_that_come_back_to_a_capture_row_take_there(void **state)
{
	(void)state;
	assert_plays(&two, "0,0,0,0,0,0,0,0,12,0,0/0/0 3,3,3,2,0,0,0,0,1,0,0/0/0 1", "9",
		     "1,1,1,1,1,1,1,1,1,1,1/1/1 3,3,3,2,0,0,0,0,0,0,0/0/0 2");
}

static void every_other_player_with_a_single_piece_there_loses_it(void **state)
{
	(void)state;
	assert_plays(
	    &four, START " 3,3,3,2,0,0,1,0,0,0,0/0/0 3,3,3,1,0,0,2,0,0,0,0/0/0 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "4",
	    "3,3,3,0,1,1,1,0,0,0,0/0/2 3,3,3,2,0,0,0,0,0,0,0/0/0 3,3,3,1,0,0,2,0,0,0,0/0/0 3,3,3,2,0,0,0,0,0,0,0/0/0 2");
}

static void the_prisoners_go_to_the_pond_of_the_player_who_took_them(void **state)
{
	(void)state;
	assert_plays(&three, "3,3,3,2,0,0,1,0,0,0,0/0/0 " START " 3,3,3,2,0,0,1,0,0,0,0/0/0 2", "4",
		     "3,3,3,2,0,0,0,0,0,0,0/0/0 3,3,3,0,1,1,1,0,0,0,0/0/2 3,3,3,2,0,0,0,0,0,0,0/0/0 3");
}

static void with_optional_capture_the_plain_text_takes_nothing(void **state)
{
	(void)state;
	assert_plays(&optional, START " 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "4",
		     "3,3,3,0,1,1,1,0,0,0,0/0/0 3,3,3,2,0,0,1,0,0,0,0/0/0 2");
}

static void with_optional_capture_x_takes_all_that_can_be_taken(void **state)
{
	(void)state;
	assert_plays(&optional_three, START " 3,3,3,2,0,0,1,0,0,0,0/0/0 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "4x",
		     "3,3,3,0,1,1,1,0,0,0,0/0/2 3,3,3,2,0,0,0,0,0,0,0/0/0 3,3,3,2,0,0,0,0,0,0,0/0/0 2");
}

static void x_exists_only_where_something_would_be_taken(void **state)
{
	(void)state;
	assert_legal(&optional, START " 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "1 1+ 2 3 4 4x");
	assert_legal(&optional, START " 3,3,3,1,0,0,2,0,0,0,0/0/0 1", "1 1+ 2 3 4");
	assert_legal(&optional, START " 3,3,3,2,0,1,0,0,0,0,0/0/0 1", "1 1+ 2 3 4");
	assert_legal(&optional, "0,0,0,0,0,1,1,0,0,0,0/10/0 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "6 6+ 7");
}

/* ---- The end --------------------------------------------------------------------------------------------------------- */

static void the_game_goes_on_while_every_player_has_a_piece_in_his_rows(void **state)
{
	(void)state;
	assert_result(&two, "0,0,0,0,0,0,0,0,0,0,1/11/0 1,0,0,0,0,0,0,0,0,0,0/11/0 1", RULES_ONGOING);
}

static void the_game_ends_after_a_turn_that_leaves_a_player_no_piece_in_his_rows(void **state)
{
	(void)state;
	assert_plays(&two, "0,0,0,0,0,0,0,0,0,0,1/11/0 12,0,0,0,0,0,0,0,0,0,0/0/0 1", "11",
		     "0,0,0,0,0,0,0,0,0,0,0/12/0 12,0,0,0,0,0,0,0,0,0,0/0/0 2");
	assert_result(&two, "0,0,0,0,0,0,0,0,0,0,0/12/0 12,0,0,0,0,0,0,0,0,0,0/0/0 2", 1);
}

static void a_player_whose_last_piece_is_taken_ends_the_game_too(void **state)
{
	(void)state;
	assert_plays(&two, START " 0,0,0,0,0,0,1,0,0,0,0/11/0 1", "4",
		     "3,3,3,0,1,1,1,0,0,0,0/0/1 0,0,0,0,0,0,0,0,0,0,0/11/0 2");
	assert_result(&two, "3,3,3,0,1,1,1,0,0,0,0/0/1 0,0,0,0,0,0,0,0,0,0,0/11/0 2", 2);
}

static void prisoners_count_5_and_pieces_in_the_centre_10_and_those_in_rows_nothing(void **state)
{
	(void)state;
	int points[RULES_PLAYERS_MAX + 1] = { 0 };
	struct rules_state s = position(&two, "3,3,0,0,0,0,0,0,0,0,0/4/7 0,0,0,0,0,0,0,0,1,0,0/4/2 1");
	assert_true(rules_score(&two, &s, points));
	assert_int_equal(points[1], 4 * 10 + 7 * 5);
	assert_int_equal(points[2], 4 * 10 + 2 * 5);
}

static void the_highest_score_wins_whoever_ended_the_game(void **state)
{
	(void)state;
	assert_result(&two, "0,0,0,0,0,0,0,0,0,0,0/3/5 1,0,0,0,0,0,0,0,0,0,0/6/9 1", 2);
	assert_result(&three, "0,0,0,0,0,0,0,0,0,0,0/6/0 6,0,0,0,0,0,0,0,0,0,0/5/6 6,0,0,0,0,0,0,0,0,0,0/6/1 1", 2);
}

static void equal_highest_scores_are_a_draw(void **state)
{
	(void)state;
	assert_result(&two, "0,0,0,0,0,0,0,0,0,0,0/10/2 0,0,0,0,0,0,0,0,0,0,0/10/2 2", RULES_DRAW);
	/* The two best are level, the third does not matter. */
	assert_result(&three, "0,0,0,0,0,0,0,0,0,0,0/12/0 0,0,0,0,0,0,0,0,0,0,0/12/0 1,0,0,0,0,0,0,0,0,0,0/11/0 3", RULES_DRAW);
	/* The two worst are level: no draw. */
	assert_result(&three, "0,0,0,0,0,0,0,0,0,0,0/12/0 1,0,0,0,0,0,0,0,0,0,0/11/0 1,0,0,0,0,0,0,0,0,0,0/11/0 3", 1);
}

/* ---- Sites ----------------------------------------------------------------------------------------------------------- */

static void two_players_sit_opposite_each_other(void **state)
{
	(void)state;
	int n;
	const struct rules_site *site = rules_sites(&two, &n);
	assert_int_equal(n, 2 * 12 + 1);
	const struct rules_site *mine = &site[rules_site_by_name(&two, "1.1")],
				*theirs = &site[rules_site_by_name(&two, "2.1")];
	assert_int_equal(mine->x, theirs->x);
	assert_int_equal(mine->y + theirs->y, 1000);
	assert_true(mine->y > 500);
}

static void each_row_touches_the_next_and_the_highest_and_the_lowest_the_centre(void **state)
{
	(void)state;
	const struct rules_variant *all[] = { &two, &three, &four };
	for (int k = 0; k < 3; k++) {
		int n, centre = rules_site_by_name(all[k], "C");
		const struct rules_site *site = rules_sites(all[k], &n);
		assert_int_equal(n, 12 * all[k]->players + 1);
		assert_int_equal(site[centre].neighbours, 2 * all[k]->players);
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < site[i].neighbours; j++) {
				const struct rules_site *other = &site[site[i].neighbour[j]];
				bool back = false;
				for (int b = 0; b < other->neighbours; b++)
					back |= other->neighbour[b] == i;
				assert_true(back);
				assert_true(j == 0 || site[i].neighbour[j] > site[i].neighbour[j - 1]);
			}
			assert_in_range(site[i].x - site[i].size / 2, 0, 1000);
			assert_in_range(site[i].x + site[i].size / 2, 0, 1000);
			assert_in_range(site[i].y - site[i].size / 2, 0, 1000);
			assert_in_range(site[i].y + site[i].size / 2, 0, 1000);
		}
	}
}

static struct rules_look look_at(const struct rules_variant *v, const char *position_text, const char *site)
{
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state s = position(v, position_text);
	rules_project(v, &s, look);
	return look[rules_site_by_name(v, site)];
}

static void one_sees_rows_by_player_and_the_centre_as_a_heap(void **state)
{
	(void)state;
	const char *text = "3,3,0,0,0,0,0,0,0,0,0/4/7 0,0,0,0,0,0,0,0,1,0,0/4/2 1";
	struct rules_look row = look_at(&two, text, "2.9"), empty = look_at(&two, text, "1.9"),
			  pond = look_at(&two, text, "1.P");
	struct rules_look centre = look_at(&two, text, "C");
	assert_int_equal(row.count, 1);
	assert_int_equal(row.owner, 2);
	assert_int_equal(empty.count, 0);
	assert_int_equal(empty.owner, 0);
	assert_int_equal(pond.count, 7);
	assert_int_equal(pond.owner, 2);
	assert_int_equal(centre.count, 8);
	assert_int_equal(centre.owner, 0);
	assert_int_equal(look_at(&two, "0,0,0,0,0,0,0,0,0,0,1/11/0 " START " 1", "C").owner, 1);
}

/* ---- A position set up by hand ---------------------------------------------------------------------------------------- */

static void refuse_look(const struct rules_variant *v, const char *position_text, const char *site, int count, int owner,
			int player, const char *message)
{
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state s = position(v, position_text), built;
	struct rules_error err = { "" };
	rules_project(v, &s, look);
	look[rules_site_by_name(v, site)] = (struct rules_look){ .count = (uint8_t)count, .owner = (uint8_t)owner };
	assert_int_equal(v->game->unproject(v, look, player, &built, &err), -EINVAL);
	if (strncmp(err.text, message, strlen(message)) != 0)
		fail_msg("\"%s\", not \"%s\"", err.text, message);
}

static void a_setup_that_no_position_looks_like_is_refused(void **state)
{
	(void)state;
	refuse_look(&two, START " " START " 1", "1.5", 1, 1, 1, "1.5: with it 13 pieces in the rows of player 1, who has 12");
	refuse_look(&two, START " " START " 1", "1.4", 2, 1, 1,
		    "POSITION: 23 pieces in rows, centre and ponds, the game has 24");
	refuse_look(&two, START " " START " 1", "1.4", 3, 2, 1, "1.4: no piece of player 2 can lie there");
	refuse_look(&two, START " " START " 1", "1.P", 1, 1, 1, "1.P: no piece of player 1 can lie there");
	refuse_look(&two, START " " START " 1", "C", 1, 5, 1, "C: no piece of player 5 can lie there");
	refuse_look(&two, START " " START " 1", "C", 1, 0, 1, "POSITION: 25 pieces");
	refuse_look(&two, START " " START " 1", "1.4", 3, 1, 3, "PLAYER: 3");
	/* The prisoner in pond 1 is player 2's, but his twelve are all in his rows. */
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state s = position(&two, START " " START " 1"), built;
	struct rules_error err;
	rules_project(&two, &s, look);
	look[rules_site_by_name(&two, "1.4")].count = 2;
	look[rules_site_by_name(&two, "1.P")] = (struct rules_look){ .count = 1 };
	assert_int_equal(rules_unproject(&two, look, 1, &built, &err), -EINVAL);
	assert_true(strncmp(err.text, "C: ", 3) == 0);
}

/* ---- Ways ------------------------------------------------------------------------------------------------------------- */

static void the_way_shows_every_piece_of_every_lap(void **state)
{
	(void)state;
	assert_path(&two, START " " START " 1", "1+",
		    "start:1.1 drop:1.2 drop:1.3 drop:1.4 lap:1.4 drop:1.5 drop:1.6 drop:1.7 drop:1.8 end:1.8");
	assert_path(&two, "0,0,0,0,0,0,0,0,0,0,2/10/0 " START " 1", "11", "start:1.11 drop:C drop:1.1 end:1.1");
}

static void the_way_shows_what_is_taken(void **state)
{
	(void)state;
	const char *text = START " 3,3,3,2,0,0,1,0,0,0,0/0/0 1";
	assert_path(&two, text, "4", "start:1.4 drop:1.5 drop:1.6 drop:1.7 take:2.7 end:1.7");
	assert_path(&optional, text, "4", "start:1.4 drop:1.5 drop:1.6 drop:1.7 end:1.7");
	assert_path(&optional, text, "4x", "start:1.4 drop:1.5 drop:1.6 drop:1.7 take:2.7 end:1.7");
}

/* ---- Why not ---------------------------------------------------------------------------------------------------------- */

static void a_hand_is_told_why_it_may_not(void **state)
{
	(void)state;
	const char *start = START " " START " 1";
	assert_why(&two, start, "1.5", NULL, 1, "empty-row", "1.5");
	assert_why(&two, start, "2.4", "2.5", 1, "not-your-piece", "2.4");
	assert_why(&two, start, "1.4", "1.9", 1, "sow-range", "1.4");
	assert_why(&two, start, "1.4", "1.3", 1, "sow-range", "1.4");
	assert_why(&two, start, "1.4", "1.5", 2, "one-each", "1.5");
	assert_why(&two, start, "1.4", "2.5", 1, "not-your-row", "2.5");
	assert_why(&two, start, "1.4", "1.P", 1, "own-prisoner", "1.P");
	assert_why(&two, start, NULL, "1.5", 1, "nothing-enters", "1.5");
	assert_why(&two, start, NULL, "1.P", 1, "no-prisoner", "1.P");
	assert_why(&two, "0,0,0,0,0,0,0,0,0,0,1/11/0 " START " 1", "C", "1.1", 1, "centre-stays", "C");
	assert_why(&two, "1,0,0,0,0,0,0,0,0,0,0/10/0 3,3,3,3,0,0,0,0,0,0,0/0/1 2", "2.P", NULL, 1, "prisoners-stay", "2.P");
	assert_why(&two, "0,0,0,0,0,0,0,0,0,0,0/12/0 " START " 2", "2.4", NULL, 1, "finished", NULL);
}

static void a_hand_is_told_why_it_may_not_take(void **state)
{
	(void)state;
	assert_why(&two, START " " START " 1", "2.4", NULL, 1, "capture-rows", "2.4");
	assert_why(&two, START " 3,3,3,1,0,0,2,0,0,0,0/0/0 1", "2.7", "1.P", 1, "not-single", "2.7");
	assert_why(&two, START " 3,3,3,2,0,0,0,0,0,1,0/0/0 1", "2.10", "1.P", 1, "no-end-alone", "1.10");
	assert_why(&two, START " 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "2.7", "2.8", 1, "prisoner-to-pond", "1.P");
	assert_why(&two, START " 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "2.8", "1.P", 1, "empty-row", "2.8");
}

static void a_hand_in_the_middle_of_a_legal_turn_hears_nothing(void **state)
{
	(void)state;
	assert_why(&two, START " " START " 1", "1.4", NULL, 3, NULL, NULL);
	assert_why(&two, START " " START " 1", "1.4", "1.7", 1, NULL, NULL);
	assert_why(&two, START " " START " 1", "1.1", "1.8", 1, NULL, NULL); /* in the second lap */
	assert_why(&two, START " 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "2.7", "1.P", 1, NULL, NULL);
	assert_why(&two, START " 3,3,3,2,0,0,1,0,0,0,0/0/0 1", NULL, "1.P", 1, NULL, NULL);
	assert_why(&optional, START " 3,3,3,2,0,0,1,0,0,0,0/0/0 1", "2.7", NULL, 1, NULL, NULL);
}

static void a_single_piece_is_shown_the_one_place_it_may_go(void **state)
{
	(void)state;
	struct rules_state s = position(&two, ALONE_IN_7 " " START " 1");
	struct rules_attempt attempt = { .from = (uint16_t)rules_site_by_name(&two, "1.4"), .count = 1 };
	struct rules_why why;
	attempt.to = (uint16_t)rules_site_by_name(&two, "1.8");
	assert_int_equal(rules_why_illegal(&two, &s, &attempt, &why), 0);
	assert_int_equal(why.should, rules_site_by_name(&two, "1.5"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_position_without_its_fields_is_refused),
		cmocka_unit_test(a_player_who_is_not_in_the_game_is_refused),
		cmocka_unit_test(rows_that_are_not_eleven_plain_numbers_are_refused),
		cmocka_unit_test(centre_and_pond_must_be_there),
		cmocka_unit_test(rows_and_centre_hold_at_most_twelve_pieces_of_a_player),
		cmocka_unit_test(the_ponds_together_hold_all_missing_pieces),
		cmocka_unit_test(no_pond_holds_more_than_the_others_have_lost),
		cmocka_unit_test(an_action_that_is_no_row_with_laps_is_refused),
		cmocka_unit_test(x_is_written_with_optional_captures_only_and_last),
		cmocka_unit_test(each_player_starts_with_three_pieces_in_each_of_the_four_lowest_rows),
		cmocka_unit_test(a_lap_lifts_a_whole_row_and_sets_one_piece_in_each_next_row),
		cmocka_unit_test(a_turn_starts_from_a_row_with_pieces),
		cmocka_unit_test(after_row_11_come_the_centre_and_row_1),
		cmocka_unit_test(only_one_piece_enters_the_centre_a_circuit),
		cmocka_unit_test(pieces_in_the_centre_never_leave_it),
		cmocka_unit_test(the_turn_ends_in_a_row_where_you_had_none),
		cmocka_unit_test(in_a_row_where_you_had_some_you_may_end_or_lap_again),
		cmocka_unit_test(laps_go_on_as_long_as_the_last_piece_finds_company),
		cmocka_unit_test(twelve_pieces_of_one_row_end_on_that_emptied_row),
		cmocka_unit_test(actions_are_sorted_by_their_texts),
		cmocka_unit_test(one_x_of_row_1_sorts_behind_rows_10_and_11),
		cmocka_unit_test(a_turn_that_ends_alone_in_a_capture_row_takes_a_single_piece_there),
		cmocka_unit_test(two_pieces_in_a_row_are_safe),
		cmocka_unit_test(nothing_is_taken_below_row_7),
		cmocka_unit_test(nothing_is_taken_where_the_last_piece_is_not_your_only_one),
		cmocka_unit_test(nothing_is_taken_on_the_way),
		cmocka_unit_test(nothing_is_taken_in_the_centre),
		cmocka_unit_test(twelve_pieces_that_come_back_to_a_capture_row_take_there),
		cmocka_unit_test(every_other_player_with_a_single_piece_there_loses_it),
		cmocka_unit_test(the_prisoners_go_to_the_pond_of_the_player_who_took_them),
		cmocka_unit_test(with_optional_capture_the_plain_text_takes_nothing),
		cmocka_unit_test(with_optional_capture_x_takes_all_that_can_be_taken),
		cmocka_unit_test(x_exists_only_where_something_would_be_taken),
		cmocka_unit_test(the_game_goes_on_while_every_player_has_a_piece_in_his_rows),
		cmocka_unit_test(the_game_ends_after_a_turn_that_leaves_a_player_no_piece_in_his_rows),
		cmocka_unit_test(a_player_whose_last_piece_is_taken_ends_the_game_too),
		cmocka_unit_test(prisoners_count_5_and_pieces_in_the_centre_10_and_those_in_rows_nothing),
		cmocka_unit_test(the_highest_score_wins_whoever_ended_the_game),
		cmocka_unit_test(equal_highest_scores_are_a_draw),
		cmocka_unit_test(two_players_sit_opposite_each_other),
		cmocka_unit_test(each_row_touches_the_next_and_the_highest_and_the_lowest_the_centre),
		cmocka_unit_test(one_sees_rows_by_player_and_the_centre_as_a_heap),
		cmocka_unit_test(a_setup_that_no_position_looks_like_is_refused),
		cmocka_unit_test(the_way_shows_every_piece_of_every_lap),
		cmocka_unit_test(the_way_shows_what_is_taken),
		cmocka_unit_test(a_hand_is_told_why_it_may_not),
		cmocka_unit_test(a_hand_is_told_why_it_may_not_take),
		cmocka_unit_test(a_hand_in_the_middle_of_a_legal_turn_hears_nothing),
		cmocka_unit_test(a_single_piece_is_shown_the_one_place_it_may_go),
	};
	return cmocka_run_group_tests(tests, set_up_variants, NULL);
}
