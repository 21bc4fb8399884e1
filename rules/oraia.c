/*
 * oraia.c — Oraia: pawns cross a disk that turns under them to the other side's starting places.
 */
#include <string.h>

#include "oraia.h"

static struct oraia *position(struct rules_state *s)
{
	return (struct oraia *)s->word;
}

/* ---- Pawn actions -------------------------------------------------------------------------------------------------- */

/* Ends of jump chains. The start counts as empty, but coming back to it opens nothing that was not open before. */
static uint32_t chains(const struct oraia *p, int from, uint32_t enterable)
{
	uint32_t other = p->pawn[!(p->pawn[1] >> from & 1)], landed = 0;
	uint64_t todo = ORAIA_BIT(from);

	while (todo) {
		const struct oraia_lines *l = &oraia_lines[rules_pop_lowest(&todo)];

		for (uint64_t over = l->near & other; over;) {
			uint32_t land = 1u << l->land[rules_pop_lowest(&over)] >> 1 & enterable & ~landed;

			landed |= land;
			todo |= land;
		}
	}
	return landed;
}

uint32_t oraia_ends(const struct oraia *p, int from)
{
	uint32_t enterable = oraia_enterable(p, from);

	return (oraia_lines[from].near & enterable) | chains(p, from, enterable);
}

uint32_t oraia_movable(const struct oraia *p)
{
	uint32_t mine = p->pawn[p->player - 1];

	return mine & ORAIA_BIT(ORAIA_H) ? ORAIA_BIT(ORAIA_H) : mine;
}

/* ---- Result -------------------------------------------------------------------------------------------------------- */

bool oraia_done(const struct rules_variant *v, const struct oraia *p, int who)
{
	uint32_t goal = oraia_home(!who), arrived = p->pawn[who] & goal, filled = arrived;

	if (v->option[ORAIA_STAY])
		filled |= p->pawn[!who] & ~p->charged & goal;
	return arrived && filled == goal;
}

void oraia_settle(const struct rules_variant *v, struct oraia *p)
{
	bool blue = oraia_done(v, p, 0), red = oraia_done(v, p, 1);

	p->last = p->player == 2 && blue && !red;
	p->result = (uint8_t)(p->last ? RULES_ONGOING : blue && red ? RULES_DRAW : blue ? 1 : red ? 2 : RULES_ONGOING);
}

/* ---- Playing ------------------------------------------------------------------------------------------------------- */

static uint32_t turn_ring(uint32_t set, int first, int by)
{
	uint32_t ring = set >> first & 0xff;

	ring = (ring << by | ring >> (8 - by)) & 0xff;
	return (set & ~(0xffu << first)) | ring << first;
}

static void turn_disk(struct oraia *p, int by)
{
	uint32_t *const set[3] = { &p->pawn[0], &p->pawn[1], &p->charged };

	for (int i = 0; i < 3; i++)
		*set[i] = turn_ring(turn_ring(*set[i], ORAIA_I, by), ORAIA_O, by);
}

static void move_pawn(struct oraia *p, int from, int to)
{
	int who = p->player - 1;
	uint32_t both = ORAIA_BIT(from) | ORAIA_BIT(to);

	p->pawn[who] ^= both;
	if (p->charged >> from & 1)
		p->charged ^= both;
	if (to == ORAIA_H)
		p->charged |= ORAIA_BIT(ORAIA_H);
}

static void play(const struct rules_variant *v, struct oraia *p, rules_action a)
{
	if (a >= ORAIA_PAWN)
		move_pawn(p, oraia_from(a), oraia_to(a));
	else if (a == ORAIA_CLOCK)
		turn_disk(p, 1);
	else if (a == ORAIA_COUNTER)
		turn_disk(p, 7);
	p->turning = a >= ORAIA_PAWN && oraia_to(a) == ORAIA_H;
	if (!p->turning)
		p->player = (uint8_t)(3 - p->player);
	oraia_settle(v, p);
}

/* ---- Slots --------------------------------------------------------------------------------------------------------- */

static void oraia_init(const struct rules_variant *v, struct rules_state *ret)
{
	(void)v;
	memset(ret, 0, sizeof(*ret));
	*position(ret) = (struct oraia){ .pawn = { oraia_home(0), oraia_home(1) }, .player = 1 };
}

static int oraia_player(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return oraia_of(s)->player;
}

static bool oraia_turn_start(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return !oraia_of(s)->turning;
}

static int oraia_result(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return oraia_of(s)->result;
}

static int legal(const struct oraia *p, rules_action list[])
{
	int n = 0;

	if (p->result)
		return 0;
	if (p->turning) {
		list[n++] = ORAIA_COUNTER;
		list[n++] = ORAIA_KEEP;
		list[n++] = ORAIA_CLOCK;
		return n;
	}
	for (uint64_t pawns = oraia_movable(p); pawns;) {
		int from = rules_pop_lowest(&pawns);

		for (uint64_t ends = oraia_ends(p, from); ends;)
			list[n++] = oraia_action(from, rules_pop_lowest(&ends));
	}
	if (n == 0)
		list[n++] = ORAIA_PASS;
	return n;
}

static int oraia_legal(const struct rules_variant *v, const struct rules_state *s, rules_action list[RULES_ACTIONS_MAX])
{
	(void)v;
	return legal(oraia_of(s), list);
}

static int count(const struct oraia *p)
{
	int n = 0;

	if (p->result)
		return 0;
	if (p->turning)
		return 3;
	for (uint64_t pawns = oraia_movable(p); pawns;)
		n += rules_bits(oraia_ends(p, rules_pop_lowest(&pawns)));
	return n ? n : 1;
}

static int oraia_count(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return count(oraia_of(s));
}

static void oraia_apply(const struct rules_variant *v, struct rules_state *s, rules_action a)
{
	play(v, position(s), a);
}

static uint64_t oraia_hash(const struct rules_variant *v, const struct rules_state *s)
{
	const struct oraia *p = oraia_of(s);
	uint64_t word[2] = { (uint64_t)p->pawn[1] << 32 | p->pawn[0],
			     (uint64_t)p->charged << 32 | (uint64_t)p->player << 8 | p->turning };

	(void)v;
	return rules_hash_words(word, 2);
}

static const struct rules_site *oraia_sites(const struct rules_variant *v, int *ret_n)
{
	(void)v;
	*ret_n = ORAIA_SITES;
	return oraia_site_table;
}

static bool oraia_may_lower(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	(void)s;
	return false;
}

/* ---- Many games ---------------------------------------------------------------------------------------------------- */

/* One of the legal actions, all equally likely, without writing a list. */
static rules_action pick(const struct oraia *p, uint64_t *seed)
{
	uint32_t ends[ORAIA_PAWNS];
	int from[ORAIA_PAWNS], pawns = 0, total = 0, k;

	if (p->turning)
		return (rules_action)(ORAIA_COUNTER + rules_random_below(seed, 3));
	for (uint64_t rest = oraia_movable(p); rest; pawns++) {
		from[pawns] = rules_pop_lowest(&rest);
		ends[pawns] = oraia_ends(p, from[pawns]);
		total += rules_bits(ends[pawns]);
	}
	if (total == 0)
		return ORAIA_PASS;
	k = rules_random_below(seed, total);
	for (int i = 0;; i++) {
		int n = rules_bits(ends[i]);

		if (k < n)
			return oraia_action(from[i], rules_nth_bit(ends[i], k));
		k -= n;
	}
}

static int oraia_playout(const struct rules_variant *v, struct rules_state *s, int limit, uint64_t *seed)
{
	struct oraia p = *oraia_of(s);
	int played = 0;

	while (played < limit && !p.result) {
		play(v, &p, pick(&p, seed));
		played++;
	}
	*position(s) = p;
	return played;
}

static uint64_t perft(const struct rules_variant *v, const struct oraia *p, int depth)
{
	rules_action list[RULES_SITES_MAX];
	uint64_t leaves = 0;
	int n;

	if (depth <= 1)
		return depth ? (uint64_t)count(p) : 1;
	n = legal(p, list);
	for (int i = 0; i < n; i++) {
		struct oraia next = *p;

		play(v, &next, list[i]);
		leaves += perft(v, &next, depth - 1);
	}
	return leaves;
}

static uint64_t oraia_perft(const struct rules_variant *v, const struct rules_state *s, int depth)
{
	return perft(v, oraia_of(s), depth);
}

static const struct rules_words *words(const struct rules_variant *v)
{
	static const struct rules_words charged = { .ranked = { "the charged pawns", "los peones cargados" } };
	(void)v;
	return &charged;
}

const struct rules_game rules_oraia = {
	.id = "oraia",
	.option = { [ORAIA_STAY] = { "stay", { "free", "counts" } } },
	.counted_repetition = true,
	.init = oraia_init,
	.parse = oraia_parse,
	.format = oraia_format,
	.player = oraia_player,
	.turn_start = oraia_turn_start,
	.result = oraia_result,
	.legal = oraia_legal,
	.count = oraia_count,
	.apply = oraia_apply,
	.write_action = oraia_write_action,
	.read_action = oraia_read_action,
	.hash = oraia_hash,
	.sites = oraia_sites,
	.project = oraia_project,
	.unproject = oraia_unproject,
	.words = words,
	.may_lower = oraia_may_lower,
	.why_illegal = oraia_why,
	.path = oraia_path,
	.playout = oraia_playout,
	.perft = oraia_perft,
	.judge = oraia_judge,
};
