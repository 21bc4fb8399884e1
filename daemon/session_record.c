/* session_record.c — the record follows the reading: playing, going back, settling. */
#include "session_internal.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int session_result(const struct session *s)
{
	return s->ended != RULES_ONGOING ? s->ended : rules_record_result(&s->record);
}

const char *session_result_text(int result, char text[16])
{
	if (result == RULES_DRAW)
		return "draw";
	if (result == RULES_ONGOING)
		return "ongoing";
	snprintf(text, 16, "win %d", result);
	return text;
}

static const char *draw_reason(int why)
{
	switch (why) {
	case RULES_DRAW_REPETITION: return "repetition";
	case RULES_DRAW_TURNS: return "turns";
	default: return "position";
	}
}

int session_line(const struct session *s, rules_action *list)
{
	int n = 0, total = 0;

	for (uint32_t at = s->record.at; at != s->base; at = s->record.node[at].parent)
		total++;
	if (total > SESSION_LINE_MAX)
		total = SESSION_LINE_MAX;
	for (uint32_t at = s->record.at; n < total; at = s->record.node[at].parent)
		list[total - ++n] = s->record.node[at].action;
	return total;
}

int session_state_at(const struct session *s, uint32_t node, struct rules_state *ret)
{
	if (node == s->record.at) {
		*ret = s->record.here;
		return 0;
	}
	return rules_record_state(&s->record, node, ret);
}

static int enlarge(struct session *s)
{
	uint32_t room = s->record.room * 2;
	struct rules_node *node = realloc(s->record.node, room * sizeof(*node));

	if (!node)
		return -ENOMEM;
	s->record.node = node;
	s->record.room = room;
	return 0;
}

/* What sensors cannot show at the tip, and whether the turn may already be over. */
static void look_ahead(struct session *s, int64_t now_us)
{
	bool open;

	s->hidden = s->legal = 0;
	s->hidden_end = RULES_NO_ACTION;
	if (session_result(s) == RULES_ONGOING)
		s->hidden = tracker_hidden(s->tracker, &s->record.here, &s->hidden_end, &s->legal);
	open = s->hidden_end != RULES_NO_ACTION && !rules_turn_start(session_variant(s), &s->record.here);
	if (open && !s->open_end)
		session_tell(s, now_us, EVENT_OPEN, NULL);
	s->open_end = open;
}

void session_tip_changed(struct session *s, int64_t now_us)
{
	s->asked_pause = false;
	s->hint_rung = 0;
	s->hint = RULES_NO_ACTION;
	if (tracker_fits(s->tracker, &s->record.here, &s->standing))
		s->lift = (struct view_lift){ .site = RULES_NO_SITE }; /* it has been set down */
	look_ahead(s, now_us);
}

static void tell_action(struct session *s, int64_t now_us, rules_action a, int player, bool derived, bool provisional,
			const char *evidence)
{
	const struct rules_variant *v = &s->record.variant;
	char action[RULES_ACTION_MAX], fen[RULES_POSITION_MAX];
	bool turn_start = rules_turn_start(v, &s->record.here);
	struct event event = { .type = EVENT_ACTION,
			       .ply = s->record.node[s->record.at].ply,
			       .player = player,
			       .action = action,
			       .fen = fen,
			       .evidence = evidence };

	rules_action_text(v, a, action);
	rules_format(v, &s->record.here, fen);
	session_emit(s, now_us, &event,
		     json_pack("{s:i, s:i, s:s, s:s, s:b, s:b, s:b}", "ply", event.ply, "player", player, "action", action,
			       "fen", fen, "turn_start", turn_start, "derived", derived, "provisional", provisional));
}

int session_record_add(struct session *s, rules_action a)
{
	int r = rules_record_play(&s->record, a);

	if (r == -ENOSPC) {
		r = enlarge(s);
		if (r == 0)
			r = rules_record_play(&s->record, a);
	}
	return r;
}

int session_put(struct session *s, int64_t now_us, rules_action a, bool derived, bool provisional, const char *evidence)
{
	const struct rules_variant *v = &s->record.variant;
	int r = session_record_add(s, a), player, result;

	if (r < 0)
		return r;
	s->acted_us = now_us;
	player = s->record.node[s->record.at].player;
	tell_action(s, now_us, a, player, derived, provisional, evidence);
	result = session_result(s);
	if (result != RULES_ONGOING) {
		char text[16];
		const struct rules_node *node = &s->record.node[s->record.at];

		session_tell(s, now_us, EVENT_RESULT,
			     json_pack("{s:s, s:s}", "result", session_result_text(result, text), "reason",
				       rules_gives_up(a)             ? "resigned"
				       : node->why == RULES_DRAW_NOT ? "won"
								     : draw_reason(node->why)));
	} else if (rules_turn_start(v, &s->record.here)) {
		s->hints_used = 0;
		session_tell(s, now_us, EVENT_TURN, json_pack("{s:i}", "player", rules_player(v, &s->record.here)));
	}
	return 0;
}

void session_back_to(struct session *s, int64_t now_us, uint32_t node, const char *reason)
{
	char fen[RULES_POSITION_MAX];
	struct event event = { .type = EVENT_UNDO, .fen = fen };

	if (node == s->record.at || rules_record_goto(&s->record, node) < 0)
		return;
	s->ended = RULES_ONGOING;
	rules_format(&s->record.variant, &s->record.here, fen);
	event.ply = s->record.node[node].ply;
	event.player = rules_player(&s->record.variant, &s->record.here);
	session_emit(s, now_us, &event, json_pack("{s:i, s:s, s:s}", "ply", event.ply, "fen", fen, "reason", reason));
}

void session_settle_base(struct session *s, int64_t now_us, uint32_t node, uint32_t mark)
{
	if (node == s->base)
		return;
	s->base = node;
	s->base_mark = mark;
	s->base_standing = s->standing;
	tracker_forget(s->tracker, mark);
	session_tell(s, now_us, EVENT_SETTLED, json_pack("{s:i}", "ply", s->record.node[node].ply));
}

/* Somebody has said that the turn is over. It may still be corrected until the next player acts, but what can be read as the
 * next turn is read so. */
void session_said_over(struct session *s, int64_t now_us)
{
	s->said_over = s->record.at;
	s->said_us = now_us;
	s->tip_mark = s->said_mark = s->tracker->order;
}

/* The start of the last turn in which something has been played. */
static uint32_t last_turn(const struct session *s)
{
	const struct rules_node *node = s->record.node;
	uint32_t at = s->record.at;

	while (at != s->base) {
		at = node[at].parent;
		if (node[at].starts_turn)
			break;
	}
	return at;
}

/* A beaten player's piece is excused only while it really stands there. */
static void trim_standing(struct session *s)
{
	struct rules_look look[RULES_SITES_MAX];

	rules_project(session_variant(s), &s->record.here, look);
	for (int i = 0; i < s->tracker->sites; i++)
		if (look[i].count || !s->tracker->seen[i].count)
			tracker_mask_set(&s->standing, i, false);
}

/* Where in the log what is not in the record yet begins: a hand may be at the next thing already. */
static uint32_t rest_mark(const struct session *s)
{
	const struct tracker *t = s->tracker;
	struct rules_look look[RULES_SITES_MAX];
	uint32_t mark = t->order;
	bool dated[RULES_SITES_MAX] = { false };

	rules_project(session_variant(s), &s->record.here, look);
	for (int i = t->touches - 1; i >= 0; i--) {
		const struct tracker_touch *touch = &t->touch[i];
		int site = touch->site;

		if (dated[site] || seen_fits(t->sensor[site], look[site], t->seen[site]) ||
		    !seen_fits(t->sensor[site], look[site], touch->was))
			continue;
		dated[site] = true;
		mark = touch->order;
	}
	return mark;
}

void session_accept(struct session *s, int64_t now_us, const struct tracker_reading *reading, bool derived)
{
	rules_action line[SESSION_LINE_MAX];
	int had = session_line(s, line), same = 0;
	uint32_t tip = s->record.at, turn, keep = s->record.at;
	char *evidence;

	while (same < had && same < reading->actions && line[same] == reading->action[same])
		same++;
	for (int i = had; i > same; i--)
		keep = s->record.node[keep].parent;
	session_back_to(s, now_us, keep, reading->actions == same ? "hands" : "correction");
	evidence = session_evidence(s, s->base_mark);
	for (int k = same; k < reading->actions; k++)
		if (session_put(s, now_us, reading->action[k], derived, true, k + 1 == reading->actions ? evidence : NULL) < 0)
			break;
	free(evidence);
	turn = last_turn(s);
	if (turn != s->base) {
		uint32_t mark = turn == tip ? s->tip_mark : s->base_mark;

		session_settle_base(s, now_us, turn, mark);
	}
	s->standing = reading->standing;
	trim_standing(s);
	s->tip_mark = rest_mark(s);
	session_tip_changed(s, now_us);
}

/* An answer half given is forgotten when the hand goes on. */
void session_leave_spread(struct session *s, int64_t now_us)
{
	uint32_t node = s->record.at;
	struct rules_state state = s->record.here;

	while (node != s->base && tracker_in_hand(s->tracker, &state)) {
		node = s->record.node[node].parent;
		if (session_state_at(s, node, &state) < 0)
			return;
	}
	session_back_to(s, now_us, node, "correction");
	session_tip_changed(s, now_us);
}
