/*
 * fuzz_api.c — requests of any kind, one after the other on one running game: "ROLE METHOD TARGET", then the body, then a zero
 * byte and the next. Each is answered with a status that exists, an answer in JSON is JSON again, and an error says what in
 * both languages.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evening.h"
#include "inside.h"

enum { REQUESTS_MAX = 12, INPUTS_PER_DAEMON = 64 };

static void check(int status, const char *answer)
{
	if (status != 0 && (status < 200 || status > 599))
		abort();
	if (status < 400 || !answer)
		return;
	json_t *json = json_loads(answer, 0, NULL), *error = json_object_get(json, "error");
	if (!json_is_string(json_object_get(error, "key")) || json_string_length(json_object_get(error, "en")) < 3 ||
	    json_string_length(json_object_get(error, "es")) < 3) {
		fprintf(stderr, "%d: %s\n", status, answer);
		abort();
	}
	json_decref(json);
}

static char *directory;
static struct app *app;

static void tidy(void)
{
	inside_free(app);
	evening_clear(directory, true);
	free(directory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int inputs;
	if (!directory) {
		directory = evening_directory();
		atexit(tidy);
	}
	/* A new daemon for every input would be a hundred times slower. */
	if (inputs++ % INPUTS_PER_DAEMON == 0) {
		inside_free(app);
		evening_clear(directory, false);
		app = inside_new(directory);
	}
	auth_gesture(app->auth, app_now_us());
	const char *text = (const char *)data, *end = text + size;
	for (int i = 0; i < REQUESTS_MAX && text < end; i++) {
		const char *zero = memchr(text, 0, (size_t)(end - text));
		size_t n = (size_t)((zero ? zero : end) - text);
		char *answer = NULL;
		if (n > 2)
			check(inside_ask(app, (enum role)(text[0] & 3), text + 1, n - 1, &answer), answer);
		free(answer);
		text += n + 1;
	}
	return 0;
}
