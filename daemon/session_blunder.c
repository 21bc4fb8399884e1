/*
 * session_blunder.c — a search over the rest of one turn and the whole next one, on a stack of its own so that it can pause.
 *
 * The mover needs one way out, the next player one way to do harm. What did harm to one way out is tried first on the next.
 */
#include "session_blunder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 24, POOL = 4 * RULES_ACTIONS_MAX };

/* A choice of one player, half looked through. */
struct choice {
	struct rules_state state;
	bool own;           /* the mover's; else the next player's */
	int first, n, next; /* his actions, in the pool */
	rules_action tried; /* the one being followed */
	int had, others;    /* pieces of the mover and of all others when the next player's turn began */
};

struct blunder {
	struct rules_variant variant;
	struct rules_state state;
	int player, others; /* whose move it is; pieces of the others now */
	int positions;      /* looked at so far */
	int n, at;          /* actions given, and the first that is not decided */
	rules_action action[RULES_ACTIONS_MAX];
	uint16_t site[RULES_ACTIONS_MAX];
	int open[RULES_SITES_MAX]; /* actions that are not decided yet */
	bool ends[RULES_SITES_MAX], safe[RULES_SITES_MAX];
	int depth; /* choices on the stack */
	struct choice choice[DEPTH_MAX];
	rules_action pool[POOL];
	rules_action killer; /* of the next player: it did harm before */
};

enum verdict { SAFE, LOST, DEEPER };

int blunder_new(struct blunder **ret)
{
	struct blunder *b = calloc(1, sizeof *b);

	if (!b)
		return -ENOMEM;
	*ret = b;
	return 0;
}

void blunder_free(struct blunder *b)
{
	free(b);
}

/* A piece that has come home is nobody's prey, nor is a prisoner; beads are no pieces. */
static bool can_be_taken(const struct rules_site *site)
{
	return site->kind != RULES_PIT && site->kind != RULES_POND && site->kind != RULES_CENTRE;
}

static int pieces(const struct rules_variant *v, const struct rules_state *s, int player, bool of_others)
{
	struct rules_look look[RULES_SITES_MAX];
	int sites, sum = 0;
	const struct rules_site *site = rules_sites(v, &sites);

	rules_project(v, s, look);
	for (int i = 0; i < sites; i++)
		if (look[i].owner && look[i].owner != RULES_NEUTRAL && can_be_taken(&site[i]) &&
		    (look[i].owner == player) != of_others)
			sum += look[i].count;
	return sum;
}

int blunder_pieces(const struct rules_variant *v, const struct rules_state *s, int player)
{
	return pieces(v, s, player, false);
}

void blunder_begin(struct blunder *b, const struct rules_variant *v, const struct rules_state *s)
{
	b->variant = *v;
	b->state = *s;
	b->player = rules_player(v, s);
	b->others = pieces(v, s, b->player, true);
	b->n = b->at = b->depth = b->positions = 0;
	b->killer = RULES_NO_ACTION;
	memset(b->open, 0, sizeof b->open);
	memset(b->ends, 0, sizeof b->ends);
	memset(b->safe, 0, sizeof b->safe);
}

void blunder_add(struct blunder *b, rules_action a, uint16_t site)
{
	if (b->n == RULES_ACTIONS_MAX || site >= RULES_SITES_MAX)
		return;
	b->action[b->n] = a;
	b->site[b->n++] = site;
	b->open[site]++;
	b->ends[site] = true;
}

/* The choice that `s` leaves goes onto the stack; what does not fit there is not known to lose. */
static enum verdict push(struct blunder *b, const struct rules_state *s, bool own, int had, int others)
{
	const struct choice *top = b->depth ? &b->choice[b->depth - 1] : NULL;
	int first = top ? top->first + top->n : 0;

	if (b->depth == DEPTH_MAX || first + RULES_ACTIONS_MAX > POOL)
		return SAFE;
	struct choice *c = &b->choice[b->depth++];
	*c = (struct choice){ .state = *s, .own = own, .first = first, .had = had, .others = others };
	rules_action *list = b->pool + first;
	c->n = rules_legal(&b->variant, s, list);
	if (c->n == 0) {
		b->depth--;
		return SAFE;
	}
	for (int i = 1; i < c->n && !own; i++)
		if (list[i] == b->killer) {
			list[i] = list[0];
			list[0] = b->killer;
		}
	return DEEPER;
}

/* What the position is worth that an action of the mover (`own`) or of the next player has led to. */
static enum verdict judge(struct blunder *b, const struct rules_state *s, bool own, int had, int others)
{
	const struct rules_variant *v = &b->variant;
	int result = rules_result(v, s);

	b->positions++;
	if (result != RULES_ONGOING)
		return result == b->player || result == RULES_DRAW ? SAFE : LOST;
	bool goes_on = !rules_turn_start(v, s);
	if (!own && had - pieces(v, s, b->player, false) > b->others - others)
		return LOST;
	if (goes_on)
		return push(b, s, own, had, others);
	if (!own || rules_player(v, s) == b->player)
		return SAFE;
	return push(b, s, false, pieces(v, s, b->player, false), pieces(v, s, b->player, true));
}

/* A verdict climbs the stack as long as it decides the choice that waits for it; DEEPER: somebody has to look further. */
static enum verdict climb(struct blunder *b, enum verdict verdict)
{
	while (b->depth > 0) {
		struct choice *c = &b->choice[b->depth - 1];
		bool decided = verdict == (c->own ? SAFE : LOST);

		if (decided && !c->own)
			b->killer = c->tried;
		if (!decided && c->next < c->n)
			return DEEPER;
		b->depth--;
	}
	return verdict;
}

/* One position further; DEEPER until the action at the bottom is decided. */
static enum verdict step(struct blunder *b)
{
	struct rules_state next;

	if (b->depth == 0) {
		next = b->state;
		rules_apply(&b->variant, &next, b->action[b->at]);
		return judge(b, &next, true, 0, 0);
	}
	struct choice *c = &b->choice[b->depth - 1];
	next = c->state;
	c->tried = b->pool[c->first + c->next++];
	rules_apply(&b->variant, &next, c->tried);
	enum verdict verdict = judge(b, &next, c->own, c->had, c->others);
	return verdict == DEEPER ? DEEPER : climb(b, verdict);
}

bool blunder_go(struct blunder *b, int positions)
{
	int until = b->positions + positions;

	while (b->at < b->n && b->positions < until && b->positions < BLUNDER_MOST) {
		uint16_t site = b->site[b->at];
		enum verdict verdict = b->safe[site] ? SAFE : step(b);

		if (verdict == DEEPER)
			continue;
		b->safe[site] |= verdict == SAFE;
		b->open[site]--;
		b->at++;
	}
	return b->at == b->n || b->positions >= BLUNDER_MOST;
}

bool blunder_loses(const struct blunder *b, uint16_t site)
{
	return site < RULES_SITES_MAX && b->ends[site] && !b->open[site] && !b->safe[site];
}
