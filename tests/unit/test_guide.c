/*
 * The guided test with one magnet, against simulated boards with simulated faults: a hand carries the magnet to wherever the
 * guide asks, and the board answers as a board with that fault would.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "guide.h"

enum { SITES = 12, MS = 1000 };

/* What is wrong with the simulated board. */
static struct fault {
	int wire[SITES]; /* site → line that its sensor is wired to; −1: to none */
	int also[SITES]; /* a site's magnet reaches this line too; −1: none */
	bool blind_centre[SITES], trembles[SITES], sticks[SITES], faint[SITES];
	int noisy; /* this line flickers by itself; −1: none */
} fault;

static struct guide g;
static int64_t now;
static int lies; /* where the magnet is; −1: in the hand */

static int setup(void **state)
{
	(void)state;
	memset(&fault, 0, sizeof fault);
	for (int i = 0; i < SITES; i++) {
		fault.wire[i] = i;
		fault.also[i] = -1;
	}
	fault.noisy = -1;
	now = 1000 * MS;
	lies = -1;
	uint16_t order[SITES];
	for (uint16_t i = 0; i < SITES; i++)
		order[i] = i;
	guide_start(&g, order, SITES, SITES + 2); /* two buttons are no part of it */
	return 0;
}

static void line(int n, int value)
{
	if (n >= 0)
		guide_feed(&g, now, n, value, fault.faint[n % SITES] ? 12 : 90);
}

static void wait_ms(int ms)
{
	int64_t end = now + ms * MS;
	int step = 0;
	while (now < end) {
		now += 10 * MS;
		step++;
		if (lies >= 0 && fault.trembles[lies] && step % 5 == 0)
			line(fault.wire[lies], step % 10 == 0);
		if (lies >= 0 && fault.noisy >= 0 && fault.noisy != fault.wire[lies])
			line(fault.noisy, step % 12 < 3);
		guide_tick(&g, now);
	}
}

/* A contact chatters while the magnet comes. */
static void put(int site)
{
	int n = fault.wire[site];
	lies = site;
	line(n, 1);
	now += 2 * MS;
	line(n, 0);
	now += 1 * MS;
	line(n, 1);
	if (fault.also[site] >= 0)
		line(fault.also[site], 1);
	if (fault.blind_centre[site]) {
		wait_ms(80);
		line(n, 0);
	}
}

static void lift(void)
{
	int n = lies < 0 ? -1 : fault.wire[lies];
	if (lies >= 0 && fault.blind_centre[lies]) {
		line(n, 1);
		wait_ms(60);
	}
	if (lies >= 0 && !fault.sticks[lies])
		line(n, 0);
	if (lies >= 0 && fault.also[lies] >= 0)
		line(fault.also[lies], 0);
	lies = -1;
	guide_tick(&g, now);
}

/* A person who does what is asked, and says "it lies there" where nothing happens for long. */
static void walk_through(void)
{
	guide_begin(&g, now);
	for (int i = 0; i < 3 * SITES && g.phase != GUIDE_DONE; i++) {
		if (g.phase == GUIDE_PUT) {
			int step = g.step;
			lift();
			wait_ms(700);
			if (g.phase == GUIDE_PUT && g.step == step)
				put(guide_target(&g));
			wait_ms(4500);
			if (g.phase == GUIDE_PUT && g.step == step)
				guide_next(&g, now);
		} else {
			lift();
			wait_ms(500);
			if (g.phase != GUIDE_DONE && g.phase != GUIDE_PUT)
				guide_next(&g, now);
		}
	}
	assert_int_equal(g.phase, GUIDE_DONE);
}

static void all_fine_but(int a, int faults_a, int b, int faults_b)
{
	for (int i = 0; i < SITES; i++) {
		int wanted = i == a ? faults_a : i == b ? faults_b : 0;
		if (g.line[i].faults != wanted)
			fail_msg("line %d: faults %#x, not %#x", i, g.line[i].faults, wanted);
		assert_true(g.line[i].tested);
	}
}

static void a_dead_sensor_is_found_when_the_person_says_the_magnet_lies_there(void **state)
{
	(void)state;
	fault.wire[4] = -1;
	walk_through();
	all_fine_but(4, GUIDE_DEAD, -1, 0);
}

static void a_magnet_in_the_blind_spot_of_a_reed_is_told_from_a_dead_one(void **state)
{
	(void)state;
	fault.blind_centre[5] = true;
	walk_through();
	all_fine_but(5, GUIDE_DEAD_CENTRE, -1, 0);
}

static void a_contact_that_trembles_under_a_resting_magnet_is_weak(void **state)
{
	(void)state;
	fault.trembles[2] = true;
	walk_through();
	all_fine_but(2, GUIDE_WEAK, -1, 0);
}

static void a_reading_nearly_between_two_levels_is_weak(void **state)
{
	(void)state;
	fault.faint[7] = true;
	walk_through();
	all_fine_but(7, GUIDE_WEAK, -1, 0);
}

static void a_sensor_that_does_not_let_go_is_sticky_and_the_rest_is_tested(void **state)
{
	(void)state;
	fault.sticks[3] = true;
	walk_through();
	all_fine_but(3, GUIDE_STICKY, -1, 0);
}

static void the_last_site_sticks_too(void **state)
{
	(void)state;
	fault.sticks[SITES - 1] = true;
	walk_through();
	all_fine_but(SITES - 1, GUIDE_STICKY, -1, 0);
}

static void a_neighbour_that_answers_as_well_is_crosstalk_and_named(void **state)
{
	(void)state;
	fault.also[6] = 7;
	walk_through();
	all_fine_but(6, GUIDE_CROSSTALK, -1, 0);
	assert_int_equal(g.line[6].others, 1);
	assert_int_equal(g.line[6].other[0], 7);
}

static void crosstalk_into_the_site_tested_before_is_not_sticky(void **state)
{
	(void)state;
	fault.also[6] = 5;
	walk_through();
	all_fine_but(6, GUIDE_CROSSTALK, -1, 0);
	assert_int_equal(g.line[6].other[0], 5);
}

static void two_exchanged_wires_are_told_with_each_other(void **state)
{
	(void)state;
	fault.wire[8] = 9;
	fault.wire[9] = 8;
	walk_through();
	all_fine_but(8, GUIDE_SWAPPED, 9, GUIDE_SWAPPED);
	assert_int_equal(g.line[8].instead, 9);
	assert_int_equal(g.line[9].instead, 8);
}

static void three_wires_in_a_ring_answer_elsewhere(void **state)
{
	(void)state;
	fault.wire[1] = 2;
	fault.wire[2] = 3;
	fault.wire[3] = 1;
	walk_through();
	for (int i = 1; i <= 3; i++)
		assert_int_equal(g.line[i].faults, GUIDE_ELSEWHERE);
	assert_int_equal(g.line[3].instead, 1);
}

static void a_line_that_speaks_by_itself_is_noisy(void **state)
{
	(void)state;
	fault.noisy = 10;
	walk_through();
	assert_true(g.line[10].faults & GUIDE_NOISY);
	for (int i = 0; i < SITES; i++)
		if (i != 10 && g.line[i].faults)
			fail_msg("line %d: faults %#x", i, g.line[i].faults);
}

static void a_line_that_is_on_before_the_test_sticks_and_the_others_are_tested(void **state)
{
	(void)state;
	line(2, 1);
	guide_begin(&g, now);
	assert_int_equal(g.phase, GUIDE_EMPTY);
	assert_int_equal(guide_target(&g), GUIDE_NONE);
	guide_next(&g, now);
	assert_int_equal(g.phase, GUIDE_PUT);
	fault.sticks[2] = true;
	walk_through();
	assert_true(g.line[2].faults & GUIDE_STICKY);
	assert_int_equal(g.line[3].faults, 0);
}

static void pieces_left_on_the_board_are_waited_for(void **state)
{
	(void)state;
	line(2, 1);
	guide_begin(&g, now);
	assert_int_equal(g.phase, GUIDE_EMPTY);
	line(2, 0);
	assert_int_equal(guide_tick(&g, now), INT64_MAX);
	assert_int_equal(g.phase, GUIDE_PUT);
	assert_int_equal(guide_target(&g), 0);
}

static void a_magnet_put_on_the_wrong_site_may_be_moved_to_the_right_one(void **state)
{
	(void)state;
	guide_begin(&g, now);
	put(1);
	wait_ms(1500);
	assert_int_equal(guide_wrong(&g), 1);
	lift();
	wait_ms(600);
	assert_int_equal(guide_wrong(&g), GUIDE_NONE);
	put(0);
	wait_ms(1100);
	assert_int_equal(g.step, 1);
	assert_int_equal(g.line[0].faults, 0);
	assert_int_equal(g.line[0].instead, GUIDE_NONE);
}

static void a_hurried_hand_that_lifts_too_early_puts_the_magnet_down_again(void **state)
{
	(void)state;
	guide_begin(&g, now);
	put(0);
	wait_ms(600);
	lift();
	wait_ms(5000);
	assert_int_equal(g.step, 0);
	put(0);
	wait_ms(1100);
	assert_int_equal(g.step, 1);
	assert_int_equal(g.line[0].faults, 0);
}

static void a_magnet_carried_over_other_sites_makes_no_noise(void **state)
{
	(void)state;
	guide_begin(&g, now);
	for (int round = 0; round < 5; round++)
		for (int i = 3; i < SITES; i++) {
			line(i, 1);
			wait_ms(50);
			line(i, 0);
			wait_ms(50);
		}
	walk_through();
	all_fine_but(-1, 0, -1, 0);
}

static void a_site_can_be_tested_again_and_is_judged_anew(void **state)
{
	(void)state;
	fault.trembles[2] = true;
	walk_through();
	fault.trembles[2] = false;
	lift();
	guide_again(&g, now, 2);
	assert_int_equal(guide_target(&g), 2);
	walk_through();
	all_fine_but(-1, 0, -1, 0);
}

static void buttons_and_lines_out_of_the_order_are_not_listened_to(void **state)
{
	(void)state;
	guide_begin(&g, now);
	line(SITES, 1);
	wait_ms(4000);
	assert_int_equal(g.step, 0);
	assert_int_equal(guide_wrong(&g), GUIDE_NONE);
	guide_feed(&g, now, -1, 1, 100);
	guide_feed(&g, now, 5000, 1, 100);
}

static void nothing_wakes_the_loop_while_the_person_takes_time(void **state)
{
	(void)state;
	guide_begin(&g, now);
	assert_int_equal(guide_tick(&g, now), INT64_MAX);
	put(0);
	int64_t next = guide_tick(&g, now);
	assert_true(next > now && next <= now + 1000 * MS);
}

static void every_fault_has_a_name(void **state)
{
	(void)state;
	for (int i = 0; i < GUIDE_FAULTS; i++)
		assert_true(guide_fault_name(1 << i)[0]);
	assert_string_equal(guide_fault_name(0), "");
}

#define TEST(f) cmocka_unit_test_setup(f, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_dead_sensor_is_found_when_the_person_says_the_magnet_lies_there),
		TEST(a_magnet_in_the_blind_spot_of_a_reed_is_told_from_a_dead_one),
		TEST(a_contact_that_trembles_under_a_resting_magnet_is_weak),
		TEST(a_reading_nearly_between_two_levels_is_weak),
		TEST(a_sensor_that_does_not_let_go_is_sticky_and_the_rest_is_tested),
		TEST(the_last_site_sticks_too),
		TEST(a_neighbour_that_answers_as_well_is_crosstalk_and_named),
		TEST(crosstalk_into_the_site_tested_before_is_not_sticky),
		TEST(two_exchanged_wires_are_told_with_each_other),
		TEST(three_wires_in_a_ring_answer_elsewhere),
		TEST(a_line_that_speaks_by_itself_is_noisy),
		TEST(a_line_that_is_on_before_the_test_sticks_and_the_others_are_tested),
		TEST(pieces_left_on_the_board_are_waited_for),
		TEST(a_magnet_put_on_the_wrong_site_may_be_moved_to_the_right_one),
		TEST(a_hurried_hand_that_lifts_too_early_puts_the_magnet_down_again),
		TEST(a_magnet_carried_over_other_sites_makes_no_noise),
		TEST(a_site_can_be_tested_again_and_is_judged_anew),
		TEST(buttons_and_lines_out_of_the_order_are_not_listened_to),
		TEST(nothing_wakes_the_loop_while_the_person_takes_time),
		TEST(every_fault_has_a_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
