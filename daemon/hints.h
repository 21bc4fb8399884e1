/*
 * hints.h — the search for a good move runs beside the loop on a thread of its own, the only one; the loop is told when it is
 * done. What it finds is an opinion unless it is proven.
 */
#ifndef TABLERO_HINTS_H
#define TABLERO_HINTS_H

#include <stdint.h>

struct app;
struct hints;
struct view_text;

enum { HINTS_MS = 1500 };

int hints_new(struct app *app, struct hints **ret);
void hints_free(struct hints *h); /* stops a running search */
/* One rung further on the ladder, as soon as a move is known. −EBUSY while searching, −ENOENT without a game; with a sentence. */
int hints_ask(struct hints *h, int64_t now_us, struct view_text *ret_why);

#endif
