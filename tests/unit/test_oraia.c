/*
 * Oraia: moving, charging, turning and winning, sentence by sentence.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "ruling.h"

static struct rules_variant leave, stay; /* stay=free, stay=counts */

static int setup(void **state)
{
	(void)state;
	leave = ruling_variant("oraia");
	stay = ruling_variant("oraia:stay=counts");
	return 0;
}

/* The position after some actions, as text. */
static const char *then(const struct rules_variant *v, const char *position, const char *actions)
{
	static char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(v, position);

	ruling_play(v, &s, actions);
	rules_format(v, &s, text);
	return text;
}

static bool can(const char *position, const char *action)
{
	struct rules_state s = ruling_position(&leave, position);

	return ruling_legal(&leave, &s, action);
}

static int result(const struct rules_variant *v, const char *position)
{
	struct rules_state s = ruling_position(v, position);

	return rules_result(v, &s);
}

/* All legal actions with a space between. */
static const char *actions(const char *position)
{
	static char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(&leave, position);
	rules_action list[RULES_ACTIONS_MAX];
	int n = rules_legal(&leave, &s, list), length = 0;

	text[0] = '\0';
	for (int i = 0; i < n; i++) {
		char action[RULES_ACTION_MAX];

		rules_action_text(&leave, list[i], action);
		length += sprintf(text + length, "%s%s", i ? " " : "", action);
	}
	return text;
}

/* ---- Pawn actions ---------------------------------------------------------------------------------------------------- */

static void a_pawn_steps_to_an_empty_neighbouring_site_on_a_line(void **state)
{
	(void)state;
	assert_string_equal(actions("startpos"), "C1O1 C3O3 C5O5 C7O7");
	assert_string_equal(actions(".rbrbrbr/b......./......../. 1 move -"), "C3O3 C5O5 C7O7 O1I1 O1O2 O1O8");
	assert_string_equal(actions(".rbrbrbr/......../b......./. 1 move -"), "C3O3 C5O5 C7O7 I1H I1I2 I1I8 I1O1");
	assert_string_equal(actions(".rbrbrbr/......../......../B 1 move -"), "HI1 HI2 HI3 HI4 HI5 HI6 HI7 HI8");
}

static void a_pawn_jumps_over_one_pawn_of_the_other_player_to_the_empty_site_behind_it(void **state)
{
	(void)state;
	assert_true(can(".r.rbrbr/bb....../......../. 1 move -", "C5O5"));
	assert_false(can(".r.rbrbr/bb....../......../. 1 move -", "O1O3")); /* not over an own pawn */
	assert_true(can("..brbrbr/br....../......../. 1 move -", "O1O3"));
	assert_false(can("...rbrbr/brb...../......../. 1 move -", "O1O3")); /* not empty */
	assert_false(can("..b.brbr/brr...../......../. 1 move -", "O1O4")); /* not over two */
	assert_false(can("..b.brbr/br.r..../......../. 1 move -", "O1O4"));
	assert_true(can("..b.brbr/br.r..../......../. 1 move -", "O1O5")); /* but one after the other */
	assert_true(can("b.brbrbr/r......./......../. 1 move -", "C1I1"));
}

static void a_jump_goes_straight_through_the_hub(void **state)
{
	(void)state;
	assert_true(can(".rbrb.b./.......r/.b....../R 2 move -", "HO2"));
	assert_true(can("..brbrbr/......../b......./R 1 move -", "I1I5"));
	assert_false(can("..brbrbr/......../b......./R 1 move -", "I1I4"));
	assert_true(can("..brbrbr/b......./r......./. 1 move -", "O1H"));
}

static void the_direction_may_change_between_jumps_but_not_within_one(void **state)
{
	(void)state;
	/* O1 over O2 to O3, then inwards over I3 to H, then outwards over I5 to O5 */
	assert_true(can("...rb.b./br....../..r.r..b/. 1 move -", "O1O3"));
	assert_true(can("...rb.b./br....../..r.r..b/. 1 move -", "O1H"));
	assert_true(can("...rb.b./br....../..r.r..b/. 1 move -", "O1O5"));
	assert_false(can("..brbr../b.....r./r......b/. 1 move -", "O1I2")); /* round the corner over I1 */
}

static void a_chain_may_not_end_where_it_started(void **state)
{
	(void)state;
	/* Four jumps lead all the way round the outer circle; the start counts as empty, but is no end. */
	assert_string_equal(actions("b.b.b.../br.r.r.r/......../. 1 move -"), "C3O3 C5O5 O1I1 O1O3 O1O5 O1O7");
}

static void passing_H_in_a_chain_neither_charges_nor_turns(void **state)
{
	(void)state;
	assert_string_equal(then(&leave, "..brbr../b......./r...r..b/. 1 move -", "O1O5"),
			    "..brbr../....b.../r...r..b/. 2 move -");
}

/* ---- The hub --------------------------------------------------------------------------------------------------------- */

static void a_pawn_that_stops_on_H_is_charged_and_its_player_chooses(void **state)
{
	(void)state;
	assert_string_equal(then(&leave, ".rbrbrbr/......../b......./. 1 move -", "I1H"),
			    ".rbrbrbr/......../......../B 1 turn -");
	assert_string_equal(actions(".rbrbrbr/......../......../B 1 turn -"), "< = >");
	assert_string_equal(then(&leave, ".rbrbrbr/......../b......./. 1 move -", "I1H ="),
			    ".rbrbrbr/......../......../B 2 move -");
}

static void the_choice_is_an_action_of_the_same_turn(void **state)
{
	struct rules_state s = ruling_position(&leave, ".rbrbrbr/......../......../B 1 turn -");

	(void)state;
	assert_int_equal(rules_player(&leave, &s), 1);
	assert_false(rules_turn_start(&leave, &s));
	ruling_play(&leave, &s, "=");
	assert_int_equal(rules_player(&leave, &s), 2);
	assert_true(rules_turn_start(&leave, &s));
}

static void clockwise_what_stood_on_O1_and_I1_goes_to_O2_and_I2(void **state)
{
	(void)state;
	assert_string_equal(then(&leave, ".rb.b.../b......r/R......r/B 1 turn -", ">"),
			    ".rb.b.../rb....../rR....../B 2 move -");
}

static void counter_clockwise_it_goes_to_O8_and_I8(void **state)
{
	(void)state;
	assert_string_equal(then(&leave, ".rb.b.../b......r/R......r/B 1 turn -", "<"),
			    ".rb.b.../......rb/......rR/B 2 move -");
}

static void a_pawn_that_stands_on_H_when_the_turn_begins_must_move(void **state)
{
	(void)state;
	assert_false(can(".rbrbrbr/......../......../B 1 move -", "C3O3"));
	assert_true(can(".rbrbrbr/......../......../B 1 move -", "HI1"));
	assert_true(can("b.brbrbr/......../......../R 1 move -", "C1O1")); /* the other player's does not count */
}

static void a_charged_pawn_that_stops_on_H_again_chooses_again(void **state)
{
	(void)state;
	assert_string_equal(then(&leave, ".rbrbrbr/......../B......./. 1 move -", "I1H"),
			    ".rbrbrbr/......../......../B 1 turn -");
}

static void a_pawn_stays_charged_for_the_rest_of_the_game(void **state)
{
	(void)state;
	assert_string_equal(then(&leave, ".rbrbrbr/......../......../B 1 move -", "HI1 C2O2 I1O1"),
			    "..brbrbr/Br....../......../. 2 move -");
}

/* ---- Places of earth ------------------------------------------------------------------------------------------------- */

static void a_C_place_is_entered_only_by_a_charged_pawn_of_the_other_side(void **state)
{
	(void)state;
	assert_true(can("..brbrbr/rB....../......../. 1 move -", "O2C2"));
	assert_false(can("..brbrbr/rb....../......../. 1 move -", "O2C2")); /* uncharged */
	assert_false(can("..brbrbr/Br....../......../. 1 move -", "O1C1")); /* its own side's */
	assert_false(can(".rbrbrbr/b......./......../. 1 move -", "O1C1"));
}

static void landings_of_a_chain_on_a_C_place_obey_the_same(void **state)
{
	(void)state;
	assert_true(can("..brbrbr/.r....../.B....../. 1 move -", "I2C2"));
	assert_false(can("..brbrbr/.r....../.b....../. 1 move -", "I2C2"));
	assert_false(can("..brbrbr/r......./B......./. 1 move -", "I1C1"));
}

static void a_pawn_may_leave_a_C_place_again(void **state)
{
	(void)state;
	assert_true(can(".Bbrbrbr/r......./......../. 1 move -", "C2O2"));
	assert_true(can(".Bbrbrb./.r....../....r.../. 1 move -", "C2I2"));
}

/* ---- Winning --------------------------------------------------------------------------------------------------------- */

static void player_2_wins_at_once_with_all_pawns_on_the_others_starting_places(void **state)
{
	(void)state;
	assert_string_equal(then(&leave, "..R.R.R./Rbbb..../b......./. 2 move -", "O1C1"),
			    "R.R.R.R./.bbb..../b......./. 1 move -");
	assert_int_equal(result(&leave, "R.R.R.R./.bbb..../b......./. 1 move -"), 2);
	assert_int_equal(result(&leave, "..R.R.R./Rbbb..../b......./. 2 move -"), RULES_ONGOING);
}

static void after_player_1_player_2_has_one_whole_turn_more(void **state)
{
	(void)state;
	assert_string_equal(then(&leave, "...B.B.B/rBrrr.../......../. 1 move -", "O2C2"),
			    ".B.B.B.B/r.rrr.../......../. 2 move last");
	assert_int_equal(result(&leave, ".B.B.B.B/r.rrr.../......../. 2 move last"), RULES_ONGOING);
}

static void if_player_2_does_it_with_that_turn_the_game_is_drawn(void **state)
{
	(void)state;
	assert_string_equal(then(&leave, ".BRBRBRB/R......./......../. 2 move last", "O1C1"),
			    "RBRBRBRB/......../......../. 1 move -");
	assert_int_equal(result(&leave, "RBRBRBRB/......../......../. 1 move -"), RULES_DRAW);
}

static void else_player_1_has_won_when_that_turn_is_over(void **state)
{
	(void)state;
	assert_string_equal(then(&leave, ".B.B.B.B/r.rrr.../......../. 2 move last", "O1I1"),
			    ".B.B.B.B/..rrr.../r......./. 1 move -");
	assert_int_equal(result(&leave, ".B.B.B.B/..rrr.../r......./. 1 move -"), 1);
}

static void the_extra_turn_includes_the_turn_of_the_disk(void **state)
{
	(void)state;
	assert_string_equal(then(&leave, ".B.B.B.B/..rrr.../r......./. 2 move last", "I1H"),
			    ".B.B.B.B/..rrr.../......../R 2 turn last");
	assert_int_equal(result(&leave, ".B.B.B.B/..rrr.../......../R 2 turn last"), RULES_ONGOING);
	assert_string_equal(then(&leave, ".B.B.B.B/..rrr.../r......./. 2 move last", "I1H >"),
			    ".B.B.B.B/...rrr../......../R 1 move -");
	assert_int_equal(result(&leave, ".B.B.B.B/...rrr../......../R 1 move -"), 1);
}

static void three_pawns_arrived_do_not_win(void **state)
{
	(void)state;
	assert_int_equal(result(&leave, ".r.B.B.B/b...rrr./......../. 1 move -"), RULES_ONGOING);
	assert_int_equal(result(&leave, "...B.B.B/b...rrrr/......../. 1 move -"), RULES_ONGOING);
}

static void a_finished_position_has_no_actions_whoever_is_to_move(void **state)
{
	(void)state;
	assert_string_equal(actions("R.R.R.R./.bbb..../b......./. 1 move -"), "");
	assert_string_equal(actions("R.R.R.R./.bbb..../b......./. 2 move -"), "");
	assert_int_equal(result(&leave, "R.R.R.R./.bbb..../b......./. 2 move -"), 2);
	assert_int_equal(result(&leave, "RBRBRBRB/......../......../. 2 move -"), RULES_DRAW);
}

/* ---- stay=counts ----------------------------------------------------------------------------------------------------- */

static void a_place_that_still_holds_the_others_uncharged_pawn_counts_as_filled(void **state)
{
	(void)state;
	assert_string_equal(then(&stay, ".r.B...B/b....Brr/r......./. 1 move -", "O6C6"),
			    ".r.B.B.B/b.....rr/r......./. 2 move last");
	assert_string_equal(then(&leave, ".r.B...B/b....Brr/r......./. 1 move -", "O6C6"),
			    ".r.B.B.B/b.....rr/r......./. 2 move -");
}

static void it_counts_only_with_an_own_pawn_on_one_of_those_places(void **state)
{
	(void)state;
	assert_int_equal(result(&stay, "startpos"), RULES_ONGOING);
	assert_int_equal(result(&stay, ".r.r.r.r/bbbb..../......../. 1 move -"), RULES_ONGOING);
	assert_int_equal(result(&stay, ".B.r.r.r/rbb.b.../......../. 1 move -"), 1);
}

static void player_2_wins_so_at_once_too(void **state)
{
	(void)state;
	assert_string_equal(then(&stay, "b.b.b.../rrr...R./b......./. 2 move -", "O7C7"),
			    "b.b.b.R./rrr...../b......./. 1 move -");
	assert_int_equal(result(&stay, "b.b.b.R./rrr...../b......./. 1 move -"), 2);
	assert_int_equal(result(&leave, "b.b.b.R./rrr...../b......./. 1 move -"), RULES_ONGOING);
}

static void if_player_2_leaves_home_in_his_extra_turn_the_game_goes_on(void **state)
{
	(void)state;
	assert_string_equal(then(&stay, ".r.B.B.B/b.....rr/r......./. 2 move last", "C2O2"),
			    "...B.B.B/br....rr/r......./. 1 move -");
	assert_int_equal(result(&stay, "...B.B.B/br....rr/r......./. 1 move -"), RULES_ONGOING);
	/* and if another pawn moves, player 1 has won */
	assert_string_equal(then(&stay, ".r.B.B.B/b.....rr/r......./. 2 move last", "I1I2"),
			    ".r.B.B.B/b.....rr/.r....../. 1 move -");
	assert_int_equal(result(&stay, ".r.B.B.B/b.....rr/.r....../. 1 move -"), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pawn_steps_to_an_empty_neighbouring_site_on_a_line),
		cmocka_unit_test(a_pawn_jumps_over_one_pawn_of_the_other_player_to_the_empty_site_behind_it),
		cmocka_unit_test(a_jump_goes_straight_through_the_hub),
		cmocka_unit_test(the_direction_may_change_between_jumps_but_not_within_one),
		cmocka_unit_test(a_chain_may_not_end_where_it_started),
		cmocka_unit_test(passing_H_in_a_chain_neither_charges_nor_turns),
		cmocka_unit_test(a_pawn_that_stops_on_H_is_charged_and_its_player_chooses),
		cmocka_unit_test(the_choice_is_an_action_of_the_same_turn),
		cmocka_unit_test(clockwise_what_stood_on_O1_and_I1_goes_to_O2_and_I2),
		cmocka_unit_test(counter_clockwise_it_goes_to_O8_and_I8),
		cmocka_unit_test(a_pawn_that_stands_on_H_when_the_turn_begins_must_move),
		cmocka_unit_test(a_charged_pawn_that_stops_on_H_again_chooses_again),
		cmocka_unit_test(a_pawn_stays_charged_for_the_rest_of_the_game),
		cmocka_unit_test(a_C_place_is_entered_only_by_a_charged_pawn_of_the_other_side),
		cmocka_unit_test(landings_of_a_chain_on_a_C_place_obey_the_same),
		cmocka_unit_test(a_pawn_may_leave_a_C_place_again),
		cmocka_unit_test(player_2_wins_at_once_with_all_pawns_on_the_others_starting_places),
		cmocka_unit_test(after_player_1_player_2_has_one_whole_turn_more),
		cmocka_unit_test(if_player_2_does_it_with_that_turn_the_game_is_drawn),
		cmocka_unit_test(else_player_1_has_won_when_that_turn_is_over),
		cmocka_unit_test(the_extra_turn_includes_the_turn_of_the_disk),
		cmocka_unit_test(three_pawns_arrived_do_not_win),
		cmocka_unit_test(a_finished_position_has_no_actions_whoever_is_to_move),
		cmocka_unit_test(a_place_that_still_holds_the_others_uncharged_pawn_counts_as_filled),
		cmocka_unit_test(it_counts_only_with_an_own_pawn_on_one_of_those_places),
		cmocka_unit_test(player_2_wins_so_at_once_too),
		cmocka_unit_test(if_player_2_leaves_home_in_his_extra_turn_the_game_goes_on),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
