/* api_carry.c — carrying games away and bringing them in: the whole file as a copy, a copy or a text taken in while the board goes on. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api.h"
#include "app.h"
#include "intake.h"
#include "store.h"

int api_backup(struct request *r)
{
	char path[CONFIG_TEXT + 32];
	struct stat st;
	snprintf(path, sizeof path, "%s/backup.db", r->app->config.state);
	int err = store_backup(r->app->store, path);
	if (err < 0)
		return request_errno(r, err);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	unlink(path); /* what is open stays readable */
	if (fd < 0 || fstat(fd, &st) < 0) {
		if (fd >= 0)
			close(fd);
		return request_errno(r, -EIO);
	}
	r->file = fd;
	r->size = (size_t)st.st_size;
	r->type = "application/vnd.sqlite3";
	r->download = "tablero.db";
	return 200;
}

/* ---- In ---------------------------------------------------------------------------------------------------------------------------------- */

static json_t *error_json(struct request *r, const struct store_take *t)
{
	if (t->err == 0)
		return json_null();
	if (t->err == -EINVAL)
		return json_pack("{s:s,s:s,s:s,s:i}", "key", t->text ? "bad-file" : "bad-backup", "en", t->why.en, "es",
				 t->why.es, "line", t->why.line);
	request_errno(r, t->err); /* its sentence */
	json_t *error = json_incref(json_object_get(r->json, "error"));
	json_decref(r->json);
	r->json = NULL;
	return error;
}

/* How far it is, or how it ended. */
static json_t *take_json(struct request *r)
{
	const struct store_take *t = store_take(r->app->store);
	json_t *error = error_json(r, t);
	return json_pack("{s:b,s:I,s:o,s:i,s:o,s:o}", "working", t->working, "done", (json_int_t)t->done, "total",
			 t->total ? json_integer(t->total) : json_null(), "games", t->games, "ids",
			 t->ids ? json_incref(t->ids) : json_array(), "error", error);
}

static int begun(struct request *r, int err)
{
	if (err == -EBUSY)
		return request_error(r, 409, "busy", "Another file is being taken in; wait until it is done",
				     "Se está recibiendo otro archivo; espera a que acabe");
	if (err == 0)
		err = intake_begin(r->app);
	const struct store_take *t = store_take(r->app->store);
	if (err == 0 && t->working) {
		request_json(r, take_json(r));
		return 202;
	}
	if (err == 0)
		err = t->err;
	if (err == -EINVAL) {
		r->json = json_pack("{s:o}", "error", error_json(r, t));
		return 400;
	}
	return err < 0 ? request_errno(r, err) : request_json(r, take_json(r));
}

int api_import(struct request *r)
{
	const char *text = json_string_value(json_object_get(r->body, "text"));
	if (!text)
		return api_bad(r, "text is missing", "Falta el texto");
	return begun(r, store_take_text(r->app->store, text));
}

int api_restore(struct request *r)
{
	return begun(r, store_take_file(r->app->store, r->upload));
}

int api_intake(struct request *r)
{
	return request_json(r, take_json(r));
}
