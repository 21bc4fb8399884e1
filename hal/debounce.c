/*
 * debounce.c — from chattering contacts to values that count. One for all backends, live and replayed.
 *
 * A line:
 *
 *                     reading = settled value: nothing was there
 *                 ┌──────────────────────────────────────────────┐
 *                 ▼                                              │
 *          ┌─────────────┐   another reading: since = its time   ┌─┴───────────┐
 *          │   settled   ├─────────────────────────────────────►│   waiting   ├──┐ yet another reading:
 *          └─────────────┘                                      └─┬─────────▲─┘  │ since = its time
 *                 ▲    on_us (rise) or off_us (fall) after since, │         └────┘
 *                 │    or a frame: the reading at that moment     │
 *                 └───────────────────────────────────────────────┘
 *                      becomes the settled value, to be taken
 *
 * A reed closes and opens several times within milliseconds, so an edge decides nothing; a reed also has a dead spot right
 * over its middle and opens while a piece is only shoved, so a fall must hold longer than a rise. The time reported is when the
 * new level began, not when it was believed.
 */
#include <errno.h>
#include <stdlib.h>

#include "internal.h"

struct line {
	uint16_t settled; /* what was last taken */
	uint16_t reading; /* what the line reads now, classified */
	int64_t since_us; /* since when it reads so */
	bool waiting;     /* is in the waiting list */
	bool at_once;     /* a frame told it: no waiting */
};

struct hal_debounce {
	const struct hal_board *board;
	struct hal_calibration *nominal;
	const struct hal_calibration *calibration;
	int lines, waiting;
	uint16_t wait[HAL_LINES_MAX]; /* lines whose reading differs, in no order */
	struct line line[HAL_LINES_MAX];
};

int hal_debounce_new(const struct hal_board *board, struct hal_debounce **ret)
{
	struct hal_debounce *d = calloc(1, sizeof *d);
	if (!d)
		return -ENOMEM;
	int e = hal_calibration_new(board, &d->nominal);
	if (e < 0) {
		free(d);
		return e;
	}
	d->calibration = d->nominal;
	d->board = board;
	d->lines = hal_board_lines(board);
	*ret = d;
	return 0;
}

void hal_debounce_free(struct hal_debounce *d)
{
	if (!d)
		return;
	hal_calibration_free(d->nominal);
	free(d);
}

void hal_debounce_calibrate(struct hal_debounce *d, const struct hal_calibration *c)
{
	d->calibration = c ? c : d->nominal;
}

static void stop_waiting(struct hal_debounce *d, int at)
{
	d->line[d->wait[at]].waiting = false;
	d->wait[at] = d->wait[--d->waiting];
}

void hal_debounce_feed(struct hal_debounce *d, const struct hal_event *event)
{
	if (event->type != HAL_LINE || event->line >= d->lines)
		return;
	struct line *l = &d->line[event->line];
	int value = hal_calibration_classify(d->calibration, event->line, event->value, l->reading, NULL);
	if (value == l->reading)
		return;
	l->reading = (uint16_t)value;
	l->since_us = event->time_us;
	l->at_once = false;
	if (!l->waiting)
		d->wait[d->waiting++] = event->line;
	l->waiting = true;
}

void hal_debounce_frame(struct hal_debounce *d, int64_t now_us)
{
	(void)now_us;
	for (int i = 0; i < d->waiting; i++)
		d->line[d->wait[i]].at_once = true;
}

static int64_t deadline(const struct hal_debounce *d, int line)
{
	const struct line *l = &d->line[line];
	const struct hal_line *what = hal_board_line(d->board, line);
	if (l->at_once)
		return l->since_us;
	return l->since_us + (l->reading < l->settled ? what->off_us : what->on_us);
}

int64_t hal_debounce_next_us(const struct hal_debounce *d)
{
	int64_t next = HAL_NEVER;
	for (int i = 0; i < d->waiting; i++) {
		int line = d->wait[i];
		if (d->line[line].reading != d->line[line].settled && deadline(d, line) < next)
			next = deadline(d, line);
	}
	return next;
}

static int by_time(const void *a, const void *b)
{
	const struct hal_event *x = a, *y = b;
	if (x->time_us != y->time_us)
		return x->time_us < y->time_us ? -1 : 1;
	return x->line - y->line;
}

int hal_debounce_take(struct hal_debounce *d, int64_t now_us, struct hal_event *event, int room)
{
	int n = 0;
	for (int i = d->waiting - 1; i >= 0 && n < room; i--) {
		int line = d->wait[i];
		struct line *l = &d->line[line];
		if (l->reading == l->settled) {
			stop_waiting(d, i);
		} else if (deadline(d, line) <= now_us) {
			l->settled = l->reading;
			event[n++] = (struct hal_event){
				.time_us = l->since_us, .type = HAL_LINE, .line = (uint16_t)line, .value = l->settled
			};
			stop_waiting(d, i);
		}
	}
	qsort(event, (size_t)n, sizeof *event, by_time);
	return n;
}

int hal_debounce_value(const struct hal_debounce *d, int line)
{
	return line >= 0 && line < d->lines ? d->line[line].settled : 0;
}
