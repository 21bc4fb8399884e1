/*
 * Oraia: reasons, ways, opinions.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "ruling.h"

static struct rules_variant leave;

static int setup(void **state)
{
	(void)state;
	leave = ruling_variant("oraia");
	return 0;
}

/* ---- Reasons, ways, opinions ----------------------------------------------------------------------------------------- */

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(why_names_the_rule_and_the_sites),
		cmocka_unit_test(a_blocked_pawn_is_told_so_when_it_is_lifted),
		cmocka_unit_test(while_the_disk_is_to_be_turned_only_riding_pawns_move),
		cmocka_unit_test(every_illegal_carry_has_a_reason_and_no_legal_one_has),
		cmocka_unit_test(the_way_of_a_chain_names_landings_and_jumped_pawns),
		cmocka_unit_test(the_way_of_a_turn_is_every_riding_pawns),
		cmocka_unit_test(an_opinion_is_sure_of_finished_positions_and_likes_arrived_pawns),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
