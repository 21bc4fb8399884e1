/*
 * andantino.c — Andantino: two colours of hexagonal tiles grow one cluster; five in line or a ring round the other wins.
 */
#include <string.h>

#include "andantino.h"

static struct andantino *position(struct rules_state *s)
{
	return (struct andantino *)s->word;
}

/* ---- Actions ------------------------------------------------------------------------------------------------------- */

static uint64_t row_bits(const uint64_t set[ANDANTINO_WORDS], int row)
{
	return andantino_window(set, ANDANTINO_ROW * (row + 1)) & 0x7ffff;
}

/* Numbers 1, 10 … 19 and 2 … 9 of a row: the byte order of names. Before a ">" 1 comes after 19. */
static const uint32_t by_name[3] = { 0x00001, 0x7fe00, 0x001fe };
static const uint32_t by_name_before_sign[3] = { 0x7fe00, 0x00001, 0x001fe };

static int list_cells(const uint64_t set[ANDANTINO_WORDS], const uint32_t order[3], uint16_t list[RULES_SITES_MAX])
{
	int n = 0;

	for (int row = 1; row <= 19; row++) {
		uint64_t bits = row_bits(set, row);

		for (int part = 0; bits && part < 3; part++) {
			uint64_t rest = bits & order[part];

			while (rest)
				list[n++] = (uint16_t)(row * ANDANTINO_ROW + rules_pop_lowest(&rest));
		}
	}
	return n;
}

static int andantino_count(const struct rules_variant *v, const struct rules_state *s)
{
	return andantino_of(s)->result ? 0 : andantino_actions(v, andantino_of(s));
}

static int andantino_legal(const struct rules_variant *v, const struct rules_state *s, rules_action list[RULES_ACTIONS_MAX])
{
	const struct andantino *p = andantino_of(s);
	uint64_t target[ANDANTINO_WORDS];
	uint16_t from[RULES_SITES_MAX] = { 0 }, to[RULES_SITES_MAX];
	int froms = 1, n = 0;

	if (p->result)
		return 0;
	if (andantino_relocates(v, p))
		froms = list_cells(p->tile[p->player - 1], by_name_before_sign, from);
	for (int i = 0; i < froms; i++) {
		int tos;

		andantino_targets(v, p, from[i], target);
		tos = list_cells(target, by_name, to);
		for (int j = 0; j < tos; j++)
			list[n++] = andantino_action(from[i], to[j]);
	}
	return n;
}

static void andantino_apply(const struct rules_variant *v, struct rules_state *s, rules_action a)
{
	struct andantino *p = position(s);
	int from = andantino_from(a), to = andantino_to(a);

	if (from)
		andantino_lift(v, p, from);
	else if (!andantino_has(p->two, to))
		p->single = ANDANTINO_SINGLE_USED;
	andantino_play(v, p, to);
}

/* ---- Start -------------------------------------------------------------------------------------------------------- */

static void andantino_init(const struct rules_variant *v, struct rules_state *ret)
{
	const int j10 = 10 * ANDANTINO_ROW + 9;

	andantino_clear(ret);
	andantino_set(v, position(ret), j10, 0);
	andantino_set(v, position(ret), j10 + 1, 1);
	position(ret)->player = 1; /* two tiles: no ring, no line, no need to look */
	position(ret)->single = v->option[ANDANTINO_OPENING] ? ANDANTINO_SINGLE_FREE : ANDANTINO_SINGLE_NEVER;
}

/* ---- Small slots --------------------------------------------------------------------------------------------------- */

static int andantino_player(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return andantino_of(s)->player;
}

static bool andantino_turn_start(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	(void)s;
	return true;
}

static int andantino_result(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return andantino_of(s)->result;
}

static uint64_t whole_hash(const struct andantino *p, uint64_t tiles)
{
	return tiles ^ rules_mix((uint64_t)p->single << 16 | (uint64_t)p->player << 12 | 0x80000000);
}

static uint64_t andantino_hash(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return whole_hash(andantino_of(s), andantino_of(s)->hash);
}

static uint64_t andantino_hash_slow(const struct rules_variant *v, const struct rules_state *s)
{
	const struct andantino *p = andantino_of(s);
	uint64_t tiles = 0;

	(void)v;
	for (int who = 0; who < 2; who++)
		for (int w = 0; w < ANDANTINO_WORDS; w++)
			for (uint64_t rest = p->tile[who][w]; rest;)
				tiles ^= andantino_tile_key(w * 64 + rules_pop_lowest(&rest), who);
	return whole_hash(p, tiles);
}

static bool andantino_may_lower(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	(void)s;
	return false;
}

static bool andantino_score(const struct rules_variant *v, const struct rules_state *s, int points[RULES_PLAYERS_MAX + 1])
{
	const struct andantino *p = andantino_of(s);

	(void)v;
	points[1] = p->result == 1 ? ANDANTINO_TILES - p->tiles : 0;
	points[2] = p->result == 2 ? ANDANTINO_TILES - p->tiles : 0;
	return true;
}

/* ---- Many games ---------------------------------------------------------------------------------------------------- */

/* Random placements while nothing but placements on open cells is possible. */
static int playout_placing(const struct rules_variant *v, struct andantino *p, int limit, uint64_t *seed)
{
	uint64_t open[ANDANTINO_WORDS];
	uint16_t list[RULES_SITES_MAX];
	int n, played = 0;

	andantino_open(andantino_field(v), p, open);
	n = list_cells(open, by_name, list);
	while (played < limit && !p->result && p->tiles < ANDANTINO_TILES && !andantino_may_single(p)) {
		int pick = rules_random_below(seed, n), cell = list[pick];
		uint64_t fresh;

		list[pick] = list[--n];
		fresh = andantino_play(v, p, cell);
		while (fresh)
			list[n++] = (uint16_t)(cell - ANDANTINO_ROW + rules_pop_lowest(&fresh));
		played++;
	}
	return played;
}

static int andantino_playout(const struct rules_variant *v, struct rules_state *s, int limit, uint64_t *seed)
{
	struct andantino *p = position(s);
	rules_action list[RULES_ACTIONS_MAX];
	int played = 0;

	while (played < limit && !p->result) {
		if (p->tiles < ANDANTINO_TILES && !andantino_may_single(p)) {
			played += playout_placing(v, p, limit - played, seed);
		} else {
			int n = andantino_legal(v, s, list);

			andantino_apply(v, s, list[rules_random_below(seed, n)]);
			played++;
		}
	}
	return played;
}

static uint64_t perft_relocating(const struct rules_variant *v, const struct rules_state *s, int depth);

static uint64_t andantino_perft(const struct rules_variant *v, const struct rules_state *s, int depth)
{
	const struct andantino *p = andantino_of(s);
	uint64_t target[ANDANTINO_WORDS], leaves = 0;

	if (depth <= 1)
		return depth ? (uint64_t)andantino_count(v, s) : 1;
	if (p->result)
		return 0;
	if (andantino_relocates(v, p))
		return perft_relocating(v, s, depth);
	andantino_targets(v, p, 0, target);
	for (int w = 0; w < ANDANTINO_WORDS; w++) {
		while (target[w]) {
			struct rules_state next = *s;

			andantino_apply(v, &next, andantino_action(0, w * 64 + rules_pop_lowest(&target[w])));
			leaves += andantino_perft(v, &next, depth - 1);
		}
	}
	return leaves;
}

static uint64_t perft_relocating(const struct rules_variant *v, const struct rules_state *s, int depth)
{
	rules_action list[RULES_ACTIONS_MAX];
	uint64_t leaves = 0;
	int n = andantino_legal(v, s, list);

	for (int i = 0; i < n; i++) {
		struct rules_state next = *s;

		andantino_apply(v, &next, list[i]);
		leaves += andantino_perft(v, &next, depth - 1);
	}
	return leaves;
}

const struct rules_game rules_andantino = {
	.id = "andantino",
	.option = {
		[ANDANTINO_OPENING] = { "opening", { "standard", "single" } },
		[ANDANTINO_AFTER50] = { "after50", { "draw", "relocate" } },
		[ANDANTINO_SIDE] = { "side", { "10", "8", "7", "6" } },
	},
	.counted_repetition = true,
	.init = andantino_init,
	.parse = andantino_parse,
	.format = andantino_format,
	.player = andantino_player,
	.turn_start = andantino_turn_start,
	.result = andantino_result,
	.legal = andantino_legal,
	.count = andantino_count,
	.apply = andantino_apply,
	.write_action = andantino_write_action,
	.read_action = andantino_read_action,
	.hash = andantino_hash,
	.hash_slow = andantino_hash_slow,
	.sites = andantino_sites,
	.project = andantino_project,
	.unproject = andantino_unproject,
	.may_lower = andantino_may_lower,
	.why_illegal = andantino_why,
	.path = andantino_path,
	.playout = andantino_playout,
	.perft = andantino_perft,
	.score = andantino_score,
	.judge = andantino_judge,
};
