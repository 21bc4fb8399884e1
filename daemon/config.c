/* config.c — reads the configuration file, strictly. */
#include "config.h"

#include <errno.h>
#include <ini.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void config_defaults(struct config *ret)
{
	*ret = (struct config){ .port = 80, .connections = 160, .per_address = 16, .trace_hours = 6 };
	snprintf(ret->board, sizeof ret->board, "contigo");
	snprintf(ret->connection, sizeof ret->connection, "sim:");
	snprintf(ret->state, sizeof ret->state, "/var/lib/tablero");
}

struct reading {
	struct config config;
	unsigned seen; /* a bit a key */
	char why[160];
};

static bool read_int(struct reading *r, const char *value, int low, int high, int *ret)
{
	char *end;
	errno = 0;
	long n = strtol(value, &end, 10);
	if (end == value || *end || errno || n < low || n > high) {
		snprintf(r->why, sizeof r->why, "\"%.40s\" is not a number from %d to %d", value, low, high);
		return false;
	}
	*ret = (int)n;
	return true;
}

/* One of the words in `words` (separated by '|'); its index. */
static bool read_word(struct reading *r, const char *value, const char *words, int *ret)
{
	int index = 0;
	for (const char *w = words; *w; index++) {
		size_t n = strcspn(w, "|");
		if (strlen(value) == n && strncmp(value, w, n) == 0) {
			*ret = index;
			return true;
		}
		w += n + (w[n] == '|');
	}
	snprintf(r->why, sizeof r->why, "\"%.40s\" is none of %s", value, words);
	return false;
}

static bool read_text(struct reading *r, const char *value, char *ret, size_t room)
{
	if (!*value || strlen(value) >= room) {
		snprintf(r->why, sizeof r->why, *value ? "the value is too long" : "the value is missing");
		return false;
	}
	strcpy(ret, value);
	return true;
}

static bool read_names(struct reading *r, const char *value)
{
	struct config *c = &r->config;
	for (const char *p = value; *p;) {
		size_t n = strcspn(p, " ,");
		if (n) {
			if (c->names == CONFIG_NAMES || n >= sizeof c->name[0] ||
			    strspn(p, "abcdefghijklmnopqrstuvwxyz0123456789.-") < n) {
				snprintf(r->why, sizeof r->why, "\"%.*s\": up to %d host names in small letters",
					 (int)(n > 40 ? 40 : n), p, CONFIG_NAMES);
				return false;
			}
			memcpy(c->name[c->names], p, n);
			c->name[c->names++][n] = '\0';
		}
		p += n + (p[n] != '\0');
	}
	return true;
}

static bool set(struct reading *r, int key, const char *value)
{
	struct config *c = &r->config;
	int word = 0;
	switch (key) {
	case 0: return read_text(r, value, c->board, sizeof c->board);
	case 1: return read_text(r, value, c->connection, sizeof c->connection);
	case 2: return read_int(r, value, 0, 48, &c->trace_hours);
	case 3: return read_text(r, value, c->state, sizeof c->state);
	case 4: c->port_given = true; return read_int(r, value, 1, 65535, &c->port);
	case 5: return read_text(r, value, c->bind, sizeof c->bind);
	case 6: return read_names(r, value);
	case 7:
		if (!read_word(r, value, "own|any", &word))
			return false;
		c->any_network = word == 1;
		return true;
	case 8: return read_int(r, value, 16, 1000, &c->connections);
	case 9: return read_int(r, value, 4, 1000, &c->per_address);
	default: return read_word(r, value, "position|names|nothing", &c->visibility);
	}
}

static const char *const keys[] = { "board.file",      "board.connection", "board.trace_hours", "store.directory",
				    "web.port",        "web.bind",         "web.names",         "web.networks",
				    "web.connections", "web.per_address",  "web.visibility" };

static int one_key(void *user, const char *section, const char *name, const char *value)
{
	struct reading *r = user;
	char full[128];
	snprintf(full, sizeof full, "%s.%s", section, name);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (strcmp(full, keys[i]) != 0)
			continue;
		if (r->seen & 1u << i) {
			snprintf(r->why, sizeof r->why, "\"%.40s\" is given twice", name);
			return 0;
		}
		r->seen |= 1u << i;
		return set(r, (int)i, value);
	}
	snprintf(r->why, sizeof r->why, "there is no key \"%.40s\" in section [%.40s]", name, section);
	return 0;
}

/* A bare "[section]" calls no handler, so unknown sections are looked for here. Returns the line, or 0. */
static int unknown_section(const char *text)
{
	int line = 1;
	for (const char *p = text; *p; line++) {
		size_t n = strcspn(p, "\n");
		const char *s = p + strspn(p, " \t");
		if (*s == '[' && strncmp(s, "[board]", 7) != 0 && strncmp(s, "[store]", 7) != 0 && strncmp(s, "[web]", 5) != 0)
			return line;
		p += n + (p[n] == '\n');
	}
	return 0;
}

int config_parse(const char *name, const char *text, struct config *ret, char message[CONFIG_MESSAGE])
{
	struct reading r = { .config = *ret };
	int line = ini_parse_string(text, one_key, &r);
	if (line < 0)
		return -ENOMEM;
	int section = unknown_section(text);
	if (section && (!line || section < line)) {
		line = section;
		snprintf(r.why, sizeof r.why, "there are only the sections [board], [store] and [web]");
	}
	if (line) {
		snprintf(message, CONFIG_MESSAGE, "%.120s:%d: %s", name, line,
			 r.why[0] ? r.why : "this is neither a section nor KEY = VALUE");
		/* What the file says goes to a terminal. */
		for (char *p = message; *p; p++)
			if ((unsigned char)*p < 0x20 || *p == 0x7f)
				*p = '?';
		return -EINVAL;
	}
	*ret = r.config;
	return 0;
}

int config_read(const char *path, struct config *ret, char message[CONFIG_MESSAGE])
{
	FILE *f = fopen(path, "re");
	if (!f) {
		int err = errno;
		snprintf(message, CONFIG_MESSAGE, "%.120s: %s", path, strerror(err));
		return -err;
	}
	char text[65536];
	size_t n = fread(text, 1, sizeof text, f);
	bool whole = n < sizeof text && !ferror(f) && !memchr(text, '\0', n);
	fclose(f);
	if (!whole) {
		snprintf(message, CONFIG_MESSAGE, "%.120s:1: this is no configuration file", path);
		return -EINVAL;
	}
	text[n] = '\0';
	return config_parse(path, text, ret, message);
}
