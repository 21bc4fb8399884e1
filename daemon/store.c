/* store.c — what is to be written, in order, in memory first; and the moment it is on the card. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "log.h"
#include "store_internal.h"

/* ---- Faults ----------------------------------------------------------------------------------------------------------------- */

void store_fail(struct store *s, const char *what)
{
	if (s->ok || strcmp(s->message, what) != 0)
		log_line(LOG_LEVEL_ERROR, "store", "games are not being saved: %s", what);
	s->ok = false;
	snprintf(s->message, sizeof s->message, "%s", what);
}

int store_error(struct store *s, int sqlite_error)
{
	(void)s;
	switch (sqlite_error & 0xff) {
	case SQLITE_FULL: return -ENOSPC;
	case SQLITE_READONLY:
	case SQLITE_PERM:
	case SQLITE_AUTH: return -EROFS;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB: return -EBADMSG;
	case SQLITE_NOMEM: return -ENOMEM;
	case SQLITE_BUSY:
	case SQLITE_LOCKED: return -EBUSY;
	case SQLITE_CONSTRAINT: return -EEXIST;
	default: return -EIO;
	}
}

static const char *sentence(int err)
{
	switch (-err) {
	case ENOSPC: return "the card is full";
	case EROFS: return "the card or its folder cannot be written to";
	case EBADMSG: return "the file of games is broken";
	case EBUSY: return "another program holds the file of games";
	case ENOMEM: return "memory is short";
	default: return "the card does not answer, or the folder is missing";
	}
}

/* ---- Memory ----------------------------------------------------------------------------------------------------------------- */

static void op_free(struct store_op *op)
{
	if (!op)
		return;
	free(op->a);
	free(op->b);
	free(op->c);
	for (int i = 0; i <= RULES_PLAYERS_MAX; i++)
		free(op->name[i]);
	free(op);
}

/* A copy for the op. Without memory for one of its texts the whole op is given up: half a move must not be written. */
static char *keep(struct store_op *op, const char *text)
{
	char *copy = text ? strdup(text) : NULL;
	if (text && !copy)
		op->torn = true;
	return copy;
}

/* NULL for an op that lacks something. */
static struct store_op *whole(struct store_op *op)
{
	if (!op || !op->torn)
		return op;
	op_free(op);
	return NULL;
}

/* Games that are over and written leave memory; the one on the table, phones and settings stay. */
static void forget(struct store *s)
{
	struct store_op **link = &s->op;
	while (*link) {
		struct store_op *op = *link;
		bool of_game = op->type <= OP_HINT;
		if (op->saved && of_game && op->game != s->running) {
			*link = op->next;
			op_free(op);
		} else {
			link = &op->next;
		}
	}
	s->last = link;
}

static bool replaces(const struct store_op *new, const struct store_op *old)
{
	if (new->type == OP_SET)
		return old->type == OP_SET && strcmp(new->a, old->a) == 0;
	bool phone = new->type == OP_PHONE || new->type == OP_FORGET_PHONE;
	return phone && (old->type == OP_PHONE || old->type == OP_FORGET_PHONE) && new->phone.id == old->phone.id;
}

/* Takes the op over; writes everything that waits. */
static int put(struct store *s, struct store_op *op)
{
	op = whole(op);
	if (!op)
		return -ENOMEM;
	for (struct store_op **link = &s->op; *link; link = &(*link)->next)
		if (replaces(op, *link)) {
			struct store_op *old = *link;
			*link = old->next;
			op_free(old);
			break;
		}
	for (s->last = &s->op; *s->last; s->last = &(*s->last)->next)
		;
	*s->last = op;
	s->last = &op->next;
	return store_flush(s);
}

static struct store_op *op_new(int type, int64_t game, int64_t utc_ms, int64_t now_us)
{
	struct store_op *op = calloc(1, sizeof *op);
	if (op) {
		op->type = type;
		op->game = game;
		op->utc_ms = utc_ms;
		op->mono_ms = now_us / 1000;
	}
	return op;
}

/* ---- Writing ---------------------------------------------------------------------------------------------------------------- */

/* The file may have been deleted or replaced under us: what is written then would be lost. */
static bool still_there(const struct store *s)
{
	struct stat st;
	return stat(s->path, &st) == 0 && st.st_ino == s->inode;
}

static int write_waiting(struct store *s)
{
	int err = store_run(s, "BEGIN IMMEDIATE", "");
	if (err < 0)
		return err;
	for (struct store_op *op = s->op; op && err == 0; op = op->next)
		if (!op->saved)
			err = store_write_op(s, op);
	if (err == 0)
		err = store_run(s, "COMMIT", "");
	if (err < 0)
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	return err;
}

int store_flush(struct store *s)
{
	bool waiting = false;
	for (struct store_op *op = s->op; op; op = op->next)
		waiting = waiting || !op->saved;
	if (!waiting)
		return 0;
	int err = s->newer ? -EPROTONOSUPPORT : !s->db || s->read_only || !still_there(s) ? -EIO : write_waiting(s);
	if (err < 0) {
		s->retry_us = s->retry_us == INT64_MAX ? 0 : s->retry_us;
		if (!s->newer)
			store_fail(s, s->read_only ? sentence(-EROFS) : sentence(err));
		return err;
	}
	for (struct store_op *op = s->op; op; op = op->next)
		op->saved = true;
	if (!s->ok)
		log_line(LOG_LEVEL_NOTICE, "store", "games are being saved");
	s->ok = true;
	s->message[0] = '\0';
	forget(s);
	return 0;
}

/* The file that was open is no longer where it was, or cannot be written: begin with whatever is there now. */
static int reopen(struct store *s, int64_t utc_ms)
{
	bool vanished = s->db && !s->read_only && !still_there(s);
	int err = store_open_file(s, utc_ms);
	if (err == 0 && vanished)
		for (struct store_op *op = s->op; op; op = op->next)
			op->saved = false;
	return err;
}

/* Games that began before the clock was set are moved to where they belong as soon as it is. */
static void put_clock_right(struct store *s, int64_t utc_ms, int64_t now_us)
{
	s->clock_was_set =
	    s->clock_was_set ||
	    store_number(s, "SELECT coalesce(max(started), 0) <= ?1 AND ?1 >= 1764460800000 FROM games WHERE clock_set", "i",
			 utc_ms) > 0;
	if (!s->clock_was_set)
		return;
	int64_t moved = utc_ms - now_us / 1000 - s->doubted_ms;
	int err = store_run(
	    s, "UPDATE actions SET time = time + ?1 WHERE game IN (SELECT id FROM games WHERE boot = ?2 AND NOT clock_set)",
	    "is", moved, s->boot);
	if (err == 0)
		err = store_run(s,
				"UPDATE games SET started = started + ?1, ended = ended + ?1, clock_set = 1 WHERE boot = ?2 "
				"AND NOT clock_set",
				"is", moved, s->boot);
	for (struct store_op *op = s->op; op && err == 0; op = op->next)
		if (op->type == OP_GAME)
			op->flags |= 1;
	s->doubt = err < 0;
}

int64_t store_tick(struct store *s, int64_t utc_ms, int64_t now_us)
{
	if (s->ok && s->db && s->doubt)
		put_clock_right(s, utc_ms, now_us);
	if (s->ok || s->newer)
		return s->ok && s->doubt ? now_us + 1000000 : INT64_MAX;
	if (now_us < s->retry_us)
		return s->retry_us;
	int err = 0;
	if (!s->db || s->read_only || !still_there(s))
		err = reopen(s, utc_ms);
	if (err == 0)
		err = store_flush(s);
	if (err == 0) {
		s->ok = true;
		s->message[0] = '\0';
		return s->doubt ? now_us : INT64_MAX;
	}
	if (err == -EBADMSG) {
		sqlite3_close_v2(s->db);
		s->db = NULL;
	}
	if (!s->newer)
		store_fail(s, sentence(err));
	s->retry_us = now_us + STORE_RETRY_US;
	return s->newer ? INT64_MAX : s->retry_us;
}

/* ---- Begin and end ------------------------------------------------------------------------------------------------------------ */

int store_open(const char *directory, const char *boot, int64_t utc_ms, int64_t now_us, struct store **ret)
{
	struct store *s = calloc(1, sizeof *s);
	if (!s)
		return -ENOMEM;
	snprintf(s->path, sizeof s->path, "%.480s/tablero.db", directory);
	snprintf(s->boot, sizeof s->boot, "%s", boot);
	s->last = &s->op;
	s->next_id = 1;
	s->ok = true;
	int err = store_open_file(s, utc_ms);
	if (err < 0) {
		if (!s->newer)
			store_fail(s, sentence(err));
		if (!s->db)
			s->next_id = 1000000000; /* what numbers the file has given out cannot be known */
		s->retry_us = now_us + STORE_RETRY_US;
	}
	*ret = s;
	return 0;
}

void store_close(struct store *s)
{
	if (!s)
		return;
	if (s->db && !s->read_only) {
		store_flush(s);
		sqlite3_exec(s->db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
	}
	sqlite3_close_v2(s->db);
	while (s->op) {
		struct store_op *next = s->op->next;
		op_free(s->op);
		s->op = next;
	}
	free(s);
}

bool store_ok(const struct store *s)
{
	return s->ok;
}

const char *store_message(const struct store *s)
{
	return s->ok ? s->notice : s->message;
}

/* ---- The game on the table ---------------------------------------------------------------------------------------------------- */

int64_t store_game_new(struct store *s, const struct store_new_game *how, int64_t utc_ms, int64_t now_us)
{
	struct store_op *op = op_new(OP_GAME, s->next_id, utc_ms, now_us);
	if (!op)
		return 0;
	op->a = keep(op, how->game);
	op->b = keep(op, how->start);
	op->flags = store_clock_set(s, utc_ms);
	if (!op->flags) {
		s->doubt = true;
		s->doubted_ms = utc_ms - now_us / 1000;
	}
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		op->name[i] = keep(op, how->player[i]);
	op = whole(op);
	if (!op)
		return 0;
	s->running = s->next_id;
	put(s, op);
	return s->next_id++;
}

static int adopt(struct store *s, struct store_op *op)
{
	op = whole(op);
	if (!op)
		return -ENOMEM;
	op->saved = true;
	for (s->last = &s->op; *s->last; s->last = &(*s->last)->next)
		;
	*s->last = op;
	return 0;
}

int store_game_resume(struct store *s, const struct saved_game *g)
{
	s->running = g->id;
	forget(s);
	for (const struct store_op *op = s->op; op; op = op->next)
		if (op->type == OP_GAME && op->game == g->id)
			return 0; /* it never left memory */
	struct store_op *op = op_new(OP_GAME, g->id, g->started_ms, 0);
	if (!op)
		return -ENOMEM;
	op->a = keep(op, g->game);
	op->b = keep(op, g->start);
	op->flags = g->clock_set;
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		op->name[i] = keep(op, g->player[i]);
	int err = adopt(s, op);
	for (int i = 0; i < g->line.plies && err == 0; i++) {
		const struct saved_ply *p = &g->line.ply[i];
		op = op_new(OP_ACTION, g->id, p->time_ms, 0);
		if (op) {
			op->ply = p->ply;
			op->player = p->player;
			op->flags = (p->turn_start ? 1 : 0) | (p->derived ? 2 : 0);
			op->a = keep(op, p->action);
			op->b = keep(op, p->fen);
		}
		err = adopt(s, op);
	}
	return err;
}

int store_action(struct store *s, const struct store_action *a, int64_t utc_ms, int64_t now_us)
{
	struct store_op *op = op_new(OP_ACTION, a->game, utc_ms, now_us);
	if (!op)
		return -ENOMEM;
	s->running = a->game;
	op->ply = a->ply;
	op->player = a->player;
	op->flags = (a->turn_start ? 1 : 0) | (a->derived ? 2 : 0);
	op->a = keep(op, a->action);
	op->b = keep(op, a->fen);
	op->c = keep(op, a->evidence);
	return put(s, op);
}

int store_undo(struct store *s, int64_t game, int ply, const char *reason, int64_t utc_ms, int64_t now_us)
{
	struct store_op *op = op_new(OP_UNDO, game, utc_ms, now_us);
	if (!op)
		return -ENOMEM;
	op->ply = ply;
	op->a = keep(op, reason);
	return put(s, op);
}

int store_result(struct store *s, int64_t game, const char *result, const char *reason, int64_t utc_ms, int64_t now_us)
{
	struct store_op *op = op_new(OP_RESULT, game, utc_ms, now_us);
	if (!op)
		return -ENOMEM;
	op->a = keep(op, result);
	op->b = keep(op, reason);
	return put(s, op);
}

int store_hint(struct store *s, int64_t game, int ply, int player, int rung, int64_t utc_ms, int64_t now_us)
{
	struct store_op *op = op_new(OP_HINT, game, utc_ms, now_us);
	if (!op)
		return -ENOMEM;
	op->ply = ply;
	op->player = player;
	op->flags = rung;
	return put(s, op);
}

/* ---- Phones and settings -------------------------------------------------------------------------------------------------------- */

int store_phone(struct store *s, const struct auth_phone *phone)
{
	struct store_op *op = op_new(phone->role == ROLE_ANYONE ? OP_FORGET_PHONE : OP_PHONE, 0, 0, 0);
	if (op)
		op->phone = *phone;
	return put(s, op);
}

int store_phones(struct store *s, void (*each)(void *user, const struct auth_phone *phone), void *user)
{
	sqlite3_stmt *q;
	int err = store_prepare(s, &q, "SELECT id, hash, role, label, created, seen FROM phones ORDER BY id", "");
	if (err < 0)
		return err;
	while (sqlite3_step(q) == SQLITE_ROW) {
		struct auth_phone p = { .id = sqlite3_column_int64(q, 0),
					.created_day = sqlite3_column_int64(q, 4),
					.seen_day = sqlite3_column_int64(q, 5) };
		int role = sqlite3_column_int(q, 2);
		if (sqlite3_column_bytes(q, 1) != AUTH_HASH || role < ROLE_WATCHER || role > ROLE_OWNER)
			continue;
		memcpy(p.hash, sqlite3_column_blob(q, 1), AUTH_HASH);
		p.role = (uint8_t)role;
		snprintf(p.label, sizeof p.label, "%s", store_text(q, 3));
		struct store_op *op = op_new(OP_PHONE, 0, 0, 0);
		if (op)
			op->phone = p;
		adopt(s, op);
		each(user, &p);
	}
	return sqlite3_finalize(q) == SQLITE_OK ? 0 : -EIO;
}

int store_set(struct store *s, const char *key, const char *value)
{
	struct store_op *op = op_new(OP_SET, 0, 0, 0);
	if (op) {
		op->a = keep(op, key);
		op->b = keep(op, value);
	}
	return put(s, op);
}

char *store_get(struct store *s, const char *key)
{
	for (const struct store_op *op = s->op; op; op = op->next)
		if (op->type == OP_SET && strcmp(op->a, key) == 0)
			return op->b ? strdup(op->b) : NULL;
	sqlite3_stmt *q;
	if (store_prepare(s, &q, "SELECT value FROM settings WHERE key = ?1", "s", key) < 0)
		return NULL;
	char *value = sqlite3_step(q) == SQLITE_ROW ? strdup(store_text(q, 0)) : NULL;
	sqlite3_finalize(q);
	return value;
}
