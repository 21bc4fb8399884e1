/* test_copies.c — the copies that the store makes of itself: when, how much at a time, and what a failing card does to them. */
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

/* ---- When, and how much ----------------------------------------------------------------------------------------------------- */

static void without_a_finished_game_there_is_nothing_to_copy(void **state)
{
	(void)state;
	struct store_new_game how = { .game = "contigo-line", .start = "x" };
	store_game_new(card.store, &how, EVENING_MS, card.now_us);
	assert_int_equal(store_tick(card.store, EVENING_MS, CARD_DAY), INT64_MAX);
	assert_int_equal(access(card_path_of("copy-1.db"), F_OK), -1);
}

static void a_copy_is_made_after_a_game_a_little_at_a_time(void **state)
{
	struct stat st;
	long before = 0;
	int steps = 0;
	(void)state;
	card_play();
	card_play_heavy();
	int64_t next_us = store_tick(card.store, EVENING_MS, card.now_us);
	assert_true(next_us > card.now_us && next_us <= card.now_us + 10 * CARD_SECOND);
	assert_int_equal(access(card_path_of("copy-1.db"), F_OK), -1);
	while (next_us != INT64_MAX) {
		next_us = store_tick(card.store, EVENING_MS, next_us);
		long size = stat(card_path_of("copy-1.db"), &st) == 0 ? (long)st.st_size : 0;
		assert_true(size - before <= 33 * 4096);
		before = size;
		steps++;
	}
	assert_true(steps > before / 4096 / 16);
	assert_int_equal(card_number_of(1), 1);
	assert_int_equal(card_ask(card_path_of("copy-1.db"), "SELECT count(*) FROM games"), 2);
	assert_int_equal(st.st_mode & 077, 0);
}

static void while_somebody_plays_nothing_is_copied(void **state)
{
	(void)state;
	card_play();
	struct store_new_game how = { .game = "contigo-line", .start = "x" };
	int64_t id = store_game_new(card.store, &how, EVENING_MS, card.now_us);
	for (int ply = 1; ply < 60; ply++, card.now_us += 2 * CARD_SECOND) {
		struct store_action a = { .game = id, .ply = ply, .player = 1, .action = "a", .fen = "f" };
		assert_int_equal(store_action(card.store, &a, EVENING_MS, card.now_us), 0);
		store_tick(card.store, EVENING_MS, card.now_us + CARD_SECOND);
	}
	assert_int_equal(access(card_path_of("copy-1.db"), F_OK), -1);
	card_rest(60 * CARD_SECOND);
	assert_int_equal(card_number_of(1), 1);
}

static void copies_are_written_in_turn_and_not_more_often_than_the_card_bears(void **state)
{
	(void)state;
	card_play();
	card_rest(60 * CARD_SECOND);
	assert_int_equal(card_number_of(1), 1);
	card_play();
	card_rest(1800 * CARD_SECOND);
	assert_int_equal(card_number_of(2), 0);
	card_rest(1800 * CARD_SECOND);
	assert_int_equal(card_number_of(2), 2);
	card_rest(CARD_DAY);
	assert_int_equal(card_number_of(1), 1); /* nothing new */
	card_play();
	card_rest(60 * CARD_SECOND);
	assert_int_equal(card_number_of(1), 3);
	assert_int_equal(card_number_of(2), 2);
	/* A start is no reason for another. */
	store_close(card.store);
	card_open();
	card_rest(CARD_DAY);
	assert_int_equal(card_number_of(1) + card_number_of(2), 5);
}

static void a_large_archive_is_copied_less_often(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++)
		card_play_heavy();
	card_rest(600 * CARD_SECOND);
	assert_int_equal(card_number_of(1), 1);
	card_play();
	card_rest(3 * CARD_HOUR);
	assert_int_equal(card_number_of(2), 0);
	card_rest(2 * CARD_HOUR);
	assert_int_equal(card_number_of(2), 2);
}

static void what_is_played_while_a_copy_is_made_is_in_it_or_in_the_next(void **state)
{
	(void)state;
	card_play();
	int64_t next_us = store_tick(card.store, EVENING_MS, card.now_us + 5 * CARD_SECOND);
	next_us = store_tick(card.store, EVENING_MS, next_us);
	card.now_us = next_us;
	card_play();
	card_rest(2 * CARD_HOUR);
	assert_int_equal(card_number_of(2), 2);
	assert_int_equal(card_ask(card_path_of("copy-2.db"), "SELECT count(*) FROM games"), 2);
	assert_int_equal(card_ask(card_path_of("copy-1.db"),
				  "SELECT count(*) = 0 FROM pragma_integrity_check WHERE integrity_check <> 'ok'"),
			 1);
}

static void a_card_without_room_for_a_copy_is_no_fault(void **state)
{
	(void)state;
	disk_install();
	store_close(card.store);
	card_open();
	card_play();
	disk_fail(DISK_FULL, 3, true);
	card_rest(600 * CARD_SECOND);
	assert_true(disk_failed());
	assert_true(store_ok(card.store));
	assert_int_equal(access(card_path_of("copy-1.db"), F_OK), -1);
	disk_fail(DISK_FULL, 0, false);
	card_rest(2 * CARD_HOUR);
	assert_int_equal(card_number_of(1), 1);
	store_close(card.store);
	disk_remove();
	card_open();
}

static void whatever_call_fails_while_a_copy_is_made_the_games_are_as_they_were(void **state)
{
	(void)state;
	disk_install();
	store_close(card.store);
	card_open();
	card_play();
	card_rest(CARD_HOUR);
	char *want = evening_games(card.store);
	bool failed = true;
	long n = 0;
	while (failed) {
		/* The end of the game is taken back and said again: something new, of the same size. */
		store_result(card.store, 1, "ongoing", "", EVENING_MS, card.now_us);
		store_result(card.store, 1, "win 1", "resigned", EVENING_MS, card.now_us);
		disk_fail(DISK_EIO, ++n, false);
		card_rest(CARD_HOUR);
		failed = disk_failed();
		disk_fail(DISK_EIO, 0, false);
		card_rest(2 * CARD_HOUR);
		assert_true(store_ok(card.store));
		card_assert_games(want);
		assert_true(card_number_of(1) || card_number_of(2));
	}
	assert_true(n > 20);
	print_message("%ld calls\n", n - 1);
	free(want);
	store_close(card.store);
	disk_remove();
	card_open();
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, card_enter, card_leave)
	const struct CMUnitTest tests[] = {
		T(without_a_finished_game_there_is_nothing_to_copy),
		T(a_copy_is_made_after_a_game_a_little_at_a_time),
		T(while_somebody_plays_nothing_is_copied),
		T(copies_are_written_in_turn_and_not_more_often_than_the_card_bears),
		T(a_large_archive_is_copied_less_often),
		T(what_is_played_while_a_copy_is_made_is_in_it_or_in_the_next),
		T(a_card_without_room_for_a_copy_is_no_fault),
		T(whatever_call_fails_while_a_copy_is_made_the_games_are_as_they_were),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
