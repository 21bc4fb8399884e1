/*
 * test_memory.c — memory runs out exactly while something of a game is being kept: at every allocation of our own in turn, once
 * or for a while. Whatever the table knows is in the file afterwards, without a gap: actions, what was taken back, the result.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../daemon/table.h" /* tests/support has another of that name */
#include "../../daemon/table_store.h"
#include "evening.h"
#include "inside.h"
#include "session.h"
#include "shortage.h"
#include "walk.h"

static char *directory;
static struct app *app;

static int enter(void **state)
{
	(void)state;
	shortage_end();
	directory = evening_directory();
	app = inside_new(directory);
	return 0;
}

static int leave(void **state)
{
	(void)state;
	inside_free(app);
	evening_clear(directory, true);
	free(directory);
	return 0;
}

static void ask(const char *text)
{
	inside_ask(app, ROLE_OWNER, text, strlen(text), NULL);
}

static void play_one(uint64_t *seed)
{
	static rules_action legal[RULES_ACTIONS_MAX];
	char text[RULES_ACTION_MAX + 64], action[RULES_ACTION_MAX];
	const struct rules_record *record = session_record(app->session);
	int n = rules_legal(&record->variant, &record->here, legal);
	if (n == 0)
		return;
	rules_action_text(&record->variant, legal[walk_random(seed) % (unsigned)n], action);
	snprintf(text, sizeof text, "POST /api/v1/game/play\n{\"action\":\"%s\"}", action);
	ask(text);
}

/* A short game with names, a turn taken back, and an end; the allocations of the middle of it may fail. */
static void play(long n, long lasting)
{
	uint64_t seed = 5;
	ask("POST /api/v1/game\n{\"game\":\"contigo-line\",\"players\":[\"Ana\",\"Luis\"]}");
	for (int i = 0; i < 4; i++)
		play_one(&seed);
	shortage_begin(n, lasting);
	for (int i = 0; i < 4; i++)
		play_one(&seed);
	ask("POST /api/v1/game/take-back\n{\"ply\":4}");
	for (int i = 0; i < 2; i++)
		play_one(&seed);
	shortage_end();
	for (int i = 0; i < 2; i++)
		play_one(&seed);
}

static void heal(void)
{
	int64_t now_us = app_now_us();
	for (int i = 0; i < 4; i++, now_us += 10000000)
		table_step(app, now_us);
	if (!store_ok(app->store))
		fail_msg("still not well: %s", store_message(app->store));
}

/* The file has what the table knows. */
static void assert_whole(long n, const char *result)
{
	const struct rules_record *record = session_record(app->session);
	rules_action line[64];
	int plies = rules_record_line(record, line, 64);
	struct saved_game g;
	assert_true(app->game.id > 0);
	assert_int_equal(store_load(app->store, app->game.id, &g), 0);
	if (g.line.plies != plies)
		fail_msg("allocation %ld: %d plies are kept of %d", n, g.line.plies, plies);
	for (int i = 0; i < plies; i++) {
		char action[RULES_ACTION_MAX];
		rules_action_text(&record->variant, line[i], action);
		if (g.line.ply[i].ply != i + 1 || strcmp(g.line.ply[i].action, action) != 0)
			fail_msg("allocation %ld: ply %d is %d %s instead of %s", n, i + 1, g.line.ply[i].ply,
				 g.line.ply[i].action, action);
	}
	assert_string_equal(g.player[1], "Ana");
	assert_string_equal(g.result, result);
	saved_game_clear(&g);
}

static void at_every_allocation(long lasting)
{
	long n = 0;
	do {
		play(++n, lasting);
		heal();
		assert_whole(n, "ongoing");
	} while (shortage_failed() > 0);
	assert_true(n > 20);
	print_message("%ld allocations\n", n - 1);
}

static void memory_that_fails_once_leaves_no_gap_in_a_game(void **state)
{
	(void)state;
	at_every_allocation(1);
}

static void memory_that_fails_for_a_while_leaves_no_gap_in_a_game(void **state)
{
	(void)state;
	at_every_allocation(40);
}

static void a_result_that_could_not_be_kept_is_kept_later(void **state)
{
	(void)state;
	play(0, 0);
	shortage_begin(0, 0);
	ask("POST /api/v1/game/resign\n{\"player\":1}");
	for (long n = shortage_made(); n > 0; n--) {
		play(0, 0);
		shortage_begin(n, 100000);
		ask("POST /api/v1/game/resign\n{\"player\":1}");
		shortage_end();
		if (session_result(app->session) != RULES_ONGOING) {
			heal();
			assert_whole(n, "win 2");
		}
	}
}

static void what_was_kept_before_is_not_written_twice(void **state)
{
	(void)state;
	play(0, 0);
	struct saved_game g;
	store_behind(app->store);
	heal();
	assert_int_equal(store_load(app->store, app->game.id, &g), 0);
	assert_int_equal(g.branches, 1);
	saved_game_clear(&g);
	assert_whole(0, "ongoing");
}

static void a_revoked_phone_is_forgotten_without_memory(void **state)
{
	struct auth_phone p = { .id = 7, .role = ROLE_PLAYER, .label = "seven" }, none = { .id = 7, .role = ROLE_ANYONE };
	(void)state;
	assert_int_equal(store_phone(app->store, &p), 0);
	shortage_begin(1, 100000);
	int err = store_phone(app->store, &none);
	shortage_end();
	assert_int_equal(err, 0);
	inside_free(app);
	app = inside_new(directory);
	for (int i = 0; i < auth_phones(app->auth); i++)
		assert_int_not_equal(auth_phone(app->auth, i)->id, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(memory_that_fails_once_leaves_no_gap_in_a_game, enter, leave),
		cmocka_unit_test_setup_teardown(memory_that_fails_for_a_while_leaves_no_gap_in_a_game, enter, leave),
		cmocka_unit_test_setup_teardown(a_result_that_could_not_be_kept_is_kept_later, enter, leave),
		cmocka_unit_test_setup_teardown(what_was_kept_before_is_not_written_twice, enter, leave),
		cmocka_unit_test_setup_teardown(a_revoked_phone_is_forgotten_without_memory, enter, leave),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
