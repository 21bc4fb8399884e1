/*
 * player_internal.h — what the files of the player share.
 */
#ifndef TABLERO_TESTS_PLAYER_INTERNAL_H
#define TABLERO_TESTS_PLAYER_INTERNAL_H

#include "player.h"

/* The last view looked at; large, so it is not on the stack. */
extern struct view player_view;

bool player_same(const struct rules_state *a, const struct rules_state *b);
/* The record says what happened; it may be ahead by what is forced and moves nothing (a player who cannot move). */
bool player_agrees(const struct player *p);
/* The record lacks only the end of the turn, which moves nothing: the next player's move will tell. */
bool player_agrees_but_end(const struct player *p);
/* What was really played and the record does not hold: behind the run that both have in common. */
int player_missing_from(const struct player *p, const struct rules_record *r);
/* Where the record stands in what was really played: the ply, or −1 if it holds something that never happened. */
int player_standing(const struct player *p);
/* Gives the true answer to the question in player_view; false: it is not among those offered. */
bool player_answer(struct player *p);
/* Waits, answers, presses the button: until the record says what was played. 0, −ELOOP, −EPROTO (the record is wrong) or −EBUSY
 * (nobody gets out of this). */
int player_come_to_terms(struct player *p);
/* A sensor may break: decided at the beginning, carried out before a turn. */
void player_plan_break(struct player *p);
void player_break(struct player *p);
/* Somebody sees in player_view that a broken sensor tells what is not so, and calls it faulty: true once. */
bool player_notices(struct player *p, int64_t waited_us);
/* What the record holds wrong has been told by a broken sensor: it is called faulty, true once. */
bool player_misled(struct player *p);
void player_tell_trouble(struct player *p, const char *what);

#endif
