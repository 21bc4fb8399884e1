/*
 * settings.h — what people choose on the settings page: one table of keys with their range and default, kept in the store,
 * handed to whoever needs them. Times are milliseconds.
 */
#ifndef TABLERO_SETTINGS_H
#define TABLERO_SETTINGS_H

#include <jansson.h>

struct app;

enum setting {
	SETTING_BRIGHTNESS,
	SETTING_NIGHT,
	SETTING_NIGHT_FROM,
	SETTING_NIGHT_TO,
	SETTING_ONE_COLOUR,
	SETTING_COLOUR_BLIND,
	SETTING_SETTLE,
	SETTING_SETTLE_OPEN,
	SETTING_PATIENCE,
	SETTING_WRONG_LIFT,
	SETTING_TAKEBACK,
	SETTING_HINTS,
	SETTING_LEVEL,
	SETTING_SOUND,
	SETTING_LANGUAGE,
	SETTING_VISIBILITY,
	SETTINGS,
};

struct settings {
	int value[SETTINGS];
};

void settings_defaults(struct settings *ret);
json_t *settings_json(const struct settings *s);
/* Takes the given keys over. −EINVAL with one sentence in each language; nothing is changed then. */
int settings_read(struct settings *s, json_t *object, char en[160], char es[160]);
/* Tells session and board. */
void settings_apply(struct app *app);

#endif
