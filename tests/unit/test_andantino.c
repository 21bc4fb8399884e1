/*
 * Andantino: placing, winning and drawing, sentence by sentence.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tiles.h"

static struct rules_variant standard, single, relocate, small;

static int setup(void **state)
{
	(void)state;
	standard = ruling_variant("andantino");
	single = ruling_variant("andantino:opening=single");
	relocate = ruling_variant("andantino:after50=relocate");
	small = ruling_variant("andantino:side=6");
	return 0;
}

/* ---- Placing --------------------------------------------------------------------------------------------------------- */

static void a_tile_needs_at_least_two_occupied_neighbours(void **state)
{
	struct rules_state s = ruling_position(&standard, "startpos");

	(void)state;
	assert_int_equal(rules_count(&standard, &s), 2);
	assert_true(ruling_legal(&standard, &s, "I11"));
	assert_true(ruling_legal(&standard, &s, "K10"));
	assert_false(ruling_legal(&standard, &s, "K11"));
	assert_false(ruling_legal(&standard, &s, "A10"));
	assert_false(ruling_legal(&standard, &s, "J10"));
}

static void actions_are_sorted_by_bytes_so_J10_comes_before_J9(void **state)
{
	struct rules_state s = tiles_table(&standard, "J8 K8 J11", "K7 J12 J1", 1);
	rules_action list[RULES_ACTIONS_MAX];
	int n = rules_legal(&standard, &s, list);
	char before[RULES_ACTION_MAX] = "", text[RULES_ACTION_MAX];

	(void)state;
	assert_true(ruling_legal(&standard, &s, "J7") || ruling_legal(&standard, &s, "J9"));
	for (int i = 0; i < n; i++) {
		rules_action_text(&standard, list[i], text);
		assert_true(strcmp(before, text) < 0);
		strcpy(before, text);
	}
}

static void in_the_single_opening_player_2_may_place_once_with_exactly_one_neighbour(void **state)
{
	struct rules_state s = ruling_position(&single, "startpos");
	char text[RULES_POSITION_MAX];

	(void)state;
	assert_false(ruling_legal(&single, &s, "K11")); /* not white */
	ruling_play(&single, &s, "K10");
	assert_true(ruling_legal(&single, &s, "L10"));
	assert_false(ruling_legal(&single, &s, "M10")); /* none is not one */
	ruling_play(&single, &s, "L10");
	rules_format(&single, &s, text);
	assert_string_equal(text, "J10w,J11r,K10w,L10r 1 used");
	ruling_play(&single, &s, "K9");
	assert_false(ruling_legal(&single, &s, "M10")); /* not twice */
}

static void two_neighbours_do_not_use_up_the_single_placement(void **state)
{
	struct rules_state s = ruling_position(&single, "startpos");
	char text[RULES_POSITION_MAX];

	(void)state;
	ruling_play(&single, &s, "K10 I11");
	rules_format(&single, &s, text);
	assert_string_equal(text, "I11r,J10w,J11r,K10w 1 free");
}

/* ---- Winning --------------------------------------------------------------------------------------------------------- */

static void five_own_tiles_in_unbroken_line_win_in_each_direction(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "J8 J9 J11 J12", "", 1), "J10"), 1);
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "H10 I10 K10 L10", "", 1), "J10"), 1);
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "H12 I11 K9 L8", "", 1), "J10"), 1);
}

static void more_than_five_in_line_win_too(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "J8 J9 J11 J12 J13", "", 1), "J10"), 1);
}

static void four_in_line_do_not_win(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "J8 J9 J11", "", 1), "J10"), 0);
}

static void a_gap_or_a_tile_of_the_other_player_breaks_a_line(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "J7 J8 J11 J12", "J6 K10", 1), "J10"), 0);
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "J7 J9 J11 J12", "J8", 1), "J10"), 0);
}

static void a_line_does_not_go_on_round_the_edge(void **state)
{
	struct rules_state s = tiles_table(&standard, "J17 J18 J19 K1 K2", "J5", 1);

	(void)state;
	assert_int_equal(rules_result(&standard, &s), RULES_ONGOING);
}

static void red_wins_with_five_too(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "K11", "J8 J9 J10 J11", 2), "J12"), 2);
}

#define RING_J10 "I10 I11 J9 J11 K9"

static void a_tile_that_cannot_reach_the_outside_is_trapped_and_its_player_loses(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, RING_J10, "J10", 1), "K10"), 1);
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "J10", RING_J10, 2), "K10"), 2);
}

static void gaps_inside_the_ring_do_not_matter(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "I10 I11 I12 J9 J12 K9 K11", "J10", 1), "K10"), 1);
}

static void an_open_ring_traps_nothing(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "I10 I11 I12 J9 K9 K11", "J10", 1), "K10"), 0);
}

static void a_ring_with_a_tile_of_the_other_player_in_it_is_no_ring(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "I10 I11 J9 K9", "J10 J11", 1), "K10"), 0);
}

static void a_ring_around_nothing_but_gaps_wins_nothing(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, RING_J10, "", 1), "K10"), 0);
}

static void a_ring_around_own_tiles_wins_nothing(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, RING_J10 " J10", "", 1), "K10"), 0);
}

static void a_tile_set_inside_a_closed_ring_of_the_other_player_loses(void **state)
{
	struct rules_state s = tiles_table(&standard, RING_J10, "", 1);

	(void)state;
	ruling_play(&standard, &s, "K10");
	assert_int_equal(tiles_after(&standard, s, "J10"), 1);
}

static void an_own_tile_inside_the_own_ring_is_harmless(void **state)
{
	struct rules_state s = tiles_table(&standard, RING_J10 " K10", "", 1);

	(void)state;
	assert_int_equal(rules_result(&standard, &s), RULES_ONGOING);
	assert_int_equal(tiles_after(&standard, s, "J10"), RULES_ONGOING);
}

static void the_edge_is_outside_so_a_wall_against_it_traps_nothing(void **state)
{
	(void)state;
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "A11 B9", "A10", 1), "B10"), 0);
	assert_int_equal(tiles_after(&standard, tiles_table(&standard, "J18 K17 K18", "J19 I19", 1), "I18"), 0);
	assert_int_equal(tiles_after(&small, ruling_position(&small, "E10r,E11w,F9w,J10r 1 -"), "F10"), 0);
}

static void the_smaller_field_has_its_edge_further_in(void **state)
{
	struct rules_state s;

	(void)state;
	/* J15 is at the edge of side 6 and in the middle of things on side 10. */
	s = ruling_position(&small, "I14r,I15w,J14w,J15r,K13r,K14w 1 -");
	assert_int_equal(rules_result(&small, &s), RULES_ONGOING);
	assert_false(rules_site_by_name(&small, "J16") >= 0);
	s = tiles_table(&standard, "I15 I16 J14 J16 K14", "J15", 1);
	assert_int_equal(tiles_after(&standard, s, "K15"), 1);
}

static void the_mover_is_looked_at_first(void **state)
{
	struct rules_state s;

	(void)state;
	s = tiles_table(&standard, "J8 J9 J10 J11 J12", "M5 M6 M7 M8 M9", 1);
	assert_int_equal(rules_result(&standard, &s), 2); /* red has moved */
	s = tiles_table(&standard, "J8 J9 J10 J11 J12", "M5 M6 M7 M8 M9", 2);
	assert_int_equal(rules_result(&standard, &s), 1);
	s = tiles_table(&standard, "J8 J9 J10 J11 J12", "", 1);
	assert_int_equal(rules_result(&standard, &s), 1); /* then the other */
	s = tiles_table(&standard, "I10 I11 J9 J11 K9 K10", "J10 M5 M6 M7 M8 M9", 2);
	assert_int_equal(rules_result(&standard, &s), 1); /* a ring is as good as a line */
	s = tiles_table(&standard, "I10 I11 J9 J11 K9 K10", "J10 M5 M6 M7 M8 M9", 1);
	assert_int_equal(rules_result(&standard, &s), 2);
}

static void a_finished_position_shows_the_next_player_and_has_no_actions(void **state)
{
	struct rules_state s = tiles_table(&standard, "J8 J9 J11 J12", "", 1);

	(void)state;
	ruling_play(&standard, &s, "J10");
	assert_int_equal(rules_player(&standard, &s), 2);
	assert_int_equal(rules_count(&standard, &s), 0);
	assert_int_equal(rules_perft(&standard, &s, 1), 0);
	assert_int_equal(rules_perft(&standard, &s, 0), 1);
}

/* ---- Drawing --------------------------------------------------------------------------------------------------------- */

static void fifty_tiles_without_a_winner_are_a_draw(void **state)
{
	struct rules_state s = tiles_all(&relocate), drawn;
	char text[RULES_POSITION_MAX];

	(void)state;
	rules_format(&relocate, &s, text);
	drawn = ruling_position(&standard, text);
	assert_int_equal(rules_result(&standard, &drawn), RULES_DRAW);
	assert_int_equal(rules_count(&standard, &drawn), 0);
}

static void having_no_legal_action_is_a_draw(void **state)
{
	struct rules_state s = ruling_position(&standard, "J10w,N10r 1 -");

	(void)state;
	assert_int_equal(rules_result(&standard, &s), RULES_DRAW);
	s = ruling_position(&single, "J10w,N3w,N10r 2 used");
	assert_int_equal(rules_result(&single, &s), RULES_DRAW);
	s = ruling_position(&single, "J10w,N3w,N10r 2 free");
	assert_int_equal(rules_result(&single, &s), RULES_ONGOING);
	s = ruling_position(&single, "J10w,N10r 1 free");
	assert_int_equal(rules_result(&single, &s), RULES_DRAW);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tile_needs_at_least_two_occupied_neighbours),
		cmocka_unit_test(actions_are_sorted_by_bytes_so_J10_comes_before_J9),
		cmocka_unit_test(in_the_single_opening_player_2_may_place_once_with_exactly_one_neighbour),
		cmocka_unit_test(two_neighbours_do_not_use_up_the_single_placement),
		cmocka_unit_test(five_own_tiles_in_unbroken_line_win_in_each_direction),
		cmocka_unit_test(more_than_five_in_line_win_too),
		cmocka_unit_test(four_in_line_do_not_win),
		cmocka_unit_test(a_gap_or_a_tile_of_the_other_player_breaks_a_line),
		cmocka_unit_test(a_line_does_not_go_on_round_the_edge),
		cmocka_unit_test(red_wins_with_five_too),
		cmocka_unit_test(a_tile_that_cannot_reach_the_outside_is_trapped_and_its_player_loses),
		cmocka_unit_test(gaps_inside_the_ring_do_not_matter),
		cmocka_unit_test(an_open_ring_traps_nothing),
		cmocka_unit_test(a_ring_with_a_tile_of_the_other_player_in_it_is_no_ring),
		cmocka_unit_test(a_ring_around_nothing_but_gaps_wins_nothing),
		cmocka_unit_test(a_ring_around_own_tiles_wins_nothing),
		cmocka_unit_test(a_tile_set_inside_a_closed_ring_of_the_other_player_loses),
		cmocka_unit_test(an_own_tile_inside_the_own_ring_is_harmless),
		cmocka_unit_test(the_edge_is_outside_so_a_wall_against_it_traps_nothing),
		cmocka_unit_test(the_smaller_field_has_its_edge_further_in),
		cmocka_unit_test(the_mover_is_looked_at_first),
		cmocka_unit_test(a_finished_position_shows_the_next_player_and_has_no_actions),
		cmocka_unit_test(fifty_tiles_without_a_winner_are_a_draw),
		cmocka_unit_test(having_no_legal_action_is_a_draw),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
