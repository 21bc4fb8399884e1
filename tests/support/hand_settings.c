/*
 * hand_settings.c — reads how clumsy a hand is.
 */
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hand.h"

static const struct {
	const char *section, *key;
	size_t at;
} keys[] = {
#define KEY(section, name)                                                                                                     \
	{                                                                                                                      \
		section, #name, offsetof(struct hand_settings, name)                                                           \
	}
	KEY("hand", tempo_ms),
	KEY("hand", bead_ms),
	KEY("hand", hesitate_percent),
	KEY("hand", hesitate_ms),
	KEY("hand", slide_percent),
	KEY("hand", rest_ms),
	KEY("hand", wrong_percent),
	KEY("hand", back_percent),
	KEY("hand", fumble_percent),
	KEY("hand", drop_percent),
	KEY("hand", bead_wrong_percent),
	KEY("hand", bead_single_percent),
	KEY("hand", victim_first_percent),
	KEY("hand", sweep_percent),
	KEY("hand", button_percent),
	KEY("hand", early_percent),
	KEY("hand", pause_ms),
	KEY("hand", two_hands_percent),
	KEY("sensors", bounce_percent),
	KEY("sensors", bounce_ms),
	KEY("sensors", tremor_percent),
	KEY("sensors", tremor_ms),
	KEY("sensors", dead_centre_percent),
	KEY("sensors", dead_centre_ms),
	KEY("sensors", crosstalk_percent),
	KEY("sensors", crosstalk_ms),
	KEY("sensors", count_percent),
	KEY("sensors", noise),
	KEY("sensors", break_percent),
};
enum { KEYS = sizeof keys / sizeof *keys };

struct reading {
	struct hand_settings settings;
	bool given[KEYS];
	char *message;
	size_t room;
};

static int take_key(void *user, const char *section, const char *name, const char *value)
{
	struct reading *r = user;

	for (int i = 0; i < KEYS; i++) {
		if (strcmp(keys[i].section, section) != 0 || strcmp(keys[i].key, name) != 0)
			continue;
		char *end;
		long n = strtol(value, &end, 10);
		if (*end || end == value || n < 0 || n > 60000) {
			snprintf(r->message, r->room, "%s: \"%s\" is no number from 0 to 60000", name, value);
			return 0;
		}
		*(int *)(void *)((char *)&r->settings + keys[i].at) = (int)n;
		r->given[i] = true;
		return 1;
	}
	snprintf(r->message, r->room, "[%s] %s: no such setting", section, name);
	return 0;
}

int hand_settings_read(const char *path, struct hand_settings *ret, char *message, size_t room)
{
	struct reading r = { .message = message, .room = room };

	snprintf(message, room, "%s: cannot be read", path);
	int line = ini_parse(path, take_key, &r);
	if (line < 0)
		return -ENOENT;
	if (line > 0)
		return -EINVAL;
	for (int i = 0; i < KEYS; i++) {
		if (!r.given[i]) {
			snprintf(message, room, "[%s] %s is missing", keys[i].section, keys[i].key);
			return -EINVAL;
		}
	}
	*message = '\0';
	*ret = r.settings;
	return 0;
}

int hand_settings_set(struct hand_settings *s, const char *key, int value)
{
	for (int i = 0; i < KEYS; i++) {
		if (strcmp(keys[i].key, key) == 0) {
			*(int *)(void *)((char *)s + keys[i].at) = value;
			return 0;
		}
	}
	return -ENOENT;
}

void hand_settings_calm(struct hand_settings *s)
{
	*s = (struct hand_settings){ .tempo_ms = 700,
				     .bead_ms = 350,
				     .hesitate_ms = 1,
				     .rest_ms = 500,
				     .pause_ms = 2500,
				     .victim_first_percent = 50,
				     .bounce_ms = 1,
				     .tremor_ms = 1,
				     .dead_centre_ms = 1,
				     .crosstalk_ms = 1 };
}
