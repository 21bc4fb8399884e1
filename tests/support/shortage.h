/*
 * shortage.h — memory that runs out when told. Only programs named test_memory.c may use it: the linker puts these functions in the way
 * of their allocations (-Wl,--wrap).
 */
#ifndef SHORTAGE_H
#define SHORTAGE_H

/* From now on the `after`-th allocation fails (0: none does), and as many in a row as `lasting` says. Counts begin anew. */
void shortage_begin(long after, long lasting);
/* Memory is back; the counts stay. */
void shortage_end(void);
/* Allocations asked for since shortage_begin(), and how many of them failed. */
long shortage_made(void);
long shortage_failed(void);

#endif
