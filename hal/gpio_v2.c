/*
 * gpio_v2.c — gpio_lines.h over libgpiod 2.x (Debian 13, Raspberry Pi OS trixie): one request and one descriptor a chip,
 * event sequence numbers, the oldest event dropped when the buffer is full.
 */
#include "gpio_lines.h"

#include <errno.h>
#include <gpiod.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

enum { EVENTS = 256 };

struct gpio_lines {
	struct gpiod_line_request *request;
	struct gpiod_edge_event_buffer *buffer; /* NULL without edges */
	int lines;
	unsigned offset[GPIO_LINES_MAX];
	unsigned long last_event; /* sequence number over all lines of the request */
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
	struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
	int e = info ? 0 : failed(EIO);
	if (info)
		snprintf(label, GPIO_LABEL_MAX, "%s", gpiod_chip_info_get_label(info));
	gpiod_chip_info_free(info);
	gpiod_chip_close(chip);
	return e;
}

int gpio_chip_line(const char *path, const char *name)
{
	errno = 0;
	struct gpiod_chip *chip = gpiod_chip_open(path);
	if (!chip)
		return failed(ENODEV);
	int offset = gpiod_chip_get_line_offset_from_name(chip, name);
	gpiod_chip_close(chip);
	return offset < 0 ? -ENOENT : offset;
}

static void find_fault(struct gpiod_chip *chip, const struct gpio_ask *ask, int e, unsigned *ret_offset)
{
	for (int i = 0; i < ask->lines; i++) {
		struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, ask->offset[i]);
		bool culprit = !info || (e == -EBUSY && gpiod_line_info_is_used(info));
		gpiod_line_info_free(info);
		if (culprit) {
			*ret_offset = ask->offset[i];
			return;
		}
	}
}

static struct gpiod_line_settings *settings_of(const struct gpio_ask *ask)
{
	static const enum gpiod_line_bias bias[] = {
		[GPIO_BIAS_AS_IS] = GPIOD_LINE_BIAS_AS_IS,
		[GPIO_BIAS_UP] = GPIOD_LINE_BIAS_PULL_UP,
		[GPIO_BIAS_DOWN] = GPIOD_LINE_BIAS_PULL_DOWN,
		[GPIO_BIAS_OFF] = GPIOD_LINE_BIAS_DISABLED,
	};
	struct gpiod_line_settings *s = gpiod_line_settings_new();
	if (!s)
		return NULL;
	gpiod_line_settings_set_direction(s, ask->output ? GPIOD_LINE_DIRECTION_OUTPUT : GPIOD_LINE_DIRECTION_INPUT);
	if (ask->edges)
		gpiod_line_settings_set_edge_detection(s, GPIOD_LINE_EDGE_BOTH);
	if (!ask->output)
		gpiod_line_settings_set_bias(s, bias[ask->bias]);
	gpiod_line_settings_set_active_low(s, ask->active_low);
	return s;
}

static int request(struct gpio_lines *l, struct gpiod_chip *chip, const struct gpio_ask *ask, unsigned *ret_offset)
{
	int e = -ENOMEM;
	struct gpiod_line_settings *settings = settings_of(ask);
	struct gpiod_line_config *lines = gpiod_line_config_new();
	struct gpiod_request_config *config = gpiod_request_config_new();
	if (settings && lines && config &&
	    gpiod_line_config_add_line_settings(lines, ask->offset, (size_t)ask->lines, settings) == 0) {
		gpiod_request_config_set_consumer(config, "tablero");
		if (ask->edges)
			gpiod_request_config_set_event_buffer_size(config, EVENTS);
		errno = 0;
		l->request = gpiod_chip_request_lines(chip, config, lines);
		e = l->request ? 0 : failed(EIO);
		if (e)
			find_fault(chip, ask, e, ret_offset);
	}
	gpiod_request_config_free(config);
	gpiod_line_config_free(lines);
	gpiod_line_settings_free(settings);
	return e;
}

int gpio_lines_open(const struct gpio_ask *ask, struct gpio_lines **ret, unsigned *ret_offset)
{
	struct gpio_lines *l = calloc(1, sizeof *l);
	int e = -ENOMEM;
	if (!l)
		return e;
	l->lines = ask->lines;
	for (int i = 0; i < ask->lines; i++)
		l->offset[i] = ask->offset[i];
	if (ask->edges && !(l->buffer = gpiod_edge_event_buffer_new(EVENTS)))
		goto free_lines;
	errno = 0;
	struct gpiod_chip *chip = gpiod_chip_open(ask->path);
	if (!chip) {
		e = failed(ENODEV);
		goto free_buffer;
	}
	e = request(l, chip, ask, ret_offset);
	gpiod_chip_close(chip); /* the request lives on without it */
	if (e)
		goto free_buffer;
	*ret = l;
	return 0;
free_buffer:
	if (l->buffer)
		gpiod_edge_event_buffer_free(l->buffer);
free_lines:
	free(l);
	return e;
}

void gpio_lines_close(struct gpio_lines *l)
{
	if (!l)
		return;
	gpiod_line_request_release(l->request);
	if (l->buffer)
		gpiod_edge_event_buffer_free(l->buffer);
	free(l);
}

int gpio_lines_fds(const struct gpio_lines *l, int fd[GPIO_LINES_MAX])
{
	if (!l->buffer)
		return 0;
	fd[0] = gpiod_line_request_get_fd(l->request);
	return 1;
}

static int line_at(const struct gpio_lines *l, unsigned offset)
{
	for (int i = 0; i < l->lines; i++)
		if (l->offset[i] == offset)
			return i;
	return 0;
}

int gpio_lines_edges(struct gpio_lines *l, struct gpio_edge *edge, int room, bool *ret_lost)
{
	struct pollfd fd = { .fd = gpiod_line_request_get_fd(l->request), .events = POLLIN };
	if (poll(&fd, 1, 0) <= 0)
		return 0;
	if (fd.revents & (POLLERR | POLLHUP | POLLNVAL))
		return -ENODEV;
	int n = gpiod_line_request_read_edge_events(l->request, l->buffer, room < EVENTS ? (size_t)room : EVENTS);
	if (n < 0)
		return -errno;
	for (int i = 0; i < n; i++) {
		struct gpiod_edge_event *e = gpiod_edge_event_buffer_get_event(l->buffer, (unsigned long)i);
		unsigned long number = gpiod_edge_event_get_global_seqno(e);
		if (number != l->last_event + 1)
			*ret_lost = true;
		l->last_event = number;
		edge[i] = (struct gpio_edge){
			.time_us = (int64_t)(gpiod_edge_event_get_timestamp_ns(e) / 1000),
			.line = line_at(l, gpiod_edge_event_get_line_offset(e)),
			.value = gpiod_edge_event_get_event_type(e) == GPIOD_EDGE_EVENT_RISING_EDGE,
		};
	}
	return n;
}

int gpio_lines_get(struct gpio_lines *l, int value[GPIO_LINES_MAX])
{
	enum gpiod_line_value v[GPIO_LINES_MAX];
	if (gpiod_line_request_get_values(l->request, v) < 0)
		return -errno;
	for (int i = 0; i < l->lines; i++)
		value[i] = v[i] == GPIOD_LINE_VALUE_ACTIVE;
	return 0;
}

int gpio_lines_set(struct gpio_lines *l, const int value[GPIO_LINES_MAX])
{
	enum gpiod_line_value v[GPIO_LINES_MAX];
	for (int i = 0; i < l->lines; i++)
		v[i] = value[i] ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
	return gpiod_line_request_set_values(l->request, v) < 0 ? -errno : 0;
}
