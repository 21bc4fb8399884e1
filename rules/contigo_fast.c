/*
 * contigo_fast.c — counting, playing out and judging many positions quickly.
 */
#include <string.h>

#include "contigo.h"

/* ---- perft -------------------------------------------------------------------------------------------------------- */

static uint64_t perft(const struct contigo_rules *g, const struct contigo *c, int depth)
{
	if (depth == 1)
		return (uint64_t)contigo_count(g, c);

	rules_action list[RULES_ACTIONS_MAX];
	uint64_t leaves = 0;
	int n = contigo_legal(g, c, list);
	for (int i = 0; i < n; i++) {
		struct contigo next = *c;
		contigo_apply(g, &next, list[i]);
		leaves += perft(g, &next, depth - 1);
	}
	return leaves;
}

uint64_t contigo_perft(const struct rules_variant *v, const struct rules_state *s, int depth)
{
	struct contigo_rules g = contigo_rules(v);
	return depth <= 0 ? 1 : perft(&g, contigo_in(s), depth);
}

/* ---- Playouts ----------------------------------------------------------------------------------------------------- */

/* Each bead of the game stands for one pair of pit and count, so a bead drawn at random draws a take at random. */
static rules_action random_beads(const struct contigo_rules *g, const struct contigo *c, uint64_t *seed)
{
	for (;;) {
		int draw = rules_random_below(seed, g->spread ? g->beads : 2 * g->beads);
		int bead = g->spread ? draw : draw >> 1, pit = 0;
		while (bead >= c->pit[pit])
			bead -= c->pit[pit++];
		int k = bead + 1;
		if (g->spread)
			return contigo_bead_action(g, CONTIGO_TAKE, k, pit, pit);

		bool clockwise = !(draw & 1);
		int steps = k % g->ring;
		/* Where both ways lead to one pit, or none leads away, a draw may be void: draw again. */
		if (steps != 0 && (clockwise || 2 * steps != g->ring))
			return contigo_bead_action(g, CONTIGO_GROUP, k, pit,
						   (pit + (clockwise ? steps : g->ring - steps)) % g->ring);
	}
}

static rules_action random_drop(const struct contigo_rules *g, const struct contigo *c, uint64_t *seed)
{
	int k = rules_random_below(seed, contigo_count(g, c)), first = c->last ? c->last : 1, reach = c->taken;
	int far = g->ring - reach, clockwise = first <= reach ? reach - first + 1 : 0;
	int o = first + k;

	/* The pits out of reach are skipped, if there are any and this draw lies beyond them. */
	if (far > reach + 1 && k >= clockwise)
		o = (first > far ? first : far) + k - clockwise;
	int pit = (c->source + o) % g->ring;
	return contigo_bead_action(g, CONTIGO_DROP_ONE, 1, pit, pit);
}

int contigo_playout(const struct rules_variant *v, struct rules_state *s, int limit, uint64_t *seed)
{
	struct contigo_rules g = contigo_rules(v);
	struct contigo *c = contigo_of(s);

	for (int played = 0; played < limit; played++) {
		if (c->result != RULES_ONGOING)
			return played;
		if (c->phase == CONTIGO_PIECE)
			contigo_apply(&g, c, contigo_random_piece(&g, c, seed));
		else if (c->phase == CONTIGO_BEADS)
			contigo_apply(&g, c, random_beads(&g, c, seed));
		else
			contigo_apply(&g, c, random_drop(&g, c, seed));
	}
	return limit > 0 ? limit : 0;
}

/* ---- Opinion ------------------------------------------------------------------------------------------------------ */

static int clamp(int score)
{
	return score < -900 ? -900 : score > 900 ? 900 : score;
}

/* Rows still short, or pieces; and everywhere the freedom to move. */
static int worth(const struct contigo_rules *g, const struct contigo *c, int player)
{
	struct contigo mover = *c;
	uint64_t own = c->piece[player - 1];
	int things =
	    g->goal == CONTIGO_LINE ? 6 * contigo_promise(g, c, player) : 40 * rules_bits(own) + 60 * rules_bits(own & c->high);

	mover.player = (uint8_t)player;
	return things + 4 * contigo_count_pieces(g, &mover);
}

int contigo_judge(const struct rules_variant *v, const struct rules_state *s, int player)
{
	struct contigo_rules g = contigo_rules(v);
	const struct contigo *c = contigo_in(s);
	int best = 0;

	if (c->result != RULES_ONGOING)
		return c->result == player ? 1000 : -1000;
	for (int other = 1; other <= g.players; other++) {
		int theirs = other != player ? worth(&g, c, other) : 0;
		if (theirs > best)
			best = theirs;
	}
	return clamp(worth(&g, c, player) - best);
}
