/*
 * Calibration: readings become values with hysteresis, levels are learned and filled in, files are never overwritten unseen.
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
#include <unistd.h>

#include "hal.h"

static const char text[] = "[board]\nid = x\ntitle = X\ngames = oraia\n"
			   "[sensors d]\nkind = presence\nlabels = z1\n"
			   "[sensors s]\nkind = presence\nlabels = a1\nlevels = 0:500 1:700 1:300\n"
			   "[sensors o]\nkind = owner\nlabels = b1\nlevels = 0:512 1:712 2:312 5:602\n"
			   "[sensors p]\nkind = count\nmost = 10\nlabels = Na Nb\nlevels = 0:100 10:900\n";
enum { Z1, A1, B1, NA, NB };

static struct hal_board *board;
static struct hal_calibration *c;
static char message[HAL_MESSAGE_MAX], folder[64], path[80];

static int setup(void **state)
{
	(void)state;
	assert_int_equal(hal_board_parse("x.ini", text, &board, message), 0);
	assert_int_equal(hal_calibration_new(board, &c), 0);
	strcpy(folder, "/tmp/tablero-cal-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/c.ini", folder);
	return 0;
}

static int teardown(void **state)
{
	char other[96];
	(void)state;
	unlink(path);
	for (int i = 1; i < 4; i++) {
		snprintf(other, sizeof other, "%s.%d", path, i);
		unlink(other);
	}
	assert_int_equal(rmdir(folder), 0); /* nothing else was left behind */
	hal_calibration_free(c);
	hal_board_free(board);
	return 0;
}

static int value(int line, int raw, int before)
{
	return hal_calibration_classify(c, line, raw, before, NULL);
}

static void a_digital_line_is_left_alone_and_cannot_learn(void **state)
{
	(void)state;
	assert_int_equal(value(Z1, 1, 0), 1);
	assert_int_equal(hal_calibration_learn(c, Z1, 1, 600), -EINVAL);
	assert_int_equal(hal_calibration_learn(c, B1, 3, 600), -EINVAL);
	assert_int_equal(hal_calibration_learn(c, B1, 1, 5000), -EINVAL);
	assert_int_equal(hal_calibration_learn(c, 99, 1, 500), -EINVAL);
	assert_int_equal(hal_calibration_expected(c, Z1, 1), -EINVAL);
}

static void a_reading_between_two_levels_keeps_the_value_it_had(void **state)
{
	(void)state;
	assert_int_equal(value(A1, 600 + 20, 0), 0); /* middle at 600, kept up to 630 */
	assert_int_equal(value(A1, 600 - 20, 1), 1);
	assert_int_equal(value(A1, 635, 0), 1);
	assert_int_equal(value(A1, 565, 1), 0);
}

static void a_magnet_either_way_up_is_presence(void **state)
{
	(void)state;
	assert_int_equal(value(A1, 710, 0), 1);
	assert_int_equal(value(A1, 290, 0), 1);
	assert_int_equal(value(A1, 505, 0), 0);
	assert_int_equal(value(A1, 0, 0), 1);
	assert_int_equal(value(A1, 1023, 0), 1);
}

static void polarity_and_strength_tell_owners_and_the_neutral_piece(void **state)
{
	(void)state;
	assert_int_equal(value(B1, 705, 0), 1);
	assert_int_equal(value(B1, 320, 0), 2);
	assert_int_equal(value(B1, 600, 0), 5);
	assert_int_equal(value(B1, 512, 5), 0);
}

static void confidence_is_full_on_a_level_and_none_half_way(void **state)
{
	(void)state;
	int sure;
	hal_calibration_classify(c, NA, 340, 0, &sure);
	assert_int_equal(sure, 100);
	hal_calibration_classify(c, NA, 360, 3, &sure);
	assert_int_equal(sure, 50);
	hal_calibration_classify(c, NA, 380, 3, &sure);
	assert_int_equal(sure, 0);
}

static void one_learned_level_shifts_the_others(void **state)
{
	(void)state;
	hal_calibration_learn(c, NA, 0, 130);
	assert_int_equal(hal_calibration_expected(c, NA, 0), 130);
	assert_int_equal(hal_calibration_expected(c, NA, 5), 530);
	assert_int_equal(hal_calibration_expected(c, NB, 5), 500);
}

static void levels_between_learned_ones_are_interpolated(void **state)
{
	(void)state;
	hal_calibration_learn(c, NA, 0, 100);
	hal_calibration_learn(c, NA, 5, 400);  /* 60 a bead */
	hal_calibration_learn(c, NA, 10, 600); /* then 40: the spring stiffens */
	assert_int_equal(hal_calibration_expected(c, NA, 2), 220);
	assert_int_equal(hal_calibration_expected(c, NA, 8), 520);
	assert_int_equal(value(NA, 222, 0), 2);
	assert_int_equal(value(NA, 518, 0), 8);
	hal_calibration_forget(c, NA);
	assert_int_equal(hal_calibration_expected(c, NA, 2), 260);
}

static void a_sensor_soldered_upside_down_is_cured_by_two_levels(void **state)
{
	(void)state;
	hal_calibration_learn(c, B1, 0, 512);
	hal_calibration_learn(c, B1, 1, 312);
	assert_int_equal(value(B1, 312, 0), 1);
	assert_int_equal(value(B1, 712, 0), 2);
	assert_int_equal(value(B1, 422, 0), 5);
}

static void samples_are_averaged_and_their_noise_lowers_confidence(void **state)
{
	(void)state;
	assert_in_range(hal_calibration_confidence(c, NA), 1, 50); /* nothing learned */
	for (int i = 0; i < 20; i++)
		hal_calibration_learn(c, NA, 0, 100 + (i % 2 ? 1 : -1));
	assert_int_equal(hal_calibration_expected(c, NA, 0), 100);
	assert_int_equal(hal_calibration_confidence(c, NA), 100);
	for (int i = 0; i < 40; i++)
		hal_calibration_learn(c, NA, 5, 500 + (i % 2 ? 40 : -40));
	assert_in_range(hal_calibration_confidence(c, NA), 20, 30); /* 80 apart, noise 40 */
}

static void bad_files_change_nothing_and_say_where(void **state)
{
	(void)state;
	static const struct {
		const char *text, *expected;
	} bad[] = {
		{ "[calibration]\nboard = y\n", "c.ini:2: a calibration of board \"x\"" },
		{ "[Na]\n0@100 = 1 2 3\n", "c.ini:1: a calibration of board" },
		{ "[calibration]\nboard = x\n[Nz]\n0@100 = 1 2 3\n", "c.ini:4: [Nz] the board has no analogue line" },
		{ "[calibration]\nboard = x\n[z1]\n0@100 = 1 2 3\n", "c.ini:4: [z1] the board has no analogue line" },
		{ "[calibration]\nboard = x\n[Na]\n0 = 1 2 3\n", "c.ini:4: [Na] VALUE@NOMINAL" },
		{ "[calibration]\nboard = x\n[Na]\n0@101 = 1 2 3\n", "c.ini:4: [Na] the board file has no such level" },
		{ "[calibration]\nboard = x\n[Na]\n0@100 = 130 2 9\n1@180 = 1 2\n", "c.ini:5: [Na] MEAN SPREAD SAMPLES" },
		{ "[calibration]\nboard = x\n[Na]\n0@100 = nan 2 9\n", "c.ini:4: [Na] MEAN SPREAD SAMPLES" },
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(hal_calibration_parse(c, "c.ini", bad[i].text, message), -EINVAL);
		if (!strstr(message, bad[i].expected))
			fail_msg("\"%s\" does not say \"%s\"", message, bad[i].expected);
		assert_int_equal(hal_calibration_expected(c, NA, 0), 100);
	}
	assert_int_equal(hal_calibration_read(c, path, message), -ENOENT);
}

static void what_was_learned_comes_back_from_the_file(void **state)
{
	(void)state;
	struct hal_calibration *other;
	hal_calibration_learn(c, NA, 0, 130);
	hal_calibration_learn(c, A1, 1, 290);
	assert_int_equal(hal_calibration_write(c, path, message), 0);
	assert_int_equal(hal_calibration_new(board, &other), 0);
	assert_int_equal(hal_calibration_read(other, path, message), 0);
	assert_int_equal(hal_calibration_expected(other, NA, 5), 530);
	char *a = hal_calibration_text(c), *b = hal_calibration_text(other);
	assert_string_equal(a, b);
	free(a);
	free(b);
	hal_calibration_free(other);
}

static void write_text(const char *head, const char *rest)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "%s%s", head, rest);
	fclose(f);
}

static void a_trace_that_quotes_nonsense_names_its_line(void **state)
{
	(void)state;
	assert_int_equal(hal_calibration_unquote(c, path, message), -ENOENT);
	write_text("tablero-trace 1 x\n# a remark\n0 Na 100\n", "");
	assert_int_equal(hal_calibration_unquote(c, path, message), -ENOENT);
	write_text("tablero-trace 1 x\n#= [calibration]\n# a remark\n#= board = x\n", "0 Na 5\n#= [Nz]\n#= 0@100 = 1 2 3\n");
	assert_int_equal(hal_calibration_unquote(c, path, message), -EINVAL);
	assert_non_null(strstr(message, ":7: [Nz] the board has no analogue line"));
	assert_int_equal(hal_calibration_expected(c, NA, 0), 100);
}

static void a_trace_quotes_what_was_learned_of_the_lines_that_matter(void **state)
{
	(void)state;
	struct hal_calibration *other;
	bool wanted[HAL_LINES_MAX] = { [NA] = true };
	hal_calibration_learn(c, A1, 1, 290);
	char *quoted = hal_calibration_quote(c, wanted);
	assert_string_equal(quoted, ""); /* nothing is known of Na */
	free(quoted);
	hal_calibration_learn(c, NA, 0, 130);
	quoted = hal_calibration_quote(c, wanted);
	write_text("tablero-trace 1 x\n", quoted);
	free(quoted);
	assert_int_equal(hal_calibration_new(board, &other), 0);
	assert_int_equal(hal_calibration_unquote(other, path, message), 0);
	assert_int_equal(hal_calibration_samples(other, NA, 0), 1);
	assert_int_equal(hal_calibration_samples(other, A1, -1), 0);
	assert_int_equal(hal_calibration_expected(other, NA, 5), 530);
	hal_calibration_free(other);
}

static void a_file_that_somebody_edited_is_not_overwritten(void **state)
{
	(void)state;
	hal_calibration_learn(c, NA, 0, 130);
	assert_int_equal(hal_calibration_write(c, path, message), 0);
	FILE *f = fopen(path, "a");
	fputs("; my own note\n", f);
	fclose(f);
	hal_calibration_learn(c, NA, 0, 140);
	assert_int_equal(hal_calibration_write(c, path, message), -ESTALE);
	assert_non_null(strstr(message, "changed by somebody else"));
	assert_int_equal(hal_calibration_read(c, path, message), 0);
	hal_calibration_learn(c, NA, 0, 140);
	assert_int_equal(hal_calibration_write(c, path, message), 0);
}

static void the_older_file_is_kept_beside_the_new_one(void **state)
{
	(void)state;
	char kept[96];
	hal_calibration_learn(c, NA, 0, 130);
	hal_calibration_write(c, path, message);
	assert_int_equal(hal_calibration_write(c, path, message), 0); /* the same: nothing to keep */
	snprintf(kept, sizeof kept, "%s.1", path);
	assert_int_equal(access(kept, F_OK), -1);
	hal_calibration_learn(c, NA, 0, 140);
	assert_int_equal(hal_calibration_write(c, path, message), 0);
	struct hal_calibration *old;
	hal_calibration_new(board, &old);
	assert_int_equal(hal_calibration_read(old, kept, message), 0);
	assert_int_equal(hal_calibration_expected(old, NA, 0), 130);
	hal_calibration_free(old);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_digital_line_is_left_alone_and_cannot_learn, setup, teardown),
		cmocka_unit_test_setup_teardown(a_reading_between_two_levels_keeps_the_value_it_had, setup, teardown),
		cmocka_unit_test_setup_teardown(a_magnet_either_way_up_is_presence, setup, teardown),
		cmocka_unit_test_setup_teardown(polarity_and_strength_tell_owners_and_the_neutral_piece, setup, teardown),
		cmocka_unit_test_setup_teardown(confidence_is_full_on_a_level_and_none_half_way, setup, teardown),
		cmocka_unit_test_setup_teardown(one_learned_level_shifts_the_others, setup, teardown),
		cmocka_unit_test_setup_teardown(levels_between_learned_ones_are_interpolated, setup, teardown),
		cmocka_unit_test_setup_teardown(a_sensor_soldered_upside_down_is_cured_by_two_levels, setup, teardown),
		cmocka_unit_test_setup_teardown(samples_are_averaged_and_their_noise_lowers_confidence, setup, teardown),
		cmocka_unit_test_setup_teardown(bad_files_change_nothing_and_say_where, setup, teardown),
		cmocka_unit_test_setup_teardown(what_was_learned_comes_back_from_the_file, setup, teardown),
		cmocka_unit_test_setup_teardown(a_trace_that_quotes_nonsense_names_its_line, setup, teardown),
		cmocka_unit_test_setup_teardown(a_trace_quotes_what_was_learned_of_the_lines_that_matter, setup, teardown),
		cmocka_unit_test_setup_teardown(a_file_that_somebody_edited_is_not_overwritten, setup, teardown),
		cmocka_unit_test_setup_teardown(the_older_file_is_kept_beside_the_new_one, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
