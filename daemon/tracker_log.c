/* tracker_log.c — the ordered log of what the sensors showed, and how well it supports a reading. */
#include "tracker.h"

#include <string.h>

bool tracker_mask_has(const struct tracker_mask *mask, int site)
{
	return mask->word[site / 64] >> (site % 64) & 1;
}

void tracker_mask_set(struct tracker_mask *mask, int site, bool on)
{
	uint64_t bit = UINT64_C(1) << (site % 64);

	if (on)
		mask->word[site / 64] |= bit;
	else
		mask->word[site / 64] &= ~bit;
}

void tracker_layout(struct tracker *t, const struct rules_variant *v, const struct seen_sensor *sensor, int sites)
{
	int n;
	const struct rules_site *site = rules_sites(v, &n);

	if (site != t->site) {
		memset(t->seen, 0, sizeof(t->seen));
		t->touches = 0;
	}
	t->variant = *v;
	t->site = site;
	t->sites = n;
	t->counted = false;
	for (int i = 0; i < n; i++) {
		t->counted = t->counted || site[i].sense == RULES_SENSE_COUNT;
		t->sensor[i] = i < sites ? sensor[i] : (struct seen_sensor){ 0 };
		t->seen[i] = seen_of(t->sensor[i], (struct rules_look){ t->seen[i].count, t->seen[i].owner, t->seen[i].rank });
	}
}

bool tracker_see(struct tracker *t, int64_t now_us, uint16_t site, struct seen seen)
{
	struct seen *known = &t->seen[site];

	if (site >= t->sites)
		return false;
	seen = seen_of(t->sensor[site], (struct rules_look){ seen.count, seen.owner, seen.rank });
	if (known->count == seen.count && known->owner == seen.owner && known->rank == seen.rank)
		return false;
	if (t->touches == TRACKER_TOUCHES_MAX) {
		int forget = TRACKER_TOUCHES_MAX / 4;

		tracker_forget(t, t->touch[forget].order);
		tracker_hole(t);
	}
	t->touch[t->touches++] =
	    (struct tracker_touch){ .time_us = now_us, .order = t->order++, .site = site, .was = *known, .now = seen };
	*known = seen;
	return true;
}

bool tracker_picked_up(const struct tracker *t, const struct tracker_touch *touch)
{
	const struct rules_site *site = &t->site[touch->site];

	return site->kind == RULES_ROW ? touch->now.count < touch->was.count
				       : site->sense == RULES_SENSE_PIECE && !touch->now.count;
}

bool tracker_changed_hands(const struct tracker *t, int site)
{
	enum { BRUSH_US = 700000 };
	int64_t came_us = INT64_MAX;

	for (int i = t->touches - 1; i >= 0; i--) {
		if (t->touch[i].site != site)
			continue;
		if (!t->touch[i].now.count && came_us != INT64_MAX && came_us - t->touch[i].time_us >= BRUSH_US)
			return true;
		came_us = t->touch[i].now.count ? t->touch[i].time_us : INT64_MAX;
	}
	return false;
}

void tracker_hole(struct tracker *t)
{
	t->gap = ++t->order;
}

void tracker_forget(struct tracker *t, uint32_t mark)
{
	int old = 0;

	while (old < t->touches && t->touch[old].order < mark)
		old++;
	t->touches -= old;
	memmove(t->touch, t->touch + old, (size_t)t->touches * sizeof(t->touch[0]));
}

/* ---- Weighing ------------------------------------------------------------------------------------------------------ */

enum { NEVER = -1 };

static bool same(struct seen a, struct seen b)
{
	return a.count == b.count && a.owner == b.owner && a.rank == b.rank;
}

/* When the site changed into what an action would leave there, as an order, first and last; NEVER if it did not. */
struct moments {
	int64_t first, last;
};

static struct moments changed_at(const struct tracker *t, uint32_t mark, int site, struct seen into)
{
	struct moments at = { NEVER, NEVER };

	for (int i = t->touches - 1; i >= 0 && t->touch[i].order >= mark; i--) {
		if (t->touch[i].site != site || !same(t->touch[i].now, into))
			continue;
		at.first = t->touch[i].order;
		at.last = at.last == NEVER ? at.first : at.last;
	}
	return at;
}

/* Was the pit seen to pass from one number to the other? Beads that go in or out show, though more follow at once. */
static bool passed(const struct tracker *t, uint32_t mark, int site, int from, int to)
{
	for (int i = t->touches - 1; i >= 0 && t->touch[i].order >= mark; i--) {
		const struct tracker_touch *at = &t->touch[i];
		if (at->site != site)
			continue;
		if (to < from ? at->was.count >= from && at->now.count < from : at->was.count < to && at->now.count >= to)
			return true;
	}
	return false;
}

/* What one action of a run changes, and when the log shows it. */
struct trail {
	int n;
	uint16_t site[RULES_SITES_MAX];
	struct moments at[RULES_SITES_MAX];
	int64_t first; /* the earliest visible loss: the moment something was picked up */
	int filled, emptied, hidden;
	int missed; /* what should have been seen to come or go and was not */
	bool moves; /* something changes, whether a sensor can feel it or not */
};

static void follow(const struct tracker *t, uint32_t mark, const struct rules_look *before, const struct rules_look *after,
		   const struct tracker_mask *standing, struct trail *ret)
{
	const struct moments never = { NEVER, NEVER };

	*ret = (struct trail){ .first = NEVER };
	for (int i = 0; i < t->sites; i++) {
		struct seen was = seen_of(t->sensor[i], before[i]), is = seen_of(t->sensor[i], after[i]);

		if (!memcmp(&before[i], &after[i], sizeof(before[i])))
			continue;
		ret->moves = true;
		if (!t->sensor[i].knows)
			continue;
		if (!after[i].count && tracker_mask_has(standing, i))
			continue;
		if (same(was, is)) {
			bool piece = t->site[i].sense == RULES_SENSE_PIECE;

			ret->hidden += piece;
			ret->at[ret->n] = piece ? changed_at(t, mark, i, is) : never; /* when the gap was closed */
		} else {
			ret->at[ret->n] = changed_at(t, mark, i, is);
			ret->missed += ret->at[ret->n].last == NEVER && mark >= t->gap && t->site[i].sense == RULES_SENSE_PIECE;
			ret->missed += mark >= t->gap && t->site[i].sense == RULES_SENSE_COUNT && is.count != was.count &&
				       !passed(t, mark, i, was.count, is.count);
			ret->filled += is.count > was.count || (is.count && is.owner != was.owner) || is.rank != was.rank;
			ret->emptied += is.count < was.count;
			if (is.count < was.count && ret->at[ret->n].last != NEVER &&
			    (ret->first == NEVER || ret->at[ret->n].last < ret->first))
				ret->first = ret->at[ret->n].last;
		}
		ret->site[ret->n++] = (uint16_t)i;
	}
}

/* A piece that takes another's place without changing what its sensor says must have left a gap: the victim goes, the taker
 * comes, in any order, but the coming is after the taker was picked up. With nothing picked up (a disc passed from piece to
 * piece) every site concerned must have been touched. */
static bool gap_seen(const struct tracker *t, uint32_t mark, const struct trail *trail, const struct rules_look *before,
		     const struct rules_look *after)
{
	int seen = 0, wanted = 0;

	for (int k = 0; k < trail->n; k++) {
		int i = trail->site[k];
		struct seen is = seen_of(t->sensor[i], after[i]);
		int64_t at;

		if (!same(seen_of(t->sensor[i], before[i]), is) || t->site[i].sense != RULES_SENSE_PIECE)
			continue;
		wanted++;
		at = changed_at(t, mark, i, is).last;
		seen += at != NEVER && at > trail->first;
	}
	return trail->first == NEVER ? seen == wanted : seen > 0;
}

static int64_t time_of(const struct tracker *t, int64_t order)
{
	for (int i = t->touches - 1; i >= 0; i--)
		if (t->touch[i].order == order)
			return t->touch[i].time_us;
	return 0;
}

/* The same piece: its leaving is told a little later than its coming. */
enum { SAME_US = 60000 };

/* One piece, and it was there before it had left? */
static bool came_before_it_left(const struct tracker *t, const struct trail *trail, const struct rules_look *before,
				const struct rules_look *after)
{
	int64_t left = NEVER, came = NEVER;

	if (trail->filled != 1 || trail->emptied != 1)
		return false;
	for (int k = 0; k < trail->n; k++) {
		int i = trail->site[k];
		struct seen was = seen_of(t->sensor[i], before[i]), is = seen_of(t->sensor[i], after[i]);

		if (t->site[i].sense != RULES_SENSE_PIECE)
			return false;
		left = is.count < was.count ? trail->at[k].last : left;
		came = is.count > was.count ? trail->at[k].last : came;
	}
	return left != NEVER && came != NEVER && came < left && time_of(t, left) - time_of(t, came) > SAME_US;
}

static void count_inversions(const struct tracker *t, const struct trail *earlier, const struct trail *later,
			     struct tracker_doubt *doubt)
{
	for (int a = 0; a < earlier->n; a++) {
		for (int b = 0; b < later->n; b++) {
			struct moments before = earlier->at[a], after = later->at[b];

			if (before.last == NEVER || after.last == NEVER || earlier->site[a] == later->site[b])
				continue;
			doubt->hasty += before.first > after.first;
			if (before.last < after.last)
				continue;
			doubt->after +=
			    before.first > after.last && time_of(t, before.first) - time_of(t, after.last) >= TRACKER_CLOSE_US;
			doubt->late++;
			doubt->close += time_of(t, before.last) - time_of(t, after.last) < TRACKER_CLOSE_US;
		}
	}
}

/* What a turn changed, all its actions together; of a site that changed more than once, the last time. */
static void gather(struct trail *turn, const struct trail *action)
{
	for (int i = 0; i < action->n; i++) {
		int k = 0;

		while (k < turn->n && turn->site[k] != action->site[i])
			k++;
		turn->at[k] = action->at[i];
		turn->site[k] = action->site[i];
		turn->n += k == turn->n;
	}
}

void tracker_weigh(const struct tracker *t, const struct rules_state *from, uint32_t mark, const struct tracker_agreed *agreed,
		   struct tracker_reading *reading)
{
	struct rules_state s = *from;
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	struct tracker_mask explained = agreed ? agreed->places : (struct tracker_mask){ 0 };
	int known = agreed ? agreed->actions : 0;
	struct trail trail[2]; /* the action before and this one: within a turn, order between neighbours is enough */
	struct trail turn = { 0 };
	bool next = false; /* the action begins another turn */
	int after_all = 0;
	int filled = 0, emptied = 0;

	reading->doubt = (struct tracker_doubt){ 0 };
	reading->vanish = false;
	trail[0].n = trail[1].n = 0;
	trail[1].filled = trail[1].emptied = trail[1].hidden = 0;
	for (int k = 0; k < known; k++)
		rules_apply(&t->variant, &s, reading->action[k]);
	rules_project(&t->variant, &s, before);
	for (int k = known; k < reading->actions; k++) {
		bool dropping = tracker_in_hand(t, &s); /* beads carried one by one leave the pit after others have arrived */

		next |= k > known && rules_turn_start(&t->variant, &s);
		rules_apply(&t->variant, &s, reading->action[k]);
		rules_project(&t->variant, &s, after);
		if (trail[1].filled || trail[1].emptied || trail[1].hidden)
			trail[0] = trail[1];
		follow(t, mark, before, after, &reading->standing, &trail[1]);
		if (!trail[1].filled && trail[1].hidden && !gap_seen(t, mark, &trail[1], before, after)) {
			reading->doubt.unseen++;
			reading->doubt.silent++;
			reading->doubt.mute = trail[1].first != NEVER ? k + 1 : 0;
		}
		if (trail[1].moves && !trail[1].filled && !trail[1].emptied && !trail[1].hidden)
			reading->doubt.dark = k + 1;
		reading->doubt.unseen += trail[1].missed;
		if (!dropping)
			count_inversions(t, &trail[0], &trail[1], &reading->doubt);
		reading->doubt.late += came_before_it_left(t, &trail[1], before, after);
		if (next && trail[1].n) {
			struct tracker_doubt between = { 0 };

			count_inversions(t, &turn, &trail[1], &between);
			reading->doubt.early += between.late - between.close;
			after_all += between.after;
			turn.n = 0;
			next = false;
		}
		gather(&turn, &trail[1]);
		/* Lifted last of all, and set down where nothing feels it: it may as well be in a hand. */
		if (trail[1].emptied && !trail[1].filled && !trail[1].hidden && t->touches &&
		    trail[1].first == t->touch[t->touches - 1].order &&
		    t->site[t->touch[t->touches - 1].site].sense == RULES_SENSE_PIECE)
			reading->vanish = true;
		if (trail[1].n && (trail[1].filled || trail[1].emptied || trail[1].hidden)) {
			filled = trail[1].filled || trail[1].hidden;
			emptied = trail[1].emptied;
		}
		for (int i = 0; i < trail[1].n; i++)
			tracker_mask_set(&explained, trail[1].site[i], true);
		memcpy(before, after, sizeof(before));
	}
	reading->doubt.after = after_all; /* within a turn, beads may come in any order */
	/* Nor has anybody seen it where the last of it went. */
	reading->vanish |= (emptied && !filled) || (reading->actions && reading->doubt.dark == reading->actions);
	for (int i = t->touches - 1; i >= 0 && t->touch[i].order >= mark; i--) {
		int site = t->touch[i].site;

		if (t->site[site].sense == RULES_SENSE_PIECE && !tracker_mask_has(&explained, site) &&
		    !tracker_mask_has(&reading->standing, site)) {
			reading->doubt.stray++;
			tracker_mask_set(&explained, site, true);
		}
	}
}

int tracker_compare(const struct tracker_doubt *a, const struct tracker_doubt *b)
{
	if (a->unseen != b->unseen)
		return a->unseen < b->unseen ? -1 : 1;
	if (a->stray != b->stray)
		return a->stray < b->stray ? -1 : 1;
	return (a->late > b->late) - (a->late < b->late);
}
