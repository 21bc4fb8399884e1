/*
 * hal.c — an opened board: what all backends share. Event queue, states, back-off, monotonic times, health, light.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "internal.h"

static const struct hal_backend *const backends[] = {
	&hal_sim_backend,
	&hal_serial_backend,
	&hal_replay_backend,
	&hal_gpio_backend,
};

/* ---- The queue ------------------------------------------------------------------------------------------------------ */

unsigned hal_room(const struct hal *h)
{
	return HAL_QUEUE - (h->tail - h->head);
}

/* Times as the hardware tells them may overlap by a little; what leaves here never runs backwards. */
static void push(struct hal *h, int64_t time_us, int type, int line, int value)
{
	if (time_us < h->last_us)
		time_us = h->last_us;
	h->last_us = time_us;
	h->queue[h->tail++ % HAL_QUEUE] =
	    (struct hal_event){ .time_us = time_us, .type = (uint8_t)type, .line = (uint16_t)line, .value = (uint16_t)value };
	if (!h->awake && !h->reading)
		h->awake = eventfd_write(h->wake, 1) == 0;
}

static void push_all_lines(struct hal *h, int64_t now_us)
{
	for (int i = 0; i < h->lines; i++)
		push(h, now_us, HAL_LINE, i, h->value[i]);
	push(h, now_us, HAL_FRAME, 0, 0);
	h->status.frames++;
}

/* Nobody has read for a thousand events. What they said in sum stands in value[]; a frame says it shorter. */
static void make_room(struct hal *h, int64_t now_us, unsigned wanted)
{
	if (hal_room(h) >= wanted)
		return;
	h->head = h->tail;
	if (h->status.state != HAL_READY) {
		push(h, now_us, HAL_STATE, 0, h->status.state);
		return;
	}
	push(h, now_us, HAL_STATE, 0, HAL_STARTING);
	push_all_lines(h, now_us);
	push(h, now_us, HAL_STATE, 0, HAL_READY);
}

void hal_enter(struct hal *h, int64_t now_us, int state)
{
	if (state == HAL_READY)
		h->status.message[0] = 0;
	if (state == h->status.state)
		return;
	make_room(h, now_us, 2);
	h->status.state = state;
	h->status.since_us = now_us;
	push(h, now_us, HAL_STATE, 0, state);
}

/* ---- For backends --------------------------------------------------------------------------------------------------- */

int hal_watch(struct hal *h, int fd)
{
	struct epoll_event e = { .events = EPOLLIN, .data.fd = fd };
	return epoll_ctl(h->epoll, EPOLL_CTL_ADD, fd, &e) < 0 ? -errno : 0;
}

void hal_say(struct hal *h, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	vsnprintf(h->status.message, sizeof h->status.message, format, ap);
	va_end(ap);
}

/* A contact that returns at once has bounced; one that returns before its debounce time is over has flickered: a weak
 * magnet, a loose wire, a sleeve on the way past. */
static void note_health(struct hal *h, int64_t time_us, int line, int value)
{
	struct hal_health_line *w = &h->health[line];
	const struct hal_line *l = hal_board_line(h->board, line);
	int64_t lasted = time_us - w->told.last_us;
	bool returned = w->told.changes > 0 && value == w->before;
	if (returned && lasted < HAL_BOUNCE_US)
		w->told.bounces++;
	else if (returned && lasted < (value > h->value[line] ? l->off_us : l->on_us))
		w->told.short_pulses++;
	w->told.changes++;
	w->before = h->value[line];
	w->told.last_us = time_us;
	w->told.raw = value;
}

void hal_line(struct hal *h, int64_t time_us, int line, int value)
{
	if (line < 0 || line >= h->lines || value < 0 || value > UINT16_MAX || h->value[line] == value)
		return;
	if (h->status.state == HAL_READY) {
		make_room(h, time_us, 2);
		note_health(h, time_us, line, value);
		h->value[line] = (uint16_t)value;
		h->status.events++;
		push(h, time_us, HAL_LINE, line, value);
		return;
	}
	h->value[line] = (uint16_t)value;
	h->health[line].told.raw = value;
}

void hal_frame(struct hal *h, int64_t now_us)
{
	hal_restart(h, now_us, "");
	make_room(h, now_us, (unsigned)h->lines + 2);
	push_all_lines(h, now_us);
	hal_enter(h, now_us, HAL_READY);
	h->backoff_us = HAL_BACKOFF_FIRST_US;
}

void hal_restart(struct hal *h, int64_t now_us, const char *why)
{
	hal_enter(h, now_us, HAL_STARTING);
	if (*why)
		hal_say(h, "%s", why);
}

void hal_retry_later(int64_t now_us, int64_t *retry_us, int64_t *backoff_us)
{
	*retry_us = now_us + *backoff_us;
	*backoff_us = *backoff_us * 2 < HAL_BACKOFF_LAST_US ? *backoff_us * 2 : HAL_BACKOFF_LAST_US;
}

void hal_lost(struct hal *h, int64_t now_us, int state, const char *why)
{
	if (h->connected)
		h->backend->disconnect(h);
	h->connected = false;
	hal_retry_later(now_us, &h->retry_us, &h->backoff_us);
	hal_say(h, "%s", why);
	hal_enter(h, now_us, state);
}

/* ---- Connecting ------------------------------------------------------------------------------------------------------ */

static void connect_board(struct hal *h, int64_t now_us)
{
	h->status.message[0] = 0;
	int e = h->backend->connect(h, now_us);
	if (e < 0) {
		hal_retry_later(now_us, &h->retry_us, &h->backoff_us);
		hal_enter(h, now_us, HAL_ABSENT);
		return;
	}
	h->connected = true;
	hal_enter(h, now_us, HAL_STARTING);
}

static void step(struct hal *h, int64_t now_us)
{
	if (!h->connected && now_us >= h->retry_us)
		connect_board(h, now_us);
	if (h->connected)
		h->backend->work(h, now_us);
	hal_light_step(h, now_us);
}

/* ---- Open and close --------------------------------------------------------------------------------------------------- */

static const struct hal_backend *find_backend(const char *spec, const char **ret_rest)
{
	for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
		size_t n = strlen(backends[i]->scheme);
		if (!strncmp(spec, backends[i]->scheme, n) && spec[n] == ':') {
			*ret_rest = spec + n + 1;
			return backends[i];
		}
	}
	return NULL;
}

static void free_handle(struct hal *h)
{
	if (h->wake >= 0)
		close(h->wake);
	if (h->epoll >= 0)
		close(h->epoll);
	free(h->value);
	free(h->health);
	free(h->wanted);
	free(h->shown);
	free(h->duty);
	free(h);
}

static int make_handle(const struct hal_board *board, int64_t now_us, struct hal **ret)
{
	struct hal *h = calloc(1, sizeof *h);
	if (!h)
		return -ENOMEM;
	h->board = board;
	h->lines = hal_board_lines(board);
	h->leds = hal_board_leds(board);
	size_t lines = h->lines ? (size_t)h->lines : 1, leds = h->leds ? (size_t)h->leds : 1;
	h->value = calloc(lines, sizeof *h->value);
	h->health = calloc(lines, sizeof *h->health);
	h->wanted = calloc(leds, sizeof *h->wanted);
	h->shown = calloc(leds, sizeof *h->shown);
	h->duty = calloc(leds, sizeof *h->duty);
	h->epoll = epoll_create1(EPOLL_CLOEXEC);
	h->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	h->backoff_us = h->light_backoff_us = HAL_BACKOFF_FIRST_US;
	h->retry_us = h->light_retry_us = h->last_us = now_us;
	h->status = (struct hal_status){ .state = HAL_ABSENT, .since_us = now_us, .limit_percent = 100 };
	int e = 0;
	if (!h->value || !h->health || !h->wanted || !h->shown || !h->duty)
		e = -ENOMEM;
	else if (h->epoll < 0 || h->wake < 0 || hal_watch(h, h->wake) < 0)
		e = -errno;
	if (e < 0) {
		free_handle(h);
		return e;
	}
	*ret = h;
	return 0;
}

/* Everything that needs no hardware. */
static int open_handle(const char *spec, const struct hal_board *board, int64_t now_us, struct hal **ret,
		       char message[HAL_MESSAGE_MAX])
{
	struct hal *h;
	const char *rest;
	const struct hal_backend *backend = find_backend(spec, &rest);
	if (!backend) {
		snprintf(message, HAL_MESSAGE_MAX,
			 "%.60s: not a kind of board; there are sim:, serial:DEVICE, gpio:, replay:FILE", spec);
		return -EINVAL;
	}
	int e = make_handle(board, now_us, &h);
	if (e < 0) {
		snprintf(message, HAL_MESSAGE_MAX, "%.60s: %s", spec, strerror(-e));
		return e;
	}
	h->backend = backend;
	e = hal_colour_read(&h->colour, board, message);
	if (e < 0)
		goto free_it;
	e = backend->open(h, rest, now_us, message);
	if (e < 0)
		goto free_it;
	e = hal_light_find(h, message);
	if (e < 0)
		goto close_backend;
	*ret = h;
	return 0;
close_backend:
	backend->close(h);
free_it:
	free_handle(h);
	return e;
}

int hal_open(const char *spec, const struct hal_board *board, int64_t now_us, struct hal **ret, char message[HAL_MESSAGE_MAX])
{
	struct hal *h;
	int e = open_handle(spec, board, now_us, &h, message);
	if (e < 0)
		return e;
	push(h, now_us, HAL_STATE, 0, HAL_ABSENT);
	step(h, now_us);
	*ret = h;
	return 0;
}

int hal_check(const char *spec, const struct hal_board *board, char message[HAL_MESSAGE_MAX])
{
	struct hal *h;
	int e = open_handle(spec, board, 0, &h, message);
	if (e == 0)
		hal_close(h);
	return e;
}

void hal_close(struct hal *h)
{
	if (!h)
		return;
	h->closing = true;
	memset(h->duty, 0, sizeof *h->duty * (size_t)h->leds);
	memset(h->wanted, 0, sizeof *h->wanted * (size_t)h->leds);
	if (h->connected && h->backend->show && !h->light && h->ever_shown)
		h->backend->show(h, h->last_us, h->duty, h->leds);
	if (h->connected)
		h->backend->disconnect(h);
	hal_light_close(h);
	h->backend->close(h);
	free_handle(h);
}

/* ---- Running ----------------------------------------------------------------------------------------------------------- */

int hal_fd(const struct hal *h)
{
	return h->epoll;
}

int64_t hal_next_us(const struct hal *h)
{
	if (h->head != h->tail)
		return h->last_us;
	int64_t next = HAL_NEVER;
	if (!h->connected)
		next = h->retry_us;
	else if (h->backend->next_us)
		next = h->backend->next_us(h);
	return hal_light_next_us(h) < next ? hal_light_next_us(h) : next;
}

int hal_read(struct hal *h, int64_t now_us, struct hal_event *event, int room_for)
{
	int n = 0;
	eventfd_t dummy;
	h->reading = true; /* what comes now is mostly taken at once: no need to wake anybody for it */
	step(h, now_us);
	h->reading = false;
	while (n < room_for && h->head != h->tail)
		event[n++] = h->queue[h->head++ % HAL_QUEUE];
	if (h->head == h->tail && h->awake) {
		eventfd_read(h->wake, &dummy);
		h->awake = false;
	} else if (h->head != h->tail && !h->awake) {
		h->awake = eventfd_write(h->wake, 1) == 0;
	}
	return n;
}

int hal_show(struct hal *h, int64_t now_us, const struct hal_rgb *frame, int leds)
{
	for (int i = 0; i < h->leds; i++)
		h->wanted[i] = i < leds ? frame[i] : (struct hal_rgb){ 0 };
	h->status.limit_percent = hal_colour_apply(&h->colour, h->wanted, h->leds, h->shown, h->duty);
	h->ever_shown = true;
	h->status.leds++;
	if (h->light)
		return hal_light_show(h, now_us);
	if (h->connected && h->backend->show)
		h->backend->show(h, now_us, h->duty, h->leds);
	return h->connected ? 0 : -ENODEV;
}

void hal_status(const struct hal *h, struct hal_status *ret)
{
	*ret = h->status;
	ret->on_off = h->light && h->light->on_off;
	ret->one_colour = h->light ? h->light->on_off : h->board_one_colour;
	if (h->status.state == HAL_READY && h->light_message[0])
		memcpy(ret->message, h->light_message, sizeof ret->message);
}

void hal_brightness(struct hal *h, int percent)
{
	h->colour.brightness = percent < 0 ? 0 : percent > 100 ? 100 : percent;
}

const struct hal_rgb *hal_shown(const struct hal *h, int *ret_leds)
{
	*ret_leds = h->leds;
	return h->shown;
}

int hal_health(const struct hal *h, int line, struct hal_health *ret)
{
	if (line < 0 || line >= h->lines)
		return -EINVAL;
	*ret = h->health[line].told;
	return 0;
}
