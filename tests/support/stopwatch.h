/* stopwatch.h — what the latency benchmarks share: the clock, and how a series of times is told. */
#ifndef TABLERO_TESTS_STOPWATCH_H
#define TABLERO_TESTS_STOPWATCH_H

#include <stdint.h>

int64_t stopwatch_us(void); /* CLOCK_MONOTONIC */
/* This process runs on one processor from now on: the board on the first, every host on the last, as in life the board is
 * another machine. Otherwise it is luck whether two of them share one, and that is worth more than what is measured. */
enum stopwatch_side { STOPWATCH_BOARD, STOPWATCH_HOST };
void stopwatch_stay(enum stopwatch_side side);
/* Sorts `took_us`. */
double stopwatch_quantile_ms(int64_t *took_us, int n, int percent);
/* Prints p50 and p99 of both as `bench hal.NAME…` and `bench hal.NAME_echo…`, and their ratios. Sorts both. */
void stopwatch_print_beside(const char *name, int64_t *took_us, int64_t *echo_us, int n);

#endif
