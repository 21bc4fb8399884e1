/*
 * printout.h — the lines in which the command line and the Universal Game Interface show positions.
 */
#ifndef TABLERO_PRINTOUT_H
#define TABLERO_PRINTOUT_H

#include <stdio.h>

#include "rules.h"

/* "id key=a|b key=a|b", a line an id, defaults first. */
void printout_games(FILE *out);

/* "fen POSITION", "player N", "result ongoing|win N|draw". */
void printout_show(FILE *out, const struct rules_variant *v, const struct rules_state *s);

/* The legal actions, a line each, sorted; nothing for a finished position. */
void printout_legal(FILE *out, const struct rules_variant *v, const struct rules_state *s);

/* "nodes N"; with `divide` and a depth of at least 1 before it "ACTION N" for each action. */
void printout_perft(FILE *out, const struct rules_variant *v, const struct rules_state *s, int depth, bool divide);

#endif
