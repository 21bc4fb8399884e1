/*
 * gpio_matrix.c — driving the rows of a matrix and reading its columns. What the readings mean is matrix.c's.
 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "gpio.h"

int gpio_matrix_open(struct hal *h, struct gpio_wiring *w)
{
	unsigned fault = 0;
	struct gpio_ask rows = {
		.path = w->matrix.path, .lines = w->matrix.rows, .output = true, .active_low = w->matrix.row_low
	};
	struct gpio_ask columns = {
		.path = w->matrix.path,
		.lines = w->matrix.columns,
		.active_low = w->active_low,
		.bias = w->bias,
	};
	memcpy(rows.offset, w->matrix.row, sizeof w->matrix.row);
	memcpy(columns.offset, w->matrix.column, sizeof w->matrix.column);
	int e = gpio_lines_open(&rows, &w->matrix.row_lines, &fault);
	if (e == 0)
		e = gpio_lines_open(&columns, &w->matrix.column_lines, &fault);
	if (e < 0) {
		gpio_matrix_close(w);
		return gpio_cannot(h, w->matrix.label, w->matrix.path, fault, e);
	}
	return 0;
}

void gpio_matrix_close(struct gpio_wiring *w)
{
	gpio_lines_close(w->matrix.row_lines);
	gpio_lines_close(w->matrix.column_lines);
	w->matrix.row_lines = w->matrix.column_lines = NULL;
}

/* The wire needs some tens of microseconds to charge: the physics of the board, shorter than any turn of the loop. */
static void settle(int us)
{
	struct timespec t = { 0, us * 1000L };
	if (us)
		clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
}

int gpio_matrix_sample(struct gpio_wiring *w, struct matrix_sample *ret)
{
	struct matrix_sample sample = { { 0 } };
	int drive[GPIO_LINES_MAX] = { 0 }, read[GPIO_LINES_MAX];
	for (int r = 0; r < w->matrix.rows; r++) {
		drive[r] = 1;
		int e = gpio_lines_set(w->matrix.row_lines, drive);
		drive[r] = 0;
		settle(w->matrix.settle_us);
		if (e == 0)
			e = gpio_lines_get(w->matrix.column_lines, read);
		if (e < 0)
			return e;
		for (int c = 0; c < w->matrix.columns; c++)
			sample.row[r] |= (uint32_t)(read[c] != 0) << c;
	}
	int e = gpio_lines_set(w->matrix.row_lines, drive);
	if (e == 0)
		*ret = sample;
	return e;
}
