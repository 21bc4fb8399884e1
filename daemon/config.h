/*
 * config.h — the hand-edited configuration: what is wired where and who may connect. What people choose while playing
 * (brightness, timing, language) is not here but in the store.
 *
 * Fails closed: an unknown section or key, a key given twice or a value out of range stops the start and names the line, so
 * that a typing mistake never quietly weakens who may do what.
 */
#ifndef TABLERO_CONFIG_H
#define TABLERO_CONFIG_H

#include <stdbool.h>

enum { CONFIG_TEXT = 256, CONFIG_NAMES = 8, CONFIG_MESSAGE = 320 };

/* What somebody without a token may see. */
enum config_visibility { CONFIG_POSITION, CONFIG_NAMES_TOO, CONFIG_NOTHING };

struct config {
	char board[CONFIG_TEXT];      /* name of a board compiled in, or path of a board file */
	char connection[CONFIG_TEXT]; /* hal_open's spec */
	char state[CONFIG_TEXT];      /* directory of the store and traces */
	char bind[CONFIG_TEXT];       /* numeric address to listen on; empty: all */
	int port;
	bool port_given;             /* then no falling back to another */
	char name[CONFIG_NAMES][64]; /* further host names under which phones may call */
	int names;
	bool any_network;             /* peers outside the networks of our own interfaces too */
	int connections, per_address; /* how many at once */
	int visibility;               /* enum config_visibility */
	int trace_hours;              /* raw traces kept; 0: none */
};

void config_defaults(struct config *ret);

/* Reads FILE over *ret. −ENOENT if there is none, −EINVAL with "FILE:LINE: what" otherwise. */
int config_read(const char *path, struct config *ret, char message[CONFIG_MESSAGE]);
/* The same from text. */
int config_parse(const char *name, const char *text, struct config *ret, char message[CONFIG_MESSAGE]);

#endif
