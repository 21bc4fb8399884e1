/* session_next.c — is it the next player's already? What is lifted, or has been moved, may belong to this turn or to his. */
#include "session_internal.h"

#include <string.h>

/* Is what is seen on the way to `other`, with nothing left to do but to take away what has stood there all the time? */
static bool still_taking(const struct tracker *t, const struct rules_look *before, const struct rules_look *other)
{
	for (int i = 0; i < t->sites; i++) {
		struct seen is = t->seen[i], was = seen_of(t->sensor[i], before[i]), will = seen_of(t->sensor[i], other[i]);

		if (!seen_fits(t->sensor[i], other[i], is) && (will.count >= is.count || memcmp(&was, &is, sizeof(is))))
			return false;
	}
	return true;
}

/* Captives are taken off one by one. Is what was lifted last (or, `site` none, what the next turn is said to have lifted)
 * rather something that a turn before may go on to take? */
static bool may_go_on_to_take(struct session *s, const struct tracker_reading *r, uint16_t site)
{
	const struct tracker *t = s->tracker;
	struct rules_look before[RULES_SITES_MAX], done[RULES_SITES_MAX], other[RULES_SITES_MAX];
	rules_action list[RULES_ACTIONS_MAX];
	struct rules_state at;

	if (!r->actions || session_state_at(s, s->base, &at) < 0)
		return false;
	rules_project(&t->variant, &r->end, done);
	for (int k = 0, turns = 0; k < r->actions; k++) {
		int n = rules_legal(&t->variant, &at, list);

		rules_project(&t->variant, &at, before);
		for (int a = 0; a < n && (site != RULES_NO_SITE || turns + 1 < r->turns); a++) {
			struct rules_state next = at;

			rules_apply(&t->variant, &next, list[a]);
			rules_project(&t->variant, &next, other);
			if ((site == RULES_NO_SITE || other[site].count < done[site].count) && still_taking(t, before, other))
				return true;
		}
		rules_apply(&t->variant, &at, r->action[k]);
		turns += rules_turn_start(&t->variant, &at);
	}
	return false;
}

/* Does the reading have a row of the next player taken captive? He may as well have taken it up himself, to sow it. */
static bool takes_his_row(struct session *s, const struct tracker_reading *r)
{
	const struct tracker *t = s->tracker;
	struct rules_look before[RULES_SITES_MAX], done[RULES_SITES_MAX];
	int next = rules_player(&t->variant, &r->end);

	rules_project(&t->variant, &s->record.here, before);
	rules_project(&t->variant, &r->end, done);
	for (int i = 0; i < t->sites; i++)
		if (t->site[i].kind == RULES_ROW && before[i].owner == next && done[i].count < before[i].count)
			return true;
	return false;
}

/* The next player is quicker than the board: his piece is in his hand already. Put back in thought, it shows the turn before
 * complete; that he lifted it says that it was. Only what is beyond doubt is read so. */
bool session_look_under_hand(struct session *s)
{
	struct tracker *t = s->tracker;
	struct tracker_found *f = s->found;
	const struct tracker_touch *last = t->touches ? &t->touch[t->touches - 1] : NULL;
	int kept = 0;
	bool unfinished = false;

	if (!last || last->order < s->base_mark || !tracker_picked_up(t, last))
		return false;
	t->seen[last->site] = last->was;
	if (!tracker_fits(t, &s->record.here, &s->standing)) {
		session_search_tip(s, 1);
		session_search_base(s, 1);
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
		session_prefer(s);
	const struct tracker_doubt *doubt = &f->reading[s->best].doubt;
	bool corrects = kept && !session_keeps_line(s, &f->reading[s->best]);
	bool possible = kept && !unfinished && !f->more && !f->exhausted && s->clear && !doubt->unseen && !corrects &&
			!session_taken_first(s);
	s->handed =
	    possible && (may_go_on_to_take(s, &f->reading[s->best], last->site) || takes_his_row(s, &f->reading[s->best]));
	if (possible && !s->handed)
		return true;
	f->readings = f->nodes = 0;
	f->more = f->exhausted = false;
	return false;
}

/* What the next player has lifted may have gone where nothing feels it, or some of the beads were his: then it was his turn
 * already. `likely`: where there is no telling, it is asked. */
static void add_next_turn(struct session *s, bool likely)
{
	struct tracker_found *f = s->found;
	int had = f->readings, kept = had;
	struct rules_state base;

	if (session_state_at(s, s->base, &base) < 0)
		return;
	if (likely)
		f->nodes = 0;
	session_search_tip(s, 2);
	for (int i = had; i < f->readings; i++) {
		session_weigh(s, &base, &f->reading[i]);
		const struct tracker_doubt *doubt = &f->reading[i].doubt;
		bool could = doubt->unseen == (likely ? doubt->silent : 0);
		if (could && !session_same_end(&f->reading[i], &f->reading[s->best]))
			f->reading[kept++] = f->reading[i];
	}
	f->readings = kept;
	s->rivals += kept - had;
	s->clear &= kept == had && (!likely || (!f->more && !f->exhausted));
}

/* A piece that only seems to have gone where nothing feels it, or a place that was touched for nothing: if the turn before
 * makes sense with the last piece lifted still in a hand, that is what it is. */
bool session_in_hand_rather(struct session *s)
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
	bool surely = session_look_under_hand(s), possible = surely || s->handed, gone = s->aside[best_was].vanish;
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
	if ((possible || gone) && source == FROM_TIP)
		add_next_turn(s, true);
	return false;
}

/* The turn is over, and some of its beads may have been the next player's: he can do nothing but move beads; or (`maybe`) has
 * few moves left and had none before the last of them fell; or a pit was seen otherwise than this turn leaves it, and he can
 * do something that no sensor shows. */
enum next_beads { NEXT_HAS_NOT, NEXT_MAYBE, NEXT_LIKELY };

static enum next_beads next_moved_beads(struct session *s)
{
	enum { FEW = 8 };
	const struct tracker_reading *best = &s->found->reading[s->best];
	const struct rules_variant *v = session_variant(s);
	struct rules_state base;
	int legal, hidden;

	if (!s->tracker->counted || best->turns != 1 || rules_result(v, &best->end) != RULES_ONGOING ||
	    !rules_turn_start(v, &best->end) || session_state_at(s, s->base, &base) < 0)
		return NEXT_HAS_NOT;
	hidden = tracker_hidden(s->tracker, &best->end, NULL, &legal);
	if ((hidden == 1 && legal == 1) || (hidden && session_contradicted(s, &base, best, s->base_mark)))
		return NEXT_LIKELY;
	return legal <= FEW ? NEXT_MAYBE : NEXT_HAS_NOT;
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

/* Could the next player have begun unfelt, and what is seen be the rest of his turn? */
static bool may_be_next_ones(struct session *s)
{
	int budget = 400;

	return s->hidden && unfelt_then_unfelt(s, &s->record.here, &budget);
}

rules_action session_only_action(const struct session *s, struct rules_state *ret_next)
{
	rules_action only[RULES_ACTIONS_MAX];

	rules_legal(session_variant(s), &s->record.here, only);
	*ret_next = s->record.here;
	rules_apply(session_variant(s), ret_next, only[0]);
	return only[0];
}

/* The player to move has no piece to move, only beads: every one of them could as well be the last player's, until they have
 * all come. */
bool session_beads_alone(const struct session *s)
{
	struct rules_state next;

	if (s->legal != 1 || s->hidden != 1 || !rules_turn_start(session_variant(s), &s->record.here))
		return false;
	session_only_action(s, &next);
	return !rules_turn_start(session_variant(s), &next);
}

/* Does every piece stand where the record has it? */
static bool pieces_stand(const struct session *s)
{
	const struct tracker *t = s->tracker;
	struct rules_look look[RULES_SITES_MAX];

	rules_project(&t->variant, &s->record.here, look);
	for (int i = 0; i < t->sites; i++)
		if (t->site[i].sense != RULES_SENSE_COUNT && !seen_fits(t->sensor[i], look[i], t->seen[i]) &&
		    !tracker_mask_has(&s->standing, i))
			return false;
	return true;
}

/* Beads have moved since the turn was over, and no piece: is the player to move one who can do no more? */
bool session_may_be_his_beads(const struct session *s)
{
	return session_beads_alone(s) && pieces_stand(s);
}

/* Beads have moved and no piece: where this turn can be over unfelt, they may be those of a next player who has no piece to
 * move. */
bool session_whose_beads(struct session *s)
{
	int budget = 400;

	return s->tracker->counted && s->hidden && s->source <= FROM_BASE &&
	       session_keeps_line(s, &s->found->reading[s->best]) && pieces_stand(s) &&
	       unfelt_then_unfelt(s, &s->record.here, &budget);
}

void session_doubt_next(struct session *s)
{
	enum next_beads next = s->source == FROM_TIP ? next_moved_beads(s) : NEXT_HAS_NOT;
	bool maybe = s->source == FROM_TIP && s->clear && (next == NEXT_MAYBE || s->open_end || may_be_next_ones(s));

	if (next == NEXT_LIKELY || maybe)
		add_next_turn(s, next == NEXT_LIKELY);
	if (may_go_on_to_take(s, &s->found->reading[s->best], RULES_NO_SITE)) {
		s->found->reading[s->best].vanish = true;
		s->clear = false;
	}
}
