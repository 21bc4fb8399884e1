/*
 * table.h — a perfect table for tests: sites are set by name, time passes when told, sensors never err. Everything below
 * (debounce, layout, board) is left out; the session is the real one.
 *
 * Whatever is wrong fails the running cmocka test with a message.
 */
#ifndef TABLERO_TESTS_TABLE_H
#define TABLERO_TESTS_TABLE_H

#include "session.h"

/* The daemon has functions of these names too, and some test programs hold both. */
#define table_new perfect_table_new
#define table_start perfect_table_start

enum { TABLE_EVENTS_MAX = 4096 };

/* One event as a sink heard it. */
struct table_event {
	int type, ply, player;
	char action[RULES_ACTION_MAX];
	char *json;
};

struct table {
	struct session *session;
	struct rules_variant variant;
	const struct rules_site *site;
	int sites;
	int64_t now_us;
	struct rules_look look[RULES_SITES_MAX]; /* what really lies there */
	struct table_event event[TABLE_EVENTS_MAX];
	int events;
	struct view view;                        /* filled by table_view() */
	int fail_from, durable_calls;            /* the durable sink refuses from this call on; 0: never */
	uint64_t seed;                           /* of the order in which hands do things */
	int64_t gap_ms;                          /* between two movements of a hand */
	void (*watch)(void *user, bool running); /* told around every call that may judge the board; NULL: nobody */
	void *watch_user;
};

/* `sensors`: P presence everywhere, PS owner too, C presence and counted pits, CS owner and counts, CR rank, owner and counts,
 * N presence and blind pits. The board is on and bare. */
struct table *table_new(const char *game, const char *sensors);
void table_free(struct table *t);

/* Starts a game (fen NULL: the standard start) with everything where it belongs. */
void table_start(struct table *t, const char *fen);

/* A site may be written as an index as well: the functions with _at. */
uint16_t table_site(const struct table *t, const char *name);
void table_set_at(struct table *t, uint16_t site, struct rules_look look);
void table_lift(struct table *t, const char *site);           /* everything on it */
void table_put(struct table *t, const char *site, int owner); /* one plain piece */
void table_put_ranked(struct table *t, const char *site, int owner, int rank);
void table_beads(struct table *t, const char *pit, int change);      /* so many more or fewer */
void table_move(struct table *t, const char *from, const char *to);  /* a piece, half a second in the hand */
void table_hurry(struct table *t, const char *from, const char *to); /* … or quicker than the board comes to rest */
void table_blind(struct table *t, const char *site);                 /* its sensor is marked faulty */
void table_count_to(struct table *t, uint8_t most);                  /* pits tell "that many or more"; takes a rest */
void table_wait(struct table *t, int ms);
/* Time for everything: settling, patience, thinking. */
void table_rest(struct table *t);

/* Plays a run of actions with perfect hands, in the order of the actions; does not wait after the last movement. */
void table_run(struct table *t, const struct rules_state *from, const rules_action *action, int actions);
/* The same from the session's position, "b1b3 2Na-Nc". */
void table_turn(struct table *t, const char *actions);

const struct view *table_view(struct table *t);
/* How many events of a type since the last table_forget(). */
int table_heard(const struct table *t, int type);
void table_forget(struct table *t);
/* The record's actions from its start, separated by spaces. */
const char *table_line(const struct table *t);
/* The choice of the open question by its English label, or by the place that answers it; NULL: not offered. */
const struct view_choice *table_choice(struct table *t, const char *label);
const struct view_choice *table_choice_at(struct table *t, const char *site);
/* Answers on the phone; a choice of NULL fails. */
void table_answer(struct table *t, const struct view_choice *choice);
void assert_line(const struct table *t, const char *actions);
void assert_phase(struct table *t, int phase);
/* "b5>b3 ->Na c1>-": the fixes of the view. */
void assert_fixes(struct table *t, const char *fixes);

#endif
