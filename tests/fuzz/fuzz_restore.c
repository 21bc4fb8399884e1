/*
 * fuzz_restore.c — files that somebody hands over as a copy of the games: taken over by column or refused with a reason, and
 * what was there before is there as it was.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evening.h"
#include "gate.h"

static char *directory;

static void tidy(void)
{
	evening_clear(directory, true);
	free(directory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *before;
	struct store *s;
	char path[200], reason[240] = "";
	int games = 0;
	if (!directory) {
		directory = evening_directory();
		atexit(tidy);
	}
	evening_clear(directory, false);
	if (store_open(directory, "boot", EVENING_MS, 0, &s) < 0 || !store_ok(s))
		abort();
	struct evening e;
	evening_begin(&e, 1);
	e.games_max = 1;
	while (evening_step(&e, s) != 1)
		;
	before = evening_dump(s);
	snprintf(path, sizeof path, "%s/upload", directory);
	FILE *f = fopen(path, "we");
	if (!f || fwrite(data, 1, size, f) != size || fclose(f) != 0)
		abort();
	int err = evening_restore(s, path, &games, reason);
	char *after = evening_dump(s);
	size_t same = strcspn(before, "\n");
	if (strncmp(before, after, same) != 0)
		abort();
	if (err < 0 && (strcmp(before, after) != 0 || !reason[0] || !gate_text(reason)))
		abort();
	free(after);
	free(before);
	store_close(s);
	return 0;
}
