/* http_internal.h — shared by http*.c: connections, exchanges and streams over libmicrohttpd. */
#ifndef TABLERO_HTTP_INTERNAL_H
#define TABLERO_HTTP_INTERNAL_H

#include <microhttpd.h>
#include <systemd/sd-event.h>

#include "app.h"
#include "http.h"
#include "stream.h"

/*
 * One connection. The library's own timeout begins anew with every byte, so that a caller who sends one every two seconds
 * would stay for ever; each connection therefore has a deadline here, and is shut down when it passes.
 */
struct connection {
	struct http *http;
	struct connection *next, **link;
	int fd;
	int64_t since_us, deadline_us; /* INT64_MAX: a stream */
	bool busy;                     /* a request is being read or answered */
};

/* One request being read. */
struct exchange {
	struct request request;
	struct connection *connection;
	char *target; /* as it came */
	bool begun;   /* looked at for the first time */
	char *body;
	size_t body_size, body_room;
	int upload_fd;
	char upload_path[512];
};

/* One listener. */
struct listener {
	struct http *http;
	struct MHD_Connection *connection;
	struct listener *next, **link;
	struct stream_cursor cursor;
	int fd;
	int64_t phone;
	bool suspended, over;
	sd_event_source *gone; /* the other side has hung up: the library does not look at suspended connections */
	int64_t waiting_us;    /* since when something lies ready that it has not fetched; INT64_MAX: nothing */
};

struct http {
	struct app *app;
	struct MHD_Daemon *daemon;
	sd_event_source *io, *timer, *run;
	struct connection *connections;
	struct listener *listeners;
	int count, streams;
	int64_t timer_us;
	bool closing;
};

/* Runs the library once and sets the timer. Called from the loop only, never from within a handler. */
void http_run_soon(struct http *h);
/* http_stream.c */
enum MHD_Result http_stream_begin(struct http *h, struct exchange *x, struct MHD_Connection *c);
/* Drops listeners that do not fetch, wakes those whose heartbeat is due; returns when to look again. */
int64_t http_stream_tick(struct http *h, int64_t now_us);
/* http_answer.c */
enum MHD_Result http_answer(struct exchange *x, struct MHD_Connection *c, int status);
const char *http_gate(struct exchange *x, struct MHD_Connection *c, int *ret_status);
/* The same sentence in Spanish, for everything that is said before a handler is reached. */
const char *http_spanish(const char *english);
void http_headers(struct MHD_Response *response, bool api);

#endif
