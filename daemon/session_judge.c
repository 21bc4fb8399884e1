/* session_judge.c — when the board is quiet: what does it show, and is it time to believe it? */
#include "session_internal.h"

#include <jansson.h>
#include <string.h>

/* A look that could also be a piece in a thinking hand is believed, or asked about, only after this many patiences. */
enum { THINKING = 3 };

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

static void add(struct session *s, const struct tracker_reading *r)
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
	tracker_search(s->tracker, &s->record.here, &s->standing, s->tip_mark, turns, TRACKER_BUDGET - s->found->nodes, s->more);
	for (int i = 0; i < s->more->readings; i++)
		if (prepend(&s->more->reading[i], line, n))
			add(s, &s->more->reading[i]);
	s->found->more |= s->more->more;
	s->found->exhausted |= s->more->exhausted;
	s->found->nodes += s->more->nodes;
}

static bool touched_since(const struct tracker *t, uint32_t mark, int site)
{
	for (int i = t->touches - 1; i >= 0 && t->touch[i].order >= mark; i--)
		if (t->touch[i].site == site)
			return true;
	return mark < t->gap;
}

/* The board has been seen quiet at the tip. Another first turn can only have come about by hands on the board since then. */
static bool came_about(struct session *s, const struct rules_state *base, const struct tracker_reading *r)
{
	const struct tracker *t = s->tracker;
	struct rules_look tip[RULES_SITES_MAX], end[RULES_SITES_MAX];
	struct rules_state at = *base;

	for (int k = 0; k < r->actions; k++) {
		rules_apply(&t->variant, &at, r->action[k]);
		if (rules_turn_start(&t->variant, &at))
			break;
	}
	rules_project(&t->variant, &s->record.here, tip);
	rules_project(&t->variant, &at, end);
	for (int i = 0; i < t->sites; i++) {
		struct seen a = seen_of(t->sensor[i], tip[i]), b = seen_of(t->sensor[i], end[i]);

		if (memcmp(&a, &b, sizeof(a)) && !touched_since(t, s->tip_mark, i))
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
		add(s, &back);
		return;
	}
	tracker_search(s->tracker, &back.end, &s->base_standing, s->base_mark, turns, TRACKER_BUDGET - s->found->nodes, s->more);
	for (int i = 0; i < s->more->readings; i++)
		if (came_about(s, &back.end, &s->more->reading[i]))
			add(s, &s->more->reading[i]);
	s->found->more |= s->more->more;
	s->found->exhausted |= s->more->exhausted;
	s->found->nodes += s->more->nodes;
}

static bool same_end(const struct tracker_reading *a, const struct tracker_reading *b)
{
	return !memcmp(&a->end, &b->end, sizeof(a->end));
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
		s->clear = !f->more && tracker_compare(&f->reading[s->best].doubt, &f->reading[rival].doubt) < 0;
}

static bool find_earlier(struct session *s)
{
	const struct rules_node *node = s->record.node;
	uint32_t at = s->record.at;
	struct rules_state state;

	while (at != 0) {
		at = node[at].parent;
		if (session_state_at(s, at, &state) == 0 && tracker_fits(s->tracker, &state, NULL)) {
			s->earlier = at;
			return true;
		}
	}
	return false;
}

/* A reading that has things happen in another order than was seen is doubted: the last turn may have gone on while the next player
 * was already at it. */
static void widen(struct session *s)
{
	struct tracker_found *f = s->found;
	struct tracker_doubt doubt = f->reading[s->best].doubt;
	int had = f->readings, kept = had;
	bool more = f->more, exhausted = f->exhausted;
	struct rules_state base;

	if (session_state_at(s, s->base, &base) < 0)
		return;
	f->more = f->exhausted = false;
	search_from_base(s, 2);
	for (int i = had; i < f->readings && !f->more && !f->exhausted; i++) {
		tracker_weigh(s->tracker, &base, s->base_mark, &f->reading[i]);
		if (f->reading[i].doubt.late < doubt.late)
			f->reading[kept++] = f->reading[i];
	}
	f->readings = kept;
	f->more = more;
	f->exhausted = exhausted;
	choose(s);
	if (s->best >= had)
		s->source = FROM_BASE_TWO;
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
		if (!f->reading[i].doubt.unseen)
			f->reading[kept++] = f->reading[i];
	}
	f->readings = kept;
}

/* The next player is quicker than the board: his piece is in his hand already. Put back in thought, it shows the turn before
 * complete; that he lifted it says that it was. Only what is beyond doubt is read so. */
static bool look_under_hand(struct session *s)
{
	struct tracker *t = s->tracker;
	struct tracker_found *f = s->found;
	const struct tracker_touch *last = t->touches ? &t->touch[t->touches - 1] : NULL;
	int kept = 0;

	if (!last || last->order < s->base_mark || last->now.count || t->site[last->site].sense != RULES_SENSE_PIECE)
		return false;
	t->seen[last->site] = last->was;
	if (!tracker_fits(t, &s->record.here, &s->standing)) {
		search_from_tip(s, 1);
		search_from_base(s, 1);
	}
	t->seen[last->site] = last->now;
	for (int i = 0; i < f->readings; i++) {
		const struct rules_state *end = &f->reading[i].end;
		if (f->reading[i].actions && rules_turn_start(&t->variant, end) && rules_result(&t->variant, end) == RULES_ONGOING &&
		    session_may_lift(s, end, last->site))
			f->reading[kept++] = f->reading[i];
	}
	f->readings = kept;
	if (kept)
		choose(s);
	if (!kept || f->more || f->exhausted || !s->clear || f->reading[s->best].doubt.unseen)
		f->readings = 0;
	s->source = FROM_UNDER_HAND;
	return f->readings > 0;
}

static enum judgement look(struct session *s)
{
	s->found->readings = s->found->nodes = 0;
	s->found->more = s->found->exhausted = false;
	if (tracker_fits(s->tracker, &s->record.here, &s->standing))
		return JUDGE_AGREES;
	if (s->setup || s->led)
		return JUDGE_NOTHING;
	search_from_tip(s, 1);
	s->source = s->found->readings ? FROM_TIP : FROM_BASE;
	search_from_base(s, 1);
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
	if (s->found->readings) {
		choose(s);
		if (s->source <= FROM_TIP_TWO && s->found->reading[s->best].doubt.late)
			widen(s);
		return JUDGE_READS;
	}
	if (look_under_hand(s))
		return JUDGE_READS;
	return find_earlier(s) ? JUDGE_EARLIER : JUDGE_NOTHING;
}

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
	struct rules_state next = s->record.here;
	rules_action only[RULES_ACTIONS_MAX];
	int legal;

	if (!s->hidden || s->hidden != s->legal)
		return false;
	if (s->legal > 1)
		return true;
	rules_legal(session_variant(s), &next, only);
	rules_apply(session_variant(s), &next, only[0]);
	return tracker_hidden(s->tracker, &next, NULL, &legal) == legal && legal;
}

/* Is there anything to choose in this turn? */
static bool turn_goes_on(struct session *s)
{
	rules_action only[RULES_ACTIONS_MAX];
	struct rules_state next = s->record.here;

	if (s->legal > 1)
		return true;
	rules_legal(session_variant(s), &next, only);
	rules_apply(session_variant(s), &next, only[0]);
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
	session_ask_beads(s, now_us);
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
		tracker_weigh(s->tracker, here, s->tip_mark, &r);
		if (!c.visible && !c.ends_turn && c.to != RULES_NO_SITE && !r.doubt.unseen)
			add(s, &r);
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

/* Does the button say that this reading is complete? It speaks for the turn of the player who pressed it, never for what the next
 * one, quicker than the board, has begun meanwhile. */
static bool hurried(struct session *s, const struct tracker_reading *r)
{
	struct rules_state at;
	int player = 0;

	if (!s->hurry || !s->hurry_player)
		return s->hurry;
	if (session_state_at(s, s->base, &at) < 0)
		return false;
	for (int k = 0; k < r->actions; k++) {
		player = rules_player(session_variant(s), &at);
		rules_apply(session_variant(s), &at, r->action[k]);
	}
	return player == s->hurry_player;
}

static void judge_agrees(struct session *s, int64_t now_us)
{
	if (s->question.use == USE_READINGS || s->question.use == USE_TAKEBACK)
		session_drop_question(s, now_us);
	session_agree(s, now_us);
	if (s->hurry_player && s->hurry_player != rules_player(session_variant(s), &s->record.here))
		s->hurry = false;
	if (s->hurry && s->open_end && s->hidden_end != RULES_NO_ACTION) {
		session_put(s, now_us, s->hidden_end, false, true, NULL);
		session_tip_changed(s, now_us);
		session_settle_base(s, now_us, s->record.at, s->tracker->order);
		s->tip_mark = s->tracker->order;
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

static void ask(struct session *s, int64_t now_us)
{
	s->hurry = false;
	session_clear_mismatch(s, now_us);
	if (s->rivals && !s->clear && s->source <= FROM_BASE && differ_in_beads(s)) {
		if (s->source == FROM_BASE) {
			session_back_to(s, now_us, s->base, "correction");
			session_tip_changed(s, now_us);
		}
		s->judged = JUDGE_NOTHING;
		s->asked_pause = true;
		session_ask_beads(s, now_us);
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
	bool doubtful = best->doubt.unseen > 0 || !s->clear;
	int64_t wait = set->settle_us;
	struct rules_state base;

	if (best->doubt.unseen > 0 || best->vanish)
		wait = THINKING * set->patience_us;
	else if (doubtful || !best->actions)
		wait = set->settle_open_us;
	else if (session_state_at(s, s->base, &base) == 0 && tracker_extendable(s->tracker, &base, best))
		wait = set->settle_open_us;
	if (hurried(s, best) || s->source == FROM_UNDER_HAND)
		wait = set->settle_us;
	if (now_us - s->changed_us < wait) {
		later(s, s->changed_us + wait);
		return;
	}
	if (doubtful) {
		ask(s, now_us);
		return;
	}
	uint32_t lifted = s->tracker->touches ? s->tracker->touch[s->tracker->touches - 1].order : 0;
	s->candidate = *best;
	session_clear_mismatch(s, now_us);
	session_accept(s, now_us, &s->candidate, derived(s));
	if (s->source == FROM_UNDER_HAND) {
		s->tip_mark = lifted; /* the lift belongs to the next turn */
		session_update_lift(s, now_us);
	}
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

static void judge_nothing(struct session *s, int64_t now_us)
{
	int64_t quiet = now_us - s->changed_us;

	if (session_lift_ends_turn(s)) {
		uint32_t mark = s->tip_mark;

		session_put(s, now_us, s->hidden_end, false, true, NULL);
		session_tip_changed(s, now_us);
		s->tip_mark = mark;
		session_update_lift(s, now_us);
	}
	if (session_result(s) != RULES_ONGOING)
		return;
	if (s->setup || s->led || s->mismatch) {
		session_mismatch(s, now_us);
		return;
	}
	if (quiet < s->settings.patience_us) {
		later(s, s->changed_us + s->settings.patience_us);
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
	if (quiet < 5 * s->settings.patience_us)
		later(s, s->changed_us + 5 * s->settings.patience_us);
}

void session_judge(struct session *s, int64_t now_us)
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
	if (!s->has_game || (s->question.use != USE_NONE && session_question_holds(s)))
		return;
	if (s->question.use != USE_NONE && s->question.use != USE_BEADS)
		session_drop_question(s, now_us);
	if (s->judged == JUDGE_LATER)
		s->judged = look(s);
	/* What blind pits hold stays to be asked whatever else goes on; only a reading of this turn answers it. */
	if (s->question.use == USE_BEADS) {
		if (s->judged != JUDGE_READS || s->source > FROM_BASE)
			return;
		session_drop_question(s, now_us);
	}
	switch (s->judged) {
	case JUDGE_AGREES:
		judge_agrees(s, now_us);
		break;
	case JUDGE_READS:
		judge_reads(s, now_us);
		break;
	case JUDGE_EARLIER:
		judge_earlier(s, now_us);
		break;
	default:
		judge_nothing(s, now_us);
		break;
	}
}
