/* session.c — life of a session, and what comes in from the board. */
#include "session_internal.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void session_default_settings(struct session_settings *ret)
{
	*ret = (struct session_settings){
		.settle_us = 300000,
		.settle_open_us = 1200000,
		.patience_us = 1000000,
		.wrong_lift_us = 0,
		.takeback_us = 1500000,
		.level = { 1, 1, 1, 1, 1 },
		.hints_per_turn = 2,
	};
}

int session_new(const struct session_settings *settings, struct session **ret)
{
	struct session *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	s->found = calloc(1, sizeof(*s->found));
	s->more = calloc(1, sizeof(*s->more));
	s->aside = calloc(TRACKER_READINGS_MAX, sizeof(*s->aside));
	if (!s->found || !s->more || !s->aside || tracker_new(&s->tracker) < 0 || blunder_new(&s->blunder) < 0) {
		session_free(s);
		return -ENOMEM;
	}
	session_default_settings(&s->settings);
	if (settings)
		s->settings = *settings;
	s->store_ok = true;
	s->due_us = s->warn_us = INT64_MAX;
	s->lift.site = RULES_NO_SITE;
	s->hint = RULES_NO_ACTION;
	s->hidden_end = RULES_NO_ACTION;
	s->shelf.declined_us = -1;
	s->shelf.recents = -1;
	*ret = s;
	return 0;
}

void session_free(struct session *s)
{
	if (!s)
		return;
	tracker_free(s->tracker);
	blunder_free(s->blunder);
	memory_free(s->shelf.memory);
	free(s->record.node);
	free(s->found);
	free(s->more);
	free(s->aside);
	free(s);
}

int session_add_sink(struct session *s, const struct session_sink *sink)
{
	if (s->sinks == SESSION_SINKS_MAX)
		return -ENOSPC;
	s->sink[s->sinks++] = *sink;
	return 0;
}

void session_set_settings(struct session *s, const struct session_settings *settings)
{
	s->settings = *settings;
}

const struct session_settings *session_get_settings(const struct session *s)
{
	return &s->settings;
}

void session_light_first(struct session *s)
{
	s->light_first = true;
}

void session_on_start(struct session *s, int64_t (*new_row)(void *user, const struct session_new_game *how), void *user)
{
	s->new_row = new_row;
	s->new_row_user = user;
}

/* ---- From the board --------------------------------------------------------------------------------------------------- */

static bool same_board(const struct session *s, const struct rules_variant *v)
{
	int n;

	return rules_sites(v, &n) == s->tracker->site;
}

void session_layout(struct session *s, int64_t now_us, const struct rules_variant *v, const struct seen_sensor *sensor,
		    int sites)
{
	if (s->has_game && !same_board(s, v))
		return;
	if ((s->question.use == USE_START || s->question.use == USE_NAMING) && !same_board(s, v))
		session_drop_question(s, now_us); /* it was about other places */
	tracker_layout(s->tracker, s->has_game ? &s->record.variant : v, sensor, sites);
	s->has_layout = true;
	s->wants = false;
	s->changed_us = now_us;
	s->judged = JUDGE_LATER;
	if (s->has_game)
		session_tip_changed(s, now_us);
	session_judge(s, now_us);
}

void session_seen(struct session *s, int64_t now_us, uint16_t site, struct seen seen)
{
	if (!s->has_layout || !tracker_see(s->tracker, now_us, site, seen))
		return;
	s->changed_us = now_us;
	s->judged = JUDGE_LATER;
	s->asked_pause = false;
	if (tracker_mask_has(&s->standing, site) && tracker_changed_hands(s->tracker, site))
		tracker_mask_set(&s->standing, site, false);
	if (!seen.count && s->shelf.declines)
		session_shelf_cleared(s);
	if (s->question.use != USE_NONE)
		session_tapped(s, now_us, site);
	session_update_lift(s, now_us);
	session_judge(s, now_us);
}

void session_frame(struct session *s, int64_t now_us)
{
	if (!s->framed)
		tracker_hole(s->tracker);
	s->framed = true;
	s->board_ready = true;
	s->changed_us = now_us;
	s->judged = JUDGE_LATER;
	session_update_lift(s, now_us);
	session_judge(s, now_us);
}

void session_board_state(struct session *s, int64_t now_us, bool ready, const char *message)
{
	bool news = ready != s->board_ready;

	snprintf(s->board_message, sizeof(s->board_message), "%s", message ? message : "");
	s->board_ready = ready;
	if (!ready)
		s->framed = false;
	if (news)
		session_tell(s, now_us, EVENT_BOARD, json_pack("{s:b, s:s}", "ready", ready, "message", s->board_message));
	session_judge(s, now_us);
}

void session_tick(struct session *s, int64_t now_us)
{
	if (now_us >= s->due_us)
		session_judge(s, now_us);
	if (now_us >= s->warn_us)
		session_warn_on(s, now_us);
}

int64_t session_next_us(const struct session *s)
{
	return s->warn_us < s->due_us ? s->warn_us : s->due_us;
}
