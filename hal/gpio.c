/*
 * gpio.c — the "gpio:" backend: switches on GPIO lines, direct or behind expanders that the kernel shows as chips, and in a
 * row/column matrix.
 *
 * Lines with edge events cost nothing while nobody plays: the kernel wakes us. They are read in full at the start and whenever
 * events may have been lost; some expanders lose interrupts on some kernels, so [gpio] rescan_ms adds a slow look at all
 * of them. A matrix has no events and is scanned, fast while pieces move and slowly when they rest.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpio.h"

enum { EDGES = 128, ROUNDS = 8, DEAF_LOOKS = 3 };

struct gpio {
	struct gpio_wiring wiring;
	struct matrix matrix;
	bool unread; /* connected, and not yet read */
	int64_t rescan_us;
	int rescan_chip, deaf; /* which is looked at next; looks in a row that failed */
};

static int gpio_open(struct hal *h, const char *rest, int64_t now_us, char message[HAL_MESSAGE_MAX])
{
	(void)now_us;
	if (*rest) {
		snprintf(message, HAL_MESSAGE_MAX,
			 "gpio:%.40s: nothing may follow the colon; the wiring stands in the board file", rest);
		return -EINVAL;
	}
	struct gpio *g = calloc(1, sizeof *g);
	if (!g) {
		snprintf(message, HAL_MESSAGE_MAX, "gpio: no memory");
		return -ENOMEM;
	}
	int e = gpio_wiring_read(&g->wiring, h->board, message);
	if (e < 0) {
		free(g);
		return e;
	}
	h->own = g;
	return 0;
}

static void gpio_close(struct hal *h)
{
	free(h->own);
}

static void gpio_disconnect(struct hal *h)
{
	struct gpio *g = h->own;
	for (int i = 0; i < g->wiring.chips; i++) {
		gpio_lines_close(g->wiring.chip[i].open);
		g->wiring.chip[i].open = NULL;
	}
	gpio_matrix_close(&g->wiring);
}

static int open_chip(struct hal *h, const struct gpio_wiring *w, struct gpio_chip *chip)
{
	struct gpio_ask ask = {
		.path = chip->path,
		.lines = chip->lines,
		.edges = true,
		.active_low = w->active_low,
		.bias = w->bias,
	};
	unsigned fault = 0;
	memcpy(ask.offset, chip->offset, sizeof ask.offset);
	int e = gpio_lines_open(&ask, &chip->open, &fault);
	if (e < 0)
		return gpio_cannot(h, chip->label, chip->path, fault, e);
	int fd[GPIO_LINES_MAX], n = gpio_lines_fds(chip->open, fd);
	for (int i = 0; i < n && e == 0; i++)
		e = hal_watch(h, fd[i]);
	return e;
}

static int gpio_connect(struct hal *h, int64_t now_us)
{
	struct gpio *g = h->own;
	int e = gpio_find(h, &g->wiring);
	for (int i = 0; i < g->wiring.chips && e == 0; i++)
		e = open_chip(h, &g->wiring, &g->wiring.chip[i]);
	if (e == 0 && g->wiring.has_matrix)
		e = gpio_matrix_open(h, &g->wiring);
	if (e < 0) {
		gpio_disconnect(h);
		return e;
	}
	if (g->wiring.has_matrix)
		matrix_start(&g->matrix, g->wiring.matrix.rows, g->wiring.matrix.columns, g->wiring.matrix.fast_us,
			     g->wiring.matrix.slow_us, g->wiring.matrix.calm_us, now_us);
	g->unread = true;
	g->deaf = 0;
	return 0;
}

static void lost(struct hal *h, int64_t now_us, const char *label, int error)
{
	char why[HAL_MESSAGE_MAX];
	snprintf(why, sizeof why, "GPIO chip %s is gone: %s", label, strerror(-error));
	hal_lost(h, now_us, HAL_ABSENT, why);
}

/* What a full queue has dropped is the newest, so what is left in it must not be believed over the levels read now. */
static int read_chip(struct hal *h, int64_t now_us, struct gpio_chip *chip, bool discard)
{
	struct gpio_edge edge[EDGES];
	int value[GPIO_LINES_MAX];
	bool ignored;
	for (int i = 0; discard && i < ROUNDS; i++) {
		int n = gpio_lines_edges(chip->open, edge, EDGES, &ignored);
		if (n < 0)
			return n;
		if (n == 0)
			break;
	}
	int e = gpio_lines_get(chip->open, value);
	for (int i = 0; i < chip->lines && e == 0; i++)
		hal_line(h, now_us, chip->line[i], value[i]);
	return e;
}

static void say_ghost(struct hal *h, const struct gpio_wiring *w, const struct matrix_ghost *ghost)
{
	uint16_t a = w->matrix.line[ghost->row][ghost->column], b = w->matrix.line[ghost->row2][ghost->column2];
	hal_say(h, "wiring: %s and %s come and go together; the diode of one of them is missing or the wrong way round",
		a == UINT16_MAX ? "an empty crossing" : hal_board_line(h->board, a)->label,
		b == UINT16_MAX ? "an empty crossing" : hal_board_line(h->board, b)->label);
}

static void tell_crossing(struct hal *h, int64_t now_us, const struct gpio *g, int row, int column)
{
	uint16_t line = g->wiring.matrix.line[row][column];
	if (line != UINT16_MAX)
		hal_line(h, now_us, line, matrix_closed(&g->matrix, row, column));
}

static int scan_matrix(struct hal *h, int64_t now_us, struct gpio *g)
{
	static struct matrix_change change[MATRIX_SIDE * MATRIX_SIDE];
	struct matrix_sample sample;
	struct matrix_ghost ghost;
	bool has_ghost;
	int e = gpio_matrix_sample(&g->wiring, &sample);
	if (e < 0)
		return e;
	int n = matrix_take(&g->matrix, &sample, now_us, change, &ghost, &has_ghost);
	for (int i = 0; i < n; i++)
		tell_crossing(h, now_us, g, change[i].row, change[i].column);
	if (has_ghost)
		say_ghost(h, &g->wiring, &ghost);
	return 0;
}

/* Reading an expander takes the wire some milliseconds: one chip a time, so that no light waits for all of them. */
static int64_t rescan_pause(const struct gpio *g)
{
	return g->wiring.rescan_us / g->wiring.chips;
}

/* A disturbed transfer is nothing; a chip that answers three looks in a row with an error is off its cable. It will not say so
 * itself: it only has nothing to say. */
static void look_again(struct hal *h, int64_t now_us)
{
	struct gpio *g = h->own;
	struct gpio_chip *chip = &g->wiring.chip[g->rescan_chip % g->wiring.chips];
	int e = read_chip(h, now_us, chip, false);
	g->rescan_us = now_us + rescan_pause(g);
	if (e == 0) {
		g->rescan_chip++;
		g->deaf = 0;
	} else if (++g->deaf == DEAF_LOOKS) {
		lost(h, now_us, chip->label, e);
	}
}

static void read_all(struct hal *h, int64_t now_us, bool discard)
{
	struct gpio *g = h->own;
	for (int i = 0; i < g->wiring.chips; i++) {
		int e = read_chip(h, now_us, &g->wiring.chip[i], discard);
		if (e < 0) {
			lost(h, now_us, g->wiring.chip[i].label, e);
			return;
		}
	}
	if (g->wiring.has_matrix) {
		int e = scan_matrix(h, now_us, g);
		if (e < 0) {
			lost(h, now_us, g->wiring.matrix.label, e);
			return;
		}
		for (int r = 0; r < g->wiring.matrix.rows; r++)
			for (int c = 0; c < g->wiring.matrix.columns; c++)
				tell_crossing(h, now_us, g, r, c);
	}
	g->unread = false;
	g->rescan_us = g->wiring.rescan_us && g->wiring.chips ? now_us + rescan_pause(g) : HAL_NEVER;
	hal_frame(h, now_us);
}

/* Takes what the kernel has queued; true when something may be missing. */
static int take_edges(struct hal *h, struct gpio_chip *chip, bool *ret_lost)
{
	struct gpio_edge edge[EDGES];
	for (int round = 0; round < ROUNDS; round++) {
		int n = gpio_lines_edges(chip->open, edge, EDGES, ret_lost);
		if (n <= 0)
			return n;
		for (int i = 0; i < n && !*ret_lost; i++)
			hal_line(h, edge[i].time_us, chip->line[edge[i].line], edge[i].value);
	}
	return 0;
}

static void gpio_work(struct hal *h, int64_t now_us)
{
	struct gpio *g = h->own;
	bool missing = false;
	if (g->unread) {
		read_all(h, now_us, false);
		return;
	}
	for (int i = 0; i < g->wiring.chips; i++) {
		int e = take_edges(h, &g->wiring.chip[i], &missing);
		if (e < 0) {
			lost(h, now_us, g->wiring.chip[i].label, e);
			return;
		}
	}
	if (missing) {
		h->status.gaps++;
		hal_restart(h, now_us, "GPIO events were lost: reading everything again");
		read_all(h, now_us, true);
		return;
	}
	if (g->wiring.has_matrix && now_us >= matrix_next_us(&g->matrix)) {
		int e = scan_matrix(h, now_us, g);
		if (e < 0) {
			lost(h, now_us, g->wiring.matrix.label, e);
			return;
		}
	}
	if (now_us >= g->rescan_us)
		look_again(h, now_us);
}

static int64_t gpio_next_us(const struct hal *h)
{
	const struct gpio *g = h->own;
	int64_t next = g->rescan_us;
	if (g->unread)
		return h->last_us;
	if (g->wiring.has_matrix && matrix_next_us(&g->matrix) < next)
		next = matrix_next_us(&g->matrix);
	return next;
}

const struct hal_backend hal_gpio_backend = {
	.scheme = "gpio",
	.open = gpio_open,
	.close = gpio_close,
	.connect = gpio_connect,
	.disconnect = gpio_disconnect,
	.work = gpio_work,
	.next_us = gpio_next_us,
};
