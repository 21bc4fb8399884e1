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

/* The steps that ask for beads serve for pieces, too, where a place cannot feel them: then the words are others. */
static bool about_pieces(const struct session *s)
{
	const struct view_question *q = &s->question.shown;
	uint16_t site = q->choices ? q->choice[0].site : RULES_NO_SITE;

	return (q->kind == VIEW_ASK_PIT || q->kind == VIEW_ASK_SIDE) && site != RULES_NO_SITE &&
	       s->tracker->site[site].sense == RULES_SENSE_PIECE;
}

void session_open_question(struct session *s, int64_t now_us, enum question_use use, int kind)
{
	struct question *q = &s->question;
	json_t *choices = json_array();

	q->use = use;
	q->shown.id = ++s->questions;
	q->shown.kind = kind;
	if (!q->shown.text.key[0])
		session_question_text(&q->shown);
	if (about_pieces(s))
		session_say(&q->shown.text, "ask-piece", "Which of the lit places was it?",
			    "¿Cuál de los lugares encendidos fue?");
	if (use == USE_BEADS && kind == VIEW_ASK_READING && q->confirm) {
		char en[VIEW_TEXT_MAX], es[VIEW_TEXT_MAX];
		int player = rules_player(session_variant(s), &s->record.here);

		snprintf(en, sizeof(en), "Player %d: was it this?", player);
		snprintf(es, sizeof(es), "Jugador %d: ¿fue esto?", player);
		session_say(&q->shown.text, "ask-whose", en, es);
	}
	memcpy(q->snapshot, s->tracker->seen, sizeof(q->snapshot));
	memset(q->lifted, 0, sizeof(q->lifted));
	s->shown_us = now_us;
	for (int i = 0; i < q->shown.choices; i++) {
		const struct view_choice *c = &q->shown.choice[i];

		json_array_append_new(choices, json_pack("{s:i, s:s?}", "id", c->id, "site",
							 c->site == RULES_NO_SITE ? NULL : session_site(s, c->site)));
	}
	session_tell(s, now_us, EVENT_QUESTION,
		     json_pack("{s:i, s:s, s:s, s:o}", "question", q->shown.id, "kind", kind_name(kind), "key",
			       q->shown.text.key, "choices", choices));
}

void session_fresh_question(struct session *s)
{
	if (s->near)
		s->fixes = 0;
	s->near = false;
	s->question.use = USE_NONE;
	s->question.shown = (struct view_question){ 0 };
}

struct view_choice *session_add_choice(struct session *s, int value, uint16_t site)
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
	session_fresh_question(s);
	if (s->reopened)
		session_settle_base(s, now_us, s->record.at, s->tracker->order);
	s->reopened = false;
	s->shown_us = now_us;
}

bool session_question_holds(const struct session *s)
{
	return !memcmp(s->question.snapshot, s->tracker->seen, (size_t)s->tracker->sites * sizeof(s->tracker->seen[0]));
}

/* Has a tap begun, and nothing else changed since the question was put? */
bool session_tapping(const struct session *s)
{
	const struct question *q = &s->question;
	int lifted = 0, changed = 0;

	for (int i = 0; i < q->shown.choices; i++)
		lifted += q->lifted[i] && !s->tracker->seen[q->shown.choice[i].site].count;
	for (int i = 0; i < s->tracker->sites; i++)
		changed += memcmp(&q->snapshot[i], &s->tracker->seen[i], sizeof(q->snapshot[0])) != 0;
	return lifted == 1 && changed == 1;
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
	if (same && same == r->actions) {
		struct view_text begun = { .key = "" };

		session_label_run(s, r->action, same, &begun);
		session_say(text, "run-begun", "", "");
		snprintf(text->en, sizeof(text->en), "%.160s, and the rest was otherwise", begun.en);
		snprintf(text->es, sizeof(text->es), "%.160s, y lo demás fue de otra manera", begun.es);
	}
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

/* Several runs may lead to one position, as when two players' beads are exchanged: the order that was seen decides. */
static bool better_told(const struct session *s, int reading)
{
	const struct tracker_found *f = s->found;
	const struct tracker_reading *r = &f->reading[reading];

	for (int i = 0; i < f->readings; i++)
		if (!memcmp(&f->reading[i].end, &r->end, sizeof(r->end)) &&
		    tracker_compare(&f->reading[i].doubt, &r->doubt) < 0)
			return true;
	return false;
}

static void list_readings(struct session *s, const struct rules_state *but)
{
	struct tracker_mask used = { 0 };

	for (int i = 0; i < s->found->readings; i++) {
		const struct tracker_reading *r = &s->found->reading[i];
		struct view_choice *c;

		if (listed(s, i) || better_told(s, i) || (but && !memcmp(&r->end, but, sizeof(*but))))
			continue;
		c = session_add_choice(s, i, telling_site(s, i, &used));
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
	session_fresh_question(s);
	list_readings(s, NULL);
	if (s->question.shown.choices == 1) {
		struct view_choice *c = session_add_choice(s, VALUE_NO, RULES_NO_SITE);

		session_say(&c->label, "no", "No", "No");
	}
	session_open_question(s, now_us, USE_READINGS, blind_choice(s) ? VIEW_ASK_SITE : VIEW_ASK_READING);
}

void session_ask_touched(struct session *s, int64_t now_us)
{
	rules_action line[SESSION_LINE_MAX];
	int n = session_line(s, line);
	struct view_choice *c;

	session_fresh_question(s);
	for (int i = 0; i < s->found->readings; i++) {
		struct tracker_reading *r = &s->found->reading[i];
		struct tracker_change change;

		tracker_change(s->tracker, &s->record.here, r->action[0], &change);
		c = session_add_choice(s, i, change.to);
		if (c)
			session_label_run(s, r->action, 1, &c->label);
		memmove(r->action + n, r->action, sizeof(r->action[0]));
		memcpy(r->action, line, (size_t)n * sizeof(line[0]));
		r->actions = n + 1;
	}
	c = session_add_choice(s, -1, RULES_NO_SITE);
	if (c)
		session_say(&c->label, "nothing-done", "Nothing: the pieces were only touched",
			    "Nada: solo se tocaron las piezas");
	session_open_question(s, now_us, USE_READINGS, VIEW_ASK_READING);
}

/* Where the disputed part begins. A turn that people themselves have told the board is settled; disputed, it is open again. */
static uint32_t disputed_from(const struct session *s)
{
	const struct rules_node *node = s->record.node;
	uint32_t from = s->record.at;

	if (s->base != from || !from || !node[from].starts_turn)
		return s->base;
	do
		from = node[from].parent;
	while (from && !node[from].starts_turn);
	return from;
}

/* What the log knew of a settled turn is gone: whatever would look like this is a reading. */
static void reopen(struct session *s, uint32_t from)
{
	s->base = from;
	s->base_mark = 0;
	s->base_standing = s->standing;
	s->reopened = true;
}

int session_ask_dispute(struct session *s, int64_t now_us)
{
	struct tracker_found *f = s->found;
	uint32_t from = disputed_from(s);
	struct rules_state base;
	struct view_choice *c;

	if (from == s->record.at || session_state_at(s, from, &base) < 0)
		return -1;
	session_drop_question(s, now_us);
	if (from != s->base)
		reopen(s, from);
	tracker_search(s->tracker, &base, &s->base_standing, s->base_mark, 1, TRACKER_BUDGET, f);
	session_fresh_question(s);
	list_readings(s, &s->record.here);
	c = session_add_choice(s, -1, RULES_NO_SITE);
	if (c)
		session_say(&c->label, "take-turn-back", "None of these: take the turn back",
			    "Ninguna de estas: deshacer el turno");
	session_open_question(s, now_us, USE_DISPUTE, VIEW_ASK_READING);
	return 0;
}

void session_ask_takeback(struct session *s, int64_t now_us, uint32_t node)
{
	struct view_choice *c;

	session_fresh_question(s);
	s->earlier = node;
	c = session_add_choice(s, 1, RULES_NO_SITE);
	session_say(&c->label, "yes", "Yes, go back", "Sí, volver atrás");
	c = session_add_choice(s, 0, RULES_NO_SITE);
	session_say(&c->label, "no", "No, go on", "No, seguir");
	session_open_question(s, now_us, USE_TAKEBACK, VIEW_ASK_TAKEBACK);
}

/* The next place with something on it: lifting that answers. */
static uint16_t next_filled(const struct session *s, struct tracker_mask *used)
{
	for (int k = 0; k < s->tracker->sites; k++) {
		if (!s->tracker->seen[k].count || tracker_mask_has(used, k))
			continue;
		tracker_mask_set(used, k, true);
		return (uint16_t)k;
	}
	return RULES_NO_SITE;
}

static void label_offer(const struct offer *o, struct view_text *label)
{
	char name[RULES_NAME_MAX], en[VIEW_TEXT_MAX], es[VIEW_TEXT_MAX];

	if (o->game_id) {
		*label = o->about;
		return;
	}
	rules_variant_name(&o->variant, name);
	if (o->standard) {
		session_say(label, "start", name, name);
		return;
	}
	int player = rules_player(&o->variant, &o->start);
	snprintf(en, sizeof(en), "%s from this position, player %d to move", name, player);
	snprintf(es, sizeof(es), "%s desde esta posición, juega el jugador %d", name, player);
	session_say(label, "start-custom", en, es);
}

/* While lights show what is still different from a stored game, no place can be lit as an answer: the phone and the button
 * answer, and so does a hand that puts the pieces right, or goes on in another way. */
void session_ask_start(struct session *s, int64_t now_us)
{
	struct tracker_mask used = { 0 };
	struct view_choice *c;
	bool stored = s->offers && s->offer[0].game_id, near = s->near;

	s->near = false; /* its fixes are to stay */
	session_fresh_question(s);
	s->near = near;
	for (int i = 0; i < s->offers; i++) {
		c = session_add_choice(s, i, near ? RULES_NO_SITE : next_filled(s, &used));
		if (!c)
			break;
		label_offer(&s->offer[i], &c->label);
	}
	c = stored ? session_add_choice(s, -1, near ? RULES_NO_SITE : next_filled(s, &used)) : NULL;
	if (c)
		session_say(&c->label, "start-none", "None of these", "Ninguna de estas");
	if (stored)
		session_say_start(&s->question.shown.text, near);
	session_open_question(s, now_us, USE_START, VIEW_ASK_START);
}

/* ---- Answers ---------------------------------------------------------------------------------------------------------- */

static void answer_reading(struct session *s, int64_t now_us, enum question_use use, int value)
{
	if (value == VALUE_NO) {
		s->led = true; /* what has been agreed is set up again, and play goes on from there */
		return;
	}
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

void session_choose(struct session *s, int64_t now_us, int index)
{
	struct question *q = &s->question;
	enum question_use use = q->use;
	int value = q->value[index], kind = q->shown.kind;
	struct question so_far = { .from = q->from, .count = q->count, .to = q->to };

	session_tell(s, now_us, EVENT_ANSWER,
		     json_pack("{s:i, s:i}", "question", q->shown.id, "choice", q->shown.choice[index].id));
	session_fresh_question(s);
	q->from = so_far.from;
	q->count = so_far.count;
	q->to = so_far.to;
	s->shown_us = now_us;
	s->judged = JUDGE_LATER;
	switch (use) {
	case USE_READINGS:
	case USE_DISPUTE: answer_reading(s, now_us, use, value); break;
	case USE_TAKEBACK: answer_takeback(s, now_us, value); break;
	case USE_BEADS: session_answer_beads(s, now_us, kind, value); break;
	case USE_START: session_take_offer(s, now_us, value); break;
	default: break;
	}
	/* What people have said is not read out of the board once more. */
	s->reopened = false;
	if ((use == USE_READINGS || use == USE_BEADS || use == USE_DISPUTE) && s->base != s->record.at &&
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
		else if (q->lifted[i] && session_question_holds(s)) {
			session_choose(s, now_us, i);
			return;
		}
	}
}
