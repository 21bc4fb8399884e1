/*
 * Debounce: chatter never counts, levels that hold do, and the time told is when they began.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "hal.h"

static const char text[] =
    "[board]\nid = x\ntitle = X\ngames = oraia\n"
    "[sensors s]\nkind = presence\nlabels = a1 b1 c1\non_ms = 10\noff_ms = 50\n"
    "[sensors o]\nkind = owner\nlabels = d1\non_ms = 10\noff_ms = 50\n"
    "[sensors p]\nkind = count\nmost = 10\nlabels = Na\nlevels = 0:100 10:900\non_ms = 100\noff_ms = 150\n";
enum { A1, B1, C1, D1, NA };

static struct hal_board *board;
static struct hal_debounce *d;
static struct hal_event event[16];

static int setup(void **state)
{
	(void)state;
	char message[HAL_MESSAGE_MAX];
	assert_int_equal(hal_board_parse("x.ini", text, &board, message), 0);
	assert_int_equal(hal_debounce_new(board, &d), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	hal_debounce_free(d);
	hal_board_free(board);
	return 0;
}

static void feed(int64_t time_us, int line, int value)
{
	struct hal_event e = { .time_us = time_us, .type = HAL_LINE, .line = (uint16_t)line, .value = (uint16_t)value };
	hal_debounce_feed(d, &e);
}

static int take(int64_t now_us)
{
	return hal_debounce_take(d, now_us, event, 16);
}

static void an_edge_alone_never_counts(void **state)
{
	(void)state;
	feed(0, A1, 1);
	assert_int_equal(take(9999), 0);
	feed(9999, A1, 0);
	assert_int_equal(take(1000000), 0);
	assert_int_equal(hal_debounce_value(d, A1), 0);
	assert_int_equal(hal_debounce_next_us(d), HAL_NEVER);
}

static void chatter_starts_the_wait_again_and_again(void **state)
{
	(void)state;
	for (int t = 0; t < 100; t++)
		feed(t * 4000, A1, t % 2 == 0);
	feed(400000, A1, 1);
	assert_int_equal(take(409999), 0);
	assert_int_equal(hal_debounce_next_us(d), 410000);
	assert_int_equal(take(410000), 1);
	assert_int_equal(event[0].time_us, 400000);
}

static void a_rise_counts_after_on_and_a_fall_after_off(void **state)
{
	(void)state;
	feed(1000, A1, 1);
	assert_int_equal(hal_debounce_next_us(d), 11000);
	assert_int_equal(take(11000), 1);
	assert_int_equal(event[0].line, A1);
	assert_int_equal(event[0].value, 1);
	assert_int_equal(event[0].time_us, 1000);
	feed(20000, A1, 0);
	assert_int_equal(hal_debounce_next_us(d), 70000);
	assert_int_equal(take(69999), 0);
	assert_int_equal(take(70000), 1);
	assert_int_equal(event[0].value, 0);
}

static void a_piece_shoved_over_its_dead_spot_stays(void **state)
{
	(void)state;
	feed(0, A1, 1);
	take(10000);
	feed(20000, A1, 0);
	feed(60000, A1, 1);
	assert_int_equal(take(1000000), 0);
	assert_int_equal(hal_debounce_value(d, A1), 1);
}

static void changes_are_taken_in_the_order_in_which_they_began(void **state)
{
	(void)state;
	feed(3000, A1, 1);
	feed(1000, C1, 1);
	feed(2000, B1, 1);
	assert_int_equal(take(100000), 3);
	assert_int_equal(event[0].line, C1);
	assert_int_equal(event[1].line, B1);
	assert_int_equal(event[2].line, A1);
}

static void what_does_not_fit_is_taken_later(void **state)
{
	(void)state;
	feed(1000, A1, 1);
	feed(1000, B1, 1);
	feed(1000, C1, 1);
	assert_int_equal(hal_debounce_take(d, 100000, event, 2), 2);
	assert_int_equal(hal_debounce_take(d, 100000, event, 2), 1);
	assert_int_equal(hal_debounce_take(d, 100000, event, 2), 0);
}

static void a_frame_counts_at_once(void **state)
{
	(void)state;
	feed(1000, A1, 1);
	feed(1000, B1, 1);
	feed(1000, B1, 0);
	hal_debounce_frame(d, 1000);
	assert_int_equal(hal_debounce_next_us(d), 1000);
	assert_int_equal(take(1000), 1);
	assert_int_equal(event[0].line, A1);
	feed(2000, A1, 0);
	assert_int_equal(take(2000), 0);
}

static void another_owner_counts_like_a_rise_and_none_like_a_fall(void **state)
{
	(void)state;
	feed(0, D1, 1);
	take(10000);
	feed(20000, D1, 2);
	assert_int_equal(hal_debounce_next_us(d), 30000);
	assert_int_equal(take(30000), 1);
	feed(40000, D1, 0);
	assert_int_equal(hal_debounce_next_us(d), 90000);
}

static void an_analogue_line_waits_on_values_and_not_on_readings(void **state)
{
	(void)state;
	feed(0, NA, 340);     /* three beads */
	feed(60000, NA, 345); /* a tremble */
	feed(90000, NA, 333);
	assert_int_equal(take(100000), 1);
	assert_int_equal(event[0].value, 3);
	assert_int_equal(event[0].time_us, 0);
}

static void other_events_and_lines_that_do_not_exist_are_ignored(void **state)
{
	(void)state;
	struct hal_event e = { .time_us = 0, .type = HAL_STATE, .line = A1, .value = 1 };
	hal_debounce_feed(d, &e);
	feed(0, 77, 1);
	assert_int_equal(take(1000000), 0);
	assert_int_equal(hal_debounce_value(d, 77), 0);
	assert_int_equal(hal_debounce_value(d, -1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(an_edge_alone_never_counts, setup, teardown),
		cmocka_unit_test_setup_teardown(chatter_starts_the_wait_again_and_again, setup, teardown),
		cmocka_unit_test_setup_teardown(a_rise_counts_after_on_and_a_fall_after_off, setup, teardown),
		cmocka_unit_test_setup_teardown(a_piece_shoved_over_its_dead_spot_stays, setup, teardown),
		cmocka_unit_test_setup_teardown(changes_are_taken_in_the_order_in_which_they_began, setup, teardown),
		cmocka_unit_test_setup_teardown(what_does_not_fit_is_taken_later, setup, teardown),
		cmocka_unit_test_setup_teardown(a_frame_counts_at_once, setup, teardown),
		cmocka_unit_test_setup_teardown(another_owner_counts_like_a_rise_and_none_like_a_fall, setup, teardown),
		cmocka_unit_test_setup_teardown(an_analogue_line_waits_on_values_and_not_on_readings, setup, teardown),
		cmocka_unit_test_setup_teardown(other_events_and_lines_that_do_not_exist_are_ignored, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
