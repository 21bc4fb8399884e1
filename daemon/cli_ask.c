/* cli_ask.c — asks the running daemon: its socket says where and lets in, then one plain request. */
#include "cli_ask.h"

#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli.h"

void cli_state(const char *option, char ret[256])
{
	const char *home = getenv("HOME");
	if (option)
		snprintf(ret, 256, "%s", option);
	else if (geteuid() != 0 && home)
		snprintf(ret, 256, "%.200s/.local/share/tablero", home);
	else
		snprintf(ret, 256, "/var/lib/tablero");
}

/* Everything until the other side ends. */
static int read_all(int fd, char **ret, size_t *ret_size)
{
	size_t n = 0, room = 1 << 16;
	char *text = malloc(room);
	while (text) {
		ssize_t got = read(fd, text + n, room - n - 1);
		if (got < 0) {
			free(text);
			return -errno;
		}
		n += (size_t)got;
		if (got == 0) {
			text[n] = '\0';
			*ret = text;
			*ret_size = n;
			return 0;
		}
		if (room - n < 4096) {
			char *grown = realloc(text, room *= 2);
			if (!grown)
				free(text);
			text = grown;
		}
	}
	return -ENOMEM;
}

int cli_greet(const char *state, char **ret)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	size_t size;
	if (snprintf(address.sun_path, sizeof address.sun_path, "%s/control", state) >= (int)sizeof address.sun_path)
		return -ENAMETOOLONG;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	int err = connect(fd, (const struct sockaddr *)&address, sizeof address) < 0 ? -errno : read_all(fd, ret, &size);
	close(fd);
	return err;
}

static int connect_port(int port)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_port = htons((uint16_t)port),
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	if (connect(fd, (const struct sockaddr *)&address, sizeof address) < 0) {
		int err = -errno;
		close(fd);
		return err;
	}
	return fd;
}

static int write_all(int fd, const char *text, size_t size)
{
	while (size > 0) {
		ssize_t n = write(fd, text, size);
		if (n < 0)
			return -errno;
		text += n;
		size -= (size_t)n;
	}
	return 0;
}

/* Takes the head off an answer. */
static int open_answer(char *text, size_t size, int *ret_status, size_t *ret_head)
{
	char *end = strstr(text, "\r\n\r\n");
	if (!end || sscanf(text, "HTTP/1.%*d %d", ret_status) != 1)
		return -EPROTO;
	*ret_head = (size_t)(end + 4 - text);
	return *ret_head <= size ? 0 : -EPROTO;
}

static int exchange(int fd, const char *token, const char *path, const char *body, int *ret_status, char **ret_text,
		    size_t *ret_size)
{
	char head[1024];
	size_t head_size, length = body ? strlen(body) : 0;
	int n = snprintf(head, sizeof head,
			 "%s /api/v1%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
			 "%s\r\n%sContent-Length: %zu\r\n\r\n",
			 body ? "POST" : "GET", path, token, body ? "Content-Type: application/json\r\n" : "", length);
	if (n < 0 || n >= (int)sizeof head)
		return -ENAMETOOLONG;
	int err = write_all(fd, head, (size_t)n);
	if (err == 0 && body)
		err = write_all(fd, body, length);
	if (err == 0)
		err = read_all(fd, ret_text, ret_size);
	if (err < 0)
		return err;
	err = open_answer(*ret_text, *ret_size, ret_status, &head_size);
	if (err < 0) {
		free(*ret_text);
		return err;
	}
	*ret_size -= head_size;
	memmove(*ret_text, *ret_text + head_size, *ret_size + 1);
	return 0;
}

int cli_ask(const char *state, const char *path, const char *body, int *ret_status, char **ret_text, size_t *ret_size)
{
	char *line;
	int err = cli_greet(state, &line);
	if (err < 0)
		return err;
	json_t *greeting = json_loads(line, 0, NULL);
	const char *token = json_string_value(json_object_get(greeting, "token"));
	free(line);
	err = token ? connect_port((int)json_integer_value(json_object_get(greeting, "port"))) : -EACCES;
	if (err >= 0) {
		int fd = err;
		err = exchange(fd, token, path, body, ret_status, ret_text, ret_size);
		close(fd);
	}
	json_decref(greeting);
	return err;
}

int cli_unreachable(const char *state, int err)
{
	if (err == -EACCES || err == -EPERM)
		fprintf(stderr, "tablero: %s: only root and the daemon's own user may ask; use sudo\n", state);
	else if (err == -ENOENT || err == -ECONNREFUSED)
		fprintf(stderr, "tablero: no daemon keeps its state in %s; name the directory with --state\n", state);
	else
		fprintf(stderr, "tablero: %s: %s\n", state, strerror(-err));
	return 1;
}
