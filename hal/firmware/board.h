/*
 * board.h — sizes and pins of a board. Everything that one builder's board has and another's has not stands here; sizes are
 * set on the command line of make (see README.md), the other files follow.
 *
 * Simulators other than the chip have one quirk worth knowing: on the ATmega328P nothing that idles low may sit on PD2 or PD3.
 */
#ifndef BOARD_H
#define BOARD_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef BOARD_ID
#define BOARD_ID "contigo"
#endif
#ifndef SWITCHES
#define SWITCHES 36 /* reed switches, the first inputs of the shift-register chain */
#endif
#ifndef BUTTONS
#define BUTTONS 4 /* the next inputs of the same chain */
#endif
#ifndef ANALOGUES
#define ANALOGUES 28 /* hall sensors behind 16-way multiplexers: up to 64, on the ATmega2560 192 */
#endif
#ifndef LEDS
#define LEDS 64
#endif
#ifndef BAUD
#define BAUD 500000 /* exact at 16 MHz; 115200 is 2.1 % off */
#endif

enum {
	INPUTS = SWITCHES + BUTTONS,
	INPUT_BYTES = (INPUTS + 7) / 8,
	MUXES = (ANALOGUES + 15) / 16,
	WINDOW = 128,    /* bytes that the host may have under way */
	BOARD_LINE = 80, /* longest line from here, newline included */
	HOST_LINE = 64,  /* longest line to here */
	FILTER_MS = 4,   /* equal samples that settle a switch */
};

#if ANALOGUES > 192 || (ANALOGUES > 64 && !defined(__AVR_ATmega2560__))
#error "four multiplexers of sixteen channels are all there is, on the ATmega2560 twelve"
#endif

/*
 *                  ATmega328P   ATmega2560
 * 74HC165 load     PD5          PA2          low: take the inputs over
 * 74HC165 clock    PD6          PA3
 * 74HC165 data     PD7          PA4
 * 4067 select 0-3  PC2 … PC5    PF2 … PF5
 * 4067 common      ADC0 1 6 7   ADC0 1 6 7 8 … 15
 * LED data         PB3          PB2
 * LED clock        PB5          PB1          APA102 only
 */
#if defined(__AVR_ATmega328P__)
#define CHAIN_PORT PORTD
#define CHAIN_PIN PIND
#define CHAIN_DDR DDRD
#define MUX_PORT PORTC
#define MUX_DDR DDRC
#define RX_VECTOR USART_RX_vect
#define TX_VECTOR USART_UDRE_vect
enum { CHAIN_LOAD = 5, CHAIN_CLOCK = 6, CHAIN_DATA = 7, MUX_SELECT = 2, LED_DATA = 3, LED_CLOCK = 5 };
#elif defined(__AVR_ATmega2560__)
#define CHAIN_PORT PORTA
#define CHAIN_PIN PINA
#define CHAIN_DDR DDRA
#define MUX_PORT PORTF
#define MUX_DDR DDRF
#define RX_VECTOR USART0_RX_vect
#define TX_VECTOR USART0_UDRE_vect
enum { CHAIN_LOAD = 2, CHAIN_CLOCK = 3, CHAIN_DATA = 4, MUX_SELECT = 2, LED_DATA = 2, LED_CLOCK = 1 };
#else
#error "no pins for this part yet: add them above"
#endif

#endif
