/*
 * session_memory.h — table memory: which of thousands of stored positions does the board show, or resemble most? Pure
 * comparison of what sensors see with what they would see; no session, no store.
 *
 * A position is kept as the list of what stands on it, so one comparison costs as much as it has pieces, whatever the size of the
 * board.
 */
#ifndef TABLERO_SESSION_MEMORY_H
#define TABLERO_SESSION_MEMORY_H

#include "rules.h"
#include "seen.h"

struct memory;

/* A stored position compared with the board. */
struct memory_hit {
	int64_t game_id;
	int index;  /* for memory_look() */
	int wrong;  /* sites that do not show what they should */
	int things; /* sites of the position whose sensors would show something */
};

int memory_new(struct memory **ret); /* −ENOMEM */
void memory_free(struct memory *m);  /* NULL is fine */
/* The newest first: of equals the one added earlier is preferred. −EINVAL: no such game or position; −ENOMEM. */
int memory_add(struct memory *m, int64_t game_id, const char *variant, const char *fen);
int memory_count(const struct memory *m);

/* Up to `room` positions of games on these sites with at most `most` wrong sites, the best first; games for which
 * `skip` (may be NULL) says true are passed over. Positions that the sensors would not show at all are none. */
int memory_find(const struct memory *m, const struct rules_site *site, int sites, const struct seen_sensor *sensor,
		const struct seen *seen, int most, bool (*skip)(void *user, int64_t game_id), void *user,
		struct memory_hit *list, int room);
/* What stands where in a position found. */
void memory_look(const struct memory *m, int index, struct rules_look look[RULES_SITES_MAX]);

#endif
