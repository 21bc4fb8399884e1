/* store_sql.c — the schema, and statements with their values. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "store_internal.h"

/* Every version that was ever released, in order: a file is brought up to date by the scripts it has not seen. */
const char *const store_schema[STORE_VERSION] = {
	"CREATE TABLE games(id INTEGER PRIMARY KEY, variant TEXT NOT NULL, game TEXT NOT NULL, start TEXT NOT NULL, started "
	"INTEGER "
	"NOT NULL, ended INTEGER, clock_set INTEGER NOT NULL, boot TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL, "
	"plies "
	"INTEGER NOT NULL, note TEXT NOT NULL, deleted INTEGER);"
	"CREATE TABLE players(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, seen INTEGER NOT NULL);"
	"CREATE TABLE seats(game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE, seat INTEGER NOT NULL, player "
	"INTEGER NOT "
	"NULL REFERENCES players(id), PRIMARY KEY(game, seat)) WITHOUT ROWID;"
	"CREATE TABLE actions(id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE, ply "
	"INTEGER NOT "
	"NULL, player INTEGER NOT NULL, action TEXT NOT NULL, fen TEXT NOT NULL, time INTEGER NOT NULL, flags INTEGER NOT "
	"NULL, evidence "
	"TEXT, undone INTEGER REFERENCES undos(id));"
	"CREATE TABLE undos(id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE, ply INTEGER "
	"NOT NULL, "
	"reason TEXT NOT NULL, time INTEGER NOT NULL);"
	"CREATE TABLE hints(game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE, ply INTEGER NOT NULL, player INTEGER "
	"NOT NULL, "
	"rung INTEGER NOT NULL, time INTEGER NOT NULL);"
	"CREATE TABLE tags(game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE, tag TEXT NOT NULL, PRIMARY KEY(game, "
	"tag)) "
	"WITHOUT ROWID;"
	"CREATE TABLE comments(game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE, ply INTEGER NOT NULL, text TEXT "
	"NOT NULL, "
	"PRIMARY KEY(game, ply)) WITHOUT ROWID;"
	"CREATE TABLE phones(id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, role INTEGER NOT NULL, label TEXT NOT NULL, "
	"created "
	"INTEGER NOT NULL, seen INTEGER NOT NULL);"
	"CREATE TABLE settings(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
	"CREATE INDEX actions_game ON actions(game, ply);"
	"CREATE INDEX seats_player ON seats(player, game);"
	"CREATE INDEX tags_tag ON tags(tag, game);"
	"CREATE INDEX undos_game ON undos(game);",
};

static int bind(sqlite3_stmt *q, const char *types, va_list args)
{
	int err = SQLITE_OK;
	for (int i = 1; types[i - 1] && err == SQLITE_OK; i++) {
		if (types[i - 1] == 'i') {
			err = sqlite3_bind_int64(q, i, va_arg(args, sqlite3_int64));
		} else if (types[i - 1] == 's') {
			err = sqlite3_bind_text(q, i, va_arg(args, const char *), -1, SQLITE_TRANSIENT);
		} else {
			const void *data = va_arg(args, const void *);
			err = sqlite3_bind_blob(q, i, data, va_arg(args, int), SQLITE_TRANSIENT);
		}
	}
	return err;
}

static int prepare(struct store *s, sqlite3_stmt **ret, const char *sql, const char *types, va_list args)
{
	if (!s->db)
		return -EIO;
	int err = sqlite3_prepare_v2(s->db, sql, -1, ret, NULL);
	if (err == SQLITE_OK) {
		err = bind(*ret, types, args);
		if (err != SQLITE_OK) {
			sqlite3_finalize(*ret);
			*ret = NULL;
		}
	}
	return err == SQLITE_OK ? 0 : store_error(s, err);
}

int store_prepare(struct store *s, sqlite3_stmt **ret, const char *sql, const char *types, ...)
{
	va_list args;
	va_start(args, types);
	int err = prepare(s, ret, sql, types, args);
	va_end(args);
	return err;
}

int store_run(struct store *s, const char *sql, const char *types, ...)
{
	sqlite3_stmt *q;
	va_list args;
	va_start(args, types);
	int err = prepare(s, &q, sql, types, args);
	va_end(args);
	if (err < 0)
		return err;
	do
		err = sqlite3_step(q);
	while (err == SQLITE_ROW);
	sqlite3_finalize(q);
	return err == SQLITE_DONE ? 0 : store_error(s, err);
}

int64_t store_number(struct store *s, const char *sql, const char *types, ...)
{
	sqlite3_stmt *q;
	va_list args;
	va_start(args, types);
	int err = prepare(s, &q, sql, types, args);
	va_end(args);
	if (err < 0)
		return err;
	int64_t n = -ENOENT;
	err = sqlite3_step(q);
	if (err == SQLITE_ROW)
		n = sqlite3_column_int64(q, 0);
	else if (err != SQLITE_DONE)
		n = store_error(s, err);
	sqlite3_finalize(q);
	return n;
}

const char *store_text(sqlite3_stmt *q, int column)
{
	const unsigned char *text = sqlite3_column_text(q, column);
	return text ? (const char *)text : "";
}

int store_begin(struct store *s)
{
	return !s->db || s->read_only ? -EROFS : store_run(s, "BEGIN IMMEDIATE", "");
}

int store_commit(struct store *s, int err)
{
	if (err == 0)
		err = store_run(s, "COMMIT", "");
	if (err < 0)
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	return err;
}

int store_player_id(struct store *s, const char *name, int64_t *ret)
{
	int err = store_run(s, "INSERT INTO players(name, seen) VALUES(?1, 0) ON CONFLICT(name) DO NOTHING", "s", name);
	if (err < 0)
		return err;
	int64_t id = store_number(s, "SELECT id FROM players WHERE name = ?1", "s", name);
	if (id < 0)
		return (int)id;
	*ret = id;
	return 0;
}

static int write_game(struct store *s, const struct store_op *op)
{
	char id[RULES_NAME_MAX];
	snprintf(id, sizeof id, "%.*s", (int)strcspn(op->a, ":"), op->a);
	/* Written anew into a file that took over from a broken one: what was rescued of it gives way. */
	int err = op->anew ? store_run(s, "DELETE FROM games WHERE id = ?1", "i", op->game) : 0;
	if (err == 0)
		err = store_run(
		    s,
		    "INSERT INTO games(id, variant, game, start, started, clock_set, boot, result, reason, plies, note) "
		    "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, 'ongoing', '', 0, '')",
		    "isssiis", op->game, op->a, id, op->b, op->utc_ms, (int64_t)op->flags, s->boot);
	for (int i = 1; i <= RULES_PLAYERS_MAX && err == 0; i++) {
		int64_t player = 0;
		if (!op->name[i] || !op->name[i][0])
			continue;
		err = store_player_id(s, op->name[i], &player);
		if (err == 0)
			err = store_run(s, "UPDATE players SET seen = ?2 WHERE id = ?1", "ii", player, op->game);
		if (err == 0)
			err = store_run(s, "INSERT OR IGNORE INTO seats(game, seat, player) VALUES(?1, ?2, ?3)", "iii",
					op->game, (int64_t)i, player);
	}
	return err;
}

static int write_action(struct store *s, const struct store_op *op)
{
	int err = store_run(
	    s,
	    "INSERT INTO actions(game, ply, player, action, fen, time, flags, evidence) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
	    "iiissiis", op->game, (int64_t)op->ply, (int64_t)op->player, op->a, op->b, op->utc_ms, (int64_t)op->flags, op->c);
	return err < 0 ? err : store_run(s, "UPDATE games SET plies = ?2 WHERE id = ?1", "ii", op->game, (int64_t)op->ply);
}

static int write_undo(struct store *s, const struct store_op *op)
{
	int err = store_run(s, "INSERT INTO undos(game, ply, reason, time) VALUES(?1, ?2, ?3, ?4)", "iisi", op->game,
			    (int64_t)op->ply, op->a, op->utc_ms);
	if (err == 0)
		err = store_run(
		    s, "UPDATE actions SET undone = last_insert_rowid() WHERE game = ?1 AND ply > ?2 AND undone IS NULL", "ii",
		    op->game, (int64_t)op->ply);
	return err < 0 ? err : store_run(s, "UPDATE games SET plies = ?2 WHERE id = ?1", "ii", op->game, (int64_t)op->ply);
}

int store_write_op(struct store *s, const struct store_op *op)
{
	switch (op->type) {
	case OP_GAME: return write_game(s, op);
	case OP_ACTION: return write_action(s, op);
	case OP_UNDO: return write_undo(s, op);
	case OP_RESULT:
		return store_run(
		    s, "UPDATE games SET result = ?2, reason = ?3, ended = iif(?2 = 'ongoing', NULL, ?4) WHERE id = ?1", "issi",
		    op->game, op->a, op->b, op->utc_ms);
	case OP_HINT:
		return store_run(s, "INSERT INTO hints(game, ply, player, rung, time) VALUES(?1, ?2, ?3, ?4, ?5)", "iiiii",
				 op->game, (int64_t)op->ply, (int64_t)op->player, (int64_t)op->flags, op->utc_ms);
	case OP_PHONE:
		return store_run(
		    s, "INSERT OR REPLACE INTO phones(id, hash, role, label, created, seen) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
		    "ibisii", op->phone.id, op->phone.hash, (int)AUTH_HASH, (int64_t)op->phone.role, op->phone.label,
		    op->phone.created_day, op->phone.seen_day);
	case OP_FORGET_PHONE: return store_run(s, "DELETE FROM phones WHERE id = ?1", "i", op->phone.id);
	default:
		if (!op->b)
			return store_run(s, "DELETE FROM settings WHERE key = ?1", "s", op->a);
		return store_run(s, "INSERT OR REPLACE INTO settings(key, value) VALUES(?1, ?2)", "ss", op->a, op->b);
	}
}
