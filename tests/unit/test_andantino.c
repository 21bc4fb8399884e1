/*
 * Andantino: what its texts refuse, then its rules sentence by sentence, then many positions against the slow one.
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

static void lay(const struct rules_variant *v, struct rules_look *look, const char *cells, int owner, int *count)
{
	char copy[512], *rest = copy, *name;

	strcpy(copy, cells);
	while ((name = strsep(&rest, " "))) {
		if (*name) {
			look[ruling_site(v, name)] = (struct rules_look){ .count = 1, .owner = (uint8_t)owner };
			++*count;
		}
	}
}

/* Sets up tiles; lone tiles far off make the numbers right for `player` to move. Not for crowded tables. */
static struct rules_state table(const struct rules_variant *v, const char *white, const char *red, int player)
{
	static const char *const far[] = { "A10", "A13", "A16", "A19", "D19", "G19", "D7", "S1", "S4", "S7", "S10", "P13" };
	struct rules_look look[RULES_SITES_MAX] = { { 0 } };
	struct rules_error err = { "" };
	struct rules_state s;
	int n[2] = { 0, 0 };

	lay(v, look, white, 1, &n[0]);
	lay(v, look, red, 2, &n[1]);
	for (size_t i = 0; n[0] - n[1] != player - 1; i++) {
		int owner = n[0] - n[1] < player - 1 ? 1 : 2;

		assert_true(i < sizeof(far) / sizeof(far[0]));
		if (look[ruling_site(v, far[i])].count)
			continue;
		lay(v, look, far[i], owner, &n[owner - 1]);
	}
	if (rules_unproject(v, look, player, &s, &err))
		fail_msg("%s", err.text);
	return s;
}

static int after(const struct rules_variant *v, struct rules_state s, const char *actions)
{
	ruling_play(v, &s, actions);
	return rules_result(v, &s);
}

/* A random game that ends only when nothing else is possible, on to `tiles` tiles. */
static bool grow(const struct rules_variant *v, struct rules_state *s, int actions, uint64_t *seed)
{
	for (int played = 0; played < actions; played++) {
		rules_action list[RULES_ACTIONS_MAX];
		int n = rules_legal(v, s, list), k = 0;

		for (; n > 0; n--) {
			struct rules_state next = *s;

			*seed = *seed * 6364136223846793005u + 1442695040888963407u;
			k = (int)((*seed >> 33) % (uint64_t)n);
			rules_apply(v, &next, list[k]);
			if (rules_result(v, &next) == RULES_ONGOING) {
				*s = next;
				break;
			}
			list[k] = list[n - 1];
		}
		if (n <= 0)
			return false;
	}
	return true;
}

/* A position with all 50 tiles on the table and nobody the winner. */
static struct rules_state all_tiles(const struct rules_variant *v)
{
	struct rules_state s;
	uint64_t seed = 7;

	do
		s = ruling_position(v, "startpos");
	while (!grow(v, &s, 48, &seed));
	return s;
}

/* ---- Refused ------------------------------------------------------------------------------------------------------- */

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

/* ---- The field ----------------------------------------------------------------------------------------------------- */

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

/* ---- Placing ------------------------------------------------------------------------------------------------------- */

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
	struct rules_state s = table(&standard, "J8 K8 J11", "K7 J12 J1", 1);
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

/* ---- Winning ------------------------------------------------------------------------------------------------------- */

static void five_own_tiles_in_unbroken_line_win_in_each_direction(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, "J8 J9 J11 J12", "", 1), "J10"), 1);
	assert_int_equal(after(&standard, table(&standard, "H10 I10 K10 L10", "", 1), "J10"), 1);
	assert_int_equal(after(&standard, table(&standard, "H12 I11 K9 L8", "", 1), "J10"), 1);
}

static void more_than_five_in_line_win_too(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, "J8 J9 J11 J12 J13", "", 1), "J10"), 1);
}

static void four_in_line_do_not_win(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, "J8 J9 J11", "", 1), "J10"), 0);
}

static void a_gap_or_a_tile_of_the_other_player_breaks_a_line(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, "J7 J8 J11 J12", "J6 K10", 1), "J10"), 0);
	assert_int_equal(after(&standard, table(&standard, "J7 J9 J11 J12", "J8", 1), "J10"), 0);
}

static void a_line_does_not_go_on_round_the_edge(void **state)
{
	struct rules_state s = table(&standard, "J17 J18 J19 K1 K2", "J5", 1);

	(void)state;
	assert_int_equal(rules_result(&standard, &s), RULES_ONGOING);
}

static void red_wins_with_five_too(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, "K11", "J8 J9 J10 J11", 2), "J12"), 2);
}

#define RING_J10 "I10 I11 J9 J11 K9"

static void a_tile_that_cannot_reach_the_outside_is_trapped_and_its_player_loses(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, RING_J10, "J10", 1), "K10"), 1);
	assert_int_equal(after(&standard, table(&standard, "J10", RING_J10, 2), "K10"), 2);
}

static void gaps_inside_the_ring_do_not_matter(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, "I10 I11 I12 J9 J12 K9 K11", "J10", 1), "K10"), 1);
}

static void an_open_ring_traps_nothing(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, "I10 I11 I12 J9 K9 K11", "J10", 1), "K10"), 0);
}

static void a_ring_with_a_tile_of_the_other_player_in_it_is_no_ring(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, "I10 I11 J9 K9", "J10 J11", 1), "K10"), 0);
}

static void a_ring_around_nothing_but_gaps_wins_nothing(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, RING_J10, "", 1), "K10"), 0);
}

static void a_ring_around_own_tiles_wins_nothing(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, RING_J10 " J10", "", 1), "K10"), 0);
}

static void a_tile_set_inside_a_closed_ring_of_the_other_player_loses(void **state)
{
	struct rules_state s = table(&standard, RING_J10, "", 1);

	(void)state;
	ruling_play(&standard, &s, "K10");
	assert_int_equal(after(&standard, s, "J10"), 1);
}

static void an_own_tile_inside_the_own_ring_is_harmless(void **state)
{
	struct rules_state s = table(&standard, RING_J10 " K10", "", 1);

	(void)state;
	assert_int_equal(rules_result(&standard, &s), RULES_ONGOING);
	assert_int_equal(after(&standard, s, "J10"), RULES_ONGOING);
}

static void the_edge_is_outside_so_a_wall_against_it_traps_nothing(void **state)
{
	(void)state;
	assert_int_equal(after(&standard, table(&standard, "A11 B9", "A10", 1), "B10"), 0);
	assert_int_equal(after(&standard, table(&standard, "J18 K17 K18", "J19 I19", 1), "I18"), 0);
	assert_int_equal(after(&small, ruling_position(&small, "E10r,E11w,F9w,J10r 1 -"), "F10"), 0);
}

static void the_smaller_field_has_its_edge_further_in(void **state)
{
	struct rules_state s;

	(void)state;
	/* J15 is at the edge of side 6 and in the middle of things on side 10. */
	s = ruling_position(&small, "I14r,I15w,J14w,J15r,K13r,K14w 1 -");
	assert_int_equal(rules_result(&small, &s), RULES_ONGOING);
	assert_false(rules_site_by_name(&small, "J16") >= 0);
	s = table(&standard, "I15 I16 J14 J16 K14", "J15", 1);
	assert_int_equal(after(&standard, s, "K15"), 1);
}

static void the_mover_is_looked_at_first(void **state)
{
	struct rules_state s;

	(void)state;
	s = table(&standard, "J8 J9 J10 J11 J12", "M5 M6 M7 M8 M9", 1);
	assert_int_equal(rules_result(&standard, &s), 2); /* red has moved */
	s = table(&standard, "J8 J9 J10 J11 J12", "M5 M6 M7 M8 M9", 2);
	assert_int_equal(rules_result(&standard, &s), 1);
	s = table(&standard, "J8 J9 J10 J11 J12", "", 1);
	assert_int_equal(rules_result(&standard, &s), 1); /* then the other */
	s = table(&standard, "I10 I11 J9 J11 K9 K10", "J10 M5 M6 M7 M8 M9", 2);
	assert_int_equal(rules_result(&standard, &s), 1); /* a ring is as good as a line */
	s = table(&standard, "I10 I11 J9 J11 K9 K10", "J10 M5 M6 M7 M8 M9", 1);
	assert_int_equal(rules_result(&standard, &s), 2);
}

static void a_finished_position_shows_the_next_player_and_has_no_actions(void **state)
{
	struct rules_state s = table(&standard, "J8 J9 J11 J12", "", 1);

	(void)state;
	ruling_play(&standard, &s, "J10");
	assert_int_equal(rules_player(&standard, &s), 2);
	assert_int_equal(rules_count(&standard, &s), 0);
	assert_int_equal(rules_perft(&standard, &s, 1), 0);
	assert_int_equal(rules_perft(&standard, &s, 0), 1);
}

/* ---- Drawing ------------------------------------------------------------------------------------------------------- */

static void fifty_tiles_without_a_winner_are_a_draw(void **state)
{
	struct rules_state s = all_tiles(&relocate), drawn;
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

/* ---- Relocating ---------------------------------------------------------------------------------------------------- */

static void with_relocate_fifty_tiles_go_on_and_either_player_may_be_to_move(void **state)
{
	struct rules_state s = all_tiles(&relocate);
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
	struct rules_state s = all_tiles(&relocate);
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

/* Fifty tiles that nobody has won with: "WHITE/RED" and white on P1 where the test wants them, the rest thrown into the rows P
 * to S and A until it fits. */
static const char *fifty(const char *cells, int player, char text[RULES_POSITION_MAX])
{
	static const char *const row = "PQRSA";
	const char *slash = strchr(cells, '/');
	uint64_t seed = 1;

	for (int attempt = 0; attempt < 100000; attempt++) {
		struct rules_look look[RULES_SITES_MAX] = { { 0 } };
		struct rules_state s;
		int n[2] = { 0, 0 };
		char white[128];

		snprintf(white, sizeof(white), "P1 %.*s", (int)(slash - cells), cells);
		lay(&relocate, look, white, 1, &n[0]);
		lay(&relocate, look, slash + 1, 2, &n[1]);
		for (int i = 0; n[0] + n[1] < 50; i++) {
			char name[16];
			int owner;

			seed = seed * 6364136223846793005u + 1442695040888963407u;
			owner = n[0] == 25 ? 2 : n[1] == 25 ? 1 : 1 + (int)(seed >> 63);
			snprintf(name, sizeof(name), "%c%d", row[i / 19], 1 + i % 19);
			if (rules_site_by_name(&relocate, name) >= 0 && !look[ruling_site(&relocate, name)].count)
				lay(&relocate, look, name, owner, &n[owner - 1]);
		}
		if (rules_unproject(&relocate, look, player, &s, NULL) == 0 && rules_result(&relocate, &s) == RULES_ONGOING) {
			rules_format(&relocate, &s, text);
			return text;
		}
	}
	fail_msg("no fifty tiles with %s", cells);
	return NULL;
}

static void the_two_neighbours_are_counted_after_the_lift(void **state)
{
	char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(&relocate, fifty("G10 G11/G8", 1, text));

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
	struct rules_state s = ruling_position(&relocate, fifty("G7 G8 G10 G11 H5/", 1, text));

	(void)state;
	assert_int_equal(after(&relocate, s, "P1>G9"), 1);
	s = ruling_position(&relocate, fifty("G7 G8 G10 G11 H6/", 1, text));
	assert_int_equal(after(&relocate, s, "G7>G9"), RULES_ONGOING); /* the fifth came from the line itself */
}

static void lifting_a_tile_opens_its_ring(void **state)
{
	char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(&relocate, fifty("F10 F11 G9 G11 H9 H10/E11", 1, text));

	(void)state;
	ruling_play(&relocate, &s, "F10>I9");
	assert_int_equal(after(&relocate, s, "E11>G10"), RULES_ONGOING);
	s = ruling_position(&relocate, fifty("F10 F11 G9 G11 H9 H10/E11", 2, text));
	assert_int_equal(after(&relocate, s, "E11>G10"), 1); /* closed, it loses */
}

static void relocating_can_close_a_ring(void **state)
{
	char text[RULES_POSITION_MAX];
	struct rules_state s = ruling_position(&relocate, fifty("F10 F11 G9 G11 H9/G10", 1, text));

	(void)state;
	assert_int_equal(after(&relocate, s, "P1>H10"), 1);
	assert_int_equal(after(&relocate, s, "P1>E11"), RULES_ONGOING);
}

static void relocations_never_change_SINGLE_and_always_need_two(void **state)
{
	struct rules_variant v = ruling_variant("andantino:opening=single,after50=relocate");
	struct rules_state s;
	char text[RULES_POSITION_MAX], free_text[RULES_POSITION_MAX + 8];
	struct naive_actions naive;

	(void)state;
	fifty("G10 G11/G8", 2, text);
	snprintf(free_text, sizeof(free_text), "%.*sfree", (int)strlen(text) - 1, text);
	s = ruling_position(&v, free_text);
	assert_false(ruling_legal(&v, &s, "G8>F10"));
	naive_andantino_legal(&(struct naive_andantino){ 10, true, true }, free_text, &naive);
	ruling_agrees(&v, &s, 0, &naive);
	ruling_play(&v, &s, "G8>H10");
	rules_format(&v, &s, text);
	assert_non_null(strstr(text, " 1 free"));
}

/* ---- Score, reasons, ways ------------------------------------------------------------------------------------------ */

static void the_winner_scores_50_minus_the_tiles_on_the_table(void **state)
{
	struct rules_state s = table(&standard, "J8 J9 J11 J12", "", 1);
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
	struct rules_state s = ruling_position(&relocate, fifty("G10 G11/G8", 1, text));

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

		grow(&both, &s, game * 3, &seed);
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
	s = ruling_position(&relocate, fifty("G10 G11/G8", 1, text));
	ruling_path(&relocate, &s, "G11>G9", way);
	assert_string_equal(way, "START:G11 END:G9");
}

static void an_opinion_is_sure_of_finished_positions_and_likes_lines(void **state)
{
	struct rules_state s = table(&standard, "J8 J9 J10 J11", "M5 M8 M11 M14", 1);

	(void)state;
	assert_true(rules_judge(&standard, &s, 1) > 100);
	assert_int_equal(rules_judge(&standard, &s, 1), -rules_judge(&standard, &s, 2));
	s = table(&standard, "J8 J9 J10 J11 J12", "", 2);
	assert_int_equal(rules_judge(&standard, &s, 1), 1000);
	assert_int_equal(rules_judge(&standard, &s, 2), -1000);
}

/* ---- Against the slow one ------------------------------------------------------------------------------------------ */

struct sample {
	const char *name;
	struct naive_andantino game;
	int games, actions;
};

/* Plays on from *s; where the slow game and the fast one part, the test fails. */
static void follow(const struct rules_variant *v, const struct naive_andantino *game, struct rules_state *s, int actions,
		   uint64_t *seed)
{
	char text[RULES_POSITION_MAX], next[NAIVE_POSITION], action[RULES_ACTION_MAX];
	static struct naive_actions naive;

	rules_format(v, s, text);
	for (int i = 0;; i++) {
		rules_action list[RULES_ACTIONS_MAX];
		int n = rules_legal(v, s, list);

		naive_andantino_legal(game, text, &naive);
		ruling_agrees(v, s, naive_andantino_result(game, text), &naive);
		if (!n || i == actions)
			return;
		*seed = *seed * 6364136223846793005u + 1442695040888963407u;
		rules_action a = list[(*seed >> 33) % (uint64_t)n];
		rules_action_text(v, a, action);
		naive_andantino_play(game, text, action, next);
		rules_apply(v, s, a);
		rules_format(v, s, text);
		assert_string_equal(text, next);
	}
}

static void random_games_agree_with_the_slow_game(void **state)
{
	static const struct sample sample[] = {
		{ "andantino", { 10, false, false }, 40, 48 },
		{ "andantino:opening=single", { 10, true, false }, 40, 48 },
		{ "andantino:side=8", { 8, false, false }, 20, 48 },
		{ "andantino:side=7", { 7, false, false }, 20, 48 },
		{ "andantino:opening=single,side=6", { 6, true, false }, 20, 48 },
	};
	uint64_t seed = 1;

	(void)state;
	for (size_t k = 0; k < sizeof(sample) / sizeof(sample[0]); k++) {
		struct rules_variant v = ruling_variant(sample[k].name);

		for (int i = 0; i < sample[k].games; i++) {
			struct rules_state s = ruling_position(&v, "startpos");

			follow(&v, &sample[k].game, &s, sample[k].actions, &seed);
		}
	}
}

static void relocations_agree_with_the_slow_game(void **state)
{
	static const struct naive_andantino game[2] = { { 10, false, true }, { 6, true, true } };
	const struct rules_variant *v[2] = { &relocate, &both };
	uint64_t seed = 11;

	(void)state;
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < 4; i++) {
			struct rules_state s;

			do
				s = ruling_position(v[k], "startpos");
			while (!grow(v[k], &s, 48, &seed));
			for (int part = 0; part < 4; part++) {
				struct rules_state branch = s;

				follow(v[k], &game[k], &branch, 2, &seed);
				if (!grow(v[k], &s, 5, &seed))
					break;
			}
		}
}

static uint64_t draw(uint64_t *seed, uint64_t below)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (*seed >> 33) % below;
}

/* A ring of one colour round a hole of one or two cells, on the field of side 6. The hole is marked with count 255. */
static void draw_ring(struct rules_look *look, int who, int *count, uint64_t *seed)
{
	int sites;
	const struct rules_site *site = rules_sites(&small, &sites);
	uint64_t middle, other;

	do {
		middle = draw(seed, 91);
		other = draw(seed, 2) ? site[middle].neighbour[draw(seed, site[middle].neighbours)] : middle;
	} while (site[middle].neighbours < 6 || site[other].neighbours < 6);
	look[middle].count = look[other].count = 255;
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 2; k++) {
			struct rules_look *l = &look[site[k ? middle : other].neighbour[i]];

			*count += l->count == 0;
			if (l->count == 0)
				*l = (struct rules_look){ .count = 1, .owner = (uint8_t)(who + 1) };
		}
}

/* Throws tiles on empty cells until each side has `each`. A marked hole is left empty, or opened now and then. */
static void throw_tiles(struct rules_look *look, int each, int n[2], uint64_t *seed)
{
	bool fill = draw(seed, 4) == 0;

	for (int i = 0; i < 91; i++)
		if (fill && look[i].count == 255)
			look[i].count = 0;
	for (int who = 0; who < 2; who++)
		while (n[who] < each) {
			struct rules_look *l = &look[draw(seed, 91)];

			if (l->count)
				continue;
			*l = (struct rules_look){ .count = 1, .owner = (uint8_t)(who + 1) };
			n[who]++;
		}
	for (int i = 0; i < 91; i++)
		if (look[i].count == 255)
			look[i].count = 0;
}

static void rings_agree_with_the_slow_game(void **state)
{
	static const struct naive_andantino game = { 6, false, false };
	uint64_t seed = 5;
	int rings = 0, ongoing = 0;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		struct rules_look look[RULES_SITES_MAX] = { { 0 } };
		char text[RULES_POSITION_MAX];
		struct rules_state s;
		int n[2] = { 0, 0 };

		if (i % 3)
			draw_ring(look, i % 2, &n[i % 2], &seed);
		throw_tiles(look, 14 + i % 11, n, &seed);
		assert_int_equal(rules_unproject(&small, look, 1, &s, NULL), 0);
		rules_format(&small, &s, text);
		rings += naive_andantino_enclosed(&game, text, 'w') + naive_andantino_enclosed(&game, text, 'r') > 0;
		ongoing += rules_result(&small, &s) == RULES_ONGOING;
		follow(&small, &game, &s, 2, &seed);
	}
	assert_true(rings > 100);
	assert_true(ongoing > 100);
}

static void rings_of_gaps_in_play_agree_with_the_slow_game(void **state)
{
	static const struct naive_andantino game = { 6, false, true };
	struct rules_variant v = ruling_variant("andantino:after50=relocate,side=6");
	uint64_t seed = 17;
	int rings = 0;

	(void)state;
	for (int i = 0; i < 150; i++) {
		struct rules_state s = ruling_position(&v, "startpos");

		while (grow(&v, &s, 4, &seed)) {
			char text[RULES_POSITION_MAX];
			struct rules_state branch = s;

			rules_format(&v, &s, text);
			if (!naive_andantino_enclosed(&game, text, 'w') && !naive_andantino_enclosed(&game, text, 'r'))
				continue;
			rings++;
			follow(&v, &game, &branch, 1, &seed);
			if (draw(&seed, 3) == 0)
				break;
		}
	}
	assert_true(rings > 50);
}

static void a_field_turned_by_60_degrees_has_as_many_leaves(void **state)
{
	uint64_t seed = 23;

	(void)state;
	for (int i = 0; i < 40; i++) {
		struct rules_state s = ruling_position(&standard, "startpos"), turned;
		struct rules_look look[RULES_SITES_MAX], round[RULES_SITES_MAX] = { { 0 } };
		int n;
		const struct rules_site *site = rules_sites(&standard, &n);

		grow(&standard, &s, i, &seed);
		rules_project(&standard, &s, look);
		for (int k = 0; k < n; k++) {
			int q = atoi(site[k].name + 1) - 10, r = site[k].name[0] - 'J';
			char name[16];

			snprintf(name, sizeof(name), "%c%d", 'J' + q + r, 10 - r);
			round[ruling_site(&standard, name)] = look[k];
		}
		assert_int_equal(rules_unproject(&standard, round, rules_player(&standard, &s), &turned, NULL), 0);
		assert_int_equal(rules_result(&standard, &turned), rules_result(&standard, &s));
		assert_int_equal(rules_perft(&standard, &turned, 3), rules_perft(&standard, &s, 3));
	}
}

static void a_playout_is_the_same_for_the_same_seed_and_ends_in_a_true_position(void **state)
{
	const struct rules_variant *v[] = { &standard, &single, &both };
	const struct naive_andantino game[] = { { 10, false, false }, { 10, true, false }, { 6, true, true } };
	static struct naive_actions naive;

	(void)state;
	for (int k = 0; k < 3; k++)
		for (uint64_t i = 0; i < 60; i++) {
			struct rules_state one = ruling_position(v[k], "startpos"), two = one;
			uint64_t a = i, b = i;
			char text[RULES_POSITION_MAX];
			int limit = i % 2 ? 20 : 70, n = rules_playout(v[k], &one, limit, &a);

			assert_true(n == limit || rules_result(v[k], &one) != RULES_ONGOING);
			assert_int_equal(rules_playout(v[k], &two, limit, &b), n);
			assert_int_equal(a, b);
			assert_memory_equal(&one, &two, sizeof(one));
			rules_format(v[k], &one, text);
			naive_andantino_legal(&game[k], text, &naive);
			ruling_agrees(v[k], &one, naive_andantino_result(&game[k], text), &naive);
		}
}

static void looks_set_up_the_position_they_were_taken_from(void **state)
{
	uint64_t seed = 31;

	(void)state;
	for (int i = 0; i < 49; i++) {
		struct rules_state s = ruling_position(&standard, "startpos"), again;
		struct rules_look look[RULES_SITES_MAX];

		grow(&standard, &s, i, &seed);
		rules_project(&standard, &s, look);
		assert_int_equal(rules_unproject(&standard, look, rules_player(&standard, &s), &again, NULL), 0);
		assert_memory_equal(&s, &again, sizeof(s));
	}
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
		cmocka_unit_test(random_games_agree_with_the_slow_game),
		cmocka_unit_test(relocations_agree_with_the_slow_game),
		cmocka_unit_test(rings_agree_with_the_slow_game),
		cmocka_unit_test(rings_of_gaps_in_play_agree_with_the_slow_game),
		cmocka_unit_test(a_field_turned_by_60_degrees_has_as_many_leaves),
		cmocka_unit_test(a_playout_is_the_same_for_the_same_seed_and_ends_in_a_true_position),
		cmocka_unit_test(looks_set_up_the_position_they_were_taken_from),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
