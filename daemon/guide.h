/*
 * guide.h — the guided test of a board with one magnet: site by site, in a given order, on an otherwise empty board.
 *
 * The person carries a piece (one bead or warrior where the sensor counts) from the site that shines to the next one that
 * shines. Because there is only one magnet, what the sensors say tells more than "answers" and "does not":
 *
 * - weak: answers, but trembles while the magnet lies still, or reads near the middle between two levels
 * - sticky: still says "occupied" although the magnet lies elsewhere by now
 * - dead: never answered; the person said that the magnet lies there
 * - dead centre: answered while the magnet came, not while it lies there: a reed's blind spot, the magnet is centred too well
 * - crosstalk: another sensor answers as well
 * - swapped: another one answers instead, and there this one does: two wires are exchanged
 * - elsewhere: another one answers instead
 * - noisy: speaks up by itself while the magnet lies elsewhere
 *
 * Pure: no clock, no hardware. Lines are fed before debouncing (trembling is what is looked for), values after calibration.
 */
#ifndef TABLERO_GUIDE_H
#define TABLERO_GUIDE_H

#include <stdbool.h>
#include <stdint.h>

enum { GUIDE_LINES_MAX = 400, GUIDE_OTHERS_MAX = 4 };
#define GUIDE_NONE UINT16_MAX

enum guide_phase {
	GUIDE_OFF,
	GUIDE_EMPTY, /* lines are on before the test: the board is not empty, or they are stuck */
	GUIDE_PUT,   /* the magnet should come to `line` */
	GUIDE_STILL, /* it lies there (or something answers): leave it alone for a second */
	GUIDE_LIFT,  /* the last site is tested: take the magnet away */
	GUIDE_DONE,
};

enum guide_fault {
	GUIDE_WEAK = 1,
	GUIDE_STICKY = 2,
	GUIDE_DEAD = 4,
	GUIDE_DEAD_CENTRE = 8,
	GUIDE_CROSSTALK = 16,
	GUIDE_SWAPPED = 32,
	GUIDE_ELSEWHERE = 64,
	GUIDE_NOISY = 128,
};
enum { GUIDE_FAULTS = 8 };

struct guide_line {
	uint8_t faults; /* enum guide_fault, together */
	bool tested;
	uint8_t others;                   /* crosstalk: how many of `other` */
	uint16_t other[GUIDE_OTHERS_MAX]; /* lines that answered as well */
	uint16_t instead;                 /* the line that answered instead; GUIDE_NONE */
	uint8_t value, sure;              /* now */
	/* Kept for the judgement. */
	uint8_t strays;     /* times it spoke up without reason */
	bool held;          /* was on when a site had been judged and has not let go since: says nothing of the magnet */
	int64_t changed_us; /* last change */
};

struct guide {
	enum guide_phase phase;
	int lines;       /* of the board; those not in the order are not listened to */
	int steps, step; /* sites to test; the one that is on */
	uint16_t order[GUIDE_LINES_MAX];
	struct guide_line line[GUIDE_LINES_MAX];
	bool listened[GUIDE_LINES_MAX];

	uint16_t answering;             /* GUIDE_STILL: the line that is being watched */
	int64_t since_us;               /* when the phase began */
	int trembles;                   /* changes of the watched line while the magnet lies still */
	int worst_sure;                 /* lowest confidence meanwhile, percent */
	int64_t on_us[GUIDE_LINES_MAX]; /* how long each other line was on meanwhile */
	int touches;                    /* GUIDE_PUT: short answers of the line that is waited for */
	int64_t touched_us;
};

/* Begins with `order` on a board of `lines`; what each line says now is fed before guide_begin(). */
void guide_start(struct guide *g, const uint16_t *order, int steps, int lines);
void guide_begin(struct guide *g, int64_t now_us);
/* A line reads `value` since `now_us`, `sure` percent clearly. */
void guide_feed(struct guide *g, int64_t now_us, int line, int value, int sure);
/* Judges what time has decided; returns when to come again (INT64_MAX: only after something was fed). */
int64_t guide_tick(struct guide *g, int64_t now_us);
/* The person says "it lies there" (or, at the start, "the board is empty"; at the end, "it is gone"). */
void guide_next(struct guide *g, int64_t now_us);
/* Tests one line anew, then goes on where it was. −1: the one before. */
void guide_again(struct guide *g, int64_t now_us, int line);
/* The line that should get the magnet; GUIDE_NONE outside PUT and STILL. */
uint16_t guide_target(const struct guide *g);
/* Something else answers than was asked for (GUIDE_STILL): that line, or GUIDE_NONE. */
uint16_t guide_wrong(const struct guide *g);

/* Short name of one fault, as in the API: "dead-centre". */
const char *guide_fault_name(int fault);

#endif
