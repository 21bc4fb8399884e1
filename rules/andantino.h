/*
 * andantino.h — the hexagonal field of Andantino and a position on it, shared by the andantino*.c files only.
 *
 * A set of cells is 7 words. Row A … S is row 1 … 19 of a grid 20 columns wide, number 1 … 19 is column 0 … 18: bit
 * 20·row + column. Row 0, row 20, column 19 and the two cut corners are no cells, so the six neighbours of a cell are always
 * the bits at fixed distances and nothing wraps round. Ascending bits are cells by letter, then by number.
 *
 * Everything in a position but `player`, `single` is a function of the tiles: that keeps equal positions equal byte by byte.
 */
#ifndef TABLERO_ANDANTINO_H
#define TABLERO_ANDANTINO_H

#include "internal.h"

enum {
	ANDANTINO_WORDS = 7,
	ANDANTINO_ROW = 20, /* from a cell to the one with the next letter and the same number */
	ANDANTINO_TILES = 50,
	ANDANTINO_TILES_SIDE = 25,
	ANDANTINO_NAME = 4, /* "J10" and NUL */
};

enum { ANDANTINO_OPENING, ANDANTINO_AFTER50, ANDANTINO_SIDE }; /* indices of the options */

enum andantino_single {
	ANDANTINO_SINGLE_NEVER,
	ANDANTINO_SINGLE_FREE,
	ANDANTINO_SINGLE_USED,
};

struct andantino {
	uint64_t tile[2][ANDANTINO_WORDS];   /* white, red */
	uint64_t one[ANDANTINO_WORDS];       /* bits with at least one occupied neighbour, cells or not, occupied or not */
	uint64_t two[ANDANTINO_WORDS];       /* the same with at least two */
	uint64_t inside[2][ANDANTINO_WORDS]; /* cells without his tile that this player's rings cut off from the outside */
	uint64_t hash;                       /* of the tiles */
	uint8_t player;                      /* 1, 2 */
	uint8_t single;                      /* enum andantino_single */
	uint8_t tiles;                       /* on the table */
	uint8_t result;
	uint16_t open; /* empty cells with at least two occupied neighbours */
} __attribute__((may_alias));
RULES_STATE_FITS(struct andantino);

/* A field of one side length. */
struct andantino_field {
	int side;
	int sites;
	uint64_t cell[ANDANTINO_WORDS];
	const struct rules_site *site; /* by letter, then by number */
};

/* Indexed by the value of option side: 10, 8, 7, 6. */
extern const struct andantino_field andantino_fields[4];

static inline const struct andantino_field *andantino_field(const struct rules_variant *v)
{
	return &andantino_fields[v->option[ANDANTINO_SIDE]];
}

static inline const struct andantino *andantino_of(const struct rules_state *s)
{
	return (const struct andantino *)s->word;
}

static inline bool andantino_has(const uint64_t set[ANDANTINO_WORDS], int cell)
{
	return set[cell >> 6] >> (cell & 63) & 1;
}

/* The neighbours of a cell, as bits counted from the cell one row below it. */
#define ANDANTINO_AROUND (1ULL | 1ULL << 1 | 1ULL << 19 | 1ULL << 21 | 1ULL << 39 | 1ULL << 40)

/* Part of a set, counted from the cell one row below `cell`. */
static inline uint64_t andantino_window(const uint64_t set[ANDANTINO_WORDS], int cell)
{
	int from = cell - ANDANTINO_ROW, word = from >> 6, shift = from & 63;

	return set[word] >> shift | set[word + 1] << 1 << (63 - shift);
}

static inline bool andantino_occupied(const struct andantino *p, int cell)
{
	return andantino_has(p->tile[0], cell) || andantino_has(p->tile[1], cell);
}

/* An action is the cell it ends on; a relocation has the cell it lifts from above that, which is never 0. */
static inline int andantino_to(rules_action a)
{
	return (int)(a & 511);
}

static inline int andantino_from(rules_action a)
{
	return (int)(a >> 9);
}

static inline rules_action andantino_action(int from, int to)
{
	return (rules_action)(from << 9 | to);
}

static inline bool andantino_relocates(const struct rules_variant *v, const struct andantino *p)
{
	return v->option[ANDANTINO_AFTER50] && p->tiles == ANDANTINO_TILES;
}

/* May the player to move use the placement with a single neighbour now? */
static inline bool andantino_may_single(const struct andantino *p)
{
	return p->single == ANDANTINO_SINGLE_FREE && p->player == 2 && p->tiles < ANDANTINO_TILES;
}

static inline uint64_t andantino_tile_key(int cell, int who)
{
	return rules_mix((uint64_t)(cell * 2 + who + 1));
}

/* ---- andantino_field.c ------------------------------------------------------------------------------------------- */

/* Occupied neighbours of a cell; *ret_last is one of them if there are any. `without` does not count (0: all count). */
int andantino_touching(const struct andantino *p, int cell, int without, int *ret_last);

/* Cells the player to move may place on, or, lifting the tile on `from`, set it on. */
void andantino_targets(const struct rules_variant *v, const struct andantino *p, int from, uint64_t ret[ANDANTINO_WORDS]);

/* Empty cells with at least two occupied neighbours. */
void andantino_open(const struct andantino_field *f, const struct andantino *p, uint64_t ret[ANDANTINO_WORDS]);
int andantino_size(const uint64_t set[ANDANTINO_WORDS]);

/* How many actions the rules leave, were nobody to have won. */
int andantino_actions(const struct rules_variant *v, const struct andantino *p);

/* Lifts a tile of the player to move. Between this and the play that must follow, `result` and the turn stand still. */
void andantino_lift(const struct rules_variant *v, struct andantino *p, int cell);

/* Sets a tile of the player to move: the turn passes, the result is known. Returns the cells that became open, as a window. */
uint64_t andantino_play(const struct rules_variant *v, struct andantino *p, int cell);

/* Sets up tiles on an empty table, then closes the books: rings, player, result. */
void andantino_clear(struct rules_state *s);
void andantino_set(const struct rules_variant *v, struct andantino *p, int cell, int who);
void andantino_settle(const struct rules_variant *v, struct andantino *p, int player, enum andantino_single single);

/* ---- andantino_text.c, andantino_why.c ------------------------------------------------------------------------------ */

/* Cell by site and back. */
int andantino_cell(const struct rules_variant *v, int site);
int andantino_site(const struct rules_variant *v, int cell);

void andantino_name(int cell, char name[ANDANTINO_NAME]);

/* Slots kept in other files. */
int andantino_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err);
void andantino_format(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX]);
void andantino_write_action(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX]);
int andantino_read_action(const struct rules_variant *v, const char *text, rules_action *ret, struct rules_error *err);
const struct rules_site *andantino_sites(const struct rules_variant *v, int *ret_n);
void andantino_project(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX]);
int andantino_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
			struct rules_error *err);
int andantino_why(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
		  struct rules_why *ret);
void andantino_path(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret);
int andantino_judge(const struct rules_variant *v, const struct rules_state *s, int player);

#endif
