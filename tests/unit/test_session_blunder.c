/*
 * The search for places that lose at once: named situations, and every game against a plain recursion over the same question.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "session_blunder.h"
#include "table.h"

static struct rules_variant v;
static struct rules_state at;
static struct blunder *b;

static void position(const char *game, const char *fen)
{
	struct rules_error err;

	if (rules_variant_parse(game, &v, &err) < 0 || (fen && rules_parse(&v, fen, &at, &err) < 0))
		fail_msg("%s", err.text);
	if (!fen)
		rules_init(&v, &at);
}

static void begin_with(const char *from)
{
	static rules_action list[RULES_ACTIONS_MAX];
	static struct rules_path path;
	int n = rules_legal(&v, &at, list);

	blunder_begin(b, &v, &at);
	for (int i = 0; i < n; i++) {
		rules_path(&v, &at, list[i], &path);
		if (path.length && (!from || path.step[0].site == rules_site_by_name(&v, from)))
			blunder_add(b, list[i], path.step[path.length - 1].site);
	}
}

static bool loses(const char *site)
{
	return blunder_loses(b, (uint16_t)rules_site_by_name(&v, site));
}

static int losers(void)
{
	int n = 0;

	for (int i = 0; i < RULES_SITES_MAX; i++)
		n += blunder_loses(b, (uint16_t)i);
	return n;
}

static int setup(void **state)
{
	(void)state;
	return blunder_new(&b);
}

static int teardown(void **state)
{
	(void)state;
	blunder_free(b);
	return 0;
}

/* White's pawn on b3 keeps Black's four on rank 3 apart. */
#define DAM "5w/6/6/bwbbb1/6/6 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -"

static void without_an_action_nothing_loses(void **state)
{
	(void)state;
	position("contigo-line", DAM);
	blunder_begin(b, &v, &at);
	assert_true(blunder_go(b, 1));
	assert_int_equal(losers(), 0);
}

static void what_has_not_been_looked_at_is_not_called_a_blunder(void **state)
{
	(void)state;
	position("contigo-line", DAM);
	begin_with("b3");
	assert_int_equal(losers(), 0);
	assert_false(blunder_go(b, 1));
	assert_int_equal(losers(), 1);
	assert_true(blunder_go(b, 1000));
	assert_int_equal(losers(), 2);
}

static void a_search_without_end_is_broken_off_and_says_nothing_more(void **state)
{
	int portions = 1;

	(void)state;
	/* White has taken six and Black six; the ways to spread fourteen beads are without number. */
	position("thibault", "1b1b1b1b/b1b1b1b1/8/8/8/8/1w1w4/w7 "
			     "2,2,2,2,2,2,2,0,2,2,2,0,2,2,0,2,2,0,2,2,2,2,2,2,2,2,2,2,2,2,2,2,0,0,2,14 1 beads 3,3");
	begin_with(NULL);
	for (; !blunder_go(b, BLUNDER_PORTION); portions++)
		assert_true(portions * BLUNDER_PORTION <= BLUNDER_MOST);
}

static void to_let_the_others_win_with_the_own_move_is_a_blunder(void **state)
{
	(void)state;
	position("contigo-line", DAM);
	begin_with("b3");
	assert_true(blunder_go(b, 1000));
	assert_true(loses("b1") && loses("b5"));
	begin_with("f6");
	assert_true(blunder_go(b, BLUNDER_MOST));
	assert_int_equal(losers(), 0);
}

/* ---- Against a plain recursion --------------------------------------------------------------------------------------- */

enum { PLAIN_MOST = 400000 };

static int plain_nodes;

static int mine(const struct rules_state *s, int player, bool others)
{
	int sum = 0;

	for (int p = 1; p <= v.players; p++)
		if ((p == player) != others)
			sum += blunder_pieces(&v, s, p);
	return sum;
}

static bool plain_loses(const struct rules_state *s, bool own, int player, int had, int gain)
{
	int result = rules_result(&v, s);

	if (++plain_nodes > PLAIN_MOST)
		return false;
	if (result != RULES_ONGOING)
		return result != player && result != RULES_DRAW;
	if (!own && had - mine(s, player, false) > gain)
		return true;
	if (rules_turn_start(&v, s)) {
		if (!own || rules_player(&v, s) == player)
			return false;
		own = false;
		had = mine(s, player, false);
		gain -= mine(s, player, true);
	}
	rules_action *list = calloc(RULES_ACTIONS_MAX, sizeof *list);
	int n = rules_legal(&v, s, list);
	bool lost = own;
	for (int i = 0; i < n && lost == own; i++) {
		struct rules_state next = *s;
		rules_apply(&v, &next, list[i]);
		lost = plain_loses(&next, own, player, had, gain);
	}
	free(list);
	return lost;
}

static void every_game_agrees_with_a_plain_recursion(void **state)
{
	static const char *const games[] = { "contigo-line",
					     "contigo-line:players=4",
					     "contigo-capture:beads=group",
					     "contigo-capture:beads=group,players=4",
					     "swahili",
					     "swahili:players=3,capture=optional",
					     "perturbador",
					     "andantino",
					     "andantino:opening=single,side=6",
					     "oraia",
					     "oraia:stay=counts" };
	static rules_action list[RULES_ACTIONS_MAX];
	struct rules_path path;
	int compared = 0, warned = 0;
	uint64_t seed = 1;

	(void)state;
	for (size_t g = 0; g < sizeof games / sizeof *games; g++)
		for (int ply = 0, n = (position(games[g], NULL), rules_legal(&v, &at, list)); n > 0 && ply < 150;
		     ply++, n = rules_legal(&v, &at, list)) {
			seed = seed * UINT64_C(6364136223846793005) + 1;
			rules_action a = list[(seed >> 33) % (unsigned)n];
			struct rules_state next = at;
			rules_apply(&v, &next, a);
			rules_path(&v, &at, a, &path);
			if (ply % 3 == 0 && path.length) {
				blunder_begin(b, &v, &at);
				blunder_add(b, a, path.step[path.length - 1].site);
				plain_nodes = 0;
				bool plain =
				    plain_loses(&next, true, rules_player(&v, &at), 0, mine(&at, rules_player(&v, &at), true));
				bool all = blunder_go(b, 7) || blunder_go(b, BLUNDER_MOST);
				assert_true(all);
				if (plain_nodes <= PLAIN_MOST && losers() != plain)
					fail_msg("%s, ply %d: the search says %d", games[g], ply, losers());
				compared += plain_nodes <= PLAIN_MOST;
				warned += plain;
			}
			at = next;
		}
	print_message("%d actions compared, %d lose\n", compared, warned);
	assert_true(warned > 20 && warned < compared);
}

/* ---- In the hand -------------------------------------------------------------------------------------------------------- */

static struct table *learner(const char *game, const char *fen)
{
	struct table *t = table_new(game, "CS");
	struct session_settings settings = *session_get_settings(t->session);

	for (int i = 0; i <= RULES_PLAYERS_MAX; i++)
		settings.level[i] = VIEW_LEVEL_WARN;
	session_set_settings(t->session, &settings);
	table_start(t, fen);
	return t;
}

static void a_lifted_piece_warns_of_its_losing_targets_until_it_is_put_back(void **state)
{
	struct table *t = learner("contigo-line", DAM);

	(void)state;
	assert_int_equal(table_view(t)->blunders, 0);
	table_lift(t, "b3");
	assert_int_equal(table_view(t)->lift.targets, 2); /* the light of the lift does not wait … */
	assert_int_equal(table_view(t)->blunders, 0);
	table_wait(t, 200); /* … for what comes soon after it */
	assert_int_equal(table_view(t)->blunders, 2);
	table_put(t, "b3", 1);
	assert_int_equal(table_view(t)->blunders, 0);
	table_rest(t);
	table_lift(t, "f6");
	table_wait(t, 200);
	assert_int_equal(table_view(t)->blunders, 0);
	table_free(t);
}

static void nobody_is_warned_who_did_not_ask_for_it(void **state)
{
	struct table *t = table_new("contigo-line", "CS");

	(void)state;
	table_start(t, DAM);
	table_lift(t, "b3");
	table_wait(t, 200);
	assert_int_equal(table_view(t)->lift.targets, 2);
	assert_int_equal(table_view(t)->blunders, 0);
	table_free(t);
}

static void tiles_from_the_hand_are_warned_of_before_they_are_placed(void **state)
{
	/* Red has four in line, open at one end only: every other place for White's tile loses. */
	struct table *t = learner("andantino", "H11w,I10w,I11r,I12r,I13r,I14r,J11w,J12w,J13r,J14w 1 -");
	const struct view *view;

	(void)state;
	table_wait(t, 1000);
	view = table_view(t);
	assert_int_equal(view->lift.site, RULES_NO_SITE);
	assert_true(view->blunders > 3);
	for (int i = 0; i < view->blunders; i++)
		assert_int_not_equal(view->blunder[i], table_site(t, "I15"));
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(without_an_action_nothing_loses, setup, teardown),
		cmocka_unit_test_setup_teardown(what_has_not_been_looked_at_is_not_called_a_blunder, setup, teardown),
		cmocka_unit_test_setup_teardown(a_search_without_end_is_broken_off_and_says_nothing_more, setup, teardown),
		cmocka_unit_test_setup_teardown(to_let_the_others_win_with_the_own_move_is_a_blunder, setup, teardown),
		cmocka_unit_test_setup_teardown(every_game_agrees_with_a_plain_recursion, setup, teardown),
		cmocka_unit_test(a_lifted_piece_warns_of_its_losing_targets_until_it_is_put_back),
		cmocka_unit_test(nobody_is_warned_who_did_not_ask_for_it),
		cmocka_unit_test(tiles_from_the_hand_are_warned_of_before_they_are_placed),
	};

	return cmocka_run_group_tests_name("session_blunder", tests, NULL, NULL);
}
