/* ptyecho.c — the loop that only echoes. */
#include "ptyecho.h"
#include "stopwatch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <unistd.h>

/* A line that begins with this letter is a change. A line may come in pieces. */
static bool has_change(const char *bytes, ssize_t n, bool *begins)
{
	bool change = false;
	for (ssize_t i = 0; i < n; i++) {
		change |= *begins && bytes[i] == 'C';
		*begins = bytes[i] == '\n';
	}
	return change;
}

static void loop(int fd, const struct ptyecho *says)
{
	char in[PTYECHO_BYTES];
	int ep = epoll_create1(0), next = 0;
	bool begins = true;
	struct epoll_event e = { .events = EPOLLIN };
	epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
	for (;;) {
		epoll_wait(ep, &e, 1, -1);
		if (!has_change(in, read(fd, in, sizeof in), &begins))
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
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* a benchmark that gives up leaves nothing behind */
		stopwatch_stay(STOPWATCH_HOST);
		int fd = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK);
		if (fd >= 0)
			loop(fd, says);
		_exit(1);
	}
	return pid;
}
