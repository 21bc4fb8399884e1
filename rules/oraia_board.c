/*
 * oraia_board.c — the lines of Oraia and where its sites are: eight places of earth round a disk of two rings and a hub.
 */
#include "oraia.h"

/* Sites by index 0 … 7, going round. */
#define C(i) (ORAIA_C + ((i)&7))
#define I(i) (ORAIA_I + ((i)&7))
#define O(i) (ORAIA_O + ((i)&7))

/* clang-format off */

#define EIGHT(row) row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)

#define TO(site) ((site) + 1)
#define C_LINES(i) [C(i)] = { ORAIA_BIT(O(i)), { [O(i)] = TO(I(i)) } }
#define I_LINES(i) [I(i)] = { \
	ORAIA_BIT(O(i)) | ORAIA_BIT(ORAIA_H) | ORAIA_BIT(I(i + 1)) | ORAIA_BIT(I(i + 7)), \
	{ [O(i)] = TO(C(i)), [ORAIA_H] = TO(I(i + 4)), [I(i + 1)] = TO(I(i + 2)), [I(i + 7)] = TO(I(i + 6)) } }
#define O_LINES(i) [O(i)] = { \
	ORAIA_BIT(C(i)) | ORAIA_BIT(I(i)) | ORAIA_BIT(O(i + 1)) | ORAIA_BIT(O(i + 7)), \
	{ [I(i)] = TO(ORAIA_H), [O(i + 1)] = TO(O(i + 2)), [O(i + 7)] = TO(O(i + 6)) } }
#define H_LINE(i) [I(i)] = TO(O(i))

const struct oraia_lines oraia_lines[ORAIA_SITES] = {
	EIGHT(C_LINES),
	[ORAIA_H] = { 0xffu << ORAIA_I, { EIGHT(H_LINE) } },
	EIGHT(I_LINES),
	EIGHT(O_LINES),
};

/* The smaller and the larger of two sites next to site i of a circle. */
#define BELOW(ring, i) (((i) & 7) == 7 ? ring(0) : (i) == 0 ? ring(1) : ring((i) - 1))
#define ABOVE(ring, i) (((i) & 7) == 7 ? ring(6) : (i) == 0 ? ring(7) : ring((i) + 1))

/* Line 1 points 22½° to the right of straight up, and so on clockwise. (sx, sy) is its direction in thousandths; the places
 * lie 420 units from the middle, the outer circle 275, the inner 158. */
#define AT(name, kind, player, radius, size, sx, sy, n, ...) \
	{ name, kind, RULES_SENSE_PIECE, player, n, 500 + (radius) * (sx) / 1000, 500 + (radius) * (sy) / 1000, size, { __VA_ARGS__ } }
#define LINE(i, number, player, sx, sy) \
	[C(i)] = AT("C" number, RULES_PLACE, player, 420, 88, sx, sy, 1, O(i)), \
	[I(i)] = AT("I" number, RULES_DISK, 0, 158, 70, sx, sy, 4, ORAIA_H, BELOW(I, i), ABOVE(I, i), O(i)), \
	[O(i)] = AT("O" number, RULES_DISK, 0, 275, 70, sx, sy, 4, C(i), I(i), BELOW(O, i), ABOVE(O, i))

const struct rules_site oraia_site_table[ORAIA_SITES] = {
	LINE(0, "1", 1, 383, -924),
	LINE(1, "2", 2, 924, -383),
	LINE(2, "3", 1, 924, 383),
	LINE(3, "4", 2, 383, 924),
	[ORAIA_H] = AT("H", RULES_DISK, 0, 0, 80, 0, 0, 8, I(0), I(1), I(2), I(3), I(4), I(5), I(6), I(7)),
	LINE(4, "5", 1, -383, 924),
	LINE(5, "6", 2, -924, 383),
	LINE(6, "7", 1, -924, -383),
	LINE(7, "8", 2, -383, -924),
};
