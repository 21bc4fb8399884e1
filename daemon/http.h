/*
 * http.h — requests in, answers out. The only files that know libmicrohttpd are http*.c.
 *
 * Handlers never block: they look into memory, or into SQLite for a few milliseconds. Streams take what stream.h hands them.
 */
#ifndef TABLERO_HTTP_H
#define TABLERO_HTTP_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "auth.h"

struct app;
struct http;

enum { HTTP_BODY_MAX = 1 << 20, HTTP_UPLOAD_MAX = 64 << 20, HTTP_DEPTH_MAX = 32, HTTP_QUERY_MAX = 24, HTTP_NAME_MAX = 96 };

/* One request, as the handler of its route sees it. Everything here lives until the handler has returned. */
struct request {
	struct app *app;
	int64_t now_us;
	bool post;
	char path[2049];          /* without the query */
	int64_t id;               /* the {id} of the route */
	char name[HTTP_NAME_MAX]; /* its {name} */
	int queries;
	struct {
		const char *key, *value; /* decoded */
	} query[HTTP_QUERY_MAX];
	json_t *body;       /* an object, for every POST but an upload */
	const char *upload; /* path of the uploaded file */
	enum role role;
	int64_t phone;     /* 0: no token */
	const char *label; /* of the phone; "" without one */
	const char *host;

	/* The answer: json (taken over), or data with a type. */
	json_t *json;
	char *data;           /* freed by http; or */
	const void *constant; /* lives as long as the program */
	int file;             /* or a descriptor that http closes; −1: none */
	size_t size;
	const char *type;
	const char *download; /* name of the file to save, or NULL */
	const char *etag;     /* quoted; NULL: never stored by the phone */
	bool gzip, immutable;
	bool stream; /* answer with the event stream, events after `stream_after` */
	uint64_t stream_after;
	bool stream_replay;
};

const char *request_query(const struct request *r, const char *key); /* NULL: not given */

/* Answers of handlers: each returns the status. */
int request_json(struct request *r, json_t *json);
int request_ok(struct request *r);
int request_error(struct request *r, int status, const char *key, const char *en, const char *es);
/* The sentence of a −errno that nobody has explained better. */
int request_errno(struct request *r, int err);

/* Listens on `fd` (taken over). */
int http_new(struct app *app, int fd, struct http **ret);
void http_free(struct http *h); /* ends streams first; NULL is fine */
/* Something new for the streams. */
void http_wake(struct http *h);
/* Ends the streams of one phone; 0: of all that have a token. */
void http_hang_up(struct http *h, int64_t phone);
int http_streams(const struct http *h);

/* Opens a listening socket: `bind` numeric or empty for all addresses. */
int http_listen(const char *bind, int port, int *ret);
int http_port(int fd); /* that a socket listens on */

/* Given by api.c: answers a request of which gate and role have not been looked at yet. */
int api_answer(struct request *r);
/* Whether this POST is an upload (no JSON), allowed up to HTTP_UPLOAD_MAX for this role. */
bool api_is_upload(const char *path, enum role role);

#endif
