/*
 * player_know.c — what people know of their game, and what they answer when the board asks.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "player_internal.h"

/* ---- What people know ---------------------------------------------------------------------------------------------------- */

bool player_same(const struct rules_state *a, const struct rules_state *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* The record says what happened; it may be ahead by what is forced and moves nothing (a player who cannot move). */
bool player_agrees(const struct player *p)
{
	const struct rules_record *r = session_record(p->rig->session);
	struct rules_state s = p->truth;
	rules_action list[RULES_ACTIONS_MAX];
	struct rules_path path;

	while (!player_same(&r->here, &s)) {
		if (rules_legal(&r->variant, &s, list) != 1)
			return false;
		rules_path(&r->variant, &s, list[0], &path);
		if (path.length > 0)
			return false;
		rules_apply(&r->variant, &s, list[0]);
	}
	return true;
}

/* The record lacks only the end of the turn, which moves nothing: the next player's move will tell. */
bool player_agrees_but_end(const struct player *p)
{
	const struct rules_record *r = session_record(p->rig->session);
	struct rules_state s;

	if (!r || p->plies == 0)
		return false;
	s = r->here;
	if (rules_turn_start(&r->variant, &s) || rules_result(&r->variant, &s) != RULES_ONGOING)
		return false;
	rules_action list[RULES_ACTIONS_MAX], last = p->line[p->plies - 1];
	int n = rules_legal(&r->variant, &s, list);
	for (int i = 0; i < n; i++) {
		struct rules_path path;
		if (list[i] != last)
			continue;
		rules_path(&r->variant, &s, last, &path);
		rules_apply(&r->variant, &s, last);
		return path.length == 0 && player_same(&s, &p->truth);
	}
	return false;
}

/* Where an action takes things from, how many, and where the last of them goes. */
static uint16_t lowered(const struct rules_variant *v, const struct rules_state *s, rules_action a, int *ret_fall,
			uint16_t *ret_to)
{
	struct rules_state next = *s;
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	struct rules_path path;
	uint16_t from = RULES_NO_SITE;
	int n;

	rules_sites(v, &n);
	rules_apply(v, &next, a);
	rules_path(v, s, a, &path);
	rules_project(v, s, before);
	rules_project(v, &next, after);
	*ret_to = RULES_NO_SITE;
	for (int i = 0; i < n; i++) {
		if (after[i].count < before[i].count && (from == RULES_NO_SITE || (path.length > 0 && path.step[0].site == i)))
			from = (uint16_t)i;
		else if (after[i].count > before[i].count && (*ret_to == RULES_NO_SITE || path.step[path.length - 1].site == i))
			*ret_to = (uint16_t)i;
	}
	/* A disc passed on changes no count; nor does a piece that takes another's place, or goes out of play, where it ends. */
	for (int i = 0; i < path.length; i++) {
		if (path.step[i].mark == RULES_MARK_START && from == RULES_NO_SITE)
			from = path.step[i].site;
		if (path.step[i].mark == RULES_MARK_END && *ret_to == RULES_NO_SITE)
			*ret_to = path.step[i].site;
	}
	/* A row taken up and sown may be full again at the end; hands know where they began. */
	if (path.length > 0 && rules_sites(v, &n)[path.step[0].site].kind == RULES_ROW) {
		from = path.step[0].site;
		*ret_to = path.step[path.length - 1].site;
	}
	*ret_fall = from == RULES_NO_SITE ? 0 : before[from].count - after[from].count;
	return from == RULES_NO_SITE ? *ret_to : from;
}

/* Texts of actions as labels of answers hold them: one after the other. */
static void run_text(const struct rules_variant *v, const rules_action *run, int n, char *text, size_t room)
{
	char one[RULES_ACTION_MAX];
	size_t used = 0;

	text[0] = '\0';
	for (int i = 0; i < n; i++) {
		rules_action_text(v, run[i], one);
		if (used + strlen(one) + 2 > room)
			return; /* labels end there, too */
		used += (size_t)snprintf(text + used, room - used, "%s%s", i ? " " : "", one);
	}
}

/* "None of these", in whatever words the next step asks for. */
static bool says_none(const struct view_choice *c)
{
	static const char *const keys[] = { "other", "none", "no", "put-back", "nothing-done" };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (strcmp(c->label.key, keys[i]) == 0)
			return true;
	return false;
}

int player_true_choice(const struct rules_record *record, const struct view *view, const rules_action *rest, int n)
{
	const struct view_question *q = &view->question;
	const struct rules_variant *v = &record->variant;
	uint16_t from = RULES_NO_SITE, to = RULES_NO_SITE;
	int fall = 0;

	if (q->kind == VIEW_ASK_TAKEBACK)
		return q->choices > 1 ? q->choice[1].id : -1;
	if (n == 0)
		return -1;
	if (q->kind == VIEW_ASK_PIT || q->kind == VIEW_ASK_COUNT || q->kind == VIEW_ASK_SIDE || q->kind == VIEW_ASK_DROP) {
		/* Where there is nothing to choose, the board asks for what comes after it. */
		struct rules_state here = record->here;
		if (n > 1 && rules_count(v, &here) == 1) {
			rules_apply(v, &here, rest[0]);
			rest++;
		}
		from = lowered(v, &here, rest[0], &fall, &to);
		for (int i = 0; i < q->choices; i++) {
			const struct view_choice *c = &q->choice[i];
			if (says_none(c))
				continue;
			if (q->kind == VIEW_ASK_PIT     ? c->site == from
			    : q->kind == VIEW_ASK_COUNT ? atoi(c->label.en) == fall
							: c->site == to)
				return c->id;
		}
		return -1;
	}
	char text[VIEW_TEXT_MAX];
	run_text(v, rest, n, text, sizeof text);
	for (int i = 0; i < q->choices; i++)
		if (strcmp(q->choice[i].label.en, text) == 0)
			return q->choice[i].id;
	return -1;
}

/* ---- Getting along with the board ---------------------------------------------------------------------------------------- */

struct view player_view;

void player_tell_trouble(struct player *p, const char *what)
{
	const struct rules_record *r = session_record(p->rig->session);
	char have[RULES_POSITION_MAX], want[RULES_POSITION_MAX], text[RULES_ACTION_MAX];
	size_t at;

	rules_format(&p->rig->variant, &r->here, have);
	rules_format(&p->rig->variant, &p->truth, want);
	at = (size_t)snprintf(p->trouble, sizeof p->trouble,
			      "%s at %.3f s, ply %d, phase %d\n  record %.200s\n  truth  %.200s\n  turn ", what,
			      (double)rig_now(p->rig) / 1e6, p->plies, player_view.phase, have, want);
	for (int i = p->turn_ply; i < p->plies && at + RULES_ACTION_MAX < sizeof p->trouble; i++) {
		rules_action_text(&p->rig->variant, p->line[i], text);
		at += (size_t)snprintf(p->trouble + at, sizeof p->trouble - at, " %s", text);
	}
	if (player_view.phase == VIEW_QUESTION && at + 100 < sizeof p->trouble)
		at +=
		    (size_t)snprintf(p->trouble + at, sizeof p->trouble - at, "\n  asks %.100s", player_view.question.text.en);
	for (int i = 0; i < player_view.question.choices && at + 100 < sizeof p->trouble; i++)
		at += (size_t)snprintf(p->trouble + at, sizeof p->trouble - at, "\n    %d: %.80s",
				       player_view.question.choice[i].id, player_view.question.choice[i].label.en);
}

/* What was really played and the record does not hold: behind the run that both have in common. */
int player_missing_from(const struct player *p, const struct rules_record *r)
{
	rules_action had[4096];
	int n = rules_record_line(r, had, 4096), same = 0;

	while (same < n && same < p->plies && had[same] == p->line[same])
		same++;
	return same;
}

/* Where the record stands in what was really played: the ply, or −1 if it holds something that never happened. */
int player_standing(const struct player *p)
{
	const struct rules_record *r = session_record(p->rig->session);
	struct rules_state s;
	int found = -1;

	rules_init(&p->rig->variant, &s);
	for (int ply = 0; ply <= p->plies; ply++) {
		if (player_same(&s, &r->here))
			found = ply;
		if (ply < p->plies)
			rules_apply(&p->rig->variant, &s, p->line[ply]);
	}
	return found;
}

/* Readings begin at a position that the record holds. */
static bool on_record(const struct rules_record *r, const struct rules_state *at, int back)
{
	struct rules_state s = r->here;
	uint32_t node = r->at;

	for (int k = 0; k < back; k++) {
		if (player_same(&s, at))
			return true;
		if (!node || rules_record_state(r, r->node[node].parent, &s) < 0)
			return false;
		node = r->node[node].parent;
	}
	return false;
}

/* Is `s` where the table was at some ply from `from` on? */
static bool was_here(const struct player *p, const struct rules_state *s, int from)
{
	struct rules_state at;

	rules_init(&p->rig->variant, &at);
	for (int ply = 0; ply <= p->plies; ply++) {
		if (ply > from && player_same(s, &at))
			return true;
		if (ply < p->plies)
			rules_apply(&p->rig->variant, &at, p->line[ply]);
	}
	return false;
}

/* The ply at which the last so many turns begin. */
static int turns_ago(const struct player *p, int turns)
{
	enum { TURNS_MAX = 8 };
	int start[TURNS_MAX] = { 0 };
	struct rules_state at;

	rules_init(&p->rig->variant, &at);
	for (int ply = 0; ply < p->plies; ply++) {
		if (rules_turn_start(&p->rig->variant, &at)) {
			memmove(start + 1, start, (TURNS_MAX - 1) * sizeof start[0]);
			start[0] = ply;
		}
		rules_apply(&p->rig->variant, &at, p->line[ply]);
	}
	return start[turns - 1];
}

/* A reading offered that leads to where the table is or was on the way, though by other words: two players' beads may be
 * exchanged, another well may have taken the piece. The last such, in time, is the best. It must lead on from `here`, where the
 * record stands: the same words may have been played before. */
static int choice_that_ends_here(const struct player *p, int here)
{
	enum { BACK = 60, TURNS = 4 };
	const struct rules_variant *v = &p->rig->variant;
	struct rules_state at;
	int on_the_way = -1, earliest = turns_ago(p, TURNS);

	rules_init(v, &at);
	for (int ply = 0; ply < p->plies; ply++) {
		bool begins = ply >= earliest && on_record(session_record(p->rig->session), &at, BACK);
		for (int i = 0; i < player_view.question.choices && begins; i++) {
			struct rules_state s = at;
			char text[VIEW_TEXT_MAX];
			rules_action a;
			struct rules_error err;
			bool legal = true;
			snprintf(text, sizeof text, "%s", player_view.question.choice[i].label.en);
			for (char *word = strtok(text, " "); word && legal; word = strtok(NULL, " ")) {
				legal = rules_action_read(v, &s, word, &a, &err) == 0;
				if (legal)
					rules_apply(v, &s, a);
			}
			if (legal && player_same(&s, &p->truth))
				return player_view.question.choice[i].id;
			if (legal && was_here(p, &s, ply > here ? ply : here))
				on_the_way = player_view.question.choice[i].id;
		}
		rules_apply(v, &at, p->line[ply]);
	}
	return on_the_way;
}

static int none_of_these(const struct view_question *q)
{
	for (int i = 0; i < q->choices; i++)
		if (says_none(&q->choice[i]) && q->kind != VIEW_ASK_TAKEBACK)
			return q->choice[i].id;
	return -1;
}

bool player_answer(struct player *p)
{
	const struct rules_record *r = session_record(p->rig->session);
	const struct view_question *q = &player_view.question;
	int here = player_standing(p);
	int from[] = { here, player_missing_from(p, r) };
	bool step = q->kind >= VIEW_ASK_PIT && q->kind <= VIEW_ASK_DROP;
	int tries = step && here >= 0 && here < p->plies ? 1 : 2;
	int choice = -1;
	struct view_text why;

	/* Asked for a step of something that never began, people say where they were agreed. */
	if (step && here < 0)
		return false;
	/* What explains everything comes before what explains a part. */
	for (int i = here < 0; i < tries && choice < 0; i++)
		choice = player_true_choice(r, &player_view, p->line + from[i], p->plies - from[i]);
	for (int i = here < 0; i < tries && choice < 0; i++)
		for (int to = p->plies - 1; to > from[i] && choice < 0; to--)
			choice = player_true_choice(r, &player_view, p->line + from[i], to - from[i]);
	if (choice < 0 && (q->kind == VIEW_ASK_READING || q->kind == VIEW_ASK_SITE))
		choice = choice_that_ends_here(p, here);
	if (choice < 0)
		choice = none_of_these(q);
	if (choice < 0)
		return false;
	p->asked = true;
	if (p->log) {
		for (int i = 0; i < q->choices; i++)
			fprintf(p->log, "  %c %s\n", q->choice[i].id == choice ? '*' : ' ', q->choice[i].label.en);
	}
	for (int i = 0; i < q->choices; i++)
		if (q->choice[i].id == choice)
			rig_said(p->rig, "answer", q->choice[i].label.en);
	return session_answer(p->rig->session, rig_now(p->rig), q->id, choice, &why) == 0;
}
