/*
 * Andantino: what its texts and set-ups refuse, and where its cells are.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tiles.h"

static struct rules_variant standard, single, relocate, both, small;

static int setup(void **state)
{
	(void)state;
	standard = ruling_variant("andantino");
	single = ruling_variant("andantino:opening=single");
	relocate = ruling_variant("andantino:after50=relocate");
	both = ruling_variant("andantino:opening=single,after50=relocate,side=6");
	small = ruling_variant("andantino:side=6");
	return 0;
}

/* ---- Refused --------------------------------------------------------------------------------------------------------- */

static void texts_that_are_malformed_are_refused_with_the_field(void **state)
{
	static const char *const text[][2] = {
		{ "", "TILES: missing" },
		{ "J10w,J11r", "PLAYER: missing" },
		{ "J10w,J11r 1", "SINGLE: missing" },
		{ "J10w,J11r 1 - x", "SINGLE: more text" },
		{ "J10w,J11r  1 -", "PLAYER: missing" },
		{ " J10w,J11r 1 -", "TILES: missing" },
		{ "J10w,J11r 1 - ", "SINGLE: more text" },
		{ "j10w,J11r 1 -", "TILES: a cell was expected" },
		{ "T10w,J11r 1 -", "TILES: a cell was expected" },
		{ "J010w,J11r 1 -", "TILES: a cell was expected" },
		{ "J0w,J11r 1 -", "TILES: a cell was expected" },
		{ "J20w,J11r 1 -", "TILES: a cell was expected" },
		{ "Jw,J11r 1 -", "TILES: a cell was expected" },
		{ "J10,J11r 1 -", "TILES: w or r must follow J10" },
		{ "J10b,J11r 1 -", "TILES: w or r must follow J10" },
		{ "J10W,J11r 1 -", "TILES: w or r must follow J10" },
		{ "J10w,J11r, 1 -", "TILES: a cell was expected" },
		{ ",J10w,J11r 1 -", "TILES: a cell was expected" },
		{ "J10w;J11r 1 -", "TILES: ';J11r' after a tile" },
		{ "J10wJ11r 1 -", "TILES: 'J11r' after a tile" },
		{ "- 1 -", "TILES: a cell was expected" },
		{ "J10w,J11r 0 -", "PLAYER: 1 or 2" },
		{ "J10w,J11r 3 -", "PLAYER: 1 or 2" },
		{ "J10w,J11r 01 -", "PLAYER: 1 or 2" },
		{ "J10w,J11r w -", "PLAYER: 1 or 2" },
		{ "J10w,J11r 1 free", "SINGLE: - with opening=standard" },
		{ "J10w,J11r 1 \x1b[2J", "SINGLE: - with opening=standard, not '?[2J'" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		ruling_refuses(&standard, text[i][0], text[i][1]);
}

static void tiles_out_of_order_are_refused(void **state)
{
	(void)state;
	ruling_refuses(&standard, "J11r,J10w 1 -", "TILES: J10 must stand before J11");
	ruling_refuses(&standard, "J10w,J9r 1 -", "TILES: J9 must stand before J10");
	ruling_refuses(&standard, "K10w,J11r 1 -", "TILES: J11 must stand before K10");
	ruling_position(&standard, "J9r,J10w 1 -"); /* by number, not by bytes */
}

static void two_tiles_on_a_cell_are_refused(void **state)
{
	(void)state;
	ruling_refuses(&standard, "J10w,J10r 1 -", "TILES: two tiles on J10");
}

static void cells_beyond_the_edge_are_refused(void **state)
{
	(void)state;
	ruling_refuses(&standard, "A9w,J11r 1 -", "TILES: no cell A9 on a field of side 10");
	ruling_refuses(&standard, "J11r,S11w 1 -", "TILES: no cell S11");
	ruling_refuses(&small, "D10w,J11r 1 -", "TILES: no cell D10 on a field of side 6");
	ruling_refuses(&small, "J10w,J16r 1 -", "TILES: no cell J16");
	ruling_position(&standard, "D10w,J11r 1 -");
	ruling_position(&small, "E10w,J15r 1 -");
}

static void fewer_than_1_or_more_than_25_tiles_a_side_are_refused(void **state)
{
	char text[RULES_POSITION_MAX];
	int n = 0;

	(void)state;
	ruling_refuses(&standard, "J10w 2 -", "TILES: 0 red");
	ruling_refuses(&standard, "J10r 1 -", "TILES: 0 white");
	for (int i = 0; i < 51; i++)
		n += sprintf(text + n, "%s%c%d%c", i ? "," : "", 'J' + i / 10, 1 + i % 10, i % 2 ? 'r' : 'w');
	sprintf(text + n, " 2 -");
	ruling_refuses(&standard, text, "TILES: 26 white");
}

static void numbers_of_tiles_that_do_not_fit_the_player_are_refused(void **state)
{
	(void)state;
	ruling_refuses(&standard, "J10w,J11r 2 -", "PLAYER: with 1 white and 1 red tiles player 2 cannot");
	ruling_refuses(&standard, "J10w,J11r,K10w 1 -", "PLAYER: with 2 white and 1 red tiles player 1 cannot");
	ruling_refuses(&standard, "J10r,J11r,K10w 1 -", "PLAYER:");
	ruling_refuses(&standard, "J10w,J11r,K10w,K11w 2 -", "PLAYER:");
}

static void the_field_SINGLE_belongs_to_the_option(void **state)
{
	(void)state;
	ruling_refuses(&standard, "J10w,J11r 1 used", "SINGLE: - with opening=standard, not 'used'");
	ruling_refuses(&single, "J10w,J11r 1 -", "SINGLE: free or used, not '-'");
	ruling_refuses(&single, "J10w,J11r 1 Free", "SINGLE: free or used");
	ruling_position(&single, "J10w,J11r 1 used");
}

static void actions_that_are_malformed_are_refused(void **state)
{
	static const char *const text[] = { "",     "K",    "k10",        "K010", "K0", "K10 ",        "K10w",
					    "K10>", ">K10", "K10>L12>M9", "-",    "T1", "K99999999999" };

	(void)state;
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		ruling_refuses_action(&relocate, text[i], "ACTION: ");
		ruling_refuses_action(&standard, text[i], "ACTION: ");
	}
	ruling_refuses_action(&standard, "K10>L12", "only after50=relocate");
	ruling_refuses_action(&small, "A10", "no cell on a field of side 6");
	ruling_refuses_action(&both, "J10>A10", "no cell on a field of side 6");
}

static void looks_that_no_position_has_are_refused(void **state)
{
	struct rules_look look[RULES_SITES_MAX] = { { 0 } }, wrong[RULES_SITES_MAX];
	struct rules_state s, untouched;
	struct rules_error err;

	(void)state;
	memset(&s, 0x5a, sizeof(s));
	untouched = s;
	assert_int_equal(rules_unproject(&standard, look, 1, &s, &err), -EINVAL);
	assert_non_null(strstr(err.text, "TILES: 0 white"));
	look[ruling_site(&standard, "J10")] = (struct rules_look){ .count = 1, .owner = 1 };
	look[ruling_site(&standard, "J11")] = (struct rules_look){ .count = 1, .owner = 2 };
	assert_int_equal(rules_unproject(&standard, look, 2, &s, &err), -EINVAL);
	assert_non_null(strstr(err.text, "PLAYER: "));
	memcpy(wrong, look, sizeof(look));
	wrong[ruling_site(&standard, "K10")].count = 2;
	assert_int_equal(rules_unproject(&standard, wrong, 1, &s, &err), -EINVAL);
	assert_non_null(strstr(err.text, "K10: holds 2"));
	wrong[ruling_site(&standard, "K10")].count = 1;
	assert_int_equal(rules_unproject(&standard, wrong, 1, &s, &err), -EINVAL);
	assert_non_null(strstr(err.text, "K10: the tile is neither white nor red"));
	for (int i = 0; i < RULES_SITES_MAX; i++)
		wrong[i] = (struct rules_look){ .count = 1, .owner = (uint8_t)(1 + i % 2) };
	assert_int_equal(rules_unproject(&standard, wrong, 1, &s, &err), -EINVAL);
	assert_memory_equal(&s, &untouched, sizeof(s));
}

/* ---- The field ------------------------------------------------------------------------------------------------------- */

static void every_cell_is_where_its_name_says_next_to_its_neighbours(void **state)
{
	static const char *const name[] = { "andantino", "andantino:side=8", "andantino:side=7", "andantino:side=6" };
	static const int side[] = { 10, 8, 7, 6 }, cells[] = { 271, 169, 127, 91 };
	static const int around[6][2] = { { 0, -1 }, { 1, -1 }, { -1, 0 }, { 1, 0 }, { -1, 1 }, { 0, 1 } };

	(void)state;
	for (int k = 0; k < 4; k++) {
		struct rules_variant v = ruling_variant(name[k]);
		int n, at = 0, pitch = 960 / (2 * side[k] - 1);
		const struct rules_site *site = rules_sites(&v, &n);

		assert_int_equal(n, cells[k]);
		for (int r = -9; r <= 9; r++)
			for (int q = -9; q <= 9; q++) {
				char text[16];
				int neighbours = 0;

				if (abs(q) >= side[k] || abs(r) >= side[k] || abs(q + r) >= side[k])
					continue;
				snprintf(text, sizeof(text), "%c%d", 'A' + r + 9, q + 10);
				assert_string_equal(site[at].name, text);
				assert_true(abs(2 * (site[at].x - 500) - pitch * (2 * q + r)) <= 1);
				assert_true(abs(site[at].y - (int)(500.5 - pitch * 0.8660254 * r)) <= 1);
				assert_int_equal(site[at].size, pitch);
				assert_true(site[at].x > pitch / 2 && site[at].x < 1000 - pitch / 2 && site[at].y > pitch / 2 &&
					    site[at].y < 1000 - pitch / 2);
				assert_int_equal(site[at].kind, RULES_CELL);
				assert_int_equal(site[at].sense, RULES_SENSE_PIECE);
				for (int i = 0; i < 6; i++) {
					snprintf(text, sizeof(text), "%c%d", 'A' + r + around[i][1] + 9, q + around[i][0] + 10);
					if (rules_site_by_name(&v, text) >= 0)
						assert_int_equal(site[at].neighbour[neighbours++],
								 rules_site_by_name(&v, text));
				}
				assert_int_equal(site[at].neighbours, neighbours);
				at++;
			}
		assert_int_equal(at, n);
	}
}

static void white_starts_with_a_tile_on_J10_red_on_J11(void **state)
{
	char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(&standard, "startpos");

	(void)state;
	rules_format(&standard, &s, text);
	assert_string_equal(text, "J10w,J11r 1 -");
	s = ruling_position(&single, "startpos");
	rules_format(&single, &s, text);
	assert_string_equal(text, "J10w,J11r 1 free");
	assert_int_equal(rules_player(&single, &s), 1);
	assert_true(rules_turn_start(&single, &s));
	assert_int_equal(rules_sites(&single, &(int){ 0 })[ruling_site(&single, "J11")].player, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_that_are_malformed_are_refused_with_the_field),
		cmocka_unit_test(tiles_out_of_order_are_refused),
		cmocka_unit_test(two_tiles_on_a_cell_are_refused),
		cmocka_unit_test(cells_beyond_the_edge_are_refused),
		cmocka_unit_test(fewer_than_1_or_more_than_25_tiles_a_side_are_refused),
		cmocka_unit_test(numbers_of_tiles_that_do_not_fit_the_player_are_refused),
		cmocka_unit_test(the_field_SINGLE_belongs_to_the_option),
		cmocka_unit_test(actions_that_are_malformed_are_refused),
		cmocka_unit_test(looks_that_no_position_has_are_refused),
		cmocka_unit_test(every_cell_is_where_its_name_says_next_to_its_neighbours),
		cmocka_unit_test(white_starts_with_a_tile_on_J10_red_on_J11),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
