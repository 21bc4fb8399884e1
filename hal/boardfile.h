/*
 * boardfile.h — a hand-edited file of sections and keys, with the line where each stood. Used for board files and for
 * calibrations.
 */
#ifndef TABLERO_HAL_BOARDFILE_H
#define TABLERO_HAL_BOARDFILE_H

#include "hal.h"

struct boardfile_entry {
	char *section, *key, *value;
	int line;
};

struct boardfile {
	char *name; /* stands in messages */
	struct boardfile_entry *entry;
	int entries, room;
};

/* −EINVAL with "FILE:LINE: what", −ENOMEM; *f is empty then. */
int boardfile_parse(struct boardfile *f, const char *name, const char *text, char message[HAL_MESSAGE_MAX]);
void boardfile_free(struct boardfile *f);
const struct boardfile_entry *boardfile_find(const struct boardfile *f, const char *section, const char *key);
/* The whole text of a file of at most 1 MB; −EILSEQ if it holds NUL bytes. The caller frees it. */
int boardfile_slurp(const char *path, char **ret);

#endif
