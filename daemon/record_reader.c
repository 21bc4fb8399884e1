/* record_reader.c — games out of text or JSON, one after the other. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_internal.h"

struct record_reader {
	struct reader r;
	json_t *list; /* NULL: text */
	size_t at;
	int games;
};

static int read_json(struct record_reader *reader)
{
	struct reader *r = &reader->r;
	json_error_t why;
	json_t *root = json_loads(r->at, JSON_REJECT_DUPLICATES, &why);
	if (!root) {
		r->line = why.line > 0 ? why.line : 1;
		return record_fail(r, "not JSON: ~", "no es JSON: ~", why.text);
	}
	reader->list = json_is_array(root) ? root : json_pack("[o]", root);
	r->line = 0;
	return reader->list ? 0 : -ENOMEM;
}

int record_reader_new(const char *text, struct record_reader **ret, struct record_error *err)
{
	struct record_reader *reader = calloc(1, sizeof *reader);
	*err = (struct record_error){ 0 };
	if (!reader)
		return -ENOMEM;
	reader->r = (struct reader){ .at = text, .line = 1, .err = err };
	const char *first = text + strspn(text, " \t\r\n");
	bool json = *first == '{' || (*first == '[' && strchr("{]", first[1 + strspn(first + 1, " \t\r\n")]));
	int e = json ? read_json(reader) : 0;
	if (e < 0) {
		record_reader_free(reader);
		return e;
	}
	*ret = reader;
	return 0;
}

void record_reader_free(struct record_reader *reader)
{
	if (!reader)
		return;
	json_decref(reader->list);
	free(reader);
}

static bool is_over(struct record_reader *reader)
{
	if (reader->list)
		return reader->at == json_array_size(reader->list);
	record_skip_blank(&reader->r);
	return !*reader->r.at;
}

static int read_next(struct record_reader *reader)
{
	struct reader *r = &reader->r;
	if (reader->list)
		return record_read_object(r, json_array_get(reader->list, reader->at++));
	int e = record_read_one(r);
	free(r->seconds);
	free(r->derived);
	free(r->line_of);
	r->seconds = r->derived = NULL;
	r->line_of = NULL;
	return e;
}

int record_reader_next(struct record_reader *reader, struct saved_game *ret, struct record_error *err)
{
	struct saved_game g = { 0 };
	struct reader *r = &reader->r;
	int e = 0;
	*err = (struct record_error){ 0 };
	r->err = err;
	if (is_over(reader))
		return reader->games ? 0 : record_fail(r, "there is no game in ~", "no hay ninguna partida en ~", "it");
	if (reader->games == SAVED_GAMES_MAX) {
		snprintf(err->en, sizeof err->en, "more than %d games at once", SAVED_GAMES_MAX);
		snprintf(err->es, sizeof err->es, "más de %d partidas de una vez", SAVED_GAMES_MAX);
		return -EINVAL;
	}
	reader->games++;
	r->game = &g;
	e = read_next(reader);
	if (e < 0) {
		if (e == -EINVAL && !err->en[0])
			record_fail(r, "~ cannot be read", "~ no se puede leer", "it");
		saved_game_clear(&g);
		return e;
	}
	*ret = g;
	return 1;
}

static int add_game(struct saved_game **games, int *n, const struct saved_game *g)
{
	struct saved_game *grown = realloc(*games, (size_t)(*n + 1) * sizeof *grown);
	if (!grown)
		return -ENOMEM;
	*games = grown;
	grown[(*n)++] = *g;
	return 0;
}

int record_text_read(const char *text, struct saved_game **ret, int *ret_games, struct record_error *err)
{
	struct record_reader *reader = NULL;
	struct saved_game *games = NULL, g;
	int n = 0, more = 0, e = record_reader_new(text, &reader, err);
	while (e == 0 && (more = record_reader_next(reader, &g, err)) > 0) {
		e = add_game(&games, &n, &g);
		if (e < 0)
			saved_game_clear(&g);
	}
	if (e == 0)
		e = more;
	record_reader_free(reader);
	if (e < 0) {
		for (int i = 0; i < n; i++)
			saved_game_clear(&games[i]);
		free(games);
		return e;
	}
	*ret = games;
	*ret_games = n;
	return 0;
}
