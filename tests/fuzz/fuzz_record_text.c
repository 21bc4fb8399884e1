/* fuzz_record_text.c — game files from anywhere: refused with a sentence, or read; what is read is written and read again alike. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "record_text.h"

static void must(bool good)
{
	if (!good)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct saved_game *games, *again;
	struct record_error why;
	int n, m;
	char *text = malloc(size + 1);
	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	if (record_text_read(text, &games, &n, &why) < 0) {
		must(why.en[0] && why.es[0] && why.line >= 0);
		free(text);
		return 0;
	}
	must(n > 0);
	for (int i = 0; i < n; i++) {
		char *written = record_text_write(&games[i]);
		must(written && record_text_read(written, &again, &m, &why) == 0 && m == 1);
		char *twice = record_text_write(&again[0]);
		must(twice && strcmp(written, twice) == 0);
		free(twice);
		free(written);
		saved_game_clear(&again[0]);
		free(again);
		saved_game_clear(&games[i]);
	}
	free(games);
	free(text);
	return 0;
}
