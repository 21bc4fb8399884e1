/*
 * event.h — what happened at the table, as one JSON object a line: the same text is the stream's `data:`, a trace's check file
 * and the journal's debug form. Every object has "v" (1), "seq" (counts up from 1 for the life of the process, +1 each) and
 * "type".
 *
 *   game      a game began or was resumed: game, variant, fen, players
 *   lift      a piece or beads left a site: site, targets
 *   back      it was put back, nothing happened: site
 *   action    an action was recorded: ply, player, action, fen, turn_start, derived, provisional
 *   settled   the last turn can no longer be corrected: ply
 *   undo      the record went back: ply, fen, reason ("correction", "hands", "phone", "dispute")
 *   question  the board asks: question, kind, key, choices (id, site)     answer   it was answered: question, choice
 *   mismatch  the board and the record differ: fixes (from, to)           agreed   they agree again
 *   refused   an attempted move is against the rules: rule, site, from, to
 *   turn      the right to move passed on: player
 *   open      the turn may be over: waits for the button, the phone or the next lift
 *   result    result ("win 1", "draw"), reason
 *   board     the link: ready, message
 *   store     whether games are being saved: ok, message
 *   hint      a rung was used: player, rung
 */
#ifndef TABLERO_EVENT_H
#define TABLERO_EVENT_H

#include <stdint.h>

#include "rules.h"

enum event_type {
	EVENT_GAME,
	EVENT_LIFT,
	EVENT_BACK,
	EVENT_ACTION,
	EVENT_SETTLED,
	EVENT_UNDO,
	EVENT_QUESTION,
	EVENT_ANSWER,
	EVENT_MISMATCH,
	EVENT_AGREED,
	EVENT_REFUSED,
	EVENT_TURN,
	EVENT_OPEN,
	EVENT_RESULT,
	EVENT_BOARD,
	EVENT_STORE,
	EVENT_HINT,
	EVENT_TYPES,
};

enum { EVENT_JSON_MAX = 4096 };

struct event {
	uint64_t seq;
	int64_t time_us; /* monotonic; not part of the JSON of check files */
	int type;        /* enum event_type */
	int64_t game_id;
	int ply, player;
	const char *action;        /* text, for EVENT_ACTION */
	const char *fen;           /* position after it */
	const char *evidence;      /* raw touches behind the turn, JSON array text, for the store; NULL: none */
	char json[EVENT_JSON_MAX]; /* the line, without newline */
};

struct json_t;

/* The word of a type, as in "type". */
const char *event_type_name(int type);

/* Writes event->json from its seq, its type and `fields` (a JSON object whose reference is taken over; NULL: nothing more).
 * A line that would not fit, or a lack of memory, leaves the three common fields and "cut":true. */
void event_write(struct event *event, struct json_t *fields);

#endif
