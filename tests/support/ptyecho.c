/* ptyecho.c — the loop that only echoes. */
#include "ptyecho.h"
#include "stopwatch.h"

#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

/* A change begins with this letter; answers and heartbeats of the board with others. */
static int is_change(const char *bytes, ssize_t n)
{
	return n > 0 && (bytes[0] == 'C' || memmem(bytes, (size_t)n, "\nC", 2));
}

static void loop(int fd, const struct ptyecho *says)
{
	char in[PTYECHO_BYTES];
	int ep = epoll_create1(0), next = 0;
	struct epoll_event e = { .events = EPOLLIN };
	epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
	for (;;) {
		epoll_wait(ep, &e, 1, -1);
		if (!is_change(in, read(fd, in, sizeof in)))
			continue;
		if (write(fd, says->bytes[next], says->n[next]) < 0)
			_exit(1);
		next = (next + 1) % PTYECHO_ANSWERS;
	}
}

pid_t ptyecho_start(const char *device, const struct ptyecho *says)
{
	pid_t pid = fork();
	if (pid == 0) {
		stopwatch_stay(STOPWATCH_HOST);
		int fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK);
		if (fd >= 0)
			loop(fd, says);
		_exit(1);
	}
	return pid;
}
