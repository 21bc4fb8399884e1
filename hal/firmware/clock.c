/*
 * clock.c — timer 0 at 1 kHz.
 */
#include "clock.h"

#include <avr/interrupt.h>

static volatile uint16_t clock_ms;
static volatile bool tick;

ISR(TIMER0_COMPA_vect)
{
	clock_ms++;
	tick = true;
}

void clock_start(void)
{
	TCCR0A = _BV(WGM01);
	TCCR0B = _BV(CS01) | _BV(CS00);
	OCR0A = F_CPU / 64 / 1000 - 1;
	TIMSK0 = _BV(OCIE0A);
}

uint16_t now_ms(void)
{
	uint8_t flags = SREG;
	cli();
	uint16_t t = clock_ms;
	SREG = flags;
	return t;
}

bool clock_has_ticked(void)
{
	return tick;
}

bool clock_take_tick(void)
{
	uint8_t flags = SREG;
	cli();
	bool ticked = tick;
	tick = false;
	SREG = flags;
	return ticked;
}
