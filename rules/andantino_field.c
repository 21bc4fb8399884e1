/*
 * andantino_field.c — tiles on the field of Andantino: open cells, lines of five, rings.
 *
 * Speed comes from looking only where the last tile can have changed something: the open cells and their number are kept as
 * tiles come, a line is looked for through the new tile alone, and rings are searched only when the new tile joins two of its
 * neighbours that were already joined some other way.
 */
#include <string.h>

#include "andantino.h"

/* The six neighbours going round. */
static const int8_t round_cell[6] = { -20, -19, 1, 20, 19, -1 };

/* Which of the six neighbours, going round, are in the set: bit i is round_cell[i]. */
static unsigned ring_code(uint64_t window)
{
	return (unsigned)((window & 3) | (window >> 19 & 4) | (window >> 37 & 8) | (window >> 35 & 16) | (window >> 14 & 32));
}

/* Bit i is set where code i has its neighbours in more than one run, so that a tile in the middle joins something. */
#define JOINING_CODES 0x04747f742efe2e20ULL

/* ---- Tiles and open cells ------------------------------------------------------------------------------------------ */

/* Puts a tile down and keeps everything but rings, turn and result. Returns the cells that became open, as a window. */
static uint64_t put(const struct andantino_field *f, struct andantino *p, int cell, int who)
{
	int from = cell - ANDANTINO_ROW, word = from >> 6, shift = from & 63;
	uint64_t low = ANDANTINO_AROUND << shift, high = ANDANTINO_AROUND >> 1 >> (63 - shift);
	uint64_t occupied = andantino_window(p->tile[0], cell) | andantino_window(p->tile[1], cell);
	uint64_t second = ANDANTINO_AROUND & andantino_window(p->one, cell) & ~andantino_window(p->two, cell);
	uint64_t fresh = second & ~occupied & andantino_window(f->cell, cell);

	if (andantino_has(p->two, cell))
		p->open--;
	for (uint64_t rest = fresh; rest; rest &= rest - 1)
		p->open++;
	p->two[word] |= low & p->one[word];
	p->two[word + 1] |= high & p->one[word + 1];
	p->one[word] |= low;
	p->one[word + 1] |= high;
	p->tile[who][cell >> 6] |= 1ULL << (cell & 63);
	p->tiles++;
	p->hash ^= andantino_tile_key(cell, who);
	return fresh;
}

static void assign(uint64_t set[ANDANTINO_WORDS], int cell, bool value)
{
	uint64_t bit = 1ULL << (cell & 63);

	set[cell >> 6] = value ? set[cell >> 6] | bit : set[cell >> 6] & ~bit;
}

int andantino_touching(const struct andantino *p, int cell, int without, int *ret_last)
{
	int n = 0;

	for (int i = 0; i < 6; i++) {
		int next = cell + round_cell[i];

		if (next == without || next < 0 || !andantino_occupied(p, next))
			continue;
		n++;
		if (ret_last)
			*ret_last = next;
	}
	return n;
}

void andantino_open(const struct andantino_field *f, const struct andantino *p, uint64_t ret[ANDANTINO_WORDS])
{
	for (int w = 0; w < ANDANTINO_WORDS; w++)
		ret[w] = p->two[w] & f->cell[w] & ~(p->tile[0][w] | p->tile[1][w]);
}

int andantino_size(const uint64_t set[ANDANTINO_WORDS])
{
	int n = 0;

	for (int w = 0; w < ANDANTINO_WORDS; w++)
		n += rules_bits(set[w]);
	return n;
}

static void lift(const struct andantino_field *f, struct andantino *p, int cell, int who)
{
	uint64_t open[ANDANTINO_WORDS];

	assign(p->tile[who], cell, false);
	p->tiles--;
	p->hash ^= andantino_tile_key(cell, who);
	for (int i = 0; i < 6; i++) {
		int next = cell + round_cell[i], n = andantino_touching(p, next, 0, NULL);

		assign(p->one, next, n >= 1);
		assign(p->two, next, n >= 2);
	}
	andantino_open(f, p, open);
	p->open = (uint16_t)andantino_size(open);
}

/* ---- Lines --------------------------------------------------------------------------------------------------------- */

static bool five_through(const uint64_t tile[ANDANTINO_WORDS], int cell, unsigned code)
{
	for (int axis = 0; axis < 3; axis++) {
		int step = round_cell[axis], n = 1;

		if (!(code & 9u << axis))
			continue;
		for (int next = cell + step; andantino_has(tile, next); next += step)
			n++;
		for (int next = cell - step; andantino_has(tile, next); next -= step)
			n++;
		if (n >= 5)
			return true;
	}
	return false;
}

/* Every bit moved `by` places down. */
static void shift_down(const uint64_t set[ANDANTINO_WORDS], int by, uint64_t ret[ANDANTINO_WORDS])
{
	for (int w = 0; w < ANDANTINO_WORDS; w++)
		ret[w] = set[w] >> by | (w + 1 < ANDANTINO_WORDS ? set[w + 1] << (64 - by) : 0);
}

static bool has_line(const uint64_t tile[ANDANTINO_WORDS], int length)
{
	for (int axis = 2; axis < 5; axis++) {
		uint64_t run[ANDANTINO_WORDS], next[ANDANTINO_WORDS], any = 0;

		memcpy(run, tile, sizeof(run));
		for (int n = 1; n < length; n++) {
			any = 0;
			shift_down(run, round_cell[axis], next);
			for (int w = 0; w < ANDANTINO_WORDS; w++)
				any |= run[w] = tile[w] & next[w];
		}
		if (any)
			return true;
	}
	return false;
}

/* ---- Rings --------------------------------------------------------------------------------------------------------- */

/* Grows the region by one step into what is not `wall`. Returns false when nothing was added. */
static bool grow(uint64_t region[ANDANTINO_WORDS], const uint64_t wall[ANDANTINO_WORDS])
{
	uint64_t old[ANDANTINO_WORDS], added = 0;

	memcpy(old, region, sizeof(old));
	for (int w = 0; w < ANDANTINO_WORDS; w++) {
		uint64_t here = old[w], below = w ? old[w - 1] : 0, above = w + 1 < ANDANTINO_WORDS ? old[w + 1] : 0;
		uint64_t reach = here << 1 | here << 19 | here << 20 | below >> 63 | below >> 45 | below >> 44 | here >> 1 |
				 here >> 19 | here >> 20 | above << 63 | above << 45 | above << 44;

		reach &= ~wall[w];
		added |= reach & ~here;
		region[w] |= reach;
	}
	return added != 0;
}

/* Walks from `start` between cells that hold no `wall`: true when the walk gets out, else *ret is all it could reach. */
static bool gets_out(const struct andantino_field *f, const uint64_t wall[ANDANTINO_WORDS], int start,
		     uint64_t ret[ANDANTINO_WORDS])
{
	memset(ret, 0, ANDANTINO_WORDS * sizeof(*ret));
	assign(ret, start, true);
	do {
		for (int w = 0; w < ANDANTINO_WORDS; w++)
			if (ret[w] & ~f->cell[w])
				return true;
	} while (grow(ret, wall));
	return false;
}

/* Are two separate runs of tiles round `cell` joined somewhere else? Only then does a tile on it close a ring. */
static bool closes(const uint64_t tile[ANDANTINO_WORDS], int cell, unsigned code)
{
	uint64_t left[ANDANTINO_WORDS];
	uint16_t todo[ANDANTINO_TILES_SIDE];

	memcpy(left, tile, sizeof(left));
	assign(left, cell, false);
	while (code) {
		int first = __builtin_ctz(code), n = 0;
		unsigned run = 1u << first, reached;

		for (int i = 1; i < 6; i++) /* the rest of this run, both ways round */
			run |= code & (((run << 1 | run >> 5) | (run >> 1 | run << 5)) & 63);
		todo[n++] = (uint16_t)(cell + round_cell[first]);
		assign(left, todo[0], false);
		while (n) {
			int at = todo[--n];
			uint64_t near = andantino_window(left, at) & ANDANTINO_AROUND;

			while (near) {
				int next = at - ANDANTINO_ROW + rules_pop_lowest(&near);

				assign(left, next, false);
				todo[n++] = (uint16_t)next;
			}
		}
		reached = code & ~ring_code(andantino_window(left, cell));
		if (reached & ~run)
			return true;
		code &= ~run;
	}
	return false;
}

/* Keeps `inside` after a tile of `who` came to `cell`. True when a ring was closed. */
static bool close_rings(const struct andantino_field *f, struct andantino *p, int cell, int who, unsigned code)
{
	uint64_t region[ANDANTINO_WORDS];

	if (andantino_has(p->inside[who], cell)) {
		assign(p->inside[who], cell, false);
		return false;
	}
	if (!(JOINING_CODES >> code & 1) || !closes(p->tile[who], cell, code))
		return false;
	for (int i = 0; i < 6; i++) {
		bool starts_gap = !(code >> i & 1) && code >> (i + 5) % 6 & 1;

		if (!starts_gap || gets_out(f, p->tile[who], cell + round_cell[i], region))
			continue;
		for (int w = 0; w < ANDANTINO_WORDS; w++)
			p->inside[who][w] |= region[w];
	}
	return true;
}

/* The same from scratch: what cannot be reached from beyond the edge. */
static void find_inside(const struct andantino_field *f, struct andantino *p, int who)
{
	uint64_t outside[ANDANTINO_WORDS];

	for (int w = 0; w < ANDANTINO_WORDS; w++)
		outside[w] = ~f->cell[w];
	while (grow(outside, p->tile[who]))
		;
	for (int w = 0; w < ANDANTINO_WORDS; w++)
		p->inside[who][w] = ~outside[w] & f->cell[w] & ~p->tile[who][w];
}

static bool meet(const uint64_t a[ANDANTINO_WORDS], const uint64_t b[ANDANTINO_WORDS])
{
	uint64_t both = 0;

	for (int w = 0; w < ANDANTINO_WORDS; w++)
		both |= a[w] & b[w];
	return both != 0;
}

/* ---- Playing ------------------------------------------------------------------------------------------------------ */

void andantino_lift(const struct rules_variant *v, struct andantino *p, int cell)
{
	const struct andantino_field *f = andantino_field(v);

	lift(f, p, cell, p->player - 1);
	find_inside(f, p, p->player - 1); /* a ring may have been opened, or a full one hollowed */
}

void andantino_targets(const struct rules_variant *v, const struct andantino *p, int from, uint64_t ret[ANDANTINO_WORDS])
{
	const struct andantino_field *f = andantino_field(v);

	andantino_open(f, p, ret);
	if (!from && andantino_may_single(p))
		for (int w = 0; w < ANDANTINO_WORDS; w++)
			ret[w] = p->one[w] & f->cell[w] & ~(p->tile[0][w] | p->tile[1][w]);
	for (int i = 0; from && i < 6; i++) {
		int next = from + round_cell[i];

		if (andantino_has(ret, next) && andantino_touching(p, next, from, NULL) < 2)
			assign(ret, next, false);
	}
}

int andantino_actions(const struct rules_variant *v, const struct andantino *p)
{
	uint64_t target[ANDANTINO_WORDS];
	int n = 0;

	if (p->tiles == ANDANTINO_TILES && !v->option[ANDANTINO_AFTER50])
		return 0;
	if (!andantino_relocates(v, p)) {
		if (!andantino_may_single(p))
			return p->open;
		andantino_targets(v, p, 0, target);
		return andantino_size(target);
	}
	for (int w = 0; w < ANDANTINO_WORDS; w++) {
		uint64_t mine = p->tile[p->player - 1][w];

		while (mine) {
			andantino_targets(v, p, w * 64 + rules_pop_lowest(&mine), target);
			n += andantino_size(target);
		}
	}
	return n;
}

/* Plays a placement, or the second half of a relocation. Returns the cells that became open, as a window. */
uint64_t andantino_play(const struct rules_variant *v, struct andantino *p, int cell)
{
	const struct andantino_field *f = andantino_field(v);
	int who = p->player - 1;
	unsigned code = ring_code(andantino_window(p->tile[who], cell));
	uint64_t fresh = put(f, p, cell, who);
	bool closed = close_rings(f, p, cell, who, code);

	p->player = (uint8_t)(2 - who);
	if (five_through(p->tile[who], cell, code) || (closed && meet(p->inside[who], p->tile[!who])))
		p->result = (uint8_t)(who + 1);
	else if (andantino_has(p->inside[!who], cell))
		p->result = (uint8_t)(2 - who);
	else if (andantino_actions(v, p) == 0)
		p->result = RULES_DRAW;
	return fresh;
}

/* ---- Set-up ------------------------------------------------------------------------------------------------------- */

void andantino_clear(struct rules_state *s)
{
	memset(s, 0, sizeof(*s));
}

void andantino_set(const struct rules_variant *v, struct andantino *p, int cell, int who)
{
	put(andantino_field(v), p, cell, who);
}

void andantino_settle(const struct rules_variant *v, struct andantino *p, int player, enum andantino_single single)
{
	int mover = 2 - player;

	p->player = (uint8_t)player;
	p->single = (uint8_t)single;
	for (int who = 0; who < 2; who++)
		find_inside(andantino_field(v), p, who);
	for (int i = 0; i < 2 && !p->result; i++, mover = !mover)
		if (has_line(p->tile[mover], 5) || meet(p->inside[mover], p->tile[!mover]))
			p->result = (uint8_t)(mover + 1);
	if (!p->result && andantino_actions(v, p) == 0)
		p->result = RULES_DRAW;
}
