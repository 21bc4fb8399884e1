/*
 * doctor.h — what is wrong with the machine under the board, and what to do about it. Looks only, changes nothing.
 *
 * `root` stands before every path ("" for the real machine), so that tests can build a machine out of plain files.
 */
#ifndef TABLERO_DOCTOR_H
#define TABLERO_DOCTOR_H

#include <jansson.h>
#include <stdbool.h>

/* [{"key","ok","en","es","remedy":{"en","es"}}] for a board connected by `connection` (hal_open's spec). */
json_t *doctor_checks(const char *root, const char *connection);

/* The checks and, if given, the sensor table as text to attach to a bug report; free() it. */
char *doctor_report(json_t *checks, json_t *lines, const char *about);

#endif
