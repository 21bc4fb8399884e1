/*
 * words.h — the words of a line, one after the other. Words are what spaces and tabs leave.
 */
#ifndef TABLERO_WORDS_H
#define TABLERO_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Moves *at past the next word and copies it, cut to size; false at the end of the line. */
bool words_next(const char **at, char *word, size_t size);

/* Moves *at past the next word if it is the expected one, of at most 31 bytes. */
bool words_next_is(const char **at, const char *expected);

/* A whole word as a decimal number. */
bool words_number(const char *text, int64_t *ret);

#endif
