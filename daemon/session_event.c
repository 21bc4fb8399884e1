/* session_event.c — telling the sinks, the durable ones first. */
#include "session_internal.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static int offer(const struct session *s, const struct event *event, bool durable)
{
	int worst = 0;

	for (int i = 0; i < s->sinks; i++) {
		int r;

		if (s->sink[i].durable != durable)
			continue;
		r = s->sink[i].event(s->sink[i].user, event);
		if (r < 0)
			worst = r;
	}
	return worst;
}

static bool has_durable(const struct session *s)
{
	for (int i = 0; i < s->sinks; i++)
		if (s->sink[i].durable)
			return true;
	return false;
}

static void tell_store(struct session *s, int64_t now_us, bool ok)
{
	struct event event = { .seq = ++s->seq, .time_us = now_us, .type = EVENT_STORE, .game_id = s->game_id };

	s->store_ok = ok;
	event_write(&event,
		    json_pack("{s:b, s:s}", "ok", ok, "message", ok ? "games are being saved" : "games are not being saved"));
	offer(s, &event, false);
}

void session_emit(struct session *s, int64_t now_us, struct event *event, struct json_t *fields)
{
	int stored;

	session_tell_hand(s);
	event->seq = ++s->seq;
	event->time_us = now_us;
	event->game_id = s->game_id;
	event_write(event, fields);
	stored = offer(s, event, true);
	offer(s, event, false);
	if (has_durable(s) && (stored >= 0) != s->store_ok)
		tell_store(s, now_us, stored >= 0);
}

void session_tell(struct session *s, int64_t now_us, int type, struct json_t *fields)
{
	struct event event = { .type = type };

	if (s->has_game) {
		event.ply = s->record.node[s->record.at].ply;
		event.player = rules_player(&s->record.variant, &s->record.here);
	}
	session_emit(s, now_us, &event, fields);
}

char *session_evidence(const struct session *s, uint32_t mark)
{
	enum { TOUCHES_TOLD = 400 };
	const struct tracker *t = s->tracker;
	json_t *list = json_array();
	char *text;
	int first = t->touches;

	while (first > 0 && t->touch[first - 1].order >= mark && t->touches - first < TOUCHES_TOLD)
		first--;
	for (int i = first; i < t->touches; i++) {
		const struct tracker_touch *touch = &t->touch[i];
		json_int_t ms = (touch->time_us - t->touch[first].time_us) / 1000;

		json_array_append_new(list, json_pack("[I, s, [i, i, i], [i, i, i]]", ms, t->site[touch->site].name,
						      touch->was.count, touch->was.owner, touch->was.rank, touch->now.count,
						      touch->now.owner, touch->now.rank));
	}
	text = first < t->touches ? json_dumps(list, JSON_COMPACT) : NULL;
	json_decref(list);
	return text;
}
