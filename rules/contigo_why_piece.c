/*
 * contigo_why_piece.c — why a piece may not go where it went, in one sentence of two languages.
 */
#include <errno.h>

#include "contigo_why.h"

#define BIT(square) ((uint64_t)1 << (square))

static const char *const way_en[] = { "up", "down", "left", "right" };
static const char *const way_es[] = { "hacia arriba", "hacia abajo", "a la izquierda", "a la derecha" };

static const char *piece_en(const struct contigo_scene *sc, int square)
{
	bool high = sc->c->high >> square & 1;
	switch (sc->g->goal) {
	case CONTIGO_LINE: return "pawn";
	case CONTIGO_CAPTURE: return high ? "king" : "pawn";
	default: return high ? "double" : "man";
	}
}

static const char *piece_es(const struct contigo_scene *sc, int square)
{
	bool high = sc->c->high >> square & 1;
	switch (sc->g->goal) {
	case CONTIGO_LINE: return "el peón";
	case CONTIGO_CAPTURE: return high ? "el rey" : "el peón";
	default: return high ? "el doble" : "la ficha";
	}
}

/* First occupied square strictly between, from `from` on; −1 for none. With `others`, only pieces of other players count. */
static int blocker(const struct contigo_scene *sc, int from, int to, bool others)
{
	int length = 0;
	int way = rules_square_line(sc->g->n, from, to, &length);
	uint64_t in_the_way = contigo_occupied(sc->c) & ~(others ? contigo_own(sc->c) : 0);

	for (int i = 1; i < length; i++) {
		int square = contigo_beyond(sc->g->n, from, way, i);
		if (in_the_way & BIT(square))
			return square;
	}
	return -1;
}

/* A leg that is not as long as its pit demands. */
static int wrong_length(const struct contigo_scene *sc, int from, int way, const char *place_en, const char *place_es)
{
	int n = sc->g->n, pit = contigo_pit(n, from, way), beads = sc->c->pit[pit], site = sc->squares + pit;
	const char *pit_name = contigo_name(sc, site);

	if (beads == 0) {
		contigo_say_en(sc, "%s is empty: nothing moves %s%s", pit_name, way_en[way], place_en);
		contigo_say_es(sc, "%s está vacío: nada se mueve %s%s", pit_name, way_es[way], place_es);
		return contigo_explain(sc, "pit-empty", site, -1);
	}
	int end = contigo_beyond(n, from, way, beads);
	if (end < 0) {
		contigo_say_en(sc, "%s holds %d bead%s: the %s must go exactly %d square%s %s; from %s that leaves the board",
			       pit_name, beads, contigo_s(beads), piece_en(sc, sc->at.from), beads, contigo_s(beads),
			       way_en[way], contigo_name(sc, from));
		contigo_say_es(
		    sc, "%s tiene %d cuenta%s: %s debe avanzar exactamente %d casilla%s %s; desde %s saldría del tablero",
		    pit_name, beads, contigo_s(beads), piece_es(sc, sc->at.from), beads, contigo_s(beads), way_es[way],
		    contigo_name(sc, from));
		return contigo_explain(sc, "pit-count", site, -1);
	}
	contigo_say_en(sc, "%s holds %d bead%s: the %s must go exactly %d square%s %s, to %s", pit_name, beads,
		       contigo_s(beads), piece_en(sc, sc->at.from), beads, contigo_s(beads), way_en[way],
		       contigo_name(sc, end));
	contigo_say_es(sc, "%s tiene %d cuenta%s: %s debe avanzar exactamente %d casilla%s %s, hasta %s", pit_name, beads,
		       contigo_s(beads), piece_es(sc, sc->at.from), beads, contigo_s(beads), way_es[way],
		       contigo_name(sc, end));
	return contigo_explain(sc, "pit-count", site, end);
}

static int wrong_straight(const struct contigo_scene *sc)
{
	int from = sc->at.from, to = sc->at.to, length;
	int way = rules_square_line(sc->g->n, from, to, &length);

	if (way < 0) {
		contigo_say_en(sc, "The %s moves straight, along a file or a rank", piece_en(sc, from));
		contigo_say_es(sc, "Aquí %s se mueve en línea recta, por columna o fila", piece_es(sc, from));
		return contigo_explain(sc, "straight-only", -1, -1);
	}
	if (sc->c->pit[contigo_pit(sc->g->n, from, way)] != length)
		return wrong_length(sc, from, way, "", "");

	int block = blocker(sc, from, to, true);
	contigo_say_en(sc, "The pawn on %s is not yours: you may not pass over it", block < 0 ? "" : contigo_name(sc, block));
	contigo_say_es(sc, "El peón de %s no es tuyo: no puedes pasar por encima", block < 0 ? "" : contigo_name(sc, block));
	return contigo_explain(sc, "no-passing-others", block, -1);
}

/* How well one of the two ells between two squares obeys its pits: 0 first leg wrong, 1 second leg wrong, 2 both right. */
static int ell_quality(const struct contigo_scene *sc, bool file_first, int *ret_corner, int way[2])
{
	int n = sc->g->n, from = sc->at.from, to = sc->at.to, first = 0, second = 0;
	int corner = file_first ? rules_square(n, from / n, to % n) : rules_square(n, to / n, from % n);

	*ret_corner = corner;
	way[0] = rules_square_line(n, from, corner, &first);
	way[1] = rules_square_line(n, corner, to, &second);
	if (sc->c->pit[contigo_pit(n, from, way[0])] != first)
		return 0;
	return sc->c->pit[contigo_pit(n, corner, way[1])] != second ? 1 : 2;
}

static int wrong_ell(const struct contigo_scene *sc)
{
	int from = sc->at.from, to = sc->at.to, length, corner[2], quality[2];
	int way[2][2];

	if (rules_square_line(sc->g->n, from, to, &length) >= 0) {
		contigo_say_en(sc, "The %s moves in an ell: two legs at a right angle", piece_en(sc, from));
		contigo_say_es(sc, "Aquí %s se mueve en ele: dos tramos en ángulo recto", piece_es(sc, from));
		return contigo_explain(sc, "ell-only", -1, -1);
	}
	for (int i = 0; i < 2; i++)
		quality[i] = ell_quality(sc, i == 0, &corner[i], way[i]);
	int best = quality[1] > quality[0];
	if (quality[best] == 0)
		return wrong_length(sc, from, way[0][0], " on the first leg", " en el primer tramo");
	if (quality[best] == 1)
		return wrong_length(sc, corner[best], way[best][1], " on the second leg", " en el segundo tramo");

	int block = blocker(sc, from, corner[best], false);
	if (block < 0)
		block = contigo_occupied(sc->c) & BIT(corner[best]) ? corner[best] : blocker(sc, corner[best], to, false);
	contigo_say_en(sc, "%s is occupied: a double needs a free way", block < 0 ? "" : contigo_name(sc, block));
	contigo_say_es(sc, "%s está ocupada: el doble necesita el camino libre", block < 0 ? "" : contigo_name(sc, block));
	return contigo_explain(sc, "double-needs-free-way", block, -1);
}

/* A double set on an own man: giving him the upper disc. */
static int wrong_give(const struct contigo_scene *sc)
{
	int from = sc->at.from, to = sc->at.to, length;
	int way = rules_square_line(sc->g->n, from, to, &length);

	if (sc->c->high & BIT(to)) {
		contigo_say_en(sc, "%s already is a double: it cannot receive a disc", contigo_name(sc, to));
		contigo_say_es(sc, "%s ya es un doble: no puede recibir otro disco", contigo_name(sc, to));
		return contigo_explain(sc, "double-cannot-receive", to, -1);
	}
	if (way < 0) {
		contigo_say_en(sc, "A double gives its disc along a file or a rank");
		contigo_say_es(sc, "El doble entrega su disco por columna o fila");
		return contigo_explain(sc, "give-straight", -1, -1);
	}
	if (sc->c->pit[contigo_pit(sc->g->n, from, way)] != length)
		return wrong_length(sc, from, way, "", "");
	int block = blocker(sc, from, to, false);
	contigo_say_en(sc, "%s is in the way: a disc is given over empty squares", block < 0 ? "" : contigo_name(sc, block));
	contigo_say_es(sc, "%s está en medio: el disco se entrega por casillas libres",
		       block < 0 ? "" : contigo_name(sc, block));
	return contigo_explain(sc, "give-needs-free-way", block, -1);
}

static bool can_move(const struct contigo_scene *sc, int from)
{
	return contigo_targets(sc->g, sc->c, from) || contigo_gives(sc->g, sc->c, from);
}

/* A piece lifted, or taken off: his own that can go somewhere, or another's that can be captured. */
static int lifted(const struct contigo_scene *sc)
{
	int from = sc->at.from;

	if (contigo_own(sc->c) & BIT(from)) {
		if (can_move(sc, from))
			return -EALREADY;
		contigo_say_en(sc, "The %s on %s cannot move: no pit lets it", piece_en(sc, from), contigo_name(sc, from));
		contigo_say_es(sc, "No hay jugada desde %s: ningún hoyo la permite", contigo_name(sc, from));
		return contigo_explain(sc, "piece-stuck", from, -1);
	}
	for (uint64_t own = contigo_own(sc->c); own;) {
		if (contigo_targets(sc->g, sc->c, rules_pop_lowest(&own)) & BIT(from))
			return -EALREADY;
	}
	contigo_say_en(sc, "The %s on %s is not yours and cannot be captured now", piece_en(sc, from), contigo_name(sc, from));
	contigo_say_es(sc, "No es tuya la pieza de %s ni la puedes capturar ahora", contigo_name(sc, from));
	return contigo_explain(sc, "not-your-piece", from, -1);
}

static int moved(const struct contigo_scene *sc)
{
	int from = sc->at.from, to = sc->at.to;
	bool own_end = contigo_own(sc->c) & BIT(to), doubled = sc->g->goal == CONTIGO_DOUBLE && sc->c->high & BIT(from);

	if ((contigo_targets(sc->g, sc->c, from) | contigo_gives(sc->g, sc->c, from)) & BIT(to))
		return -EALREADY;
	if (doubled && own_end)
		return wrong_give(sc);
	if (own_end || (sc->g->goal == CONTIGO_LINE && contigo_occupied(sc->c) & BIT(to))) {
		contigo_say_en(sc, "%s is occupied%s", contigo_name(sc, to),
			       own_end ? " by a piece of your own" : ": nothing is captured in this game");
		contigo_say_es(sc, "%s está ocupada%s", contigo_name(sc, to),
			       own_end ? " por una pieza tuya" : ": en este juego no se captura");
		return contigo_explain(sc, "square-occupied", to, -1);
	}
	return sc->g->ell || doubled ? wrong_ell(sc) : wrong_straight(sc);
}

int contigo_why_piece(const struct contigo_scene *sc)
{
	int from = sc->at.from, to = sc->at.to, owner = contigo_owner(sc->c, from);

	if (owner == 0) {
		contigo_say_en(sc, "Nothing stands on %s", contigo_name(sc, from));
		contigo_say_es(sc, "En %s no hay nada", contigo_name(sc, from));
		return contigo_explain(sc, "nothing-there", from, -1);
	}
	if (sc->c->phase != CONTIGO_PIECE) {
		contigo_say_en(sc, "The piece has been moved: now move beads");
		contigo_say_es(sc, "La pieza ya se movió: ahora tocan las cuentas");
		return contigo_explain(sc, "beads-now", -1, -1);
	}
	if (to == RULES_NO_SITE)
		return lifted(sc);
	if (owner != sc->c->player) {
		contigo_say_en(sc, "The %s on %s is not yours", piece_en(sc, from), contigo_name(sc, from));
		contigo_say_es(sc, "La pieza de %s no es tuya", contigo_name(sc, from));
		return contigo_explain(sc, "not-your-piece", from, -1);
	}
	if (to >= sc->squares) {
		contigo_say_en(sc, "Only beads lie in pits");
		contigo_say_es(sc, "En los hoyos solo van cuentas");
		return contigo_explain(sc, "no-piece-in-pit", -1, -1);
	}
	if (from == to) {
		contigo_say_en(sc, "The %s is back on %s: that is no move", piece_en(sc, from), contigo_name(sc, to));
		contigo_say_es(sc, "La pieza ha vuelto a %s: eso no es una jugada", contigo_name(sc, to));
		return contigo_explain(sc, "not-moved", to, -1);
	}
	return moved(sc);
}
