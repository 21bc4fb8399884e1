/*
 * naive.h — Andantino and Oraia once more, written straight from their rules on texts, slowly: what the fast ones are compared
 * with.
 *
 * Nothing here uses the rules library. Actions are listed in byte order of their texts.
 */
#ifndef TABLERO_TESTS_NAIVE_H
#define TABLERO_TESTS_NAIVE_H

#include <stdbool.h>

enum { NAIVE_ACTIONS = 2048, NAIVE_TEXT = 12, NAIVE_POSITION = 1024 };

struct naive_actions {
	int n;
	char text[NAIVE_ACTIONS][NAIVE_TEXT];
};

struct naive_andantino {
	int side;
	bool single, relocate; /* the options */
};

/* Results as in rules.h: 0 ongoing, 1, 2, 9 draw. */
int naive_andantino_result(const struct naive_andantino *game, const char *position);
void naive_andantino_legal(const struct naive_andantino *game, const char *position, struct naive_actions *ret);
void naive_andantino_play(const struct naive_andantino *game, const char *position, const char *action,
			  char ret[NAIVE_POSITION]);

/* Cells that one player's rings cut off from the outside, with whatever stands there. */
int naive_andantino_enclosed(const struct naive_andantino *game, const char *position, char ring_of);

int naive_oraia_result(bool stay_counts, const char *position);
void naive_oraia_legal(bool stay_counts, const char *position, struct naive_actions *ret);
void naive_oraia_play(bool stay_counts, const char *position, const char *action, char ret[NAIVE_POSITION]);

/* For lists of actions. */
void naive_add(struct naive_actions *list, const char *text);
void naive_sort(struct naive_actions *list);

#endif
