/* session_lift.c — the piece in the hand: whose it is, whether it may move, and where to. */
#include "session_internal.h"

#include <jansson.h>
#include <string.h>

/* Pieces that are gone from their sites and nothing in their place; *ret_site is the last one. */
static int gone(const struct session *s, const struct rules_look *look, uint16_t *ret_site)
{
	const struct tracker *t = s->tracker;
	int n = 0;

	for (int i = 0; i < t->sites; i++) {
		if (!t->sensor[i].knows || !look[i].count || t->site[i].sense == RULES_SENSE_NONE)
			continue;
		if (seen_of(t->sensor[i], look[i]).count > t->seen[i].count) {
			*ret_site = (uint16_t)i;
			n++;
		}
	}
	return n;
}

/* Is the thing lifted at `site` one that `state` lets move? Fills the targets. */
static bool targets(struct session *s, const struct rules_state *state, uint16_t site, int fall, struct view_lift *lift)
{
	struct tracker *t = s->tracker;
	rules_action *list = t->list;
	struct tracker_mask known = { 0 };
	struct tracker_change change;
	bool counted = t->site[site].sense == RULES_SENSE_COUNT;
	int n = rules_legal(&t->variant, state, list);
	bool may = false;

	lift->targets = 0;
	for (int k = 0; k < n; k++) {
		tracker_change(t, state, list[k], &change);
		if (change.from != site || (counted && change.fall < fall))
			continue;
		if (!may && state == &s->record.here)
			s->lift_action = list[k];
		may = true;
		if (change.to == RULES_NO_SITE || tracker_mask_has(&known, change.to) || (counted && change.fall != fall))
			continue;
		tracker_mask_set(&known, change.to, true);
		lift->target[lift->targets++] = change.to;
	}
	return may;
}

/* Could this piece be the victim of the player to move? People often take it away first. */
static bool may_be_taken(struct session *s, const struct rules_state *state, uint16_t site)
{
	struct tracker *t = s->tracker;
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	int n = rules_legal(&t->variant, state, t->list);

	rules_project(&t->variant, state, before);
	for (int k = 0; k < n; k++) {
		struct rules_state next = *state;

		rules_apply(&t->variant, &next, t->list[k]);
		rules_project(&t->variant, &next, after);
		if (after[site].owner != before[site].owner)
			return true;
	}
	return false;
}

/* The same, and kept for whoever wants to be warned. */
static bool lifts(struct session *s, const struct rules_state *state, uint16_t site, int fall, struct view_lift *lift)
{
	if (!targets(s, state, site, fall, lift))
		return false;
	s->lifted = (struct lifted){ .state = *state, .site = site, .fall = fall };
	return true;
}

/* The piece that moved last may move on: it counts as lifted from where it began. */
static bool moves_on(struct session *s, uint16_t site, struct view_lift *lift)
{
	struct rules_state state;
	struct tracker_change change;
	rules_action line[SESSION_LINE_MAX];
	int n = session_line(s, line);

	if (!n || session_state_at(s, s->base, &state) < 0)
		return false;
	for (int k = 0; k < n; k++) {
		tracker_change(s->tracker, &state, line[k], &change);
		if (change.to == site && lifts(s, &state, change.from, change.fall, lift))
			return true;
		state = change.after;
	}
	return false;
}

static bool allowed(struct session *s, const struct rules_look *look, struct view_lift *lift)
{
	struct rules_state *here = &s->record.here;
	int fall = look[lift->site].count - s->tracker->seen[lift->site].count;

	if (session_result(s) == RULES_ONGOING && lifts(s, here, lift->site, fall, lift))
		return true;
	if (s->open_end) {
		struct rules_state next = *here;

		rules_apply(session_variant(s), &next, s->hidden_end);
		if (lifts(s, &next, lift->site, fall, lift))
			return true;
	}
	if (moves_on(s, lift->site, lift))
		return true;
	lift->targets = 0;
	return s->tracker->site[lift->site].sense == RULES_SENSE_COUNT ||
	       (session_result(s) == RULES_ONGOING && lift->owner != rules_player(session_variant(s), here) &&
		may_be_taken(s, here, lift->site));
}

static struct json_t *lift_fields(const struct session *s, const struct view_lift *lift)
{
	json_t *list = json_array();

	for (int i = 0; i < lift->targets; i++)
		json_array_append_new(list, json_string(session_site(s, lift->target[i])));
	return json_pack("{s:s, s:o, s:b}", "site", session_site(s, lift->site), "targets", list, "wrong", lift->wrong);
}

void session_tell_hand(struct session *s)
{
	struct untold *u = &s->untold;
	struct event event = { .type = u->type, .ply = u->ply, .player = u->player };

	if (!u->type)
		return;
	u->type = 0;
	session_emit(s, u->time_us, &event,
		     event.type == EVENT_LIFT ? lift_fields(s, &u->lift)
					      : json_pack("{s:s}", "site", session_site(s, u->lift.site)));
}

/* What the hand did is told at once, or when its light is out; with everything as it was then. */
static void note_hand(struct session *s, int64_t now_us, int type, const struct view_lift *lift)
{
	session_tell_hand(s);
	s->untold = (struct untold){ .type = type,
				     .ply = s->record.node[s->record.at].ply,
				     .player = rules_player(session_variant(s), &s->record.here),
				     .time_us = now_us,
				     .lift = *lift };
	if (!s->light_first)
		session_tell_hand(s);
}

void session_update_lift(struct session *s, int64_t now_us)
{
	struct rules_look look[RULES_SITES_MAX];
	struct view_lift before = { .site = s->lift.site };
	uint16_t site = RULES_NO_SITE;

	if (!s->has_game || s->setup || s->led || !s->framed) {
		s->lift = (struct view_lift){ .site = RULES_NO_SITE };
		return;
	}
	rules_project(session_variant(s), &s->record.here, look);
	if (gone(s, look, &site) != 1)
		site = RULES_NO_SITE;
	if (site == RULES_NO_SITE) {
		s->lift = (struct view_lift){ .site = RULES_NO_SITE };
		if (before.site != RULES_NO_SITE) {
			s->shown_us = now_us;
			if (tracker_fits(s->tracker, &s->record.here, &s->standing))
				note_hand(s, now_us, EVENT_BACK, &before);
		}
		return;
	}
	s->lift_action = RULES_NO_ACTION;
	s->lift = (struct view_lift){ .site = site, .owner = look[site].owner };
	s->lift.wrong = !allowed(s, look, &s->lift);
	if (site != before.site) {
		s->shown_us = now_us;
		note_hand(s, now_us, EVENT_LIFT, &s->lift);
	}
}

bool session_lift_ends_turn(struct session *s)
{
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state next = s->record.here;
	struct view_lift lift = { .site = RULES_NO_SITE };
	uint16_t site;

	if (!s->open_end || s->hidden > 1 || s->setup || s->led)
		return false; /* or more than nothing may have been done that no sensor shows */
	rules_project(session_variant(s), &s->record.here, look);
	if (gone(s, look, &site) != 1 || tracker_wrong(s->tracker, &s->record.here, &s->standing) != 1)
		return false;
	rules_apply(session_variant(s), &next, s->hidden_end);
	if (rules_result(session_variant(s), &next) != RULES_ONGOING ||
	    look[site].owner != rules_player(session_variant(s), &next))
		return false;
	return targets(s, &next, site, look[site].count - s->tracker->seen[site].count, &lift);
}

bool session_may_lift(struct session *s, const struct rules_state *state, uint16_t site)
{
	struct rules_look look[RULES_SITES_MAX];
	struct view_lift lift = { .site = RULES_NO_SITE };

	rules_project(session_variant(s), state, look);
	if (look[site].owner == rules_player(session_variant(s), state))
		return targets(s, state, site, 1, &lift);
	return may_be_taken(s, state, site);
}

bool session_others_lift(const struct session *s)
{
	return s->lift.site != RULES_NO_SITE && s->tracker->site[s->lift.site].sense == RULES_SENSE_PIECE && s->lift.owner &&
	       s->lift.owner != rules_player(session_variant(s), &s->record.here);
}
