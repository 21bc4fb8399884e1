/*
 * rules.h — the contract of the rules library: seven old board games behind one table of functions.
 *
 * The library is pure. It does no I/O, reads no clock, allocates nothing, keeps no globals that change and starts no
 * threads. A position is a fixed-size struct that is copied with `=`; whoever holds two copies holds two positions.
 *
 * Words used everywhere in this project:
 *   variant   a game with its options fixed: "contigo-line:beads=spread"
 *   position  what stands where, who is to move, how far his turn has come
 *   action    one indivisible choice of one player; its text never contains a space
 *   turn      the run of actions of one player until the right to move passes on
 *   site      a place where something can stand or lie: a square, a pit, a cell, a row, a pond
 *   ply       the number of actions played so far
 *   look      what stands on a site, as eyes (or perfect sensors) would see it
 *
 * Errors: functions that can fail return 0 or −errno and leave every out-parameter ret_x untouched on failure; where a
 * person may have typed the cause, `struct rules_error` says what and where in one English line. Nothing here ever prints.
 *
 * Ownership: every pointer handed out points to constant data that lives as long as the program.
 */
#ifndef TABLERO_RULES_H
#define TABLERO_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	RULES_PLAYERS_MAX = 4,
	RULES_OPTIONS_MAX = 5, /* keys of one id */
	RULES_VALUES_MAX = 4,  /* values of one key */
	RULES_SITES_MAX = 320, /* Andantino has 271 cells */
	RULES_NEIGHBOURS_MAX = 8,
	RULES_ACTIONS_MAX = 4096,  /* legal actions of one position, any game */
	RULES_NAME_MAX = 96,       /* bytes of a variant's canonical name, NUL included */
	RULES_POSITION_MAX = 1024, /* bytes of a position's text, NUL included */
	RULES_ACTION_MAX = 192,    /* bytes of an action's text, NUL included (Swahili's "+" run is the longest) */
	RULES_PATH_MAX = 512,      /* steps of one path */
	RULES_STATE_WORDS = 48,    /* size of a position in 64-bit words */
};

/* An action, packed as its game likes. Only meaningful together with its variant; never 0xffffffff. */
typedef uint32_t rules_action;
#define RULES_NO_ACTION UINT32_MAX

/* A player gives up and the others play on without him. An action of the record, never among the legal ones: it is no move.
 * Its text is "out" and his number. */
#define RULES_OUT(player) (UINT32_C(0xfffffff0) | (rules_action)(player))
static inline int rules_gives_up(rules_action a) /* the player, 0: an action like any other */
{
	return a > RULES_OUT(0) && a <= RULES_OUT(4) ? (int)(a & 0xf) : 0;
}

/* Index into the variant's table of sites. */
#define RULES_NO_SITE UINT16_MAX

/* A position. Opaque: each game lays its own struct over it. Bytes that a game does not use are zero, so that two
 * equal positions reached by the same game are equal byte by byte. */
struct rules_state {
	uint64_t word[RULES_STATE_WORDS];
};

/* One line of English, "FIELD: reason", without a final full stop or newline. */
struct rules_error {
	char text[256];
};

struct rules_game;

/* A game with its options fixed: 16 bytes, copied with `=`. Made by rules_variant_parse() only. */
struct rules_variant {
	const struct rules_game *game;
	uint8_t option[RULES_OPTIONS_MAX]; /* for each key of game->option, the index of its value */
	uint8_t players;                   /* 2 … RULES_PLAYERS_MAX */
};

/* ---- Sites ------------------------------------------------------------------------------------------------------- */

enum rules_site_kind {
	RULES_SQUARE, /* a square of a 6×6 or 8×8 board */
	RULES_PIT,    /* a pit that holds beads */
	RULES_CELL,   /* a hexagonal cell */
	RULES_ROW,    /* one player's part of a row of the Swahili hill */
	RULES_CENTRE, /* the top of the hill: pieces of all players */
	RULES_POND,   /* one player's prisoners */
	RULES_WELL,   /* a square on which nothing ever rests */
	RULES_PLACE,  /* one of the eight places of Oraia's ring of earth */
	RULES_DISK,   /* a site of Oraia's disk: the pieces turn, the site does not */
};

/* Kind of sensor that fits a site. */
enum rules_sense {
	RULES_SENSE_NONE,  /* nothing can rest here */
	RULES_SENSE_PIECE, /* at most one piece: presence, better its owner, better still its rank */
	RULES_SENSE_COUNT, /* several things: how many */
};

/* One site. Geometry is for drawing: a board is 1000 units wide and 1000 high, x to the right, y DOWN, (0,0) the upper
 * left corner of the wood, player 1 at the bottom. */
struct rules_site {
	char name[8];       /* as in action texts where it occurs there: "a1", "Na", "J10", "O3"; Swahili: "1.4" = row 4 of
			     * player 1, "1.P" his pond, "C" the centre */
	uint8_t kind;       /* enum rules_site_kind */
	uint8_t sense;      /* enum rules_sense */
	uint8_t player;     /* whose row, pond or starting place this is; 0: nobody's */
	uint8_t neighbours; /* how many entries of neighbour[] are used */
	int16_t x, y;       /* centre, in board units */
	int16_t size;       /* full width of the site, in board units */
	uint16_t neighbour[RULES_NEIGHBOURS_MAX]; /* adjacent along a line of play, ascending */
};

/* What stands on a site. */
#define RULES_NEUTRAL 5 /* owner of Perturbador's disturber */
struct rules_look {
	uint8_t count; /* pieces or beads, 0 … 255 */
	uint8_t owner; /* 0: nothing, or beads, or pieces of several owners; 1 … 4: that player; RULES_NEUTRAL */
	uint8_t rank;  /* 0: plain; 1: king, double, charged */
};

/* ---- Why not, and which way -------------------------------------------------------------------------------------- */

/* The rule that forbids an attempted displacement. */
struct rules_why {
	const char *rule;      /* stable key of the rule, for tests and lessons: "pit-count", "not-your-piece", … */
	uint16_t site;         /* the site that is in the way or that decides (blocker, governing pit), or RULES_NO_SITE */
	uint16_t should;       /* where the piece would have to go instead, where there is just one such site */
	char en[200], es[200]; /* the sentence, complete with names and numbers */
};

/* What an attempted displacement looks like. */
struct rules_attempt {
	uint16_t from; /* RULES_NO_SITE: something came from outside the board (a tile, a bead from the floor) */
	uint16_t to;   /* RULES_NO_SITE: it has left the board, or is still in the hand */
	uint8_t owner; /* whose it is, as in rules_look; 0: unknown or beads */
	uint8_t count; /* how many (beads); 1 for a piece */
};

enum rules_mark {
	RULES_MARK_START, /* where it begins */
	RULES_MARK_PASS,  /* passed over, does not count */
	RULES_MARK_COUNT, /* a counted step: the pit's beads, one by one */
	RULES_MARK_BEND,  /* a change of direction: corner of an ell, bend of a rebound, landing within a jump chain */
	RULES_MARK_OVER,  /* jumped over */
	RULES_MARK_DROP,  /* a piece or bead is set here */
	RULES_MARK_LAP,   /* a lap ends here and the next begins */
	RULES_MARK_TAKE,  /* something is captured here */
	RULES_MARK_END,   /* where the last thing comes to rest */
};

/* What people call what is set apart from plain pieces, in English and Spanish, as after "which are": "the kings". NULL: there is
 * none in this variant. */
struct rules_words {
	const char *ranked[2];  /* pieces of rank 1 */
	const char *neutral[2]; /* the piece that is nobody's */
};

struct rules_path {
	uint16_t length;
	struct {
		uint16_t site;
		uint16_t mark; /* enum rules_mark */
	} step[RULES_PATH_MAX];
};

/* Result of a position. */
enum {
	RULES_ONGOING = 0, /* 1 … 4: that player has won */
	RULES_DRAW = 9,
};

/* ---- The table of functions behind every game -------------------------------------------------------------------- */

struct rules_option {
	const char *key;
	const char *value[RULES_VALUES_MAX + 1]; /* default first, NULL-terminated */
};

/*
 * One game. Required slots are called without a check; optional ones may be NULL and then have the default named here.
 * `v` is never NULL and was made by rules_variant_parse(); `s` was made by init, parse or apply of the same variant.
 */
struct rules_game {
	const char *id;
	struct rules_option option[RULES_OPTIONS_MAX + 1]; /* ends with key NULL */
	bool counted_repetition; /* false only for swahili: no repetition draw, no limit of 400 turns */

	/* Optional. Refuses combinations of options; also sets v->players (default: the value of key "players", or 2). */
	int (*configure)(struct rules_variant *v, struct rules_error *err);

	/* Required. The starting position. */
	void (*init)(const struct rules_variant *v, struct rules_state *ret);

	/* Required. Strict and canonical: parse accepts exactly the texts that format writes, plus positions no game can reach.
	 */
	int (*parse)(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err);
	void (*format)(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX]);

	/* Required. Player to move, 1 …; for a finished position whatever `format` shows. */
	int (*player)(const struct rules_variant *v, const struct rules_state *s);

	/* Required. True when no action of the current turn has been played yet. */
	bool (*turn_start)(const struct rules_variant *v, const struct rules_state *s);

	/* Required. RULES_ONGOING, 1 … 4 or RULES_DRAW. */
	int (*result)(const struct rules_variant *v, const struct rules_state *s);

	/* Required. Writes the legal actions, unique, in ascending byte order of their texts; returns how many.
	 * 0 for a finished position. */
	int (*legal)(const struct rules_variant *v, const struct rules_state *s, rules_action list[RULES_ACTIONS_MAX]);

	/* Optional. How many legal actions, faster than listing them. Default: calls legal. */
	int (*count)(const struct rules_variant *v, const struct rules_state *s);

	/* Required. Plays a legal action in place. Undefined for an illegal one. */
	void (*apply)(const struct rules_variant *v, struct rules_state *s, rules_action a);

	/* Optional. `player` gives up and the others play on, as if he had been beaten; what was in his hand goes back where it came
	 * from. −EINVAL: he is out already; −EOPNOTSUPP (the default): the rules know no way to go on without him. */
	int (*give_up)(const struct rules_variant *v, struct rules_state *s, int player);

	/* Required. Text of an action of this variant (legal or not), and back. read_action checks the form only (−EINVAL with
	 * a message), not legality. */
	void (*write_action)(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX]);
	int (*read_action)(const struct rules_variant *v, const char *text, rules_action *ret, struct rules_error *err);

	/* Required. 64-bit hash of the position: equal texts have equal hashes. */
	uint64_t (*hash)(const struct rules_variant *v, const struct rules_state *s);

	/* Optional. The same from scratch, where `hash` is kept incrementally (tests compare them). Default: hash. */
	uint64_t (*hash_slow)(const struct rules_variant *v, const struct rules_state *s);

	/* Required. The variant's sites; *ret_n of them. Same pointer at every call with an equal variant. */
	const struct rules_site *(*sites)(const struct rules_variant *v, int *ret_n);

	/* Required. What stands on each site. Beads or pieces in the hand (in the middle of a spread) stand nowhere. */
	void (*project)(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX]);

	/* Required. Builds the position with the given looks, player to move and the start of his turn: a free set-up. −EINVAL
	 * with a message where no position looks so (57 beads, no king, a piece on a well). */
	int (*unproject)(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
			 struct rules_error *err);

	/* Optional. Default: no word for anything. */
	const struct rules_words *(*words)(const struct rules_variant *v);

	/* Optional. In this position, may a counted site still get lower before the turn ends? Lets a search of sensor
	 * readings prune: where not, no pit may exceed its observed count. Default: true. */
	bool (*may_lower)(const struct rules_variant *v, const struct rules_state *s);

	/* Required. Explains why the attempt is not a legal action (or part of one) now. Returns 0 and fills *ret; −EALREADY if
	 * the attempt is in fact legal as far as it goes. */
	int (*why_illegal)(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
			   struct rules_why *ret);

	/* Required. The way of a legal action: the squares an ell passes, where each piece of a lap is set, the bends of a
	 * rebound, the hops of a chain. Starts with RULES_MARK_START and ends with RULES_MARK_END where anything moves at all;
	 * length 0 for actions that move nothing ("-", "x-", "="). */
	void (*path)(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret);

	/* Optional. Plays uniformly random legal actions in place until the position is finished or `limit` actions are played;
	 * returns how many. *seed is the generator's state. Default: legal + apply. */
	int (*playout)(const struct rules_variant *v, struct rules_state *s, int limit, uint64_t *seed);

	/* Optional. perft with bulk counting in the game's own types. Default: generic, bulk counting at the last ply. */
	uint64_t (*perft)(const struct rules_variant *v, const struct rules_state *s, int depth);

	/* Optional. Score of each player for series (Swahili, Andantino): points[1 … players]. Default: none. */
	bool (*score)(const struct rules_variant *v, const struct rules_state *s, int points[RULES_PLAYERS_MAX + 1]);

	/* Optional. How good the position is for `player`, −1000 … 1000: an opinion for hints, never a fact. Default: 0. */
	int (*judge)(const struct rules_variant *v, const struct rules_state *s, int player);
};

/* ---- Public face ------------------------------------------------------------------------------------------------- */

/* The ids, in the order of the rules page. Returns NULL for an index out of range. */
const struct rules_game *rules_game_at(int index);

/* Reads "ID" or "ID:key=value,…". −EINVAL with a message that names what is allowed. */
int rules_variant_parse(const char *name, struct rules_variant *ret, struct rules_error *err);

/* Canonical name: only options that differ from the default, in the order of the table. */
void rules_variant_name(const struct rules_variant *v, char name[RULES_NAME_MAX]);

/* Value of an option as text, or NULL if the id has no such key. */
const char *rules_variant_option(const struct rules_variant *v, const char *key);

/* Thin, checked calls of the slots above. */
void rules_init(const struct rules_variant *v, struct rules_state *ret);
int rules_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err);
void rules_format(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX]);
int rules_player(const struct rules_variant *v, const struct rules_state *s);
bool rules_turn_start(const struct rules_variant *v, const struct rules_state *s);
int rules_result(const struct rules_variant *v, const struct rules_state *s);
int rules_legal(const struct rules_variant *v, const struct rules_state *s, rules_action list[RULES_ACTIONS_MAX]);
int rules_count(const struct rules_variant *v, const struct rules_state *s);
void rules_apply(const struct rules_variant *v, struct rules_state *s, rules_action a);
int rules_give_up(const struct rules_variant *v, struct rules_state *s, int player); /* *s untouched on failure */
uint64_t rules_hash(const struct rules_variant *v, const struct rules_state *s);
const struct rules_site *rules_sites(const struct rules_variant *v, int *ret_n);
int rules_site_by_name(const struct rules_variant *v, const char *name); /* index, or −ENOENT */
void rules_project(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX]);
int rules_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
		    struct rules_error *err);
const struct rules_words *rules_words(const struct rules_variant *v); /* never NULL */
bool rules_may_lower(const struct rules_variant *v, const struct rules_state *s);
int rules_why_illegal(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
		      struct rules_why *ret);
void rules_path(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret);
bool rules_score(const struct rules_variant *v, const struct rules_state *s, int points[RULES_PLAYERS_MAX + 1]);
int rules_judge(const struct rules_variant *v, const struct rules_state *s, int player);
void rules_action_text(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX]);

/* Reads an action and checks that it is legal in `s`: −EINVAL for a malformed text, −EPERM for an illegal action, −ENOENT
 * when the position is finished; all with a message. */
int rules_action_read(const struct rules_variant *v, const struct rules_state *s, const char *text, rules_action *ret,
		      struct rules_error *err);

/* Leaves below `s`, as the rules page defines perft. */
uint64_t rules_perft(const struct rules_variant *v, const struct rules_state *s, int depth);

/* Random playout in place, see the slot. */
int rules_playout(const struct rules_variant *v, struct rules_state *s, int limit, uint64_t *seed);

/* ---- The game record: a tree of actions over one starting position ------------------------------------------------ */

/*
 * Nodes live in an array of the caller's, who may move and grow it between calls (node 0 is the start). Undoing moves
 * `at` back; playing something else then opens a branch; nothing is ever removed. Repetition and the limit of 400 turns
 * are counted along the line from the start to `at`.
 */
struct rules_node {
	uint32_t parent;     /* index; UINT32_MAX for node 0 */
	rules_action action; /* that led here from the parent */
	uint64_t hash;       /* of the position here */
	uint16_t ply;        /* actions from the start */
	uint16_t turn;       /* turns begun from the start, this one included: 1 … */
	uint8_t player;      /* who played `action`; 0 for node 0 */
	uint8_t starts_turn; /* the position here is at the start of a turn */
	uint8_t result;      /* of the record here: a result of the position, or RULES_DRAW by repetition or by 400 turns */
	uint8_t why;         /* enum rules_draw */
};

enum rules_draw { RULES_DRAW_NOT, RULES_DRAW_POSITION, RULES_DRAW_REPETITION, RULES_DRAW_TURNS };

struct rules_record {
	struct rules_variant variant;
	struct rules_state start;
	struct rules_state here; /* position at `at` */
	struct rules_node *node;
	uint32_t nodes, room; /* used and available entries of node[] */
	uint32_t at;
};

/* Starts a record. `room` ≥ 1. */
void rules_record_init(struct rules_record *r, const struct rules_variant *v, const struct rules_state *start,
		       struct rules_node *node, uint32_t room);

/* Plays a legal action at `at` (following an existing branch where it was played before). −EPERM if illegal, −ENOSPC if
 * the array is full: enlarge it, set node and room, call again; −E2BIG after 65535 actions. A record that is drawn accepts
 * further legal actions and stays drawn. */
int rules_record_play(struct rules_record *r, rules_action a);

/* Goes to the ancestor of `at` at `ply`, or to any node of the tree. −EINVAL if there is none. */
int rules_record_undo(struct rules_record *r, int ply);
int rules_record_goto(struct rules_record *r, uint32_t node);

/* Position of any node, by replay. */
int rules_record_state(const struct rules_record *r, uint32_t node, struct rules_state *ret);

/* Result of the record at `at`: result and reason of node[at]. */
int rules_record_result(const struct rules_record *r);

/* Actions from the start to `at`, oldest first; returns how many, at most `room` written. */
int rules_record_line(const struct rules_record *r, rules_action *list, int room);

/* ---- Search: hints and `go`. An opinion, not a fact --------------------------------------------------------------- */

struct rules_search {
	int depth;      /* in actions; 0: as deep as nodes allow */
	uint64_t nodes; /* at most so many positions; 0: no limit but `stop` */
	uint64_t seed;
	bool (*stop)(void *user); /* asked every few hundred positions: the caller's clock; may be NULL */
	void *user;
};

struct rules_found {
	rules_action best; /* a legal action, RULES_NO_ACTION only for a finished position */
	int score;         /* −1000 … 1000 for the player to move */
	bool proven;       /* the score is certain: wins or loses by force within `depth` actions */
	int depth;
	uint64_t nodes;
};

void rules_search(const struct rules_variant *v, const struct rules_state *s, const struct rules_search *how,
		  struct rules_found *ret);

#endif
