/*
 * trace.h — reading traces line by line, for the replay backend and for tests.
 */
#ifndef TABLERO_HAL_TRACE_H
#define TABLERO_HAL_TRACE_H

#include "internal.h"

struct trace_reader {
	const struct hal_board *board;
	bool head; /* the first line has been read */
	int line;  /* kept by the caller, for messages */
	int64_t last_us;
};

/* One line without its newline: 1 and an event (time_us since the start of the trace), 0 for one that holds none, −EINVAL. */
int trace_read_line(struct trace_reader *r, const char *text, struct hal_event *ret, char message[HAL_MESSAGE_MAX]);

#endif
