/*
 * card.h — a store in a directory of its own, games and hours of rest on a clock that is told, and what lies on the card afterwards:
 * the file, its copies, and how somebody ruins them.
 */
#ifndef TABLERO_TESTS_CARD_H
#define TABLERO_TESTS_CARD_H

#include <stdbool.h>
#include <stdint.h>

#include "store.h"

#define CARD_SECOND (INT64_C(1000000))
#define CARD_HOUR (3600 * CARD_SECOND)
#define CARD_DAY (24 * CARD_HOUR)

extern struct card {
	char *directory;
	struct store *store;
	int64_t now_us;
} card;

/* Set-up and end of a test; the store begun anew. */
int card_enter(void **state);
int card_leave(void **state);
void card_open(void);

void card_play(void);       /* a whole game, from now on */
void card_play_heavy(void); /* one that takes a mebibyte */
void card_rest(int64_t long_us);

const char *card_path_of(const char *name);            /* good for the next three calls */
int64_t card_ask(const char *path, const char *sql);   /* one number out of a file; −1: none */
int64_t card_number_of(int slot);                      /* of a sealed copy; 0: none there */
bool card_in_file(const char *name, const char *text); /* whether these bytes are anywhere in it */
void card_ruin(const char *name, long from);           /* rubbish over everything from there on */
void card_copy(const char *from, const char *to);
void card_assert_told(const char *en, const char *es); /* what people are told has these parts */
void card_assert_games(const char *should);

#endif
