/* control.c — the socket of the command line. */
#include "control.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "app.h"
#include "log.h"
#include "pairing.h"

struct control {
	struct app *app;
	sd_event_source *source;
	int fd;
	char path[108];
};

static bool may_ask(int fd)
{
	struct ucred who;
	socklen_t size = sizeof who;
	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && (who.uid == 0 || who.uid == geteuid());
}

static void tell(struct app *app, int fd)
{
	char url[160], line[600];
	const char *code = app->open_console ? auth_console(app->auth) : auth_console_once(app->auth, app_now_us());
	pairing_url(app, code, url);
	json_t *json =
	    json_pack("{s:i,s:s,s:s,s:s}", "port", app->port, "token", auth_local(app->auth), "code", code, "url", url);
	size_t n = json ? json_dumpb(json, line, sizeof line - 1, JSON_COMPACT) : 0;
	json_decref(json);
	line[n] = '\n';
	/* A line fits into any socket's buffer; whoever does not read it has lost it. */
	if (n < sizeof line - 1 && send(fd, line, n + 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		log_line(LOG_LEVEL_NOTICE, "control", "a caller did not wait for the answer");
}

static int on_caller(sd_event_source *source, int fd, uint32_t events, void *user)
{
	struct control *c = user;
	(void)source, (void)events;
	int caller = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (caller < 0)
		return 0;
	if (may_ask(caller))
		tell(c->app, caller);
	close(caller);
	return 0;
}

int control_new(struct app *app, struct control **ret)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct control *c = calloc(1, sizeof *c);
	if (!c)
		return -ENOMEM;
	c->app = app;
	c->fd = -1;
	*ret = c;
	if (snprintf(c->path, sizeof c->path, "%s/control", app->config.state) >= (int)sizeof c->path) {
		c->path[0] = '\0';
		log_line(LOG_LEVEL_WARNING, "control", "the path of the state directory is too long for a socket");
		return 0;
	}
	strcpy(address.sun_path, c->path);
	unlink(c->path);
	c->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	mode_t mask = umask(0077);
	bool made = c->fd >= 0 && bind(c->fd, (const struct sockaddr *)&address, sizeof address) == 0 && listen(c->fd, 4) == 0;
	umask(mask);
	if (!made || sd_event_add_io(app->loop, &c->source, c->fd, EPOLLIN, on_caller, c) < 0)
		log_line(LOG_LEVEL_WARNING, "control", "no socket for the command line: %s", strerror(errno));
	return 0;
}

void control_free(struct control *c)
{
	if (!c)
		return;
	sd_event_source_unref(c->source);
	if (c->fd >= 0) {
		close(c->fd);
		unlink(c->path);
	}
	free(c);
}
