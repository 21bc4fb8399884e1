/*
 * replay.c — from line events to the session, on a virtual clock.
 */
#include "replay.h"

#include <errno.h>
#include <stdlib.h>

enum {
	HELD_US = 1000000,   /* a button pressed so long is meant otherwise */
	IDLE_ROUNDS = 10000, /* wake-ups at one moment before it counts as a loop */
	BATCH = 64,
};

struct replay {
	const struct hal_board *board;
	struct hal_debounce *debounce;
	struct session *session;
	struct layout layout;
	bool laid, ready;
	int64_t now_us;
	int64_t pressed_us[RULES_PLAYERS_MAX + 1]; /* INT64_MAX: not pressed, or already told as held */
};

static int settled_value(const void *user, int line)
{
	const struct replay *r = user;
	return hal_debounce_value(r->debounce, line);
}

static int look(void *user, const struct rules_variant *v, struct seen_sensor *sensor, struct seen *seen)
{
	struct replay *r = user;
	if (!r->ready)
		return -ENOENT;
	return layout_look_as(r->board, v, settled_value, r, sensor, seen);
}

int replay_new(const struct hal_board *board, const struct session_settings *settings, struct replay **ret)
{
	struct replay *r = calloc(1, sizeof *r);
	if (!r)
		return -ENOMEM;
	r->board = board;
	for (int p = 0; p <= RULES_PLAYERS_MAX; p++)
		r->pressed_us[p] = INT64_MAX;
	int e = hal_debounce_new(board, &r->debounce);
	if (e < 0)
		goto free_replay;
	e = session_new(settings, &r->session);
	if (e < 0)
		goto free_debounce;
	session_on_eyes(r->session, &(struct session_eyes){ .look = look, .user = r });
	*ret = r;
	return 0;

free_debounce:
	hal_debounce_free(r->debounce);
free_replay:
	free(r);
	return e;
}

void replay_free(struct replay *r)
{
	if (!r)
		return;
	session_free(r->session);
	hal_debounce_free(r->debounce);
	free(r);
}

struct session *replay_session(struct replay *r)
{
	return r->session;
}

const struct layout *replay_layout(const struct replay *r)
{
	return r->laid ? &r->layout : NULL;
}

int64_t replay_now_us(const struct replay *r)
{
	return r->now_us;
}

void replay_calibrate(struct replay *r, const struct hal_calibration *c)
{
	hal_debounce_calibrate(r->debounce, c);
}

static void tell_site(struct replay *r, int line, int value)
{
	uint16_t site = r->laid ? r->layout.line_site[line] : RULES_NO_SITE;

	if (site != RULES_NO_SITE)
		session_seen(r->session, r->now_us, site, layout_seen(&r->layout, line, value));
	else if (r->laid)
		session_stirred(r->session, r->now_us);
}

int replay_use(struct replay *r, const struct rules_variant *v, char message[HAL_MESSAGE_MAX])
{
	int e = layout_make(r->board, v, &r->layout, message);
	if (e < 0)
		return e;
	r->laid = true;
	session_layout(r->session, r->now_us, v, r->layout.sensor, r->layout.sites);
	for (int i = 0; i < r->layout.lines; i++)
		if (r->layout.line_site[i] != RULES_NO_SITE)
			tell_site(r, i, hal_debounce_value(r->debounce, i));
	if (r->ready)
		session_frame(r->session, r->now_us);
	return 0;
}

static void tell_button(struct replay *r, int player, int value)
{
	if (value) {
		r->pressed_us[player] = r->now_us;
	} else if (r->pressed_us[player] != INT64_MAX) {
		r->pressed_us[player] = INT64_MAX;
		session_button(r->session, r->now_us, player, false);
	}
}

static void collect(struct replay *r)
{
	struct hal_event event[BATCH];
	int n;

	do {
		n = hal_debounce_take(r->debounce, r->now_us, event, BATCH);
		for (int i = 0; i < n; i++) {
			int line = event[i].line;
			int player = r->laid ? r->layout.line_player[line] : 0;
			if (player)
				tell_button(r, player, event[i].value);
			else
				tell_site(r, line, event[i].value);
		}
	} while (n == BATCH);
}

static void tell_held(struct replay *r)
{
	for (int p = 1; p <= RULES_PLAYERS_MAX; p++) {
		if (r->pressed_us[p] != INT64_MAX && r->pressed_us[p] + HELD_US <= r->now_us) {
			r->pressed_us[p] = INT64_MAX;
			session_button(r->session, r->now_us, layout_speaker(&r->layout, p), true);
		}
	}
}

int64_t replay_next_us(const struct replay *r)
{
	int64_t next = hal_debounce_next_us(r->debounce), session = session_next_us(r->session);

	next = session < next ? session : next;
	for (int p = 1; p <= RULES_PLAYERS_MAX; p++)
		if (r->pressed_us[p] != INT64_MAX && r->pressed_us[p] + HELD_US < next)
			next = r->pressed_us[p] + HELD_US;
	return next;
}

/* Other sites may have to come in force. */
static void follow(struct replay *r)
{
	const struct rules_variant *wanted = session_wants_layout(r->session);
	char message[HAL_MESSAGE_MAX];
	if (!wanted || !r->laid || rules_sites(wanted, &(int){ 0 }) == rules_sites(&r->layout.variant, &(int){ 0 }))
		return;
	struct rules_variant v = *wanted;
	replay_use(r, &v, message);
}

int replay_until(struct replay *r, int64_t until_us)
{
	int rounds = 0;

	follow(r); /* people may have said something since */
	for (int64_t next; (next = replay_next_us(r)) <= until_us;) {
		if (next <= r->now_us && ++rounds > IDLE_ROUNDS)
			return -ELOOP;
		if (next > r->now_us) {
			r->now_us = next;
			rounds = 0;
		}
		collect(r);
		tell_held(r);
		if (session_next_us(r->session) <= r->now_us)
			session_tick(r->session, r->now_us);
		follow(r);
	}
	if (until_us > r->now_us)
		r->now_us = until_us;
	return 0;
}

int replay_feed(struct replay *r, const struct hal_event *event)
{
	int e = event->time_us > r->now_us ? replay_until(r, event->time_us - 1) : 0;
	if (e < 0)
		return e;
	if (event->time_us > r->now_us)
		r->now_us = event->time_us;
	switch (event->type) {
	case HAL_LINE: hal_debounce_feed(r->debounce, event); break;
	case HAL_FRAME:
		hal_debounce_frame(r->debounce, r->now_us);
		collect(r);
		if (r->laid)
			session_frame(r->session, r->now_us);
		break;
	case HAL_STATE:
		r->ready = event->value == HAL_READY;
		session_board_state(r->session, r->now_us, r->ready, r->ready ? "" : "the board is away");
		break;
	default: return -EINVAL;
	}
	return replay_until(r, r->now_us);
}
