/*
 * session_earlier.c — "that is not what I did", said of a turn after which others have played.
 *
 * The log of it is gone, and the board has moved on; but what the sensors saw when it ended is known: the position that was
 * agreed then, as far as they can tell. Whatever would have looked the same is a reading. The turns that followed are played again
 * after it, as far as they are legal.
 */
#include "session_internal.h"

#include <stdio.h>
#include <string.h>

enum { LISTED = 12, TAKE_BACK = -1 };

/* The start of the turn that ends at `end`. */
static uint32_t turn_of(const struct rules_record *r, uint32_t end)
{
	do
		end = r->node[end].parent;
	while (end && !r->node[end].starts_turn);
	return end;
}

/* The last turn of a player within a round. −1: he has none. */
static int find_turn(const struct rules_record *r, int player, uint32_t *ret_from, uint32_t *ret_to)
{
	uint32_t from, to = r->at;

	for (int turns = 0; to && turns < r->variant.players; turns++, to = from) {
		from = turn_of(r, to);
		if (r->node[to].player != player || rules_gives_up(r->node[to].action))
			continue;
		*ret_from = from;
		*ret_to = to;
		return 0;
	}
	return -1;
}

/* What was played after `to`. −1: too much. */
static int note_rest(struct session *s, uint32_t to)
{
	struct dispute *d = &s->dispute;
	int n = s->record.node[s->record.at].ply - s->record.node[to].ply;

	if (n > SESSION_LINE_MAX)
		return -1;
	d->rest = n;
	for (uint32_t at = s->record.at; at != to; at = s->record.node[at].parent)
		d->action[--n] = s->record.node[at].action;
	return 0;
}

/* The sensors' view of the position that was agreed on when the turn ended takes the place of what they say now. */
static void look_back(struct session *s, struct seen *ret_now)
{
	memcpy(ret_now, s->tracker->seen, sizeof(s->tracker->seen));
	memcpy(s->tracker->seen, s->dispute.seen, sizeof(s->tracker->seen));
}

static void look_up(struct session *s, const struct seen *now)
{
	memcpy(s->tracker->seen, now, sizeof(s->tracker->seen));
}

static void find_readings(struct session *s, const struct rules_state *before)
{
	struct tracker *t = s->tracker;
	struct seen now[RULES_SITES_MAX];
	uint32_t gap = t->gap;

	look_back(s, now);
	t->gap = t->order + 1; /* anything may have been touched */
	tracker_search(t, before, NULL, 0, 1, TRACKER_BUDGET, s->found);
	t->gap = gap;
	look_up(s, now);
}

static bool listed(const struct session *s, int reading)
{
	for (int i = 0; i < s->question.shown.choices; i++)
		if (session_same_end(&s->found->reading[s->question.value[i]], &s->found->reading[reading]))
			return true;
	return false;
}

static void list_readings(struct session *s, const struct rules_state *agreed)
{
	for (int i = 0; i < s->found->readings && s->question.shown.choices < LISTED; i++) {
		const struct tracker_reading *r = &s->found->reading[i];
		struct view_text run = { .key = "" };
		struct view_choice *c;

		if (listed(s, i) || !memcmp(&r->end, agreed, sizeof(*agreed)))
			continue;
		c = session_add_choice(s, i, RULES_NO_SITE);
		session_label_run(s, r->action, r->actions, &run);
		if (rules_turn_start(session_variant(s), &r->end) || rules_result(session_variant(s), &r->end))
			c->label = run;
		else
			session_label_begun(&run, &c->label);
	}
}

static void ask(struct session *s, int64_t now_us, int player, const struct rules_state *agreed)
{
	struct view_choice *c;
	char en[VIEW_TEXT_MAX], es[VIEW_TEXT_MAX], name[SESSION_NAME_MAX];

	session_fresh_question(s);
	list_readings(s, agreed);
	c = session_add_choice(s, TAKE_BACK, RULES_NO_SITE);
	session_say(&c->label, "take-turn-back", "None of these: go back to that turn", "Ninguna de estas: volver a ese turno");
	snprintf(name, sizeof(name), "%s", s->name[player]);
	snprintf(en, sizeof(en),
		 name[0] ? "What did %s really do? What followed is kept where it can be."
			 : "What did player %.0s%d really do? What followed is kept where it can be.",
		 name, player);
	snprintf(es, sizeof(es),
		 name[0] ? "¿Qué hizo %s de verdad? Lo que siguió se conserva si se puede."
			 : "¿Qué hizo el jugador %.0s%d de verdad? Lo que siguió se conserva si se puede.",
		 name, player);
	session_say(&s->question.shown.text, "ask-earlier", en, es);
	session_open_question(s, now_us, USE_EARLIER, VIEW_ASK_READING);
}

int session_ask_earlier(struct session *s, int64_t now_us, int player)
{
	const struct rules_variant *v = session_variant(s);
	struct dispute *d = &s->dispute;
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state before, agreed;
	uint32_t to;

	if (!player)
		player = s->record.node[s->record.at].player;
	if (find_turn(&s->record, player, &d->from, &to) < 0)
		return -1;
	if (to == s->record.at)
		return session_ask_dispute(s, now_us);
	if (note_rest(s, to) < 0 || session_state_at(s, d->from, &before) < 0 || session_state_at(s, to, &agreed) < 0)
		return -1;
	session_drop_question(s, now_us);
	rules_project(v, &agreed, look);
	for (int i = 0; i < s->tracker->sites; i++)
		d->seen[i] = seen_of(s->tracker->sensor[i], look[i]);
	d->standing = s->standing;
	d->open = false;
	find_readings(s, &before);
	ask(s, now_us, player, &agreed);
	return 0;
}

/* ---- What followed ------------------------------------------------------------------------------------------------------ */

static bool legal(const struct rules_variant *v, const struct rules_state *at, rules_action a)
{
	char text[RULES_ACTION_MAX];
	rules_action same;
	struct rules_error err;

	rules_action_text(v, a, text);
	return rules_action_read(v, at, text, &same, &err) == 0;
}

/* How many of the actions from `first` on make a turn that is legal here; 0: it is not. */
static int legal_turn(const struct session *s, int first)
{
	const struct rules_variant *v = session_variant(s);
	const struct dispute *d = &s->dispute;
	struct rules_state at = s->record.here;
	int n = 0;

	do {
		if (!legal(v, &at, d->action[first + n]))
			return 0;
		rules_apply(v, &at, d->action[first + n]);
		n++;
	} while (first + n < d->rest && !rules_turn_start(v, &at) && rules_result(v, &at) == RULES_ONGOING);
	return n;
}

static void play_rest(struct session *s, int64_t now_us)
{
	struct dispute *d = &s->dispute;
	int done = 0, n;

	while (done < d->rest && session_result(s) == RULES_ONGOING && (n = legal_turn(s, done)) > 0)
		for (; n > 0; n--)
			session_put(s, now_us, d->action[done++], false, false, NULL);
	session_lead(s, now_us, done == d->rest ? &d->standing : NULL);
}

/* Some of the turn no sensor has seen: it is asked for as it would have been then. */
static void ask_for_rest_of_turn(struct session *s, int64_t now_us)
{
	struct seen now[RULES_SITES_MAX];

	s->dispute.open = true;
	s->led = true;
	tracker_hole(s->tracker);
	s->base = s->dispute.from;
	s->base_standing = s->standing;
	s->base_mark = s->tip_mark = s->tracker->gap - 1;
	session_tip_changed(s, now_us);
	look_back(s, now);
	session_ask_beads(s, now_us, BEADS_UNSEEN);
	look_up(s, now);
	memcpy(s->question.snapshot, now, sizeof(now));
}

void session_answer_earlier(struct session *s, int64_t now_us, int value)
{
	struct dispute *d = &s->dispute;

	if (value != TAKE_BACK)
		s->candidate = s->found->reading[value];
	session_back_to(s, now_us, d->from, "dispute");
	if (value == TAKE_BACK) {
		session_lead(s, now_us, NULL);
		return;
	}
	for (int i = 0; i < s->candidate.actions; i++)
		session_put(s, now_us, s->candidate.action[i], false, false, NULL);
	d->open = true;
	if (!rules_turn_start(session_variant(s), &s->record.here) && session_result(s) == RULES_ONGOING)
		ask_for_rest_of_turn(s, now_us);
	session_end_earlier(s, now_us);
}

void session_end_earlier(struct session *s, int64_t now_us)
{
	const struct rules_node *node = s->record.node;
	bool whole = rules_turn_start(session_variant(s), &s->record.here) || session_result(s) != RULES_ONGOING;

	if (!s->dispute.open || s->question.use == USE_BEADS)
		return;
	s->dispute.open = false;
	if (whole && node[s->record.at].ply > node[s->dispute.from].ply)
		play_rest(s, now_us);
}
