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
		[VIEW_ASK_NAMES] = "names",
	};

	return name[kind];
}

/* The steps that ask for beads serve for pieces, too, where a place cannot feel them: then the words are others. */
static bool about_pieces(const struct session *s)
{
	const struct view_question *q = &s->question.shown;
	uint16_t site = RULES_NO_SITE;

	for (int i = 0; i < q->choices && site == RULES_NO_SITE; i++)
		site = q->choice[i].site;
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

	if (id == VIEW_CHOICES_MAX - (value >= 0)) /* there is always room to say that it was none of them */
		return NULL;
	q->shown.choices++;
	q->value[id] = value;
	q->shown.choice[id] = (struct view_choice){ .id = id + 1, .site = site };
	return &q->shown.choice[id];
}

void session_add_none(struct session *s, bool last)
{
	bool one = s->question.shown.choices == 1;
	struct view_choice *c = session_add_choice(s, VALUE_NO, RULES_NO_SITE);

	if (!c)
		return;
	if (last)
		session_say(&c->label, "put-back", "None of these: put it back as it was",
			    "Ninguna de estas: volver a ponerlo como estaba");
	else if (one)
		session_say(&c->label, "no", "No", "No");
	else
		session_say(&c->label, "none", "None of these", "Ninguna de estas");
}

/* Whatever is asked, the last answer says that it is nothing of all that. */
int session_choice_none(const struct session *s)
{
	const struct question *q = &s->question;
	int last = q->shown.choices - 1;

	if (q->use == USE_NONE || last < 0)
		return -1;
	return q->value[last] < 0 || (q->use == USE_TAKEBACK && !q->value[last]) ? last : -1;
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

/* ---- Answers ---------------------------------------------------------------------------------------------------------- */

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

	if (session_mark_name(s, now_us, index))
		return;
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
	case USE_DISPUTE: session_answer_reading(s, now_us, use, value); break;
	case USE_EARLIER: session_answer_earlier(s, now_us, value); break;
	case USE_TAKEBACK: answer_takeback(s, now_us, value); break;
	case USE_BEADS: session_answer_beads(s, now_us, kind, value); break;
	case USE_START: session_take_offer(s, now_us, value); break;
	case USE_NAMING: session_answer_name(s, now_us, value); break;
	default: break;
	}
	session_end_earlier(s, now_us);
	/* What people have said is not read out of the board once more. */
	s->reopened = false;
	if ((use == USE_READINGS || use == USE_BEADS || use == USE_DISPUTE) && s->question.use != USE_READINGS &&
	    s->base != s->record.at && rules_turn_start(session_variant(s), &s->record.here))
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
