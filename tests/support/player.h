/*
 * player.h — people at the table: random legal games played by the simulated hand on the rig, questions answered from what
 * really happened, and a check after every turn that the record says the same.
 */
#ifndef TABLERO_TESTS_PLAYER_H
#define TABLERO_TESTS_PLAYER_H

#include <stdio.h>

#include "rig.h"

struct player_report {
	long turns;
	long wrong;              /* turns after which the record held another position than the table */
	long asked;              /* turns that needed a question answered */
	long stuck;              /* games that could not go on by hands and answers */
	long rescued;            /* turns that needed the board's guidance to be put right */
	long longest;            /* wait of a turn, ms */
	long after, asked_after; /* of these turns and questions: those after a sensor broke */
	long broken;             /* sensors that broke in the middle of a game */
	long noticed;            /* … and were found because the board asked or complained */
	long silent; /* … or because the board waited for nothing, and people looked at the page that shows every sensor */
	long misled; /* … and had told, before anybody knew, what a hand would have told: taken back on the phone */
};

struct player {
	struct rig *rig;
	struct hand hand;
	struct rules_state truth;
	rules_action *line; /* what was really played */
	int plies, room;
	int turn_ply; /* where the last turn begins */
	uint64_t seed;
	bool asked;
	int break_turn;                  /* turns until a sensor breaks; below 0: none does any more */
	uint16_t broken;                 /* the site whose sensor broke, or RULES_NO_SITE */
	bool broken_marked, broken_ends; /* it is called faulty; nothing of what it told is left */
	FILE *log;
	char trouble[1024]; /* what went wrong, for people */
	struct player_report report;
};

struct player_setup {
	const char *game;
	const struct rig_kind *kind;
	const struct hand_settings *settings;
	uint64_t seed;
	int turns;                                                /* at most */
	void (*heard)(void *user, const struct hal_event *event); /* may be NULL: what the board sends */
	void *user;
	void (*begun)(void *user, struct rig *rig); /* may be NULL: the board lies there, nothing is on it yet */
	FILE *log;                                  /* may be NULL: touches and session events, a line each */
};

/* Plays one game and adds to *report. −errno, with a message in trouble, only for a game that cannot begin. */
int player_game(const struct player_setup *setup, struct player_report *report, char *trouble, size_t room);

/* One random turn in place; returns how many actions were written to run[] (room for 160). */
int player_random_turn(const struct rules_variant *v, struct rules_state *s, rules_action *run, uint64_t *seed);

/* The choice of a pending question that agrees with `next`, the action really played at the record's tip; −1: none. */
int player_true_choice(const struct rules_record *record, const struct view *view, const rules_action *rest, int n);

#endif
