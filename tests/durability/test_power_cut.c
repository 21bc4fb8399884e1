/*
 * test_power_cut.c — the power goes at any moment of an evening of games: whatever the disk has kept of what was not synced,
 * the store opens by itself, is whole, and has everything that it had confirmed, exactly as it was.
 *
 * IMAGES=N sets how many images are looked at.
 */
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk.h"
#include "evening.h"
#include "walk.h"

enum { STEPS_MAX = 400 };

static int images = 800;
/* What the store knew after each step, and how long the list of the disk was then. */
static char *known[STEPS_MAX];
static int confirmed[STEPS_MAX], steps;
static char *source, *work;

static int play(void **state)
{
	struct evening e;
	struct store *s;
	(void)state;
	source = evening_directory();
	work = evening_directory();
	disk_install();
	disk_record(true);
	assert_int_equal(store_open(source, "boot", EVENING_MS, 0, &s), 0);
	assert_true(store_ok(s));
	known[steps] = evening_dump(s);
	confirmed[steps++] = disk_ops();
	evening_begin(&e, 20261130);
	for (int err; (err = evening_step(&e, s)) != 1;) {
		assert_int_equal(err, 0);
		assert_true(steps < STEPS_MAX);
		known[steps] = evening_dump(s);
		confirmed[steps++] = disk_ops();
	}
	store_close(s);
	disk_remove();
	return 0;
}

static int tidy(void **state)
{
	(void)state;
	for (int i = 0; i < steps; i++)
		free(known[i]);
	disk_record(false);
	evening_clear(source, true);
	evening_clear(work, true);
	free(source);
	free(work);
	return 0;
}

/* How many steps had been confirmed when the list was so long. */
static int steps_by(int ops)
{
	int n = 0;
	while (n < steps && confirmed[n] <= ops)
		n++;
	return n;
}

static void assert_whole(const char *directory)
{
	char path[256];
	sqlite3 *db;
	sqlite3_stmt *q;
	snprintf(path, sizeof path, "%s/tablero.db", directory);
	assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, "unix"), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &q, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	assert_string_equal((const char *)sqlite3_column_text(q, 0), "ok");
	sqlite3_finalize(q);
	sqlite3_close(db);
}

static struct store *open_image(int ops, int lies, enum disk_loss loss, uint64_t *seed)
{
	struct store *s;
	evening_clear(work, false);
	disk_image(ops, lies, loss, seed, work);
	assert_int_equal(store_open(work, "again", EVENING_MS + 1000000, 0, &s), 0);
	if (!store_ok(s))
		fail_msg("cut after %d: %s", ops, store_message(s));
	return s;
}

static void nothing_confirmed_is_lost_whatever_the_disk_had_not_synced_yet(void **state)
{
	uint64_t seed = 1;
	int begun = confirmed[0], ended = disk_ops();
	(void)state;
	for (int i = 0; i < images; i++) {
		int ops = begun + (int)(walk_random(&seed) % (unsigned)(ended - begun + 1));
		enum disk_loss loss = i % 8 == 0 ? DISK_ALL : i % 8 == 1 ? DISK_SYNCED : DISK_SOME;
		uint64_t first = seed;
		struct store *s = open_image(ops, 0, loss, &seed);
		assert_string_equal(store_message(s), "");
		char *now = evening_dump(s);
		int done = steps_by(ops);
		/* What was under way may have arrived as well. */
		bool same = strcmp(now, known[done - 1]) == 0 || (done < steps && strcmp(now, known[done]) == 0);
		if (!same)
			fail_msg("cut after %d (%d steps, loss %d, seed %llu):\n%s\nbut was\n%s", ops, done, loss,
				 (unsigned long long)first, now, known[done - 1]);
		free(now);
		store_close(s);
		if (i % 4 == 0)
			assert_whole(work);
	}
}

int main(void)
{
	if (getenv("IMAGES"))
		images = atoi(getenv("IMAGES"));
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_confirmed_is_lost_whatever_the_disk_had_not_synced_yet),
	};
	return cmocka_run_group_tests(tests, play, tidy);
}
