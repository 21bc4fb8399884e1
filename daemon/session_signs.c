/* session_signs.c — what the log holds beside a reading: pits seen fuller or emptier, places where something stood, hands
 * that had begun. */
#include "session_internal.h"

#include <string.h>

/* A thing that fell into a wrong place is carried on from there at once. No second hand is as quick. */
static bool carried_on(const struct tracker *t, int touch)
{
	enum { AT_ONCE_US = 700000 };
	const struct tracker_touch *fell = &t->touch[touch];

	if (fell->now.count <= fell->was.count)
		return false;
	for (int i = touch + 1; i < t->touches && t->touch[i].time_us - fell->time_us < AT_ONCE_US; i++)
		if (t->touch[i].site == fell->site)
			return !memcmp(&t->touch[i].now, &fell->was, sizeof(fell->was));
	return false;
}

/* A row where a lap ends is filled and taken up again within one action, and so may be the one where it began. */
static void in_its_course(struct tracker *t, const struct rules_state *at, rules_action a, uint8_t *low, uint8_t *high)
{
	struct rules_path *path = &t->path[0];

	rules_path(&t->variant, at, a, path);
	for (int i = 0; i < path->length; i++) {
		uint16_t site = path->step[i].site;

		if (t->site[site].kind != RULES_ROW)
			continue;
		if (path->step[i].mark == RULES_MARK_LAP)
			high[site] = UINT8_MAX;
		if (path->step[i].mark == RULES_MARK_LAP || path->step[i].mark == RULES_MARK_START)
			low[site] = 0;
	}
}

/* How full the places get and how empty, as their sensors tell it, from the reading's action `first` on. */
static void range(const struct session *s, const struct rules_state *base, const struct tracker_reading *r, int first,
		  uint8_t *low, uint8_t *high)
{
	struct tracker *t = s->tracker;
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state at = *base;

	for (int k = 0; k <= r->actions; k++) {
		rules_project(&t->variant, &at, look);
		for (int i = 0; i < t->sites && k >= first; i++) {
			uint8_t count = seen_of(t->sensor[i], look[i]).count;
			low[i] = k > first && low[i] < count ? low[i] : count;
			high[i] = k > first && high[i] > count ? high[i] : count;
		}
		if (k >= first && k < r->actions)
			in_its_course(t, &at, r->action[k], low, high);
		if (k < r->actions)
			rules_apply(&t->variant, &at, r->action[k]);
	}
}

/* Was a pit seen fuller or emptier since `mark` than it ever is in this reading? Then beads may still be on their way. */
bool session_contradicted(const struct session *s, const struct rules_state *base, const struct tracker_reading *r,
			  uint32_t mark)
{
	const struct tracker *t = s->tracker;
	uint8_t low[RULES_SITES_MAX], high[RULES_SITES_MAX];

	range(s, base, r, 0, low, high);
	for (int i = t->touches - 1; i >= 0 && t->touch[i].order >= mark; i--) {
		const struct tracker_touch *touch = &t->touch[i];
		if (t->site[touch->site].sense == RULES_SENSE_COUNT && !carried_on(t, i) &&
		    (touch->now.count < low[touch->site] || touch->now.count > high[touch->site]))
			return true;
	}
	return false;
}

/* Set down on a wrong square, and carried on from there before the hand did anything else? */
static bool only_stopped(const struct tracker *t, int touch)
{
	for (int i = touch + 1; i < t->touches; i++) {
		if (t->touch[i].site == t->touch[touch].site)
			return true;
		if (t->site[t->touch[i].site].sense == RULES_SENSE_PIECE)
			return false;
	}
	return false;
}

/* Did a piece stand, while others moved, where in this reading none ever stands? Brushes leave gaps; this was something set
 * down. */
bool session_stood_elsewhere(const struct session *s, const struct rules_state *base, const struct tracker_reading *r)
{
	const struct tracker *t = s->tracker;
	uint8_t low[RULES_SITES_MAX], high[RULES_SITES_MAX];
	bool agreed = session_keeps_line(s, r);

	range(s, base, r, agreed ? session_recorded(s, r) : 0, low, high);
	for (int i = t->touches - 1; i >= 0 && t->touch[i].order >= (agreed ? s->tip_mark : s->base_mark); i--) {
		const struct tracker_touch *touch = &t->touch[i];

		if (t->site[touch->site].sense == RULES_SENSE_PIECE && touch->now.count > high[touch->site] &&
		    !tracker_mask_has(&r->standing, touch->site) && !carried_on(t, i) && !only_stopped(t, i))
			return true;
	}
	return false;
}

/* The touch with which the player to move first lifted a piece of his since the tip; `touches`: he has not. */
static int first_lift(const struct session *s)
{
	const struct tracker *t = s->tracker;
	struct rules_look look[RULES_SITES_MAX];
	int player = rules_player(session_variant(s), &s->record.here), i = 0;

	rules_project(session_variant(s), &s->record.here, look);
	while (i < t->touches && (t->touch[i].order < s->tip_mark || t->site[t->touch[i].site].sense != RULES_SENSE_PIECE ||
				  t->touch[i].now.count || look[t->touch[i].site].owner != player))
		i++;
	return i;
}

/* The turn before was over when the next player first lifted a piece. Did a pit hold more then, or less, than it ever does in
 * what the reading adds? Then the last turn was not as agreed. */
bool session_was_otherwise(const struct session *s, const struct rules_state *base, const struct tracker_reading *r)
{
	const struct tracker *t = s->tracker;
	uint8_t low[RULES_SITES_MAX], high[RULES_SITES_MAX];
	bool dated[RULES_SITES_MAX] = { false };
	int lift = first_lift(s);

	if (lift == t->touches || !rules_turn_start(session_variant(s), &s->record.here) || !session_keeps_line(s, r))
		return false;
	range(s, base, r, session_recorded(s, r), low, high);
	for (int i = lift - 1; i >= 0 && t->touch[i].order >= s->tip_mark; i--) {
		const struct tracker_touch *touch = &t->touch[i];

		if (t->site[touch->site].sense == RULES_SENSE_COUNT && !dated[touch->site] &&
		    (touch->now.count < low[touch->site] || touch->now.count > high[touch->site]))
			return true;
		dated[touch->site] = true;
	}
	return false;
}

/* Was something done between rows after this one was taken up? Prisoners go last, and into a pond. */
static bool rows_follow(const struct tracker *t, int touch)
{
	for (int i = touch + 1; i < t->touches; i++)
		if (t->touch[i].site != t->touch[touch].site && t->site[t->touch[i].site].kind == RULES_ROW &&
		    t->touch[i].time_us - t->touch[touch].time_us > TRACKER_CLOSE_US)
			return true;
	return false;
}

/* Since the tip was agreed, has something been done while a piece or row of the player to move was in a hand? A brush is no
 * beginning. */
bool session_next_had_begun(const struct session *s)
{
	const struct tracker *t = s->tracker;
	struct rules_look look[RULES_SITES_MAX];
	int player = rules_player(session_variant(s), &s->record.here);

	rules_project(session_variant(s), &s->record.here, look);
	for (int i = 0; i + 1 < t->touches; i++) {
		const struct tracker_touch *touch = &t->touch[i];

		if (touch->order < s->tip_mark || !tracker_picked_up(t, touch) || look[touch->site].owner != player)
			continue;
		if (t->site[touch->site].kind == RULES_ROW ? rows_follow(t, i) : t->touch[i + 1].site != touch->site)
			return true;
	}
	return false;
}

/* May what has left the site since the tip be in the hand of the player to move? Pieces are lifted by anybody, to be set down
 * again; a row by whom it belongs to, to be sown. */
static bool may_be_in_hand(const struct session *s, int site)
{
	const struct tracker *t = s->tracker;
	struct rules_look look[RULES_SITES_MAX];

	rules_project(session_variant(s), &s->record.here, look);
	return t->site[site].kind != RULES_ROW || (t->seen[site].count < seen_of(t->sensor[site], look[site]).count &&
						   look[site].owner == rules_player(session_variant(s), &s->record.here));
}

/* Was the last thing that happened that something was picked up? A fall is told a little later than a rise, so what came down
 * just before may be the same piece. */
bool session_just_lifted(const struct session *s)
{
	const struct tracker *t = s->tracker;
	const struct tracker_touch *last = t->touches ? &t->touch[t->touches - 1] : NULL;

	if (!last || last->order < s->tip_mark || !tracker_picked_up(t, last) || !may_be_in_hand(s, last->site))
		return false;
	for (int i = t->touches - 2; i >= 0 && last->time_us - t->touch[i].time_us < TRACKER_CLOSE_US; i--) {
		const struct tracker_touch *touch = &t->touch[i];

		if (t->site[touch->site].sense != t->site[last->site].sense)
			continue; /* a bead is no piece */
		if (t->site[touch->site].sense == RULES_SENSE_PIECE ? touch->now.count : touch->now.count > touch->was.count)
			return false;
	}
	return true;
}

/* Would the last turn look as it does, with this row empty besides, if it had been another action? */
static bool may_be_prisoner(struct session *s, uint16_t site)
{
	const struct tracker *t = s->tracker;
	struct rules_look tip[RULES_SITES_MAX], other[RULES_SITES_MAX];
	rules_action list[RULES_ACTIONS_MAX];
	struct rules_state at;
	int n;

	if (s->base == s->record.at || session_state_at(s, s->record.node[s->record.at].parent, &at) < 0)
		return false;
	rules_project(&t->variant, &s->record.here, tip);
	tip[site].count = 0;
	n = rules_legal(&t->variant, &at, list);
	for (int k = 0; k < n; k++) {
		struct rules_state next = at;
		bool same = true;

		rules_apply(&t->variant, &next, list[k]);
		rules_project(&t->variant, &next, other);
		for (int i = 0; i < t->sites && same; i++)
			same = seen_of(t->sensor[i], other[i]).count == seen_of(t->sensor[i], tip[i]).count;
		if (same)
			return true;
	}
	return false;
}

/* A captive was taken off before the player to move had taken up a row of his: then the player before him may have taken it;
 * or a row of his was, and it may be that captive. */
bool session_taken_first(struct session *s)
{
	const struct tracker *t = s->tracker;
	struct rules_look look[RULES_SITES_MAX];
	int player = rules_player(session_variant(s), &s->record.here);

	rules_project(session_variant(s), &s->record.here, look);
	for (int i = 0; i < t->touches; i++) {
		const struct tracker_touch *touch = &t->touch[i];

		if (touch->order >= s->tip_mark && t->site[touch->site].kind == RULES_ROW &&
		    touch->now.count < touch->was.count)
			return look[touch->site].owner &&
			       (look[touch->site].owner != player || may_be_prisoner(s, touch->site));
	}
	return false;
}
