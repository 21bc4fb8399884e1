/*
 * contigo_why.c — why a hand may not do what it just did, in one sentence of two languages: beads, and whose turn it is for
 * what. Pieces are in contigo_why_piece.c.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "contigo_why.h"

int contigo_explain(const struct contigo_scene *sc, const char *rule, int site, int should)
{
	sc->why->rule = rule;
	sc->why->site = site < 0 ? RULES_NO_SITE : (uint16_t)site;
	sc->why->should = should < 0 ? RULES_NO_SITE : (uint16_t)should;
	return 0;
}

void contigo_say_en(const struct contigo_scene *sc, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(sc->why->en, sizeof(sc->why->en), format, args);
	va_end(args);
}

void contigo_say_es(const struct contigo_scene *sc, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(sc->why->es, sizeof(sc->why->es), format, args);
	va_end(args);
}

/* ---- Beads -------------------------------------------------------------------------------------------------------- */

/* Beads set down out of the hand in the middle of a spread. */
static int why_drop(const struct contigo_scene *sc, int to)
{
	int ring = sc->g->ring, o = (to - sc->c->source + ring) % ring, site = sc->squares + to;

	if (o == 0) {
		contigo_say_en(sc, "No bead goes back to %s, where they came from", contigo_name(sc, site));
		contigo_say_es(sc, "Ninguna cuenta vuelve a %s, de donde salió", contigo_name(sc, site));
		return contigo_explain(sc, "not-back-to-source", site, -1);
	}
	if (contigo_reach(ring, o) > sc->c->taken) {
		contigo_say_en(sc, "%s is %d pits away: %d bead%s reach%s at most %d", contigo_name(sc, site),
			       contigo_reach(ring, o), sc->c->taken, contigo_s(sc->c->taken), sc->c->taken == 1 ? "es" : "",
			       sc->c->taken);
		contigo_say_es(sc, "%s está a %d hoyos: con %d cuenta%s se llega como mucho a %d", contigo_name(sc, site),
			       contigo_reach(ring, o), sc->c->taken, contigo_s(sc->c->taken), sc->c->taken);
		return contigo_explain(sc, "drop-reach", site, -1);
	}
	if (o < sc->c->last) {
		contigo_say_en(sc, "Drops are told clockwise: %s comes before the last one", contigo_name(sc, site));
		contigo_say_es(sc, "Las cuentas se sueltan en sentido horario: %s va antes de la última",
			       contigo_name(sc, site));
		return contigo_explain(sc, "drop-order", site, -1);
	}
	if (sc->at.count > sc->c->left) {
		contigo_say_en(sc, "Only %d bead%s left in the hand", sc->c->left, sc->c->left == 1 ? " is" : "s are");
		contigo_say_es(sc, "En la mano solo queda%s %d", sc->c->left == 1 ? "" : "n", sc->c->left);
		return contigo_explain(sc, "too-many-beads", -1, -1);
	}
	return -EALREADY;
}

/* Beads on their way from one pit to another while all of them are still to be moved. */
static int why_carry(const struct contigo_scene *sc, int from, int to)
{
	int ring = sc->g->ring, o = (to - from + ring) % ring, count = sc->at.count, held = sc->c->pit[from];
	int source = sc->squares + from, site = sc->squares + to, step = count % ring;

	if (o == 0) {
		contigo_say_en(sc, "The beads are back in %s: that is no move", contigo_name(sc, source));
		contigo_say_es(sc, "Las cuentas han vuelto a %s: eso no es una jugada", contigo_name(sc, source));
		return contigo_explain(sc, "not-moved", source, -1);
	}
	if (sc->g->spread) {
		if (contigo_reach(ring, o) <= held)
			return -EALREADY;
		contigo_say_en(sc, "%s is %d pits from %s, whose %d bead%s reach%s at most %d", contigo_name(sc, site),
			       contigo_reach(ring, o), contigo_name(sc, source), held, contigo_s(held), held == 1 ? "es" : "",
			       held);
		contigo_say_es(sc, "%s está a %d hoyos de %s: sus %d cuenta%s llegan como mucho a %d", contigo_name(sc, site),
			       contigo_reach(ring, o), contigo_name(sc, source), held, contigo_s(held), held);
		return contigo_explain(sc, "drop-reach", source, -1);
	}
	if (step != 0 && (o == step || o == ring - step))
		return -EALREADY;
	int clockwise = (from + step) % ring, other_way = (from + ring - step) % ring;
	if (step == 0) {
		contigo_say_en(sc, "%d beads would come back to %s: take another number", count, contigo_name(sc, source));
		contigo_say_es(sc, "%d cuentas volverían a %s: toma otra cantidad", count, contigo_name(sc, source));
	} else {
		contigo_say_en(sc, "%d bead%s from %s go%s exactly %d pit%s: to %s or %s", count, contigo_s(count),
			       contigo_name(sc, source), count == 1 ? "es" : "", count, contigo_s(count),
			       contigo_name(sc, sc->squares + other_way), contigo_name(sc, sc->squares + clockwise));
		contigo_say_es(sc, "%d cuenta%s de %s van exactamente %d hoyo%s: a %s o a %s", count, contigo_s(count),
			       contigo_name(sc, source), count, contigo_s(count), contigo_name(sc, sc->squares + other_way),
			       contigo_name(sc, sc->squares + clockwise));
	}
	return contigo_explain(sc, "bead-distance", source, -1);
}

static int why_take(const struct contigo_scene *sc, int from)
{
	int count = sc->at.count, held = sc->c->pit[from], site = sc->squares + from;

	if (count == 0 || count > held) {
		contigo_say_en(sc, "%s holds %d bead%s, not %d", contigo_name(sc, site), held, contigo_s(held), count);
		contigo_say_es(sc, "%s tiene %d cuenta%s, no %d", contigo_name(sc, site), held, contigo_s(held), count);
		return contigo_explain(sc, "pit-holds-fewer", site, -1);
	}
	if (sc->at.to == RULES_NO_SITE && !sc->g->spread && count % sc->g->ring == 0)
		return why_carry(sc, from, from);
	if (sc->at.to == RULES_NO_SITE)
		return -EALREADY;
	return why_carry(sc, from, sc->at.to - sc->squares);
}

static int why_beads(const struct contigo_scene *sc)
{
	bool from_pit = sc->at.from != RULES_NO_SITE, to_pit = sc->at.to != RULES_NO_SITE;
	int from = sc->at.from - sc->squares, to = sc->at.to - sc->squares;

	if (to_pit && to < 0) {
		contigo_say_en(sc, "Beads lie in pits, not on squares");
		contigo_say_es(sc, "Las cuentas van en los hoyos, no en las casillas");
		return contigo_explain(sc, "beads-in-pits", -1, -1);
	}
	if (sc->c->phase == CONTIGO_PIECE) {
		contigo_say_en(sc, "First move a piece, then beads");
		contigo_say_es(sc, "Primero se mueve una pieza, luego las cuentas");
		return contigo_explain(sc, "piece-first", -1, -1);
	}
	if (sc->c->phase == CONTIGO_DROP && to_pit && (!from_pit || from == sc->c->source))
		return why_drop(sc, to);
	if (sc->c->phase == CONTIGO_DROP) {
		contigo_say_en(sc, "Beads of one pit only: first drop the %d in your hand", sc->c->left);
		contigo_say_es(sc, "Solo cuentas de un hoyo: suelta antes las %d de la mano", sc->c->left);
		return contigo_explain(sc, "one-pit-only", -1, -1);
	}
	if (!from_pit) {
		contigo_say_en(sc, "The game has %d beads: this one must come from a pit", sc->g->beads);
		contigo_say_es(sc, "El juego tiene %d cuentas: esta debe salir de un hoyo", sc->g->beads);
		return contigo_explain(sc, "bead-from-outside", -1, -1);
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
	struct contigo_scene sc = { &g, contigo_in(s), site, g.n * g.n, *attempt, &why };
	int rc;

	if (sc.c->result != RULES_ONGOING) {
		contigo_say_en(&sc, "The game is over: player %d has won", sc.c->result);
		contigo_say_es(&sc, "La partida ha terminado: ganó el jugador %d", sc.c->result);
		rc = contigo_explain(&sc, "game-over", -1, -1);
	} else if (attempt->from != RULES_NO_SITE && attempt->from < sc.squares) {
		rc = contigo_why_piece(&sc);
	} else if (attempt->from == RULES_NO_SITE && attempt->to != RULES_NO_SITE && attempt->to < sc.squares &&
		   attempt->owner != 0) {
		contigo_say_en(&sc, "Nothing comes onto the board from outside");
		contigo_say_es(&sc, "Nada entra en el tablero desde fuera");
		rc = contigo_explain(&sc, "no-new-pieces", -1, -1);
	} else {
		rc = why_beads(&sc);
	}
	if (rc == 0)
		*ret = why;
	return rc;
}
