/*
 * test_restore.c — a file that somebody hands over as a copy of the games, made to do harm: triggers, views in place of tables,
 * computed and virtual columns, endless queries, numbers that do not fit, texts that are none, damaged pages. It is refused
 * with a reason, or what is good in it is taken over by column; what was there before is there as it was, and of a refusal not
 * a byte of it changes.
 */
#include <errno.h>
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

#include "evening.h"
#include "gate.h"
#include "walk.h"

enum { SECONDS_MAX = 5 };

static char *directory, *good;
static size_t good_size;
static struct store *live;
static char upload[300];

static char *read_file(const char *path, size_t *ret_size)
{
	FILE *f = fopen(path, "re");
	*ret_size = 0;
	if (!f)
		return NULL;
	char *data = malloc(4 << 20);
	*ret_size = fread(data, 1, 4 << 20, f);
	fclose(f);
	return data;
}

static void write_upload(const char *data, size_t size)
{
	FILE *f = fopen(upload, "we");
	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, size, f), size);
	assert_int_equal(fclose(f), 0);
}

/* A store with games of its own, and a good copy of another one. */
static int begin(void **state)
{
	struct evening e;
	struct store *s;
	char *other = evening_directory();
	(void)state;
	directory = evening_directory();
	snprintf(upload, sizeof upload, "%s/upload", directory);
	assert_int_equal(store_open(other, "other", EVENING_MS + 5000000, 0, &s), 0);
	evening_begin(&e, 77);
	e.games_max = 2;
	while (evening_step(&e, s) != 1)
		;
	assert_int_equal(store_backup(s, upload), 0);
	store_close(s);
	good = read_file(upload, &good_size);
	evening_clear(other, true);
	free(other);
	assert_int_equal(store_open(directory, "boot", EVENING_MS, 0, &live), 0);
	evening_begin(&e, 5);
	e.games_max = 1;
	while (evening_step(&e, live) != 1)
		;
	return 0;
}

static int end(void **state)
{
	(void)state;
	store_close(live);
	evening_clear(directory, true);
	free(directory);
	free(good);
	return 0;
}

struct before {
	char *dump, *db, *wal;
	size_t db_size, wal_size;
};

static struct before look(void)
{
	char path[320];
	struct before b = { .dump = evening_dump(live) };
	snprintf(path, sizeof path, "%s/tablero.db", directory);
	b.db = read_file(path, &b.db_size);
	strcat(path, "-wal");
	b.wal = read_file(path, &b.wal_size);
	return b;
}

static void forget(struct before *b)
{
	free(b->dump);
	free(b->db);
	free(b->wal);
}

/* Hands the upload over. 0 or −EINVAL. */
static int restore(const char *what)
{
	char reason[240] = "";
	int games = 0;
	struct timespec a, z;
	struct before was = look();
	clock_gettime(CLOCK_MONOTONIC, &a);
	int err = evening_restore(live, upload, &games, reason);
	clock_gettime(CLOCK_MONOTONIC, &z);
	struct before is = look();
	if (z.tv_sec - a.tv_sec > SECONDS_MAX)
		fail_msg("%s: took %ld s", what, (long)(z.tv_sec - a.tv_sec));
	if (err != 0 && err != -EINVAL)
		fail_msg("%s: %d", what, err);
	if (err < 0) {
		if (!reason[0] || !gate_text(reason))
			fail_msg("%s: no reason, or one that is no text: %s", what, reason);
		if (was.db_size != is.db_size || was.wal_size != is.wal_size || memcmp(was.db, is.db, was.db_size) != 0 ||
		    memcmp(was.wal, is.wal, was.wal_size) != 0)
			fail_msg("%s: was refused, but the live file has changed", what);
	}
	if (strncmp(was.dump, is.dump, strcspn(was.dump, "\n")) != 0)
		fail_msg("%s: the game that was there is not as it was", what);
	forget(&was);
	forget(&is);
	return err;
}

/* The good copy, changed by SQL of somebody who means harm. */
static int restore_sql(const char *sql)
{
	sqlite3 *db;
	char *why = NULL;
	write_upload(good, good_size);
	assert_int_equal(sqlite3_open(upload, &db), SQLITE_OK);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)NULL);
	sqlite3_exec(db, "PRAGMA foreign_keys = OFF; PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
	if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
		fail_msg("%s: %s", sql, why);
	sqlite3_close(db);
	return restore(sql);
}

static void a_good_copy_is_taken_over_once(void **state)
{
	int games = 0;
	char reason[240];
	(void)state;
	write_upload(good, good_size);
	assert_int_equal(evening_restore(live, upload, &games, reason), 0);
	assert_int_equal(games, 2);
	assert_int_equal(evening_restore(live, upload, &games, reason), 0);
	assert_int_equal(games, 0);
}

static void whatever_does_something_by_itself_is_refused(void **state)
{
	static const char *const tables[] = { "games", "players", "seats",    "actions", "undos",
					      "hints", "tags",    "comments", "phones",  "settings" };
	char sql[600];
	(void)state;
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		const char *t = tables[i];
		snprintf(sql, sizeof sql, "CREATE TRIGGER t AFTER INSERT ON %s BEGIN DELETE FROM games; END", t);
		assert_int_equal(restore_sql(sql), -EINVAL);
		snprintf(sql, sizeof sql,
			 "CREATE TEMP TABLE k AS SELECT * FROM %s; DROP TABLE %s; CREATE VIEW %s AS SELECT 1 AS id", t, t, t);
		assert_int_equal(restore_sql(sql), -EINVAL);
		snprintf(sql, sizeof sql, "ALTER TABLE %s ADD COLUMN more GENERATED ALWAYS AS (hex(zeroblob(100000000)))", t);
		assert_int_equal(restore_sql(sql), -EINVAL);
		snprintf(sql, sizeof sql, "ALTER TABLE %s ADD COLUMN more CHECK (more IS NULL OR load_extension('x'))", t);
		assert_int_equal(restore_sql(sql), -EINVAL);
		snprintf(sql, sizeof sql, "DROP TABLE %s; CREATE VIRTUAL TABLE %s USING fts5(id)", t, t);
		assert_int_equal(restore_sql(sql), -EINVAL);
		snprintf(sql, sizeof sql, "ALTER TABLE %s RENAME TO old_%s", t, t);
		assert_int_equal(restore_sql(sql), -EINVAL);
		snprintf(sql, sizeof sql, "DROP TABLE %s", t);
		assert_int_equal(restore_sql(sql), -EINVAL);
		snprintf(sql, sizeof sql, "CREATE INDEX extra ON %s(abs(1))", t);
		assert_int_equal(restore_sql(sql), -EINVAL);
		snprintf(sql, sizeof sql,
			 "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name "
			 "= '%s';"
			 "UPDATE sqlite_master SET sql = sql || ' -- ' WHERE name = '%s'",
			 t, t);
		assert_int_equal(restore_sql(sql), -EINVAL);
		snprintf(sql, sizeof sql,
			 "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = (SELECT max(rootpage) + 1000 FROM "
			 "sqlite_master) WHERE name = '%s'",
			 t);
		restore_sql(sql);
		snprintf(sql, sizeof sql,
			 "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = 1 WHERE name = '%s'", t);
		restore_sql(sql);
	}
	assert_int_equal(
	    restore_sql("CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n"),
	    -EINVAL);
	assert_int_equal(restore_sql("PRAGMA user_version = 0"), -EINVAL);
	assert_int_equal(restore_sql("PRAGMA user_version = -1"), -EINVAL);
	assert_int_equal(restore_sql("PRAGMA user_version = 2000000000"), -EINVAL);
}

static void values_that_no_game_has_are_refused_or_left_out(void **state)
{
	static const char *const bad[] = {
		"UPDATE actions SET action = 'a1a1'",
		"UPDATE actions SET action = x'00ff', fen = x'00'",
		"UPDATE actions SET action = zeroblob(3000000)",
		"UPDATE actions SET ply = ply + 1",
		"UPDATE actions SET ply = 1",
		"UPDATE actions SET ply = -9223372036854775808",
		"UPDATE actions SET ply = 2147483648",
		"UPDATE actions SET undone = 1",
		"UPDATE actions SET undone = 4711",
		"UPDATE undos SET ply = -5",
		"UPDATE undos SET ply = 1000000000",
		"DELETE FROM undos",
		"DELETE FROM actions WHERE ply = 2",
		"INSERT INTO actions SELECT NULL, game, ply, player, action, fen, time, flags, evidence, undone FROM actions",
		"UPDATE games SET variant = 'chess'",
		"UPDATE games SET variant = 'contigo-line:beads=' || hex(zeroblob(200))",
		"UPDATE games SET variant = char(27) || '[31m'",
		"UPDATE games SET start = 'nonsense' || char(13, 10)",
		"UPDATE games SET start = hex(zeroblob(100000))",
		"UPDATE games SET result = 'win 9'",
		"UPDATE games SET result = 'win 2' || char(10) || 'X-Evil: 1'",
		"UPDATE games SET reason = hex(zeroblob(2000))",
		"UPDATE games SET note = hex(zeroblob(1000000))",
		"UPDATE games SET note = x'ff00fe'",
		"UPDATE games SET started = 9223372036854775807, ended = -9223372036854775807",
		"UPDATE games SET started = 'yesterday'",
		"UPDATE games SET plies = -1",
		"UPDATE players SET name = '<script>alert(1)</script>' || id",
		"UPDATE players SET name = char(8238) || id",
		"UPDATE players SET name = id || char(13, 10, 0, 27)",
		"UPDATE players SET name = x'c0af' || id",
		"UPDATE players SET name = hex(zeroblob(2000)) || id",
		"UPDATE seats SET seat = seat + 100",
		"UPDATE seats SET seat = -seat",
		"UPDATE seats SET player = 4711",
		"INSERT INTO tags SELECT 1, hex(randomblob(10)) FROM actions LIMIT 100",
		"INSERT OR REPLACE INTO tags VALUES(1, 'a,b')",
		"INSERT OR REPLACE INTO tags VALUES(1, char(10))",
		"INSERT OR REPLACE INTO comments VALUES(1, -7, 'x')",
		"INSERT OR REPLACE INTO comments VALUES(1, 99999, 'x')",
		"INSERT OR REPLACE INTO comments VALUES(1, 1, x'ff')",
		"INSERT OR REPLACE INTO comments VALUES(1, 1, hex(zeroblob(500000)))",
		"INSERT INTO phones VALUES(99, zeroblob(32), 3, 'mine', 0, 0)",
		"INSERT OR REPLACE INTO settings VALUES('settings', '{\"visibility\":\"names\"}')",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO games SELECT 100 + "
		"i, 'contigo-line', "
		"'contigo-line', start, i, NULL, 0, '', 'draw', '', 0, '', NULL FROM n, (SELECT start FROM games LIMIT 1)",
	};
	(void)state;
	char *own = store_get(live, "settings");
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		restore_sql(bad[i]);
		/* Whatever came in is such that it can be told and written out. */
		struct store_filter f = { .limit = 200 };
		json_t *list;
		assert_int_equal(store_list(live, &f, &list), 0);
		char *text = json_dumps(list, 0);
		if (!text)
			fail_msg("%s: the list cannot be told", bad[i]);
		free(text);
		size_t k;
		json_t *one;
		json_array_foreach(json_object_get(list, "games"), k, one)
		{
			struct saved_game g, *again = NULL;
			struct record_error why;
			int n;
			assert_int_equal(store_load(live, json_integer_value(json_object_get(one, "id")), &g), 0);
			char *game = record_text_write(&g);
			if (!game || record_text_read(game, &again, &n, &why) < 0)
				fail_msg("%s: a game came in that cannot be read again: %s\n%.400s", bad[i], why.en,
					 game ? game : "");
			saved_game_clear(again);
			free(again);
			free(game);
			saved_game_clear(&g);
		}
		json_decref(list);
	}
	/* No setting has come in. */
	char *settings = store_get(live, "settings");
	assert_true(settings ? own && strcmp(settings, own) == 0 : !own);
	free(settings);
	free(own);
}

static void damaged_bytes_do_no_harm(void **state)
{
	uint64_t seed = 4;
	int refused = 0;
	(void)state;
	for (int i = 0; i < 200; i++) {
		char *data = malloc(good_size), what[60];
		size_t size = good_size;
		memcpy(data, good, good_size);
		if (i % 5 == 0)
			size = walk_random(&seed) % good_size;
		for (int k = 0; k < 1 + i % 30; k++) {
			/* Every third into the header, every third into a page's beginning, the rest anywhere. */
			size_t at = i % 3 == 0   ? walk_random(&seed) % 100
				    : i % 3 == 1 ? walk_random(&seed) % (good_size / 4096) * 4096 + walk_random(&seed) % 40
						 : walk_random(&seed) % good_size;
			data[at] = (char)walk_random(&seed);
		}
		snprintf(what, sizeof what, "damage %d", i);
		write_upload(data, size);
		refused += restore(what) < 0;
		free(data);
	}
	assert_true(refused > 50);
	print_message("%d of 200 refused\n", refused);
}

static void what_is_no_file_of_games_at_all_is_refused(void **state)
{
	static char zeros[100000];
	(void)state;
	const struct {
		const char *data;
		size_t size;
	} other[] = { { "", 0 },       { "SQLite format 3", 16 }, { zeros, sizeof zeros },
		      { "PK\3\4", 4 }, { "\x1f\x8b\x08", 3 },     { "#!/bin/sh\n", 10 } };
	for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
		write_upload(other[i].data, other[i].size);
		assert_int_equal(restore("no database"), -EINVAL);
	}
	unlink(upload);
	assert_int_equal(symlink("/etc/passwd", upload), 0);
	assert_int_equal(restore("a link"), -EINVAL);
	unlink(upload);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_good_copy_is_taken_over_once, begin, end),
		cmocka_unit_test_setup_teardown(whatever_does_something_by_itself_is_refused, begin, end),
		cmocka_unit_test_setup_teardown(values_that_no_game_has_are_refused_or_left_out, begin, end),
		cmocka_unit_test_setup_teardown(damaged_bytes_do_no_harm, begin, end),
		cmocka_unit_test_setup_teardown(what_is_no_file_of_games_at_all_is_refused, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
