/*
 * test_contigo_twice.c — the Contigo family against a second implementation that shares no code with it, and against itself
 * on turned boards.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "naive_contigo.h"
#include "rules.h"
#include "walk.h"

static bool is(const struct rules_variant *v, const char *key, const char *value)
{
	const char *set = rules_variant_option(v, key);
	return set && strcmp(set, value) == 0;
}

static bool naive_of(const struct rules_variant *v, struct naive_contigo *ret)
{
	const char *align = rules_variant_option(v, "align");
	*ret = (struct naive_contigo){ .players = v->players,
				       .align = align ? align[0] - '0' : 0,
				       .ell = is(v, "move", "ell"),
				       .spread = is(v, "beads", "spread"),
				       .all_diagonals = is(v, "diagonals", "all") };
	if (strcmp(v->game->id, "contigo-line") == 0)
		ret->kind = NAIVE_LINE;
	else if (strcmp(v->game->id, "contigo-capture") == 0)
		ret->kind = NAIVE_CAPTURE;
	else if (strcmp(v->game->id, "thibault") == 0)
		ret->kind = is(v, "form", "basic") ? NAIVE_BASIC : NAIVE_DOUBLE;
	else
		return false;
	ret->spread |= strcmp(v->game->id, "thibault") == 0;
	return true;
}

static void agrees(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	int *positions = user;
	struct naive_contigo g;
	static struct naive_contigo_actions naive;
	static rules_action list[RULES_ACTIONS_MAX];
	char text[RULES_POSITION_MAX], action[RULES_ACTION_MAX], played[RULES_POSITION_MAX], naively[NAIVE_CONTIGO_POSITION];

	if (!naive_of(v, &g))
		return;
	rules_format(v, s, text);
	naive_contigo_legal(&g, text, &naive);
	int n = rules_legal(v, s, list);
	if (n != naive.n || rules_result(v, s) != naive_contigo_result(&g, text))
		fail_msg("%d actions, not %d, or another result: %s", n, naive.n, walk_name(v, s));
	for (int i = 0; i < n; i++) {
		struct rules_state next = *s;
		rules_action_text(v, list[i], action);
		if (strcmp(action, naive.text[i]) != 0)
			fail_msg("%s is not %s: %s", action, naive.text[i], walk_name(v, s));
		rules_apply(v, &next, list[i]);
		rules_format(v, &next, played);
		naive_contigo_play(&g, text, action, naively);
		if (strcmp(played, naively) != 0)
			fail_msg("after %s '%s' is not '%s'", action, played, naively);
	}
	(*positions)++;
}

static void two_implementations_agree_on_every_action_and_what_it_does(void **state)
{
	(void)state;
	int positions = 0;
	walk_all(4, 400, 16, agrees, &positions);
	assert_true(positions > 1000);
}

/* Piles make counts of two digits, and hands that reach round the ring: games seldom do. */
static void they_agree_where_the_beads_lie_in_a_few_piles(void **state)
{
	(void)state;
	struct rules_variant list[WALK_VARIANTS_MAX];
	struct naive_contigo g;
	uint64_t seed = 5;
	int n = walk_variants(list), positions = 0;

	for (int i = 0; i < n; i++) {
		struct rules_look look[RULES_SITES_MAX];
		struct rules_state s;
		int sites;
		if (!naive_of(&list[i], &g))
			continue;
		const struct rules_site *site = rules_sites(&list[i], &sites);
		int ring = 0;
		while (site[ring].kind != RULES_PIT)
			ring++;
		for (int times = 0; times < 3; times++) {
			rules_init(&list[i], &s);
			rules_project(&list[i], &s, look);
			for (int k = ring; k < sites; k++)
				look[k].count = 0;
			for (int left = 2 * (sites - ring), take; left > 0; left -= take) {
				take = 1 + (int)(walk_random(&seed) % (uint64_t)left);
				look[ring + (int)(walk_random(&seed) % (uint64_t)(sites - ring))].count += (uint8_t)take;
			}
			assert_int_equal(rules_unproject(&list[i], look, 1, &s, NULL), 0);
			for (int step = 0; step < 24; step++) {
				static rules_action actions[RULES_ACTIONS_MAX];
				int m = rules_legal(&list[i], &s, actions);
				if (m == 0)
					break;
				if (step < 8 || step % 4 == 0)
					agrees(&list[i], &s, &positions);
				rules_apply(&list[i], &s, actions[walk_random(&seed) % (uint64_t)m]);
			}
		}
	}
	assert_true(positions > 500);
}

/* ---- Turned boards ------------------------------------------------------------------------------------------------ */

/* The site at the place of `from` after a turn or mirroring of the wood. */
static int turned(const struct rules_site *site, int n, int from, const int m[4])
{
	int x = site[from].x - 500, y = site[from].y - 500, tx = m[0] * x + m[1] * y + 500, ty = m[2] * x + m[3] * y + 500;
	for (int i = 0; i < n; i++) {
		int dx = site[i].x - tx, dy = site[i].y - ty;
		if (dx * dx + dy * dy <= 9)
			return i;
	}
	fail_msg("nothing lies where %s is turned to", site[from].name);
	return -1;
}

static void counts_the_same_turned(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	static const int quarter[4] = { 0, -1, 1, 0 }, half[4] = { -1, 0, 0, -1 }, mirror[4] = { -1, 0, 0, 1 };
	static const int *const ways[] = { half, quarter, mirror };
	int n, *positions = user, hex = strcmp(v->game->id, "andantino") == 0, disk = strcmp(v->game->id, "oraia") == 0;
	const struct rules_site *site = rules_sites(v, &n);
	struct rules_look look[RULES_SITES_MAX], other[RULES_SITES_MAX] = { 0 };
	struct rules_state straight, round;

	if (strcmp(v->game->id, "swahili") == 0 || !rules_turn_start(v, s) || rules_result(v, s) != RULES_ONGOING)
		return;
	rules_project(v, s, look);
	if (rules_unproject(v, look, rules_player(v, s), &straight, NULL) < 0)
		return;
	/* Oraia's homes and Andantino's hexagon are not kept by every mirror. */
	for (int w = 0; w < (hex ? 1 : disk ? 2 : 3); w++) {
		for (int i = 0; i < n; i++)
			other[turned(site, n, i, ways[w])] = look[i];
		assert_int_equal(rules_unproject(v, other, rules_player(v, s), &round, NULL), 0);
		if (rules_perft(v, &straight, 2) != rules_perft(v, &round, 2))
			fail_msg("turned by %d it has other counts: %s", w, walk_name(v, s));
	}
	(*positions)++;
}

static void a_turned_or_mirrored_board_has_the_same_counts(void **state)
{
	(void)state;
	int positions = 0;
	walk_all(1, 200, 10, counts_the_same_turned, &positions);
	assert_true(positions > 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_implementations_agree_on_every_action_and_what_it_does),
		cmocka_unit_test(they_agree_where_the_beads_lie_in_a_few_piles),
		cmocka_unit_test(a_turned_or_mirrored_board_has_the_same_counts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
