/*
 * calibrate.h — a calibration's inside, shared by calibrate.c (levels and readings) and calibratefile.c (its file).
 */
#ifndef TABLERO_HAL_CALIBRATE_H
#define TABLERO_HAL_CALIBRATE_H

#include "internal.h"

struct calibrate_level {
	uint16_t value, nominal;
	int samples;           /* 0: not learned */
	double mean, variance; /* of the samples */
	double real;           /* what the line is taken to read: the mean, or what follows from its neighbours */
};

struct calibrate_line {
	int n; /* 0: digital */
	struct calibrate_level *level;
};

struct hal_calibration {
	const struct hal_board *board;
	char *read_text; /* the file as last read or written; NULL: none */
	struct calibrate_line line[HAL_LINES_MAX];
};

/* Works out every level's `real` after samples have changed. */
void calibrate_settle(struct calibrate_line *l);

#endif
