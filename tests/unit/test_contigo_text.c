/*
 * test_contigo_text.c — texts of the Contigo family: every refusal names its field and its reason.
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

static struct rules_variant line, four, spread, capture, capture_four, basic, doubles;

static int set_up_variants(void **state)
{
	(void)state;
	line = variant("contigo-line");
	four = variant("contigo-line:players=4");
	spread = variant("contigo-line:beads=spread");
	capture = variant("contigo-capture");
	capture_four = variant("contigo-capture:players=4");
	basic = variant("thibault");
	doubles = variant("thibault:form=double");
	return 0;
}

#define EVEN "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2"
#define EVEN8 EVEN ",2,2,2,2,2,2,2,2"
#define LINE "6/6/6/2w3/6/2b3"
#define KINGS "B5/6/6/6/6/W5"
#define MEN "8/8/8/3b4/8/8/8/w7"
#define DOUBLES "B6B/8/8/8/8/8/8/W6W"

static void assert_no_variant(const char *name, const char *message)
{
	struct rules_variant v;
	struct rules_error err = { "" };
	assert_int_equal(rules_variant_parse(name, &v, &err), -EINVAL);
	if (strncmp(err.text, message, strlen(message)) != 0)
		fail_msg("'%s', not '%s'", err.text, message);
}

/* ---- Names of games ----------------------------------------------------------------------------------------------- */

static void an_unknown_id_is_an_error_that_names_the_ids(void **state)
{
	(void)state;
	assert_no_variant("contigo", "GAME: no game 'contigo'; there are contigo-line, contigo-capture, thibault, swahili, "
				     "perturbador, andantino or oraia");
	assert_no_variant("", "GAME: no game ''");
	assert_no_variant("contigo-line ", "GAME: no game 'contigo-line '");
	assert_no_variant("Contigo-line", "GAME: no game");
}

static void an_unknown_key_or_value_is_an_error_that_names_what_is_allowed(void **state)
{
	(void)state;
	assert_no_variant("contigo-line:size=6",
			  "GAME: contigo-line has no option 'size'; it has players, align, move, beads or diagonals");
	assert_no_variant("contigo-line:align=6", "GAME: align may be 4, 5 or 3, not '6'");
	assert_no_variant("contigo-line:align=", "GAME: align may be 4, 5 or 3, not ''");
	assert_no_variant("contigo-line:align", "GAME: align needs a value, as align=4");
	assert_no_variant("perturbador:x=1", "GAME: perturbador has no options");
	assert_no_variant("thibault:players=2", "GAME: thibault has no option 'players'; it has form");
}

static void a_key_given_twice_or_nothing_after_the_colon_is_an_error(void **state)
{
	(void)state;
	assert_no_variant("contigo-line:align=4,align=4", "GAME: align is given twice");
	assert_no_variant("contigo-line:", "GAME: an option is missing after ':'");
	assert_no_variant("perturbador:", "GAME: an option is missing after ':'");
	assert_no_variant("contigo-line:align=4,", "GAME: an option is missing after ','");
	assert_no_variant("contigo-line:,align=4", "GAME: an option is missing after ':'");
}

static void align_five_with_four_players_and_align_three_with_two_are_errors(void **state)
{
	(void)state;
	assert_no_variant("contigo-line:align=5,players=4", "GAME: align=5 needs players=2");
	assert_no_variant("contigo-line:align=3", "GAME: align=3 needs players=4");
	assert_no_variant("contigo-line:align=3,players=2", "GAME: align=3 needs players=4");
}

static void keys_come_in_any_order_and_the_canonical_name_leaves_defaults_out(void **state)
{
	(void)state;
	char name[RULES_NAME_MAX];
	struct rules_variant v = variant("contigo-line:diagonals=all,beads=group,align=5,players=2");
	rules_variant_name(&v, name);
	assert_string_equal(name, "contigo-line:align=5,diagonals=all");
	v = variant("contigo-line:beads=spread,move=ell,players=4");
	rules_variant_name(&v, name);
	assert_string_equal(name, "contigo-line:players=4,move=ell,beads=spread");
	assert_string_equal(rules_variant_option(&v, "beads"), "spread");
	assert_null(rules_variant_option(&v, "form"));
	assert_int_equal(v.players, 4);
}

/* ---- Fields ------------------------------------------------------------------------------------------------------- */

static void fields_are_separated_by_exactly_one_space(void **state)
{
	(void)state;
	assert_refused(&line, "", "BOARD: missing");
	assert_refused(&line, LINE, "PITS: missing");
	assert_refused(&line, LINE " " EVEN, "PLAYER: missing");
	assert_refused(&line, LINE " " EVEN " 1", "PHASE: missing");
	assert_refused(&line, LINE " " EVEN " 1 piece", "CAPTURED: missing");
	assert_refused(&line, LINE " " EVEN " 1 piece ", "CAPTURED: missing");
	assert_refused(&line, LINE " " EVEN " 1 piece - ", "CAPTURED: more text after it");
	assert_refused(&line, LINE " " EVEN " 1 piece - -", "CAPTURED: more text after it");
	assert_refused(&line, LINE "  " EVEN " 1 piece -", "PITS: missing");
	assert_refused(&line, " " LINE " " EVEN " 1 piece -", "BOARD: missing");
	assert_refused(&line, LINE " " EVEN " 1 piece\t-", "CAPTURED: missing");
}

static void the_board_is_refused_when_it_is_not_six_ranks_of_six(void **state)
{
	(void)state;
	assert_refused(&line, "6/6/6/2w3/6 " EVEN " 1 piece -", "BOARD: '/' expected after rank 2");
	assert_refused(&line, "6/6/6/2w3/6/6/6 " EVEN " 1 piece -", "BOARD: more text after rank 1");
	assert_refused(&line, "6/6/6/2w2/6/6 " EVEN " 1 piece -", "BOARD: rank 3 has 5 squares, the board has 6");
	assert_refused(&line, "6/6/6/2w4/6/6 " EVEN " 1 piece -", "BOARD: rank 3 has 7 squares, the board has 6");
	assert_refused(&line, "6/6/6/2wwwww/6/6 " EVEN " 1 piece -", "BOARD: '/' expected after rank 3");
	assert_refused(&line, "8/6/6/6/6/6 " EVEN " 1 piece -", "BOARD: rank 6 has 8 squares");
	assert_refused(&line, "6/6/6//6/6 " EVEN " 1 piece -", "BOARD: rank 3 has 0 squares");
}

static void two_digits_side_by_side_are_refused(void **state)
{
	(void)state;
	assert_refused(&line, "6/6/6/2w12/6/6 " EVEN " 1 piece -", "BOARD: two digits side by side in rank 3");
	assert_refused(&line, "6/6/6/0w5/6/6 " EVEN " 1 piece -", "BOARD: '0' in rank 3");
	assert_refused(&line, "33/6/6/6/6/6 " EVEN " 1 piece -", "BOARD: two digits side by side in rank 6");
}

static void letters_that_the_variant_does_not_have_are_refused(void **state)
{
	(void)state;
	assert_refused(&line, "6/6/6/2W3/6/6 " EVEN " 1 piece -", "BOARD: 'W' in rank 3, allowed are wb and digits");
	assert_refused(&line, "6/6/6/2r3/6/6 " EVEN " 1 piece -", "BOARD: 'r' in rank 3, allowed are wb and digits");
	assert_refused(&four, "6/6/6/2G3/6/6 " EVEN " 1 piece -", "BOARD: 'G' in rank 3, allowed are wbrg and digits");
	assert_refused(&capture, "B5/6/6/2r3/6/W5 " EVEN " 1 piece -", "BOARD: 'r' in rank 3, allowed are wbWB and digits");
	assert_refused(&capture_four, "B5/6/6/2x3/6/W5 " EVEN " 1 piece -",
		       "BOARD: 'x' in rank 3, allowed are wbrgWBRG and digits");
	assert_refused(&basic, "8/8/8/3B4/8/8/8/w7 " EVEN8 " 1 piece 0,0", "BOARD: 'B' in rank 5, allowed are wb and digits");
	assert_refused(&doubles, "B6B/8/8/8/8/8/8/W5rW " EVEN8 " 1 piece -",
		       "BOARD: 'r' in rank 1, allowed are wbWB and digits");
}

static void the_pits_are_as_many_as_the_ring_has_and_plain_numbers(void **state)
{
	(void)state;
	assert_refused(&line, LINE " 2,2 1 piece -", "PITS: ',' and the beads of Nb expected (pit 3 of 28)");
	assert_refused(&line, LINE " " EVEN ",2 1 piece -", "PITS: more than 28 pits");
	assert_refused(&line, LINE " " EVEN ", 1 piece -", "PITS: more than 28 pits");
	assert_refused(&line, LINE " 02,2 1 piece -", "PITS: a number from 0 to 56 expected for NW, not '02,2'");
	assert_refused(&line, LINE " 2,-2 1 piece -", "PITS: a number from 0 to 56 expected for Na, not '-2'");
	assert_refused(&line, LINE " 2,,2 1 piece -", "PITS: a number from 0 to 56 expected for Na");
	assert_refused(&line, LINE " 57,2 1 piece -", "PITS: a number from 0 to 56 expected for NW");
	assert_refused(&line, LINE " 99999999999999999999,2 1 piece -", "PITS: a number from 0 to 56 expected for NW");
	assert_refused(&basic, MEN " 73,2 1 piece 0,0", "PITS: a number from 0 to 72 expected for NW");
}

static void the_beads_are_exactly_56_or_72_with_those_in_the_hand(void **state)
{
	(void)state;
	assert_refused(&line, LINE " 3,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -",
		       "PITS: 57 beads, the game has 56");
	assert_refused(&line, LINE " 1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -",
		       "PITS: 55 beads, the game has 56");
	assert_refused(&spread, LINE " " EVEN " 1 drop:Na,1,1,0 -", "PITS: 56 beads and 1 in the hand, the game has 56");
	assert_refused(&basic, MEN " 1," EVEN ",2,2,2,2,2,2,2 1 piece 0,0", "PITS: 71 beads, the game has 72");
}

static void the_player_is_one_of_the_game(void **state)
{
	(void)state;
	assert_refused(&line, LINE " " EVEN " 3 piece -", "PLAYER: a number from 1 to 2 expected, not '3'");
	assert_refused(&line, LINE " " EVEN " 0 piece -", "PLAYER: a number from 1 to 2 expected, not '0'");
	assert_refused(&line, LINE " " EVEN " 01 piece -", "PLAYER: a number from 1 to 2 expected, not '01'");
	assert_refused(&line, LINE " " EVEN " w piece -", "PLAYER: a number from 1 to 2 expected, not 'w'");
	assert_refused(&four, LINE " " EVEN " 5 piece -", "PLAYER: a number from 1 to 4 expected, not '5'");
}

static void the_phase_is_one_of_those_of_the_variant(void **state)
{
	(void)state;
	assert_refused(&line, LINE " " EVEN " 1 place -", "PHASE: piece, beads expected, not 'place'");
	assert_refused(&spread, LINE " " EVEN " 1 Piece -",
		       "PHASE: piece, beads or drop:SRC,K,LEFT,LAST expected, not 'Piece'");
	assert_refused(&spread, LINE " " EVEN " 1 drop -", "PHASE: piece, beads or drop:SRC,K,LEFT,LAST expected, not 'drop'");
	assert_refused(&line, with_pits_and_hand(LINE, "", 1, "1 drop:Na,1,1,0 -"), "PHASE: no drops with beads=group");
}

static void the_numbers_of_a_drop_fit_each_other(void **state)
{
	(void)state;
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop:Ng,1,1,0 -"), "PHASE: no pit 'Ng'");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop:c3,1,1,0 -"), "PHASE: no pit 'c3'");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop: -"), "PHASE: no pit ''");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 0, "1 drop:Na,1,0,0 -"), "PHASE: 0 beads left of 1 taken");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 2, "1 drop:Na,1,2,0 -"), "PHASE: 2 beads left of 1 taken");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop:Na,1,1,1 -"),
		       "PHASE: the last drop is 0 exactly when no bead");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop:Na,2,1,0 -"),
		       "PHASE: the last drop is 0 exactly when no bead");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop:Na,2,1,3 -"),
		       "PHASE: the last drop is 3 pits away, 2 beads reach 2");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop:Na,2,1,25 -"), "PHASE: the last drop is 3 pits away");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop:Na,2,1,28 -"), "PHASE: drop:SRC,K,LEFT,LAST expected");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop:Na,57,1,1 -"), "PHASE: drop:SRC,K,LEFT,LAST expected");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop:Na,1,1,0, -"), "PHASE: drop:SRC,K,LEFT,LAST expected");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop:Na,1,1 -"), "PHASE: drop:SRC,K,LEFT,LAST expected");
	assert_refused(&spread, with_pits_and_hand(LINE, "", 1, "1 drop:Na,01,1,0 -"), "PHASE: drop:SRC,K,LEFT,LAST expected");
}

static void what_lies_in_the_pit_of_the_last_drop_is_not_checked(void **state)
{
	(void)state;
	position(&spread, with_pits_and_hand(LINE, "Nb=0", 1, "1 drop:Na,2,1,1 -"));
	position(&spread, with_pits_and_hand(LINE, "", 56, "1 drop:Na,56,56,0 -"));
}

static void captured_is_a_dash_but_in_the_basic_game(void **state)
{
	(void)state;
	assert_refused(&line, LINE " " EVEN " 1 piece 0,0", "CAPTURED: '-' expected, not '0,0'");
	assert_refused(&doubles, DOUBLES " " EVEN8 " 1 piece 0,0", "CAPTURED: '-' expected, not '0,0'");
	assert_refused(&basic, MEN " " EVEN8 " 1 piece -", "CAPTURED: two numbers from 0 to 7 expected, as 2,0, not '-'");
	assert_refused(&basic, MEN " " EVEN8 " 1 piece 8,0", "CAPTURED: two numbers from 0 to 7");
	assert_refused(&basic, MEN " " EVEN8 " 1 piece 0,00", "CAPTURED: two numbers from 0 to 7");
	assert_refused(&basic, MEN " " EVEN8 " 1 piece 0,0,0", "CAPTURED: two numbers from 0 to 7");
	assert_refused(&basic, MEN " " EVEN8 " 1 piece 7,7", "CAPTURED: both players have 7");
}

static void each_player_on_the_board_has_a_king_and_the_player_to_move_is_on_the_board(void **state)
{
	(void)state;
	assert_refused(&capture, "b5/6/6/6/6/W5 " EVEN " 1 piece -", "BOARD: player 2 (b) has pieces but no king");
	assert_refused(&capture_four, "B5/6/6/6/r5/W5 " EVEN " 1 piece -", "BOARD: player 3 (r) has pieces but no king");
	assert_refused(&capture, "6/6/6/6/6/W5 " EVEN " 2 piece -", "PLAYER: player 2 is to move and has no pieces");
	assert_refused(&capture, "6/6/6/6/6/6 " EVEN " 1 piece -", "PLAYER: player 1 is to move and has no pieces");
	position(&capture, KINGS " " EVEN " 2 piece -");
	position(&capture, "BBBBBB/6/6/6/6/WWW3 " EVEN " 2 piece -");
}

static void there_are_two_doubles_a_side_or_one_side_has_exactly_one(void **state)
{
	(void)state;
	assert_refused(&doubles, "B7/8/8/8/8/8/8/W7 " EVEN8 " 1 piece -", "BOARD: 1 and 1 doubles");
	assert_refused(&doubles, "BBB5/8/8/8/8/8/8/WW6 " EVEN8 " 1 piece -", "BOARD: 2 and 3 doubles");
	assert_refused(&doubles, "8/8/8/8/8/8/8/WW6 " EVEN8 " 1 piece -", "BOARD: 2 and 0 doubles");
	assert_refused(&doubles, "8/8/8/8/8/8/8/8 " EVEN8 " 1 piece -", "BOARD: 0 and 0 doubles");
	position(&doubles, "B7/8/8/8/8/8/8/WW6 " EVEN8 " 1 piece -");
}

static void numbers_of_men_are_not_checked(void **state)
{
	(void)state;
	position(&line, "wwwwww/wwwwww/6/6/6/6 " EVEN " 1 piece -");
	position(&line, "6/6/6/6/6/6 " EVEN " 1 piece -");
	position(&basic, "wwwwwwww/wwwwwwww/8/8/8/8/8/8 " EVEN8 " 2 beads 3,0");
}

/* ---- Actions ------------------------------------------------------------------------------------------------------ */

static void a_text_that_is_no_action_of_the_variant_is_refused(void **state)
{
	(void)state;
	assert_action_refused(&line, "b1b33", "b1b33: no action of this game; there are b1b3, 2Na-Nc and -");
	assert_action_refused(&line, "b1", "b1: no action");
	assert_action_refused(&line, "b1b7", "b1b7: no action");
	assert_action_refused(&line, "g1b3", "g1b3: no action");
	assert_action_refused(&line, "b1>b3", "b1>b3: no action");
	assert_action_refused(&line, "2Na", "2Na: no action");
	assert_action_refused(&line, "+Na", "+Na: no action");
	assert_action_refused(&line, "0Na-Nb", "0Na-Nb: no action");
	assert_action_refused(&line, "02Na-Nc", "02Na-Nc: no action");
	assert_action_refused(&line, "57Na-Nc", "57Na-Nc: no action");
	assert_action_refused(&line, "2Ng-Nc", "2Ng-Nc: no action");
	assert_action_refused(&line, "2Na-Nc-", "2Na-Nc-: no action");
	assert_action_refused(&spread, "2Na-Nc", "2Na-Nc: no action of this game; there are b1b3, 2Na, +Nb and -");
	assert_action_refused(&spread, "+", "+: no action");
	assert_action_refused(&doubles, "c1>c9", "c1>c9: no action of this game; there are b1b3, c1>c4, 2Na, +Nb and -");
	assert_action_refused(&doubles, "c1-c4", "c1-c4: no action");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_unknown_id_is_an_error_that_names_the_ids),
		cmocka_unit_test(an_unknown_key_or_value_is_an_error_that_names_what_is_allowed),
		cmocka_unit_test(a_key_given_twice_or_nothing_after_the_colon_is_an_error),
		cmocka_unit_test(align_five_with_four_players_and_align_three_with_two_are_errors),
		cmocka_unit_test(keys_come_in_any_order_and_the_canonical_name_leaves_defaults_out),
		cmocka_unit_test(fields_are_separated_by_exactly_one_space),
		cmocka_unit_test(the_board_is_refused_when_it_is_not_six_ranks_of_six),
		cmocka_unit_test(two_digits_side_by_side_are_refused),
		cmocka_unit_test(letters_that_the_variant_does_not_have_are_refused),
		cmocka_unit_test(the_pits_are_as_many_as_the_ring_has_and_plain_numbers),
		cmocka_unit_test(the_beads_are_exactly_56_or_72_with_those_in_the_hand),
		cmocka_unit_test(the_player_is_one_of_the_game),
		cmocka_unit_test(the_phase_is_one_of_those_of_the_variant),
		cmocka_unit_test(the_numbers_of_a_drop_fit_each_other),
		cmocka_unit_test(what_lies_in_the_pit_of_the_last_drop_is_not_checked),
		cmocka_unit_test(captured_is_a_dash_but_in_the_basic_game),
		cmocka_unit_test(each_player_on_the_board_has_a_king_and_the_player_to_move_is_on_the_board),
		cmocka_unit_test(there_are_two_doubles_a_side_or_one_side_has_exactly_one),
		cmocka_unit_test(numbers_of_men_are_not_checked),
		cmocka_unit_test(a_text_that_is_no_action_of_the_variant_is_refused),
	};
	return cmocka_run_group_tests(tests, set_up_variants, NULL);
}
