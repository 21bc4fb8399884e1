/* inside.c — the daemon without a socket. */
#include "inside.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../daemon/table.h" /* tests/support has another of that name */
#include "../../daemon/table_store.h"
#include "boardio.h"
#include "gate.h"
#include "hints.h"
#include "intake.h"
#include "session.h"
#include "simtable.h"
#include "store.h"
#include "stream.h"

static void save_phone(void *user, const struct auth_phone *phone)
{
	struct app *app = user;
	store_phone(app->store, phone);
}

static void load_phone(void *user, const struct auth_phone *phone)
{
	auth_load(user, phone);
}

static void sensed(void *user, int site, struct rules_look look)
{
	struct app *app = user;
	boardio_sense(app->boardio, app_now_us(), site, look);
}

struct app *inside_new(const char *directory)
{
	struct app *app = calloc(1, sizeof *app);
	char message[BOARDIO_MESSAGE];
	struct view_text why;
	const struct auth_phone *phone;
	char token[AUTH_TOKEN];
	int64_t id;
	if (!app)
		return NULL;
	config_defaults(&app->config);
	settings_defaults(&app->settings);
	snprintf(app->config.state, sizeof app->config.state, "%s", directory);
	snprintf(app->epoch, sizeof app->epoch, "inside");
	if (sd_event_new(&app->loop) < 0 || table_new(app) < 0 || stream_new(app, &app->stream) < 0 ||
	    auth_new(save_phone, app, &app->auth) < 0 ||
	    store_open(directory, app->epoch, app_utc_ms(), app_now_us(), &app->store) < 0 ||
	    boardio_new(app, message, &app->boardio) < 0 || simtable_new(NULL, sensed, app, &app->sim) < 0)
		abort();
	store_on_behind(app->store, table_tell_again, app);
	store_phones(app->store, load_phone, app->auth);
	settings_apply(app);
	boardio_begin(app->boardio, app_now_us());
	if (hints_new(app, &app->hints) < 0)
		abort();
	auth_pair(app->auth, app_now_us(), 20000, auth_console(app->auth), "inside", token, &phone);
	struct table_start how = {
		.game = "contigo-line", .player = { [1] = "Ana", [2] = "Luis" }, .level = { -1, -1, -1, -1, -1 }, .stored = true
	};
	table_start(app, app_now_us(), &how, &id, &why);
	return app;
}

void inside_free(struct app *app)
{
	if (!app)
		return;
	intake_end(app);
	hints_free(app->hints);
	boardio_free(app->boardio);
	simtable_free(app->sim);
	session_free(app->session);
	store_close(app->store);
	stream_free(app->stream);
	auth_free(app->auth);
	sd_event_unref(app->loop);
	free(app);
}

/* The query, without percent signs: the values are what a decoder would hand over. */
static bool take_query(struct request *r, char *query)
{
	for (char *pair, *rest = query; (pair = strsep(&rest, "&"));) {
		char *key = strsep(&pair, "=");
		if (r->queries == HTTP_QUERY_MAX || request_query(r, key))
			return false;
		r->query[r->queries].key = key;
		r->query[r->queries++].value = pair ? pair : "";
		if (!gate_text(key) || !gate_text(r->query[r->queries - 1].value))
			return false;
	}
	return true;
}

static int save_upload(struct app *app, const char *data, size_t size, char *path, size_t room)
{
	snprintf(path, room, "%s/upload", app->config.state);
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		return -1;
	return close(fd);
}

int inside_ask(struct app *app, enum role role, const char *text, size_t size, char **ret)
{
	struct request *r = calloc(1, sizeof *r);
	char *copy = malloc(size + 1), *body, path[600], *answer = NULL;
	int status = 0;
	if (!r || !copy) { /* a caller who is hung up on */
		free(r);
		free(copy);
		return 0;
	}
	memcpy(copy, text, size);
	copy[size] = '\0';
	body = memchr(copy, '\n', size);
	size_t body_size = body ? size - (size_t)(body + 1 - copy) : 0;
	if (body)
		*body++ = '\0';
	*r = (struct request){ .app = app,
			       .now_us = app_now_us(),
			       .role = role,
			       .phone = role ? 1 : 0,
			       .label = "",
			       .host = "localhost",
			       .file = -1 };
	r->post = strncmp(copy, "POST ", 5) == 0;
	char *target = strchr(copy, ' '), *query = target ? strchr(target, '?') : NULL;
	if (!target || gate_target(++target))
		goto out;
	if (query)
		*query++ = '\0';
	snprintf(r->path, sizeof r->path, "%s", target);
	if (query && !take_query(r, query))
		goto out;
	if (r->post && api_is_upload(r->path, r->role)) {
		if (save_upload(app, body ? body : "", body_size, path, sizeof path) < 0)
			abort();
		r->upload = path;
	} else if (r->post) {
		if (body_size > HTTP_BODY_MAX || gate_depth(body ? body : "", body_size) > HTTP_DEPTH_MAX)
			goto out;
		r->body = body_size ? json_loadb(body, body_size, JSON_REJECT_DUPLICATES, NULL) : json_object();
		if (!json_is_object(r->body))
			goto out;
	}
	status = api_answer(r);
	if (r->json)
		answer = json_dumps(r->json, JSON_COMPACT);
	else if (r->data)
		answer = strndup(r->data, r->size);
out:
	json_decref(r->json);
	json_decref(r->body);
	free(r->data);
	if (r->file >= 0)
		close(r->file);
	free(r);
	free(copy);
	if (ret)
		*ret = answer;
	else
		free(answer);
	return status;
}
