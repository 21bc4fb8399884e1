/*
 * ptyecho.h — the bare loop that a host is measured beside: at the other end of an emulated board, it answers every change with
 * the bytes that the host itself said when they were recorded. It reads nothing, knows nothing and decides nothing; the board
 * and the terminal do the same for it as for the host.
 */
#ifndef TABLERO_TESTS_PTYECHO_H
#define TABLERO_TESTS_PTYECHO_H

#include <sys/types.h>

#include "ptyboard.h"

enum { PTYECHO_ANSWERS = 2, PTYECHO_BYTES = 4096 };

/* What it says, in turns. */
struct ptyecho {
	char bytes[PTYECHO_ANSWERS][PTYECHO_BYTES];
	size_t n[PTYECHO_ANSWERS];
};

/* A process on the terminal `device`, which stays open in it until it is killed. */
pid_t ptyecho_start(const char *device, const struct ptyecho *says);

#endif
