/*
 * naive_contigo.h — the Contigo family once more, written straight from its rules on texts, slowly: what the fast engine is
 * compared with. Nothing here uses the rules library.
 */
#ifndef TABLERO_TESTS_NAIVE_CONTIGO_H
#define TABLERO_TESTS_NAIVE_CONTIGO_H

#include <stdbool.h>

enum { NAIVE_CONTIGO_ACTIONS = 512, NAIVE_CONTIGO_TEXT = 16, NAIVE_CONTIGO_POSITION = 512 };

struct naive_contigo {
	enum { NAIVE_LINE, NAIVE_CAPTURE, NAIVE_BASIC, NAIVE_DOUBLE } kind;
	int players, align;
	bool ell, spread, all_diagonals;
};

struct naive_contigo_actions {
	int n;
	char text[NAIVE_CONTIGO_ACTIONS][NAIVE_CONTIGO_TEXT]; /* sorted */
};

/* 0 ongoing, 1 … 4 the winner. */
int naive_contigo_result(const struct naive_contigo *game, const char *position);
void naive_contigo_legal(const struct naive_contigo *game, const char *position, struct naive_contigo_actions *ret);
void naive_contigo_play(const struct naive_contigo *game, const char *position, const char *action,
			char ret[NAIVE_CONTIGO_POSITION]);

#endif
