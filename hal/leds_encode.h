/*
 * leds_encode.h — what goes over the wire for a frame of colours: pure, so that tests can compare every byte.
 */
#ifndef TABLERO_HAL_LEDS_ENCODE_H
#define TABLERO_HAL_LEDS_ENCODE_H

#include <stddef.h>
#include <stdint.h>

#include "hal.h"

/* APA102/SK9822: a start of 32 zeros, four bytes an LED, then half a clock an LED and 32 more for the SK9822. */
size_t leds_apa102_size(int leds);
size_t leds_apa102(const struct hal_rgb *duty, int leds, uint8_t *out);

/* WS2812 at 3.2 MHz: four SPI bits a bit, 1000 or 1100. Every byte ends in 0, so the gap that some SPI controllers leave
 * between bytes only lengthens a low. 300 µs of low latch. */
enum { LEDS_WS2812_HZ = 3200000 };
size_t leds_ws2812_size(int leds);
size_t leds_ws2812(const struct hal_rgb *duty, int leds, uint8_t *out);

/* HT16K33: 16 rows of 8 single-colour LEDs, LED n at row n / 8, bit n % 8; lit as leds_is_lit() says. */
enum { LEDS_HT16K33 = 128, LEDS_HT16K33_BYTES = 16 };
void leds_ht16k33(const struct hal_rgb *wanted, int leds, uint8_t out[LEDS_HT16K33_BYTES]);

/* Whether an LED without grades should shine: what is meant to be seen does, what only glows in the background does not, and a
 * slow pulse goes on and off. Takes the colour that is wanted, before brightness and gamma. */
int leds_is_lit(struct hal_rgb wanted);

#endif
