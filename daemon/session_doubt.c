/* session_doubt.c — what speaks against a reading by itself: parts that nothing felt, turns nobody witnessed, another one as
 * good. */
#include "session_internal.h"

#include <string.h>

bool session_same_end(const struct tracker_reading *a, const struct tracker_reading *b)
{
	return !memcmp(&a->end, &b->end, sizeof(a->end));
}

/* Does the reading go on from what the record holds? */
bool session_keeps_line(const struct session *s, const struct tracker_reading *r)
{
	rules_action line[SESSION_LINE_MAX];
	int had = session_line(s, line);

	return r->actions >= had && !memcmp(line, r->action, (size_t)had * sizeof(line[0]));
}

/* Places that were touched for nothing before the tip was agreed, and not since. */
static struct tracker_mask touched_for_nothing(const struct session *s, const struct rules_state *base)
{
	const struct tracker *t = s->tracker;
	struct rules_look from[RULES_SITES_MAX], to[RULES_SITES_MAX];
	struct tracker_mask places = { 0 };

	rules_project(session_variant(s), base, from);
	rules_project(session_variant(s), &s->record.here, to);
	for (int i = 0; i < t->touches; i++) {
		int site = t->touch[i].site;

		if (t->touch[i].order >= s->base_mark && !memcmp(&from[site], &to[site], sizeof(to[site])))
			tracker_mask_set(&places, site, t->touch[i].order < s->tip_mark);
	}
	return places;
}

/* What the record holds has been agreed: what was touched since then is for the rest of the reading to explain. */
void session_weigh(const struct session *s, const struct rules_state *base, struct tracker_reading *r)
{
	rules_action line[SESSION_LINE_MAX];
	struct tracker_agreed agreed = { .actions = session_line(s, line) };
	bool keeps = agreed.actions && session_keeps_line(s, r);

	if (!keeps)
		agreed = (struct tracker_agreed){ .places = touched_for_nothing(s, base) };
	tracker_weigh(s->tracker, base, keeps ? s->tip_mark : s->base_mark, &agreed, r);
}

/* How many of its actions the record holds. */
int session_recorded(const struct session *s, const struct tracker_reading *r)
{
	rules_action line[SESSION_LINE_MAX];
	int had = session_line(s, line), same = 0;

	while (same < had && same < r->actions && line[same] == r->action[same])
		same++;
	return same;
}

/* Does it add something to the record that no sensor would ever tell? */
bool session_in_the_dark(const struct session *s, const struct tracker_reading *r)
{
	return r->doubt.dark > session_recorded(s, r);
}

/* Does another reading explain the order better? A place touched by chance may speak for the wrong one. */
bool session_outdone(const struct session *s)
{
	const struct tracker_found *f = s->found;
	const struct tracker_reading *best = &f->reading[s->best];

	for (int i = 0; i < f->readings; i++) {
		const struct tracker_doubt *doubt = &f->reading[i].doubt;
		bool felt = doubt->unseen - doubt->silent <= best->doubt.unseen - best->doubt.silent;

		if (session_same_end(&f->reading[i], best))
			continue;
		/* A piece pushed off its place leaves no gap: then one seen elsewhere, too late, may be a sleeve. */
		if (felt && doubt->late < best->doubt.late - best->doubt.close)
			return true;
		if (doubt->unseen > best->doubt.unseen)
			continue;
		if (doubt->late < best->doubt.late || doubt->early < best->doubt.early || doubt->hasty < best->doubt.hasty)
			return true;
		if (doubt->close && doubt->stray <= best->doubt.stray && doubt->late - doubt->close <= best->doubt.late)
			return true;
	}
	return false;
}

/* Is only the order better, and that not as it should be either? A contact that trembled may have spoken for the wrong one. */
bool session_by_order_alone(const struct tracker_doubt *best, const struct tracker_doubt *rival)
{
	return best->late && best->unseen == rival->unseen && best->stray == rival->stray;
}

/* Would the sensors show every action of the run? */
bool session_all_visible(struct session *s, const struct rules_state *from, const struct tracker_reading *r)
{
	struct rules_state at = *from;
	struct tracker_change change;

	for (int k = 0; k < r->actions; k++) {
		tracker_change(s->tracker, &at, r->action[k], &change);
		if (!change.visible && (change.from != RULES_NO_SITE || change.to != RULES_NO_SITE))
			return false;
		at = change.after;
	}
	return true;
}

/* A piece that pushes another off its place leaves no gap, and for a while it may as well be in the hand. Once the same turn
 * has gone on, in that order, and nothing else fits, it was set down. */
bool session_set_down(struct session *s, const struct tracker_reading *r)
{
	const struct tracker_doubt *doubt = &r->doubt;
	struct tracker_change c;
	struct rules_state at;

	if (!doubt->mute || doubt->unseen != 1 || doubt->silent != 1 || doubt->late || s->rivals || s->found->more ||
	    s->found->exhausted || !session_keeps_line(s, r) || session_state_at(s, s->base, &at) < 0)
		return false; /* beads that followed an agreed move say nothing of another one */
	for (int k = 0; k < r->actions; k++) {
		tracker_change(s->tracker, &at, r->action[k], &c);
		if (k + 1 > doubt->mute && c.visible)
			return true;
		if (k + 1 >= doubt->mute && c.ends_turn)
			return false;
		at = c.after;
	}
	return false;
}

/* Do two turns explain a place that one turn leaves out, or leave out no more than it, in as good an order? */
bool session_explains_more(const struct tracker_doubt *two, const struct tracker_doubt *one)
{
	if (!one->stray || two->unseen > one->unseen)
		return false;
	return two->stray < one->stray || (two->stray == one->stray && two->late <= one->late);
}

bool session_witnessed(struct session *s)
{
	struct tracker_found *f = s->found;
	struct rules_state base;

	if (session_state_at(s, s->base, &base) < 0)
		return false;
	for (int i = 0; i < f->readings; i++) {
		session_weigh(s, &base, &f->reading[i]);
		if (!f->reading[i].doubt.unseen && !session_in_the_dark(s, &f->reading[i]))
			return true;
	}
	return false;
}

/* Does the second turn begin with something that no sensor shows? Then what follows may as well belong to the first. */
static bool second_begins_hidden(struct session *s, const struct rules_state *base, const struct tracker_reading *r)
{
	struct rules_state at = *base;
	struct tracker_change c;
	bool second = false;

	for (int k = 0; k < r->actions; k++) {
		tracker_change(s->tracker, &at, r->action[k], &c);
		if (second)
			return !c.visible && !c.ends_turn;
		second = c.ends_turn;
		at = c.after;
	}
	return false;
}

/* Two turns at once are believed only if everything they need was seen to happen; `unseen`: but for so many things. */
void session_keep_witnessed(struct session *s, int unseen)
{
	struct tracker_found *f = s->found;
	struct rules_state base;
	int kept = 0;

	if (session_state_at(s, s->base, &base) < 0)
		return;
	for (int i = 0; i < f->readings; i++) {
		session_weigh(s, &base, &f->reading[i]);
		if (f->reading[i].doubt.unseen <= unseen && !second_begins_hidden(s, &base, &f->reading[i]))
			f->reading[kept++] = f->reading[i];
	}
	f->readings = kept;
}

/* The button speaks for the turn of the player who pressed it, never for what the next one, quicker than the board, has begun
 * meanwhile. */
bool session_speaks_for(struct session *s, int button, const struct tracker_reading *r)
{
	struct rules_state at;
	int player = 0;

	if (!button)
		return true;
	if (session_state_at(s, s->base, &at) < 0)
		return false;
	for (int k = 0; k < r->actions; k++) {
		player = rules_player(session_variant(s), &at);
		rules_apply(session_variant(s), &at, r->action[k]);
	}
	return player == button;
}

/* Is what is seen on the way from one look to the other? */
static bool between(const struct tracker *t, const struct rules_look *before, const struct rules_look *after)
{
	for (int i = 0; i < t->sites; i++) {
		struct seen was = seen_of(t->sensor[i], before[i]), will = seen_of(t->sensor[i], after[i]), is = t->seen[i];

		if (t->site[i].sense != RULES_SENSE_COUNT
			? memcmp(&will, &is, sizeof(is)) != 0
			: (is.count < was.count && is.count < will.count) || (is.count > was.count && is.count > will.count))
			return false;
	}
	return true;
}

/* Does another action of the same position go where the reading's action went, so that the board looks as on the way to it? */
static bool may_be_under_way(struct session *s, const struct rules_state *at, rules_action a)
{
	const struct tracker *t = s->tracker;
	struct rules_look before[RULES_SITES_MAX], other[RULES_SITES_MAX];
	rules_action list[RULES_ACTIONS_MAX];
	struct tracker_change did, c;
	int n = rules_legal(&t->variant, at, list);

	tracker_change(s->tracker, at, a, &did);
	rules_project(&t->variant, at, before);
	for (int k = 0; k < n; k++) {
		tracker_change(s->tracker, at, list[k], &c);
		if (c.from == did.from || c.to != did.to || c.fall <= 1)
			continue;
		rules_project(&t->variant, &c.after, other);
		if (between(t, before, other))
			return true;
	}
	return false;
}

/* Does its last action take beads from where no sensor shows it, while others, more of them, may still be on their way from a
 * pit that is as full? */
bool session_perhaps_begun(struct session *s, const struct rules_state *base, const struct tracker_reading *r)
{
	const struct tracker *t = s->tracker;
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	struct rules_state at = *base;
	struct tracker_change c;

	if (r->actions <= session_recorded(s, r))
		return false;
	for (int k = 0; k + 1 < r->actions; k++)
		rules_apply(&t->variant, &at, r->action[k]);
	tracker_change(s->tracker, &at, r->action[r->actions - 1], &c);
	if (c.from == RULES_NO_SITE || t->site[c.from].sense != RULES_SENSE_COUNT)
		return false;
	rules_project(&t->variant, &at, before);
	rules_project(&t->variant, &c.after, after);
	return seen_of(t->sensor[c.from], before[c.from]).count == seen_of(t->sensor[c.from], after[c.from]).count &&
	       may_be_under_way(s, &at, r->action[r->actions - 1]);
}

/* Of what it adds, does a turn before the last one take beads from where no sensor shows it, or drop them so? Which they were
 * follows from what the next player did, and he may not have finished. */
bool session_half_felt(const struct session *s, const struct rules_state *base, const struct tracker_reading *r)
{
	const struct tracker *t = s->tracker;
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	struct rules_state at = *base;
	int known = session_recorded(s, r), unfelt = 0, in_earlier = 0;

	rules_project(&t->variant, &at, before);
	for (int k = 0; k < r->actions; k++) {
		rules_apply(&t->variant, &at, r->action[k]);
		rules_project(&t->variant, &at, after);
		for (int i = 0; i < t->sites; i++) {
			struct seen was = seen_of(t->sensor[i], before[i]), is = seen_of(t->sensor[i], after[i]);

			unfelt += k >= known && t->site[i].sense == RULES_SENSE_COUNT && before[i].count != after[i].count &&
				  was.count == is.count;
		}
		if (rules_turn_start(&t->variant, &at) && k + 1 < r->actions)
			in_earlier = unfelt;
		memcpy(before, after, sizeof(before));
	}
	return in_earlier > 0;
}
