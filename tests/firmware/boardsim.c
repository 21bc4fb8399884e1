/*
 * boardsim — the real firmware on a simulated board, as a serial port that a daemon can open: a pseudo-terminal behind a
 * symbolic link, or (-t) an existing terminal such as a USB gadget's. Simulated time follows the wall clock.
 *
 *   boardsim -m MCU [-w] -n LEDS (-l LINK | -t TTY) FIRMWARE.elf
 *
 * Commands on standard input, one a line; answers on standard output:
 *   switch N 0|1   analogue N MILLIVOLT   led N   reset   reset-after BYTES   unplug   plug   stats   quit
 */
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "simboard.h"

static const char *link_name, *tty_name;
static int port = -1; /* master of the pty, or −1 while unplugged */
static bool held;     /* somebody has the other end open */
static bool quit;

static double wall_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void plug(void)
{
	struct termios raw;
	if (port >= 0)
		return;
	if (tty_name) {
		port = open(tty_name, O_RDWR | O_NOCTTY | O_NONBLOCK);
		if (port < 0 || tcgetattr(port, &raw) < 0) {
			perror(tty_name);
			exit(1);
		}
		cfmakeraw(&raw);
		tcsetattr(port, TCSANOW, &raw);
		return;
	}
	int slave;
	char name[64];
	if (openpty(&port, &slave, name, NULL, NULL) < 0) {
		perror("openpty");
		exit(1);
	}
	tcgetattr(slave, &raw);
	cfmakeraw(&raw); /* a new pty echoes: the board would hear itself */
	tcsetattr(slave, TCSANOW, &raw);
	close(slave); /* from now on a hang-up tells that nobody is there */
	fcntl(port, F_SETFL, O_NONBLOCK);
	unlink(link_name);
	if (symlink(name, link_name) < 0)
		perror(link_name);
}

static void unplug(void)
{
	if (port < 0)
		return;
	if (link_name)
		unlink(link_name);
	close(port);
	port = -1;
	held = false;
}

/* What the board says while nobody holds the port is lost, as on a real adapter. */
static void serve_port(void)
{
	uint8_t bytes[256];
	size_t n = simboard_receive(bytes, sizeof bytes);
	if (port < 0)
		return;
	struct pollfd p = { port, POLLIN, 0 };
	poll(&p, 1, 0);
	held = !(p.revents & POLLHUP);
	if (held && n > 0 && write(port, bytes, n) < 0)
		perror("write");
	if ((p.revents & POLLIN) && simboard_unsent() < 1024) {
		ssize_t got = read(port, bytes, sizeof bytes);
		if (got > 0)
			simboard_send(bytes, (size_t)got);
	}
}

static void obey(const char *s)
{
	char word[16];
	int n = -1, v = -1;
	if (sscanf(s, "%15s %d %d", word, &n, &v) < 1)
		return;
	if (!strcmp(word, "switch") && n >= 0 && n < SIMBOARD_INPUTS)
		simboard_switch(n, v);
	else if (!strcmp(word, "analogue") && n >= 0 && n < SIMBOARD_ANALOGUES)
		simboard_analogue(n, v);
	else if (!strcmp(word, "led") && n >= 0 && n < SIMBOARD_LEDS)
		printf("led %d %06x\n", n, simboard_led(n));
	else if (!strcmp(word, "reset"))
		simboard_reset();
	else if (!strcmp(word, "reset-after"))
		simboard_reset_after(n);
	else if (!strcmp(word, "unplug"))
		unplug();
	else if (!strcmp(word, "plug"))
		plug();
	else if (!strcmp(word, "stats")) {
		struct simboard_stats st;
		simboard_stats(&st);
		printf("stats scans/s %.0f led_frames %llu deepest %u stack %d\n", st.scans_per_s,
		       (unsigned long long)st.led_frames, st.deepest, st.stack_bytes);
	} else if (!strcmp(word, "quit"))
		quit = true;
	else
		printf("error %s\n", s);
	fflush(stdout);
}

static void serve_stdin(void)
{
	static char buffer[4096];
	static size_t length;
	struct pollfd p = { 0, POLLIN, 0 };
	if (length < sizeof buffer - 1 && poll(&p, 1, 0) > 0) {
		ssize_t n = read(0, buffer + length, sizeof buffer - 1 - length);
		if (n <= 0)
			quit = true; /* whoever started us is gone */
		else
			length += (size_t)n;
	}
	for (char *end; (end = memchr(buffer, '\n', length));) {
		*end = 0;
		obey(buffer);
		length -= (size_t)(end + 1 - buffer);
		memmove(buffer, end + 1, length);
	}
}

int main(int argc, char **argv)
{
	const char *mcu = "atmega328p";
	enum simboard_leds leds = SIMBOARD_APA102;
	int count = 64, o;
	while ((o = getopt(argc, argv, "m:wn:l:t:")) != -1)
		switch (o) {
		case 'm': mcu = optarg; break;
		case 'w': leds = SIMBOARD_WS2812; break;
		case 'n': count = atoi(optarg); break;
		case 'l': link_name = optarg; break;
		case 't': tty_name = optarg; break;
		default: return 2;
		}
	if (optind + 1 != argc || (!link_name && !tty_name) || count < 0 || count > SIMBOARD_LEDS) {
		fprintf(stderr, "usage: boardsim -m MCU [-w] -n LEDS (-l LINK | -t TTY) FIRMWARE.elf\n");
		return 2;
	}
	if (simboard_start(argv[optind], mcu, leds, count) < 0)
		return 1;
	plug();
	puts("ready");
	fflush(stdout);
	double begun = wall_us();
	while (!quit) {
		if (!simboard_run_us(500)) {
			puts("crashed");
			return 1;
		}
		serve_port();
		serve_stdin();
		double ahead = simboard_now_us() - (wall_us() - begun);
		if (ahead > 0) {
			struct timespec t = { 0, (long)(ahead * 1000) };
			nanosleep(&t,
				  NULL); /* the simulated clock keeps to the wall's: this is the board's speed, not a wait */
		} else if (ahead < -100000) {
			begun -= ahead; /* far behind (a stopped machine): do not race to catch up */
		}
	}
	unplug();
	simboard_stop();
	return 0;
}
