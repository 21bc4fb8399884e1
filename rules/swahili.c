/*
 * swahili.c — Swahili (Milton Bradley, 1968): sowing up the hill, further laps, prisoners, the end and the score.
 */
#include "swahili.h"

#include <string.h>

/* The order in which row numbers sort as texts. */
static const uint8_t text_order[SWAHILI_ROWS] = { 0, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8 };

static void swahili_init(const struct rules_variant *v, struct rules_state *ret)
{
	memset(ret, 0, sizeof(*ret));
	struct swahili *s = (struct swahili *)(void *)ret;
	for (int p = 0; p < v->players; p++)
		s->side[p] = 0x3333; /* three in each of rows 1 to 4 */
}

static int swahili_player(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return (int)swahili_of(s)->mover + 1;
}

static bool swahili_turn_start(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	(void)s;
	return true;
}

/* ---- The end ------------------------------------------------------------------------------------------------------- */

static bool is_over(const struct rules_variant *v, const struct swahili *s)
{
	for (int p = 0; p < v->players; p++)
		if (!(s->side[p] & SWAHILI_ON_ROWS))
			return true;
	return false;
}

static int points_of(uint64_t side)
{
	return (int)(5 * swahili_pond(side) + 10 * swahili_at(side, SWAHILI_CENTRE));
}

int swahili_result(const struct rules_variant *v, const struct rules_state *state)
{
	const struct swahili *s = swahili_of(state);
	if (!is_over(v, s))
		return RULES_ONGOING;
	int best = -1, winner = RULES_DRAW;
	for (int p = 0; p < v->players; p++) {
		int points = points_of(s->side[p]);
		if (points > best) {
			best = points;
			winner = p + 1;
		} else if (points == best) {
			winner = RULES_DRAW;
		}
	}
	return winner;
}

static bool swahili_score(const struct rules_variant *v, const struct rules_state *state, int points[RULES_PLAYERS_MAX + 1])
{
	points[0] = 0;
	for (int p = 0; p < v->players; p++)
		points[p + 1] = points_of(swahili_of(state)->side[p]);
	return true;
}

/* ---- Turns --------------------------------------------------------------------------------------------------------- */

unsigned swahili_victims(const struct rules_variant *v, const struct swahili *s, uint64_t side, unsigned last)
{
	if (last < SWAHILI_FIRST_CAPTURE || last == SWAHILI_CENTRE || swahili_at(side, last) != 1)
		return 0;
	unsigned victims = 0;
	for (unsigned p = 0; p < v->players; p++)
		if (p != s->mover && swahili_at(s->side[p], last) == 1)
			victims |= 1u << p;
	return victims;
}

/* The turns from one row, all but the one that takes. */
static int turns_from(uint64_t side, unsigned row, struct swahili_turn *list)
{
	int n = 0;
	unsigned last = row;
	do {
		last = swahili_sow(&side, last);
		list[n] = (struct swahili_turn){ .side = side, .row = (uint8_t)row, .laps = (uint8_t)n, .last = (uint8_t)last };
		n++;
	} while (swahili_may_go_on(side, last));
	return n;
}

/* A turn that takes ends alone in its row, so it is the longest from where it starts; with capture=optional it is one more
 * action. "1x" sorts behind "10" and "11", every other `x` directly behind the same text without it. */
int swahili_turns(const struct rules_variant *v, const struct swahili *s, struct swahili_turn list[SWAHILI_TURNS_MAX])
{
	if (is_over(v, s))
		return 0;
	bool optional = v->option[SWAHILI_CAPTURE] == SWAHILI_OPTIONAL, late = false;
	uint64_t side = s->side[s->mover];
	struct swahili_turn one_x = { 0 };
	int n = 0;
	for (int i = 0; i < SWAHILI_ROWS; i++) {
		unsigned row = text_order[i];
		if (i == 3 && late)
			list[n++] = one_x;
		if (!swahili_at(side, row))
			continue;
		n += turns_from(side, row, list + n);
		struct swahili_turn longest = list[n - 1];
		longest.takes = swahili_victims(v, s, longest.side, longest.last);
		if (!optional) {
			list[n - 1].takes = longest.takes;
		} else if (longest.takes && row == 0 && longest.laps == 0) {
			one_x = longest;
			late = true;
		} else if (longest.takes) {
			list[n++] = longest;
		}
	}
	return n;
}

static void play(const struct rules_variant *v, struct swahili *s, const struct swahili_turn *turn)
{
	uint64_t side = turn->side;
	if (turn->takes) {
		unsigned victims = swahili_victims(v, s, side, turn->last);
		for (unsigned p = 0; p < v->players; p++) {
			uint64_t loses = victims >> p & 1;
			s->side[p] -= loses << 4 * turn->last;
			side += loses << SWAHILI_POND_SHIFT;
		}
	}
	s->side[s->mover] = side;
	if (++s->mover == v->players)
		s->mover = 0;
}

static int swahili_legal(const struct rules_variant *v, const struct rules_state *state, rules_action list[RULES_ACTIONS_MAX])
{
	struct swahili_turn turn[SWAHILI_TURNS_MAX];
	bool optional = v->option[SWAHILI_CAPTURE] == SWAHILI_OPTIONAL;
	int n = swahili_turns(v, swahili_of(state), turn);
	for (int i = 0; i < n; i++)
		list[i] = swahili_action(turn[i].row, turn[i].laps, optional && turn[i].takes);
	return n;
}

static int count(const struct rules_variant *v, const struct swahili *s)
{
	if (is_over(v, s))
		return 0;
	int n = 0;
	uint64_t side = s->side[s->mover];
	for (unsigned row = 0; row < SWAHILI_ROWS; row++) {
		if (!swahili_at(side, row))
			continue;
		uint64_t sown = side;
		unsigned last = row;
		do {
			last = swahili_sow(&sown, last);
			n++;
		} while (swahili_may_go_on(sown, last));
		if (v->option[SWAHILI_CAPTURE] == SWAHILI_OPTIONAL && swahili_victims(v, s, sown, last))
			n++;
	}
	return n;
}

static int swahili_count(const struct rules_variant *v, const struct rules_state *state)
{
	return count(v, swahili_of(state));
}

static void swahili_apply(const struct rules_variant *v, struct rules_state *state, rules_action a)
{
	struct swahili *s = (struct swahili *)(void *)state;
	struct swahili_turn turn = { .side = s->side[s->mover] };
	unsigned last = swahili_action_row(a);
	for (unsigned lap = 0; lap <= swahili_action_laps(a); lap++)
		last = swahili_sow(&turn.side, last);
	turn.last = (uint8_t)last;
	turn.takes = v->option[SWAHILI_CAPTURE] == SWAHILI_AUTO || swahili_action_x(a);
	play(v, s, &turn);
}

static uint64_t swahili_hash(const struct rules_variant *v, const struct rules_state *s)
{
	(void)v;
	return rules_hash_words(s->word, sizeof(struct swahili) / sizeof(uint64_t));
}

/* ---- Fast play and counting ------------------------------------------------------------------------------------------ */

static int swahili_playout(const struct rules_variant *v, struct rules_state *state, int limit, uint64_t *seed)
{
	struct swahili *s = (struct swahili *)(void *)state;
	struct swahili_turn turn[SWAHILI_TURNS_MAX];
	for (int played = 0; played < limit; played++) {
		int n = swahili_turns(v, s, turn);
		if (!n)
			return played;
		play(v, s, &turn[rules_random_below(seed, n)]);
	}
	return limit;
}

static uint64_t leaves(const struct rules_variant *v, const struct swahili *s, int depth)
{
	if (depth == 1)
		return (uint64_t)count(v, s);
	struct swahili_turn turn[SWAHILI_TURNS_MAX];
	uint64_t sum = 0;
	int n = swahili_turns(v, s, turn);
	for (int i = 0; i < n; i++) {
		struct swahili next = *s;
		play(v, &next, &turn[i]);
		sum += leaves(v, &next, depth - 1);
	}
	return sum;
}

static uint64_t swahili_perft(const struct rules_variant *v, const struct rules_state *s, int depth)
{
	return depth ? leaves(v, swahili_of(s), depth) : 1;
}

/* ---- Opinion --------------------------------------------------------------------------------------------------------- */

/* Points in hand, and for every piece on the hill a part of the ten that it may bring, the more the higher it stands. */
static int promise(uint64_t side)
{
	int sum = 12 * points_of(side);
	for (unsigned row = 0; row < SWAHILI_ROWS; row++)
		sum += (int)(swahili_at(side, row) * (30 + 4 * row));
	return sum;
}

static int swahili_judge(const struct rules_variant *v, const struct rules_state *state, int player)
{
	const struct swahili *s = swahili_of(state);
	int result = swahili_result(v, state);
	if (result == RULES_DRAW)
		return 0;
	if (result != RULES_ONGOING)
		return result == player ? 1000 : -1000;
	int rival = 0;
	for (int p = 0; p < v->players; p++)
		if (p + 1 != player && promise(s->side[p]) > rival)
			rival = promise(s->side[p]);
	int lead = promise(s->side[player - 1]) - rival;
	return lead > 990 ? 990 : lead < -990 ? -990 : lead;
}

const struct rules_game rules_swahili = {
	.id = "swahili",
	.option = { [SWAHILI_PLAYERS] = { "players", { "2", "3", "4" } },
		    [SWAHILI_CAPTURE] = { "capture", { "auto", "optional" } } },
	.counted_repetition = false,
	.init = swahili_init,
	.parse = swahili_parse,
	.format = swahili_format,
	.player = swahili_player,
	.turn_start = swahili_turn_start,
	.result = swahili_result,
	.legal = swahili_legal,
	.count = swahili_count,
	.apply = swahili_apply,
	.write_action = swahili_write_action,
	.read_action = swahili_read_action,
	.hash = swahili_hash,
	.sites = swahili_sites,
	.project = swahili_project,
	.unproject = swahili_unproject,
	.why_illegal = swahili_why_illegal,
	.path = swahili_path,
	.playout = swahili_playout,
	.perft = swahili_perft,
	.score = swahili_score,
	.judge = swahili_judge,
};
