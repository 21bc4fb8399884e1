/*
 * leds_encode.c — see leds_encode.h.
 */
#include "leds_encode.h"

#include <string.h>

enum { APA102_START = 4, APA102_END = 4, WS2812_LATCH = 120 /* bytes: 300 µs at 3.2 MHz */ };

static size_t apa102_tail(int leds)
{
	return APA102_END + (size_t)leds / 16 + 1;
}

size_t leds_apa102_size(int leds)
{
	return APA102_START + 4 * (size_t)leds + apa102_tail(leds);
}

size_t leds_apa102(const struct hal_rgb *duty, int leds, uint8_t *out)
{
	uint8_t *p = out;
	memset(p, 0, APA102_START);
	p += APA102_START;
	for (int i = 0; i < leds; i++) {
		*p++ = 0xE0 | 31; /* its own brightness stays full: it would flicker at a few hundred hertz */
		*p++ = duty[i].r; /* already in wire order */
		*p++ = duty[i].g;
		*p++ = duty[i].b;
	}
	memset(p, 0, apa102_tail(leds));
	return leds_apa102_size(leds);
}

size_t leds_ws2812_size(int leds)
{
	return 12 * (size_t)leds + WS2812_LATCH;
}

static uint8_t *ws2812_byte(uint8_t *p, uint8_t v)
{
	for (int bit = 7; bit > 0; bit -= 2)
		*p++ = (uint8_t)((v >> bit & 1 ? 0xC0 : 0x80) | (v >> (bit - 1) & 1 ? 0x0C : 0x08));
	return p;
}

size_t leds_ws2812(const struct hal_rgb *duty, int leds, uint8_t *out)
{
	uint8_t *p = out;
	for (int i = 0; i < leds; i++) {
		p = ws2812_byte(p, duty[i].r);
		p = ws2812_byte(p, duty[i].g);
		p = ws2812_byte(p, duty[i].b);
	}
	memset(p, 0, WS2812_LATCH);
	return leds_ws2812_size(leds);
}

int leds_is_lit(struct hal_rgb wanted)
{
	enum { SEEN = 110 };
	return wanted.r > SEEN || wanted.g > SEEN || wanted.b > SEEN;
}

void leds_ht16k33(const struct hal_rgb *wanted, int leds, uint8_t out[LEDS_HT16K33_BYTES])
{
	memset(out, 0, LEDS_HT16K33_BYTES);
	for (int i = 0; i < leds && i < LEDS_HT16K33; i++)
		if (leds_is_lit(wanted[i]))
			out[i / 8] |= (uint8_t)(1 << i % 8);
}
