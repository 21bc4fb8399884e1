/*
 * store_take.c — games that come in from outside, out of somebody's copy or as text. All are checked before the first is written;
 * each call does one game, so that the board is answered in between however long the file is.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "store_internal.h"

struct store_taking {
	struct store_take told;
	bool writing;
	uint64_t *known; /* what the games look like that were there before, in order */
	size_t knowns;
	sqlite3 *from; /* a copy, and how far it is read; or */
	int calls;
	int64_t last;
	char *text; /* a text */
	struct record_reader *reader;
};

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

/* ---- One game after the other ---------------------------------------------------------------------------------------------------- */

static int fail(struct store_taking *t, const char *en, const char *es)
{
	if (en != t->told.why.en)
		snprintf(t->told.why.en, sizeof t->told.why.en, "%s", en);
	if (es != t->told.why.es)
		snprintf(t->told.why.es, sizeof t->told.why.es, "%s", es);
	return -EINVAL;
}

static int bad_game(struct store_taking *t, int64_t id, const char *en, const char *es)
{
	char one[240], other[240];
	snprintf(one, sizeof one, "game %lld: %.200s", (long long)id, en);
	snprintf(other, sizeof other, "partida %lld: %.200s", (long long)id, es);
	return fail(t, one, other);
}

/* Checked by the rules, and by what could also have come in as a text. */
static int next_of_copy(struct store_taking *t, struct saved_game *ret)
{
	struct store theirs = { .db = t->from };
	struct record_error why = { 0 };
	struct saved_game g;
	int bad;
	int64_t id =
	    store_number(&theirs, "SELECT coalesce(min(id), 0) FROM games WHERE deleted IS NULL AND id > ?1", "i", t->last);
	if (id <= 0)
		return id == 0 ? 0 : fail(t, "the file is damaged", "el archivo está dañado");
	t->last = id;
	int err = store_load(&theirs, id, &g);
	if (err == -ENOMEM)
		return err;
	if (err < 0)
		return bad_game(t, id, "cannot be read", "no se puede leer");
	err = record_fill(&g, &bad, &why);
	if (err == -EINVAL)
		bad_game(t, id, why.en, why.es);
	else if (err == 0 && !t->writing && !is_proper(&g))
		err = bad_game(t, id, "something in it has no proper form", "algo en ella no tiene la forma debida");
	if (err < 0) {
		saved_game_clear(&g);
		return err;
	}
	*ret = g;
	return 1;
}

static int next_of_text(struct store_taking *t, struct saved_game *ret)
{
	if (!t->reader) {
		int err = record_reader_new(t->text, &t->reader, &t->told.why);
		if (err < 0)
			return err;
	}
	return record_reader_next(t->reader, ret, &t->told.why);
}

static void from_the_start(struct store_taking *t)
{
	t->last = INT64_MIN;
	record_reader_free(t->reader);
	t->reader = NULL;
}

/* ---- What is there already ------------------------------------------------------------------------------------------------------- */

static uint64_t look_of(const char *variant, const char *start, int64_t started_ms, int64_t plies)
{
	uint64_t hash = 0xcbf29ce484222325;
	char numbers[48];
	snprintf(numbers, sizeof numbers, "%lld %lld", (long long)started_ms, (long long)plies);
	const char *const parts[] = { variant, start, numbers };
	for (int i = 0; i < 3; i++)
		for (const char *p = parts[i];; p++) {
			hash = (hash ^ (unsigned char)*p) * 0x100000001b3;
			if (!*p)
				break;
		}
	return hash;
}

static int by_number(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* Only games from before: two that look alike in the file are two. */
static int learn_known(struct store *s, struct store_taking *t)
{
	sqlite3_stmt *q;
	int step;
	int64_t games = store_number(s, "SELECT count(*) FROM games WHERE deleted IS NULL", "");
	if (games < 0)
		return (int)games;
	t->known = calloc((size_t)games + 1, sizeof *t->known);
	if (!t->known)
		return -ENOMEM;
	int err = store_prepare(s, &q, "SELECT variant, start, started, plies FROM games WHERE deleted IS NULL", "");
	if (err < 0)
		return err;
	while ((step = sqlite3_step(q)) == SQLITE_ROW && t->knowns < (size_t)games)
		t->known[t->knowns++] =
		    look_of(store_text(q, 0), store_text(q, 1), sqlite3_column_int64(q, 2), sqlite3_column_int64(q, 3));
	sqlite3_finalize(q);
	qsort(t->known, t->knowns, sizeof *t->known, by_number);
	return step == SQLITE_DONE || step == SQLITE_ROW ? 0 : store_error(s, step);
}

static bool is_there(const struct store_taking *t, const struct saved_game *g)
{
	uint64_t look = look_of(g->game, g->start, g->started_ms, g->line.plies);
	return bsearch(&look, t->known, t->knowns, sizeof look, by_number) != NULL;
}

/* ---- Writing --------------------------------------------------------------------------------------------------------------------- */

/* Without waiting for the card after each: the last one waits for all. What was played in between has waited as always. */
static int write_game(struct store *s, struct store_taking *t, const struct saved_game *g, int64_t utc_ms)
{
	int64_t id = s->next_id;
	int err = store_run(s, "PRAGMA synchronous = NORMAL", "");
	if (err == 0)
		err = store_begin(s);
	if (err == 0)
		err = store_commit(s, store_import_one(s, g, id, utc_ms));
	store_run(s, "PRAGMA synchronous = FULL", "");
	if (err < 0)
		return err;
	s->next_id = id + 1;
	t->told.games++;
	if (t->told.text)
		json_array_append_new(t->told.ids, json_integer(id));
	return 0;
}

/* All that was written is on the card when this returns 0. */
static int wait_for_card(struct store *s, const struct store_taking *t)
{
	if (t->told.games == 0)
		return 0;
	int err = store_begin(s);
	return err < 0 ? err
		       : store_commit(s, store_run(s, "UPDATE games SET plies = plies WHERE id = ?1", "i", s->next_id - 1));
}

static int finish(struct store *s, struct store_taking *t, int err)
{
	if (s->db)
		store_run(s, "PRAGMA wal_autocheckpoint = 400", "");
	from_the_start(t);
	sqlite3_close_v2(t->from);
	free(t->text);
	free(t->known);
	t->from = NULL;
	t->text = NULL;
	t->known = NULL;
	t->told.working = false;
	t->told.err = err;
	s->uncopied = s->uncopied || t->told.games > 0;
	return err;
}

bool store_take_step(struct store *s, int64_t utc_ms)
{
	struct store_taking *t = s->taking;
	struct saved_game g;
	if (!t || !t->told.working)
		return false;
	int err = t->told.text ? next_of_text(t, &g) : next_of_copy(t, &g);
	if (err < 0) {
		finish(s, t, err);
	} else if (err == 0 && !t->writing) {
		t->writing = true;
		t->told.total = 2 * t->told.done;
		from_the_start(t);
		err = learn_known(s, t);
		/* Small pieces also where the log is carried over into the file. */
		store_run(s, "PRAGMA wal_autocheckpoint = 50", "");
		if (err < 0)
			finish(s, t, err);
	} else if (err == 0) {
		finish(s, t, wait_for_card(s, t));
	} else {
		t->told.done++;
		err = 0;
		if (t->writing && (t->told.text || !is_there(t, &g)))
			err = write_game(s, t, &g, utc_ms);
		saved_game_clear(&g);
		if (err < 0)
			finish(s, t, err);
	}
	return t->told.working;
}

/* ---- Begin and end ------------------------------------------------------------------------------------------------------------------ */

static int begin(struct store *s, struct store_taking **ret)
{
	if (s->taking && s->taking->told.working)
		return -EBUSY;
	struct store_taking *t = calloc(1, sizeof *t);
	json_t *ids = json_array();
	if (!t || !ids) {
		free(t);
		json_decref(ids);
		return -ENOMEM;
	}
	store_take_free(s);
	t->told.ids = ids;
	t->told.working = true;
	t->last = INT64_MIN;
	s->taking = t;
	*ret = t;
	return 0;
}

int store_take_file(struct store *s, const char *path)
{
	struct store_taking *t;
	int err = begin(s, &t);
	if (err < 0)
		return err;
	err = store_open_foreign(path, false, &t->from, &t->calls, t->told.why.en);
	if (err < 0) {
		fail(t, t->told.why.en, "el archivo no es una copia de partidas, o está dañado");
		return finish(s, t, err);
	}
	struct store theirs = { .db = t->from };
	int64_t games = store_number(&theirs, "SELECT count(*) FROM games WHERE deleted IS NULL", "");
	t->told.total = games > 0 ? 2 * games : 0;
	return 0;
}

int store_take_text(struct store *s, const char *text)
{
	struct store_taking *t;
	int err = begin(s, &t);
	if (err < 0)
		return err;
	t->told.text = true;
	t->text = strdup(text);
	return t->text ? 0 : finish(s, t, -ENOMEM);
}

const struct store_take *store_take(const struct store *s)
{
	static const struct store_take nothing = { 0 };
	return s->taking ? &s->taking->told : &nothing;
}

void store_take_free(struct store *s)
{
	if (!s->taking)
		return;
	if (s->taking->told.working)
		finish(s, s->taking, -ECANCELED);
	json_decref(s->taking->told.ids);
	free(s->taking);
	s->taking = NULL;
}
