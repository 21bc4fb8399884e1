/* session_naming.c — a free set-up becomes a game: people name what no sensor tells, then who is to move. */
#include "session_internal.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { DONE = -1, NO_GAME = -2 };

/* Is it asked in this step? */
static bool asked(const struct naming *n, int site)
{
	const struct placed *p = &n->placed;
	int owner = p->look[site].owner;

	switch (n->step) {
	case NAME_OWNERS: return placed_asks_owner(p, site) && (!owner || owner == n->player);
	case NAME_NEUTRAL:
		return rules_words(&p->variant)->neutral[0] && placed_asks_owner(p, site) && (!owner || owner == RULES_NEUTRAL);
	case NAME_LAST: return placed_blind(p, site) && (!owner || owner == n->player);
	case NAME_RANKS: return placed_asks_rank(p, site);
	default: return false;
	}
}

static int whose(const struct naming *n)
{
	return n->step == NAME_NEUTRAL ? RULES_NEUTRAL : n->player;
}

static bool marked(const struct naming *n, int site)
{
	const struct rules_look *look = &n->placed.look[site];

	return n->step == NAME_RANKS ? look->rank == 1 : look->owner == whose(n);
}

static void toggle(struct naming *n, int site)
{
	struct rules_look *look = &n->placed.look[site];

	if (n->step == NAME_RANKS) {
		look->rank = !look->rank;
		return;
	}
	look->owner = marked(n, site) ? 0 : (uint8_t)whose(n);
	if (placed_blind(&n->placed, site))
		look->count = look->owner != 0;
}

static int count_asked(const struct naming *n)
{
	int count = 0;

	for (int i = 0; i < n->placed.sites; i++)
		count += asked(n, i);
	return count;
}

static void next_step(struct naming *n)
{
	if (n->step == NAME_OWNERS && n->player + 1 < n->placed.variant.players) {
		n->player++;
		return;
	}
	n->step++;
	n->player = n->placed.variant.players;
	if (n->step == NAME_RANKS)
		placed_rest(&n->placed);
}

/* ---- Words -------------------------------------------------------------------------------------------------------------- */

static void say_owner(const struct naming *n, char en[80], char es[80])
{
	const char *name = n->name[n->player];

	snprintf(en, 80, name[0] ? "%.60s" : "player %.0s%d", name, n->player);
	snprintf(es, 80, name[0] ? "de %.60s" : "del jugador %.0s%d", name, n->player);
}

static void say_step(struct session *s, struct view_text *text)
{
	const struct naming *n = &s->naming;
	const struct rules_words *words = rules_words(&n->placed.variant);
	char en[80], es[80], all_en[VIEW_TEXT_MAX], all_es[VIEW_TEXT_MAX];
	static const char *const key[] = { [NAME_OWNERS] = "name-owners",
					   [NAME_NEUTRAL] = "name-neutral",
					   [NAME_LAST] = "name-blind",
					   [NAME_RANKS] = "name-ranks" };
	const char *no_en = n->impossible ? "No position of this game looks like that. " : "";
	const char *no_es = n->impossible ? "Así no es una posición de este juego. " : "";

	say_owner(n, en, es);
	if (n->step == NAME_OWNERS) {
		snprintf(all_en, sizeof(all_en), "%sWhich pieces belong to %s? Tap each one (lift and put back), then: done.",
			 no_en, en);
		snprintf(all_es, sizeof(all_es),
			 "%s¿Qué piezas son %s? Toca cada una (levanta y vuelve a poner) y luego: listo.", no_es, es);
	} else if (n->step == NAME_LAST) {
		snprintf(all_en, sizeof(all_en), "%sWhich places that feel nothing hold pieces of %s?", no_en, en);
		snprintf(all_es, sizeof(all_es), "%s¿En qué lugares sin sensor hay piezas %s?", no_es, es);
	} else if (n->step == NAME_NEUTRAL) {
		snprintf(all_en, sizeof(all_en), "%sWhich one is %s? Tap it (lift and put back), then: done.", no_en,
			 words->neutral[0]);
		snprintf(all_es, sizeof(all_es), "%s¿Cuál es %s? Tócalo (levanta y vuelve a poner) y luego: listo.", no_es,
			 words->neutral[1]);
	} else {
		snprintf(all_en, sizeof(all_en), "%sWhich are %s? Tap each one (lift and put back), then: done.", no_en,
			 words->ranked[0]);
		snprintf(all_es, sizeof(all_es), "%s¿Cuáles son %s? Toca cada uno (levanta y vuelve a poner) y luego: listo.",
			 no_es, words->ranked[1]);
	}
	session_say(text, key[n->step], all_en, all_es);
}

/* ---- Asking ------------------------------------------------------------------------------------------------------------- */

static void add_way_out(struct session *s)
{
	struct view_choice *c = session_add_choice(s, NO_GAME, RULES_NO_SITE);

	if (c)
		session_say(&c->label, "start-none", "Leave it", "Dejarlo");
}

static void ask_step(struct session *s, int64_t now_us)
{
	struct naming *n = &s->naming;
	struct view_choice *c;

	session_fresh_question(s);
	c = session_add_choice(s, DONE, RULES_NO_SITE); /* the first: what the button says */
	session_say(&c->label, "name-done", "Done", "Listo");
	for (int i = 0; i < n->placed.sites; i++) {
		if (!asked(n, i))
			continue;
		c = session_add_choice(s, i, (uint16_t)i);
		c->marked = marked(n, i);
		session_say(&c->label, "name-site", session_site(s, (uint16_t)i), session_site(s, (uint16_t)i));
	}
	add_way_out(s);
	say_step(s, &s->question.shown.text);
	session_open_question(s, now_us, USE_NAMING, VIEW_ASK_NAMES);
}

static void begin(struct session *s, int64_t now_us, const struct rules_state *start)
{
	struct rules_variant v = s->naming.placed.variant;
	char name[RULES_NAME_MAX], fen[RULES_POSITION_MAX], who[RULES_PLAYERS_MAX + 1][SESSION_NAME_MAX];
	struct session_new_game how = { .variant = name, .fen = fen, .ordered = s->naming.ordered };

	memcpy(who, s->naming.name, sizeof(who));
	for (int p = 1; p <= v.players; p++)
		how.player[p] = who[p];
	rules_variant_name(&v, name);
	rules_format(&v, start, fen);
	session_fresh_question(s);
	if (s->new_row)
		how.game_id = s->new_row(s->new_row_user, &how);
	session_start(s, now_us, &how, NULL);
}

static void say_player(const struct naming *n, int player, struct view_text *text)
{
	char en[80], es[80];

	snprintf(en, sizeof(en), n->name[player][0] ? "%.60s" : "%.0sPlayer %d", n->name[player], player);
	snprintf(es, sizeof(es), n->name[player][0] ? "%.60s" : "%.0sJugador %d", n->name[player], player);
	session_say(text, "name-mover", en, es);
}

/* Who is to move; where only one can be, nothing is asked. Returns how many there are. */
static int ask_mover(struct session *s, int64_t now_us)
{
	struct naming *n = &s->naming;
	struct tracker_mask used = { 0 };
	struct rules_state start[RULES_PLAYERS_MAX];
	struct rules_error err;
	int possible = 0;

	session_fresh_question(s);
	for (int player = 1; player <= n->placed.variant.players; player++) {
		if (placed_position(&n->placed, player, &start[possible], &err) < 0)
			continue;
		possible++;
		say_player(n, player, &session_add_choice(s, player, session_next_filled(s, &used))->label);
	}
	if (possible == 1)
		begin(s, now_us, &start[0]);
	if (possible > 1) {
		add_way_out(s);
		session_say(&s->question.shown.text, "name-mover", "Who is to move?", "¿A quién le toca?");
		session_open_question(s, now_us, USE_NAMING, VIEW_ASK_START);
	}
	return possible;
}

static void begin_again(struct session *s)
{
	struct naming *n = &s->naming;
	struct rules_variant v = n->placed.variant;

	placed_read(&n->placed, &v, s->tracker->sensor, s->tracker->seen);
	n->step = NAME_OWNERS;
	n->player = 1;
}

static void ask(struct session *s, int64_t now_us)
{
	struct naming *n = &s->naming;

	for (;;) {
		while (n->step < NAME_MOVER && !count_asked(n))
			next_step(n);
		if (n->step < NAME_MOVER) {
			ask_step(s, now_us);
			return;
		}
		if (ask_mover(s, now_us) > 0)
			return;
		/* What was named makes no position. Something is asked again: what asks nothing was looked at before. */
		n->impossible = true;
		begin_again(s);
	}
}

/* ---- From outside ------------------------------------------------------------------------------------------------------- */

static bool can_name(const struct rules_variant *v, const struct seen_sensor *sensor, const struct seen *seen,
		     struct rules_error *err)
{
	struct naming n = { .step = NAME_OWNERS, .player = 1 };

	placed_read(&n.placed, v, sensor, seen);
	if (count_asked(&n) + 2 > VIEW_CHOICES_MAX) {
		snprintf(err->text, sizeof(err->text), "BOARD: its sensors leave too much open");
		return false;
	}
	return placed_possible(&n.placed, err);
}

bool session_can_name(const struct session *s, const struct rules_variant *v)
{
	struct rules_error err;

	return can_name(v, s->tracker->sensor, s->tracker->seen, &err);
}

int session_may_place(const struct rules_variant *v, const struct seen_sensor *sensor, const struct seen *seen,
		      struct view_text *ret_why)
{
	struct rules_error err;

	if (can_name(v, sensor, seen, &err))
		return 0;
	if (!ret_why)
		return -EINVAL;
	session_refuse(ret_why, "not-placed", 0);
	size_t n = strlen(ret_why->en);
	snprintf(ret_why->en + n, sizeof(ret_why->en) - n, " (%.150s)", err.text);
	return -EINVAL;
}

void session_name(struct session *s, int64_t now_us, const struct rules_variant *v, const struct session_new_game *how)
{
	struct naming *n = &s->naming;

	*n = (struct naming){ .placed = { .variant = *v }, .ordered = how != NULL };
	for (int p = 1; how && p <= RULES_PLAYERS_MAX; p++)
		snprintf(n->name[p], sizeof(n->name[p]), "%s", how->player[p] ? how->player[p] : "");
	begin_again(s);
	ask(s, now_us);
}

/* The question stays as it is: only its mark changes. */
bool session_mark_name(struct session *s, int64_t now_us, int index)
{
	struct question *q = &s->question;

	if (q->use != USE_NAMING || q->shown.kind != VIEW_ASK_NAMES || q->value[index] < 0)
		return false;
	toggle(&s->naming, q->value[index]);
	q->shown.choice[index].marked = marked(&s->naming, q->value[index]);
	q->lifted[index] = false;
	session_tell(s, now_us, EVENT_ANSWER,
		     json_pack("{s:i, s:i}", "question", q->shown.id, "choice", q->shown.choice[index].id));
	return true;
}

void session_answer_name(struct session *s, int64_t now_us, int value)
{
	struct naming *n = &s->naming;
	struct rules_state start;
	struct rules_error err;

	if (value == NO_GAME) {
		session_decline(s);
		return;
	}
	if (n->step == NAME_MOVER) {
		if (placed_position(&n->placed, value, &start, &err) == 0)
			begin(s, now_us, &start);
		return;
	}
	next_step(n);
	n->impossible = false;
	ask(s, now_us);
}

int session_start_placed(struct session *s, int64_t now_us, const struct session_new_game *how, int player,
			 struct view_text *ret_why)
{
	struct rules_variant v;
	struct rules_error err;
	struct rules_state start;
	int r = rules_variant_parse(how->variant, &v, &err);

	if (r < 0)
		return session_refuse_with(ret_why, "bad-game", err.text, r);
	if (s->has_game)
		return session_refuse(ret_why, "game-running", -EBUSY);
	if (!s->has_layout || !s->board_ready || !s->framed || !session_same_sites(s, &v))
		return session_refuse(ret_why, "no-board", -ENODEV);
	r = session_may_place(&v, s->tracker->sensor, s->tracker->seen, ret_why);
	if (r < 0)
		return r;
	session_drop_question(s, now_us);
	session_name(s, now_us, &v, how);
	if (player && s->question.use == USE_NAMING && s->naming.step == NAME_MOVER &&
	    placed_position(&s->naming.placed, player, &start, &err) == 0)
		begin(s, now_us, &start);
	return 0;
}
