/* http_stream.c — event streams: suspended while there is nothing to say, woken when there is. */
#include <stdlib.h>
#include <sys/socket.h>

#include "http_internal.h"

enum { SLOW_US = 20 * 1000000, CHUNK = 8192 };

static void wake(struct listener *l)
{
	if (l->suspended) {
		l->suspended = false;
		MHD_resume_connection(l->connection);
	}
}

static void hang_up(struct listener *l)
{
	l->over = true;
	shutdown(l->fd, SHUT_RDWR);
	wake(l);
}

static int on_gone(sd_event_source *source, int fd, uint32_t events, void *user)
{
	struct listener *l = user;
	(void)fd, (void)events;
	sd_event_source_set_enabled(source, SD_EVENT_OFF);
	hang_up(l);
	http_run_soon(l->http);
	return 0;
}

static ssize_t read_stream(void *user, uint64_t at, char *buffer, size_t room)
{
	struct listener *l = user;
	(void)at;
	if (l->over || l->http->closing)
		return MHD_CONTENT_READER_END_OF_STREAM;
	int64_t now_us = app_now_us();
	size_t n = stream_take(l->http->app->stream, &l->cursor, now_us, buffer, room);
	if (n > 0) {
		l->waiting_us = INT64_MAX;
		return (ssize_t)n;
	}
	l->suspended = true;
	l->waiting_us = INT64_MAX;
	MHD_suspend_connection(l->connection);
	return 0;
}

static void free_listener(void *user)
{
	struct listener *l = user;
	*l->link = l->next;
	if (l->next)
		l->next->link = l->link;
	l->http->streams--;
	sd_event_source_unref(l->gone);
	stream_cursor_free(&l->cursor);
	free(l);
}

enum MHD_Result http_stream_begin(struct http *h, struct exchange *x, struct MHD_Connection *c)
{
	struct listener *l = calloc(1, sizeof *l);
	if (!l)
		return MHD_NO;
	const struct request *r = &x->request;
	l->http = h;
	l->connection = c;
	l->fd = x->connection->fd;
	l->phone = r->phone;
	l->waiting_us = INT64_MAX;
	l->cursor.named = r->role >= ROLE_WATCHER || h->app->config.visibility == CONFIG_NAMES_TOO;
	l->cursor.nothing = r->role == ROLE_ANYONE && h->app->config.visibility == CONFIG_NOTHING;
	l->cursor.role = (int)r->role;
	l->cursor.phone = r->phone;
	stream_cursor_init(h->app->stream, &l->cursor, r->now_us, r->stream_replay, r->stream_after);
	sd_event_add_io(h->app->loop, &l->gone, l->fd, EPOLLRDHUP, on_gone, l);
	l->next = h->listeners;
	l->link = &h->listeners;
	if (l->next)
		l->next->link = &l->next;
	h->listeners = l;
	h->streams++;
	struct MHD_Response *response =
	    MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, CHUNK, read_stream, l, free_listener);
	if (!response) {
		free_listener(l);
		return MHD_NO;
	}
	http_headers(response, true);
	MHD_add_response_header(response, "Content-Type", "text/event-stream");
	x->connection->deadline_us = INT64_MAX;
	enum MHD_Result done = MHD_queue_response(c, MHD_HTTP_OK, response);
	MHD_destroy_response(response);
	return done;
}

int64_t http_stream_tick(struct http *h, int64_t now_us)
{
	int64_t next = INT64_MAX;
	for (struct listener *l = h->listeners; l; l = l->next) {
		if (l->over)
			continue;
		if (stream_ready(h->app->stream, &l->cursor, now_us)) {
			if (l->waiting_us == INT64_MAX)
				l->waiting_us = now_us;
			if (now_us - l->waiting_us >= SLOW_US)
				hang_up(l);
			else
				wake(l);
			if (l->waiting_us + SLOW_US < next)
				next = l->waiting_us + SLOW_US;
		} else if (l->cursor.beat_us < next) {
			next = l->cursor.beat_us;
		}
	}
	return next;
}

void http_wake(struct http *h)
{
	if (h && h->listeners)
		http_run_soon(h);
}

void http_hang_up(struct http *h, int64_t phone)
{
	if (!h)
		return;
	for (struct listener *l = h->listeners; l; l = l->next)
		if (h->closing || (phone ? l->phone == phone : l->phone != 0))
			hang_up(l);
	if (!h->closing)
		http_run_soon(h);
}

int http_streams(const struct http *h)
{
	return h ? h->streams : 0;
}
