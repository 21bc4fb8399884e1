/*
 * perturbador.h — the packed board, shared by the files of the game.
 *
 * Squares are numbered as in internal.h, file by file (a1 = 0, a2 = 1, b1 = 8), so a step up is one bit, a step to the right
 * eight. Sites have the same numbers.
 */
#ifndef TABLERO_RULES_PERTURBADOR_H
#define TABLERO_RULES_PERTURBADOR_H

#include "internal.h"

enum {
	PERTURBADOR_SIDE = 8,
	PERTURBADOR_MEN = 6,  /* of each player */
	PERTURBADOR_HOME = 5, /* that win */
};

enum perturbador_phase { PERTURBADOR_PLACE, PERTURBADOR_PIECE, PERTURBADOR_DISTURBER };

struct perturbador {
	uint64_t men[2];
	uint64_t disturber; /* one square; none before it is placed */
	uint8_t mover;      /* 0 or 1 */
	uint8_t phase;      /* enum perturbador_phase */
	uint8_t home[2];
	uint8_t unused[4];
} __attribute__((may_alias));
RULES_STATE_FITS(struct perturbador);

/* d4, e4, d5 and e5. */
#define PERTURBADOR_WELLS (UINT64_C(0x18) << 24 | UINT64_C(0x18) << 32)

static inline const struct perturbador *perturbador_of(const struct rules_state *s)
{
	return (const struct perturbador *)(const void *)s;
}

static inline uint64_t perturbador_bit(int square)
{
	return UINT64_C(1) << square;
}

static inline uint64_t perturbador_pieces(const struct perturbador *p)
{
	return p->men[0] | p->men[1];
}

/* Squares on which something may come to rest. */
static inline uint64_t perturbador_empty(const struct perturbador *p)
{
	return ~(perturbador_pieces(p) | p->disturber | PERTURBADOR_WELLS);
}

/* Player who has won, 1 or 2; 0 while the game goes on. */
static inline int perturbador_winner(const struct perturbador *p)
{
	return p->home[0] == PERTURBADOR_HOME ? 1 : p->home[1] == PERTURBADOR_HOME ? 2 : 0;
}

/* Squares and wells where the piece on `start` may end. */
uint64_t perturbador_reach(const struct perturbador *p, int start);

/* Squares the disturber may be moved to. */
uint64_t perturbador_disturbs(const struct perturbador *p);

/*
 * An action, so packed that actions of one position sort like their texts:
 * from and to (piece), PERTURBADOR_X | 0 (stays) or 1 + square (placed or moved), PERTURBADOR_NONE ("-").
 */
enum { PERTURBADOR_X = 1 << 12, PERTURBADOR_NONE = 1 << 13 };

static inline rules_action perturbador_move(int from, int to)
{
	return (rules_action)(from << 6 | to);
}

static inline rules_action perturbador_disturb(int to)
{
	return PERTURBADOR_X | (rules_action)(to + 1);
}

static inline int perturbador_from(rules_action a)
{
	return a >> 6 & 63;
}

/* Where a piece or the disturber goes; −1 for "-" and "x-". */
static inline int perturbador_to(rules_action a)
{
	if (a & PERTURBADOR_NONE)
		return -1;
	return a & PERTURBADOR_X ? (int)(a & 127) - 1 : (int)(a & 63);
}

/* Slots that live in the other files. */
int perturbador_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err);
void perturbador_format(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX]);
void perturbador_write_action(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX]);
int perturbador_read_action(const struct rules_variant *v, const char *text, rules_action *ret, struct rules_error *err);
const struct rules_site *perturbador_sites(const struct rules_variant *v, int *ret_n);
void perturbador_project(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX]);
int perturbador_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
			  struct rules_error *err);
int perturbador_why_illegal(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
			    struct rules_why *ret);
void perturbador_path(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret);

#endif
