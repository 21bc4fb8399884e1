/* record_json.c — games out of JSON that somebody made elsewhere. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "record_internal.h"

static int json_line(json_t *list, struct saved_line *l)
{
	size_t i;
	json_t *one;
	json_array_foreach(list, i, one)
	{
		const char *action = json_string_value(json_object_get(one, "action"));
		if (!action || strlen(action) >= RULES_ACTION_MAX || strchr(action, ' ') || l->plies >= SAVED_PLIES_MAX)
			return -EINVAL;
		int err = saved_line_add(l, &(struct saved_ply){ .action = (char *)(uintptr_t)action,
								 .time_ms = json_integer_value(json_object_get(one, "time")),
								 .derived = json_is_true(json_object_get(one, "derived")) });
		if (err < 0)
			return err;
	}
	return 0;
}

static int json_text(struct reader *r, json_t *o, const char *key, char *ret, size_t room)
{
	const char *value = json_string_value(json_object_get(o, key));
	return value ? record_copy(r, value, ret, room) : 0;
}

static int json_lists(struct reader *r, json_t *o)
{
	struct saved_game *g = r->game;
	size_t i;
	const char *key;
	json_t *one;
	int err = 0;
	json_array_foreach(json_object_get(o, "players"), i, one) if (i < RULES_PLAYERS_MAX && json_is_string(one) && err == 0)
	    err = record_copy(r, json_string_value(one), g->player[i + 1], SAVED_NAME);
	json_array_foreach(json_object_get(o, "tags"), i, one) if (g->tags < SAVED_TAGS_MAX && json_is_string(one) && err == 0)
	    err = record_copy(r, json_string_value(one), g->tag[g->tags++], SAVED_TAG);
	json_object_foreach(json_object_get(o, "comments"), key,
			    one) if (json_is_string(one) && json_string_length(one) <= SAVED_NOTE && err == 0) err =
	    saved_game_comment(g, atoi(key), json_string_value(one));
	json_array_foreach(json_object_get(o, "branches"), i, one)
	{
		struct saved_line *l;
		if (err == 0)
			err = saved_game_branch(g, (int)json_integer_value(json_object_get(one, "from_ply")), &l);
		if (err == 0)
			err = json_line(json_object_get(one, "plies"), l);
	}
	return err;
}

int record_read_object(struct reader *r, json_t *o)
{
	struct saved_game *g = r->game;
	int bad, err = 0;
	g->started_ms = json_integer_value(json_object_get(o, "started"));
	g->ended_ms = json_integer_value(json_object_get(o, "ended"));
	g->clock_set = !json_is_false(json_object_get(o, "clock_set"));
	strcpy(g->result, "unfinished");
	const char *note = json_string_value(json_object_get(o, "note"));
	if (note && *note && strlen(note) <= SAVED_NOTE && !(g->note = strdup(note)))
		return -ENOMEM;
	if (json_text(r, o, "game", g->game, sizeof g->game) < 0 || json_text(r, o, "start", g->start, sizeof g->start) < 0 ||
	    json_text(r, o, "result", g->result, sizeof g->result) < 0 ||
	    json_text(r, o, "reason", g->reason, sizeof g->reason) < 0)
		return -EINVAL;
	if (!record_is_result(g->result))
		return record_fail(r, "\"~\" is no result", "«~» no es un resultado", g->result);
	err = json_line(json_object_get(o, "plies"), &g->line);
	if (err == -EINVAL)
		return record_fail(r, "the plies of game ~ need an action each", "las jugadas de ~ necesitan su acción",
				   g->game);
	if (err == 0)
		err = json_lists(r, o);
	return err < 0 ? err : record_fill(g, &bad, r->err);
}
