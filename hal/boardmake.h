/*
 * boardmake.h — a board file's meaning while it is worked out: board.c (head, LEDs, looking up), boardlines.c (sensor lines).
 */
#ifndef TABLERO_HAL_BOARDMAKE_H
#define TABLERO_HAL_BOARDMAKE_H

#include "boardfile.h"
#include "internal.h"

enum { GROUPS_MAX = 40 };

struct hal_board {
	struct boardfile file;
	const char *id, *title, *games;
	int lines, leds;
	struct hal_line line[HAL_LINES_MAX];
	struct hal_input input[HAL_LINES_MAX];
	uint8_t levels_of[HAL_LINES_MAX]; /* index into levels, + 1; 0: digital */
	struct hal_led led[HAL_LEDS_MAX];
	struct hal_levels levels[GROUPS_MAX];
	int groups;
};

/* Everything that reads one file: the board under construction and where to complain. */
struct making {
	struct hal_board *b;
	char *message;
	unsigned next_input[128]; /* by letter */
};

/* Takes the next word of a list; false at its end. Words longer than `size` are cut (and then fit nothing). */
bool board_word(const char **p, char *to, size_t size);
/* A whole decimal number from min to max. */
bool board_number(const char *text, long min, long max, long *ret);
/* The same as a key's value; absent: `otherwise`. */
int board_number_entry(const struct hal_board *b, const char *section, const char *key, long min, long max, long otherwise,
		       long *ret, char message[HAL_MESSAGE_MAX]);
/* A key that is not among `allowed`, " key key … ", is an error. */
int board_refuse_other_keys(struct making *m, const char *section, const char *allowed);
/* Reads a [sensors NAME] section or [buttons]; `at` is its first line. */
int board_read_group(struct making *m, const char *section, int at, bool buttons);

#endif
