/*
 * The [gpio] and [matrix] sections of a board file: what is refused, with its line, and what is read. And the bytes that LED
 * drivers send.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gpio.h"
#include "leds_encode.h"

#define HEAD "[board]\nid = t\ntitle = t\ngames = contigo-line\n[sensors squares]\nkind = presence\nlabels = a1 a2 a3 a4\n"

static char message[HAL_MESSAGE_MAX];

static int read_text(const char *rest, struct gpio_wiring *w)
{
	char text[2048];
	struct hal_board *b;
	snprintf(text, sizeof text, "%s%s", HEAD, rest);
	assert_int_equal(hal_board_parse("t.ini", text, &b, message), 0);
	int e = gpio_wiring_read(w, b, message);
	hal_board_free(b);
	return e;
}

static void refuse(const char *rest, const char *why)
{
	struct gpio_wiring w;
	message[0] = 0;
	assert_int_equal(read_text(rest, &w), -22);
	if (!strstr(message, why))
		fail_msg("\"%s\" does not say \"%s\"", message, why);
}

static void a_wrong_wiring_is_refused_with_its_line(void **state)
{
	(void)state;
	refuse("[gpio]\nchip x = a1 a2 a3 b9\n", "t.ini:9: b9: there is no such sensor");
	refuse("[gpio]\nchip x = a1 a2 a3 a3\n", "t.ini:9: a3 is wired twice");
	refuse("[gpio]\nchip x = a1 a2 a3\n", "no wire for a4");
	refuse("[gpio]\nbias = up\n", "t.ini:9: bias = up: one of");
	refuse("[gpio]\nactive = maybe\n", "low or high");
	refuse("[gpio]\ncolour = red\n", "t.ini:9: [gpio] colour");
	refuse("[gpio]\nchip x = 12z=a1 a2 a3 a4\n", "number of a line");
	refuse("[matrix]\nrows = 1 2\ncolumns = 3 4\nlabels = a1 a2 a3 a4\n", "needs chip");
	refuse("[matrix]\nchip = x\nrows = 1 2\ncolumns = 3 4\nlabels = a1 a2 a3\n", "fewer than rows × columns");
	refuse("[matrix]\nchip = x\nrows = 1 2\ncolumns = 3 4\nlabels = a1 a2 a3 a4 a1\n", "one more than rows × columns");
	refuse("[matrix]\nchip = x\ncolumns = 3 4\nlabels = a1 a2 a3 a4\n", "needs rows");
	refuse("", "no wire for a1 and 3 more");
}

static void chips_are_named_by_label_and_device(void **state)
{
	(void)state;
	struct gpio_wiring w;
	assert_int_equal(
	    read_text(
		"[gpio]\nchip mcp23017@1-0020 = a1 - a2\nchip pinctrl-rp1 = 17=a3\nname REED4 = a4\nactive = high\nbias = off\n"
		"rescan_ms = 1000\n",
		&w),
	    0);
	assert_int_equal(w.chips, 2);
	assert_string_equal(w.chip[0].label, "mcp23017");
	assert_string_equal(w.chip[0].device, "1-0020");
	assert_int_equal(w.chip[0].lines, 2);
	assert_int_equal(w.chip[0].offset[1], 2);
	assert_int_equal(w.chip[0].line[1], 1);
	assert_string_equal(w.chip[1].label, "pinctrl-rp1");
	assert_int_equal(w.chip[1].offset[0], 17);
	assert_string_equal(w.name[0].name, "REED4");
	assert_false(w.active_low);
	assert_int_equal(w.bias, GPIO_BIAS_OFF);
	assert_int_equal(w.rescan_us, 1000000);
}

static void a_matrix_is_read_row_by_row(void **state)
{
	(void)state;
	struct gpio_wiring w;
	assert_int_equal(
	    read_text(
		"[matrix]\nchip = pinctrl-bcm2711\nrows = 5 6\ncolumns = 13 19 26\nlabels = a1 a2 - a3 - a4\nfast_hz = 250\n",
		&w),
	    0);
	assert_true(w.has_matrix);
	assert_int_equal(w.matrix.line[0][2], UINT16_MAX);
	assert_int_equal(w.matrix.line[1][0], 2);
	assert_int_equal(w.matrix.line[1][2], 3);
	assert_int_equal(w.matrix.fast_us, 4000);
}

static void an_apa102_frame_has_its_start_colours_and_enough_clocks_at_the_end(void **state)
{
	(void)state;
	struct hal_rgb duty[64] = { { 1, 2, 3 }, { 0xAA, 0xBB, 0xCC } };
	uint8_t out[400];
	size_t n = leds_apa102(duty, 64, out);
	assert_int_equal(n, leds_apa102_size(64));
	assert_int_equal(n, 4 + 256 + 4 + 5);
	const uint8_t begins[] = { 0, 0, 0, 0, 0xFF, 1, 2, 3, 0xFF, 0xAA, 0xBB, 0xCC };
	assert_memory_equal(out, begins, sizeof begins);
	for (size_t i = 4 + 256; i < n; i++)
		assert_int_equal(out[i], 0);
}

static void every_ws2812_byte_ends_low_so_that_gaps_do_no_harm(void **state)
{
	(void)state;
	struct hal_rgb duty[2] = { { 0xA5, 0xFF, 0x00 }, { 0x01, 0x80, 0x7E } };
	uint8_t out[256];
	size_t n = leds_ws2812(duty, 2, out);
	assert_int_equal(n, leds_ws2812_size(2));
	const uint8_t a5[] = { 0xC8, 0xC8, 0x8C, 0x8C }; /* 10 10 01 01 */
	assert_memory_equal(out, a5, sizeof a5);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(out[i] & 1, 0);
	assert_true((n - 24) * 8 * 1000000ull / LEDS_WS2812_HZ >= 280);
}

static void an_ht16k33_lights_what_is_meant_to_be_seen(void **state)
{
	(void)state;
	struct hal_rgb wanted[20] = { { 115, 0, 0 }, { 102, 102, 102 } }; /* 45 % and 40 % */
	uint8_t out[LEDS_HT16K33_BYTES];
	wanted[19] = (struct hal_rgb){ 0, 0, 255 };
	leds_ht16k33(wanted, 20, out);
	assert_int_equal(out[0], 1);
	assert_int_equal(out[2], 1 << 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wrong_wiring_is_refused_with_its_line),
		cmocka_unit_test(chips_are_named_by_label_and_device),
		cmocka_unit_test(a_matrix_is_read_row_by_row),
		cmocka_unit_test(an_apa102_frame_has_its_start_colours_and_enough_clocks_at_the_end),
		cmocka_unit_test(every_ws2812_byte_ends_low_so_that_gaps_do_no_harm),
		cmocka_unit_test(an_ht16k33_lights_what_is_meant_to_be_seen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
