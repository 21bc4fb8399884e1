/*
 * Oraia: what its texts refuse, then its rules sentence by sentence, then many positions against the slow one.
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

/* ---- Refused ------------------------------------------------------------------------------------------------------- */

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

/* ---- Sites and lines ----------------------------------------------------------------------------------------------- */

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

/* ---- Pawn actions -------------------------------------------------------------------------------------------------- */

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

/* ---- The hub ------------------------------------------------------------------------------------------------------- */

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

/* ---- Places of earth ----------------------------------------------------------------------------------------------- */

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

/* ---- Winning ------------------------------------------------------------------------------------------------------- */

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

/* ---- stay=counts --------------------------------------------------------------------------------------------------- */

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

/* ---- Reasons, ways, opinions --------------------------------------------------------------------------------------- */

static void why_names_the_rule_and_the_sites(void **state)
{
	struct rules_state s = ruling_position(&leave, "startpos");

	(void)state;
	assert_string_equal(ruling_why(&leave, &s, "C2", "O2", 2, "not-your-piece", "C2"), "C2");
	assert_string_equal(ruling_why(&leave, &s, "O1", "O2", 1, "nothing-there", "O1"), "O1");
	assert_string_equal(ruling_why(&leave, &s, "C1", "C1", 1, "same-site", "C1"), "C1");
	assert_string_equal(ruling_why(&leave, &s, "C1", "C2", 1, "site-occupied", "C2"), "C2");
	assert_string_equal(ruling_why(&leave, &s, "C1", "I1", 1, "jump-nothing", "O1 C1"), "O1");
	assert_string_equal(ruling_why(&leave, &s, "C1", "O2", 1, "no-way", "C1 O2"), "");
	assert_string_equal(ruling_why(&leave, &s, "", "O2", 1, "no-new-pieces", ""), "O2");
	ruling_why(&leave, &s, "C1", "O1", 1, "", "");
	ruling_why(&leave, &s, "C1", "", 1, "", "");
	s = ruling_position(&leave, ".rbrbrbr/......../......../B 1 move -");
	assert_string_equal(ruling_why(&leave, &s, "C3", "O3", 1, "hub-first", "H C3"), "H");
	s = ruling_position(&leave, "..brbrbr/rb....../......../. 1 move -");
	assert_string_equal(ruling_why(&leave, &s, "O2", "C2", 1, "not-charged", "O2 C2 H"), "H");
	s = ruling_position(&leave, ".rbrbrbr/B......./......../. 1 move -");
	assert_string_equal(ruling_why(&leave, &s, "O1", "C1", 1, "own-place", "C1"), "C1");
	s = ruling_position(&leave, ".r.rbrbr/bb....../......../. 1 move -");
	assert_string_equal(ruling_why(&leave, &s, "O1", "O3", 1, "jump-own", "O1 O2 O3"), "O2");
	s = ruling_position(&leave, "R.R.R.R./.bbb..../b......./. 1 move -");
	assert_string_equal(ruling_why(&leave, &s, "O2", "O1", 1, "game-over", ""), "");
	s = ruling_position(&leave, "b.b.b.../rb....../r.....r./R 1 move -");
	ruling_why(&leave, &s, "O2", "O3", 1, "", "");
}

static void a_blocked_pawn_is_told_so_when_it_is_lifted(void **state)
{
	struct rules_state s = ruling_position(&leave, "b.b.b.../r......./r.....rr/B 2 move -");

	(void)state;
	assert_int_equal(rules_player(&leave, &s), 2);
	s = ruling_position(&leave, "b.b.b.b./r......./r.....rr/. 1 move -");
	assert_string_equal(ruling_why(&leave, &s, "C1", "", 1, "blocked", "C1"), "C1");
}

static void while_the_disk_is_to_be_turned_only_riding_pawns_move(void **state)
{
	struct rules_state s = ruling_position(&leave, "..brbrb./r......./r......./B 1 turn -");

	(void)state;
	assert_string_equal(ruling_why(&leave, &s, "H", "I1", 1, "disk-first", "H"), "H");
	assert_string_equal(ruling_why(&leave, &s, "C3", "O3", 1, "disk-first", "H"), "H");
	assert_string_equal(ruling_why(&leave, &s, "O1", "O3", 2, "disk-first", "H"), "H");
	assert_string_equal(ruling_why(&leave, &s, "O1", "I1", 2, "disk-first", "H"), "H");
	ruling_why(&leave, &s, "O1", "O2", 2, "", "");
	ruling_why(&leave, &s, "O1", "O8", 2, "", "");
	ruling_why(&leave, &s, "I1", "I8", 2, "", "");
	ruling_why(&leave, &s, "I1", "", 2, "", "");
}

static void every_illegal_carry_has_a_reason_and_no_legal_one_has(void **state)
{
	uint64_t seed = 3;
	int n;
	const struct rules_site *site = rules_sites(&leave, &n);

	(void)state;
	for (int game = 0; game < 60; game++) {
		struct rules_state s = ruling_position(&leave, "startpos");

		rules_playout(&leave, &s, game, &seed);
		if (!rules_turn_start(&leave, &s) || rules_result(&leave, &s))
			continue;
		for (int from = 0; from < n; from++)
			for (int to = 0; to < n; to++) {
				struct rules_attempt attempt = { (uint16_t)from, (uint16_t)to, 0, 1 };
				struct rules_why why;
				char text[16];

				snprintf(text, sizeof(text), "%s%s", site[from].name, site[to].name);
				assert_int_equal(rules_why_illegal(&leave, &s, &attempt, &why),
						 ruling_legal(&leave, &s, text) ? -EALREADY : 0);
			}
	}
}

static void the_way_of_a_chain_names_landings_and_jumped_pawns(void **state)
{
	char way[4096];
	struct rules_state s = ruling_position(&leave, "...rb.b./br....../..r.r..b/. 1 move -");

	(void)state;
	ruling_path(&leave, &s, "O1I1", way);
	assert_string_equal(way, "START:O1 END:I1");
	ruling_path(&leave, &s, "O1O3", way);
	assert_string_equal(way, "START:O1 OVER:O2 END:O3");
	ruling_path(&leave, &s, "O1O5", way);
	assert_string_equal(way, "START:O1 OVER:O2 BEND:O3 OVER:I3 BEND:H OVER:I5 END:O5");
}

static void the_way_of_a_turn_is_every_riding_pawns(void **state)
{
	char way[4096];
	struct rules_state s = ruling_position(&leave, ".rb.b.../b......r/R......r/B 1 turn -");

	(void)state;
	ruling_path(&leave, &s, ">", way);
	assert_string_equal(way, "START:I1 DROP:I2 START:I8 DROP:I1 START:O1 DROP:O2 START:O8 END:O1");
	ruling_path(&leave, &s, "<", way);
	assert_string_equal(way, "START:I1 DROP:I8 START:I8 DROP:I7 START:O1 DROP:O8 START:O8 END:O7");
	ruling_path(&leave, &s, "=", way);
	assert_string_equal(way, "");
}

static void an_opinion_is_sure_of_finished_positions_and_likes_arrived_pawns(void **state)
{
	struct rules_state s = ruling_position(&leave, "...B.B.B/rBrrr.../......../. 1 move -");

	(void)state;
	assert_true(rules_judge(&leave, &s, 1) > 100);
	assert_int_equal(rules_judge(&leave, &s, 1), -rules_judge(&leave, &s, 2));
	s = ruling_position(&leave, "R.R.R.R./.bbb..../b......./. 1 move -");
	assert_int_equal(rules_judge(&leave, &s, 2), 1000);
	assert_int_equal(rules_judge(&leave, &s, 1), -1000);
}

/* ---- Against the slow one ------------------------------------------------------------------------------------------ */

static uint64_t draw(uint64_t *seed, uint64_t below)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (*seed >> 33) % below;
}

/* What was met on the way, so that a comparison that never saw the hard cases cannot pass. */
struct met {
	int positions, last, turns, finished[10], chains_through_hub;
};

static void follow(const struct rules_variant *v, struct rules_state *s, int actions_left, uint64_t *seed, struct met *met)
{
	static struct naive_actions naive;
	bool counts = v == &stay;
	char text[RULES_POSITION_MAX], next[NAIVE_POSITION], action[RULES_ACTION_MAX];

	rules_format(v, s, text);
	for (;; actions_left--) {
		rules_action list[RULES_ACTIONS_MAX], a;
		int n = rules_legal(v, s, list);

		naive_oraia_legal(counts, text, &naive);
		ruling_agrees(v, s, naive_oraia_result(counts, text), &naive);
		met->positions++;
		met->last += strstr(text, "last") != NULL;
		met->turns += strstr(text, "turn") != NULL;
		met->finished[rules_result(v, s)]++;
		if (!n || !actions_left)
			return;
		a = list[draw(seed, (uint64_t)n)];
		rules_action_text(v, a, action);
		naive_oraia_play(counts, text, action, next);
		rules_apply(v, s, a);
		rules_format(v, s, text);
		assert_string_equal(text, next);
	}
}

static void random_games_agree_with_the_slow_game(void **state)
{
	struct met met = { 0 };
	uint64_t seed = 1;

	(void)state;
	for (int i = 0; i < 60; i++) {
		const struct rules_variant *v = i % 2 ? &stay : &leave;
		struct rules_state s = ruling_position(v, "startpos");

		follow(v, &s, 120, &seed, &met);
	}
	assert_true(met.turns > 50);
}

/* Throws pawns on the table, most of them where they want to go. False when the text is no position. */
static bool throw_pawns(const struct rules_variant *v, uint64_t *seed, struct rules_state *ret)
{
	char site[26] = ".........................", text[64];
	static const char *const tail[] = { "1 move -", "2 move -", "2 move last", "1 turn -", "2 turn -", "2 turn last" };

	for (int who = 0; who < 2; who++)
		for (int n = 0; n < 4;) {
			int at = draw(seed, 3) ? 2 * (int)draw(seed, 4) + !who : (int)draw(seed, 25);
			bool home = at < 8 && at % 2 == who, charged = home ? false : at < 8 || at == 24 || draw(seed, 2);

			if (draw(seed, 6) == 0)
				at = 2 * (int)draw(seed, 4) + who, charged = false;
			if (site[at] != '.')
				continue;
			site[at] = "brBR"[who + 2 * charged];
			n++;
		}
	snprintf(text, sizeof(text), "%.8s/%.8s/%.8s/%c %s", site, site + 8, site + 16, site[24], tail[draw(seed, 6)]);
	return rules_parse(v, text, ret, NULL) == 0;
}

static void thrown_positions_agree_with_the_slow_game(void **state)
{
	struct met met = { 0 };
	uint64_t seed = 9;

	(void)state;
	for (int i = 0; i < 12000; i++) {
		const struct rules_variant *v = i % 2 ? &stay : &leave;
		struct rules_state s;

		if (throw_pawns(v, &seed, &s))
			follow(v, &s, 2, &seed, &met);
	}
	assert_true(met.positions > 2000);
	assert_true(met.last > 100);
	assert_true(met.turns > 100);
	assert_true(met.finished[1] > 50);
	assert_true(met.finished[2] > 50);
	assert_true(met.finished[RULES_DRAW] > 10);
}

static void a_table_turned_by_a_quarter_or_mirrored_has_as_many_leaves(void **state)
{
	uint64_t seed = 5;

	(void)state;
	for (int i = 0; i < 60; i++) {
		struct rules_state s = ruling_position(&leave, "startpos");
		char text[RULES_POSITION_MAX], turned[RULES_POSITION_MAX], mirrored[RULES_POSITION_MAX];

		rules_playout(&leave, &s, 3 * i, &seed);
		rules_format(&leave, &s, text);
		strcpy(turned, text);
		strcpy(mirrored, text);
		for (int k = 0; k < 26; k += 9)
			for (int j = 0; j < 8; j++) {
				turned[k + (j + 2) % 8] = text[k + j];
				mirrored[k + (8 - j) % 8] = text[k + j];
			}
		struct rules_state a = ruling_position(&leave, turned), b = ruling_position(&leave, mirrored);

		assert_int_equal(rules_perft(&leave, &a, 3), rules_perft(&leave, &s, 3));
		assert_int_equal(rules_perft(&leave, &b, 3), rules_perft(&leave, &s, 3));
	}
}

static void a_playout_is_the_same_for_the_same_seed_and_ends_in_a_true_position(void **state)
{
	static struct naive_actions naive;

	(void)state;
	for (uint64_t i = 0; i < 60; i++) {
		const struct rules_variant *v = i % 2 ? &stay : &leave;
		struct rules_state one = ruling_position(v, "startpos"), two = one;
		uint64_t a = i, b = i;
		char text[RULES_POSITION_MAX];
		int limit = (int)i * 7, n = rules_playout(v, &one, limit, &a);

		assert_true(n == limit || rules_result(v, &one) != RULES_ONGOING);
		assert_int_equal(rules_playout(v, &two, limit, &b), n);
		assert_memory_equal(&one, &two, sizeof(one));
		rules_format(v, &one, text);
		naive_oraia_legal(v == &stay, text, &naive);
		ruling_agrees(v, &one, naive_oraia_result(v == &stay, text), &naive);
	}
}

static void looks_set_up_the_position_they_were_taken_from(void **state)
{
	uint64_t seed = 31;
	int last = 0;

	(void)state;
	for (int i = 0; i < 3000; i++) {
		struct rules_state s, again;
		struct rules_look look[RULES_SITES_MAX];

		if (!throw_pawns(&stay, &seed, &s) || !rules_turn_start(&stay, &s))
			continue;
		rules_project(&stay, &s, look);
		assert_int_equal(rules_unproject(&stay, look, rules_player(&stay, &s), &again, NULL), 0);
		assert_memory_equal(&s, &again, sizeof(s));
		char text[RULES_POSITION_MAX];
		rules_format(&stay, &s, text);
		last += strstr(text, "last") != NULL;
	}
	assert_true(last > 10);
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
		cmocka_unit_test(why_names_the_rule_and_the_sites),
		cmocka_unit_test(a_blocked_pawn_is_told_so_when_it_is_lifted),
		cmocka_unit_test(while_the_disk_is_to_be_turned_only_riding_pawns_move),
		cmocka_unit_test(every_illegal_carry_has_a_reason_and_no_legal_one_has),
		cmocka_unit_test(the_way_of_a_chain_names_landings_and_jumped_pawns),
		cmocka_unit_test(the_way_of_a_turn_is_every_riding_pawns),
		cmocka_unit_test(an_opinion_is_sure_of_finished_positions_and_likes_arrived_pawns),
		cmocka_unit_test(random_games_agree_with_the_slow_game),
		cmocka_unit_test(thrown_positions_agree_with_the_slow_game),
		cmocka_unit_test(a_table_turned_by_a_quarter_or_mirrored_has_as_many_leaves),
		cmocka_unit_test(a_playout_is_the_same_for_the_same_seed_and_ends_in_a_true_position),
		cmocka_unit_test(looks_set_up_the_position_they_were_taken_from),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
