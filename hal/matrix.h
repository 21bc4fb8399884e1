/*
 * matrix.h — what a row/column matrix says, apart from how it is read: pace, changes, ghosts. Pure.
 *
 * A matrix has a switch at each crossing of a row and a column. With a diode a switch, each is seen alone. Without, three closed
 * corners of a rectangle close the fourth as well: current finds its way round. Such a ghost comes and goes in the very
 * scan in which one of its three corners does, which no two hands do again and again: that is how it is told from play. From
 * then on what such a crossing says is held back while it stands in a closed rectangle; an open one is always true.
 *
 *        column 1   column 2
 *   row 1 ──o──────────●──      o  not closed, and yet it reads as closed
 *           │          │        ●  closed
 *   row 2 ──●──────────●──
 */
#ifndef TABLERO_HAL_MATRIX_H
#define TABLERO_HAL_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

enum { MATRIX_SIDE = 20, MATRIX_GHOSTS = 3 /* so many times the same rectangle, then it is called wiring */ };

/* One scan: bit c of row[r] is set when the switch of row r and column c reads closed. */
struct matrix_sample {
	uint32_t row[MATRIX_SIDE];
};

struct matrix {
	int rows, columns;
	int64_t fast_us, slow_us; /* between scans while pieces move, and when none has for calm_us */
	int64_t calm_us;
	struct matrix_sample last; /* as read */
	struct matrix_sample told; /* without what may be a ghost */
	int64_t moved_us, next_us;
	uint8_t suspicion[MATRIX_SIDE][MATRIX_SIDE]; /* how often a crossing came or went as fourth corner */
};

struct matrix_change {
	int row, column;
	bool closed;
};

struct matrix_ghost {
	int row, column;   /* the crossing without a working diode, or its opposite: they cannot be told apart */
	int row2, column2; /* the opposite corner */
};

void matrix_start(struct matrix *m, int rows, int columns, int64_t fast_us, int64_t slow_us, int64_t calm_us, int64_t now_us);

/* Takes a scan made at now_us: writes the changes of what can be believed, returns how many. *ret_ghost is filled and true stored
 * in *ret_has_ghost when a rectangle has just become suspicious enough. */
int matrix_take(struct matrix *m, const struct matrix_sample *sample, int64_t now_us,
		struct matrix_change change[MATRIX_SIDE * MATRIX_SIDE], struct matrix_ghost *ret_ghost, bool *ret_has_ghost);

/* What can be believed of a crossing. */
bool matrix_closed(const struct matrix *m, int row, int column);

/* When the next scan is due. */
int64_t matrix_next_us(const struct matrix *m);

#endif
