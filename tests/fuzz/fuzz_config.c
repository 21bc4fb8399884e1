/* fuzz_config.c — configuration files from anywhere: read, or refused with FILE:LINE and nothing changed. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct config config, before;
	char message[CONFIG_MESSAGE] = "", *text = malloc(size + 1);
	if (!text)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	config_defaults(&config);
	before = config;
	int err = config_parse("f", text, &config, message);
	if (err < 0 && (memcmp(&config, &before, sizeof config) != 0 || strncmp(message, "f:", 2) != 0))
		abort();
	if (err == 0 && (config.port < 1 || config.port > 65535 || config.names > CONFIG_NAMES || config.connections < 16))
		abort();
	free(text);
	return 0;
}
