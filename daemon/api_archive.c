/* api_archive.c — stored games: finding, reading, naming, taking away and bringing back. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "api.h"
#include "app.h"
#include "record_text.h"
#include "session.h"
#include "store.h"
#include "stream.h"

enum { EXPORT_MAX = 2000, LIMIT_MAX = 200 };

/* "2026-11-30" (the day's beginning) or UTC milliseconds; 0 if nothing is given. Returns whether it can be read. */
static bool read_day(const char *text, int64_t *ret)
{
	struct tm tm = { 0 };
	char *end;
	*ret = 0;
	if (!text || !*text)
		return true;
	const char *rest = strptime(text, "%Y-%m-%d", &tm);
	if (rest && !*rest) {
		*ret = (int64_t)timegm(&tm) * 1000;
		return true;
	}
	*ret = strtoll(text, &end, 10);
	return !*end;
}

static const char *filter(const struct request *r, const char *key)
{
	const char *value = request_query(r, key);
	return value && *value ? value : NULL;
}

int api_games(struct request *r)
{
	const char *sort = filter(r, "sort");
	struct store_filter f = { .q = filter(r, "q"),
				  .game = filter(r, "game"),
				  .player = filter(r, "player"),
				  .result = filter(r, "result"),
				  .tag = filter(r, "tag"),
				  .after = api_number(r, "after", 0),
				  .limit = (int)api_number(r, "limit", 50) };
	json_t *json;
	if (sort && strcmp(sort, "newest") != 0 && strcmp(sort, "oldest") != 0)
		return api_bad(r, "sort is newest or oldest", "sort es newest u oldest");
	if (!read_day(request_query(r, "from"), &f.from_ms) || !read_day(request_query(r, "to"), &f.to_ms))
		return api_bad(r, "from and to are days like 2026-11-30, or milliseconds since 1970",
			       "from y to son días como 2026-11-30, o milisegundos desde 1970");
	f.oldest_first = sort && strcmp(sort, "oldest") == 0;
	if (f.limit < 1 || f.limit > LIMIT_MAX)
		f.limit = 50;
	if (f.to_ms && strlen(request_query(r, "to")) == 10)
		f.to_ms += 86400000; /* the day named is meant too */
	int err = store_list(r->app->store, &f, &json);
	return err < 0 ? request_errno(r, err) : request_json(r, json);
}

int api_game(struct request *r)
{
	struct saved_game g;
	int err = store_load(r->app->store, r->id, &g);
	if (err < 0)
		return request_errno(r, err);
	json_t *json = record_json_write(&g);
	saved_game_clear(&g);
	return request_json(r, json);
}

/* ---- Export -------------------------------------------------------------------------------------------------------------------------- */

static int send_text(struct request *r, char *text, const char *type, const char *name)
{
	if (!text)
		return request_errno(r, -ENOMEM);
	r->data = text;
	r->size = strlen(text);
	r->type = type;
	r->download = name;
	return 200;
}

static bool wants_json(const struct request *r)
{
	const char *format = request_query(r, "format");
	return format && strcmp(format, "json") == 0;
}

int api_game_export(struct request *r)
{
	struct saved_game g;
	int err = store_load(r->app->store, r->id, &g);
	if (err < 0)
		return request_errno(r, err);
	json_t *json = wants_json(r) ? record_json_write(&g) : NULL;
	char *text = json ? json_dumps(json, JSON_INDENT(1)) : record_text_write(&g);
	json_decref(json);
	saved_game_clear(&g);
	return send_text(r, text, wants_json(r) ? "application/json" : "text/plain; charset=utf-8",
			 wants_json(r) ? "game.json" : "game.txt");
}

int api_game_trace(struct request *r)
{
	char *text = NULL;
	int64_t ply = api_number(r, "ply", 0);
	if (ply < 1 || ply > 65535)
		return api_bad(r, "ply is missing", "Falta la jugada");
	int err = store_trace(r->app->store, r->id, (int)ply, &text);
	if (err == -ENOENT)
		return request_error(r, 404, "no-trace", "No recording of that turn was kept",
				     "De ese turno no se guardó grabación");
	return err < 0 ? request_errno(r, err) : send_text(r, text, "text/plain; charset=utf-8", "turn.trace");
}

/* All ids of a list "3,5,8", or all games. */
static int collect(struct request *r, json_t **ret)
{
	const char *ids = request_query(r, "ids");
	json_t *all = json_array(), *page = NULL, *one;
	size_t i;
	for (const char *p = ids; p && *p && json_array_size(all) < EXPORT_MAX;) {
		char *end;
		long long id = strtoll(p, &end, 10);
		if (end == p)
			break;
		json_array_append_new(all, json_integer(id));
		p = end + strspn(end, ", ");
	}
	struct store_filter f = { .oldest_first = true, .limit = LIMIT_MAX };
	while (!ids && json_array_size(all) < EXPORT_MAX) {
		int err = store_list(r->app->store, &f, &page);
		if (err < 0) {
			json_decref(all);
			return err;
		}
		json_array_foreach(json_object_get(page, "games"), i, one) json_array_append(all, json_object_get(one, "id"));
		f.after = json_integer_value(json_object_get(page, "next"));
		json_decref(page);
		if (!f.after)
			break;
	}
	*ret = all;
	return 0;
}

int api_export(struct request *r)
{
	json_t *ids, *one, *list = json_array();
	size_t i, size = 0;
	char *text = NULL;
	bool json = wants_json(r);
	int err = collect(r, &ids);
	if (err < 0) {
		json_decref(list);
		return request_errno(r, err);
	}
	FILE *f = open_memstream(&text, &size);
	json_array_foreach(ids, i, one)
	{
		struct saved_game g;
		err = store_load(r->app->store, json_integer_value(one), &g);
		if (err == -ENOENT && !request_query(r, "ids"))
			continue;
		if (err < 0 || !f)
			break;
		char *game = json ? NULL : record_text_write(&g);
		if (json)
			json_array_append_new(list, record_json_write(&g));
		else
			fprintf(f, "%s%s", size || i ? "\n" : "", game ? game : "");
		free(game);
		saved_game_clear(&g);
	}
	if (f)
		fclose(f);
	if (json) {
		free(text);
		text = json_dumps(list, JSON_COMPACT);
	}
	json_decref(ids);
	json_decref(list);
	if (err < 0 && err != -ENOENT) {
		free(text);
		return request_errno(r, err);
	}
	if (err == -ENOENT && request_query(r, "ids")) {
		free(text);
		return request_error(r, 404, "not-found", "There is no game of one of these numbers",
				     "No hay partida con uno de esos números");
	}
	return send_text(r, text, json ? "application/json" : "text/plain; charset=utf-8", json ? "games.json" : "games.txt");
}

/* ---- Changes -------------------------------------------------------------------------------------------------------------------------- */

static int changed(struct request *r, int err)
{
	if (err == -EINVAL)
		return api_bad(r, "players, tags, note and comments have another form",
			       "Los jugadores, etiquetas, nota o comentarios no valen así");
	return err < 0 ? request_errno(r, err) : request_ok(r);
}

int api_game_edit(struct request *r)
{
	return changed(r, store_edit(r->app->store, r->id, r->body));
}

/* Table memory reads the shelf anew. */
static int shelf_changed(struct request *r, int status)
{
	session_shelf_changed(r->app->session);
	return status;
}

int api_game_delete(struct request *r)
{
	if (r->id == r->app->game.id)
		return request_error(r, 409, "on-the-table", "That game is on the table; end it first",
				     "Esa partida está en la mesa; termínala antes");
	return shelf_changed(r, changed(r, store_delete(r->app->store, r->id, true, app_utc_ms())));
}

int api_game_restore(struct request *r)
{
	return shelf_changed(r, changed(r, store_delete(r->app->store, r->id, false, 0)));
}

int api_stats(struct request *r)
{
	json_t *json = NULL;
	int err = store_stats(r->app->store, filter(r, "player"), filter(r, "game"), &json);
	return err < 0 ? request_errno(r, err) : request_json(r, json);
}

int api_players(struct request *r)
{
	json_t *json = NULL;
	int err = store_players(r->app->store, &json);
	return err < 0 ? request_errno(r, err) : request_json(r, json);
}

int api_forget_player(struct request *r)
{
	bool bad = false;
	const char *name = api_text(r, "name", SAVED_NAME - 1, &bad);
	if (!name || !*name)
		return api_bad(r, "name is missing", "Falta el nombre");
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		if (strcmp(r->app->game.player[i], name) == 0)
			r->app->game.player[i][0] = '\0';
	stream_touch(r->app->stream);
	return changed(r, store_forget_player(r->app->store, name));
}
