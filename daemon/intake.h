/*
 * intake.h — taking in a file of games while the board is played on: one game at a time, whenever nothing else is to be done.
 */
#ifndef TABLERO_INTAKE_H
#define TABLERO_INTAKE_H

struct app;

/* The store has begun to take something in; does a little of it at once, the rest from the loop. */
int intake_begin(struct app *app);
void intake_end(struct app *app); /* also before all is done */

#endif
