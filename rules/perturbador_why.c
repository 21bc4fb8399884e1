/*
 * perturbador_why.c — the way of a rebound, bend by bend, and why a hand may not do what it tried.
 */
#include "perturbador.h"

#include <errno.h>
#include <string.h>

enum { SIDE = PERTURBADOR_SIDE };

/* ---- The way ------------------------------------------------------------------------------------------------------- */

/* A segment of a travel: from a square one way, after the segment `after` (−1: the first of all). */
struct segment {
	int8_t square, way;
	int16_t after;
};

/* Each of the other eleven pieces can turn a travel on each of its four sides. */
enum { SEGMENTS_MAX = 4 + 2 * 4 * (2 * PERTURBADOR_MEN - 1) };

struct travel {
	uint64_t pieces, free;
	uint64_t across, along; /* squares from which segments along ranks, along files are in the list already */
	struct segment list[SEGMENTS_MAX];
	int n;
};

static bool is_along(int way)
{
	return way == RULES_UP || way == RULES_DOWN;
}

static bool holds(uint64_t squares, int square)
{
	return square >= 0 && squares >> square & 1;
}

static void bend(struct travel *t, int square, int way, int after)
{
	uint64_t *done = is_along(way) ? &t->across : &t->along;
	int first = is_along(way) ? RULES_LEFT : RULES_UP;
	if (holds(*done, square))
		return;
	*done |= perturbador_bit(square);
	for (int side = first; side <= first + 1; side++)
		t->list[t->n++] = (struct segment){ (int8_t)square, (int8_t)side, (int16_t)after };
}

/* Follows one segment; true if it can end on `to`. */
static bool follow(struct travel *t, int i, int to)
{
	int way = t->list[i].way, square = t->list[i].square, next;
	bool first = t->list[i].after < 0;
	for (int moved = 0;; moved++, square = next) {
		next = rules_square_beyond(SIDE, square, way, 1);
		if (holds(PERTURBADOR_WELLS, next))
			return !first && next == to;
		if (!holds(t->free, next)) {
			if (moved && holds(t->pieces, next))
				bend(t, square, way, i);
			return false;
		}
		if (next == to)
			return true;
	}
}

/* Finds a travel with as few bends as possible; returns its last segment, or −1. */
static int find_travel(const struct perturbador *p, int from, int to, struct travel *t)
{
	memset(t, 0, sizeof(*t));
	t->pieces = perturbador_pieces(p) & ~perturbador_bit(from);
	t->free = ~(t->pieces | p->disturber | PERTURBADOR_WELLS);
	for (int way = RULES_UP; way <= RULES_RIGHT; way++)
		t->list[t->n++] = (struct segment){ (int8_t)from, (int8_t)way, -1 };
	for (int i = 0; i < t->n; i++)
		if (follow(t, i, to))
			return i;
	return -1;
}

static void write_travel(const struct travel *t, int last, int to, struct rules_path *ret)
{
	int chain[SEGMENTS_MAX], n = 0;
	for (int i = last; i >= 0; i = t->list[i].after)
		chain[n++] = i;
	for (int k = n - 1; k >= 0; k--) {
		int stop = k ? t->list[chain[k - 1]].square : to, square = t->list[chain[k]].square, distance = 0;
		int way = rules_square_line(SIDE, square, stop, &distance);
		for (int d = 1; d < distance; d++)
			rules_path_step(ret, rules_square_beyond(SIDE, square, way, d), RULES_MARK_PASS);
		rules_path_step(ret, stop, k ? RULES_MARK_BEND : RULES_MARK_END);
	}
}

void perturbador_path(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret)
{
	const struct perturbador *p = perturbador_of(s);
	int to = perturbador_to(a);
	(void)v;
	ret->length = 0;
	if (to < 0)
		return;
	if (a & PERTURBADOR_X) {
		rules_path_step(ret, p->disturber ? rules_lowest(p->disturber) : to, RULES_MARK_START);
		rules_path_step(ret, to, RULES_MARK_END);
		return;
	}
	struct travel t;
	int from = perturbador_from(a), last = find_travel(p, from, to, &t);
	rules_path_step(ret, from, RULES_MARK_START);
	write_travel(&t, last, to, ret);
}

/* ---- Why not ------------------------------------------------------------------------------------------------------- */

struct square_name {
	char text[3];
};

static struct square_name name_of(int square)
{
	struct square_name name = { "" };
	rules_square_put(name.text, SIDE, square);
	return name;
}

#define NAME(square) name_of(square).text

/* Where nothing may come to rest. */
static int explain_taken(const struct perturbador *p, int to, struct rules_why *ret)
{
	if (holds(p->disturber, to))
		return rules_explain(ret, "occupied", to, RULES_NO_SITE, "The disturber stands on %s",
				     "El perturbador está en %s", NAME(to));
	return rules_explain(ret, "occupied", to, RULES_NO_SITE, "On %s stands a piece of player %d",
			     "En %s hay una ficha del jugador %d", NAME(to), holds(p->men[0], to) ? 1 : 2);
}

static int explain_disturbing(const struct perturbador *p, int from, int to, struct rules_why *ret)
{
	if (to == RULES_NO_SITE)
		return -EALREADY;
	if (holds(PERTURBADOR_WELLS, to))
		return rules_explain(ret, "well", to, RULES_NO_SITE, "%s is a well: the disturber cannot rest there",
				     "%s es un pozo: el perturbador no puede quedarse allí", NAME(to));
	if (to != from && !holds(perturbador_empty(p), to))
		return explain_taken(p, to, ret);
	if (from == RULES_NO_SITE || to == from || holds(perturbador_disturbs(p), to))
		return -EALREADY;
	return rules_explain(ret, "disturber-line", to, RULES_NO_SITE,
			     "The disturber moves along a file, a rank or a diagonal: %s and %s are on no common line",
			     "El perturbador se mueve en columna, fila o diagonal: %s y %s no están en una misma línea",
			     NAME(from), NAME(to));
}

/* The straight way is not free: what stops it? */
static int explain_line(const struct travel *t, int from, int to, int way, int distance, struct rules_why *ret)
{
	for (int d = 1; d <= distance; d++) {
		int square = rules_square_beyond(SIDE, from, way, d);
		if (holds(t->free, square))
			continue;
		if (square == to)
			return rules_explain(
			    ret, "well-needs-bend", to, RULES_NO_SITE,
			    "A piece gets into a well only after a bend: straight from %s the well %s is like an edge",
			    "Una ficha solo entra en un pozo después de un giro: en línea recta desde %s el pozo %s es "
			    "como un borde",
			    NAME(from), NAME(to));
		if (holds(PERTURBADOR_WELLS, square))
			return rules_explain(
			    ret, "well-stops", square, RULES_NO_SITE,
			    "Before its first bend the well %s stops a piece like an edge, and no rebound leads from %s to %s",
			    "Antes del primer giro el pozo %s detiene la ficha como un borde, y ningún rebote lleva de %s a %s",
			    NAME(square), NAME(from), NAME(to));
		if (holds(t->pieces, square))
			return rules_explain(ret, "blocked", square, RULES_NO_SITE,
					     "The piece on %s is in the way, and no rebound leads from %s to %s",
					     "La ficha de %s está en medio, y ningún rebote lleva de %s a %s", NAME(square),
					     NAME(from), NAME(to));
		return rules_explain(ret, "disturber-stops", square, RULES_NO_SITE,
				     "The disturber on %s is in the way and gives no bend; no rebound leads from %s to %s",
				     "El perturbador de %s está en medio y no permite girar; ningún rebote lleva de %s a %s",
				     NAME(square), NAME(from), NAME(to));
	}
	return -EALREADY;
}

static bool is_free_line(const struct travel *t, int from, int to)
{
	int distance = 0, way = rules_square_line(SIDE, from, to, &distance);
	for (int d = 1; d < distance; d++)
		if (!holds(t->free, rules_square_beyond(SIDE, from, way, d)))
			return false;
	return true;
}

/* A way with one corner looks possible: what is missing beyond the corner? False if it does not look possible at all. */
static bool explain_corner(const struct travel *t, int from, int corner, int to, struct rules_why *ret)
{
	if (!holds(t->free, corner) || !is_free_line(t, from, corner) || !is_free_line(t, corner, to))
		return false;
	int distance = 0, way = rules_square_line(SIDE, from, corner, &distance);
	int beyond = rules_square_beyond(SIDE, corner, way, 1);
	if (beyond < 0)
		rules_explain(ret, "no-bend", corner, RULES_NO_SITE,
			      "From %s to %s the piece would bend at %s, but the edge gives no bend",
			      "De %s a %s la ficha giraría en %s, pero el borde no permite girar", NAME(from), NAME(to),
			      NAME(corner));
	else if (holds(PERTURBADOR_WELLS, beyond))
		rules_explain(ret, "no-bend", beyond, RULES_NO_SITE,
			      "From %s to %s the piece would bend at %s, but the well %s gives no bend",
			      "De %s a %s la ficha giraría en %s, pero el pozo %s no permite girar", NAME(from), NAME(to),
			      NAME(corner), NAME(beyond));
	else if (!holds(t->free, beyond))
		rules_explain(ret, "no-bend", beyond, RULES_NO_SITE,
			      "From %s to %s the piece would bend at %s, but the disturber on %s gives no bend",
			      "De %s a %s la ficha giraría en %s, pero el perturbador de %s no permite girar", NAME(from),
			      NAME(to), NAME(corner), NAME(beyond));
	else
		rules_explain(ret, "no-bend", beyond, RULES_NO_SITE,
			      "From %s to %s the piece would bend at %s, but no piece stops it there: %s is empty",
			      "De %s a %s la ficha giraría en %s, pero ninguna ficha la detiene allí: %s está vacía",
			      NAME(from), NAME(to), NAME(corner), NAME(beyond));
	return true;
}

static int explain_travel(const struct perturbador *p, int from, int to, struct rules_why *ret)
{
	uint64_t reach = perturbador_reach(p, from);
	struct travel t;
	int distance = 0;
	if (to == RULES_NO_SITE && reach)
		return -EALREADY;
	if (to == RULES_NO_SITE)
		return rules_explain(ret, "cannot-move", from, RULES_NO_SITE,
				     "The piece on %s is shut in: it has nowhere to go",
				     "La ficha de %s está encerrada: no tiene adónde ir", NAME(from));
	if (holds(reach, to))
		return -EALREADY;
	if (to == from)
		return rules_explain(ret, "own-start", from, RULES_NO_SITE,
				     "A piece may pass its starting square %s but not end there",
				     "Una ficha puede pasar por su casilla de salida %s, pero no terminar allí", NAME(from));
	if (holds(perturbador_pieces(p) | p->disturber, to))
		return explain_taken(p, to, ret);
	find_travel(p, from, to, &t);
	int way = rules_square_line(SIDE, from, to, &distance);
	if (way >= 0)
		return explain_line(&t, from, to, way, distance, ret);
	int file_first = rules_square(SIDE, from / SIDE, to % SIDE), rank_first = rules_square(SIDE, to / SIDE, from % SIDE);
	if (explain_corner(&t, from, file_first, to, ret) || explain_corner(&t, from, rank_first, to, ret))
		return 0;
	return rules_explain(
	    ret, "no-way", to, RULES_NO_SITE,
	    "No rebound leads from %s to %s: a piece goes straight and turns only where another piece stops it",
	    "Ningún rebote lleva de %s a %s: una ficha va recta y solo gira donde otra ficha la detiene", NAME(from), NAME(to));
}

static int explain_piece(const struct perturbador *p, int from, int to, struct rules_why *ret)
{
	uint64_t reach = perturbador_reach(p, from);
	int r = explain_travel(p, from, to, ret);
	if (r == 0 && rules_bits(reach) == 1)
		ret->should = (uint16_t)rules_lowest(reach);
	return r;
}

/* Somebody took up what is not to be moved now. */
static int explain_lift(const struct perturbador *p, int from, struct rules_why *ret)
{
	int me = p->mover + 1;
	if (holds(PERTURBADOR_WELLS, from))
		return rules_explain(ret, "well", from, RULES_NO_SITE, "%s is a well: nothing rests there",
				     "%s es un pozo: allí no hay nada", NAME(from));
	if (holds(p->disturber, from))
		return rules_explain(ret, "piece-first", from, RULES_NO_SITE,
				     "Player %d moves a piece first, then the disturber on %s",
				     "El jugador %d mueve primero una ficha y después el perturbador de %s", me, NAME(from));
	if (!holds(perturbador_pieces(p), from))
		return rules_explain(ret, "empty", from, RULES_NO_SITE, "%s is empty: there is nothing to move",
				     "%s está vacía: no hay nada que mover", NAME(from));
	if (p->phase == PERTURBADOR_PLACE)
		return rules_explain(ret, "place-first", from, RULES_NO_SITE,
				     "Player 1 first puts the disturber on the board; the piece on %s waits",
				     "El jugador 1 pone primero el perturbador en el tablero; la ficha de %s espera",
				     NAME(from));
	if (!holds(p->men[p->mover], from))
		return rules_explain(ret, "not-your-piece", from, RULES_NO_SITE,
				     "The piece on %s belongs to player %d; it is player %d's turn",
				     "La ficha de %s es del jugador %d; el turno es del jugador %d", NAME(from), 3 - me, me);
	return rules_explain(ret, "piece-moved", from, RULES_NO_SITE,
			     "Player %d has moved a piece: the one on %s stays, only the disturber may move now",
			     "El jugador %d ya movió una ficha: la de %s se queda, ahora solo puede moverse el perturbador", me,
			     NAME(from));
}

int perturbador_why_illegal(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
			    struct rules_why *ret)
{
	const struct perturbador *p = perturbador_of(s);
	int from = attempt->from, to = attempt->to, winner = perturbador_winner(p);
	(void)v;
	if (winner)
		return rules_explain(ret, "finished", RULES_NO_SITE, RULES_NO_SITE,
				     "The game is over: player %d has five pieces home",
				     "La partida ha terminado: el jugador %d tiene cinco fichas en casa", winner);
	if (from == RULES_NO_SITE) {
		if (p->phase == PERTURBADOR_PLACE && (attempt->owner == 0 || attempt->owner == RULES_NEUTRAL))
			return explain_disturbing(p, from, to, ret);
		if (to == RULES_NO_SITE)
			return rules_explain(ret, "nothing-enters", to, RULES_NO_SITE, "What has gone home stays there",
					     "Lo que llegó a casa se queda allí");
		return rules_explain(ret, "nothing-enters", to, RULES_NO_SITE,
				     "What has gone home stays there: nothing comes from outside to %s",
				     "Lo que llegó a casa se queda allí: nada entra desde fuera en %s", NAME(to));
	}
	if (p->phase == PERTURBADOR_DISTURBER && holds(p->disturber, from))
		return explain_disturbing(p, from, to, ret);
	if (p->phase == PERTURBADOR_PIECE && holds(p->men[p->mover], from))
		return explain_piece(p, from, to, ret);
	return explain_lift(p, from, ret);
}
