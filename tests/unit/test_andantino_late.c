/*
 * Andantino: relocating after fifty tiles, scores, reasons, ways, opinions.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tiles.h"

static struct rules_variant standard, single, relocate, both;

static int setup(void **state)
{
	(void)state;
	standard = ruling_variant("andantino");
	single = ruling_variant("andantino:opening=single");
	relocate = ruling_variant("andantino:after50=relocate");
	both = ruling_variant("andantino:opening=single,after50=relocate,side=6");
	return 0;
}

/* ---- Relocating ------------------------------------------------------------------------------------------------------ */

static void with_relocate_fifty_tiles_go_on_and_either_player_may_be_to_move(void **state)
{
	struct rules_state s = tiles_all(&relocate);
	char text[RULES_POSITION_MAX], *player;

	(void)state;
	assert_int_equal(rules_result(&relocate, &s), RULES_ONGOING);
	assert_int_equal(rules_player(&relocate, &s), 1);
	assert_true(rules_count(&relocate, &s) > 0);
	rules_format(&relocate, &s, text);
	player = strchr(text, ' ') + 1;
	*player = '2';
	s = ruling_position(&relocate, text);
	assert_int_equal(rules_player(&relocate, &s), 2);
	ruling_refuses(&standard, text, "PLAYER: ");
}

static void before_fifty_tiles_nothing_is_relocated(void **state)
{
	struct rules_state s = ruling_position(&relocate, "startpos");

	(void)state;
	assert_false(ruling_legal(&relocate, &s, "J10>K10"));
	assert_true(ruling_legal(&relocate, &s, "K10"));
}

static void only_an_own_tile_is_lifted_and_set_on_an_other_empty_cell(void **state)
{
	struct rules_state s = tiles_all(&relocate);
	struct rules_look look[RULES_SITES_MAX];
	rules_action list[RULES_ACTIONS_MAX];
	int n = rules_legal(&relocate, &s, list), sites;
	const struct rules_site *site = rules_sites(&relocate, &sites);

	(void)state;
	rules_project(&relocate, &s, look);
	for (int i = 0; i < n; i++) {
		char text[RULES_ACTION_MAX], *sign;

		rules_action_text(&relocate, list[i], text);
		sign = strchr(text, '>');
		assert_non_null(sign);
		*sign = '\0';
		assert_int_equal(look[ruling_site(&relocate, text)].owner, 1);
		assert_int_equal(look[ruling_site(&relocate, sign + 1)].count, 0);
	}
	for (int i = 0; i < sites; i++) {
		char text[RULES_ACTION_MAX];

		snprintf(text, sizeof(text), "%s>%s", site[i].name, site[i].name);
		assert_false(ruling_legal(&relocate, &s, text));
		assert_false(ruling_legal(&relocate, &s, site[i].name));
	}
}

static void the_two_neighbours_are_counted_after_the_lift(void **state)
{
	char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(&relocate, tiles_fifty("G10 G11/G8", 1, text));

	(void)state;
	assert_true(ruling_legal(&relocate, &s, "P1>H10"));   /* touches G10 and G11 */
	assert_false(ruling_legal(&relocate, &s, "G10>H10")); /* without G10 only G11 */
	assert_false(ruling_legal(&relocate, &s, "G10>G9"));  /* touches G8 and the tile that is lifted */
	assert_true(ruling_legal(&relocate, &s, "G11>G9"));
	assert_false(ruling_legal(&relocate, &s, "G8>G9")); /* not his */
}

static void the_win_is_looked_at_after_the_whole_relocation(void **state)
{
	char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(&relocate, tiles_fifty("G7 G8 G10 G11 H5/", 1, text));

	(void)state;
	assert_int_equal(tiles_after(&relocate, s, "P1>G9"), 1);
	s = ruling_position(&relocate, tiles_fifty("G7 G8 G10 G11 H6/", 1, text));
	assert_int_equal(tiles_after(&relocate, s, "G7>G9"), RULES_ONGOING); /* the fifth came from the line itself */
}

static void lifting_a_tile_opens_its_ring(void **state)
{
	char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(&relocate, tiles_fifty("F10 F11 G9 G11 H9 H10/E11", 1, text));

	(void)state;
	ruling_play(&relocate, &s, "F10>I9");
	assert_int_equal(tiles_after(&relocate, s, "E11>G10"), RULES_ONGOING);
	s = ruling_position(&relocate, tiles_fifty("F10 F11 G9 G11 H9 H10/E11", 2, text));
	assert_int_equal(tiles_after(&relocate, s, "E11>G10"), 1); /* closed, it loses */
}

static void relocating_can_close_a_ring(void **state)
{
	char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(&relocate, tiles_fifty("F10 F11 G9 G11 H9/G10", 1, text));

	(void)state;
	assert_int_equal(tiles_after(&relocate, s, "P1>H10"), 1);
	assert_int_equal(tiles_after(&relocate, s, "P1>E11"), RULES_ONGOING);
}

static void relocations_never_change_SINGLE_and_always_need_two(void **state)
{
	struct rules_variant v = ruling_variant("andantino:opening=single,after50=relocate");
	struct rules_state s;
	char text[RULES_POSITION_MAX], free_text[RULES_POSITION_MAX + 8];
	struct naive_actions naive;

	(void)state;
	tiles_fifty("G10 G11/G8", 2, text);
	snprintf(free_text, sizeof(free_text), "%.*sfree", (int)strlen(text) - 1, text);
	s = ruling_position(&v, free_text);
	assert_false(ruling_legal(&v, &s, "G8>F10"));
	naive_andantino_legal(&(struct naive_andantino){ 10, true, true }, free_text, &naive);
	ruling_agrees(&v, &s, 0, &naive);
	ruling_play(&v, &s, "G8>H10");
	rules_format(&v, &s, text);
	assert_non_null(strstr(text, " 1 free"));
}

/* ---- Score, reasons, ways -------------------------------------------------------------------------------------------- */

static void the_winner_scores_50_minus_the_tiles_on_the_table(void **state)
{
	struct rules_state s = tiles_table(&standard, "J8 J9 J11 J12", "", 1);
	int points[RULES_PLAYERS_MAX + 1];

	(void)state;
	ruling_play(&standard, &s, "J10");
	assert_true(rules_score(&standard, &s, points));
	assert_int_equal(points[1], 41);
	assert_int_equal(points[2], 0);
	s = ruling_position(&standard, "startpos");
	assert_true(rules_score(&standard, &s, points));
	assert_int_equal(points[1] + points[2], 0);
}

static void why_names_the_rule_and_the_cells(void **state)
{
	struct rules_state s = ruling_position(&standard, "startpos");

	(void)state;
	assert_string_equal(ruling_why(&standard, &s, "", "K11", 1, "two-neighbours", "K11 J11"), "J11");
	assert_string_equal(ruling_why(&standard, &s, "", "A10", 1, "two-neighbours", "A10"), "A10");
	assert_string_equal(ruling_why(&standard, &s, "", "J11", 1, "cell-occupied", "J11"), "J11");
	assert_string_equal(ruling_why(&standard, &s, "", "K10", 2, "not-your-turn", ""), "");
	assert_string_equal(ruling_why(&standard, &s, "J10", "K10", 1, "tiles-stay", "J10"), "J10");
	assert_string_equal(ruling_why(&standard, &s, "J10", "", 1, "tiles-stay", "J10"), "J10");
	assert_string_equal(ruling_why(&standard, &s, "A10", "K10", 1, "nothing-there", "A10"), "A10");
	ruling_why(&standard, &s, "", "K10", 1, "", "");
	ruling_why(&standard, &s, "", "K10", 0, "", "");
	s = ruling_position(&standard, "J8w,J9w,J10w,J11w,J12w,L3r,L6r,L9r,L12r 2 -");
	assert_string_equal(ruling_why(&standard, &s, "", "K10", 2, "game-over", ""), "");
	s = ruling_position(&single, "J10w,J11r,K10w 2 used");
	assert_string_equal(ruling_why(&single, &s, "", "L10", 2, "two-neighbours", "L10 K10"), "K10");
}

static void why_not_of_relocations_names_the_rule_and_the_cells(void **state)
{
	char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(&relocate, tiles_fifty("G10 G11/G8", 1, text));

	(void)state;
	assert_string_equal(ruling_why(&relocate, &s, "", "H10", 1, "all-placed", "50"), "");
	assert_string_equal(ruling_why(&relocate, &s, "G8", "H10", 2, "not-your-piece", "G8"), "G8");
	assert_string_equal(ruling_why(&relocate, &s, "G10", "G10", 1, "same-cell", "G10"), "G10");
	assert_string_equal(ruling_why(&relocate, &s, "G10", "G11", 1, "cell-occupied", "G11"), "G11");
	assert_string_equal(ruling_why(&relocate, &s, "G10", "H10", 1, "two-neighbours", "H10 G11"), "G11");
	assert_string_equal(ruling_why(&relocate, &s, "G7", "H10", 1, "nothing-there", "G7"), "G7");
	ruling_why(&relocate, &s, "P1", "H10", 1, "", "");
	ruling_why(&relocate, &s, "P1", "", 1, "", "");
	s = ruling_position(&relocate, "startpos");
	assert_string_equal(ruling_why(&relocate, &s, "J10", "", 1, "tiles-stay", "J10 50"), "J10");
}

static void every_illegal_placement_has_a_reason_and_no_legal_one_has(void **state)
{
	uint64_t seed = 3;

	(void)state;
	for (int game = 0; game < 20; game++) {
		struct rules_state s = ruling_position(&both, "startpos");
		int sites;
		const struct rules_site *site = rules_sites(&both, &sites);

		tiles_grow(&both, &s, game * 3, &seed);
		if (rules_result(&both, &s) || game * 3 + 2 >= 50)
			continue;
		for (int i = 0; i < sites; i++) {
			struct rules_attempt attempt = { RULES_NO_SITE, (uint16_t)i, (uint8_t)rules_player(&both, &s), 1 };
			struct rules_why why;

			assert_int_equal(rules_why_illegal(&both, &s, &attempt, &why),
					 ruling_legal(&both, &s, site[i].name) ? -EALREADY : 0);
		}
	}
}

static void the_way_of_a_tile_is_its_cell_or_two(void **state)
{
	char text[RULES_POSITION_MAX], way[4096];
	struct rules_state s = ruling_position(&standard, "startpos");

	(void)state;
	ruling_path(&standard, &s, "K10", way);
	assert_string_equal(way, "START:K10 END:K10");
	s = ruling_position(&relocate, tiles_fifty("G10 G11/G8", 1, text));
	ruling_path(&relocate, &s, "G11>G9", way);
	assert_string_equal(way, "START:G11 END:G9");
}

static void an_opinion_is_sure_of_finished_positions_and_likes_lines(void **state)
{
	struct rules_state s = tiles_table(&standard, "J8 J9 J10 J11", "M5 M8 M11 M14", 1);

	(void)state;
	assert_true(rules_judge(&standard, &s, 1) > 100);
	assert_int_equal(rules_judge(&standard, &s, 1), -rules_judge(&standard, &s, 2));
	s = tiles_table(&standard, "J8 J9 J10 J11 J12", "", 2);
	assert_int_equal(rules_judge(&standard, &s, 1), 1000);
	assert_int_equal(rules_judge(&standard, &s, 2), -1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(with_relocate_fifty_tiles_go_on_and_either_player_may_be_to_move),
		cmocka_unit_test(before_fifty_tiles_nothing_is_relocated),
		cmocka_unit_test(only_an_own_tile_is_lifted_and_set_on_an_other_empty_cell),
		cmocka_unit_test(the_two_neighbours_are_counted_after_the_lift),
		cmocka_unit_test(the_win_is_looked_at_after_the_whole_relocation),
		cmocka_unit_test(lifting_a_tile_opens_its_ring),
		cmocka_unit_test(relocating_can_close_a_ring),
		cmocka_unit_test(relocations_never_change_SINGLE_and_always_need_two),
		cmocka_unit_test(the_winner_scores_50_minus_the_tiles_on_the_table),
		cmocka_unit_test(why_names_the_rule_and_the_cells),
		cmocka_unit_test(why_not_of_relocations_names_the_rule_and_the_cells),
		cmocka_unit_test(every_illegal_placement_has_a_reason_and_no_legal_one_has),
		cmocka_unit_test(the_way_of_a_tile_is_its_cell_or_two),
		cmocka_unit_test(an_opinion_is_sure_of_finished_positions_and_likes_lines),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
