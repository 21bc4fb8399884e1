/*
 * andantino_why.c — why a tile may not go there, which way it went, and an opinion of a position.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "andantino.h"

static const char *const colour_en[2] = { "white", "red" };
static const char *const colour_es[2] = { "blancas", "rojas" };
static const char *const tile_es[2] = { "blanca", "roja" };

#define SAY_EN(why, ...) snprintf((why)->en, sizeof((why)->en), __VA_ARGS__)
#define SAY_ES(why, ...) snprintf((why)->es, sizeof((why)->es), __VA_ARGS__)

struct question {
	const struct rules_variant *v;
	const struct andantino *p;
	const struct rules_attempt *attempt;
	int from, to; /* cells, 0: none */
	int who;      /* 0 white, 1 red: whose turn it is */
	char from_name[ANDANTINO_NAME], to_name[ANDANTINO_NAME];
};

static int say(struct rules_why *ret, const char *rule, uint16_t site)
{
	ret->rule = rule;
	ret->site = site;
	return 0;
}

static int why_over(const struct question *q, struct rules_why *ret)
{
	if (q->p->result == RULES_DRAW) {
		SAY_EN(ret, "The game is over: it is a draw");
		SAY_ES(ret, "La partida ha terminado en empate");
	} else {
		SAY_EN(ret, "The game is over: %s has won", colour_en[q->p->result - 1]);
		SAY_ES(ret, "La partida ha terminado: ganaron las %s", colour_es[q->p->result - 1]);
	}
	return say(ret, "game-over", RULES_NO_SITE);
}

static int why_turn(const struct question *q, struct rules_why *ret)
{
	SAY_EN(ret, "It is %s's turn, and this is a %s tile", colour_en[q->who], colour_en[!q->who]);
	SAY_ES(ret, "Juegan las %s, y esta ficha es %s", colour_es[q->who], tile_es[!q->who]);
	return say(ret, "not-your-turn", RULES_NO_SITE);
}

static int why_occupied(const struct question *q, struct rules_why *ret)
{
	SAY_EN(ret, "%s already holds a tile: a tile goes on an empty cell", q->to_name);
	SAY_ES(ret, "En %s ya hay una ficha: pon la tuya en una celda vacía", q->to_name);
	return say(ret, "cell-occupied", q->attempt->to);
}

/* The cell touches fewer tiles than the rule asks for. */
static int why_lonely(const struct question *q, struct rules_why *ret)
{
	bool used = q->p->single == ANDANTINO_SINGLE_USED && q->who == 1 && !q->from;
	int touched = 0, n = andantino_touching(q->p, q->to, q->from, &touched);
	uint64_t target[ANDANTINO_WORDS];
	int targets = 0, only = 0;
	char name[ANDANTINO_NAME];

	andantino_targets(q->v, q->p, q->from, target);
	for (int w = 0; w < ANDANTINO_WORDS; w++) {
		targets += rules_bits(target[w]);
		if (target[w])
			only = w * 64 + rules_lowest(target[w]);
	}
	if (targets == 1)
		ret->should = (uint16_t)andantino_site(q->v, only);
	if (n == 0) {
		SAY_EN(ret, "%s touches no %stile: a tile must touch at least %s", q->to_name, q->from ? "other " : "",
		       andantino_may_single(q->p) ? "one" : "two");
		SAY_ES(ret, "%s no toca ninguna %sficha: hay que tocar al menos %s", q->to_name, q->from ? "otra " : "",
		       andantino_may_single(q->p) ? "una" : "dos");
		return say(ret, "two-neighbours", q->attempt->to);
	}
	andantino_name(touched, name);
	if (used) {
		SAY_EN(ret, "%s touches only %s, and red has already used its one placement with a single neighbour",
		       q->to_name, name);
		SAY_ES(ret, "%s solo toca %s, y las rojas ya usaron su única jugada con un solo vecino", q->to_name, name);
	} else {
		SAY_EN(ret, "%s touches only %s: a tile must touch at least two others", q->to_name, name);
		SAY_ES(ret, "%s solo toca %s: una ficha debe tocar al menos otras dos", q->to_name, name);
	}
	return say(ret, "two-neighbours", (uint16_t)andantino_site(q->v, touched));
}

/* A tile came from the hand. */
static int why_placing(const struct question *q, struct rules_why *ret)
{
	uint64_t target[ANDANTINO_WORDS];

	if (q->p->tiles == ANDANTINO_TILES) {
		SAY_EN(ret, "All %d tiles are on the table: lift one of your own and set it elsewhere", ANDANTINO_TILES);
		SAY_ES(ret, "Las %d fichas ya están en la mesa: levanta una tuya y ponla en otra celda", ANDANTINO_TILES);
		return say(ret, "all-placed", RULES_NO_SITE);
	}
	if (!q->to)
		return -EALREADY;
	if (andantino_occupied(q->p, q->to))
		return why_occupied(q, ret);
	andantino_targets(q->v, q->p, 0, target);
	return andantino_has(target, q->to) ? -EALREADY : why_lonely(q, ret);
}

/* A tile that lay on the table was lifted. */
static int why_lifting(const struct question *q, struct rules_why *ret)
{
	uint64_t target[ANDANTINO_WORDS], any = 0;

	if (!andantino_occupied(q->p, q->from)) {
		SAY_EN(ret, "There is no tile on %s", q->from_name);
		SAY_ES(ret, "En %s no hay ninguna ficha", q->from_name);
		return say(ret, "nothing-there", q->attempt->from);
	}
	if (!andantino_relocates(q->v, q->p)) {
		bool later = q->v->option[ANDANTINO_AFTER50];

		SAY_EN(ret, "The tile on %s stays: tiles %s", q->from_name,
		       later ? "move only when all 50 are on the table" : "do not move once set down");
		SAY_ES(ret, "La ficha de %s se queda: las fichas %s", q->from_name,
		       later ? "solo se mueven cuando las 50 están en la mesa" : "puestas ya no se mueven");
		return say(ret, "tiles-stay", q->attempt->from);
	}
	if (!andantino_has(q->p->tile[q->who], q->from)) {
		SAY_EN(ret, "The tile on %s is %s: lift one of your own, a %s one", q->from_name, colour_en[!q->who],
		       colour_en[q->who]);
		SAY_ES(ret, "La ficha de %s es %s: levanta una tuya, %s", q->from_name, tile_es[!q->who], tile_es[q->who]);
		return say(ret, "not-your-piece", q->attempt->from);
	}
	andantino_targets(q->v, q->p, q->from, target);
	for (int w = 0; w < ANDANTINO_WORDS; w++)
		any |= target[w];
	if (!any) {
		SAY_EN(ret, "The tile on %s can go nowhere: without it no empty cell touches two tiles", q->from_name);
		SAY_ES(ret, "La ficha de %s no puede ir a ningún sitio: sin ella ninguna celda vacía toca dos fichas",
		       q->from_name);
		return say(ret, "no-way", q->attempt->from);
	}
	if (!q->to)
		return -EALREADY;
	if (q->to == q->from) {
		SAY_EN(ret, "The tile is back on %s: it must go to another cell", q->from_name);
		SAY_ES(ret, "La ficha ha vuelto a %s: tiene que ir a otra celda", q->from_name);
		return say(ret, "same-cell", q->attempt->from);
	}
	if (andantino_occupied(q->p, q->to))
		return why_occupied(q, ret);
	return andantino_has(target, q->to) ? -EALREADY : why_lonely(q, ret);
}

int andantino_why(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
		  struct rules_why *ret)
{
	const struct andantino *p = andantino_of(s);
	struct question q = { .v = v, .p = p, .attempt = attempt, .who = p->player - 1 };
	struct rules_why why = { .site = RULES_NO_SITE, .should = RULES_NO_SITE };
	int rc;

	if (attempt->from != RULES_NO_SITE) {
		q.from = andantino_cell(v, attempt->from);
		andantino_name(q.from, q.from_name);
	}
	if (attempt->to != RULES_NO_SITE) {
		q.to = andantino_cell(v, attempt->to);
		andantino_name(q.to, q.to_name);
	}
	if (p->result)
		rc = why_over(&q, &why);
	else if (q.from)
		rc = why_lifting(&q, &why);
	else if (attempt->owner == 2 - q.who)
		rc = why_turn(&q, &why);
	else
		rc = why_placing(&q, &why);
	if (rc == 0)
		*ret = why;
	return rc;
}

void andantino_path(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret)
{
	int from = andantino_from(a) ? andantino_from(a) : andantino_to(a);

	(void)s;
	ret->length = 0;
	rules_path_step(ret, andantino_site(v, from), RULES_MARK_START);
	rules_path_step(ret, andantino_site(v, andantino_to(a)), RULES_MARK_END);
}

/* ---- Opinion ------------------------------------------------------------------------------------------------------- */

/* Worth of the stretches of five cells along one axis that `who` may still fill, through one of his tiles. */
static int stretches(const struct andantino_field *f, const struct andantino *p, int who, int cell, int step)
{
	static const int worth[6] = { 0, 1, 4, 12, 40, 200 };
	int total = 0;

	for (int start = cell - 4 * step, end = cell; start <= end; start += step) {
		int mine = 0, n = 0;

		for (int at = start; n < 5 && at >= 0 && at < ANDANTINO_WORDS * 64 && andantino_has(f->cell, at); at += step) {
			if (andantino_has(p->tile[!who], at))
				break;
			mine += andantino_has(p->tile[who], at);
			n++;
		}
		if (n == 5)
			total += worth[mine];
	}
	return total;
}

static int strength(const struct andantino_field *f, const struct andantino *p, int who)
{
	static const int step[3] = { 1, 19, 20 };
	int total = 0;

	for (int w = 0; w < ANDANTINO_WORDS; w++)
		for (uint64_t rest = p->tile[who][w]; rest;) {
			int cell = w * 64 + rules_pop_lowest(&rest);

			for (int axis = 0; axis < 3; axis++)
				total += stretches(f, p, who, cell, step[axis]);
		}
	return total;
}

int andantino_judge(const struct rules_variant *v, const struct rules_state *s, int player)
{
	const struct andantino_field *f = andantino_field(v);
	const struct andantino *p = andantino_of(s);
	int who = player - 1, mine, his;

	if (p->result)
		return p->result == RULES_DRAW ? 0 : p->result == player ? 1000 : -1000;
	mine = strength(f, p, who) + (p->player == player ? 20 : 0);
	his = strength(f, p, !who) + (p->player != player ? 20 : 0);
	return (mine - his) * 900 / (mine + his + 200);
}
