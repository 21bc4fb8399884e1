/* session_look.c — what the quiet board means: one reading, several, or a hand still at work. */
#include "session_internal.h"

#include <string.h>

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
		if (session_same_end(&f->reading[i], &f->reading[s->best]))
			continue;
		s->rivals++;
		if (rival < 0 || tracker_compare(&f->reading[i].doubt, &f->reading[rival].doubt) < 0)
			rival = i;
	}
	if (rival >= 0)
		s->clear = !session_outdone(s) && !f->more &&
			   tracker_compare(&f->reading[s->best].doubt, &f->reading[rival].doubt) < 0;
	/* What nobody can have seen is not believed unasked, though it may be the only thing that fits so far. */
	if (session_in_the_dark(s, &f->reading[s->best]))
		s->clear = false;
	/* Two turns are not believed in another order than was seen, nor is what was agreed given up for them. */
	const struct tracker_doubt *doubt = &f->reading[s->best].doubt;
	bool two = s->source == FROM_TIP_TWO || s->source == FROM_BASE_TWO;
	if (two && (doubt->late > doubt->close || (doubt->late && !session_keeps_line(s, &f->reading[s->best]))))
		s->clear = false;
	if (s->source >= FROM_TIP_TWO && s->source <= FROM_BASE_TWO && session_contradicted(s, &base, &f->reading[s->best]))
		s->clear = false;
	/* Where the next player can carry beads only, they may as well be his as the last player's going on. */
	if (s->source == FROM_BASE && s->legal == 1 && s->hidden == 1 && f->reading[s->best].actions &&
	    !session_keeps_line(s, &f->reading[s->best]) && session_contradicted(s, &base, &f->reading[s->best]))
		s->clear = false;
	/* It may also be in a hand: then nothing is certain while there are other readings. */
	if (s->rivals && f->reading[s->best].vanish)
		s->clear = false;
	/* The last turn corrected, or the next one begun with something that no sensor feels: both look the same. */
	for (int i = 0; i < f->readings && !session_keeps_line(s, &f->reading[s->best]); i++)
		if (session_keeps_line(s, &f->reading[i]) && f->reading[i].doubt.unseen == f->reading[i].doubt.silent)
			s->clear = false;
}

/* A reading that has things happen in another order than was seen is doubted: the last turn may have gone on while the next
 * player was already at it. So is one that leaves out a place that was touched: with the turn after it may be explained. */
static void widen(struct session *s)
{
	struct tracker_found *f = s->found;
	struct tracker_doubt doubt = f->reading[s->best].doubt;
	int had = f->readings, kept = had;
	bool more = f->more, exhausted = f->exhausted, explained = false, stray_only = s->source == FROM_TIP && !doubt.late;
	struct rules_state base;

	if (session_state_at(s, s->base, &base) < 0)
		return;
	f->more = f->exhausted = false;
	if (s->source == FROM_BASE || doubt.stray)
		session_search_tip(s, 2);
	session_search_base(s, 2);
	for (int i = had; i < f->readings && !f->more && !f->exhausted; i++) {
		tracker_weigh(s->tracker, &base, s->base_mark, &f->reading[i]);
		bool later = f->reading[i].doubt.late < doubt.late,
		     more_explained = session_explains_more(&f->reading[i].doubt, &doubt);

		if ((!later && !more_explained) || !session_all_visible(s, &base, &f->reading[i]))
			continue;
		explained |= !later;
		f->reading[kept++] = f->reading[i];
	}
	bool cut = !stray_only && (f->more || f->exhausted); /* nobody knows what else it could be */
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

/* A piece left its place, or a row was taken up to be sown. */
static bool picked_up(const struct tracker *t, const struct tracker_touch *touch)
{
	const struct rules_site *site = &t->site[touch->site];

	return site->kind == RULES_ROW ? touch->now.count < touch->was.count
				       : site->sense == RULES_SENSE_PIECE && !touch->now.count;
}

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

/* Captives are taken off one by one. Is what was lifted last (or, `site` none, what the next turn is said to have lifted) rather
 * something that a turn before may go on to take? */
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

/* What the next player has lifted may have gone where nothing feels it, or some of the beads were his: then it was his turn
 * already. `likely`: where there is no telling, it is asked. */
static void add_next_turn(struct session *s, bool likely)
{
	struct tracker_found *f = s->found;
	int had = f->readings, kept = had;
	struct rules_state base;

	if (session_state_at(s, s->base, &base) < 0)
		return;
	f->nodes = 0;
	session_search_tip(s, 2);
	for (int i = had; i < f->readings; i++) {
		tracker_weigh(s->tracker, &base, s->base_mark, &f->reading[i]);
		if (!f->reading[i].doubt.unseen && !session_same_end(&f->reading[i], &f->reading[s->best]))
			f->reading[kept++] = f->reading[i];
	}
	f->readings = kept;
	s->rivals += kept - had;
	s->clear &= kept == had && (!likely || (!f->more && !f->exhausted));
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
	bool surely = look_under_hand(s), possible = surely || s->handed, gone = s->aside[best_was].vanish;
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

/* The turn is over, and all that the next player can do is move beads: some of them may have been his. With few moves left he may
 * have had none before the last of them fell. */
enum next_beads { NEXT_HAS_PIECES, NEXT_HAS_FEW_MOVES, NEXT_HAS_BEADS_ONLY };

static enum next_beads next_player(struct session *s)
{
	enum { FEW = 8 };
	const struct tracker_reading *best = &s->found->reading[s->best];
	int legal, hidden;

	if (!s->tracker->counted || best->turns != 1 || rules_result(session_variant(s), &best->end) != RULES_ONGOING ||
	    !rules_turn_start(session_variant(s), &best->end))
		return NEXT_HAS_PIECES;
	hidden = tracker_hidden(s->tracker, &best->end, NULL, &legal);
	return hidden == 1 && legal == 1 ? NEXT_HAS_BEADS_ONLY : legal <= FEW ? NEXT_HAS_FEW_MOVES : NEXT_HAS_PIECES;
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
	session_search_tip(s, 1);
	s->source = s->found->readings ? FROM_TIP : FROM_BASE;
	if (s->source == FROM_BASE || !said_over(s) || !session_witnessed(s))
		session_search_base(s, 1);
	/* A player without a move carries beads only: the same as the last player going on with his. */
	if (s->found->readings && s->source == FROM_BASE && s->legal == 1 && s->hidden == 1 &&
	    rules_turn_start(session_variant(s), &s->record.here))
		session_search_base(s, 2);
	if (!s->found->readings && look_under_hand(s))
		return JUDGE_READS;
	for (int more = FROM_TIP_TWO; more <= FROM_BASE_TWO && !s->found->readings; more++) {
		s->source = (enum reading_source)more;
		if (more == FROM_TIP_TWO)
			session_search_tip(s, 2);
		else
			session_search_base(s, 2);
		/* Two turns that could be many things are not read: a wrong first turn would follow from the second. */
		if (s->found->more || s->found->exhausted)
			s->found->readings = 0;
		session_keep_witnessed(s);
	}
	/* Both players moving back at once is rather the position before both turns, set up again. */
	if (s->found->readings && s->source >= FROM_TIP_TWO && session_find_earlier(s))
		return JUDGE_EARLIER;
	if (s->found->readings) {
		choose(s);
		if (s->source <= FROM_BASE && in_hand_rather(s))
			return JUDGE_READS;
		const struct tracker_doubt *doubt = &s->found->reading[s->best].doubt;
		if (s->source <= FROM_TIP_TWO && (doubt->late || doubt->stray))
			widen(s);
		enum next_beads next = s->source == FROM_TIP ? next_player(s) : NEXT_HAS_PIECES;
		if (next != NEXT_HAS_PIECES)
			add_next_turn(s, next == NEXT_HAS_BEADS_ONLY);
		if (may_go_on_to_take(s, &s->found->reading[s->best], RULES_NO_SITE)) {
			s->found->reading[s->best].vanish = true;
			s->clear = false;
		}
		s->whose = whose_beads(s);
		s->clear &= !s->whose;
		return JUDGE_READS;
	}
	return session_find_earlier(s) ? JUDGE_EARLIER : JUDGE_NOTHING;
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
		session_search_tip(s, 1);
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
		if (result >= 0 && !session_same_end(r, &s->found->reading[result]))
			return -1;
		result = i;
	}
	return s->found->more ? -1 : result;
}
