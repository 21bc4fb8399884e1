/*
 * disk.h — a disk under SQLite that remembers and that fails. It stands as SQLite's default file system while the real store
 * runs above it, and passes everything on to the real one.
 *
 * It writes down every write, sync, cut and deletion. From that list disk_image() makes the files as a power cut could have
 * left them: what was synced is there; of what was not, any part may be, down to single sectors of 512 bytes.
 *
 * It can also refuse: the n-th call from now on, once or for good, with the error of a broken, full or locked card.
 */
#ifndef TABLERO_TESTS_DISK_H
#define TABLERO_TESTS_DISK_H

#include <stdbool.h>
#include <stdint.h>

void disk_install(void);
void disk_remove(void); /* SQLite's own file system is the default again; the list stays */

/* ---- Remembering ----------------------------------------------------------------------------------------------------------
 */

void disk_record(bool on); /* from now on, or not any more; the list is empty then */
int disk_ops(void);        /* length of the list */

enum disk_loss {
	DISK_ALL,    /* everything written so far arrived */
	DISK_SYNCED, /* only what was synced */
	DISK_SOME,   /* of what was not synced a random part, out of order, one of it torn */
};
/* Writes the files into the empty directory `to` as they are if the power goes after the first `ops` entries of the list. The
 * syncs among the last `lies` entries were promised but not done. */
void disk_image(int ops, int lies, enum disk_loss loss, uint64_t *seed, const char *to);

/* ---- Refusing -------------------------------------------------------------------------------------------------------------
 */

enum disk_fault { DISK_EIO, DISK_SHORT, DISK_FULL, DISK_LOCKED, DISK_FAULTS };
/* The n-th call from now on that this fault can meet fails; lasting: and all after it. n 0: the disk is healed. */
void disk_fail(enum disk_fault fault, long n, bool lasting);
bool disk_failed(void); /* has it failed since then? */

#endif
