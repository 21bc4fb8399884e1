/*
 * rules.c — the public face: the list of games, variants and their names, and the checked way into each game's table.
 */
#include <errno.h>
#include <string.h>

#include "internal.h"

static const struct rules_game *const games[] = {
	&rules_contigo_line, &rules_contigo_capture, &rules_thibault, &rules_swahili,
	&rules_perturbador,  &rules_andantino,       &rules_oraia,
};

enum { GAMES = (int)(sizeof(games) / sizeof(games[0])) };

const struct rules_game *rules_game_at(int index)
{
	return index >= 0 && index < GAMES ? games[index] : NULL;
}

/* ---- Variants ---------------------------------------------------------------------------------------------------- */

/* "a, b or c" of n texts, cut where there is no room. */
static void list_texts(char *at, size_t size, int n, const char *(*text)(const void *user, int i), const void *user)
{
	char *end = at + size;
	*at = '\0';
	for (int i = 0; i < n; i++) {
		const char *t = text(user, i), *between = i == 0 ? "" : i == n - 1 ? " or " : ", ";
		if (at + strlen(between) + strlen(t) >= end)
			return;
		at = rules_put(rules_put(at, between), t);
	}
}

static const char *game_id(const void *user, int i)
{
	(void)user;
	return games[i]->id;
}

static const char *option_key(const void *user, int i)
{
	return ((const struct rules_option *)user)[i].key;
}

static const char *option_value(const void *user, int i)
{
	return ((const struct rules_option *)user)->value[i];
}

static int count_options(const struct rules_game *g)
{
	int n = 0;
	while (g->option[n].key)
		n++;
	return n;
}

static int count_values(const struct rules_option *o)
{
	int n = 0;
	while (o->value[n])
		n++;
	return n;
}

static int read_game(struct rules_field id, const struct rules_game **ret, struct rules_error *err)
{
	for (int i = 0; i < GAMES; i++) {
		if (rules_field_is(id, games[i]->id)) {
			*ret = games[i];
			return 0;
		}
	}
	char allowed[160];
	list_texts(allowed, sizeof(allowed), GAMES, game_id, NULL);
	return rules_fail(err, "GAME: no game '%.*s'; there are %s", RULES_QUOTE(id), allowed);
}

static int read_value(const struct rules_option *o, struct rules_field value, uint8_t *ret, struct rules_error *err)
{
	for (int i = 0; o->value[i]; i++) {
		if (rules_field_is(value, o->value[i])) {
			*ret = (uint8_t)i;
			return 0;
		}
	}
	char allowed[96];
	list_texts(allowed, sizeof(allowed), count_values(o), option_value, o);
	return rules_fail(err, "GAME: %s may be %s, not '%.*s'", o->key, allowed, RULES_QUOTE(value));
}

/* Reads "key=value" into v. *seen has a bit for each key that was given before. */
static int read_option(struct rules_field f, struct rules_variant *v, unsigned *seen, struct rules_error *err)
{
	const struct rules_game *g = v->game;
	const char *equals = memchr(f.text, '=', (size_t)f.length);
	struct rules_field key = { f.text, equals ? (int)(equals - f.text) : f.length };

	int n = count_options(g);
	for (int i = 0; i < n; i++) {
		if (!rules_field_is(key, g->option[i].key))
			continue;
		if (!equals)
			return rules_fail(err, "GAME: %s needs a value, as %s=%s", g->option[i].key, g->option[i].key,
					  g->option[i].value[0]);
		if (*seen & 1u << i)
			return rules_fail(err, "GAME: %s is given twice", g->option[i].key);
		*seen |= 1u << i;
		struct rules_field value = { equals + 1, (int)(f.text + f.length - equals - 1) };
		return read_value(&g->option[i], value, &v->option[i], err);
	}
	if (n == 0)
		return rules_fail(err, "GAME: %s has no options", g->id);
	char allowed[96];
	list_texts(allowed, sizeof(allowed), n, option_key, g->option);
	return rules_fail(err, "GAME: %s has no option '%.*s'; it has %s", g->id, RULES_QUOTE(key), allowed);
}

static uint8_t default_players(const struct rules_variant *v)
{
	const char *players = rules_variant_option(v, "players");
	return players ? (uint8_t)(players[0] - '0') : 2;
}

int rules_variant_parse(const char *name, struct rules_variant *ret, struct rules_error *err)
{
	struct rules_variant v = { 0 };
	const char *colon = strchr(name, ':'), *end = name + strlen(name);
	if (end - name > 1024)
		return rules_fail(err, "GAME: the name is too long");

	int rc = read_game((struct rules_field){ name, (int)((colon ? colon : end) - name) }, &v.game, err);
	if (rc < 0)
		return rc;

	unsigned seen = 0;
	for (const char *at = colon; at;) {
		const char *comma = memchr(at + 1, ',', (size_t)(end - at - 1)), *stop = comma ? comma : end;
		struct rules_field option = { at + 1, (int)(stop - at - 1) };
		if (option.length == 0)
			return rules_fail(err, "GAME: an option is missing after '%c'", *at);
		rc = read_option(option, &v, &seen, err);
		if (rc < 0)
			return rc;
		at = comma;
	}

	v.players = default_players(&v);
	if (v.game->configure) {
		rc = v.game->configure(&v, err);
		if (rc < 0)
			return rc;
	}
	*ret = v;
	return 0;
}

void rules_variant_name(const struct rules_variant *v, char name[RULES_NAME_MAX])
{
	char separator[] = ":";
	char *at = rules_put(name, v->game->id);
	for (int i = 0; v->game->option[i].key; i++) {
		if (v->option[i] == 0)
			continue;
		at = rules_put(at, separator);
		at = rules_put(at, v->game->option[i].key);
		at = rules_put(at, "=");
		at = rules_put(at, v->game->option[i].value[v->option[i]]);
		separator[0] = ',';
	}
}

const char *rules_variant_option(const struct rules_variant *v, const char *key)
{
	for (int i = 0; v->game->option[i].key; i++) {
		if (strcmp(v->game->option[i].key, key) == 0)
			return v->game->option[i].value[v->option[i]];
	}
	return NULL;
}

/* ---- Thin calls -------------------------------------------------------------------------------------------------- */

void rules_init(const struct rules_variant *v, struct rules_state *ret)
{
	v->game->init(v, ret);
}

int rules_parse(const struct rules_variant *v, const char *text, struct rules_state *ret, struct rules_error *err)
{
	return v->game->parse(v, text, ret, err);
}

void rules_format(const struct rules_variant *v, const struct rules_state *s, char text[RULES_POSITION_MAX])
{
	v->game->format(v, s, text);
}

int rules_player(const struct rules_variant *v, const struct rules_state *s)
{
	return v->game->player(v, s);
}

bool rules_turn_start(const struct rules_variant *v, const struct rules_state *s)
{
	return v->game->turn_start(v, s);
}

int rules_result(const struct rules_variant *v, const struct rules_state *s)
{
	return v->game->result(v, s);
}

int rules_legal(const struct rules_variant *v, const struct rules_state *s, rules_action list[RULES_ACTIONS_MAX])
{
	return v->game->legal(v, s, list);
}

int rules_count(const struct rules_variant *v, const struct rules_state *s)
{
	if (v->game->count)
		return v->game->count(v, s);
	rules_action list[RULES_ACTIONS_MAX];
	return v->game->legal(v, s, list);
}

void rules_apply(const struct rules_variant *v, struct rules_state *s, rules_action a)
{
	int player = rules_gives_up(a);
	if (player)
		rules_give_up(v, s, player);
	else
		v->game->apply(v, s, a);
}

int rules_give_up(const struct rules_variant *v, struct rules_state *s, int player)
{
	if (player < 1 || player > v->players)
		return -EINVAL;
	return v->game->give_up ? v->game->give_up(v, s, player) : -EOPNOTSUPP;
}

uint64_t rules_hash(const struct rules_variant *v, const struct rules_state *s)
{
	return v->game->hash(v, s);
}

const struct rules_site *rules_sites(const struct rules_variant *v, int *ret_n)
{
	return v->game->sites(v, ret_n);
}

int rules_site_by_name(const struct rules_variant *v, const char *name)
{
	int n;
	const struct rules_site *site = v->game->sites(v, &n);
	for (int i = 0; i < n; i++) {
		if (strcmp(site[i].name, name) == 0)
			return i;
	}
	return -ENOENT;
}

void rules_project(const struct rules_variant *v, const struct rules_state *s, struct rules_look look[RULES_SITES_MAX])
{
	v->game->project(v, s, look);
}

int rules_unproject(const struct rules_variant *v, const struct rules_look *look, int player, struct rules_state *ret,
		    struct rules_error *err)
{
	if (player < 1 || player > v->players)
		return rules_fail(err, "PLAYER: %d, the game has %d players", player, v->players);
	return v->game->unproject(v, look, player, ret, err);
}

const struct rules_words *rules_words(const struct rules_variant *v)
{
	static const struct rules_words none;
	return v->game->words ? v->game->words(v) : &none;
}

bool rules_may_lower(const struct rules_variant *v, const struct rules_state *s)
{
	return v->game->may_lower ? v->game->may_lower(v, s) : true;
}

int rules_why_illegal(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt,
		      struct rules_why *ret)
{
	return v->game->why_illegal(v, s, attempt, ret);
}

void rules_path(const struct rules_variant *v, const struct rules_state *s, rules_action a, struct rules_path *ret)
{
	if (rules_gives_up(a))
		ret->length = 0;
	else
		v->game->path(v, s, a, ret);
}

bool rules_score(const struct rules_variant *v, const struct rules_state *s, int points[RULES_PLAYERS_MAX + 1])
{
	return v->game->score ? v->game->score(v, s, points) : false;
}

int rules_judge(const struct rules_variant *v, const struct rules_state *s, int player)
{
	return v->game->judge ? v->game->judge(v, s, player) : 0;
}

void rules_action_text(const struct rules_variant *v, rules_action a, char text[RULES_ACTION_MAX])
{
	int player = rules_gives_up(a);
	if (player)
		*rules_put_number(rules_put(text, "out"), player) = '\0';
	else
		v->game->write_action(v, a, text);
}

/* ---- Counting and playing out ------------------------------------------------------------------------------------ */

uint64_t rules_perft(const struct rules_variant *v, const struct rules_state *s, int depth)
{
	if (depth <= 0)
		return 1;
	if (v->game->perft)
		return v->game->perft(v, s, depth);
	if (depth == 1)
		return (uint64_t)rules_count(v, s);

	rules_action list[RULES_ACTIONS_MAX];
	uint64_t leaves = 0;
	int n = v->game->legal(v, s, list);
	for (int i = 0; i < n; i++) {
		struct rules_state next = *s;
		v->game->apply(v, &next, list[i]);
		leaves += rules_perft(v, &next, depth - 1);
	}
	return leaves;
}

int rules_playout(const struct rules_variant *v, struct rules_state *s, int limit, uint64_t *seed)
{
	if (v->game->playout)
		return v->game->playout(v, s, limit, seed);

	rules_action list[RULES_ACTIONS_MAX];
	for (int played = 0; played < limit; played++) {
		int n = v->game->legal(v, s, list);
		if (n == 0)
			return played;
		v->game->apply(v, s, list[rules_random_below(seed, n)]);
	}
	return limit > 0 ? limit : 0;
}
