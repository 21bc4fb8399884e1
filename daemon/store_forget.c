/* store_forget.c — what is taken out for good: of the file, and of its copies too. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store_internal.h"

/* Nothing is left of a name in free places of the pages where it stood either: the table's pages are emptied, which overwrites
 * them, and filled anew. */
static int take_out_name(struct store *s, const char *name)
{
	static const char *const anew[] = { "CREATE TEMP TABLE kept AS SELECT id, name, seen FROM players",
					    "DELETE FROM players",
					    "INSERT INTO players(id, name, seen) SELECT id, name, seen FROM kept",
					    "DROP TABLE kept" };
	int err = store_run(s, "DELETE FROM seats WHERE player = (SELECT id FROM players WHERE name = ?1)", "s", name);
	if (err == 0)
		err = store_run(s, "DELETE FROM players WHERE name = ?1", "s", name);
	if (err == 0 && sqlite3_changes(s->db) == 0)
		return -ENOENT;
	for (size_t i = 0; i < sizeof anew / sizeof *anew && err == 0; i++)
		err = store_run(s, anew[i], "");
	return err;
}

static int take_out_game(struct store *s, int64_t id)
{
	return store_run(s, "DELETE FROM games WHERE id = ?1", "i", id);
}

/* In one transaction, of the name or, without one, of a game. */
static int take_out(struct store *s, const char *name, int64_t id)
{
	/* Emptying a table that others refer to would be looked at row by row; they refer to the same names afterwards. */
	int err = name ? store_run(s, "PRAGMA foreign_keys = OFF", "") : 0;
	if (err == 0)
		err = store_begin(s);
	if (err == 0)
		err = store_commit(s, name ? take_out_name(s, name) : take_out_game(s, id));
	store_run(s, "PRAGMA foreign_keys = ON", "");
	return err;
}

/* A copy in which nothing can be changed any more is no copy, and goes. */
static void of_copies(struct store *s, const char *name, int64_t id)
{
	char path[540];
	store_copy_abandon(s);
	for (int slot = 1; slot <= 2; slot++) {
		struct store_copy c;
		int err = store_copy_open(s, slot, &c);
		if (err == -ENOENT)
			continue;
		if (err == 0) {
			struct store copy = { .db = c.db };
			sqlite3_exec(c.db,
				     "PRAGMA query_only = OFF; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; "
				     "PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON",
				     NULL, NULL, NULL);
			err = take_out(&copy, name, id);
			sqlite3_close_v2(c.db);
		}
		if (err < 0 && err != -ENOENT) {
			store_copy_path(s, slot, path, sizeof path);
			unlink(path);
			s->copy[slot] = 0;
			s->uncopied = true;
		}
	}
}

int store_forget_player(struct store *s, const char *name)
{
	if (!s->db || s->read_only)
		return -EROFS;
	of_copies(s, name, 0);
	int err = take_out(s, name, 0);
	if (err < 0)
		return err;
	store_forget_name(s, name);
	sqlite3_exec(s->db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
	return 0;
}

/* First of the copies: whatever happens in between, the file still knows what is to go. */
int store_purge(struct store *s, int64_t before_ms)
{
	int err = 0;
	int64_t id;
	while (err == 0 &&
	       (id = store_number(s, "SELECT coalesce(min(id), 0) FROM games WHERE deleted < ?1", "i", before_ms)) > 0) {
		if (!s->db || s->read_only)
			return -EROFS;
		of_copies(s, NULL, id);
		err = take_out(s, NULL, id);
	}
	return err < 0 ? err : id < 0 ? (int)id : 0;
}
