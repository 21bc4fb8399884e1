/*
 * view.h — everything people may be told about the table at one moment: the one source for LEDs and phones.
 *
 * A plain value: filled by the session, read by presenter and API, never written by them.
 */
#ifndef TABLERO_VIEW_H
#define TABLERO_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "rules.h"
#include "seen.h"

enum view_phase {
	VIEW_NO_GAME, /* nothing started: set pieces up, or choose on the phone */
	VIEW_SETUP,   /* a game waits for its pieces: `fix` leads through them */
	VIEW_PLAY,
	VIEW_QUESTION, /* readings with different positions are left: question[] */
	VIEW_MISMATCH, /* the board shows what no legal play explains: fix[] */
	VIEW_OVER,
};

/* How much of the board's own accord a player is taught; each rung includes those below. */
enum view_level {
	VIEW_LEVEL_OFF,
	VIEW_LEVEL_TARGETS, /* where the lifted piece may go */
	VIEW_LEVEL_MOVABLE, /* which pieces may move */
	VIEW_LEVEL_BEST,    /* the best move */
	VIEW_LEVEL_WARN,    /* what is in danger, and where one would lose at once */
};

enum { VIEW_TEXT_MAX = 240, VIEW_CHOICES_MAX = 64, VIEW_FIXES_MAX = 64, VIEW_ENDS_MAX = 12 };

/* A sentence in both languages with a stable key. */
struct view_text {
	char key[32];
	char en[VIEW_TEXT_MAX], es[VIEW_TEXT_MAX];
};

/* One answer that a question offers. */
struct view_choice {
	int id;        /* what an answer names */
	uint16_t site; /* site that answers it when tapped (lifted and put back), or RULES_NO_SITE */
	bool marked;   /* VIEW_ASK_NAMES: has been tapped; another tap takes it back */
	struct view_text label;
};

enum view_question_kind {
	VIEW_ASK_NOTHING,
	VIEW_ASK_READING,  /* which of a few readings: choices, usually two lit sites */
	VIEW_ASK_PIT,      /* which pit the beads came from */
	VIEW_ASK_COUNT,    /* how many beads */
	VIEW_ASK_SIDE,     /* which way round / where to */
	VIEW_ASK_DROP,     /* next pit of a spread */
	VIEW_ASK_SITE,     /* what stands on a site without a working sensor */
	VIEW_ASK_START,    /* which game this set-up is, who is to move */
	VIEW_ASK_TAKEBACK, /* really go back to ply N? */
	VIEW_ASK_NAMES,    /* which are the kings, whose are these: every tap marks one, then "done" */
};

struct view_question {
	int id;   /* counts up; an answer to an older id is refused */
	int kind; /* enum view_question_kind */
	struct view_text text;
	int choices;
	/* The last says that it was none of the others, as a held button does; those beyond `choices` hold anything. */
	struct view_choice choice[VIEW_CHOICES_MAX];
};

/* One thing to put right: carry from → to, take away (to = NO_SITE), or bring (from = NO_SITE). */
struct view_fix {
	uint16_t from, to;
	uint8_t owner, rank, count;
};

/* The piece in the hand, and where it may go. */
struct view_lift {
	uint16_t site; /* where it was lifted, or RULES_NO_SITE */
	uint8_t owner;
	bool wrong; /* not a piece that may move now */
	int targets;
	uint16_t target[RULES_SITES_MAX];
};

struct view {
	int64_t now_us;
	int phase; /* enum view_phase */
	bool has_game;
	int64_t game_id; /* row of the store; 0 without one */
	struct rules_variant variant;
	struct rules_state state; /* agreed position, provisional actions included */
	int player;               /* whose turn, 1 … */
	int result;               /* of the record: RULES_ONGOING, 1 … 4, RULES_DRAW */
	int ply, turn;
	bool provisional;            /* the last turn may still be corrected */
	bool open_end;               /* the turn may be over; button, phone or next lift decides */
	rules_action last;           /* last action, or RULES_NO_ACTION */
	struct rules_path last_path; /* of the last action that moved something */
	int ends; /* where the pieces and beads of the last turn (or of this one, once begun) came from and went */
	uint16_t end[VIEW_ENDS_MAX];
	int sites;
	struct rules_look look[RULES_SITES_MAX]; /* what should stand where */
	struct seen_sensor sensor[RULES_SITES_MAX];
	struct seen seen[RULES_SITES_MAX]; /* what the sensors say */
	struct view_lift lift;
	int blunders; /* targets (with nothing lifted: places for a piece from the hand) that lose at once, as far as is known */
	uint16_t blunder[RULES_SITES_MAX];
	int fixes;
	struct view_fix fix[VIEW_FIXES_MAX];
	struct rules_why why;      /* the last refusal; why.rule NULL: none */
	struct rules_path preview; /* path to show now (hint, lifted piece, where the last bead would end); length 0: none */
	int hint_rung;             /* 0 none … 4 the move */
	int hints_left;            /* further ladders of hints that this turn allows */
	rules_action hint;
	int level;                /* enum view_level, of the player to move */
	int64_t shown_us;         /* when phase, question, lift, why, fixes, preview or hint last changed: rhythms begin here */
	int64_t acted_us;         /* when the last action was recorded, 0: none since the start; it is confirmed by one sweep */
	struct view_text waiting; /* what the board is waiting for, one plain sentence */
	bool board_ready;
	bool store_ok;                 /* false: games are not being saved */
	struct view_question question; /* the last member: as large as all others four times, and mostly empty */
};

#endif
