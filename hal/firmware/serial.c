/*
 * serial.c — UART 0 with interrupts, line framing, CRC-16/XMODEM.
 */
#include "serial.h"

#include <avr/interrupt.h>
#include <string.h>
#include <util/crc16.h>

static char tx[256]; /* its indices are bytes: they wrap by themselves */
static volatile uint8_t tx_head, tx_tail;

enum { RX_ROOM = WINDOW + 8 };
static char rx[RX_ROOM];
static volatile uint8_t rx_head, rx_tail;
static volatile bool rx_lost;

static char out[BOARD_LINE];
static uint8_t out_length, sequence;
static bool spoken;

ISR(TX_VECTOR)
{
	if (tx_tail == tx_head)
		UCSR0B &= (uint8_t)~_BV(UDRIE0);
	else
		UDR0 = (uint8_t)tx[tx_tail++];
}

/* The status belongs to the byte that is about to be read: it must be looked at first. */
static inline void take_byte(void)
{
	uint8_t status = UCSR0A;
	char c = (char)UDR0;
	uint8_t next = (uint8_t)(rx_head + 1) % RX_ROOM;
	if ((status & (_BV(FE0) | _BV(DOR0))) || next == rx_tail) {
		rx_lost = true;
		return;
	}
	rx[rx_head] = c;
	rx_head = next;
}

ISR(RX_VECTOR)
{
	take_byte();
}

void serial_poll(void)
{
	while (UCSR0A & _BV(RXC0))
		take_byte();
}

void serial_start(void)
{
	UCSR0A = _BV(U2X0);
	UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
	UBRR0 = (F_CPU + BAUD * 4UL) / (BAUD * 8UL) - 1;
	UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
	/* Ends a line that the reset may have torn, so that the hello is not glued to it. */
	tx[tx_head++] = '\n';
	UCSR0B |= _BV(UDRIE0);
}

bool serial_waiting(void)
{
	return rx_tail != rx_head;
}

/* ---- Lines in ------------------------------------------------------------------------------------------------------- */

char host_line[HOST_LINE];
static uint8_t in_length;
static bool in_too_long;

static int8_t digit(char c)
{
	if (c >= '0' && c <= '9')
		return (int8_t)(c - '0');
	return c >= 'A' && c <= 'F' ? (int8_t)(c - 'A' + 10) : -1;
}

/* Cuts the checksum off and says whether it was right. */
static bool checksum_fits(void)
{
	if (in_length < 6 || host_line[in_length - 5] != '*')
		return false;
	uint8_t body = in_length - 5;
	uint16_t crc = 0, said = 0;
	for (uint8_t i = 0; i < body; i++)
		crc = _crc_xmodem_update(crc, (uint8_t)host_line[i]);
	for (uint8_t i = body + 1; i < in_length; i++) {
		int8_t d = digit(host_line[i]);
		if (d < 0)
			return false;
		said = (uint16_t)(said << 4 | (uint8_t)d);
	}
	host_line[body] = 0;
	return crc == said;
}

bool serial_line(char *ret_fault)
{
	while (rx_tail != rx_head) {
		char c = rx[rx_tail];
		rx_tail = (uint8_t)(rx_tail + 1) % RX_ROOM;
		if (c == '\r')
			continue;
		if (c != '\n') {
			if (in_length == sizeof host_line - 1)
				in_too_long = true;
			else
				host_line[in_length++] = c;
			continue;
		}
		bool lost = rx_lost || in_too_long, empty = in_length == 0;
		if (lost)
			*ret_fault = '!';
		else if (!empty)
			*ret_fault = checksum_fits() ? 0 : 'c';
		in_length = 0;
		in_too_long = rx_lost = false;
		if (lost || !empty)
			return true;
	}
	return false;
}

/* ---- Lines out ------------------------------------------------------------------------------------------------------ */

void line_char(char c)
{
	out[out_length++] = c;
}

void line_space(void)
{
	line_char(' ');
}

void line_text(const char *s)
{
	while (*s)
		line_char(*s++);
}

void line_hex(uint16_t v, uint8_t digits)
{
	while (digits--) {
		uint8_t d = (uint8_t)(v >> (4 * digits)) & 15;
		line_char((char)(d < 10 ? '0' + d : 'A' + d - 10));
	}
}

void line_decimal(uint16_t v)
{
	char d[5];
	uint8_t n = 0;
	do
		d[n++] = (char)('0' + v % 10);
	while (v /= 10);
	while (n)
		line_char(d[--n]);
}

void line_begin(char type, uint16_t time)
{
	out_length = 0;
	line_char(type);
	line_space();
	line_hex(sequence, 2);
	line_space();
	line_hex(time, 4);
}

bool line_end(void)
{
	uint16_t crc = 0;
	for (uint8_t i = 0; i < out_length; i++)
		crc = _crc_xmodem_update(crc, (uint8_t)out[i]);
	line_char('*');
	line_hex(crc, 4);
	line_char('\n');
	if ((uint8_t)(tx_tail - tx_head - 1) < out_length)
		return false;
	for (uint8_t i = 0; i < out_length; i++)
		tx[(uint8_t)(tx_head + i)] = out[i];
	tx_head += out_length;
	sequence++;
	spoken = true;
	uint8_t flags = SREG;
	cli();
	UCSR0B |= _BV(UDRIE0);
	SREG = flags;
	return true;
}

bool serial_has_spoken(void)
{
	bool was = spoken;
	spoken = false;
	return was;
}
