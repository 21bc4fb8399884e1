/*
 * leds_gpio.c — plain LEDs on GPIO lines of one chip, on or off. Board file:
 *
 *   leds = gpio      led_chip = LABEL[@DEVICE]      led_lines = 5 6 13 … (one an LED)      led_active = high | low
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpio.h"
#include "leds_encode.h"

struct gpio_leds {
	const char *chip;
	struct gpio_ask ask;
	char path[GPIO_PATH_MAX];
	struct gpio_lines *lines;
};

static int read_lines(struct gpio_leds *d, struct hal *h, char message[HAL_MESSAGE_MAX])
{
	const char *section = h->backend->scheme, *p = hal_board_value(h->board, section, "led_lines");
	const char *active = hal_board_value(h->board, section, "led_active");
	int at = hal_board_line_of(h->board, section, p ? "led_lines" : "leds");
	d->chip = hal_board_value(h->board, section, "led_chip");
	d->ask.output = true;
	d->ask.active_low = active && !strcmp(active, "low");
	while (p && *p) {
		char *end;
		long v = strtol(p, &end, 10);
		if (end == p || v < 0 || v > 1023 || d->ask.lines == GPIO_LINES_MAX)
			return hal_board_complain(h->board, message, at, "led_lines: up to 64 numbers of lines are wanted");
		d->ask.offset[d->ask.lines++] = (unsigned)v;
		p = end + strspn(end, " \t");
	}
	if (!d->chip || d->ask.lines != h->leds)
		return hal_board_complain(h->board, message, at, "leds = gpio needs led_chip and led_lines with %d numbers",
					  h->leds);
	return 0;
}

static int gpio_leds_open(struct hal *h, char message[HAL_MESSAGE_MAX])
{
	struct gpio_leds *d = calloc(1, sizeof *d);
	if (!d) {
		snprintf(message, HAL_MESSAGE_MAX, "LEDs: no memory");
		return -ENOMEM;
	}
	int e = read_lines(d, h, message);
	if (e < 0) {
		free(d);
		return e;
	}
	h->light_own = d;
	return 0;
}

static void gpio_leds_close(struct hal *h)
{
	free(h->light_own);
}

static void gpio_leds_disconnect(struct hal *h)
{
	struct gpio_leds *d = h->light_own;
	gpio_lines_close(d->lines);
	d->lines = NULL;
}

static int gpio_leds_connect(struct hal *h, int64_t now_us)
{
	struct gpio_leds *d = h->light_own;
	unsigned fault = 0;
	(void)now_us;
	int e = gpio_chip_path(d->chip, d->path);
	d->ask.path = d->path;
	if (e == -ENOTUNIQ)
		hal_light_say(h, "several GPIO chips are labelled %.40s: say which, as label@device", d->chip);
	else if (e < 0)
		hal_light_say(h, "there is no GPIO chip %.40s, or no permission for it (group gpio)", d->chip);
	if (e < 0)
		return e;
	e = gpio_lines_open(&d->ask, &d->lines, &fault);
	if (e == -EBUSY)
		hal_light_say(h, "line %u of %.40s is in use by another program or overlay", fault, d->chip);
	else if (e == -EINVAL)
		hal_light_say(h, "%.40s has no line %u, or it cannot be driven", d->chip, fault);
	return e;
}

static int gpio_leds_show(struct hal *h, int64_t now_us, const struct hal_rgb *wanted, int leds)
{
	struct gpio_leds *d = h->light_own;
	int value[GPIO_LINES_MAX];
	(void)now_us;
	for (int i = 0; i < d->ask.lines && i < leds; i++)
		value[i] = leds_is_lit(wanted[i]);
	return gpio_lines_set(d->lines, value);
}

const struct hal_light_driver hal_gpio_leds_driver = {
	.name = "gpio",
	.on_off = true,
	.open = gpio_leds_open,
	.close = gpio_leds_close,
	.connect = gpio_leds_connect,
	.disconnect = gpio_leds_disconnect,
	.show = gpio_leds_show,
};
