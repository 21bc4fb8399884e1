/*
 * The gpio backend against the kernel's GPIO simulator: 64 switches on four chips, as four MCP23017 would appear. Runs in the
 * test machine (see run), once over libgpiod 1.6 and once over 2.x. Waits on descriptors only.
 */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "gpio_lines.h"
#include "hal.h"
#include "simchips.h"

static struct hal_board *board;
static struct hal *hal;
static int value[HAL_LINES_MAX];
static int events, frames, state = -1;

static int64_t now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void take(void)
{
	struct hal_event e[64];
	int n;
	do {
		n = hal_read(hal, now_us(), e, 64);
		for (int i = 0; i < n; i++) {
			if (e[i].type == HAL_LINE) {
				value[e[i].line] = e[i].value;
				events++;
			} else if (e[i].type == HAL_FRAME) {
				frames++;
			} else {
				state = e[i].value;
			}
		}
	} while (n == 64);
}

/* Turns the loop as the daemon does, until `done` or ten seconds are over. */
static void until(bool (*done)(void))
{
	int64_t end = now_us() + 10000000;
	while (take(), !done()) {
		int64_t now = now_us(), next = hal_next_us(hal);
		assert_true(now < end);
		int64_t wait = (next < end ? next : end) - now;
		struct pollfd p = { hal_fd(hal), POLLIN, 0 };
		poll(&p, 1, wait <= 0 ? 0 : (int)(wait / 1000 + 1));
	}
}

static bool is_ready(void)
{
	return state == HAL_READY;
}
static bool is_absent(void)
{
	return state == HAL_ABSENT;
}
static int wanted_events;
static bool has_events(void)
{
	return events >= wanted_events;
}
static int wanted_line, wanted_value;
static bool line_is(void)
{
	return value[wanted_line] == wanted_value;
}

static void open_board(const char *gpio)
{
	char text[4096], message[HAL_MESSAGE_MAX], labels[1024] = "", path[] = "guest.ini";
	for (int i = 0; i < 64; i++)
		snprintf(labels + strlen(labels), sizeof labels - strlen(labels), "%s%c%d", i % 8 ? " " : "\n ", 'a' + i % 8,
			 i / 8 + 1);
	snprintf(text, sizeof text,
		 "[board]\nid = guest\ntitle = 64 reeds\ngames = perturbador\n[sensors squares]\nkind = presence\nlabels =%s\n"
		 "[leds]\nlabels = sensors\n[gpio]\nactive = low\nbias = as-is\n%s",
		 labels, gpio);
	if (hal_board_parse(path, text, &board, message) < 0 || hal_open("gpio:", board, now_us(), &hal, message) < 0)
		fail_msg("%s", message);
}

static char four_chips[2048];
static void four(const char *more)
{
	four_chips[0] = 0;
	for (int c = 0; c < 4; c++) {
		snprintf(four_chips + strlen(four_chips), sizeof four_chips - strlen(four_chips), "chip expander%d =", c);
		for (int i = 16 * c; i < 16 * (c + 1); i++)
			snprintf(four_chips + strlen(four_chips), sizeof four_chips - strlen(four_chips), " %c%d", 'a' + i % 8,
				 i / 8 + 1);
		strcat(four_chips, "\n");
	}
	strcat(four_chips, more);
}

static int close_board(void **s)
{
	(void)s;
	hal_close(hal);
	hal_board_free(board);
	hal = NULL;
	board = NULL;
	events = frames = 0;
	state = -1;
	memset(value, 0, sizeof value);
	return 0;
}

/* ---- Failures first ----------------------------------------------------------------------------------------------------- */

static void a_missing_chip_is_a_state_with_a_message_that_lists_what_is_there(void **s)
{
	(void)s;
	four("");
	open_board(four_chips);
	until(is_absent);
	struct hal_status st;
	hal_status(hal, &st);
	assert_non_null(strstr(st.message, "no GPIO chip expander0 (there are:"));
}

static void a_chip_that_appears_later_is_taken(void **s)
{
	(void)s;
	four("");
	open_board(four_chips);
	until(is_absent);
	assert_int_equal(simchips_start(4, 16), 0);
	until(is_ready);
	assert_int_equal(frames, 1);
	close_board(NULL);
	simchips_stop();
}

static void a_line_in_use_is_named(void **s)
{
	(void)s;
	assert_int_equal(simchips_start(4, 16), 0);
	struct gpio_ask ask = { .path = "/dev/gpiochip2", .lines = 1, .offset = { 5 } };
	struct gpio_lines *other;
	unsigned fault;
	assert_int_equal(gpio_lines_open(&ask, &other, &fault), 0);
	four("");
	open_board(four_chips);
	until(is_absent);
	struct hal_status st;
	hal_status(hal, &st);
	assert_non_null(strstr(st.message, "line 5 of"));
	assert_non_null(strstr(st.message, "in use by another program"));
	gpio_lines_close(other);
	until(is_ready);
	close_board(NULL);
	simchips_stop();
}

static void a_chip_that_goes_away_is_absent_and_comes_back_with_a_frame(void **s)
{
	(void)s;
	assert_int_equal(simchips_start(4, 16), 0);
	four("rescan_ms = 100\n");
	open_board(four_chips);
	until(is_ready);
	hal_close(
	    hal); /* gpio-sim cannot be unbound while lines are held: a real expander can, the backend sees it as an error */
	char message[HAL_MESSAGE_MAX];
	simchips_stop();
	state = -1;
	assert_int_equal(hal_open("gpio:", board, now_us(), &hal, message), 0);
	until(is_absent);
	assert_int_equal(simchips_start(4, 16), 0);
	simchips_close(3, 15, 1);
	until(is_ready);
	assert_int_equal(value[63], 1);
	close_board(NULL);
	simchips_stop();
}

/* ---- Switches ------------------------------------------------------------------------------------------------------------- */

static int with_chips(void **s)
{
	(void)s;
	return simchips_start(4, 16);
}

static int without_chips(void **s)
{
	close_board(s);
	simchips_stop();
	return 0;
}

static void the_first_frame_tells_what_lies_on_the_board(void **s)
{
	(void)s;
	simchips_close(0, 3, 1);
	simchips_close(2, 0, 1);
	four("");
	open_board(four_chips);
	until(is_ready);
	assert_int_equal(frames, 1);
	for (int i = 0; i < 64; i++)
		assert_int_equal(value[i], i == 3 || i == 32);
}

static void sixty_four_switches_closed_and_opened_are_128_events(void **s)
{
	(void)s;
	four("");
	open_board(four_chips);
	until(is_ready);
	events = 0;
	for (int up = 1; up >= 0; up--)
		for (int i = 0; i < 64; i++)
			simchips_close(i / 16, i % 16, up);
	wanted_events = 128;
	until(has_events);
	assert_int_equal(events, 128);
	for (int i = 0; i < 64; i++)
		assert_int_equal(value[i], 0);
}

static void after_an_overflow_everything_is_read_again(void **s)
{
	(void)s;
	four("");
	open_board(four_chips);
	until(is_ready);
	for (int i = 0; i < 600; i++)
		simchips_close(1, 4, i % 2);
	simchips_close(1, 4, 1); /* the newest edge: what a full queue drops */
	wanted_line = 20;
	wanted_value = 1;
	until(line_is);
	until(is_ready);
	assert_true(frames >= 2);
	assert_int_equal(value[20], 1);
	struct hal_status st;
	hal_status(hal, &st);
	assert_true(st.gaps >= 1);
}

static void lines_are_found_by_name(void **s)
{
	(void)s;
	four("");
	char *line = strstr(four_chips, "chip expander0");
	char *end = strchr(line, '\n') + 1;
	char text[2048] = "";
	for (int i = 0; i < 16; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "name REED%d = %c%d\n", 15 - i, 'a' + i % 8,
			 i / 8 + 1);
	strcat(text, end);
	open_board(text);
	until(is_ready);
	simchips_close(0, 15, 1);
	wanted_line = 0;
	wanted_value = 1;
	until(line_is);
	assert_int_equal(value[0], 1);
}

static void an_idle_board_needs_no_wake_up(void **s)
{
	(void)s;
	four("");
	open_board(four_chips);
	until(is_ready);
	assert_true(hal_next_us(hal) == HAL_NEVER);
	struct pollfd p = { hal_fd(hal), POLLIN, 0 };
	assert_int_equal(poll(&p, 1, 300), 0);
}

static void latency_from_contact_to_event(void **s)
{
	(void)s;
	four("");
	open_board(four_chips);
	until(is_ready);
	double worst = 0, sum = 0;
	for (int i = 0; i < 100; i++) {
		int64_t t0 = now_us();
		simchips_close(3, 7, !(i & 1));
		wanted_line = 55;
		wanted_value = !(i & 1);
		until(line_is);
		double ms = (double)(now_us() - t0) / 1000;
		sum += ms;
		worst = ms > worst ? ms : worst;
	}
	printf("contact to event: mean %.2f ms, worst %.2f ms (emulated processor)\n", sum / 100, worst);
	assert_true(sum / 100 < 100);
}

/* ---- LEDs on lines ---------------------------------------------------------------------------------------------------------- */

static void plain_leds_shine_on_their_lines(void **s)
{
	(void)s;
	char message[HAL_MESSAGE_MAX];
	static const char file[] =
	    "[board]\nid = l\ntitle = l\ngames = perturbador\n[sensors squares]\nkind = presence\nlabels = a1 b1\n"
	    "[leds]\nlabels = a1 b1\n[gpio]\nbias = as-is\nchip expander0 = a1 b1\nleds = gpio\nled_chip = expander1\n"
	    "led_lines = 4 9\n";
	assert_int_equal(hal_board_parse("l.ini", file, &board, message), 0);
	assert_int_equal(hal_open("gpio:", board, now_us(), &hal, message), 0);
	until(is_ready);
	struct hal_rgb frame[2] = { { 255, 255, 255 }, { 0, 0, 0 } };
	assert_int_equal(hal_show(hal, now_us(), frame, 2), 0);
	assert_int_equal(simchips_driven(1, 4), 1);
	assert_int_equal(simchips_driven(1, 9), 0);
	frame[1] = (struct hal_rgb){ 0, 255, 0 };
	frame[0] = (struct hal_rgb){ 0, 0, 0 };
	assert_int_equal(hal_show(hal, now_us(), frame, 2), 0);
	assert_int_equal(simchips_driven(1, 4), 0);
	assert_int_equal(simchips_driven(1, 9), 1);
}

/* A matrix on real lines: rows are driven one after the other. gpio-sim joins no lines, so one column held active reads as
 * closed in every row: that the rows were driven shows on the simulator's side. */
static void a_matrix_is_scanned_over_real_lines(void **s)
{
	(void)s;
	char message[HAL_MESSAGE_MAX];
	static const char file[] =
	    "[board]\nid = m\ntitle = m\ngames = perturbador\n[sensors squares]\nkind = presence\nlabels = a1 b1 a2 b2\n"
	    "[gpio]\nbias = as-is\n[matrix]\nchip = expander2\nrows = 0 1\ncolumns = 4 5\nlabels = a1 b1 a2 b2\n";
	assert_int_equal(hal_board_parse("m.ini", file, &board, message), 0);
	assert_int_equal(hal_open("gpio:", board, now_us(), &hal, message), 0);
	until(is_ready);
	assert_true(hal_next_us(hal) - now_us() < 60000);
	simchips_close(2, 5, 1);
	wanted_line = 3;
	wanted_value = 1;
	until(line_is);
	assert_int_equal(value[1], 1);
	assert_int_equal(value[0], 0);
	assert_int_equal(simchips_driven(2, 0), 0);
}

/* ---- LEDs on I2C: i2c-stub as HT16K33 ----------------------------------------------------------------------------------------- */

static void an_ht16k33_shows_the_frame(void **s)
{
	(void)s;
	char message[HAL_MESSAGE_MAX];
	static const char file[] =
	    "[board]\nid = i\ntitle = i\ngames = perturbador\n[sensors squares]\nkind = presence\nlabels = a1 b1\n"
	    "[leds]\nlabels = a1 b1\n[gpio]\nbias = as-is\nchip expander0 = a1 b1\nleds = ht16k33\nled_device = /dev/i2c-0\n";
	assert_int_equal(hal_board_parse("i.ini", file, &board, message), 0);
	assert_int_equal(hal_open("gpio:", board, now_us(), &hal, message), 0);
	until(is_ready);
	struct hal_rgb frame[2] = { { 0, 0, 0 }, { 255, 0, 0 } };
	assert_int_equal(hal_show(hal, now_us(), frame, 2), 0);
	FILE *f = popen("i2cget -y 0 0x70 0x00", "r");
	char text[16] = "";
	assert_non_null(fgets(text, sizeof text, f));
	pclose(f);
	assert_string_equal(text, "0x02\n");
}

#define ON_CHIPS(f) cmocka_unit_test_setup_teardown(f, with_chips, without_chips)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(a_missing_chip_is_a_state_with_a_message_that_lists_what_is_there, close_board),
		cmocka_unit_test(a_chip_that_appears_later_is_taken),
		cmocka_unit_test(a_line_in_use_is_named),
		cmocka_unit_test(a_chip_that_goes_away_is_absent_and_comes_back_with_a_frame),
		ON_CHIPS(the_first_frame_tells_what_lies_on_the_board),
		ON_CHIPS(sixty_four_switches_closed_and_opened_are_128_events),
		ON_CHIPS(after_an_overflow_everything_is_read_again),
		ON_CHIPS(lines_are_found_by_name),
		ON_CHIPS(an_idle_board_needs_no_wake_up),
		ON_CHIPS(latency_from_contact_to_event),
		ON_CHIPS(plain_leds_shine_on_their_lines),
		ON_CHIPS(a_matrix_is_scanned_over_real_lines),
		ON_CHIPS(an_ht16k33_shows_the_frame),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
