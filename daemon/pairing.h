/*
 * pairing.h — how a phone gets in: lit squares that are tapped on the phone, six digits on the console, or the code behind the
 * address that the console shows to be scanned.
 */
#ifndef TABLERO_PAIRING_H
#define TABLERO_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

struct app;

/* Opens the window: squares begin to light in turn. */
void pairing_open(struct app *app, int64_t now_us);
/* When the window closes by itself, INT64_MAX: none is open. */
int64_t pairing_next_us(struct app *app, int64_t now_us);
/* Prints the address, with a code to scan; `pair`: one that lets the phone in. */
void pairing_print(struct app *app, bool pair);
/* The address to open, with the code behind it; NULL: without one. */
void pairing_url(struct app *app, const char *code, char ret[160]);
/* The numeric address by which a phone in the house reaches us. */
void pairing_address(char ret[64]);

#endif
