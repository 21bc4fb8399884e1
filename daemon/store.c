/* store.c — the moment when what waits is on the card; what is said and done when it cannot be. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "log.h"
#include "store_internal.h"

enum { BEHIND_RETRY_US = 1000000, CLOCK_RETRY_US = 1000000 };

/* ---- Faults ----------------------------------------------------------------------------------------------------------------- */

int store_error(struct store *s, int sqlite_error)
{
	switch (sqlite_error & 0xff) {
	case SQLITE_FULL: return -ENOSPC;
	case SQLITE_READONLY:
	case SQLITE_PERM:
	case SQLITE_AUTH: return -EROFS;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB: s->broken = true; return -EBADMSG;
	case SQLITE_NOMEM: return -ENOMEM;
	case SQLITE_BUSY:
	case SQLITE_LOCKED: return -EBUSY;
	case SQLITE_CONSTRAINT: return -EEXIST;
	default: return -EIO;
	}
}

static const char *const *sentence(int err)
{
	static const char *const said[][2] = {
		{ "the card is full", "la tarjeta está llena" },
		{ "the card or its folder cannot be written to", "en la tarjeta o su carpeta no se puede escribir" },
		{ "the file of games is broken", "el archivo de partidas está roto" },
		{ "another program holds the file of games", "otro programa tiene abierto el archivo de partidas" },
		{ "memory is short", "falta memoria" },
		{ "the file of games belongs to a newer version of tablero; it was not touched",
		  "el archivo de partidas es de una versión más nueva de tablero; no se ha tocado" },
		{ "the card does not answer, or the folder is missing", "la tarjeta no responde, o falta la carpeta" },
	};
	switch (-err) {
	case ENOSPC: return said[0];
	case EROFS: return said[1];
	case EBADMSG: return said[2];
	case EBUSY: return said[3];
	case ENOMEM: return said[4];
	case EPROTONOSUPPORT: return said[5];
	default: return said[6];
	}
}

void store_fail(struct store *s, int err)
{
	const char *const *what = sentence(err);
	if (s->ok || strcmp(s->message, what[0]) != 0)
		log_line(LOG_LEVEL_ERROR, "store", "games are not being saved: %s", what[0]);
	s->ok = false;
	snprintf(s->message, sizeof s->message, "%s", what[0]);
	snprintf(s->message_es, sizeof s->message_es, "%s", what[1]);
}

static void well(struct store *s)
{
	if (!s->ok)
		log_line(LOG_LEVEL_NOTICE, "store", "games are being saved");
	s->ok = true;
	s->message[0] = '\0';
}

/* ---- Writing ---------------------------------------------------------------------------------------------------------------- */

/* The file may have been deleted or replaced under us: what is written then would be lost. */
static bool still_there(const struct store *s)
{
	struct stat st;
	return stat(s->path, &st) == 0 && st.st_ino == s->inode;
}

static bool usable(const struct store *s)
{
	return s->db && !s->read_only && !s->broken && still_there(s);
}

static int write_waiting(struct store *s)
{
	int err = store_begin(s);
	if (err < 0)
		return err;
	for (struct store_op *op = s->op; op && err == 0; op = op->next)
		if (!op->saved)
			err = store_write_op(s, op);
	return store_commit(s, err);
}

int store_flush(struct store *s)
{
	bool waiting = false;
	for (struct store_op *op = s->op; op; op = op->next)
		waiting = waiting || !op->saved;
	if (!waiting)
		return 0;
	int err = s->newer ? -EPROTONOSUPPORT : s->read_only ? -EROFS : usable(s) ? write_waiting(s) : -EIO;
	if (err < 0) {
		if (s->retry_us == INT64_MAX)
			s->retry_us = 0;
		store_fail(s, err);
		return err;
	}
	for (struct store_op *op = s->op; op; op = op->next)
		op->saved = true;
	if (!s->behind)
		well(s);
	store_forget_written(s);
	return 0;
}

/* The file that was open is no longer where it was, is broken, or cannot be written: begin with whatever is there now. */
static int reopen(struct store *s, int64_t utc_ms, int64_t now_us)
{
	bool vanished = s->db && !s->read_only && !still_there(s);
	int err = store_open_file(s, utc_ms, now_us);
	if (err == 0 && vanished)
		store_rewrite(s);
	return err;
}

/* Puts right what is wrong, as far as it can be now. */
static int mend(struct store *s, int64_t utc_ms, int64_t now_us)
{
	int err = usable(s) ? 0 : reopen(s, utc_ms, now_us);
	if (err == 0)
		err = store_flush(s);
	if (err == 0 && s->behind)
		err = s->again ? s->again(s->again_user) : -ENOMEM;
	return err;
}

int64_t store_tick(struct store *s, int64_t utc_ms, int64_t now_us)
{
	if (s->broken && s->ok && !s->newer) {
		store_fail(s, -EBADMSG);
		s->retry_us = 0;
	}
	if (s->ok && s->db && s->doubt)
		store_put_clock_right(s, utc_ms, now_us);
	if (s->newer)
		return INT64_MAX;
	if (s->ok) {
		int64_t copy_us = store_copy_tick(s, utc_ms, now_us), clock_us = now_us + CLOCK_RETRY_US;
		return s->doubt && clock_us < copy_us ? clock_us : copy_us;
	}
	if (now_us < s->retry_us)
		return s->retry_us;
	int err = mend(s, utc_ms, now_us);
	if (err == 0) {
		well(s);
		return s->doubt ? now_us : store_copy_tick(s, utc_ms, now_us);
	}
	store_fail(s, err);
	s->retry_us = now_us + (s->behind ? BEHIND_RETRY_US : STORE_RETRY_US);
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
	s->next_id = 1;
	s->ok = true;
	int err = store_open_file(s, utc_ms, now_us);
	if (err < 0) {
		store_fail(s, err);
		if (!s->db)
			s->next_id = 1000000000; /* what numbers the file has given out cannot be known */
		s->retry_us = now_us + STORE_RETRY_US;
	}
	*ret = s;
	return 0;
}

void store_on_work(struct store *s, void (*alive)(void))
{
	s->alive = alive;
}

void store_close(struct store *s)
{
	if (!s)
		return;
	store_copy_abandon(s);
	store_take_free(s);
	if (s->db && !s->read_only) {
		store_flush(s);
		sqlite3_exec(s->db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
	}
	sqlite3_close_v2(s->db);
	store_keep_free(s);
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

const char *store_message_es(const struct store *s)
{
	return s->ok ? s->notice_es : s->message_es;
}
