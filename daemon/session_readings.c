/* session_readings.c — which of these was it? The readings that fit, each by the place that tells it best; and what was answered. */
#include "session_internal.h"

#include <stdio.h>
#include <string.h>

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
	int same = session_recorded(s, r);

	session_label_run(s, r->action + same, r->actions - same, text);
	if (same && same == r->actions) {
		struct view_text begun = { .key = "" };

		session_label_run(s, r->action, same, &begun);
		session_label_begun(&begun, text);
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

/* So many can be looked through on a phone. */
enum { WIDEST = 12 };

static void list_readings(struct session *s, const struct rules_state *but)
{
	struct tracker_mask used = { 0 };

	for (int i = 0; i < s->found->readings; i++) {
		const struct tracker_reading *r = &s->found->reading[i];
		struct view_choice *c;

		if (listed(s, i) || better_told(s, i) || (but && !memcmp(&r->end, but, sizeof(*but))))
			continue;
		if (s->question.wider && s->question.shown.choices == WIDEST)
			return;
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
	s->question.wider = false;
	list_readings(s, NULL);
	session_add_none(s, false);
	session_open_question(s, now_us, USE_READINGS, blind_choice(s) ? VIEW_ASK_SITE : VIEW_ASK_READING);
}

static bool declined(const struct session *s, const struct tracker_reading *r, int declined)
{
	for (int i = 0; i < declined; i++)
		if (session_same_end(r, &s->aside[i]))
			return true;
	return false;
}

/* None of these: then anything that ends as the board looks, whatever was felt on the way. */
static bool ask_wider(struct session *s, int64_t now_us)
{
	struct tracker_found *f = s->found;
	uint32_t gap = s->tracker->gap;
	int had = f->readings, kept = 0;

	memcpy(s->aside, f->reading, (size_t)had * sizeof(f->reading[0]));
	f->readings = f->nodes = 0;
	f->more = f->exhausted = false;
	s->tracker->gap = s->tracker->order + 1;
	for (int turns = 1; turns <= 2; turns++) {
		session_search_tip(s, turns);
		session_search_base(s, turns);
	}
	s->tracker->gap = gap;
	for (int i = 0; i < f->readings; i++)
		if (!declined(s, &f->reading[i], had))
			f->reading[kept++] = f->reading[i];
	f->readings = kept;
	session_fresh_question(s);
	s->question.wider = true;
	list_readings(s, NULL);
	if (!s->question.shown.choices)
		return false;
	session_add_none(s, true);
	session_say(&s->question.shown.text, "ask-wider", "Was it one of these? It can also be entered on the phone.",
		    "¿Fue alguna de estas? También se puede introducir en el teléfono.");
	session_open_question(s, now_us, USE_READINGS, VIEW_ASK_READING);
	return true;
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

/* What was taken for the turn is all that it could look like. */
static void say_only_undo(struct session *s)
{
	struct view_choice *c = session_add_choice(s, VALUE_NO, RULES_NO_SITE);

	session_say(&c->label, "leave", "Leave it as it is", "Dejarlo como está");
	c = session_add_choice(s, -1, RULES_NO_SITE);
	session_say(&c->label, "take-turn-back", "Take the turn back", "Deshacer el turno");
	session_say(&s->question.shown.text, "ask-undo", "Nothing else looks like this on the board. Take the turn back?",
		    "Ninguna otra cosa se vería así en el tablero. ¿Deshacer el turno?");
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
	if (s->question.shown.choices) {
		c = session_add_choice(s, -1, RULES_NO_SITE);
		session_say(&c->label, "take-turn-back", "None of these: take the turn back",
			    "Ninguna de estas: deshacer el turno");
	} else {
		say_only_undo(s);
	}
	session_open_question(s, now_us, USE_DISPUTE, VIEW_ASK_READING);
	return 0;
}

void session_answer_reading(struct session *s, int64_t now_us, enum question_use use, int value)
{
	if (value == VALUE_NO && use == USE_DISPUTE)
		return;
	if (value == VALUE_NO) {
		/* At last what has been agreed is set up again, and play goes on from there. */
		s->led = s->question.wider || !ask_wider(s, now_us);
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
