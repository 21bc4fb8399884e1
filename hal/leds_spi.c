/*
 * leds_spi.c — APA102/SK9822 and WS2812 on /dev/spidevX.Y: non-root, every Pi. Board file, in the scheme's section:
 *
 *   leds = apa102 | ws2812      led_device = /dev/spidev0.0      led_hz = 4000000 (APA102 only)
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/spi/spidev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "internal.h"
#include "leds_encode.h"

struct spi_leds {
	const char *device;
	uint32_t hz;
	bool ws2812;
	int fd;
	size_t message_bytes; /* what the kernel takes in one message */
	uint8_t bytes[];
};

static int open_strip(struct hal *h, bool ws2812, char message[HAL_MESSAGE_MAX])
{
	const char *section = h->backend->scheme;
	const char *device = hal_board_value(h->board, section, "led_device");
	int hz = LEDS_WS2812_HZ;
	if (!ws2812) {
		int e = hal_board_number(h->board, section, "led_hz", 100000, 20000000, 4000000, &hz, message);
		if (e < 0)
			return e;
	}
	size_t size = ws2812 ? leds_ws2812_size(h->leds) : leds_apa102_size(h->leds);
	struct spi_leds *s = calloc(1, sizeof *s + size);
	if (!s) {
		snprintf(message, HAL_MESSAGE_MAX, "LEDs: no memory");
		return -ENOMEM;
	}
	s->device = device ? device : "/dev/spidev0.0";
	s->hz = (uint32_t)hz;
	s->ws2812 = ws2812;
	s->fd = -1;
	h->light_own = s;
	return 0;
}

static int apa102_open(struct hal *h, char message[HAL_MESSAGE_MAX])
{
	return open_strip(h, false, message);
}

static int ws2812_open(struct hal *h, char message[HAL_MESSAGE_MAX])
{
	return open_strip(h, true, message);
}

static void strip_close(struct hal *h)
{
	free(h->light_own);
}

static void strip_disconnect(struct hal *h)
{
	struct spi_leds *s = h->light_own;
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}

static size_t kernel_message_bytes(void)
{
	unsigned long n = 4096;
	FILE *f = fopen("/sys/module/spidev/parameters/bufsiz", "re");
	if (f) {
		if (fscanf(f, "%lu", &n) != 1 || n < 64)
			n = 4096;
		fclose(f);
	}
	return n;
}

static int strip_connect(struct hal *h, int64_t now_us)
{
	struct spi_leds *s = h->light_own;
	(void)now_us;
	uint8_t mode = SPI_MODE_0, bits = 8;
	s->fd = open(s->device, O_RDWR | O_CLOEXEC);
	if (s->fd < 0)
		return hal_light_cannot(h, s->device, "spi", "dtparam=spi=on", -errno);
	if (ioctl(s->fd, SPI_IOC_WR_MODE, &mode) < 0 || ioctl(s->fd, SPI_IOC_WR_BITS_PER_WORD, &bits) < 0 ||
	    ioctl(s->fd, SPI_IOC_WR_MAX_SPEED_HZ, &s->hz) < 0) {
		int e = -errno;
		strip_disconnect(h);
		hal_light_say(h, "%.60s is no SPI device that does %u Hz: %s", s->device, s->hz, strerror(-e));
		return e;
	}
	s->message_bytes = kernel_message_bytes();
	/* A WS2812 frame must go out in one piece. */
	if (s->ws2812 && leds_ws2812_size(h->leds) > s->message_bytes) {
		size_t wanted = (leds_ws2812_size(h->leds) + 4095) / 4096 * 4096;
		strip_disconnect(h);
		hal_light_say(h, "%d WS2812 need spidev.bufsiz=%zu in cmdline.txt; SPI takes %zu bytes at once now", h->leds,
			      wanted, s->message_bytes);
		return -EMSGSIZE;
	}
	return 0;
}

static int strip_show(struct hal *h, int64_t now_us, const struct hal_rgb *duty, int leds)
{
	struct spi_leds *s = h->light_own;
	(void)now_us;
	size_t size = s->ws2812 ? leds_ws2812(duty, leds, s->bytes) : leds_apa102(duty, leds, s->bytes), done = 0;
	while (done < size) {
		size_t part = size - done < s->message_bytes ? size - done : s->message_bytes;
		struct spi_ioc_transfer transfer = {
			.tx_buf = (uint64_t)(uintptr_t)(s->bytes + done),
			.len = (uint32_t)part,
			.speed_hz = s->hz,
			.bits_per_word = 8,
		};
		if (ioctl(s->fd, SPI_IOC_MESSAGE(1), &transfer) < 0)
			return -errno;
		done += part;
	}
	return 0;
}

const struct hal_light_driver hal_apa102_driver = {
	.name = "apa102",
	.open = apa102_open,
	.close = strip_close,
	.connect = strip_connect,
	.disconnect = strip_disconnect,
	.show = strip_show,
};

const struct hal_light_driver hal_ws2812_driver = {
	.name = "ws2812",
	.open = ws2812_open,
	.close = strip_close,
	.connect = strip_connect,
	.disconnect = strip_disconnect,
	.show = strip_show,
};
