/*
 * test_heal.c — what the copies are good for when the file is broken, gone, or has lost its newest games without being broken. What
 * was taken out for good is in none of them.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "card.h"
#include "disk.h"
#include "evening.h"

/* ---- What they are good for --------------------------------------------------------------------------------------------------- */

static void of_a_file_that_is_all_rubbish_nothing_is_lost_but_what_came_after_the_copy(void **state)
{
	(void)state;
	card_play();
	card_play();
	store_set(card.store, "table", "{\"kept\":1}");
	card_rest(CARD_HOUR);
	char *want = evening_games(card.store);
	card_play();
	store_close(card.store);
	card_ruin("tablero.db", 0);
	card_open();
	card_assert_games(want);
	card_assert_told("0 games were rescued from it, 2 from a copy", "0 partidas de él y 2 de una copia");
	char *value = store_get(card.store, "table");
	assert_string_equal(value, "{\"kept\":1}");
	free(value);
	free(want);
}

static void file_and_copy_are_put_together_game_by_game(void **state)
{
	(void)state;
	card_play();
	card_rest(CARD_HOUR);
	card_play();
	char *want = evening_games(card.store);
	store_close(card.store);
	/* The root of the table of actions of the first game is gone in the file: only what the log still has can be read. */
	card_open();
	card_play();
	free(want);
	want = evening_games(card.store);
	card_copy("tablero.db", "keep.db");
	card_copy("tablero.db-wal", "keep.db-wal");
	store_close(card.store);
	card_copy("keep.db", "tablero.db");
	card_copy("keep.db-wal", "tablero.db-wal");
	unlink(card_path_of("keep.db"));
	unlink(card_path_of("keep.db-wal"));
	long page = (long)card_ask(card_path_of("copy-1.db"), "SELECT rootpage FROM sqlite_master WHERE name = 'tags_tag'");
	char rubbish[4096];
	memset(rubbish, 0x77, sizeof rubbish);
	int fd = open(card_path_of("tablero.db"), O_WRONLY);
	assert_int_equal(pwrite(fd, rubbish, sizeof rubbish, (page - 1) * 4096), sizeof rubbish);
	close(fd);
	card_open();
	card_assert_games(want);
	free(want);
}

static void games_that_the_card_lost_without_a_trace_come_back(void **state)
{
	(void)state;
	card_play();
	store_close(card.store);
	card_copy("tablero.db", "early");
	card_open();
	card_play();
	card_play();
	card_rest(CARD_HOUR);
	char *want = evening_games(card.store);
	store_close(card.store);
	/* The file as it was before: whole, only old. */
	card_copy("early", "tablero.db");
	unlink(card_path_of("early"));
	card_open();
	card_assert_games(want);
	card_assert_told("2 games were brought back from a copy", "2 partidas de una copia");
	/* And only once. */
	store_close(card.store);
	card_open();
	assert_string_equal(store_message(card.store), "");
	card_assert_games(want);
	free(want);
}

static void a_file_that_is_gone_comes_back(void **state)
{
	(void)state;
	card_play();
	card_play();
	card_rest(CARD_HOUR);
	char *want = evening_games(card.store);
	store_close(card.store);
	unlink(card_path_of("tablero.db"));
	card_open();
	card_assert_games(want);
	/* New games get new numbers. */
	card_play();
	char *now = evening_games(card.store);
	assert_memory_equal(now, want, strlen(want));
	assert_true(strlen(now) > strlen(want));
	free(now);
	free(want);
}

static void a_game_that_went_on_is_not_put_back_to_what_the_copy_has(void **state)
{
	(void)state;
	struct evening e;
	card_play();
	evening_begin(&e, 99);
	e.games_max = 1;
	e.steps = (int)(card.now_us / CARD_SECOND);
	for (int i = 0; i < 8; i++)
		evening_step(&e, card.store);
	card.now_us = e.steps * CARD_SECOND;
	card_rest(CARD_HOUR);
	assert_int_equal(card_number_of(1), 1);
	e.steps = (int)(card.now_us / CARD_SECOND);
	e.ply -= 3;
	e.here = e.past[e.ply];
	store_undo(card.store, e.game, e.ply, "undo", EVENING_MS, card.now_us);
	for (int i = 0; i < 3; i++)
		evening_step(&e, card.store);
	char *want = evening_games(card.store);
	store_close(card.store);
	card_open();
	assert_string_equal(store_message(card.store), "");
	card_assert_games(want);
	free(want);
}

static void a_ruined_copy_is_no_help_and_no_harm(void **state)
{
	(void)state;
	card_play();
	card_rest(2 * CARD_HOUR);
	card_play();
	card_rest(2 * CARD_HOUR);
	assert_true(card_number_of(1) == 1 && card_number_of(2) == 2);
	char *want = evening_games(card.store);
	store_close(card.store);
	card_ruin("copy-1.db", 4096);
	card_open();
	assert_string_equal(store_message(card.store), "");
	card_assert_games(want);
	store_close(card.store);
	card_ruin("tablero.db", 4096);
	card_open();
	card_assert_games(want);
	store_close(card.store);
	/* All three: people can still play. */
	card_ruin("tablero.db", 0);
	card_ruin("copy-1.db", 0);
	card_ruin("copy-2.db", 0);
	card_open();
	card_play();
	card_rest(2 * CARD_HOUR);
	assert_true(card_number_of(1) || card_number_of(2));
	free(want);
}

static void a_copy_that_was_not_finished_does_not_count(void **state)
{
	(void)state;
	card_play();
	card_play_heavy();
	int64_t next_us = store_tick(card.store, EVENING_MS, card.now_us + 5 * CARD_SECOND);
	for (int i = 0; i < 10; i++)
		next_us = store_tick(card.store, EVENING_MS, next_us);
	card_copy("copy-1.db", "half");
	store_close(card.store); /* takes it away */
	assert_int_equal(access(card_path_of("copy-1.db"), F_OK), -1);
	card_copy("half", "copy-1.db");
	unlink(card_path_of("half"));
	card_open();
	assert_string_equal(store_message(card.store), "");
	card_rest(CARD_HOUR);
	assert_int_equal(card_number_of(1), 1);
}

/* ---- What is in none of them ------------------------------------------------------------------------------------------------- */

static void a_forgotten_name_is_in_no_copy(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++) {
		char name[60];
		struct store_new_game how = { .game = "contigo-line", .start = "x" };
		for (int k = 0; k < 40; k++) {
			snprintf(name, sizeof name, "Canary-%d-%d-ofthehouse", i, k);
			how.player[1] = name;
			int64_t id = store_game_new(card.store, &how, EVENING_MS, card.now_us);
			store_result(card.store, id, "draw", "", EVENING_MS, card.now_us);
		}
		card_rest(2 * CARD_HOUR);
	}
	static const char *const files[] = { "tablero.db", "tablero.db-wal", "copy-1.db", "copy-2.db" };
	assert_true(card_in_file("copy-1.db", "Canary-1-7-ofthehouse") && card_in_file("copy-2.db", "Canary-1-7-ofthehouse"));
	/* Also with a copy under way. */
	card_play();
	card_rest(4 * CARD_SECOND);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 40; k += 3) {
			char name[60];
			snprintf(name, sizeof name, "Canary-%d-%d-ofthehouse", i, k);
			assert_int_equal(store_forget_player(card.store, name), 0);
			for (int f = 0; f < 4; f++)
				if (card_in_file(files[f], name))
					fail_msg("%s is still in %s", name, files[f]);
		}
	card_rest(2 * CARD_HOUR);
	assert_true(card_in_file("copy-1.db", "Canary-1-1-ofthehouse"));
	assert_true(card_number_of(1) && card_number_of(2));
	assert_int_equal(store_forget_player(card.store, "nobody"), -ENOENT);
}

static void what_was_deleted_for_good_is_in_no_copy_and_does_not_come_back(void **state)
{
	(void)state;
	card_play();
	int64_t first = 1;
	card_play();
	card_rest(2 * CARD_HOUR);
	card_play();
	card_rest(2 * CARD_HOUR);
	assert_true(card_number_of(1) && card_number_of(2));
	assert_int_equal(store_delete(card.store, first, true, EVENING_MS), 0);
	char *want = evening_games(card.store);
	assert_int_equal(store_purge(card.store, EVENING_MS + CARD_DAY / 1000), 0);
	for (int slot = 1; slot <= 2; slot++) {
		const char *path = card_path_of(slot == 1 ? "copy-1.db" : "copy-2.db");
		assert_int_equal(card_ask(path, "SELECT count(*) FROM games WHERE id = 1"), 0);
		assert_int_equal(card_ask(path, "SELECT count(*) FROM actions WHERE game = 1"), 0);
	}
	store_close(card.store);
	card_ruin("tablero.db", 0);
	card_open();
	card_assert_games(want);
	free(want);
}

static void none(void *user, const struct auth_phone *phone)
{
	(void)user;
	fail_msg("phone %s came back", phone->label);
}

static void no_phone_comes_back_with_a_copy(void **state)
{
	struct auth_phone p = { .id = 4, .role = ROLE_OWNER, .label = "lost in the bus", .hash = { 7 } };
	(void)state;
	assert_int_equal(store_phone(card.store, &p), 0);
	card_play();
	card_rest(2 * CARD_HOUR);
	assert_int_equal(card_number_of(1), 1);
	assert_false(card_in_file("copy-1.db", "lost in the bus"));
	store_close(card.store);
	card_ruin("tablero.db", 0);
	card_open();
	assert_int_equal(store_phones(card.store, none, NULL), 0);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, card_enter, card_leave)
	const struct CMUnitTest tests[] = {
		T(of_a_file_that_is_all_rubbish_nothing_is_lost_but_what_came_after_the_copy),
		T(file_and_copy_are_put_together_game_by_game),
		T(games_that_the_card_lost_without_a_trace_come_back),
		T(a_file_that_is_gone_comes_back),
		T(a_game_that_went_on_is_not_put_back_to_what_the_copy_has),
		T(a_ruined_copy_is_no_help_and_no_harm),
		T(a_copy_that_was_not_finished_does_not_count),
		T(a_forgotten_name_is_in_no_copy),
		T(what_was_deleted_for_good_is_in_no_copy_and_does_not_come_back),
		T(no_phone_comes_back_with_a_copy),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
