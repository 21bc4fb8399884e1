/*
 * contigo_text.c — positions and actions of the Contigo family as text: BOARD PITS PLAYER PHASE CAPTURED.
 */
#include <string.h>

#include "contigo.h"

enum field { BOARD, PITS, PLAYER, PHASE, CAPTURED, FIELDS };
static const char *const field_name[] = { "BOARD", "PITS", "PLAYER", "PHASE", "CAPTURED" };

/* Plain letters by player first, capitals after them. */
static const char *letters(const struct contigo_rules *g)
{
	if (g->goal == CONTIGO_LINE || g->goal == CONTIGO_BASIC)
		return g->players == 4 ? "wbrg" : "wb";
	return g->players == 4 ? "wbrgWBRG" : "wbWB";
}

/* ---- Reading a position ------------------------------------------------------------------------------------------- */

static int read_board(const struct contigo_rules *g, struct rules_field f, struct contigo *c, struct rules_error *err)
{
	uint64_t set[2 * RULES_PLAYERS_MAX] = { 0 };
	int rc = rules_board_read(f, g->n, letters(g), set, err);
	if (rc < 0)
		return rc;

	bool capitals = strlen(letters(g)) > (size_t)g->players;
	for (int i = 0; i < g->players; i++) {
		uint64_t high = capitals ? set[g->players + i] : 0;
		c->piece[i] = set[i] | high;
		c->high |= high;
	}
	return 0;
}

static int read_pits(const struct contigo_rules *g, struct rules_field f, struct contigo *c, struct rules_error *err)
{
	for (int i = 0; i < g->ring; i++) {
		const char *name = contigo_pit_name(g->n, i);
		int beads;
		if (i > 0 && !rules_take_char(&f, ','))
			return rules_fail(err, "PITS: ',' and the beads of %s expected (pit %d of %d)", name, i + 1, g->ring);
		if (!rules_take_number(&f, g->beads, &beads))
			return rules_fail(err, "PITS: a number from 0 to %d expected for %s, not '%.*s'", g->beads, name,
					  RULES_QUOTE(f));
		c->pit[i] = (uint8_t)beads;
	}
	if (f.length > 0)
		return rules_fail(err, "PITS: more than %d pits", g->ring);
	return 0;
}

static int read_player(const struct contigo_rules *g, struct rules_field f, struct contigo *c, struct rules_error *err)
{
	int player;
	struct rules_field rest = f;
	if (!rules_take_number(&rest, g->players, &player) || rest.length > 0 || player < 1)
		return rules_fail(err, "PLAYER: a number from 1 to %d expected, not '%.*s'", g->players, RULES_QUOTE(f));
	c->player = (uint8_t)player;
	return 0;
}

/* What must hold between the numbers of "drop:SRC,K,LEFT,LAST". */
static int check_drop(const struct contigo_rules *g, const struct contigo *c, struct rules_error *err)
{
	if (g->spread == false)
		return rules_fail(err, "PHASE: no drops with beads=group");
	if (c->left < 1 || c->left > c->taken)
		return rules_fail(err, "PHASE: %d beads left of %d taken", c->left, c->taken);
	if ((c->last == 0) != (c->left == c->taken))
		return rules_fail(err, "PHASE: the last drop is 0 exactly when no bead has been dropped");
	if (contigo_reach(g->ring, c->last) > c->taken)
		return rules_fail(err, "PHASE: the last drop is %d pits away, %d beads reach %d",
				  contigo_reach(g->ring, c->last), c->taken, c->taken);
	return 0;
}

static int read_drop(const struct contigo_rules *g, struct rules_field f, struct contigo *c, struct rules_error *err)
{
	struct rules_field whole = f;
	f.text += 5;
	f.length -= 5;

	int source = f.length >= 2 ? contigo_pit_by_name(g->n, f.text) : -1;
	if (source < 0)
		return rules_fail(err, "PHASE: no pit '%.*s'", f.length < 2 ? f.length : 2, f.text);
	f.text += 2;
	f.length -= 2;

	int taken, left, last;
	if (!rules_take_char(&f, ',') || !rules_take_number(&f, g->beads, &taken) || !rules_take_char(&f, ',') ||
	    !rules_take_number(&f, g->beads, &left) || !rules_take_char(&f, ',') ||
	    !rules_take_number(&f, g->ring - 1, &last) || f.length > 0)
		return rules_fail(err,
				  "PHASE: drop:SRC,K,LEFT,LAST expected with K, LEFT up to %d and LAST up to %d, not '%.*s'",
				  g->beads, g->ring - 1, RULES_QUOTE(whole));
	c->phase = CONTIGO_DROP;
	c->source = (uint8_t)source;
	c->taken = (uint8_t)taken;
	c->left = (uint8_t)left;
	c->last = (uint8_t)last;
	return check_drop(g, c, err);
}

static int read_phase(const struct contigo_rules *g, struct rules_field f, struct contigo *c, struct rules_error *err)
{
	if (f.length >= 5 && memcmp(f.text, "drop:", 5) == 0)
		return read_drop(g, f, c, err);
	if (rules_field_is(f, "piece"))
		c->phase = CONTIGO_PIECE;
	else if (rules_field_is(f, "beads"))
		c->phase = CONTIGO_BEADS;
	else
		return rules_fail(err, "PHASE: piece, beads%s expected, not '%.*s'",
				  g->spread ? " or drop:SRC,K,LEFT,LAST" : "", RULES_QUOTE(f));
	return 0;
}

static int read_captured(const struct contigo_rules *g, struct rules_field f, struct contigo *c, struct rules_error *err)
{
	if (g->goal != CONTIGO_BASIC) {
		if (!rules_field_is(f, "-"))
			return rules_fail(err, "CAPTURED: '-' expected, not '%.*s'", RULES_QUOTE(f));
		return 0;
	}
	struct rules_field rest = f;
	int x, y;
	if (!rules_take_number(&rest, 7, &x) || !rules_take_char(&rest, ',') || !rules_take_number(&rest, 7, &y) ||
	    rest.length > 0)
		return rules_fail(err, "CAPTURED: two numbers from 0 to 7 expected, as 2,0, not '%.*s'", RULES_QUOTE(f));
	c->captured[0] = (uint8_t)x;
	c->captured[1] = (uint8_t)y;
	return 0;
}

static int check_beads(const struct contigo_rules *g, const struct contigo *c, struct rules_error *err)
{
	int beads = 0;
	for (int i = 0; i < g->ring; i++)
		beads += c->pit[i];
	if (beads + c->left == g->beads)
		return 0;
	if (c->left)
		return rules_fail(err, "PITS: %d beads and %d in the hand, the game has %d", beads, c->left, g->beads);
	return rules_fail(err, "PITS: %d beads, the game has %d", beads, g->beads);
}

static int check_kings(const struct contigo_rules *g, const struct contigo *c, struct rules_error *err)
{
	for (int player = 1; player <= g->players; player++) {
		if (c->piece[player - 1] && !(c->piece[player - 1] & c->high))
			return rules_fail(err, "BOARD: player %d (%c) has pieces but no king", player, letters(g)[player - 1]);
	}
	if (!contigo_own(c))
		return rules_fail(err, "PLAYER: player %d is to move and has no pieces", c->player);
	return 0;
}

static int check_doubles(const struct contigo *c, struct rules_error *err)
{
	int white = rules_bits(c->piece[0] & c->high), black = rules_bits(c->piece[1] & c->high);
	if (white < 1 || white > 2 || black < 1 || black > 2 || white + black < 3)
		return rules_fail(err, "BOARD: %d and %d doubles; each player has two, or one has a single one and has lost",
				  white, black);
	return 0;
}

int contigo_check_pieces(const struct contigo_rules *g, const struct contigo *c, struct rules_error *err)
{
	switch (g->goal) {
	case CONTIGO_LINE: return 0;
	case CONTIGO_CAPTURE: return check_kings(g, c, err);
	case CONTIGO_BASIC:
		if (c->captured[0] == 7 && c->captured[1] == 7)
			return rules_fail(err, "CAPTURED: both players have 7");
		return 0;
	default: return check_doubles(c, err);
	}
}

int contigo_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err)
{
	struct contigo_rules g = contigo_rules(v);
	struct rules_state s = { { 0 } };
	struct contigo *c = contigo_of(&s);
	struct rules_field f[FIELDS];
	int rc;

	if ((rc = rules_split(text, FIELDS, field_name, f, err)) < 0 || (rc = read_board(&g, f[BOARD], c, err)) < 0 ||
	    (rc = read_pits(&g, f[PITS], c, err)) < 0 || (rc = read_player(&g, f[PLAYER], c, err)) < 0 ||
	    (rc = read_phase(&g, f[PHASE], c, err)) < 0 || (rc = read_captured(&g, f[CAPTURED], c, err)) < 0 ||
	    (rc = check_beads(&g, c, err)) < 0 || (rc = contigo_check_pieces(&g, c, err)) < 0)
		return rc;

	c->result = (uint8_t)contigo_result(&g, c);
	*ret = s;
	return 0;
}

/* ---- Writing a position ------------------------------------------------------------------------------------------- */

static char *put_phase(const struct contigo_rules *g, const struct contigo *c, char *at)
{
	if (c->phase != CONTIGO_DROP)
		return rules_put(at, c->phase == CONTIGO_PIECE ? "piece" : "beads");

	at = rules_put(rules_put(at, "drop:"), contigo_pit_name(g->n, c->source));
	at = rules_put_number(rules_put(at, ","), c->taken);
	at = rules_put_number(rules_put(at, ","), c->left);
	return rules_put_number(rules_put(at, ","), c->last);
}

void contigo_format(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX])
{
	struct contigo_rules g = contigo_rules(v);
	const struct contigo *c = contigo_in(s);
	uint64_t set[2 * RULES_PLAYERS_MAX] = { 0 };

	for (int i = 0; i < g.players; i++) {
		set[i] = c->piece[i] & ~c->high;
		set[g.players + i] = c->piece[i] & c->high;
	}
	char *at = rules_board_put(text, g.n, letters(&g), set);
	for (int i = 0; i < g.ring; i++)
		at = rules_put_number(rules_put(at, i ? "," : " "), c->pit[i]);
	at = rules_put_number(rules_put(at, " "), c->player);
	at = rules_put(put_phase(&g, c, rules_put(at, " ")), " ");
	if (g.goal != CONTIGO_BASIC) {
		rules_put(at, "-");
		return;
	}
	at = rules_put_number(at, c->captured[0]);
	rules_put_number(rules_put(at, ","), c->captured[1]);
}

/* ---- Actions ------------------------------------------------------------------------------------------------------ */

void contigo_write_action(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX])
{
	struct contigo_rules g = contigo_rules(v);
	char *at = text;

	switch (contigo_kind(a)) {
	case CONTIGO_NOTHING: rules_put(at, "-"); break;
	case CONTIGO_MOVE:
		at = rules_square_put(at, g.n, contigo_from(a));
		if (contigo_is_give(a))
			at = rules_put(at, ">");
		rules_square_put(at, g.n, contigo_to(a));
		break;
	case CONTIGO_DROP_ONE: rules_put(rules_put(at, "+"), contigo_pit_name(g.n, contigo_bead_to(&g, a))); break;
	default:
		at = rules_put_number(at, contigo_bead_count(a));
		at = rules_put(at, contigo_pit_name(g.n, contigo_bead_from(&g, a)));
		if (contigo_kind(a) == CONTIGO_GROUP)
			rules_put(rules_put(at, "-"), contigo_pit_name(g.n, contigo_bead_to(&g, a)));
		break;
	}
}

/* Moves *f past the name of a pit and returns it, or −1. */
static int take_pit(const struct contigo_rules *g, struct rules_field *f)
{
	int pit = f->length >= 2 ? contigo_pit_by_name(g->n, f->text) : -1;
	if (pit >= 0) {
		f->text += 2;
		f->length -= 2;
	}
	return pit;
}

static bool read_beads(const struct contigo_rules *g, struct rules_field f, rules_action *ret)
{
	int count, from, to;

	if (rules_take_char(&f, '+')) {
		to = take_pit(g, &f);
		if (!g->spread || to < 0 || f.length > 0)
			return false;
		*ret = contigo_bead_action(g, CONTIGO_DROP_ONE, 1, to, to);
		return true;
	}
	if (!rules_take_number(&f, g->beads, &count) || count < 1 || (from = take_pit(g, &f)) < 0)
		return false;
	if (g->spread) {
		*ret = contigo_bead_action(g, CONTIGO_TAKE, count, from, from);
		return f.length == 0;
	}
	if (!rules_take_char(&f, '-') || (to = take_pit(g, &f)) < 0 || f.length > 0)
		return false;
	*ret = contigo_bead_action(g, CONTIGO_GROUP, count, from, to);
	return true;
}

static bool read_piece(const struct contigo_rules *g, struct rules_field f, rules_action *ret)
{
	bool give = f.length == 5 && f.text[2] == '>' && g->goal == CONTIGO_DOUBLE;
	if (f.length != 4 && !give)
		return false;
	int from = rules_square_read(g->n, f.text), to = rules_square_read(g->n, f.text + f.length - 2);
	if (from < 0 || to < 0)
		return false;
	*ret = contigo_move(from, to, give);
	return true;
}

int contigo_read_action(const struct rules_variant *v, const char *text, rules_action *ret, struct rules_error *err)
{
	struct contigo_rules g = contigo_rules(v);
	size_t length = strlen(text);
	struct rules_field f = { text, length < RULES_ACTION_MAX ? (int)length : RULES_ACTION_MAX };
	rules_action a;

	if (rules_field_is(f, "-"))
		a = CONTIGO_NO_MOVE;
	else if (!read_piece(&g, f, &a) && !read_beads(&g, f, &a))
		return rules_fail(err, "%.*s: no action of this game; there are b1b3%s, %s and -", RULES_QUOTE(f),
				  g.goal == CONTIGO_DOUBLE ? ", c1>c4" : "", g.spread ? "2Na, +Nb" : "2Na-Nc");
	*ret = a;
	return 0;
}
