/*
 * shortage.c — allocations that fail when told.
 */
#include "shortage.h"

#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
char *__real_strdup(const char *s);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
char *__wrap_strdup(const char *s);

static long left, lasts;
static long made, failed;

void shortage_begin(long after, long lasting)
{
	made = failed = 0;
	left = after;
	lasts = lasting;
}

void shortage_end(void)
{
	left = 0;
}

long shortage_made(void)
{
	return made;
}

long shortage_failed(void)
{
	return failed;
}

static bool fails(void)
{
	made++;
	if (left == 0 || --left > 0)
		return false;
	left = lasts-- > 1 ? 1 : 0;
	failed++;
	return true;
}

void *__wrap_malloc(size_t n)
{
	return fails() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
	return fails() ? NULL : __real_realloc(p, n);
}

char *__wrap_strdup(const char *s)
{
	return fails() ? NULL : __real_strdup(s);
}
