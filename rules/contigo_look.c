/*
 * contigo_look.c — what eyes see: pieces and beads on their sites, and the way that an action takes.
 */
#include <string.h>

#include "contigo.h"

#define BIT(square) ((uint64_t)1 << (square))

void contigo_project(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX])
{
	struct contigo_rules g = contigo_rules(v);
	const struct contigo *c = contigo_in(s);
	int squares = g.n * g.n;

	memset(look, 0, sizeof(look[0]) * (size_t)(squares + g.ring));
	for (int i = 0; i < g.players; i++) {
		for (uint64_t set = c->piece[i]; set;) {
			int square = rules_pop_lowest(&set);
			look[square] = (struct rules_look){ 1, (uint8_t)(i + 1), c->high >> square & 1 };
		}
	}
	for (int i = 0; i < g.ring; i++)
		look[squares + i].count = c->pit[i];
}

/* ---- Set-ups ------------------------------------------------------------------------------------------------------ */

static int set_square(const struct contigo_rules *g, struct contigo *c, int square, struct rules_look look,
		      struct rules_error *err)
{
	char name[4];
	rules_square_put(name, g->n, square);

	if (look.count == 0)
		return 0;
	if (look.count > 1)
		return rules_fail(err, "BOARD: %d pieces on %s", look.count, name);
	if (look.owner < 1 || look.owner > g->players)
		return rules_fail(err, "BOARD: nobody knows whose piece stands on %s", name);
	if (look.rank && g->goal == CONTIGO_LINE)
		return rules_fail(err, "BOARD: a king on %s; this game has only pawns", name);
	if (look.rank && g->goal == CONTIGO_BASIC)
		return rules_fail(err, "BOARD: a double on %s; this game has only men", name);
	c->piece[look.owner - 1] |= BIT(square);
	if (look.rank)
		c->high |= BIT(square);
	return 0;
}

/* Men that are missing have been taken by the other player; a game is over at seven. */
static uint8_t missing_men(uint64_t men)
{
	int missing = 12 - rules_bits(men);
	return (uint8_t)(missing < 0 ? 0 : missing > 7 ? 7 : missing);
}

int contigo_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
		      struct rules_error *err)
{
	struct contigo_rules g = contigo_rules(v);
	struct rules_state s = { { 0 } };
	struct contigo *c = contigo_of(&s);
	int squares = g.n * g.n, beads = 0, rc;

	for (int i = 0; i < squares; i++) {
		if ((rc = set_square(&g, c, i, look[i], err)) < 0)
			return rc;
	}
	for (int i = 0; i < g.ring; i++) {
		c->pit[i] = look[squares + i].count;
		beads += c->pit[i];
	}
	if (beads != g.beads)
		return rules_fail(err, "PITS: %d beads, the game has %d", beads, g.beads);
	c->player = (uint8_t)player;
	if (g.goal == CONTIGO_BASIC) {
		c->captured[0] = missing_men(c->piece[1]);
		c->captured[1] = missing_men(c->piece[0]);
	}
	if ((rc = contigo_check_pieces(&g, c, err)) < 0)
		return rc;
	c->result = (uint8_t)contigo_result(&g, c);
	*ret = s;
	return 0;
}

/* ---- Paths -------------------------------------------------------------------------------------------------------- */

/* The counted squares of a straight leg, its last one excluded. */
static void leg(struct rules_path *p, int n, int from, int to)
{
	int length = 0;
	int way = rules_square_line(n, from, to, &length);
	for (int i = 1; i < length; i++)
		rules_path_step(p, contigo_beyond(n, from, way, i), RULES_MARK_COUNT);
}

static void piece_path(const struct contigo_rules *g, const struct contigo *c, rules_action a, struct rules_path *p)
{
	int from = contigo_from(a), to = contigo_to(a), corner;
	bool bent = g->ell || (g->goal == CONTIGO_DOUBLE && c->high & BIT(from) && !contigo_is_give(a));

	rules_path_step(p, from, RULES_MARK_START);
	if (bent && (contigo_ell(g, c, from, to, true, &corner) || contigo_ell(g, c, from, to, false, &corner))) {
		leg(p, g->n, from, corner);
		rules_path_step(p, corner, RULES_MARK_BEND);
		from = corner;
	}
	leg(p, g->n, from, to);
	int victim = contigo_owner(c, to);
	if (victim && victim != c->player)
		rules_path_step(p, to, RULES_MARK_TAKE);
	rules_path_step(p, to, RULES_MARK_END);
}

/* From pit to pit along the ring; `steps` clockwise, or the other way if negative. */
static void ring_path(const struct contigo_rules *g, int from, int steps, enum rules_mark mark, struct rules_path *p)
{
	int first_pit = g->n * g->n, one = steps < 0 ? g->ring - 1 : 1;

	rules_path_step(p, first_pit + from, RULES_MARK_START);
	for (int left = steps < 0 ? -steps : steps; left > 0; left--) {
		from = (from + one) % g->ring;
		rules_path_step(p, first_pit + from, left > 1 ? mark : RULES_MARK_END);
	}
}

void contigo_path(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret)
{
	struct contigo_rules g = contigo_rules(v);
	const struct contigo *c = contigo_in(s);
	int from, count = contigo_bead_count(a), o;

	ret->length = 0;
	switch (contigo_kind(a)) {
	case CONTIGO_NOTHING: break;
	case CONTIGO_MOVE: piece_path(&g, c, a, ret); break;
	case CONTIGO_GROUP:
		from = contigo_bead_from(&g, a);
		o = (contigo_bead_to(&g, a) - from + g.ring) % g.ring;
		ring_path(&g, from, o == count % g.ring ? count : -count, RULES_MARK_COUNT, ret);
		break;
	case CONTIGO_TAKE:
		from = g.n * g.n + contigo_bead_from(&g, a);
		rules_path_step(ret, from, RULES_MARK_START);
		rules_path_step(ret, from, RULES_MARK_END);
		break;
	case CONTIGO_DROP_ONE:
		o = (contigo_bead_to(&g, a) - c->source + g.ring) % g.ring;
		ring_path(&g, c->source, o <= g.ring - o ? o : o - g.ring, RULES_MARK_PASS, ret);
		break;
	}
}
