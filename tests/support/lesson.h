/*
 * lesson.h — lesson files, read strictly and judged as the page judges them. Format: web-ui/lessons/README.md.
 *
 * Everything that finds a fault writes one line "GAME lesson N step M: what is wrong" and returns false.
 */
#ifndef TABLERO_TEST_LESSON_H
#define TABLERO_TEST_LESSON_H

#include <jansson.h>

#include "reply.h"
#include "rules.h"

enum { LESSON_TURN_MAX = 80, LESSON_FAULT_MAX = 512 };

/* One step, with the position it starts from. */
struct lesson_step {
	const char *game; /* id of the file */
	int lesson, step; /* lesson from 1, step from 0 */
	struct rules_variant variant;
	struct rules_state start;
	int learner;
	json_t *json; /* borrowed from the file */
};

/* How far a learner has come in a step. */
struct lesson_run {
	struct rules_state at, stood;                   /* now; and before the last answer that the file leaves free */
	char played[LESSON_TURN_MAX][RULES_ACTION_MAX]; /* his own actions */
	int length, turns;
};

enum lesson_answer {
	LESSON_GO_ON,   /* his turn is not over */
	LESSON_TURNED,  /* his turn is over without success */
	LESSON_SUCCESS, /* the aim is reached */
	LESSON_SLIP,    /* taken back: a slip of the file, or not among `allow` */
};

/* Reads a file, or the text of one. NULL with a message in `fault` when it is not of the format. */
json_t *lesson_file(const char *path, char fault[LESSON_FAULT_MAX]);
json_t *lesson_text(const char *text, char fault[LESSON_FAULT_MAX]);

/* Calls `each` for every step until one is faulty. */
bool lesson_each(json_t *file, bool (*each)(const struct lesson_step *s, char fault[LESSON_FAULT_MAX]),
		 char fault[LESSON_FAULT_MAX]);

/* The same for the files of all games below the root of the source. */
bool lesson_every(const char *root, bool (*each)(const struct lesson_step *s, char fault[LESSON_FAULT_MAX]),
		  char fault[LESSON_FAULT_MAX]);

bool lesson_fits(const char *pattern, const char *action);
void lesson_begin(const struct lesson_step *s, struct lesson_run *ret);
/* Is the aim reached by what was played so far? */
bool lesson_reached(const struct lesson_step *s, const struct lesson_run *run);
/* The learner plays a legal action. A slip leaves the run as it was. */
enum lesson_answer lesson_play(const struct lesson_step *s, struct lesson_run *run, rules_action action);
/* The replies of the file to a turn that is over; true and played if all of them are legal there (or there are none). */
bool lesson_reply(const struct lesson_step *s, struct lesson_run *run);
/* Turns the learner has before the step begins again. */
int lesson_turns(const struct lesson_step *s);
/* Follows the hint and, where the step is longer than a turn, plays on by a search. True if that leads to success. */
bool lesson_follow(const struct lesson_step *s, struct lesson_run *run, char fault[LESSON_FAULT_MAX]);
/* The slip of the file that a legal action is, or NULL. */
json_t *lesson_slip(const struct lesson_step *s, const char *action);

/* Writes the fault with its place; returns false. */
bool lesson_fault(const struct lesson_step *s, char fault[LESSON_FAULT_MAX], const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
