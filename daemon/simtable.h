/*
 * simtable.h — the wood of a simulated board: which pieces and beads really lie where, what each phone's hand holds, and the
 * box beside the board. People lift, drop and sweep as they like, legal or not; the sensors see of it what they can, and
 * nobody else looks here but the page that draws the table.
 *
 * Kept in a file beside the store, so that the pieces stand where they stood after a restart, as on a real board.
 */
#ifndef TABLERO_SIMTABLE_H
#define TABLERO_SIMTABLE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules.h"

struct simtable;

enum { SIMTABLE_OWNERS = RULES_NEUTRAL + 1, SIMTABLE_HANDS = 16, SIMTABLE_HELD_MAX = 255 };

/* Tells what a site now looks like, for its sensor. */
typedef void simtable_sensed(void *user, int site, struct rules_look look);

/* `path`: the file, NULL for none. */
int simtable_new(const char *path, simtable_sensed *sensed, void *user, struct simtable **ret);
void simtable_free(struct simtable *t);

/* Other sites are in force; what stands on sites of the same game stays, otherwise all goes into the box. All are sensed
 * anew. */
void simtable_use(struct simtable *t, const struct rules_variant *v);

/* All 0 or −errno: −ENOENT nothing there or no such thing in the hand, −ENOSPC hand or site is full. `owner` < 0: whichever
 * came last. */
int simtable_lift(struct simtable *t, int64_t hand, int site, int count, int owner, int rank);
int simtable_drop(struct simtable *t, int64_t hand, int site, int count, int owner, int rank);
int simtable_put(struct simtable *t, int site, int owner, int rank, int count);
int simtable_take_away(struct simtable *t, int site, int count);
int simtable_put_away(struct simtable *t, int64_t hand);                /* what the hand holds goes into the box */
int simtable_turn_over(struct simtable *t, int site);                   /* plain ↔ charged, man ↔ double */
int simtable_turn_disk(struct simtable *t, int by);                     /* Oraia: an eighth clockwise (1) or back (−1) */
void simtable_setup(struct simtable *t, const struct rules_look *look); /* exactly this; hands are emptied */
void simtable_sweep(struct simtable *t);

json_t *simtable_json(const struct simtable *t);               /* like "look" of STATE */
json_t *simtable_hand(const struct simtable *t, int64_t hand); /* [{"owner","rank","count"}] */

#endif
