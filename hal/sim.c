/*
 * sim.c — the simulated board: sensors that are set by program, behind the same table as every other board.
 *
 * It senses values; where the board file says that a line is analogue it hands out the raw reading that a good sensor would
 * give, so that calibration and debouncing are exercised as on wood.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct sim {
	bool plugged;
	bool changed; /* plugged or pulled since the last work() */
	struct hal_calibration *nominal;
	uint16_t sensed[HAL_LINES_MAX];
};

static struct sim *sim_of(const struct hal *h)
{
	return h->backend == &hal_sim_backend ? h->own : NULL;
}

static int reading(const struct hal *h, const struct sim *s, int line)
{
	if (!hal_board_line(h->board, line)->analogue)
		return s->sensed[line];
	return hal_calibration_expected(s->nominal, line, s->sensed[line]);
}

static int sim_open(struct hal *h, const char *rest, int64_t now_us, char message[HAL_MESSAGE_MAX])
{
	(void)now_us;
	if (*rest) {
		snprintf(message, HAL_MESSAGE_MAX, "sim:%.40s: nothing may follow the colon", rest);
		return -EINVAL;
	}
	struct sim *s = calloc(1, sizeof *s);
	int e = s ? hal_calibration_new(h->board, &s->nominal) : -ENOMEM;
	if (e < 0) {
		snprintf(message, HAL_MESSAGE_MAX, "sim: %s", strerror(-e));
		free(s);
		return e;
	}
	s->plugged = true;
	h->own = s;
	return 0;
}

static void sim_close(struct hal *h)
{
	struct sim *s = h->own;
	hal_calibration_free(s->nominal);
	free(s);
}

static int sim_connect(struct hal *h, int64_t now_us)
{
	(void)now_us;
	struct sim *s = h->own;
	if (!s->plugged) {
		hal_say(h, "the simulated cable is pulled");
		return -ENODEV;
	}
	s->changed = true;
	return 0;
}

static void sim_disconnect(struct hal *h)
{
	(void)h;
}

static void sim_work(struct hal *h, int64_t now_us)
{
	struct sim *s = h->own;
	if (!s->changed)
		return;
	s->changed = false;
	for (int i = 0; i < h->lines; i++)
		hal_line(h, now_us, i, reading(h, s, i));
	hal_frame(h, now_us);
}

/* A sensor tells what it can: a reed only that something is there, a scale no more than its most. */
int hal_sim_set(struct hal *h, int64_t now_us, int line, int value)
{
	struct sim *s = sim_of(h);
	const struct hal_line *l = hal_board_line(h->board, line);
	if (!s || !l || value < 0 || value > UINT8_MAX)
		return -EINVAL;
	if (l->kind == HAL_COUNT && value > l->most)
		value = l->most;
	if (l->kind == HAL_PRESENCE || l->kind == HAL_BUTTON)
		value = value > 0;
	if (l->analogue && hal_calibration_expected(s->nominal, line, value) < 0)
		return -EINVAL;
	s->sensed[line] = (uint16_t)value;
	if (h->connected && !s->changed)
		hal_line(h, now_us, line, reading(h, s, line));
	return 0;
}

int hal_sim_get(const struct hal *h, int line)
{
	const struct sim *s = sim_of(h);
	return s && hal_board_line(h->board, line) ? s->sensed[line] : -EINVAL;
}

int hal_sim_plug(struct hal *h, int64_t now_us, bool plugged)
{
	struct sim *s = sim_of(h);
	if (!s)
		return -EINVAL;
	s->plugged = plugged;
	if (!plugged && h->connected)
		hal_lost(h, now_us, HAL_ABSENT, "the simulated cable is pulled");
	if (plugged && !h->connected)
		h->retry_us = now_us;
	return 0;
}

const struct hal_backend hal_sim_backend = {
	.scheme = "sim",
	.simulated = true,
	.open = sim_open,
	.close = sim_close,
	.connect = sim_connect,
	.disconnect = sim_disconnect,
	.work = sim_work,
};
