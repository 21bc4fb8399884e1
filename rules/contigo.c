/*
 * contigo.c — Contigo (3M, 1974) and its 1970 ancestor: the three ids, their options, how they start, and how their
 * actions are packed.
 */
#include <errno.h>
#include <string.h>

#include "contigo.h"

#define BIT(square) ((uint64_t)1 << (square))

enum { PLAYERS, ALIGN, MOVE, BEADS, DIAGONALS }; /* options of contigo-line, in order */

struct contigo_rules contigo_rules(const struct rules_variant *v)
{
	struct contigo_rules g = { .goal = CONTIGO_LINE, .n = 6, .ring = 28, .beads = 56, .players = v->players };

	if (v->game == &rules_contigo_line) {
		static const int align[] = { 4, 5, 3 };
		g.align = align[v->option[ALIGN]];
		g.ell = v->option[MOVE] == 1;
		g.spread = v->option[BEADS] == 1;
		g.all_diagonals = v->option[DIAGONALS] == 1;
	} else if (v->game == &rules_contigo_capture) {
		g.goal = CONTIGO_CAPTURE;
		g.spread = v->option[1] == 0;
	} else {
		g.goal = v->option[0] == 0 ? CONTIGO_BASIC : CONTIGO_DOUBLE;
		g.n = 8;
		g.ring = 36;
		g.beads = 72;
		g.spread = true;
	}
	return g;
}

static int configure_line(struct rules_variant *v, struct rules_error *err)
{
	const char *align = v->game->option[ALIGN].value[v->option[ALIGN]];
	if (v->players == 4 && align[0] == '5')
		return rules_fail(err, "GAME: align=5 needs players=2: with four players nobody has five pawns");
	if (v->players == 2 && align[0] == '3')
		return rules_fail(err, "GAME: align=3 needs players=4");
	return 0;
}

/* ---- Starting positions ------------------------------------------------------------------------------------------- */

static void put(struct contigo *c, int n, int player, const char *squares)
{
	for (const char *at = squares; *at; at += 2)
		c->piece[player - 1] |= BIT(rules_square_read(n, at));
}

static void init_line(const struct contigo_rules *g, struct contigo *c)
{
	static const char clockwise[] = "a2a3a4a5b6c6d6e6f5f4f3f2e1d1c1b1";
	for (int i = 0; i < 16; i++)
		c->piece[i % g->players] |= BIT(rules_square_read(6, clockwise + 2 * i));
}

static void init_capture(const struct contigo_rules *g, struct contigo *c)
{
	static const char *const block[] = { "a1a2b1b2", "a6a5b6b5", "f6f5e6e5", "f1f2e1e2" };
	for (int i = 0; i < 4; i++) {
		put(c, 6, i % g->players + 1, block[i]);
		c->high |= BIT(rules_square_read(6, block[i]));
	}
}

static void init_thibault(const struct contigo_rules *g, struct contigo *c)
{
	if (g->goal == CONTIGO_BASIC) {
		put(c, 8, 1, "a1c1e1g1b2d2f2h2a3c3e3g3");
		put(c, 8, 2, "h8f8d8b8g7e7c7a7h6f6d6b6");
		return;
	}
	put(c, 8, 1, "a2b2c2d2e2f2g2h2c1f1");
	put(c, 8, 2, "a7b7c7d7e7f7g7h7c8f8");
	c->high = BIT(rules_square_read(8, "c1")) | BIT(rules_square_read(8, "f1")) | BIT(rules_square_read(8, "c8")) |
		  BIT(rules_square_read(8, "f8"));
}

static void init(const struct rules_variant *v, struct rules_state *ret)
{
	struct contigo_rules g = contigo_rules(v);

	memset(ret, 0, sizeof(*ret));
	struct contigo *c = contigo_of(ret);
	memset(c->pit, 2, (size_t)g.ring);
	c->player = 1;
	if (g.goal == CONTIGO_LINE)
		init_line(&g, c);
	else if (g.goal == CONTIGO_CAPTURE)
		init_capture(&g, c);
	else
		init_thibault(&g, c);
}

/* ---- Packing of bead actions -------------------------------------------------------------------------------------- */

/* Counts in the order of their texts with a letter behind: 10 … 19, 1, 20 … 69, 6, 70, 71, 72, 7, 8, 9. */
static int count_rank(int k)
{
	return k >= 10 ? (k / 10 - 1) * 11 + k % 10 : k <= 6 ? k * 11 - 1 : k + 62;
}

static int count_of_rank(int rank)
{
	return rank >= 69 ? rank - 62 : rank % 11 == 10 ? rank / 11 + 1 : (rank / 11 + 1) * 10 + rank % 11;
}

/* Names in byte order are E1 … NE NW Na … SE SW Sa … W1 …; the same formula leads there and back. */
static int name_rank(int n, int pit)
{
	return pit <= n                              ? pit + n + 1
	       : pit <= 2 * n + 1                    ? 2 * n + 1 - pit
	       : pit == 2 * n + 2 || pit > 3 * n + 3 ? pit
						     : 5 * n + 6 - pit;
}

static int pit_of_rank(int n, int rank)
{
	return rank <= n ? 2 * n + 1 - rank : rank <= 2 * n + 1 ? rank - n - 1 : name_rank(n, rank);
}

rules_action contigo_bead_action(const struct contigo_rules *g, enum contigo_kind kind, int count, int from, int to)
{
	rules_action a = (rules_action)kind << 24;
	if (kind == CONTIGO_DROP_ONE)
		return a | (rules_action)name_rank(g->n, to);
	a |= (rules_action)count_rank(count) << 12 | (rules_action)name_rank(g->n, from) << 6;
	return kind == CONTIGO_GROUP ? a | (rules_action)name_rank(g->n, to) : a;
}

int contigo_bead_count(rules_action a)
{
	return contigo_kind(a) == CONTIGO_DROP_ONE ? 1 : count_of_rank(a >> 12 & 0xfff);
}

int contigo_bead_from(const struct contigo_rules *g, rules_action a)
{
	return pit_of_rank(g->n, a >> 6 & 0x3f);
}

int contigo_bead_to(const struct contigo_rules *g, rules_action a)
{
	return contigo_kind(a) == CONTIGO_TAKE ? contigo_bead_from(g, a) : pit_of_rank(g->n, a & 0x3f);
}

/* ---- Slots -------------------------------------------------------------------------------------------------------- */

static int player(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return contigo_in(s)->player;
}

static bool turn_start(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return contigo_in(s)->phase == CONTIGO_PIECE;
}

static int result(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return contigo_in(s)->result;
}

static int legal(const struct rules_variant *v, const struct rules_state *s, rules_action list[RULES_ACTIONS_MAX])
{
	struct contigo_rules g = contigo_rules(v);
	return contigo_legal(&g, contigo_in(s), list);
}

static int count(const struct rules_variant *v, const struct rules_state *s)
{
	struct contigo_rules g = contigo_rules(v);
	return contigo_count(&g, contigo_in(s));
}

static void apply(const struct rules_variant *v, struct rules_state *s, rules_action a)
{
	struct contigo_rules g = contigo_rules(v);
	contigo_apply(&g, contigo_of(s), a);
}

static const struct rules_words *words(const struct rules_variant *v)
{
	static const struct rules_words plain, kings = { .ranked = { "the kings", "los reyes" } },
					       doubles = { .ranked = { "the doubles", "los dobles" } };
	switch (contigo_rules(v).goal) {
	case CONTIGO_CAPTURE: return &kings;
	case CONTIGO_DOUBLE: return &doubles;
	default: return &plain;
	}
}

/* Between two the other has won: nothing goes on. */
static int give_up(const struct rules_variant *v, struct rules_state *s, int who)
{
	struct contigo_rules g = contigo_rules(v);
	return g.players > 2 ? contigo_give_up(&g, contigo_of(s), who) : -EOPNOTSUPP;
}

static uint64_t hash(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return rules_hash_words(s->word, (int)(sizeof(struct contigo) / sizeof(s->word[0])));
}

/* Beads are taken at the end of a turn and only then; what is in the hand can but fall. */
static bool may_lower(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return contigo_in(s)->phase != CONTIGO_DROP && contigo_in(s)->result == RULES_ONGOING;
}

#define CONTIGO_SLOTS                                                                                                          \
	.init = init, .parse = contigo_parse, .format = contigo_format, .player = player, .turn_start = turn_start,            \
	.result = result, .legal = legal, .count = count, .apply = apply, .write_action = contigo_write_action,                \
	.read_action = contigo_read_action, .hash = hash, .sites = contigo_sites, .project = contigo_project,                  \
	.unproject = contigo_unproject, .words = words, .may_lower = may_lower, .why_illegal = contigo_why,                    \
	.path = contigo_path, .playout = contigo_playout, .perft = contigo_perft, .judge = contigo_judge,                      \
	.counted_repetition = true

const struct rules_game rules_contigo_line = {
	.id = "contigo-line",
	.option = { { "players", { "2", "4" } },
		    { "align", { "4", "5", "3" } },
		    { "move", { "straight", "ell" } },
		    { "beads", { "group", "spread" } },
		    { "diagonals", { "long", "all" } } },
	.configure = configure_line,
	CONTIGO_SLOTS,
};

const struct rules_game rules_contigo_capture = {
	.id = "contigo-capture",
	.option = { { "players", { "2", "4" } }, { "beads", { "spread", "group" } } },
	.give_up = give_up,
	CONTIGO_SLOTS,
};

const struct rules_game rules_thibault = {
	.id = "thibault",
	.option = { { "form", { "basic", "double" } } },
	CONTIGO_SLOTS,
};
