/*
 * Calibration on every reference board with analogue sensors: each sensor has its own offset and gain, all are noisy, some are
 * mounted upside down. Nominal levels fail on them; a few known levels make every value right and keep it still.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "calibrate.h"

enum { SAMPLES = 20, READINGS = 60 };

static const char *const boards[] = { "contigo", "thibault", "swahili", "perturbador", "andantino", "oraia" };
static uint32_t seed;

static int below(int n)
{
	seed = seed * 1664525U + 1013904223U;
	return (int)((seed >> 8) % (uint32_t)n);
}

/* What one sensor of this particular board does. */
struct sensor {
	double offset, gain, middle;
	int noise;
};

static struct sensor some_sensor(const struct hal_levels *l, bool upside_down)
{
	int least = 1023, most = 0, gap = 1023;
	for (int i = 0; i < l->n; i++) {
		least = l->at[i].raw < least ? l->at[i].raw : least;
		most = l->at[i].raw > most ? l->at[i].raw : most;
		for (int j = 0; j < i; j++) {
			int d = abs(l->at[i].raw - l->at[j].raw);
			gap = d > 0 && d < gap ? d : gap;
		}
	}
	struct sensor s = { .middle = (least + most) / 2.0, .gain = 0.85 + below(20) / 100.0, .offset = below(41) - 20 };
	/* A linear hall sensor on a microcontroller: some 4 of 1023; a scale with 20 levels between 100 and 900 stands 40
	 * apart. */
	s.noise = gap / 8 < 4 ? gap / 8 : 4;
	if (upside_down)
		s.gain = -s.gain;
	return s;
}

static int reading(const struct sensor *s, int nominal)
{
	double raw = s->middle + s->offset + s->gain * (nominal - s->middle) + below(2 * s->noise + 1) - s->noise;
	return raw < 0 ? 0 : raw > 1023 ? 1023 : (int)(raw + 0.5);
}

static struct hal_board *board;
static struct hal_calibration *calibration;

static void open_board(const char *name)
{
	char path[512], message[HAL_MESSAGE_MAX];
	snprintf(path, sizeof path, SOURCE_DIR "/hal/boards/%s.ini", name);
	assert_int_equal(hal_board_read(path, &board, message), 0);
	assert_int_equal(hal_calibration_new(board, &calibration), 0);
}

static void close_board(void)
{
	hal_calibration_free(calibration);
	hal_board_free(board);
}

static void learn(int line, const struct sensor *s, int i)
{
	const struct hal_levels *l = hal_board_levels(board, line);
	for (int k = 0; k < SAMPLES; k++)
		assert_int_equal(hal_calibration_learn(calibration, line, l->at[i].value, reading(s, l->at[i].raw)), 0);
}

/* How many readings are taken for a wrong value, after the first of each level has settled. */
static int wrong_readings(int line, const struct sensor *s)
{
	const struct hal_levels *l = hal_board_levels(board, line);
	int wrong = 0, value = 0;
	for (int i = 0; i < l->n; i++)
		for (int k = 0; k < READINGS; k++) {
			value = hal_calibration_classify(calibration, line, reading(s, l->at[i].raw), value, NULL);
			wrong += k > 0 && value != l->at[i].value;
		}
	return wrong;
}

static void nominal_levels_are_not_enough_for_sensors_as_they_come(void **state)
{
	(void)state;
	int wrong = 0;
	for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
		open_board(boards[b]);
		seed = 7;
		for (int i = 0; i < hal_board_lines(board); i++)
			if (hal_board_levels(board, i)) {
				struct sensor s = some_sensor(hal_board_levels(board, i), i % 7 == 3);
				wrong += wrong_readings(i, &s);
			}
		close_board();
	}
	assert_true(wrong > 0);
}

static void first_and_last_level_learned_make_every_value_of_every_board_right(void **state)
{
	(void)state;
	for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
		open_board(boards[b]);
		seed = 7;
		for (int i = 0; i < hal_board_lines(board); i++) {
			const struct hal_levels *l = hal_board_levels(board, i);
			if (!l)
				continue;
			struct sensor s = some_sensor(l, i % 7 == 3);
			learn(i, &s, 0);
			learn(i, &s, l->n - 1);
			int wrong = wrong_readings(i, &s);
			if (wrong)
				fail_msg("%s: %s was taken for something else %d times", boards[b],
					 hal_board_line(board, i)->label, wrong);
			assert_true(hal_calibration_confidence(calibration, i) >= 40);
		}
		close_board();
	}
}

static void noise_at_rest_changes_no_value_even_in_the_middle_between_two_levels(void **state)
{
	(void)state;
	open_board("perturbador");
	seed = 3;
	int before = 0, changes = 0;
	for (int k = 0; k < 1000; k++) { /* 602 is the disturber, 512 nothing: 557 is neither */
		int value = hal_calibration_classify(calibration, 0, 557 + below(11) - 5, before, NULL);
		changes += value != before;
		before = value;
	}
	assert_int_equal(changes, 0);
	close_board();
}

static void an_old_sensor_that_drifts_is_followed_by_learning_anew(void **state)
{
	(void)state;
	open_board("contigo");
	int na = hal_board_find(board, "Na");
	struct sensor s = { .middle = 500, .gain = 1, .noise = 2 };
	learn(na, &s, 0);
	learn(na, &s, hal_board_levels(board, na)->n - 1);
	s.offset = 70; /* nearly two beads */
	assert_true(wrong_readings(na, &s) > 0);
	hal_calibration_forget(calibration, na);
	learn(na, &s, 0);
	learn(na, &s, hal_board_levels(board, na)->n - 1);
	assert_int_equal(wrong_readings(na, &s), 0);
	close_board();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nominal_levels_are_not_enough_for_sensors_as_they_come),
		cmocka_unit_test(first_and_last_level_learned_make_every_value_of_every_board_right),
		cmocka_unit_test(noise_at_rest_changes_no_value_even_in_the_middle_between_two_levels),
		cmocka_unit_test(an_old_sensor_that_drifts_is_followed_by_learning_anew),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
