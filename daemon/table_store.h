/* table_store.h — between table.c and its two sinks: table_store.c, which comes first, and table_others.c. */
#ifndef TABLERO_TABLE_STORE_H
#define TABLERO_TABLE_STORE_H

#include "event.h"

int table_to_store(void *user, const struct event *e); /* sinks; user: the app */
int table_to_others(void *user, const struct event *e);
int table_tell_again(void *user); /* for store_on_behind() */

#endif
