/*
 * wire.c — lines of the serial protocol, to and from text.
 */
#include <errno.h>
#include <string.h>

#include "wire.h"

static const char letters[] = "snab";

int wire_letter(char c)
{
	const char *at = c ? strchr(letters, c) : NULL;
	return at ? (int)(at - letters) : -1;
}

uint16_t wire_crc(const char *text, size_t n)
{
	/* Four bits at a time. */
	static const uint16_t table[16] = { 0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5, 0x60c6, 0x70e7,
					    0x8108, 0x9129, 0xa14a, 0xb16b, 0xc18c, 0xd1ad, 0xe1ce, 0xf1ef };
	unsigned crc = 0;
	for (size_t i = 0; i < n; i++) {
		unsigned c = (unsigned char)text[i];
		crc = (crc << 4 & 0xffff) ^ table[crc >> 12 ^ c >> 4];
		crc = (crc << 4 & 0xffff) ^ table[crc >> 12 ^ (c & 15)];
	}
	return (uint16_t)crc;
}

/* ---- Reading ---------------------------------------------------------------------------------------------------------- */

/* What is left of a line. */
struct rest {
	const char *at, *end;
};

static int hex_digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool take_hex(struct rest *r, int digits, unsigned *ret)
{
	unsigned v = 0;
	if (r->end - r->at < digits)
		return false;
	for (int i = 0; i < digits; i++) {
		int d = hex_digit(r->at[i]);
		if (d < 0)
			return false;
		v = v << 4 | (unsigned)d;
	}
	r->at += digits;
	*ret = v;
	return true;
}

static bool take_char(struct rest *r, char c)
{
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

static bool take_number(struct rest *r, int max, int *ret)
{
	int v = 0;
	const char *from = r->at;
	for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
		v = v * 10 + (*r->at - '0');
		if (v > max)
			return false;
	}
	if (r->at == from)
		return false;
	*ret = v;
	return true;
}

/* A field ends at a space or with the line; fields that a later version adds behind are ignored. */
static bool at_field_end(const struct rest *r)
{
	return r->at == r->end || *r->at == ' ';
}

static bool take_input(struct rest *r, struct hal_input *ret)
{
	int n;
	char letter = r->at < r->end ? *r->at : 0;
	if (wire_letter(letter) < 0)
		return false;
	r->at++;
	if (!take_number(r, WIRE_INPUTS - 1, &n))
		return false;
	*ret = (struct hal_input){ letter, (uint16_t)n };
	return true;
}

static bool take_tag(struct rest *r, struct wire_hello *h)
{
	char letter = r->at < r->end ? *r->at++ : 0;
	int *to = wire_letter(letter) >= 0 ? &h->inputs[wire_letter(letter)]
		  : letter == 'l'          ? &h->leds
		  : letter == 'k'          ? &h->channels
		  : letter == 'w'          ? &h->window
					   : NULL;
	if (to)
		return take_number(r, 100000, to) && at_field_end(r);
	if (letter == 'c' && r->at < r->end)
		h->cause = *r->at++;
	while (!at_field_end(r))
		r->at++;
	return letter != 0 && letter != ' ';
}

static bool read_hello(struct rest *r, struct wire_hello *h)
{
	*h = (struct wire_hello){ .channels = 3, .window = 128, .cause = 'U' };
	if (!take_number(r, 9999, &h->version) || !take_char(r, ' '))
		return false;
	size_t n = 0;
	while (!at_field_end(r)) {
		if (n == sizeof h->id - 1)
			return false;
		h->id[n++] = *r->at++;
	}
	while (take_char(r, ' '))
		if (!take_tag(r, h))
			return false;
	for (int i = 0; i < WIRE_LETTERS; i++)
		if (h->inputs[i] > WIRE_INPUTS)
			return false;
	return n > 0 && r->at == r->end && h->window >= WIRE_HOST_LINE;
}

/* Switches and buttons: four a digit; numbers: two digits each; analogue: three. */
static bool read_frame(struct rest *r, struct wire_frame *f)
{
	unsigned v;
	int digits = 0;
	f->n = 0;
	if (!take_input(r, &f->first) || !take_char(r, ' '))
		return false;
	int each = f->first.letter == 'a' ? 3 : f->first.letter == 'n' ? 2 : 1;
	for (; !at_field_end(r); digits += each) {
		if (digits + each > WIRE_DIGITS || !take_hex(r, each, &v) || (each == 3 && v > 1023))
			return false;
		if (each > 1)
			f->value[f->n++] = (uint16_t)v;
		for (int bit = 0; bit < 4 && each == 1; bit++)
			f->value[f->n++] = v >> bit & 1;
	}
	return f->n > 0;
}

static bool read_change(struct rest *r, struct wire_frame *f)
{
	int v;
	if (!take_input(r, &f->first) || !take_char(r, ' '))
		return false;
	int max = f->first.letter == 'a' ? 1023 : f->first.letter == 'n' ? 255 : 1;
	if (!take_number(r, max, &v) || !at_field_end(r))
		return false;
	f->n = 1;
	f->value[0] = (uint16_t)v;
	return true;
}

static bool read_answer(struct rest *r, struct wire_line *l)
{
	unsigned tag;
	if (take_char(r, '-')) {
		l->tag = -1;
		if (l->type != 'N' || !take_char(r, '-'))
			return false;
	} else if (take_hex(r, 2, &tag)) {
		l->tag = (int)tag;
	} else {
		return false;
	}
	if (l->type == 'N') {
		if (!take_char(r, ' ') || r->at == r->end)
			return false;
		l->reason = *r->at++;
	}
	return at_field_end(r);
}

static bool read_fields(struct rest *r, struct wire_line *l)
{
	if (strchr("HFECKN", l->type) && !take_char(r, ' '))
		return false;
	switch (l->type) {
	case 'H': return read_hello(r, &l->hello);
	case 'F': return read_frame(r, &l->frame);
	case 'E': return take_number(r, 255, &l->lines) && at_field_end(r);
	case 'C': return read_change(r, &l->frame);
	case 'K':
	case 'N': return read_answer(r, l);
	default: return at_field_end(r);
	}
}

int wire_decode(const char *text, size_t n, struct wire_line *ret)
{
	struct wire_line l = { .tag = -1 };
	unsigned crc, seq, time_ms;
	if (n < 6 || n >= WIRE_BOARD_LINE || text[n - 5] != '*')
		return -EBADMSG;
	struct rest told = { text + n - 4, text + n }, r = { text, text + n - 5 };
	if (!take_hex(&told, 4, &crc) || crc != wire_crc(text, n - 5))
		return -EBADMSG;
	for (size_t i = 0; i < n - 5; i++)
		if (text[i] < 0x20 || text[i] > 0x7E || text[i] == '*')
			return -EBADMSG;
	l.type = *r.at++;
	if (l.type < 'A' || l.type > 'Z' || !take_char(&r, ' ') || !take_hex(&r, 2, &seq) || !take_char(&r, ' ') ||
	    !take_hex(&r, 4, &time_ms))
		return -EBADMSG;
	l.seq = (uint8_t)seq;
	l.time_ms = (uint16_t)time_ms;
	if (!read_fields(&r, &l))
		return -EBADMSG;
	*ret = l;
	return 0;
}

enum wire_got wire_take(struct wire_reader *r, char c)
{
	if (r->n && r->line[r->n - 1] == '\n')
		r->n = 0;
	if (c == '\r')
		return WIRE_MORE;
	if (c != '\n') {
		if (r->n < WIRE_BOARD_LINE - 1)
			r->line[r->n++] = c;
		else
			r->overlong = true;
		return WIRE_MORE;
	}
	unsigned n = r->n;
	bool overlong = r->overlong;
	r->overlong = false;
	r->line[r->n++] = '\n';
	if (overlong)
		return WIRE_DAMAGED;
	return n ? WIRE_LINE : WIRE_MORE;
}

/* ---- Writing ------------------------------------------------------------------------------------------------------------- */

/* By hand and not by printf: between a sensor and its light lie five lines or more. */

static const char hex[] = "0123456789ABCDEF";

static char *put_hex(char *to, unsigned v, int digits)
{
	for (int i = digits - 1; i >= 0; i--)
		*to++ = hex[v >> 4 * i & 15];
	return to;
}

static char *put_number(char *to, int v)
{
	char digit[10];
	int n = 0;
	do {
		digit[n++] = (char)('0' + v % 10);
		v /= 10;
	} while (v);
	*to++ = ' ';
	while (n)
		*to++ = digit[--n];
	return to;
}

static char *put_colour(char *to, struct hal_rgb c)
{
	return put_hex(to, (unsigned)c.r << 16 | (unsigned)c.g << 8 | c.b, 6);
}

static char *begin_line(char *out, char type, uint8_t tag)
{
	*out++ = type;
	*out++ = ' ';
	return put_hex(out, tag, 2);
}

static int end_line(char *out, char *to)
{
	unsigned crc = wire_crc(out, (size_t)(to - out));
	*to++ = '*';
	to = put_hex(to, crc, 4);
	*to++ = '\n';
	*to = '\0';
	return (int)(to - out);
}

int wire_plain_line(char out[WIRE_HOST_LINE + 1], char type, uint8_t tag)
{
	return end_line(out, begin_line(out, type, tag));
}

int wire_latch_line(char out[WIRE_HOST_LINE + 1], uint8_t tag, int lines)
{
	return end_line(out, put_number(begin_line(out, 'W', tag), lines));
}

static bool same(struct hal_rgb a, struct hal_rgb b)
{
	return a.r == b.r && a.g == b.g && a.b == b.b;
}

/* How many LEDs from i on are wanted alike, counted up to `most`. */
static int run_length(const struct hal_rgb *want, int leds, int i, int most)
{
	int n = 1;
	while (n < most && i + n < leds && same(want[i], want[i + n]))
		n++;
	return n;
}

int wire_led_line(char out[WIRE_HOST_LINE + 1], uint8_t tag, struct hal_rgb *have, const struct hal_rgb *want, int leds,
		  int *at, int *ret_first)
{
	enum { RUN = 3 }; /* from here on a run is shorter than single colours */
	int i = *at, n = 0;
	while (i < leds && same(have[i], want[i]))
		i++;
	*at = i;
	if (i >= leds)
		return 0;
	int run = run_length(want, leds, i, leds);
	if (run >= RUN) {
		n = run;
	} else {
		for (int j = i; j < leds && j < i + WIRE_DISTINCT && run_length(want, leds, j, RUN) < RUN; j++)
			if (!same(have[j], want[j]))
				n = j - i + 1;
	}
	memcpy(have + i, want + i, (size_t)n * sizeof *have);
	*ret_first = i;
	*at = i + n;
	char *to = put_number(begin_line(out, run >= RUN ? 'L' : 'D', tag), i);
	if (run >= RUN)
		to = put_number(to, n);
	*to++ = ' ';
	for (int j = 0; j < (run >= RUN ? 1 : n); j++)
		to = put_colour(to, want[i + j]);
	return end_line(out, to);
}
