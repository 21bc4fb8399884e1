/*
 * leds.c — sending colours. An APA102 waits as long as it must, so one LED a pass keeps the switch scan on time. A WS2812
 * does not: its frame goes out in one piece with interrupts off, and received bytes are taken between LEDs.
 */
#include "leds.h"

#include <avr/interrupt.h>
#include <string.h>

#include "serial.h"

static uint8_t buffer[LEDS + 1][3]; /* + 1: there may be none */
static uint16_t next = LEDS + 1;    /* LED to send next; LEDS: the end frame; LEDS + 1: nothing to do */

void leds_start(void)
{
	DDRB |= _BV(LED_DATA) | _BV(LED_CLOCK) | _BV(2); /* PB2 is SS: an input there would turn the SPI unit around */
	leds_black();
	leds_latch();
}

void leds_set(uint16_t led, uint8_t first, uint8_t second, uint8_t third)
{
	buffer[led][0] = first;
	buffer[led][1] = second;
	buffer[led][2] = third;
}

void leds_black(void)
{
	memset(buffer, 0, sizeof buffer);
}

void leds_latch(void)
{
	next = 0;
}

bool leds_busy(void)
{
	return next <= LEDS;
}

#ifdef LED_WS2812

/* 20 cycles a bit at 16 MHz: high for 6 (0.375 µs) is a 0, for 13 (0.8125 µs) a 1. */
static void send_byte(uint8_t byte, uint8_t high, uint8_t low)
{
	uint8_t bits = 8;
	__asm__ volatile("1:	out	%[port], %[high]\n"
			 "	nop\n	nop\n	nop\n	nop\n"
			 "	sbrs	%[byte], 7\n"
			 "	out	%[port], %[low]\n"
			 "	lsl	%[byte]\n"
			 "	nop\n	nop\n	nop\n	nop\n	nop\n"
			 "	out	%[port], %[low]\n"
			 "	nop\n	nop\n	nop\n"
			 "	dec	%[bits]\n"
			 "	brne	1b\n"
			 : [byte] "+r"(byte), [bits] "+r"(bits)
			 : [port] "I"(_SFR_IO_ADDR(PORTB)), [high] "r"(high), [low] "r"(low));
}

void leds_step(void)
{
	if (!leds_busy())
		return;
	cli();
	uint8_t low = PORTB & (uint8_t)~_BV(LED_DATA), high = low | _BV(LED_DATA);
	for (uint16_t i = 0; i < LEDS; i++) {
		for (uint8_t k = 0; k < 3; k++)
			send_byte(buffer[i][k], high, low);
		serial_poll();
	}
	sei();
	next = LEDS + 1;
}

#else

static void send_byte(uint8_t byte)
{
	for (uint8_t bit = 0x80; bit; bit >>= 1) {
		if (byte & bit)
			PORTB |= _BV(LED_DATA);
		else
			PORTB &= (uint8_t)~_BV(LED_DATA);
		PORTB |= _BV(LED_CLOCK);
		PORTB &= (uint8_t)~_BV(LED_CLOCK);
	}
}

void leds_step(void)
{
	if (!leds_busy())
		return;
	if (next == 0)
		for (uint8_t i = 0; i < 4; i++)
			send_byte(0);
	if (next < LEDS) {
		send_byte(0xE0 | 31);
		for (uint8_t k = 0; k < 3; k++)
			send_byte(buffer[next][k]);
	} else {
		/* Each LED hands the clock on half a beat late; an SK9822 wants 32 more to take its colour over. */
		for (uint16_t i = 0; i < 4 + LEDS / 16 + 1; i++)
			send_byte(0);
	}
	next++;
}

#endif
