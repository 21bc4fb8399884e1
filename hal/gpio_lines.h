/*
 * gpio_lines.h — GPIO lines of one chip, the same over libgpiod 1.6 and 2.x.
 *
 * Exactly one of gpio_v1.c and gpio_v2.c is compiled; nothing else includes gpiod.h. All functions return 0 (or a count) or
 * −errno and never wait. Values are logical: 1 means active, whatever the voltage.
 */
#ifndef TABLERO_HAL_GPIO_LINES_H
#define TABLERO_HAL_GPIO_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GPIO_LINES_MAX = 64, GPIO_LABEL_MAX = 64 }; /* 64: what one request of the kernel's second interface takes */

enum gpio_bias { GPIO_BIAS_AS_IS, GPIO_BIAS_UP, GPIO_BIAS_DOWN, GPIO_BIAS_OFF };

/* What to ask the kernel for: `lines` lines of the chip at `path`, by offset. */
struct gpio_ask {
	const char *path;
	int lines;
	unsigned offset[GPIO_LINES_MAX];
	bool output; /* else input */
	bool edges;  /* inputs only: both edges are events */
	bool active_low;
	int bias; /* enum gpio_bias */
};

struct gpio_lines;

struct gpio_edge {
	int64_t time_us; /* CLOCK_MONOTONIC, taken by the kernel at the interrupt */
	int line;        /* index into ask.offset */
	int value;
};

/* Label of the chip at `path` ("pinctrl-bcm2711"). */
int gpio_chip_label(const char *path, char label[GPIO_LABEL_MAX]);
/* Offset of the line of that name on the chip, or −ENOENT. */
int gpio_chip_line(const char *path, const char *name);

/* −EBUSY: another program holds a line; *ret_offset says which. */
int gpio_lines_open(const struct gpio_ask *ask, struct gpio_lines **ret, unsigned *ret_offset);
void gpio_lines_close(struct gpio_lines *l); /* NULL is fine */

/* Descriptors that become readable with an edge: one a line or one in all. Returns how many. */
int gpio_lines_fds(const struct gpio_lines *l, int fd[GPIO_LINES_MAX]);

/* Takes up to `room` edges; returns how many. *ret_lost is set when the kernel may have dropped some, and left alone
 * otherwise. −ENODEV when the chip is gone. */
int gpio_lines_edges(struct gpio_lines *l, struct gpio_edge *edge, int room, bool *ret_lost);

int gpio_lines_get(struct gpio_lines *l, int value[GPIO_LINES_MAX]);
int gpio_lines_set(struct gpio_lines *l, const int value[GPIO_LINES_MAX]);

#endif
