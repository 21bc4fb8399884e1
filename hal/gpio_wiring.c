/*
 * gpio_wiring.c — the sections [gpio] and [matrix] of a board file. Their format is described in boards/README.md.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpio.h"

struct reading {
	struct gpio_wiring *w;
	const struct hal_board *board;
	char *message;
	bool wired[HAL_LINES_MAX];
};

static bool next_word(const char **p, char *to, size_t size)
{
	*p += strspn(*p, " \t");
	size_t n = strcspn(*p, " \t");
	snprintf(to, size, "%.*s", (int)n, *p);
	*p += n;
	return n > 0;
}

#define complain(r, at, ...) hal_board_complain((r)->board, (r)->message, at, __VA_ARGS__)

/* The board's line of that label, checked: it exists, a GPIO line can read it, and it has no other wire. */
static int take_line(struct reading *r, int at, const char *label)
{
	int line = hal_board_find(r->board, label);
	if (line < 0)
		return complain(r, at, "%s: there is no such sensor or button", label);
	const struct hal_line *l = hal_board_line(r->board, line);
	if (l->analogue || (l->kind != HAL_PRESENCE && l->kind != HAL_BUTTON))
		return complain(r, at, "%s: a GPIO line can only tell whether something is there", label);
	if (r->wired[line])
		return complain(r, at, "%s is wired twice", label);
	r->wired[line] = true;
	return line;
}

static void split_chip(const char *text, char label[GPIO_LABEL_MAX], char device[GPIO_LABEL_MAX])
{
	size_t n = strcspn(text, "@");
	snprintf(label, GPIO_LABEL_MAX, "%.*s", (int)n, text);
	snprintf(device, GPIO_LABEL_MAX, "%s", text[n] ? text + n + 1 : "");
}

static int read_offset(struct reading *r, int at, const char *word, unsigned *ret)
{
	char *end;
	long v = strtol(word, &end, 10);
	if (end == word || *end || v < 0 || v > 1023)
		return complain(r, at, "%s: the number of a line on its chip is wanted", word);
	*ret = (unsigned)v;
	return 0;
}

/* chip LABEL[@DEVICE] = a1 b1 - c1 …: the chip's lines from 0 on; 7=a1 goes on from line 7. */
static int read_chip(struct reading *r, const char *name, const char *value, int at)
{
	struct gpio_wiring *w = r->w;
	if (w->chips == GPIO_CHIPS_MAX)
		return complain(r, at, "%s: no more than 16 chips", name);
	struct gpio_chip *chip = &w->chip[w->chips++];
	split_chip(name, chip->label, chip->device);
	char word[HAL_LABEL_MAX + 8];
	unsigned offset = 0;
	while (next_word(&value, word, sizeof word)) {
		char *label = strchr(word, '=');
		if (label) {
			*label++ = 0;
			int e = read_offset(r, at, word, &offset);
			if (e < 0)
				return e;
		} else {
			label = word;
		}
		if (strcmp(label, "-")) {
			int line = take_line(r, at, label);
			if (line < 0)
				return line;
			if (chip->lines == GPIO_LINES_MAX)
				return complain(r, at, "%s: no more than 64 lines a chip", name);
			chip->offset[chip->lines] = offset;
			chip->line[chip->lines++] = (uint16_t)line;
		}
		offset++;
	}
	return 0;
}

/* name LINE-NAME = label */
static int read_name(struct reading *r, const char *name, const char *value, int at)
{
	struct gpio_wiring *w = r->w;
	if (w->names == GPIO_NAMES_MAX)
		return complain(r, at, "%s: no more than 32 lines by name", name);
	int line = take_line(r, at, value);
	if (line < 0)
		return line;
	snprintf(w->name[w->names].name, GPIO_LABEL_MAX, "%s", name);
	w->name[w->names++].line = (uint16_t)line;
	return 0;
}

static int read_bias(struct reading *r, const char *value, int at)
{
	static const char *const name[] = {
		[GPIO_BIAS_AS_IS] = "as-is",
		[GPIO_BIAS_UP] = "pull-up",
		[GPIO_BIAS_DOWN] = "pull-down",
		[GPIO_BIAS_OFF] = "off",
	};
	for (int i = 0; i < 4; i++)
		if (!strcmp(value, name[i])) {
			r->w->bias = i;
			return 0;
		}
	return complain(r, at, "bias = %s: one of as-is, pull-up, pull-down, off", value);
}

static int read_level(struct reading *r, const char *value, int at, bool *ret_low)
{
	if (strcmp(value, "low") && strcmp(value, "high"))
		return complain(r, at, "%s: low or high", value);
	*ret_low = !strcmp(value, "low");
	return 0;
}

static int read_gpio(struct reading *r)
{
	const char *key, *value;
	int at, e = 0, rescan_ms;
	for (int i = 0; e == 0 && (key = hal_board_entry(r->board, "gpio", i, &value, &at)); i++) {
		if (!strncmp(key, "chip ", 5))
			e = read_chip(r, key + 5, value, at);
		else if (!strncmp(key, "name ", 5))
			e = read_name(r, key + 5, value, at);
		else if (!strcmp(key, "active"))
			e = read_level(r, value, at, &r->w->active_low);
		else if (!strcmp(key, "bias"))
			e = read_bias(r, value, at);
		else if (strcmp(key, "rescan_ms") && strcmp(key, "leds") && strncmp(key, "led_", 4))
			e = complain(r, at, "[gpio] %s: chip NAME, name NAME, active, bias, rescan_ms, leds or led_… is wanted",
				     key);
	}
	if (e == 0)
		e = hal_board_number(r->board, "gpio", "rescan_ms", 0, 600000, 0, &rescan_ms, r->message);
	if (e == 0)
		r->w->rescan_us = (int64_t)rescan_ms * 1000;
	return e;
}

static int read_offsets(struct reading *r, const char *key, unsigned offset[MATRIX_SIDE], int *ret_n)
{
	const char *p = hal_board_value(r->board, "matrix", key);
	int at = hal_board_line_of(r->board, "matrix", key), n = 0;
	char word[16];
	while (p && next_word(&p, word, sizeof word)) {
		if (n == MATRIX_SIDE)
			return complain(r, at, "%s: no more than 20", key);
		int e = read_offset(r, at, word, &offset[n++]);
		if (e < 0)
			return e;
	}
	if (n == 0)
		return complain(r, at, "[matrix] needs %s = the numbers of lines", key);
	*ret_n = n;
	return 0;
}

/* labels = row by row, as many as rows × columns; "-" where there is no switch */
static int read_crossings(struct reading *r)
{
	struct gpio_wiring *w = r->w;
	const char *p = hal_board_value(r->board, "matrix", "labels");
	int at = hal_board_line_of(r->board, "matrix", "labels");
	char word[HAL_LABEL_MAX + 8];
	for (int row = 0; row < w->matrix.rows; row++)
		for (int column = 0; column < w->matrix.columns; column++) {
			if (!p || !next_word(&p, word, sizeof word))
				return complain(r, at, "[matrix] %s: fewer than rows × columns", "labels");
			w->matrix.line[row][column] = UINT16_MAX;
			if (!strcmp(word, "-"))
				continue;
			int line = take_line(r, at, word);
			if (line < 0)
				return line;
			w->matrix.line[row][column] = (uint16_t)line;
		}
	if (next_word(&p, word, sizeof word))
		return complain(r, at, "[matrix] labels: %s is one more than rows × columns", word);
	return 0;
}

static int read_matrix(struct reading *r)
{
	struct gpio_wiring *w = r->w;
	const char *chip = hal_board_value(r->board, "matrix", "chip"),
		   *row = hal_board_value(r->board, "matrix", "row_active");
	int fast_hz, slow_hz, calm_ms, e;
	const char *unused;
	int at;
	if (!hal_board_entry(r->board, "matrix", 0, &unused, &at))
		return 0;
	if (!chip)
		return complain(r, at, "[matrix] needs %s = the label of its chip", "chip");
	w->has_matrix = true;
	split_chip(chip, w->matrix.label, w->matrix.device);
	e = read_offsets(r, "rows", w->matrix.row, &w->matrix.rows);
	if (e == 0)
		e = read_offsets(r, "columns", w->matrix.column, &w->matrix.columns);
	if (e == 0)
		e = read_crossings(r);
	if (e == 0 && row)
		e = read_level(r, row, hal_board_line_of(r->board, "matrix", "row_active"), &w->matrix.row_low);
	if (e == 0)
		e = hal_board_number(r->board, "matrix", "settle_us", 0, 1000, 30, &w->matrix.settle_us, r->message);
	if (e == 0)
		e = hal_board_number(r->board, "matrix", "fast_hz", 20, 1000, 200, &fast_hz, r->message);
	if (e == 0)
		e = hal_board_number(r->board, "matrix", "slow_hz", 1, 200, 20, &slow_hz, r->message);
	if (e == 0)
		e = hal_board_number(r->board, "matrix", "calm_ms", 100, 60000, 2000, &calm_ms, r->message);
	if (e < 0)
		return e;
	w->matrix.fast_us = 1000000 / fast_hz;
	w->matrix.slow_us = 1000000 / slow_hz;
	w->matrix.calm_us = (int64_t)calm_ms * 1000;
	return 0;
}

int gpio_wiring_read(struct gpio_wiring *w, const struct hal_board *board, char message[HAL_MESSAGE_MAX])
{
	struct reading r = { .w = w, .board = board, .message = message };
	*w = (struct gpio_wiring){ .active_low = true, .bias = GPIO_BIAS_UP };
	int e = read_gpio(&r);
	if (e == 0)
		e = read_matrix(&r);
	if (e < 0)
		return e;
	int missing = 0, first = -1;
	for (int i = 0; i < hal_board_lines(board); i++)
		if (!r.wired[i] && hal_board_line(board, i)->kind != HAL_BUTTON) {
			missing++;
			first = first < 0 ? i : first;
		}
	if (missing) {
		char more[32] = "";
		if (missing > 1)
			snprintf(more, sizeof more, " and %d more", missing - 1);
		return hal_board_complain(board, message, hal_board_line_of(board, "gpio", "leds"),
					  "[gpio] has no wire for %s%s: add chip LABEL = …",
					  hal_board_line(board, first)->label, more);
	}
	return 0;
}
