/*
 * fuzz_config.c — configuration files from anywhere: read, or refused with file, line and reason; refused means nothing was
 * taken, and nothing that is not written there ever opens the board to other networks.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char message[CONFIG_MESSAGE] = "", *text = malloc(size + 1);
	struct config before, after;
	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	memset(&before, 0, sizeof before);
	config_defaults(&before);
	after = before;
	int err = config_parse("file", text, &after, message);
	if (err < 0 &&
	    (memcmp(&before, &after, sizeof before) != 0 || strncmp(message, "file:", 5) != 0 || !strchr(message + 5, ':')))
		abort();
	if (err == 0 && ((after.any_network && !strstr(text, "networks")) || after.connections < 16 || after.per_address < 4))
		abort();
	for (const char *p = message; *p; p++)
		if ((unsigned char)*p < 0x20)
			abort();
	free(text);
	return 0;
}
