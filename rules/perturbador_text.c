/*
 * perturbador_text.c — positions and actions of Perturbador as text: "1bbbbbb1/8/…/1wwwwww1 1 place 0,0", "b1c4", "x-".
 */
#include "perturbador.h"

#include <string.h>

static const char *const phase_name[] = { "place", "piece", "disturber" };

/* ---- Positions ----------------------------------------------------------------------------------------------------- */

/* "w,b": pieces home. */
static int read_home(struct rules_field f, uint8_t ret[2], struct rules_error *err)
{
	struct rules_field whole = f;
	int w, b;
	if (!rules_take_number(&f, PERTURBADOR_HOME, &w) || !rules_take_char(&f, ',') ||
	    !rules_take_number(&f, PERTURBADOR_HOME, &b) || f.length)
		return rules_fail(err, "HOME: \"%.*s\" is not two numbers from 0 to %d with a comma between",
				  RULES_QUOTE(whole), PERTURBADOR_HOME);
	if (w == PERTURBADOR_HOME && b == PERTURBADOR_HOME)
		return rules_fail(err, "HOME: only one player can have %d pieces home", PERTURBADOR_HOME);
	ret[0] = (uint8_t)w;
	ret[1] = (uint8_t)b;
	return 0;
}

static int read_phase(struct rules_field f, uint8_t *ret, struct rules_error *err)
{
	for (uint8_t i = 0; i < 3; i++) {
		if (rules_field_is(f, phase_name[i])) {
			*ret = i;
			return 0;
		}
	}
	return rules_fail(err, "PHASE: \"%.*s\" is not place, piece or disturber", RULES_QUOTE(f));
}

static int check_board(const struct perturbador *p, struct rules_error *err)
{
	char name[3];
	uint64_t drowned = (perturbador_pieces(p) | p->disturber) & PERTURBADOR_WELLS;
	if (drowned) {
		rules_square_put(name, PERTURBADOR_SIDE, rules_lowest(drowned));
		return rules_fail(err, "BOARD: %s is a well, nothing rests there", name);
	}
	for (int side = 0; side < 2; side++) {
		int men = rules_bits(p->men[side]);
		if (men + p->home[side] != PERTURBADOR_MEN)
			return rules_fail(err, "BOARD: player %d has %d pieces on the board and %d home, together not %d",
					  side + 1, men, p->home[side], PERTURBADOR_MEN);
	}
	int disturbers = rules_bits(p->disturber);
	if (p->phase == PERTURBADOR_PLACE && p->mover != 0)
		return rules_fail(err, "PLAYER: only player 1 places the disturber");
	if (p->phase == PERTURBADOR_PLACE && disturbers)
		return rules_fail(err, "BOARD: the disturber is on the board, in phase place it is not yet");
	if (p->phase != PERTURBADOR_PLACE && disturbers != 1)
		return rules_fail(err, "BOARD: %d disturbers, in phase %s there is one", disturbers, phase_name[p->phase]);
	return 0;
}

int perturbador_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err)
{
	static const char *const name[] = { "BOARD", "PLAYER", "PHASE", "HOME" };
	struct rules_field field[4];
	struct rules_state state = { 0 };
	struct perturbador *p = (struct perturbador *)(void *)&state;
	uint64_t set[3];
	(void)v;
	int r = rules_split(text, 4, name, field, err);
	if (r < 0)
		return r;
	r = rules_board_read(field[0], PERTURBADOR_SIDE, "wbx", set, err);
	if (r < 0)
		return r;
	p->men[0] = set[0];
	p->men[1] = set[1];
	p->disturber = set[2];
	if (!rules_field_is(field[1], "1") && !rules_field_is(field[1], "2"))
		return rules_fail(err, "PLAYER: \"%.*s\" is not 1 or 2", RULES_QUOTE(field[1]));
	p->mover = field[1].text[0] == '2';
	r = read_phase(field[2], &p->phase, err);
	if (r < 0)
		return r;
	r = read_home(field[3], p->home, err);
	if (r < 0)
		return r;
	r = check_board(p, err);
	if (r < 0)
		return r;
	*ret = state;
	return 0;
}

void perturbador_format(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX])
{
	const struct perturbador *p = perturbador_of(s);
	uint64_t set[] = { p->men[0], p->men[1], p->disturber };
	(void)v;
	char *at = rules_board_put(text, PERTURBADOR_SIDE, "wbx", set);
	at = rules_put_number(rules_put(at, " "), p->mover + 1);
	at = rules_put(rules_put(at, " "), phase_name[p->phase]);
	at = rules_put_number(rules_put(at, " "), p->home[0]);
	rules_put_number(rules_put(at, ","), p->home[1]);
}

/* ---- Actions ------------------------------------------------------------------------------------------------------- */

void perturbador_write_action(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX])
{
	int to = perturbador_to(a);
	char *at = text;
	(void)v;
	if (a & PERTURBADOR_X)
		at = rules_put(at, "x");
	else if (to >= 0)
		at = rules_square_put(at, PERTURBADOR_SIDE, perturbador_from(a));
	if (to >= 0)
		rules_square_put(at, PERTURBADOR_SIDE, to);
	else
		rules_put(at, "-");
}

int perturbador_read_action(const struct rules_variant *v, const char *text, rules_action *ret, struct rules_error *err)
{
	struct rules_field f = { text, (int)strnlen(text, RULES_ACTION_MAX) };
	(void)v;
	if (rules_field_is(f, "-")) {
		*ret = PERTURBADOR_NONE;
		return 0;
	}
	if (rules_field_is(f, "x-")) {
		*ret = perturbador_disturb(-1);
		return 0;
	}
	if (f.length == 3 && text[0] == 'x') {
		int to = rules_square_read(PERTURBADOR_SIDE, text + 1);
		if (to < 0)
			return rules_fail(err, "ACTION: \"%.*s\" does not name a square from a1 to h8 after x", RULES_QUOTE(f));
		*ret = perturbador_disturb(to);
		return 0;
	}
	if (f.length != 4)
		return rules_fail(err, "ACTION: \"%.*s\" is not two squares, x and a square, x- or -", RULES_QUOTE(f));
	int from = rules_square_read(PERTURBADOR_SIDE, text), to = rules_square_read(PERTURBADOR_SIDE, text + 2);
	if (from < 0 || to < 0)
		return rules_fail(err, "ACTION: \"%.*s\" does not name two squares from a1 to h8", RULES_QUOTE(f));
	*ret = perturbador_move(from, to);
	return 0;
}
