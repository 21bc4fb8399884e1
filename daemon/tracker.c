/* tracker.c — the projection search: runs of legal actions whose look fits what the sensors see. */
#include "tracker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_ROOM = 8 * RULES_ACTIONS_MAX };

/* What stays the same during one search. */
struct search {
	struct tracker *t;
	struct tracker_found *found;
	bool touched[RULES_SITES_MAX];
	rules_action run[TRACKER_RUN_MAX];
	int budget, turns, used;
};

/* One position on the way. */
struct level {
	struct rules_state state;
	struct rules_look look[RULES_SITES_MAX];
	struct tracker_mask standing;
	int wrong;        /* sites that do not fit */
	int wrong_pieces; /* those of them that do not count beads */
	int over;         /* counted sites that stand above what is seen */
	int turn;         /* turns completed */
};

static bool excused(const struct tracker *t, const struct tracker_mask *standing, const struct rules_look *look, int i)
{
	return standing && !look[i].count && t->seen[i].count == 1 && tracker_mask_has(standing, i);
}

static bool site_fits(const struct tracker *t, const struct tracker_mask *standing, const struct rules_look *look, int i)
{
	return seen_fits(t->sensor[i], look[i], t->seen[i]) || excused(t, standing, look, i);
}

static bool site_over(const struct tracker *t, const struct rules_look *look, int i)
{
	return t->site[i].sense == RULES_SENSE_COUNT && seen_of(t->sensor[i], look[i]).count > t->seen[i].count;
}

static bool site_short(const struct tracker *t, const struct rules_look *look, int i)
{
	return t->site[i].sense == RULES_SENSE_COUNT && seen_of(t->sensor[i], look[i]).count < t->seen[i].count;
}

static bool same_look(struct rules_look a, struct rules_look b)
{
	return a.count == b.count && a.owner == b.owner && a.rank == b.rank;
}

static bool same_seen(struct seen a, struct seen b)
{
	return a.count == b.count && a.owner == b.owner && a.rank == b.rank;
}

int tracker_differing(const struct rules_look *a, const struct rules_look *b, int n, uint16_t *list)
{
	enum { STRIDE = 16 };
	int found = 0;

	for (int base = 0; base < n; base += STRIDE) {
		int end = base + STRIDE < n ? base + STRIDE : n;

		if (!memcmp(a + base, b + base, (size_t)(end - base) * sizeof(*a)))
			continue;
		for (int i = base; i < end; i++)
			if (!same_look(a[i], b[i]))
				list[found++] = (uint16_t)i;
	}
	return found;
}

/* A player who is out leaves the board all at once, but people finish the move first: his other pieces may stand. */
static void excuse_beaten(const struct tracker *t, const struct level *parent, struct level *child, const uint16_t *changed,
			  int n)
{
	int left[RULES_NEUTRAL + 1] = { 0 }, emptied = 0;

	for (int i = 0; i < n; i++)
		emptied += parent->look[changed[i]].count && !child->look[changed[i]].count;
	if (emptied < 2)
		return;
	for (int i = 0; i < t->sites; i++)
		if (child->look[i].count && child->look[i].owner <= RULES_NEUTRAL)
			left[child->look[i].owner]++;
	for (int i = 0; i < n; i++) {
		struct rules_look was = parent->look[changed[i]];

		if (was.count == 1 && was.owner && was.owner <= RULES_NEUTRAL && !child->look[changed[i]].count &&
		    !left[was.owner] && !tracker_changed_hands(t, changed[i]))
			tracker_mask_set(&child->standing, changed[i], true);
	}
}

/* Plays `a` on a copy of the parent. False: no hand has done this, or nothing can come of it. */
static bool descend(struct search *q, const struct level *parent, rules_action a, struct level *child)
{
	struct tracker *t = q->t;
	uint16_t changed[RULES_SITES_MAX];
	int n;

	child->state = parent->state;
	rules_apply(&t->variant, &child->state, a);
	rules_project(&t->variant, &child->state, child->look);
	n = tracker_differing(parent->look, child->look, t->sites, changed);
	child->standing = parent->standing;
	child->wrong = parent->wrong;
	child->wrong_pieces = parent->wrong_pieces;
	child->over = parent->over;
	child->turn = parent->turn + (rules_turn_start(&t->variant, &child->state) ||
				      rules_result(&t->variant, &child->state) != RULES_ONGOING);
	excuse_beaten(t, parent, child, changed, n);
	for (int k = 0; k < n; k++) {
		int i = changed[k];
		bool excuse = excused(t, &child->standing, child->look, i);
		int better;

		if (!q->touched[i] && !excuse &&
		    !same_seen(seen_of(t->sensor[i], parent->look[i]), seen_of(t->sensor[i], child->look[i])))
			return false;
		better = site_fits(t, &child->standing, child->look, i) - site_fits(t, &parent->standing, parent->look, i);
		child->wrong -= better;
		child->wrong_pieces -= t->site[i].sense == RULES_SENSE_COUNT ? 0 : better;
		child->over += site_over(t, child->look, i) - site_over(t, parent->look, i);
	}
	return true;
}

bool tracker_in_hand(const struct tracker *t, const struct rules_state *s)
{
	return t->counted && !rules_may_lower(&t->variant, s) && !rules_turn_start(&t->variant, s) &&
	       rules_result(&t->variant, s) == RULES_ONGOING;
}

static bool mid_spread(const struct tracker *t, const struct level *at)
{
	return tracker_in_hand(t, &at->state);
}

/* While beads are being dropped nothing gets lower any more in this turn, and the next turn takes from one pit only. */
static bool too_high(const struct search *q, const struct level *at)
{
	if (!at->over || !mid_spread(q->t, at))
		return false;
	return at->turn + 1 >= q->turns || at->over > 1;
}

/* When beads are what is left of a turn, its pieces stand where they stand; the next turn sets one piece down, which concerns
 * two sites, and may clear away all that a beaten player has where others play on. */
static bool beads_only(const struct tracker *t, const struct level *at, const rules_action *list, int n)
{
	const int sample[] = { 0, n - 1 };
	struct rules_look look[RULES_SITES_MAX];

	if (!n || !t->counted || rules_turn_start(&t->variant, &at->state))
		return false;
	for (int k = 0; k < 2; k++) {
		struct rules_state s = at->state;

		rules_apply(&t->variant, &s, list[sample[k]]);
		rules_project(&t->variant, &s, look);
		for (int i = 0; i < t->sites; i++)
			if (t->site[i].sense != RULES_SENSE_COUNT && !same_look(look[i], at->look[i]))
				return false;
	}
	return true;
}

static bool misplaced(const struct search *q, const struct level *at, const rules_action *list, int n)
{
	int next = q->t->variant.players > 2 ? RULES_SITES_MAX : 2;
	int bearable = at->turn + 1 < q->turns ? next : 0;

	return at->wrong_pieces > bearable && beads_only(q->t, at, list, n);
}

static void keep(struct search *q, const struct level *at, int depth)
{
	struct tracker_found *f = q->found;
	struct tracker_reading *r;

	if (f->readings == TRACKER_READINGS_MAX) {
		f->more = true;
		return;
	}
	r = &f->reading[f->readings++];
	*r = (struct tracker_reading){ .actions = depth, .end = at->state, .standing = at->standing, .turns = at->turn };
	memcpy(r->action, q->run, (size_t)depth * sizeof(q->run[0]));
}

/* In the last turn a pit that is still short must be within reach of the very next drop or a later one: drops go round the
 * ring in one direction, so what no legal drop can reach now is out of reach for good. */
static bool out_of_reach(struct search *q, const struct level *at, const rules_action *list, int n)
{
	struct tracker *t = q->t;
	struct rules_look look[RULES_SITES_MAX];
	struct tracker_mask raised = { 0 };

	if (at->turn + 1 < q->turns || !mid_spread(t, at))
		return false;
	for (int k = 0; k < n; k++) {
		struct rules_state s = at->state;

		rules_apply(&t->variant, &s, list[k]);
		rules_project(&t->variant, &s, look);
		for (int i = 0; i < t->sites; i++)
			if (look[i].count > at->look[i].count)
				tracker_mask_set(&raised, i, true);
	}
	for (int i = 0; i < t->sites; i++)
		if (site_short(t, at->look, i) && !tracker_mask_has(&raised, i))
			return true;
	return false;
}

/* The turn begun is over and nothing has moved for it: that is no turn to count. */
static bool only_ends(const struct tracker *t, const struct level *at, const struct level *child)
{
	return child->turn > at->turn && !memcmp(at->look, child->look, (size_t)t->sites * sizeof(at->look[0]));
}

static void explore(struct search *q, const struct level *at, int depth)
{
	struct tracker *t = q->t;
	rules_action *list = t->list + q->used;
	struct level child;
	int n, ended;

	if (depth == TRACKER_RUN_MAX || q->used + RULES_ACTIONS_MAX > LIST_ROOM) {
		q->found->exhausted = true;
		return;
	}
	n = rules_legal(&t->variant, &at->state, list);
	q->used += n;
	if (misplaced(q, at, list, n) || out_of_reach(q, at, list, n))
		n = 0;
	for (int k = 0; k < n && !q->found->more; k++) {
		if (++q->found->nodes > q->budget) {
			q->found->exhausted = true;
			break;
		}
		if (!descend(q, at, list[k], &child) || too_high(q, &child))
			continue;
		q->run[depth] = list[k];
		ended = !depth && q->turns > 1 && only_ends(t, at, &child);
		q->turns += ended;
		if (!child.wrong && !mid_spread(t, &child))
			keep(q, &child, depth + 1);
		else if (child.turn < q->turns && rules_result(&t->variant, &child.state) == RULES_ONGOING)
			explore(q, &child, depth + 1);
		q->turns -= ended;
	}
	q->used = (int)(list - t->list);
}

static void begin(struct search *q, struct tracker *t, const struct rules_state *from, const struct tracker_mask *standing,
		  uint32_t mark, struct level *root)
{
	root->state = *from;
	root->standing = standing ? *standing : (struct tracker_mask){ 0 };
	root->turn = 0;
	root->wrong = 0;
	root->wrong_pieces = 0;
	root->over = 0;
	rules_project(&t->variant, from, root->look);
	for (int i = 0; i < t->sites; i++) {
		bool fits = site_fits(t, &root->standing, root->look, i);

		root->wrong += !fits;
		root->wrong_pieces += !fits && t->site[i].sense != RULES_SENSE_COUNT;
		root->over += site_over(t, root->look, i);
		q->touched[i] = !fits || mark < t->gap;
	}
	for (int i = t->touches - 1; i >= 0 && t->touch[i].order >= mark; i--)
		q->touched[t->touch[i].site] = true;
}

static void clear(struct tracker_found *found)
{
	found->readings = 0;
	found->nodes = 0;
	found->more = false;
	found->exhausted = false;
}

void tracker_search(struct tracker *t, const struct rules_state *from, const struct tracker_mask *standing, uint32_t mark,
		    int turns, int budget, struct tracker_found *ret)
{
	struct search q = { .t = t, .found = ret, .budget = budget, .turns = turns };
	struct level root;

	clear(ret);
	if (rules_result(&t->variant, from) != RULES_ONGOING)
		return;
	begin(&q, t, from, standing, mark, &root);
	explore(&q, &root, 0);
}

int tracker_leads(struct tracker *t, const struct rules_state *s, const struct tracker_mask *standing, uint32_t mark,
		  rules_action *list, int room)
{
	enum { LOOK_BUDGET = 400 };
	struct search q = { .t = t, .found = &t->scratch, .turns = 1 };
	struct level root, child;
	int n = rules_legal(&t->variant, s, t->option), kept = 0;

	begin(&q, t, s, standing, mark, &root);
	for (int k = 0; k < n && kept < room; k++) {
		if (!descend(&q, &root, t->option[k], &child) || too_high(&q, &child))
			continue;
		clear(q.found);
		q.budget = LOOK_BUDGET;
		if (child.turn < q.turns && (child.wrong || mid_spread(t, &child)))
			explore(&q, &child, 0);
		if ((!child.wrong && !mid_spread(t, &child)) || q.found->readings || q.found->exhausted)
			list[kept++] = t->option[k];
	}
	return kept;
}

int tracker_wrong(const struct tracker *t, const struct rules_state *s, const struct tracker_mask *standing)
{
	struct rules_look look[RULES_SITES_MAX];
	int wrong = 0;

	rules_project(&t->variant, s, look);
	for (int i = 0; i < t->sites; i++)
		wrong += !site_fits(t, standing, look, i);
	return wrong;
}

bool tracker_fits(const struct tracker *t, const struct rules_state *s, const struct tracker_mask *standing)
{
	return tracker_wrong(t, s, standing) == 0;
}

int tracker_new(struct tracker **ret)
{
	struct tracker *t = calloc(1, sizeof(*t));

	if (!t)
		return -ENOMEM;
	t->list = calloc(LIST_ROOM, sizeof(*t->list));
	if (!t->list) {
		free(t);
		return -ENOMEM;
	}
	*ret = t;
	return 0;
}

void tracker_free(struct tracker *t)
{
	if (!t)
		return;
	free(t->list);
	free(t);
}
