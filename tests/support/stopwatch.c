/* stopwatch.c — the clock of the latency benchmarks. */
#include "stopwatch.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int64_t stopwatch_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

void stopwatch_stay(enum stopwatch_side side)
{
	static cpu_set_t all; /* as it was before anybody stayed anywhere */
	cpu_set_t one;
	size_t first = CPU_SETSIZE, last = 0;
	if (CPU_COUNT(&all) == 0 && sched_getaffinity(0, sizeof all, &all) < 0)
		return;
	for (size_t i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &all)) {
			first = i < first ? i : first;
			last = i;
		}
	CPU_ZERO(&one);
	CPU_SET(side == STOPWATCH_BOARD ? first : last, &one);
	sched_setaffinity(0, sizeof one, &one);
}

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return x < y ? -1 : x > y;
}

double stopwatch_quantile_ms(int64_t *took_us, int n, int percent)
{
	qsort(took_us, (size_t)n, sizeof *took_us, by_value);
	return (double)took_us[n * percent / 100] / 1000;
}

void stopwatch_print_beside(const char *name, int64_t *took_us, int64_t *echo_us, int n)
{
	static const int percents[] = { 50, 99 };
	for (int i = 0; i < 2; i++) {
		double took = stopwatch_quantile_ms(took_us, n, percents[i]),
		       echo = stopwatch_quantile_ms(echo_us, n, percents[i]);
		printf("bench hal.%s.p%d %.3f ms\nbench hal.%s_echo.p%d %.3f ms\nbench hal.%s.ratio_p%d %.2f x\n", name,
		       percents[i], took, name, percents[i], echo, name, percents[i], took / echo);
	}
	fflush(stdout);
}
