/*
 * swahili_text.c — positions and actions of Swahili as text: "3,3,3,3,0,0,0,0,0,0,0/0/0 … 1" and "4++x".
 */
#include "swahili.h"

#include <string.h>

/* ---- Positions ----------------------------------------------------------------------------------------------------- */

static int number_fail(struct rules_error *err, const char *name, int player, struct rules_field f, int max)
{
	return rules_fail(err, "%s %d: a number from 0 to %d expected at \"%.*s\"", name, player, max, RULES_QUOTE(f));
}

/* "r1,…,r11/CENTRE/POND" of player p. */
static int read_side(struct rules_field f, int p, int players, uint64_t *ret, struct rules_error *err)
{
	uint64_t side = 0;
	int n, on_board = 0;
	for (unsigned row = 0; row < SWAHILI_ROWS; row++) {
		if (!rules_take_number(&f, SWAHILI_PIECES, &n))
			return number_fail(err, "ROWS", p, f, SWAHILI_PIECES);
		side |= (uint64_t)n << 4 * row;
		on_board += n;
		char next = row + 1 < SWAHILI_ROWS ? ',' : '/';
		if (!rules_take_char(&f, next))
			return rules_fail(err, "ROWS %d: '%c' expected after row %u, at \"%.*s\"", p, next, row + 1,
					  RULES_QUOTE(f));
	}
	if (!rules_take_number(&f, SWAHILI_PIECES, &n))
		return number_fail(err, "CENTRE", p, f, SWAHILI_PIECES);
	side |= (uint64_t)n << 4 * SWAHILI_CENTRE;
	on_board += n;
	if (!rules_take_char(&f, '/'))
		return rules_fail(err, "CENTRE %d: '/' expected after it, at \"%.*s\"", p, RULES_QUOTE(f));
	if (on_board > SWAHILI_PIECES)
		return rules_fail(err, "ROWS %d: %d pieces in rows and centre, a player has %d", p, on_board, SWAHILI_PIECES);
	int most = SWAHILI_PIECES * (players - 1);
	if (!rules_take_number(&f, most, &n))
		return number_fail(err, "POND", p, f, most);
	if (f.length)
		return rules_fail(err, "POND %d: nothing expected after it, but there is \"%.*s\"", p, RULES_QUOTE(f));
	*ret = side | (uint64_t)n << SWAHILI_POND_SHIFT;
	return 0;
}

static int missing(uint64_t side)
{
	int n = SWAHILI_PIECES;
	for (unsigned stop = 0; stop < SWAHILI_STOPS; stop++)
		n -= (int)swahili_at(side, stop);
	return n;
}

static int check_ponds(const struct swahili *s, int players, struct rules_error *err)
{
	int lost = 0, held = 0;
	for (int p = 0; p < players; p++) {
		lost += missing(s->side[p]);
		held += (int)swahili_pond(s->side[p]);
	}
	if (lost != held)
		return rules_fail(err, "POND: the ponds hold %d pieces, %d are missing from rows and centre", held, lost);
	for (int p = 0; p < players; p++) {
		int others = lost - missing(s->side[p]), pond = (int)swahili_pond(s->side[p]);
		if (pond > others)
			return rules_fail(err, "POND %d: %d pieces, the other players have lost %d", p + 1, pond, others);
	}
	return 0;
}

int swahili_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err)
{
	static const char *const names[] = { "ROWS 1", "ROWS 2", "ROWS 3", "ROWS 4" };
	const char *name[RULES_PLAYERS_MAX + 1] = { 0 };
	struct rules_field field[RULES_PLAYERS_MAX + 1];
	int players = v->players, player, r;
	memcpy(name, names, sizeof(names[0]) * v->players);
	name[players] = "PLAYER";
	r = rules_split(text, players + 1, name, field, err);
	if (r < 0)
		return r;

	struct rules_state state = { 0 };
	struct swahili *s = (struct swahili *)(void *)&state;
	for (int p = 0; p < players; p++) {
		r = read_side(field[p], p + 1, players, &s->side[p], err);
		if (r < 0)
			return r;
	}
	struct rules_field f = field[players];
	if (!rules_take_number(&f, players, &player) || player < 1 || f.length)
		return rules_fail(err, "PLAYER: \"%.*s\" is not a number from 1 to %d", RULES_QUOTE(field[players]), players);
	s->mover = (uint64_t)player - 1;
	r = check_ponds(s, players, err);
	if (r < 0)
		return r;
	*ret = state;
	return 0;
}

void swahili_format(const struct rules_variant *v, const struct rules_state *state, char text[RULES_POSITION_MAX])
{
	const struct swahili *s = swahili_of(state);
	char *at = text;
	for (int p = 0; p < v->players; p++) {
		for (unsigned stop = 0; stop < SWAHILI_STOPS; stop++) {
			at = rules_put_number(at, (int)swahili_at(s->side[p], stop));
			at = rules_put(at, stop < SWAHILI_ROWS - 1 ? "," : "/");
		}
		at = rules_put_number(at, (int)swahili_pond(s->side[p]));
		at = rules_put(at, " ");
	}
	rules_put_number(at, (int)s->mover + 1);
}

/* ---- Actions ------------------------------------------------------------------------------------------------------- */

void swahili_write_action(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX])
{
	(void)v;
	char *at = rules_put_number(text, (int)swahili_action_row(a) + 1);
	for (unsigned lap = 0; lap < swahili_action_laps(a); lap++)
		at = rules_put(at, "+");
	rules_put(at, swahili_action_x(a) ? "x" : "");
}

int swahili_read_action(const struct rules_variant *v, const char *text, rules_action *ret, struct rules_error *err)
{
	struct rules_field whole = { text, (int)strnlen(text, RULES_ACTION_MAX) }, f = whole;
	int row;
	unsigned laps = 0;
	if (!rules_take_number(&f, SWAHILI_ROWS, &row) || row < 1)
		return rules_fail(err, "ACTION: \"%.*s\" does not start with a row from 1 to %d", RULES_QUOTE(whole),
				  SWAHILI_ROWS);
	while (rules_take_char(&f, '+'))
		laps++;
	if (laps > SWAHILI_LAPS_MAX)
		return rules_fail(err, "ACTION: %u further laps, twelve pieces never last for more than %d", laps,
				  SWAHILI_LAPS_MAX);
	bool x = rules_take_char(&f, 'x');
	if (x && v->option[SWAHILI_CAPTURE] != SWAHILI_OPTIONAL)
		return rules_fail(err, "ACTION: \"%.*s\" ends with x, which is written with capture=optional only",
				  RULES_QUOTE(whole));
	if (f.length)
		return rules_fail(err, "ACTION: \"%.*s\" is not a row, a '+' for each further lap%s", RULES_QUOTE(whole),
				  v->option[SWAHILI_CAPTURE] == SWAHILI_OPTIONAL ? " and perhaps an x" : "");
	*ret = swahili_action((unsigned)row - 1, laps, x);
	return 0;
}
