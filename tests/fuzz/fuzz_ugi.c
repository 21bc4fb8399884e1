/*
 * fuzz_ugi.c — whatever a match runner may send: lines for the Universal Game Interface. Nothing may kill it, and afterwards
 * it still stands in a position and shows it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules.h"
#include "ugi.h"

#define MUST(condition)                                                                                                        \
	do {                                                                                                                   \
		if (!(condition)) {                                                                                            \
			fprintf(stderr, "%s\n", #condition);                                                                   \
			abort();                                                                                               \
		}                                                                                                              \
	} while (0)

/* A clock that runs out after a few questions. */
static void begin(void *user, int64_t budget_us, int64_t grace_us)
{
	(void)budget_us;
	(void)grace_us;
	*(int *)user = 0;
}

static bool stop(void *user)
{
	return ++*(int *)user > 3;
}

static void wait_for_input(void *user)
{
	(void)user;
}

static void obey(struct ugi *u, const char *lines)
{
	char *copy = strdup(lines), *rest = copy, *line;
	bool goes_on = true;

	MUST(copy);
	while (goes_on && (line = strsep(&rest, "\n")))
		goes_on = ugi_line(u, line);
	free(copy);
}

/* "fen …", "player …", "result …" and nothing else. */
static void is_a_position(const char *shown)
{
	int player;
	MUST(strncmp(shown, "fen ", 4) == 0);
	const char *second = strchr(shown, '\n');
	MUST(second && sscanf(second, "\nplayer %d", &player) == 1 && player >= 1 && player <= RULES_PLAYERS_MAX);
	const char *third = strchr(second + 1, '\n');
	MUST(third && strncmp(third, "\nresult ", 8) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *out = NULL, *lines = malloc(size + 1);
	size_t length = 0;
	int asked = 0;
	struct ugi_host host = { &asked, begin, stop, wait_for_input };
	FILE *f = open_memstream(&out, &length);
	struct ugi *u = f ? ugi_create(f, &host) : NULL;

	MUST(lines && u);
	memcpy(lines, data, size);
	lines[size] = '\0';
	obey(u, lines);
	fflush(f);
	size_t before = length;
	MUST(ugi_line(u, "show"));
	ugi_destroy(u);
	fclose(f);
	is_a_position(out + before);
	free(out);
	free(lines);
	return 0;
}
