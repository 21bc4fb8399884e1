/*
 * rig.h — a board that exists only in memory, with imperfect sensors under a table that hands touch, before the real debounce,
 * layout and session.
 */
#ifndef TABLERO_TESTS_RIG_H
#define TABLERO_TESTS_RIG_H

#include "hand.h"
#include "replay.h"

/* Kinds of boards, by what they sense: see rig_kinds; or a board file. */
struct rig_kind {
	const char *name, *about;
	const char *pieces;  /* kind of a square's line in the board file, or NULL: blind */
	const char *counted; /* kind of a pit's line, or NULL */
	int most;            /* where it counts */
	int faulty;          /* how many lines are marked faulty */
	const char *file;    /* a board file instead of all this, or NULL */
};
extern const struct rig_kind rig_kinds[];
const struct rig_kind *rig_kind(const char *name); /* NULL: no such kind */

struct rig_event {
	int64_t at_us;
	uint64_t order;
	enum { RIG_TOUCH, RIG_RAW, RIG_TRUE } what; /* RIG_TRUE: the line says again what lies on it */
	struct touch touch;
	uint16_t line;
	uint16_t value;
	uint32_t age; /* of the line when this was made: what the hand does later overrules it */
};

struct rig {
	const struct hand_settings *settings;
	struct rules_variant variant;
	struct hal_board *board;
	struct hal_calibration *nominal;
	struct replay *replay;
	struct session *session;
	uint64_t seed;
	struct rules_look table[RULES_SITES_MAX];
	uint16_t raw[HAL_LINES_MAX];
	uint32_t age[HAL_LINES_MAX];
	int stuck[HAL_LINES_MAX]; /* value a broken line always says, −1: it works */
	struct rig_event *heap;
	int events, room;
	uint64_t order;
	bool unplugged;
	void (*heard)(void *user, const struct hal_event *event);     /* may be NULL: sees everything the board sends */
	void (*said)(void *user, const char *what, const char *rest); /* may be NULL: hears what people tell the session next */
	void *user;
};

/* −errno with a message. `board` (text of a board file) NULL: one made for the kind. */
int rig_new(const char *game, const struct rig_kind *kind, const char *board, const struct hand_settings *settings,
	    uint64_t seed, struct rig **ret, char message[HAL_MESSAGE_MAX]);
void rig_free(struct rig *r);

/* The board file of a kind for a game. */
int rig_board_text(const struct rules_variant *v, const struct rig_kind *kind, char *text, size_t room);

/* The board comes up with what lies on the table. */
int rig_power_up(struct rig *r, int64_t now_us);
void rig_touch(struct rig *r, const struct touch *t);
bool rig_button(struct rig *r, int64_t at_us, int player, int held_ms); /* false: the player has none */
/* Breaks a site's sensor: it says `value` for ever; −1: repaired. */
void rig_break(struct rig *r, uint16_t site, int value);
/* Somebody calls a site's sensor faulty: it is not believed any more. */
int rig_mark(struct rig *r, uint16_t site);
/* Pulls or plugs the cable. */
int rig_plug(struct rig *r, int64_t now_us, bool plugged);
/* People are about to say something to the session; words as in replay_people.h. */
void rig_said(struct rig *r, const char *what, const char *rest);
/* Lets time pass. −ELOOP as in replay.h. */
int rig_until(struct rig *r, int64_t until_us);
/* Lets time pass until nothing is planned and `quiet_ms` have gone by after that. */
int rig_settle(struct rig *r, int quiet_ms);
int64_t rig_now(const struct rig *r);

#endif
