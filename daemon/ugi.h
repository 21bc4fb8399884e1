/*
 * ugi.h — the Universal Game Interface: lines in, lines out. Knows no clock and no file descriptor; whoever drives it does.
 */
#ifndef TABLERO_UGI_H
#define TABLERO_UGI_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct ugi;

/* The outside during a `go`. */
struct ugi_host {
	void *user;
	/* Work begins that may last so long; a negative budget: until it is stopped. `quit` and the end of the input, which a
	 * script sends in the same breath, let it go on for the grace. */
	void (*begin)(void *user, int64_t budget_us, int64_t grace_us);
	/* The time is over, or `stop` has come, or another end and its grace is over. Must not block. */
	bool (*stop)(void *user);
	/* Returns when `stop` may have become true. */
	void (*wait)(void *user);
};

/* NULL without memory. `out` and what `host` points to stay the caller's. */
struct ugi *ugi_create(FILE *out, const struct ugi_host *host);
void ugi_destroy(struct ugi *u);

/* Obeys one line, without its newline; any text will do. Answers go to `out`, complaints too, as `info string …`. Returns
 * only when the answer is complete; false after `quit`. */
bool ugi_line(struct ugi *u, const char *line);

#endif
