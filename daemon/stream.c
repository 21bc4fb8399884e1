/* stream.c — states, light and events for listeners. */
#include "stream.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "http.h"
#include "session.h"
#include "state.h"

enum { LOG = 1024, PLIES = 4096 };

struct stream_text {
	int holders;
	size_t size, same; /* of a state: bytes that count when it is compared (light moves by itself) */
	char text[];
};

struct stream {
	struct app *app;
	struct {
		uint64_t seq;
		struct stream_text *full, *bare; /* bare: without names; the same where there are none */
	} log[LOG];
	uint64_t seq;
	bool touched;
	int64_t state_us, light_us;        /* when last told */
	uint64_t state, light;             /* versions */
	struct stream_text *state_text[2]; /* without and with names, up to the pieces that differ from listener to listener */
	struct stream_text *light_text;
	int listeners[2]; /* how many want which */
	uint8_t derived[PLIES / 8];
	struct view *view; /* too large for the stack of every call */
};

/* ---- Shared texts ------------------------------------------------------------------------------------------------------- */

static struct stream_text *text_new(const char *before, const char *middle, size_t size, const char *after)
{
	size_t b = strlen(before), a = strlen(after);
	struct stream_text *t = malloc(sizeof *t + b + size + a + 1);
	if (!t)
		return NULL;
	t->holders = 1;
	t->size = t->same = b + size + a;
	memcpy(t->text, before, b);
	memcpy(t->text + b, middle, size);
	memcpy(t->text + b + size, after, a + 1);
	return t;
}

static struct stream_text *text_hold(struct stream_text *t)
{
	if (t)
		t->holders++;
	return t;
}

static void text_drop(struct stream_text *t)
{
	if (t && --t->holders == 0)
		free(t);
}

/* ---- Making ------------------------------------------------------------------------------------------------------------- */

int stream_new(struct app *app, struct stream **ret)
{
	struct stream *s = calloc(1, sizeof *s);
	if (!s)
		return -ENOMEM;
	s->view = malloc(sizeof *s->view);
	if (!s->view) {
		free(s);
		return -ENOMEM;
	}
	s->app = app;
	s->state = s->light = 1;
	s->state_us = s->light_us = INT64_MIN / 2;
	*ret = s;
	return 0;
}

void stream_free(struct stream *s)
{
	if (!s)
		return;
	for (int i = 0; i < LOG; i++) {
		text_drop(s->log[i].full);
		text_drop(s->log[i].bare);
	}
	text_drop(s->state_text[0]);
	text_drop(s->state_text[1]);
	text_drop(s->light_text);
	free(s->view);
	free(s);
}

static struct stream_text *make_state(struct stream *s, int64_t now_us, bool named)
{
	session_view(s->app->session, now_us, s->view);
	json_t *json = state_json(s->app, s->view, named);
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL, *light = NULL, *leds = NULL;
	json_decref(json);
	json = state_leds(s->app);
	leds = json ? json_dumps(json, JSON_COMPACT) : NULL;
	json_decref(json);
	struct stream_text *t = NULL;
	if (text && leds && asprintf(&light, ",\"leds\":%s", leds) >= 0) {
		t = text_new("event: state\ndata: ", text, strlen(text) - 1, light); /* the } follows with the tail */
		if (t)
			t->same = t->size - strlen(light);
		free(light);
	}
	free(text);
	free(leds);
	return t;
}

static bool same(const struct stream_text *a, const struct stream_text *b)
{
	return a && b && a->same == b->same && memcmp(a->text, b->text, a->same) == 0;
}

/* True if it is news. */
static bool renew_state(struct stream *s, int64_t now_us)
{
	bool news = false;
	for (int named = 0; named < 2; named++) {
		if (!s->listeners[named])
			continue;
		struct stream_text *t = make_state(s, now_us, named);
		if (!t)
			continue;
		news = news || !same(t, s->state_text[named]);
		text_drop(s->state_text[named]); /* even if only the light is other: whoever asks now gets the newest */
		s->state_text[named] = t;
	}
	if (news)
		s->state++;
	return news;
}

static bool renew_light(struct stream *s)
{
	json_t *json = json_pack("{s:o}", "leds", state_leds(s->app));
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	json_decref(json);
	if (!text)
		return false;
	struct stream_text *t = text_new("event: light\ndata: ", text, strlen(text), "\n\n");
	free(text);
	bool news = t && !same(t, s->light_text);
	if (news) {
		text_drop(s->light_text);
		s->light_text = text_hold(t);
		s->light++;
	}
	text_drop(t);
	return news;
}

void stream_touch(struct stream *s)
{
	s->touched = true;
}

void stream_renew(struct stream *s)
{
	text_drop(s->state_text[0]);
	text_drop(s->state_text[1]);
	s->state_text[0] = s->state_text[1] = NULL;
	s->touched = true;
}

int64_t stream_flush(struct stream *s, int64_t now_us, bool *ret_news)
{
	*ret_news = false;
	if (!s->touched || http_streams(s->app->http) == 0)
		return INT64_MAX;
	if (now_us < s->state_us + STREAM_STATE_US)
		return s->state_us + STREAM_STATE_US;
	bool news = renew_state(s, now_us);
	if (news)
		s->state_us = now_us;
	if (now_us >= s->light_us + STREAM_LIGHT_US && renew_light(s)) {
		s->light_us = now_us;
		news = true;
	}
	s->touched = now_us < s->light_us + STREAM_LIGHT_US && s->light_us != now_us;
	*ret_news = news;
	return s->touched ? s->light_us + STREAM_LIGHT_US : INT64_MAX;
}

/* ---- The log ------------------------------------------------------------------------------------------------------------ */

/* The line without the names in it. */
static struct stream_text *without_names(const struct event *event, const char *before)
{
	json_t *json = json_loads(event->json, 0, NULL);
	if (!json)
		return NULL;
	json_object_del(json, "players");
	char *text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	struct stream_text *t = text ? text_new(before, text, strlen(text), "\n\n") : NULL;
	free(text);
	return t;
}

static void mark_derived(struct stream *s, const struct event *event)
{
	if (event->type != EVENT_ACTION || event->ply < 0 || event->ply >= PLIES)
		return;
	uint8_t bit = (uint8_t)(1u << event->ply % 8);
	if (strstr(event->json, "\"derived\":true"))
		s->derived[event->ply / 8] |= bit;
	else
		s->derived[event->ply / 8] &= (uint8_t)~bit;
}

bool stream_derived(const struct stream *s, int ply)
{
	return ply >= 0 && ply < PLIES && s->derived[ply / 8] >> ply % 8 & 1;
}

void stream_event(struct stream *s, const struct event *event)
{
	char before[64];
	snprintf(before, sizeof before, "event: log\nid: %llu\ndata: ", (unsigned long long)event->seq);
	int slot = (int)(event->seq % LOG);
	text_drop(s->log[slot].full);
	text_drop(s->log[slot].bare);
	s->log[slot].seq = event->seq;
	s->log[slot].full = text_new(before, event->json, strlen(event->json), "\n\n");
	s->log[slot].bare = event->type == EVENT_GAME ? without_names(event, before) : text_hold(s->log[slot].full);
	s->seq = event->seq;
	mark_derived(s, event);
	s->touched = true;
}

uint64_t stream_seq(const struct stream *s)
{
	return s->seq;
}

/* ---- Cursors ------------------------------------------------------------------------------------------------------------ */

void stream_cursor_init(struct stream *s, struct stream_cursor *c, int64_t now_us, bool replay, uint64_t after)
{
	c->seq = replay && after <= s->seq ? after : s->seq;
	if (s->seq > LOG && c->seq < s->seq - LOG)
		c->seq = s->seq - LOG;
	c->beat_us = now_us + STREAM_BEAT_US;
	c->state = c->light = 0;
	c->stream = s;
	s->listeners[c->named]++;
	renew_state(s, now_us);
	renew_light(s);
	if (c->nothing) {
		c->seq = UINT64_MAX;
		c->light = UINT64_MAX;
	}
}

void stream_cursor_free(struct stream_cursor *c)
{
	text_drop(c->text);
	c->text = NULL;
	c->stream->listeners[c->named]--;
}

bool stream_ready(const struct stream *s, const struct stream_cursor *c, int64_t now_us)
{
	if (c->text || c->at < c->tail_size || now_us >= c->beat_us)
		return true;
	return c->nothing ? c->state == 0 : c->state != s->state || c->light != s->light || c->seq < s->seq;
}

/* What differs from one listener to the next, and the end of the message. */
static size_t tail(struct stream *s, const struct stream_cursor *c, char *ret, size_t room)
{
	const struct auth_phone *holder = NULL, *me = NULL;
	for (int i = 0; i < auth_phones(s->app->auth); i++) {
		const struct auth_phone *p = auth_phone(s->app->auth, i);
		holder = p->id == s->app->control_phone ? p : holder;
		me = p->id == c->phone ? p : me;
	}
	json_t *json = json_pack("{s:I,s:{s:b,s:s?},s:{s:s,s:s}}", "time", (json_int_t)app_utc_ms(), "control", "me",
				 holder && holder == me, "label", holder && c->named ? holder->label : NULL, "me", "role",
				 role_name(c->role), "label", me ? me->label : "");
	size_t n = 0;
	ret[0] = ',';
	if (json)
		n = json_dumpb(json, ret, room - 3, JSON_COMPACT);
	json_decref(json);
	if (n == 0 || n > room - 3)
		n = (size_t)snprintf(ret, room, ",\"time\":%lld}", (long long)app_utc_ms());
	else
		ret[0] = ',';
	return n;
}

static void next_text(struct stream *s, struct stream_cursor *c, int64_t now_us)
{
	c->at = 0;
	c->tail_size = 0;
	if (!c->nothing && c->seq < s->seq) {
		uint64_t seq = ++c->seq;
		if (s->log[seq % LOG].seq == seq)
			c->text = text_hold(c->named ? s->log[seq % LOG].full : s->log[seq % LOG].bare);
	} else if (c->state != s->state && !(c->nothing && c->state)) {
		c->state = s->state;
		if (c->nothing) {
			c->text = text_new("event: state\ndata: ", "{\"v\":1,\"phase\":\"none\",\"hidden\":true", 36, "");
		} else {
			c->text = text_hold(s->state_text[c->named]);
		}
		c->tail_size = tail(s, c, c->tail, sizeof c->tail);
		memcpy(c->tail + c->tail_size, "\n\n", 2);
		c->tail_size += 2;
	} else if (c->light != s->light && !c->nothing) {
		c->light = s->light;
		c->text = text_hold(s->light_text);
	} else if (now_us >= c->beat_us) {
		memcpy(c->tail, ": beat\n\n", 8);
		c->tail_size = 8;
	}
	c->beat_us = now_us + STREAM_BEAT_US;
}

size_t stream_take(struct stream *s, struct stream_cursor *c, int64_t now_us, char *buffer, size_t room)
{
	size_t done = 0;
	while (done < room) {
		size_t head = c->text ? c->text->size : 0;
		if (c->at >= head + c->tail_size) {
			text_drop(c->text);
			c->text = NULL;
			c->at = c->tail_size = 0;
			if (!stream_ready(s, c, now_us))
				break;
			next_text(s, c, now_us);
			continue;
		}
		const char *from = c->at < head ? c->text->text + c->at : c->tail + (c->at - head);
		size_t left = c->at < head ? head - c->at : head + c->tail_size - c->at;
		size_t n = left < room - done ? left : room - done;
		memcpy(buffer + done, from, n);
		c->at += n;
		done += n;
	}
	return done;
}

char *stream_state(struct stream *s, int64_t now_us, bool named, bool nothing, int role, int64_t phone)
{
	struct stream_cursor c = { .named = named, .nothing = nothing, .role = role, .phone = phone };
	stream_cursor_init(s, &c, now_us, false, 0);
	c.seq = s->seq;
	next_text(s, &c, now_us);
	static const char event[] = "event: state\ndata: ";
	char *text = NULL;
	if (c.text && asprintf(&text, "%.*s%.*s", (int)(c.text->size - (sizeof event - 1)), c.text->text + sizeof event - 1,
			       (int)(c.tail_size - 2), c.tail) < 0)
		text = NULL;
	stream_cursor_free(&c);
	return text;
}
