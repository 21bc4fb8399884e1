/* test_store.c — real SQLite files: what is broken, missing, full or from another version; then what is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "evening.h"
#include "store.h"

enum { LATER_US = STORE_RETRY_US + 1 };
#define NOW_MS (1790000000000LL) /* September 2026 */

struct place {
	char directory[64];
	char file[96];
};

static int make_place(void **state)
{
	struct place *p = calloc(1, sizeof *p);
	strcpy(p->directory, "/tmp/tablero-store-XXXXXX");
	assert_non_null(mkdtemp(p->directory));
	snprintf(p->file, sizeof p->file, "%.60s/tablero.db", p->directory);
	*state = p;
	return 0;
}

static int clear_place(void **state)
{
	struct place *p = *state;
	char command[192];
	snprintf(command, sizeof command, "chmod -R u+w %s; rm -rf %s", p->directory, p->directory);
	assert_int_equal(system(command), 0);
	free(p);
	return 0;
}

static struct store *open_at(const struct place *p, int64_t utc_ms)
{
	struct store *s;
	assert_int_equal(store_open(p->directory, "boot", utc_ms, 0, &s), 0);
	return s;
}

static int64_t new_game(struct store *s, int64_t utc_ms)
{
	struct rules_variant v;
	struct rules_state start;
	struct rules_error err;
	char fen[RULES_POSITION_MAX];
	assert_int_equal(rules_variant_parse("contigo-line", &v, &err), 0);
	rules_init(&v, &start);
	rules_format(&v, &start, fen);
	struct store_new_game how = { .game = "contigo-line", .start = fen };
	how.player[1] = "Ana";
	how.player[2] = "Luis";
	return store_game_new(s, &how, utc_ms, 0);
}

static int act(struct store *s, int64_t game, int ply, const char *action)
{
	struct store_action a = { .game = game, .ply = ply, .player = 1, .action = action, .fen = "f", .evidence = "[1]" };
	return store_action(s, &a, NOW_MS + ply, 0);
}

static void write_file(const char *path, const void *data, size_t size)
{
	FILE *f = fopen(path, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(data, 1, size, f), size);
	fclose(f);
}

static int plies_of(struct store *s, int64_t id)
{
	struct saved_game g;
	if (store_load(s, id, &g) < 0)
		return -1;
	int n = g.line.plies;
	saved_game_clear(&g);
	return n;
}

static int files_named(const struct place *p, const char *part)
{
	DIR *d = opendir(p->directory);
	int n = 0;
	for (struct dirent *e = readdir(d); e; e = readdir(d))
		n += strstr(e->d_name, part) != NULL;
	closedir(d);
	return n;
}

/* ---- Broken, missing, full ------------------------------------------------------------------------------------------- */

static void a_file_that_is_no_database_is_kept_aside_and_a_new_one_begins(void **state)
{
	const struct place *p = *state;
	write_file(p->file, "not a database at all, whatever its name may say, and long enough", 65);
	struct store *s = open_at(p, NOW_MS);
	assert_true(store_ok(s));
	assert_non_null(strstr(store_message(s), "broken"));
	assert_int_equal(files_named(p, ".broken-"), 1);
	assert_int_equal(act(s, new_game(s, NOW_MS), 1, "a"), 0);
	store_close(s);
}

static void what_can_be_read_of_a_broken_file_is_rescued(void **state)
{
	const struct place *p = *state;
	struct store *s = open_at(p, NOW_MS);
	assert_int_equal(evening_import(s, "[Game \"contigo-line\"]\n1 a2c2 2Na-Nc\nend unfinished\n"), 0);
	store_close(s);
	/* The last page belongs to an index: the rows are all there, but the file no longer checks. */
	FILE *f = fopen(p->file, "r+b");
	fseek(f, -4096, SEEK_END);
	for (int i = 0; i < 4096; i++)
		fputc(0xee, f);
	fclose(f);
	s = open_at(p, NOW_MS);
	assert_true(store_ok(s));
	assert_non_null(strstr(store_message(s), "1 games were rescued"));
	json_t *list;
	assert_int_equal(store_list(s, &(struct store_filter){ .limit = 10 }, &list), 0);
	assert_int_equal(json_integer_value(json_object_get(list, "total")), 1);
	json_decref(list);
	store_close(s);
}

static void a_file_of_a_newer_version_is_not_touched(void **state)
{
	const struct place *p = *state;
	sqlite3 *db;
	struct stat before, after;
	assert_int_equal(sqlite3_open(p->file, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "CREATE TABLE future(x); PRAGMA user_version = 99", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	stat(p->file, &before);
	struct store *s = open_at(p, NOW_MS);
	assert_false(store_ok(s));
	assert_non_null(strstr(store_message(s), "newer"));
	int64_t id = new_game(s, NOW_MS);
	assert_true(id > 0);
	assert_int_equal(act(s, id, 1, "a"), -EPROTONOSUPPORT);
	store_tick(s, NOW_MS, LATER_US);
	store_close(s);
	stat(p->file, &after);
	assert_int_equal(before.st_size, after.st_size);
	assert_int_equal(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
	assert_int_equal(files_named(p, ".broken-"), 0);
}

static void without_a_directory_play_goes_on_and_is_saved_when_it_is_there(void **state)
{
	struct place *p = *state;
	struct place later = *p;
	snprintf(later.directory, sizeof later.directory, "%.40s/later", p->directory);
	struct store *s = open_at(&later, NOW_MS);
	assert_false(store_ok(s));
	int64_t id = new_game(s, NOW_MS);
	assert_true(act(s, id, 1, "a") < 0);
	assert_true(act(s, id, 2, "b") < 0);
	assert_int_equal(mkdir(later.directory, 0700), 0);
	store_tick(s, NOW_MS, LATER_US);
	assert_true(store_ok(s));
	assert_int_equal(plies_of(s, id), 2);
	assert_int_equal(act(s, id, 3, "c"), 0);
	assert_int_equal(plies_of(s, id), 3);
	store_close(s);
}

static void a_full_card_is_told_and_leaves_no_gap(void **state)
{
	const struct place *p = *state;
	struct store *s = open_at(p, NOW_MS);
	int64_t id = new_game(s, NOW_MS);
	assert_int_equal(act(s, id, 1, "a"), 0);
	struct rlimit old, tight;
	getrlimit(RLIMIT_FSIZE, &old);
	tight = old;
	tight.rlim_cur = 1;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
	for (int i = 2; i < 40; i++)
		act(s, id, i, "more");
	assert_false(store_ok(s));
	assert_true(strlen(store_message(s)) > 5);
	assert_true(store_tick(s, NOW_MS, LATER_US) != INT64_MAX);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	assert_int_equal(store_tick(s, NOW_MS, 3 * (int64_t)LATER_US), INT64_MAX);
	assert_true(store_ok(s));
	assert_string_equal(store_message(s), "");
	assert_int_equal(plies_of(s, id), 39);
	store_close(s);
	s = open_at(p, NOW_MS);
	assert_int_equal(plies_of(s, id), 39);
	store_close(s);
}

static void a_deleted_file_is_written_anew_with_the_game_phones_and_settings(void **state)
{
	const struct place *p = *state;
	struct store *s = open_at(p, NOW_MS);
	struct auth_phone phone = { .id = 1, .role = ROLE_OWNER, .label = "x" };
	int64_t id = new_game(s, NOW_MS);
	assert_int_equal(store_phone(s, &phone), 0);
	assert_int_equal(store_set(s, "settings", "{}"), 0);
	assert_int_equal(act(s, id, 1, "a"), 0);
	unlink(p->file);
	char wal[128];
	snprintf(wal, sizeof wal, "%s-wal", p->file);
	unlink(wal);
	assert_true(act(s, id, 2, "b") < 0);
	assert_int_equal(store_tick(s, NOW_MS, LATER_US), INT64_MAX);
	assert_int_equal(plies_of(s, id), 2);
	store_close(s);
	s = open_at(p, NOW_MS);
	assert_int_equal(plies_of(s, id), 2);
	char *value = store_get(s, "settings");
	assert_string_equal(value, "{}");
	free(value);
	store_close(s);
}

static void another_program_on_the_file_is_a_state_not_an_end(void **state)
{
	const struct place *p = *state;
	struct store *s = open_at(p, NOW_MS);
	store_close(s);
	sqlite3 *db;
	assert_int_equal(sqlite3_open(p->file, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
	s = open_at(p, NOW_MS);
	assert_false(store_ok(s));
	assert_int_equal(files_named(p, ".broken-"), 0);
	int64_t id = new_game(s, NOW_MS);
	assert_true(act(s, id, 1, "a") < 0);
	sqlite3_close(db);
	store_tick(s, NOW_MS, LATER_US);
	assert_true(store_ok(s));
	assert_int_equal(plies_of(s, id), 1);
	store_close(s);
}

/* ---- Hostile backups -------------------------------------------------------------------------------------------------- */

static void restore_refuses(const struct place *p, struct store *s, const char *sql)
{
	char path[128], reason[240] = "";
	int games = 7;
	sqlite3 *db;
	snprintf(path, sizeof path, "%s/evil.db", p->directory);
	unlink(path);
	assert_int_equal(store_backup(s, path), 0);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	char *err = NULL;
	if (sqlite3_exec(db, sql, NULL, NULL, &err) != SQLITE_OK)
		fail_msg("%s: %s", sql, err);
	sqlite3_close(db);
	assert_int_equal(evening_restore(s, path, &games, reason), -EINVAL);
	assert_int_equal(games, 7);
	assert_true(strlen(reason) > 5);
}

static void a_backup_that_was_tampered_with_is_refused(void **state)
{
	const struct place *p = *state;
	struct store *s = open_at(p, NOW_MS);
	act(s, new_game(s, NOW_MS), 1, "a2c2");
	restore_refuses(p, s, "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END");
	restore_refuses(p, s, "CREATE VIEW v AS SELECT * FROM games");
	restore_refuses(p, s, "CREATE TABLE extra(x)");
	restore_refuses(p, s, "DROP TABLE tags");
	restore_refuses(p, s,
			"DROP TABLE tags; CREATE VIEW tags AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
			"SELECT x AS game, x AS tag FROM c");
	restore_refuses(p, s, "CREATE VIRTUAL TABLE f USING fts5(x)");
	restore_refuses(p, s, "ALTER TABLE games ADD COLUMN evil TEXT");
	restore_refuses(p, s, "PRAGMA user_version = 99");
	restore_refuses(p, s, "PRAGMA user_version = 0");
	restore_refuses(p, s, "UPDATE games SET variant = 'chess'");
	restore_refuses(p, s, "UPDATE actions SET action = 'z9'");
	restore_refuses(p, s, "UPDATE games SET start = printf('%.*c', 100000, 'x')");
	json_t *list;
	assert_int_equal(store_list(s, &(struct store_filter){ .limit = 10 }, &list), 0);
	assert_int_equal(json_integer_value(json_object_get(list, "total")), 1);
	json_decref(list);
	store_close(s);
}

static void a_good_backup_adds_what_is_not_there_yet(void **state)
{
	const struct place *p = *state;
	struct store *s = open_at(p, NOW_MS);
	char path[128], reason[240];
	int games;
	int64_t id = new_game(s, NOW_MS);
	act(s, id, 1, "a2c2");
	act(s, id, 2, "2Na-Nc");
	store_result(s, id, "unfinished", "", NOW_MS, 0);
	snprintf(path, sizeof path, "%s/copy.db", p->directory);
	assert_int_equal(store_backup(s, path), 0);
	assert_int_equal(evening_restore(s, path, &games, reason), 0);
	assert_int_equal(games, 0);
	assert_int_equal(store_delete(s, id, true, NOW_MS), 0);
	assert_int_equal(evening_restore(s, path, &games, reason), 0);
	assert_int_equal(games, 1);
	assert_int_equal(plies_of(s, id + 1), 2);
	store_close(s);
}

/* ---- Clocks ------------------------------------------------------------------------------------------------------------ */

static void games_from_before_the_clock_was_set_are_marked_and_put_right(void **state)
{
	const struct place *p = *state;
	struct store *s = open_at(p, 5000); /* five seconds after 1970 */
	struct saved_game g;
	int64_t id = new_game(s, 5000);
	assert_int_equal(store_load(s, id, &g), 0);
	assert_false(g.clock_set);
	saved_game_clear(&g);
	/* Ten seconds later the network brings the time. */
	store_tick(s, NOW_MS, 10 * 1000000);
	assert_int_equal(store_load(s, id, &g), 0);
	assert_true(g.clock_set);
	assert_int_equal(g.started_ms, NOW_MS - 10000);
	saved_game_clear(&g);
	store_close(s);
}

static void the_newest_game_is_the_last_begun_whatever_the_clock_says(void **state)
{
	const struct place *p = *state;
	struct store *s = open_at(p, NOW_MS);
	new_game(s, NOW_MS);
	int64_t second = new_game(s, NOW_MS - 365 * 86400000LL);
	assert_int_equal(store_unfinished(s), second);
	store_close(s);
}

/* ---- What is kept ------------------------------------------------------------------------------------------------------- */

static void an_action_is_in_the_file_when_the_call_returns(void **state)
{
	const struct place *p = *state;
	struct store *s = open_at(p, NOW_MS);
	int64_t id = new_game(s, NOW_MS);
	assert_int_equal(act(s, id, 1, "a"), 0);
	/* The power goes: the files as they are now, read by somebody else. */
	char command[256];
	snprintf(command, sizeof command, "mkdir %s/cut && cp %s/tablero.db* %s/cut/", p->directory, p->directory,
		 p->directory);
	assert_int_equal(system(command), 0);
	struct place cut = *p;
	snprintf(cut.directory, sizeof cut.directory, "%.50s/cut", p->directory);
	struct store *after = open_at(&cut, NOW_MS);
	assert_true(store_ok(after));
	assert_int_equal(plies_of(after, id), 1);
	assert_int_equal(store_unfinished(after), id);
	store_close(after);
	store_close(s);
}

static void what_was_undone_is_kept_as_a_branch(void **state)
{
	struct store *s = open_at(*state, NOW_MS);
	struct saved_game g;
	int64_t id = new_game(s, NOW_MS);
	act(s, id, 1, "a");
	act(s, id, 2, "b");
	act(s, id, 3, "c");
	assert_int_equal(store_undo(s, id, 1, "hands", NOW_MS, 0), 0);
	act(s, id, 2, "d");
	assert_int_equal(store_load(s, id, &g), 0);
	assert_int_equal(g.line.plies, 2);
	assert_string_equal(g.line.ply[1].action, "d");
	assert_int_equal(g.branches, 1);
	assert_int_equal(g.branch[0].from_ply, 1);
	assert_int_equal(g.branch[0].plies, 2);
	assert_string_equal(g.branch[0].ply[1].action, "c");
	saved_game_clear(&g);
	store_close(s);
}

static void never_saved(void *user, const struct auth_phone *phone)
{
	(void)user;
	fail_msg("loading a phone saved it again: %s", phone->label);
}

static void load_one(void *user, const struct auth_phone *phone)
{
	auth_load(user, phone);
}

static void phones_stay_and_revoked_ones_do_not(void **state)
{
	const struct place *p = *state;
	struct store *s = open_at(p, NOW_MS);
	struct auth_phone one = { .id = 1, .role = ROLE_OWNER, .label = "one", .hash = { 1 } },
			  two = { .id = 2, .role = ROLE_PLAYER, .hash = { 2 } };
	store_phone(s, &one);
	store_phone(s, &two);
	two.role = ROLE_ANYONE;
	store_phone(s, &two);
	store_close(s);
	s = open_at(p, NOW_MS);
	struct auth *a;
	assert_int_equal(auth_new(never_saved, NULL, &a), 0);
	assert_int_equal(store_phones(s, load_one, a), 0);
	assert_int_equal(auth_phones(a), 1);
	assert_string_equal(auth_phone(a, 0)->label, "one");
	auth_free(a);
	store_close(s);
}

static void deleted_games_can_come_back_until_they_are_purged(void **state)
{
	struct store *s = open_at(*state, NOW_MS);
	int64_t old = new_game(s, NOW_MS), fresh = new_game(s, NOW_MS), kept = new_game(s, NOW_MS);
	assert_int_equal(store_delete(s, old, true, NOW_MS), 0);
	assert_int_equal(store_delete(s, fresh, true, NOW_MS + 1000), 0);
	assert_int_equal(store_delete(s, fresh, true, NOW_MS), -ENOENT);
	assert_int_equal(store_purge(s, NOW_MS + 500), 0);
	assert_int_equal(store_delete(s, old, false, 0), -ENOENT);
	assert_int_equal(store_delete(s, fresh, false, 0), 0);
	assert_int_equal(plies_of(s, fresh), 0);
	assert_int_equal(plies_of(s, kept), 0);
	store_close(s);
}

static void files_are_for_their_owner_alone(void **state)
{
	const struct place *p = *state;
	struct stat st;
	umask(0022);
	store_close(open_at(p, NOW_MS));
	assert_int_equal(stat(p->file, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
}

static void put(struct store *s, int64_t game, int ply, const char *evidence, bool ends_turn)
{
	struct store_action a = {
		.game = game, .ply = ply, .player = 1, .action = "a", .fen = "f", .evidence = evidence, .turn_start = ends_turn
	};
	assert_int_equal(store_action(s, &a, NOW_MS + ply, 0), 0);
}

static void assert_trace(struct store *s, int64_t game, int ply, const char *expected)
{
	char *text;
	assert_int_equal(store_trace(s, game, ply, &text), 0);
	assert_string_equal(text, expected);
	free(text);
}

static void a_trace_is_that_of_the_turn_asked_for(void **state)
{
	struct store *s = open_at(*state, NOW_MS);
	int64_t id = new_game(s, NOW_MS);
	char *text;
	assert_int_equal(store_trace(s, id, 1, &text), -ENOENT);
	put(s, id, 1, "tablero-trace 1 half", false);
	put(s, id, 2, "tablero-trace 1 whole", true);
	put(s, id, 3, "[[0,\"a1\",[1,0,0],[0,0,0]]]", true); /* touches only, from a turn that was too long */
	put(s, id, 4, "tablero-trace 1 undone", true);
	assert_int_equal(store_undo(s, id, 3, "dispute", NOW_MS, 0), 0);
	put(s, id, 4, "tablero-trace 1 put right", false);
	put(s, id, 5, NULL, true); /* the button ended the turn: nothing new was felt */
	assert_trace(s, id, 1, "tablero-trace 1 whole");
	assert_trace(s, id, 2, "tablero-trace 1 whole");
	assert_int_equal(store_trace(s, id, 3, &text), -ENOENT);
	assert_trace(s, id, 4, "tablero-trace 1 put right");
	assert_trace(s, id, 5, "tablero-trace 1 put right");
	assert_int_equal(store_trace(s, id, 6, &text), -ENOENT);
	assert_int_equal(store_delete(s, id, true, NOW_MS), 0);
	assert_int_equal(store_trace(s, id, 1, &text), -ENOENT);
	store_close(s);
}

static void told(void *to, int64_t game, const char *variant, const char *fen)
{
	int64_t *list = to;
	assert_string_equal(variant, "contigo-line");
	assert_string_equal(fen, "f");
	list[++list[0]] = game;
}

static void the_shelf_holds_interrupted_games_newest_first(void **state)
{
	struct store *s = open_at(*state, NOW_MS);
	int64_t game[5], list[8] = { 0 };
	for (int i = 0; i < 5; i++) {
		game[i] = new_game(s, NOW_MS + i);
		if (i != 2) /* one was never begun */
			put(s, game[i], 1, NULL, true);
	}
	store_result(s, game[1], "win 1", "won", NOW_MS, 0);
	store_result(s, game[3], "unfinished", "", NOW_MS, 0);
	assert_int_equal(store_shelf(s, 0, 8, told, list), 3);
	assert_int_equal(list[1], game[4]);
	assert_int_equal(list[2], game[3]);
	assert_int_equal(list[3], game[0]);
	list[0] = 0;
	assert_int_equal(store_shelf(s, 0, 1, told, list), 1);
	assert_int_equal(store_shelf(s, list[1], 8, told, list), 2);
	assert_int_equal(list[2], game[3]);
	store_close(s);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, make_place, clear_place)
	const struct CMUnitTest tests[] = {
		T(a_trace_is_that_of_the_turn_asked_for),
		T(the_shelf_holds_interrupted_games_newest_first),
		T(a_file_that_is_no_database_is_kept_aside_and_a_new_one_begins),
		T(what_can_be_read_of_a_broken_file_is_rescued),
		T(a_file_of_a_newer_version_is_not_touched),
		T(without_a_directory_play_goes_on_and_is_saved_when_it_is_there),
		T(a_full_card_is_told_and_leaves_no_gap),
		T(a_deleted_file_is_written_anew_with_the_game_phones_and_settings),
		T(another_program_on_the_file_is_a_state_not_an_end),
		T(a_backup_that_was_tampered_with_is_refused),
		T(a_good_backup_adds_what_is_not_there_yet),
		T(games_from_before_the_clock_was_set_are_marked_and_put_right),
		T(the_newest_game_is_the_last_begun_whatever_the_clock_says),
		T(an_action_is_in_the_file_when_the_call_returns),
		T(what_was_undone_is_kept_as_a_branch),
		T(phones_stay_and_revoked_ones_do_not),
		T(deleted_games_can_come_back_until_they_are_purged),
		T(files_are_for_their_owner_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
