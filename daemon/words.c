/*
 * words.c — the words of a line, one after the other.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

bool words_next(const char **at, char *word, size_t size)
{
	*at += strspn(*at, " \t");
	size_t length = strcspn(*at, " \t");
	if (length == 0)
		return false;
	size_t fits = length < size ? length : size - 1;
	memcpy(word, *at, fits);
	word[fits] = '\0';
	*at += length;
	return true;
}

bool words_next_is(const char **at, const char *expected)
{
	char word[32];
	const char *ahead = *at;
	if (!words_next(&ahead, word, sizeof(word)) || strcmp(word, expected) != 0)
		return false;
	*at = ahead;
	return true;
}

bool words_number(const char *text, int64_t *ret)
{
	char *end;
	errno = 0;
	long long n = strtoll(text, &end, 10);
	if (errno || end == text || *end)
		return false;
	*ret = n;
	return true;
}
