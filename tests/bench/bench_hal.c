/*
 * bench_hal.c — the hardware library alone: how long from a sensor's change on a serial board to the LED frame in the kernel's
 * hands, beside a loop that only echoes bytes over the same kind of terminal. bench_daemon.c measures the whole daemon.
 *
 * The board is another process (the emulated one on a pseudo-terminal), so that both sides wake up as they do in life. The
 * debounce time is not in it: the host answers every raw change at once. The clock stops when the answer's last bytes can be read.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "hal.h"
#include "ptyboard.h"

enum { ROUNDS = 2000, PAUSE_MS = 2, ECHO_IN = 24, ECHO_OUT = 52 };

static char folder[64], device[96], echo_device[96];
static int64_t readable_us; /* when bytes last came */

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return x < y ? -1 : x > y;
}

static double print(const char *name, int64_t took_us[ROUNDS])
{
	qsort(took_us, ROUNDS, sizeof *took_us, by_value);
	double p99 = (double)took_us[ROUNDS * 99 / 100] / 1000;
	printf("bench hal.%s.p50 %.3f ms\nbench hal.%s.p99 %.3f ms\n", name, (double)took_us[ROUNDS / 2] / 1000, name, p99);
	fflush(stdout);
	return p99;
}

/* ---- Host processes -------------------------------------------------------------------------------------------------- */

static void host(void)
{
	static const char text[] = "[board]\nid = x\ntitle = X\ngames = oraia\n[sensors s]\nkind = presence\nlabels = a b c d\n"
				   "[leds]\nlabels = sensors\n[serial]\nbaud = 500000\n";
	char message[HAL_MESSAGE_MAX], spec[112];
	struct hal_board *board;
	struct hal *h;
	struct hal_rgb frame[4] = { { 0, 0, 0 } };
	struct hal_event event[64];
	snprintf(spec, sizeof spec, "serial:%s", device);
	if (hal_board_parse("x", text, &board, message) < 0 || hal_open(spec, board, now(), &h, message) < 0)
		exit(1);
	for (;;) {
		int64_t wait = hal_next_us(h) - now();
		struct pollfd p = { .fd = hal_fd(h), .events = POLLIN };
		poll(&p, 1, wait < 0 ? 0 : (int)(wait / 1000 + 1));
		int n = hal_read(h, now(), event, 64);
		for (int i = 0; i < n; i++)
			if (event[i].type == HAL_LINE) {
				frame[event[i].line].g = event[i].value ? 255 : 0;
				hal_show(h, now(), frame, 4);
			}
	}
}

static void echo_host(void)
{
	char bytes[ECHO_OUT];
	size_t n = 0;
	int fd = open(echo_device, O_RDWR | O_NOCTTY | O_NONBLOCK), ep = epoll_create1(0);
	struct epoll_event e = { .events = EPOLLIN };
	epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
	for (;;) {
		epoll_wait(ep, &e, 1, -1);
		ssize_t k = read(fd, bytes, sizeof bytes);
		n += k > 0 ? (size_t)k : 0;
		if (n >= ECHO_IN) {
			n = 0;
			if (write(fd, bytes, ECHO_OUT) < 0)
				exit(1);
		}
	}
}

static pid_t start(void (*what)(void))
{
	pid_t pid = fork();
	if (pid == 0)
		what();
	if (pid < 0)
		die("fork");
	return pid;
}

static void stop(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* ---- The board's side ------------------------------------------------------------------------------------------------ */

static void live(struct ptyboard *b, int ms)
{
	struct pollfd p = { .fd = ptyboard_fd(b), .events = POLLIN };
	if (poll(&p, 1, ms) > 0)
		readable_us = now();
	ptyboard_run(b, now());
}

static int64_t board_round(struct ptyboard *b)
{
	int latches = ptyboard_counts(b).latches;
	int64_t since = now();
	ptyboard_set(b, since, 's', 1, ptyboard_get(b, 's', 1) ^ 1);
	ptyboard_run(b, since);
	while (ptyboard_counts(b).latches == latches)
		live(b, 10);
	return readable_us - since;
}

static int64_t echo_round(int fd)
{
	char bytes[ECHO_OUT] = "";
	int64_t since = now();
	if (write(fd, bytes, ECHO_IN) < 0)
		die("write");
	for (size_t n = 0; n < ECHO_OUT;) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		if (poll(&p, 1, 10) > 0)
			readable_us = now();
		ssize_t k = read(fd, bytes, sizeof bytes);
		n += k > 0 ? (size_t)k : 0;
	}
	return readable_us - since;
}

static int open_echo(void)
{
	struct termios t;
	int fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	if (fd < 0 || grantpt(fd) < 0 || unlockpt(fd) < 0 || symlink(ptsname(fd), echo_device) < 0)
		die("pty");
	int other = open(echo_device, O_RDWR | O_NOCTTY); /* stays open: no hang-up before the echo has come */
	if (other < 0 || tcgetattr(other, &t) < 0)
		die("pty");
	cfmakeraw(&t);
	tcsetattr(other, TCSANOW, &t);
	return fd;
}

/* In turns, so that what else the machine does meets both alike. */
static void measure_latency(void)
{
	static int64_t board_us[ROUNDS], echo_us[ROUNDS];
	struct ptyboard_config c = { .link = device, .id = "x", .inputs = { 4, 0, 0, 0 }, .leds = 4 };
	struct ptyboard *b = ptyboard_new(&c, now());
	int fd = open_echo();
	pid_t board_pid = start(host), echo_pid = start(echo_host);
	while (ptyboard_counts(b).latches < 1)
		live(b, 1);
	for (int i = 0; i < ROUNDS; i++) {
		for (int64_t end = now() + PAUSE_MS * 1000; now() < end;)
			live(b, 1);
		board_us[i] = board_round(b);
		poll(NULL, 0, PAUSE_MS);
		echo_us[i] = echo_round(fd);
	}
	stop(board_pid);
	stop(echo_pid);
	ptyboard_free(b);
	close(fd);
	double board = print("library", board_us), echo = print("library_echo", echo_us);
	printf("bench hal.library.ratio_p99 %.2f x\n", board / echo);
}

int main(void)
{
	char command[128];
	strcpy(folder, "/tmp/tablero-bench-XXXXXX");
	if (!mkdtemp(folder))
		die(folder);
	snprintf(device, sizeof device, "%s/ttyBoard", folder);
	snprintf(echo_device, sizeof echo_device, "%s/ttyEcho", folder);
	measure_latency();
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command);
}
