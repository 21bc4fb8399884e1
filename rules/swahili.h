/*
 * swahili.h — the packed hill, shared by the files of the game.
 *
 * Sites and stops: each player climbs his own quarter of the hill, rows 1 (rim) to 11, and drops into the centre. These
 * are the twelve *stops* of a round track: stop 0 … 10 is row 1 … 11, stop 11 the centre; from there it goes on at row 1.
 */
#ifndef TABLERO_RULES_SWAHILI_H
#define TABLERO_RULES_SWAHILI_H

#include "internal.h"

enum {
	SWAHILI_ROWS = 11,
	SWAHILI_CENTRE = 11, /* a stop */
	SWAHILI_STOPS = 12,
	SWAHILI_FIRST_CAPTURE = 6, /* stop of row 7 */
	SWAHILI_PIECES = 12,       /* of each player */
	SWAHILI_LAPS_MAX = 78,     /* extra laps of a turn: each is two stops or more, and with twelve pieces the run enters
				    * the centre at most thirteen times */
	SWAHILI_TURNS_MAX = SWAHILI_ROWS * (SWAHILI_LAPS_MAX + 2),
};

/* Option keys, as in the table. */
enum { SWAHILI_PLAYERS, SWAHILI_CAPTURE };
enum { SWAHILI_AUTO, SWAHILI_OPTIONAL };

/*
 * All that one player owns is one number: a nibble for each stop, the pond above them. No nibble can overflow, as he has
 * twelve pieces; setting pieces along the track is one addition.
 */
struct swahili {
	uint64_t side[RULES_PLAYERS_MAX];
	uint64_t mover; /* 0 … players − 1 */
} __attribute__((may_alias));
RULES_STATE_FITS(struct swahili);

#define SWAHILI_POND_SHIFT 48
#define SWAHILI_TRACK ((UINT64_C(1) << SWAHILI_POND_SHIFT) - 1)
#define SWAHILI_ON_ROWS ((UINT64_C(1) << 4 * SWAHILI_CENTRE) - 1)
#define SWAHILI_ONES UINT64_C(0x111111111111)

static inline const struct swahili *swahili_of(const struct rules_state *s)
{
	return (const struct swahili *)(const void *)s;
}

static inline unsigned swahili_at(uint64_t side, unsigned stop)
{
	return (unsigned)(side >> 4 * stop) & 15;
}

static inline unsigned swahili_pond(uint64_t side)
{
	return (unsigned)(side >> SWAHILI_POND_SHIFT);
}

/* Lifts all pieces of a row, sets one in each of the next stops and returns the stop of the last. */
static inline unsigned swahili_sow(uint64_t *side, unsigned row)
{
	unsigned n = swahili_at(*side, row);
	uint64_t run = SWAHILI_ONES & ((UINT64_C(1) << 4 * n) - 1);
	unsigned shift = 4 * (row + 1);
	*side -= (uint64_t)n << 4 * row;
	*side += ((run << shift) | (run >> (SWAHILI_POND_SHIFT - shift))) & SWAHILI_TRACK;
	unsigned last = row + n;
	return last < SWAHILI_STOPS ? last : last - SWAHILI_STOPS;
}

/* After a lap: may another begin where its last piece was set? The centre keeps what it gets; in a row there must have been
 * pieces before, so that now there are two or more. */
static inline bool swahili_may_go_on(uint64_t side, unsigned last)
{
	return last != SWAHILI_CENTRE && swahili_at(side, last) > 1;
}

/* A whole turn: an action and what it does to its player's side. */
struct swahili_turn {
	uint64_t side; /* after sowing, before prisoners */
	uint8_t row;   /* the stop it starts from */
	uint8_t laps;  /* beyond the first */
	uint8_t last;  /* the stop of the last piece */
	bool takes;    /* the others' single pieces at `last` are taken */
};

/* Players, as bits, who would lose a piece if the mover's turn ended at `last` with his side so. */
unsigned swahili_victims(const struct rules_variant *v, const struct swahili *s, uint64_t side, unsigned last);

/* All turns of the player to move in the order of their texts; none when the game is over. */
int swahili_turns(const struct rules_variant *v, const struct swahili *s, struct swahili_turn list[SWAHILI_TURNS_MAX]);

/* An action is the row, the extra laps, and whether `x` is written. */
static inline rules_action swahili_action(unsigned row, unsigned laps, bool x)
{
	return row | laps << 4 | (unsigned)x << 12;
}

static inline unsigned swahili_action_row(rules_action a)
{
	return a & 15;
}

static inline unsigned swahili_action_laps(rules_action a)
{
	return a >> 4 & 255;
}

static inline bool swahili_action_x(rules_action a)
{
	return a >> 12;
}

/* Sites in the order of the table: rows 1 … 11 and pond of player 1, of player 2, …, then the centre. */
static inline int swahili_row_site(unsigned player, unsigned stop)
{
	return (int)(player * SWAHILI_STOPS + stop);
}

static inline int swahili_pond_site(unsigned player)
{
	return (int)(player * SWAHILI_STOPS + SWAHILI_ROWS);
}

static inline int swahili_centre_site(const struct rules_variant *v)
{
	return v->players * SWAHILI_STOPS;
}

static inline int swahili_stop_site(const struct rules_variant *v, unsigned player, unsigned stop)
{
	return stop == SWAHILI_CENTRE ? swahili_centre_site(v) : swahili_row_site(player, stop);
}

/* Slots that live in the other files. */
int swahili_result(const struct rules_variant *v, const struct rules_state *s);
int swahili_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err);
void swahili_format(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX]);
void swahili_write_action(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX]);
int swahili_read_action(const struct rules_variant *v, const char *text, rules_action *ret, struct rules_error *err);
const struct rules_site *swahili_sites(const struct rules_variant *v, int *ret_n);
void swahili_project(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX]);
int swahili_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
		      struct rules_error *err);
int swahili_why_illegal(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
			struct rules_why *ret);
void swahili_path(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret);

#endif
