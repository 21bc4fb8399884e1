/*
 * test_contigo_capture.c — contigo-capture and the 1970 game, a test for each sentence of the rules.
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

static struct rules_variant two, four, group, basic, doubles;

static int set_up_variants(void **state)
{
	(void)state;
	two = variant("contigo-capture");
	four = variant("contigo-capture:players=4");
	group = variant("contigo-capture:beads=group");
	basic = variant("thibault");
	doubles = variant("thibault:form=double");
	return 0;
}

static void assert_starts(const struct rules_variant *v, const char *board)
{
	struct rules_state s = position(v, "startpos");
	char text[RULES_POSITION_MAX];
	rules_format(v, &s, text);
	text[strcspn(text, " ")] = '\0';
	assert_string_equal(text, board);
}

/* ---- Capture the kings -------------------------------------------------------------------------------------------- */

static void an_own_piece_is_not_captured(void **state)
{
	(void)state;
	assert_legal(&two, with_pits("B5/6/6/2w3/6/2W3", "Nc=2", "1 piece -"), "c3c5");
	assert_legal(&two, with_pits("B5/2w3/6/2W3/6/6", "Nc=2", "1 piece -"), "-");
}

static void each_colour_starts_as_a_block_in_a_corner_with_the_king_in_the_corner_itself(void **state)
{
	(void)state;
	assert_starts(&four, "Bb2rR/bb2rr/6/6/ww2gg/Ww2gG");
	assert_starts(&two, "Bb2wW/bb2ww/6/6/ww2bb/Ww2bB");
}

static void a_piece_passes_over_any_pieces(void **state)
{
	(void)state;
	assert_legal(&two, with_pits("B5/2w3/2b3/2W3/6/6", "Nc=3", "1 piece -"), "c3c6");
}

static void a_king_moves_as_a_pawn(void **state)
{
	(void)state;
	assert_legal(&two, with_pits("B5/6/6/2W3/6/6", "Nc=3 Sc=2 W3=1 E3=2", "1 piece -"), "c3b3 c3c1 c3c6 c3e3");
	assert_plays(&two, with_pits("B5/6/6/2W3/6/6", "E3=2", "1 piece -"), "c3e3",
		     with_pits("B5/6/6/4W1/6/6", "E3=2", "1 beads -"));
}

static void another_players_piece_on_the_end_square_is_captured_and_leaves_the_board(void **state)
{
	(void)state;
	assert_plays(&two, with_pits("B5/2b3/6/2W3/6/6", "Nc=2", "1 piece -"), "c3c5",
		     with_pits("B5/2W3/6/6/6/6", "Nc=2", "1 beads -"));
}

static void a_player_with_another_king_left_is_not_out(void **state)
{
	(void)state;
	assert_plays(&two, with_pits("B4b/2B3/6/2W3/6/6", "Nc=2", "1 piece -"), "c3c5",
		     with_pits("B4b/2W3/6/6/6/6", "Nc=2", "1 beads -"));
	assert_result(&two, with_pits("B4b/2W3/6/6/6/6", "Nc=2", "1 beads -"), RULES_ONGOING);
}

static void with_his_last_king_a_players_remaining_pieces_leave_the_board(void **state)
{
	(void)state;
	assert_plays(&four, with_pits("R4b/2B2b/6/2W3/6/G5", "Nc=2", "1 piece -"), "c3c5",
		     with_pits("R5/2W3/6/6/6/G5", "Nc=2", "1 beads -"));
}

static void a_player_who_is_out_is_skipped(void **state)
{
	(void)state;
	assert_plays(&four, with_pits_and_hand("R5/2W3/6/6/6/G5", "", 1, "1 drop:Na,1,1,0 -"), "+Nb",
		     with_pits("R5/2W3/6/6/6/G5", "Nb=1", "3 piece -"));
	assert_plays(&four, with_pits_and_hand("6/2W3/6/6/6/G5", "", 1, "1 drop:Na,1,1,0 -"), "+Nb",
		     with_pits("6/2W3/6/6/6/G5", "Nb=1", "4 piece -"));
	assert_plays(&four, with_pits_and_hand("6/2W3/6/6/6/G5", "", 1, "4 drop:Na,1,1,0 -"), "+Nb",
		     with_pits("6/2W3/6/6/6/G5", "Nb=1", "1 piece -"));
}

static void the_last_player_who_is_not_out_wins_at_once(void **state)
{
	(void)state;
	assert_plays(&two, with_pits("b5/2B3/6/2W3/6/6", "Nc=2", "1 piece -"), "c3c5",
		     with_pits("6/2W3/6/6/6/6", "Nc=2", "1 beads -"));
	assert_result(&two, with_pits("6/2W3/6/6/6/6", "Nc=2", "1 beads -"), 1);
	assert_legal(&two, with_pits("6/2W3/6/6/6/6", "Nc=2", "1 beads -"), "");
	assert_result(&four, with_pits("6/2G3/6/6/6/6", "", "4 piece -"), 4);
	assert_result(&four, with_pits_and_hand("6/2G3/6/6/6/6", "", 1, "4 drop:Na,1,1,0 -"), 4);
}

static void beads_may_be_moved_in_groups(void **state)
{
	(void)state;
	assert_plays(&group, with_pits("B5/6/6/2W3/6/6", "Nc=2", "1 beads -"), "2Nc-Na",
		     with_pits("B5/6/6/2W3/6/6", "Na=2", "2 piece -"));
}

/* ---- The 1970 game, basic ----------------------------------------------------------------------------------------- */

static void twelve_men_start_on_each_side(void **state)
{
	(void)state;
	assert_starts(&basic, "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1");
}

static void men_move_and_capture_straight_over_any_pieces(void **state)
{
	(void)state;
	assert_plays(&basic, with_pits("8/2b5/2b5/2w5/2w5/8/8/8", "Nc=3", "1 piece 0,0"), "c4c7",
		     with_pits("8/2w5/2b5/2w5/8/8/8/8", "Nc=3", "1 beads 1,0"));
	assert_legal(&basic, with_pits("8/8/8/8/2w1b2w/8/8/8", "E4=5 W4=2", "1 piece 0,0"), "c4a4 h4f4");
}

static void who_has_captured_seven_wins(void **state)
{
	(void)state;
	assert_plays(&basic, with_pits("8/2b5/8/2w5/8/8/8/8", "Nc=2", "1 piece 6,6"), "c5c7",
		     with_pits("8/2w5/8/8/8/8/8/8", "Nc=2", "1 beads 7,6"));
	assert_result(&basic, with_pits("8/2w5/8/8/8/8/8/8", "", "1 beads 7,6"), 1);
	assert_result(&basic, with_pits("8/2w5/8/8/8/8/8/8", "", "1 piece 0,7"), 2);
	assert_legal(&basic, with_pits("8/2w5/8/8/8/8/8/8", "Nc=1", "1 piece 7,0"), "");
	assert_result(&basic, with_pits("8/8/8/8/8/8/8/8", "", "1 piece 6,6"), RULES_ONGOING);
}

/* ---- The 1970 game with doubles ----------------------------------------------------------------------------------- */

#define BLACK_DOUBLES "B6B"

static void a_double_does_not_move_straight(void **state)
{
	(void)state;
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/8/8/2W5/8/8/7W", "Nc=2 W4=1", "1 piece -"), "-");
}

static void every_square_a_double_passes_must_be_empty_its_corner_included(void **state)
{
	(void)state;
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/8/8/2W5/8/8/7W", "Nc=2 E6=2", "1 piece -"), "c4e6");
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/8/2b5/2W5/8/8/7W", "Nc=2 E6=2", "1 piece -"), "-");
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/2b5/8/2W5/8/8/7W", "Nc=2 E6=2", "1 piece -"), "-");
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/3b4/8/2W5/8/8/7W", "Nc=2 E6=2", "1 piece -"), "-");
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/3w4/8/2W5/8/8/7W", "Nc=2 E6=2", "1 piece -"), "d6f6");
}

static void a_double_may_end_on_another_players_piece_and_captures_it_but_not_on_an_own_one(void **state)
{
	(void)state;
	assert_plays(&doubles, with_pits(BLACK_DOUBLES "/8/4b3/8/2W5/8/8/7W", "Nc=2 E6=2", "1 piece -"), "c4e6",
		     with_pits(BLACK_DOUBLES "/8/4W3/8/8/8/8/7W", "Nc=2 E6=2", "1 beads -"));
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/4w3/8/2W5/8/8/7W", "Nc=2 E6=2", "1 piece -"), "e6g6");
}

static void a_double_gives_its_disc_to_an_own_man_at_the_pits_distance_over_empty_squares(void **state)
{
	(void)state;
	assert_plays(&doubles, with_pits(BLACK_DOUBLES "/8/8/2w5/8/8/8/2W4W", "Nc=4", "1 piece -"), "c1>c5",
		     with_pits(BLACK_DOUBLES "/8/8/2W5/8/8/8/2w4W", "Nc=4", "1 beads -"));
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/8/2w5/8/8/8/2W4W", "Nc=3", "1 piece -"), "c5c8");
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/8/2w5/8/2b5/8/2W4W", "Nc=4", "1 piece -"), "-");
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/8/2b5/8/8/8/2W4W", "Nc=4", "1 piece -"), "-");
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/8/8/8/8/8/2W2w1W", "E1=3 Nf=9", "1 piece -"), "c1>f1");
}

static void a_double_cannot_receive(void **state)
{
	(void)state;
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/8/2W5/8/8/8/2W5", "Nc=4", "1 piece -"), "-");
}

static void while_a_pass_is_possible_the_dash_is_not(void **state)
{
	(void)state;
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/8/2w5/8/8/8/2W4W", "Nc=4", "1 piece -"), "c1>c5");
}

static void a_pass_is_listed_before_the_moves_of_its_double(void **state)
{
	(void)state;
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/8/2w5/8/8/8/2W4W", "Nc=4 E1=1 Nd=1", "1 piece -"), "c1>c5 c1d2");
}

static void men_move_straight_over_any_pieces_also_beside_doubles(void **state)
{
	(void)state;
	assert_legal(&doubles, with_pits(BLACK_DOUBLES "/8/2b5/2w5/8/8/8/2W4W", "Nc=2", "1 piece -"), "c5c7");
}

static void who_captures_a_double_wins(void **state)
{
	(void)state;
	assert_starts(&doubles, "2B2B2/bbbbbbbb/8/8/8/8/wwwwwwww/2W2W2");
	assert_plays(&doubles, with_pits("B7/2B5/8/2w5/8/8/8/2W4W", "Nc=2", "1 piece -"), "c5c7",
		     with_pits("B7/2w5/8/8/8/8/8/2W4W", "Nc=2", "1 beads -"));
	assert_result(&doubles, with_pits("B7/2w5/8/8/8/8/8/2W4W", "Nc=2", "1 beads -"), 1);
	assert_result(&doubles, with_pits("B6B/2w5/8/8/8/8/8/2W5", "", "2 piece -"), 2);
}

static void men_captured_do_not_matter_with_doubles(void **state)
{
	(void)state;
	assert_result(&doubles, with_pits("B6B/8/8/8/8/8/8/W6W", "", "1 beads -"), RULES_ONGOING);
}

/* ---- Giving up ---------------------------------------------------------------------------------------------------------- */

static const char *four_kings(const char *rest)
{
	return with_pits("B4R/6/2g3/6/6/W4G", "Nc=2", rest);
}

static void nobody_gives_up_twice_nor_where_the_others_cannot_play_on(void **state)
{
	struct rules_state s = position(&two, "startpos"), untouched = s;
	struct rules_error err;
	rules_action a;

	(void)state;
	assert_int_equal(rules_give_up(&two, &s, 1), -EOPNOTSUPP);
	assert_true(rules_action_read(&two, &s, "out1", &a, &err) < 0);
	assert_memory_equal(&s, &untouched, sizeof(s));
	s = position(&four, with_pits("B4R/6/2g3/6/6/W4G", "", "1 piece -"));
	assert_int_equal(rules_give_up(&four, &s, 3), 0);
	assert_int_equal(rules_give_up(&four, &s, 3), -EINVAL);
	assert_int_equal(rules_give_up(&four, &s, 5), -EINVAL);
	assert_int_equal(rules_action_read(&four, &s, "out3", &a, &err), -EPERM);
	assert_non_null(strstr(err.text, "out3: there is no such player"));
	assert_true(rules_action_read(&four, &s, "out5", &a, &err) < 0);
	s = position(&four, with_pits("6/6/6/6/6/W5", "", "1 beads -"));
	assert_int_equal(rules_action_read(&four, &s, "out1", &a, &err), -ENOENT);
}

static void who_gives_up_leaves_the_board_and_the_others_play_on(void **state)
{
	(void)state;
	assert_plays(&four, four_kings("1 piece -"), "out3", with_pits("B5/6/2g3/6/6/W4G", "Nc=2", "1 piece -"));
	assert_plays(&four, four_kings("1 beads -"), "out4", with_pits("B4R/6/6/6/6/W5", "Nc=2", "1 beads -"));
	/* The one to move: the next one's turn begins. */
	assert_plays(&four, four_kings("1 beads -"), "out1", with_pits("B4R/6/2g3/6/6/5G", "Nc=2", "2 piece -"));
}

static void beads_in_the_hand_of_who_gives_up_go_back(void **state)
{
	(void)state;
	assert_plays(&four, with_pits_and_hand("B4R/6/6/6/6/W4G", "Nd=3", 1, "1 drop:Nc,2,1,1 -"), "out1",
		     with_pits("B4R/6/6/6/6/5G", "Nc=1 Nd=3", "2 piece -"));
}

static void who_is_left_alone_has_won(void **state)
{
	(void)state;
	assert_plays(&four, with_pits("B5/6/6/6/6/W5", "", "2 piece -"), "out2", with_pits("6/6/6/6/6/W5", "", "1 beads -"));
	assert_plays(&four, with_pits("B5/6/6/6/6/W5", "", "1 beads -"), "out2", with_pits("6/6/6/6/6/W5", "", "1 beads -"));
	assert_result(&four, with_pits("6/6/6/6/6/W5", "", "1 beads -"), 1);
}

static void giving_up_is_no_legal_action_but_an_action_of_the_record(void **state)
{
	struct rules_node node[8];
	struct rules_record r;
	struct rules_state start = position(&four, "startpos");
	char text[RULES_ACTION_MAX];

	(void)state;
	static rules_action legal[RULES_ACTIONS_MAX];
	for (int i = rules_legal(&four, &start, legal) - 1; i >= 0; i--)
		assert_int_equal(rules_gives_up(legal[i]), 0);
	rules_record_init(&r, &four, &start, node, 8);
	assert_int_equal(rules_record_play(&r, RULES_OUT(3)), 0);
	assert_int_equal(r.node[r.at].player, 3);
	assert_int_equal(r.node[r.at].turn, 1); /* it is still the first player's */
	rules_action_text(&four, r.node[r.at].action, text);
	assert_string_equal(text, "out3");
	assert_int_equal(rules_record_play(&r, RULES_OUT(3)), -EPERM);
	assert_int_equal(rules_record_play(&r, RULES_OUT(1)), 0);
	assert_int_equal(r.node[r.at].turn, 2);
	assert_int_equal(rules_record_play(&r, RULES_OUT(2)), 0);
	assert_int_equal(rules_record_result(&r), 4);
	assert_int_equal(rules_record_play(&r, RULES_OUT(4)), -EPERM);
	assert_int_equal(rules_record_undo(&r, 0), 0);
	assert_memory_equal(&r.here, &start, sizeof(start));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_own_piece_is_not_captured),
		cmocka_unit_test(each_colour_starts_as_a_block_in_a_corner_with_the_king_in_the_corner_itself),
		cmocka_unit_test(a_piece_passes_over_any_pieces),
		cmocka_unit_test(a_king_moves_as_a_pawn),
		cmocka_unit_test(another_players_piece_on_the_end_square_is_captured_and_leaves_the_board),
		cmocka_unit_test(a_player_with_another_king_left_is_not_out),
		cmocka_unit_test(with_his_last_king_a_players_remaining_pieces_leave_the_board),
		cmocka_unit_test(a_player_who_is_out_is_skipped),
		cmocka_unit_test(the_last_player_who_is_not_out_wins_at_once),
		cmocka_unit_test(beads_may_be_moved_in_groups),
		cmocka_unit_test(nobody_gives_up_twice_nor_where_the_others_cannot_play_on),
		cmocka_unit_test(who_gives_up_leaves_the_board_and_the_others_play_on),
		cmocka_unit_test(beads_in_the_hand_of_who_gives_up_go_back),
		cmocka_unit_test(who_is_left_alone_has_won),
		cmocka_unit_test(giving_up_is_no_legal_action_but_an_action_of_the_record),
		cmocka_unit_test(twelve_men_start_on_each_side),
		cmocka_unit_test(men_move_and_capture_straight_over_any_pieces),
		cmocka_unit_test(who_has_captured_seven_wins),
		cmocka_unit_test(a_double_does_not_move_straight),
		cmocka_unit_test(every_square_a_double_passes_must_be_empty_its_corner_included),
		cmocka_unit_test(a_double_may_end_on_another_players_piece_and_captures_it_but_not_on_an_own_one),
		cmocka_unit_test(a_double_gives_its_disc_to_an_own_man_at_the_pits_distance_over_empty_squares),
		cmocka_unit_test(a_double_cannot_receive),
		cmocka_unit_test(while_a_pass_is_possible_the_dash_is_not),
		cmocka_unit_test(a_pass_is_listed_before_the_moves_of_its_double),
		cmocka_unit_test(men_move_straight_over_any_pieces_also_beside_doubles),
		cmocka_unit_test(who_captures_a_double_wins),
		cmocka_unit_test(men_captured_do_not_matter_with_doubles),
	};
	return cmocka_run_group_tests(tests, set_up_variants, NULL);
}
