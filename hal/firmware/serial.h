/*
 * serial.h — bytes in and out, and lines: building one with its checksum, taking one in.
 *
 * Both rings are filled and emptied by interrupts. A line is queued as a whole or not at all; only then does the sequence
 * number move on.
 */
#ifndef SERIAL_H
#define SERIAL_H

#include "board.h"

void serial_start(void);

/* Takes a received byte from the hardware if there is one: for the time in which interrupts are off. */
void serial_poll(void);

/* Anything received and not yet read? */
bool serial_waiting(void);

/* Reads on. True when a line is complete: it lies in host_line without checksum, 0-terminated. `fault` is then 0, 'c' for a
 * wrong checksum or '!' for a line too long or lost bytes. */
bool serial_line(char *ret_fault);
extern char host_line[HOST_LINE];

/* Builds a line: begin, put…, end. end() is false when the transmit ring has no room: nothing has happened then. */
void line_begin(char type, uint16_t time);
void line_char(char c);
void line_text(const char *s);
void line_hex(uint16_t v, uint8_t digits);
void line_decimal(uint16_t v);
void line_space(void);
bool line_end(void);

/* True once after each queued line: something was said. */
bool serial_has_spoken(void);

#endif
