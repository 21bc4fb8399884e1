/*
 * contigo_why.c — why a hand may not do what it just did, in one sentence of two languages.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "contigo.h"

#define BIT(square) ((uint64_t)1 << (square))

/* What all explanations look at. Sites are squares first, then pits. */
struct scene {
	const struct contigo_rules *g;
	const struct contigo *c;
	const struct rules_site *site;
	int squares;
	struct rules_attempt at;
	struct rules_why *why;
};

static const char *const way_en[] = { "up", "down", "left", "right" };
static const char *const way_es[] = { "hacia arriba", "hacia abajo", "a la izquierda", "a la derecha" };

static const char *name(const struct scene *sc, int site)
{
	return sc->site[site].name;
}

static const char *piece_en(const struct scene *sc, int square)
{
	bool high = sc->c->high >> square & 1;
	switch (sc->g->goal) {
	case CONTIGO_LINE:
		return "pawn";
	case CONTIGO_CAPTURE:
		return high ? "king" : "pawn";
	default:
		return high ? "double" : "man";
	}
}

static const char *piece_es(const struct scene *sc, int square)
{
	bool high = sc->c->high >> square & 1;
	switch (sc->g->goal) {
	case CONTIGO_LINE:
		return "el peón";
	case CONTIGO_CAPTURE:
		return high ? "el rey" : "el peón";
	default:
		return high ? "la dama" : "la ficha";
	}
}

static int explain(const struct scene *sc, const char *rule, int site, int should)
{
	sc->why->rule = rule;
	sc->why->site = site < 0 ? RULES_NO_SITE : (uint16_t)site;
	sc->why->should = should < 0 ? RULES_NO_SITE : (uint16_t)should;
	return 0;
}

static void __attribute__((format(printf, 2, 3))) say_en(const struct scene *sc, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(sc->why->en, sizeof(sc->why->en), format, args);
	va_end(args);
}

static void __attribute__((format(printf, 2, 3))) say_es(const struct scene *sc, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(sc->why->es, sizeof(sc->why->es), format, args);
	va_end(args);
}

static const char *s_of(int n)
{
	return n == 1 ? "" : "s";
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------- */

/* First occupied square strictly between, from `from` on; −1 for none. With `others`, only pieces of other players count. */
static int blocker(const struct scene *sc, int from, int to, bool others)
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
static int wrong_length(const struct scene *sc, int from, int way, const char *place_en, const char *place_es)
{
	int n = sc->g->n, pit = contigo_pit(n, from, way), beads = sc->c->pit[pit], site = sc->squares + pit;
	const char *pit_name = name(sc, site);

	if (beads == 0) {
		say_en(sc, "%s is empty: nothing moves %s%s", pit_name, way_en[way], place_en);
		say_es(sc, "%s está vacío: nada se mueve %s%s", pit_name, way_es[way], place_es);
		return explain(sc, "pit-empty", site, -1);
	}
	int end = contigo_beyond(n, from, way, beads);
	if (end < 0) {
		say_en(sc, "%s holds %d bead%s: the %s must go exactly %d square%s %s; from %s that leaves the board", pit_name,
		       beads, s_of(beads), piece_en(sc, sc->at.from), beads, s_of(beads), way_en[way], name(sc, from));
		say_es(sc, "%s tiene %d cuenta%s: %s debe avanzar exactamente %d casilla%s %s; desde %s saldría del tablero",
		       pit_name, beads, s_of(beads), piece_es(sc, sc->at.from), beads, s_of(beads), way_es[way],
		       name(sc, from));
		return explain(sc, "pit-count", site, -1);
	}
	say_en(sc, "%s holds %d bead%s: the %s must go exactly %d square%s %s, to %s", pit_name, beads, s_of(beads),
	       piece_en(sc, sc->at.from), beads, s_of(beads), way_en[way], name(sc, end));
	say_es(sc, "%s tiene %d cuenta%s: %s debe avanzar exactamente %d casilla%s %s, hasta %s", pit_name, beads, s_of(beads),
	       piece_es(sc, sc->at.from), beads, s_of(beads), way_es[way], name(sc, end));
	return explain(sc, "pit-count", site, end);
}

static int wrong_straight(const struct scene *sc)
{
	int from = sc->at.from, to = sc->at.to, length;
	int way = rules_square_line(sc->g->n, from, to, &length);

	if (way < 0) {
		say_en(sc, "The %s moves straight, along a file or a rank", piece_en(sc, from));
		say_es(sc, "Aquí %s se mueve en línea recta, por columna o fila", piece_es(sc, from));
		return explain(sc, "straight-only", -1, -1);
	}
	if (sc->c->pit[contigo_pit(sc->g->n, from, way)] != length)
		return wrong_length(sc, from, way, "", "");

	int block = blocker(sc, from, to, true);
	say_en(sc, "The pawn on %s is not yours: you may not pass over it", block < 0 ? "" : name(sc, block));
	say_es(sc, "El peón de %s no es tuyo: no puedes pasar por encima", block < 0 ? "" : name(sc, block));
	return explain(sc, "no-passing-others", block, -1);
}

/* How well one of the two ells between two squares obeys its pits: 0 first leg wrong, 1 second leg wrong, 2 both right. */
static int ell_quality(const struct scene *sc, bool file_first, int *ret_corner, int way[2])
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

static int wrong_ell(const struct scene *sc)
{
	int from = sc->at.from, to = sc->at.to, length, corner[2], quality[2];
	int way[2][2];

	if (rules_square_line(sc->g->n, from, to, &length) >= 0) {
		say_en(sc, "The %s moves in an ell: two legs at a right angle", piece_en(sc, from));
		say_es(sc, "Aquí %s se mueve en ele: dos tramos en ángulo recto", piece_es(sc, from));
		return explain(sc, "ell-only", -1, -1);
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
	say_en(sc, "%s is occupied: a double needs a free way", block < 0 ? "" : name(sc, block));
	say_es(sc, "%s está ocupada: la dama necesita el camino libre", block < 0 ? "" : name(sc, block));
	return explain(sc, "double-needs-free-way", block, -1);
}

/* A double set on an own man: giving him the upper disc. */
static int wrong_give(const struct scene *sc)
{
	int from = sc->at.from, to = sc->at.to, length;
	int way = rules_square_line(sc->g->n, from, to, &length);

	if (sc->c->high & BIT(to)) {
		say_en(sc, "%s already is a double: it cannot receive a disc", name(sc, to));
		say_es(sc, "%s ya es una dama: no puede recibir otro disco", name(sc, to));
		return explain(sc, "double-cannot-receive", to, -1);
	}
	if (way < 0) {
		say_en(sc, "A double gives its disc along a file or a rank");
		say_es(sc, "La dama entrega su disco por columna o fila");
		return explain(sc, "give-straight", -1, -1);
	}
	if (sc->c->pit[contigo_pit(sc->g->n, from, way)] != length)
		return wrong_length(sc, from, way, "", "");
	int block = blocker(sc, from, to, false);
	say_en(sc, "%s is in the way: a disc is given over empty squares", block < 0 ? "" : name(sc, block));
	say_es(sc, "%s está en medio: el disco se entrega por casillas libres", block < 0 ? "" : name(sc, block));
	return explain(sc, "give-needs-free-way", block, -1);
}

static bool can_move(const struct scene *sc, int from)
{
	return contigo_targets(sc->g, sc->c, from) || contigo_gives(sc->g, sc->c, from);
}

/* A piece lifted, or taken off: his own that can go somewhere, or another's that can be captured. */
static int lifted(const struct scene *sc)
{
	int from = sc->at.from;

	if (contigo_own(sc->c) & BIT(from)) {
		if (can_move(sc, from))
			return -EALREADY;
		say_en(sc, "The %s on %s cannot move: no pit lets it", piece_en(sc, from), name(sc, from));
		say_es(sc, "No hay jugada desde %s: ningún hoyo la permite", name(sc, from));
		return explain(sc, "piece-stuck", from, -1);
	}
	for (uint64_t own = contigo_own(sc->c); own;) {
		if (contigo_targets(sc->g, sc->c, rules_pop_lowest(&own)) & BIT(from))
			return -EALREADY;
	}
	say_en(sc, "The %s on %s is not yours and cannot be captured now", piece_en(sc, from), name(sc, from));
	say_es(sc, "No es tuya la pieza de %s ni la puedes capturar ahora", name(sc, from));
	return explain(sc, "not-your-piece", from, -1);
}

static int moved(const struct scene *sc)
{
	int from = sc->at.from, to = sc->at.to;
	bool own_end = contigo_own(sc->c) & BIT(to), doubled = sc->g->goal == CONTIGO_DOUBLE && sc->c->high & BIT(from);

	if ((contigo_targets(sc->g, sc->c, from) | contigo_gives(sc->g, sc->c, from)) & BIT(to))
		return -EALREADY;
	if (doubled && own_end)
		return wrong_give(sc);
	if (own_end || (sc->g->goal == CONTIGO_LINE && contigo_occupied(sc->c) & BIT(to))) {
		say_en(sc, "%s is occupied%s", name(sc, to),
		       own_end ? " by a piece of your own" : ": nothing is captured in this game");
		say_es(sc, "%s está ocupada%s", name(sc, to),
		       own_end ? " por una pieza tuya" : ": en este juego no se captura");
		return explain(sc, "square-occupied", to, -1);
	}
	return sc->g->ell || doubled ? wrong_ell(sc) : wrong_straight(sc);
}

static int why_piece(const struct scene *sc)
{
	int from = sc->at.from, to = sc->at.to, owner = contigo_owner(sc->c, from);

	if (owner == 0) {
		say_en(sc, "Nothing stands on %s", name(sc, from));
		say_es(sc, "En %s no hay nada", name(sc, from));
		return explain(sc, "nothing-there", from, -1);
	}
	if (sc->c->phase != CONTIGO_PIECE) {
		say_en(sc, "The piece has been moved: now move beads");
		say_es(sc, "La pieza ya se movió: ahora tocan las cuentas");
		return explain(sc, "beads-now", -1, -1);
	}
	if (to == RULES_NO_SITE)
		return lifted(sc);
	if (owner != sc->c->player) {
		say_en(sc, "The %s on %s is not yours", piece_en(sc, from), name(sc, from));
		say_es(sc, "La pieza de %s no es tuya", name(sc, from));
		return explain(sc, "not-your-piece", from, -1);
	}
	if (to >= sc->squares) {
		say_en(sc, "Only beads lie in pits");
		say_es(sc, "En los hoyos solo van cuentas");
		return explain(sc, "no-piece-in-pit", -1, -1);
	}
	if (from == to) {
		say_en(sc, "The %s is back on %s: that is no move", piece_en(sc, from), name(sc, to));
		say_es(sc, "La pieza ha vuelto a %s: eso no es una jugada", name(sc, to));
		return explain(sc, "not-moved", to, -1);
	}
	return moved(sc);
}

/* ---- Beads -------------------------------------------------------------------------------------------------------- */

/* Beads set down out of the hand in the middle of a spread. */
static int why_drop(const struct scene *sc, int to)
{
	int ring = sc->g->ring, o = (to - sc->c->source + ring) % ring, site = sc->squares + to;

	if (o == 0) {
		say_en(sc, "No bead goes back to %s, where they came from", name(sc, site));
		say_es(sc, "Ninguna cuenta vuelve a %s, de donde salió", name(sc, site));
		return explain(sc, "not-back-to-source", site, -1);
	}
	if (contigo_reach(ring, o) > sc->c->taken) {
		say_en(sc, "%s is %d pits away: %d bead%s reach%s at most %d", name(sc, site), contigo_reach(ring, o),
		       sc->c->taken, s_of(sc->c->taken), sc->c->taken == 1 ? "es" : "", sc->c->taken);
		say_es(sc, "%s está a %d hoyos: con %d cuenta%s se llega como mucho a %d", name(sc, site),
		       contigo_reach(ring, o), sc->c->taken, s_of(sc->c->taken), sc->c->taken);
		return explain(sc, "drop-reach", site, -1);
	}
	if (o < sc->c->last) {
		say_en(sc, "Drops are told clockwise: %s comes before the last one", name(sc, site));
		say_es(sc, "Las cuentas se sueltan en sentido horario: %s va antes de la última", name(sc, site));
		return explain(sc, "drop-order", site, -1);
	}
	if (sc->at.count > sc->c->left) {
		say_en(sc, "Only %d bead%s left in the hand", sc->c->left, sc->c->left == 1 ? " is" : "s are");
		say_es(sc, "En la mano solo queda%s %d", sc->c->left == 1 ? "" : "n", sc->c->left);
		return explain(sc, "too-many-beads", -1, -1);
	}
	return -EALREADY;
}

/* Beads on their way from one pit to another while all of them are still to be moved. */
static int why_carry(const struct scene *sc, int from, int to)
{
	int ring = sc->g->ring, o = (to - from + ring) % ring, count = sc->at.count, held = sc->c->pit[from];
	int source = sc->squares + from, site = sc->squares + to, step = count % ring;

	if (o == 0) {
		say_en(sc, "The beads are back in %s: that is no move", name(sc, source));
		say_es(sc, "Las cuentas han vuelto a %s: eso no es una jugada", name(sc, source));
		return explain(sc, "not-moved", source, -1);
	}
	if (sc->g->spread) {
		if (contigo_reach(ring, o) <= held)
			return -EALREADY;
		say_en(sc, "%s is %d pits from %s, whose %d bead%s reach%s at most %d", name(sc, site), contigo_reach(ring, o),
		       name(sc, source), held, s_of(held), held == 1 ? "es" : "", held);
		say_es(sc, "%s está a %d hoyos de %s: sus %d cuenta%s llegan como mucho a %d", name(sc, site),
		       contigo_reach(ring, o), name(sc, source), held, s_of(held), held);
		return explain(sc, "drop-reach", source, -1);
	}
	if (step != 0 && (o == step || o == ring - step))
		return -EALREADY;
	int clockwise = (from + step) % ring, other_way = (from + ring - step) % ring;
	if (step == 0) {
		say_en(sc, "%d beads would come back to %s: take another number", count, name(sc, source));
		say_es(sc, "%d cuentas volverían a %s: toma otra cantidad", count, name(sc, source));
	} else {
		say_en(sc, "%d bead%s from %s go%s exactly %d pit%s: to %s or %s", count, s_of(count), name(sc, source),
		       count == 1 ? "es" : "", count, s_of(count), name(sc, sc->squares + other_way),
		       name(sc, sc->squares + clockwise));
		say_es(sc, "%d cuenta%s de %s van exactamente %d hoyo%s: a %s o a %s", count, s_of(count), name(sc, source),
		       count, s_of(count), name(sc, sc->squares + other_way), name(sc, sc->squares + clockwise));
	}
	return explain(sc, "bead-distance", source, -1);
}

static int why_take(const struct scene *sc, int from)
{
	int count = sc->at.count, held = sc->c->pit[from], site = sc->squares + from;

	if (count == 0 || count > held) {
		say_en(sc, "%s holds %d bead%s, not %d", name(sc, site), held, s_of(held), count);
		say_es(sc, "%s tiene %d cuenta%s, no %d", name(sc, site), held, s_of(held), count);
		return explain(sc, "pit-holds-fewer", site, -1);
	}
	if (sc->at.to == RULES_NO_SITE && !sc->g->spread && count % sc->g->ring == 0)
		return why_carry(sc, from, from);
	if (sc->at.to == RULES_NO_SITE)
		return -EALREADY;
	return why_carry(sc, from, sc->at.to - sc->squares);
}

static int why_beads(const struct scene *sc)
{
	bool from_pit = sc->at.from != RULES_NO_SITE, to_pit = sc->at.to != RULES_NO_SITE;
	int from = sc->at.from - sc->squares, to = sc->at.to - sc->squares;

	if (to_pit && to < 0) {
		say_en(sc, "Beads lie in pits, not on squares");
		say_es(sc, "Las cuentas van en los hoyos, no en las casillas");
		return explain(sc, "beads-in-pits", -1, -1);
	}
	if (sc->c->phase == CONTIGO_PIECE) {
		say_en(sc, "First move a piece, then beads");
		say_es(sc, "Primero se mueve una pieza, luego las cuentas");
		return explain(sc, "piece-first", -1, -1);
	}
	if (sc->c->phase == CONTIGO_DROP && to_pit && (!from_pit || from == sc->c->source))
		return why_drop(sc, to);
	if (sc->c->phase == CONTIGO_DROP) {
		say_en(sc, "Beads of one pit only: first drop the %d in your hand", sc->c->left);
		say_es(sc, "Solo cuentas de un hoyo: suelta antes las %d de la mano", sc->c->left);
		return explain(sc, "one-pit-only", -1, -1);
	}
	if (!from_pit) {
		say_en(sc, "The game has %d beads: this one must come from a pit", sc->g->beads);
		say_es(sc, "El juego tiene %d cuentas: esta debe salir de un hoyo", sc->g->beads);
		return explain(sc, "bead-from-outside", -1, -1);
	}
	return why_take(sc, from);
}

int contigo_why(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
		struct rules_why *ret)
{
	struct contigo_rules g = contigo_rules(v);
	struct rules_why why = { 0 };
	int sites;
	const struct rules_site *site = contigo_sites(v, &sites);
	struct scene sc = { &g, contigo_in(s), site, g.n * g.n, *attempt, &why };
	int rc;

	if (sc.c->result != RULES_ONGOING) {
		say_en(&sc, "The game is over: player %d has won", sc.c->result);
		say_es(&sc, "La partida ha terminado: ganó el jugador %d", sc.c->result);
		rc = explain(&sc, "game-over", -1, -1);
	} else if (attempt->from != RULES_NO_SITE && attempt->from < sc.squares) {
		rc = why_piece(&sc);
	} else if (attempt->from == RULES_NO_SITE && attempt->to != RULES_NO_SITE && attempt->to < sc.squares &&
		   attempt->owner != 0) {
		say_en(&sc, "Nothing comes onto the board from outside");
		say_es(&sc, "Nada entra en el tablero desde fuera");
		rc = explain(&sc, "no-new-pieces", -1, -1);
	} else {
		rc = why_beads(&sc);
	}
	if (rc == 0)
		*ret = why;
	return rc;
}
