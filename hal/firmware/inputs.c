/*
 * inputs.c — reading the sensors: a chain of 74HC165 (reed switches, buttons) and CD74HC4067 multiplexers (hall sensors).
 */
#include "inputs.h"

#include <avr/interrupt.h>
#include <util/delay.h>

enum { STEP = 6, REST = 3 }; /* of 1023: the converter's own noise is 2 */

static uint8_t settled[INPUT_BYTES], reported[INPUT_BYTES], count0[INPUT_BYTES], count1[INPUT_BYTES];

void inputs_start(void)
{
	CHAIN_DDR |= _BV(CHAIN_LOAD) | _BV(CHAIN_CLOCK);
	CHAIN_PORT |= _BV(CHAIN_LOAD);
	MUX_DDR |= 15 << MUX_SELECT;
	if (MUXES) {
		ADMUX = _BV(REFS0);
		ADCSRA = _BV(ADEN) | _BV(ADIE) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
		ADCSRA |= _BV(ADSC);
	}
}

/* A closed contact pulls its input low. Two-bit vertical counters: eight inputs settle in a handful of instructions. */
void chain_scan(void)
{
	CHAIN_PORT &= (uint8_t)~_BV(CHAIN_LOAD);
	_delay_us(0.25);
	CHAIN_PORT |= _BV(CHAIN_LOAD);
	for (uint8_t i = 0; i < INPUT_BYTES; i++) {
		uint8_t level = 0;
		for (uint8_t bit = 1; bit; bit = (uint8_t)(bit << 1)) {
			if (!(CHAIN_PIN & _BV(CHAIN_DATA)))
				level |= bit;
			CHAIN_PORT |= _BV(CHAIN_CLOCK);
			CHAIN_PORT &= (uint8_t)~_BV(CHAIN_CLOCK);
		}
		uint8_t differs = level ^ settled[i];
		count0[i] = (uint8_t) ~(count0[i] & differs);
		count1[i] = count0[i] ^ (count1[i] & differs);
		settled[i] ^= differs & count0[i] & count1[i];
	}
}

bool chain_level(uint16_t input)
{
	return settled[input / 8] >> (input % 8) & 1;
}

uint16_t chain_changed(int16_t after)
{
	for (uint16_t n = (uint16_t)(after + 1); n < INPUTS; n++) {
		uint8_t rest = (uint8_t)(settled[n / 8] ^ reported[n / 8]) >> (n % 8);
		if (!rest)
			n |= 7; /* the rest of this byte is as reported */
		else if (rest & 1)
			return n;
	}
	return INPUTS;
}

void chain_reported(uint16_t input)
{
	uint8_t bit = (uint8_t)(1 << (input % 8));
	reported[input / 8] = (uint8_t)((reported[input / 8] & ~bit) | (settled[input / 8] & bit));
}

/* ---- Analogue --------------------------------------------------------------------------------------------------------- */

/* All multiplexers share their select lines. After a new selection one conversion (104 µs) is thrown away while it settles.
 * The first four are wired alike on both parts; inputs 8 … 15 are the 2560's alone. */
static const uint8_t converter_input[] = { 0, 1, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

static void select_input(uint8_t n)
{
	ADMUX = _BV(REFS0) | (n & 7);
#ifdef MUX5
	ADCSRB = n & 8 ? _BV(MUX5) : 0;
#endif
}
static volatile uint16_t value[ANALOGUES + 1]; /* + 1: there may be none */
static uint16_t last_report[ANALOGUES + 1];
static uint8_t last_slow[ANALOGUES + 1]; /* low byte of the value 200 ms ago */
static uint8_t channel, conversion;

ISR(ADC_vect)
{
	uint16_t v = ADC; /* before ADMUX moves on */
	uint8_t n = (uint8_t)(channel + 16 * (conversion - 1));
	if (conversion && n < ANALOGUES)
		value[n] = v;
	if (++conversion > MUXES) {
		conversion = 0;
		channel = (channel + 1) & 15;
		MUX_PORT = (uint8_t)((MUX_PORT & ~(15 << MUX_SELECT)) | channel << MUX_SELECT);
	}
	select_input(converter_input[conversion ? conversion - 1 : 0]);
	ADCSRA |= _BV(ADSC);
}

uint16_t analogue_value(uint8_t input)
{
	uint8_t flags = SREG;
	cli();
	uint16_t v = value[input];
	SREG = flags;
	return v;
}

static uint16_t distance(uint16_t a, uint16_t b)
{
	return a > b ? a - b : b - a;
}

bool analogue_changed(uint8_t input, bool slow)
{
	uint16_t v = analogue_value(input), away = distance(v, last_report[input]);
	if (away >= STEP)
		return true;
	if (!slow)
		return false;
	int8_t moved = (int8_t)((uint8_t)v - last_slow[input]);
	last_slow[input] = (uint8_t)v;
	return away >= REST && moved > -REST && moved < REST;
}

void analogue_reported(uint8_t input, uint16_t v)
{
	last_report[input] = v;
}
