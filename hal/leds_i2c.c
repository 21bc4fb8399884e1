/*
 * leds_i2c.c — single-colour LEDs behind HT16K33 drivers on I2C: 128 a chip, up to four chips. Board file:
 *
 *   leds = ht16k33      led_device = /dev/i2c-1      led_addresses = 0x70 0x71
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "internal.h"
#include "leds_encode.h"

enum { CHIPS_MAX = 4, OSCILLATOR_ON = 0x21, DISPLAY_ON = 0x81, DIMMING = 0xE0, GRADES = 16, FIRST_ROW = 0x00 };

struct i2c_leds {
	const char *device;
	int chips, fd;
	int grade; /* of all LEDs; −1: the chips have not been told */
	uint8_t address[CHIPS_MAX];
};

static int read_addresses(struct i2c_leds *d, struct hal *h, char message[HAL_MESSAGE_MAX])
{
	const char *section = h->backend->scheme, *text = hal_board_value(h->board, section, "led_addresses");
	int at = hal_board_line_of(h->board, section, "led_addresses");
	const char *p = text ? text : "0x70";
	while (*p) {
		char *end;
		long v = strtol(p, &end, 0);
		if (end == p || v < 0x70 || v > 0x77 || d->chips == CHIPS_MAX)
			return hal_board_complain(h->board, message, at, "led_addresses: up to four of 0x70 … 0x77 are wanted");
		d->address[d->chips++] = (uint8_t)v;
		p = end + strspn(end, " \t");
	}
	if (h->leds > d->chips * LEDS_HT16K33)
		return hal_board_complain(h->board, message, at, "%d LEDs need more than %d HT16K33", h->leds, d->chips);
	return 0;
}

static int ht16k33_open(struct hal *h, char message[HAL_MESSAGE_MAX])
{
	const char *device = hal_board_value(h->board, h->backend->scheme, "led_device");
	struct i2c_leds *d = calloc(1, sizeof *d);
	if (!d) {
		snprintf(message, HAL_MESSAGE_MAX, "LEDs: no memory");
		return -ENOMEM;
	}
	d->device = device ? device : "/dev/i2c-1";
	d->fd = -1;
	int e = read_addresses(d, h, message);
	if (e < 0) {
		free(d);
		return e;
	}
	h->light_own = d;
	return 0;
}

static void ht16k33_close(struct hal *h)
{
	free(h->light_own);
}

static void ht16k33_disconnect(struct hal *h)
{
	struct i2c_leds *d = h->light_own;
	if (d->fd >= 0)
		close(d->fd);
	d->fd = -1;
}

static int smbus(int fd, uint8_t command, uint32_t kind, union i2c_smbus_data *data)
{
	struct i2c_smbus_ioctl_data args = { .read_write = I2C_SMBUS_WRITE, .command = command, .size = kind, .data = data };
	return ioctl(fd, I2C_SMBUS, &args) < 0 ? -errno : 0;
}

static int select_chip(const struct i2c_leds *d, int chip)
{
	return ioctl(d->fd, I2C_SLAVE, (unsigned long)d->address[chip]) < 0 ? -errno : 0;
}

static int ht16k33_connect(struct hal *h, int64_t now_us)
{
	struct i2c_leds *d = h->light_own;
	(void)now_us;
	static const uint8_t wake[] = { OSCILLATOR_ON, DISPLAY_ON };
	d->grade = -1;
	d->fd = open(d->device, O_RDWR | O_CLOEXEC);
	if (d->fd < 0)
		return hal_light_cannot(h, d->device, "i2c", "dtparam=i2c_arm=on", -errno);
	int e = 0;
	for (int chip = 0; chip < d->chips && e == 0; chip++) {
		e = select_chip(d, chip);
		for (size_t i = 0; i < sizeof wake && e == 0; i++)
			e = smbus(d->fd, wake[i], I2C_SMBUS_BYTE, NULL);
		if (e < 0)
			hal_light_say(h, "no HT16K33 answers at 0x%02x on %.60s: its address, or its cable? (%s)",
				      d->address[chip], d->device, strerror(-e));
	}
	if (e < 0)
		ht16k33_disconnect(h);
	return e;
}

static int ht16k33_show(struct hal *h, int64_t now_us, const struct hal_rgb *wanted, int leds)
{
	struct i2c_leds *d = h->light_own;
	(void)now_us;
	int e = 0, grade = h->colour.brightness * (GRADES - 1) / 100;
	for (int chip = 0; chip < d->chips && e == 0; chip++) {
		union i2c_smbus_data data;
		int first = chip * LEDS_HT16K33;
		data.block[0] = LEDS_HT16K33_BYTES;
		leds_ht16k33(wanted + first, leds - first, data.block + 1);
		e = select_chip(d, chip);
		if (e == 0 && grade != d->grade)
			e = smbus(d->fd, (uint8_t)(DIMMING | grade), I2C_SMBUS_BYTE, NULL);
		if (e == 0)
			e = smbus(d->fd, FIRST_ROW, I2C_SMBUS_I2C_BLOCK_DATA, &data);
	}
	if (e == 0)
		d->grade = grade;
	return e;
}

const struct hal_light_driver hal_ht16k33_driver = {
	.name = "ht16k33",
	.on_off = true,
	.open = ht16k33_open,
	.close = ht16k33_close,
	.connect = ht16k33_connect,
	.disconnect = ht16k33_disconnect,
	.show = ht16k33_show,
};
