/*
 * matrix.c — see matrix.h.
 */
#include "matrix.h"

#include <string.h>

void matrix_start(struct matrix *m, int rows, int columns, int64_t fast_us, int64_t slow_us, int64_t calm_us, int64_t now_us)
{
	*m = (struct matrix){
		.rows = rows,
		.columns = columns,
		.fast_us = fast_us,
		.slow_us = slow_us,
		.calm_us = calm_us,
		.moved_us = now_us,
		.next_us = now_us,
	};
}

static bool closed(const struct matrix_sample *s, int row, int column)
{
	return s->row[row] >> column & 1;
}

/* Two crossings that changed in the same way in one scan are a ghost and its cause if they are corners of a rectangle
 * whose other two corners are closed: on one row or one column with the change, or across from it. */
static bool closes_rectangle(const struct matrix *m, const struct matrix_sample *lit, int row, int column, int row2,
			     int column2)
{
	if (row != row2 && column != column2)
		return closed(lit, row, column2) && closed(lit, row2, column);
	if (row == row2) {
		for (int r = 0; r < m->rows; r++)
			if (r != row && closed(lit, r, column) && closed(lit, r, column2))
				return true;
		return false;
	}
	for (int c = 0; c < m->columns; c++)
		if (c != column && closed(lit, row, c) && closed(lit, row2, c))
			return true;
	return false;
}

static bool suspect(struct matrix *m, const struct matrix_sample *lit, const struct matrix_change *a,
		    const struct matrix_change *b, struct matrix_ghost *ret)
{
	if (a->closed != b->closed || !closes_rectangle(m, lit, a->row, a->column, b->row, b->column))
		return false;
	uint8_t *s = &m->suspicion[a->row][a->column], *t = &m->suspicion[b->row][b->column];
	if (*s < UINT8_MAX)
		++*s;
	if (*t < UINT8_MAX)
		++*t;
	if (*s != MATRIX_GHOSTS && *t != MATRIX_GHOSTS)
		return false;
	*ret = (struct matrix_ghost){ a->row, a->column, b->row, b->column };
	return true;
}

/* May the other three corners of a rectangle make this crossing read as closed? */
static bool may_be_ghost(const struct matrix *m, const struct matrix_sample *s, int row, int column)
{
	if (m->suspicion[row][column] < MATRIX_GHOSTS)
		return false;
	for (int r = 0; r < m->rows; r++)
		for (int c = 0; c < m->columns; c++)
			if (r != row && c != column && closed(s, r, c) && closed(s, r, column) && closed(s, row, c))
				return true;
	return false;
}

static struct matrix_sample believable(const struct matrix *m, const struct matrix_sample *s)
{
	struct matrix_sample told = *s;
	for (int r = 0; r < m->rows; r++)
		for (int c = 0; c < m->columns; c++)
			if (closed(s, r, c) && may_be_ghost(m, s, r, c))
				told.row[r] = (told.row[r] & ~(1u << c)) | (m->told.row[r] & 1u << c);
	return told;
}

static int differences(const struct matrix *m, const struct matrix_sample *a, const struct matrix_sample *b,
		       struct matrix_change change[MATRIX_SIDE * MATRIX_SIDE])
{
	int n = 0;
	for (int r = 0; r < m->rows; r++)
		for (int c = 0; c < m->columns; c++)
			if ((a->row[r] ^ b->row[r]) >> c & 1)
				change[n++] = (struct matrix_change){ r, c, closed(b, r, c) };
	return n;
}

int matrix_take(struct matrix *m, const struct matrix_sample *sample, int64_t now_us,
		struct matrix_change change[MATRIX_SIDE * MATRIX_SIDE], struct matrix_ghost *ret_ghost, bool *ret_has_ghost)
{
	struct matrix_sample lit; /* closed in the fuller of the two scans: where the rectangle stands complete */
	int n = differences(m, &m->last, sample, change);
	for (int r = 0; r < m->rows; r++)
		lit.row[r] = sample->row[r] | m->last.row[r];
	m->last = *sample;
	if (n > 0)
		m->moved_us = now_us;
	m->next_us = now_us + (now_us - m->moved_us < m->calm_us ? m->fast_us : m->slow_us);
	*ret_has_ghost = n == 2 && suspect(m, &lit, &change[0], &change[1], ret_ghost);
	struct matrix_sample before = m->told;
	m->told = believable(m, sample);
	return differences(m, &before, &m->told, change);
}

bool matrix_closed(const struct matrix *m, int row, int column)
{
	return closed(&m->told, row, column);
}

int64_t matrix_next_us(const struct matrix *m)
{
	return m->next_us;
}
