/*
 * andantino_text.c — Andantino in words: positions, actions, cells and what stands on them.
 */
#include <errno.h>
#include <string.h>

#include "andantino.h"

enum { CELL_MALFORMED = -1, CELL_NOWHERE = -2 };

/* Moves *f past a cell's name and returns the cell. */
static int take_cell(const struct rules_variant *v, struct rules_field *f)
{
	struct rules_field at = *f;
	int number, cell;

	if (at.length < 2 || at.text[0] < 'A' || at.text[0] > 'S')
		return CELL_MALFORMED;
	cell = (at.text[0] - 'A' + 1) * ANDANTINO_ROW;
	at.text++;
	at.length--;
	if (!rules_take_number(&at, 19, &number) || number == 0)
		return CELL_MALFORMED;
	cell += number - 1;
	*f = at;
	return andantino_has(andantino_field(v)->cell, cell) ? cell : CELL_NOWHERE;
}

void andantino_name(int cell, char name[ANDANTINO_NAME])
{
	name[0] = (char)('A' + cell / ANDANTINO_ROW - 1);
	rules_put_number(name + 1, cell % ANDANTINO_ROW + 1);
}

/* ---- Sites --------------------------------------------------------------------------------------------------------- */

int andantino_cell(const struct rules_variant *v, int site)
{
	struct rules_field name = { andantino_field(v)->site[site].name, 3 };

	return take_cell(v, &name);
}

int andantino_site(const struct rules_variant *v, int cell)
{
	const struct andantino_field *f = andantino_field(v);
	int site = 0;

	for (int w = 0; w < cell >> 6; w++)
		site += rules_bits(f->cell[w]);
	return site + rules_bits(f->cell[cell >> 6] & ((1ULL << (cell & 63)) - 1));
}

const struct rules_site *andantino_sites(const struct rules_variant *v, int *ret_n)
{
	*ret_n = andantino_field(v)->sites;
	return andantino_field(v)->site;
}

void andantino_project(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX])
{
	const struct andantino_field *f = andantino_field(v);
	const struct andantino *p = andantino_of(s);
	int site = 0;

	for (int w = 0; w < ANDANTINO_WORDS; w++) {
		for (uint64_t rest = f->cell[w]; rest; site++) {
			int cell = w * 64 + rules_pop_lowest(&rest);
			int owner = andantino_has(p->tile[0], cell) ? 1 : andantino_has(p->tile[1], cell) ? 2 : 0;

			look[site] = (struct rules_look){ .count = owner != 0, .owner = (uint8_t)owner };
		}
	}
}

/* ---- Positions ----------------------------------------------------------------------------------------------------- */

/* The tiles are on the table: is `player` to move possible with so many? */
static int check(const struct rules_variant *v, const struct andantino *p, int player, struct rules_error *err)
{
	static const char *const colour[2] = { "white", "red" };
	int n[2] = { 0, 0 };

	for (int who = 0; who < 2; who++) {
		for (int w = 0; w < ANDANTINO_WORDS; w++)
			n[who] += rules_bits(p->tile[who][w]);
		if (n[who] < 1 || n[who] > ANDANTINO_TILES_SIDE)
			return rules_fail(err, "TILES: %d %s, each side has 1 to %d tiles on the table", n[who], colour[who],
					  ANDANTINO_TILES_SIDE);
	}
	if (n[0] - n[1] == player - 1 || andantino_relocates(v, p))
		return 0;
	return rules_fail(err, "PLAYER: with %d white and %d red tiles player %d cannot be to move", n[0], n[1], player);
}

static int parse_tiles(const struct rules_variant *v, struct rules_field f, struct andantino *p, struct rules_error *err)
{
	int last = 0;

	do {
		struct rules_field rest = f;
		int cell = take_cell(v, &f), who;
		char name[ANDANTINO_NAME], before[ANDANTINO_NAME];

		if (cell == CELL_NOWHERE)
			return rules_fail(err, "TILES: no cell %.*s on a field of side %d", rest.length - f.length, rest.text,
					  andantino_field(v)->side);
		if (cell == CELL_MALFORMED)
			return rules_fail(err, "TILES: a cell was expected, as J10, not '%.*s'", RULES_QUOTE(rest));
		who = rules_take_char(&f, 'w') ? 0 : rules_take_char(&f, 'r') ? 1 : -1;
		andantino_name(cell, name);
		if (who < 0)
			return rules_fail(err, "TILES: w or r must follow %s", name);
		if (cell == last)
			return rules_fail(err, "TILES: two tiles on %s", name);
		if (cell < last) {
			andantino_name(last, before);
			return rules_fail(err, "TILES: %s must stand before %s", name, before);
		}
		last = cell;
		andantino_set(v, p, cell, who);
	} while (rules_take_char(&f, ','));
	if (f.length)
		return rules_fail(err, "TILES: '%.*s' after a tile", RULES_QUOTE(f));
	return 0;
}

static int parse_single(const struct rules_variant *v, struct rules_field f, enum andantino_single *ret,
			struct rules_error *err)
{
	static const char *const text[] = { "-", "free", "used" };
	bool option = v->option[ANDANTINO_OPENING];

	for (int i = option ? 1 : 0; i <= (option ? 2 : 0); i++) {
		if (rules_field_is(f, text[i])) {
			*ret = (enum andantino_single)i;
			return 0;
		}
	}
	return rules_fail(err, "SINGLE: %s, not '%.*s'", option ? "free or used" : "- with opening=standard", RULES_QUOTE(f));
}

int andantino_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err)
{
	static const char *const name[] = { "TILES", "PLAYER", "SINGLE" };
	struct rules_field field[3];
	struct rules_state s;
	struct andantino *p = (struct andantino *)s.word;
	enum andantino_single single = ANDANTINO_SINGLE_NEVER;
	int player, rc;

	rc = rules_split(text, 3, name, field, err);
	if (rc < 0)
		return rc;
	andantino_clear(&s);
	rc = parse_tiles(v, field[0], p, err);
	if (rc < 0)
		return rc;
	if (!rules_field_is(field[1], "1") && !rules_field_is(field[1], "2"))
		return rules_fail(err, "PLAYER: 1 or 2, not '%.*s'", RULES_QUOTE(field[1]));
	player = field[1].text[0] - '0';
	rc = check(v, p, player, err);
	if (rc < 0)
		return rc;
	rc = parse_single(v, field[2], &single, err);
	if (rc < 0)
		return rc;
	andantino_settle(v, p, player, single);
	*ret = s;
	return 0;
}

void andantino_format(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX])
{
	static const char *const single[] = { " -", " free", " used" };
	const struct andantino *p = andantino_of(s);
	const char *between = "";
	char *at = text;

	(void)v;
	for (int w = 0; w < ANDANTINO_WORDS; w++) {
		for (uint64_t rest = p->tile[0][w] | p->tile[1][w]; rest;) {
			int cell = w * 64 + rules_pop_lowest(&rest);
			char name[ANDANTINO_NAME];

			andantino_name(cell, name);
			at = rules_put(rules_put(at, between), name);
			at = rules_put(at, andantino_has(p->tile[0], cell) ? "w" : "r");
			between = ",";
		}
	}
	at = rules_put_number(rules_put(at, " "), p->player);
	rules_put(at, single[p->single]);
}

int andantino_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
			struct rules_error *err)
{
	const struct andantino_field *f = andantino_field(v);
	struct rules_state s;
	struct andantino *p = (struct andantino *)s.word;
	int rc;

	andantino_clear(&s);
	for (int site = 0; site < f->sites; site++) {
		const struct rules_look *l = &look[site];

		if (l->count == 0 && l->owner == 0)
			continue;
		if (l->count != 1)
			return rules_fail(err, "%s: holds %d, a cell has room for one tile", f->site[site].name, l->count);
		if (l->owner != 1 && l->owner != 2)
			return rules_fail(err, "%s: the tile is neither white nor red", f->site[site].name);
		if (p->tiles == ANDANTINO_TILES)
			return rules_fail(err, "%s: more than %d tiles", f->site[site].name, ANDANTINO_TILES);
		andantino_set(v, p, andantino_cell(v, site), l->owner - 1);
	}
	rc = check(v, p, player, err);
	if (rc < 0)
		return rc;
	andantino_settle(v, p, player, v->option[ANDANTINO_OPENING] ? ANDANTINO_SINGLE_FREE : ANDANTINO_SINGLE_NEVER);
	*ret = s;
	return 0;
}

/* ---- Actions ------------------------------------------------------------------------------------------------------- */

void andantino_write_action(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX])
{
	char name[ANDANTINO_NAME];
	char *at = text;

	(void)v;
	if (andantino_from(a)) {
		andantino_name(andantino_from(a), name);
		at = rules_put(rules_put(at, name), ">");
	}
	andantino_name(andantino_to(a), name);
	rules_put(at, name);
}

int andantino_read_action(const struct rules_variant *v, const char *text, rules_action *ret, struct rules_error *err)
{
	struct rules_field f = { text, (int)strnlen(text, RULES_ACTION_MAX) }, whole = f;
	int from = 0, to = take_cell(v, &f);

	if (to > 0 && rules_take_char(&f, '>')) {
		if (!v->option[ANDANTINO_AFTER50])
			return rules_fail(err, "ACTION: '%.*s' lifts a tile, which only after50=relocate allows",
					  RULES_QUOTE(whole));
		from = to;
		to = take_cell(v, &f);
	}
	if (to == CELL_NOWHERE)
		return rules_fail(err, "ACTION: '%.*s' names no cell on a field of side %d", RULES_QUOTE(whole),
				  andantino_field(v)->side);
	if (to < 0 || f.length)
		return rules_fail(err, "ACTION: a cell was expected, as K10%s, not '%.*s'",
				  v->option[ANDANTINO_AFTER50] ? " or K10>L12" : "", RULES_QUOTE(whole));
	*ret = andantino_action(from, to);
	return 0;
}
