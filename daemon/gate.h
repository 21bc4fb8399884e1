/*
 * gate.h — what a request must look like before anybody reads it: pure checks of text, no sockets.
 *
 * A page somewhere on the internet can make a phone's browser call any address; it cannot make it send a Host that is ours
 * under a name it controls. So the Host must be an address in digits or a name we know.
 */
#ifndef TABLERO_GATE_H
#define TABLERO_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

struct config;

/* "192.168.1.7", "[fe80::1]:8080", "localhost", our host name, that with ".local", or a configured name; with or without a
 * port. Exactly in that spelling: no trailing dot, no space, no user. */
bool gate_host(const char *host, const struct config *config);

/* NULL if the target may be looked at, else what is wrong with it. Origin form only: "/path?query", no "..", no control or
 * foreign bytes in the path, at most 2048 bytes. */
const char *gate_target(const char *target);

/* Decoded query text: no control bytes, valid UTF-8. */
bool gate_text(const char *text);
/* The same for a text of several lines. */
bool gate_lines(const char *text);

/* "http://HOST" or "https://HOST" of this very request. */
bool gate_origin(const char *origin, const char *host);

/* Whether the peer is on this machine or on a network of one of its interfaces. */
bool gate_peer(const struct sockaddr *address);

/* How deep the brackets of a JSON text nest at most. */
int gate_depth(const char *text, size_t size);

#endif
