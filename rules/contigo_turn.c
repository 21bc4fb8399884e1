/*
 * contigo_turn.c — a turn: the piece action, then the beads; and who has won after the piece.
 */
#include <errno.h>

#include "contigo.h"

#define BIT(square) ((uint64_t)1 << (square))

/* ---- Rows of contigo-line ----------------------------------------------------------------------------------------- */

/* Files, ranks, the two long diagonals, the other diagonals of at least four squares. */
static const uint64_t line_squares[] = { 0x00000003f, 0x000000fc0, 0x00003f000, 0x000fc0000, 0x03f000000, 0xfc0000000,
					 0x041041041, 0x082082082, 0x104104104, 0x208208208, 0x410410410, 0x820820820,
					 0x810204081, 0x042108420, 0x020408102, 0x408102040, 0x000810204, 0x204081000,
					 0x001084210, 0x084210800, 0x000042108, 0x108420000 };

static int count_lines(const struct contigo_rules *g)
{
	return g->align == 5 ? 12 : g->all_diagonals ? 22 : 14;
}

static bool at_least(uint64_t set, int n)
{
	while (--n > 0)
		set &= set - 1;
	return set;
}

/* Most of `own` in succession, leaving out empty squares. Along every line squares are numbered upwards. */
static int longest_row(uint64_t own, uint64_t others)
{
	int run = 0, longest = 0;
	for (uint64_t all = own | others; all;) {
		uint64_t lowest = all & -all;
		run = lowest & own ? run + 1 : 0;
		if (run > longest)
			longest = run;
		all ^= lowest;
	}
	return longest;
}

static bool has_row(const struct contigo_rules *g, const struct contigo *c, int player)
{
	uint64_t own = c->piece[player - 1], others = contigo_occupied(c) & ~own;
	int lines = count_lines(g);

	for (int i = 0; i < lines; i++) {
		uint64_t mine = own & line_squares[i];
		if (at_least(mine, g->align) && longest_row(mine, others & line_squares[i]) >= g->align)
			return true;
	}
	return false;
}

int contigo_promise(const struct contigo_rules *g, const struct contigo *c, int player)
{
	uint64_t own = c->piece[player - 1], others = contigo_occupied(c) & ~own;
	int promise = 0;

	for (int i = 0; i < count_lines(g); i++) {
		int row = longest_row(own & line_squares[i], others & line_squares[i]);
		promise += row * row;
	}
	return promise;
}

static int line_result(const struct contigo_rules *g, const struct contigo *c)
{
	if (c->phase == CONTIGO_PIECE)
		return RULES_ONGOING;
	for (int i = 0; i < g->players; i++) {
		int player = (c->player - 1 + i) % g->players + 1;
		if (has_row(g, c, player))
			return player;
	}
	return RULES_ONGOING;
}

/* ---- Results of the others ---------------------------------------------------------------------------------------- */

static int capture_result(const struct contigo_rules *g, const struct contigo *c)
{
	int left = 0, last = 0;
	for (int player = 1; player <= g->players; player++) {
		if (c->piece[player - 1]) {
			left++;
			last = player;
		}
	}
	return left == 1 ? last : RULES_ONGOING;
}

int contigo_result(const struct contigo_rules *g, const struct contigo *c)
{
	switch (g->goal) {
	case CONTIGO_LINE: return line_result(g, c);
	case CONTIGO_CAPTURE: return capture_result(g, c);
	case CONTIGO_BASIC: return c->captured[0] == 7 ? 1 : c->captured[1] == 7 ? 2 : RULES_ONGOING;
	default: return rules_bits(c->piece[0] & c->high) < 2 ? 2 : rules_bits(c->piece[1] & c->high) < 2 ? 1 : RULES_ONGOING;
	}
}

/* ---- Playing ------------------------------------------------------------------------------------------------------ */

static void end_turn(const struct contigo_rules *g, struct contigo *c)
{
	do
		c->player = (uint8_t)(c->player % g->players + 1);
	while (g->goal == CONTIGO_CAPTURE && !contigo_own(c));
	c->phase = CONTIGO_PIECE;
	c->source = c->taken = c->left = c->last = 0;
}

/* Takes what stands on `to` off the board, and with his last king a player's every piece. */
static void capture(const struct contigo_rules *g, struct contigo *c, int to)
{
	int victim = contigo_owner(c, to);
	if (!victim)
		return;

	c->piece[victim - 1] &= ~BIT(to);
	c->high &= ~BIT(to);
	if (g->goal == CONTIGO_BASIC)
		c->captured[c->player - 1]++;
	if (g->goal == CONTIGO_CAPTURE && !(c->piece[victim - 1] & c->high))
		c->piece[victim - 1] = 0;
}

static void move_piece(const struct contigo_rules *g, struct contigo *c, int from, int to)
{
	capture(g, c, to);
	c->piece[c->player - 1] ^= BIT(from) | BIT(to);
	if (c->high & BIT(from))
		c->high ^= BIT(from) | BIT(to);
}

static void apply_piece(const struct contigo_rules *g, struct contigo *c, rules_action a)
{
	if (contigo_kind(a) == CONTIGO_MOVE) {
		int from = contigo_from(a), to = contigo_to(a);
		if (contigo_is_give(a))
			c->high ^= BIT(from) | BIT(to);
		else
			move_piece(g, c, from, to);
	}
	c->phase = CONTIGO_BEADS;
	c->result = (uint8_t)contigo_result(g, c);
}

static void apply_take(struct contigo *c, int pit, int count)
{
	c->pit[pit] = (uint8_t)(c->pit[pit] - count);
	c->phase = CONTIGO_DROP;
	c->source = (uint8_t)pit;
	c->taken = c->left = (uint8_t)count;
	c->last = 0;
}

static void apply_drop(const struct contigo_rules *g, struct contigo *c, int pit)
{
	c->pit[pit]++;
	c->left--;
	c->last = (uint8_t)((pit - c->source + g->ring) % g->ring);
	if (c->left == 0)
		end_turn(g, c);
}

void contigo_apply(const struct contigo_rules *g, struct contigo *c, rules_action a)
{
	switch (contigo_kind(a)) {
	case CONTIGO_MOVE:
	case CONTIGO_NOTHING: apply_piece(g, c, a); break;
	case CONTIGO_GROUP:
		c->pit[contigo_bead_from(g, a)] = (uint8_t)(c->pit[contigo_bead_from(g, a)] - contigo_bead_count(a));
		c->pit[contigo_bead_to(g, a)] = (uint8_t)(c->pit[contigo_bead_to(g, a)] + contigo_bead_count(a));
		end_turn(g, c);
		break;
	case CONTIGO_TAKE: apply_take(c, contigo_bead_from(g, a), contigo_bead_count(a)); break;
	case CONTIGO_DROP_ONE: apply_drop(g, c, contigo_bead_to(g, a)); break;
	}
}

/* As if his last king had been taken. */
int contigo_give_up(const struct contigo_rules *g, struct contigo *c, int player)
{
	bool mover = c->player == player;

	if (!c->piece[player - 1])
		return -EINVAL;
	c->high &= ~c->piece[player - 1];
	c->piece[player - 1] = 0;
	c->result = (uint8_t)contigo_result(g, c);
	if (!mover && c->result == RULES_ONGOING)
		return 0;
	c->pit[c->source] = (uint8_t)(c->pit[c->source] + c->left);
	end_turn(g, c);
	if (c->result != RULES_ONGOING)
		c->phase = CONTIGO_BEADS;
	return 0;
}

/* ---- Listing and counting ----------------------------------------------------------------------------------------- */

static int legal_pieces(const struct contigo_rules *g, const struct contigo *c, rules_action list[])
{
	int n = 0;
	for (uint64_t own = contigo_own(c); own;) {
		int from = rules_pop_lowest(&own);
		for (uint64_t gives = contigo_gives(g, c, from); gives;)
			list[n++] = contigo_move(from, rules_pop_lowest(&gives), true);
		for (uint64_t targets = contigo_targets(g, c, from); targets;)
			list[n++] = contigo_move(from, rules_pop_lowest(&targets), false);
	}
	if (n == 0)
		list[n++] = CONTIGO_NO_MOVE;
	return n;
}

/* Carrying k beads k pits either way: the same pit twice counts once, the source itself not at all. */
static int group_ends(int ring, int k)
{
	return k % ring == 0 ? 0 : 2 * k % ring == 0 ? 1 : 2;
}

static int legal_beads(const struct contigo_rules *g, const struct contigo *c, rules_action list[])
{
	int n = 0;
	for (int pit = 0; pit < g->ring; pit++) {
		for (int k = 1; k <= c->pit[pit]; k++) {
			if (g->spread) {
				list[n++] = contigo_bead_action(g, CONTIGO_TAKE, k, pit, pit);
				continue;
			}
			int ends = group_ends(g->ring, k), step = k % g->ring;
			if (ends >= 1)
				list[n++] = contigo_bead_action(g, CONTIGO_GROUP, k, pit, (pit + step) % g->ring);
			if (ends == 2)
				list[n++] = contigo_bead_action(g, CONTIGO_GROUP, k, pit, (pit + g->ring - step) % g->ring);
		}
	}
	rules_sort_actions(list, n);
	return n;
}

static int legal_drops(const struct contigo_rules *g, const struct contigo *c, rules_action list[])
{
	int n = 0;
	for (int o = c->last ? c->last : 1; o < g->ring; o++) {
		int pit = (c->source + o) % g->ring;
		if (contigo_reach(g->ring, o) <= c->taken)
			list[n++] = contigo_bead_action(g, CONTIGO_DROP_ONE, 1, pit, pit);
	}
	rules_sort_actions(list, n);
	return n;
}

int contigo_legal(const struct contigo_rules *g, const struct contigo *c, rules_action list[RULES_ACTIONS_MAX])
{
	if (c->result != RULES_ONGOING)
		return 0;
	switch (c->phase) {
	case CONTIGO_PIECE: return legal_pieces(g, c, list);
	case CONTIGO_BEADS: return legal_beads(g, c, list);
	default: return legal_drops(g, c, list);
	}
}

static int count_groups(const struct contigo_rules *g, const struct contigo *c)
{
	int half = g->ring / 2, n = 0;
	for (int pit = 0; pit < g->ring; pit++) {
		int beads = c->pit[pit];
		/* Two ends for each k, but one at the odd multiples of half a ring and none at the even ones. */
		n += 2 * beads - (beads + half) / g->ring - 2 * (beads / g->ring);
	}
	return n;
}

/* Drops from `last` on: those within reach clockwise, and those within reach the other way. */
static int count_drops(const struct contigo_rules *g, const struct contigo *c)
{
	int first = c->last ? c->last : 1, reach = c->taken;
	if (2 * reach >= g->ring - 1)
		return g->ring - first;

	int clockwise = first <= reach ? reach - first + 1 : 0;
	int other_way = g->ring - (first > g->ring - reach ? first : g->ring - reach);
	return clockwise + other_way;
}

int contigo_count(const struct contigo_rules *g, const struct contigo *c)
{
	if (c->result != RULES_ONGOING)
		return 0;
	if (c->phase == CONTIGO_DROP)
		return count_drops(g, c);
	if (c->phase == CONTIGO_BEADS)
		return g->spread ? g->beads : count_groups(g, c);

	int moves = contigo_count_pieces(g, c);
	return moves ? moves : 1;
}
