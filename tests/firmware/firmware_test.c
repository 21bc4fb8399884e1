/*
 * The reference firmware, the real image, on a simulated microcontroller: every sentence of the serial protocol that a board
 * must keep. Simulated time only, so each test is exact and repeatable. The images come from hal/firmware (see run).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "simboard.h"

static const char *images; /* folder of the firmware images */
static const char *image = "contigo-atmega328p-APA102.elf", *mcu = "atmega328p";
static enum simboard_leds leds = SIMBOARD_APA102;
static int led_count = 64;

/* ---- The host's end, written from the protocol page alone ---------------------------------------------------------------- */

struct line {
	char text[96]; /* body */
	double at_us;
	unsigned seq, time;
};

static char partial[128];
static size_t partial_length;
static unsigned damaged, expected_seq;
static bool any_seq, gap;
static uint8_t tag;

static uint16_t crc_of(const char *s, size_t n)
{
	uint16_t crc = 0;
	for (size_t i = 0; i < n; i++) {
		crc ^= (uint16_t)((uint8_t)s[i] << 8);
		for (int k = 0; k < 8; k++)
			crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
	}
	return crc;
}

static bool read_line(struct line *ret)
{
	char c;
	while (simboard_receive(&c, 1) == 1) {
		if (c != '\n') {
			if (partial_length < sizeof partial - 1)
				partial[partial_length++] = c;
			continue;
		}
		size_t n = partial_length;
		partial_length = 0;
		if (n == 0)
			continue;
		partial[n] = 0;
		unsigned said;
		if (n < 6 || partial[n - 5] != '*' || sscanf(partial + n - 4, "%4X", &said) != 1 ||
		    said != crc_of(partial, n - 5)) {
			damaged++;
			continue;
		}
		assert_true(n + 1 <= 80);
		partial[n - 5] = 0;
		strcpy(ret->text, partial);
		ret->at_us = simboard_now_us();
		assert_int_equal(sscanf(partial + 1, " %2X %4X", &ret->seq, &ret->time), 2);
		gap = any_seq && ret->seq != expected_seq;
		any_seq = true;
		expected_seq = (ret->seq + 1) & 255;
		return true;
	}
	return false;
}

/* Runs until a line of this type whose rest begins with `rest` comes; fails after `ms`. */
static struct line expect(const char *type, const char *rest, double ms)
{
	struct line line;
	double end = simboard_now_us() + ms * 1000;
	for (;;) {
		while (read_line(&line)) {
			assert_false(gap);
			if (line.text[0] == *type && (!*rest || !strncmp(line.text + 10, rest, strlen(rest))))
				return line;
		}
		if (simboard_now_us() > end)
			fail_msg("no line %s …%s within %.0f ms", type, rest, ms);
		assert_true(simboard_run_us(100));
	}
}

static int count_lines(const char *type, double ms)
{
	struct line line;
	int n = 0;
	double end = simboard_now_us() + ms * 1000;
	while (simboard_now_us() < end) {
		assert_true(simboard_run_us(100));
		while (read_line(&line))
			n += line.text[0] == *type;
	}
	return n;
}

static void send_raw(const char *text)
{
	simboard_send(text, strlen(text));
}

/* Sends TYPE TAG REST and returns the tag. */
static unsigned send_line(char type, const char *rest)
{
	char body[80], whole[96];
	tag++;
	snprintf(body, sizeof body, "%c %02X%s%s", type, tag, *rest ? " " : "", rest);
	snprintf(whole, sizeof whole, "%s*%04X\n", body, crc_of(body, strlen(body)));
	send_raw(whole);
	return tag;
}

static void expect_done(char type, const char *rest)
{
	char want[8];
	snprintf(want, sizeof want, "%02X", send_line(type, rest));
	struct line l = expect("K", want, 200);
	assert_int_equal(strlen(l.text), 12);
}

static void expect_refused(char type, const char *rest, char reason)
{
	char want[8];
	snprintf(want, sizeof want, "%02X %c", send_line(type, rest), reason);
	expect("N", want, 200);
}

static int power_on(void **state)
{
	(void)state;
	char path[512];
	snprintf(path, sizeof path, "%s/%s", images, image);
	partial_length = 0;
	damaged = 0;
	any_seq = gap = false;
	tag = 0;
	return simboard_start(path, mcu, leds, led_count);
}

static int power_off(void **state)
{
	(void)state;
	simboard_stop();
	return 0;
}

static void wait_until_reported(void)
{
	expect("E", "", 200);
}

/* ---- Failure first ---------------------------------------------------------------------------------------------------------- */

static void a_damaged_line_is_refused_without_its_tag(void **s)
{
	(void)s;
	wait_until_reported();
	send_raw("L 01 0 8 000000*056E\n");
	expect("N", "-- c", 100);
	send_raw("nonsense\n");
	expect("N", "-- c", 100);
	expect_done('T', "");
}

static void a_line_that_is_too_long_is_refused_and_the_next_one_obeyed(void **s)
{
	(void)s;
	wait_until_reported();
	for (int i = 0; i < 100; i++)
		send_raw("x");
	send_raw("\n");
	expect("N", "-- !", 100);
	expect_done('T', "");
}

static void an_unknown_type_is_refused_with_a_question_mark(void **s)
{
	(void)s;
	wait_until_reported();
	expect_refused('Q', "", '?');
	expect_refused('Q', "1 2 3", '?');
}

static void a_run_beyond_the_last_led_is_refused(void **s)
{
	(void)s;
	wait_until_reported();
	expect_refused('L', "63 2 FFFFFF", 'v');
	expect_refused('L', "64 1 FFFFFF", 'v');
	expect_refused('L', "0 0 FFFFFF", 'v');
	expect_refused('L', "0 1", 'v');
	expect_refused('L', "0 1 FFF", 'v');
	expect_refused('L', "99999999999 1 FFFFFF", 'v');
	expect_refused('D', "60 010203040506070809101112131415161718192021", 'v');
	expect_refused('D', "0 01020", 'v');
}

static void a_latch_with_the_wrong_count_shows_nothing(void **s)
{
	(void)s;
	wait_until_reported();
	expect_done('L', "0 64 112233");
	expect_refused('W', "2", 'w');
	simboard_run_us(20000);
	assert_int_equal(simboard_led(0), 0);
	expect_refused('W', "1", 'w'); /* the count starts anew at every latch, obeyed or not */
	expect_done('W', "0");
	simboard_run_us(20000);
	assert_int_equal(simboard_led(63), 0x112233);
}

static void a_glitch_shorter_than_the_filter_is_not_reported(void **s)
{
	(void)s;
	wait_until_reported();
	for (int i = 0; i < 20; i++) {
		simboard_switch(3, true);
		simboard_run_us(2500);
		simboard_switch(3, false);
		simboard_run_us(7500);
	}
	assert_int_equal(count_lines("C", 50), 0);
}

static void a_reset_in_the_middle_of_a_line_costs_that_line_only(void **s)
{
	(void)s;
	wait_until_reported();
	simboard_reset_after(10);
	send_line('F', "");
	struct line line;
	double end = simboard_now_us() + 300000;
	bool hello = false, whole = false;
	while (simboard_now_us() < end && !whole) {
		simboard_run_us(100);
		while (read_line(&line)) {
			if (line.text[0] == 'H') {
				hello = true;
				assert_int_equal(line.seq, 0);
				assert_non_null(strstr(line.text, " cE"));
			}
			whole |= hello && line.text[0] == 'E';
		}
	}
	assert_true(whole);
	assert_int_equal(damaged, 1);
}

static void a_hung_board_is_reset_by_its_watchdog_and_says_so(void **s)
{
	(void)s;
	wait_until_reported();
	send_line('X', "");
	struct line line;
	double end = simboard_now_us() + 1e6;
	while (simboard_now_us() < end) {
		simboard_run_us(1000);
		while (read_line(&line))
			if (line.text[0] == 'H') {
				assert_non_null(strstr(line.text, " cW"));
				return;
			}
	}
	fail_msg("no hello after the watchdog");
}

static void leds_go_dark_six_seconds_after_the_host_fell_silent(void **s)
{
	(void)s;
	wait_until_reported();
	expect_done('L', "0 64 0A0B0C");
	expect_done('W', "1");
	simboard_run_us(5.5e6);
	assert_int_equal(simboard_led(10), 0x0A0B0C);
	simboard_run_us(0.7e6);
	assert_int_equal(simboard_led(10), 0);
}

/* ---- What a board says ---------------------------------------------------------------------------------------------------- */

static void the_first_byte_after_power_on_is_a_newline(void **s)
{
	(void)s;
	char c = 0;
	while (simboard_receive(&c, 1) == 0)
		simboard_run_us(10);
	assert_int_equal(c, '\n');
}

static void a_hello_and_a_whole_frame_follow_power_on(void **s)
{
	(void)s;
	struct line hello = expect("H", "1 contigo s36 a28 b4 l64 w128 c", 200);
	assert_int_equal(hello.seq, 0);
	expect("F", "s0 000000000", 50);
	expect("F", "a0 ", 50);
	expect("F", "a16 ", 50);
	expect("F", "b0 0", 50);
	expect("E", "4", 50);
	assert_int_equal(damaged, 0);
}

static void a_closing_switch_is_reported_within_seven_milliseconds_with_its_time(void **s)
{
	(void)s;
	wait_until_reported();
	simboard_run_us(3000);
	double at = simboard_now_us();
	simboard_switch(7, true);
	struct line l = expect("C", "s7 1", 7);
	int error = (int)(l.time - (unsigned)(at / 1000));
	if (error < -2 || error > 2)
		fail_msg("time %u for a change at %.1f ms", l.time, at / 1000);
	simboard_switch(7, false);
	expect("C", "s7 0", 7);
}

static void a_button_is_an_input_of_its_own_letter(void **s)
{
	(void)s;
	wait_until_reported();
	simboard_switch(36 + 1, true);
	expect("C", "b1 1", 10);
}

static void an_analogue_step_is_reported_and_noise_is_not(void **s)
{
	(void)s;
	wait_until_reported();
	simboard_analogue(27, 2500 + 15); /* 3 of 1023, at once: noise so far */
	simboard_analogue(5, 3100);
	expect("C", "a5 634", 40);
	assert_int_equal(count_lines("C", 100), 0);
}

static void an_analogue_value_that_came_to_rest_a_little_away_is_reported_once(void **s)
{
	(void)s;
	wait_until_reported();
	simboard_run_us(250000);
	struct line drain;
	while (read_line(&drain))
		;
	simboard_analogue(2, 2500 + 20); /* 4 of 1023 */
	assert_int_equal(count_lines("C", 900), 1);
}

static void every_change_arrives_when_all_switches_move_at_once(void **s)
{
	(void)s;
	wait_until_reported();
	for (int i = 0; i < 36; i++)
		simboard_switch(i, true);
	assert_int_equal(count_lines("C", 100), 36);
	expect_done('F', "");
	expect("F", "s0 FFFFFFFFF", 50);
}

static void a_restless_sensor_does_not_crowd_out_the_others(void **s)
{
	(void)s;
	wait_until_reported();
	struct line line;
	bool seen[28] = { false };
	for (int ms = 0; ms < 400; ms++) {
		for (int i = 0; i < 28; i++)
			simboard_analogue(i, ms % 20 < 10 ? 1000 + 7 * i : 4000 - 7 * i);
		simboard_run_us(1000);
		int n;
		while (read_line(&line))
			if (sscanf(line.text, "C %*x %*x a%d", &n) == 1)
				seen[n] = true;
	}
	for (int i = 0; i < 28; i++)
		assert_true(seen[i]);
}

static void a_heartbeat_comes_each_second_of_silence(void **s)
{
	(void)s;
	wait_until_reported();
	int n = count_lines("T", 5000);
	assert_in_range(n, 4, 5);
}

static void a_frame_asked_for_again_starts_again(void **s)
{
	(void)s;
	wait_until_reported();
	send_line('F', "");
	expect("F", "s0", 50);
	send_line('F', "");
	expect("F", "s0", 50);
	struct line e = expect("E", "4", 50);
	(void)e;
	assert_int_equal(count_lines("E", 100), 0);
}

static void later_fields_are_ignored(void **s)
{
	(void)s;
	wait_until_reported();
	expect_done('T', "something new");
	expect_done('L', "0 2 FF8000 later");
	expect_done('W', "1 later");
}

/* ---- LEDs ------------------------------------------------------------------------------------------------------------------ */

static void runs_and_distinct_colours_show_at_the_latch(void **s)
{
	(void)s;
	wait_until_reported();
	expect_done('L', "2 1 FF8000");
	expect_done('D', "62 0000FF00FF00");
	simboard_run_us(10000);
	assert_int_equal(simboard_led(2), 0);
	expect_done('W', "2");
	simboard_run_us(20000);
	/* APA102 words hold the wire's bytes in order */
	assert_int_equal(simboard_led(2), 0xFF8000);
	assert_int_equal(simboard_led(3), 0);
	assert_int_equal(simboard_led(62), 0x0000FF);
	assert_int_equal(simboard_led(63), 0x00FF00);
}

static void a_whole_window_sent_ahead_loses_nothing(void **s)
{
	(void)s;
	wait_until_reported();
	unsigned sent = 0, answered = 0;
	struct line line;
	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < 5; i++, sent++) { /* 5 lines of 22 bytes: 110 of 128 */
			char rest[32];
			snprintf(rest, sizeof rest, "%d 10 %06X", round, round * 1000 + i);
			send_line('L', rest);
		}
		double end = simboard_now_us() + 100000;
		while (answered < sent && simboard_now_us() < end) {
			simboard_run_us(100);
			while (read_line(&line))
				answered += line.text[0] == 'K';
		}
		assert_int_equal(answered, sent);
	}
	struct simboard_stats stats;
	simboard_stats(&stats);
	assert_true(stats.deepest <= 2);
	printf("stack %d bytes, %.0f scans/s, frame %.1f ms, %.0f conversions/s\n", stats.stack_bytes, stats.scans_per_s,
	       stats.led_frame_us / 1000, stats.conversions_per_s);
	assert_true(stats.scans_per_s > 900);
}

static int ws2812_board(void **state)
{
	image = "contigo-atmega328p-WS2812.elf";
	leds = SIMBOARD_WS2812;
	return power_on(state);
}

static void ws2812_pulses_keep_their_times_and_no_received_byte_is_lost(void **s)
{
	(void)s;
	wait_until_reported();
	expect_done('L', "0 64 A55A0F");
	unsigned before = tag;
	send_line('W', "1");
	for (int i = 0; i < 4; i++) /* arrives while the frame goes out */
		send_line('L', "0 1 FF0000");
	unsigned answered = 0;
	struct line line;
	double end = simboard_now_us() + 100000;
	while (answered < tag - before && simboard_now_us() < end) {
		simboard_run_us(100);
		while (read_line(&line))
			answered += line.text[0] == 'K';
	}
	assert_int_equal(answered, tag - before);
	struct simboard_stats stats;
	simboard_stats(&stats);
	assert_int_equal(stats.bad_pulses, 0);
	assert_int_equal(simboard_led(63), 0xA55A0F);
	printf("WS2812 frame %.2f ms, longest gap %.1f us\n", stats.led_frame_us / 1000, stats.longest_gap_us);
}

static int hex_board(void **state)
{
	image = "hex-atmega328p-APA102.elf";
	leds = SIMBOARD_APA102;
	led_count = 271;
	return power_on(state);
}

static void two_hundred_seventy_one_sites_fit_into_two_kilobytes(void **s)
{
	(void)s;
	expect("H", "1 hex s271 a0 b4 l271", 200);
	expect("F", "s0 ", 50);
	expect("F", "s192 ", 50);
	expect("E", "3", 50);
	simboard_switch(270, true);
	expect("C", "s270 1", 10);
	expect_done('L', "0 271 010203");
	expect_done('W', "1");
	simboard_run_us(60000);
	assert_int_equal(simboard_led(270), 0x010203);
	struct simboard_stats stats;
	simboard_stats(&stats);
	printf("271 sites: stack %d bytes, frame %.1f ms, %.0f scans/s\n", stats.stack_bytes, stats.led_frame_us / 1000,
	       stats.scans_per_s);
	assert_true(stats.scans_per_s > 900);
}

static int mega_board(void **state)
{
	image = "contigo-atmega2560-APA102.elf";
	mcu = "atmega2560";
	leds = SIMBOARD_APA102;
	led_count = 64;
	return power_on(state);
}

static void the_larger_part_keeps_the_same_protocol(void **s)
{
	(void)s;
	wait_until_reported();
	simboard_switch(35, true);
	expect("C", "s35 1", 10);
	simboard_analogue(3, 1000);
	expect("C", "a3 204", 40);
	expect_done('L', "0 64 0000FF");
	expect_done('W', "1");
	simboard_run_us(20000);
	assert_int_equal(simboard_led(63), 0x0000FF);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, power_on, power_off)

int main(int argc, char **argv)
{
	images = argc > 1 ? argv[1] : ".";
	const struct CMUnitTest tests[] = {
		CASE(a_damaged_line_is_refused_without_its_tag),
		CASE(a_line_that_is_too_long_is_refused_and_the_next_one_obeyed),
		CASE(an_unknown_type_is_refused_with_a_question_mark),
		CASE(a_run_beyond_the_last_led_is_refused),
		CASE(a_latch_with_the_wrong_count_shows_nothing),
		CASE(a_glitch_shorter_than_the_filter_is_not_reported),
		CASE(a_reset_in_the_middle_of_a_line_costs_that_line_only),
		CASE(a_hung_board_is_reset_by_its_watchdog_and_says_so),
		CASE(leds_go_dark_six_seconds_after_the_host_fell_silent),
		CASE(the_first_byte_after_power_on_is_a_newline),
		CASE(a_hello_and_a_whole_frame_follow_power_on),
		CASE(a_closing_switch_is_reported_within_seven_milliseconds_with_its_time),
		CASE(a_button_is_an_input_of_its_own_letter),
		CASE(an_analogue_step_is_reported_and_noise_is_not),
		CASE(an_analogue_value_that_came_to_rest_a_little_away_is_reported_once),
		CASE(every_change_arrives_when_all_switches_move_at_once),
		CASE(a_restless_sensor_does_not_crowd_out_the_others),
		CASE(a_heartbeat_comes_each_second_of_silence),
		CASE(a_frame_asked_for_again_starts_again),
		CASE(later_fields_are_ignored),
		CASE(runs_and_distinct_colours_show_at_the_latch),
		CASE(a_whole_window_sent_ahead_loses_nothing),
		cmocka_unit_test_setup_teardown(ws2812_pulses_keep_their_times_and_no_received_byte_is_lost, ws2812_board,
						power_off),
		cmocka_unit_test_setup_teardown(two_hundred_seventy_one_sites_fit_into_two_kilobytes, hex_board, power_off),
		cmocka_unit_test_setup_teardown(the_larger_part_keeps_the_same_protocol, mega_board, power_off),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
