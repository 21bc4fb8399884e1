/*
 * store_heal.c — what becomes of a broken file, and of one that has lost its newest games without being broken: a card may have
 * promised syncs that it did not do. Whatever can be read of the file, and of both copies, is put together game by game.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "log.h"
#include "store_internal.h"

/* ---- Telling ------------------------------------------------------------------------------------------------------------------ */

static void tell(struct store *s, const char *aside, int from_file, int from_copies)
{
	const char *name = aside ? strrchr(aside, '/') + 1 : "";
	if (aside) {
		snprintf(s->notice, sizeof s->notice,
			 "The file of games was broken. It is kept as %.120s; %d games were rescued from it, %d from a copy.",
			 name, from_file, from_copies);
		snprintf(s->notice_es, sizeof s->notice_es,
			 "El archivo de partidas estaba roto. Se conserva como %.120s; se rescataron %d partidas de él y %d de "
			 "una copia.",
			 name, from_file, from_copies);
	} else {
		snprintf(s->notice, sizeof s->notice,
			 "The card had lost something that was saved. %d games were brought back from a copy.", from_copies);
		snprintf(s->notice_es, sizeof s->notice_es,
			 "La tarjeta había perdido algo guardado. Se recuperaron %d partidas de una copia.", from_copies);
	}
	log_line(LOG_LEVEL_ERROR, "store", "%s", s->notice);
}

/* ---- Out of the copies ------------------------------------------------------------------------------------------------------------ */

static int merge_copies(struct store *s, int *ret_games)
{
	int games = 0, err = 0;
	for (int slot = 1; slot <= 2 && err == 0; slot++) {
		struct store_copy c;
		int some = 0;
		if (store_copy_open(s, slot, &c) < 0)
			continue;
		err = store_merge(s, c.db, &some);
		if (err == 0)
			store_merge_rest(s, c.db);
		sqlite3_close_v2(c.db);
		games += some;
	}
	*ret_games = games;
	return err;
}

/* Whether the newest copy has something that the file has not. */
static bool has_lost(struct store *s)
{
	int64_t newest = 0;
	bool lost = false;
	for (int slot = 1; slot <= 2; slot++) {
		struct store_copy c;
		if (store_copy_open(s, slot, &c) < 0)
			continue;
		if (c.number > newest) {
			newest = c.number;
			lost = !store_copy_contained(s, c.db);
		}
		sqlite3_close_v2(c.db);
	}
	return lost;
}

int store_bring_back(struct store *s)
{
	int games = 0;
	if (!has_lost(s))
		return 0;
	int err = merge_copies(s, &games);
	if (err == 0 && games > 0)
		tell(s, NULL, 0, games);
	return err;
}

/* ---- Broken ----------------------------------------------------------------------------------------------------------------------- */

/* A name that is free: nothing that was kept before may be overwritten, not even where the clock stands still. */
static void name_aside(const char *path, int64_t utc_ms, char *ret, size_t room)
{
	struct stat st;
	snprintf(ret, room, "%s.broken-%lld", path, (long long)(utc_ms / 1000));
	for (int n = 2; lstat(ret, &st) == 0; n++)
		snprintf(ret, room, "%s.broken-%lld-%d", path, (long long)(utc_ms / 1000), n);
}

static void move_aside(const char *path, const char *aside)
{
	static const char *const parts[] = { "-wal", "-shm", "-journal", "" };
	char from[600], to[640];
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		snprintf(from, sizeof from, "%s%s", path, parts[i]);
		snprintf(to, sizeof to, "%s%s", aside, parts[i]);
		rename(from, to);
	}
}

static int merge_aside(struct store *s, const char *aside, int *ret_games)
{
	sqlite3 *db;
	char reason[160] = "";
	int calls = 0;
	if (store_open_foreign(aside, true, &db, &calls, reason) < 0)
		return 0; /* nothing of it can be read */
	int err = store_merge(s, db, ret_games);
	if (err == 0)
		store_merge_rest(s, db);
	sqlite3_close_v2(db);
	return err;
}

int store_begin_anew(struct store *s, int64_t utc_ms)
{
	char aside[600];
	int from_file = 0, from_copies = 0;
	bool unclean;
	name_aside(s->path, utc_ms, aside, sizeof aside);
	move_aside(s->path, aside);
	int err = store_open_and_check(s, &unclean);
	if (err == 0)
		err = merge_aside(s, aside, &from_file);
	if (err == 0)
		err = merge_copies(s, &from_copies);
	if (err < 0)
		return err;
	tell(s, aside, from_file, from_copies);
	store_rewrite(s);
	return 0;
}
