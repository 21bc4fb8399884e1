/*
 * contigo_moves.c — where a piece may go: exactly as far as the pit it heads for holds beads.
 */
#include "contigo.h"

#define BIT(square) ((uint64_t)1 << (square))

/* Squares strictly between two ends of a straight line. */
static uint64_t between(int n, int from, int way, int distance)
{
	uint64_t set = 0;
	for (int i = 1; i < distance; i++)
		set |= BIT(rules_square_beyond(n, from, way, i));
	return set;
}

static uint64_t straight_targets(const struct contigo_rules *g, const struct contigo *c, int from)
{
	uint64_t occupied = contigo_occupied(c), own = contigo_own(c), targets = 0;

	for (int way = RULES_UP; way <= RULES_RIGHT; way++) {
		int beads = c->pit[contigo_pit(g->n, from, way)];
		int to = beads ? rules_square_beyond(g->n, from, way, beads) : -1;
		if (to < 0)
			continue;
		if (g->goal == CONTIGO_LINE) {
			if (!(occupied & BIT(to)) && !(between(g->n, from, way, beads) & occupied & ~own))
				targets |= BIT(to);
		} else if (!(own & BIT(to))) {
			targets |= BIT(to);
		}
	}
	return targets;
}

/* Where an ell may not end, and over what it may not pass. */
static void ell_limits(const struct contigo_rules *g, const struct contigo *c, uint64_t *ret_end, uint64_t *ret_pass)
{
	bool doubled = g->goal == CONTIGO_DOUBLE;
	*ret_end = doubled ? contigo_own(c) : contigo_occupied(c);
	*ret_pass = doubled ? contigo_occupied(c) : 0;
}

static uint64_t ell_targets(const struct contigo_rules *g, const struct contigo *c, int from)
{
	uint64_t no_end, no_pass, targets = 0;
	ell_limits(g, c, &no_end, &no_pass);

	for (int way = RULES_UP; way <= RULES_RIGHT; way++) {
		int first = c->pit[contigo_pit(g->n, from, way)];
		int corner = first ? rules_square_beyond(g->n, from, way, first) : -1;
		if (corner < 0 || (no_pass && (between(g->n, from, way, first) | BIT(corner)) & no_pass))
			continue;
		int side = way <= RULES_DOWN ? RULES_LEFT : RULES_UP;
		for (int turn = side; turn <= side + 1; turn++) {
			int second = c->pit[contigo_pit(g->n, corner, turn)];
			int to = second ? rules_square_beyond(g->n, corner, turn, second) : -1;
			if (to < 0 || no_end & BIT(to) || (no_pass && between(g->n, corner, turn, second) & no_pass))
				continue;
			targets |= BIT(to);
		}
	}
	return targets;
}

uint64_t contigo_targets(const struct contigo_rules *g, const struct contigo *c, int from)
{
	bool doubled = g->goal == CONTIGO_DOUBLE && c->high & BIT(from);
	return g->ell || doubled ? ell_targets(g, c, from) : straight_targets(g, c, from);
}

uint64_t contigo_gives(const struct contigo_rules *g, const struct contigo *c, int from)
{
	if (g->goal != CONTIGO_DOUBLE || !(c->high & BIT(from)))
		return 0;

	uint64_t occupied = contigo_occupied(c), men = contigo_own(c) & ~c->high, gives = 0;
	for (int way = RULES_UP; way <= RULES_RIGHT; way++) {
		int beads = c->pit[contigo_pit(g->n, from, way)];
		int to = beads ? rules_square_beyond(g->n, from, way, beads) : -1;
		if (to >= 0 && men & BIT(to) && !(between(g->n, from, way, beads) & occupied))
			gives |= BIT(to);
	}
	return gives;
}

bool contigo_ell(const struct contigo_rules *g, const struct contigo *c, int from, int to, bool file_first, int *ret_corner)
{
	int n = g->n, first_length, second_length;
	int corner = file_first ? rules_square(n, from / n, to % n) : rules_square(n, to / n, from % n);
	int first = rules_square_line(n, from, corner, &first_length);
	int second = rules_square_line(n, corner, to, &second_length);
	if (first < 0 || second < 0)
		return false;

	*ret_corner = corner;
	uint64_t no_end, no_pass;
	ell_limits(g, c, &no_end, &no_pass);
	uint64_t passed = between(n, from, first, first_length) | BIT(corner) | between(n, corner, second, second_length);
	return c->pit[contigo_pit(n, from, first)] == first_length && c->pit[contigo_pit(n, corner, second)] == second_length &&
	       !(no_end & BIT(to)) && !(passed & no_pass);
}

/* ---- All moves of a position at once ------------------------------------------------------------------------------ */

enum { LANES_MAX = 32 };

/* End squares of the straight moves of `movers` along file or rank i in one direction. */
static uint64_t lane_targets(const struct contigo_rules *g, const struct contigo *c, uint64_t movers, uint64_t taken,
			     uint64_t blockers, int way, int i)
{
	int n = g->n;
	bool file = way <= RULES_DOWN;
	int beads = c->pit[contigo_pit(n, file ? i * n : i, way)];
	if (beads == 0 || beads >= n)
		return 0;

	uint64_t column = BIT(n) - 1, row = n == 6 ? 0x41041041u : 0x0101010101010101u;
	int unit = file ? 1 : n, shift = beads * unit;
	uint64_t lane = file ? column << (i * n) : row << i;
	/* The part of the lane that is at least `beads` squares short of its far end. */
	uint64_t low = file ? (column >> beads) << (i * n) : (row >> shift) << i;
	if (way == RULES_UP || way == RULES_RIGHT) {
		uint64_t to = (movers & low) << shift & ~taken;
		for (int step = 1; blockers && step < beads; step++)
			to &= ~(blockers << (step * unit));
		return to;
	}
	uint64_t to = (movers & lane) >> shift & low & ~taken;
	for (int step = 1; blockers && step < beads; step++)
		to &= ~(blockers >> (step * unit));
	return to;
}

/* Fills to[] with the ends of straight moves, lane by lane; returns how many moves they are. */
static int all_lanes(const struct contigo_rules *g, const struct contigo *c, uint64_t movers, uint64_t to[LANES_MAX])
{
	bool line = g->goal == CONTIGO_LINE;
	uint64_t own = contigo_own(c), occupied = contigo_occupied(c);
	uint64_t taken = line ? occupied : own, blockers = line ? occupied & ~own : 0;
	int moves = 0;

	for (int way = RULES_UP; way <= RULES_RIGHT; way++) {
		for (int i = 0; i < g->n; i++) {
			uint64_t set = lane_targets(g, c, movers, taken, blockers, way, i);
			to[way * g->n + i] = set;
			moves += rules_bits(set);
		}
	}
	return moves;
}

/* Pieces that do not go straight. */
static uint64_t bent_movers(const struct contigo_rules *g, const struct contigo *c)
{
	return g->ell ? contigo_own(c) : g->goal == CONTIGO_DOUBLE ? contigo_own(c) & c->high : 0;
}

/* The moves of all bent movers: an entry for each, in ascending order of squares. */
struct bent {
	int n, moves;
	uint8_t from[64];
	uint64_t target[64], give[64];
};

static void all_bent(const struct contigo_rules *g, const struct contigo *c, struct bent *ret)
{
	ret->n = ret->moves = 0;
	for (uint64_t movers = bent_movers(g, c); movers; ret->n++) {
		int from = rules_pop_lowest(&movers);
		ret->from[ret->n] = (uint8_t)from;
		ret->target[ret->n] = contigo_targets(g, c, from);
		ret->give[ret->n] = contigo_gives(g, c, from);
		ret->moves += rules_bits(ret->target[ret->n]) + rules_bits(ret->give[ret->n]);
	}
}

int contigo_count_pieces(const struct contigo_rules *g, const struct contigo *c)
{
	uint64_t to[LANES_MAX], bent = bent_movers(g, c);
	int moves = g->ell ? 0 : all_lanes(g, c, contigo_own(c) & ~bent, to);

	while (bent) {
		int from = rules_pop_lowest(&bent);
		moves += rules_bits(contigo_targets(g, c, from)) + rules_bits(contigo_gives(g, c, from));
	}
	return moves;
}

/* The k-th straight move. */
static rules_action nth_straight(const struct contigo_rules *g, const struct contigo *c, const uint64_t to[LANES_MAX], int k)
{
	int lane = 0;
	for (int moves; k >= (moves = rules_bits(to[lane])); lane++)
		k -= moves;

	int way = lane / g->n, back = way ^ 1;
	int end = rules_nth_bit(to[lane], k);
	int beads = c->pit[contigo_pit(g->n, end, way)];
	return contigo_move(rules_square_beyond(g->n, end, back, beads), end, false);
}

static rules_action nth_bent(const struct bent *b, int k)
{
	for (int i = 0;; i++) {
		int gives = rules_bits(b->give[i]), moves = rules_bits(b->target[i]);
		if (k < gives)
			return contigo_move(b->from[i], rules_nth_bit(b->give[i], k), true);
		if (k < gives + moves)
			return contigo_move(b->from[i], rules_nth_bit(b->target[i], k - gives), false);
		k -= gives + moves;
	}
}

rules_action contigo_random_piece(const struct contigo_rules *g, const struct contigo *c, uint64_t *seed)
{
	uint64_t to[LANES_MAX];
	struct bent bent;
	all_bent(g, c, &bent);
	int straight = g->ell ? 0 : all_lanes(g, c, contigo_own(c) & ~bent_movers(g, c), to);

	if (straight + bent.moves == 0)
		return CONTIGO_NO_MOVE;
	int k = rules_random_below(seed, straight + bent.moves);
	return k < straight ? nth_straight(g, c, to, k) : nth_bent(&bent, k - straight);
}
