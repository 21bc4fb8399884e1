/*
 * doctor.h — what is wrong with the machine under the board, and what to do about it. Looks only, changes nothing.
 *
 * `root` stands before every path ("" for the real machine), so that tests can build a machine out of plain files.
 */
#ifndef TABLERO_DOCTOR_H
#define TABLERO_DOCTOR_H

#include <jansson.h>
#include <stdbool.h>

struct hal_board;

/* [{"key","ok","en","es","remedy":{"en","es"}}] for a board connected by `connection` (hal_open's spec); what it needs of the
 * machine (SPI, I2C, how many LEDs) is looked up in the board file. NULL: none could be read. */
json_t *doctor_checks(const char *root, const char *connection, const struct hal_board *board);

/* What the hardware library says of the board, as one check or two: a board that answers may still say that its LEDs are missing
 * or a diode is. */
json_t *doctor_board(bool ready, const char *message);

/* The checks and, if given, the sensor table as text to attach to a bug report; free() it. */
char *doctor_report(json_t *checks, json_t *lines, const char *about, bool spanish);

#endif
