/*
 * oraia_why.c — why a pawn may not go there, which way it jumped, and an opinion of a position.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "oraia.h"

static const char *const colour_en[2] = { "blue", "red" };
static const char *const colour_es[2] = { "azul", "rojo" };

#define SAY_EN(why, ...) snprintf((why)->en, sizeof((why)->en), __VA_ARGS__)
#define SAY_ES(why, ...) snprintf((why)->es, sizeof((why)->es), __VA_ARGS__)

struct question {
	const struct oraia *p;
	int from, to; /* −1: none */
	int who;      /* 0 blue, 1 red: whose turn it is */
};

static const char *name(int site)
{
	return oraia_site_table[site].name;
}

static int say(struct rules_why *ret, const char *rule, int site)
{
	ret->rule = rule;
	ret->site = site < 0 ? RULES_NO_SITE : (uint16_t)site;
	return 0;
}

static int why_over(const struct question *q, struct rules_why *ret)
{
	if (q->p->result == RULES_DRAW) {
		SAY_EN(ret, "The game is over: it is a draw");
		SAY_ES(ret, "La partida ha terminado en empate");
	} else {
		SAY_EN(ret, "The game is over: %s has won", colour_en[q->p->result - 1]);
		SAY_ES(ret, "La partida ha terminado: ganó el %s", colour_es[q->p->result - 1]);
	}
	return say(ret, "game-over", -1);
}

/* A pawn stopped on H and the choice about the disk is open. Pawns riding an eighth are part of a turn of the disk. */
static int why_turning(const struct question *q, struct rules_why *ret)
{
	bool same_ring = q->from >= ORAIA_I && q->to >= ORAIA_I && (q->from >= ORAIA_O) == (q->to >= ORAIA_O);
	int steps = same_ring ? (q->to - q->from) & 7 : 0;

	if (q->from >= ORAIA_I && (q->to < 0 || steps == 1 || steps == 7))
		return -EALREADY;
	SAY_EN(ret, "A pawn has stopped on H: first turn the disk an eighth, or leave it; no pawn moves on its own now");
	SAY_ES(ret, "Un peón se detuvo en H: primero gira el disco un octavo o déjalo; ahora ningún peón se mueve solo");
	return say(ret, "disk-first", ORAIA_H);
}

static int why_not_this_pawn(const struct question *q, struct rules_why *ret)
{
	uint32_t bit = ORAIA_BIT(q->from);

	if (q->p->pawn[!q->who] & bit) {
		SAY_EN(ret, "The pawn on %s is %s, and it is %s's turn", name(q->from), colour_en[!q->who], colour_en[q->who]);
		SAY_ES(ret, "El peón de %s es %s, y juega el %s", name(q->from), colour_es[!q->who], colour_es[q->who]);
		return say(ret, "not-your-piece", q->from);
	}
	if (!(q->p->pawn[q->who] & bit)) {
		SAY_EN(ret, "There is no pawn on %s", name(q->from));
		SAY_ES(ret, "En %s no hay ningún peón", name(q->from));
		return say(ret, "nothing-there", q->from);
	}
	SAY_EN(ret, "Your pawn on H must move first, not the one on %s", name(q->from));
	SAY_ES(ret, "Primero tiene que moverse tu peón de H, no el de %s", name(q->from));
	return say(ret, "hub-first", ORAIA_H);
}

/* A place of earth that this pawn may not enter. */
static int why_place(const struct question *q, struct rules_why *ret)
{
	if (oraia_home(q->who) & ORAIA_BIT(q->to)) {
		SAY_EN(ret, "%s is a starting place of %s: a pawn may enter only those of %s", name(q->to), colour_en[q->who],
		       colour_en[!q->who]);
		SAY_ES(ret, "%s es una casilla de salida del %s: un peón solo entra en las del %s", name(q->to),
		       colour_es[q->who], colour_es[!q->who]);
		return say(ret, "own-place", q->to);
	}
	SAY_EN(ret, "The pawn on %s is not charged: it must stop on H before it may enter %s", name(q->from), name(q->to));
	SAY_ES(ret, "El peón de %s no está cargado: debe parar en H antes de entrar en %s", name(q->from), name(q->to));
	return say(ret, "not-charged", ORAIA_H);
}

/* The site between the two on one line, −1 if they are not two apart on a line. */
static int between(int from, int to)
{
	for (uint64_t near = oraia_lines[from].near; near;) {
		int over = rules_pop_lowest(&near);

		if (oraia_lines[from].land[over] == to + 1)
			return over;
	}
	return -1;
}

static int why_far(const struct question *q, struct rules_why *ret)
{
	int over = between(q->from, q->to);

	if (over >= 0 && q->p->pawn[q->who] & ORAIA_BIT(over)) {
		SAY_EN(ret, "From %s to %s you would jump over your own pawn on %s: only the other player's can be jumped",
		       name(q->from), name(q->to), name(over));
		SAY_ES(ret, "De %s a %s saltarías sobre tu propio peón de %s: solo se salta sobre los del otro", name(q->from),
		       name(q->to), name(over));
		return say(ret, "jump-own", over);
	}
	if (over >= 0) {
		SAY_EN(ret, "There is no pawn on %s to jump over: from %s a pawn steps only to a neighbouring site", name(over),
		       name(q->from));
		SAY_ES(ret, "En %s no hay ningún peón que saltar: desde %s solo se pasa a un sitio vecino", name(over),
		       name(q->from));
		return say(ret, "jump-nothing", over);
	}
	SAY_EN(ret, "No step and no chain of jumps leads from %s to %s along the lines", name(q->from), name(q->to));
	SAY_ES(ret, "Ningún paso ni cadena de saltos lleva de %s a %s por las líneas", name(q->from), name(q->to));
	return say(ret, "no-way", -1);
}

/* The pawn is the right one; where it goes is not. */
static int why_end(const struct question *q, struct rules_why *ret)
{
	uint32_t ends = oraia_ends(q->p, q->from);

	if (rules_bits(ends) == 1)
		ret->should = (uint16_t)rules_lowest(ends);
	if (q->to == q->from) {
		SAY_EN(ret, "The pawn is back on %s: it may not end where it started", name(q->from));
		SAY_ES(ret, "El peón ha vuelto a %s: no puede acabar donde empezó", name(q->from));
		return say(ret, "same-site", q->from);
	}
	if (!ends) {
		SAY_EN(ret, "The pawn on %s cannot move: there is no free site to step or jump to", name(q->from));
		SAY_ES(ret, "El peón de %s no puede moverse: no hay sitio libre al que pasar ni saltar", name(q->from));
		return say(ret, "blocked", q->from);
	}
	if (q->to < 0 || ends & ORAIA_BIT(q->to))
		return -EALREADY;
	if ((q->p->pawn[0] | q->p->pawn[1]) & ORAIA_BIT(q->to)) {
		SAY_EN(ret, "%s is taken: a pawn may end only on an empty site", name(q->to));
		SAY_ES(ret, "%s está ocupado: un peón solo puede acabar en un sitio vacío", name(q->to));
		return say(ret, "site-occupied", q->to);
	}
	if (!(oraia_enterable(q->p, q->from) & ORAIA_BIT(q->to)))
		return why_place(q, ret);
	return why_far(q, ret);
}

int oraia_why(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
	      struct rules_why *ret)
{
	const struct oraia *p = oraia_of(s);
	struct question q = { .p = p, .who = p->player - 1 };
	struct rules_why why = { .site = RULES_NO_SITE, .should = RULES_NO_SITE };
	int rc;

	(void)v;
	q.from = attempt->from == RULES_NO_SITE ? -1 : attempt->from;
	q.to = attempt->to == RULES_NO_SITE ? -1 : attempt->to;
	if (p->result) {
		rc = why_over(&q, &why);
	} else if (p->turning) {
		rc = why_turning(&q, &why);
	} else if (q.from < 0) {
		SAY_EN(&why, "No pawn comes into the game from outside: each side has four");
		SAY_ES(&why, "Ningún peón entra de fuera: cada bando tiene cuatro");
		rc = say(&why, "no-new-pieces", q.to);
	} else if (!(oraia_movable(p) & ORAIA_BIT(q.from))) {
		rc = why_not_this_pawn(&q, &why);
	} else {
		rc = why_end(&q, &why);
	}
	if (rc == 0)
		*ret = why;
	return rc;
}

/* ---- The way ------------------------------------------------------------------------------------------------------- */

/* Writes the chain with the fewest jumps, found by walking outwards from the end to the start. */
static void chain_path(const struct oraia *p, int from, int to, struct rules_path *ret)
{
	uint32_t enterable = oraia_enterable(p, from) | ORAIA_BIT(from), other = p->pawn[!(p->pawn[1] >> from & 1)], seen;
	struct {
		uint8_t over, land;
	} onward[ORAIA_SITES];
	uint8_t queue[ORAIA_SITES];
	int first = 0, n = 0;

	queue[n++] = (uint8_t)to;
	seen = ORAIA_BIT(to);
	while (first < n && !(seen & ORAIA_BIT(from))) {
		int land = queue[first++];

		for (int at = 0; at < ORAIA_SITES; at++) {
			int over = between(at, land);

			if (over < 0 || !(other >> over & 1) || !(enterable >> at & 1) || seen >> at & 1)
				continue;
			onward[at].over = (uint8_t)over;
			onward[at].land = (uint8_t)land;
			seen |= ORAIA_BIT(at);
			queue[n++] = (uint8_t)at;
		}
	}
	for (int at = from; at != to; at = onward[at].land) {
		rules_path_step(ret, at, at == from ? RULES_MARK_START : RULES_MARK_BEND);
		rules_path_step(ret, onward[at].over, RULES_MARK_OVER);
	}
	rules_path_step(ret, to, RULES_MARK_END);
}

/* Every piece that rides with the disk, lifted and set down; the one on H rides nowhere. */
static void disk_path(const struct oraia *p, int by, struct rules_path *ret)
{
	for (uint64_t pawns = (p->pawn[0] | p->pawn[1]) & ORAIA_DISK & ~ORAIA_BIT(ORAIA_H); pawns;) {
		int from = rules_pop_lowest(&pawns), ring = from >= ORAIA_O ? ORAIA_O : ORAIA_I;

		rules_path_step(ret, from, RULES_MARK_START);
		rules_path_step(ret, ring + ((from - ring + by) & 7), pawns ? RULES_MARK_DROP : RULES_MARK_END);
	}
}

void oraia_path(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret)
{
	const struct oraia *p = oraia_of(s);

	(void)v;
	ret->length = 0;
	if (a == ORAIA_CLOCK || a == ORAIA_COUNTER) {
		disk_path(p, a == ORAIA_CLOCK ? 1 : 7, ret);
	} else if (a >= ORAIA_PAWN && oraia_lines[oraia_from(a)].near & ORAIA_BIT(oraia_to(a))) {
		rules_path_step(ret, oraia_from(a), RULES_MARK_START);
		rules_path_step(ret, oraia_to(a), RULES_MARK_END);
	} else if (a >= ORAIA_PAWN) {
		chain_path(p, oraia_from(a), oraia_to(a), ret);
	}
}

/* ---- Opinion ------------------------------------------------------------------------------------------------------- */

/* How far each pawn of a side has come, in all 0 … 400. */
static int progress(const struct oraia *p, int who)
{
	uint32_t goal = oraia_home(!who) & ~(p->pawn[0] | p->pawn[1]);
	int total = 0;

	for (uint64_t pawns = p->pawn[who]; pawns;) {
		int site = rules_pop_lowest(&pawns);
		bool charged = p->charged >> site & 1, outer = site >= ORAIA_O;

		if (!charged)
			total += site < ORAIA_H ? 0 : outer ? 10 : 20;
		else if (site < ORAIA_H)
			total += 100;
		else
			total += outer && goal >> (site - ORAIA_O) & 1 ? 75 : outer ? 60 : site == ORAIA_H ? 45 : 55;
	}
	return total;
}

int oraia_judge(const struct rules_variant *v, const struct rules_state *s, int player)
{
	const struct oraia *p = oraia_of(s);
	int lead;

	(void)v;
	if (p->result)
		return p->result == RULES_DRAW ? 0 : p->result == player ? 1000 : -1000;
	lead = progress(p, player - 1) - progress(p, 2 - player);
	return lead * 2 + (p->last ? (player == 1 ? 150 : -150) : 0);
}
