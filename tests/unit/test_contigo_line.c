/*
 * test_contigo_line.c — contigo-line, a test for each sentence of the rules.
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

#include "pits.h"
#include "rules_text.h"

static struct rules_variant line, ell, four, spread, all_diagonals, five, three;

static int set_up_variants(void **state)
{
	(void)state;
	line = variant("contigo-line");
	ell = variant("contigo-line:move=ell");
	four = variant("contigo-line:players=4");
	spread = variant("contigo-line:beads=spread");
	all_diagonals = variant("contigo-line:diagonals=all");
	five = variant("contigo-line:align=5");
	three = variant("contigo-line:players=4,align=3");
	return 0;
}

#define EVEN "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2"

/* ---- What may not be ---------------------------------------------------------------------------------------------- */

static void a_pit_with_no_beads_allows_no_move_that_way(void **state)
{
	(void)state;
	assert_legal(&line, with_pits("6/6/6/2w3/6/6", "Sc=2", "1 piece -"), "c3c1");
	assert_legal(&line, with_pits("6/6/6/2w3/6/6", "E3=1", "1 piece -"), "c3d3");
}

static void a_move_that_would_leave_the_board_does_not_exist(void **state)
{
	(void)state;
	assert_legal(&line, with_pits("6/6/6/2w3/6/6", "Nc=4 Sc=3 W3=3 E3=4", "1 piece -"), "-");
	assert_legal(&line, with_pits("6/6/6/2w3/6/6", "Nc=56", "1 piece -"), "-");
	assert_legal(&line, with_pits("6/6/6/2w3/6/6", "Nc=3 Sc=2 W3=2 E3=3", "1 piece -"), "c3a3 c3c1 c3c6 c3f3");
}

static void corner_pits_govern_nothing(void **state)
{
	(void)state;
	assert_legal(&line, with_pits("w4w/6/6/6/6/w4w", "NW=2 NE=2 SE=2 SW=50", "1 piece -"), "-");
}

static void it_never_passes_over_another_players_pawn(void **state)
{
	(void)state;
	assert_legal(&line, with_pits("6/2b3/6/2w3/6/6", "Nc=3", "1 piece -"), "-");
	assert_legal(&line, with_pits("2b3/6/6/2w3/6/6", "Nc=2", "1 piece -"), "c3c5");
	assert_legal(&line, with_pits("6/6/6/w1b3/6/6", "E3=3", "1 piece -"), "-");
	assert_legal(&line, with_pits("6/6/6/3bw1/6/6", "W3=2", "1 piece -"), "-");
	assert_legal(&four, with_pits("6/6/2w3/2g3/2r3/6", "Sc=3", "1 piece -"), "-");
}

static void there_are_no_captures_and_the_end_square_must_be_empty(void **state)
{
	(void)state;
	assert_legal(&line, with_pits("6/2b3/6/2w3/6/6", "Nc=2", "1 piece -"), "-");
	assert_legal(&line, with_pits("6/2w3/6/2w3/6/6", "Nc=2", "1 piece -"), "-");
}

static void a_pawn_of_another_player_does_not_move(void **state)
{
	(void)state;
	assert_legal(&line, with_pits("6/6/6/2w3/6/b5", "Na=2 Nc=1", "2 piece -"), "a1a3");
	assert_false(is_legal(&line, "startpos", "a3c3"));
}

static void in_ell_there_are_no_straight_moves(void **state)
{
	(void)state;
	assert_legal(&ell, with_pits("6/6/6/2w3/6/6", "Nc=2 Sc=2 W3=2 E3=2", "1 piece -"), "-");
}

static void beads_must_be_moved(void **state)
{
	(void)state;
	assert_false(is_legal(&line, with_pits("6/6/6/6/6/w5", "Na=1", "1 beads -"), "-"));
	assert_false(is_legal(&spread, with_pits("6/6/6/6/6/w5", "Na=1", "1 beads -"), "-"));
}

/* ---- Moves -------------------------------------------------------------------------------------------------------- */

static void sixteen_pawns_stand_on_the_border_but_for_its_corners_in_turns_clockwise_from_a2(void **state)
{
	(void)state;
	struct rules_state s = position(&line, "startpos");
	char text[RULES_POSITION_MAX];
	rules_format(&line, &s, text);
	assert_string_equal(text, "1wbwb1/b4w/w4b/b4w/w4b/1bwbw1 " EVEN " 1 piece -");
	s = position(&four, "startpos");
	rules_format(&four, &s, text);
	assert_string_equal(text, "1wbrg1/g4w/r4b/b4r/w4g/1grbw1 " EVEN " 1 piece -");
}

static void it_obeys_the_pit_it_heads_for_and_moves_exactly_that_far(void **state)
{
	(void)state;
	assert_legal(&line, with_pits("6/6/6/2w3/6/6", "Nc=3 Sc=2 W3=1 E3=3 Na=1 Sa=1 W1=1 E1=1", "1 piece -"),
		     "c3b3 c3c1 c3c6 c3f3");
	assert_legal(&line, with_pits("6/6/6/2w3/6/6", "Nc=1 Sc=1 W3=2 E3=1", "1 piece -"), "c3a3 c3c2 c3c4 c3d3");
	assert_plays(&line, with_pits("6/6/6/2w3/6/6", "Nc=3", "1 piece -"), "c3c6",
		     with_pits("2w3/6/6/6/6/6", "Nc=3", "1 beads -"));
}

static void it_may_pass_over_own_pawns(void **state)
{
	(void)state;
	assert_legal(&line, with_pits("6/2w3/2w3/2w3/6/6", "Nc=3", "1 piece -"), "c3c6");
}

static void who_has_no_legal_piece_action_plays_only_the_dash(void **state)
{
	(void)state;
	assert_plays(&line, with_pits("6/6/6/2w3/6/b5", "Na=1", "1 piece -"), "-",
		     with_pits("6/6/6/2w3/6/b5", "Na=1", "1 beads -"));
	assert_legal(&line, with_pits("6/6/6/6/6/b5", "", "1 piece -"), "-");
}

static void an_ell_has_two_legs_the_second_obeying_the_pit_seen_from_the_corner_square(void **state)
{
	(void)state;
	/* From c3 two up to c5, there three to the right to f5, or one to the left to b5. */
	assert_legal(&ell, with_pits("6/6/6/2w3/6/6", "Nc=2 E5=3 W5=1 E3=1", "1 piece -"), "c3b5 c3f5");
	assert_legal(&ell, with_pits("6/6/6/2w3/6/6", "E3=1 Nd=3 Sd=1 Nc=9", "1 piece -"), "c3d2 c3d6");
}

static void both_squares_of_an_ell_lie_on_the_board(void **state)
{
	(void)state;
	assert_legal(&ell, with_pits("6/6/6/2w3/6/6", "Nc=2 E5=4 W5=3", "1 piece -"), "-");
	assert_legal(&ell, with_pits("6/6/6/2w3/6/6", "Nc=4 E1=1 E5=1", "1 piece -"), "-");
}

static void in_an_ell_any_pawns_may_be_passed_over_and_the_corner_may_be_occupied_but_not_the_end(void **state)
{
	(void)state;
	assert_legal(&ell, with_pits("6/2bb2/2b3/2w3/6/6", "Nc=2 E5=3", "1 piece -"), "c3f5");
	assert_legal(&ell, with_pits("6/2bb1b/2b3/2w3/6/6", "Nc=2 E5=3", "1 piece -"), "-");
	assert_legal(&ell, with_pits("6/5w/6/2w3/6/6", "Nc=2 E5=3", "1 piece -"), "-");
}

static void two_ells_with_the_same_ends_are_one_action(void **state)
{
	(void)state;
	assert_legal(&ell, with_pits("6/6/6/2w3/6/6", "Nc=2 E5=1 E3=1 Nd=2", "1 piece -"), "c3d5");
}

/* ---- Rows --------------------------------------------------------------------------------------------------------- */

static void four_in_succession_on_a_file_or_rank_win_and_empty_squares_are_left_out(void **state)
{
	(void)state;
	assert_result(&line, with_pits("6/6/6/wwww2/6/6", "", "1 beads -"), 1);
	assert_result(&line, with_pits("6/6/6/w1ww1w/6/6", "", "1 beads -"), 1);
	assert_result(&line, with_pits("b5/6/b5/b5/b5/6", "", "1 beads -"), 2);
	assert_result(&line, with_pits("6/6/6/www3/6/6", "", "1 beads -"), RULES_ONGOING);
}

static void another_players_pawn_among_them_breaks_a_row_and_one_outside_does_not(void **state)
{
	(void)state;
	assert_result(&line, with_pits("6/6/6/wwbww1/6/6", "", "1 beads -"), RULES_ONGOING);
	assert_result(&line, with_pits("6/6/6/bwwww1/6/6", "", "1 beads -"), 1);
	assert_result(&line, with_pits("6/6/6/wbwwww/6/6", "", "1 beads -"), 1);
	assert_result(&four, with_pits("6/6/6/wwrww1/6/6", "", "1 beads -"), RULES_ONGOING);
}

static void the_two_main_diagonals_count_and_no_others_with_long(void **state)
{
	(void)state;
	assert_result(&line, with_pits("5w/4w1/6/2w3/6/w5", "", "1 beads -"), 1);
	assert_result(&line, with_pits("6/1b4/2b3/3b2/4b1/6", "", "2 beads -"), 2);
	assert_result(&line, with_pits("6/4w1/3w2/2w3/1w4/6", "", "1 beads -"), RULES_ONGOING + 1);
	assert_result(&line, with_pits("4w1/3w2/2w3/1w4/6/6", "", "1 beads -"), RULES_ONGOING);
}

static void with_all_every_diagonal_of_at_least_four_squares_counts(void **state)
{
	(void)state;
	assert_result(&all_diagonals, with_pits("4w1/3w2/2w3/1w4/6/6", "", "1 beads -"), 1);
	assert_result(&all_diagonals, with_pits("3w2/2w3/1w4/w5/6/6", "", "1 beads -"), 1);
	assert_result(&all_diagonals, with_pits("6/6/w5/1w4/2w3/3w2", "", "1 beads -"), 1);
	assert_result(&all_diagonals, with_pits("6/w5/1w4/2w3/3w2/6", "", "1 beads -"), 1);
	assert_result(&all_diagonals, with_pits("6/6/5w/4w1/3w2/2w3", "", "1 beads -"), 1);
	assert_result(&all_diagonals, with_pits("2w3/3w2/4w1/5w/6/6", "", "1 beads -"), 1);
	struct rules_variant three_all = variant("contigo-line:players=4,align=3,diagonals=all");
	assert_result(&three_all, with_pits("2w3/1w4/w5/6/6/6", "", "1 beads -"), RULES_ONGOING);
}

static void align_five_looks_at_files_and_ranks_only(void **state)
{
	(void)state;
	struct rules_variant five_all = variant("contigo-line:align=5,diagonals=all");
	assert_result(&five, with_pits("6/6/6/wwwww1/6/6", "", "1 beads -"), 1);
	assert_result(&five, with_pits("6/6/6/wwww2/6/6", "", "1 beads -"), RULES_ONGOING);
	assert_result(&five, with_pits("5w/4w1/3w2/2w3/1w4/w5", "", "1 beads -"), RULES_ONGOING);
	assert_result(&five_all, with_pits("5w/4w1/3w2/2w3/1w4/w5", "", "1 beads -"), RULES_ONGOING);
}

static void align_three_is_for_four_players(void **state)
{
	(void)state;
	assert_result(&three, with_pits("6/6/6/r1rr2/6/6", "", "1 beads -"), 3);
	assert_result(&three, with_pits("6/6/6/rr4/6/6", "", "1 beads -"), RULES_ONGOING);
}

static void the_mover_is_looked_at_first_then_the_others_in_turn_order_from_him(void **state)
{
	(void)state;
	const char *both = "6/6/6/wwww2/6/bbbb2";
	assert_result(&line, with_pits(both, "", "1 beads -"), 1);
	assert_result(&line, with_pits(both, "", "2 beads -"), 2);
	const char *two_of_four = "6/6/6/wwww2/6/rrrr2";
	assert_result(&four, with_pits(two_of_four, "", "2 beads -"), 3);
	assert_result(&four, with_pits(two_of_four, "", "4 beads -"), 1);
	assert_result(&four, with_pits(two_of_four, "", "3 beads -"), 3);
}

static void moving_a_pawn_out_of_another_players_row_can_lose(void **state)
{
	(void)state;
	assert_plays(&line, with_pits("6/6/6/bbwbb1/6/6", "Nc=1", "1 piece -"), "c3c4",
		     with_pits("6/6/2w3/bb1bb1/6/6", "Nc=1", "1 beads -"));
	assert_result(&line, with_pits("6/6/2w3/bb1bb1/6/6", "Nc=1", "1 beads -"), 2);
}

static void in_phase_piece_a_position_is_ongoing_whatever_stands_on_it_and_after_a_dash_it_is_looked_at(void **state)
{
	(void)state;
	assert_result(&line, with_pits("6/6/6/wwww2/6/6", "", "1 piece -"), RULES_ONGOING);
	struct rules_state s = after(&line, with_pits("6/6/6/wwww2/6/6", "", "1 piece -"), "-");
	assert_int_equal(rules_result(&line, &s), 1);
}

static void rows_are_looked_at_in_the_middle_of_a_spread(void **state)
{
	(void)state;
	assert_result(&spread, with_pits_and_hand("6/6/6/wwww2/6/6", "", 1, "1 drop:Na,1,1,0 -"), 1);
	assert_legal(&spread, with_pits_and_hand("6/6/6/wwww2/6/6", "", 1, "1 drop:Na,1,1,0 -"), "");
}

static void a_finished_position_has_no_actions_and_shows_the_mover_in_phase_beads(void **state)
{
	(void)state;
	assert_plays(&line, with_pits("6/6/3w2/www3/6/6", "Sd=1", "1 piece -"), "d4d3",
		     with_pits("6/6/6/wwww2/6/6", "Sd=1", "1 beads -"));
	assert_legal(&line, with_pits("6/6/6/wwww2/6/6", "Sd=1", "1 beads -"), "");
}

static void players_move_in_order(void **state)
{
	(void)state;
	const char *board = "6/6/6/6/6/wbrg2";
	assert_plays(&four, with_pits(board, "Na=1", "1 beads -"), "1Na-NW", with_pits(board, "NW=1", "2 piece -"));
	assert_plays(&four, with_pits(board, "Na=1", "4 beads -"), "1Na-NW", with_pits(board, "NW=1", "1 piece -"));
	assert_plays(&line, with_pits("6/6/6/6/6/wb4", "Na=1", "2 beads -"), "1Na-NW",
		     with_pits("6/6/6/6/6/wb4", "NW=1", "1 piece -"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pit_with_no_beads_allows_no_move_that_way),
		cmocka_unit_test(a_move_that_would_leave_the_board_does_not_exist),
		cmocka_unit_test(corner_pits_govern_nothing),
		cmocka_unit_test(it_never_passes_over_another_players_pawn),
		cmocka_unit_test(there_are_no_captures_and_the_end_square_must_be_empty),
		cmocka_unit_test(a_pawn_of_another_player_does_not_move),
		cmocka_unit_test(in_ell_there_are_no_straight_moves),
		cmocka_unit_test(beads_must_be_moved),
		cmocka_unit_test(sixteen_pawns_stand_on_the_border_but_for_its_corners_in_turns_clockwise_from_a2),
		cmocka_unit_test(it_obeys_the_pit_it_heads_for_and_moves_exactly_that_far),
		cmocka_unit_test(it_may_pass_over_own_pawns),
		cmocka_unit_test(who_has_no_legal_piece_action_plays_only_the_dash),
		cmocka_unit_test(an_ell_has_two_legs_the_second_obeying_the_pit_seen_from_the_corner_square),
		cmocka_unit_test(both_squares_of_an_ell_lie_on_the_board),
		cmocka_unit_test(in_an_ell_any_pawns_may_be_passed_over_and_the_corner_may_be_occupied_but_not_the_end),
		cmocka_unit_test(two_ells_with_the_same_ends_are_one_action),
		cmocka_unit_test(four_in_succession_on_a_file_or_rank_win_and_empty_squares_are_left_out),
		cmocka_unit_test(another_players_pawn_among_them_breaks_a_row_and_one_outside_does_not),
		cmocka_unit_test(the_two_main_diagonals_count_and_no_others_with_long),
		cmocka_unit_test(with_all_every_diagonal_of_at_least_four_squares_counts),
		cmocka_unit_test(align_five_looks_at_files_and_ranks_only),
		cmocka_unit_test(align_three_is_for_four_players),
		cmocka_unit_test(the_mover_is_looked_at_first_then_the_others_in_turn_order_from_him),
		cmocka_unit_test(moving_a_pawn_out_of_another_players_row_can_lose),
		cmocka_unit_test(in_phase_piece_a_position_is_ongoing_whatever_stands_on_it_and_after_a_dash_it_is_looked_at),
		cmocka_unit_test(rows_are_looked_at_in_the_middle_of_a_spread),
		cmocka_unit_test(a_finished_position_has_no_actions_and_shows_the_mover_in_phase_beads),
		cmocka_unit_test(players_move_in_order),
	};
	return cmocka_run_group_tests(tests, set_up_variants, NULL);
}
