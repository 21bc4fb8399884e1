/*
 * main.c — the reference firmware: hal/PROTOCOL.md in full, for 8-bit parts with 2 KB of memory.
 *
 * One loop. A timer ticks once a millisecond; between ticks the processor sleeps. Reports go out most urgent first (answer,
 * hello, frame, changes, heartbeat) and each waits for room in the transmit ring, so nothing is ever dropped here.
 */
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <string.h>

#include "board.h"
#include "inputs.h"
#include "leds.h"
#include "serial.h"

enum {
	HEARTBEAT_MS = 1000,
	HOST_SILENT_MS = 6000,
	ANALOGUE_MS = 10,
	ANALOGUE_SLOW_MS = 200,
	FIRST_SWEEP_MS = 10 + (MUXES + 1) * 16 * 104 / 1000, /* until the filter and the first analogue sweep are through */
	FRAME_DIGITS = 48,                                   /* digits in one F line */
};

static volatile uint16_t clock_ms;
static volatile bool tick;
static char reset_cause;

ISR(TIMER0_COMPA_vect)
{
	clock_ms++;
	tick = true;
}

static uint16_t now_ms(void)
{
	uint8_t flags = SREG;
	cli();
	uint16_t t = clock_ms;
	SREG = flags;
	return t;
}

/* ---- The host's lines ------------------------------------------------------------------------------------------------- */

static bool want_hello = true, want_frame = true, starve, dark;
static uint16_t host_heard_ms;
static uint8_t lines_since_latch;

static struct {
	bool due;
	char tag[2], reason; /* reason 0: done */
} answer;

static bool take_number(char **p, uint8_t base, uint8_t digits, uint32_t *ret)
{
	uint32_t v = 0;
	uint8_t n = 0;
	for (; n < digits; n++) {
		char c = (*p)[n];
		uint8_t d = (uint8_t)(c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99);
		if (d >= base)
			break;
		v = v * base + d;
	}
	if (n == 0 || (base == 16 && n < digits))
		return false;
	*p += n;
	*ret = v;
	return true;
}

/* A field: one space, then a decimal number. */
static bool take_field(char **p, uint16_t *ret)
{
	uint32_t v;
	if (**p != ' ')
		return false;
	++*p;
	if (!take_number(p, 10, 5, &v) || v > 0xffff || (**p && **p != ' '))
		return false;
	*ret = (uint16_t)v;
	return true;
}

static bool set_run(char *p)
{
	uint16_t first, count;
	uint32_t rgb;
	if (!take_field(&p, &first) || !take_field(&p, &count) || *p++ != ' ' || !take_number(&p, 16, 6, &rgb) ||
	    (*p && *p != ' ') || count == 0 || first >= LEDS || count > LEDS - first)
		return false;
	while (count--)
		leds_set(first++, (uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb);
	return true;
}

static bool set_distinct(char *p)
{
	uint16_t first;
	if (!take_field(&p, &first) || *p++ != ' ')
		return false;
	uint8_t digits = 0;
	while (p[digits] && p[digits] != ' ')
		digits++;
	uint8_t count = digits / 6;
	if (count == 0 || count > 8 || digits % 6 || first >= LEDS || count > LEDS - first)
		return false;
	uint32_t rgb[8];
	for (uint8_t i = 0; i < count; i++)
		if (!take_number(&p, 16, 6, &rgb[i]))
			return false;
	for (uint8_t i = 0; i < count; i++)
		leds_set(first + i, (uint8_t)(rgb[i] >> 16), (uint8_t)(rgb[i] >> 8), (uint8_t)rgb[i]);
	return true;
}

/* Obeys the line in host_line; returns the reason of a refusal or 0. */
static char obey(void)
{
	char *p = host_line + 4;
	uint16_t n;
	switch (host_line[0]) {
	case 'H':
		want_hello = true;
		want_frame = true;
		return 0;
	case 'F': want_frame = true; return 0;
	case 'T': return 0;
	case 'L':
		if (!set_run(p))
			return 'v';
		lines_since_latch++;
		return 0;
	case 'D':
		if (!set_distinct(p))
			return 'v';
		lines_since_latch++;
		return 0;
	case 'W':
		if (!LEDS || !take_field(&p, &n))
			return 'v';
		{
			bool whole = n == lines_since_latch;
			lines_since_latch = 0;
			if (!whole)
				return 'w';
		}
		leds_latch();
		return 0;
	case 'X': /* for tests: hang, and let the watchdog find out */ starve = true; return 0;
	default: return '?';
	}
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
}

/* The next line waits until the last answer is out and the LEDs have been sent: the ring holds a whole window meanwhile. */
static bool frame_restart;
static void listen(void)
{
	char fault = 0;
	if (answer.due || leds_busy() || !serial_line(&fault))
		return;
	answer.due = true;
	answer.tag[0] = answer.tag[1] = '-';
	bool readable = !fault && host_line[1] == ' ' && is_hex(host_line[2]) && is_hex(host_line[3]) &&
			(host_line[4] == 0 || host_line[4] == ' ');
	if (!readable) {
		answer.reason = fault ? fault : 'c';
		return;
	}
	host_heard_ms = now_ms();
	dark = false;
	memcpy(answer.tag, host_line + 2, 2);
	bool frame_was_due = want_frame;
	want_frame = false;
	answer.reason = obey();
	frame_restart |= want_frame;
	want_frame |= frame_was_due;
}

/* ---- Reports ------------------------------------------------------------------------------------------------------------ */

static void say_answer(void)
{
	line_begin(answer.reason ? 'N' : 'K', now_ms());
	line_space();
	line_char(answer.tag[0]);
	line_char(answer.tag[1]);
	if (answer.reason) {
		line_space();
		line_char(answer.reason);
	}
	if (line_end())
		answer.due = false;
}

static void put_tag(char letter, uint16_t value)
{
	line_space();
	line_char(letter);
	line_decimal(value);
}

static void say_hello(void)
{
	line_begin('H', now_ms());
	line_text(" 1 " BOARD_ID);
	put_tag('s', SWITCHES);
	put_tag('a', ANALOGUES);
	put_tag('b', BUTTONS);
	put_tag('l', LEDS);
	put_tag('w', WINDOW);
	line_text(" c");
	line_char(reset_cause);
	if (line_end())
		want_hello = false;
}

/* The frame goes through switches, analogue inputs and buttons, one F line at a time. */
static const struct {
	char letter;
	uint16_t inputs;
	uint8_t digits_an_input; /* 0: one digit for four inputs */
} section[] = { { 's', SWITCHES, 0 }, { 'a', ANALOGUES, 3 }, { 'b', BUTTONS, 0 } };
enum { SECTIONS = sizeof section / sizeof *section };
static uint8_t frame_section, frame_lines;
static uint16_t frame_input;

static uint16_t chain_base(uint8_t s)
{
	return section[s].letter == 'b' ? SWITCHES : 0;
}

static bool say_frame_line(void)
{
	uint8_t s = frame_section;
	bool packed = section[s].digits_an_input == 0;
	uint16_t most = packed ? FRAME_DIGITS * 4 : FRAME_DIGITS / 3, end = section[s].inputs;
	if (end - frame_input > most)
		end = frame_input + most;
	line_begin('F', now_ms());
	line_space();
	line_char(section[s].letter);
	line_decimal(frame_input);
	line_space();
	if (packed) {
		for (uint16_t n = frame_input; n < end; n += 4) {
			uint8_t four = 0;
			for (uint8_t i = 0; i < 4 && n + i < end; i++)
				four |= (uint8_t)(chain_level(chain_base(s) + n + i) << i);
			line_hex(four, 1);
		}
	} else {
		for (uint16_t n = frame_input; n < end; n++) {
			uint16_t v = analogue_value((uint8_t)n); /* once: the converter goes on meanwhile */
			line_hex(v, 3);
			analogue_reported((uint8_t)n, v);
		}
	}
	if (!line_end())
		return false;
	for (uint16_t n = frame_input; packed && n < end; n++)
		chain_reported(chain_base(s) + n);
	frame_input = end;
	frame_lines++;
	return true;
}

static void say_frame(void)
{
	if (frame_restart) {
		frame_restart = false;
		frame_section = frame_lines = 0;
		frame_input = 0;
	}
	while (frame_section < SECTIONS) {
		if (frame_input == section[frame_section].inputs) {
			frame_section++;
			frame_input = 0;
		} else if (!say_frame_line()) {
			return;
		}
	}
	line_begin('E', now_ms());
	line_space();
	line_decimal(frame_lines);
	if (!line_end())
		return;
	want_frame = false;
	frame_restart = true; /* the next one begins at the beginning */
}

/* A settled input has had its level for the length of the filter. Where the ring was full the report comes late and so does
 * its time: two bytes an input to know better are more than this memory has. */
static bool say_chain_changes(void)
{
	for (uint16_t n = chain_changed(-1); n < INPUTS; n = chain_changed((int16_t)n)) {
		line_begin('C', now_ms() - (FILTER_MS - 1));
		line_space();
		line_char(n < SWITCHES ? 's' : 'b');
		line_decimal(n < SWITCHES ? n : n - SWITCHES);
		line_space();
		line_decimal(chain_level(n));
		if (!line_end())
			return false;
		chain_reported(n);
	}
	return true;
}

static void say_analogue_changes(bool slow)
{
	/* Each pass begins behind the last input reported, so that one restless sensor cannot crowd out the others. */
	static uint8_t from;
	for (uint8_t i = 0; i < ANALOGUES; i++) {
		uint8_t n = (uint8_t)((from + i) % (ANALOGUES ? ANALOGUES : 1));
		if (!analogue_changed(n, slow))
			continue;
		uint16_t v = analogue_value(n);
		line_begin('C', now_ms());
		line_text(" a");
		line_decimal(n);
		line_space();
		line_decimal(v);
		if (!line_end()) {
			from = n;
			return;
		}
		analogue_reported(n, v);
	}
}

static void say_heartbeat(void)
{
	line_begin('T', now_ms());
	line_end();
}

static void report(bool ticked)
{
	static uint16_t spoken_ms, analogue_ms, slow_ms;
	uint16_t now = now_ms();
	if (answer.due)
		say_answer();
	if (want_hello)
		say_hello();
	if (want_frame && !want_hello && !answer.due)
		say_frame();
	else if (ticked && !want_hello && say_chain_changes() && (uint16_t)(now - analogue_ms) >= ANALOGUE_MS) {
		bool slow = (uint16_t)(now - slow_ms) >= ANALOGUE_SLOW_MS;
		say_analogue_changes(slow);
		analogue_ms = now;
		if (slow)
			slow_ms = now;
	}
	if ((uint16_t)(now - spoken_ms) >= HEARTBEAT_MS && !want_hello)
		say_heartbeat();
	if (serial_has_spoken())
		spoken_ms = now;
}

/* ---- The loop ----------------------------------------------------------------------------------------------------------- */

/* A host that has died must not leave lights that lie about it. */
static void watch_host(void)
{
	if (dark || (uint16_t)(now_ms() - host_heard_ms) < HOST_SILENT_MS || leds_busy())
		return;
	dark = true;
	lines_since_latch = 0;
	leds_black();
	leds_latch();
}

static void start(void)
{
	uint8_t cause = MCUSR;
	MCUSR = 0;
	wdt_enable(WDTO_120MS);
	reset_cause = cause & _BV(WDRF)    ? 'W'
		      : cause & _BV(BORF)  ? 'B'
		      : cause & _BV(EXTRF) ? 'E'
		      : cause & _BV(PORF)  ? 'P'
					   : 'U';
	TCCR0A = _BV(WGM01); /* 1 kHz */
	TCCR0B = _BV(CS01) | _BV(CS00);
	OCR0A = F_CPU / 64 / 1000 - 1;
	TIMSK0 = _BV(OCIE0A);
	inputs_start();
	leds_start();
	serial_start();
	set_sleep_mode(SLEEP_MODE_IDLE);
	sei();
}

int main(void)
{
	start();
	uint8_t first_sweep = FIRST_SWEEP_MS;
	for (;;) {
		cli();
		if (!tick && !serial_waiting() && !leds_busy()) {
			sleep_enable();
			sei(); /* the instruction after this one still runs before any interrupt */
			sleep_cpu();
			sleep_disable();
		}
		bool ticked = tick;
		tick = false;
		sei();
		if (ticked) {
			if (!starve)
				wdt_reset();
			chain_scan();
			watch_host();
			first_sweep -= first_sweep > 0;
		}
		listen();
		leds_step();
		if (!first_sweep)
			report(ticked);
	}
}
