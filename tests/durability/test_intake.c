/*
 * test_intake.c — a file of ten thousand games is brought in while people play. The board comes first: no game of the file is
 * looked at while the board has something to say or its light is due, and what is done in between is one game at a time. What was
 * played meanwhile and what came in are both there in the end.
 *
 * GAMES=N sets how many games the file has.
 */
#include <poll.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../daemon/boardio_internal.h"
#include "../../daemon/table.h" /* tests/support has another of that name */
#include "disk.h"
#include "evening.h"
#include "inside.h"
#include "intake.h"
#include "session.h"
#include "simtable.h"

static int games = 10000;
static char *directory, upload[300];
static struct app *app;

/* A copy with one real game, as often as wanted, each begun at another time. */
static void make_upload(void)
{
	char *other = evening_directory(), sql[600];
	struct store *s;
	sqlite3 *db;
	assert_int_equal(store_open(other, "other", EVENING_MS, 0, &s), 0);
	assert_int_equal(
	    evening_import(s, "[Game \"contigo-line\"]\n[Player1 \"Ana\"]\n1 a2c2 2Na-Nc\n2 f4d4 1Sc-Sd\nend win 1\n"), 0);
	assert_int_equal(store_backup(s, upload), 0);
	store_close(s);
	evening_clear(other, true);
	free(other);
	assert_int_equal(sqlite3_open(upload, &db), SQLITE_OK);
	snprintf(
	    sql, sizeof sql,
	    "BEGIN; WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO games SELECT i, "
	    "variant, game, start, 1700000000000 + i * 1000, ended, 1, '', result, reason, plies, note, NULL FROM n, games;"
	    "INSERT INTO actions(game, ply, player, action, fen, time, flags) SELECT g.id, ply, player, action, fen, "
	    "time, flags FROM games g, (SELECT * FROM actions WHERE game = 1) WHERE g.id > 1; COMMIT",
	    games);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static int enter(void **state)
{
	(void)state;
	directory = evening_directory();
	app = inside_new(directory);
	snprintf(upload, sizeof upload, "%s/a-copy", directory);
	make_upload();
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

/* The board has said something that nobody has read, or its timer has rung. */
static bool board_waits(void)
{
	struct boardio *b = app->boardio;
	struct pollfd fd = { .fd = hal_fd(b->hal), .events = POLLIN };
	return poll(&fd, 1, 0) > 0 || app_now_us() > b->due_us;
}

/* The pieces stand where the game begins; the site of one that may move. */
static int set_up(void)
{
	struct rules_variant v;
	struct rules_error err;
	int n;
	inside_ask(app, ROLE_OWNER, "POST /api/v1/sim/setup\n{}", 25, NULL);
	for (int64_t end_us = app_now_us() + 10000000; !session_rests(app->session) && app_now_us() < end_us;)
		assert_true(sd_event_run(app->loop, 100000) >= 0);
	assert_true(session_rests(app->session));
	assert_int_equal(rules_variant_parse("contigo-line", &v, &err), 0);
	const struct rules_site *site = rules_sites(&v, &n);
	for (int i = 0; i < n; i++)
		if (strcmp(site[i].name, "a2") == 0)
			return i;
	fail();
	return 0;
}

/* Time of the processor that this program has had: the machine may have other things to do. */
static int64_t worked_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* One turn of the loop. How many games were looked at in it. */
static int64_t turn(void)
{
	int64_t before = store_take(app->store)->done;
	assert_true(sd_event_run(app->loop, 0) >= 0);
	return store_take(app->store)->done - before;
}

static void the_board_is_answered_before_the_next_game_of_a_long_file(void **state)
{
	int frames = 0, late = 0, moves = 0;
	int64_t longest_us = 0, turns = 0;
	struct light before[RULES_SITES_MAX];
	(void)state;
	int site = set_up();
	assert_int_equal(store_take_file(app->store, upload), 0);
	unlink(upload);
	assert_int_equal(intake_begin(app), 0);
	assert_true(store_take(app->store)->working);
	while (store_take(app->store)->working) {
		if (turns++ % 800 == 0) { /* somebody lifts a piece, or puts it back */
			int err = moves++ % 2 ? simtable_drop(app->sim, 1, site, 1, -1, -1)
					      : simtable_lift(app->sim, 1, site, 1, -1, -1);
			assert_int_equal(err, 0);
		}
		bool waits = board_waits();
		memcpy(before, app->boardio->light, sizeof before);
		int64_t begun_us = worked_us(), done = turn(), took_us = worked_us() - begun_us;
		assert_true(done <= 1);
		late += waits && done > 0;
		frames += memcmp(before, app->boardio->light, sizeof before) != 0;
		longest_us = done && took_us > longest_us ? took_us : longest_us;
	}
	assert_int_equal(late, 0);
	assert_true(frames >= moves / 2);
	assert_int_equal(store_take(app->store)->err, 0);
	assert_int_equal(store_take(app->store)->games, games);
	print_message("%lld turns of the loop, %d moves of hands, %d changes of light; longest piece %lld us\n",
		      (long long)turns, moves, frames, (long long)longest_us);
}

static int count(struct store *s)
{
	json_t *list;
	assert_int_equal(store_list(s, &(struct store_filter){ .limit = 1 }, &list), 0);
	int n = (int)json_integer_value(json_object_get(list, "total"));
	json_decref(list);
	return n;
}

static void a_card_that_is_full_in_the_middle_keeps_what_came_in_and_takes_the_rest_later(void **state)
{
	char *other = evening_directory(), reason[240];
	struct store *s;
	int before = games, some = 0, tried = 0;
	(void)state;
	games = 60;
	make_upload();
	disk_install();
	for (long n = 1; some < games; n += 7, tried++) {
		evening_clear(other, false);
		assert_int_equal(store_open(other, "boot", EVENING_MS, 0, &s), 0);
		disk_fail(DISK_FULL, n, true);
		int err = evening_restore(s, upload, &some, reason);
		disk_fail(DISK_FULL, 0, false);
		if (err == 0)
			assert_int_equal(some, games);
		assert_int_equal(count(s), store_take(s)->games);
		assert_int_equal(evening_restore(s, upload, &some, reason), 0);
		assert_int_equal(count(s), games);
		some = err == 0 ? games : 0;
		store_close(s);
	}
	assert_true(tried > 3);
	disk_remove();
	evening_clear(other, true);
	free(other);
	games = before;
}

int main(void)
{
	if (getenv("GAMES"))
		games = atoi(getenv("GAMES"));
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_board_is_answered_before_the_next_game_of_a_long_file, enter, leave),
		cmocka_unit_test_setup_teardown(a_card_that_is_full_in_the_middle_keeps_what_came_in_and_takes_the_rest_later,
						enter, leave),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
