/* session_warn.c — for whoever wants to be warned: where what he has in his hand would lose at once. */
#include "session_internal.h"

#include <string.h>

/* What is in the hand that could be set down to somebody's harm. False: nothing, or nobody wants to know. */
static bool in_hand(const struct session *s, struct lifted *ret)
{
	if (!s->has_game || s->setup || s->led || s->mismatch || session_result(s) != RULES_ONGOING)
		return false;
	if (s->lift.site == RULES_NO_SITE)
		*ret = (struct lifted){ .state = s->record.here, .site = RULES_NO_SITE };
	else if (s->lift.targets > 0)
		*ret = s->lifted;
	else
		return false;
	int player = rules_player(session_variant(s), &ret->state);
	return player > 0 && player <= RULES_PLAYERS_MAX && s->settings.level[player] >= VIEW_LEVEL_WARN;
}

static bool same(const struct session *s, const struct lifted *hand)
{
	return s->warns && s->warned.site == hand->site && s->warned.fall == hand->fall &&
	       !memcmp(&s->warned.state, &hand->state, sizeof hand->state) &&
	       !memcmp(&s->warned_variant, session_variant(s), sizeof s->warned_variant);
}

void session_warn(struct session *s, int64_t now_us)
{
	struct tracker *t = s->tracker;
	struct lifted hand;
	bool counted;

	if (!in_hand(s, &hand)) {
		s->warns = false;
		s->warn_us = INT64_MAX;
		return;
	}
	if (same(s, &hand))
		return;
	s->warns = true;
	s->warned = hand;
	s->warned_variant = *session_variant(s);
	s->warn_us = INT64_MAX;
	counted = hand.site != RULES_NO_SITE && t->site[hand.site].sense == RULES_SENSE_COUNT;
	blunder_begin(s->blunder, &t->variant, &hand.state);
	int n = rules_legal(&t->variant, &hand.state, t->list);
	for (int k = 0; k < n; k++) {
		struct tracker_change change;

		tracker_change(t, &hand.state, t->list[k], &change);
		uint16_t from = change.from == change.to ? RULES_NO_SITE : change.from; /* the way of a tile is its place */
		if (from != hand.site || change.to == RULES_NO_SITE || (counted && change.fall != hand.fall))
			continue;
		blunder_add(s->blunder, t->list[k], change.to);
		s->warn_us = now_us + BLUNDER_PAUSE_US; /* the light of what was lifted comes first */
	}
}

void session_warn_on(struct session *s, int64_t now_us)
{
	s->warn_us = blunder_go(s->blunder, BLUNDER_PORTION) ? INT64_MAX : now_us + BLUNDER_PAUSE_US;
}

void session_warned(const struct session *s, struct view *v)
{
	for (int i = 0; s->warns && i < v->sites; i++)
		if (blunder_loses(s->blunder, (uint16_t)i))
			v->blunder[v->blunders++] = (uint16_t)i;
}
