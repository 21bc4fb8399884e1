/*
 * fuzz_http_json.c — what a stranger may send: targets, hosts, origins, query texts and bodies. The first byte says which.
 * Whatever gets through the gate must really be what the gate promises.
 */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "gate.h"
#include "http.h"
#include "settings.h"

static void must(bool good)
{
	if (!good)
		abort();
}

static void target(const char *text)
{
	if (gate_target(text))
		return;
	size_t path = strcspn(text, "?");
	must(text[0] == '/' && strlen(text) <= 2048);
	for (size_t i = 0; i < path; i++)
		must(text[i] > ' ' && text[i] < 0x7f && text[i] != '%' && text[i] != '\\' &&
		     !(text[i] == '.' && text[i + 1] == '.'));
}

static void host(const char *text)
{
	struct config config;
	config_defaults(&config);
	if (!gate_host(text, &config))
		return;
	must(strlen(text) < 256 && !strpbrk(text, " /@\\\r\n\t,"));
}

/* The own count of brackets must see at least what the parser sees. */
static int depth_of(const json_t *j)
{
	int deepest = 0;
	size_t i;
	const char *key;
	json_t *one;
	json_array_foreach((json_t *)(uintptr_t)j, i, one)
	{
		int d = depth_of(one);
		deepest = d > deepest ? d : deepest;
	}
	json_object_foreach((json_t *)(uintptr_t)j, key, one)
	{
		int d = depth_of(one);
		deepest = d > deepest ? d : deepest;
	}
	return deepest + (json_is_array(j) || json_is_object(j));
}

static void body(const char *text, size_t size)
{
	struct settings settings, before;
	char en[160] = "", es[160] = "";
	int depth = gate_depth(text, size);
	if (depth > HTTP_DEPTH_MAX)
		return;
	json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
	if (json)
		must(depth_of(json) <= depth);
	if (json_is_object(json)) {
		settings_defaults(&settings);
		before = settings;
		if (settings_read(&settings, json, en, es) < 0)
			must(memcmp(&settings, &before, sizeof settings) == 0 && en[0] && es[0]);
		json_decref(settings_json(&settings));
	}
	json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	char *text = malloc(size);
	if (!text)
		return 0;
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	switch (data[0]) {
	case 't': target(text); break;
	case 'h': host(text); break;
	case 'o': must(!gate_origin(text, "127.0.0.1") || strlen(text) <= strlen("https://127.0.0.1")); break;
	case 'q':
		if (gate_text(text))
			must(!strpbrk(text, "\r\n\x1b\x7f"));
		break;
	default: body(text, size - 1);
	}
	free(text);
	return 0;
}
