/*
 * gpio_v1.c — gpio_lines.h over libgpiod 1.6 (Debian 12, Raspberry Pi OS bookworm): one event descriptor a line, sixteen
 * events behind each, the newest dropped when full, no sequence numbers.
 */
#include "gpio_lines.h"

#include <errno.h>
#include <gpiod.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

enum { KERNEL_EVENTS = 16 }; /* room behind one line */

struct gpio_lines {
	struct gpiod_chip *chip;
	struct gpiod_line_bulk bulk;
	int lines;
	bool edges;
};

static int failed(int otherwise)
{
	return errno ? -errno : -otherwise;
}

int gpio_chip_label(const char *path, char label[GPIO_LABEL_MAX])
{
	errno = 0;
	struct gpiod_chip *chip = gpiod_chip_open(path);
	if (!chip)
		return failed(ENODEV);
	snprintf(label, GPIO_LABEL_MAX, "%s", gpiod_chip_label(chip));
	gpiod_chip_close(chip);
	return 0;
}

int gpio_chip_line(const char *path, const char *name)
{
	errno = 0;
	struct gpiod_chip *chip = gpiod_chip_open(path);
	if (!chip)
		return failed(ENODEV);
	struct gpiod_line *line = gpiod_chip_find_line(chip, name);
	int offset = line ? (int)gpiod_line_offset(line) : -ENOENT;
	gpiod_chip_close(chip);
	return offset;
}

static int request_flags(const struct gpio_ask *ask)
{
	static const int bias[] = {
		[GPIO_BIAS_AS_IS] = 0,
		[GPIO_BIAS_UP] = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
		[GPIO_BIAS_DOWN] = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN,
		[GPIO_BIAS_OFF] = GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE,
	};
	return bias[ask->bias] | (ask->active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0);
}

/* The kernel names no culprit for EBUSY, but each line's own entry tells whether it is in use. */
static void find_busy(struct gpio_lines *l, unsigned *ret_offset)
{
	for (int i = 0; i < l->lines; i++) {
		struct gpiod_line *line = gpiod_line_bulk_get_line(&l->bulk, (unsigned)i);
		if (gpiod_line_update(line) == 0 && gpiod_line_is_used(line)) {
			*ret_offset = gpiod_line_offset(line);
			return;
		}
	}
}

int gpio_lines_open(const struct gpio_ask *ask, struct gpio_lines **ret, unsigned *ret_offset)
{
	struct gpio_lines *l = calloc(1, sizeof *l);
	int e;
	if (!l)
		return -ENOMEM;
	l->lines = ask->lines;
	l->edges = ask->edges;
	errno = 0;
	l->chip = gpiod_chip_open(ask->path);
	if (!l->chip) {
		e = failed(ENODEV);
		goto free_lines;
	}
	gpiod_line_bulk_init(&l->bulk);
	for (int i = 0; i < ask->lines; i++) {
		struct gpiod_line *line = gpiod_chip_get_line(l->chip, ask->offset[i]);
		if (!line) {
			*ret_offset = ask->offset[i];
			e = -EINVAL;
			goto close_chip;
		}
		gpiod_line_bulk_add(&l->bulk, line);
	}
	struct gpiod_line_request_config config = {
		.consumer = "tablero",
		.request_type = ask->output  ? GPIOD_LINE_REQUEST_DIRECTION_OUTPUT
				: ask->edges ? GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES
					     : GPIOD_LINE_REQUEST_DIRECTION_INPUT,
		.flags = request_flags(ask),
	};
	errno = 0;
	if (gpiod_line_request_bulk(&l->bulk, &config, NULL) < 0) {
		e = failed(EIO);
		if (e == -EBUSY)
			find_busy(l, ret_offset);
		goto close_chip;
	}
	*ret = l;
	return 0;
close_chip:
	gpiod_chip_close(l->chip);
free_lines:
	free(l);
	return e;
}

void gpio_lines_close(struct gpio_lines *l)
{
	if (!l)
		return;
	gpiod_line_release_bulk(&l->bulk);
	gpiod_chip_close(l->chip);
	free(l);
}

int gpio_lines_fds(const struct gpio_lines *l, int fd[GPIO_LINES_MAX])
{
	if (!l->edges)
		return 0;
	for (int i = 0; i < l->lines; i++)
		fd[i] = gpiod_line_event_get_fd(l->bulk.lines[i]);
	return l->lines;
}

static int edges_of(struct gpio_lines *l, int line, struct gpio_edge *edge, int room, bool *ret_lost)
{
	struct gpiod_line_event event[KERNEL_EVENTS];
	unsigned wanted = room < KERNEL_EVENTS ? (unsigned)room : KERNEL_EVENTS;
	int n = gpiod_line_event_read_multiple(l->bulk.lines[line], event, wanted);
	if (n < 0)
		return -errno;
	if (n == KERNEL_EVENTS)
		*ret_lost = true;
	for (int i = 0; i < n; i++)
		edge[i] = (struct gpio_edge){
			.time_us = (int64_t)event[i].ts.tv_sec * 1000000 + event[i].ts.tv_nsec / 1000,
			.line = line,
			.value = event[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE,
		};
	return n;
}

static int by_time(const void *a, const void *b)
{
	int64_t x = ((const struct gpio_edge *)a)->time_us, y = ((const struct gpio_edge *)b)->time_us;
	return (x > y) - (x < y);
}

int gpio_lines_edges(struct gpio_lines *l, struct gpio_edge *edge, int room, bool *ret_lost)
{
	struct pollfd fds[GPIO_LINES_MAX];
	int n = 0;
	for (int i = 0; i < l->lines; i++)
		fds[i] = (struct pollfd){ .fd = gpiod_line_event_get_fd(l->bulk.lines[i]), .events = POLLIN };
	if (poll(fds, (nfds_t)l->lines, 0) <= 0)
		return 0;
	for (int i = 0; i < l->lines && n < room; i++) {
		if (fds[i].revents & (POLLERR | POLLHUP | POLLNVAL))
			return -ENODEV;
		if (!(fds[i].revents & POLLIN))
			continue;
		int got = edges_of(l, i, edge + n, room - n, ret_lost);
		if (got < 0)
			return got;
		n += got;
	}
	/* Each line has a queue of its own; the order between lines is in the kernel's clock alone. */
	qsort(edge, (size_t)n, sizeof *edge, by_time);
	return n;
}

/* An expander has no bulk read in its driver, so lines are asked for one by one either way; event lines cannot be asked in bulk. */
int gpio_lines_get(struct gpio_lines *l, int value[GPIO_LINES_MAX])
{
	if (!l->edges)
		return gpiod_line_get_value_bulk(&l->bulk, value) < 0 ? -errno : 0;
	for (int i = 0; i < l->lines; i++) {
		value[i] = gpiod_line_get_value(l->bulk.lines[i]);
		if (value[i] < 0)
			return -errno;
	}
	return 0;
}

int gpio_lines_set(struct gpio_lines *l, const int value[GPIO_LINES_MAX])
{
	return gpiod_line_set_value_bulk(&l->bulk, value) < 0 ? -errno : 0;
}
