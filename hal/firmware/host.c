/*
 * host.c — see host.h.
 */
#include "host.h"

#include <string.h>

#include "clock.h"
#include "leds.h"
#include "report.h"
#include "serial.h"

enum { HOST_SILENT_MS = 6000 };

static bool starve, dark;
static uint16_t host_heard_ms;
static uint8_t lines_since_latch;

/* ---- Fields ---------------------------------------------------------------------------------------------------------- */

static bool take_number(char **p, uint8_t base, uint8_t digits, uint32_t *ret)
{
	uint32_t v = 0;
	uint8_t n = 0;
	for (; n < digits; n++) {
		char c = (*p)[n];
		uint8_t d = (uint8_t)(c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99);
		if (d >= base)
			break;
		v = v * base + d;
	}
	if (n == 0 || (base == 16 && n < digits))
		return false;
	*p += n;
	*ret = v;
	return true;
}

/* A field: one space, then a decimal number. */
static bool take_field(char **p, uint16_t *ret)
{
	uint32_t v;
	if (**p != ' ')
		return false;
	++*p;
	if (!take_number(p, 10, 5, &v) || v > 0xffff || (**p && **p != ' '))
		return false;
	*ret = (uint16_t)v;
	return true;
}

/* ---- Obeying --------------------------------------------------------------------------------------------------------- */

static bool set_run(char *p)
{
	uint16_t first, count;
	uint32_t rgb;
	if (!take_field(&p, &first) || !take_field(&p, &count) || *p++ != ' ' || !take_number(&p, 16, 6, &rgb) ||
	    (*p && *p != ' ') || count == 0 || first >= LEDS || count > LEDS - first)
		return false;
	while (count--)
		leds_set(first++, (uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb);
	return true;
}

static bool set_distinct(char *p)
{
	uint16_t first;
	if (!take_field(&p, &first) || *p++ != ' ')
		return false;
	uint8_t digits = 0;
	while (p[digits] && p[digits] != ' ')
		digits++;
	uint8_t count = digits / 6;
	if (count == 0 || count > 8 || digits % 6 || first >= LEDS || count > LEDS - first)
		return false;
	uint32_t rgb[8];
	for (uint8_t i = 0; i < count; i++)
		if (!take_number(&p, 16, 6, &rgb[i]))
			return false;
	for (uint8_t i = 0; i < count; i++)
		leds_set(first + i, (uint8_t)(rgb[i] >> 16), (uint8_t)(rgb[i] >> 8), (uint8_t)rgb[i]);
	return true;
}

static char count_line(bool obeyed)
{
	if (!obeyed)
		return 'v';
	lines_since_latch++;
	return 0;
}

static char latch(char *p)
{
	uint16_t n;
	if (!LEDS || !take_field(&p, &n))
		return 'v';
	bool whole = n == lines_since_latch;
	lines_since_latch = 0;
	if (!whole)
		return 'w';
	leds_latch();
	return 0;
}

/* Obeys the line in host_line; returns the reason of a refusal or 0. */
static char obey(void)
{
	char *p = host_line + 4;
	switch (host_line[0]) {
	case 'H': report_want_hello(); return 0;
	case 'F': report_want_frame(); return 0;
	case 'T': return 0;
	case 'L': return count_line(set_run(p));
	case 'D': return count_line(set_distinct(p));
	case 'W': return latch(p);
	case 'X': starve = true; return 0; /* for tests: hang, and let the watchdog find out */
	default: return '?';
	}
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
}

void host_listen(void)
{
	char fault = 0, tag[2];
	if (report_owes_answer() || leds_busy() || !serial_line(&fault))
		return;
	bool readable = !fault && host_line[1] == ' ' && is_hex(host_line[2]) && is_hex(host_line[3]) &&
			(host_line[4] == 0 || host_line[4] == ' ');
	if (!readable) {
		report_answer("--", fault ? fault : 'c');
		return;
	}
	host_heard_ms = now_ms();
	dark = false;
	memcpy(tag, host_line + 2, sizeof tag);
	report_answer(tag, obey());
}

void host_watch(void)
{
	if (dark || (uint16_t)(now_ms() - host_heard_ms) < HOST_SILENT_MS || leds_busy())
		return;
	dark = true;
	lines_since_latch = 0;
	leds_black();
	leds_latch();
}

bool host_starves(void)
{
	return starve;
}
