/* record_internal.h — shared by record_reader.c, record_read.c and record_json.c: a file being read. */
#ifndef TABLERO_RECORD_INTERNAL_H
#define TABLERO_RECORD_INTERNAL_H

#include "record_text.h"

struct reader {
	const char *at;
	int line;
	struct record_error *err;
	struct saved_game *game; /* being read */
	int *line_of;            /* line of each ply of the main line */
	int lines;
	bool begun, ended, moves;
	char *seconds, *derived;
};

/* Tells what is wrong at this line, with `what` in place of '~'; −EINVAL. */
int record_fail(struct reader *r, const char *en, const char *es, const char *what);
int record_copy(struct reader *r, const char *value, char *ret, size_t room);
bool record_is_result(const char *text);
/* One game into r->game. */
int record_read_one(struct reader *r);
int record_read_object(struct reader *r, json_t *o);
void record_skip_blank(struct reader *r);

#endif
