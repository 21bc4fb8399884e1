/*
 * oraia_text.c — Oraia in words: positions, actions and what stands on the sites.
 */
#include <errno.h>
#include <string.h>

#include "oraia.h"

static const char *const colour[2] = { "blue", "red" };

/* ---- Positions ----------------------------------------------------------------------------------------------------- */

/* What is asked of pawns wherever a position comes from. */
static int check_pawns(const struct oraia *p, struct rules_error *err)
{
	if ((p->pawn[0] | p->pawn[1]) & ~p->charged & ORAIA_BIT(ORAIA_H))
		return rules_fail(err, "H: an uncharged pawn stands on the hub, which charges");
	for (int who = 0; who < 2; who++) {
		uint32_t own = p->pawn[who] & p->charged & oraia_home(who);
		uint32_t other = p->pawn[who] & ~p->charged & oraia_home(!who);
		int n = rules_bits(p->pawn[who]);

		if (own)
			return rules_fail(err, "C: on C%d a charged %s pawn stands on a starting place of its own side",
					  rules_lowest(own) + 1, colour[who]);
		if (other)
			return rules_fail(err, "C: on C%d an uncharged %s pawn stands on a starting place of the other side",
					  rules_lowest(other) + 1, colour[who]);
		if (n != ORAIA_PAWNS)
			return rules_fail(err, "C/O/I/H: %d %s pawns, each side has %d", n, colour[who], ORAIA_PAWNS);
	}
	return 0;
}

/* Reads `length` sites starting at `first` from the front of *f. */
static int take_sites(struct rules_field *f, const char *name, int first, int length, struct oraia *p, struct rules_error *err)
{
	if (f->length < length)
		return rules_fail(err, "%s: needs %d of . b r B R, has %d", name, length, f->length);
	for (int i = 0; i < length; i++) {
		static const char letter[] = ".brBR";
		char c = f->text[i];
		const char *at = c ? strchr(letter, c) : NULL;

		if (!at)
			return rules_fail(err, "%s: character %d is '%c', it may be . b r B or R", name, i + 1, c);
		if (at == letter)
			continue;
		p->pawn[(at - letter - 1) % 2] |= ORAIA_BIT(first + i);
		if (at - letter > 2)
			p->charged |= ORAIA_BIT(first + i);
	}
	f->text += length;
	f->length -= length;
	return 0;
}

static int parse_board(struct rules_field f, struct oraia *p, struct rules_error *err)
{
	static const struct {
		const char *name;
		int first, length;
	} part[4] = { { "C", ORAIA_C, 8 }, { "O", ORAIA_O, 8 }, { "I", ORAIA_I, 8 }, { "H", ORAIA_H, 1 } };

	for (int i = 0; i < 4; i++) {
		const char *slash = memchr(f.text, '/', (size_t)f.length);
		struct rules_field own = { f.text, slash ? (int)(slash - f.text) : f.length };
		int rc = take_sites(&own, part[i].name, part[i].first, part[i].length, p, err);

		if (rc < 0)
			return rc;
		if (own.length)
			return rules_fail(err, "%s: needs %d of . b r B R, has %d", part[i].name, part[i].length,
					  part[i].length + own.length);
		if (i < 3 && !slash)
			return rules_fail(err, "%s: missing after /", part[i + 1].name);
		if (i == 3 && slash)
			return rules_fail(err, "H: more text after it");
		f.length -= (int)(own.text - f.text) + 1;
		f.text = own.text + 1;
	}
	return check_pawns(p, err);
}

/* `last` was computed from the rest; does the text agree, and may the turn be where it is? */
static int check_turn(const struct rules_variant *v, const struct oraia *p, bool last, struct rules_error *err)
{
	bool blue = oraia_done(v, p, 0), red = oraia_done(v, p, 1);

	if (p->turning && !(p->pawn[p->player - 1] & ORAIA_BIT(ORAIA_H)))
		return rules_fail(err, "PHASE: turn, but player %d has no pawn on H", p->player);
	if (last && p->player != 2)
		return rules_fail(err, "LAST: only player 2 has an extra turn");
	if (last && !blue)
		return rules_fail(err, "LAST: player 1 has not filled the other side's starting places");
	if (last && red)
		return rules_fail(err, "LAST: player 2 has filled the other side's starting places too, the game is over");
	if (!last && p->turning && (blue || red))
		return rules_fail(err, "PHASE: turn, but player %d has filled the other side's starting places", blue ? 1 : 2);
	if (!last && p->last)
		return rules_fail(err,
				  "LAST: player 1 has filled the other side's starting places, so player 2 has his last turn");
	return 0;
}

int oraia_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err)
{
	static const char *const name[] = { "C/O/I/H", "PLAYER", "PHASE", "LAST" };
	struct rules_field field[4];
	struct oraia p = { 0 };
	int rc;

	rc = rules_split(text, 4, name, field, err);
	if (rc < 0)
		return rc;
	rc = parse_board(field[0], &p, err);
	if (rc < 0)
		return rc;
	if (!rules_field_is(field[1], "1") && !rules_field_is(field[1], "2"))
		return rules_fail(err, "PLAYER: 1 or 2, not '%.*s'", RULES_QUOTE(field[1]));
	p.player = (uint8_t)(field[1].text[0] - '0');
	p.turning = rules_field_is(field[2], "turn");
	if (!p.turning && !rules_field_is(field[2], "move"))
		return rules_fail(err, "PHASE: move or turn, not '%.*s'", RULES_QUOTE(field[2]));
	if (!rules_field_is(field[3], "last") && !rules_field_is(field[3], "-"))
		return rules_fail(err, "LAST: last or -, not '%.*s'", RULES_QUOTE(field[3]));
	oraia_settle(v, &p);
	rc = check_turn(v, &p, rules_field_is(field[3], "last"), err);
	if (rc < 0)
		return rc;
	memset(ret, 0, sizeof(*ret));
	*(struct oraia *)ret->word = p;
	return 0;
}

static char letter_at(const struct oraia *p, int site)
{
	if (p->pawn[0] >> site & 1)
		return p->charged >> site & 1 ? 'B' : 'b';
	if (p->pawn[1] >> site & 1)
		return p->charged >> site & 1 ? 'R' : 'r';
	return '.';
}

void oraia_format(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX])
{
	const struct oraia *p = oraia_of(s);
	static const uint8_t first[3] = { ORAIA_C, ORAIA_O, ORAIA_I };
	char *at = text;

	(void)v;
	for (int ring = 0; ring < 3; ring++) {
		for (int i = 0; i < 8; i++)
			*at++ = letter_at(p, first[ring] + i);
		*at++ = '/';
	}
	*at++ = letter_at(p, ORAIA_H);
	*at++ = ' ';
	at = rules_put_number(at, p->player);
	at = rules_put(at, p->turning ? " turn" : " move");
	rules_put(at, p->last ? " last" : " -");
}

void oraia_project(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX])
{
	const struct oraia *p = oraia_of(s);

	(void)v;
	for (int site = 0; site < ORAIA_SITES; site++) {
		int owner = p->pawn[0] >> site & 1 ? 1 : p->pawn[1] >> site & 1 ? 2 : 0;

		look[site] =
		    (struct rules_look){ .count = owner != 0, .owner = (uint8_t)owner, .rank = p->charged >> site & 1 };
	}
}

int oraia_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
		    struct rules_error *err)
{
	struct oraia p = { .player = (uint8_t)player };
	int rc;

	for (int site = 0; site < ORAIA_SITES; site++) {
		const struct rules_look *l = &look[site];
		const char *name = oraia_site_table[site].name;

		if (l->count == 0 && l->owner == 0)
			continue;
		if (l->count != 1)
			return rules_fail(err, "%s: holds %d, a site has room for one pawn", name, l->count);
		if (l->owner != 1 && l->owner != 2)
			return rules_fail(err, "%s: the pawn is neither blue nor red", name);
		p.pawn[l->owner - 1] |= ORAIA_BIT(site);
		if (l->rank)
			p.charged |= ORAIA_BIT(site);
	}
	rc = check_pawns(&p, err);
	if (rc < 0)
		return rc;
	oraia_settle(v, &p);
	memset(ret, 0, sizeof(*ret));
	*(struct oraia *)ret->word = p;
	return 0;
}

/* ---- Actions ------------------------------------------------------------------------------------------------------- */

static const char *const sign[ORAIA_CLOCK + 1] = { "-", "<", "=", ">" };

void oraia_write_action(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX])
{
	(void)v;
	if (a <= ORAIA_CLOCK)
		rules_put(text, sign[a]);
	else
		rules_put(rules_put(text, oraia_site_table[oraia_from(a)].name), oraia_site_table[oraia_to(a)].name);
}

static int take_site(struct rules_field *f)
{
	for (int site = 0; site < ORAIA_SITES; site++) {
		struct rules_field rest = *f;
		const char *name = oraia_site_table[site].name;

		while (*name && rules_take_char(&rest, *name))
			name++;
		if (*name)
			continue;
		*f = rest;
		return site;
	}
	return -1;
}

int oraia_read_action(const struct rules_variant *v, const char *text, rules_action *ret, struct rules_error *err)
{
	struct rules_field f = { text, (int)strnlen(text, RULES_ACTION_MAX) }, whole = f;
	int from, to;

	(void)v;
	for (rules_action a = 0; a <= ORAIA_CLOCK; a++) {
		if (strcmp(text, sign[a]))
			continue;
		*ret = a;
		return 0;
	}
	from = take_site(&f);
	to = from < 0 ? -1 : take_site(&f);
	if (to < 0 || f.length)
		return rules_fail(err, "ACTION: two sites were expected, as C1O1, or one of < = > -, not '%.*s'",
				  RULES_QUOTE(whole));
	*ret = oraia_action(from, to);
	return 0;
}
