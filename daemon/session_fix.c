/* session_fix.c — what stands wrong, where it belongs, and why the attempt was none: the conversation about a mismatch. */
#include "session_internal.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Things too many or too few on one site. */
struct surplus {
	uint16_t site;
	int count; /* > 0: too many, < 0: too few */
	uint8_t owner, rank;
};

static int list_surplus(const struct session *s, const struct rules_look *look, const struct tracker_mask *standing,
			struct surplus *list, int room)
{
	const struct tracker *t = s->tracker;
	int n = 0;

	for (int i = 0; i < t->sites && n + 1 < room; i++) {
		struct seen want = seen_of(t->sensor[i], look[i]), is = t->seen[i];
		int more = is.count - want.count;

		if (seen_fits(t->sensor[i], look[i], is) || (standing && tracker_mask_has(standing, i) && !look[i].count))
			continue;
		if (more > 0 && !want.count)
			list[n++] = (struct surplus){ (uint16_t)i, more, is.owner, is.rank };
		else if (more < 0 && !is.count)
			list[n++] = (struct surplus){ (uint16_t)i, -(int)look[i].count, look[i].owner, look[i].rank };
		else if (more)
			list[n++] = (struct surplus){ (uint16_t)i, more, look[i].owner, look[i].rank };
		else {
			list[n++] = (struct surplus){ (uint16_t)i, is.count, is.owner, is.rank };
			list[n++] = (struct surplus){ (uint16_t)i, -(int)look[i].count, look[i].owner, look[i].rank };
		}
	}
	return n;
}

static int distance(const struct session *s, uint16_t a, uint16_t b)
{
	const struct rules_site *site = s->tracker->site;

	return abs(site[a].x - site[b].x) + abs(site[a].y - site[b].y);
}

static bool pairs(const struct session *s, const struct surplus *more, const struct surplus *less)
{
	if (more->count <= 0 || less->count >= 0)
		return false;
	if (s->tracker->site[more->site].sense != s->tracker->site[less->site].sense)
		return false;
	return !more->owner || !less->owner || more->owner == less->owner;
}

static void add_fix(struct session *s, uint16_t from, uint16_t to, const struct surplus *what, int count)
{
	if (s->fixes < VIEW_FIXES_MAX)
		s->fix[s->fixes++] = (struct view_fix){ from, to, what->owner, what->rank, (uint8_t)count };
}

/* The order in which people set up: on from where the hand is, and first of all as one reads, from the top. */
static bool sooner(const struct session *s, uint16_t a, uint16_t b)
{
	const struct tracker *t = s->tracker;
	const struct rules_site *one = &t->site[a], *other = &t->site[b];

	if (!s->setup)
		return a < b;
	if (t->touches) {
		uint16_t hand = t->touch[t->touches - 1].site;
		int nearer = distance(s, b, hand) - distance(s, a, hand);
		if (nearer)
			return nearer > 0;
	}
	return one->y < other->y || (one->y == other->y && one->x < other->x);
}

static void add_missing(struct session *s, struct surplus *list, int n)
{
	for (;;) {
		struct surplus *next = NULL;

		for (int a = 0; a < n; a++)
			if (list[a].count < 0 && (!next || sooner(s, list[a].site, next->site)))
				next = &list[a];
		if (!next)
			return;
		add_fix(s, RULES_NO_SITE, next->site, next, -next->count);
		next->count = 0;
	}
}

/* The nearest pair that belongs together, again and again; then what is left over, then what is missing. */
void session_fix_look(struct session *s, const struct rules_look *look, const struct tracker_mask *standing)
{
	enum { ROOM = 2 * RULES_SITES_MAX };
	struct surplus list[ROOM];
	int n;

	n = list_surplus(s, look, standing, list, ROOM);
	s->fixes = 0;
	for (;;) {
		int from = -1, to = -1, moved;

		for (int a = 0; a < n; a++)
			for (int b = 0; b < n; b++)
				if (pairs(s, &list[a], &list[b]) &&
				    (from < 0 ||
				     distance(s, list[a].site, list[b].site) < distance(s, list[from].site, list[to].site)))
					from = a, to = b;
		if (from < 0)
			break;
		moved = list[from].count < -list[to].count ? list[from].count : -list[to].count;
		add_fix(s, list[from].site, list[to].site, &list[to], moved);
		list[from].count -= moved;
		list[to].count += moved;
	}
	for (int a = 0; a < n; a++)
		if (list[a].count > 0)
			add_fix(s, list[a].site, RULES_NO_SITE, &list[a], list[a].count);
	add_missing(s, list, n);
}

void session_fix_toward(struct session *s, const struct rules_state *target, const struct tracker_mask *standing)
{
	struct rules_look look[RULES_SITES_MAX];

	rules_project(session_variant(s), target, look);
	session_fix_look(s, look, standing);
}

/* ---- Why not --------------------------------------------------------------------------------------------------------- */

/* The position and the start that the attempt really had: the last turn's piece pushed on began where it was lifted, and
 * the next player moves after the end of the turn that nothing shows. */
static void real_attempt(struct session *s, struct rules_state *state, struct rules_attempt *attempt)
{
	rules_action line[SESSION_LINE_MAX];
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state at;
	struct tracker_change change;
	int n = session_line(s, line);

	*state = s->record.here;
	rules_project(session_variant(s), state, look);
	if (s->open_end && attempt->from != RULES_NO_SITE &&
	    look[attempt->from].owner != rules_player(session_variant(s), state))
		rules_apply(session_variant(s), state, s->hidden_end);
	if (!n || session_state_at(s, s->base, &at) < 0)
		return;
	for (int k = 0; k < n; k++) {
		tracker_change(s->tracker, &at, line[k], &change);
		if (change.to == attempt->from && change.from != RULES_NO_SITE &&
		    s->tracker->site[change.to].sense == RULES_SENSE_PIECE) {
			*state = at;
			attempt->from = change.from;
			return;
		}
		at = change.after;
	}
}

static void explain(struct session *s, int64_t now_us)
{
	const struct view_fix *fix = &s->fix[0];
	struct rules_look look[RULES_SITES_MAX];
	struct rules_attempt attempt;
	struct rules_state state;
	struct rules_why why = { 0 };

	if (s->fixes != 1)
		return;
	attempt = (struct rules_attempt){ .from = fix->to, .to = fix->from, .owner = fix->owner, .count = fix->count };
	real_attempt(s, &state, &attempt);
	rules_project(session_variant(s), &state, look);
	if (rules_why_illegal(session_variant(s), &state, &attempt, &why) < 0)
		return;
	s->why = why;
	session_tell(s, now_us, EVENT_REFUSED,
		     json_pack("{s:s, s:s?, s:s?, s:s?}", "rule", why.rule, "site",
			       why.site == RULES_NO_SITE ? NULL : session_site(s, why.site), "from",
			       attempt.from == RULES_NO_SITE ? NULL : session_site(s, attempt.from), "to",
			       attempt.to == RULES_NO_SITE ? NULL : session_site(s, attempt.to)));
}

static json_t *fix_list(const struct session *s)
{
	json_t *list = json_array();

	for (int i = 0; i < s->fixes; i++)
		json_array_append_new(list, json_pack("[s?, s?]",
						      s->fix[i].from == RULES_NO_SITE ? NULL : session_site(s, s->fix[i].from),
						      s->fix[i].to == RULES_NO_SITE ? NULL : session_site(s, s->fix[i].to)));
	return list;
}

void session_mismatch(struct session *s, int64_t now_us)
{
	struct view_fix before[VIEW_FIXES_MAX];
	int had = s->fixes;

	memcpy(before, s->fix, (size_t)had * sizeof(before[0]));
	session_fix_toward(s, &s->record.here, &s->standing);
	if (s->mismatch && had == s->fixes && !memcmp(before, s->fix, (size_t)had * sizeof(before[0])))
		return;
	s->mismatch = true;
	s->shown_us = now_us;
	s->why = (struct rules_why){ 0 };
	session_tell(s, now_us, EVENT_MISMATCH, json_pack("{s:o}", "fixes", fix_list(s)));
	if (!s->setup && !s->led)
		explain(s, now_us);
}

void session_clear_mismatch(struct session *s, int64_t now_us)
{
	bool had = s->mismatch;

	s->mismatch = false;
	s->beads_first = false;
	s->fixes = 0;
	s->why = (struct rules_why){ 0 };
	if (had) {
		s->shown_us = now_us;
		session_tell(s, now_us, EVENT_AGREED, NULL);
	}
}

/* Is what differs only something in a hand, or a turn begun in another order than usual? Then there is nothing to complain of.
 */
bool session_in_hand(const struct session *s, int64_t quiet_us)
{
	enum { ROOM = 2 * RULES_SITES_MAX };
	struct surplus list[ROOM];
	struct rules_look look[RULES_SITES_MAX];
	int pieces = 0, beads = 0, more = 0, n;
	bool long_ago = quiet_us >= LONG * s->settings.patience_us;

	rules_project(session_variant(s), &s->record.here, look);
	n = list_surplus(s, look, &s->standing, list, ROOM);
	for (int i = 0; i < n; i++) {
		bool bead = s->tracker->site[list[i].site].sense == RULES_SENSE_COUNT;

		more += list[i].count > 0;
		pieces += !bead;
		beads += bead ? list[i].count : 0;
	}
	if (!more && n == 1 && pieces == 1)
		return true;
	if (!more && n <= 2)
		return !long_ago;
	return beads < 0 && !long_ago;
}
