/* cli_ask.h — one question to the running daemon, as owner, for whoever may open its socket. */
#ifndef TABLERO_CLI_ASK_H
#define TABLERO_CLI_ASK_H

#include <stddef.h>

/* Where the daemon keeps its state: `option`, else as the daemon finds it. */
void cli_state(const char *option, char ret[256]);

/* The daemon's greeting as a JSON line (caller frees). −ECONNREFUSED or −ENOENT: it does not run here; −EACCES: ask as root. */
int cli_greet(const char *state, char **ret);

/* GET, or POST with a body, on a path below /api/v1. *ret_status: of HTTP; the answer's body (caller frees). */
int cli_ask(const char *state, const char *path, const char *body, int *ret_status, char **ret_text, size_t *ret_size);

/* Tells on standard error why the daemon could not be asked; returns 1. */
int cli_unreachable(const char *state, int err);

#endif
