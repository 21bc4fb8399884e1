/*
 * Traces: bad ones are refused with their line; what is recorded is what is replayed, on a virtual clock.
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
			   "[sensors s]\nkind = presence\nlabels = a1 b1\n"
			   "[sensors p]\nkind = count\nmost = 10\nlabels = Na\nlevels = 0:100 10:900\n";

static struct hal_board *board;
static char message[HAL_MESSAGE_MAX], folder[64], path[80], spec[96];

static int setup(void **state)
{
	(void)state;
	assert_int_equal(hal_board_parse("x.ini", text, &board, message), 0);
	strcpy(folder, "/tmp/tablero-trace-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/t.trace", folder);
	snprintf(spec, sizeof spec, "replay:%s", path);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	unlink(path);
	rmdir(folder);
	hal_board_free(board);
	return 0;
}

static void write_file(const char *what)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(what, f);
	fclose(f);
}

static void refused(const char *what, const char *expected)
{
	struct hal *h = NULL;
	write_file(what);
	assert_int_equal(hal_open(spec, board, 0, &h, message), -EINVAL);
	assert_null(h);
	if (!strstr(message, expected))
		fail_msg("\"%s\" does not say \"%s\"", message, expected);
}

static void a_trace_that_is_not_there_is_refused(void **state)
{
	(void)state;
	struct hal *h = NULL;
	assert_int_equal(hal_open("replay:/nonexistent", board, 0, &h, message), -EINVAL);
	assert_non_null(strstr(message, "/nonexistent"));
}

static void a_bad_line_is_told_before_anything_is_played(void **state)
{
	(void)state;
	refused("", "t.trace:0: empty");
	refused("hello\n", ":1: not a trace");
	refused("tablero-trace 1 y\n", "recorded on board \"y\", not on \"x\"");
	refused("tablero-trace 1 x\n0 @frame\n5 z9 1\n", ":3: the board has no line z9");
	refused("tablero-trace 1 x\n5 a1 1\n4 a1 0\n", ":3: time runs backwards");
	refused("tablero-trace 1 x\n5 a1 x\n", ":2: a1: this value is impossible");
	refused("tablero-trace 1 x\n5 a1 2000\n", ":2: a1: this value is impossible");
	refused("tablero-trace 1 x\n5 @state happy\n", ":2: @state");
	refused("tablero-trace 1 x\n5\n", ":2: TIME LABEL VALUE");
	refused("tablero-trace 1 x\n5 a1 1 1\n", ":2: TIME LABEL VALUE");
	refused("tablero-trace 1 x\n\n# fine\nsoon a1 1\n", ":4: TIME LABEL VALUE");
}

static void a_trace_is_never_written_over(void **state)
{
	(void)state;
	struct hal_trace *t = NULL;
	write_file("precious");
	assert_int_equal(hal_trace_new(path, board, NULL, 0, &t), -EEXIST);
	assert_null(t);
}

static int read_at_next(struct hal *h, int64_t *now, struct hal_event *event, int room)
{
	int64_t next = hal_next_us(h);
	if (next == HAL_NEVER)
		return 0;
	if (next > *now)
		*now = next;
	return hal_read(h, *now, event, room);
}

static void a_recording_replays_as_it_was(void **state)
{
	(void)state;
	struct hal *h;
	struct hal_trace *t;
	struct hal_event was[64], is[64], one[64];
	int n = 0, m = 0, k;
	const int64_t start = 1000000;
	assert_int_equal(hal_trace_new(path, board, NULL, start, &t), 0);
	assert_int_equal(hal_open("sim:", board, start, &h, message), 0);
	hal_sim_set(h, start, 1, 1);
	n += hal_read(h, start, was + n, 64 - n);
	hal_sim_set(h, start + 1500, 0, 1);
	hal_sim_set(h, start + 2500, 2, 4);
	n += hal_read(h, start + 3000, was + n, 64 - n);
	hal_sim_plug(h, start + 5000, false);
	n += hal_read(h, start + 5000, was + n, 64 - n);
	hal_sim_plug(h, start + 7000, true);
	n += hal_read(h, start + 7000, was + n, 64 - n);
	hal_sim_set(h, start + 8000, 0, 0);
	n += hal_read(h, start + 8000, was + n, 64 - n);
	hal_close(h);
	for (int i = 0; i < n; i++)
		assert_int_equal(hal_trace_put(t, &was[i]), 0);
	hal_trace_free(t);

	int64_t later = 77000000, now = later;
	assert_int_equal(hal_open(spec, board, later, &h, message), 0);
	while ((k = read_at_next(h, &now, one, 64)) > 0) {
		memcpy(is + m, one, (size_t)k * sizeof *one);
		m += k;
	}
	hal_close(h);
	assert_int_equal(m, n);
	for (int i = 0; i < n; i++) {
		assert_int_equal(is[i].time_us - later, was[i].time_us - start);
		assert_int_equal(is[i].type, was[i].type);
		assert_int_equal(is[i].line, was[i].line);
		assert_int_equal(is[i].value, was[i].value);
	}
}

static void a_trace_by_hand_needs_only_a_frame_to_begin(void **state)
{
	(void)state;
	struct hal *h;
	struct hal_event event[64];
	struct hal_status status;
	write_file("tablero-trace 1 x\n# a pawn stands on b1\n0 b1 1\n0 @frame\n2000 b1 0\n");
	assert_int_equal(hal_open(spec, board, 100, &h, message), 0);
	int n = hal_read(h, 100, event, 64);
	assert_int_equal(n, 2 + 3 + 2);
	assert_int_equal(event[3].value, 1);
	hal_status(h, &status);
	assert_int_equal(status.state, HAL_READY);
	assert_int_equal(hal_next_us(h), 2100);
	assert_int_equal(hal_read(h, 2099, event, 64), 0);
	assert_int_equal(hal_read(h, 2100, event, 64), 1);
	assert_int_equal(event[0].time_us, 2100);
	assert_int_equal(hal_next_us(h), HAL_NEVER);
	hal_close(h);
}

static void a_thousand_changes_in_one_moment_are_all_replayed(void **state)
{
	(void)state;
	enum { CHANGES = 5000 };
	FILE *f = fopen(path, "w");
	struct hal *h;
	struct hal_event event[64];
	int n, total = 0;
	fputs("tablero-trace 1 x\n0 @frame\n", f);
	for (int i = 0; i < CHANGES; i++)
		fprintf(f, "5 a1 %d\n", i % 2 == 0);
	fclose(f);
	assert_int_equal(hal_open(spec, board, 0, &h, message), 0);
	while ((n = hal_read(h, 5, event, 64)) > 0)
		for (int i = 0; i < n; i++)
			total += event[i].type == HAL_LINE && event[i].time_us == 5;
	assert_int_equal(total, CHANGES);
	hal_close(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_trace_that_is_not_there_is_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(a_bad_line_is_told_before_anything_is_played, setup, teardown),
		cmocka_unit_test_setup_teardown(a_trace_is_never_written_over, setup, teardown),
		cmocka_unit_test_setup_teardown(a_recording_replays_as_it_was, setup, teardown),
		cmocka_unit_test_setup_teardown(a_trace_by_hand_needs_only_a_frame_to_begin, setup, teardown),
		cmocka_unit_test_setup_teardown(a_thousand_changes_in_one_moment_are_all_replayed, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
