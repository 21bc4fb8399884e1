/* table_store.h — between table.c and table_store.c. */
#ifndef TABLERO_TABLE_STORE_H
#define TABLERO_TABLE_STORE_H

#include "event.h"

int table_to_store(void *user, const struct event *e); /* a sink; user: the app */
int table_tell_again(void *user);                      /* for store_on_behind() */

#endif
