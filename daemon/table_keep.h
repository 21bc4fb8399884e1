/* table_keep.h — what belongs to the game on the table and is no part of its record: how much each player is taught, and the time left. */
#ifndef TABLERO_TABLE_KEEP_H
#define TABLERO_TABLE_KEEP_H

struct app;

/* A level a player from 1 on; NULL or −1: as in the settings. */
void table_keep_levels(struct app *app, const int *level);
/* Writes levels and clocks down. With clocks, after each turn: a power cut gives nobody back what he used. */
void table_keep(struct app *app);
/* Takes over what was written if it belongs to the game that is now on the table. */
void table_keep_read(struct app *app);

#endif
