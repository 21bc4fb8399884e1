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
		set |= BIT(contigo_beyond(n, from, way, i));
	return set;
}

static uint64_t straight_targets(const struct contigo_rules *g, const struct contigo *c, int from)
{
	uint64_t occupied = contigo_occupied(c), own = contigo_own(c), targets = 0;

	for (int way = RULES_UP; way <= RULES_RIGHT; way++) {
		int beads = c->pit[contigo_pit(g->n, from, way)];
		int to = beads ? contigo_beyond(g->n, from, way, beads) : -1;
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

/* The ends of a straight leg from a square along its file, or along its rank, both ways. Empty pits and the edge allow none;
 * nor does a leg over `no_pass`. */
static inline __attribute__((always_inline)) uint64_t legs(const struct contigo *c, int from, const bool vertical,
							   uint64_t no_pass, const int n)
{
	int file = contigo_file(n, from), rank = contigo_rank(n, from);
	int at = vertical ? rank : file, unit = vertical ? 1 : n;
	int ahead = c->pit[contigo_pit(n, from, vertical ? RULES_UP : RULES_RIGHT)];
	int back = c->pit[contigo_pit(n, from, vertical ? RULES_DOWN : RULES_LEFT)];
	bool goes = ahead != 0 && at + ahead < n, returns = back != 0 && at >= back;

	if (no_pass) {
		goes = goes && !(between(n, from, vertical ? RULES_UP : RULES_RIGHT, ahead) & no_pass);
		returns = returns && !(between(n, from, vertical ? RULES_DOWN : RULES_LEFT, back) & no_pass);
	}
	return (uint64_t)goes << ((from + unit * ahead) & 63) | (uint64_t)returns << ((from - unit * back) & 63);
}

/* Compiled for each board on its own, as lanes() below. */
static inline __attribute__((always_inline)) uint64_t ells(const struct contigo *c, int from, uint64_t no_pass, const int n)
{
	uint64_t targets = 0;
	for (uint64_t corners = legs(c, from, true, no_pass, n) & ~no_pass; corners;)
		targets |= legs(c, rules_pop_lowest(&corners), false, no_pass, n);
	for (uint64_t corners = legs(c, from, false, no_pass, n) & ~no_pass; corners;)
		targets |= legs(c, rules_pop_lowest(&corners), true, no_pass, n);
	return targets;
}

static uint64_t ell_targets(const struct contigo_rules *g, const struct contigo *c, int from)
{
	uint64_t no_end, no_pass;
	ell_limits(g, c, &no_end, &no_pass);
	return (g->goal == CONTIGO_DOUBLE ? ells(c, from, no_pass, 8) : ells(c, from, 0, 6)) & ~no_end;
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
		int to = beads ? contigo_beyond(g->n, from, way, beads) : -1;
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

/* What all lanes of one position share. */
struct traffic {
	uint64_t movers, taken;
	uint64_t blockers; /* pieces that may not be passed over */
};

/*
 * End squares of all straight moves in one direction. Lanes of one direction never meet, so one word holds them all.
 * Without branches, and compiled for each board and direction on its own: here random games spend their time.
 */
static inline __attribute__((always_inline)) uint64_t lanes(const struct contigo *c, const struct traffic *t, const int n,
							    const int way)
{
	const bool file = way <= RULES_DOWN, ahead = way == RULES_UP || way == RULES_RIGHT;
	const uint64_t column = BIT(n) - 1, row = n == 6 ? 0x41041041u : 0x0101010101010101u, all = column * row;
	const int unit = file ? 1 : n;
	uint64_t open[8] = { 0 }, passed = t->taken, ends = 0;

	/* Where a move of so many squares may end: on the board, not taken, with nobody in between. None does not move. */
	for (int d = 1; d < n; d++) {
		uint64_t inside = file    ? row * (ahead ? column << d & column : column >> d)
				  : ahead ? all << (d * n) & all
					  : all >> (d * n);
		open[d] = inside & ~passed;
		passed |= ahead ? t->blockers << (d * unit) : t->blockers >> (d * unit);
	}
	for (int i = 0; i < n; i++) {
		int beads = c->pit[contigo_pit(n, file ? i * n : i, way)];
		int d = beads < n ? beads : 0;
		uint64_t movers = t->movers & (file ? column << (i * n) : row << i);
		ends |= (ahead ? movers << (d * unit) : movers >> (d * unit)) & open[d];
	}
	return ends;
}

/* The ends of all straight moves by direction; returns how many moves they are. */
static int all_straight(const struct contigo_rules *g, const struct contigo *c, uint64_t movers, uint64_t to[4])
{
	bool line = g->goal == CONTIGO_LINE;
	uint64_t own = contigo_own(c), occupied = contigo_occupied(c);
	struct traffic t = { movers, line ? occupied : own, line ? occupied & ~own : 0 };

	to[RULES_UP] = g->n == 6 ? lanes(c, &t, 6, RULES_UP) : lanes(c, &t, 8, RULES_UP);
	to[RULES_DOWN] = g->n == 6 ? lanes(c, &t, 6, RULES_DOWN) : lanes(c, &t, 8, RULES_DOWN);
	to[RULES_LEFT] = g->n == 6 ? lanes(c, &t, 6, RULES_LEFT) : lanes(c, &t, 8, RULES_LEFT);
	to[RULES_RIGHT] = g->n == 6 ? lanes(c, &t, 6, RULES_RIGHT) : lanes(c, &t, 8, RULES_RIGHT);
	return rules_bits(to[0]) + rules_bits(to[1]) + rules_bits(to[2]) + rules_bits(to[3]);
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
	uint64_t to[4], bent = bent_movers(g, c);
	int moves = g->ell ? 0 : all_straight(g, c, contigo_own(c) & ~bent, to);

	while (bent) {
		int from = rules_pop_lowest(&bent);
		moves += rules_bits(contigo_targets(g, c, from)) + rules_bits(contigo_gives(g, c, from));
	}
	return moves;
}

/* The k-th straight move. */
static rules_action nth_straight(const struct contigo_rules *g, const struct contigo *c, const uint64_t to[4], int k)
{
	int way = 0;
	for (int moves; k >= (moves = rules_bits(to[way])); way++)
		k -= moves;

	int end = rules_nth_bit(to[way], k), back = way ^ 1;
	int beads = c->pit[contigo_pit(g->n, end, way)];
	return contigo_move(contigo_beyond(g->n, end, back, beads), end, false);
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
	uint64_t to[4];
	struct bent bent;
	all_bent(g, c, &bent);
	int straight = g->ell ? 0 : all_straight(g, c, contigo_own(c) & ~bent_movers(g, c), to);

	if (straight + bent.moves == 0)
		return CONTIGO_NO_MOVE;
	int k = rules_random_below(seed, straight + bent.moves);
	return k < straight ? nth_straight(g, c, to, k) : nth_bent(&bent, k - straight);
}
