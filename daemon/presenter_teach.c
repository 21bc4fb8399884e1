/*
 * presenter_teach.c — facts for learners, found with nothing but the rules.
 */
#include "presenter_teach.h"

static int listed(const bool *marked, int sites, uint16_t *list)
{
	int n = 0;

	for (int s = 0; s < sites; s++)
		if (marked[s])
			list[n++] = (uint16_t)s;
	return n;
}

int teach_movable(const struct view *view, uint16_t list[RULES_SITES_MAX])
{
	rules_action action[RULES_ACTIONS_MAX];
	bool marked[RULES_SITES_MAX] = { false };
	struct rules_path path;
	int sites;
	const struct rules_site *site = rules_sites(&view->variant, &sites);
	int n = rules_legal(&view->variant, &view->state, action);

	for (int i = 0; i < n; i++) {
		rules_path(&view->variant, &view->state, action[i], &path);
		if (path.length > 0 && site[path.step[0].site].kind != RULES_PIT)
			marked[path.step[0].site] = true;
	}
	return listed(marked, sites, list);
}

/* Marks what the reply `a` of `other` takes from `player`, or where it wins. */
static void mark_threat(const struct rules_variant *v, const struct rules_state *s, rules_action a, int player, int other,
			const struct rules_look *before, bool *marked)
{
	struct rules_state next = *s;
	struct rules_look after[RULES_SITES_MAX];
	struct rules_path path;
	int sites;
	const struct rules_site *site = rules_sites(v, &sites);

	rules_apply(v, &next, a);
	rules_project(v, &next, after);
	for (int i = 0; i < sites; i++) /* who has come home has company there */
		if (before[i].owner == player && before[i].count > 0 && after[i].owner != player &&
		    site[i].kind != RULES_CENTRE)
			marked[i] = true;
	if (rules_result(v, &next) == other) {
		rules_path(v, s, a, &path);
		if (path.length > 0)
			marked[path.step[path.length - 1].site] = true;
	}
}

int teach_threats(const struct view *view, uint16_t list[RULES_SITES_MAX])
{
	const struct rules_variant *v = &view->variant;
	rules_action action[RULES_ACTIONS_MAX];
	bool marked[RULES_SITES_MAX] = { false };
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state other_to_move;
	int sites;

	rules_sites(v, &sites);
	rules_project(v, &view->state, look);
	for (int other = 1; other <= v->players; other++) {
		struct rules_error err;
		if (other == view->player || rules_unproject(v, look, other, &other_to_move, &err) < 0)
			continue;
		int n = rules_legal(v, &other_to_move, action);
		for (int i = 0; i < n; i++)
			mark_threat(v, &other_to_move, action[i], view->player, other, look, marked);
	}
	return listed(marked, sites, list);
}
