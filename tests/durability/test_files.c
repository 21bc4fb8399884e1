/*
 * test_files.c — what the store finds at its start: nothing, rubbish, a broken file, one of a newer version, a clock that was
 * not set. Nothing that it finds is ever deleted or changed unless it is its own and whole.
 */
#include <dirent.h>
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

#include "evening.h"

static char *directory;

static int enter(void **state)
{
	(void)state;
	directory = evening_directory();
	return 0;
}

static int leave(void **state)
{
	(void)state;
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

static char *read_file(const char *path, size_t *ret_size)
{
	FILE *f = fopen(path, "re");
	if (!f)
		return NULL;
	char *data = malloc(4 << 20);
	*ret_size = fread(data, 1, 4 << 20, f);
	fclose(f);
	return data;
}

static void write_file(const char *path, const char *data, size_t size)
{
	FILE *f = fopen(path, "we");
	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, size, f), size);
	assert_int_equal(fclose(f), 0);
}

static struct store *open_store(const char *boot)
{
	struct store *s;
	assert_int_equal(store_open(directory, boot, EVENING_MS, 0, &s), 0);
	return s;
}

static void play(struct store *s, int games)
{
	struct evening e;
	int err;
	static uint64_t seed = 3;
	evening_begin(&e, seed++);
	e.games_max = games;
	e.steps = (int)seed * 1000; /* another hour of the evening */
	while ((err = evening_step(&e, s)) != 1)
		assert_int_equal(err, 0);
}

static void assert_same(const char *is, const char *should)
{
	size_t n = 0;
	while (is[n] && is[n] == should[n])
		n++;
	if (is[n] != should[n])
		fail_msg("differs at %zu: …%.200s\nshould be …%.200s", n, is + (n > 60 ? n - 60 : 0),
			 should + (n > 60 ? n - 60 : 0));
}

static int count_files(const char *part)
{
	DIR *d = opendir(directory);
	int n = 0;
	for (struct dirent *e; (e = readdir(d));)
		n += strstr(e->d_name, part) != NULL;
	closedir(d);
	return n;
}

static int64_t ask(const char *path, const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *q;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK)
		fail_msg("%s", sqlite3_errmsg(db));
	int64_t n = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : -1;
	sqlite3_finalize(q);
	sqlite3_close(db);
	return n;
}

/* Rubbish over a page that only an index lies on: found by every check, and no game is on it. */
static void break_index(const char *path, const char *index)
{
	char sql[120], rubbish[4096];
	snprintf(sql, sizeof sql, "SELECT rootpage FROM sqlite_master WHERE name = '%s'", index);
	long page = ask(path, sql);
	int fd = open(path, O_WRONLY);
	memset(rubbish, 0x5a, sizeof rubbish);
	assert_true(page > 1 && fd >= 0);
	assert_int_equal(pwrite(fd, rubbish, sizeof rubbish, (page - 1) * 4096), sizeof rubbish);
	close(fd);
}

/* ---- Rubbish ------------------------------------------------------------------------------------------------------------- */

static void rubbish_of_any_kind_is_kept_aside_and_play_goes_on(void **state)
{
	char zeros[9000] = { 0 }, text[9000], half[4096];
	(void)state;
	memset(text, 'x', sizeof text);
	memset(half, 0xff, sizeof half);
	memcpy(half, "SQLite format 3", 16);
	const struct {
		const char *data;
		size_t size;
	} rubbish[] = { { text, sizeof text }, { half, sizeof half }, { text, 700 }, { zeros, sizeof zeros } };
	for (size_t i = 0; i < sizeof rubbish / sizeof *rubbish; i++) {
		evening_clear(directory, false);
		write_file(path_of("tablero.db"), rubbish[i].data, rubbish[i].size);
		struct store *s = open_store("boot");
		assert_true(store_ok(s));
		play(s, 1);
		store_close(s);
		assert_int_equal(count_files(".broken-"), 1);
		assert_int_equal(ask(path_of("tablero.db"), "SELECT count(*) FROM games"), 1);
	}
}

static void an_empty_file_is_a_new_one(void **state)
{
	(void)state;
	write_file(path_of("tablero.db"), "", 0);
	struct store *s = open_store("boot");
	assert_string_equal(store_message(s), "");
	play(s, 1);
	store_close(s);
	assert_int_equal(count_files(".broken-"), 0);
}

static void where_no_file_can_be_people_play_and_are_told(void **state)
{
	(void)state;
	mkdir(path_of("tablero.db"), 0700);
	struct store *s = open_store("boot");
	assert_false(store_ok(s));
	assert_true(store_message(s)[0]);
	struct evening e;
	evening_begin(&e, 3);
	e.games_max = 1;
	while (evening_step(&e, s) != 1)
		assert_false(store_ok(s));
	/* The owner clears the way. */
	rmdir(path_of("tablero.db"));
	for (int64_t now_us = 60000000; now_us < 90000000 && !store_ok(s); now_us += 1000000)
		store_tick(s, EVENING_MS, now_us);
	assert_true(store_ok(s));
	store_close(s);
	assert_int_equal(ask(path_of("tablero.db"), "SELECT count(*) FROM games"), 1);
}

/* ---- Broken -----------------------------------------------------------------------------------------------------------------
 */

static void a_second_broken_file_does_not_take_the_place_of_the_first(void **state)
{
	size_t size;
	(void)state;
	for (int i = 0; i < 3; i++) {
		char text[2000];
		memset(text, 'a' + i, sizeof text);
		write_file(path_of("tablero.db"), text, sizeof text);
		store_close(
		    open_store("boot")); /* the clock of a board without a battery may stand still from one start to the next */
	}
	assert_int_equal(count_files(".broken-"), 3);
	DIR *d = opendir(directory);
	int sum = 0;
	for (struct dirent *e; (e = readdir(d));)
		if (strstr(e->d_name, ".broken-")) {
			char *data = read_file(path_of(e->d_name), &size);
			assert_int_equal(size, 2000);
			sum += data[0];
			free(data);
		}
	closedir(d);
	assert_int_equal(sum, 'a' + 'b' + 'c');
}

static void what_can_be_read_of_a_broken_file_is_taken_over(void **state)
{
	(void)state;
	struct store *s = open_store("boot");
	play(s, 3);
	char *before = evening_dump(s);
	store_close(s);
	break_index(path_of("tablero.db"), "tags_tag");
	s = open_store("again");
	assert_true(store_ok(s));
	if (!strstr(store_message(s), "3 games were rescued"))
		fail_msg("\"%s\"", store_message(s));
	char *after = evening_dump(s);
	assert_same(after, before); /* phones and settings as well */
	store_close(s);
	free(before);
	free(after);
}

static void what_lay_only_in_the_log_of_a_broken_file_is_taken_over_too(void **state)
{
	size_t size = 0, log_size = 0;
	(void)state;
	struct store *s = open_store("boot");
	play(s, 1);
	store_close(s);
	s = open_store("boot");
	play(s, 1);
	char *before = evening_dump(s);
	/* The power goes: the second game is in the log alone. */
	char *data = read_file(path_of("tablero.db"), &size), *log = read_file(path_of("tablero.db-wal"), &log_size);
	store_close(s);
	write_file(path_of("tablero.db"), data, size);
	assert_true(log && log_size > 20000);
	break_index(path_of("tablero.db"), "tags_tag");
	write_file(path_of("tablero.db-wal"), log, log_size);
	s = open_store("again");
	if (!strstr(store_message(s), "2 games were rescued"))
		fail_msg("\"%s\"", store_message(s));
	char *after = evening_dump(s);
	assert_same(after, before);
	store_close(s);
	free(data);
	free(log);
	free(before);
	free(after);
}

/* ---- Newer ------------------------------------------------------------------------------------------------------------------
 */

static void a_file_of_a_newer_version_is_refused_and_not_a_byte_of_it_changes(void **state)
{
	size_t size[4] = { 0 };
	(void)state;
	sqlite3 *db;
	assert_int_equal(sqlite3_open(path_of("tablero.db"), &db), SQLITE_OK);
	assert_int_equal(
	    sqlite3_exec(db,
			 "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE games(of, the, future);"
			 "PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE);"
			 "INSERT INTO games VALUES(1, 2, 3);",
			 NULL, NULL, NULL),
	    SQLITE_OK);
	/* As after a power cut: the newest is in the log. */
	char *data[4] = { read_file(path_of("tablero.db"), &size[0]), read_file(path_of("tablero.db-wal"), &size[1]) };
	sqlite3_close(db);
	write_file(path_of("tablero.db"), data[0], size[0]);
	write_file(path_of("tablero.db-wal"), data[1], size[1]);
	assert_true(size[1] > 0);
	struct store *s = open_store("boot");
	assert_false(store_ok(s));
	assert_non_null(strstr(store_message(s), "newer version"));
	struct evening e;
	evening_begin(&e, 3);
	e.games_max = 1;
	while (evening_step(&e, s) != 1)
		assert_int_equal(store_tick(s, EVENING_MS, e.steps * 1000000LL), INT64_MAX);
	store_close(s);
	data[2] = read_file(path_of("tablero.db"), &size[2]);
	data[3] = read_file(path_of("tablero.db-wal"), &size[3]);
	for (int i = 0; i < 2; i++) {
		assert_non_null(data[2 + i]);
		assert_int_equal(size[i], size[2 + i]);
		assert_memory_equal(data[i], data[2 + i], size[i]);
	}
	for (int i = 0; i < 4; i++)
		free(data[i]);
}

/* ---- Clock ------------------------------------------------------------------------------------------------------------------
 */

static int64_t begin_and_end(struct store *s, int64_t utc_ms, int64_t now_us)
{
	int64_t id = store_game_new(s, &(struct store_new_game){ .game = "contigo-line", .start = "x" }, utc_ms, now_us);
	assert_int_equal(store_result(s, id, "draw", "agreed", utc_ms + 1000, now_us + 1000000), 0);
	return id;
}

static void games_from_before_the_clock_was_set_come_after_older_ones_and_are_put_right_in_time(void **state)
{
	struct saved_game g;
	(void)state;
	struct store *s = open_store("boot");
	int64_t old = begin_and_end(s, EVENING_MS, 0);
	store_close(s);
	/* Woken without a clock: 1970 and five seconds. */
	assert_int_equal(store_open(directory, "later", 5000, 2000000, &s), 0);
	int64_t first = begin_and_end(s, 6000, 3000000), second = begin_and_end(s, 9000, 6000000);
	assert_true(old < first && first < second);
	assert_int_equal(store_load(s, first, &g), 0);
	assert_false(g.clock_set);
	saved_game_clear(&g);
	/* The time arrives ten minutes after the start; both games are long over by then. */
	int64_t now_us = 600000000, real = EVENING_MS + 86400000;
	store_tick(s, real, now_us);
	assert_int_equal(store_load(s, first, &g), 0);
	assert_true(g.clock_set);
	assert_int_equal(g.started_ms, real - now_us / 1000 + 3000);
	assert_int_equal(g.ended_ms, g.started_ms + 1000);
	saved_game_clear(&g);
	assert_int_equal(store_load(s, second, &g), 0);
	assert_true(g.clock_set);
	assert_int_equal(g.started_ms, real - now_us / 1000 + 6000);
	saved_game_clear(&g);
	assert_int_equal(store_load(s, old, &g), 0);
	assert_int_equal(g.started_ms, EVENING_MS);
	saved_game_clear(&g);
	store_close(s);
}

static void a_clock_that_jumps_back_marks_new_games(void **state)
{
	struct saved_game g;
	(void)state;
	struct store *s = open_store("boot");
	begin_and_end(s, EVENING_MS, 0);
	store_close(s);
	assert_int_equal(store_open(directory, "later", EVENING_MS - 10LL * 365 * 86400000, 0, &s), 0);
	int64_t id = begin_and_end(s, EVENING_MS - 10LL * 365 * 86400000, 1000000);
	assert_int_equal(store_load(s, id, &g), 0);
	assert_false(g.clock_set);
	saved_game_clear(&g);
	store_close(s);
}

static void files_are_for_their_owner_alone(void **state)
{
	(void)state;
	mode_t mask = umask(0);
	struct store *s = open_store("boot");
	play(s, 1);
	assert_int_equal(store_backup(s, path_of("backup.db")), 0);
	umask(mask);
	DIR *d = opendir(directory);
	for (struct dirent *e; (e = readdir(d));) {
		struct stat st;
		if (e->d_name[0] != '.' && stat(path_of(e->d_name), &st) == 0 && (st.st_mode & 077))
			fail_msg("%s: %o", e->d_name, st.st_mode);
	}
	closedir(d);
	store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(rubbish_of_any_kind_is_kept_aside_and_play_goes_on, enter, leave),
		cmocka_unit_test_setup_teardown(an_empty_file_is_a_new_one, enter, leave),
		cmocka_unit_test_setup_teardown(where_no_file_can_be_people_play_and_are_told, enter, leave),
		cmocka_unit_test_setup_teardown(a_second_broken_file_does_not_take_the_place_of_the_first, enter, leave),
		cmocka_unit_test_setup_teardown(what_can_be_read_of_a_broken_file_is_taken_over, enter, leave),
		cmocka_unit_test_setup_teardown(what_lay_only_in_the_log_of_a_broken_file_is_taken_over_too, enter, leave),
		cmocka_unit_test_setup_teardown(a_file_of_a_newer_version_is_refused_and_not_a_byte_of_it_changes, enter,
						leave),
		cmocka_unit_test_setup_teardown(
		    games_from_before_the_clock_was_set_come_after_older_ones_and_are_put_right_in_time, enter, leave),
		cmocka_unit_test_setup_teardown(a_clock_that_jumps_back_marks_new_games, enter, leave),
		cmocka_unit_test_setup_teardown(files_are_for_their_owner_alone, enter, leave),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
