/*
 * test_contigo_beads.c — the beads of the Contigo family: groups and spreads, a test for each sentence.
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

static struct rules_variant group, spread, old;

static int set_up_variants(void **state)
{
	(void)state;
	group = variant("contigo-line");
	spread = variant("contigo-line:beads=spread");
	old = variant("thibault");
	return 0;
}

#define BOARD "6/6/6/2w3/6/2b3"
#define MEN "8/8/8/3b4/8/8/8/w7"

static int count(const struct rules_variant *v, const char *text)
{
	struct rules_state s = position(v, text);
	return rules_count(v, &s);
}

/* ---- Groups ------------------------------------------------------------------------------------------------------- */

static void a_group_of_more_beads_than_lie_in_the_pit_is_not_legal(void **state)
{
	(void)state;
	const char *text = with_pits(BOARD, "Na=2", "1 beads -");
	assert_true(is_legal(&group, text, "2Na-Nc"));
	assert_false(is_legal(&group, text, "3Na-Nd"));
	assert_false(is_legal(&group, text, "1Nb-Nc"));
}

static void a_group_moves_exactly_as_many_pits_as_it_has_beads_either_way(void **state)
{
	(void)state;
	const char *text = with_pits(BOARD, "Na=2 SW=0 W1=54", "1 beads -");
	assert_true(is_legal(&group, text, "1Na-NW") && is_legal(&group, text, "1Na-Nb"));
	assert_true(is_legal(&group, text, "2Na-W6") && is_legal(&group, text, "2Na-Nc"));
	assert_false(is_legal(&group, text, "2Na-Nb"));
	assert_false(is_legal(&group, text, "1Na-Nc"));
	assert_plays(&group, with_pits(BOARD, "Na=2", "1 beads -"), "2Na-W6", with_pits(BOARD, "W6=2", "2 piece -"));
}

static void a_group_goes_round_corners_in_ring_order(void **state)
{
	(void)state;
	assert_plays(&group, with_pits(BOARD, "Nf=2", "2 beads -"), "2Nf-E6", with_pits(BOARD, "E6=2", "1 piece -"));
	assert_plays(&group, with_pits(BOARD, "E1=2", "2 beads -"), "2E1-Sf", with_pits(BOARD, "Sf=2", "1 piece -"));
	assert_plays(&group, with_pits(BOARD, "Sa=1 W1=1", "2 beads -"), "1Sa-SW", with_pits(BOARD, "W1=1", "1 piece -"));
}

static void a_multiple_of_the_rings_length_is_not_legal(void **state)
{
	(void)state;
	const char *all_in_one = with_pits(BOARD, "NE=56", "1 beads -");
	/* Two ends for each of 1 … 56, but one for 14 and 42, none for 28 and 56. */
	assert_int_equal(count(&group, all_in_one), 2 * 56 - 2 - 2 * 2);
	assert_false(is_legal(&group, all_in_one, "28NE-NE"));
	assert_false(is_legal(&group, all_in_one, "56NE-NE"));
	assert_true(is_legal(&group, all_in_one, "27NE-E6") && is_legal(&group, all_in_one, "29NE-E6"));
}

static void half_the_ring_either_way_is_one_action(void **state)
{
	(void)state;
	assert_int_equal(count(&group, with_pits(BOARD, "NE=14 SW=42", "1 beads -")), 2 * 14 - 1 + 2 * 42 - 2 - 2);
	assert_plays(&group, with_pits(BOARD, "NE=14 SW=42", "1 beads -"), "14NE-SW", with_pits(BOARD, "SW=56", "2 piece -"));
}

static void groups_are_listed_in_byte_order_of_their_texts(void **state)
{
	(void)state;
	static const char *const order[] = { "10SW-",  "19SW-", "1E1-E2", "1E1-SE", "1NE-",  "1NW-", "1Na-NW",
					     "1Na-Nb", "1SW-",  "1Sb-",   "1W1-",   "20SW-", "2SW-", "30SW-",
					     "3SW-",   "49SW-", "4SW-",   "5SW-",   "9SW-" };
	static rules_action list[RULES_ACTIONS_MAX];
	struct rules_state s = position(&group, with_pits(BOARD, "Na=1 E1=1 NE=1 NW=1 Sb=1 W1=1", "1 beads -"));
	int n = rules_legal(&group, &s, list), i = 0;

	for (size_t k = 0; k < sizeof(order) / sizeof(order[0]); k++) {
		char text[RULES_ACTION_MAX];
		do {
			if (i == n)
				fail_msg("%s is not listed, or too early", order[k]);
			rules_action_text(&group, list[i++], text);
		} while (strncmp(text, order[k], strlen(order[k])) != 0);
	}
}

/* ---- Spreads ------------------------------------------------------------------------------------------------------ */

static void a_take_is_legal_only_if_so_many_beads_are_in_the_pit(void **state)
{
	(void)state;
	const char *text = with_pits(BOARD, "Na=2", "1 beads -");
	assert_true(is_legal(&spread, text, "1Na") && is_legal(&spread, text, "2Na"));
	assert_false(is_legal(&spread, text, "3Na"));
	assert_false(is_legal(&spread, text, "1Nb"));
	assert_int_equal(count(&spread, text), 56);
}

static void beads_in_the_hand_are_in_no_pit(void **state)
{
	(void)state;
	assert_plays(&spread, with_pits(BOARD, "Na=3", "1 beads -"), "2Na",
		     with_pits_and_hand(BOARD, "Na=1", 2, "1 drop:Na,2,2,0 -"));
}

static void each_drop_goes_into_another_pit_at_most_as_far_away_as_beads_were_taken(void **state)
{
	(void)state;
	assert_legal(&spread, with_pits_and_hand(BOARD, "", 1, "1 drop:Na,1,1,0 -"), "+NW +Nb");
	assert_legal(&spread, with_pits_and_hand(BOARD, "", 3, "1 drop:Na,3,3,0 -"), "+NW +Nb +Nc +Nd +W5 +W6");
	/* The reach stays what was taken, however few are left. */
	assert_legal(&spread, with_pits_and_hand(BOARD, "", 1, "1 drop:Na,3,1,1 -"), "+NW +Nb +Nc +Nd +W5 +W6");
}

static void with_half_the_ring_in_the_hand_every_other_pit_is_within_reach(void **state)
{
	(void)state;
	assert_int_equal(count(&spread, with_pits_and_hand(BOARD, "", 13, "1 drop:Na,13,13,0 -")), 26);
	assert_int_equal(count(&spread, with_pits_and_hand(BOARD, "", 14, "1 drop:Na,14,14,0 -")), 27);
	assert_int_equal(count(&spread, with_pits_and_hand(BOARD, "", 56, "1 drop:Na,56,56,0 -") + 0), 27);
}

static void a_drop_never_lies_before_the_last_one_clockwise_from_the_source(void **state)
{
	(void)state;
	assert_legal(&spread, with_pits_and_hand(BOARD, "", 1, "1 drop:Na,2,1,2 -"), "+NW +Nc +W6");
	assert_legal(&spread, with_pits_and_hand(BOARD, "", 1, "1 drop:Na,2,1,27 -"), "+NW");
	assert_legal(&spread, with_pits_and_hand(BOARD, "", 1, "1 drop:Na,2,1,26 -"), "+NW +W6");
}

static void several_drops_may_go_to_one_pit_and_the_last_ends_the_turn(void **state)
{
	(void)state;
	assert_plays(&spread, with_pits_and_hand(BOARD, "Nb=1", 2, "1 drop:Na,2,2,0 -"), "+Nb",
		     with_pits_and_hand(BOARD, "Nb=2", 1, "1 drop:Na,2,1,1 -"));
	assert_plays(&spread, with_pits_and_hand(BOARD, "Nb=2", 1, "1 drop:Na,2,1,1 -"), "+Nb",
		     with_pits(BOARD, "Nb=3", "2 piece -"));
}

static void every_take_can_be_completed(void **state)
{
	(void)state;
	struct rules_variant v = variant("contigo-line:beads=spread");
	for (int last = 0; last < 28; last++) {
		for (int taken = 1; taken <= 27; taken++) {
			char rest[64];
			int reach = last < 28 - last ? last : 28 - last;
			if (reach > taken || (last > 0 && taken == 1))
				continue;
			snprintf(rest, sizeof(rest), "1 drop:E3,%d,%d,%d -", taken, last ? 1 : taken, last);
			assert_true(count(&v, with_pits_and_hand(BOARD, "", last ? 1 : taken, rest)) > 0);
		}
	}
}

static void the_old_game_has_72_beads_and_spreads_them(void **state)
{
	(void)state;
	assert_int_equal(count(&old, with_pits(MEN, "Na=2", "1 beads 0,0")), 72);
	assert_legal(&old, with_pits_and_hand(MEN, "", 1, "1 drop:E8,1,1,0 0,0"), "+E7 +NE");
	assert_legal(&old, with_pits_and_hand(MEN, "", 1, "1 drop:SE,1,1,0 0,0"), "+E1 +Sh");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_group_of_more_beads_than_lie_in_the_pit_is_not_legal),
		cmocka_unit_test(a_group_moves_exactly_as_many_pits_as_it_has_beads_either_way),
		cmocka_unit_test(a_group_goes_round_corners_in_ring_order),
		cmocka_unit_test(a_multiple_of_the_rings_length_is_not_legal),
		cmocka_unit_test(half_the_ring_either_way_is_one_action),
		cmocka_unit_test(groups_are_listed_in_byte_order_of_their_texts),
		cmocka_unit_test(a_take_is_legal_only_if_so_many_beads_are_in_the_pit),
		cmocka_unit_test(beads_in_the_hand_are_in_no_pit),
		cmocka_unit_test(each_drop_goes_into_another_pit_at_most_as_far_away_as_beads_were_taken),
		cmocka_unit_test(with_half_the_ring_in_the_hand_every_other_pit_is_within_reach),
		cmocka_unit_test(a_drop_never_lies_before_the_last_one_clockwise_from_the_source),
		cmocka_unit_test(several_drops_may_go_to_one_pit_and_the_last_ends_the_turn),
		cmocka_unit_test(every_take_can_be_completed),
		cmocka_unit_test(the_old_game_has_72_beads_and_spreads_them),
	};
	return cmocka_run_group_tests(tests, set_up_variants, NULL);
}
