/* http.c — connections: accepting them, their deadlines, and running the library from our loop. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gate.h"
#include "http_internal.h"
#include "log.h"

enum {
	IDLE_US = 9 * 1000000,
	HEAD_US = 5 * 1000000,
	BODY_US = 10 * 1000000,
	UPLOAD_US = 120 * 1000000,
	ANSWER_US = 30 * 1000000
};
enum { SPARE = 8, MEMORY = 32 * 1024, UNSENT_MS = 20000 };

/* ---- Connections ---------------------------------------------------------------------------------------------------- */

/* A phone that comes when nearly all places are taken gets the place of whoever has been idle longest. */
static void make_room(struct http *h)
{
	struct connection *oldest = NULL;
	for (struct connection *c = h->connections; c; c = c->next)
		if (!c->busy && (!oldest || c->since_us < oldest->since_us))
			oldest = c;
	if (oldest) {
		oldest->busy = true; /* not chosen twice */
		shutdown(oldest->fd, SHUT_RDWR);
	}
}

static void connection_begin(struct http *h, struct MHD_Connection *mhd, void **context)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct connection *c = calloc(1, sizeof *c);
	if (!c || !info) {
		free(c);
		return;
	}
	if (h->count >= h->app->config.connections - SPARE)
		make_room(h);
	c->http = h;
	c->fd = info->connect_fd;
	c->since_us = app_now_us();
	c->deadline_us = c->since_us + IDLE_US;
	c->next = h->connections;
	c->link = &h->connections;
	if (c->next)
		c->next->link = &c->next;
	h->connections = c;
	h->count++;
	int on = 1;
	unsigned unsent = UNSENT_MS;
	setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	setsockopt(c->fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unsent, sizeof unsent);
	*context = c;
}

static void on_connection(void *user, struct MHD_Connection *mhd, void **context, enum MHD_ConnectionNotificationCode code)
{
	struct http *h = user;
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		connection_begin(h, mhd, context);
	} else if (*context) {
		struct connection *c = *context;
		*c->link = c->next;
		if (c->next)
			c->next->link = c->link;
		h->count--;
		/* A library that was full, or had no descriptor left, listens again only when it is run once more. */
		if (!h->closing)
			http_run_soon(h);
		free(c);
	}
}

static enum MHD_Result on_peer(void *user, const struct sockaddr *address, socklen_t size)
{
	struct http *h = user;
	(void)size;
	if (h->closing)
		return MHD_NO;
	if (h->app->config.any_network || gate_peer(address))
		return MHD_YES;
	log_line(LOG_LEVEL_NOTICE, "peer", "refused a caller from another network; see networks in the configuration");
	return MHD_NO;
}

/* ---- Requests ------------------------------------------------------------------------------------------------------- */

static void *on_target(void *user, const char *target, struct MHD_Connection *mhd)
{
	struct http *h = user;
	struct exchange *x = calloc(1, sizeof *x);
	if (!x)
		return NULL;
	x->request.app = h->app;
	x->request.file = -1;
	x->upload_fd = -1;
	x->target = strdup(target);
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	x->connection = info ? info->socket_context : NULL;
	if (x->connection) {
		x->connection->busy = true;
		x->connection->deadline_us = app_now_us() + HEAD_US;
	}
	return x;
}

static void on_completed(void *user, struct MHD_Connection *mhd, void **context, enum MHD_RequestTerminationCode code)
{
	struct exchange *x = *context;
	(void)user, (void)mhd, (void)code;
	if (!x)
		return;
	if (x->connection) {
		x->connection->busy = false;
		x->connection->since_us = app_now_us();
		x->connection->deadline_us = x->connection->since_us + IDLE_US;
	}
	if (x->upload_fd >= 0) {
		close(x->upload_fd);
		unlink(x->upload_path);
	}
	json_decref(x->request.body);
	free(x->body);
	free(x->target);
	free(x);
	*context = NULL;
}

static int take_body(struct exchange *x, const char *data, size_t size)
{
	if (x->upload_fd >= 0) {
		x->body_size += size;
		if (x->body_size > HTTP_UPLOAD_MAX)
			return -EFBIG;
		return write(x->upload_fd, data, size) == (ssize_t)size ? 0 : -EIO;
	}
	if (x->body_size + size > HTTP_BODY_MAX)
		return -EFBIG;
	if (x->body_size + size + 1 > x->body_room) {
		size_t room = x->body_room ? x->body_room * 2 : 4096;
		while (room < x->body_size + size + 1)
			room *= 2;
		char *grown = realloc(x->body, room);
		if (!grown)
			return -ENOMEM;
		x->body = grown;
		x->body_room = room;
	}
	memcpy(x->body + x->body_size, data, size);
	x->body_size += size;
	x->body[x->body_size] = '\0';
	return 0;
}

static int open_upload(struct exchange *x)
{
	snprintf(x->upload_path, sizeof x->upload_path, "%s/upload.XXXXXX", x->request.app->config.state);
	x->upload_fd = mkostemp(x->upload_path, O_CLOEXEC);
	return x->upload_fd < 0 ? -errno : 0;
}

static enum MHD_Result refuse(struct exchange *x, struct MHD_Connection *mhd, int status, const char *why)
{
	request_error(&x->request, status, status == 421 ? "wrong-host" : "bad-request", why, http_spanish(why));
	return http_answer(x, mhd, status);
}

static enum MHD_Result on_request(void *user, struct MHD_Connection *mhd, const char *url, const char *method,
				  const char *version, const char *data, size_t *size, void **context)
{
	struct http *h = user;
	struct exchange *x = *context;
	(void)url, (void)version;
	if (!x || !x->target || !x->connection)
		return MHD_NO;
	x->request.now_us = app_now_us();
	if (!x->begun) {
		x->begun = true;
		x->request.post = strcmp(method, "POST") == 0;
		x->connection->deadline_us = x->request.now_us + BODY_US;
		int status = 0;
		const char *why = http_gate(x, mhd, &status);
		if (why)
			return refuse(x, mhd, status, why);
		if (!x->request.post && strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
			return refuse(x, mhd, 405, "only GET and POST are known here");
		if (x->request.post && api_is_upload(x->request.path, x->request.role)) {
			x->connection->deadline_us = x->request.now_us + UPLOAD_US;
			if (open_upload(x) < 0)
				return refuse(x, mhd, 507, "there is no room for an upload");
		}
		return MHD_YES; /* an answer given already now would end the connection */
	} else if (*size) {
		if (take_body(x, data, *size) < 0)
			return MHD_NO;
		*size = 0;
		return MHD_YES;
	}
	x->connection->deadline_us = x->request.now_us + ANSWER_US;
	int status = 400;
	if (x->upload_fd >= 0) {
		x->request.upload = x->upload_path;
	} else if (x->request.post) {
		json_error_t err;
		if (gate_depth(x->body ? x->body : "", x->body_size) > HTTP_DEPTH_MAX)
			return refuse(x, mhd, 400, "the body nests too deep");
		x->request.body =
		    x->body_size ? json_loadb(x->body, x->body_size, JSON_REJECT_DUPLICATES, &err) : json_object();
		if (!json_is_object(x->request.body))
			return refuse(x, mhd, 400, "the body must be one JSON object without doubled keys");
	}
	status = api_answer(&x->request);
	if (x->request.stream)
		return http_stream_begin(h, x, mhd);
	return http_answer(x, mhd, status);
}

/* ---- The loop ------------------------------------------------------------------------------------------------------- */

static int64_t expire(struct http *h, int64_t now_us)
{
	int64_t next = INT64_MAX;
	for (struct connection *c = h->connections; c; c = c->next) {
		if (c->deadline_us <= now_us) {
			c->deadline_us = INT64_MAX;
			c->busy = true;
			shutdown(c->fd, SHUT_RDWR);
		}
		if (c->deadline_us < next)
			next = c->deadline_us;
	}
	return next;
}

static void run(struct http *h)
{
	int64_t now_us = app_now_us();
	http_stream_tick(h, now_us); /* wakes those for whom there is something */
	MHD_run(h->daemon);
	int64_t next = expire(h, now_us), beat = http_stream_tick(h, now_us);
	if (beat < next)
		next = beat;
	MHD_UNSIGNED_LONG_LONG wait;
	if (MHD_get_timeout(h->daemon, &wait) == MHD_YES && now_us + (int64_t)wait * 1000 < next)
		next = now_us + (int64_t)wait * 1000;
	/* Deadlines of connections may be up to a second late, which spares wake-ups; the library's own wishes not. */
	sd_event_source_set_time(h->timer, next == INT64_MAX ? UINT64_MAX : (uint64_t)next);
	sd_event_source_set_enabled(h->timer, next == INT64_MAX ? SD_EVENT_OFF : SD_EVENT_ONESHOT);
}

static int on_io(sd_event_source *source, int fd, uint32_t events, void *user)
{
	(void)source, (void)fd, (void)events;
	run(user);
	return 0;
}

static int on_timer(sd_event_source *source, uint64_t time, void *user)
{
	(void)source, (void)time;
	run(user);
	return 0;
}

static int on_soon(sd_event_source *source, void *user)
{
	(void)source;
	run(user);
	return 0;
}

void http_run_soon(struct http *h)
{
	sd_event_source_set_enabled(h->run, SD_EVENT_ONESHOT);
}

/* ---- Begin and end -------------------------------------------------------------------------------------------------- */

int http_listen(const char *bind_to, int port, int *ret)
{
	struct sockaddr_in6 six = { .sin6_family = AF_INET6,
				    .sin6_port = htons((uint16_t)port),
				    .sin6_addr = IN6ADDR_ANY_INIT };
	struct sockaddr_in four = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	bool is_four = bind_to[0] && inet_pton(AF_INET, bind_to, &four.sin_addr) == 1;
	if (bind_to[0] && !is_four && inet_pton(AF_INET6, bind_to, &six.sin6_addr) != 1)
		return -EINVAL;
	int fd = -1, on = 1, off = 0, err;
	if (!is_four) {
		fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
		if (fd >= 0)
			setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
		else if (!bind_to[0])
			is_four = true; /* a kernel without IPv6 */
	}
	if (is_four)
		fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return -errno;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
	const struct sockaddr *address = is_four ? (const struct sockaddr *)&four : (const struct sockaddr *)&six;
	if (bind(fd, address, is_four ? sizeof four : sizeof six) < 0 || listen(fd, 64) < 0) {
		err = -errno;
		close(fd);
		return err;
	}
	*ret = fd;
	return 0;
}

int http_port(int fd)
{
	union {
		struct sockaddr any;
		struct sockaddr_in four;
		struct sockaddr_in6 six;
	} address = { 0 };
	socklen_t size = sizeof address;
	if (getsockname(fd, &address.any, &size) < 0)
		return 0;
	return ntohs(address.any.sa_family == AF_INET ? address.four.sin_port : address.six.sin6_port);
}

int http_new(struct app *app, int fd, struct http **ret)
{
	struct http *h = calloc(1, sizeof *h);
	if (!h) {
		close(fd);
		return -ENOMEM;
	}
	int err = -EIO;
	h->app = app;
	h->daemon = MHD_start_daemon(
	    MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, on_peer, h, on_request, h, MHD_OPTION_LISTEN_SOCKET, fd,
	    MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_CONNECTION_LIMIT, (unsigned)app->config.connections,
	    MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)app->config.per_address, MHD_OPTION_CONNECTION_TIMEOUT, 0u,
	    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY, MHD_OPTION_URI_LOG_CALLBACK, on_target, h,
	    MHD_OPTION_NOTIFY_COMPLETED, on_completed, h, MHD_OPTION_NOTIFY_CONNECTION, on_connection, h, MHD_OPTION_END);
	if (!h->daemon) {
		close(fd);
		goto free_http;
	}
	const union MHD_DaemonInfo *info = MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	if (!info)
		goto stop_daemon;
	if (sd_event_add_io(app->loop, &h->io, info->epoll_fd, EPOLLIN, on_io, h) < 0 ||
	    sd_event_add_time(app->loop, &h->timer, CLOCK_MONOTONIC, UINT64_MAX, 1000, on_timer, h) < 0 ||
	    sd_event_add_defer(app->loop, &h->run, on_soon, h) < 0)
		goto unref_sources;
	*ret = h;
	return 0;

unref_sources:
	sd_event_source_unref(h->io);
	sd_event_source_unref(h->timer);
	sd_event_source_unref(h->run);
stop_daemon:
	MHD_stop_daemon(h->daemon);
free_http:
	free(h);
	return err;
}

void http_free(struct http *h)
{
	if (!h)
		return;
	/* Stopping the library with a suspended connection would abort the process. */
	h->closing = true;
	http_hang_up(h, 0);
	for (struct connection *c = h->connections; c; c = c->next)
		shutdown(c->fd, SHUT_RDWR);
	for (int i = 0; i < 100 && h->listeners; i++)
		MHD_run(h->daemon);
	sd_event_source_unref(h->io);
	sd_event_source_unref(h->timer);
	sd_event_source_unref(h->run);
	MHD_stop_daemon(h->daemon);
	free(h);
}
