/*
 * fuzz_board.c — board files from anywhere: read or refused with a line, never a crash; what is read can be simulated.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hal.h"

static void must(bool good)
{
	if (!good)
		abort();
}

static void use(const struct hal_board *b)
{
	static struct hal_event event[1024];
	char message[HAL_MESSAGE_MAX];
	struct hal_debounce *d;
	struct hal *h;
	int lines = hal_board_lines(b);
	if (hal_open("sim:", b, 0, &h, message) < 0)
		abort();
	must(hal_debounce_new(b, &d) == 0);
	for (int i = 0; i < lines; i++)
		hal_sim_set(h, 1, i, 1);
	int n = hal_read(h, 1, event, 1024);
	must(n >= lines);
	for (int i = 0; i < n; i++)
		hal_debounce_feed(d, &event[i]);
	hal_debounce_frame(d, 1);
	hal_debounce_take(d, 1, event, 1024);
	for (int i = 0; i < lines; i++)
		must(hal_debounce_value(d, i) == hal_sim_get(h, i));
	struct hal_rgb frame[4] = { { 255, 255, 255 } };
	must(hal_show(h, 2, frame, 4) == 0);
	hal_debounce_free(d);
	hal_close(h);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char message[HAL_MESSAGE_MAX] = "", *text = malloc(size + 1);
	struct hal_board *b;
	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = 0;
	if (hal_board_parse("f", text, &b, message) == 0) {
		use(b);
		hal_board_free(b);
	} else {
		must(!strncmp(message, "f:", 2));
	}
	free(text);
	return 0;
}
