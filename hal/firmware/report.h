/*
 * report.h — what the board says, most urgent first: answer, hello, frame, changes, heartbeat. Each waits for room in the
 * transmit ring, so nothing is ever dropped here.
 */
#ifndef REPORT_H
#define REPORT_H

#include "board.h"

void report_start(char reset_cause);
/* Says as much as there is room for; `ticked`: a millisecond has begun. */
void report(bool ticked);

void report_want_hello(void); /* and a frame behind it */
void report_want_frame(void); /* from its first line, even if one is on its way */
/* The answer to the host's line: reason 0 is "done". One at a time: the next line waits for it. */
void report_answer(const char tag[2], char reason);
bool report_owes_answer(void);

#endif
