/* session_view.c — the session as a plain value for lights and phones. */
#include "session_internal.h"

#include <stddef.h>
#include <string.h>

static int phase(const struct session *s)
{
	if (s->question.use != USE_NONE)
		return VIEW_QUESTION;
	if (!s->has_game)
		return VIEW_NO_GAME;
	if (s->setup)
		return VIEW_SETUP;
	if (session_result(s) != RULES_ONGOING)
		return VIEW_OVER;
	return s->mismatch ? VIEW_MISMATCH : VIEW_PLAY;
}

/* The last action that moved something, and how it went. */
static void last_path(const struct session *s, struct view *v)
{
	uint32_t at = s->record.at;
	struct rules_state before;

	v->last = s->record.node[at].action;
	if (at == 0)
		v->last = RULES_NO_ACTION;
	for (int tries = 0; at != 0 && tries < 2; tries++) {
		uint32_t parent = s->record.node[at].parent;

		if (session_state_at(s, parent, &before) < 0)
			return;
		rules_path(&s->record.variant, &before, s->record.node[at].action, &v->last_path);
		if (v->last_path.length)
			return;
		at = parent;
	}
}

static void add_end(struct view *v, uint16_t site)
{
	for (int i = 0; i < v->ends; i++)
		if (v->end[i] == site)
			return;
	if (v->ends < VIEW_ENDS_MAX)
		v->end[v->ends++] = site;
}

/* Both ends of every action of the last turn, newest first. */
static void last_ends(const struct session *s, struct view *v)
{
	struct rules_state before;
	struct rules_path path;

	for (uint32_t at = s->record.at; at != 0; at = s->record.node[at].parent) {
		uint32_t parent = s->record.node[at].parent;

		if (session_state_at(s, parent, &before) < 0)
			return;
		rules_path(&s->record.variant, &before, s->record.node[at].action, &path);
		if (path.length) {
			add_end(v, path.step[0].site);
			add_end(v, path.step[path.length - 1].site);
		}
		if (s->record.node[parent].starts_turn)
			return;
	}
}

/* Pieces of a beaten player that still stand are lit for clearing while play goes on. */
static void add_standing(const struct session *s, struct view *v)
{
	for (int i = 0; i < v->sites && v->fixes < VIEW_FIXES_MAX; i++)
		if (tracker_mask_has(&s->standing, i) && !v->look[i].count && v->seen[i].count)
			v->fix[v->fixes++] =
			    (struct view_fix){ (uint16_t)i, RULES_NO_SITE, v->seen[i].owner, v->seen[i].rank, 1 };
}

/* The last rung of the hint ladder shows the whole way. So does a lifted row: where its last piece will come to lie
 * nobody sees at a glance. */
static void add_preview(const struct session *s, struct view *v)
{
	if (v->hint_rung >= 4 && v->hint != RULES_NO_ACTION)
		rules_path(&v->variant, &v->state, v->hint, &v->preview);
	else if (v->level > 0 && s->lift.site != RULES_NO_SITE && !s->lift.wrong && s->lift_action != RULES_NO_ACTION &&
		 s->tracker->site[s->lift.site].kind == RULES_ROW)
		rules_path(&v->variant, &v->state, s->lift_action, &v->preview);
}

static void fill_game(const struct session *s, struct view *v)
{
	const struct rules_node *node = &s->record.node[s->record.at];

	v->game_id = s->game_id;
	v->variant = s->record.variant;
	v->state = s->record.here;
	v->player = rules_player(&v->variant, &v->state);
	v->result = session_result(s);
	v->ply = node->ply;
	v->turn = node->turn;
	v->provisional = s->base != s->record.at;
	v->open_end = s->open_end;
	v->level = v->player >= 0 && v->player <= RULES_PLAYERS_MAX ? s->settings.level[v->player] : 0;
	v->hint_rung = s->hint_rung;
	v->hints_left = s->settings.hints_per_turn > s->hints_used ? s->settings.hints_per_turn - s->hints_used : 0;
	v->hint = s->hint;
	last_path(s, v);
	last_ends(s, v);
	rules_project(&v->variant, &v->state, v->look);
	add_standing(s, v);
	add_preview(s, v);
}

/* Only as much of it as there is: between a hand and its light no 33 KB of nothing are carried. */
static void copy_question(const struct view_question *from, struct view_question *to)
{
	memcpy(to, from, offsetof(struct view_question, choice) + (size_t)from->choices * sizeof(from->choice[0]));
}

void session_view(const struct session *s, int64_t now_us, struct view *ret)
{
	memset(ret, 0, offsetof(struct view, question));
	ret->now_us = now_us;
	ret->phase = phase(s);
	ret->has_game = s->has_game;
	ret->last = RULES_NO_ACTION;
	ret->hint = RULES_NO_ACTION;
	ret->variant = s->tracker->variant;
	ret->sites = s->tracker->sites;
	memcpy(ret->sensor, s->tracker->sensor, sizeof(ret->sensor));
	memcpy(ret->seen, s->tracker->seen, sizeof(ret->seen));
	ret->lift = s->lift;
	if (now_us - s->changed_us < s->settings.wrong_lift_us)
		ret->lift.wrong = false;
	copy_question(&s->question.shown, &ret->question);
	ret->fixes = s->fixes;
	memcpy(ret->fix, s->fix, sizeof(ret->fix));
	ret->why = s->why;
	if (s->has_game)
		fill_game(s, ret);
	else if (s->question.use == USE_NAMING)
		memcpy(ret->look, s->naming.placed.look, sizeof(ret->look));
	session_warned(s, ret);
	ret->shown_us = s->shown_us;
	ret->acted_us = s->acted_us;
	ret->board_ready = s->board_ready && s->framed;
	ret->store_ok = s->store_ok;
	session_waiting(s, &ret->waiting);
}

const struct rules_record *session_record(const struct session *s)
{
	return s->has_game ? &s->record : NULL;
}

bool session_rests(const struct session *s)
{
	return s->has_game && s->board_ready && s->framed && !s->setup && !s->led && !s->mismatch &&
	       s->question.use == USE_NONE && tracker_fits(s->tracker, &s->record.here, NULL);
}
