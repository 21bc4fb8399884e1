/* table_others.c — what phones, clocks and the flight recorder hear of the table, after the store. */
#include "table_store.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "app.h"
#include "boardio.h"
#include "session.h"
#include "stream.h"
#include "table.h"
#include "table_clock.h"
#include "table_keep.h"

/* A result that people have given, not the rules. */
static void read_reason(struct app *app, const struct event *e)
{
	static const char *const said[] = { "resigned", "abandoned", "agreed" };
	json_t *json = json_loads(e->json, 0, NULL);
	const char *reason = json_string_value(json_object_get(json, "reason"));
	for (size_t i = 0; reason && i < sizeof said / sizeof *said; i++)
		if (!app->game.reason[0] && strcmp(reason, said[i]) == 0)
			table_reason(app, reason);
	json_decref(json);
}

static void read_players(struct app *app, const struct event *e)
{
	json_t *json = json_loads(e->json, 0, NULL), *one;
	size_t i;
	app->game.id = e->game_id;
	json_array_foreach(json_object_get(json, "players"), i, one) if (i < RULES_PLAYERS_MAX) snprintf(
	    app->game.player[i + 1], sizeof app->game.player[0], "%s", json_string_value(one) ? json_string_value(one) : "");
	json_decref(json);
}

int table_to_others(void *user, const struct event *e)
{
	struct app *app = user;
	switch (e->type) {
	case EVENT_GAME:
		if (app->boardio)
			boardio_new_record(app->boardio);
		read_players(app, e);
		break;
	case EVENT_TURN:
		table_clock_switch(app, e->time_us, e->player);
		if (app->game.has_clock)
			table_keep(app);
		break;
	case EVENT_UNDO:
		app->game.reason[0] = '\0';
		table_clock_back(app, e->time_us, e->player);
		break;
	case EVENT_RESULT:
		read_reason(app, e);
		table_clock_stop(app, e->time_us);
		break;
	default: break;
	}
	stream_event(app->stream, e);
	return 0;
}
