/*
 * leds.h — the LED chain: a buffer that the host writes, and its way out. APA102/SK9822 by default, WS2812 with -DLED_WS2812.
 */
#ifndef LEDS_H
#define LEDS_H

#include "board.h"

void leds_start(void);
void leds_set(uint16_t led, uint8_t first, uint8_t second, uint8_t third); /* in wire order */
void leds_black(void);
void leds_latch(void); /* begin to send the buffer */
bool leds_busy(void);  /* still sending: the buffer must not change */
void leds_step(void);  /* one LED's worth of sending */

#endif
