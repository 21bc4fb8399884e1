/*
 * oraia.h — the table of Oraia and a position on it, shared by the oraia*.c files only.
 *
 * Sites are numbered in the byte order of their names, C1 … C8, H, I1 … I8, O1 … O8, so a set of sites is a 32-bit word and
 * ascending bits are sorted actions. The disk turns under the names: turning rotates the eight bits of I and of O.
 */
#ifndef TABLERO_ORAIA_H
#define TABLERO_ORAIA_H

#include "internal.h"

enum {
	ORAIA_C = 0,
	ORAIA_H = 8,
	ORAIA_I = 9,
	ORAIA_O = 17,
	ORAIA_SITES = 25,
	ORAIA_PAWNS = 4, /* a side */
};

#define ORAIA_BIT(site) (1u << (site))
#define ORAIA_DISK 0x1ffff00u /* everything but the places of the ring of earth */

enum { ORAIA_STAY }; /* index of the option */

struct oraia {
	uint32_t pawn[2]; /* blue, red */
	uint32_t charged; /* sites whose pawn is charged */
	uint8_t player;   /* 1, 2 */
	uint8_t turning;  /* his pawn has just stopped on H: he owes the choice about the disk */
	uint8_t last;     /* player 2's extra turn; follows from the rest */
	uint8_t result;   /* follows from the rest */
} __attribute__((may_alias));
RULES_STATE_FITS(struct oraia);

/* Starting places of a side: C1 C3 C5 C7 and C2 C4 C6 C8. */
static inline uint32_t oraia_home(int who)
{
	return who ? 0xaau : 0x55u;
}

static inline const struct oraia *oraia_of(const struct rules_state *s)
{
	return (const struct oraia *)s->word;
}

/* Actions that are no pawn's. Pawn actions come above them: start + 1, then end, five bits each. */
enum {
	ORAIA_PASS,
	ORAIA_COUNTER, /* < */
	ORAIA_KEEP,    /* = */
	ORAIA_CLOCK,   /* > */
	ORAIA_PAWN = 32,
};

static inline rules_action oraia_action(int from, int to)
{
	return (rules_action)((from + 1) << 5 | to);
}

static inline int oraia_from(rules_action a)
{
	return (int)(a >> 5) - 1;
}

static inline int oraia_to(rules_action a)
{
	return (int)(a & 31);
}

/* ---- oraia_board.c ------------------------------------------------------------------------------------------------ */

struct oraia_lines {
	uint32_t near;             /* neighbours along lines */
	uint8_t land[ORAIA_SITES]; /* by the neighbour jumped over: the site behind it on the line, plus 1; 0: none */
};
extern const struct oraia_lines oraia_lines[ORAIA_SITES];
extern const struct rules_site oraia_site_table[ORAIA_SITES];

/* ---- oraia.c ------------------------------------------------------------------------------------------------------ */

/* Empty sites that the pawn on `from` may rest on, were it near enough. */
static inline uint32_t oraia_enterable(const struct oraia *p, int from)
{
	int who = p->pawn[1] >> from & 1;
	uint32_t places = p->charged >> from & 1 ? oraia_home(!who) : 0;

	return (ORAIA_DISK | places) & ~(p->pawn[0] | p->pawn[1]);
}

/* Where the pawn on `from` can end, however reached. */
uint32_t oraia_ends(const struct oraia *p, int from);

/* Pawns that the player to move may move: all, or the one on H. */
uint32_t oraia_movable(const struct oraia *p);

bool oraia_done(const struct rules_variant *v, const struct oraia *p, int who);

/* Keeps `last` and `result`. */
void oraia_settle(const struct rules_variant *v, struct oraia *p);

/* ---- oraia_text.c, oraia_why.c ------------------------------------------------------------------------------------ */

int oraia_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err);
void oraia_format(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX]);
void oraia_write_action(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX]);
int oraia_read_action(const struct rules_variant *v, const char *text, rules_action *ret, struct rules_error *err);
void oraia_project(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX]);
int oraia_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
		    struct rules_error *err);
int oraia_why(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
	      struct rules_why *ret);
void oraia_path(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret);
int oraia_judge(const struct rules_variant *v, const struct rules_state *s, int player);

#endif
