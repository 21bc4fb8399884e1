/* store_backup.c — a copy to take away, and games back out of one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gate.h"
#include "store_internal.h"

static int clean_copy(const char *path)
{
	sqlite3 *copy;
	int err = sqlite3_open_v2(path, &copy, SQLITE_OPEN_READWRITE, NULL);
	if (err == SQLITE_OK)
		err = sqlite3_exec(copy, "PRAGMA secure_delete = ON; DELETE FROM phones; VACUUM", NULL, NULL, NULL);
	sqlite3_close_v2(copy);
	return err == SQLITE_OK ? 0 : -EIO;
}

int store_backup(struct store *s, const char *path)
{
	unlink(path);
	mode_t mask = umask(0077);
	int err = store_run(s, "VACUUM INTO ?1", "s", path);
	umask(mask);
	/* A phone that was revoked must not come back with an old copy: phones are in none. */
	if (err == 0)
		err = clean_copy(path);
	if (err < 0)
		unlink(path);
	return err;
}

/* ---- Restore --------------------------------------------------------------------------------------------------------------------- */

/* Whether we had this game before the copying began; two that look alike in the file are two. */
static bool is_there(struct store *s, const struct saved_game *g, int64_t first_new)
{
	return store_number(s,
			    "SELECT 1 FROM games WHERE variant = ?1 AND start = ?2 AND started = ?3 AND plies = ?4 AND id < ?5 "
			    "AND deleted IS NULL",
			    "ssiii", g->game, g->start, g->started_ms, (int64_t)g->line.plies, first_new) == 1;
}

/* Whether a game could also have come in by the front door: as a text that somebody typed. */
static bool is_proper(const struct saved_game *g)
{
	bool good = gate_text(g->reason) && gate_lines(g->note ? g->note : "");
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		good = good && gate_text(g->player[i]);
	for (int i = 0; i < g->tags; i++)
		good = good && gate_text(g->tag[i]);
	for (int i = 0; i < g->comments; i++)
		good = good && gate_lines(g->comment[i].text);
	struct saved_game *same = NULL;
	struct record_error why;
	int n = 0;
	char *text = good ? record_text_write(g) : NULL;
	good = text && record_text_read(text, &same, &n, &why) == 0;
	for (int i = 0; i < n; i++)
		saved_game_clear(&same[i]);
	free(same);
	free(text);
	return good;
}

/* One game over, through the same code that reads and writes our own; checked by the rules on the way. */
static int copy_game(struct store *s, struct store *theirs, int64_t id, bool strict, int64_t first_new, int *games,
		     char reason[160])
{
	struct saved_game g;
	struct record_error why = { 0 };
	int bad, err = store_load(theirs, id, &g);
	if (err < 0) {
		snprintf(reason, 160, "game %lld cannot be read", (long long)id);
		return -EINVAL;
	}
	if (record_fill(&g, &bad, &why) < 0) {
		snprintf(reason, 160, "game %lld: %.130s", (long long)id, why.en);
		err = -EINVAL;
	} else if (strict && !is_proper(&g)) {
		snprintf(reason, 160, "game %lld: something in it has no proper form", (long long)id);
		err = -EINVAL;
	} else if (!is_there(s, &g, first_new)) {
		err = store_import_one(s, &g, s->next_id, 0);
		if (err == 0) {
			s->next_id++;
			++*games;
		}
	}
	saved_game_clear(&g);
	return err;
}

/* `strict`: all or nothing; otherwise whatever can be read. */
static int copy_games(struct store *s, sqlite3 *from, bool strict, int *games, char reason[160])
{
	struct store theirs = { .db = from };
	sqlite3_stmt *q;
	int err = 0, step = SQLITE_DONE;
	int64_t first_new = s->next_id;
	if (sqlite3_prepare_v2(from, "SELECT id FROM games WHERE deleted IS NULL ORDER BY id", -1, &q, NULL) != SQLITE_OK)
		return -EINVAL;
	while (err == 0 && (step = sqlite3_step(q)) == SQLITE_ROW) {
		if (s->alive)
			s->alive();
		err = copy_game(s, &theirs, sqlite3_column_int64(q, 0), strict, first_new, games, reason);
		if (err == -EINVAL && !strict)
			err = 0;
	}
	sqlite3_finalize(q);
	if (err == 0 && step != SQLITE_DONE && strict) {
		snprintf(reason, 160, "the file is damaged");
		err = -EINVAL;
	}
	return err;
}

static int take_over(struct store *s, const char *path, bool strict, int *ret_games, char reason[160])
{
	sqlite3 *from;
	int games = 0, calls = 0;
	int64_t next_id = s->next_id;
	reason[0] = '\0';
	int err = store_open_foreign(path, false, &from, &calls, reason);
	if (err < 0)
		return err;
	err = store_run(s, "BEGIN IMMEDIATE", "");
	if (err == 0)
		err = copy_games(s, from, strict, &games, reason);
	if (err == 0)
		err = store_run(s, "COMMIT", "");
	sqlite3_close_v2(from);
	if (err < 0) {
		if (s->db)
			sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
		s->next_id = next_id;
		if (!reason[0])
			snprintf(reason, 160, "the games could not be written");
		return err;
	}
	*ret_games = games;
	return 0;
}

int store_restore(struct store *s, const char *path, int *ret_games, char reason[160])
{
	return take_over(s, path, true, ret_games, reason);
}
