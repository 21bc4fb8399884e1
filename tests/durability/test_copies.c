/*
 * test_copies.c — the copies that the store makes of itself: when, how much at a time, and what they are good for when the file
 * is broken, gone, or has lost its newest games without being broken. What was taken out for good is in none of them.
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

#include "disk.h"
#include "evening.h"

#define SECOND (INT64_C(1000000))
#define HOUR (3600 * SECOND)
#define DAY (24 * HOUR)

static char *directory;
static struct store *s;
static int64_t now_us;

static void open_store(void)
{
	assert_int_equal(store_open(directory, "boot", EVENING_MS + now_us / 1000, now_us, &s), 0);
	assert_true(store_ok(s));
}

static int enter(void **state)
{
	(void)state;
	directory = evening_directory();
	now_us = SECOND;
	open_store();
	return 0;
}

static int leave(void **state)
{
	(void)state;
	store_close(s);
	evening_clear(directory, true);
	free(directory);
	return 0;
}

static const char *path_of(const char *name)
{
	static char path[4][300];
	static int next;
	next = (next + 1) % 4;
	snprintf(path[next], sizeof path[next], "%s/%s", directory, name);
	return path[next];
}

/* A whole game, from now on. */
static void play(void)
{
	struct evening e;
	int err;
	static uint64_t seed = 3;
	evening_begin(&e, seed++);
	e.games_max = 1;
	e.steps = (int)(now_us / SECOND);
	while ((err = evening_step(&e, s)) != 1)
		assert_int_equal(err, 0);
	now_us = e.steps * SECOND;
}

/* One that takes a mebibyte. */
static void play_heavy(void)
{
	static char evidence[1 << 20];
	memset(evidence, 'e', sizeof evidence - 1);
	struct store_new_game how = { .game = "contigo-line", .start = "x" };
	int64_t id = store_game_new(s, &how, EVENING_MS, now_us);
	struct store_action a = { .game = id, .ply = 1, .player = 1, .action = "a", .fen = "f", .evidence = evidence };
	assert_int_equal(store_action(s, &a, EVENING_MS, now_us), 0);
	assert_int_equal(store_result(s, id, "draw", "", EVENING_MS, now_us), 0);
}

static void rest(int64_t long_us)
{
	evening_rest(s, now_us, long_us);
	now_us += long_us;
}

static int64_t ask(const char *path, const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *q;
	int64_t n = -1;
	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, "unix") == SQLITE_OK &&
	    sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK) {
		n = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : -1;
		sqlite3_finalize(q);
	}
	sqlite3_close(db);
	return n;
}

/* The number of a sealed copy, 0: none there. */
static int64_t number_of(int slot)
{
	int64_t n = ask(path_of(slot == 1 ? "copy-1.db" : "copy-2.db"),
			"SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'copy'");
	return n > 0 ? n : 0;
}

static bool in_file(const char *name, const char *text)
{
	FILE *f = fopen(path_of(name), "re");
	static char data[4 << 20];
	size_t n = f ? fread(data, 1, sizeof data, f) : 0;
	if (f)
		fclose(f);
	return n && memmem(data, n, text, strlen(text));
}

/* Rubbish over everything but the beginning. */
static void ruin(const char *name, long from)
{
	struct stat st;
	char rubbish[4096];
	int fd = open(path_of(name), O_WRONLY);
	assert_true(fd >= 0 && fstat(fd, &st) == 0);
	memset(rubbish, 0x5a, sizeof rubbish);
	for (long at = from; at < st.st_size; at += (long)sizeof rubbish)
		assert_int_equal(pwrite(fd, rubbish, sizeof rubbish, at), sizeof rubbish);
	close(fd);
}

static void copy_file(const char *from, const char *to)
{
	char command[700];
	snprintf(command, sizeof command, "cp %s %s", path_of(from), path_of(to));
	assert_int_equal(system(command), 0);
}

static void assert_told(const char *en, const char *es)
{
	if (!strstr(store_message(s), en) || !strstr(store_message_es(s), es))
		fail_msg("\"%s\" / \"%s\"", store_message(s), store_message_es(s));
}

static void assert_games(const char *should)
{
	char *is = evening_games(s);
	if (strcmp(is, should) != 0)
		fail_msg("is\n%s\nshould be\n%s", is, should);
	free(is);
}

/* ---- When, and how much ----------------------------------------------------------------------------------------------------- */

static void without_a_finished_game_there_is_nothing_to_copy(void **state)
{
	(void)state;
	struct store_new_game how = { .game = "contigo-line", .start = "x" };
	store_game_new(s, &how, EVENING_MS, now_us);
	assert_int_equal(store_tick(s, EVENING_MS, DAY), INT64_MAX);
	assert_int_equal(access(path_of("copy-1.db"), F_OK), -1);
}

static void a_copy_is_made_after_a_game_a_little_at_a_time(void **state)
{
	struct stat st;
	long before = 0;
	int steps = 0;
	(void)state;
	play();
	play_heavy();
	int64_t next_us = store_tick(s, EVENING_MS, now_us);
	assert_true(next_us > now_us && next_us <= now_us + 10 * SECOND);
	assert_int_equal(access(path_of("copy-1.db"), F_OK), -1);
	while (next_us != INT64_MAX) {
		next_us = store_tick(s, EVENING_MS, next_us);
		long size = stat(path_of("copy-1.db"), &st) == 0 ? (long)st.st_size : 0;
		assert_true(size - before <= 33 * 4096);
		before = size;
		steps++;
	}
	assert_true(steps > before / 4096 / 16);
	assert_int_equal(number_of(1), 1);
	assert_int_equal(ask(path_of("copy-1.db"), "SELECT count(*) FROM games"), 2);
	assert_int_equal(st.st_mode & 077, 0);
}

static void while_somebody_plays_nothing_is_copied(void **state)
{
	(void)state;
	play();
	struct store_new_game how = { .game = "contigo-line", .start = "x" };
	int64_t id = store_game_new(s, &how, EVENING_MS, now_us);
	for (int ply = 1; ply < 60; ply++, now_us += 2 * SECOND) {
		struct store_action a = { .game = id, .ply = ply, .player = 1, .action = "a", .fen = "f" };
		assert_int_equal(store_action(s, &a, EVENING_MS, now_us), 0);
		store_tick(s, EVENING_MS, now_us + SECOND);
	}
	assert_int_equal(access(path_of("copy-1.db"), F_OK), -1);
	rest(60 * SECOND);
	assert_int_equal(number_of(1), 1);
}

static void copies_are_written_in_turn_and_not_more_often_than_the_card_bears(void **state)
{
	(void)state;
	play();
	rest(60 * SECOND);
	assert_int_equal(number_of(1), 1);
	play();
	rest(1800 * SECOND);
	assert_int_equal(number_of(2), 0);
	rest(1800 * SECOND);
	assert_int_equal(number_of(2), 2);
	rest(DAY);
	assert_int_equal(number_of(1), 1); /* nothing new */
	play();
	rest(60 * SECOND);
	assert_int_equal(number_of(1), 3);
	assert_int_equal(number_of(2), 2);
	/* A start is no reason for another. */
	store_close(s);
	open_store();
	rest(DAY);
	assert_int_equal(number_of(1) + number_of(2), 5);
}

static void a_large_archive_is_copied_less_often(void **state)
{
	(void)state;
	for (int i = 0; i < 4; i++)
		play_heavy();
	rest(600 * SECOND);
	assert_int_equal(number_of(1), 1);
	play();
	rest(3 * HOUR);
	assert_int_equal(number_of(2), 0);
	rest(2 * HOUR);
	assert_int_equal(number_of(2), 2);
}

static void what_is_played_while_a_copy_is_made_is_in_it_or_in_the_next(void **state)
{
	(void)state;
	play();
	int64_t next_us = store_tick(s, EVENING_MS, now_us + 5 * SECOND);
	next_us = store_tick(s, EVENING_MS, next_us);
	now_us = next_us;
	play();
	rest(2 * HOUR);
	assert_int_equal(number_of(2), 2);
	assert_int_equal(ask(path_of("copy-2.db"), "SELECT count(*) FROM games"), 2);
	assert_int_equal(
	    ask(path_of("copy-1.db"), "SELECT count(*) = 0 FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 1);
}

static void a_card_without_room_for_a_copy_is_no_fault(void **state)
{
	(void)state;
	disk_install();
	store_close(s);
	open_store();
	play();
	disk_fail(DISK_FULL, 3, true);
	rest(600 * SECOND);
	assert_true(disk_failed());
	assert_true(store_ok(s));
	assert_int_equal(access(path_of("copy-1.db"), F_OK), -1);
	disk_fail(DISK_FULL, 0, false);
	rest(2 * HOUR);
	assert_int_equal(number_of(1), 1);
	store_close(s);
	disk_remove();
	open_store();
}

static void whatever_call_fails_while_a_copy_is_made_the_games_are_as_they_were(void **state)
{
	(void)state;
	disk_install();
	store_close(s);
	open_store();
	play();
	rest(HOUR);
	char *want = evening_games(s);
	bool failed = true;
	long n = 0;
	while (failed) {
		/* The end of the game is taken back and said again: something new, of the same size. */
		store_result(s, 1, "ongoing", "", EVENING_MS, now_us);
		store_result(s, 1, "win 1", "resigned", EVENING_MS, now_us);
		disk_fail(DISK_EIO, ++n, false);
		rest(HOUR);
		failed = disk_failed();
		disk_fail(DISK_EIO, 0, false);
		rest(2 * HOUR);
		assert_true(store_ok(s));
		assert_games(want);
		assert_true(number_of(1) || number_of(2));
	}
	assert_true(n > 20);
	print_message("%ld calls\n", n - 1);
	free(want);
	store_close(s);
	disk_remove();
	open_store();
}

/* ---- What they are good for --------------------------------------------------------------------------------------------------- */

static void of_a_file_that_is_all_rubbish_nothing_is_lost_but_what_came_after_the_copy(void **state)
{
	(void)state;
	play();
	play();
	store_set(s, "table", "{\"kept\":1}");
	rest(HOUR);
	char *want = evening_games(s);
	play();
	store_close(s);
	ruin("tablero.db", 0);
	open_store();
	assert_games(want);
	assert_told("0 games were rescued from it, 2 from a copy", "0 partidas de él y 2 de una copia");
	char *value = store_get(s, "table");
	assert_string_equal(value, "{\"kept\":1}");
	free(value);
	free(want);
}

static void file_and_copy_are_put_together_game_by_game(void **state)
{
	(void)state;
	play();
	rest(HOUR);
	play();
	char *want = evening_games(s);
	store_close(s);
	/* The root of the table of actions of the first game is gone in the file: only what the log still has can be read. */
	open_store();
	play();
	free(want);
	want = evening_games(s);
	copy_file("tablero.db", "keep.db");
	copy_file("tablero.db-wal", "keep.db-wal");
	store_close(s);
	copy_file("keep.db", "tablero.db");
	copy_file("keep.db-wal", "tablero.db-wal");
	unlink(path_of("keep.db"));
	unlink(path_of("keep.db-wal"));
	long page = (long)ask(path_of("copy-1.db"), "SELECT rootpage FROM sqlite_master WHERE name = 'tags_tag'");
	char rubbish[4096];
	memset(rubbish, 0x77, sizeof rubbish);
	int fd = open(path_of("tablero.db"), O_WRONLY);
	assert_int_equal(pwrite(fd, rubbish, sizeof rubbish, (page - 1) * 4096), sizeof rubbish);
	close(fd);
	open_store();
	assert_games(want);
	free(want);
}

static void games_that_the_card_lost_without_a_trace_come_back(void **state)
{
	(void)state;
	play();
	store_close(s);
	copy_file("tablero.db", "early");
	open_store();
	play();
	play();
	rest(HOUR);
	char *want = evening_games(s);
	store_close(s);
	/* The file as it was before: whole, only old. */
	copy_file("early", "tablero.db");
	unlink(path_of("early"));
	open_store();
	assert_games(want);
	assert_told("2 games were brought back from a copy", "2 partidas de una copia");
	/* And only once. */
	store_close(s);
	open_store();
	assert_string_equal(store_message(s), "");
	assert_games(want);
	free(want);
}

static void a_file_that_is_gone_comes_back(void **state)
{
	(void)state;
	play();
	play();
	rest(HOUR);
	char *want = evening_games(s);
	store_close(s);
	unlink(path_of("tablero.db"));
	open_store();
	assert_games(want);
	/* New games get new numbers. */
	play();
	char *now = evening_games(s);
	assert_memory_equal(now, want, strlen(want));
	assert_true(strlen(now) > strlen(want));
	free(now);
	free(want);
}

static void a_game_that_went_on_is_not_put_back_to_what_the_copy_has(void **state)
{
	(void)state;
	struct evening e;
	play();
	evening_begin(&e, 99);
	e.games_max = 1;
	e.steps = (int)(now_us / SECOND);
	for (int i = 0; i < 8; i++)
		evening_step(&e, s);
	now_us = e.steps * SECOND;
	rest(HOUR);
	assert_int_equal(number_of(1), 1);
	e.steps = (int)(now_us / SECOND);
	e.ply -= 3;
	e.here = e.past[e.ply];
	store_undo(s, e.game, e.ply, "undo", EVENING_MS, now_us);
	for (int i = 0; i < 3; i++)
		evening_step(&e, s);
	char *want = evening_games(s);
	store_close(s);
	open_store();
	assert_string_equal(store_message(s), "");
	assert_games(want);
	free(want);
}

static void a_ruined_copy_is_no_help_and_no_harm(void **state)
{
	(void)state;
	play();
	rest(2 * HOUR);
	play();
	rest(2 * HOUR);
	assert_true(number_of(1) == 1 && number_of(2) == 2);
	char *want = evening_games(s);
	store_close(s);
	ruin("copy-1.db", 4096);
	open_store();
	assert_string_equal(store_message(s), "");
	assert_games(want);
	store_close(s);
	ruin("tablero.db", 4096);
	open_store();
	assert_games(want);
	store_close(s);
	/* All three: people can still play. */
	ruin("tablero.db", 0);
	ruin("copy-1.db", 0);
	ruin("copy-2.db", 0);
	open_store();
	play();
	rest(2 * HOUR);
	assert_true(number_of(1) || number_of(2));
	free(want);
}

static void a_copy_that_was_not_finished_does_not_count(void **state)
{
	(void)state;
	play();
	play_heavy();
	int64_t next_us = store_tick(s, EVENING_MS, now_us + 5 * SECOND);
	for (int i = 0; i < 10; i++)
		next_us = store_tick(s, EVENING_MS, next_us);
	copy_file("copy-1.db", "half");
	store_close(s); /* takes it away */
	assert_int_equal(access(path_of("copy-1.db"), F_OK), -1);
	copy_file("half", "copy-1.db");
	unlink(path_of("half"));
	open_store();
	assert_string_equal(store_message(s), "");
	rest(HOUR);
	assert_int_equal(number_of(1), 1);
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
			int64_t id = store_game_new(s, &how, EVENING_MS, now_us);
			store_result(s, id, "draw", "", EVENING_MS, now_us);
		}
		rest(2 * HOUR);
	}
	static const char *const files[] = { "tablero.db", "tablero.db-wal", "copy-1.db", "copy-2.db" };
	assert_true(in_file("copy-1.db", "Canary-1-7-ofthehouse") && in_file("copy-2.db", "Canary-1-7-ofthehouse"));
	/* Also with a copy under way. */
	play();
	rest(4 * SECOND);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 40; k += 3) {
			char name[60];
			snprintf(name, sizeof name, "Canary-%d-%d-ofthehouse", i, k);
			assert_int_equal(store_forget_player(s, name), 0);
			for (int f = 0; f < 4; f++)
				if (in_file(files[f], name))
					fail_msg("%s is still in %s", name, files[f]);
		}
	rest(2 * HOUR);
	assert_true(in_file("copy-1.db", "Canary-1-1-ofthehouse"));
	assert_true(number_of(1) && number_of(2));
	assert_int_equal(store_forget_player(s, "nobody"), -ENOENT);
}

static void what_was_deleted_for_good_is_in_no_copy_and_does_not_come_back(void **state)
{
	(void)state;
	play();
	int64_t first = 1;
	play();
	rest(2 * HOUR);
	play();
	rest(2 * HOUR);
	assert_true(number_of(1) && number_of(2));
	assert_int_equal(store_delete(s, first, true, EVENING_MS), 0);
	char *want = evening_games(s);
	assert_int_equal(store_purge(s, EVENING_MS + DAY / 1000), 0);
	for (int slot = 1; slot <= 2; slot++) {
		const char *path = path_of(slot == 1 ? "copy-1.db" : "copy-2.db");
		assert_int_equal(ask(path, "SELECT count(*) FROM games WHERE id = 1"), 0);
		assert_int_equal(ask(path, "SELECT count(*) FROM actions WHERE game = 1"), 0);
	}
	store_close(s);
	ruin("tablero.db", 0);
	open_store();
	assert_games(want);
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
	assert_int_equal(store_phone(s, &p), 0);
	play();
	rest(2 * HOUR);
	assert_int_equal(number_of(1), 1);
	assert_false(in_file("copy-1.db", "lost in the bus"));
	store_close(s);
	ruin("tablero.db", 0);
	open_store();
	assert_int_equal(store_phones(s, none, NULL), 0);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, enter, leave)
	const struct CMUnitTest tests[] = {
		T(without_a_finished_game_there_is_nothing_to_copy),
		T(a_copy_is_made_after_a_game_a_little_at_a_time),
		T(while_somebody_plays_nothing_is_copied),
		T(copies_are_written_in_turn_and_not_more_often_than_the_card_bears),
		T(a_large_archive_is_copied_less_often),
		T(what_is_played_while_a_copy_is_made_is_in_it_or_in_the_next),
		T(a_card_without_room_for_a_copy_is_no_fault),
		T(whatever_call_fails_while_a_copy_is_made_the_games_are_as_they_were),
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
