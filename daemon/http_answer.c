/* http_answer.c — the gate in front of every request, and the headers on every answer. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "gate.h"
#include "http_internal.h"

/* ---- What a request says about itself --------------------------------------------------------------------------------- */

struct heads {
	int hosts, lengths, codings, origins, sites, types, bearers;
	const char *host, *length, *origin, *site, *type, *bearer;
};

static enum MHD_Result one_header(void *user, enum MHD_ValueKind kind, const char *key, const char *value)
{
	struct heads *h = user;
	static const char *const names[] = { "Host",           "Content-Length", "Origin",
					     "Sec-Fetch-Site", "Content-Type",   "Authorization" };
	const char **const values[] = { &h->host, &h->length, &h->origin, &h->site, &h->type, &h->bearer };
	int *const counts[] = { &h->hosts, &h->lengths, &h->origins, &h->sites, &h->types, &h->bearers };
	(void)kind;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcasecmp(key, names[i]) == 0) {
			++*counts[i];
			*values[i] = value ? value : "";
		}
	if (strcasecmp(key, "Transfer-Encoding") == 0)
		h->codings++;
	return MHD_YES;
}

static enum MHD_Result one_query(void *user, enum MHD_ValueKind kind, const char *key, const char *value)
{
	struct request *r = user;
	(void)kind;
	if (!value)
		value = "";
	if (r->queries >= HTTP_QUERY_MAX || !gate_text(key) || !gate_text(value) || request_query(r, key)) {
		r->queries = HTTP_QUERY_MAX + 1;
		return MHD_NO;
	}
	r->query[r->queries].key = key;
	r->query[r->queries++].value = value;
	return MHD_YES;
}

static const char *check_body(const struct heads *h, const struct request *r, int *ret_status)
{
	char *end = NULL;
	unsigned long long length = h->length ? strtoull(h->length, &end, 10) : 0;
	if (h->codings || h->lengths > 1 || (h->length && (*end || h->length[0] < '0' || h->length[0] > '9'))) {
		*ret_status = 400;
		return "a body needs exactly one Content-Length and comes in one piece";
	}
	if (!r->post && length) {
		*ret_status = 400;
		return "only a POST has a body";
	}
	bool upload = r->post && api_is_upload(r->path, r->role);
	if (length > (upload ? HTTP_UPLOAD_MAX : HTTP_BODY_MAX)) {
		*ret_status = 413;
		return "the body is too large";
	}
	const char *want = upload ? "application/octet-stream" : "application/json";
	size_t n = strlen(want);
	if (r->post && (h->types != 1 || strncasecmp(h->type, want, n) != 0 || (h->type[n] && h->type[n] != ';'))) {
		*ret_status = 415;
		return upload ? "Content-Type must be application/octet-stream" : "Content-Type must be application/json";
	}
	return NULL;
}

/* The day. Where the clock has jumped, phones must not seem to have been away. */
static int64_t today(struct app *app, int64_t now_us)
{
	int64_t day = app_utc_ms() / 86400000, passed = (now_us - app->day_us) / 86400000000;
	int64_t jump = app->day_us ? day - app->day - passed : 0;
	if (jump > 1 || jump < -1)
		auth_jump(app->auth, jump, day);
	if (day != app->day || !app->day_us) {
		app->day = day;
		app->day_us = now_us;
	}
	return day;
}

/* Who asks. A token that is not, or no longer, good is an answer of its own: the page then forgets it. */
static const char *check_token(const struct heads *h, struct request *r, int *ret_status)
{
	r->label = "";
	if (!h->bearers)
		return NULL;
	const struct auth_phone *phone = NULL;
	if (h->bearers == 1 && strncmp(h->bearer, "Bearer ", 7) == 0)
		phone = auth_check(r->app->auth, h->bearer + 7, today(r->app, r->now_us));
	if (!phone) {
		*ret_status = 401;
		return "this phone is not paired, or not any more";
	}
	r->role = phone->role;
	r->phone = phone->id;
	r->label = phone->label;
	return NULL;
}

const char *http_gate(struct exchange *x, struct MHD_Connection *c, int *ret_status)
{
	struct request *r = &x->request;
	struct heads h = { 0 };
	MHD_get_connection_values(c, MHD_HEADER_KIND, one_header, &h);
	*ret_status = 421;
	if (h.hosts != 1 || !gate_host(h.host, &r->app->config))
		return "call this board by its address in digits, or add the name to `names` in its configuration";
	r->host = h.host;
	*ret_status = 400;
	const char *why = gate_target(x->target);
	if (why)
		return why;
	snprintf(r->path, sizeof r->path, "%.*s", (int)strcspn(x->target, "?"), x->target);
	MHD_get_connection_values(c, MHD_GET_ARGUMENT_KIND, one_query, r);
	if (r->queries > HTTP_QUERY_MAX)
		return "the query has too much, something twice, or bytes that are no text";
	*ret_status = 403;
	if (h.origins > 1 || (h.origin && !gate_origin(h.origin, h.host)) ||
	    (r->post && h.site && strcmp(h.site, "cross-site") == 0))
		return "another page may not do that";
	why = check_token(&h, r, ret_status);
	return why ? why : check_body(&h, r, ret_status);
}

/* ---- Answers ------------------------------------------------------------------------------------------------------------ */

const char *request_query(const struct request *r, const char *key)
{
	for (int i = 0; i < r->queries && i < HTTP_QUERY_MAX; i++)
		if (strcmp(r->query[i].key, key) == 0)
			return r->query[i].value;
	return NULL;
}

int request_json(struct request *r, json_t *json)
{
	json_decref(r->json);
	r->json = json;
	return json ? 200 : request_errno(r, -ENOMEM);
}

int request_ok(struct request *r)
{
	return request_json(r, json_pack("{s:b}", "ok", 1));
}

int request_error(struct request *r, int status, const char *key, const char *en, const char *es)
{
	json_decref(r->json);
	r->json = json_pack("{s:{s:s,s:s,s:s}}", "error", "key", key, "en", en, "es", es);
	return status;
}

int request_errno(struct request *r, int err)
{
	switch (-err) {
	case ENOENT: return request_error(r, 404, "not-found", "There is nothing here", "Aquí no hay nada");
	case ENODEV: return request_error(r, 409, "no-board", "The board is away", "El tablero no está");
	case ENOSPC: return request_error(r, 507, "full", "There is no room left", "No queda sitio");
	case EROFS:
	case EIO:
		return request_error(r, 503, "store", "Games cannot be read or saved just now",
				     "Ahora no se pueden leer ni guardar partidas");
	case ENOMEM: return request_error(r, 503, "memory", "The board is short of memory", "Al tablero le falta memoria");
	default: return request_error(r, 400, "bad-request", "That cannot be done", "Eso no se puede hacer");
	}
}

void http_headers(struct MHD_Response *response, bool api)
{
	static const char *const always[][2] = {
		{ "Content-Security-Policy",
		  "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
		  "form-action 'none'; frame-ancestors 'none'" },
		{ "X-Content-Type-Options", "nosniff" },
		{ "X-Frame-Options", "DENY" },
		{ "Referrer-Policy", "no-referrer" },
		{ "Cross-Origin-Resource-Policy", "same-origin" },
	};
	for (size_t i = 0; i < sizeof always / sizeof *always; i++)
		MHD_add_response_header(response, always[i][0], always[i][1]);
	if (api)
		MHD_add_response_header(response, "Cache-Control", "no-store");
}

/* The text is the library's from now on, or gone. */
static struct MHD_Response *response_of(char *text, size_t size)
{
	struct MHD_Response *response = text ? MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE) : NULL;
	if (!response)
		free(text);
	return response;
}

static struct MHD_Response *make_response(struct request *r)
{
	if (r->json) {
		char *text = json_dumps(r->json, JSON_COMPACT);
		json_decref(r->json);
		r->json = NULL;
		r->type = "application/json";
		return response_of(text, text ? strlen(text) : 0);
	}
	if (r->file >= 0) {
		struct MHD_Response *response = MHD_create_response_from_fd(r->size, r->file);
		if (!response)
			close(r->file);
		return response;
	}
	if (r->data)
		return response_of(r->data, r->size);
	/* The library takes a plain pointer but only reads from persistent memory. */
	union {
		const void *read;
		void *plain;
	} memory = { .read = r->constant ? r->constant : "" };
	return MHD_create_response_from_buffer(r->constant ? r->size : 0, memory.plain, MHD_RESPMEM_PERSISTENT);
}

enum MHD_Result http_answer(struct exchange *x, struct MHD_Connection *c, int status)
{
	struct request *r = &x->request;
	struct MHD_Response *response = make_response(r);
	if (!response)
		return MHD_NO;
	http_headers(response, !r->etag);
	if (r->type)
		MHD_add_response_header(response, "Content-Type", r->type);
	if (r->etag) {
		MHD_add_response_header(response, "ETag", r->etag);
		MHD_add_response_header(response, "Cache-Control",
					r->immutable ? "public, max-age=31536000, immutable" : "no-cache");
		const char *have = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "If-None-Match");
		if (status == 200 && have && strcmp(have, r->etag) == 0)
			status = 304;
	}
	if (r->gzip)
		MHD_add_response_header(response, "Content-Encoding", "gzip");
	if (r->download) {
		char value[160];
		snprintf(value, sizeof value, "attachment; filename=\"%s\"", r->download);
		MHD_add_response_header(response, "Content-Disposition", value);
	}
	if (status == 304) { /* no body, the same headers */
		MHD_destroy_response(response);
		response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
		if (!response)
			return MHD_NO;
		http_headers(response, false);
		MHD_add_response_header(response, "ETag", r->etag);
	}
	enum MHD_Result done = MHD_queue_response(c, (unsigned)status, response);
	MHD_destroy_response(response);
	return done;
}
