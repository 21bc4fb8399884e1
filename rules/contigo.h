/*
 * contigo.h — Contigo and its ancestor: one board family for three ids, a square of squares in a ring of pits.
 *
 * Private to rules/contigo*.c. The ids differ only in what struct contigo_rules says.
 */
#ifndef TABLERO_RULES_CONTIGO_H
#define TABLERO_RULES_CONTIGO_H

#include "internal.h"

enum { CONTIGO_PITS_MAX = 36 };

/* What a variant fixes. */
struct contigo_rules {
	enum { CONTIGO_LINE, CONTIGO_CAPTURE, CONTIGO_BASIC, CONTIGO_DOUBLE } goal;
	int n;     /* squares on a side */
	int ring;  /* pits */
	int beads; /* in the whole game */
	int players;
	int align;   /* pawns that make a row */
	bool ell;    /* every pawn moves in an ell */
	bool spread; /* beads are dropped one by one */
	bool all_diagonals;
};

enum contigo_phase { CONTIGO_PIECE, CONTIGO_BEADS, CONTIGO_DROP };

/* The position. Only words and bytes, and no padding: it is hashed and compared as a whole. */
struct contigo {
	uint64_t piece[RULES_PLAYERS_MAX]; /* squares of each player's pieces */
	uint64_t high;                     /* those that are kings or doubles */
	uint8_t pit[CONTIGO_PITS_MAX];     /* beads, in ring order from NW */
	uint8_t player;                    /* 1 … */
	uint8_t phase;
	uint8_t source, taken, left, last; /* in the middle of a spread; `last` counts clockwise from `source` */
	uint8_t captured[2];               /* thibault basic: men taken by players 1 and 2 */
	uint8_t result;                    /* follows from the rest; kept because it is asked for at every step */
	uint8_t unused[3];
} __attribute__((may_alias));
RULES_STATE_FITS(struct contigo);

/*
 * An action, packed so that values sort like texts: kind in the top bits, then
 *   MOVE   from << 8 | give-or-move << 7 | to         "c1>c4" sorts before "c1c4"
 *   GROUP  rank of the count << 12 | pit << 6 | pit   pits by rank of their names
 *   TAKE   rank of the count << 12 | pit << 6
 *   DROP   pit
 * Counts rank as their texts do when a letter follows: 10 … 19, 1, 20 … 29, 2, …
 */
enum contigo_kind { CONTIGO_MOVE, CONTIGO_GROUP, CONTIGO_TAKE, CONTIGO_DROP_ONE, CONTIGO_NOTHING };

#define CONTIGO_NO_MOVE ((rules_action)CONTIGO_NOTHING << 24)

static inline enum contigo_kind contigo_kind(rules_action a)
{
	return (enum contigo_kind)(a >> 24);
}

static inline rules_action contigo_move(int from, int to, bool give)
{
	return (rules_action)CONTIGO_MOVE << 24 | (rules_action)from << 8 | (rules_action)!give << 7 | (rules_action)to;
}

static inline int contigo_from(rules_action a)
{
	return a >> 8 & 0x3f;
}

static inline int contigo_to(rules_action a)
{
	return a & 0x3f;
}

static inline bool contigo_is_give(rules_action a)
{
	return !(a & 0x80);
}

/* Bead actions speak of pits by ring index, whatever their packing. For TAKE `to` is `from`. */
rules_action contigo_bead_action(const struct contigo_rules *g, enum contigo_kind kind, int count, int from, int to);
int contigo_bead_count(rules_action a);
int contigo_bead_from(const struct contigo_rules *g, rules_action a);
int contigo_bead_to(const struct contigo_rules *g, rules_action a);

static inline struct contigo *contigo_of(struct rules_state *s)
{
	return (struct contigo *)s;
}

static inline const struct contigo *contigo_in(const struct rules_state *s)
{
	return (const struct contigo *)s;
}

static inline uint64_t contigo_occupied(const struct contigo *c)
{
	return c->piece[0] | c->piece[1] | c->piece[2] | c->piece[3];
}

static inline uint64_t contigo_own(const struct contigo *c)
{
	return c->piece[c->player - 1];
}

/* Owner of the piece on a square, 0 for none. */
static inline int contigo_owner(const struct contigo *c, int square)
{
	for (int i = 0; i < RULES_PLAYERS_MAX; i++) {
		if (c->piece[i] >> square & 1)
			return i + 1;
	}
	return 0;
}

/* File and rank of a square; n is 6 or 8, and dividing by it is what the engine would do most. */
static inline int contigo_file(int n, int square)
{
	return n == 8 ? square >> 3 : square * 43 >> 8;
}

static inline int contigo_rank(int n, int square)
{
	return square - n * contigo_file(n, square);
}

/* Ring index of the pit that a move from `square` in that direction obeys. */
static inline int contigo_pit(int n, int square, int way)
{
	switch (way) {
	case RULES_UP: return 1 + contigo_file(n, square);
	case RULES_RIGHT: return 2 * n + 1 - contigo_rank(n, square);
	case RULES_DOWN: return 3 * n + 2 - contigo_file(n, square);
	default: return 3 * n + 4 + contigo_rank(n, square);
	}
}

/* The square that many squares away, or −1 beyond the edge. */
static inline int contigo_beyond(int n, int square, int way, int distance)
{
	int file = contigo_file(n, square), rank = contigo_rank(n, square);
	int room = way == RULES_UP ? n - 1 - rank : way == RULES_DOWN ? rank : way == RULES_LEFT ? file : n - 1 - file;
	int unit = way == RULES_UP ? 1 : way == RULES_DOWN ? -1 : way == RULES_LEFT ? -n : n;
	return distance > room ? -1 : square + unit * distance;
}

/* Distance of the pit o clockwise steps away, the shorter way round. */
static inline int contigo_reach(int ring, int o)
{
	return o <= ring - o ? o : ring - o;
}

struct contigo_rules contigo_rules(const struct rules_variant *v);

/* contigo_moves.c: where a piece may go or, in form=double, give its upper disc. */
uint64_t contigo_targets(const struct contigo_rules *g, const struct contigo *c, int from);
uint64_t contigo_gives(const struct contigo_rules *g, const struct contigo *c, int from);
int contigo_count_pieces(const struct contigo_rules *g, const struct contigo *c);
rules_action contigo_random_piece(const struct contigo_rules *g, const struct contigo *c, uint64_t *seed);
/* Corner square of the ell from `from` to `to` whose first leg goes along the file (or the rank), and whether its pits and
 * squares allow it. */
bool contigo_ell(const struct contigo_rules *g, const struct contigo *c, int from, int to, bool file_first, int *ret_corner);

/* contigo_turn.c: playing, and who has won. */
int contigo_promise(const struct contigo_rules *g, const struct contigo *c, int player); /* of rows still to be made */
int contigo_result(const struct contigo_rules *g, const struct contigo *c);
int contigo_give_up(const struct contigo_rules *g, struct contigo *c, int player);
void contigo_apply(const struct contigo_rules *g, struct contigo *c, rules_action a);
int contigo_count(const struct contigo_rules *g, const struct contigo *c);
int contigo_legal(const struct contigo_rules *g, const struct contigo *c, rules_action list[RULES_ACTIONS_MAX]);

/* contigo_sites.c */
const struct rules_site *contigo_sites(const struct rules_variant *v, int *ret_n);
const char *contigo_pit_name(int n, int pit);
int contigo_pit_by_name(int n, const char *name); /* two characters; −1 for none */

/* contigo_text.c */
int contigo_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err);
void contigo_format(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX]);
void contigo_write_action(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX]);
int contigo_read_action(const struct rules_variant *v, const char *text, rules_action *ret, struct rules_error *err);
/* What every position must satisfy besides its bead sum. */
int contigo_check_pieces(const struct contigo_rules *g, const struct contigo *c, struct rules_error *err);

/* contigo_look.c */
void contigo_project(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX]);
int contigo_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
		      struct rules_error *err);
void contigo_path(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret);

/* contigo_why.c */
int contigo_why(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
		struct rules_why *ret);

/* contigo_fast.c */
int contigo_judge(const struct rules_variant *v, const struct rules_state *s, int player);
uint64_t contigo_perft(const struct rules_variant *v, const struct rules_state *s, int depth);
int contigo_playout(const struct rules_variant *v, struct rules_state *s, int limit, uint64_t *seed);

#endif
