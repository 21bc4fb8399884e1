/*
 * Oraia: what its texts and set-ups refuse, and where its sites are.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- Refused --------------------------------------------------------------------------------------------------------- */

static void texts_that_are_malformed_are_refused_with_the_field(void **state)
{
	static const char *const text[][2] = {
		{ "", "C/O/I/H: missing" },
		{ "brbrbrbr/......../......../.", "PLAYER: missing" },
		{ "brbrbrbr/......../......../. 1", "PHASE: missing" },
		{ "brbrbrbr/......../......../. 1 move", "LAST: missing" },
		{ "brbrbrbr/......../......../. 1 move - -", "LAST: more text" },
		{ "brbrbrbr/......../......../. 1 move - ", "LAST: more text" },
		{ "brbrbrbr/......../......../.  1 move -", "PLAYER: missing" },
		{ "brbrbrb/......../......../. 1 move -", "C: needs 8 of . b r B R, has 7" },
		{ "brbrbrbr./......../......../. 1 move -", "C: needs 8 of . b r B R, has 9" },
		{ "brbrbrbr/......./......../. 1 move -", "O: needs 8 of . b r B R, has 7" },
		{ "brbrbrbr/......../........./. 1 move -", "I: needs 8 of . b r B R, has 9" },
		{ "brbrbrbr/......../......../ 1 move -", "H: needs 1 of . b r B R, has 0" },
		{ "brbrbrbr/......../......../.. 1 move -", "H: needs 1 of . b r B R, has 2" },
		{ "brbrbrbr/......../........ 1 move -", "H: missing" },
		{ "brbrbrbr 1 move -", "O: missing" },
		{ "brbrbrbr/......../.......././ 1 move -", "H: more text" },
		{ "xrbrbrbr/......../......../. 1 move -", "C: character 1 is 'x'" },
		{ "brbrbrbr/..w...../......../. 1 move -", "O: character 3 is 'w'" },
		{ "brbrbrbr/8/8/. 1 move -", "O: needs 8" },
		{ "brbrbrbr/......../......../. 0 move -", "PLAYER: 1 or 2, not '0'" },
		{ "brbrbrbr/......../......../. 3 move -", "PLAYER: 1 or 2, not '3'" },
		{ "brbrbrbr/......../......../. 01 move -", "PLAYER: 1 or 2, not '01'" },
		{ "brbrbrbr/......../......../. 1 Move -", "PHASE: move or turn, not 'Move'" },
		{ "brbrbrbr/......../......../. 1 move x", "LAST: last or -, not 'x'" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		ruling_refuses(&leave, text[i][0], text[i][1]);
		ruling_refuses(&stay, text[i][0], text[i][1]);
	}
}

static void other_numbers_than_four_pawns_a_side_are_refused(void **state)
{
	(void)state;
	ruling_refuses(&leave, "brbrbrbr/b......./......../. 1 move -", "C/O/I/H: 5 blue pawns, each side has 4");
	ruling_refuses(&leave, "brbr.rbr/......../......../. 1 move -", "C/O/I/H: 3 blue pawns");
	ruling_refuses(&leave, "b.brbrbr/......../......../. 1 move -", "C/O/I/H: 3 red pawns");
}

static void an_uncharged_pawn_on_the_hub_is_refused(void **state)
{
	(void)state;
	ruling_refuses(&leave, ".rbrbrbr/......../......../b 1 move -", "H: an uncharged pawn");
	ruling_refuses(&leave, "b.brbrbr/......../......../r 1 move -", "H: an uncharged pawn");
}

static void a_charged_pawn_on_its_own_sides_starting_place_is_refused(void **state)
{
	(void)state;
	ruling_refuses(&leave, "Brbrbrbr/......../......../. 1 move -", "C: on C1 a charged blue pawn");
	ruling_refuses(&leave, "brbrbrbR/......../......../. 1 move -", "C: on C8 a charged red pawn");
}

static void an_uncharged_pawn_on_the_other_sides_starting_place_is_refused(void **state)
{
	(void)state;
	ruling_refuses(&leave, ".bbrbrbr/r......./......../. 1 move -", "C: on C2 an uncharged blue pawn");
	ruling_refuses(&leave, "rrbrbrb./b......./......../. 1 move -", "C: on C1 an uncharged red pawn");
}

static void phase_turn_without_the_players_pawn_on_H_is_refused(void **state)
{
	(void)state;
	ruling_refuses(&leave, "brbrbrbr/......../......../. 1 turn -", "PHASE: turn, but player 1 has no pawn on H");
	ruling_refuses(&leave, "b.brbrbr/......../......../R 1 turn -", "PHASE: turn, but player 1 has no pawn on H");
	ruling_position(&leave, "b.brbrbr/......../......../R 2 turn -");
}

static void last_is_refused_but_for_player_2_when_only_player_1_is_done(void **state)
{
	(void)state;
	ruling_refuses(&leave, ".B.B.B.B/rrrr..../......../. 1 move last", "LAST: only player 2 has an extra turn");
	ruling_refuses(&leave, "brbrbrbr/......../......../. 2 move last", "LAST: player 1 has not filled");
	ruling_refuses(&leave, "RBRBRBRB/......../......../. 2 move last", "LAST: player 2 has filled");
	ruling_refuses(&leave, ".r.B.B.B/b...rrr./......../. 2 move last", "LAST: player 1 has not filled");
	ruling_position(&stay, ".r.B.B.B/b...rrr./......../. 2 move last");
	ruling_position(&leave, ".B.B.B.B/rrrr..../......../. 2 move last");
	ruling_position(&leave, ".B.B.B.B/rrr...../......../R 2 turn last");
}

static void player_2_without_last_while_only_player_1_is_done_is_refused(void **state)
{
	(void)state;
	ruling_refuses(&leave, ".B.B.B.B/rrrr..../......../. 2 move -", "LAST: player 1 has filled");
	ruling_refuses(&stay, ".r.B.B.B/b...rrr./......../. 2 move -", "LAST: player 1 has filled");
	ruling_position(&leave, ".r.B.B.B/b...rrr./......../. 2 move -");
}

static void phase_turn_without_last_while_somebody_is_done_is_refused(void **state)
{
	(void)state;
	ruling_refuses(&leave, ".B.B.B.B/rrr...../......../R 2 turn -", "PHASE: turn, but player 1 has filled");
	ruling_refuses(&leave, "R.R.R.R./bbb...../......../B 1 turn -", "PHASE: turn, but player 2 has filled");
}

static void actions_that_are_malformed_are_refused(void **state)
{
	static const char *const text[] = { "",      "C1",  "C1O",    "C1O9", "C0O1", "c1O1", "C1O1 ", " C1O1",
					    "C1-O1", "HH1", "C1O1I1", "<<",   "+",    "move", "C11O1" };

	(void)state;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		ruling_refuses_action(&leave, text[i], "ACTION: two sites were expected");
}

static void looks_that_no_position_has_are_refused(void **state)
{
	struct rules_state s = ruling_position(&leave, "startpos"), untouched = s;
	struct rules_look look[RULES_SITES_MAX], good[RULES_SITES_MAX];
	struct rules_error err;

	(void)state;
	rules_project(&leave, &s, good);
	memcpy(look, good, sizeof(good));
	look[ruling_site(&leave, "C1")].count = 0;
	look[ruling_site(&leave, "C1")].owner = 0;
	assert_int_equal(rules_unproject(&leave, look, 1, &s, &err), -EINVAL);
	assert_non_null(strstr(err.text, "C/O/I/H: 3 blue pawns"));
	look[ruling_site(&leave, "H")] = (struct rules_look){ .count = 1, .owner = 1 };
	assert_int_equal(rules_unproject(&leave, look, 1, &s, &err), -EINVAL);
	assert_non_null(strstr(err.text, "H: an uncharged pawn"));
	memcpy(look, good, sizeof(good));
	look[ruling_site(&leave, "C1")].count = 2;
	assert_int_equal(rules_unproject(&leave, look, 1, &s, &err), -EINVAL);
	assert_non_null(strstr(err.text, "C1: holds 2"));
	memcpy(look, good, sizeof(good));
	look[ruling_site(&leave, "C1")].owner = 0;
	assert_int_equal(rules_unproject(&leave, look, 1, &s, &err), -EINVAL);
	assert_non_null(strstr(err.text, "C1: the pawn is neither blue nor red"));
	assert_memory_equal(&s, &untouched, sizeof(s));
}

/* ---- Sites and lines ------------------------------------------------------------------------------------------------- */

static void the_table_has_eight_places_two_circles_and_a_hub(void **state)
{
	int n;
	const struct rules_site *site = rules_sites(&leave, &n);

	(void)state;
	assert_int_equal(n, 25);
	for (int i = 0; i < n; i++) {
		int dx = site[i].x - 500, dy = site[i].y - 500, square = dx * dx + dy * dy;
		char ring = site[i].name[0];
		int radius = ring == 'C' ? 420 : ring == 'O' ? 275 : ring == 'I' ? 158 : 0;

		assert_true(radius == 0 ? square == 0 : abs(square - radius * radius) <= 4 * radius);
		assert_int_equal(site[i].kind, ring == 'C' ? RULES_PLACE : RULES_DISK);
		assert_int_equal(site[i].sense, RULES_SENSE_PIECE);
		assert_int_equal(site[i].player, ring == 'C' ? 2 - (site[i].name[1] - '0') % 2 : 0);
		assert_int_equal(site[i].neighbours, ring == 'C' ? 1 : ring == 'H' ? 8 : 4);
		for (int k = 0; k < site[i].neighbours; k++) {
			const struct rules_site *next = &site[site[i].neighbour[k]];
			bool back = false;

			assert_true(k == 0 || site[i].neighbour[k] > site[i].neighbour[k - 1]);
			for (int b = 0; b < next->neighbours; b++)
				back |= next->neighbour[b] == i;
			assert_true(back);
		}
	}
}

static void sites_of_one_number_lie_on_a_ray_and_numbers_go_clockwise(void **state)
{
	int n;
	const struct rules_site *site = rules_sites(&leave, &n);

	(void)state;
	for (int i = 1; i <= 8; i++) {
		char name[16];
		const struct rules_site *ray[3], *next;

		for (int k = 0; k < 3; k++) {
			snprintf(name, sizeof(name), "%c%d", "COI"[k], i);
			ray[k] = &site[ruling_site(&leave, name)];
		}
		assert_true(ray[0]->x != 500);
		for (int k = 1; k < 3; k++) {
			int cross = (ray[0]->x - 500) * (ray[k]->y - 500) - (ray[0]->y - 500) * (ray[k]->x - 500);

			assert_true(cross > -420 && cross < 420); /* within a unit of the ray */
		}
		snprintf(name, sizeof(name), "C%d", i % 8 + 1);
		next = &site[ruling_site(&leave, name)];
		/* y points down, so a positive turn is clockwise */
		assert_true((ray[0]->x - 500) * (next->y - 500) - (ray[0]->y - 500) * (next->x - 500) > 0);
	}
}

static void blue_starts_on_odd_places_red_on_even_ones_all_uncharged(void **state)
{
	char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(&leave, "startpos");

	(void)state;
	rules_format(&leave, &s, text);
	assert_string_equal(text, "brbrbrbr/......../......../. 1 move -");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_that_are_malformed_are_refused_with_the_field),
		cmocka_unit_test(other_numbers_than_four_pawns_a_side_are_refused),
		cmocka_unit_test(an_uncharged_pawn_on_the_hub_is_refused),
		cmocka_unit_test(a_charged_pawn_on_its_own_sides_starting_place_is_refused),
		cmocka_unit_test(an_uncharged_pawn_on_the_other_sides_starting_place_is_refused),
		cmocka_unit_test(phase_turn_without_the_players_pawn_on_H_is_refused),
		cmocka_unit_test(last_is_refused_but_for_player_2_when_only_player_1_is_done),
		cmocka_unit_test(player_2_without_last_while_only_player_1_is_done_is_refused),
		cmocka_unit_test(phase_turn_without_last_while_somebody_is_done_is_refused),
		cmocka_unit_test(actions_that_are_malformed_are_refused),
		cmocka_unit_test(looks_that_no_position_has_are_refused),
		cmocka_unit_test(the_table_has_eight_places_two_circles_and_a_hub),
		cmocka_unit_test(sites_of_one_number_lie_on_a_ray_and_numbers_go_clockwise),
		cmocka_unit_test(blue_starts_on_odd_places_red_on_even_ones_all_uncharged),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
