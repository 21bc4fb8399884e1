/* card.c — a store and what lies beside it. */
#include "card.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "evening.h"

struct card card;

void card_open(void)
{
	assert_int_equal(store_open(card.directory, "boot", EVENING_MS + card.now_us / 1000, card.now_us, &card.store), 0);
	assert_true(store_ok(card.store));
}

int card_enter(void **state)
{
	(void)state;
	card.directory = evening_directory();
	card.now_us = CARD_SECOND;
	card_open();
	return 0;
}

int card_leave(void **state)
{
	(void)state;
	store_close(card.store);
	evening_clear(card.directory, true);
	free(card.directory);
	return 0;
}

const char *card_path_of(const char *name)
{
	static char path[4][300];
	static int next;
	next = (next + 1) % 4;
	snprintf(path[next], sizeof path[next], "%s/%s", card.directory, name);
	return path[next];
}

/* A whole game, from now on. */
void card_play(void)
{
	struct evening e;
	int err;
	static uint64_t seed = 3;
	evening_begin(&e, seed++);
	e.games_max = 1;
	e.steps = (int)(card.now_us / CARD_SECOND);
	while ((err = evening_step(&e, card.store)) != 1)
		assert_int_equal(err, 0);
	card.now_us = e.steps * CARD_SECOND;
}

/* One that takes a mebibyte. */
void card_play_heavy(void)
{
	static char evidence[1 << 20];
	memset(evidence, 'e', sizeof evidence - 1);
	struct store_new_game how = { .game = "contigo-line", .start = "x" };
	int64_t id = store_game_new(card.store, &how, EVENING_MS, card.now_us);
	struct store_action a = { .game = id, .ply = 1, .player = 1, .action = "a", .fen = "f", .evidence = evidence };
	assert_int_equal(store_action(card.store, &a, EVENING_MS, card.now_us), 0);
	assert_int_equal(store_result(card.store, id, "draw", "", EVENING_MS, card.now_us), 0);
}

void card_rest(int64_t long_us)
{
	evening_rest(card.store, card.now_us, long_us);
	card.now_us += long_us;
}

int64_t card_ask(const char *path, const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *q;
	int64_t n = -1;
	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, "unix") == SQLITE_OK &&
	    sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK) {
		n = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : -1;
		sqlite3_finalize(q);
	}
	sqlite3_close(db);
	return n;
}

/* The number of a sealed copy, 0: none there. */
int64_t card_number_of(int slot)
{
	int64_t n = card_ask(card_path_of(slot == 1 ? "copy-1.db" : "copy-2.db"),
			     "SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'copy'");
	return n > 0 ? n : 0;
}

bool card_in_file(const char *name, const char *text)
{
	FILE *f = fopen(card_path_of(name), "re");
	static char data[4 << 20];
	size_t n = f ? fread(data, 1, sizeof data, f) : 0;
	if (f)
		fclose(f);
	return n && memmem(data, n, text, strlen(text));
}

/* Rubbish over everything but the beginning. */
void card_ruin(const char *name, long from)
{
	struct stat st;
	char rubbish[4096];
	int fd = open(card_path_of(name), O_WRONLY);
	assert_true(fd >= 0 && fstat(fd, &st) == 0);
	memset(rubbish, 0x5a, sizeof rubbish);
	for (long at = from; at < st.st_size; at += (long)sizeof rubbish)
		assert_int_equal(pwrite(fd, rubbish, sizeof rubbish, at), sizeof rubbish);
	close(fd);
}

void card_copy(const char *from, const char *to)
{
	char command[700];
	snprintf(command, sizeof command, "cp %s %s", card_path_of(from), card_path_of(to));
	assert_int_equal(system(command), 0);
}

void card_assert_told(const char *en, const char *es)
{
	if (!strstr(store_message(card.store), en) || !strstr(store_message_es(card.store), es))
		fail_msg("\"%s\" / \"%s\"", store_message(card.store), store_message_es(card.store));
}

void card_assert_games(const char *should)
{
	char *is = evening_games(card.store);
	if (strcmp(is, should) != 0)
		fail_msg("is\n%s\nshould be\n%s", is, should);
	free(is);
}
