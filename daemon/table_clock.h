/* table_clock.h — the players' clocks, where a game is played with them. */
#ifndef TABLERO_TABLE_CLOCK_H
#define TABLERO_TABLE_CLOCK_H

#include <stdint.h>

struct app;

/* It is this player's turn: his clock runs, the one before gets its bonus. */
void table_clock_switch(struct app *app, int64_t now_us, int player);
/* The same after something was taken back: nobody has earned a bonus. */
void table_clock_back(struct app *app, int64_t now_us, int player);
void table_clock_stop(struct app *app, int64_t now_us);
/* What a player has left at this moment. */
int64_t table_clock_left_ms(const struct app *app, int64_t now_us, int player);
/* Ends the game when the running clock is used up; returns when that is (INT64_MAX: no clock runs). */
int64_t table_clock_watch(struct app *app, int64_t now_us);

#endif
