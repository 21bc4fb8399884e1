/*
 * board.c — boards of n×n squares: names, straight lines, and the text of what stands where.
 */
#include <string.h>

#include "internal.h"

int rules_square_beyond(int n, int square, int way, int distance)
{
	int file = square / n, rank = square % n;

	switch (way) {
	case RULES_UP: rank += distance; break;
	case RULES_DOWN: rank -= distance; break;
	case RULES_LEFT: file -= distance; break;
	case RULES_RIGHT: file += distance; break;
	}
	if (file < 0 || file >= n || rank < 0 || rank >= n)
		return -1;
	return rules_square(n, file, rank);
}

int rules_square_line(int n, int from, int to, int *ret_distance)
{
	int files = to / n - from / n, ranks = to % n - from % n;

	if ((files == 0) == (ranks == 0))
		return -1;
	if (files == 0) {
		*ret_distance = ranks > 0 ? ranks : -ranks;
		return ranks > 0 ? RULES_UP : RULES_DOWN;
	}
	*ret_distance = files > 0 ? files : -files;
	return files > 0 ? RULES_RIGHT : RULES_LEFT;
}

int rules_square_read(int n, const char *text)
{
	if (text[0] < 'a' || text[0] >= 'a' + n || text[1] < '1' || text[1] >= '1' + n)
		return -1;
	return rules_square(n, text[0] - 'a', text[1] - '1');
}

char *rules_square_put(char *at, int n, int square)
{
	at[0] = (char)('a' + square / n);
	at[1] = (char)('1' + square % n);
	at[2] = '\0';
	return at + 2;
}

/* One rank; f starts with it and is moved past it. */
static int read_rank(struct rules_field *f, int n, int rank, const char *letters, uint64_t set[], struct rules_error *err)
{
	bool after_digit = false;
	int file = 0;

	while (file < n) {
		if (f->length == 0 || f->text[0] == '/')
			return rules_fail(err, "BOARD: rank %d has %d squares, the board has %d", rank + 1, file, n);
		char c = f->text[0];
		const char *letter = strchr(letters, c);
		if (c >= '1' && c <= '8') {
			if (after_digit)
				return rules_fail(err, "BOARD: two digits side by side in rank %d", rank + 1);
			file += c - '0';
			after_digit = true;
		} else if (c && letter) {
			set[letter - letters] |= (uint64_t)1 << rules_square(n, file, rank);
			file++;
			after_digit = false;
		} else {
			return rules_fail(err, "BOARD: '%c' in rank %d, allowed are %s and digits", c, rank + 1, letters);
		}
		f->text++;
		f->length--;
	}
	if (file > n)
		return rules_fail(err, "BOARD: rank %d has %d squares, the board has %d", rank + 1, file, n);
	return 0;
}

int rules_board_read(struct rules_field f, int n, const char *letters, uint64_t ret_set[], struct rules_error *err)
{
	uint64_t set[16] = { 0 };

	for (int rank = n - 1; rank >= 0; rank--) {
		int rc = read_rank(&f, n, rank, letters, set, err);
		if (rc < 0)
			return rc;
		if (rank > 0 && !rules_take_char(&f, '/'))
			return rules_fail(err, "BOARD: '/' expected after rank %d", rank + 1);
	}
	if (f.length > 0)
		return rules_fail(err, "BOARD: more text after rank 1");
	memcpy(ret_set, set, strlen(letters) * sizeof(*set));
	return 0;
}

char *rules_board_put(char *at, int n, const char *letters, const uint64_t set[])
{
	for (int rank = n - 1; rank >= 0; rank--) {
		int empty = 0;
		for (int file = 0; file < n; file++) {
			uint64_t bit = (uint64_t)1 << rules_square(n, file, rank);
			int i = 0;
			while (letters[i] && !(set[i] & bit))
				i++;
			if (!letters[i]) {
				empty++;
				continue;
			}
			if (empty)
				*at++ = (char)('0' + empty);
			empty = 0;
			*at++ = letters[i];
		}
		if (empty)
			*at++ = (char)('0' + empty);
		if (rank > 0)
			*at++ = '/';
	}
	*at = '\0';
	return at;
}
