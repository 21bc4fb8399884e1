/*
 * perturbador.c — Perturbador (Jaime Poniachik and Eduardo Abel Giménez): phases, actions, the end.
 */
#include "perturbador.h"

#include <string.h>

static struct perturbador *of(struct rules_state *s)
{
	return (struct perturbador *)(void *)s;
}

static void perturbador_init(const struct rules_variant *v, struct rules_state *ret)
{
	(void)v;
	memset(ret, 0, sizeof(*ret));
	struct perturbador *p = of(ret);
	for (int file = 1; file <= 6; file++) {
		p->men[0] |= perturbador_bit(rules_square(PERTURBADOR_SIDE, file, 0));
		p->men[1] |= perturbador_bit(rules_square(PERTURBADOR_SIDE, file, 7));
	}
	p->phase = PERTURBADOR_PLACE;
}

static int perturbador_player(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return perturbador_of(s)->mover + 1;
}

static bool perturbador_turn_start(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return perturbador_of(s)->phase != PERTURBADOR_DISTURBER;
}

static int perturbador_result(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return perturbador_winner(perturbador_of(s));
}

/* ---- Actions ------------------------------------------------------------------------------------------------------- */

static int list_squares(uint64_t squares, rules_action *list)
{
	int n = 0;
	while (squares)
		list[n++] = perturbador_disturb(rules_pop_lowest(&squares));
	return n;
}

static int list_pieces(const struct perturbador *p, rules_action *list)
{
	int n = 0;
	for (uint64_t men = p->men[p->mover]; men;) {
		int from = rules_pop_lowest(&men);
		for (uint64_t ends = perturbador_reach(p, from); ends;)
			list[n++] = perturbador_move(from, rules_pop_lowest(&ends));
	}
	if (!n)
		list[n++] = PERTURBADOR_NONE;
	return n;
}

static int legal(const struct perturbador *p, rules_action *list)
{
	if (perturbador_winner(p))
		return 0;
	switch (p->phase) {
	case PERTURBADOR_PLACE: return list_squares(perturbador_empty(p), list);
	case PERTURBADOR_PIECE: return list_pieces(p, list);
	default: list[0] = perturbador_disturb(-1); return 1 + list_squares(perturbador_disturbs(p), list + 1);
	}
}

static int count_pieces(const struct perturbador *p)
{
	int n = 0;
	for (uint64_t men = p->men[p->mover]; men;)
		n += rules_bits(perturbador_reach(p, rules_pop_lowest(&men)));
	return n ? n : 1;
}

static int count(const struct perturbador *p)
{
	if (perturbador_winner(p))
		return 0;
	switch (p->phase) {
	case PERTURBADOR_PLACE: return rules_bits(perturbador_empty(p));
	case PERTURBADOR_PIECE: return count_pieces(p);
	default: return 1 + rules_bits(perturbador_disturbs(p));
	}
}

/* A piece goes to a square, or home. */
static void move_piece(struct perturbador *p, int from, int to)
{
	uint64_t goal = perturbador_bit(to);
	p->men[p->mover] ^= perturbador_bit(from);
	if (goal & PERTURBADOR_WELLS)
		p->home[p->mover]++;
	else
		p->men[p->mover] |= goal;
}

/* After `x…` it is the other player's turn; also after the first, so player 2 is the first to move a piece. */
static void apply(struct perturbador *p, rules_action a)
{
	int to = perturbador_to(a);
	if (a & PERTURBADOR_X) {
		if (to >= 0)
			p->disturber = perturbador_bit(to);
		p->mover ^= 1;
		p->phase = PERTURBADOR_PIECE;
		return;
	}
	if (to >= 0)
		move_piece(p, perturbador_from(a), to);
	p->phase = PERTURBADOR_DISTURBER;
}

static int perturbador_legal(const struct rules_variant *v, const struct rules_state *s, rules_action list[RULES_ACTIONS_MAX])
{
	(void)v;
	return legal(perturbador_of(s), list);
}

static int perturbador_count(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return count(perturbador_of(s));
}

static void perturbador_apply(const struct rules_variant *v, struct rules_state *s, rules_action a)
{
	(void)v;
	apply(of(s), a);
}

static uint64_t perturbador_hash(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return rules_hash_words(s->word, sizeof(struct perturbador) / sizeof(uint64_t));
}

/* ---- Fast play and counting ------------------------------------------------------------------------------------------ */

/* The ends of all pieces are kept as sets; only the one chosen is looked up. */
static rules_action random_piece(const struct perturbador *p, uint64_t *seed)
{
	uint64_t ends[PERTURBADOR_MEN];
	int from[PERTURBADOR_MEN], size[PERTURBADOR_MEN], n = 0, total = 0;
	for (uint64_t men = p->men[p->mover]; men; n++) {
		from[n] = rules_pop_lowest(&men);
		ends[n] = perturbador_reach(p, from[n]);
		size[n] = rules_bits(ends[n]);
		total += size[n];
	}
	if (!total)
		return PERTURBADOR_NONE;
	int k = rules_random_below(seed, total), i = 0;
	while (k >= size[i])
		k -= size[i++];
	return perturbador_move(from[i], rules_nth_bit(ends[i], k));
}

static rules_action random_square(uint64_t squares, bool may_stay, uint64_t *seed)
{
	int k = rules_random_below(seed, rules_bits(squares) + may_stay) - may_stay;
	return perturbador_disturb(k < 0 ? -1 : rules_nth_bit(squares, k));
}

static int perturbador_playout(const struct rules_variant *v, struct rules_state *s, int limit, uint64_t *seed)
{
	struct perturbador *p = of(s);
	int played = 0;
	(void)v;
	for (; played < limit && !perturbador_winner(p); played++) {
		if (p->phase == PERTURBADOR_PIECE)
			apply(p, random_piece(p, seed));
		else if (p->phase == PERTURBADOR_DISTURBER)
			apply(p, random_square(perturbador_disturbs(p), true, seed));
		else
			apply(p, random_square(perturbador_empty(p), false, seed));
	}
	return played;
}

static uint64_t leaves(const struct perturbador *p, int depth)
{
	if (depth == 1)
		return (uint64_t)count(p);
	rules_action list[RULES_ACTIONS_MAX];
	uint64_t sum = 0;
	int n = legal(p, list);
	for (int i = 0; i < n; i++) {
		struct perturbador next = *p;
		apply(&next, list[i]);
		sum += leaves(&next, depth - 1);
	}
	return sum;
}

static uint64_t perturbador_perft(const struct rules_variant *v, const struct rules_state *s, int depth)
{
	(void)v;
	return depth ? leaves(perturbador_of(s), depth) : 1;
}

/* ---- Opinion --------------------------------------------------------------------------------------------------------- */

/* Pieces home count most; then pieces that could go home now, then places to go. */
static int promise(const struct perturbador *p, int side)
{
	int sum = 160 * p->home[side], ends = 0;
	bool next = side == p->mover ? p->phase == PERTURBADOR_PIECE : p->phase == PERTURBADOR_DISTURBER;
	for (uint64_t men = p->men[side]; men;) {
		uint64_t reach = perturbador_reach(p, rules_pop_lowest(&men));
		sum += reach & PERTURBADOR_WELLS ? (next ? 24 : 12) : 0;
		ends += rules_bits(reach);
	}
	return sum + (ends < 40 ? ends : 40) / 4;
}

static int perturbador_judge(const struct rules_variant *v, const struct rules_state *s, int player)
{
	const struct perturbador *p = perturbador_of(s);
	int winner = perturbador_winner(p);
	(void)v;
	if (winner)
		return winner == player ? 1000 : -1000;
	return promise(p, player - 1) - promise(p, 2 - player);
}

static const struct rules_words *words(const struct rules_variant *v)
{
	static const struct rules_words disturber = { .neutral = { "the disturber", "el perturbador" } };
	(void)v;
	return &disturber;
}

const struct rules_game rules_perturbador = {
	.id = "perturbador",
	.counted_repetition = true,
	.init = perturbador_init,
	.parse = perturbador_parse,
	.format = perturbador_format,
	.player = perturbador_player,
	.turn_start = perturbador_turn_start,
	.result = perturbador_result,
	.legal = perturbador_legal,
	.count = perturbador_count,
	.apply = perturbador_apply,
	.write_action = perturbador_write_action,
	.read_action = perturbador_read_action,
	.hash = perturbador_hash,
	.sites = perturbador_sites,
	.project = perturbador_project,
	.unproject = perturbador_unproject,
	.words = words,
	.why_illegal = perturbador_why_illegal,
	.path = perturbador_path,
	.playout = perturbador_playout,
	.perft = perturbador_perft,
	.judge = perturbador_judge,
};
