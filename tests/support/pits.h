/*
 * pits.h — positions of the Contigo family for tests, of which only the pits that matter are named.
 */
#ifndef TABLERO_TESTS_PITS_H
#define TABLERO_TESTS_PITS_H

/* "BOARD PITS REST". `pits` is as "Na=2 W3=1"; all others are empty, but SW, which governs nothing, holds what is left of the
 * game's beads. `hand` are in the hand. The text lives until the eighth next call. */
const char *with_pits(const char *board, const char *pits, const char *rest);
const char *with_pits_and_hand(const char *board, const char *pits, int hand, const char *rest);

#endif
