/* session_beads.c — beads that no sensor shows: asked for by pit, count and side, or drop by drop. */
#include "session_internal.h"

#include <stdio.h>
#include <string.h>

enum step { STEP_FROM, STEP_COUNT, STEP_TO, STEP_TEXT, STEPS };

static const int step_kind[STEPS] = { VIEW_ASK_PIT, VIEW_ASK_COUNT, VIEW_ASK_SIDE, VIEW_ASK_READING };

/* The position whose actions are asked for. A player without any choice is not asked for that; the action without alternative
 * is recorded together with the answer. */
static struct rules_state asked_state(struct session *s, rules_action *ret_forced)
{
	struct rules_state next;

	*ret_forced = RULES_NO_ACTION;
	if (s->legal != 1 || s->hidden != 1 || rules_count(session_variant(s), &s->record.here) != 1)
		return s->record.here;
	rules_action only = session_only_action(s, &next);
	if (rules_turn_start(session_variant(s), &next) || rules_result(session_variant(s), &next) != RULES_ONGOING)
		return s->record.here;
	*ret_forced = only;
	return next;
}

/* What may have been played: what the board allowed when it was asked; or anything, where that leaves nothing. */
static int leads_of(struct session *s, const struct rules_state *state, rules_action *leads)
{
	struct tracker *t = s->tracker;
	struct seen now[RULES_SITES_MAX];
	int n;

	if (s->question.anything)
		return rules_legal(session_variant(s), state, leads);
	memcpy(now, t->seen, sizeof(now));
	memcpy(t->seen, s->question.target, sizeof(t->seen));
	n = tracker_leads(t, state, &s->standing, s->tip_mark, leads, RULES_ACTIONS_MAX);
	memcpy(t->seen, now, sizeof(t->seen));
	return n ? n : rules_legal(session_variant(s), state, leads);
}

/* Is the change one of those that the answers so far leave? */
static bool in_play(const struct question *q, const struct tracker_change *c)
{
	return (q->from == SITE_UNSAID || c->from == q->from) && (!q->count || c->fall == q->count) &&
	       (q->to == SITE_UNSAID || c->to == q->to);
}

static int narrow(struct session *s, const struct question *q, rules_action *leads)
{
	rules_action forced;
	struct rules_state here = asked_state(s, &forced);
	struct tracker_change c;
	int n = leads_of(s, &here, leads), left = 0;

	for (int k = 0; k < n; k++) {
		tracker_change(s->tracker, &here, leads[k], &c);
		if (in_play(q, &c))
			leads[left++] = leads[k];
	}
	return left;
}

/* The action after what the record holds of the same spread: some of that may have been said by nobody. */
static void label_spread(struct session *s, rules_action action, struct view_text *text)
{
	const struct rules_node *node = s->record.node;
	rules_action run[SESSION_LINE_MAX];
	struct rules_state state = s->record.here;
	uint32_t at = s->record.at;
	int n = SESSION_LINE_MAX - 1;

	run[n] = action;
	while (n && at != s->base && tracker_in_hand(s->tracker, &state)) {
		run[--n] = node[at].action;
		at = node[at].parent;
		if (session_state_at(s, at, &state) < 0)
			break;
	}
	session_label_run(s, run + n, SESSION_LINE_MAX - n, text);
}

static void step_choice(struct session *s, enum step step, rules_action action, int number)
{
	rules_action forced;
	struct rules_state here = asked_state(s, &forced);
	struct tracker_change change;
	char text[32];
	struct view_choice *c;
	int value;

	tracker_change(s->tracker, &here, action, &change);
	value = step == STEP_FROM ? change.from : step == STEP_COUNT ? change.fall : step == STEP_TO ? change.to : number;
	for (int i = 0; i < s->question.shown.choices; i++)
		if (s->question.value[i] == value)
			return;
	c = session_add_choice(s, value, step == STEP_COUNT || step == STEP_TEXT ? RULES_NO_SITE : (uint16_t)value);
	if (!c)
		return;
	if (step == STEP_TEXT) {
		s->question.action[c->id - 1] = action;
		s->question.value[c->id - 1] = c->id - 1;
		label_spread(s, action, &c->label);
		return;
	}
	if (step != STEP_COUNT && value == RULES_NO_SITE) {
		session_say(&c->label, "nowhere", step == STEP_FROM ? "Nothing was lifted" : "Off the board",
			    step == STEP_FROM ? "No se levantó nada" : "Fuera del tablero");
		return;
	}
	if (step == STEP_COUNT)
		snprintf(text, sizeof(text), "%d", value);
	else
		snprintf(text, sizeof(text), "%s", session_site(s, (uint16_t)value));
	session_say(&c->label, "choice", text, text);
}

static void ask_step(struct session *s, int64_t now_us, uint16_t from, int count, uint16_t to);

static void play_answer(struct session *s, int64_t now_us, rules_action action)
{
	rules_action forced;

	asked_state(s, &forced);
	if (forced != RULES_NO_ACTION)
		session_put(s, now_us, forced, true, true, NULL);
	session_put(s, now_us, action, true, true, NULL);
	session_tip_changed(s, now_us);
	if (rules_turn_start(session_variant(s), &s->record.here) || session_result(s) != RULES_ONGOING)
		return;
	s->asked_pause = true;
	ask_step(s, now_us, SITE_UNSAID, 0, SITE_UNSAID);
}

/* Beads may have been on their way when the board looked: then none of the answers is right. Where everything is offered that
 * the rules allow, the turn itself is another one. */
static void add_other(struct session *s)
{
	rules_action leads[RULES_ACTIONS_MAX], forced;
	struct rules_state here = asked_state(s, &forced);
	struct view_choice *c;

	if (leads_of(s, &here, leads) == rules_count(session_variant(s), &here)) {
		session_add_none(s, true);
		return;
	}
	c = session_add_choice(s, -1, RULES_NO_SITE);
	if (c)
		session_say(&c->label, "other", "Something else", "Otra cosa");
}

/* How many actions the rules allow that agree with the answers so far, whatever the board says. */
static int allowed(struct session *s, const struct question *q)
{
	rules_action list[RULES_ACTIONS_MAX], forced;
	struct rules_state here = asked_state(s, &forced);
	struct tracker_change c;
	int n = rules_legal(session_variant(s), &here, list), left = 0;

	for (int k = 0; k < n; k++) {
		tracker_change(s->tracker, &here, list[k], &c);
		left += in_play(q, &c);
	}
	return left;
}

/* Was a pit seen fuller or emptier than the action leaves it or finds it? What the board shows now may have hidden the true one
 * by then. */
static bool leaves_out(struct session *s, rules_action action)
{
	const struct tracker *t = s->tracker;
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	rules_action forced;
	struct rules_state at = asked_state(s, &forced);

	rules_project(&t->variant, &at, before);
	rules_apply(&t->variant, &at, action);
	rules_project(&t->variant, &at, after);
	if (tracker_in_hand(t, &at))
		return false; /* they are the drops that follow */
	for (int i = t->touches - 1; i >= 0 && t->touch[i].order >= s->tip_mark; i--) {
		int site = t->touch[i].site, count = t->touch[i].now.count;
		int was = seen_of(t->sensor[site], before[site]).count, will = seen_of(t->sensor[site], after[site]).count;

		if (t->site[site].sense == RULES_SENSE_COUNT &&
		    ((count < was && count < will) || (count > was && count > will)))
			return true;
	}
	return false;
}

/* Does the action end the turn, or leave beads in the hand? */
static void look_beyond(struct session *s, rules_action action, bool *ret_over, bool *ret_in_hand)
{
	rules_action forced;
	struct rules_state at = asked_state(s, &forced);
	struct tracker_change c;

	tracker_change(s->tracker, &at, action, &c);
	*ret_over = c.ends_turn;
	*ret_in_hand = tracker_in_hand(s->tracker, &c.after);
}

/* Puts the first step that still has something to choose; with one action left, plays it, or says it back first: a spread as a
 * whole, at its end. */
static void ask_step(struct session *s, int64_t now_us, uint16_t from, int count, uint16_t to)
{
	struct question *q = &s->question;
	rules_action leads[RULES_ACTIONS_MAX];
	bool drop = tracker_in_hand(s->tracker, &s->record.here), over, in_hand;
	int left;

	session_fresh_question(s);
	q->from = from;
	q->count = count;
	q->to = to;
	left = narrow(s, q, leads);
	if (!left)
		return;
	for (enum step step = drop && to == SITE_UNSAID ? STEP_TO : STEP_FROM; left > 1 && step < STEPS; step++) {
		for (int k = 0; k < left; k++)
			step_choice(s, step, leads[k], k);
		if (q->shown.choices > 1) {
			q->doubted = q->unsaid = false;
			add_other(s);
			session_open_question(s, now_us, USE_BEADS, drop && step == STEP_TO ? VIEW_ASK_DROP : step_kind[step]);
			return;
		}
		q->shown.choices = 0;
	}
	look_beyond(s, leads[0], &over, &in_hand);
	q->confirm |= leaves_out(s, leads[0]) || (q->doubted && over);
	q->unsaid |= allowed(s, q) > 1;
	if (q->confirm && q->unsaid && !in_hand) {
		q->unsaid = false;
		step_choice(s, STEP_TEXT, leads[0], 0);
		add_other(s);
		session_open_question(s, now_us, USE_BEADS, VIEW_ASK_READING);
		return;
	}
	play_answer(s, now_us, leads[0]);
}

/* A piece of the next player's that is in his hand already belongs to what comes after the answer. What is the only thing left
 * has still not been seen by anybody: it is said back. */
void session_ask_beads(struct session *s, int64_t now_us, enum beads_asked why)
{
	bool confirm = why == BEADS_WHOSE;
	rules_action leads[RULES_ACTIONS_MAX];
	struct rules_look look[RULES_SITES_MAX];
	uint16_t lifted = s->lift.site;

	memcpy(s->question.target, s->tracker->seen, sizeof(s->question.target));
	s->question.anything = false;
	if (session_others_lift(s)) {
		rules_project(session_variant(s), &s->record.here, look);
		s->question.target[lifted] = seen_of(s->tracker->sensor[lifted], look[lifted]);
	}
	s->question.from = s->question.to = SITE_UNSAID;
	s->question.count = 0;
	s->question.doubted = why == BEADS_SEVERAL;
	s->question.unsaid = false;
	if (!confirm && narrow(s, &s->question, leads) == 1) {
		rules_action forced;
		struct rules_state here = asked_state(s, &forced);
		struct tracker_change c;

		tracker_change(s->tracker, &here, leads[0], &c);
		confirm = !c.visible;
	}
	s->question.confirm = confirm;
	ask_step(s, now_us, SITE_UNSAID, 0, SITE_UNSAID);
}

/* The next player has gone on: what the board shows is no help for the beads of this turn. */
void session_ask_anything(struct session *s, int64_t now_us)
{
	memcpy(s->question.target, s->tracker->seen, sizeof(s->question.target));
	s->question.anything = true;
	s->question.confirm = s->question.unsaid = false;
	ask_step(s, now_us, SITE_UNSAID, 0, SITE_UNSAID);
}

/* The board was not at rest when it was asked for beads: the same hand has moved more of them since, and no piece. */
bool session_beads_go_on(const struct session *s)
{
	const struct tracker *t = s->tracker;
	bool beads = false;

	if (s->dispute.open)
		return false; /* the board has moved on since */
	for (int i = 0; i < t->sites; i++) {
		if (!memcmp(&s->question.target[i], &t->seen[i], sizeof(t->seen[i])))
			continue;
		if (t->site[i].sense != RULES_SENSE_COUNT)
			return false;
		beads = true;
	}
	return beads;
}

/* Have beads moved since it was asked? Then what the board showed says nothing of what is still to be answered. */
static bool overtaken(const struct session *s)
{
	const struct tracker *t = s->tracker;

	for (int i = 0; i < t->sites; i++)
		if (t->site[i].sense == RULES_SENSE_COUNT && memcmp(&s->question.target[i], &t->seen[i], sizeof(t->seen[i])))
			return true;
	return false;
}

/* The turn itself was another one: it is set up anew from its start. */
static void put_back(struct session *s, int64_t now_us)
{
	uint32_t node = s->record.at;

	while (node != s->base && !s->record.node[node].starts_turn)
		node = s->record.node[node].parent;
	session_back_to(s, now_us, node, "correction");
	if (node == s->base)
		s->standing = s->base_standing;
	s->led = true;
	session_tip_changed(s, now_us);
}

void session_answer_beads(struct session *s, int64_t now_us, int kind, int value)
{
	struct question so_far = { .from = s->question.from, .count = s->question.count, .to = s->question.to };

	s->question.anything |= !s->dispute.open && overtaken(s);
	if (value == VALUE_NO) {
		put_back(s, now_us);
		return;
	}
	if (value < 0) {
		session_leave_spread(s, now_us);
		s->asked_pause = s->question.anything = true;
		s->question.confirm = s->question.unsaid = false;
		ask_step(s, now_us, SITE_UNSAID, 0, SITE_UNSAID);
		return;
	}
	if (kind == VIEW_ASK_READING) {
		play_answer(s, now_us, s->question.action[value]);
		return;
	}
	ask_step(s, now_us, kind == VIEW_ASK_PIT ? (uint16_t)value : so_far.from, kind == VIEW_ASK_COUNT ? value : so_far.count,
		 kind == VIEW_ASK_SIDE || kind == VIEW_ASK_DROP ? (uint16_t)value : so_far.to);
}
