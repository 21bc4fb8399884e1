/*
 * test_record.c — the game record: repetition, 400 turns, undoing, branches.
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

#include "rules_text.h"

static struct rules_variant line, spread, swahili, oraia;

static int set_up_variants(void **state)
{
	(void)state;
	line = variant("contigo-line");
	spread = variant("contigo-line:beads=spread");
	swahili = variant("swahili");
	oraia = variant("oraia");
	return 0;
}

enum { ROOM = 4096 };
static struct rules_node node[ROOM];

static struct rules_record start_from(const struct rules_variant *v, const char *text)
{
	struct rules_record r;
	struct rules_state s = position(v, text);
	memset(node, 0xa5, sizeof(node));
	rules_record_init(&r, v, &s, node, ROOM);
	return r;
}

static int play(struct rules_record *r, const char *text)
{
	rules_action a;
	struct rules_error err;
	if (r->variant.game->read_action(&r->variant, text, &a, &err) < 0)
		fail_msg("%s", err.text);
	return rules_record_play(r, a);
}

static void play_all(struct rules_record *r, const char *texts)
{
	char copy[512], *rest = copy, *text;
	assert_true(strlen(texts) < sizeof(copy));
	strcpy(copy, texts);
	while ((text = strsep(&rest, " "))) {
		if (play(r, text) < 0)
			fail_msg("%s was not played", text);
	}
}

/* Two lone pawns that step aside and back; beads wander between two corners. Four turns lead back to the same position. */
#define SHUTTLE "6/6/6/w5/6/5b 1,0,0,0,0,0,0,1,0,0,0,1,0,1,0,0,0,0,0,0,0,50,1,0,1,0,0,0 1 piece -"

/* ---- Failures ----------------------------------------------------------------------------------------------------- */

static void an_illegal_action_is_refused_and_changes_nothing(void **state)
{
	(void)state;
	struct rules_record r = start_from(&line, "startpos"), before = r;
	assert_int_equal(play(&r, "a2a3"), -EPERM);
	assert_int_equal(play(&r, "1Na-Nb"), -EPERM);
	assert_memory_equal(&r, &before, sizeof(r));
}

static void a_full_array_asks_for_room_and_goes_on_in_a_larger_one(void **state)
{
	(void)state;
	struct rules_node small[2], large[8];
	struct rules_state s = position(&line, "startpos");
	struct rules_record r;
	rules_record_init(&r, &line, &s, small, 2);
	assert_int_equal(play(&r, "a2c2"), 0);
	struct rules_record before = r;
	assert_int_equal(play(&r, "1Na-Nb"), -ENOSPC);
	assert_memory_equal(&r, &before, sizeof(r));
	memcpy(large, small, sizeof(small));
	r.node = large;
	r.room = 8;
	assert_int_equal(play(&r, "1Na-Nb"), 0);
	assert_int_equal(r.nodes, 3);
}

static void there_is_no_going_to_a_ply_or_node_that_is_not_there(void **state)
{
	(void)state;
	struct rules_record r = start_from(&line, "startpos");
	struct rules_state s;
	play_all(&r, "a2c2 1Na-Nb");
	assert_int_equal(rules_record_undo(&r, 3), -EINVAL);
	assert_int_equal(rules_record_undo(&r, -1), -EINVAL);
	assert_int_equal(rules_record_goto(&r, 3), -EINVAL);
	assert_int_equal(rules_record_state(&r, 3, &s), -EINVAL);
	assert_int_equal(r.at, 2);
}

static void after_the_end_nothing_is_played(void **state)
{
	(void)state;
	struct rules_record r =
	    start_from(&line, "6/6/6/wwww2/6/6 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 beads -");
	assert_int_equal(rules_record_result(&r), 1);
	assert_int_equal(play(&r, "1Na-Nb"), -EPERM);
}

/* ---- Undoing and branches ----------------------------------------------------------------------------------------- */

static void nodes_tell_who_played_what_when(void **state)
{
	(void)state;
	struct rules_record r = start_from(&line, "startpos");
	play_all(&r, "a2c2 1Na-Nb a3c3");
	static const struct {
		int player, turn, starts_turn;
	} expected[] = { { 0, 1, 1 }, { 1, 1, 0 }, { 1, 2, 1 }, { 2, 2, 0 } };
	for (int i = 0; i < 4; i++) {
		assert_int_equal(node[i].ply, i);
		assert_int_equal(node[i].player, expected[i].player);
		assert_int_equal(node[i].turn, expected[i].turn);
		assert_int_equal(node[i].starts_turn, expected[i].starts_turn);
		assert_int_equal(node[i].parent, i == 0 ? UINT32_MAX : (uint32_t)i - 1);
	}
}

static void undoing_and_playing_something_else_opens_a_branch_and_nothing_is_lost(void **state)
{
	(void)state;
	struct rules_record r = start_from(&line, "startpos");
	play_all(&r, "a2c2 1Na-Nb a3c3");
	assert_int_equal(rules_record_undo(&r, 1), 0);
	play_all(&r, "2Na-Nc");
	assert_int_equal(r.nodes, 5);
	assert_int_equal(r.at, 4);
	assert_int_equal(node[4].parent, 1);
	assert_int_equal(rules_record_goto(&r, 3), 0);
	char text[RULES_ACTION_MAX];
	rules_action way[8];
	assert_int_equal(rules_record_line(&r, way, 8), 3);
	rules_action_text(&line, way[2], text);
	assert_string_equal(text, "a3c3");
}

static void playing_what_was_played_before_follows_its_branch(void **state)
{
	(void)state;
	struct rules_record r = start_from(&line, "startpos");
	play_all(&r, "a2c2 1Na-Nb");
	assert_int_equal(rules_record_undo(&r, 0), 0);
	play_all(&r, "a2c2 1Na-Nb");
	assert_int_equal(r.nodes, 3);
	assert_int_equal(r.at, 2);
}

static void a_line_longer_than_the_room_for_it_is_cut_and_its_length_told(void **state)
{
	(void)state;
	struct rules_record r = start_from(&line, "startpos");
	rules_action way[2] = { RULES_NO_ACTION, RULES_NO_ACTION };
	play_all(&r, "a2c2 1Na-Nb a3c3");
	assert_int_equal(rules_record_line(&r, way, 1), 3);
	assert_true(way[0] != RULES_NO_ACTION && way[1] == RULES_NO_ACTION);
}

static void any_node_of_a_long_game_is_replayed(void **state)
{
	(void)state;
	struct rules_record r = start_from(&spread, "startpos");
	static struct rules_state stood[1000];
	static rules_action list[RULES_ACTIONS_MAX];
	uint32_t seed = 1;
	int ply = 0;
	for (; ply < 1000; ply++) {
		stood[ply] = r.here;
		int n = rules_legal(&spread, &r.here, list);
		if (n == 0)
			break;
		seed = seed * 1664525 + 1013904223;
		assert_int_equal(rules_record_play(&r, list[(seed >> 8) % (uint32_t)n]), 0);
	}
	for (int i = 0; i < ply; i += 37) {
		struct rules_state s;
		assert_int_equal(rules_record_state(&r, (uint32_t)i, &s), 0);
		assert_memory_equal(&s, &stood[i], sizeof(s));
	}
}

/* ---- Draws -------------------------------------------------------------------------------------------------------- */

/* The beads of SHUTTLE have to come home as well. */
static void shuttle(struct rules_record *r)
{
	play_all(r, "a3b3 1NW-W6 f1e1 1NE-E6 b3a3 1W6-NW e1f1 1E6-NE");
}

static void a_position_that_starts_a_turn_for_the_third_time_draws_and_the_start_counts_once(void **state)
{
	(void)state;
	struct rules_record r = start_from(&line, SHUTTLE);
	shuttle(&r);
	assert_int_equal(rules_record_result(&r), RULES_ONGOING);
	play_all(&r, "a3b3 1NW-W6 f1e1 1NE-E6 b3a3 1W6-NW e1f1");
	assert_int_equal(rules_record_result(&r), RULES_ONGOING);
	play_all(&r, "1E6-NE");
	assert_int_equal(rules_record_result(&r), RULES_DRAW);
	assert_int_equal(node[r.at].why, RULES_DRAW_REPETITION);
	assert_int_equal(rules_result(&line, &r.here), RULES_ONGOING);
}

static void a_drawn_record_accepts_further_actions_and_stays_drawn(void **state)
{
	(void)state;
	struct rules_record r = start_from(&line, SHUTTLE);
	shuttle(&r);
	shuttle(&r);
	play_all(&r, "a3b3 2SW-Sb");
	assert_int_equal(rules_record_result(&r), RULES_DRAW);
	assert_int_equal(node[r.at].why, RULES_DRAW_REPETITION);
}

static void taking_back_the_repetition_takes_back_the_draw(void **state)
{
	(void)state;
	struct rules_record r = start_from(&line, SHUTTLE);
	shuttle(&r);
	shuttle(&r);
	assert_int_equal(rules_record_undo(&r, 15), 0);
	assert_int_equal(rules_record_result(&r), RULES_ONGOING);
	play_all(&r, "1E6-E5");
	assert_int_equal(rules_record_result(&r), RULES_ONGOING);
}

static void only_the_line_that_was_played_counts_for_repetition(void **state)
{
	(void)state;
	struct rules_record r = start_from(&line, SHUTTLE);
	shuttle(&r);
	assert_int_equal(rules_record_undo(&r, 0), 0);
	/* The same position once more on another branch: b3 by way of the other player's first bead. */
	play_all(&r, "a3b3 1NW-W6 f1e1 1NE-Nf b3a3 1W6-NW e1f1 1Nf-NE");
	assert_int_equal(rules_record_result(&r), RULES_ONGOING);
}

static void positions_in_the_middle_of_a_turn_do_not_count(void **state)
{
	(void)state;
	struct rules_record r = start_from(&line, SHUTTLE);
	for (int i = 0; i < 5; i++) {
		play_all(&r, "a3b3");
		assert_int_equal(rules_record_result(&r), RULES_ONGOING);
		assert_int_equal(rules_record_undo(&r, 0), 0);
	}
	assert_int_equal(r.nodes, 2);
}

/* Turns that never repeat a position: a bead creeps on round the ring while the pawns shuttle. */
static int turns_until_result(const struct rules_variant *v, uint32_t seed, int *ret_turn)
{
	static struct rules_node big[40000];
	static rules_action list[RULES_ACTIONS_MAX];
	struct rules_record r;
	struct rules_state s;
	rules_init(v, &s);
	rules_record_init(&r, v, &s, big, 40000);
	while (rules_record_result(&r) == RULES_ONGOING && r.nodes < 40000) {
		int n = rules_legal(v, &r.here, list);
		seed = seed * 1664525 + 1013904223;
		assert_int_equal(rules_record_play(&r, list[(seed >> 8) % (uint32_t)n]), 0);
	}
	*ret_turn = big[r.at].turn;
	return big[r.at].why == RULES_DRAW_TURNS ? RULES_DRAW : rules_record_result(&r);
}

static void a_game_is_drawn_when_400_turns_are_over(void **state)
{
	(void)state;
	struct rules_variant v = variant("contigo-line:players=4");
	int drawn = 0;
	for (uint32_t seed = 1; seed <= 6; seed++) {
		int turn, result = turns_until_result(&v, seed, &turn);
		if (result == RULES_DRAW)
			assert_int_equal(turn, 401);
		else
			assert_true(turn <= 400);
		drawn += result == RULES_DRAW;
	}
	assert_true(drawn > 0);
}

static void a_turn_already_begun_counts_as_one(void **state)
{
	(void)state;
	struct rules_record r =
	    start_from(&line, "6/6/6/w5/6/5b 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 beads -");
	assert_int_equal(node[0].turn, 1);
	assert_int_equal(node[0].starts_turn, 0);
	play_all(&r, "1Na-Nb");
	assert_int_equal(node[1].turn, 2);
	assert_int_equal(node[1].starts_turn, 1);
}

static void swahili_knows_no_repetition_and_no_limit(void **state)
{
	(void)state;
	assert_false(swahili.game->counted_repetition);
	assert_true(line.game->counted_repetition && oraia.game->counted_repetition);
	for (uint32_t seed = 1; seed <= 20; seed++) {
		static struct rules_node big[5000];
		static rules_action list[RULES_ACTIONS_MAX];
		struct rules_record r;
		struct rules_state s;
		uint32_t x = seed;
		rules_init(&swahili, &s);
		rules_record_init(&r, &swahili, &s, big, 5000);
		while (rules_record_result(&r) == RULES_ONGOING && r.nodes < 5000) {
			int n = rules_legal(&swahili, &r.here, list);
			x = x * 1664525 + 1013904223;
			assert_int_equal(rules_record_play(&r, list[(x >> 8) % (uint32_t)n]), 0);
		}
		assert_true(big[r.at].why < RULES_DRAW_REPETITION);
	}
}

static void a_win_in_the_last_turn_is_a_win(void **state)
{
	(void)state;
	struct rules_record r =
	    start_from(&line, "6/6/3w2/www3/6/5b 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,1,2,2,2,2,2,2,2,2,2,3 1 piece -");
	/* As if 399 turns were over: the record counts from what its node says. */
	node[0].turn = 400;
	play_all(&r, "d4d3");
	assert_int_equal(rules_record_result(&r), 1);
	assert_int_equal(rules_record_undo(&r, 0), 0);
	play_all(&r, "a3a5 1Na-Nb");
	assert_int_equal(rules_record_result(&r), RULES_DRAW);
	assert_int_equal(node[r.at].why, RULES_DRAW_TURNS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_illegal_action_is_refused_and_changes_nothing),
		cmocka_unit_test(a_full_array_asks_for_room_and_goes_on_in_a_larger_one),
		cmocka_unit_test(there_is_no_going_to_a_ply_or_node_that_is_not_there),
		cmocka_unit_test(after_the_end_nothing_is_played),
		cmocka_unit_test(nodes_tell_who_played_what_when),
		cmocka_unit_test(undoing_and_playing_something_else_opens_a_branch_and_nothing_is_lost),
		cmocka_unit_test(playing_what_was_played_before_follows_its_branch),
		cmocka_unit_test(a_line_longer_than_the_room_for_it_is_cut_and_its_length_told),
		cmocka_unit_test(any_node_of_a_long_game_is_replayed),
		cmocka_unit_test(a_position_that_starts_a_turn_for_the_third_time_draws_and_the_start_counts_once),
		cmocka_unit_test(a_drawn_record_accepts_further_actions_and_stays_drawn),
		cmocka_unit_test(taking_back_the_repetition_takes_back_the_draw),
		cmocka_unit_test(only_the_line_that_was_played_counts_for_repetition),
		cmocka_unit_test(positions_in_the_middle_of_a_turn_do_not_count),
		cmocka_unit_test(a_game_is_drawn_when_400_turns_are_over),
		cmocka_unit_test(a_turn_already_begun_counts_as_one),
		cmocka_unit_test(swahili_knows_no_repetition_and_no_limit),
		cmocka_unit_test(a_win_in_the_last_turn_is_a_win),
	};
	return cmocka_run_group_tests(tests, set_up_variants, NULL);
}
