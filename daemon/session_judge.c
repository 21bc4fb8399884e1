/* session_judge.c — when the board is quiet: what does it show, and is it time to believe it? */
#include "session_internal.h"

#include <jansson.h>
#include <string.h>

/* ---- Deciding -------------------------------------------------------------------------------------------------------- */

static void later(struct session *s, int64_t when_us)
{
	if (when_us < s->due_us)
		s->due_us = when_us;
}

void session_agree(struct session *s, int64_t now_us)
{
	bool new_start = s->setup || s->led;

	s->setup = s->led = false;
	if (s->mismatch)
		s->tip_mark = s->tracker->order; /* what was touched in putting things right was no play */
	session_clear_mismatch(s, now_us);
	if (new_start) {
		s->tip_mark = s->base_mark = s->tracker->order;
		tracker_forget(s->tracker, s->tip_mark);
		session_tip_changed(s, now_us);
	}
}

/* Would the sensors show nothing of what can be played, nor of what must follow where there is no choice? A turn without any
 * choice is still somebody's to play: it waits for his button. */
static bool all_hidden(struct session *s)
{
	struct rules_state next;
	int legal;

	if (!s->hidden || s->hidden != s->legal)
		return false;
	if (s->legal > 1)
		return true;
	session_only_action(s, &next);
	return tracker_hidden(s->tracker, &next, NULL, &legal) == legal && legal;
}

/* Is there anything to choose in this turn? */
static bool turn_goes_on(struct session *s)
{
	struct rules_state next;

	if (s->legal > 1)
		return true;
	session_only_action(s, &next);
	return !rules_turn_start(session_variant(s), &next);
}

/* The board agrees and the turn is not over: if nothing it could still show is left, people have to say it. */
static void ask_for_hidden(struct session *s, int64_t now_us)
{
	const struct rules_variant *v = session_variant(s);
	bool only_hidden = all_hidden(s);
	int64_t wait = only_hidden ? s->settings.settle_us : THINKING * s->settings.patience_us;

	if (session_result(s) != RULES_ONGOING || s->asked_pause || !s->hidden)
		return;
	if (rules_turn_start(v, &s->record.here) && !s->hurry && !(only_hidden && turn_goes_on(s)))
		return;
	if (s->hidden == 1 && s->hidden_end != RULES_NO_ACTION)
		return;
	if (now_us - s->changed_us < wait && !s->hurry) {
		later(s, s->changed_us + wait);
		return;
	}
	s->hurry = false;
	s->asked_pause = true;
	session_ask_beads(s, now_us, BEADS_UNSEEN);
	if (s->question.use == USE_NONE)
		later(s, now_us);
}

/* Everything stands as before, yet pieces were lifted and put back as a disc passed from one to the other would be. Where the
 * rest of the turn will show itself that is enough; where it may not, it is asked. */
static bool ask_for_touched(struct session *s, int64_t now_us)
{
	const struct rules_state *here = &s->record.here;
	rules_action list[RULES_ACTIONS_MAX];
	struct rules_state next;
	int n;

	if (!s->hidden || s->hidden == s->legal || !s->tracker->touches ||
	    s->tracker->touch[s->tracker->touches - 1].order < s->tip_mark)
		return false;
	s->found->readings = 0;
	n = rules_legal(session_variant(s), here, list);
	for (int k = 0; k < n; k++) {
		struct tracker_reading r = { .actions = 1, .action = { list[k] }, .end = *here, .standing = s->standing };
		struct tracker_change c;

		tracker_change(s->tracker, here, list[k], &c);
		r.end = c.after;
		tracker_weigh(s->tracker, here, s->tip_mark, NULL, &r);
		if (!c.visible && !c.ends_turn && c.to != RULES_NO_SITE && s->tracker->site[c.to].sense == RULES_SENSE_PIECE &&
		    !r.doubt.unseen)
			session_add_reading(s, &r);
	}
	if (!s->found->readings)
		return false;
	next = s->found->reading[0].end;
	if (!tracker_hidden(s->tracker, &next, NULL, NULL))
		return false;
	if (now_us - s->changed_us < s->settings.settle_open_us) {
		later(s, s->changed_us + s->settings.settle_open_us);
		return true;
	}
	s->asked_pause = true;
	session_ask_touched(s, now_us);
	return true;
}

/* Does the button say that this reading is complete? */
static bool hurried(struct session *s, const struct tracker_reading *r)
{
	return s->hurry && session_speaks_for(s, s->hurry_player, r);
}

static void judge_agrees(struct session *s, int64_t now_us)
{
	if (s->question.use == USE_READINGS || s->question.use == USE_TAKEBACK)
		session_drop_question(s, now_us);
	session_agree(s, now_us);
	if (s->hurry_player && s->hurry_player != rules_player(session_variant(s), &s->record.here))
		s->hurry = false;
	/* The turn that it was pressed for has been read: it says nothing of his next one. */
	if (s->hurry_at != s->record.at && rules_turn_start(session_variant(s), &s->record.here))
		s->hurry = false;
	if (s->hurry && s->open_end && s->hidden == 1 && s->hidden_end != RULES_NO_ACTION) {
		session_put(s, now_us, s->hidden_end, false, true, NULL);
		session_tip_changed(s, now_us);
		session_said_over(s, now_us);
		s->hurry = false;
	}
	if (s->question.use == USE_NONE && (s->asked_pause || !ask_for_touched(s, now_us)))
		ask_for_hidden(s, now_us);
	s->hurry = false; /* it meant what has now been seen, not the next turn */
}

/* Do the readings differ in counted sites only? Then they are told apart by pit, count and side, not by a list. */
static bool differ_in_beads(struct session *s)
{
	const struct tracker_found *f = s->found;
	struct rules_look a[RULES_SITES_MAX], b[RULES_SITES_MAX];
	bool beads = false;

	if (f->more)
		return true;
	rules_project(session_variant(s), &f->reading[0].end, a);
	for (int i = 1; i < f->readings; i++) {
		rules_project(session_variant(s), &f->reading[i].end, b);
		for (int k = 0; k < s->tracker->sites; k++) {
			if (!memcmp(&a[k], &b[k], sizeof(a[k])))
				continue;
			if (s->tracker->site[k].sense != RULES_SENSE_COUNT)
				return false;
			beads = true;
		}
	}
	return beads;
}

/* Is it either this turn or another end of the turn before, or the next one as well? Steps from bead to bead would follow one
 * of them only. */
static bool two_beginnings(const struct session *s)
{
	const struct tracker_found *f = s->found;

	if (f->more)
		return false;
	for (int i = 0; i < f->readings; i++)
		if (session_keeps_line(s, &f->reading[i]) != (s->source == FROM_TIP) || f->reading[i].turns > 1)
			return true;
	return false;
}

static void ask(struct session *s, int64_t now_us)
{
	s->hurry = false;
	session_clear_mismatch(s, now_us);
	if (!s->clear && s->source <= FROM_BASE && (s->whose || (s->rivals && differ_in_beads(s) && !two_beginnings(s)))) {
		if (s->source == FROM_BASE) {
			session_back_to(s, now_us, s->base, "correction");
			session_tip_changed(s, now_us);
		}
		s->judged = JUDGE_NOTHING;
		s->asked_pause = true;
		session_ask_beads(s, now_us, s->whose ? BEADS_WHOSE : BEADS_SEVERAL);
		return;
	}
	if (s->source > FROM_BASE && s->hidden > 1 && !rules_turn_start(session_variant(s), &s->record.here)) {
		s->judged = JUDGE_NOTHING;
		s->asked_pause = true;
		session_ask_anything(s, now_us);
		return;
	}
	session_ask_readings(s, now_us);
}

static bool derived(const struct session *s)
{
	const struct tracker_found *f = s->found;

	return f->readings > 1 && (s->rivals > 0 || f->reading[s->best].actions > 0);
}

static void judge_reads(struct session *s, int64_t now_us)
{
	const struct tracker_reading *best = &s->found->reading[s->best];
	const struct session_settings *set = &s->settings;
	bool unfelt = best->doubt.unseen > 0 && !session_set_down(s, best);
	bool doubtful = unfelt || !s->clear;
	int64_t wait = set->settle_us;
	struct rules_state base;

	if (unfelt || best->vanish)
		wait = THINKING * set->patience_us;
	else if (doubtful || best->doubt.unseen || best->doubt.late || !best->actions || session_beads_alone(s))
		wait = set->settle_open_us;
	else if (session_state_at(s, s->base, &base) == 0 && tracker_extendable(s->tracker, &base, best))
		wait = set->settle_open_us;
	if ((hurried(s, best) && !s->handed) || s->source == FROM_UNDER_HAND)
		wait = set->settle_us;
	if (now_us - s->changed_us < wait) {
		later(s, s->changed_us + wait);
		/* Until it is believed or asked about, what stands wrong is shown as it is now. */
		if (s->mismatch && wait > set->settle_open_us)
			session_mismatch(s, now_us);
		return;
	}
	if (doubtful) {
		ask(s, now_us);
		return;
	}
	s->candidate = *best;
	session_clear_mismatch(s, now_us);
	session_accept(s, now_us, &s->candidate, derived(s));
	if (s->source == FROM_UNDER_HAND)
		session_update_lift(s, now_us);
	s->judged = JUDGE_LATER;
	session_judge(s, now_us);
}

static void judge_earlier(struct session *s, int64_t now_us)
{
	if (now_us - s->changed_us < s->settings.takeback_us) {
		later(s, s->changed_us + s->settings.takeback_us);
		return;
	}
	if (s->record.node[s->record.at].ply - s->record.node[s->earlier].ply > 1) {
		session_ask_takeback(s, now_us, s->earlier);
		return;
	}
	session_back_to(s, now_us, s->earlier, "hands");
	s->led = true;
	s->base = s->record.at;
	s->standing = s->base_standing = (struct tracker_mask){ 0 };
	s->judged = JUDGE_LATER;
	session_judge(s, now_us);
}

/* The beads of a legal turn without its piece: some people carry the beads first. */
static bool beads_came_first(struct session *s)
{
	struct tracker *t = s->tracker;
	struct seen_sensor sensor[RULES_SITES_MAX];
	struct rules_look look[RULES_SITES_MAX];

	if (!rules_turn_start(session_variant(s), &s->record.here))
		return false;
	rules_project(session_variant(s), &s->record.here, look);
	for (int i = 0; i < t->sites; i++)
		if (t->site[i].sense != RULES_SENSE_COUNT && !seen_fits(t->sensor[i], look[i], t->seen[i]))
			return false;
	memcpy(sensor, t->sensor, sizeof(sensor));
	for (int i = 0; i < t->sites; i++)
		if (t->site[i].sense != RULES_SENSE_COUNT)
			t->sensor[i].knows = 0;
	tracker_search(t, &s->record.here, &s->standing, s->tip_mark, 1, TRACKER_BUDGET, s->more);
	memcpy(t->sensor, sensor, sizeof(sensor));
	return s->more->readings > 0;
}

/* Has the player to move no choice but to go on to something that no sensor may have shown? */
static bool may_be_unfelt(struct session *s)
{
	struct rules_state next;

	if (s->legal != 1 || s->hidden != 1)
		return false;
	session_only_action(s, &next);
	return !rules_turn_start(session_variant(s), &next) && tracker_hidden(s->tracker, &next, NULL, NULL) > 0;
}

/* The next player's hand says that the turn is over, and some of it, or all that a player without a move could do, was not to
 * be seen: now is the time to ask for it. */
static bool next_player_lifts(struct session *s)
{
	const struct rules_state *here = &s->record.here;
	bool begun = !rules_turn_start(session_variant(s), here);

	return !s->setup && !s->led && !s->asked_pause &&
	       (begun ? s->hidden > 1 : may_be_unfelt(s) || (s->hurry && s->hidden)) && !tracker_in_hand(s->tracker, here) &&
	       (s->lift.wrong || s->open_end) && session_others_lift(s) && tracker_wrong(s->tracker, here, &s->standing) == 1;
}

static void judge_nothing(struct session *s, int64_t now_us)
{
	static const int again[] = { THINKING, LONG, VERY_LONG };
	int64_t quiet = now_us - s->changed_us;
	int half;

	if (session_lift_ends_turn(s)) {
		uint32_t mark = s->tip_mark;

		session_put(s, now_us, s->hidden_end, false, true, NULL);
		session_tip_changed(s, now_us);
		s->tip_mark = mark;
		session_update_lift(s, now_us);
	}
	if (session_result(s) != RULES_ONGOING)
		return;
	if (next_player_lifts(s)) {
		s->asked_pause = true;
		session_ask_beads(s, now_us, BEADS_UNSEEN);
		return;
	}
	if (s->setup || s->led || s->mismatch) {
		session_mismatch(s, now_us);
		return;
	}
	if (quiet < s->settings.patience_us) {
		later(s, s->changed_us + s->settings.patience_us);
		return;
	}
	half = session_look_half(s);
	if (half >= 0) {
		s->candidate = s->found->reading[half];
		session_clear_mismatch(s, now_us);
		session_accept(s, now_us, &s->candidate, false);
		s->judged = JUDGE_LATER;
		session_update_lift(s, now_us);
		session_judge(s, now_us);
		return;
	}
	s->hurry = false;
	s->beads_first = beads_came_first(s);
	if (s->beads_first) {
		session_clear_mismatch(s, now_us);
		s->beads_first = true;
		return;
	}
	if (!session_in_hand(s, quiet)) {
		session_mismatch(s, now_us);
		return;
	}
	if (session_others_lift(s)) {
		if (quiet >= THINKING * s->settings.patience_us && session_look_unfelt(s)) {
			ask(s, now_us);
			return;
		}
		if (quiet >= VERY_LONG * s->settings.patience_us) {
			session_mismatch(s, now_us);
			return;
		}
	}
	for (size_t i = 0; i < sizeof(again) / sizeof(again[0]); i++)
		if (quiet < again[i] * s->settings.patience_us)
			later(s, s->changed_us + again[i] * s->settings.patience_us);
}

static void judge(struct session *s, int64_t now_us)
{
	int64_t quiet_at = s->changed_us + s->settings.settle_us;

	s->due_us = INT64_MAX;
	if (!s->has_layout || !s->board_ready || !s->framed)
		return;
	if (now_us < quiet_at) {
		later(s, quiet_at);
		return;
	}
	if (!s->has_game || session_result(s) != RULES_ONGOING)
		session_look_for_start(s, now_us);
	else if (s->setup || s->led || s->mismatch)
		session_offer_elsewhere(s, now_us);
	if (!s->has_game || (s->question.use != USE_NONE && session_question_holds(s)))
		return;
	if (s->question.use != USE_NONE && s->question.use != USE_BEADS)
		session_drop_question(s, now_us);
	if (s->judged == JUDGE_LATER)
		s->judged = session_look(s);
	/* What blind pits hold stays to be asked whatever else goes on; only a reading of this turn answers it. */
	if (s->question.use == USE_BEADS && session_beads_go_on(s)) {
		session_drop_question(s, now_us);
		session_leave_spread(s, now_us);
		s->asked_pause = false;
		s->judged = session_look(s);
	}
	if (s->question.use == USE_BEADS) {
		if (s->judged != JUDGE_READS || s->source > FROM_BASE)
			return;
		session_drop_question(s, now_us);
	}
	switch (s->judged) {
	case JUDGE_AGREES: judge_agrees(s, now_us); break;
	case JUDGE_READS: judge_reads(s, now_us); break;
	case JUDGE_EARLIER: judge_earlier(s, now_us); break;
	default: judge_nothing(s, now_us); break;
	}
}

void session_judge(struct session *s, int64_t now_us)
{
	judge(s, now_us);
	session_warn(s, now_us);
}
