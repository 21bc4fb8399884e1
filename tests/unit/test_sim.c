/*
 * The simulated board through the public contract: states, events, frames, colours.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <poll.h>
#include <string.h>

#include "../../hal/internal.h"

static const char small[] = "[board]\nid = small\ntitle = A small board\ngames = contigo-line\n"
			    "[sensors squares]\nkind = presence\nlabels = a1 b1 c1\n"
			    "[sensors pits]\nkind = count\nmost = 10\nlevels = 0:100 10:900\nlabels = Na Nb\n"
			    "[buttons]\nlabels = end1\n"
			    "[leds]\nlabels = sensors\ngamma = 1\nlimit_ma = 0\norder = grb\n";

static struct hal_board *board;
static struct hal *h;
static struct hal_event event[64];
static char message[HAL_MESSAGE_MAX];

static int setup(void **state)
{
	(void)state;
	assert_int_equal(hal_board_parse("small.ini", small, &board, message), 0);
	assert_int_equal(hal_open("sim:", board, 1000, &h, message), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	hal_close(h);
	hal_board_free(board);
	return 0;
}

static bool readable(void)
{
	struct pollfd p = { .fd = hal_fd(h), .events = POLLIN };
	return poll(&p, 1, 0) == 1;
}

static void an_unknown_kind_of_board_is_refused_with_the_known_ones(void **state)
{
	(void)state;
	struct hal *other = NULL;
	assert_int_equal(hal_open("carrier-pigeon:", board, 0, &other, message), -EINVAL);
	assert_non_null(strstr(message, "serial:DEVICE"));
	assert_null(other);
	assert_int_equal(hal_open("sim:x", board, 0, &other, message), -EINVAL);
}

static void sensing_out_of_range_is_refused(void **state)
{
	(void)state;
	assert_int_equal(hal_sim_set(h, 0, -1, 1), -EINVAL);
	assert_int_equal(hal_sim_set(h, 0, 6, 1), -EINVAL);
	assert_int_equal(hal_sim_set(h, 0, 0, 300), -EINVAL);
}

static void a_frame_of_all_lines_comes_before_ready(void **state)
{
	(void)state;
	assert_true(readable());
	int n = hal_read(h, 1000, event, 64);
	assert_int_equal(n, 1 + 1 + 6 + 1 + 1);
	assert_int_equal(event[0].value, HAL_ABSENT);
	assert_int_equal(event[1].value, HAL_STARTING);
	assert_int_equal(event[8].type, HAL_FRAME);
	assert_int_equal(event[9].type, HAL_STATE);
	assert_int_equal(event[9].value, HAL_READY);
	assert_false(readable());
	assert_int_equal(hal_next_us(h), HAL_NEVER);
}

static void a_change_wakes_the_descriptor_and_arrives_with_its_time(void **state)
{
	(void)state;
	hal_read(h, 1000, event, 64);
	assert_int_equal(hal_sim_set(h, 5000, 1, 1), 0);
	assert_true(readable());
	assert_int_equal(hal_read(h, 6000, event, 64), 1);
	assert_int_equal(event[0].line, 1);
	assert_int_equal(event[0].value, 1);
	assert_int_equal(event[0].time_us, 5000);
	assert_int_equal(hal_sim_get(h, 1), 1);
	assert_false(readable());
}

static void times_never_run_backwards(void **state)
{
	(void)state;
	hal_read(h, 1000, event, 64);
	hal_sim_set(h, 5000, 0, 1);
	hal_sim_set(h, 4000, 1, 1);
	assert_int_equal(hal_read(h, 6000, event, 64), 2);
	assert_int_equal(event[1].time_us, 5000);
}

static void an_analogue_pit_reads_raw_and_settles_as_a_count(void **state)
{
	(void)state;
	struct hal_debounce *d;
	assert_int_equal(hal_debounce_new(board, &d), 0);
	hal_read(h, 1000, event, 64);
	hal_sim_set(h, 5000, 3, 4);
	assert_int_equal(hal_read(h, 5000, event, 64), 1);
	assert_int_equal(event[0].value, 100 + 4 * 80);
	hal_debounce_feed(d, event);
	assert_int_equal(hal_debounce_take(d, hal_debounce_next_us(d), event, 64), 1);
	assert_int_equal(event[0].value, 4);
	assert_int_equal(hal_sim_get(h, 3), 4);
	hal_debounce_free(d);
}

static void more_beads_than_a_pit_can_tell_read_as_the_most(void **state)
{
	(void)state;
	assert_int_equal(hal_sim_set(h, 5000, 3, 17), 0);
	assert_int_equal(hal_sim_get(h, 3), 10);
}

static void a_reed_only_tells_that_something_is_there(void **state)
{
	(void)state;
	assert_int_equal(hal_sim_set(h, 5000, 0, 5), 0);
	assert_int_equal(hal_sim_get(h, 0), 1);
}

static void a_pulled_cable_is_a_state_and_coming_back_reads_all_anew(void **state)
{
	(void)state;
	struct hal_status status;
	hal_read(h, 1000, event, 64);
	assert_int_equal(hal_sim_plug(h, 2000, false), 0);
	assert_int_equal(hal_sim_set(h, 3000, 2, 1), 0);
	assert_int_equal(hal_read(h, 3000, event, 64), 1);
	assert_int_equal(event[0].value, HAL_ABSENT);
	hal_status(h, &status);
	assert_int_equal(status.state, HAL_ABSENT);
	assert_non_null(strstr(status.message, "cable"));
	assert_int_equal(hal_show(h, 3000, NULL, 0), -ENODEV);
	hal_sim_plug(h, 4000, true);
	assert_int_equal(hal_next_us(h), 4000);
	int n = hal_read(h, 4000, event, 64);
	assert_int_equal(n, 1 + 6 + 1 + 1);
	assert_int_equal(event[3].value, 1);
	assert_int_equal(event[n - 1].value, HAL_READY);
}

static void a_pulled_cable_is_tried_again_less_and_less_often(void **state)
{
	(void)state;
	hal_read(h, 1000, event, 64);
	hal_sim_plug(h, 2000, false);
	int64_t now = 2000, waited = 0;
	for (int i = 0; i < 8; i++) {
		hal_read(h, now, event, 64);
		int64_t wait = hal_next_us(h) - now;
		assert_true(wait >= waited && wait > 0);
		assert_true(wait <= HAL_BACKOFF_LAST_US);
		waited = wait;
		now = hal_next_us(h);
	}
	assert_int_equal(waited, HAL_BACKOFF_LAST_US);
}

static void unread_events_collapse_into_one_frame_of_the_truth(void **state)
{
	(void)state;
	hal_read(h, 1000, event, 64);
	for (int i = 0; i < 3 * HAL_QUEUE + 1; i++)
		hal_sim_set(h, 2000 + i, 0, i % 2 == 0);
	int value = -1, state_now = -1, frames = 0, n;
	while ((n = hal_read(h, 9000, event, 64)) > 0)
		for (int i = 0; i < n; i++) {
			if (event[i].type == HAL_LINE && event[i].line == 0)
				value = event[i].value;
			if (event[i].type == HAL_STATE)
				state_now = event[i].value;
			frames += event[i].type == HAL_FRAME;
		}
	assert_int_equal(value, 1);
	assert_int_equal(state_now, HAL_READY);
	assert_true(frames >= 1);
}

static void a_shown_frame_is_dimmed_by_brightness_and_kept(void **state)
{
	(void)state;
	struct hal_rgb frame[5] = { { 200, 100, 50 } };
	int n;
	hal_brightness(h, 50);
	assert_int_equal(hal_show(h, 2000, frame, 5), 0);
	const struct hal_rgb *shown = hal_shown(h, &n);
	assert_int_equal(n, 5);
	assert_int_equal(shown[0].r, 100);
	assert_int_equal(shown[0].g, 50);
	assert_int_equal(shown[0].b, 25);
	assert_int_equal(shown[1].r, 0);
}

static void colour_order_is_applied_once_on_the_way_out(void **state)
{
	(void)state;
	struct hal_rgb frame[5] = { { 200, 100, 50 } };
	hal_show(h, 2000, frame, 5);
	assert_int_equal(h->duty[0].r, 100);
	assert_int_equal(h->duty[0].g, 200);
	assert_int_equal(h->duty[0].b, 50);
}

static void the_current_cap_dims_rather_than_exceeds(void **state)
{
	(void)state;
	struct hal_rgb white[5], shown[5], duty[5];
	struct hal_colour c = h->colour;
	memset(white, 255, sizeof white);
	c.limit_ma = 100;
	c.idle_ma = 1;
	c.channel_ma = 20;
	int percent = hal_colour_apply(&c, white, 5, shown, duty);
	double ma = 5;
	for (int i = 0; i < 5; i++)
		ma += (duty[i].r + duty[i].g + duty[i].b) * 20 / 255.0;
	assert_true(ma <= 100);
	assert_true(ma > 90);
	assert_int_equal(percent, 31);
	c.limit_ma = 3;
	assert_int_equal(hal_colour_apply(&c, white, 5, shown, duty), 0);
	assert_int_equal(duty[0].r, 0);
}

static void a_contact_that_flickers_shows_in_its_health(void **state)
{
	(void)state;
	struct hal_health w;
	hal_read(h, 1000, event, 64);
	hal_sim_set(h, 1000000, 0, 1);
	hal_sim_set(h, 1001000, 0, 0); /* 1 ms: bounce */
	hal_sim_set(h, 1002000, 0, 1); /* 1 ms: bounce */
	hal_sim_set(h, 2000000, 0, 0);
	hal_sim_set(h, 2020000, 0, 1); /* 20 ms open: shorter than 60 */
	assert_int_equal(hal_health(h, 0, &w), 0);
	assert_int_equal(w.changes, 5);
	assert_int_equal(w.bounces, 2);
	assert_int_equal(w.short_pulses, 1);
	assert_int_equal(w.raw, 1);
	assert_int_equal(w.last_us, 2020000);
	assert_int_equal(hal_health(h, 6, &w), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(an_unknown_kind_of_board_is_refused_with_the_known_ones, setup, teardown),
		cmocka_unit_test_setup_teardown(sensing_out_of_range_is_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(a_frame_of_all_lines_comes_before_ready, setup, teardown),
		cmocka_unit_test_setup_teardown(a_change_wakes_the_descriptor_and_arrives_with_its_time, setup, teardown),
		cmocka_unit_test_setup_teardown(times_never_run_backwards, setup, teardown),
		cmocka_unit_test_setup_teardown(an_analogue_pit_reads_raw_and_settles_as_a_count, setup, teardown),
		cmocka_unit_test_setup_teardown(more_beads_than_a_pit_can_tell_read_as_the_most, setup, teardown),
		cmocka_unit_test_setup_teardown(a_reed_only_tells_that_something_is_there, setup, teardown),
		cmocka_unit_test_setup_teardown(a_pulled_cable_is_a_state_and_coming_back_reads_all_anew, setup, teardown),
		cmocka_unit_test_setup_teardown(a_pulled_cable_is_tried_again_less_and_less_often, setup, teardown),
		cmocka_unit_test_setup_teardown(unread_events_collapse_into_one_frame_of_the_truth, setup, teardown),
		cmocka_unit_test_setup_teardown(a_shown_frame_is_dimmed_by_brightness_and_kept, setup, teardown),
		cmocka_unit_test_setup_teardown(colour_order_is_applied_once_on_the_way_out, setup, teardown),
		cmocka_unit_test_setup_teardown(the_current_cap_dims_rather_than_exceeds, setup, teardown),
		cmocka_unit_test_setup_teardown(a_contact_that_flickers_shows_in_its_health, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
