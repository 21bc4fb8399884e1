/*
 * perturbador_board.c — the squares and wells, what stands there, and positions set up by hand.
 */
#include "perturbador.h"

#include <string.h>

enum {
	MARGIN = 60,
	WIDTH = 110, /* of a square */
};

/*
 * The table is written by macros, as it must be constant. A square's neighbours in ascending order are those to the left,
 * below, above and to the right, less those beyond the edge.
 */
/* clang-format off */
#define IS_WELL(f, r) (((f) == 3 || (f) == 4) && ((r) == 3 || (r) == 4))
#define STARTS(f, r) ((f) < 1 || (f) > 6 ? 0 : (r) == 0 ? 1 : (r) == 7 ? 2 : 0)
#define AT(f, r) (uint16_t)((f) * 8 + (r))
#define BEFORE(f, r) (((f) > 0) + ((r) > 0))              /* neighbours to the left and below */
#define UPTO(f, r) (BEFORE(f, r) + ((r) < 7))              /* and above */
#define PICK(f, r, i) ( \
	(i) == 0 && (f) > 0 ? AT((f) - 1, r) : \
	(i) == BEFORE(f, r) - 1 && (r) > 0 ? AT(f, (r) - 1) : \
	(i) == UPTO(f, r) - 1 && (r) < 7 ? AT(f, (r) + 1) : \
	(i) == UPTO(f, r) && (f) < 7 ? AT((f) + 1, r) : 0)
#define SQUARE(f, r) { \
	.name = { 'a' + (f), '1' + (r) }, \
	.kind = IS_WELL(f, r) ? RULES_WELL : RULES_SQUARE, .sense = IS_WELL(f, r) ? RULES_SENSE_NONE : RULES_SENSE_PIECE, \
	.player = STARTS(f, r), .neighbours = UPTO(f, r) + ((f) < 7), \
	.x = MARGIN + WIDTH * (f) + WIDTH / 2, .y = MARGIN + WIDTH * (7 - (r)) + WIDTH / 2, .size = WIDTH, \
	.neighbour = { PICK(f, r, 0), PICK(f, r, 1), PICK(f, r, 2), PICK(f, r, 3) } }
#define LINE(f) SQUARE(f, 0), SQUARE(f, 1), SQUARE(f, 2), SQUARE(f, 3), SQUARE(f, 4), SQUARE(f, 5), SQUARE(f, 6), SQUARE(f, 7)

static const struct rules_site sites[] = { LINE(0), LINE(1), LINE(2), LINE(3), LINE(4), LINE(5), LINE(6), LINE(7) };
/* clang-format on */

enum { SITES = (int)(sizeof(sites) / sizeof(sites[0])) };

const struct rules_site *perturbador_sites(const struct rules_variant *v, int *ret_n)
{
	(void)v;
	*ret_n = SITES;
	return sites;
}

/* ---- What stands where --------------------------------------------------------------------------------------------- */

static void put(uint64_t squares, uint8_t owner, struct rules_look *look)
{
	while (squares)
		look[rules_pop_lowest(&squares)] = (struct rules_look){ .count = 1, .owner = owner };
}

void perturbador_project(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX])
{
	const struct perturbador *p = perturbador_of(s);
	(void)v;
	memset(look, 0, SITES * sizeof(*look));
	put(p->men[0], 1, look);
	put(p->men[1], 2, look);
	put(p->disturber, RULES_NEUTRAL, look);
}

/* ---- A position set up by hand -------------------------------------------------------------------------------------- */

static int read_look(int square, const struct rules_look *look, struct perturbador *p, struct rules_error *err)
{
	const char *name = sites[square].name;
	if (sites[square].kind == RULES_WELL)
		return rules_fail(err, "%s: a well, nothing rests there", name);
	if (look->count > 1)
		return rules_fail(err, "%s: %d pieces, a square holds one", name, look->count);
	if (look->owner == 1 || look->owner == 2)
		p->men[look->owner - 1] |= perturbador_bit(square);
	else if (look->owner == RULES_NEUTRAL)
		p->disturber |= perturbador_bit(square);
	else
		return rules_fail(err, "%s: something of unknown owner: white, black or the disturber", name);
	return 0;
}

/* Pieces that are not on the board are home. */
static int count_home(struct perturbador *p, struct rules_error *err)
{
	for (int side = 0; side < 2; side++) {
		int men = rules_bits(p->men[side]);
		if (men > PERTURBADOR_MEN)
			return rules_fail(err, "BOARD: %d pieces of player %d, he has %d", men, side + 1, PERTURBADOR_MEN);
		if (men < PERTURBADOR_MEN - PERTURBADOR_HOME)
			return rules_fail(err, "BOARD: no piece of player %d, the game ends when %d are home", side + 1,
					  PERTURBADOR_HOME);
		p->home[side] = (uint8_t)(PERTURBADOR_MEN - men);
	}
	if (p->home[0] == PERTURBADOR_HOME && p->home[1] == PERTURBADOR_HOME)
		return rules_fail(err, "BOARD: one piece of each player, so both had %d home", PERTURBADOR_HOME);
	return 0;
}

int perturbador_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
			  struct rules_error *err)
{
	struct rules_state state = { 0 };
	struct perturbador *p = (struct perturbador *)(void *)&state;
	(void)v;
	for (int square = 0; square < SITES; square++) {
		int r = look[square].count ? read_look(square, &look[square], p, err) : 0;
		if (r < 0)
			return r;
	}
	int r = count_home(p, err), disturbers = rules_bits(p->disturber);
	if (r < 0)
		return r;
	if (disturbers > 1)
		return rules_fail(err, "BOARD: %d disturbers, there is one", disturbers);
	if (!disturbers && player != 1)
		return rules_fail(err, "PLAYER: without a disturber on the board player 1 is to place it");
	p->mover = player == 2;
	p->phase = disturbers ? PERTURBADOR_PIECE : PERTURBADOR_PLACE;
	*ret = state;
	return 0;
}
