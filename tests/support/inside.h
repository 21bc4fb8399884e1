/*
 * inside.h — the daemon's parts in one process, without a socket: a simulated board, a store in a directory of its own, and
 * requests that are answered like those that come over the network once their form was checked.
 */
#ifndef TABLERO_TESTS_INSIDE_H
#define TABLERO_TESTS_INSIDE_H

#include <stddef.h>

#include "app.h"
#include "http.h"

/* NULL without memory. The board is simulated, a game of contigo-line is on the table. */
struct app *inside_new(const char *directory);
void inside_free(struct app *app);

/* "GET /api/v1/games?q=a" or "POST …", then a line break and the body. The status, 0 where the text is no request at all. What
 * was answered, as text, in *ret (free() it; may be NULL). */
int inside_ask(struct app *app, enum role role, const char *text, size_t size, char **ret);

#endif
