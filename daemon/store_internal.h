/* store_internal.h — shared by store*.c. */
#ifndef TABLERO_STORE_INTERNAL_H
#define TABLERO_STORE_INTERNAL_H

#include <sqlite3.h>
#include <sys/types.h>

#include "store.h"

enum store_op_type { OP_GAME, OP_ACTION, OP_UNDO, OP_RESULT, OP_HINT, OP_PHONE, OP_FORGET_PHONE, OP_SET };

/* Something to be written. Those of the game on the table and all phones and settings stay in memory after they were written,
 * so that a new file can take over from a broken one. The texts lie behind it in the same piece of memory: it is kept whole or
 * not at all. */
struct store_op {
	struct store_op *next;
	int type;
	bool saved;
	bool anew; /* a game that may be in the file already, from another run or another file: gives way to this */
	int64_t game, utc_ms, mono_ms;
	int ply, player, flags; /* flags: 1 turn start, 2 derived; of a phone: its role; of a game: clock set */
	const char *a, *b, *c;  /* texts by type */
	const char *name[RULES_PLAYERS_MAX + 1];
	struct auth_phone phone;
};

struct store {
	sqlite3 *db;    /* NULL: none open */
	bool read_only; /* only to look things up */
	bool ok;
	bool newer;  /* the file belongs to a later version: never touched */
	bool broken; /* something in it could not be read */
	char message[120], message_es[120];
	char notice[260], notice_es[260]; /* what was put right at the start */
	char path[512];
	char boot[17];
	ino_t inode; /* of the file that is open */
	struct store_op *op;
	int64_t next_id, running; /* number of the next game; of the one on the table */
	int64_t retry_us;
	bool behind; /* memory was short: the table must tell the running game once more */
	int (*again)(void *user);
	void *again_user;
	bool clock_was_set;
	bool doubt;         /* games of this run were begun before it was, */
	int64_t doubted_ms; /* when it was so much ahead of the time since the start */
	void (*alive)(void);
	struct store_taking *taking;   /* games that come in, or how that ended; NULL: never yet */
	struct store_copying *copying; /* a copy being made; NULL: none */
	int64_t copy[3];               /* numbers of the copies in slot 1 and 2; 0: none that is good */
	bool uncopied;                 /* there is something new for a copy */
	int64_t copy_us, busy_us;      /* earliest time of the next copy; when somebody last played */
};

/* In the settings of a copy: its number and time, written when it was found whole. */
#define STORE_SEAL "copy"

/* A copy that is open to be read; the caller closes `db`. */
struct store_copy {
	sqlite3 *db;
	int64_t number, utc_ms; /* 0: without a seal */
	int calls;
};

/* Earlier than this software: the clock has not been set yet. */
#define STORE_BUILT_MS (1764460800000LL)

extern const char *const store_schema[STORE_VERSION];

/* store.c */
int store_error(struct store *s, int sqlite_error);
void store_fail(struct store *s, int err);
int store_flush(struct store *s);

/* store_keep.c */
int store_put(struct store *s, const struct store_op *what);   /* copies it; writes everything that waits */
int store_adopt(struct store *s, const struct store_op *what); /* copies it; it is in the file already */
void store_forget_written(struct store *s);
void store_rewrite(struct store *s); /* another file is open: all that memory holds must go into it */
void store_forget_name(struct store *s, const char *name);
void store_keep_free(struct store *s);

/* store_clock.c */
bool store_clock_set(const struct store *s, int64_t utc_ms);
void store_put_clock_right(struct store *s, int64_t utc_ms, int64_t now_us);

/* store_sql.c: one statement with its values, by letters: i int64, s text (NULL allowed), b blob (pointer, int). */
int store_run(struct store *s, const char *sql, const char *types, ...);
int store_prepare(struct store *s, sqlite3_stmt **ret, const char *sql, const char *types, ...);
int64_t store_number(struct store *s, const char *sql, const char *types, ...); /* first column; −1: no row */
const char *store_text(sqlite3_stmt *q, int column);                            /* never NULL */
int store_begin(struct store *s);
int store_commit(struct store *s, int err); /* or takes all back, where err < 0 */
int store_write_op(struct store *s, const struct store_op *op);
int store_player_id(struct store *s, const char *name, int64_t *ret);

/* store_archive.c: one game, within a transaction. */
int store_import_one(struct store *s, const struct saved_game *g, int64_t id, int64_t utc_ms);

/* store_load.c: also a game that was deleted; lenient: names, tags and comments that cannot be read are missing. */
int store_load_any(struct store *s, int64_t id, bool lenient, struct saved_game *ret, int64_t *ret_deleted);

/* store_open.c */
int store_open_file(struct store *s, int64_t utc_ms, int64_t now_us);
int store_open_and_check(struct store *s, bool *ret_unclean);

/* store_foreign.c: opens a file to read it, once every word of its schema was found to be one of ours. A foreign one stands for
 * itself; one of our own that broke may have its newest games in its log: that is read too, and left as it is. Endless work in
 * it ends by `calls`, which lives as long as the connection. −EINVAL with a reason. */
int store_open_foreign(const char *path, bool own, sqlite3 **ret, int *calls, char reason[160]);

/* store_merge.c: the games of another file of our own that ours lacks, or has less of. */
int store_merge(struct store *s, sqlite3 *from, int *ret_games);
void store_merge_rest(struct store *s, sqlite3 *from); /* phones and settings */

/* store_take.c */
void store_take_free(struct store *s);

/* store_copy.c */
void store_copy_path(const struct store *s, int slot, char *ret, size_t room); /* slot: 1 or 2 */
int store_copy_open(const struct store *s, int slot, struct store_copy *ret);  /* −ENOENT */
bool store_copy_contained(struct store *s, sqlite3 *copy);
void store_copy_look(struct store *s, int64_t utc_ms, int64_t now_us);
int64_t store_copy_tick(struct store *s, int64_t utc_ms, int64_t now_us); /* returns when to call next */
void store_copy_abandon(struct store *s);

/* store_heal.c */
int store_begin_anew(struct store *s, int64_t utc_ms); /* the file is broken: kept aside */
int store_bring_back(struct store *s);                 /* the file is well, but may have lost something */

#endif
