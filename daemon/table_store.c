/* table_store.c — what is played goes to the store; and once more, whole, where memory was too short to keep it. */
#include "table_store.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "boardio.h"
#include "session.h"
#include "state.h"
#include "store.h"

static int store_undo_event(struct app *app, const struct event *e, int64_t utc_ms)
{
	json_t *json = json_loads(e->json, 0, NULL);
	const char *reason = json_string_value(json_object_get(json, "reason"));
	store_result(app->store, e->game_id, "ongoing", "", utc_ms, e->time_us); /* an end that was taken back is none */
	int err = store_undo(app->store, e->game_id, e->ply, reason ? reason : "", utc_ms, e->time_us);
	json_decref(json);
	return err;
}

static int store_hint_event(struct app *app, const struct event *e, int64_t utc_ms)
{
	json_t *json = json_loads(e->json, 0, NULL);
	int rung = (int)json_integer_value(json_object_get(json, "rung"));
	json_decref(json);
	return store_hint(app->store, e->game_id, e->ply, e->player, rung, utc_ms, e->time_us);
}

static int store_result_event(struct app *app, const struct event *e, int64_t utc_ms)
{
	json_t *json = json_loads(e->json, 0, NULL);
	const char *result = json_string_value(json_object_get(json, "result")),
		   *reason = json_string_value(json_object_get(json, "reason"));
	int err = -ENOMEM;
	if (result)
		err = store_result(app->store, e->game_id, result,
				   app->game.reason[0] ? app->game.reason
				   : reason            ? reason
						       : "",
				   utc_ms, e->time_us);
	else
		store_behind(app->store);
	json_decref(json);
	return err;
}

/* With the last action of what hands did, and of a turn, goes the trace of it all. */
static int store_turn(struct app *app, struct store_action *action, int64_t utc_ms, int64_t now_us)
{
	char *trace =
	    app->boardio && (action->evidence || action->turn_start) ? boardio_turn_trace(app->boardio, now_us) : NULL;
	if (trace)
		action->evidence = trace;
	int err = store_action(app->store, action, utc_ms, now_us);
	free(trace);
	return err;
}

int table_to_store(void *user, const struct event *e)
{
	struct app *app = user;
	int64_t utc_ms = app_utc_ms();
	if (e->game_id == 0)
		return 0;
	struct store_action action = { .game = e->game_id,
				       .ply = e->ply,
				       .player = e->player,
				       .action = e->action,
				       .fen = e->fen,
				       .evidence = e->evidence,
				       .turn_start = strstr(e->json, "\"turn_start\":true") != NULL,
				       .derived = strstr(e->json, "\"derived\":true") != NULL };
	switch (e->type) {
	case EVENT_ACTION: return store_turn(app, &action, utc_ms, e->time_us);
	case EVENT_UNDO: return store_undo_event(app, e, utc_ms);
	case EVENT_RESULT: return store_result_event(app, e, utc_ms);
	case EVENT_HINT: return store_hint_event(app, e, utc_ms);
	default: return store_ok(app->store) ? 0 : -EIO;
	}
}

/* ---- Once more --------------------------------------------------------------------------------------------------------------------- */

static int write_line(const struct rules_record *record, struct saved_game *g)
{
	int n = record->node[record->at].ply, err = 0;
	rules_action *list = calloc((size_t)n + 1, sizeof *list);
	if (!list)
		return -ENOMEM;
	rules_record_line(record, list, n);
	for (int i = 0; i < n && err == 0; i++) {
		char action[RULES_ACTION_MAX];
		rules_action_text(&record->variant, list[i], action);
		err = saved_line_add(&g->line, &(struct saved_ply){ .ply = i + 1, .action = action });
	}
	free(list);
	return err;
}

int table_tell_again(void *user)
{
	struct app *app = user;
	const struct rules_record *record = session_record(app->session);
	struct saved_game g = { .id = app->game.id, .started_ms = app_utc_ms() };
	struct record_error why;
	int bad;
	if (!record || !app->game.id) {
		store_let_go(app->store);
		return 0;
	}
	rules_variant_name(&record->variant, g.game);
	rules_format(&record->variant, &record->start, g.start);
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		snprintf(g.player[i], SAVED_NAME, "%s", app->game.player[i]);
	state_result(session_result(app->session), g.result);
	snprintf(g.reason, sizeof g.reason, "%s", app->game.reason);
	int err = write_line(record, &g);
	if (err == 0)
		err = record_fill(&g, &bad, &why);
	if (err == 0)
		err = store_catch_up(app->store, &g, app_utc_ms(), app_now_us());
	saved_game_clear(&g);
	return err == 0 ? 0 : -ENOMEM;
}
