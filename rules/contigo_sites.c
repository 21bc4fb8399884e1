/*
 * contigo_sites.c — the sites of the two boards: squares file by file, then pits in ring order from NW.
 *
 * The wood is 1000 units wide. A square has its up to four neighbours along file and rank, a pit its two in the ring.
 */
#include "contigo.h"

static const struct rules_site six[64] = {
	{ "a1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 2, 205, 795, 118, { 1, 6 } },
	{ "a2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 205, 677, 118, { 0, 2, 7 } },
	{ "a3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 205, 559, 118, { 1, 3, 8 } },
	{ "a4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 205, 441, 118, { 2, 4, 9 } },
	{ "a5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 205, 323, 118, { 3, 5, 10 } },
	{ "a6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 2, 205, 205, 118, { 4, 11 } },
	{ "b1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 323, 795, 118, { 0, 7, 12 } },
	{ "b2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 323, 677, 118, { 1, 6, 8, 13 } },
	{ "b3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 323, 559, 118, { 2, 7, 9, 14 } },
	{ "b4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 323, 441, 118, { 3, 8, 10, 15 } },
	{ "b5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 323, 323, 118, { 4, 9, 11, 16 } },
	{ "b6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 323, 205, 118, { 5, 10, 17 } },
	{ "c1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 441, 795, 118, { 6, 13, 18 } },
	{ "c2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 441, 677, 118, { 7, 12, 14, 19 } },
	{ "c3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 441, 559, 118, { 8, 13, 15, 20 } },
	{ "c4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 441, 441, 118, { 9, 14, 16, 21 } },
	{ "c5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 441, 323, 118, { 10, 15, 17, 22 } },
	{ "c6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 441, 205, 118, { 11, 16, 23 } },
	{ "d1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 559, 795, 118, { 12, 19, 24 } },
	{ "d2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 559, 677, 118, { 13, 18, 20, 25 } },
	{ "d3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 559, 559, 118, { 14, 19, 21, 26 } },
	{ "d4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 559, 441, 118, { 15, 20, 22, 27 } },
	{ "d5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 559, 323, 118, { 16, 21, 23, 28 } },
	{ "d6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 559, 205, 118, { 17, 22, 29 } },
	{ "e1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 677, 795, 118, { 18, 25, 30 } },
	{ "e2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 677, 677, 118, { 19, 24, 26, 31 } },
	{ "e3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 677, 559, 118, { 20, 25, 27, 32 } },
	{ "e4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 677, 441, 118, { 21, 26, 28, 33 } },
	{ "e5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 677, 323, 118, { 22, 27, 29, 34 } },
	{ "e6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 677, 205, 118, { 23, 28, 35 } },
	{ "f1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 2, 795, 795, 118, { 24, 31 } },
	{ "f2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 795, 677, 118, { 25, 30, 32 } },
	{ "f3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 795, 559, 118, { 26, 31, 33 } },
	{ "f4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 795, 441, 118, { 27, 32, 34 } },
	{ "f5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 795, 323, 118, { 28, 33, 35 } },
	{ "f6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 2, 795, 205, 118, { 29, 34 } },
	{ "NW", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 75, 100, { 37, 63 } },
	{ "Na", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 205, 75, 100, { 36, 38 } },
	{ "Nb", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 323, 75, 100, { 37, 39 } },
	{ "Nc", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 441, 75, 100, { 38, 40 } },
	{ "Nd", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 559, 75, 100, { 39, 41 } },
	{ "Ne", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 677, 75, 100, { 40, 42 } },
	{ "Nf", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 795, 75, 100, { 41, 43 } },
	{ "NE", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 75, 100, { 42, 44 } },
	{ "E6", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 205, 100, { 43, 45 } },
	{ "E5", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 323, 100, { 44, 46 } },
	{ "E4", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 441, 100, { 45, 47 } },
	{ "E3", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 559, 100, { 46, 48 } },
	{ "E2", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 677, 100, { 47, 49 } },
	{ "E1", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 795, 100, { 48, 50 } },
	{ "SE", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 925, 100, { 49, 51 } },
	{ "Sf", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 795, 925, 100, { 50, 52 } },
	{ "Se", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 677, 925, 100, { 51, 53 } },
	{ "Sd", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 559, 925, 100, { 52, 54 } },
	{ "Sc", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 441, 925, 100, { 53, 55 } },
	{ "Sb", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 323, 925, 100, { 54, 56 } },
	{ "Sa", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 205, 925, 100, { 55, 57 } },
	{ "SW", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 925, 100, { 56, 58 } },
	{ "W1", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 795, 100, { 57, 59 } },
	{ "W2", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 677, 100, { 58, 60 } },
	{ "W3", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 559, 100, { 59, 61 } },
	{ "W4", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 441, 100, { 60, 62 } },
	{ "W5", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 323, 100, { 61, 63 } },
	{ "W6", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 205, 100, { 36, 62 } },
};

static const struct rules_site eight[100] = {
	{ "a1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 2, 185, 815, 90, { 1, 8 } },
	{ "a2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 185, 725, 90, { 0, 2, 9 } },
	{ "a3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 185, 635, 90, { 1, 3, 10 } },
	{ "a4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 185, 545, 90, { 2, 4, 11 } },
	{ "a5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 185, 455, 90, { 3, 5, 12 } },
	{ "a6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 185, 365, 90, { 4, 6, 13 } },
	{ "a7", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 185, 275, 90, { 5, 7, 14 } },
	{ "a8", RULES_SQUARE, RULES_SENSE_PIECE, 0, 2, 185, 185, 90, { 6, 15 } },
	{ "b1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 275, 815, 90, { 0, 9, 16 } },
	{ "b2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 275, 725, 90, { 1, 8, 10, 17 } },
	{ "b3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 275, 635, 90, { 2, 9, 11, 18 } },
	{ "b4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 275, 545, 90, { 3, 10, 12, 19 } },
	{ "b5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 275, 455, 90, { 4, 11, 13, 20 } },
	{ "b6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 275, 365, 90, { 5, 12, 14, 21 } },
	{ "b7", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 275, 275, 90, { 6, 13, 15, 22 } },
	{ "b8", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 275, 185, 90, { 7, 14, 23 } },
	{ "c1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 365, 815, 90, { 8, 17, 24 } },
	{ "c2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 365, 725, 90, { 9, 16, 18, 25 } },
	{ "c3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 365, 635, 90, { 10, 17, 19, 26 } },
	{ "c4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 365, 545, 90, { 11, 18, 20, 27 } },
	{ "c5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 365, 455, 90, { 12, 19, 21, 28 } },
	{ "c6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 365, 365, 90, { 13, 20, 22, 29 } },
	{ "c7", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 365, 275, 90, { 14, 21, 23, 30 } },
	{ "c8", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 365, 185, 90, { 15, 22, 31 } },
	{ "d1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 455, 815, 90, { 16, 25, 32 } },
	{ "d2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 455, 725, 90, { 17, 24, 26, 33 } },
	{ "d3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 455, 635, 90, { 18, 25, 27, 34 } },
	{ "d4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 455, 545, 90, { 19, 26, 28, 35 } },
	{ "d5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 455, 455, 90, { 20, 27, 29, 36 } },
	{ "d6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 455, 365, 90, { 21, 28, 30, 37 } },
	{ "d7", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 455, 275, 90, { 22, 29, 31, 38 } },
	{ "d8", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 455, 185, 90, { 23, 30, 39 } },
	{ "e1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 545, 815, 90, { 24, 33, 40 } },
	{ "e2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 545, 725, 90, { 25, 32, 34, 41 } },
	{ "e3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 545, 635, 90, { 26, 33, 35, 42 } },
	{ "e4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 545, 545, 90, { 27, 34, 36, 43 } },
	{ "e5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 545, 455, 90, { 28, 35, 37, 44 } },
	{ "e6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 545, 365, 90, { 29, 36, 38, 45 } },
	{ "e7", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 545, 275, 90, { 30, 37, 39, 46 } },
	{ "e8", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 545, 185, 90, { 31, 38, 47 } },
	{ "f1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 635, 815, 90, { 32, 41, 48 } },
	{ "f2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 635, 725, 90, { 33, 40, 42, 49 } },
	{ "f3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 635, 635, 90, { 34, 41, 43, 50 } },
	{ "f4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 635, 545, 90, { 35, 42, 44, 51 } },
	{ "f5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 635, 455, 90, { 36, 43, 45, 52 } },
	{ "f6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 635, 365, 90, { 37, 44, 46, 53 } },
	{ "f7", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 635, 275, 90, { 38, 45, 47, 54 } },
	{ "f8", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 635, 185, 90, { 39, 46, 55 } },
	{ "g1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 725, 815, 90, { 40, 49, 56 } },
	{ "g2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 725, 725, 90, { 41, 48, 50, 57 } },
	{ "g3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 725, 635, 90, { 42, 49, 51, 58 } },
	{ "g4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 725, 545, 90, { 43, 50, 52, 59 } },
	{ "g5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 725, 455, 90, { 44, 51, 53, 60 } },
	{ "g6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 725, 365, 90, { 45, 52, 54, 61 } },
	{ "g7", RULES_SQUARE, RULES_SENSE_PIECE, 0, 4, 725, 275, 90, { 46, 53, 55, 62 } },
	{ "g8", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 725, 185, 90, { 47, 54, 63 } },
	{ "h1", RULES_SQUARE, RULES_SENSE_PIECE, 0, 2, 815, 815, 90, { 48, 57 } },
	{ "h2", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 815, 725, 90, { 49, 56, 58 } },
	{ "h3", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 815, 635, 90, { 50, 57, 59 } },
	{ "h4", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 815, 545, 90, { 51, 58, 60 } },
	{ "h5", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 815, 455, 90, { 52, 59, 61 } },
	{ "h6", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 815, 365, 90, { 53, 60, 62 } },
	{ "h7", RULES_SQUARE, RULES_SENSE_PIECE, 0, 3, 815, 275, 90, { 54, 61, 63 } },
	{ "h8", RULES_SQUARE, RULES_SENSE_PIECE, 0, 2, 815, 185, 90, { 55, 62 } },
	{ "NW", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 75, 84, { 65, 99 } },
	{ "Na", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 185, 75, 84, { 64, 66 } },
	{ "Nb", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 275, 75, 84, { 65, 67 } },
	{ "Nc", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 365, 75, 84, { 66, 68 } },
	{ "Nd", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 455, 75, 84, { 67, 69 } },
	{ "Ne", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 545, 75, 84, { 68, 70 } },
	{ "Nf", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 635, 75, 84, { 69, 71 } },
	{ "Ng", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 725, 75, 84, { 70, 72 } },
	{ "Nh", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 815, 75, 84, { 71, 73 } },
	{ "NE", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 75, 84, { 72, 74 } },
	{ "E8", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 185, 84, { 73, 75 } },
	{ "E7", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 275, 84, { 74, 76 } },
	{ "E6", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 365, 84, { 75, 77 } },
	{ "E5", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 455, 84, { 76, 78 } },
	{ "E4", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 545, 84, { 77, 79 } },
	{ "E3", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 635, 84, { 78, 80 } },
	{ "E2", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 725, 84, { 79, 81 } },
	{ "E1", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 815, 84, { 80, 82 } },
	{ "SE", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 925, 925, 84, { 81, 83 } },
	{ "Sh", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 815, 925, 84, { 82, 84 } },
	{ "Sg", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 725, 925, 84, { 83, 85 } },
	{ "Sf", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 635, 925, 84, { 84, 86 } },
	{ "Se", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 545, 925, 84, { 85, 87 } },
	{ "Sd", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 455, 925, 84, { 86, 88 } },
	{ "Sc", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 365, 925, 84, { 87, 89 } },
	{ "Sb", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 275, 925, 84, { 88, 90 } },
	{ "Sa", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 185, 925, 84, { 89, 91 } },
	{ "SW", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 925, 84, { 90, 92 } },
	{ "W1", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 815, 84, { 91, 93 } },
	{ "W2", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 725, 84, { 92, 94 } },
	{ "W3", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 635, 84, { 93, 95 } },
	{ "W4", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 545, 84, { 94, 96 } },
	{ "W5", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 455, 84, { 95, 97 } },
	{ "W6", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 365, 84, { 96, 98 } },
	{ "W7", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 275, 84, { 97, 99 } },
	{ "W8", RULES_PIT, RULES_SENSE_COUNT, 0, 2, 75, 185, 84, { 64, 98 } },
};

const struct rules_site *contigo_sites(const struct rules_variant *v, int *ret_n)
{
	struct contigo_rules g = contigo_rules(v);
	*ret_n = g.n * g.n + g.ring;
	return g.n == 6 ? six : eight;
}

const char *contigo_pit_name(int n, int pit)
{
	return (n == 6 ? six : eight)[n * n + pit].name;
}

int contigo_pit_by_name(int n, const char *name)
{
	bool north = name[0] == 'N', south = name[0] == 'S';

	if ((north || south) && name[1] == 'W')
		return north ? 0 : 3 * n + 3;
	if ((north || south) && name[1] == 'E')
		return north ? n + 1 : 2 * n + 2;
	if (north || south) {
		int square = name[1] >= 'a' && name[1] < 'a' + n ? (name[1] - 'a') * n : -1;
		return square < 0 ? -1 : contigo_pit(n, square, north ? RULES_UP : RULES_DOWN);
	}
	if ((name[0] != 'E' && name[0] != 'W') || name[1] < '1' || name[1] >= '1' + n)
		return -1;
	return contigo_pit(n, name[1] - '1', name[0] == 'E' ? RULES_RIGHT : RULES_LEFT);
}
