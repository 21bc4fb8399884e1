/*
 * test_contigo_why.c — why not and which way, in the Contigo family.
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

static struct rules_variant line, ell, spread, capture, basic, doubles;

static int set_up_variants(void **state)
{
	(void)state;
	line = variant("contigo-line");
	ell = variant("contigo-line:move=ell");
	spread = variant("contigo-line:beads=spread");
	capture = variant("contigo-capture");
	basic = variant("thibault");
	doubles = variant("thibault:form=double");
	return 0;
}

#define LONE "6/6/2w3/6/6/6"
#define BLACK_DOUBLES "B6B"

static struct rules_why why(const struct rules_variant *v, const char *text, const char *from, const char *to)
{
	struct rules_state s = position(v, text);
	struct rules_why ret = { 0 };
	struct rules_attempt attempt = { .from = (uint16_t)rules_site_by_name(v, from),
					 .to = (uint16_t)rules_site_by_name(v, to),
					 .count = 1 };
	assert_int_equal(rules_why_illegal(v, &s, &attempt, &ret), 0);
	return ret;
}

/* ---- Why not ------------------------------------------------------------------------------------------------------ */

static void the_pit_says_how_far_and_that_it_would_leave_the_board(void **state)
{
	(void)state;
	struct rules_why w = why(&line, with_pits(LONE, "Nc=3", "1 piece -"), "c4", "c5");
	assert_string_equal(w.rule, "pit-count");
	assert_string_equal(w.en, "Nc holds 3 beads: the pawn must go exactly 3 squares up; from c4 that leaves the board");
	assert_string_equal(
	    w.es, "Nc tiene 3 cuentas: el peón debe avanzar exactamente 3 casillas hacia arriba; desde c4 saldría del tablero");
	assert_int_equal(w.site, rules_site_by_name(&line, "Nc"));
	assert_int_equal(w.should, RULES_NO_SITE);
}

static void the_pit_says_how_far_and_where_that_is(void **state)
{
	(void)state;
	struct rules_why w = why(&line, with_pits(LONE, "E4=1", "1 piece -"), "c4", "e4");
	assert_string_equal(w.en, "E4 holds 1 bead: the pawn must go exactly 1 square right, to d4");
	assert_int_equal(w.should, rules_site_by_name(&line, "d4"));
	assert_why(&line, with_pits(LONE, "E4=1", "1 piece -"), "c4", "e4", 1, "pit-count", "E4");
	assert_why(&line, with_pits(LONE, "Sc=2 W4=2", "1 piece -"), "c4", "c3", 1, "pit-count", "Sc");
	assert_why(&line, with_pits(LONE, "Sc=2 W4=2", "1 piece -"), "c4", "b4", 1, "pit-count", "W4");
}

static void an_empty_pit_moves_nothing_its_way(void **state)
{
	(void)state;
	assert_why(&line, with_pits(LONE, "", "1 piece -"), "c4", "c5", 1, "pit-empty", "Nc");
}

static void pieces_that_are_absent_or_not_yours_do_not_move(void **state)
{
	(void)state;
	assert_why(&line, with_pits(LONE, "Na=1", "1 piece -"), "a1", "a2", 1, "nothing-there", "a1");
	assert_why(&line, with_pits(LONE, "Nc=1", "2 piece -"), "c4", "c5", 1, "not-your-piece", "c4");
}

static void a_pawn_moves_straight_and_in_ell_it_does_not(void **state)
{
	(void)state;
	assert_why(&line, with_pits(LONE, "Nc=1", "1 piece -"), "c4", "d5", 1, "straight-only", NULL);
	assert_why(&ell, with_pits(LONE, "Nc=1", "1 piece -"), "c4", "c5", 1, "ell-only", NULL);
}

static void an_occupied_end_is_named(void **state)
{
	(void)state;
	assert_why(&line, with_pits("6/2b3/2w3/6/6/6", "Nc=1", "1 piece -"), "c4", "c5", 1, "square-occupied", "c5");
	assert_why(&line, with_pits("6/2w3/2w3/6/6/6", "Nc=1", "1 piece -"), "c4", "c5", 1, "square-occupied", "c5");
	assert_why(&capture, with_pits("6/2w3/2W3/6/6/B5", "Nc=1", "1 piece -"), "c4", "c5", 1, "square-occupied", "c5");
}

static void the_pawn_that_may_not_be_passed_is_named(void **state)
{
	(void)state;
	assert_why(&line, with_pits("6/2b3/2w3/6/6/6", "Nc=2", "1 piece -"), "c4", "c6", 1, "no-passing-others", "c5");
}

static void the_leg_of_an_ell_that_is_wrong_is_told(void **state)
{
	(void)state;
	struct rules_why w = why(&ell, with_pits(LONE, "Nc=1 E5=2", "1 piece -"), "c4", "d5");
	assert_string_equal(w.rule, "pit-count");
	assert_int_equal(w.site, rules_site_by_name(&ell, "E5"));
	assert_string_equal(w.en, "E5 holds 2 beads: the pawn must go exactly 2 squares right, to e5");
	assert_why(&ell, with_pits(LONE, "", "1 piece -"), "c4", "d5", 1, "pit-empty", "Nc");
}

static void a_double_is_told_what_blocks_it_and_what_it_cannot_give(void **state)
{
	(void)state;
	const char *pits = "Nc=2 E6=2";
	assert_why(&doubles, with_pits(BLACK_DOUBLES "/8/8/2b5/2W5/8/8/7W", pits, "1 piece -"), "c4", "e6", 1,
		   "double-needs-free-way", "c5");
	assert_why(&doubles, with_pits(BLACK_DOUBLES "/8/2b5/8/2W5/8/8/7W", pits, "1 piece -"), "c4", "e6", 1,
		   "double-needs-free-way", "c6");
	assert_why(&doubles, with_pits(BLACK_DOUBLES "/8/3b4/8/2W5/8/8/7W", pits, "1 piece -"), "c4", "e6", 1,
		   "double-needs-free-way", "d6");
	assert_why(&doubles, with_pits(BLACK_DOUBLES "/8/2W5/8/2W5/8/8/8", pits, "1 piece -"), "c4", "c6", 1,
		   "double-cannot-receive", "c6");
	assert_why(&doubles, with_pits(BLACK_DOUBLES "/8/2w5/2b5/2W5/8/8/7W", pits, "1 piece -"), "c4", "c6", 1,
		   "give-needs-free-way", "c5");
	assert_why(&doubles, with_pits(BLACK_DOUBLES "/8/3w4/8/2W5/8/8/7W", pits, "1 piece -"), "c4", "d6", 1, "give-straight",
		   NULL);
	assert_why(&doubles, with_pits(BLACK_DOUBLES "/8/8/2w5/2W5/8/8/7W", pits, "1 piece -"), "c4", "c5", 1, "pit-count",
		   "Nc");
	assert_why(&doubles, with_pits(BLACK_DOUBLES "/8/2w5/8/2W5/8/8/7W", pits, "1 piece -"), "c4", "c6", 1, NULL, NULL);
}

static void first_a_piece_then_beads_and_then_no_piece_again(void **state)
{
	(void)state;
	assert_why(&line, with_pits(LONE, "Nc=1", "1 piece -"), "Nc", "Nd", 1, "piece-first", NULL);
	assert_why(&line, with_pits(LONE, "Nc=1", "1 piece -"), "Nc", NULL, 1, "piece-first", NULL);
	assert_why(&line, with_pits(LONE, "Nc=1", "1 beads -"), "c4", "c5", 1, "beads-now", NULL);
}

static void pieces_stay_out_of_pits_and_beads_off_squares(void **state)
{
	(void)state;
	assert_why(&line, with_pits(LONE, "Nc=1", "1 piece -"), "c4", "Nc", 1, "no-piece-in-pit", NULL);
	assert_why(&line, with_pits(LONE, "Nc=1", "1 beads -"), "Nc", "c6", 1, "beads-in-pits", NULL);
}

static void a_group_is_told_where_its_beads_go(void **state)
{
	(void)state;
	struct rules_variant v = line;
	const char *text = with_pits(LONE, "Nc=2", "1 beads -");
	struct rules_why w = why(&v, text, "Nc", "Ne");
	assert_string_equal(w.rule, "bead-distance");
	assert_string_equal(w.en, "1 bead from Nc goes exactly 1 pit: to Nb or Nd");
	assert_why(&v, text, "Nc", "Nd", 2, "bead-distance", "Nc");
	assert_why(&v, text, "Nc", "Na", 2, NULL, NULL);
	assert_why(&v, text, "Nc", "Ne", 2, NULL, NULL);
	assert_why(&v, text, "Nc", "Nf", 3, "pit-holds-fewer", "Nc");
	assert_why(&v, text, "Nc", "Nc", 1, "not-moved", "Nc");
	assert_why(&v, text, NULL, "Nc", 1, "bead-from-outside", NULL);
	assert_why(&v, text, "Nc", NULL, 2, NULL, NULL);
	assert_why(&v, with_pits(LONE, "Nc=28", "1 beads -"), "Nc", NULL, 28, "not-moved", "Nc");
}

static void a_spread_is_told_its_reach(void **state)
{
	(void)state;
	const char *text = with_pits(LONE, "Nc=2", "1 beads -");
	assert_why(&spread, text, "Nc", "Ne", 1, NULL, NULL);
	assert_why(&spread, text, "Nc", "Nf", 1, "drop-reach", "Nc");
	const char *drop = with_pits_and_hand(LONE, "", 1, "1 drop:Nc,2,1,2 -");
	assert_why(&spread, drop, NULL, "Ne", 1, NULL, NULL);
	assert_why(&spread, drop, "Nc", "Nb", 1, NULL, NULL);
	assert_why(&spread, drop, NULL, "Nf", 1, "drop-reach", "Nf");
	assert_why(&spread, drop, NULL, "Nd", 1, "drop-order", "Nd");
	assert_why(&spread, drop, NULL, "Nc", 1, "not-back-to-source", "Nc");
	assert_why(&spread, drop, NULL, "Nb", 2, "too-many-beads", NULL);
	assert_why(&spread, drop, "SW", "W1", 1, "one-pit-only", NULL);
}

static void a_lifted_piece_may_be_lifted_if_it_can_go_anywhere_or_be_captured(void **state)
{
	(void)state;
	assert_why(&line, with_pits(LONE, "Nc=1", "1 piece -"), "c4", NULL, 1, NULL, NULL);
	assert_why(&line, with_pits(LONE, "Nc=3", "1 piece -"), "c4", NULL, 1, "piece-stuck", "c4");
	assert_why(&capture, with_pits("6/2B3/2W3/6/6/5B", "Nc=1", "1 piece -"), "c5", NULL, 1, NULL, NULL);
	assert_why(&capture, with_pits("6/2B3/2W3/6/6/5B", "Nc=2", "1 piece -"), "c5", NULL, 1, "not-your-piece", "c5");
}

static void when_the_game_is_over_nothing_moves(void **state)
{
	(void)state;
	assert_why(&line, with_pits("6/6/wwww2/6/6/6", "Nc=1", "1 beads -"), "Nc", "Nd", 1, "game-over", NULL);
}

static void an_illegal_action_is_refused_with_its_reason(void **state)
{
	(void)state;
	struct rules_state s = position(&line, with_pits(LONE, "Nc=1", "1 piece -"));
	struct rules_error err;
	rules_action a;
	assert_int_equal(rules_action_read(&line, &s, "c4c6", &a, &err), -EPERM);
	assert_string_equal(err.text, "c4c6: not legal here: Nc holds 1 bead: the pawn must go exactly 1 square up, to c5");
	assert_int_equal(rules_action_read(&line, &s, "1Nc-Nd", &a, &err), -EPERM);
	assert_string_equal(err.text, "1Nc-Nd: not legal here: First move a piece, then beads");
	assert_int_equal(rules_action_read(&line, &s, "-", &a, &err), -EPERM);
	assert_string_equal(err.text, "-: not legal here; legal is c4c5");
}

/* ---- Which way ---------------------------------------------------------------------------------------------------- */

static void every_square_of_a_move_is_counted(void **state)
{
	(void)state;
	assert_path(&line, with_pits(LONE, "Nc=2", "1 piece -"), "c4c6", "start:c4 count:c5 end:c6");
	assert_path(&capture, with_pits("2B3/6/2W3/6/6/5B", "Nc=2", "1 piece -"), "c4c6", "start:c4 count:c5 take:c6 end:c6");
}

static void an_ell_bends_at_its_corner(void **state)
{
	(void)state;
	assert_path(&ell, with_pits(LONE, "Nc=2 E6=2", "1 piece -"), "c4e6", "start:c4 count:c5 bend:c6 count:d6 end:e6");
	assert_path(&ell, with_pits(LONE, "E4=2 Ne=2", "1 piece -"), "c4e6", "start:c4 count:d4 bend:e4 count:e5 end:e6");
}

static void a_disc_goes_straight_to_the_man_who_gets_it(void **state)
{
	(void)state;
	assert_path(&doubles, with_pits(BLACK_DOUBLES "/8/2w5/8/2W5/8/8/7W", "Nc=2", "1 piece -"), "c4>c6",
		    "start:c4 count:c5 end:c6");
}

static void beads_are_carried_along_the_ring(void **state)
{
	(void)state;
	assert_path(&line, with_pits(LONE, "Na=2", "1 beads -"), "2Na-Nc", "start:Na count:Nb end:Nc");
	assert_path(&line, with_pits(LONE, "Na=2", "1 beads -"), "2Na-W6", "start:Na count:NW end:W6");
	assert_path(&spread, with_pits(LONE, "Na=2", "1 beads -"), "2Na", "start:Na end:Na");
	assert_path(&spread, with_pits_and_hand(LONE, "", 2, "1 drop:Na,2,2,0 -"), "+W6", "start:Na pass:NW end:W6");
	assert_path(&line, with_pits("6/6/6/6/6/6", "", "1 piece -"), "-", "");
}

/* ---- Sites and set-ups -------------------------------------------------------------------------------------------- */

static void squares_lie_file_by_file_and_pits_around_them_in_ring_order(void **state)
{
	(void)state;
	const struct rules_variant *const boards[] = { &line, &basic };
	for (int b = 0; b < 2; b++) {
		int n, side = b == 0 ? 6 : 8;
		const struct rules_site *site = rules_sites(boards[b], &n);
		assert_int_equal(n, side * side + 4 * side + 4);
		for (int f = 0; f < side; f++) {
			for (int r = 0; r < side; r++) {
				const struct rules_site *s = &site[f * side + r];
				char name[3] = { (char)('a' + f), (char)('1' + r), '\0' };
				assert_string_equal(s->name, name);
				assert_int_equal(s->x - site[0].x, f * s->size);
				assert_int_equal(site[0].y - s->y, r * s->size);
				assert_int_equal(s->neighbours, (f > 0) + (f < side - 1) + (r > 0) + (r < side - 1));
			}
		}
		assert_string_equal(site[side * side].name, "NW");
		for (int i = side * side; i < n; i++) {
			int next = i + 1 < n ? i + 1 : side * side;
			assert_true(site[i].neighbour[0] == next || site[i].neighbour[1] == next);
			assert_int_equal(site[i].sense, RULES_SENSE_COUNT);
			/* Pits do not touch each other, nor the squares. */
			int dx = site[next].x - site[i].x, dy = site[next].y - site[i].y;
			assert_true(dx * dx + dy * dy >= site[i].size * site[i].size);
		}
	}
}

static void a_pit_lies_beyond_the_end_of_its_file_or_rank(void **state)
{
	(void)state;
	int n;
	const struct rules_site *site = rules_sites(&line, &n);
	const struct rules_site *c6 = &site[rules_site_by_name(&line, "c6")], *nc = &site[rules_site_by_name(&line, "Nc")];
	const struct rules_site *a4 = &site[rules_site_by_name(&line, "a4")], *w4 = &site[rules_site_by_name(&line, "W4")];
	assert_true(nc->x == c6->x && nc->y + nc->size / 2 < c6->y - c6->size / 2);
	assert_true(w4->y == a4->y && w4->x + w4->size / 2 < a4->x - a4->size / 2);
}

static void set_up(const struct rules_variant *v, const char *change, struct rules_look look, const char *message)
{
	struct rules_look all[RULES_SITES_MAX];
	struct rules_state s = position(v, "startpos"), out;
	struct rules_error err = { "" };
	rules_project(v, &s, all);
	all[rules_site_by_name(v, change)] = look;
	int rc = rules_unproject(v, all, 1, &out, &err);
	assert_int_equal(rc, message ? -EINVAL : 0);
	if (message && strncmp(err.text, message, strlen(message)) != 0)
		fail_msg("'%s', not '%s'", err.text, message);
}

static void a_set_up_that_no_position_looks_like_is_refused(void **state)
{
	(void)state;
	set_up(&line, "Na", (struct rules_look){ 3, 0, 0 }, "PITS: 57 beads, the game has 56");
	set_up(&line, "c3", (struct rules_look){ 2, 1, 0 }, "BOARD: 2 pieces on c3");
	set_up(&line, "c3", (struct rules_look){ 1, 0, 0 }, "BOARD: nobody knows whose piece stands on c3");
	set_up(&line, "c3", (struct rules_look){ 1, 3, 0 }, "BOARD: nobody knows whose piece stands on c3");
	set_up(&line, "c3", (struct rules_look){ 1, 1, 1 }, "BOARD: a king on c3; this game has only pawns");
	set_up(&basic, "c5", (struct rules_look){ 1, 1, 1 }, "BOARD: a double on c5; this game has only men");
	set_up(&doubles, "c5", (struct rules_look){ 1, 1, 1 }, "BOARD: 3 and 2 doubles");
	set_up(&line, "c3", (struct rules_look){ 1, 1, 0 }, NULL);
	struct rules_variant kings = variant("contigo-capture:players=4");
	set_up(&kings, "f6", (struct rules_look){ 0, 0, 0 }, "BOARD: player 3 (r) has pieces but no king");
}

static void men_that_are_missing_from_a_set_up_have_been_captured(void **state)
{
	(void)state;
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state s = position(&basic, "startpos"), out;
	struct rules_error err;
	char text[RULES_POSITION_MAX];
	rules_project(&basic, &s, look);
	look[rules_site_by_name(&basic, "a1")].count = 0;
	look[rules_site_by_name(&basic, "h8")].count = look[rules_site_by_name(&basic, "f8")].count = 0;
	assert_int_equal(rules_unproject(&basic, look, 2, &out, &err), 0);
	rules_format(&basic, &out, text);
	assert_non_null(strstr(text, " 2 piece 2,1"));
}

static void no_set_up_has_a_player_who_is_not_in_the_game(void **state)
{
	(void)state;
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state s = position(&line, "startpos"), out;
	struct rules_error err;
	rules_project(&line, &s, look);
	assert_int_equal(rules_unproject(&line, look, 3, &out, &err), -EINVAL);
	assert_string_equal(err.text, "PLAYER: 3, the game has 2 players");
	assert_int_equal(rules_unproject(&line, look, 0, &out, NULL), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_pit_says_how_far_and_that_it_would_leave_the_board),
		cmocka_unit_test(the_pit_says_how_far_and_where_that_is),
		cmocka_unit_test(an_empty_pit_moves_nothing_its_way),
		cmocka_unit_test(pieces_that_are_absent_or_not_yours_do_not_move),
		cmocka_unit_test(a_pawn_moves_straight_and_in_ell_it_does_not),
		cmocka_unit_test(an_occupied_end_is_named),
		cmocka_unit_test(the_pawn_that_may_not_be_passed_is_named),
		cmocka_unit_test(the_leg_of_an_ell_that_is_wrong_is_told),
		cmocka_unit_test(a_double_is_told_what_blocks_it_and_what_it_cannot_give),
		cmocka_unit_test(first_a_piece_then_beads_and_then_no_piece_again),
		cmocka_unit_test(pieces_stay_out_of_pits_and_beads_off_squares),
		cmocka_unit_test(a_group_is_told_where_its_beads_go),
		cmocka_unit_test(a_spread_is_told_its_reach),
		cmocka_unit_test(a_lifted_piece_may_be_lifted_if_it_can_go_anywhere_or_be_captured),
		cmocka_unit_test(when_the_game_is_over_nothing_moves),
		cmocka_unit_test(an_illegal_action_is_refused_with_its_reason),
		cmocka_unit_test(every_square_of_a_move_is_counted),
		cmocka_unit_test(an_ell_bends_at_its_corner),
		cmocka_unit_test(a_disc_goes_straight_to_the_man_who_gets_it),
		cmocka_unit_test(beads_are_carried_along_the_ring),
		cmocka_unit_test(squares_lie_file_by_file_and_pits_around_them_in_ring_order),
		cmocka_unit_test(a_pit_lies_beyond_the_end_of_its_file_or_rank),
		cmocka_unit_test(a_set_up_that_no_position_looks_like_is_refused),
		cmocka_unit_test(men_that_are_missing_from_a_set_up_have_been_captured),
		cmocka_unit_test(no_set_up_has_a_player_who_is_not_in_the_game),
	};
	return cmocka_run_group_tests(tests, set_up_variants, NULL);
}
