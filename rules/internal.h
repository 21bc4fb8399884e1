/*
 * internal.h — what the games share behind rules.h: strict text readers, random numbers, bits, square boards.
 *
 * Private to rules/. Everything here is as pure as rules.h demands.
 */
#ifndef TABLERO_RULES_INTERNAL_H
#define TABLERO_RULES_INTERNAL_H

#include "rules.h"

extern const struct rules_game rules_contigo_line, rules_contigo_capture, rules_thibault, rules_swahili, rules_perturbador,
    rules_andantino, rules_oraia;

/* A game lays its own struct over rules_state; this refuses one that does not fit. */
#define RULES_STATE_FITS(type) _Static_assert(sizeof(type) <= sizeof(struct rules_state), "a " #type " is a rules_state")

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

/* Writes "FIELD: reason" into `err`, which may be NULL, and returns −EINVAL. What a person typed may be quoted freely:
 * bytes that a terminal would obey are shown as '?'. */
int rules_fail(struct rules_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A piece of somebody else's text, not terminated. */
struct rules_field {
	const char *text;
	int length;
};

/* For "%.*s": at most 40 bytes of a field. */
#define RULES_QUOTE(f) ((f).length < 40 ? (f).length : 40), (f).text

bool rules_field_is(struct rules_field f, const char *text);

/* Splits `text` into exactly n fields separated by single spaces; the messages name the fields by name[]. */
int rules_split(const char *text, int n, const char *const name[], struct rules_field ret_field[], struct rules_error *err);

/* Reads a decimal number 0 … max at the front of *f and moves *f past it. False, and *f as it was, for no digit, a
 * leading zero or too large a number. */
bool rules_take_number(struct rules_field *f, int max, int *ret);

/* Moves *f past the character c, if that is next. */
bool rules_take_char(struct rules_field *f, char c);

/* Append to a text that has room; return its new end, where a NUL stands. */
char *rules_put(char *at, const char *text);
char *rules_put_number(char *at, int number);

/* ---- Explanations ------------------------------------------------------------------------------------------------ */

/* Fills *ret with one sentence in two languages, both made from the same arguments in the same order; returns 0. */
int rules_explain(struct rules_why *ret, const char *rule, int site, int should, const char *en, const char *es, ...)
    __attribute__((format(printf, 5, 7), format(printf, 6, 7)));

/* Appends to a path. */
void rules_path_step(struct rules_path *path, int site, enum rules_mark mark);

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

/* splitmix64: any seed is good, also 0. */
static inline uint64_t rules_mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static inline uint64_t rules_random(uint64_t *seed)
{
	return rules_mix(*seed += 0x9e3779b97f4a7c15u);
}

/* 0 … n−1, all equally likely; n ≥ 1. */
static inline int rules_random_below(uint64_t *seed, int n)
{
	return (int)(((rules_random(seed) >> 32) * (uint64_t)n) >> 32);
}

/* Hash of n words. */
static inline uint64_t rules_hash_words(const uint64_t *word, int n)
{
	uint64_t h = 0x2545f4914f6cdd1du;
	for (int i = 0; i < n; i++)
		h = rules_mix(h ^ word[i]) + 0x9e3779b97f4a7c15u;
	return h;
}

static inline int rules_bits(uint64_t x)
{
	x -= (x >> 1) & 0x5555555555555555u;
	x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
	x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
	return (int)((x * 0x0101010101010101u) >> 56);
}

/* Number of the lowest bit; x ≠ 0. */
static inline int rules_lowest(uint64_t x)
{
	return __builtin_ctzll(x);
}

static inline int rules_pop_lowest(uint64_t *x)
{
	int bit = __builtin_ctzll(*x);
	*x &= *x - 1;
	return bit;
}

/* Number of the k-th bit from below, k from 0; x has more than k bits. */
static inline int rules_nth_bit(uint64_t x, int k)
{
	while (k-- > 0)
		x &= x - 1;
	return __builtin_ctzll(x);
}

/* Sorts by value. Games pack their actions so that values sort like texts. */
void rules_sort_actions(rules_action *list, int n);

/* ---- Square boards ----------------------------------------------------------------------------------------------- */

/* Squares are numbered file by file, upwards: a1 = 0, a2 = 1, …, b1 = n. So numbers sort like names, and a set of squares
 * is a 64-bit word. Player 1 sits below rank 1. */
enum rules_direction { RULES_UP, RULES_DOWN, RULES_LEFT, RULES_RIGHT };

static inline int rules_square(int n, int file, int rank)
{
	return file * n + rank;
}

/* The square `distance` squares away, or −1 beyond the edge. */
int rules_square_beyond(int n, int square, int way, int distance);

/* Direction of a straight line along file or rank between two squares and its length; −1 if there is none. */
int rules_square_line(int n, int from, int to, int *ret_distance);

/* "c4", and back: −1 for no such square. Reads two characters, writes two and a NUL. */
int rules_square_read(int n, const char *text);
char *rules_square_put(char *at, int n, int square);

/* Ranks from the top, digits for runs of empty squares. letters[i] belongs to set[i]. */
int rules_board_read(struct rules_field f, int n, const char *letters, uint64_t ret_set[], struct rules_error *err);
char *rules_board_put(char *at, int n, const char *letters, const uint64_t set[]);

#endif
