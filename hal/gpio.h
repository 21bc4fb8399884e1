/*
 * gpio.h — what the files of the gpio backend share: wiring as the board file tells it, and where on this machine it was found.
 *
 *   gpio_wiring.c  board file → wiring          gpio.c         direct lines and expanders: edge events
 *   gpio_find.c    wiring → chips of this machine  gpio_matrix.c  rows and columns: scanning
 */
#ifndef TABLERO_HAL_GPIO_H
#define TABLERO_HAL_GPIO_H

#include "gpio_lines.h"
#include "internal.h"
#include "matrix.h"

enum { GPIO_CHIPS_MAX = 16, GPIO_NAMES_MAX = 32, GPIO_PATH_MAX = 64 };

/* A chip by label, or one of several alike by the device it hangs on: "mcp23017@1-0020". */
struct gpio_chip {
	char label[GPIO_LABEL_MAX];
	char device[GPIO_LABEL_MAX]; /* empty: the only one with this label */
	int lines;
	unsigned offset[GPIO_LINES_MAX];
	uint16_t line[GPIO_LINES_MAX]; /* of the board */
	int named;                     /* how many at the end were added by line name in this connection */
	char path[GPIO_PATH_MAX];
	struct gpio_lines *open;
};

/* A line by its name, on whichever chip has it. */
struct gpio_name {
	char name[GPIO_LABEL_MAX];
	uint16_t line;
};

struct gpio_wiring {
	int chips, names;
	struct gpio_chip chip[GPIO_CHIPS_MAX];
	struct gpio_name name[GPIO_NAMES_MAX];
	bool active_low;
	int bias;
	int64_t rescan_us; /* 0: events are trusted */
	bool has_matrix;
	struct {
		char label[GPIO_LABEL_MAX], device[GPIO_LABEL_MAX], path[GPIO_PATH_MAX];
		int rows, columns;
		unsigned row[MATRIX_SIDE], column[MATRIX_SIDE];
		uint16_t line[MATRIX_SIDE][MATRIX_SIDE]; /* of the board; UINT16_MAX: no switch at that crossing */
		bool row_low;                            /* the driven row is low, the others high */
		int settle_us;                           /* from driving a row to reading the columns */
		int64_t fast_us, slow_us, calm_us;
		struct gpio_lines *row_lines, *column_lines;
	} matrix;
};

/* Reads [gpio] and [matrix]; −EINVAL with a message where a line of the board has no wire or a wire no line. */
int gpio_wiring_read(struct gpio_wiring *w, const struct hal_board *board, char message[HAL_MESSAGE_MAX]);

/* Finds the chips of the wiring on this machine; −errno with hal_say(). */
int gpio_find(struct hal *h, struct gpio_wiring *w);

/* Path of one chip, "LABEL" or "LABEL@DEVICE", for whoever needs no wiring; −ENODEV, −ENOTUNIQ. */
int gpio_chip_path(const char *chip, char path[GPIO_PATH_MAX]);

/* Says which line of which chip could not be had, and what would help. Returns `error`. */
int gpio_cannot(struct hal *h, const char *label, const char *path, unsigned offset, int error);

/* The matrix's lines; scanning. gpio_matrix_scan returns −errno when the chip is gone. */
int gpio_matrix_open(struct hal *h, struct gpio_wiring *w);
void gpio_matrix_close(struct gpio_wiring *w);
int gpio_matrix_sample(struct gpio_wiring *w, struct matrix_sample *ret);

#endif
