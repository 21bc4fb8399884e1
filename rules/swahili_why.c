/*
 * swahili_why.c — the way of a turn piece by piece, and why a hand may not do what it tried.
 */
#include "swahili.h"

#include <errno.h>
#include <string.h>

/* ---- The way ------------------------------------------------------------------------------------------------------- */

void swahili_path(const struct rules_variant *v, const struct rules_state *state, rules_action a, struct rules_path *ret)
{
	const struct swahili *s = swahili_of(state);
	unsigned me = (unsigned)s->mover, laps = swahili_action_laps(a), last = swahili_action_row(a);
	uint64_t side = s->side[me];
	ret->length = 0;
	rules_path_step(ret, swahili_row_site(me, last), RULES_MARK_START);
	for (unsigned lap = 0; lap <= laps; lap++) {
		if (lap)
			rules_path_step(ret, swahili_row_site(me, last), RULES_MARK_LAP);
		unsigned stop = last, n = swahili_at(side, last);
		last = swahili_sow(&side, last);
		for (unsigned i = 0; i < n; i++) {
			stop = (stop + 1) % SWAHILI_STOPS;
			rules_path_step(ret, swahili_stop_site(v, me, stop), RULES_MARK_DROP);
		}
	}
	bool takes = v->option[SWAHILI_CAPTURE] == SWAHILI_AUTO || swahili_action_x(a);
	unsigned victims = takes ? swahili_victims(v, s, side, last) : 0;
	for (unsigned p = 0; p < v->players; p++)
		if (victims >> p & 1)
			rules_path_step(ret, swahili_row_site(p, last), RULES_MARK_TAKE);
	rules_path_step(ret, swahili_stop_site(v, me, last), RULES_MARK_END);
}

/* ---- Why not ------------------------------------------------------------------------------------------------------- */

static const char *plural(unsigned n)
{
	return n == 1 ? "" : "s";
}

struct reach {
	uint8_t most[SWAHILI_STOPS]; /* pieces that some turn sets on a stop after lifting the row asked about */
	unsigned first_end;          /* stop of the last piece of the row's own lap, as things stand */
	bool takes[RULES_PLAYERS_MAX][SWAHILI_STOPS]; /* some turn takes this player's piece there */
};

/* Tries all turns. `from` is a row of the player to move, or SWAHILI_CENTRE when nothing of his was lifted. */
static void find_reach(const struct rules_variant *v, const struct swahili *s, unsigned from, struct reach *ret)
{
	struct swahili_turn turn[SWAHILI_TURNS_MAX];
	int n = swahili_turns(v, s, turn);
	memset(ret, 0, sizeof(*ret));
	for (int i = 0; i < n; i++) {
		uint8_t set[SWAHILI_STOPS] = { 0 };
		uint64_t side = s->side[s->mover];
		unsigned last = turn[i].row;
		bool lifted = false;
		for (unsigned lap = 0; lap <= turn[i].laps; lap++) {
			unsigned count = swahili_at(side, last), stop = last;
			lifted |= last == from;
			last = swahili_sow(&side, last);
			for (; lifted && count > 0; count--)
				set[stop = (stop + 1) % SWAHILI_STOPS]++;
		}
		for (unsigned stop = 0; stop < SWAHILI_STOPS; stop++)
			if (set[stop] > ret->most[stop])
				ret->most[stop] = set[stop];
		unsigned victims = turn[i].takes ? swahili_victims(v, s, side, last) : 0;
		for (unsigned p = 0; p < v->players; p++)
			ret->takes[p][last] |= victims >> p & 1;
	}
	uint64_t side = s->side[s->mover];
	ret->first_end = from == SWAHILI_CENTRE ? from : swahili_sow(&side, from);
}

struct attempt {
	const struct rules_variant *v;
	const struct swahili *s;
	const struct rules_site *site;
	int from, to; /* sites */
	unsigned me;  /* 0 … */
	unsigned count;
};

static const char *name(const struct attempt *a, int site)
{
	return a->site[site].name;
}

static int explain_own_piece(const struct attempt *a, struct rules_why *ret)
{
	unsigned row = (unsigned)a->from % SWAHILI_STOPS, n = swahili_at(a->s->side[a->me], row);
	const struct rules_site *to = a->to == RULES_NO_SITE ? NULL : &a->site[a->to];
	struct reach reach;
	if (!n)
		return rules_explain(ret, "empty-row", a->from, RULES_NO_SITE,
				     "Row %s is empty: a turn starts from a row with pieces",
				     "La fila %s está vacía: el turno empieza en una fila con fichas", name(a, a->from));
	if (!to)
		return -EALREADY;
	if (to->kind == RULES_POND)
		return rules_explain(ret, "own-prisoner", a->to, RULES_NO_SITE,
				     "%s is for prisoners: your own pieces from row %s never go there",
				     "%s es para prisioneros: tus propias fichas de la fila %s nunca van allí", to->name,
				     name(a, a->from));
	if (to->kind == RULES_ROW && to->player != a->me + 1)
		return rules_explain(ret, "not-your-row", a->to, RULES_NO_SITE,
				     "Row %s belongs to player %u: your pieces from %s stay on your own side",
				     "La fila %s es del jugador %u: tus fichas de %s se quedan en tu propio lado", to->name,
				     to->player, name(a, a->from));

	find_reach(a->v, a->s, row, &reach);
	unsigned stop = to->kind == RULES_CENTRE ? SWAHILI_CENTRE : (unsigned)a->to % SWAHILI_STOPS, most = reach.most[stop];
	if (most >= a->count)
		return -EALREADY;
	if (most)
		return rules_explain(
		    ret, "one-each", a->to, RULES_NO_SITE,
		    "One piece is set in each row: from %s, %s gets at most %u this turn, not %u",
		    "En cada fila se deja una sola ficha: desde %s, %s recibe como mucho %u en este turno, no %u",
		    name(a, a->from), to->name, most, a->count);
	int sites = 0, only = RULES_NO_SITE, end = swahili_stop_site(a->v, a->me, reach.first_end);
	for (unsigned i = 0; i < SWAHILI_STOPS; i++)
		if (reach.most[i]) {
			sites++;
			only = swahili_stop_site(a->v, a->me, i);
		}
	return rules_explain(
	    ret, "sow-range", a->from, sites == 1 ? only : RULES_NO_SITE,
	    "Row %s holds %u piece%s: set one by one, the last lands on %s, and no turn brings one to %s",
	    "La fila %s tiene %u ficha%s: puestas de una en una, la última cae en %s, y ningún turno lleva una a %s",
	    name(a, a->from), n, plural(n), name(a, end), to->name);
}

/* A hand on another player's row: fine if it takes a prisoner. */
static int explain_other_piece(const struct attempt *a, struct rules_why *ret)
{
	unsigned row = (unsigned)a->from % SWAHILI_STOPS, owner = (unsigned)a->from / SWAHILI_STOPS,
		 n = swahili_at(a->s->side[owner], row);
	int pond = swahili_pond_site(a->me);
	bool taking = a->to == RULES_NO_SITE || a->to == pond;
	struct reach reach;
	if (!n)
		return rules_explain(ret, "empty-row", a->from, RULES_NO_SITE, "Row %s is empty: nothing can be taken there",
				     "La fila %s está vacía: allí no se puede capturar nada", name(a, a->from));
	find_reach(a->v, a->s, SWAHILI_CENTRE, &reach);
	bool can_take = reach.takes[owner][row];
	if (taking && can_take)
		return -EALREADY;
	if (can_take)
		return rules_explain(
		    ret, "prisoner-to-pond", pond, pond, "A prisoner taken from %s goes to your pond %s, not to %s",
		    "Un prisionero tomado de %s va a tu estanque %s, no a %s", name(a, a->from), name(a, pond), name(a, a->to));
	if (!taking)
		return rules_explain(ret, "not-your-piece", a->from, RULES_NO_SITE,
				     "The pieces in %s belong to player %u; it is player %u's turn",
				     "Las fichas de %s son del jugador %u; el turno es del jugador %u", name(a, a->from),
				     owner + 1, a->me + 1);
	if (row < SWAHILI_FIRST_CAPTURE)
		return rules_explain(ret, "capture-rows", a->from, RULES_NO_SITE,
				     "Row %s is no capture row: prisoners are taken in rows 7 to 11",
				     "La fila %s no es de captura: solo se hacen prisioneros en las filas 7 a 11",
				     name(a, a->from));
	if (n > 1)
		return rules_explain(ret, "not-single", a->from, RULES_NO_SITE,
				     "Row %s holds %u pieces of player %u: only a single piece can be taken",
				     "La fila %s tiene %u fichas del jugador %u: solo se captura una ficha sola",
				     name(a, a->from), n, owner + 1);
	int mine = swahili_row_site(a->me, row);
	return rules_explain(ret, "no-end-alone", mine, RULES_NO_SITE,
			     "To take the piece in %s your turn must end with your only piece in %s, and no turn does",
			     "Para capturar la ficha de %s tu turno debe terminar con tu única ficha en %s, y ninguno lo hace",
			     name(a, a->from), name(a, mine));
}

/* Something from outside: nothing but a prisoner on his way to the pond, in a hand that was elsewhere meanwhile. */
static int explain_entry(const struct attempt *a, struct rules_why *ret)
{
	struct reach reach;
	if (a->to == swahili_pond_site(a->me)) {
		find_reach(a->v, a->s, SWAHILI_CENTRE, &reach);
		for (unsigned p = 0; p < a->v->players; p++)
			for (unsigned row = 0; row < SWAHILI_ROWS; row++)
				if (reach.takes[p][row])
					return -EALREADY;
		return rules_explain(
		    ret, "no-prisoner", a->to, RULES_NO_SITE, "No turn of player %u takes a prisoner now: %s gets nothing",
		    "Ningún turno del jugador %u hace ahora un prisionero: %s no recibe nada", a->me + 1, name(a, a->to));
	}
	if (a->to == RULES_NO_SITE)
		return rules_explain(ret, "nothing-enters", a->to, RULES_NO_SITE, "All pieces are on the board from the start",
				     "Todas las fichas están en el tablero desde el principio");
	return rules_explain(ret, "nothing-enters", a->to, RULES_NO_SITE,
			     "All pieces are on the board from the start: none comes from outside to %s",
			     "Todas las fichas están en el tablero desde el principio: ninguna llega de fuera a %s",
			     name(a, a->to));
}

int swahili_why_illegal(const struct rules_variant *v, const struct rules_state *state, const struct rules_attempt *attempt,
			struct rules_why *ret)
{
	int n_sites;
	const struct rules_site *site = swahili_sites(v, &n_sites);
	const struct swahili *s = swahili_of(state);
	struct attempt a = { v, s, site, attempt->from, attempt->to, (unsigned)s->mover, attempt->count ? attempt->count : 1 };
	if (swahili_result(v, state) != RULES_ONGOING)
		return rules_explain(ret, "finished", RULES_NO_SITE, RULES_NO_SITE,
				     "The game is over: a player has no pieces left in the rows",
				     "La partida ha terminado: un jugador ya no tiene fichas en las filas");
	if (attempt->from == RULES_NO_SITE)
		return explain_entry(&a, ret);
	const struct rules_site *from = &site[attempt->from];
	if (from->kind == RULES_CENTRE)
		return rules_explain(ret, "centre-stays", a.from, RULES_NO_SITE,
				     "Pieces in the centre %s are home and never leave it",
				     "Las fichas del centro %s ya han llegado y nunca salen de él", from->name);
	if (from->kind == RULES_POND)
		return rules_explain(ret, "prisoners-stay", a.from, RULES_NO_SITE,
				     "Prisoners in %s stay there to the end of the game",
				     "Los prisioneros de %s se quedan allí hasta el final de la partida", from->name);
	return from->player == a.me + 1 ? explain_own_piece(&a, ret) : explain_other_piece(&a, ret);
}
