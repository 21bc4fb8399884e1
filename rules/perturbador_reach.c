/*
 * perturbador_reach.c — everywhere a piece can get by rebounds, and everywhere the disturber can.
 *
 * Sets of squares are words, and all segments in one direction are slid at once: a set of squares from which segments start
 * is filled over the free squares by doubling steps. A segment that starts on a square along an axis never needs to be slid
 * twice, so the search ends after as many rounds as the longest useful chain of bends has.
 */
#include "perturbador.h"

#define RANK_1 UINT64_C(0x0101010101010101)
#define RANK_8 (RANK_1 << 7)

/* The free squares as seen by the four directions: reached from one, two and four squares before, without a gap. */
struct slide {
	uint64_t up1, up2, up4, down1, down2, down4;
	uint64_t left1, left2, left4, right1, right2, right4;
};

static inline struct slide slide_over(uint64_t free)
{
	struct slide s = { .up1 = free & ~RANK_1, .down1 = free & ~RANK_8, .left1 = free, .right1 = free };
	s.up2 = s.up1 & s.up1 << 1;
	s.up4 = s.up2 & s.up2 << 2;
	s.down2 = s.down1 & s.down1 >> 1;
	s.down4 = s.down2 & s.down2 >> 2;
	s.left2 = s.left1 & s.left1 >> 8;
	s.left4 = s.left2 & s.left2 >> 16;
	s.right2 = s.right1 & s.right1 << 8;
	s.right4 = s.right2 & s.right2 << 16;
	return s;
}

/* Every square that segments from `from` come to, the obstacle they meet included. */
static inline uint64_t slide_up(const struct slide *s, uint64_t from)
{
	from |= s->up1 & from << 1;
	from |= s->up2 & from << 2;
	from |= s->up4 & from << 4;
	return from << 1 & ~RANK_1;
}

static inline uint64_t slide_down(const struct slide *s, uint64_t from)
{
	from |= s->down1 & from >> 1;
	from |= s->down2 & from >> 2;
	from |= s->down4 & from >> 4;
	return from >> 1 & ~RANK_8;
}

static inline uint64_t slide_left(const struct slide *s, uint64_t from)
{
	from |= s->left1 & from >> 8;
	from |= s->left2 & from >> 16;
	from |= s->left4 & from >> 32;
	return from >> 8;
}

static inline uint64_t slide_right(const struct slide *s, uint64_t from)
{
	from |= s->right1 & from << 8;
	from |= s->right2 & from << 16;
	from |= s->right4 & from << 32;
	return from << 8;
}

uint64_t perturbador_reach(const struct perturbador *p, int start)
{
	uint64_t origin = perturbador_bit(start), pieces = perturbador_pieces(p) & ~origin;
	uint64_t open = ~(pieces | p->disturber); /* where a segment gets; a well ends it */
	uint64_t free = open & ~PERTURBADOR_WELLS;
	struct slide s = slide_over(free);

	/* Squares that have a piece just above them, and so on: there a segment may bend. */
	uint64_t under = free & (pieces & ~RANK_1) >> 1, over = free & (pieces & ~RANK_8) << 1;
	uint64_t left_of = free & pieces >> 8, right_of = free & pieces << 8;

	/* Before its first bend a well is like an edge. */
	uint64_t up = slide_up(&s, origin), down = slide_down(&s, origin);
	uint64_t left = slide_left(&s, origin), right = slide_right(&s, origin);
	uint64_t ends = (up | down | left | right) & free;
	uint64_t across = (up & under) | (down & over), along = (left & right_of) | (right & left_of);
	uint64_t across_done = 0, along_done = 0;

	while (across | along) {
		across_done |= across;
		along_done |= along;
		left = slide_left(&s, across);
		right = slide_right(&s, across);
		up = slide_up(&s, along);
		down = slide_down(&s, along);
		ends |= (up | down | left | right) & open;
		across = ((up & under) | (down & over)) & ~across_done;
		along = ((left & right_of) | (right & left_of)) & ~along_done;
	}
	return ends & ~origin;
}

#define DIAGONAL UINT64_C(0x8040201008040201)     /* a1 to h8 */
#define ANTIDIAGONAL UINT64_C(0x0102040810204080) /* a8 to h1 */

static inline uint64_t shift_files(uint64_t squares, int files)
{
	return files >= 0 ? squares << 8 * files : squares >> -8 * files;
}

uint64_t perturbador_disturbs(const struct perturbador *p)
{
	int square = rules_lowest(p->disturber), file = square / 8, rank = square % 8;
	uint64_t lines = UINT64_C(0xff) << 8 * file | RANK_1 << rank | shift_files(DIAGONAL, file - rank) |
			 shift_files(ANTIDIAGONAL, file + rank - 7);
	return lines & perturbador_empty(p);
}
