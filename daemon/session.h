/*
 * session.h — one table with one game: takes what the sensors say and what people ask for, keeps the game record, tells its
 * sinks. Knows rules.h and nothing of hardware, SQLite or HTTP, so a recorded trace replays through it unchanged.
 *
 * Time is an argument. One thread. Commands answer 0 or −errno and, on refusal, a sentence for people in *ret_why.
 *
 * Flow:   session_seen/button/tick → tracker → record → store sink (durable) → other sinks → view → presenter, phones
 *
 * An action is offered to the `durable` sink first; only when that returns (0, or an error that makes view.store_ok false) is
 * it confirmed to the others.
 */
#ifndef TABLERO_SESSION_H
#define TABLERO_SESSION_H

#include "event.h"
#include "view.h"

struct session;

/* All times in µs; defaults in session.c. `settings` of the API by the same names. */
struct session_settings {
	int64_t settle_us;                /* whole board quiet, for a move that cannot be extended */
	int64_t settle_open_us;           /* the same for one that can */
	int64_t patience_us;              /* before complaining of a mismatch */
	int64_t wrong_lift_us;            /* before showing that a wrong piece was lifted: at once is 0 */
	int64_t takeback_us;              /* pause before a rebuilt position one ply back counts as taken back */
	int level[RULES_PLAYERS_MAX + 1]; /* enum view_level, a player */
	int hints_per_turn;
};

/* A sink of events. `durable` sinks are told first and may refuse (−errno). */
struct session_sink {
	int (*event)(void *user, const struct event *event);
	void *user;
	bool durable;
};

/* Defaults of everything. */
void session_default_settings(struct session_settings *ret);

/* `settings` NULL: the defaults. */
int session_new(const struct session_settings *settings, struct session **ret);
void session_free(struct session *s);
int session_add_sink(struct session *s, const struct session_sink *sink);
void session_set_settings(struct session *s, const struct session_settings *settings);
const struct session_settings *session_get_settings(const struct session *s);

/* The caller lights what hands lift and put back before anybody hears of it: he calls session_tell_hand() once the light is out.
 * It is told before any other event at the latest. */
void session_light_first(struct session *s);
void session_tell_hand(struct session *s);

/* A game that hands start (set up, then offered and accepted at the board) asks this for its row of the store first; it
 * returns the row, or 0 if nothing can be stored. NULL: such games are not stored. */
struct session_new_game;
void session_on_start(struct session *s, int64_t (*new_row)(void *user, const struct session_new_game *how), void *user);

/*
 * Table memory: games that were interrupted and put away. While pieces are set up the session compares the board with the last
 * positions of all of them; the one that stands there again is offered, or, when the set-up has come to rest, the one that it
 * resembles most.
 */
struct session_shelf {
	/* Tells `each` about up to `most` games older than `before` (0: from the newest on), newest first: how many, or −errno. */
	int (*list)(void *user, int64_t before, int most,
		    void (*each)(void *to, int64_t game_id, const char *variant, const char *fen), void *to);
	/* Who played it and when, for people. */
	void (*tell)(void *user, int64_t game_id, struct view_text *ret);
	/* Goes on with it: by session_resume(). */
	int (*resume)(void *user, int64_t now_us, int64_t game_id);
	/* Optional. Tells `each` about up to `most` variants, the one played last first: their options are offered, too. −errno. */
	int (*recent)(void *user, int most, void (*each)(void *to, const char *variant), void *to);
	void *user;
};
void session_on_shelf(struct session *s, const struct session_shelf *shelf);
/*
 * One board may serve several games with other places: squares with pits around them serve Perturbador and the 1970 game. While
 * nothing is played, what stands there is read with the eyes of each; session_wants_layout() then says whose sites should come in force.
 */
struct session_eyes {
	/* What the board's lines say of this variant's sites, whether or not they are in force: how many lines tell of something
	 * where it has no site, or −errno: it does not serve this game. */
	int (*look)(void *user, const struct rules_variant *v, struct seen_sensor *sensor, struct seen *seen);
	void *user;
};
void session_on_eyes(struct session *s, const struct session_eyes *eyes);
/* A line changed that is no site of the layout in force. */
void session_stirred(struct session *s, int64_t now_us);
/* Of the game on the table, or of what stands there instead; NULL: as it is. session_layout() is then to be called. */
const struct rules_variant *session_wants_layout(const struct session *s);
/* Stored games were added, changed or deleted by somebody else. */
void session_shelf_changed(struct session *s);

/* ---- From the board ------------------------------------------------------------------------------------------------- */

/* The sensors of the layout in force (one entry a site of the current variant). Without a game: of the variant the layout
 * was made for. */
void session_layout(struct session *s, int64_t now_us, const struct rules_variant *v, const struct seen_sensor *sensor,
		    int sites);
/* A settled (debounced) value of one site. */
void session_seen(struct session *s, int64_t now_us, uint16_t site, struct seen seen);
/* The whole board was read anew; all values since the link came back have been given. */
void session_frame(struct session *s, int64_t now_us);
void session_board_state(struct session *s, int64_t now_us, bool ready, const char *message);
/* A player's end-turn button, 1 …; long: held ("none of these", or "that is not what I did"; 0: anybody may have said so). */
void session_button(struct session *s, int64_t now_us, int player, bool held);
/* Call at session_next_us() at the latest. */
void session_tick(struct session *s, int64_t now_us);
int64_t session_next_us(const struct session *s); /* INT64_MAX: nothing pending */

/* ---- From people (phone, console) -------------------------------------------------------------------------------------- */

struct session_new_game {
	const char *variant;                       /* canonical or not */
	const char *fen;                           /* NULL: the standard start */
	const char *player[RULES_PLAYERS_MAX + 1]; /* names; NULL: none */
	int64_t game_id;                           /* row of the store, given by the caller; 0: not stored */
	bool ordered; /* by session_start_placed(); told to session_on_start(), which may know more of it */
};
int session_start(struct session *s, int64_t now_us, const struct session_new_game *how, struct view_text *ret_why);
/* Starts from what stands on the board, without a game before. What its sensors do not tell is asked, and who is to move (player 0,
 * or not to be known before): then the game begins with the last answer, by way of session_on_start(). how->fen and game_id say
 * nothing. −EINVAL: no position of this game looks so. */
int session_start_placed(struct session *s, int64_t now_us, const struct session_new_game *how, int player,
			 struct view_text *ret_why);
/* Whether it would do so with such sensors saying this: 0, or −EINVAL with a sentence. Before anything is changed for it. */
int session_may_place(const struct rules_variant *v, const struct seen_sensor *sensor, const struct seen *seen,
		      struct view_text *ret_why);
/* Goes on with a stored game: its start, then its actions, without telling the durable sink. */
int session_resume(struct session *s, int64_t now_us, const struct session_new_game *how, const char *const *action,
		   int actions, struct view_text *ret_why);
int session_end_turn(struct session *s, int64_t now_us, struct view_text *ret_why);
int session_take_back(struct session *s, int64_t now_us, int ply, struct view_text *ret_why);
int session_answer(struct session *s, int64_t now_us, int question, int choice, struct view_text *ret_why);
/* An action entered on the phone (blind sites, or play without touching the board); the board is then led to it. */
int session_play(struct session *s, int64_t now_us, const char *action, struct view_text *ret_why);
int session_resign(struct session *s, int64_t now_us, int player, struct view_text *ret_why);
int session_agree_draw(struct session *s, int64_t now_us, struct view_text *ret_why);
/* One rung further on the hint ladder for the player to move. The caller's search thread fills in the move. */
int session_hint(struct session *s, int64_t now_us, rules_action best, struct view_text *ret_why);
/* The other readings of the last turn ("that is not what I did"), or of a player's last one within a round, as a question. The turns
 * that followed it are kept as far as they are legal after what was really done. */
int session_dispute(struct session *s, int64_t now_us, int player, struct view_text *ret_why);
/* Closes the game on the table without a result. */
void session_close(struct session *s, int64_t now_us);

void session_view(const struct session *s, int64_t now_us, struct view *ret);
/* The board shows the position of the record and nothing is open: what comes next begins here. */
bool session_rests(const struct session *s);
int session_result(const struct session *s); /* of the game on the table: RULES_ONGOING, RULES_DRAW or who has won */
const struct rules_record *session_record(const struct session *s); /* NULL without a game */

#endif
