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
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hal.h"
#include "ptyboard.h"
#include "ptyecho.h"
#include "stopwatch.h"

enum { ROUNDS = 4000, ROUNDS_LEAST = 1000, ENOUGH_US = 40000000, PAUSE_MS = 2 };

static char folder[64], device[96], echo_device[96];
static int64_t readable_us; /* when bytes last came */

static void die(const char *what)
{
	perror(what);
	exit(1);
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
	if (hal_board_parse("x", text, &board, message) < 0 || hal_open(spec, board, stopwatch_us(), &h, message) < 0)
		exit(1);
	for (;;) {
		int64_t wait = hal_next_us(h) - stopwatch_us();
		struct pollfd p = { .fd = hal_fd(h), .events = POLLIN };
		poll(&p, 1, wait < 0 ? 0 : (int)(wait / 1000 + 1));
		int n = hal_read(h, stopwatch_us(), event, 64);
		for (int i = 0; i < n; i++)
			if (event[i].type == HAL_LINE) {
				frame[event[i].line].g = event[i].value ? 255 : 0;
				hal_show(h, stopwatch_us(), frame, 4);
			}
	}
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
		readable_us = stopwatch_us();
	ptyboard_run(b, stopwatch_us());
}

static int64_t board_round(struct ptyboard *b)
{
	int latches = ptyboard_counts(b).latches;
	int64_t since = stopwatch_us();
	ptyboard_set(b, since, 's', 1, ptyboard_get(b, 's', 1) ^ 1);
	ptyboard_run(b, since);
	while (ptyboard_counts(b).latches == latches)
		live(b, 10);
	return readable_us - since;
}

/* What the library says to a switch that closes, and to one that opens. */
static void record(struct ptyboard *b, struct ptyecho *says)
{
	for (int i = 0; i < PTYECHO_ANSWERS; i++) {
		ptyboard_record(b, says->bytes[i], sizeof says->bytes[i]);
		board_round(b);
		says->n[i] = ptyboard_recorded(b);
	}
	ptyboard_record(b, NULL, 0);
}

static void rest(struct ptyboard *b)
{
	for (int64_t end = stopwatch_us() + PAUSE_MS * 1000; stopwatch_us() < end;)
		live(b, 1);
}

/* In turns, so that what else the machine does meets both alike. */
static void measure_latency(void)
{
	static int64_t board_us[ROUNDS], echo_us[ROUNDS];
	static struct ptyecho says;
	struct ptyboard_config c = { .link = device, .id = "x", .inputs = { 4, 0, 0, 0 }, .leds = 4 };
	struct ptyboard *b = ptyboard_new(&c, stopwatch_us());
	stopwatch_stay(STOPWATCH_BOARD);
	pid_t host_pid = fork();
	if (host_pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		stopwatch_stay(STOPWATCH_HOST);
		host();
	}
	while (ptyboard_counts(b).latches < 1)
		live(b, 1);
	record(b, &says);
	c.link = echo_device;
	struct ptyboard *other = ptyboard_new(&c, stopwatch_us());
	pid_t echo_pid = ptyecho_start(echo_device, &says);
	for (int i = 0; i < 100; i++)
		rest(other);
	int rounds = 0;
	for (int64_t end = stopwatch_us() + ENOUGH_US; rounds < ROUNDS && (rounds < ROUNDS_LEAST || stopwatch_us() < end);
	     rounds++) {
		rest(b);
		board_us[rounds] = board_round(b);
		rest(other);
		echo_us[rounds] = board_round(other);
	}
	stop(host_pid);
	stop(echo_pid);
	ptyboard_free(b);
	ptyboard_free(other);
	stopwatch_print_beside("library", board_us, echo_us, rounds);
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
