/*
 * Wear of sensors: what is believed, what is scored, what is kept.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "wear.h"

static const int64_t WEEK = 7 * 24 * 3600 * (int64_t)1000, NOVEMBER_2026 = 1795000000000;
static struct wear w;

static int setup(void **state)
{
	(void)state;
	memset(&w, 0, sizeof w);
	wear_date(&w, NOVEMBER_2026);
	return 0;
}

static void a_clock_that_was_never_set_closes_no_week(void **state)
{
	(void)state;
	wear_note(&w, 3, 100, 1000, 0);
	wear_date(&w, 5000);
	wear_date(&w, NOVEMBER_2026 - 3 * WEEK);
	assert_int_equal(w.line[3].weeks, 0);
	assert_int_equal(wear_score(&w.line[3]), 100);
}

static void what_was_kept_but_makes_no_sense_counts_as_new(void **state)
{
	(void)state;
	static const char *const text[] = {
		"[]",
		"7",
		"{}",
		"{\"changes\":-4,\"bounces\":0,\"pulses\":0,\"week_changes\":0,\"week_bad\":0,\"history\":[]}",
		"{\"changes\":\"many\",\"bounces\":0,\"pulses\":0,\"week_changes\":0,\"week_bad\":0,\"history\":[]}",
		"{\"changes\":1,\"bounces\":0,\"pulses\":0,\"week_changes\":99999999999,\"week_bad\":0,\"history\":[]}"
	};
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		json_t *json = json_loads(text[i], JSON_DECODE_ANY, NULL);
		memset(&w.line[0], 0xff, sizeof w.line[0]);
		wear_read(&w.line[0], json);
		assert_int_equal(w.line[0].changes, 0);
		assert_int_equal(w.line[0].weeks, 0);
		json_decref(json);
	}
}

static void scores_out_of_range_are_left_out(void **state)
{
	(void)state;
	json_t *json = json_loads(
	    "{\"changes\":1,\"bounces\":0,\"pulses\":0,\"week_changes\":0,\"week_bad\":0,\"history\":[5,-1,300,7]}", 0, NULL);
	wear_read(&w.line[0], json);
	assert_int_equal(w.line[0].weeks, 2);
	assert_int_equal(w.line[0].history[1], 7);
	json_decref(json);
}

static void a_clean_sensor_scores_nought_and_one_that_drops_out_scores_high(void **state)
{
	(void)state;
	wear_note(&w, 0, 200, 0, 0);
	wear_note(&w, 1, 200, 200, 0);
	wear_note(&w, 2, 200, 200, 400);
	assert_int_equal(wear_score(&w.line[0]), 0);
	assert_int_equal(wear_score(&w.line[1]), 10);
	assert_int_equal(wear_score(&w.line[2]), 90);
}

static void weeks_form_a_row_and_the_oldest_go(void **state)
{
	(void)state;
	for (int i = 1; i <= WEAR_WEEKS + 4; i++) {
		wear_note(&w, 0, 100, (uint32_t)(10 * i), 0);
		wear_date(&w, NOVEMBER_2026 + i * WEEK);
	}
	assert_int_equal(w.line[0].weeks, WEAR_WEEKS);
	assert_int_equal(w.line[0].history[0], 5);
	assert_int_equal(w.line[0].history[WEAR_WEEKS - 1], WEAR_WEEKS + 4);
	assert_int_equal(w.line[0].changes, 100 * (WEAR_WEEKS + 4));
}

static void a_week_with_hardly_any_play_is_not_judged_but_counted_on(void **state)
{
	(void)state;
	wear_note(&w, 0, 100, 300, 0);
	wear_date(&w, NOVEMBER_2026 + WEEK);
	wear_note(&w, 0, 3, 0, 12);
	assert_int_equal(wear_score(&w.line[0]), 30);
	wear_date(&w, NOVEMBER_2026 + 2 * WEEK);
	assert_int_equal(w.line[0].weeks, 1);
	assert_int_equal(w.line[0].week_changes, 3);
}

static void what_is_kept_comes_back_the_same(void **state)
{
	(void)state;
	wear_note(&w, 0, 100, 300, 2);
	wear_date(&w, NOVEMBER_2026 + WEEK);
	wear_note(&w, 0, 7, 1, 1);
	json_t *json = wear_json(&w.line[0]);
	struct wear_line again;
	wear_read(&again, json);
	assert_memory_equal(&again, &w.line[0], sizeof again);
	json_decref(json);
}

#define TEST(f) cmocka_unit_test_setup(f, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_clock_that_was_never_set_closes_no_week),
		TEST(what_was_kept_but_makes_no_sense_counts_as_new),
		TEST(scores_out_of_range_are_left_out),
		TEST(a_clean_sensor_scores_nought_and_one_that_drops_out_scores_high),
		TEST(weeks_form_a_row_and_the_oldest_go),
		TEST(a_week_with_hardly_any_play_is_not_judged_but_counted_on),
		TEST(what_is_kept_comes_back_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
