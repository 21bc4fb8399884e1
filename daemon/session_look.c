/* session_look.c — what the quiet board can mean: readings from the tip, from the base, or an earlier position. */
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

static void search_from_tip(struct session *s, int turns)
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
	s->found->more |= s->more->more;
	s->found->exhausted |= s->more->exhausted;
	s->found->nodes += s->more->nodes;
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

static void search_from_base(struct session *s, int turns)
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
	s->found->more |= s->more->more;
	s->found->exhausted |= s->more->exhausted;
	s->found->nodes += s->more->nodes;
}

static bool same_end(const struct tracker_reading *a, const struct tracker_reading *b)
{
	return !memcmp(&a->end, &b->end, sizeof(a->end));
}

/* Does the reading go on from what the record holds? */
bool session_keeps_line(const struct session *s, const struct tracker_reading *r)
{
	rules_action line[SESSION_LINE_MAX];
	int had = session_line(s, line);

	return r->actions >= had && !memcmp(line, r->action, (size_t)had * sizeof(line[0]));
}

/* Does it add something to the record that no sensor would ever tell? */
static bool in_the_dark(const struct session *s, const struct tracker_reading *r)
{
	rules_action line[SESSION_LINE_MAX];
	int had = session_line(s, line), same = 0;

	while (same < had && same < r->actions && line[same] == r->action[same])
		same++;
	return r->doubt.dark > same;
}

/* Was a pit seen fuller or emptier than it ever is in this reading? Then beads may still be on their way. */
static bool contradicted(const struct session *s, const struct rules_state *base, const struct tracker_reading *r)
{
	const struct tracker *t = s->tracker;
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state at = *base;
	uint8_t low[RULES_SITES_MAX], high[RULES_SITES_MAX];

	for (int k = 0; k <= r->actions; k++) {
		rules_project(&t->variant, &at, look);
		for (int i = 0; i < t->sites; i++) {
			uint8_t count = seen_of(t->sensor[i], look[i]).count;
			low[i] = k && low[i] < count ? low[i] : count;
			high[i] = k && high[i] > count ? high[i] : count;
		}
		if (k < r->actions)
			rules_apply(&t->variant, &at, r->action[k]);
	}
	for (int i = t->touches - 1; i >= 0 && t->touch[i].order >= s->base_mark; i--) {
		const struct tracker_touch *touch = &t->touch[i];
		if (t->site[touch->site].sense == RULES_SENSE_COUNT &&
		    (touch->now.count < low[touch->site] || touch->now.count > high[touch->site]))
			return true;
	}
	return false;
}

/* Does another reading explain the order better? A place touched by chance may speak for the wrong one. */
static bool outdone(const struct session *s)
{
	const struct tracker_found *f = s->found;
	const struct tracker_reading *best = &f->reading[s->best];

	for (int i = 0; i < f->readings; i++) {
		const struct tracker_doubt *doubt = &f->reading[i].doubt;
		if (same_end(&f->reading[i], best) || doubt->unseen > best->doubt.unseen)
			continue;
		if (doubt->late < best->doubt.late)
			return true;
		if (doubt->close && doubt->stray <= best->doubt.stray && doubt->late - doubt->close <= best->doubt.late)
			return true;
	}
	return false;
}

/* Chooses among the readings by what the log says; positions count, not texts. */
static void choose(struct session *s)
{
	struct tracker_found *f = s->found;
	struct rules_state base;
	int rival = -1;

	s->best = 0;
	s->rivals = 0;
	s->clear = true;
	if (session_state_at(s, s->base, &base) < 0)
		return;
	for (int i = 0; i < f->readings; i++) {
		tracker_weigh(s->tracker, &base, s->base_mark, &f->reading[i]);
		if (tracker_compare(&f->reading[i].doubt, &f->reading[s->best].doubt) < 0)
			s->best = i;
	}
	for (int i = 0; i < f->readings; i++) {
		if (same_end(&f->reading[i], &f->reading[s->best]))
			continue;
		s->rivals++;
		if (rival < 0 || tracker_compare(&f->reading[i].doubt, &f->reading[rival].doubt) < 0)
			rival = i;
	}
	if (rival >= 0)
		s->clear = !outdone(s) && !f->more && tracker_compare(&f->reading[s->best].doubt, &f->reading[rival].doubt) < 0;
	/* What nobody can have seen is not believed unasked, though it may be the only thing that fits so far. */
	if (in_the_dark(s, &f->reading[s->best]))
		s->clear = false;
	/* Two turns are not believed in another order than was seen, nor is what was agreed given up for them. */
	const struct tracker_doubt *doubt = &f->reading[s->best].doubt;
	bool two = s->source == FROM_TIP_TWO || s->source == FROM_BASE_TWO;
	if (two && (doubt->late > doubt->close || (doubt->late && !session_keeps_line(s, &f->reading[s->best]))))
		s->clear = false;
	if (s->source >= FROM_TIP_TWO && s->source <= FROM_BASE_TWO && contradicted(s, &base, &f->reading[s->best]))
		s->clear = false;
	/* Where the next player can carry beads only, they may as well be his as the last player's going on. */
	if (s->source == FROM_BASE && s->legal == 1 && s->hidden == 1 && f->reading[s->best].actions &&
	    !session_keeps_line(s, &f->reading[s->best]) && contradicted(s, &base, &f->reading[s->best]))
		s->clear = false;
	/* It may also be in a hand: then nothing is certain while there are other readings. */
	if (s->rivals && f->reading[s->best].vanish)
		s->clear = false;
	/* The last turn corrected, or the next one begun with something that no sensor feels: both look the same. */
	for (int i = 0; i < f->readings && !session_keeps_line(s, &f->reading[s->best]); i++)
		if (session_keeps_line(s, &f->reading[i]) && f->reading[i].doubt.unseen == f->reading[i].doubt.silent)
			s->clear = false;
}

static bool find_earlier(struct session *s)
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

/* Would the sensors show every action of the run? */
static bool all_visible(struct session *s, const struct rules_state *from, const struct tracker_reading *r)
{
	struct rules_state at = *from;
	struct tracker_change change;

	for (int k = 0; k < r->actions; k++) {
		tracker_change(s->tracker, &at, r->action[k], &change);
		if (!change.visible && (change.from != RULES_NO_SITE || change.to != RULES_NO_SITE))
			return false;
		at = change.after;
	}
	return true;
}

/* Two turns may explain a place that one turn leaves out. */
static bool explains_more(const struct tracker_doubt *two, const struct tracker_doubt *one)
{
	return two->unseen <= one->unseen && two->stray < one->stray;
}

/* A reading that has things happen in another order than was seen is doubted: the last turn may have gone on while the next
 * player was already at it. So is one that corrects a turn and leaves out a place that was touched. */
static void widen(struct session *s)
{
	struct tracker_found *f = s->found;
	struct tracker_doubt doubt = f->reading[s->best].doubt;
	int had = f->readings, kept = had;
	bool more = f->more, exhausted = f->exhausted, explained = false;
	struct rules_state base;

	if (session_state_at(s, s->base, &base) < 0)
		return;
	f->more = f->exhausted = false;
	if (s->source == FROM_BASE)
		search_from_tip(s, 2);
	search_from_base(s, 2);
	for (int i = had; i < f->readings && !f->more && !f->exhausted; i++) {
		tracker_weigh(s->tracker, &base, s->base_mark, &f->reading[i]);
		bool later = f->reading[i].doubt.late < doubt.late,
		     more_explained = explains_more(&f->reading[i].doubt, &doubt);

		if ((!later && !more_explained) || !all_visible(s, &base, &f->reading[i]))
			continue;
		explained |= !later;
		f->reading[kept++] = f->reading[i];
	}
	bool cut = f->more || f->exhausted; /* nobody knows what else it could be */
	f->readings = kept;
	f->more = more;
	f->exhausted = exhausted;
	choose(s);
	if (s->best >= had)
		s->source = FROM_BASE_TWO;
	s->clear &= !explained && !cut;
}

/* Somebody has said that the turn was over, and the sensors, slower than his finger, have not told of more at once. */
static bool said_over(const struct session *s)
{
	enum { SLOWER_US = 400000 };
	const struct tracker *t = s->tracker;

	if (s->said_over != s->record.at)
		return false;
	for (int i = 0; i < t->touches; i++)
		if (t->touch[i].order >= s->said_mark)
			return t->touch[i].time_us > s->said_us + SLOWER_US;
	return true;
}

static bool witnessed(struct session *s)
{
	struct tracker_found *f = s->found;
	struct rules_state base;

	if (session_state_at(s, s->base, &base) < 0)
		return false;
	for (int i = 0; i < f->readings; i++) {
		tracker_weigh(s->tracker, &base, s->base_mark, &f->reading[i]);
		if (!f->reading[i].doubt.unseen && !in_the_dark(s, &f->reading[i]))
			return true;
	}
	return false;
}

/* Does the second turn begin with something that no sensor shows? Then what follows may as well belong to the first. */
static bool second_begins_hidden(struct session *s, const struct rules_state *base, const struct tracker_reading *r)
{
	struct rules_state at = *base;
	struct tracker_change c;
	bool second = false;

	for (int k = 0; k < r->actions; k++) {
		tracker_change(s->tracker, &at, r->action[k], &c);
		if (second)
			return !c.visible && !c.ends_turn;
		second = c.ends_turn;
		at = c.after;
	}
	return false;
}

/* Two turns at once are believed only if everything they need was seen to happen. */
static void keep_witnessed(struct session *s)
{
	struct tracker_found *f = s->found;
	struct rules_state base;
	int kept = 0;

	if (session_state_at(s, s->base, &base) < 0)
		return;
	for (int i = 0; i < f->readings; i++) {
		tracker_weigh(s->tracker, &base, s->base_mark, &f->reading[i]);
		if (!f->reading[i].doubt.unseen && !second_begins_hidden(s, &base, &f->reading[i]))
			f->reading[kept++] = f->reading[i];
	}
	f->readings = kept;
}

/* A piece left its place, or a row was taken up to be sown. */
static bool picked_up(const struct tracker *t, const struct tracker_touch *touch)
{
	const struct rules_site *site = &t->site[touch->site];

	return site->kind == RULES_ROW ? touch->now.count < touch->was.count
				       : site->sense == RULES_SENSE_PIECE && !touch->now.count;
}

/* Is what was lifted something that the same turn may go on to take? Then all that another action still wants is to have more
 * taken away. */
static bool may_go_on_to_take(struct session *s, const struct tracker_reading *r, uint16_t site)
{
	const struct tracker *t = s->tracker;
	struct rules_look done[RULES_SITES_MAX], other[RULES_SITES_MAX];
	rules_action list[RULES_ACTIONS_MAX];
	struct rules_state at;

	if (!r->actions || session_state_at(s, s->base, &at) < 0)
		return false;
	for (int k = 0; k + 1 < r->actions; k++)
		rules_apply(&t->variant, &at, r->action[k]);
	int n = rules_legal(&t->variant, &at, list);
	rules_project(&t->variant, &r->end, done);
	for (int k = 0; k < n; k++) {
		struct rules_state next = at;
		bool reached = true;

		rules_apply(&t->variant, &next, list[k]);
		rules_project(&t->variant, &next, other);
		if (other[site].count >= done[site].count)
			continue;
		for (int i = 0; i < t->sites && reached; i++)
			reached = seen_fits(t->sensor[i], other[i], t->seen[i]) ||
				  seen_of(t->sensor[i], other[i]).count < t->seen[i].count;
		if (reached)
			return true;
	}
	return false;
}

/* The next player is quicker than the board: his piece is in his hand already. Put back in thought, it shows the turn before
 * complete; that he lifted it says that it was. Only what is beyond doubt is read so. */
static bool look_under_hand(struct session *s)
{
	struct tracker *t = s->tracker;
	struct tracker_found *f = s->found;
	const struct tracker_touch *last = t->touches ? &t->touch[t->touches - 1] : NULL;
	int kept = 0;
	bool unfinished = false;

	if (!last || last->order < s->base_mark || !picked_up(t, last))
		return false;
	t->seen[last->site] = last->was;
	if (!tracker_fits(t, &s->record.here, &s->standing)) {
		search_from_tip(s, 1);
		search_from_base(s, 1);
	}
	t->seen[last->site] = last->now;
	for (int i = 0; i < f->readings; i++) {
		const struct rules_state *end = &f->reading[i].end;
		/* What is left of the turn may have happened unseen: then this is one more thing that it can be. */
		unfinished |= !rules_turn_start(&t->variant, end) && tracker_hidden(t, end, NULL, NULL) > 0;
		if (f->reading[i].actions && rules_turn_start(&t->variant, end) &&
		    rules_result(&t->variant, end) == RULES_ONGOING && session_may_lift(s, end, last->site))
			f->reading[kept++] = f->reading[i];
	}
	f->readings = kept;
	s->source = FROM_UNDER_HAND;
	if (kept)
		choose(s);
	const struct tracker_doubt *doubt = &f->reading[s->best].doubt;
	bool corrects = kept && !session_keeps_line(s, &f->reading[s->best]);
	bool possible = kept && !unfinished && !f->more && !f->exhausted && s->clear && !doubt->unseen && !corrects;
	s->handed = possible && may_go_on_to_take(s, &f->reading[s->best], last->site);
	if (possible && !s->handed)
		return true;
	f->readings = f->nodes = 0;
	f->more = f->exhausted = false;
	return false;
}

/* What the next player has lifted may have gone where nothing feels it: then it was his turn already. */
static void add_next_turn(struct session *s)
{
	struct tracker_found *f = s->found;
	int had = f->readings, kept = had;
	struct rules_state base;

	if (session_state_at(s, s->base, &base) < 0)
		return;
	f->nodes = 0;
	search_from_tip(s, 2);
	for (int i = had; i < f->readings; i++) {
		tracker_weigh(s->tracker, &base, s->base_mark, &f->reading[i]);
		if (!f->reading[i].doubt.unseen && !same_end(&f->reading[i], &f->reading[s->best]))
			f->reading[kept++] = f->reading[i];
	}
	f->readings = kept;
	s->rivals += kept - had;
	s->clear &= kept == had && !f->more && !f->exhausted;
}

/* A piece that only seems to have gone where nothing feels it, or a place that was touched for nothing: if the turn before
 * makes sense with the last piece lifted still in a hand, that is what it is. */
static bool in_hand_rather(struct session *s)
{
	const struct tracker_reading *best = &s->found->reading[s->best];
	const struct tracker *t = s->tracker;
	bool row = t->touches && t->site[t->touch[t->touches - 1].site].kind == RULES_ROW;
	struct tracker_found *f = s->found;
	int had = f->readings, best_was = s->best, rivals = s->rivals;
	bool clear = s->clear;
	enum reading_source source = s->source;

	if ((!best->vanish && !best->doubt.stray && !row) || f->more || f->exhausted || had > TRACKER_READINGS_MAX / 2)
		return false;
	memcpy(s->aside, f->reading, (size_t)had * sizeof f->reading[0]);
	f->readings = f->nodes = 0;
	bool surely = look_under_hand(s), possible = surely || s->handed;
	if (surely && tracker_compare(&f->reading[s->best].doubt, &s->aside[best_was].doubt) < 0)
		return true;
	s->aside[best_was].vanish |= possible; /* the hand will show which, if it is given the time */
	s->handed = possible;
	memcpy(f->reading, s->aside, (size_t)had * sizeof f->reading[0]);
	f->readings = had;
	s->best = best_was;
	s->rivals = rivals;
	s->clear = clear;
	s->source = source;
	if (possible && source == FROM_TIP)
		add_next_turn(s);
	return false;
}

/* The turn is over and the next player can move no piece: some of the beads may have been his. */
static bool next_has_beads_only(struct session *s)
{
	const struct tracker_reading *best = &s->found->reading[s->best];
	int legal;

	return s->tracker->counted && best->turns == 1 && rules_result(session_variant(s), &best->end) == RULES_ONGOING &&
	       rules_turn_start(session_variant(s), &best->end) && tracker_hidden(s->tracker, &best->end, NULL, &legal) == 1 &&
	       legal == 1;
}

/* Can this turn end without any sensor feeling it, and the next one begin so? Where there are too many ways to tell, it can. */
static bool unfelt_then_unfelt(struct session *s, const struct rules_state *at, int *budget)
{
	const struct rules_variant *v = session_variant(s);
	rules_action list[RULES_ACTIONS_MAX];
	int n = rules_legal(v, at, list);

	if (rules_result(v, at) != RULES_ONGOING)
		return false;
	for (int k = 0; k < n; k++) {
		struct tracker_change c;

		if (--*budget < 0)
			return true;
		tracker_change(s->tracker, at, list[k], &c);
		if (c.visible)
			continue;
		if (c.ends_turn ? tracker_hidden(s->tracker, &c.after, NULL, NULL) > 0
				: unfelt_then_unfelt(s, &c.after, budget))
			return true;
	}
	return false;
}

/* Beads have moved and no piece: where this turn can be over unfelt, they may be those of a next player who has no piece to
 * move. */
static bool whose_beads(struct session *s)
{
	const struct tracker *t = s->tracker;
	struct rules_look look[RULES_SITES_MAX];
	int budget = 400;

	if (!t->counted || !s->hidden || s->source > FROM_BASE || !session_keeps_line(s, &s->found->reading[s->best]))
		return false;
	rules_project(&t->variant, &s->record.here, look);
	for (int i = 0; i < t->sites; i++)
		if (t->site[i].sense != RULES_SENSE_COUNT && !seen_fits(t->sensor[i], look[i], t->seen[i]) &&
		    !tracker_mask_has(&s->standing, i))
			return false;
	return unfelt_then_unfelt(s, &s->record.here, &budget);
}

enum judgement session_look(struct session *s)
{
	s->whose = s->handed = false;
	s->found->readings = s->found->nodes = 0;
	s->found->more = s->found->exhausted = false;
	if (tracker_fits(s->tracker, &s->record.here, &s->standing))
		return JUDGE_AGREES;
	if (s->setup || s->led)
		return JUDGE_NOTHING;
	search_from_tip(s, 1);
	s->source = s->found->readings ? FROM_TIP : FROM_BASE;
	if (s->source == FROM_BASE || !said_over(s) || !witnessed(s))
		search_from_base(s, 1);
	/* A player without a move carries beads only: the same as the last player going on with his. */
	if (s->found->readings && s->source == FROM_BASE && s->legal == 1 && s->hidden == 1 &&
	    rules_turn_start(session_variant(s), &s->record.here))
		search_from_base(s, 2);
	if (!s->found->readings && look_under_hand(s))
		return JUDGE_READS;
	for (int more = FROM_TIP_TWO; more <= FROM_BASE_TWO && !s->found->readings; more++) {
		s->source = (enum reading_source)more;
		if (more == FROM_TIP_TWO)
			search_from_tip(s, 2);
		else
			search_from_base(s, 2);
		/* Two turns that could be many things are not read: a wrong first turn would follow from the second. */
		if (s->found->more || s->found->exhausted)
			s->found->readings = 0;
		keep_witnessed(s);
	}
	/* Both players moving back at once is rather the position before both turns, set up again. */
	if (s->found->readings && s->source >= FROM_TIP_TWO && find_earlier(s))
		return JUDGE_EARLIER;
	if (s->found->readings) {
		choose(s);
		if (s->source <= FROM_BASE && in_hand_rather(s))
			return JUDGE_READS;
		const struct tracker_doubt *doubt = &s->found->reading[s->best].doubt;
		if (s->source <= FROM_TIP_TWO && (doubt->late || (s->source == FROM_BASE && doubt->stray)))
			widen(s);
		if (s->source == FROM_TIP && next_has_beads_only(s))
			add_next_turn(s);
		s->whose = whose_beads(s);
		s->clear &= !s->whose;
		return JUDGE_READS;
	}
	return find_earlier(s) ? JUDGE_EARLIER : JUDGE_NOTHING;
}

/* Does the reading move a piece, and no beads? */
static bool piece_alone(struct session *s, const struct tracker_reading *r, const struct rules_look *look)
{
	struct rules_look end[RULES_SITES_MAX];
	bool piece = false;

	rules_project(session_variant(s), &r->end, end);
	for (int i = 0; i < s->tracker->sites; i++) {
		if (!memcmp(&end[i], &look[i], sizeof(end[i])))
			continue;
		if (s->tracker->site[i].sense == RULES_SENSE_COUNT)
			return false;
		piece = true;
	}
	return piece;
}

/* Its piece set down, the turn goes on with beads, and they are in the hand already. Without the pit they were taken from, the
 * rest must fit one reading in which no other beads have moved: sowing stops at every row. Returns its index in found, or −1.
 */
int session_look_half(struct session *s)
{
	enum { PITS = 3 };
	struct tracker *t = s->tracker;
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state base;
	int pits = 0, result = -1;

	if (session_result(s) != RULES_ONGOING || session_state_at(s, s->base, &base) < 0)
		return -1;
	rules_project(session_variant(s), &s->record.here, look);
	s->found->readings = s->found->nodes = 0;
	s->found->more = false;
	for (int i = 0; i < t->sites; i++) {
		struct seen_sensor sensor = t->sensor[i];
		int had = s->found->readings, kept = had;

		if (t->site[i].sense != RULES_SENSE_COUNT || seen_of(sensor, look[i]).count <= t->seen[i].count)
			continue;
		if (++pits > PITS)
			return -1;
		t->sensor[i].knows = 0;
		s->found->exhausted = false;
		search_from_tip(s, 1);
		t->sensor[i] = sensor;
		for (int k = had; k < s->found->readings; k++)
			if (!s->found->exhausted && piece_alone(s, &s->found->reading[k], look))
				s->found->reading[kept++] = s->found->reading[k];
		s->found->readings = kept;
	}
	for (int i = 0; i < s->found->readings; i++) {
		struct tracker_reading *r = &s->found->reading[i];

		tracker_weigh(t, &base, s->base_mark, r);
		if (r->doubt.unseen || r->vanish)
			continue;
		if (result >= 0 && !same_end(r, &s->found->reading[result]))
			return -1;
		result = i;
	}
	return s->found->more ? -1 : result;
}
