/*
 * session_internal.h — what the files of the session share. Nobody else includes it.
 *
 * The record's `at` is the tip: what people are told has happened. `base` is the node where the part begins that hands may
 * still correct: the start of the last turn in which something was played. Every settled look of the board is read anew from
 * tip and base; the record follows the reading.
 */
#ifndef TABLERO_SESSION_INTERNAL_H
#define TABLERO_SESSION_INTERNAL_H

#include "session.h"
#include "session_blunder.h"
#include "session_memory.h"
#include "session_placed.h"
#include "tracker.h"

struct json_t;

enum {
	SESSION_SINKS_MAX = 8,
	SESSION_NAME_MAX = 64,
	SESSION_OFFERS_MAX = 16,
	SESSION_LINE_MAX = TRACKER_RUN_MAX,
	SESSION_DECLINED_MAX = 32,
	SESSION_STORED_MAX = 3, /* several games may have stopped in the same position */
	SESSION_RECENT_MAX = 8
};

/* In patiences: a look that could also be a piece in a thinking hand is believed, or asked about; a turn begun with the beads
 * is complained of; and one begun with the victim. */
enum { THINKING = 3, LONG = 5, VERY_LONG = 20 };

/* What the present look of the board means. */
enum judgement {
	JUDGE_LATER,   /* not looked at yet, or something is still moving */
	JUDGE_AGREES,  /* it is the tip */
	JUDGE_READS,   /* legal play explains it */
	JUDGE_EARLIER, /* it is an earlier position of this game */
	JUDGE_NOTHING, /* something is in a hand, or wrong */
};

/* Where readings were found: the rest of this turn, this turn begun anew, and both with the next turn. */
enum reading_source { FROM_TIP, FROM_BASE, FROM_TIP_TWO, FROM_BASE_TWO, FROM_UNDER_HAND };

enum question_use {
	USE_NONE,
	USE_READINGS, /* value: index of the reading, −1: nothing, or VALUE_NO */
	USE_BEADS,    /* value: site, count or number of a legal action; narrows down to one; −1: something else; VALUE_NO */
	USE_TAKEBACK, /* value: 1 yes, 0 no */
	USE_DISPUTE,  /* value: index of the reading, −1: take the turn back */
	USE_EARLIER,  /* value: index of the reading, −1: go back to that turn */
	USE_START,    /* value: index of the offer, −1: none of them */
	USE_NAMING,   /* value: site, player to move, or as in session_naming.c */
};

/* It was none of these, and of everything else that the board could show or the rules allow nothing is left. */
enum { VALUE_NO = -2 };

/* USE_BEADS: not said yet. RULES_NO_SITE is an answer, too: nothing left any place. */
enum { SITE_UNSAID = RULES_NO_SITE - 1 };

struct question {
	struct view_question shown;
	enum question_use use;
	int value[VIEW_CHOICES_MAX];
	rules_action action[VIEW_CHOICES_MAX]; /* USE_BEADS, of choices that are told in words */
	struct seen snapshot[RULES_SITES_MAX]; /* the board when it was asked: another look makes the question moot */
	bool lifted[VIEW_CHOICES_MAX];         /* a tap has begun there */
	struct seen target[RULES_SITES_MAX];   /* USE_BEADS: the board that the answers explain, whatever goes on meanwhile */
	uint16_t from, to;                     /* USE_BEADS: chosen so far */
	int count;
	bool wider;    /* USE_READINGS: what was offered first was none of it */
	bool anything; /* USE_BEADS: people say that what the board shows does not help */
	bool doubted;  /* USE_BEADS: the board shows more than one thing, and nothing has been asked yet */
	bool unsaid;   /* USE_BEADS: something has been played that nobody has said and that could have been otherwise */
	bool confirm;  /* USE_BEADS: what the board leaves is said back before it is played */
};

struct offer {
	struct rules_variant variant;
	struct rules_state start;
	bool standard;
	bool names;      /* people must name what the sensors do not tell; start says nothing */
	int64_t game_id; /* a stored game is to go on (variant and start say nothing); 0: a new one */
	struct view_text about;
};

/* A turn before the last one is disputed. */
struct dispute {
	bool open;     /* what people say of it is not complete: then the rest is to follow */
	uint32_t from; /* where it began */
	int rest;      /* actions that were played after it */
	rules_action action[SESSION_LINE_MAX];
	struct seen seen[RULES_SITES_MAX]; /* the board when it ended, as the sensors show it */
	struct tracker_mask standing;      /* … and which pieces are excused now */
};

/* A free set-up of which the sensors tell a part only: people name the rest, one kind after the other. */
struct naming {
	struct placed placed;
	enum naming_step { NAME_OWNERS, NAME_NEUTRAL, NAME_LAST, NAME_RANKS, NAME_MOVER } step;
	int player;      /* whose pieces are asked for; NAME_LAST: on places that feel nothing */
	bool ordered;    /* by session_start_placed() */
	bool impossible; /* what was named before makes no position */
	char name[RULES_PLAYERS_MAX + 1][SESSION_NAME_MAX];
};

/* Table memory: the stored games as the shelf told them, read in portions while pieces are being set up. */
struct shelf {
	struct session_shelf is;
	struct memory *memory; /* NULL: not read yet, or forgotten */
	int64_t before;        /* read down to this game */
	bool whole;
	struct rules_variant recent[SESSION_RECENT_MAX]; /* played last, as `is.recent` told once */
	int recents;                                     /* −1: not asked yet */
	bool returning; /* a game is being put back on the table: what happens meanwhile is no set-up */
	int64_t declined[SESSION_DECLINED_MAX];
	int declines;
	int64_t declined_us; /* the look of the board since this time is none of what was offered */
};

/* What a hand has lifted, from where it counts as lifted, and the position in which that is the beginning of an action. */
struct lifted {
	struct rules_state state;
	uint16_t site; /* RULES_NO_SITE: nothing; pieces come from outside the board */
	int fall;      /* how many, of a counted site */
};

/* What the hand did last, if it has not been told yet. */
struct untold {
	int type; /* EVENT_LIFT, EVENT_BACK; 0: all is told */
	int ply, player;
	int64_t time_us;
	struct view_lift lift;
};

struct session {
	struct session_settings settings;
	struct session_sink sink[SESSION_SINKS_MAX];
	int sinks;
	int64_t (*new_row)(void *user, const struct session_new_game *how);
	void *new_row_user;
	uint64_t seq;
	bool store_ok;

	struct tracker *tracker;
	bool has_layout, board_ready, framed;
	char board_message[128];

	bool has_game;
	struct rules_record record;
	int64_t game_id;
	char name[RULES_PLAYERS_MAX + 1][SESSION_NAME_MAX];
	int ended;  /* by resignation or agreement: 1 … 4 or RULES_DRAW; RULES_ONGOING otherwise */
	bool setup; /* the pieces of this game have not stood right yet */
	bool led;   /* the record was changed from outside: the board is led to it before hands are read again */

	uint32_t base, base_mark, tip_mark;
	uint32_t said_over; /* node at which somebody has said that the turn is over; 0: none */
	uint32_t said_mark; /* … the log's order then */
	int64_t said_us;
	struct tracker_mask standing, base_standing;

	enum judgement judged;
	int64_t changed_us;                 /* last change of any sensor */
	int64_t due_us;                     /* when session_tick() has something to decide; INT64_MAX: never */
	struct tracker_found *found, *more; /* readings from base; scratch */
	struct tracker_reading *aside;      /* TRACKER_READINGS_MAX, kept while others are looked for */
	enum reading_source source;
	int best, rivals;  /* index into found; other positions that fit */
	bool clear;        /* the log prefers `best` to every rival */
	bool handed;       /* something of it may as well be in the next player's hand */
	bool whose;        /* the beads may be the next player's, after a turn that no sensor felt */
	uint32_t earlier;  /* node, JUDGE_EARLIER */
	bool hurry;        /* the button was pressed before the board was quiet … */
	int hurry_player;  /* … for the turn of this player, saying nothing of what others do */
	uint32_t hurry_at; /* … when the record stood here */
	bool asked_pause;  /* the bead question of this look has been put */

	int hidden, legal;       /* legal actions at the tip, and how many of them the sensors would not show */
	rules_action hidden_end; /* the one that ends the turn by moving nothing, or RULES_NO_ACTION */
	bool open_end;

	struct question question;
	int questions; /* ids given out */
	struct offer offer[SESSION_OFFERS_MAX];
	int offers;
	struct naming naming;
	struct dispute dispute;
	bool reopened; /* a settled turn is being disputed */
	struct shelf shelf;
	struct session_eyes eyes;
	bool wants; /* other places are to come in force: those of `wanted` */
	struct rules_variant wanted;
	bool near; /* the offer is a stored game that only resembles the board: s->fix says what differs */

	struct view_lift lift;
	rules_action lift_action; /* the first action at the tip that begins with what is lifted, or RULES_NO_ACTION */
	struct lifted lifted;     /* valid while something is lifted that may be */
	struct blunder *blunder;  /* what it would lose, if its player wants to be warned */
	bool warns;               /* `blunder` is about `warned` */
	struct rules_variant warned_variant;
	struct lifted warned;
	int64_t warn_us; /* when the search goes on; INT64_MAX: it is done */
	bool light_first;
	struct untold untold;
	bool mismatch;
	int fixes;
	struct view_fix fix[VIEW_FIXES_MAX];
	struct rules_why why;
	bool beads_first;

	int hint_rung, hints_used;
	rules_action hint;
	int64_t shown_us, acted_us;
	struct tracker_reading candidate;
};

static inline const struct rules_variant *session_variant(const struct session *s)
{
	return &s->tracker->variant;
}

/* session_people.c */
/* After a change of the record from outside: hands are not read before the board shows it. `standing`: pieces of a beaten
 * player that are excused; NULL: none. */
void session_lead(struct session *s, int64_t now_us, const struct tracker_mask *standing);

/* session_record.c */
int session_record_add(struct session *s, rules_action a); /* plays, enlarging the array; tells nobody */
int session_put(struct session *s, int64_t now_us, rules_action a, bool derived, bool provisional, const char *evidence);
void session_back_to(struct session *s, int64_t now_us, uint32_t node, const char *reason);
void session_accept(struct session *s, int64_t now_us, const struct tracker_reading *reading, bool derived);
int session_line(const struct session *s, rules_action *list); /* actions base → tip */
int session_state_at(const struct session *s, uint32_t node, struct rules_state *ret);
void session_settle_base(struct session *s, int64_t now_us, uint32_t node, uint32_t mark);
void session_leave_spread(struct session *s, int64_t now_us);
void session_said_over(struct session *s, int64_t now_us);
const char *session_result_text(int result, char text[16]);
void session_tip_changed(struct session *s, int64_t now_us);

/* session_event.c */
struct event;
void session_tell(struct session *s, int64_t now_us, int type, struct json_t *fields);
void session_emit(struct session *s, int64_t now_us, struct event *event, struct json_t *fields);
char *session_evidence(const struct session *s, uint32_t mark); /* free() it; NULL: nothing or no memory */

/* session_search.c */
void session_search_tip(struct session *s, int turns);
void session_search_base(struct session *s, int turns);
/* What could have followed and left the same look: a piece that went and came back. */
void session_search_beyond(struct session *s, const struct tracker_reading *r);
bool session_find_earlier(struct session *s);
void session_add_reading(struct session *s, const struct tracker_reading *r);

/* session_doubt.c */
bool session_same_end(const struct tracker_reading *a, const struct tracker_reading *b);
void session_weigh(const struct session *s, const struct rules_state *base, struct tracker_reading *r);
bool session_in_the_dark(const struct session *s, const struct tracker_reading *r);
bool session_outdone(const struct session *s);
bool session_by_order_alone(const struct tracker_doubt *best, const struct tracker_doubt *rival);
bool session_all_visible(struct session *s, const struct rules_state *from, const struct tracker_reading *r);
bool session_set_down(struct session *s, const struct tracker_reading *r);
bool session_explains_more(const struct tracker_doubt *two, const struct tracker_doubt *one);
bool session_witnessed(struct session *s);
void session_keep_witnessed(struct session *s, int unseen);
bool session_speaks_for(struct session *s, int button, const struct tracker_reading *r); /* 0: everybody's button */
bool session_perhaps_begun(struct session *s, const struct rules_state *base, const struct tracker_reading *r);
bool session_half_felt(const struct session *s, const struct rules_state *base, const struct tracker_reading *r);
int session_recorded(const struct session *s, const struct tracker_reading *r); /* actions of it that the record holds */
bool session_keeps_line(const struct session *s, const struct tracker_reading *r);

/* session_signs.c */
bool session_contradicted(const struct session *s, const struct rules_state *base, const struct tracker_reading *r,
			  uint32_t mark);
bool session_stood_elsewhere(const struct session *s, const struct rules_state *base, const struct tracker_reading *r);
bool session_was_otherwise(const struct session *s, const struct rules_state *base, const struct tracker_reading *r);
bool session_next_had_begun(const struct session *s);
bool session_just_lifted(const struct session *s);
bool session_taken_first(struct session *s);

/* session_look.c */
enum judgement session_look(struct session *s);
void session_prefer(struct session *s); /* sets best, rivals and clear by what the log says of the readings found */
bool session_look_unfelt(struct session *s);
int session_look_half(struct session *s);

/* session_next.c */
bool session_look_under_hand(struct session *s);
bool session_in_hand_rather(struct session *s);
void session_doubt_next(struct session *s); /* adds to the readings of this turn those that go on into the next one */
/* The action without alternative, and the position after it; only where one action is legal. */
rules_action session_only_action(const struct session *s, struct rules_state *ret_next);
bool session_beads_alone(const struct session *s);
bool session_may_be_his_beads(const struct session *s);
bool session_whose_beads(struct session *s);

/* session_judge.c */
void session_judge(struct session *s, int64_t now_us);
void session_agree(struct session *s, int64_t now_us);

/* session_ask.c */
void session_ask_takeback(struct session *s, int64_t now_us, uint32_t node);
void session_drop_question(struct session *s, int64_t now_us);
void session_choose(struct session *s, int64_t now_us, int choice);
void session_tapped(struct session *s, int64_t now_us, uint16_t site);
bool session_question_holds(const struct session *s);
bool session_tapping(const struct session *s);
int session_choice_none(const struct session *s); /* the answer that all others are wrong, or −1 */

void session_open_question(struct session *s, int64_t now_us, enum question_use use, int kind);
void session_fresh_question(struct session *s);
struct view_choice *session_add_choice(struct session *s, int value, uint16_t site); /* NULL: no more room */
void session_add_none(struct session *s, bool last); /* VALUE_NO; `last`: then everything is put back */

/* session_readings.c */
void session_ask_readings(struct session *s, int64_t now_us);
void session_ask_touched(struct session *s, int64_t now_us); /* found: one hidden action each */
int session_ask_dispute(struct session *s, int64_t now_us);
void session_answer_reading(struct session *s, int64_t now_us, enum question_use use, int value);

uint16_t session_next_filled(const struct session *s, struct tracker_mask *used); /* a place that answers when lifted */

/* session_naming.c */
/* Can what stands there become a position of the variant, whatever people name? */
bool session_can_name(const struct session *s, const struct rules_variant *v);
/* Asks for what is left open, or starts the game; `how` (may be NULL) has the names. Only what can be named. */
void session_name(struct session *s, int64_t now_us, const struct rules_variant *v, const struct session_new_game *how);
bool session_mark_name(struct session *s, int64_t now_us, int index); /* false: the choice at `index` marks nothing */
void session_answer_name(struct session *s, int64_t now_us, int value);

/* session_earlier.c */
int session_ask_earlier(struct session *s, int64_t now_us, int player); /* −1: he has played nothing lately */
void session_answer_earlier(struct session *s, int64_t now_us, int value);
void session_end_earlier(struct session *s, int64_t now_us); /* once nothing is asked any more */

/* session_beads.c */
/* Why beads are asked for: no sensor shows them; what is seen fits several ways; they may be the next player's. */
enum beads_asked { BEADS_UNSEEN, BEADS_SEVERAL, BEADS_WHOSE };
void session_ask_beads(struct session *s, int64_t now_us, enum beads_asked why);
void session_ask_anything(struct session *s, int64_t now_us);
bool session_beads_go_on(const struct session *s);
void session_answer_beads(struct session *s, int64_t now_us, int kind, int value);

/* session_fix.c */
void session_fix_toward(struct session *s, const struct rules_state *target, const struct tracker_mask *standing);
void session_mismatch(struct session *s, int64_t now_us);
void session_clear_mismatch(struct session *s, int64_t now_us);
bool session_in_hand(const struct session *s, int64_t quiet_us);

void session_fix_look(struct session *s, const struct rules_look *look, const struct tracker_mask *standing);

/* session_eyes.c */
bool session_next_variant(int *at, struct rules_variant *ret); /* *at 0: from the first on */
int session_find_stored(struct session *s, struct memory_hit *list, int room);
/* Does what stands there fit other places better? Then they are wanted: nothing is offered before they are in force. */
bool session_want_other(struct session *s, int64_t now_us);
bool session_want_stored(struct session *s, int64_t now_us);

/* session_shelf.c */
int session_find_on(struct session *s, const struct rules_site *site, int sites, const struct seen_sensor *sensor,
		    const struct seen *seen, int most, struct memory_hit *list, int room);
/* The stored game that resembles what is seen most, if most of it stands there and no start does as much. */
bool session_find_near(struct session *s, const struct rules_site *site, int sites, const struct seen_sensor *sensor,
		       const struct seen *seen, struct memory_hit *ret);
const struct rules_variant *session_recent(struct session *s, int i); /* NULL: no more */
void session_offer_stored(struct session *s, int64_t now_us);
bool session_offer_nearest(struct session *s);
void session_offer_elsewhere(struct session *s, int64_t now_us);
void session_shelf_cleared(struct session *s);
void session_decline(struct session *s);
void session_not_again(struct session *s, int64_t game_id);

/* session_lift.c */
void session_update_lift(struct session *s, int64_t now_us);
bool session_others_lift(const struct session *s); /* the one thing lifted is a piece of somebody who is not to move */
bool session_lift_ends_turn(struct session *s);
/* May the piece on `site` move in `state`, or be taken? */
bool session_may_lift(struct session *s, const struct rules_state *state, uint16_t site);

/* session_warn.c */
void session_warn(struct session *s, int64_t now_us);    /* takes up what lies in the hand now */
void session_warn_on(struct session *s, int64_t now_us); /* searches on */
void session_warned(const struct session *s, struct view *v);

/* session_start.c */
int session_begin(struct session *s, int64_t now_us, const struct rules_variant *v, const struct rules_state *start,
		  int64_t game_id);
void session_look_for_start(struct session *s, int64_t now_us);
void session_ask_start(struct session *s, int64_t now_us);
void session_take_offer(struct session *s, int64_t now_us, int index);
bool session_same_sites(const struct session *s, const struct rules_variant *v);

/* session_text.c */
void session_say(struct view_text *text, const char *key, const char *en, const char *es);
/* Both answer `error`; ret_why may be NULL. */
int session_refuse(struct view_text *ret_why, const char *key, int error);
int session_refuse_with(struct view_text *ret_why, const char *key, const char *reason, int error);
void session_waiting(const struct session *s, struct view_text *ret);
const char *session_site(const struct session *s, uint16_t site);
void session_label_begun(const struct view_text *run, struct view_text *text); /* … and the rest was otherwise */
void session_label_run(const struct session *s, const rules_action *action, int n, struct view_text *text);
void session_question_text(struct view_question *q);
bool session_asks_one(const struct view_question *q); /* … to be answered with yes or no */
void session_say_start(struct view_text *text, bool near);

#endif
