/*
 * search.c — a small honest search: alpha-beta, deeper and deeper, everybody else against the player to move.
 *
 * With two players that is exact; with more it is what the worst company could do to him. Only results of finished
 * positions score ±1000, so such a score found at the root is certain: a win always, a loss only between two.
 */
#include "internal.h"

enum {
	CERTAIN = 1000,
	OPINION_MAX = 900,
	DEPTH_MAX = 60,
	POOL = 4 * RULES_ACTIONS_MAX, /* actions of all positions on the way down */
	NODES_WHERE_NOTHING_LIMITS = 200000,
	NODES_BETWEEN_QUESTIONS = 256,
};

struct search {
	const struct rules_variant *v;
	const struct rules_search *how;
	uint64_t most; /* nodes, 0: any number */
	int root;      /* the player who asks */
	uint64_t nodes;
	bool stopped;
	bool cut; /* an opinion was needed in this round */
	rules_action pool[POOL];
};

static bool out_of_time(struct search *k)
{
	if (k->most && k->nodes >= k->most)
		k->stopped = true;
	else if (k->how->stop && k->nodes % NODES_BETWEEN_QUESTIONS == 0 && k->how->stop(k->how->user))
		k->stopped = true;
	return k->stopped;
}

static int opinion(const struct search *k, const struct rules_state *s)
{
	int score = rules_judge(k->v, s, k->root);
	return score > OPINION_MAX ? OPINION_MAX : score < -OPINION_MAX ? -OPINION_MAX : score;
}

static int certain(const struct search *k, int result)
{
	return result == RULES_DRAW ? 0 : result == k->root ? CERTAIN : -CERTAIN;
}

/* Score of `s` for the root's player. The pool is used up to `used`. */
static int walk(struct search *k, const struct rules_state *s, int depth, int alpha, int beta, int used)
{
	int result = rules_result(k->v, s);
	k->nodes++;
	if (result != RULES_ONGOING)
		return certain(k, result);
	if (depth == 0 || used + RULES_ACTIONS_MAX > POOL) {
		k->cut = true;
		return opinion(k, s);
	}

	bool mine = rules_player(k->v, s) == k->root;
	rules_action *list = k->pool + used;
	int n = rules_legal(k->v, s, list), best = mine ? -CERTAIN - 1 : CERTAIN + 1;
	for (int i = 0; i < n && alpha < beta; i++) {
		if (out_of_time(k))
			return best;
		struct rules_state next = *s;
		rules_apply(k->v, &next, list[i]);
		int score = walk(k, &next, depth - 1, alpha, beta, used + n);
		if (mine ? score > best : score < best)
			best = score;
		if (mine && best > alpha)
			alpha = best;
		if (!mine && best < beta)
			beta = best;
	}
	return best;
}

/* One round over the root's actions. The best of them comes to the front of the list, also when time runs out on the way:
 * the best of the round before was looked at first. False if not even that was finished. */
static bool round_of(struct search *k, const struct rules_state *s, int n, int depth, int *ret_score)
{
	int best = -CERTAIN - 1;
	rules_action *list = k->pool;

	k->cut = false;
	for (int i = 0; i < n && best < CERTAIN; i++) {
		struct rules_state next = *s;
		rules_apply(k->v, &next, list[i]);
		int score = walk(k, &next, depth - 1, best, CERTAIN + 1, n);
		if (k->stopped || out_of_time(k))
			break;
		if (score <= best)
			continue;
		best = score;
		rules_action a = list[i];
		for (int j = i; j > 0; j--)
			list[j] = list[j - 1];
		list[0] = a;
	}
	if (best < -CERTAIN)
		return false;
	*ret_score = best;
	return true;
}

static void shuffle(rules_action *list, int n, uint64_t seed)
{
	for (int i = n - 1; i > 0; i--) {
		int j = rules_random_below(&seed, i + 1);
		rules_action a = list[i];
		list[i] = list[j];
		list[j] = a;
	}
}

void rules_search(const struct rules_variant *v, const struct rules_state *s, const struct rules_search *how,
		  struct rules_found *ret)
{
	struct search k = { .v = v, .how = how, .most = how->nodes, .root = rules_player(v, s) };
	int n = rules_legal(v, s, k.pool), deepest = how->depth > 0 && how->depth < DEPTH_MAX ? how->depth : DEPTH_MAX;

	*ret = (struct rules_found){ .best = RULES_NO_ACTION };
	if (n == 0)
		return;
	if (how->depth == 0 && how->nodes == 0 && !how->stop)
		k.most = NODES_WHERE_NOTHING_LIMITS;
	shuffle(k.pool, n, how->seed);
	ret->best = k.pool[0];

	for (int depth = 1; depth <= deepest && !k.stopped && !ret->proven; depth++) {
		int score;
		if (!round_of(&k, s, n, depth, &score))
			break;
		ret->best = k.pool[0];
		ret->score = score;
		if (k.stopped)
			break;
		ret->depth = depth;
		ret->proven = score == CERTAIN || (v->players == 2 && (score == -CERTAIN || !k.cut));
		if (n == 1)
			break;
	}
	ret->nodes = k.nodes;
}
