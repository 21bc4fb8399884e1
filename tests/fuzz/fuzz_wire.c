/*
 * fuzz_wire.c — whatever a serial port may say: decoded line by line, and fed to the host's side of the protocol with time
 * going on. To get past the checksum, a line that begins with '=' is given the right one.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../hal/link.h"

static const char board_text[] = "[board]\nid = x\ntitle = X\ngames = oraia\n"
				 "[sensors s]\nkind = presence\nlabels = a1 b1 c1 d1\n"
				 "[sensors p]\nkind = count\nmost = 10\nlabels = Na Nb\nlevels = 0:100 10:900\n"
				 "[sensors n]\nkind = owner\nlabels = e1\n[buttons]\nlabels = end1\n"
				 "[leds]\nlabels = sensors\n";

static void must(bool good)
{
	if (!good)
		abort();
}

static void drain(struct hal *h, int64_t now_us)
{
	struct hal_event event[64];
	static int64_t last;
	int n;
	if (now_us < last)
		last = 0;
	while ((n = hal_read(h, now_us, event, 64)) > 0)
		for (int i = 0; i < n; i++) {
			must(event[i].time_us >= last && event[i].time_us <= now_us);
			last = event[i].time_us;
		}
}

static void say(struct link *l, int64_t now_us, const char *text, size_t n)
{
	char line[WIRE_BOARD_LINE * 2];
	if (n && *text == '=' && n < WIRE_BOARD_LINE) {
		int k = snprintf(line, sizeof line, "%.*s*%04X\n", (int)n - 1, text + 1, (unsigned)wire_crc(text + 1, n - 1));
		link_receive(l, now_us, line, (size_t)k);
	} else {
		link_receive(l, now_us, text, n);
		link_receive(l, now_us, "\n", 1);
	}
	must(l->out_n <= LINK_OUT && l->ways <= LINK_UNDER_WAY);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char message[HAL_MESSAGE_MAX];
	struct hal_board *b;
	struct hal *h;
	struct link *l = calloc(1, sizeof *l);
	const char *p = (const char *)data, *end = p + size;
	int64_t now_us = 1000000;
	must(l && hal_board_parse("x", board_text, &b, message) == 0);
	must(hal_open("sim:", b, now_us, &h, message) == 0); /* its queue and states; the link under test plays the board */
	drain(h, now_us);
	l->h = h;
	memset(l->line_of, 0xff, sizeof l->line_of);
	for (int16_t i = 0; i < hal_board_lines(b); i++) {
		struct hal_input in = hal_board_input(b, i);
		l->line_of[wire_letter(in.letter)][in.number] = i;
	}
	link_begin(l, now_us);
	link_show(l, now_us, h->duty);
	while (p < end) {
		const char *newline = memchr(p, '\n', (size_t)(end - p));
		size_t n = (size_t)((newline ? newline : end) - p);
		say(l, now_us, p, n);
		now_us += (int64_t)(n % 7) * 100000;
		if (!link_tick(l, now_us))
			link_begin(l, now_us);
		must(link_next_us(l) > now_us - 10000000);
		if (n % 3 == 0)
			l->out_n = 0;
		if (n % 5 == 0)
			link_show(l, now_us, h->duty);
		drain(h, now_us);
		p += n + 1;
	}
	hal_close(h);
	hal_board_free(b);
	free(l);
	return 0;
}
