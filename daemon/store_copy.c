/*
 * store_copy.c — the store's own copies of itself: two files, written in turn, so that the one before stays untouched while the
 * next is made. A card that lies about its syncs, or that forgets what was written last, then takes the newest moves at most.
 *
 * A copy is made some pages at a time, after a game has ended and while nobody plays. It is read through, game by game, from the
 * card and not from memory, and only then sealed with a number; without its seal it is nothing to rely on.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "log.h"
#include "store_internal.h"

enum {
	PAGES = 16,     /* a step: 64 KiB */
	SYNC_STEPS = 4, /* so often what was written is pushed out, for no step to wait for all of it */
	GAMES = 4,      /* read through in a step */
	QUIET_US = 3000000,
	PAUSE_US = 20000, /* between steps: the card belongs to the game */
};
#define HOUR_US (3600 * INT64_C(1000000))
#define BYTES_AN_HOUR (INT64_C(1) << 20) /* what copies may wear off the card */
#define SPARE_BYTES (INT64_C(8) << 20)

struct store_copying {
	sqlite3 *to;
	sqlite3_backup *backup; /* NULL: all is there, and is being read through */
	char path[540];
	int slot, steps;
	int64_t number, size, read; /* read: the games up to this one */
};

/* ---- What there is ---------------------------------------------------------------------------------------------------------- */

void store_copy_path(const struct store *s, int slot, char *ret, size_t room)
{
	snprintf(ret, room, "%.*s/copy-%d.db", (int)(strrchr(s->path, '/') - s->path), s->path, slot);
}

int store_copy_open(const struct store *s, int slot, struct store_copy *ret)
{
	struct store_copy c = { .calls = 0 };
	char path[540], reason[160] = "";
	struct stat st;
	store_copy_path(s, slot, path, sizeof path);
	if (lstat(path, &st) < 0)
		return -ENOENT;
	int err = store_open_foreign(path, true, &c.db, &ret->calls, reason);
	if (err < 0)
		return err;
	struct store from = { .db = c.db };
	sqlite3_stmt *q;
	if (store_prepare(&from, &q, "SELECT value FROM settings WHERE key = '" STORE_SEAL "'", "") == 0) {
		if (sqlite3_step(q) == SQLITE_ROW &&
		    sscanf(store_text(q, 0), "%" SCNd64 " %" SCNd64, &c.number, &c.utc_ms) != 2)
			c.number = c.utc_ms = 0;
		sqlite3_finalize(q);
	}
	*ret = c;
	return 0;
}

/* Whether what a copy has is there: neither games nor actions are fewer, and nothing that had ended has not. Actions of the last
 * game of the copy may have been taken back since. */
bool store_copy_contained(struct store *s, sqlite3 *copy)
{
	static const char *const counts[] = { "SELECT count(*) FROM games WHERE id <= ?1",
					      "SELECT count(*) FROM games WHERE id <= ?1 AND result <> 'ongoing'",
					      "SELECT count(*) FROM actions WHERE game <= ?1",
					      "SELECT coalesce(max(id), 0) FROM actions WHERE ?1 = ?1" };
	struct store from = { .db = copy };
	int64_t last = store_number(&from, "SELECT coalesce(max(id), 0) FROM games", "");
	for (size_t i = 0; last >= 0 && i < sizeof counts / sizeof *counts; i++) {
		int64_t theirs = store_number(&from, counts[i], "i", last), ours = store_number(s, counts[i], "i", last);
		if (theirs < 0 || ours < theirs)
			return false;
	}
	return last >= 0;
}

/* The slot to write next: one without a good copy, or the older. Numbers, because clocks may stand still. */
static int next_slot(const struct store *s)
{
	return s->copy[1] <= s->copy[2] ? 1 : 2;
}

static int64_t interval(int64_t size)
{
	int64_t by_size = size / 1024 * HOUR_US / (BYTES_AN_HOUR / 1024);
	return by_size > HOUR_US ? by_size : HOUR_US;
}

static void look_at(struct store *s, int slot, struct store_copy *c, int64_t utc_ms, int64_t now_us)
{
	static const char last[] = "SELECT coalesce(max(id), 0) FROM actions";
	struct store copy = { .db = c->db };
	struct stat st;
	char path[540];
	store_copy_path(s, slot, path, sizeof path);
	s->copy[slot] = c->number;
	if (c->number <= s->copy[3 - slot] || stat(path, &st) < 0)
		return;
	int64_t age_us = (utc_ms - c->utc_ms) * 1000;
	s->uncopied = store_number(s, last, "") > store_number(&copy, last, "");
	s->copy_us = age_us < 0 ? now_us : now_us + interval(st.st_size) - age_us;
}

/* Which copies there are; when the next may be made, by the age of the newest, and whether there is anything new for it. */
void store_copy_look(struct store *s, int64_t utc_ms, int64_t now_us)
{
	s->copy[1] = s->copy[2] = 0;
	s->uncopied = true;
	for (int slot = 1; slot <= 2; slot++) {
		struct store_copy c;
		if (store_copy_open(s, slot, &c) < 0)
			continue;
		look_at(s, slot, &c, utc_ms, now_us);
		sqlite3_close_v2(c.db);
	}
	s->uncopied = s->uncopied && store_number(s, "SELECT EXISTS(SELECT 1 FROM games WHERE result <> 'ongoing')", "") > 0;
}

/* ---- Making one --------------------------------------------------------------------------------------------------------------- */

static void end(struct store *s)
{
	struct store_copying *c = s->copying;
	if (c->backup)
		sqlite3_backup_finish(c->backup);
	sqlite3_close_v2(c->to);
	free(c);
	s->copying = NULL;
}

void store_copy_abandon(struct store *s)
{
	if (!s->copying)
		return;
	unlink(s->copying->path);
	s->copy[s->copying->slot] = 0;
	end(s);
}

static int give_up(struct store *s, int64_t now_us, int sqlite_error)
{
	log_line(LOG_LEVEL_WARNING, "store", "no copy of the games could be made: %s", sqlite3_errstr(sqlite_error));
	store_copy_abandon(s);
	s->copy_us = now_us + HOUR_US;
	return -EIO;
}

static int open_to(struct store_copying *c, const char *how)
{
	mode_t mask = umask(0077);
	int err = sqlite3_open_v2(c->path, &c->to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW, NULL);
	umask(mask);
	if (err == SQLITE_OK)
		err = sqlite3_exec(c->to, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA mmap_size = 0; PRAGMA cache_size = 16", NULL,
				   NULL, NULL);
	return err == SQLITE_OK ? sqlite3_exec(c->to, how, NULL, NULL, NULL) : err;
}

static int begin(struct store *s)
{
	struct statvfs fs;
	struct store_copying *c = calloc(1, sizeof *c);
	if (!c)
		return SQLITE_NOMEM;
	s->copying = c;
	c->slot = next_slot(s);
	c->number = (s->copy[1] > s->copy[2] ? s->copy[1] : s->copy[2]) + 1;
	store_copy_path(s, c->slot, c->path, sizeof c->path);
	c->size = store_number(s, "PRAGMA page_count", "") * store_number(s, "PRAGMA page_size", "");
	if (statvfs(s->path, &fs) == 0 && (int64_t)fs.f_bavail * (int64_t)fs.f_frsize < c->size + SPARE_BYTES)
		return SQLITE_FULL;
	unlink(c->path);
	char journal[560];
	snprintf(journal, sizeof journal, "%s-journal", c->path);
	unlink(journal);
	/* Nothing in it counts before its seal, so it needs no journal of its own. */
	s->copy[c->slot] = 0;
	int err = open_to(c, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
	if (err == SQLITE_OK && !(c->backup = sqlite3_backup_init(c->to, "main", s->db, "main")))
		err = sqlite3_errcode(c->to);
	return err;
}

static int push_out(sqlite3 *db)
{
	sqlite3_file *file = NULL;
	int err = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
	return err == SQLITE_OK && file && file->pMethods ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) : err;
}

/* All pages are there. What is read from now on comes from the card, and of the phones nothing stays: one that was revoked must
 * not come back with a copy. */
static int turn_round(struct store_copying *c)
{
	int err = sqlite3_backup_finish(c->backup);
	c->backup = NULL;
	if (err == SQLITE_OK)
		err = push_out(c->to);
	sqlite3_close_v2(c->to);
	c->to = NULL;
	if (err != SQLITE_OK)
		return err;
	int fd = open(c->path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
		close(fd);
	}
	return open_to(
	    c, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; DELETE FROM phones");
}

/* The next games; *ret_end: there are no more. */
static int read_through(struct store_copying *c, bool *ret_end)
{
	struct store copy = { .db = c->to };
	for (int i = 0; i < GAMES; i++) {
		struct saved_game g;
		int64_t deleted, id = store_number(&copy, "SELECT min(id) FROM games WHERE id > ?1", "i", c->read);
		if (id < 0)
			return SQLITE_CORRUPT;
		*ret_end = id == 0; /* min() of nothing */
		if (*ret_end)
			return SQLITE_OK;
		if (store_load_any(&copy, id, false, &g, &deleted) < 0)
			return SQLITE_CORRUPT;
		saved_game_clear(&g);
		c->read = id;
	}
	return SQLITE_OK;
}

static int seal(struct store_copying *c, int64_t utc_ms)
{
	struct store copy = { .db = c->to };
	char text[48];
	snprintf(text, sizeof text, "%" PRId64 " %" PRId64, c->number, utc_ms);
	int err = store_run(&copy, "INSERT OR REPLACE INTO settings(key, value) VALUES('" STORE_SEAL "', ?1)", "s", text);
	return err == 0 ? SQLITE_OK : SQLITE_IOERR;
}

static int step(struct store *s, int64_t utc_ms, bool *ret_end)
{
	struct store_copying *c = s->copying;
	*ret_end = false;
	if (c->backup) {
		int err = sqlite3_backup_step(c->backup, PAGES);
		if (err == SQLITE_DONE)
			return turn_round(c);
		if (err == SQLITE_BUSY || err == SQLITE_LOCKED)
			return SQLITE_OK;
		return err == SQLITE_OK && ++c->steps % SYNC_STEPS == 0 ? push_out(c->to) : err;
	}
	bool over = false;
	int err = read_through(c, &over);
	if (err == SQLITE_OK && over) {
		err = seal(c, utc_ms);
		*ret_end = err == SQLITE_OK;
	}
	return err;
}

int64_t store_copy_tick(struct store *s, int64_t utc_ms, int64_t now_us)
{
	int64_t quiet_us = s->busy_us + QUIET_US;
	if (!s->copying && (!s->uncopied || !s->db || s->read_only))
		return INT64_MAX;
	if (now_us < quiet_us || (!s->copying && now_us < s->copy_us))
		return s->copying || quiet_us > s->copy_us ? quiet_us : s->copy_us;
	bool over = false;
	int err = SQLITE_OK;
	if (!s->copying) {
		s->uncopied = false; /* what comes from now on is for the next one, though this one may have it too */
		err = begin(s);
	} else {
		err = step(s, utc_ms, &over);
	}
	if (err != SQLITE_OK) {
		s->uncopied = true;
		give_up(s, now_us, err);
		return s->copy_us;
	}
	if (over) {
		s->copy[s->copying->slot] = s->copying->number;
		s->copy_us = now_us + interval(s->copying->size);
		end(s);
		return s->uncopied ? s->copy_us : INT64_MAX;
	}
	return now_us + PAUSE_US;
}
