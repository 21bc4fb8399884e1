/* log.c — journal lines, rate-limited by kind, with a ring of the newest for the log page. */
#include "log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { LOG_RING = 64, LOG_TEXT = 240, LOG_KINDS = 24, LOG_PER_MINUTE = 10 };

static struct {
	long long second;
	int level;
	char text[LOG_TEXT];
} ring[LOG_RING];
static unsigned ring_used;

static struct {
	char kind[16];
	long long minute;
	int lines;
} kinds[LOG_KINDS];

static bool too_many(const char *kind, long long second)
{
	int i = 0;
	while (i < LOG_KINDS - 1 && kinds[i].kind[0] && strncmp(kinds[i].kind, kind, sizeof kinds[i].kind - 1) != 0)
		i++;
	snprintf(kinds[i].kind, sizeof kinds[i].kind, "%s", kind);
	if (kinds[i].minute != second / 60) {
		kinds[i].minute = second / 60;
		kinds[i].lines = 0;
	}
	return ++kinds[i].lines > LOG_PER_MINUTE;
}

/* Bytes that a terminal would obey, and the marks that turn the direction of writing, become '?'. */
static void tame(char *text)
{
	for (unsigned char *p = (unsigned char *)text; *p; p++) {
		if (*p < 0x20 || *p == 0x7f)
			*p = '?';
		else if (p[0] == 0xe2 && p[1] == 0x80 && ((p[2] >= 0xaa && p[2] <= 0xae) || (p[2] >= 0x8e && p[2] <= 0x8f)))
			memset(p, '?', 3);
		else if (p[0] == 0xc2 && p[1] >= 0x80 && p[1] <= 0x9f)
			memset(p, '?', 2);
	}
}

void log_line(int level, const char *kind, const char *format, ...)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	if (too_many(kind, (long long)now.tv_sec))
		return;
	unsigned slot = ring_used++ % LOG_RING;
	va_list args;
	va_start(args, format);
	vsnprintf(ring[slot].text, sizeof ring[slot].text, format, args);
	va_end(args);
	tame(ring[slot].text);
	ring[slot].second = (long long)now.tv_sec;
	ring[slot].level = level;
	fprintf(stderr, "<%d>%s: %s\n", level, kind, ring[slot].text);
}

void log_each(void (*each)(void *user, long long second, int level, const char *text), void *user)
{
	unsigned first = ring_used > LOG_RING ? ring_used - LOG_RING : 0;
	for (unsigned i = first; i < ring_used; i++)
		each(user, ring[i % LOG_RING].second, ring[i % LOG_RING].level, ring[i % LOG_RING].text);
}
