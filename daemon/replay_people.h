/*
 * replay_people.h — what people said during a trace: the board did not feel it, so it stands in comments of the trace that
 * begin with "#!" and are carried out at their time.
 *
 *     #! TIME start GAME [POSITION]     #! TIME end-turn          #! TIME take-back PLY    #! TIME play ACTION
 *     #! TIME answer CHOICE             #! TIME dispute [PLAYER]  #! TIME hint             #! TIME resign PLAYER
 *     #! TIME draw                      #! TIME level N           #! TIME mark LABEL       #! TIME close
 *     #! TIME look                      #! TIME timing SETTLE SETTLE-OPEN PATIENCE TAKEBACK
 *
 * CHOICE: the site that answers the question, its words, or its number. `mark` calls a line faulty, `level` sets everybody's
 * teaching level, `look` only asks for a picture,
 * `timing` sets the clocks in ms where they are not the usual ones.
 */
#ifndef TABLERO_REPLAY_PEOPLE_H
#define TABLERO_REPLAY_PEOPLE_H

#include "replay.h"

enum { PEOPLE_MESSAGE = 320 };

struct people_line {
	int64_t time_us;
	int line; /* in the file */
	char what[12];
	char rest[RULES_POSITION_MAX + RULES_NAME_MAX];
};

/* Reads the "#!" lines of a trace. −errno, or −EINVAL with "FILE:LINE: what" in message. Free with free(). */
int people_read(const char *path, struct people_line **ret, int *ret_n, char message[PEOPLE_MESSAGE]);
/* Carries one out. −EINVAL for a line that makes no sense here; a refusal by the session is told in message and returned. */
int people_do(struct replay *r, struct hal_board *board, const struct people_line *line, char message[PEOPLE_MESSAGE]);

#endif
