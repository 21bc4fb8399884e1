/*
 * light.c — LEDs that hang on this machine and not on the board: which driver, connecting, losing, trying again. Sensors never
 * wait for them.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "internal.h"

/* Ends with NULL, so that it may be empty. */
static const struct hal_light_driver *const drivers[] = {
	&hal_apa102_driver, &hal_ws2812_driver, &hal_ht16k33_driver, &hal_gpio_leds_driver, NULL,
};

int hal_light_find(struct hal *h, char message[HAL_MESSAGE_MAX])
{
	const char *name = hal_board_value(h->board, h->backend->scheme, "leds");
	if (h->backend->simulated || !name || !strcmp(name, "board") || !strcmp(name, "none") || !h->leds)
		return 0;
	for (size_t i = 0; drivers[i]; i++)
		if (!strcmp(drivers[i]->name, name)) {
			int e = drivers[i]->open(h, message);
			if (e == 0)
				h->light = drivers[i];
			return e;
		}
	return hal_board_complain(h->board, message, hal_board_line_of(h->board, h->backend->scheme, "leds"),
				  "leds = %.20s: board, none, apa102, ws2812, ht16k33 or gpio is wanted", name);
}

void hal_light_say(struct hal *h, const char *format, ...)
{
	int n = snprintf(h->light_message, sizeof h->light_message, "LEDs: ");
	va_list ap;
	va_start(ap, format);
	vsnprintf(h->light_message + n, sizeof h->light_message - (size_t)n, format, ap);
	va_end(ap);
}

int hal_light_cannot(struct hal *h, const char *device, const char *group, const char *setting, int error)
{
	if (error == -ENOENT)
		hal_light_say(h, "%.60s is not there: %s in config.txt, and start anew", device, setting);
	else if (error == -EACCES || error == -EPERM)
		hal_light_say(h, "no permission for %.60s: the daemon's user must be in the group %s", device, group);
	return error;
}

static void failed(struct hal *h, int64_t now_us, int error)
{
	if (!h->light_message[0])
		hal_light_say(h, "%s: %s; trying again", h->light->name, strerror(-error));
	hal_retry_later(now_us, &h->light_retry_us, &h->light_backoff_us);
}

int hal_light_show(struct hal *h, int64_t now_us)
{
	if (!h->light_connected)
		return -ENODEV;
	int e = h->light->show(h, now_us, h->light->on_off ? h->wanted : h->duty, h->leds);
	if (e == 0)
		return 0;
	h->light->disconnect(h);
	h->light_connected = false;
	failed(h, now_us, e);
	return -ENODEV;
}

static void connect(struct hal *h, int64_t now_us)
{
	h->light_message[0] = 0;
	int e = h->light->connect(h, now_us);
	if (e < 0) {
		failed(h, now_us, e);
		return;
	}
	h->light_connected = true;
	h->light_backoff_us = HAL_BACKOFF_FIRST_US;
	if (h->ever_shown)
		hal_light_show(h, now_us);
}

void hal_light_step(struct hal *h, int64_t now_us)
{
	if (h->light && !h->light_connected && now_us >= h->light_retry_us)
		connect(h, now_us);
}

int64_t hal_light_next_us(const struct hal *h)
{
	return h->light && !h->light_connected ? h->light_retry_us : HAL_NEVER;
}

void hal_light_close(struct hal *h)
{
	if (h->light_connected) {
		hal_light_show(h, h->last_us);
		if (h->light_connected)
			h->light->disconnect(h);
	}
	if (h->light)
		h->light->close(h);
}
