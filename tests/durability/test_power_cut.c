/*
 * test_power_cut.c — the power goes at any moment of an evening of games: whatever the disk has kept of what was not synced,
 * the store opens by itself, is whole, and has everything that it had confirmed, exactly as it was. And where the card lies, so
 * that the syncs of its last 64 entries were promised and not done: moves may go, but never what a copy had before.
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

enum { STEPS_MAX = 400, LIES_MAX = 64, COPIES_MAX = 12 };

static int images = 800;
/* What the store knew after each step, and how long the list of the disk was then. */
static char *known[STEPS_MAX];
static int confirmed[STEPS_MAX], steps;
static char *source, *work;
/* The games that a copy had, and how long the list was when it was finished. */
static char *copied[COPIES_MAX];
static int copied_at[COPIES_MAX], copies;

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
	steps = 0;
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

/* ---- A card that lies ---------------------------------------------------------------------------------------------------------- */

static bool copy_was_made(int *known_number)
{
	int made = 0;
	for (int slot = 1; slot <= 2; slot++) {
		char path[256];
		sqlite3 *db;
		sqlite3_stmt *q;
		snprintf(path, sizeof path, "%s/copy-%d.db", source, slot);
		if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, "unix") == SQLITE_OK &&
		    sqlite3_prepare_v2(db, "SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'copy'", -1, &q, NULL) ==
			SQLITE_OK) {
			if (sqlite3_step(q) == SQLITE_ROW && sqlite3_column_int(q, 0) > made)
				made = sqlite3_column_int(q, 0);
			sqlite3_finalize(q);
		}
		sqlite3_close(db);
	}
	if (made <= *known_number)
		return false;
	*known_number = made;
	return true;
}

/* Some evenings: after each game people rest for an hour, and the store makes its copies. */
static int play_and_rest(void **state)
{
	struct evening e;
	struct store *s;
	int64_t now_us = 1000000;
	int number = 0;
	(void)state;
	source = evening_directory();
	work = evening_directory();
	disk_install();
	disk_record(true);
	assert_int_equal(store_open(source, "boot", EVENING_MS, now_us, &s), 0);
	known[steps] = evening_dump(s);
	confirmed[steps++] = disk_ops();
	evening_begin(&e, 4);
	e.games_max = 6;
	while (evening_step(&e, s) != 1) {
		now_us = e.steps * INT64_C(1000000) > now_us ? e.steps * INT64_C(1000000) : now_us;
		assert_true(steps < STEPS_MAX);
		known[steps] = evening_dump(s);
		confirmed[steps++] = disk_ops();
		if (!e.ended)
			continue;
		now_us = evening_rest(s, now_us, INT64_C(3600000000)) + 3600000000;
		e.steps = (int)(now_us / 1000000);
		if (copies < COPIES_MAX && copy_was_made(&number)) {
			copied[copies] = evening_games(s);
			copied_at[copies++] = disk_ops();
		}
	}
	store_close(s);
	disk_remove();
	assert_true(copies >= 5);
	return 0;
}

static int tidy_copies(void **state)
{
	for (int i = 0; i < copies; i++)
		free(copied[i]);
	copies = 0;
	return tidy(state);
}

/* Each game that had ended when the copy was made is there, with every action. */
static void assert_archive(struct store *s, const char *should, const char *what)
{
	char *is = evening_games(s), *line, *rest, *copy = strdup(should);
	for (rest = copy; (line = strsep(&rest, "\n"));) {
		const char *found = strstr(is, line);
		if (*line && (!found || (found != is && found[-1] != '\n')))
			fail_msg("%s: this game is lost:\n%s\nthere is\n%s", what, line, is);
	}
	free(copy);
	free(is);
}

static void a_card_that_lies_about_its_syncs_takes_moves_but_never_the_archive(void **state)
{
	uint64_t seed = 1;
	int begun = confirmed[0], ended = disk_ops(), healed = 0, broken = 0;
	(void)state;
	for (int i = 0; i < images; i++) {
		/* Every other time soon after a copy was made, where the file was just put in order as well. */
		int near =
		    copied_at[walk_random(&seed) % (unsigned)copies] + (int)(walk_random(&seed) % (2 * LIES_MAX)) - LIES_MAX;
		int ops = begun + (int)(walk_random(&seed) % (unsigned)(ended - begun + 1));
		int lies = 1 + (int)(walk_random(&seed) % LIES_MAX), had = -1;
		ops = i % 2 && near > begun && near < ended ? near : ops;
		char what[80];
		lies = lies < ops ? lies : ops;
		for (int k = 0; k < copies; k++)
			had = copied_at[k] <= ops - lies ? k : had;
		snprintf(what, sizeof what, "image %d: cut after %d of %d, %d lies, copy %d", i, ops, ended, lies, had);
		struct store *s = open_image(ops, lies, i % 8 == 1 ? DISK_SYNCED : DISK_SOME, &seed);
		if (had >= 0)
			assert_archive(s, copied[had], what);
		healed += store_message(s)[0] != '\0';
		broken += strstr(store_message(s), "broken") != NULL;
		store_close(s);
		assert_whole(work);
	}
	print_message("%d images: %d files broken, %d whole but with losses; %d copies made\n", images, broken, healed - broken,
		      copies);
}

int main(void)
{
	if (getenv("IMAGES"))
		images = atoi(getenv("IMAGES"));
	const struct CMUnitTest honest[] = {
		cmocka_unit_test(nothing_confirmed_is_lost_whatever_the_disk_had_not_synced_yet),
	};
	const struct CMUnitTest with_copies[] = {
		cmocka_unit_test(nothing_confirmed_is_lost_whatever_the_disk_had_not_synced_yet),
		cmocka_unit_test(a_card_that_lies_about_its_syncs_takes_moves_but_never_the_archive),
	};
	int failed = cmocka_run_group_tests(honest, play, tidy);
	return failed + cmocka_run_group_tests(with_copies, play_and_rest, tidy_copies);
}
