/* settings.c — the table of settings. */
#include "settings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app.h"
#include "boardio.h"
#include "session.h"

static const struct {
	const char *key;
	int low, high, standard;
	const char *words; /* values by name instead of a number, separated by '|' */
} table[SETTINGS] = {
	[SETTING_BRIGHTNESS] = { "brightness", 0, 100, 40, NULL },
	[SETTING_NIGHT] = { "night", 0, 100, 30, NULL },
	[SETTING_NIGHT_FROM] = { "night_from", 0, 23, 21, NULL },
	[SETTING_NIGHT_TO] = { "night_to", 0, 23, 7, NULL },
	[SETTING_ONE_COLOUR] = { "one_colour", 0, 1, 0, "false|true" },
	[SETTING_COLOUR_BLIND] = { "colour_blind", 0, 1, 0, "false|true" },
	[SETTING_SETTLE] = { "settle", 50, 5000, 300, NULL },
	[SETTING_SETTLE_OPEN] = { "settle_open", 100, 10000, 900, NULL },
	[SETTING_PATIENCE] = { "patience", 500, 30000, 3000, NULL },
	[SETTING_WRONG_LIFT] = { "wrong_lift", 0, 5000, 0, NULL },
	[SETTING_TAKEBACK] = { "takeback", 200, 20000, 1500, NULL },
	[SETTING_HINTS] = { "hints", 0, 20, 2, NULL },
	[SETTING_LEVEL] = { "level", 0, 4, 1, NULL },
	[SETTING_SOUND] = { "sound", 0, 3, 1, "quiet|soft|full|spoken" },
	[SETTING_LANGUAGE] = { "language", 0, 2, 0, "auto|en|es" },
	[SETTING_VISIBILITY] = { "visibility", 0, 2, 0, "position|names|nothing" },
};

void settings_defaults(struct settings *ret)
{
	for (int i = 0; i < SETTINGS; i++)
		ret->value[i] = table[i].standard;
}

static bool is_switch(int i)
{
	return table[i].words && strcmp(table[i].words, "false|true") == 0;
}

/* The n-th word, or the number of a word (−1: none). */
static int word_length(const char *words, int n, const char **ret)
{
	for (; n > 0 && *words; n--) {
		words += strcspn(words, "|");
		words += *words == '|';
	}
	*ret = words;
	return (int)strcspn(words, "|");
}

static int word_number(const char *words, const char *word)
{
	for (int i = 0;; i++) {
		const char *w;
		int n = word_length(words, i, &w);
		if (n == 0)
			return -1;
		if ((int)strlen(word) == n && strncmp(w, word, (size_t)n) == 0)
			return i;
	}
}

json_t *settings_json(const struct settings *s)
{
	json_t *all = json_object();
	for (int i = 0; i < SETTINGS; i++) {
		const char *w;
		json_t *value;
		if (is_switch(i)) {
			value = json_boolean(s->value[i]);
		} else if (table[i].words) {
			int n = word_length(table[i].words, s->value[i], &w);
			value = json_stringn(w, (size_t)n);
		} else {
			value = json_integer(s->value[i]);
		}
		json_object_set_new(all, table[i].key, value);
	}
	return all;
}

/* −1: not a value of this key. */
static int read_value(int i, json_t *value)
{
	if (is_switch(i))
		return json_is_boolean(value) ? json_is_true(value) : -1;
	if (table[i].words)
		return json_is_string(value) ? word_number(table[i].words, json_string_value(value)) : -1;
	json_int_t n = json_is_integer(value) ? json_integer_value(value) : -1;
	return n >= table[i].low && n <= table[i].high ? (int)n : -1;
}

int settings_read(struct settings *s, json_t *object, char en[160], char es[160])
{
	struct settings next = *s;
	const char *key;
	json_t *value;
	json_object_foreach(object, key, value)
	{
		int i = 0;
		while (i < SETTINGS && strcmp(key, table[i].key) != 0)
			i++;
		if (i == SETTINGS) {
			snprintf(en, 160, "There is no setting \"%.40s\"", key);
			snprintf(es, 160, "No existe el ajuste «%.40s»", key);
			return -EINVAL;
		}
		next.value[i] = read_value(i, value);
		if (next.value[i] < 0) {
			if (!table[i].words) {
				snprintf(en, 160, "%s goes from %d to %d", key, table[i].low, table[i].high);
				snprintf(es, 160, "%s va de %d a %d", key, table[i].low, table[i].high);
			} else {
				snprintf(en, 160, "%s is one of %s", key, table[i].words);
				snprintf(es, 160, "%s es uno de %s", key, table[i].words);
			}
			return -EINVAL;
		}
	}
	*s = next;
	return 0;
}

void settings_apply(struct app *app)
{
	const int *v = app->settings.value;
	struct session_settings s = *session_get_settings(app->session);
	s.settle_us = v[SETTING_SETTLE] * 1000LL;
	s.settle_open_us = v[SETTING_SETTLE_OPEN] * 1000LL;
	s.patience_us = v[SETTING_PATIENCE] * 1000LL;
	s.wrong_lift_us = v[SETTING_WRONG_LIFT] * 1000LL;
	s.takeback_us = v[SETTING_TAKEBACK] * 1000LL;
	s.hints_per_turn = v[SETTING_HINTS];
	session_set_settings(app->session, &s);
	app->config.visibility = v[SETTING_VISIBILITY];
	boardio_settings(app->boardio);
}
