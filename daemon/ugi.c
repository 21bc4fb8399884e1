/*
 * ugi.c — the Universal Game Interface over the game record. Wrong input changes nothing and is told as `info string`.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "printout.h"
#include "ugi.h"
#include "words.h"

enum {
	DEPTH_MAX = 99,
	FIRST_ROOM = 256,
	SEARCH_GRACE_US = 1000000,
	COUNT_GRACE_US = 600000000,
};

struct ugi {
	FILE *out;
	struct ugi_host host;
	struct rules_variant v;
	struct rules_record record;
};

static void __attribute__((format(printf, 2, 3))) complain(struct ugi *u, const char *format, ...)
{
	va_list args;
	fputs("info string ", u->out);
	va_start(args, format);
	vfprintf(u->out, format, args);
	va_end(args);
	fputc('\n', u->out);
}

/* ---- Positions ---------------------------------------------------------------------------------------------------- */

/* A record of its own memory, so that a bad `position` leaves the good one alone. */
static bool start_record(const struct rules_variant *v, const struct rules_state *start, struct rules_record *ret)
{
	struct rules_node *node = calloc(FIRST_ROOM, sizeof(*node));
	if (!node)
		return false;
	rules_record_init(ret, v, start, node, FIRST_ROOM);
	return true;
}

static int play(struct rules_record *r, rules_action a)
{
	int rc = rules_record_play(r, a);
	if (rc != -ENOSPC)
		return rc;
	struct rules_node *node = realloc(r->node, 2 * r->room * sizeof(*node));
	if (!node)
		return -ENOMEM;
	r->node = node;
	r->room *= 2;
	return rules_record_play(r, a);
}

static bool play_all(struct ugi *u, struct rules_record *r, const char *at)
{
	char word[RULES_ACTION_MAX];

	for (int i = 1; words_next(&at, word, sizeof(word)); i++) {
		struct rules_error err;
		rules_action a;
		if (rules_action_read(&r->variant, &r->here, word, &a, &err) < 0) {
			complain(u, "action %d: %s", i, err.text);
			return false;
		}
		if (play(r, a) < 0) {
			complain(u, "action %d: the game is too long", i);
			return false;
		}
	}
	return true;
}

static void use(struct ugi *u, const struct rules_variant *v, const struct rules_state *start, const char *moves)
{
	struct rules_record r;
	if (!start_record(v, start, &r)) {
		complain(u, "no memory");
		return;
	}
	if (!play_all(u, &r, moves)) {
		free(r.node);
		return;
	}
	free(u->record.node);
	u->record = r;
	u->v = *v;
}

static void new_game(struct ugi *u, const struct rules_variant *v)
{
	struct rules_state s;
	rules_init(v, &s);
	use(u, v, &s, "");
}

/* The end of the position's text: the word "moves", or the end of the line. Spaces around the text are not its own. */
static const char *end_of_fen(const char *fen, const char **ret_moves)
{
	const char *at = fen, *end = fen;
	char word[8];

	*ret_moves = "";
	for (;;) {
		if (words_next_is(&at, "moves")) {
			*ret_moves = at;
			return end;
		}
		if (!words_next(&at, word, sizeof(word)))
			return end;
		end = at;
	}
}

static void set_position(struct ugi *u, const char *at)
{
	struct rules_state s;

	if (words_next_is(&at, "startpos")) {
		rules_init(&u->v, &s);
		if (*(at + strspn(at, " \t")) && !words_next_is(&at, "moves"))
			complain(u, "position startpos: moves expected");
		else
			use(u, &u->v, &s, at);
		return;
	}
	if (!words_next_is(&at, "fen")) {
		complain(u, "position: startpos or fen expected");
		return;
	}
	at += strspn(at, " \t");
	const char *moves, *end = end_of_fen(at, &moves);
	char text[RULES_POSITION_MAX];
	struct rules_error err;
	if ((size_t)(end - at) >= sizeof(text)) {
		complain(u, "position fen: the text is longer than any position");
		return;
	}
	memcpy(text, at, (size_t)(end - at));
	text[end - at] = '\0';
	if (rules_parse(&u->v, text, &s, &err) < 0)
		complain(u, "%s", err.text);
	else
		use(u, &u->v, &s, moves);
}

static void set_option(struct ugi *u, const char *at)
{
	char name[32], game[RULES_NAME_MAX * 2];
	struct rules_variant v;
	struct rules_error err;

	if (!words_next_is(&at, "name") || !words_next(&at, name, sizeof(name)) || !words_next_is(&at, "value") ||
	    !words_next(&at, game, sizeof(game)))
		complain(u, "setoption: name game value GAME expected");
	else if (strcasecmp(name, "game") != 0)
		complain(u, "setoption: the one option is game");
	else if (rules_variant_parse(game, &v, &err) < 0)
		complain(u, "%s", err.text);
	else
		new_game(u, &v);
}

/* ---- Queries ------------------------------------------------------------------------------------------------------ */

static void query(struct ugi *u, const char *at)
{
	int result = rules_record_result(&u->record);

	if (words_next_is(&at, "gameover"))
		fprintf(u->out, "response %s\n", result != RULES_ONGOING ? "true" : "false");
	else if (words_next_is(&at, "p1turn"))
		fprintf(u->out, "response %s\n", rules_player(&u->v, &u->record.here) == 1 ? "true" : "false");
	else if (!words_next_is(&at, "result"))
		complain(u, "query: gameover, p1turn or result expected");
	else if (result == RULES_ONGOING)
		fputs("response none\n", u->out);
	else if (result == RULES_DRAW)
		fputs("response draw\n", u->out);
	else
		fprintf(u->out, "response p%dwin\n", result);
}

/* ---- Searching ---------------------------------------------------------------------------------------------------- */

struct limits {
	int64_t movetime, depth, nodes;                                  /* 0: none; movetime −1: none */
	int64_t time[RULES_PLAYERS_MAX + 1], inc[RULES_PLAYERS_MAX + 1]; /* milliseconds; time −1: none */
	bool infinite;
};

/* "p1time" … "p4inc": where its number belongs. */
static int64_t *clock_of(struct limits *l, const char *word)
{
	int player = word[0] == 'p' ? word[1] - '0' : 0;
	if (player < 1 || player > RULES_PLAYERS_MAX)
		return NULL;
	return strcmp(word + 2, "time") == 0 ? &l->time[player] : strcmp(word + 2, "inc") == 0 ? &l->inc[player] : NULL;
}

static void read_limits(struct ugi *u, const char *at, struct limits *l)
{
	char word[32], value[32];

	*l = (struct limits){ .movetime = -1, .time = { -1, -1, -1, -1, -1 } };
	while (words_next(&at, word, sizeof(word))) {
		int64_t n, *where = clock_of(l, word);
		if (strcmp(word, "infinite") == 0) {
			l->infinite = true;
			continue;
		}
		if (strcmp(word, "movetime") == 0)
			where = &l->movetime;
		else if (strcmp(word, "depth") == 0)
			where = &l->depth;
		else if (strcmp(word, "nodes") == 0)
			where = &l->nodes;
		if (!where)
			complain(u, "go: '%s' is not known", word);
		else if (!words_next(&at, value, sizeof(value)) || !words_number(value, &n))
			complain(u, "go %s: a number expected", word);
		else
			*where = n < 0 ? 0 : n > INT32_MAX ? INT32_MAX : n;
	}
}

/* Time for this action: some of it is lost on the way there and back. */
static int64_t budget_us(const struct limits *l, int player)
{
	if (l->infinite)
		return -1;
	if (l->movetime >= 0)
		return l->movetime * 900;
	if (l->time[player] < 0)
		return -1;
	int64_t left = l->time[player] * 1000, budget = left / 40 + l->inc[player] * 500;
	return budget < left / 4 ? budget : left / 4;
}

static void go_search(struct ugi *u, const char *at)
{
	struct limits l;
	read_limits(u, at, &l);
	const struct rules_state *s = &u->record.here;
	int64_t budget = budget_us(&l, rules_player(&u->v, s));
	bool limited = budget >= 0 || l.depth || l.nodes || l.infinite;
	struct rules_search how = {
		.depth = (int)l.depth,
		.nodes = l.nodes   ? (uint64_t)l.nodes
			 : limited ? 0
				   : 200000,
		.seed = u->record.node[u->record.at].hash,
		.stop = u->host.stop,
		.user = u->host.user,
	};
	struct rules_found found;
	char text[RULES_ACTION_MAX] = "none";

	u->host.begin(u->host.user, budget, l.infinite ? 0 : SEARCH_GRACE_US);
	rules_search(&u->v, s, &how, &found);
	while (l.infinite && !u->host.stop(u->host.user))
		u->host.wait(u->host.user);
	if (found.best != RULES_NO_ACTION) {
		rules_action_text(&u->v, found.best, text);
		fprintf(u->out, "info depth %d score cp %d nodes %" PRIu64 "\n", found.depth, found.score, found.nodes);
	}
	fprintf(u->out, "bestmove %s\n", text);
}

/* perft that can be stopped; false if it was. */
static bool count(struct ugi *u, const struct rules_state *s, int depth, uint64_t *leaves)
{
	if (u->host.stop(u->host.user))
		return false;
	if (depth <= 2) {
		*leaves += rules_perft(&u->v, s, depth);
		return true;
	}
	rules_action list[RULES_ACTIONS_MAX];
	int n = rules_legal(&u->v, s, list);
	for (int i = 0; i < n; i++) {
		struct rules_state next = *s;
		rules_apply(&u->v, &next, list[i]);
		if (!count(u, &next, depth - 1, leaves))
			return false;
	}
	return true;
}

static void go_perft(struct ugi *u, const char *at)
{
	char word[16];
	int64_t depth;
	uint64_t leaves = 0;

	if (!words_next(&at, word, sizeof(word)) || !words_number(word, &depth) || depth < 0 || depth > DEPTH_MAX) {
		complain(u, "go perft: a depth from 0 to %d expected", DEPTH_MAX);
		return;
	}
	u->host.begin(u->host.user, -1, COUNT_GRACE_US);
	if (count(u, &u->record.here, (int)depth, &leaves))
		fprintf(u->out, "nodes %" PRIu64 "\n", leaves);
	else
		complain(u, "go perft: stopped");
}

/* ---- Commands ----------------------------------------------------------------------------------------------------- */

static void greet(struct ugi *u)
{
	fputs("id name tablero\nid author the tablero authors\noption name game type string default contigo-line\nugiok\n",
	      u->out);
}

struct ugi *ugi_create(FILE *out, const struct ugi_host *host)
{
	struct ugi *u = calloc(1, sizeof(*u));
	if (!u)
		return NULL;
	u->out = out;
	u->host = *host;
	rules_variant_parse("contigo-line", &u->v, NULL);
	new_game(u, &u->v);
	if (!u->record.node) {
		free(u);
		return NULL;
	}
	return u;
}

void ugi_destroy(struct ugi *u)
{
	if (!u)
		return;
	free(u->record.node);
	free(u);
}

bool ugi_line(struct ugi *u, const char *line)
{
	const char *at = line;
	char word[32];

	if (words_next_is(&at, "quit"))
		return false;
	if (words_next_is(&at, "ugi"))
		greet(u);
	else if (words_next_is(&at, "isready"))
		fputs("readyok\n", u->out);
	else if (words_next_is(&at, "setoption"))
		set_option(u, at);
	else if (words_next_is(&at, "uginewgame"))
		new_game(u, &u->v);
	else if (words_next_is(&at, "position"))
		set_position(u, at);
	else if (words_next_is(&at, "query"))
		query(u, at);
	else if (words_next_is(&at, "legal"))
		printout_legal(u->out, &u->v, &u->record.here);
	else if (words_next_is(&at, "show"))
		printout_show(u->out, &u->v, &u->record.here);
	else if (words_next_is(&at, "go")) {
		if (words_next_is(&at, "perft"))
			go_perft(u, at);
		else
			go_search(u, at);
	} else if (!words_next_is(&at, "stop") && words_next(&at, word, sizeof(word)))
		complain(u, "'%s' is not a command", word);
	return true;
}
