/* tracker_change.c — what single actions look like: hidden ones, and those that a hand could still make of another. */
#include "tracker.h"

#include <string.h>

static bool same(struct seen a, struct seen b)
{
	return a.count == b.count && a.owner == b.owner && a.rank == b.rank;
}

/* Whether a sensor feels it, and the site that `before` shows fuller than `after`, or RULES_NO_SITE; the path names the right
 * one where several are. A row that is sown may have been filled again when the last lap ends: where that began is on no look. */
static void differences(struct tracker *t, const struct rules_state *s, rules_action a, const struct rules_look *before,
			const struct rules_look *after, struct tracker_change *ret)
{
	struct rules_path *path = &t->path[0];
	uint16_t changed[RULES_SITES_MAX];
	int n = tracker_differing(before, after, t->sites, changed), lower = 0, higher = 0;

	for (int k = 0; k < n; k++) {
		int i = changed[k];

		ret->visible |= !same(seen_of(t->sensor[i], before[i]), seen_of(t->sensor[i], after[i]));
		if (after[i].count < before[i].count) {
			ret->from = (uint16_t)i;
			lower++;
		}
		if (after[i].count > before[i].count || (after[i].count && after[i].owner != before[i].owner)) {
			ret->to = (uint16_t)i;
			higher++;
		}
	}
	bool sown = ret->from != RULES_NO_SITE && t->site[ret->from].kind == RULES_ROW;
	if (lower == 1 && higher == 1 && !sown)
		return;
	rules_path(&t->variant, s, a, path);
	for (int i = 0; i < path->length; i++) {
		if (path->step[i].mark == RULES_MARK_START && (lower != 1 || sown))
			ret->from = path->step[i].site;
		if (path->step[i].mark == RULES_MARK_END && (higher != 1 || sown))
			ret->to = path->step[i].site;
	}
}

void tracker_change(struct tracker *t, const struct rules_state *s, rules_action a, struct tracker_change *ret)
{
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];

	*ret = (struct tracker_change){ .from = RULES_NO_SITE, .to = RULES_NO_SITE, .after = *s };
	rules_apply(&t->variant, &ret->after, a);
	rules_project(&t->variant, s, before);
	rules_project(&t->variant, &ret->after, after);
	differences(t, s, a, before, after, ret);
	if (ret->from != RULES_NO_SITE && before[ret->from].count > after[ret->from].count)
		ret->fall = before[ret->from].count - after[ret->from].count;
	ret->ends_turn = rules_turn_start(&t->variant, &ret->after) || rules_result(&t->variant, &ret->after) != RULES_ONGOING;
}

int tracker_hidden(struct tracker *t, const struct rules_state *s, rules_action *ret_end, int *ret_legal)
{
	rules_action *list = t->option;
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	int n = rules_legal(&t->variant, s, list), hidden = 0;
	rules_action end = RULES_NO_ACTION;

	rules_project(&t->variant, s, before);
	for (int k = 0; k < n; k++) {
		struct rules_state next = *s;
		bool still, shown = false;

		rules_apply(&t->variant, &next, list[k]);
		rules_project(&t->variant, &next, after);
		still = !memcmp(before, after, (size_t)t->sites * sizeof(before[0]));
		for (int i = 0; i < t->sites && !still && !shown; i++)
			shown = !same(seen_of(t->sensor[i], before[i]), seen_of(t->sensor[i], after[i]));
		hidden += !shown;
		if (still && rules_turn_start(&t->variant, &next))
			end = list[k];
	}
	if (ret_end)
		*ret_end = end;
	if (ret_legal)
		*ret_legal = n;
	return hidden;
}

static uint16_t path_site(const struct rules_path *path, enum rules_mark mark)
{
	for (int i = path->length - 1; i >= 0; i--)
		if (path->step[i].mark == mark)
			return path->step[i].site;
	return RULES_NO_SITE;
}

static bool passes(const struct rules_path *path, uint16_t site)
{
	for (int i = 1; i + 1 < path->length; i++)
		if (path->step[i].site == site && path->step[i].mark != RULES_MARK_OVER)
			return true;
	return false;
}

/* One action of a run: is it a stage of another legal one? */
static bool stage(struct tracker *t, const struct rules_state *s, rules_action a)
{
	struct rules_path *way = &t->path[1];
	struct tracker_change did, could;
	rules_action *list = t->option;
	uint16_t start, end;
	int n;

	tracker_change(t, s, a, &did);
	rules_path(&t->variant, s, a, way);
	start = path_site(way, RULES_MARK_START);
	end = path_site(way, RULES_MARK_END);
	if (start == RULES_NO_SITE)
		return false;
	n = rules_legal(&t->variant, s, list);
	for (int k = 0; k < n; k++) {
		if (list[k] == a)
			continue;
		rules_path(&t->variant, s, list[k], way);
		if (path_site(way, RULES_MARK_START) != start)
			continue;
		if (end != RULES_NO_SITE && end != start && passes(way, end))
			return true;
		if (!did.fall || t->site[start].sense != RULES_SENSE_COUNT)
			continue;
		tracker_change(t, s, list[k], &could);
		if (could.from == did.from && could.fall > did.fall)
			return true;
	}
	return false;
}

bool tracker_extendable(struct tracker *t, const struct rules_state *from, const struct tracker_reading *reading)
{
	struct rules_state state = *from;
	bool open = false;

	for (int k = 0; k < reading->actions; k++) {
		if (!tracker_in_hand(t, &state))
			open = stage(t, &state, reading->action[k]);
		rules_apply(&t->variant, &state, reading->action[k]);
	}
	return open;
}
