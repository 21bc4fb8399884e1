/*
 * fuzz_trace.c — traces and calibration files from anywhere: refused with a reason or understood, never a crash.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../hal/trace.h"

static const char board_text[] = "[board]\nid = x\ntitle = X\ngames = oraia\n"
				 "[sensors s]\nkind = presence\nlabels = a1 b1\n"
				 "[sensors p]\nkind = count\nmost = 10\nlabels = Na\nlevels = 0:100 10:900\n";

static void must(bool good)
{
	if (!good)
		abort();
}

static void read_trace(const struct hal_board *b, char *text)
{
	struct trace_reader r = { .board = b };
	struct hal_event event;
	int64_t last = 0;
	char message[HAL_MESSAGE_MAX], *next;
	for (; text; text = next) {
		next = strchr(text, '\n');
		if (next)
			*next++ = 0;
		int e = trace_read_line(&r, text, &event, message);
		must(e <= 0 || (event.time_us >= last && event.line < hal_board_lines(b) && event.value <= 1023));
		if (e > 0)
			last = event.time_us;
	}
}

static void read_calibration(const struct hal_board *b, const char *text)
{
	struct hal_calibration *c;
	char message[HAL_MESSAGE_MAX];
	must(hal_calibration_new(b, &c) == 0);
	if (hal_calibration_parse(c, "f", text, message) == 0) {
		for (int raw = 0; raw < 1024; raw += 31) {
			int sure, value = hal_calibration_classify(c, 2, raw, 3, &sure);
			must(value >= 0 && value <= 10 && sure >= 0 && sure <= 100);
		}
		must(hal_calibration_confidence(c, 2) <= 100);
		char *again = hal_calibration_text(c);
		must(again && hal_calibration_parse(c, "f", again, message) == 0);
		free(again);
	}
	hal_calibration_free(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char message[HAL_MESSAGE_MAX], *text = malloc(size + 1);
	struct hal_board *b;
	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = 0;
	must(hal_board_parse("x", board_text, &b, message) == 0);
	read_calibration(b, text);
	read_trace(b, text);
	hal_board_free(b);
	free(text);
	return 0;
}
