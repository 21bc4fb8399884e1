/*
 * Memory runs out at every single place: the hardware library must say −ENOMEM, lose nothing and leave nothing behind.
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
#include "shortage.h"

static char message[HAL_MESSAGE_MAX], folder[64], path[96];

/* Calls `attempt` with the first, second … allocation failing, until it gets through without meeting one. */
static int every_failure(int (*attempt)(void))
{
	for (int n = 1; n < 10000; n++) {
		shortage_begin(n, 1);
		int e = attempt();
		shortage_end();
		if (!shortage_failed()) {
			assert_int_equal(e, 0);
			return n - 1;
		}
		if (e != -ENOMEM)
			fail_msg("allocation %d failed: %d instead of -ENOMEM", n, e);
	}
	fail();
	return 0;
}

static int read_board(void)
{
	struct hal_board *untouched = (struct hal_board *)message, *b = untouched;
	int e = hal_board_read(SOURCE_DIR "/hal/boards/contigo.ini", &b, message);
	if (e < 0)
		assert_ptr_equal(b, untouched);
	else
		hal_board_free(b);
	return e;
}

static struct hal_board *board;
static const char *spec;

static int open_board(void)
{
	struct hal *untouched = (struct hal *)message, *h = untouched;
	int e = hal_open(spec, board, 0, &h, message);
	if (e < 0)
		assert_ptr_equal(h, untouched);
	else
		hal_close(h);
	return e;
}

static int make_debounce(void)
{
	struct hal_debounce *d = NULL;
	int e = hal_debounce_new(board, &d);
	hal_debounce_free(d);
	return e;
}

static int make_trace(void)
{
	struct hal_trace *t = NULL;
	unlink(path);
	int e = hal_trace_new(path, board, NULL, 0, &t);
	hal_trace_free(t);
	return e;
}

static struct hal_calibration *calibration;

static int read_calibration(void)
{
	int e = hal_calibration_read(calibration, path, message);
	assert_int_equal(hal_calibration_expected(calibration, 36, 0), 130); /* kept, whether read again or not */
	return e;
}

static int setup(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/tablero-memory-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/file", folder);
	return hal_board_read(SOURCE_DIR "/hal/boards/contigo.ini", &board, message);
}

static int teardown(void **state)
{
	(void)state;
	hal_board_free(board);
	unlink(path);
	return rmdir(folder);
}

static void reading_a_board_file_survives(void **state)
{
	(void)state;
	assert_true(every_failure(read_board) > 100);
}

static void opening_a_board_survives(void **state)
{
	(void)state;
	spec = "sim:";
	assert_true(every_failure(open_board) > 10);
	spec = "serial:/dev/nowhere";
	assert_true(every_failure(open_board) > 5);
}

static void replaying_a_trace_survives(void **state)
{
	(void)state;
	char text[128];
	FILE *f = fopen(path, "w");
	fputs("tablero-trace 1 contigo\n0 @frame\n", f);
	fclose(f);
	snprintf(text, sizeof text, "replay:%s", path);
	spec = text;
	assert_true(every_failure(open_board) > 5);
}

static void debouncing_and_tracing_survive(void **state)
{
	(void)state;
	assert_true(every_failure(make_debounce) > 5);
	assert_true(every_failure(make_trace) >= 1);
}

static void reading_a_calibration_survives(void **state)
{
	(void)state;
	assert_int_equal(hal_calibration_new(board, &calibration), 0);
	assert_int_equal(hal_calibration_learn(calibration, 36, 0, 130), 0);
	assert_int_equal(hal_calibration_write(calibration, path, message), 0);
	assert_true(every_failure(read_calibration) > 5);
	hal_calibration_free(calibration);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(reading_a_board_file_survives, setup, teardown),
		cmocka_unit_test_setup_teardown(opening_a_board_survives, setup, teardown),
		cmocka_unit_test_setup_teardown(replaying_a_trace_survives, setup, teardown),
		cmocka_unit_test_setup_teardown(debouncing_and_tracing_survive, setup, teardown),
		cmocka_unit_test_setup_teardown(reading_a_calibration_survives, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
