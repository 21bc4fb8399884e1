/* table_keep.c — levels of teaching and time left, through restarts. */
#include "table_keep.h"

#include <jansson.h>
#include <stdlib.h>

#include "app.h"
#include "session.h"
#include "store.h"

void table_keep_levels(struct app *app, const int *level)
{
	struct session_settings settings = *session_get_settings(app->session);
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		settings.level[i] = level && level[i] >= 0 ? level[i] : app->settings.value[SETTING_LEVEL];
	session_set_settings(app->session, &settings);
}

void table_keep(struct app *app)
{
	json_t *levels = json_array(), *left = json_array();
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++) {
		json_array_append_new(levels, json_integer(session_get_settings(app->session)->level[i]));
		json_array_append_new(left, json_integer(app->game.clock_ms[i]));
	}
	json_t *json = json_pack("{s:I,s:o,s:b,s:o,s:i}", "game", (json_int_t)app->game.id, "levels", levels, "clock",
				 app->game.has_clock, "left", left, "bonus", app->game.clock_bonus_s);
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	if (text)
		store_set(app->store, "table", text);
	free(text);
	json_decref(json);
}

void table_keep_read(struct app *app)
{
	int level[RULES_PLAYERS_MAX + 1] = { -1, -1, -1, -1, -1 };
	char *text = store_get(app->store, "table");
	json_t *json = text ? json_loads(text, 0, NULL) : NULL, *one;
	size_t i;
	if (json && json_integer_value(json_object_get(json, "game")) == app->game.id) {
		json_array_foreach(json_object_get(json, "levels"), i, one) if (i < RULES_PLAYERS_MAX) level[i + 1] =
		    (int)json_integer_value(one);
		json_array_foreach(json_object_get(json, "left"), i, one) if (i < RULES_PLAYERS_MAX) app->game.clock_ms[i + 1] =
		    json_integer_value(one);
		app->game.has_clock = json_is_true(json_object_get(json, "clock"));
		app->game.clock_bonus_s = (int)json_integer_value(json_object_get(json, "bonus"));
	}
	table_keep_levels(app, level);
	json_decref(json);
	free(text);
}
