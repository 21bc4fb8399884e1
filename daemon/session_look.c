/* session_look.c — what the quiet board means: one reading, several, or a hand still at work. */
#include "session_internal.h"

#include <string.h>

/* The best reading corrects the last turn. Is that the next player's doing rather? */
static bool doubtful_correction(struct session *s, const struct rules_state *base)
{
	struct tracker_reading *best = &s->found->reading[s->best];
	bool turn_over = rules_turn_start(session_variant(s), &s->record.here);

	if (s->source != FROM_BASE || !best->actions || session_keeps_line(s, best))
		return false;
	/* Where he can carry beads only, and some were seen elsewhere meanwhile, they may as well be his. */
	if (s->legal == 1 && s->hidden == 1 && session_contradicted(s, base, best, s->base_mark))
		return true;
	/* He has begun already, though he put his piece back. */
	if (turn_over && session_next_had_begun(s))
		return true;
	/* What was agreed to stand there and has just been lifted is rather in a hand than somewhere else, unfelt; and more
	 * beads may come out of that hand. */
	bool in_hand = session_just_lifted(s) || session_may_be_his_beads(s);

	best->vanish |= in_hand;
	return in_hand;
}

/* Chooses among the readings by what the log says; positions count, not texts. */
void session_prefer(struct session *s)
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
		session_weigh(s, &base, &f->reading[i]);
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
	/* Order alone chooses only where one reading has nothing against it. */
	if (rival >= 0)
		s->clear = !session_outdone(s) && !f->more &&
			   tracker_compare(&f->reading[s->best].doubt, &f->reading[rival].doubt) < 0 &&
			   !session_by_order_alone(&f->reading[s->best].doubt, &f->reading[rival].doubt);
	/* What nobody can have seen is not believed unasked, though it may be the only thing that fits so far. */
	if (session_in_the_dark(s, &f->reading[s->best]))
		s->clear = false;
	/* Two turns are not believed in another order than was seen, nor is what was agreed given up for them. */
	const struct tracker_doubt *doubt = &f->reading[s->best].doubt;
	bool two = s->source == FROM_TIP_TWO || s->source == FROM_BASE_TWO;
	if (two &&
	    (doubt->after || doubt->late > doubt->close || (doubt->late && !session_keeps_line(s, &f->reading[s->best]))))
		s->clear = false;
	if (two &&
	    (session_contradicted(s, &base, &f->reading[s->best], s->base_mark) ||
	     session_stood_elsewhere(s, &base, &f->reading[s->best]) || session_half_felt(s, &base, &f->reading[s->best])))
		s->clear = false;
	if (doubtful_correction(s, &base) || session_perhaps_begun(s, &base, &f->reading[s->best]) ||
	    session_was_otherwise(s, &base, &f->reading[s->best]))
		s->clear = false;
	/* It may also be in a hand: then nothing is certain while there are other readings. */
	if (s->rivals && f->reading[s->best].vanish)
		s->clear = false;
	/* The last turn corrected, or the next one begun with something that no sensor feels: both look the same. */
	for (int i = 0; i < f->readings && !session_keeps_line(s, &f->reading[s->best]); i++)
		if (session_keeps_line(s, &f->reading[i]) && f->reading[i].doubt.unseen == f->reading[i].doubt.silent)
			s->clear = false;
}

/* Beads came and went after what was agreed, and this reading knows nothing of it. */
static bool beads_left_out(struct session *s, const struct rules_state *base)
{
	return s->source == FROM_TIP && session_contradicted(s, base, &s->found->reading[s->best], s->tip_mark);
}

/* A reading that has things happen in another order than was seen is doubted: the last turn may have gone on while the next
 * player was already at it. So is one that leaves out a place that was touched, or beads: with another end of the turn
 * before, or with the turn after it, that may be explained. */
static void widen(struct session *s)
{
	struct tracker_found *f = s->found;
	struct tracker_reading *best = &f->reading[s->best];
	struct tracker_doubt doubt = best->doubt;
	int had = f->readings, kept = had;
	bool more = f->more, exhausted = f->exhausted, explained = false, left_out_only = s->source != FROM_BASE && !doubt.late;
	struct rules_state base;

	if (session_state_at(s, s->base, &base) < 0)
		return;
	bool otherwise = session_was_otherwise(s, &base, best);
	bool beads = otherwise || beads_left_out(s, &base), taken = s->source == FROM_TIP && session_taken_first(s);
	if (left_out_only ? (!s->clear && !otherwise) || (!doubt.stray && !beads && !taken) : !doubt.late && !doubt.stray)
		return; /* there is no doubt, or it is asked anyway */
	f->more = f->exhausted = false;
	if (s->source == FROM_BASE || doubt.stray)
		session_search_tip(s, 2);
	session_search_base(s, 2);
	int beyond = f->readings;
	if (doubt.stray && s->source == FROM_TIP)
		session_search_beyond(s, best);
	for (int i = had; i < f->readings && !f->more && !f->exhausted; i++) {
		struct tracker_reading *r = &f->reading[i];

		session_weigh(s, &base, r);
		bool later = r->doubt.late < doubt.late, all_explained = session_explains_more(&r->doubt, &doubt);

		if ((beads || taken) && r->doubt.unseen <= doubt.unseen)
			all_explained |= taken || !session_contradicted(s, &base, r, s->base_mark);
		all_explained &= !session_same_end(r, best) && (i < beyond || r->doubt.stray < doubt.stray);
		if (((!later || i >= beyond) && !all_explained) || (!doubt.stray && !session_all_visible(s, &base, r)))
			continue;
		explained |= !later;
		f->reading[kept++] = *r;
	}
	bool cut = !left_out_only && (f->more || f->exhausted); /* nobody knows what else it could be */
	f->readings = kept;
	f->more = more;
	f->exhausted = exhausted;
	session_prefer(s);
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

/* Two turns that could be many things are not read: a wrong first turn would follow from the second. */
static void look_at_two_turns(struct session *s, int unseen)
{
	for (int more = FROM_TIP_TWO; more <= FROM_BASE_TWO && !s->found->readings; more++) {
		s->source = (enum reading_source)more;
		if (more == FROM_TIP_TWO)
			session_search_tip(s, 2);
		else
			session_search_base(s, 2);
		if (s->found->more || s->found->exhausted)
			s->found->readings = 0;
		session_keep_witnessed(s, unseen);
	}
}

/* What looks like a correction may be the turn after the next one, if that was begun or can be done unfelt; and a player
 * without a move carries beads only, the same as the last player going on with his. */
static void look_beyond_next(struct session *s)
{
	if (s->hidden || session_next_had_begun(s))
		session_search_tip(s, 2);
	if (s->hidden && s->legal == 1)
		session_search_base(s, 2);
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
	if (s->found->readings && s->source == FROM_BASE && rules_turn_start(session_variant(s), &s->record.here))
		look_beyond_next(s);
	if (!s->found->readings && session_look_under_hand(s))
		return JUDGE_READS;
	look_at_two_turns(s, 0);
	/* Both players moving back at once is rather the position before both turns, set up again. */
	if (s->found->readings && s->source >= FROM_TIP_TWO && session_find_earlier(s))
		return JUDGE_EARLIER;
	if (s->found->readings) {
		session_prefer(s);
		if (s->source <= FROM_BASE && session_in_hand_rather(s))
			return JUDGE_READS;
		if (s->source <= FROM_TIP_TWO)
			widen(s);
		session_doubt_next(s);
		s->whose = session_whose_beads(s);
		s->clear &= !s->whose;
		return JUDGE_READS;
	}
	return session_find_earlier(s) ? JUDGE_EARLIER : JUDGE_NOTHING;
}

/* A piece of another player's than the one to move has been away for long: he moves already, and one thing of the two turns
 * was not felt, as when a piece pushes another off its place. That is not believed, but it can be asked. */
bool session_look_unfelt(struct session *s)
{
	enum { FEW = 12 };

	s->found->readings = s->found->nodes = 0;
	s->found->more = s->found->exhausted = false;
	look_at_two_turns(s, 1);
	if (!s->found->readings || s->found->readings > FEW)
		return false;
	session_prefer(s);
	s->clear = false;
	return true;
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

		session_weigh(s, &base, r);
		if (r->doubt.unseen || r->vanish || session_was_otherwise(s, &base, r))
			continue;
		if (result >= 0 && !session_same_end(r, &s->found->reading[result]))
			return -1;
		result = i;
	}
	return s->found->more ? -1 : result;
}
