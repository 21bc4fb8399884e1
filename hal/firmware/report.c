/*
 * report.c — see report.h.
 */
#include "report.h"

#include "clock.h"
#include "inputs.h"
#include "serial.h"

enum {
	HEARTBEAT_MS = 1000,
	ANALOGUE_MS = 10,
	ANALOGUE_SLOW_MS = 200,
	FRAME_DIGITS = 48, /* digits in one F line */
};

static bool want_hello = true, want_frame = true, frame_restart;
static char reset_cause;

static struct {
	bool due;
	char tag[2], reason; /* reason 0: done */
} answer;

void report_start(char cause)
{
	reset_cause = cause;
}

void report_want_hello(void)
{
	want_hello = true;
	report_want_frame();
}

void report_want_frame(void)
{
	want_frame = frame_restart = true;
}

void report_answer(const char tag[2], char reason)
{
	answer.due = true;
	answer.tag[0] = tag[0];
	answer.tag[1] = tag[1];
	answer.reason = reason;
}

bool report_owes_answer(void)
{
	return answer.due;
}

/* ---- Answers and hello ----------------------------------------------------------------------------------------------- */

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

/* ---- Frames ---------------------------------------------------------------------------------------------------------- */

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

/* ---- Changes --------------------------------------------------------------------------------------------------------- */

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

/* ---- What is said now ------------------------------------------------------------------------------------------------ */

static void say_heartbeat(void)
{
	line_begin('T', now_ms());
	line_end();
}

void report(bool ticked)
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
