/* session_search.c — readings of the quiet board: from the tip of the record, from the start of its turn, or an earlier position. */
#include "session_internal.h"

#include <string.h>

/* Makes a reading that starts at the tip one that starts at the base. */
static bool prepend(struct tracker_reading *r, const rules_action *line, int n)
{
	if (n + r->actions > TRACKER_RUN_MAX)
		return false;
	memmove(r->action + n, r->action, (size_t)r->actions * sizeof(r->action[0]));
	memcpy(r->action, line, (size_t)n * sizeof(line[0]));
	r->actions += n;
	return true;
}

void session_add_reading(struct session *s, const struct tracker_reading *r)
{
	struct tracker_found *f = s->found;

	if (f->readings < TRACKER_READINGS_MAX)
		f->reading[f->readings++] = *r;
	else
		f->more = true;
}

/* What one of several searches says of itself holds for all that was found. */
static void count_search(struct session *s)
{
	s->found->more |= s->more->more;
	s->found->exhausted |= s->more->exhausted;
	s->found->nodes += s->more->nodes;
}

void session_search_tip(struct session *s, int turns)
{
	rules_action line[SESSION_LINE_MAX];
	int n = session_line(s, line);

	if (session_result(s) != RULES_ONGOING)
		return;
	tracker_search(s->tracker, &s->record.here, &s->standing, s->tip_mark, turns, TRACKER_BUDGET - s->found->nodes,
		       s->more);
	for (int i = 0; i < s->more->readings; i++)
		if (prepend(&s->more->reading[i], line, n))
			session_add_reading(s, &s->more->reading[i]);
	count_search(s);
}

void session_search_beyond(struct session *s, const struct tracker_reading *r)
{
	tracker_search(s->tracker, &r->end, &r->standing, s->tip_mark, 2, TRACKER_BUDGET - s->found->nodes, s->more);
	for (int i = 0; i < s->more->readings; i++) {
		s->more->reading[i].turns += r->turns;
		if (prepend(&s->more->reading[i], r->action, r->actions))
			session_add_reading(s, &s->more->reading[i]);
	}
	count_search(s);
}

static bool touched(const struct tracker *t, uint32_t mark, int site, int64_t until_us)
{
	for (int i = t->touches - 1; i >= 0 && t->touch[i].order >= mark; i--)
		if (t->touch[i].site == site && t->touch[i].time_us <= until_us)
			return true;
	return mark < t->gap;
}

/* When the piece that `a` moves was first seen to leave its place since `mark`; INT64_MAX: it was not. */
static int64_t lifted_at(const struct tracker *t, uint32_t mark, const struct rules_state *s, rules_action a)
{
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	struct rules_state next = *s;

	rules_apply(&t->variant, &next, a);
	rules_project(&t->variant, s, before);
	rules_project(&t->variant, &next, after);
	for (int i = 0; i < t->touches; i++) {
		const struct tracker_touch *touch = &t->touch[i];
		if (touch->order >= mark && t->site[touch->site].sense == RULES_SENSE_PIECE && !touch->now.count &&
		    before[touch->site].count > after[touch->site].count)
			return touch->time_us;
	}
	return INT64_MAX;
}

/* The board has been seen quiet at the tip. Another first turn can only have come about by hands on the board since then, and
 * before the next player lifted his piece: with that the turn was settled. Two hands may overlap a little. */
static bool came_about(struct session *s, const struct rules_state *base, const struct tracker_reading *r)
{
	enum { OVERLAP_US = 400000 };
	const struct tracker *t = s->tracker;
	struct rules_look tip[RULES_SITES_MAX], end[RULES_SITES_MAX];
	struct rules_state at = *base;
	int64_t until_us = INT64_MAX;
	int k = 0;

	while (k < r->actions) {
		rules_apply(&t->variant, &at, r->action[k++]);
		if (rules_turn_start(&t->variant, &at))
			break;
	}
	if (k < r->actions)
		until_us = lifted_at(t, s->tip_mark, &at, r->action[k]);
	if (until_us != INT64_MAX)
		until_us += OVERLAP_US;
	rules_project(&t->variant, &s->record.here, tip);
	rules_project(&t->variant, &at, end);
	for (int i = 0; i < t->sites; i++) {
		struct seen a = seen_of(t->sensor[i], tip[i]), b = seen_of(t->sensor[i], end[i]);

		if (memcmp(&a, &b, sizeof(a)) && !touched(t, s->tip_mark, i, until_us))
			return false;
	}
	return true;
}

void session_search_base(struct session *s, int turns)
{
	struct tracker_reading back = { .standing = s->base_standing };

	if (s->base == s->record.at || s->ended != RULES_ONGOING || session_state_at(s, s->base, &back.end) < 0)
		return;
	if (tracker_fits(s->tracker, &back.end, &s->base_standing)) {
		session_add_reading(s, &back);
		return;
	}
	tracker_search(s->tracker, &back.end, &s->base_standing, s->base_mark, turns, TRACKER_BUDGET - s->found->nodes,
		       s->more);
	for (int i = 0; i < s->more->readings; i++)
		if (came_about(s, &back.end, &s->more->reading[i]))
			session_add_reading(s, &s->more->reading[i]);
	count_search(s);
}

bool session_find_earlier(struct session *s)
{
	const struct rules_node *node = s->record.node;
	uint32_t at = s->record.at;
	struct rules_state state;

	while (at != 0) {
		at = node[at].parent;
		if (session_state_at(s, at, &state) == 0 && !tracker_in_hand(s->tracker, &state) &&
		    tracker_fits(s->tracker, &state, NULL)) {
			s->earlier = at;
			return true;
		}
	}
	return false;
}
