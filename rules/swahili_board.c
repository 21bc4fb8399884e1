/*
 * swahili_board.c — the wooden hill: where rows, ponds and centre lie, what stands there, and positions set up by hand.
 *
 * Seen from above the hill is a disk of four quarters. A quarter is one player's side: the eleven rows run across it from the
 * rim up to the centre pit. Each player's pond is in the corner at his right hand. Two players sit opposite each other, three
 * leave the right-hand quarter empty.
 */
#include "swahili.h"

#include <string.h>

enum {
	MIDDLE = 500,
	RIM = 440, /* distance of row 1 from the middle */
	RISE = 36, /* of a row from the next */
	ROW_SIZE = 34,
	PIT_SIZE = 114,
	NEAR = 117, /* ponds: this far from the edges of the wood */
	FAR = 883,
	POND_SIZE = 154,
};

/* clang-format off */
#define SITE(p, stop) (((p) - 1) * SWAHILI_STOPS + (stop))
#define ROW(p, r, dx, dy, below, above) { \
	.name = #p "." #r, .kind = RULES_ROW, .sense = RULES_SENSE_COUNT, .player = p, .neighbours = 2, \
	.x = MIDDLE + dx * (RIM - RISE * (r - 1)), .y = MIDDLE + dy * (RIM - RISE * (r - 1)), .size = ROW_SIZE, \
	.neighbour = { below, above } }
#define INNER(p, r, dx, dy) ROW(p, r, dx, dy, SITE(p, r - 2), SITE(p, r))
#define SIDE(p, dx, dy, pond_x, pond_y, centre) \
	ROW(p, 1, dx, dy, SITE(p, 1), centre), \
	INNER(p, 2, dx, dy), INNER(p, 3, dx, dy), INNER(p, 4, dx, dy), INNER(p, 5, dx, dy), INNER(p, 6, dx, dy), \
	INNER(p, 7, dx, dy), INNER(p, 8, dx, dy), INNER(p, 9, dx, dy), INNER(p, 10, dx, dy), \
	ROW(p, 11, dx, dy, SITE(p, 9), centre), \
	{ .name = #p ".P", .kind = RULES_POND, .sense = RULES_SENSE_COUNT, .player = p, .x = pond_x, .y = pond_y, .size = POND_SIZE }
#define CENTRE(players, ...) { \
	.name = "C", .kind = RULES_CENTRE, .sense = RULES_SENSE_COUNT, .neighbours = 2 * players, \
	.x = MIDDLE, .y = MIDDLE, .size = PIT_SIZE, .neighbour = { __VA_ARGS__ } }
#define ENDS(p) SITE(p, 0), SITE(p, 10)
#define BOTTOM(p, centre) SIDE(p, 0, 1, FAR, FAR, centre)
#define LEFT(p, centre) SIDE(p, -1, 0, NEAR, FAR, centre)
#define TOP(p, centre) SIDE(p, 0, -1, NEAR, NEAR, centre)
#define RIGHT(p, centre) SIDE(p, 1, 0, FAR, NEAR, centre)

static const struct rules_site hill_2[] = {
	BOTTOM(1, SITE(3, 0)), TOP(2, SITE(3, 0)), CENTRE(2, ENDS(1), ENDS(2)),
};
static const struct rules_site hill_3[] = {
	BOTTOM(1, SITE(4, 0)), LEFT(2, SITE(4, 0)), TOP(3, SITE(4, 0)), CENTRE(3, ENDS(1), ENDS(2), ENDS(3)),
};
static const struct rules_site hill_4[] = {
	BOTTOM(1, SITE(5, 0)), LEFT(2, SITE(5, 0)), TOP(3, SITE(5, 0)), RIGHT(4, SITE(5, 0)),
	CENTRE(4, ENDS(1), ENDS(2), ENDS(3), ENDS(4)),
};
/* clang-format on */

const struct rules_site *swahili_sites(const struct rules_variant *v, int *ret_n)
{
	static const struct rules_site *const hill[] = { hill_2, hill_3, hill_4 };
	*ret_n = swahili_centre_site(v) + 1;
	return hill[v->players - 2];
}

/* ---- What stands where --------------------------------------------------------------------------------------------- */

/* Who owns the prisoners of player p's pond: with two players it can only be the other one. */
static uint8_t prisoners_of(const struct rules_variant *v, unsigned p)
{
	return v->players == 2 ? (uint8_t)(2 - p) : 0;
}

void swahili_project(const struct rules_variant *v, const struct rules_state *state, struct rules_look look[RULES_SITES_MAX])
{
	const struct swahili *s = swahili_of(state);
	struct rules_look *centre = &look[swahili_centre_site(v)];
	unsigned owners = 0;
	*centre = (struct rules_look){ 0 };
	for (unsigned p = 0; p < v->players; p++) {
		for (unsigned row = 0; row < SWAHILI_ROWS; row++) {
			unsigned n = swahili_at(s->side[p], row);
			look[swahili_row_site(p, row)] =
			    (struct rules_look){ .count = (uint8_t)n, .owner = n ? (uint8_t)(p + 1) : 0 };
		}
		unsigned held = swahili_pond(s->side[p]), home = swahili_at(s->side[p], SWAHILI_CENTRE);
		look[swahili_pond_site(p)] =
		    (struct rules_look){ .count = (uint8_t)held, .owner = held ? prisoners_of(v, p) : 0 };
		centre->count = (uint8_t)(centre->count + home);
		if (home)
			centre->owner = owners++ ? 0 : (uint8_t)(p + 1);
	}
}

/* ---- A position set up by hand -------------------------------------------------------------------------------------- */

struct setup {
	int rows[RULES_PLAYERS_MAX]; /* pieces in a player's rows */
	int pond[RULES_PLAYERS_MAX];
	int least[RULES_PLAYERS_MAX]; /* bounds of his pieces in the centre */
	int most[RULES_PLAYERS_MAX];
	int centre, prisoners;
};

static int read_looks(const struct rules_variant *v, const struct rules_look *look, struct swahili *s, struct setup *set,
		      struct rules_error *err)
{
	int n, total = 0;
	const struct rules_site *site = swahili_sites(v, &n);
	for (int i = 0; i < n; i++) {
		unsigned p = site[i].player - 1u, count = look[i].count, owner = count ? look[i].owner : 0;
		bool own = site[i].kind == RULES_POND ? owner != site[i].player : owner == 0 || owner == site[i].player;
		if (owner > v->players || (!own && site[i].kind != RULES_CENTRE))
			return rules_fail(err, "%s: no piece of player %u can lie there", site[i].name, owner);
		total += (int)count;
		if (site[i].kind == RULES_CENTRE)
			set->centre = (int)count;
		else if (site[i].kind == RULES_POND)
			set->pond[p] = (int)count;
		else
			set->rows[p] += (int)count;
		if (site[i].kind == RULES_ROW && set->rows[p] > SWAHILI_PIECES)
			return rules_fail(err, "%s: with it %d pieces in the rows of player %u, who has %d", site[i].name,
					  set->rows[p], p + 1, SWAHILI_PIECES);
		if (site[i].kind == RULES_ROW)
			s->side[p] |= (uint64_t)count << 4 * ((unsigned)i % SWAHILI_STOPS);
	}
	if (total != SWAHILI_PIECES * v->players)
		return rules_fail(err, "POSITION: %d pieces in rows, centre and ponds, the game has %d", total,
				  SWAHILI_PIECES * v->players);
	for (unsigned p = 0; p < v->players; p++)
		set->prisoners += set->pond[p];
	return 0;
}

/* The eye sees how many lie in the centre, not whose they are. A player's share is what his rows and the ponds leave open: no
 * pond may hold more than the other players have lost. */
static int bound_shares(const struct rules_variant *v, uint8_t owner, struct setup *set, struct rules_error *err)
{
	int least = 0, most = 0;
	for (int p = 0; p < v->players; p++) {
		int off_rows = SWAHILI_PIECES - set->rows[p], may_lose = set->prisoners - set->pond[p];
		set->least[p] = off_rows > may_lose ? off_rows - may_lose : 0;
		set->most[p] = owner && owner != p + 1 ? 0 : off_rows;
		if (set->least[p] > set->most[p])
			return rules_fail(err, "C: player %d must have %d pieces there, as the other ponds hold only %d", p + 1,
					  set->least[p], may_lose);
		least += set->least[p];
		most += set->most[p];
	}
	if (set->centre < least || set->centre > most)
		return rules_fail(err, "C: %d pieces there, with these rows and ponds it must be %d to %d", set->centre, least,
				  most);
	return 0;
}

int swahili_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
		      struct rules_error *err)
{
	struct rules_state state = { 0 };
	struct swahili *s = (struct swahili *)(void *)&state;
	struct setup set = { 0 };
	if (player < 1 || player > v->players)
		return rules_fail(err, "PLAYER: %d is not a number from 1 to %d", player, v->players);
	int r = read_looks(v, look, s, &set, err);
	if (r < 0)
		return r;
	r = bound_shares(v, look[swahili_centre_site(v)].owner, &set, err);
	if (r < 0)
		return r;

	/* What the bounds leave open is dealt out evenly. */
	int *share = set.least, open = set.centre;
	for (int p = 0; p < v->players; p++)
		open -= share[p];
	for (; open > 0; open--) {
		int poorest = -1;
		for (int p = 0; p < v->players; p++)
			if (share[p] < set.most[p] && (poorest < 0 || share[p] < share[poorest]))
				poorest = p;
		share[poorest]++;
	}
	for (int p = 0; p < v->players; p++)
		s->side[p] |= (uint64_t)share[p] << 4 * SWAHILI_CENTRE | (uint64_t)set.pond[p] << SWAHILI_POND_SHIFT;
	s->mover = (uint64_t)player - 1;
	*ret = state;
	return 0;
}
