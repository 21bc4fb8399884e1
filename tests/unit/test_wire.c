/*
 * Lines of the serial protocol: damage in every form is refused, and every example of PROTOCOL.md is understood.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../hal/wire.h"

static struct wire_line line;

/* Adds the right checksum, so that only the grammar is left to be refused. */
static int decode_body(const char *body)
{
	char text[160];
	snprintf(text, sizeof text, "%s*%04X", body, (unsigned)wire_crc(body, strlen(body)));
	return wire_decode(text, strlen(text), &line);
}

static void the_checksum_is_crc_16_xmodem(void **state)
{
	(void)state;
	assert_int_equal(wire_crc("123456789", 9), 0x31C3);
}

static void every_single_wrong_character_is_noticed(void **state)
{
	(void)state;
	const char good[] = "C 0F 1388 s2 0*6DA3";
	assert_int_equal(wire_decode(good, sizeof good - 1, &line), 0);
	for (size_t i = 0; i < sizeof good - 1; i++)
		for (int c = 0; c < 256; c++) {
			char bad[sizeof good];
			memcpy(bad, good, sizeof good);
			if ((unsigned char)bad[i] == c)
				continue;
			bad[i] = (char)c;
			assert_int_equal(wire_decode(bad, sizeof good - 1, &line), -EBADMSG);
		}
}

static void every_lost_or_doubled_or_swapped_character_is_noticed(void **state)
{
	(void)state;
	const char good[] = "C 0F 1388 s12 0*9DF4";
	char bad[64];
	for (size_t i = 0; i < sizeof good - 1; i++) {
		snprintf(bad, sizeof bad, "%.*s%s", (int)i, good, good + i + 1);
		assert_int_equal(wire_decode(bad, strlen(bad), &line), -EBADMSG);
		snprintf(bad, sizeof bad, "%.*s%c%s", (int)i + 1, good, good[i], good + i + 1);
		assert_int_equal(wire_decode(bad, strlen(bad), &line), -EBADMSG);
		if (i + 2 < sizeof good && good[i] != good[i + 1]) {
			memcpy(bad, good, sizeof good);
			bad[i] = good[i + 1];
			bad[i + 1] = good[i];
			assert_int_equal(wire_decode(bad, strlen(bad), &line), -EBADMSG);
		}
	}
}

static void impossible_values_are_refused_though_the_checksum_is_right(void **state)
{
	(void)state;
	static const char *const bad[] = {
		"C 00 0000 s1 2",
		"C 00 0000 a1 1024",
		"C 00 0000 n1 256",
		"C 00 0000 s1000 1",
		"C 00 0000 x1 1",
		"C 00 0000 s 1",
		"C 00 0000 s1",
		"C 00 0000  s1 1",
		"C 00 0000 s1 -1",
		"C 0 0000 s1 1",
		"C 00 000 s1 1",
		"c 00 0000 s1 1",
		"F 00 0000 s0",
		"F 00 0000 s0 ",
		"F 00 0000 s0 g",
		"F 00 0000 a0 40",
		"F 00 0000 a0 400",
		"F 00 0000 n0 1",
		"E 00 0000",
		"E 00 0000 x",
		"K 00 0000 --",
		"K 00 0000 1",
		"N 00 0000 01",
		"N 00 0000 -1 c",
		"H 00 0000 1",
		"H 00 0000 x demo",
		"H 00 0000 1 ",
		"H 00 0000 1 demo sx",
		"H 00 0000 1 demo  ",
		"H 00 0000 1 demo w10",
		"H 00 0000 1 0123456789abcdef",
		"H 00 0000 1 demo s2000",
		"T 00 0000x",
		"T 00 00a0",
		"",
		"T",
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (decode_body(bad[i]) != -EBADMSG)
			fail_msg("accepted: %s", bad[i]);
	assert_int_equal(decode_body("F 00 0000 a0 3FF"), 0);
	assert_int_equal(decode_body("F 00 0000 a0 400"), -EBADMSG);
}

static void what_later_versions_add_is_ignored(void **state)
{
	(void)state;
	assert_int_equal(decode_body("C 01 0000 s1 1 left"), 0);
	assert_int_equal(decode_body("Q 01 0000 whatever"), 0);
	assert_int_equal(line.type, 'Q');
	assert_int_equal(decode_body("H 01 0000 1 demo s4 z99 x l3 cW"), 0);
	assert_int_equal(line.hello.inputs[0], 4);
	assert_int_equal(line.hello.leds, 3);
	assert_int_equal(line.hello.cause, 'W');
	assert_int_equal(line.hello.window, 128);
}

static void a_frame_line_gives_four_switches_a_digit_lowest_first(void **state)
{
	(void)state;
	assert_int_equal(decode_body("F 1D 2504 s8 12"), 0);
	assert_int_equal(line.frame.first.number, 8);
	assert_int_equal(line.frame.n, 8);
	static const uint16_t expected[8] = { 1, 0, 0, 0, 0, 1, 0, 0 };
	assert_memory_equal(line.frame.value, expected, sizeof expected);
	assert_int_equal(decode_body("F 1E 2505 a0 200068"), 0);
	assert_int_equal(line.frame.n, 2);
	assert_int_equal(line.frame.value[1], 104);
}

/* The page promises that its checksums are right; host lines are checked by their checksum alone. */
static void every_example_of_the_protocol_page_is_right(void **state)
{
	(void)state;
	FILE *f = fopen(SOURCE_DIR "/hal/PROTOCOL.md", "r");
	char text[256];
	int board = 0, host = 0, seq = -1;
	assert_non_null(f);
	while (fgets(text, sizeof text, f)) {
		if (strncmp(text, "    < ", 6) && strncmp(text, "    > ", 6))
			continue;
		char *star = strchr(text, '*');
		if (!star || !strncmp(star, "*0000", 5))
			continue;
		size_t n = (size_t)(star + 5 - (text + 6));
		if (text[4] == '<') {
			if (wire_decode(text + 6, n, &line) < 0)
				fail_msg("not understood: %s", text);
			assert_true(seq < 0 || line.seq == (uint8_t)(seq + 1) || line.seq == 0x1B);
			seq = line.seq;
			board++;
		} else {
			assert_int_equal(strtol(star + 1, NULL, 16), wire_crc(text + 6, n - 5));
			host++;
		}
	}
	fclose(f);
	assert_true(board > 20);
	assert_true(host > 8);
}

static void a_reader_collects_lines_and_throws_overlong_ones_away(void **state)
{
	(void)state;
	struct wire_reader r = { 0 };
	const char *p;
	int lines = 0, damaged = 0;
	for (p = "\n\r\nabc\r\n"; *p; p++)
		lines += wire_take(&r, *p) == WIRE_LINE;
	assert_int_equal(lines, 1);
	assert_memory_equal(r.line, "abc", 3);
	assert_int_equal(r.n, 4);
	for (int i = 0; i < 500; i++)
		assert_int_equal(wire_take(&r, 'x'), WIRE_MORE);
	damaged += wire_take(&r, '\n') == WIRE_DAMAGED;
	assert_int_equal(damaged, 1);
	wire_take(&r, 'y');
	assert_int_equal(wire_take(&r, '\n'), WIRE_LINE);
	assert_int_equal(r.n, 2);
}

/* Obeys L and D lines as a board would. */
static void obey(struct hal_rgb *buffer, int leds, const char *text)
{
	unsigned tag, first, count, rgb;
	int n = 0;
	if (sscanf(text, "L %2X %u %u %6X", &tag, &first, &count, &rgb) == 4) {
		assert_true(first + count <= (unsigned)leds);
		for (unsigned i = first; i < first + count; i++)
			buffer[i] = (struct hal_rgb){ (uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb };
		return;
	}
	assert_int_equal(sscanf(text, "D %2X %u %n", &tag, &first, &n), 2);
	for (text += n; *text != '*'; text += 6, first++) {
		assert_int_equal(sscanf(text, "%6X", &rgb), 1);
		assert_true(first < (unsigned)leds);
		buffer[first] = (struct hal_rgb){ (uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb };
	}
}

static void led_lines_carry_any_frame_over_and_fit(void **state)
{
	(void)state;
	enum { LEDS = 40 };
	struct hal_rgb have[LEDS] = { { 0 } }, board[LEDS] = { { 0 } }, want[LEDS];
	unsigned seed = 1;
	for (int round = 0; round < 500; round++) {
		char text[WIRE_HOST_LINE + 1];
		int at = 0, first, n;
		for (int i = 0; i < LEDS; i++) { /* few colours: runs, repeats, single LEDs */
			seed = seed * 1103515245 + 12345;
			unsigned pick = seed >> 16;
			want[i] =
			    pick % 3 ? board[i] : (struct hal_rgb){ (uint8_t)(pick % 5 * 60), (uint8_t)(pick / 7 % 2), 255 };
			if (i && pick % 4 == 0)
				want[i] = want[i - 1];
		}
		while ((n = wire_led_line(text, 7, have, want, LEDS, &at, &first)) > 0) {
			assert_true(n <= WIRE_HOST_LINE);
			assert_int_equal(text[n - 1], '\n');
			obey(board, LEDS, text);
		}
		assert_memory_equal(board, want, sizeof want);
		assert_memory_equal(have, want, sizeof want);
	}
}

static void an_unchanged_frame_costs_no_line_and_one_colour_costs_one(void **state)
{
	(void)state;
	enum { LEDS = 64 };
	struct hal_rgb have[LEDS] = { { 0 } }, want[LEDS] = { { 0 } };
	char text[WIRE_HOST_LINE + 1];
	int at = 0, first;
	assert_int_equal(wire_led_line(text, 0, have, want, LEDS, &at, &first), 0);
	for (int i = 0; i < LEDS; i++)
		want[i] = (struct hal_rgb){ 1, 2, 3 };
	at = 0;
	assert_true(wire_led_line(text, 0, have, want, LEDS, &at, &first) > 0);
	assert_int_equal(strncmp(text, "L 00 0 64 010203*", 17), 0);
	assert_int_equal(wire_led_line(text, 0, have, want, LEDS, &at, &first), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_checksum_is_crc_16_xmodem),
		cmocka_unit_test(every_single_wrong_character_is_noticed),
		cmocka_unit_test(every_lost_or_doubled_or_swapped_character_is_noticed),
		cmocka_unit_test(impossible_values_are_refused_though_the_checksum_is_right),
		cmocka_unit_test(what_later_versions_add_is_ignored),
		cmocka_unit_test(a_frame_line_gives_four_switches_a_digit_lowest_first),
		cmocka_unit_test(every_example_of_the_protocol_page_is_right),
		cmocka_unit_test(a_reader_collects_lines_and_throws_overlong_ones_away),
		cmocka_unit_test(led_lines_carry_any_frame_over_and_fit),
		cmocka_unit_test(an_unchanged_frame_costs_no_line_and_one_colour_costs_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
