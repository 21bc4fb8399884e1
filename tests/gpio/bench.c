/*
 * bench.c — in the test machine: from a switch that closes on a simulated GPIO chip to the LED frame in the kernel's hands (an
 * HT16K33 on I2C), through the gpio backend and through a bare loop that waits for the same kernel's edge and writes the same
 * bytes. And the processor's share while a matrix of 8 × 8 is scanned, fast and calm.
 *
 * One process does both in turns; what it measures is its own work and the kernel's, on an emulated processor some twenty times
 * slower than a Pi's. The relation is what counts.
 */
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <time.h>

#include "gpio_lines.h"
#include "hal.h"
#include "simchips.h"

enum { ROUNDS = 400, ROW_BYTES = 16, ECHO_LINE = 8 };

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
	return p99;
}

static struct hal *open_board(const char *text, struct hal_board **board)
{
	char message[HAL_MESSAGE_MAX];
	struct hal *h;
	if (hal_board_parse("bench", text, board, message) < 0 || hal_open("gpio:", *board, now(), &h, message) < 0) {
		fprintf(stderr, "%s\n", message);
		exit(1);
	}
	return h;
}

/* One turn of a loop as the daemon has it; whether line 0 spoke. */
static bool turn(struct hal *h, int most_ms)
{
	struct hal_event e[64];
	int64_t next = hal_next_us(h), wait = next == HAL_NEVER ? most_ms : (next - now()) / 1000 + 1;
	struct pollfd p = { .fd = hal_fd(h), .events = POLLIN };
	poll(&p, 1, wait < 0 ? 0 : wait > most_ms ? most_ms : (int)wait);
	int n = hal_read(h, now(), e, 64);
	for (int i = 0; i < n; i++)
		if (e[i].type == HAL_LINE && e[i].line == 0)
			return true;
	return false;
}

static void be_ready(struct hal *h)
{
	struct hal_status s;
	for (hal_status(h, &s); s.state != HAL_READY; hal_status(h, &s))
		turn(h, 100);
}

/* ---- The bare loop --------------------------------------------------------------------------------------------------- */

static int i2c_open(void)
{
	int fd = open("/dev/i2c-0", O_RDWR | O_CLOEXEC);
	if (fd < 0 || ioctl(fd, I2C_SLAVE, 0x70UL) < 0)
		die("/dev/i2c-0");
	return fd;
}

static struct gpio_lines *echo_line(int *ret_fd)
{
	struct gpio_ask ask = {
		.path = "/dev/gpiochip0", .lines = 1, .offset = { ECHO_LINE }, .edges = true, .active_low = true
	};
	struct gpio_lines *l;
	unsigned fault;
	int fd[GPIO_LINES_MAX];
	if (gpio_lines_open(&ask, &l, &fault) < 0)
		die("gpiochip0");
	gpio_lines_fds(l, fd);
	*ret_fd = fd[0];
	return l;
}

static int64_t echo_round(struct gpio_lines *l, int line_fd, int i2c, int closed)
{
	struct pollfd p = { .fd = line_fd, .events = POLLIN };
	struct gpio_edge edge;
	bool lost;
	union i2c_smbus_data data = { .block = { ROW_BYTES, (uint8_t)closed } };
	struct i2c_smbus_ioctl_data args = { .read_write = I2C_SMBUS_WRITE, .size = I2C_SMBUS_I2C_BLOCK_DATA, .data = &data };
	int64_t since = now();
	simchips_close(0, ECHO_LINE, closed);
	poll(&p, 1, 1000);
	if (gpio_lines_edges(l, &edge, 1, &lost) != 1 || ioctl(i2c, I2C_SMBUS, &args) < 0)
		die("echo");
	return now() - since;
}

/* ---- The backend ----------------------------------------------------------------------------------------------------- */

static int64_t board_round(struct hal *h, int closed)
{
	struct hal_rgb frame[8] = { { 0, 0, 0 } };
	int64_t since = now();
	simchips_close(0, 0, closed);
	while (!turn(h, 1000))
		;
	frame[0].g = closed ? 255 : 0;
	if (hal_show(h, now(), frame, 8) < 0)
		die("hal_show");
	return now() - since;
}

static void measure_latency(void)
{
	static const char text[] =
	    "[board]\nid = x\ntitle = X\ngames = oraia\n[sensors s]\nkind = presence\nlabels = a b c d e f g h\n"
	    "[leds]\nlabels = sensors\n[gpio]\nbias = as-is\nchip expander0 = a b c d e f g h\n"
	    "leds = ht16k33\nled_device = /dev/i2c-0\n";
	static int64_t board_us[ROUNDS], echo_us[ROUNDS];
	struct hal_board *board;
	struct hal *h = open_board(text, &board);
	int fd, i2c = i2c_open();
	struct gpio_lines *l = echo_line(&fd);
	be_ready(h);
	for (int i = 0; i < 20; i++) { /* the emulator translates what it sees for the first time */
		board_round(h, !(i & 1));
		echo_round(l, fd, i2c, !(i & 1));
	}
	for (int i = 0; i < ROUNDS; i++) {
		board_us[i] = board_round(h, !(i & 1));
		echo_us[i] = echo_round(l, fd, i2c, !(i & 1));
	}
	double b = print("gpiosim", board_us), e = print("gpiosim_echo", echo_us);
	printf("bench hal.gpiosim.ratio_p99 %.2f x\n", b / e);
	gpio_lines_close(l);
	hal_close(h);
	hal_board_free(board);
}

/* ---- A matrix -------------------------------------------------------------------------------------------------------- */

static double cpu_s(void)
{
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static void scan_for(struct hal *h, const char *name, int seconds)
{
	double before = cpu_s();
	int64_t since = now();
	while (now() < since + seconds * (int64_t)1000000)
		turn(h, 1000);
	printf("bench hal.matrix.%s %.1f %%\n", name, 100 * (cpu_s() - before) / ((double)(now() - since) / 1e6));
}

static void measure_matrix(void)
{
	char text[2000] = "[board]\nid = x\ntitle = X\ngames = perturbador\n[sensors s]\nkind = presence\nlabels =",
	     labels[600] = "";
	for (int i = 0; i < 64; i++)
		snprintf(labels + strlen(labels), sizeof labels - strlen(labels), "%s%c%d", i % 8 ? " " : "\n ", 'a' + i % 8,
			 i / 8 + 1);
	snprintf(text + strlen(text), sizeof text - strlen(text),
		 "%s\n[gpio]\nbias = as-is\n[matrix]\nchip = expander1\nrows = 0 1 2 3 4 5 6 7\ncolumns = 8 9 10 11 12 13 14 "
		 "15\nlabels =%s\n"
		 "calm_ms = 2000\nfast_hz = 100\nslow_hz = 20\n",
		 labels, labels);
	struct hal_board *board;
	struct hal *h = open_board(text, &board);
	be_ready(h);
	simchips_close(1, 8, 1);
	scan_for(h, "fast_cpu", 2); /* somebody has just moved */
	scan_for(h, "calm_cpu", 3);
	hal_close(h);
	hal_board_free(board);
}

int main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (simchips_start(2, 16) < 0)
		die("simulated chips");
	measure_latency();
	measure_matrix();
	simchips_stop();
	return 0;
}
