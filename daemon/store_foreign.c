/* store_foreign.c — opening a file of games that may be anything: somebody's copy, one that broke, one that was being made. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "store_internal.h"

/*
 * A database can carry triggers, views and virtual tables that do something when it is read or written. So a foreign file is
 * only read, from a connection of its own, and only after every word of its schema was found to be one of ours.
 */
static int known_schema(sqlite3 *from, int version, char reason[160])
{
	sqlite3 *ours = NULL;
	sqlite3_stmt *theirs = NULL, *known = NULL;
	int err = -EINVAL, n = 0, m = 0;
	static const char list[] =
	    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_autoindex_%' ORDER BY type, name";
	if (sqlite3_open(":memory:", &ours) != SQLITE_OK)
		goto close;
	for (int i = 0; i < version; i++)
		if (sqlite3_exec(ours, store_schema[i], NULL, NULL, NULL) != SQLITE_OK)
			goto close;
	if (sqlite3_prepare_v2(from, list, -1, &theirs, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(ours, list, -1, &known, NULL) != SQLITE_OK)
		goto close;
	for (;;) {
		n = sqlite3_step(theirs);
		m = sqlite3_step(known);
		if (n != SQLITE_ROW || m != SQLITE_ROW)
			break;
		for (int i = 0; i < 4; i++)
			if (strcmp(store_text(theirs, i), store_text(known, i)) != 0)
				goto close;
	}
	err = n == SQLITE_DONE && m == SQLITE_DONE ? 0 : -EINVAL;
close:
	if (err < 0)
		snprintf(reason, 160, "the file is not laid out as a file of games");
	sqlite3_finalize(theirs);
	sqlite3_finalize(known);
	sqlite3_close_v2(ours);
	return err;
}

static int pragma_number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *q;
	int n = -1;
	if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
		n = sqlite3_column_int(q, 0);
	sqlite3_finalize(q);
	return n;
}

enum { STEPS_PER_CALL = 100000, CALLS_MAX = 20000 };

/* Endless work in a hostile file ends here. */
static int too_long(void *user)
{
	int *calls = user;
	return ++*calls > CALLS_MAX;
}

int store_open_foreign(const char *path, bool own, sqlite3 **ret, int *calls, char reason[160])
{
	char uri[640];
	sqlite3 *db = NULL;
	snprintf(uri, sizeof uri, own ? "file:%s" : "file:%s?immutable=1", path);
	int err = sqlite3_open_v2(
	    uri, &db, (own ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_URI | SQLITE_OPEN_NOFOLLOW, NULL);
	if (err == SQLITE_OK) {
		sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
		sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
		sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
		sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
		sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)NULL);
		sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 4 << 20);
		sqlite3_progress_handler(db, STEPS_PER_CALL, too_long, calls);
		sqlite3_exec(db,
			     "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA cache_size = -2048; "
			     "PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON",
			     NULL, NULL, NULL);
		int version = pragma_number(db, "PRAGMA user_version");
		if (version >= 1 && version <= STORE_VERSION && known_schema(db, version, reason) == 0) {
			*ret = db;
			return 0;
		}
		if (version > STORE_VERSION)
			snprintf(reason, 160, "the file belongs to a newer version of tablero");
	}
	if (!reason[0])
		snprintf(reason, 160, "the file is not a file of games, or damaged at its beginning");
	sqlite3_close_v2(db);
	return -EINVAL;
}
