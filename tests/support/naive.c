/*
 * naive.c — lists of action texts for the slow games.
 */
#include <stdlib.h>
#include <string.h>

#include "naive.h"

void naive_add(struct naive_actions *list, const char *text)
{
	if (list->n == NAIVE_ACTIONS || strlen(text) >= NAIVE_TEXT)
		abort();
	strcpy(list->text[list->n++], text);
}

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

void naive_sort(struct naive_actions *list)
{
	qsort(list->text, (size_t)list->n, sizeof(list->text[0]), compare);
}
