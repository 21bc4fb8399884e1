/*
 * wire.h — lines of the serial protocol as text and as structs. Pure: no I/O, no state, no allocation. See PROTOCOL.md.
 */
#ifndef TABLERO_HAL_WIRE_H
#define TABLERO_HAL_WIRE_H

#include "internal.h"

enum {
	WIRE_BOARD_LINE = 80, /* longest line of a board, newline included */
	WIRE_HOST_LINE = 64,  /* longest line of a host */
	WIRE_DIGITS = 48,     /* most digits of one F line */
	WIRE_VERSION = 1,
	WIRE_INPUTS = 1000, /* inputs of one letter */
	WIRE_DISTINCT = 8,  /* most colours of one D line */
};

/* The letters of inputs as small numbers: s n a b → 0 … 3; −1 for anything else. */
enum { WIRE_LETTERS = 4 };
int wire_letter(char c);

struct wire_hello {
	int version;
	char id[16];
	int inputs[WIRE_LETTERS];
	int leds, channels, window;
	char cause;
};

struct wire_frame {
	struct hal_input first;
	int n;
	uint16_t value[4 * WIRE_DIGITS];
};

/* One line of a board. */
struct wire_line {
	char type; /* 'H' 'F' 'E' 'C' 'T' 'K' 'N', or one of a later version */
	uint8_t seq;
	uint16_t time_ms;
	struct wire_hello hello; /* H */
	struct wire_frame frame; /* F; C: n is 1 */
	int lines;               /* E */
	int tag;                 /* K, N: −1 for "--" */
	char reason;             /* N */
};

uint16_t wire_crc(const char *text, size_t n);

/* Reads one line without its newline. 0, or −EBADMSG for one that is damaged or impossible. */
int wire_decode(const char *text, size_t n, struct wire_line *ret);

/* Host lines, written whole: with checksum and newline, and a zero behind. All return the length. */

/* A line that is its letter and nothing more: H, F, T. */
int wire_plain_line(char out[WIRE_HOST_LINE + 1], char type, uint8_t tag);
/* The latch after so many L and D lines. */
int wire_latch_line(char out[WIRE_HOST_LINE + 1], uint8_t tag, int lines);

/* Writes the next L or D line that brings the board's buffer `have` nearer to `want`, looking from LED *at on; updates `have`.
 * It sets the LEDs *ret_first … *at − 1. Returns the line's length, 0 when nothing differs any more. */
int wire_led_line(char out[WIRE_HOST_LINE + 1], uint8_t tag, struct hal_rgb *have, const struct hal_rgb *want, int leds,
		  int *at, int *ret_first);

/* Collects bytes into lines. */
struct wire_reader {
	char line[WIRE_BOARD_LINE];
	unsigned n;
	bool overlong;
};
enum wire_got { WIRE_MORE, WIRE_LINE, WIRE_DAMAGED };
/* Takes one byte. WIRE_LINE: reader->line, reader->n hold a line that is not empty, until the next byte. */
enum wire_got wire_take(struct wire_reader *r, char c);

#endif
