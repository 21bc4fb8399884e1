/* session_ask.c — questions: asked of the board and the phone alike, answered by a tap, a button or the phone. */
#include "session_internal.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *kind_name(int kind)
{
	static const char *const name[] = {
		[VIEW_ASK_NOTHING] = "nothing", [VIEW_ASK_READING] = "reading", [VIEW_ASK_PIT] = "pit",
		[VIEW_ASK_COUNT] = "count",     [VIEW_ASK_SIDE] = "side",       [VIEW_ASK_DROP] = "drop",
		[VIEW_ASK_SITE] = "site",       [VIEW_ASK_START] = "start",     [VIEW_ASK_TAKEBACK] = "takeback",
	};

	return name[kind];
}

static void open_question(struct session *s, int64_t now_us, enum question_use use, int kind)
{
	struct question *q = &s->question;
	json_t *choices = json_array();

	q->use = use;
	q->shown.id = ++s->questions;
	q->shown.kind = kind;
	session_question_text(&q->shown);
	memcpy(q->snapshot, s->tracker->seen, sizeof(q->snapshot));
	memset(q->lifted, 0, sizeof(q->lifted));
	s->shown_us = now_us;
	for (int i = 0; i < q->shown.choices; i++) {
		const struct view_choice *c = &q->shown.choice[i];

		json_array_append_new(choices, json_pack("{s:i, s:s?}", "id", c->id, "site",
		                                         c->site == RULES_NO_SITE ? NULL : session_site(s, c->site)));
	}
	session_tell(s, now_us, EVENT_QUESTION,
	             json_pack("{s:i, s:s, s:s, s:o}", "question", q->shown.id, "kind", kind_name(kind), "key", q->shown.text.key,
	                       "choices", choices));
}

static void fresh(struct session *s)
{
	s->question.use = USE_NONE;
	s->question.shown = (struct view_question){ 0 };
}

static struct view_choice *add_choice(struct session *s, int value, uint16_t site)
{
	struct question *q = &s->question;
	int id = q->shown.choices;

	if (id == VIEW_CHOICES_MAX)
		return NULL;
	q->shown.choices++;
	q->value[id] = value;
	q->shown.choice[id] = (struct view_choice){ .id = id + 1, .site = site };
	return &q->shown.choice[id];
}

void session_drop_question(struct session *s, int64_t now_us)
{
	if (s->question.use == USE_NONE)
		return;
	session_tell(s, now_us, EVENT_ANSWER, json_pack("{s:i, s:n}", "question", s->question.shown.id, "choice"));
	fresh(s);
	s->shown_us = now_us;
}

bool session_question_holds(const struct session *s)
{
	return !memcmp(s->question.snapshot, s->tracker->seen, (size_t)s->tracker->sites * sizeof(s->tracker->seen[0]));
}

/* ---- Which of these? -------------------------------------------------------------------------------------------------- */

/* The site that shows best what sets one reading apart: where its last piece ends, if no other reading leaves it so. */
static uint16_t telling_site(struct session *s, int reading, const struct tracker_mask *used)
{
	const struct tracker_found *f = s->found;
	struct rules_look mine[RULES_SITES_MAX], other[RULES_SITES_MAX];
	struct tracker_mask differs = { 0 };
	struct tracker_change change = { .to = RULES_NO_SITE };
	struct rules_state at;
	uint16_t best = RULES_NO_SITE;

	rules_project(session_variant(s), &f->reading[reading].end, mine);
	for (int i = 0; i < f->readings; i++) {
		rules_project(session_variant(s), &f->reading[i].end, other);
		for (int k = 0; k < s->tracker->sites; k++)
			if (memcmp(&mine[k], &other[k], sizeof(mine[k])))
				tracker_mask_set(&differs, k, true);
	}
	if (session_state_at(s, s->base, &at) < 0)
		return RULES_NO_SITE;
	for (int k = 0; k < f->reading[reading].actions; k++) {
		tracker_change(s->tracker, &at, f->reading[reading].action[k], &change);
		at = change.after;
		if (change.to != RULES_NO_SITE && tracker_mask_has(&differs, change.to) && !tracker_mask_has(used, change.to))
			best = change.to;
	}
	for (int k = 0; k < s->tracker->sites && best == RULES_NO_SITE; k++)
		if (mine[k].count && tracker_mask_has(&differs, k) && !tracker_mask_has(used, k))
			best = (uint16_t)k;
	if (best == RULES_NO_SITE && change.to != RULES_NO_SITE && !tracker_mask_has(used, change.to))
		best = change.to;
	return best;
}

/* The part of a reading that the record does not hold yet. */
static void label_reading(struct session *s, const struct tracker_reading *r, struct view_text *text)
{
	rules_action line[SESSION_LINE_MAX];
	int had = session_line(s, line), same = 0;

	while (same < had && same < r->actions && line[same] == r->action[same])
		same++;
	session_label_run(s, r->action + same, r->actions - same, text);
}

static bool listed(const struct session *s, int reading)
{
	const struct tracker_found *f = s->found;

	for (int i = 0; i < s->question.shown.choices; i++)
		if (s->question.value[i] >= 0 &&
		    !memcmp(&f->reading[s->question.value[i]].end, &f->reading[reading].end, sizeof(f->reading[0].end)))
			return true;
	return false;
}

static void list_readings(struct session *s, const struct rules_state *but)
{
	struct tracker_mask used = { 0 };

	for (int i = 0; i < s->found->readings; i++) {
		const struct tracker_reading *r = &s->found->reading[i];
		struct view_choice *c;

		if (listed(s, i) || (but && !memcmp(&r->end, but, sizeof(*but))))
			continue;
		c = add_choice(s, i, telling_site(s, i, &used));
		if (!c)
			return;
		if (c->site != RULES_NO_SITE)
			tracker_mask_set(&used, c->site, true);
		label_reading(s, r, &c->label);
	}
}

static bool blind_choice(const struct session *s)
{
	for (int i = 0; i < s->question.shown.choices; i++) {
		uint16_t site = s->question.shown.choice[i].site;

		if (site != RULES_NO_SITE && !s->tracker->sensor[site].knows)
			return true;
	}
	return false;
}

void session_ask_readings(struct session *s, int64_t now_us)
{
	fresh(s);
	list_readings(s, NULL);
	open_question(s, now_us, USE_READINGS, blind_choice(s) ? VIEW_ASK_SITE : VIEW_ASK_READING);
}

void session_ask_touched(struct session *s, int64_t now_us)
{
	rules_action line[SESSION_LINE_MAX];
	int n = session_line(s, line);
	struct view_choice *c;

	fresh(s);
	for (int i = 0; i < s->found->readings; i++) {
		struct tracker_reading *r = &s->found->reading[i];
		struct tracker_change change;

		tracker_change(s->tracker, &s->record.here, r->action[0], &change);
		c = add_choice(s, i, change.to);
		if (c)
			session_label_run(s, r->action, 1, &c->label);
		memmove(r->action + n, r->action, sizeof(r->action[0]));
		memcpy(r->action, line, (size_t)n * sizeof(line[0]));
		r->actions = n + 1;
	}
	c = add_choice(s, -1, RULES_NO_SITE);
	if (c)
		session_say(&c->label, "nothing-done", "Nothing: the pieces were only touched",
		            "Nada: solo se tocaron las piezas");
	open_question(s, now_us, USE_READINGS, VIEW_ASK_READING);
}

int session_ask_dispute(struct session *s, int64_t now_us)
{
	struct tracker_found *f = s->found;
	struct rules_state base;
	struct view_choice *c;

	if (s->base == s->record.at || session_state_at(s, s->base, &base) < 0)
		return -1;
	session_drop_question(s, now_us);
	tracker_search(s->tracker, &base, &s->base_standing, s->base_mark, 1, TRACKER_BUDGET, f);
	fresh(s);
	list_readings(s, &s->record.here);
	c = add_choice(s, -1, RULES_NO_SITE);
	if (c)
		session_say(&c->label, "take-turn-back", "None of these: take the turn back",
		            "Ninguna de estas: deshacer el turno");
	open_question(s, now_us, USE_DISPUTE, VIEW_ASK_READING);
	return 0;
}

void session_ask_takeback(struct session *s, int64_t now_us, uint32_t node)
{
	struct view_choice *c;

	fresh(s);
	s->earlier = node;
	c = add_choice(s, 1, RULES_NO_SITE);
	session_say(&c->label, "yes", "Yes, go back", "Sí, volver atrás");
	c = add_choice(s, 0, RULES_NO_SITE);
	session_say(&c->label, "no", "No, go on", "No, seguir");
	open_question(s, now_us, USE_TAKEBACK, VIEW_ASK_TAKEBACK);
}

void session_ask_start(struct session *s, int64_t now_us)
{
	struct tracker_mask used = { 0 };

	fresh(s);
	for (int i = 0; i < s->offers; i++) {
		char name[RULES_NAME_MAX], en[VIEW_TEXT_MAX], es[VIEW_TEXT_MAX];
		struct view_choice *c;
		uint16_t site = RULES_NO_SITE;
		int player = rules_player(&s->offer[i].variant, &s->offer[i].start);

		for (int k = 0; k < s->tracker->sites && site == RULES_NO_SITE; k++)
			if (s->tracker->seen[k].count && !tracker_mask_has(&used, k))
				site = (uint16_t)k;
		c = add_choice(s, i, site);
		if (!c)
			break;
		if (site != RULES_NO_SITE)
			tracker_mask_set(&used, site, true);
		rules_variant_name(&s->offer[i].variant, name);
		snprintf(en, sizeof(en), s->offer[i].standard ? "%s" : "%s from this position, player %d to move", name, player);
		snprintf(es, sizeof(es), s->offer[i].standard ? "%s" : "%s desde esta posición, juega el jugador %d", name, player);
		session_say(&c->label, s->offer[i].standard ? "start" : "start-custom", en, es);
	}
	open_question(s, now_us, USE_START, VIEW_ASK_START);
}

/* ---- Beads: pit, count, side; or drop by drop -------------------------------------------------------------------------- */

enum step { STEP_FROM, STEP_COUNT, STEP_TO, STEP_TEXT, STEPS };

static const int step_kind[STEPS] = { VIEW_ASK_PIT, VIEW_ASK_COUNT, VIEW_ASK_SIDE, VIEW_ASK_READING };

/* The position whose actions are asked for. A player without any choice is not asked for that; the action without alternative
 * is recorded together with the answer. */
static struct rules_state asked_state(struct session *s, rules_action *ret_forced)
{
	struct rules_state here = s->record.here;
	rules_action only[RULES_ACTIONS_MAX];

	*ret_forced = RULES_NO_ACTION;
	if (s->legal == 1 && s->hidden == 1 && rules_legal(session_variant(s), &here, only) == 1) {
		struct rules_state next = here;

		rules_apply(session_variant(s), &next, only[0]);
		if (!rules_turn_start(session_variant(s), &next) && rules_result(session_variant(s), &next) == RULES_ONGOING) {
			*ret_forced = only[0];
			return next;
		}
	}
	return here;
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
	return (q->from == RULES_NO_SITE || c->from == q->from) && (!q->count || c->fall == q->count) &&
	       (q->to == RULES_NO_SITE || c->to == q->to);
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
	c = add_choice(s, value, step == STEP_COUNT || step == STEP_TEXT ? RULES_NO_SITE : (uint16_t)value);
	if (!c)
		return;
	if (step == STEP_TEXT) {
		session_label_run(s, &action, 1, &c->label);
		return;
	}
	if (step == STEP_COUNT)
		snprintf(text, sizeof(text), "%d", value);
	else if (value == RULES_NO_SITE)
		snprintf(text, sizeof(text), "-");
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
	ask_step(s, now_us, RULES_NO_SITE, 0, RULES_NO_SITE);
}

/* Beads may have been on their way when the board looked: then none of the answers is right. */
static void add_other(struct session *s)
{
	rules_action leads[RULES_ACTIONS_MAX], forced;
	struct rules_state here = asked_state(s, &forced);
	struct view_choice *c;

	if (leads_of(s, &here, leads) == rules_count(session_variant(s), &here))
		return;
	c = add_choice(s, -1, RULES_NO_SITE);
	if (c)
		session_say(&c->label, "other", "Something else", "Otra cosa");
}

/* Puts the first step that still has something to choose; with one action left, plays it. */
static void ask_step(struct session *s, int64_t now_us, uint16_t from, int count, uint16_t to)
{
	struct question *q = &s->question;
	rules_action leads[RULES_ACTIONS_MAX];
	bool drop = tracker_in_hand(s->tracker, &s->record.here);
	int left;

	fresh(s);
	q->from = from;
	q->count = count;
	q->to = to;
	left = narrow(s, q, leads);
	if (!left)
		return;
	for (enum step step = drop && to == RULES_NO_SITE ? STEP_TO : STEP_FROM; left > 1 && step < STEPS; step++) {
		for (int k = 0; k < left; k++)
			step_choice(s, step, leads[k], k);
		if (q->shown.choices > 1) {
			add_other(s);
			open_question(s, now_us, USE_BEADS, drop && step == STEP_TO ? VIEW_ASK_DROP : step_kind[step]);
			return;
		}
		q->shown.choices = 0;
	}
	play_answer(s, now_us, leads[0]);
}

/* A piece of the next player's that is in his hand already belongs to what comes after the answer. */
void session_ask_beads(struct session *s, int64_t now_us)
{
	struct rules_look look[RULES_SITES_MAX];
	uint16_t lifted = s->lift.site;

	memcpy(s->question.target, s->tracker->seen, sizeof(s->question.target));
	s->question.anything = false;
	if (session_others_lift(s)) {
		rules_project(session_variant(s), &s->record.here, look);
		s->question.target[lifted] = seen_of(s->tracker->sensor[lifted], look[lifted]);
	}
	ask_step(s, now_us, RULES_NO_SITE, 0, RULES_NO_SITE);
}

/* The next player has gone on: what the board shows is no help for the beads of this turn. */
void session_ask_anything(struct session *s, int64_t now_us)
{
	memcpy(s->question.target, s->tracker->seen, sizeof(s->question.target));
	s->question.anything = true;
	ask_step(s, now_us, RULES_NO_SITE, 0, RULES_NO_SITE);
}

/* The board was not at rest when it was asked for beads: the same hand has moved more of them since, and no piece. */
bool session_beads_go_on(const struct session *s)
{
	const struct tracker *t = s->tracker;
	bool beads = false;

	for (int i = 0; i < t->sites; i++) {
		if (!memcmp(&s->question.target[i], &t->seen[i], sizeof(t->seen[i])))
			continue;
		if (t->site[i].sense != RULES_SENSE_COUNT)
			return false;
		beads = true;
	}
	return beads;
}

/* ---- Answers ---------------------------------------------------------------------------------------------------------- */

static void answer_reading(struct session *s, int64_t now_us, enum question_use use, int value)
{
	if (value < 0 && use == USE_READINGS) {
		s->tip_mark = s->tracker->order;
		return;
	}
	if (value < 0) {
		session_back_to(s, now_us, s->base, "dispute");
		s->led = true;
		s->standing = s->base_standing;
		session_tip_changed(s, now_us);
		return;
	}
	s->candidate = s->found->reading[value];
	session_accept(s, now_us, &s->candidate, false);
}

static void answer_takeback(struct session *s, int64_t now_us, bool yes)
{
	s->led = true;
	if (!yes)
		return;
	session_back_to(s, now_us, s->earlier, "hands");
	s->base = s->record.at;
	s->standing = s->base_standing = (struct tracker_mask){ 0 };
	session_tip_changed(s, now_us);
}

static void answer_beads(struct session *s, int64_t now_us, int kind, int value)
{
	struct question so_far = { .from = s->question.from, .count = s->question.count, .to = s->question.to };
	rules_action leads[RULES_ACTIONS_MAX];

	if (value < 0) {
		session_leave_spread(s, now_us);
		s->asked_pause = s->question.anything = true;
		ask_step(s, now_us, RULES_NO_SITE, 0, RULES_NO_SITE);
		return;
	}
	if (kind == VIEW_ASK_READING) {
		int left = narrow(s, &so_far, leads);

		if (value < left)
			play_answer(s, now_us, leads[value]);
		return;
	}
	ask_step(s, now_us, kind == VIEW_ASK_PIT ? (uint16_t)value : so_far.from, kind == VIEW_ASK_COUNT ? value : so_far.count,
	         kind == VIEW_ASK_SIDE || kind == VIEW_ASK_DROP ? (uint16_t)value : so_far.to);
}

void session_choose(struct session *s, int64_t now_us, int index)
{
	struct question *q = &s->question;
	enum question_use use = q->use;
	int value = q->value[index], kind = q->shown.kind;
	struct question so_far = { .from = q->from, .count = q->count, .to = q->to };

	session_tell(s, now_us, EVENT_ANSWER,
	             json_pack("{s:i, s:i}", "question", q->shown.id, "choice", q->shown.choice[index].id));
	fresh(s);
	q->from = so_far.from;
	q->count = so_far.count;
	q->to = so_far.to;
	s->shown_us = now_us;
	s->judged = JUDGE_LATER;
	switch (use) {
	case USE_READINGS:
	case USE_DISPUTE:
		answer_reading(s, now_us, use, value);
		break;
	case USE_TAKEBACK:
		answer_takeback(s, now_us, value);
		break;
	case USE_BEADS:
		answer_beads(s, now_us, kind, value);
		break;
	case USE_START:
		session_take_offer(s, now_us, value);
		break;
	default:
		break;
	}
	/* What people have said is not read out of the board once more. */
	if ((use == USE_READINGS || use == USE_BEADS) && s->base != s->record.at &&
	    rules_turn_start(session_variant(s), &s->record.here))
		session_settle_base(s, now_us, s->record.at, s->tracker->order);
	session_judge(s, now_us);
}

/* A tap is a lift and a return on a lit site while everything else stands still. */
void session_tapped(struct session *s, int64_t now_us, uint16_t site)
{
	struct question *q = &s->question;

	for (int i = 0; i < q->shown.choices; i++) {
		if (q->shown.choice[i].site != site)
			continue;
		if (memcmp(&q->snapshot[site], &s->tracker->seen[site], sizeof(q->snapshot[0])))
			q->lifted[i] = true;
		else if (q->lifted[i]) {
			session_choose(s, now_us, i);
			return;
		}
	}
}
