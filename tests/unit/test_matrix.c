/*
 * The row/column matrix: pace, changes, ghosts. The wiring below the scan is a model of switches and diodes, because the
 * kernel's GPIO simulator has independent lines only.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "matrix.h"

/* A fake matrix: a closed switch joins its row with its column; without its diode, current may also run backwards. */
struct fake {
	bool closed[MATRIX_SIDE][MATRIX_SIDE], no_diode[MATRIX_SIDE][MATRIX_SIDE];
	int rows, columns;
};

static struct matrix_sample scan(const struct fake *f)
{
	struct matrix_sample s = { { 0 } };
	for (int r = 0; r < f->rows; r++) {
		uint32_t rows = 1u << r, columns = 0, before;
		do {
			before = columns;
			for (int i = 0; i < f->rows; i++)
				for (int c = 0; c < f->columns; c++)
					if (f->closed[i][c]) {
						if (rows >> i & 1)
							columns |= 1u << c;
						if ((columns >> c & 1) && f->no_diode[i][c])
							rows |= 1u << i;
					}
		} while (columns != before);
		s.row[r] = columns;
	}
	return s;
}

static struct matrix m;
static struct fake fake;
static struct matrix_change change[MATRIX_SIDE * MATRIX_SIDE];
static struct matrix_ghost ghost;
static bool has_ghost;
static int64_t now;

static int setup(void **state)
{
	(void)state;
	now = 1000000;
	memset(&fake, 0, sizeof fake);
	fake.rows = fake.columns = 8;
	matrix_start(&m, 8, 8, 5000, 50000, 2000000, now);
	return 0;
}

static int take(void)
{
	now = matrix_next_us(&m);
	struct matrix_sample s = scan(&fake);
	return matrix_take(&m, &s, now, change, &ghost, &has_ghost);
}

static void a_missing_diode_is_called_wiring_after_three_times(void **state)
{
	(void)state;
	fake.no_diode[1][1] = true;
	fake.closed[0][0] = fake.closed[1][0] = false;
	fake.closed[0][1] = fake.closed[1][1] = true;
	take();
	int seen = 0;
	for (int i = 0; i < 6; i++) {
		fake.closed[1][0] = !fake.closed[1][0]; /* row 0 → column 1 → back through (1,1) → row 1 → column 0 */
		int n = take();
		assert_int_equal(n, i < MATRIX_GHOSTS - 1 ? 2 : 0);
		seen += has_ghost;
		if (has_ghost)
			assert_int_equal(i, MATRIX_GHOSTS - 1);
	}
	assert_int_equal(seen, 1);
	assert_true((ghost.row == 0 && ghost.column == 0) || (ghost.row2 == 0 && ghost.column2 == 0));
}

static void what_may_be_a_ghost_is_held_back_until_the_rectangle_opens(void **state)
{
	a_missing_diode_is_called_wiring_after_three_times(state);
	fake.closed[1][0] = true;
	assert_int_equal(take(), 0);
	assert_false(matrix_closed(&m, 0, 0));
	fake.closed[0][1] = false; /* now there is no way round */
	assert_int_equal(take(), 2);
	assert_true(matrix_closed(&m, 1, 0));
	assert_false(matrix_closed(&m, 0, 0));
	fake.closed[1][0] = false;
	assert_int_equal(take(), 1);
	assert_false(matrix_closed(&m, 1, 0));
}

static void a_matrix_with_one_bad_diode_goes_on_elsewhere(void **state)
{
	a_missing_diode_is_called_wiring_after_three_times(state);
	fake.closed[5][5] = true;
	assert_int_equal(take(), 1);
	assert_true(change[0].row == 5 && change[0].column == 5 && change[0].closed);
}

static void full_rows_with_diodes_never_look_like_ghosts(void **state)
{
	(void)state;
	for (int r = 0; r < 2; r++)
		for (int c = 0; c < 8; c++) {
			fake.closed[r][c] = true;
			assert_int_equal(take(), 1);
			assert_false(has_ghost);
		}
	for (int i = 0; i < 20; i++) {
		fake.closed[i % 2][i % 8] = !fake.closed[i % 2][i % 8];
		take();
		assert_false(has_ghost);
	}
}

static void two_pieces_set_down_in_one_scan_are_play(void **state)
{
	(void)state;
	fake.closed[2][2] = fake.closed[5][6] = true;
	assert_int_equal(take(), 2);
	assert_false(has_ghost);
	assert_int_equal(m.suspicion[2][2], 0);
}

static void the_scan_is_fast_while_pieces_move_and_slow_when_they_rest(void **state)
{
	(void)state;
	fake.closed[0][0] = true;
	take();
	assert_int_equal(matrix_next_us(&m) - now, 5000);
	int64_t moved = now;
	while (now - moved < 2000000)
		take();
	assert_int_equal(matrix_next_us(&m) - now, 50000);
	fake.closed[0][0] = false;
	take();
	assert_int_equal(matrix_next_us(&m) - now, 5000);
}

static void every_change_of_a_scan_is_told_once(void **state)
{
	(void)state;
	for (int i = 0; i < 8; i++)
		fake.closed[i][i] = true;
	assert_int_equal(take(), 8);
	assert_true(change[3].row == 3 && change[3].column == 3 && change[3].closed);
	assert_int_equal(take(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_missing_diode_is_called_wiring_after_three_times, setup),
		cmocka_unit_test_setup(what_may_be_a_ghost_is_held_back_until_the_rectangle_opens, setup),
		cmocka_unit_test_setup(a_matrix_with_one_bad_diode_goes_on_elsewhere, setup),
		cmocka_unit_test_setup(full_rows_with_diodes_never_look_like_ghosts, setup),
		cmocka_unit_test_setup(two_pieces_set_down_in_one_scan_are_play, setup),
		cmocka_unit_test_setup(the_scan_is_fast_while_pieces_move_and_slow_when_they_rest, setup),
		cmocka_unit_test_setup(every_change_of_a_scan_is_told_once, setup),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
