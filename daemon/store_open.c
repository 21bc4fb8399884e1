/* store_open.c — opening the file: settings of the connection, checks, migrations. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "store_internal.h"

enum { CHECK_ALWAYS_BYTES = 16 << 20 };

static int one_text(struct store *s, const char *sql, char *ret, size_t room)
{
	sqlite3_stmt *q;
	int err = store_prepare(s, &q, sql, "");
	if (err < 0)
		return err;
	int step = sqlite3_step(q);
	snprintf(ret, room, "%s", step == SQLITE_ROW ? store_text(q, 0) : "");
	sqlite3_finalize(q);
	return step == SQLITE_ROW || step == SQLITE_DONE ? 0 : store_error(s, step);
}

static int set_up(struct store *s)
{
	static const char *const pragmas[] = { "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA mmap_size = 0",
					       "PRAGMA journal_mode = WAL",       "PRAGMA synchronous = FULL",
					       "PRAGMA foreign_keys = ON",        "PRAGMA secure_delete = ON",
					       "PRAGMA wal_autocheckpoint = 400", "PRAGMA cache_size = -1024",
					       "PRAGMA trusted_schema = OFF",     "PRAGMA temp_store = MEMORY" };
	for (size_t i = 0; i < sizeof pragmas / sizeof *pragmas; i++) {
		int err = store_run(s, pragmas[i], "");
		if (err < 0)
			return err;
	}
	return 0;
}

/* A file of ordinary size is checked whole at every start; a large one only after a stop that was not clean, and without its
 * indexes: that would take many seconds. */
static int check(struct store *s, bool unclean)
{
	struct stat st;
	char answer[80];
	bool large = stat(s->path, &st) == 0 && st.st_size > CHECK_ALWAYS_BYTES;
	if (large && !unclean)
		return 0;
	int err = one_text(s, large ? "PRAGMA quick_check(1)" : "PRAGMA integrity_check(1)", answer, sizeof answer);
	return err < 0 ? err : strcmp(answer, "ok") == 0 ? 0 : -EBADMSG;
}

static int migrate(struct store *s)
{
	int64_t version = store_number(s, "PRAGMA user_version", "");
	if (version < 0)
		return (int)version;
	if (version > STORE_VERSION)
		return -EPROTONOSUPPORT;
	for (; version < STORE_VERSION; version++) {
		char sql[64];
		snprintf(sql, sizeof sql, "PRAGMA user_version = %d", (int)version + 1);
		int err = store_run(s, "BEGIN IMMEDIATE", "");
		if (err == 0 && sqlite3_exec(s->db, store_schema[version], NULL, NULL, NULL) != SQLITE_OK)
			err = store_error(s, sqlite3_errcode(s->db));
		if (err == 0)
			err = store_run(s, sql, "");
		if (err == 0)
			err = store_run(s, "COMMIT", "");
		if (err < 0) {
			sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
			return err;
		}
	}
	return 0;
}

static void close_db(struct store *s)
{
	store_copy_abandon(s); /* it reads from this one */
	sqlite3_close_v2(s->db);
	s->db = NULL;
}

static int open_db(struct store *s, int flags)
{
	close_db(s);
	char uri[600];
	snprintf(uri, sizeof uri, flags & SQLITE_OPEN_READWRITE ? "%s" : "file:%s?immutable=1", s->path);
	int err = sqlite3_open_v2(uri, &s->db, flags | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_URI, NULL);
	if (err != SQLITE_OK) {
		int answer = store_error(s, err);
		close_db(s);
		return answer;
	}
	sqlite3_extended_result_codes(s->db, 1);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
	sqlite3_limit(s->db, SQLITE_LIMIT_ATTACHED, 1);
	return 0;
}

int store_open_and_check(struct store *s, bool *ret_unclean)
{
	char wal[520];
	struct stat st;
	snprintf(wal, sizeof wal, "%s-wal", s->path);
	*ret_unclean = stat(wal, &st) == 0 && st.st_size > 0;
	s->broken = false;
	mode_t mask = umask(0077);
	int err = open_db(s, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
	umask(mask);
	if (err < 0)
		return err;
	if (store_number(s, "PRAGMA user_version", "") > STORE_VERSION) {
		/* Not even what its last owner left in the log is carried over into it. */
		sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
		err = -EPROTONOSUPPORT;
	}
	if (err == 0)
		err = set_up(s);
	if (err == 0)
		err = check(s, *ret_unclean);
	if (err == 0)
		err = migrate(s);
	if (err == 0 && stat(s->path, &st) == 0)
		s->inode = st.st_ino;
	if (err < 0)
		close_db(s);
	return err;
}

/* Which number comes next, and whether the time of day can be believed. */
static int look_round(struct store *s, int64_t utc_ms)
{
	int64_t last = store_number(s, "SELECT max(started) FROM games WHERE clock_set", "");
	int64_t id = store_number(s, "SELECT max(id) FROM games", "");
	if (last < 0 || id < 0)
		return (int)(last < 0 ? last : id);
	s->clock_was_set = utc_ms >= STORE_BUILT_MS && utc_ms >= (last > 0 ? last - 86400000 : 0);
	if (id + 1 > s->next_id)
		s->next_id = id + 1;
	return 0;
}

int store_open_file(struct store *s, int64_t utc_ms, int64_t now_us)
{
	bool unclean;
	int err = store_open_and_check(s, &unclean);
	if (err == -EBADMSG)
		err = store_begin_anew(s, utc_ms);
	else if (err == 0)
		err = store_bring_back(s);
	if (err == 0)
		err = look_round(s, utc_ms);
	if (err == 0)
		store_copy_look(s, utc_ms, now_us);
	s->newer = err == -EPROTONOSUPPORT;
	s->read_only = err < 0 && !s->newer && open_db(s, SQLITE_OPEN_READONLY) == 0;
	return err;
}
