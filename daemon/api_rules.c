/* api_rules.c — pure rules for pages: what games there are, where their sites lie, what stands where, what is legal and why not. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "app.h"
#include "boardio.h"
#include "reply.h"
#include "seen.h"
#include "state.h"

static json_t *options_json(const struct rules_game *game)
{
	json_t *all = json_array();
	for (const struct rules_option *o = game->option; o->key; o++) {
		json_t *values = json_array();
		for (const char *const *v = o->value; *v; v++)
			json_array_append_new(values, json_string(*v));
		json_array_append_new(all, json_pack("{s:s,s:o}", "key", o->key, "values", values));
	}
	return all;
}

/* How many may play: the values of the option "players", or two. */
static json_t *players_json(const struct rules_game *game)
{
	json_t *all = json_array();
	for (const struct rules_option *o = game->option; o->key; o++)
		if (strcmp(o->key, "players") == 0)
			for (const char *const *v = o->value; *v; v++)
				json_array_append_new(all, json_integer(atoi(*v)));
	if (json_array_size(all) == 0)
		json_array_append_new(all, json_integer(2));
	return all;
}

static json_t *colours_json(const char *id)
{
	struct rules_variant v;
	struct rules_error err;
	json_t *all = json_array();
	if (rules_variant_parse(id, &v, &err) == 0)
		for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
			json_array_append_new(all, json_string(state_colour(&v, i)));
	return all;
}

int api_rules(struct request *r)
{
	json_t *all = json_array();
	const struct rules_game *game;
	for (int i = 0; (game = rules_game_at(i)); i++)
		json_array_append_new(all, json_pack("{s:s,s:o,s:o,s:o,s:o,s:o}", "id", game->id, "options", options_json(game),
						     "title", state_title(game->id), "about", state_about(game->id), "players",
						     players_json(game), "colours", colours_json(game->id)));
	return request_json(r, all);
}

static int read_variant(struct request *r, struct rules_variant *ret, int *ret_status)
{
	struct rules_error err;
	const char *name = request_query(r, "game");
	if (name && rules_variant_parse(name, ret, &err) == 0)
		return 0;
	*ret_status = api_bad(r, name ? err.text : "game is missing", "Falta el juego, o no existe");
	return -EINVAL;
}

static json_t *knows_json(struct seen_sensor sensor)
{
	static const struct {
		int bit;
		const char *word;
	} words[] = { { SEEN_PRESENCE, "presence" }, { SEEN_OWNER, "owner" }, { SEEN_COUNT, "count" }, { SEEN_RANK, "rank" } };
	json_t *all = json_array();
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (sensor.knows & words[i].bit)
			json_array_append_new(all, json_string(words[i].word));
	return all;
}

static json_t *site_json(const struct rules_site *all, int i, struct seen_sensor sensor)
{
	static const char *const kind[] = { "square", "pit", "cell", "row", "centre", "pond", "well", "place", "disk" };
	static const char *const sense[] = { "none", "piece", "count" };
	const struct rules_site *s = &all[i];
	json_t *neighbours = json_array();
	for (int k = 0; k < s->neighbours; k++)
		json_array_append_new(neighbours, json_string(all[s->neighbour[k]].name));
	return json_pack("{s:s,s:s,s:i,s:i,s:i,s:i,s:s,s:o,s:o,s:i}", "name", s->name, "kind", kind[s->kind], "x", s->x, "y",
			 s->y, "size", s->size, "player", s->player, "sense", sense[s->sense], "neighbours", neighbours,
			 "knows", knows_json(sensor), "most", sensor.most);
}

int api_layout(struct request *r)
{
	struct rules_variant v;
	struct rules_state start;
	int status, n, there;
	char name[RULES_NAME_MAX], fen[RULES_POSITION_MAX];
	if (read_variant(r, &v, &status) < 0)
		return status;
	const struct rules_site *site = rules_sites(&v, &n);
	bool mine = rules_sites(boardio_variant(r->app->boardio), &there) == site;
	json_t *sites = json_array();
	for (int i = 0; i < n; i++)
		json_array_append_new(
		    sites, site_json(site, i, mine ? boardio_sensor(r->app->boardio, i) : (struct seen_sensor){ 0 }));
	rules_variant_name(&v, name);
	rules_init(&v, &start);
	rules_format(&v, &start, fen);
	return request_json(r,
			    json_pack("{s:s,s:o,s:s,s:i}", "game", name, "sites", sites, "start", fen, "players", v.players));
}

/* Reads game, fen and moves of the query. */
static int read_position(struct request *r, struct rules_variant *v, struct rules_state *s, int *ret_status)
{
	struct rules_error err;
	char es[STATE_SENTENCE];
	const char *fen = request_query(r, "fen"), *moves = request_query(r, "moves");
	if (read_variant(r, v, ret_status) < 0)
		return -EINVAL;
	rules_init(v, s);
	if (fen && *fen && rules_parse(v, fen, s, &err) < 0) {
		*ret_status = request_error(r, 400, "bad-position", err.text, state_no_position(&err, es));
		return -EINVAL;
	}
	for (const char *p = moves; p && *p;) {
		char action[RULES_ACTION_MAX];
		rules_action a;
		size_t n = strcspn(p, " ");
		snprintf(action, sizeof action, "%.*s", (int)(n < sizeof action ? n : sizeof action - 1), p);
		if (rules_action_read(v, s, action, &a, &err) < 0) {
			*ret_status = request_error(r, 400, "bad-move", err.text, "Esa jugada no es legal ahí");
			return -EINVAL;
		}
		rules_apply(v, s, a);
		p += n + strspn(p + n, " ");
	}
	return 0;
}

static json_t *legal_json(const struct rules_variant *v, const struct rules_state *s)
{
	json_t *all = json_array();
	rules_action *list = malloc(RULES_ACTIONS_MAX * sizeof *list);
	int n = list ? rules_legal(v, s, list) : 0;
	for (int i = 0; i < n; i++) {
		char text[RULES_ACTION_MAX];
		rules_action_text(v, list[i], text);
		json_array_append_new(all, json_string(text));
	}
	free(list);
	return all;
}

int api_look(struct request *r)
{
	struct rules_variant v;
	struct rules_state s;
	struct rules_look look[RULES_SITES_MAX];
	char fen[RULES_POSITION_MAX], result[16];
	int status;
	if (read_position(r, &v, &s, &status) < 0)
		return status;
	rules_format(&v, &s, fen);
	rules_project(&v, &s, look);
	state_result(rules_result(&v, &s), result);
	return request_json(r, json_pack("{s:s,s:i,s:s,s:b,s:o,s:o}", "fen", fen, "player", rules_player(&v, &s), "result",
					 result, "turn_start", rules_turn_start(&v, &s), "look", state_looks(&v, look), "legal",
					 legal_json(&v, &s)));
}

int api_why(struct request *r)
{
	struct rules_variant v;
	struct rules_state s;
	struct rules_why why = { .site = RULES_NO_SITE, .should = RULES_NO_SITE };
	int status;
	if (read_position(r, &v, &s, &status) < 0)
		return status;
	const char *from = request_query(r, "from"), *to = request_query(r, "to");
	int f = from && *from ? rules_site_by_name(&v, from) : RULES_NO_SITE,
	    t = to && *to ? rules_site_by_name(&v, to) : RULES_NO_SITE;
	if (f < 0 || t < 0)
		return api_bad(r, "there is no such site", "No hay tal sitio");
	struct rules_look look[RULES_SITES_MAX];
	rules_project(&v, &s, look);
	struct rules_attempt attempt = { .from = (uint16_t)f,
					 .to = (uint16_t)t,
					 .count = (uint8_t)api_number(r, "count", 1),
					 .owner = f != RULES_NO_SITE ? look[f].owner : (uint8_t)rules_player(&v, &s) };
	if (rules_why_illegal(&v, &s, &attempt, &why) < 0)
		return request_json(r, json_pack("{s:n,s:n,s:n,s:s,s:s}", "rule", "site", "should", "en", "", "es", ""));
	return request_json(r, state_why(&v, &why));
}

int api_path(struct request *r)
{
	struct rules_variant v;
	struct rules_state s;
	struct rules_error err;
	rules_action a;
	int status;
	const char *action = request_query(r, "action");
	if (read_position(r, &v, &s, &status) < 0)
		return status;
	if (!action || rules_action_read(&v, &s, action, &a, &err) < 0)
		return request_error(r, 400, "bad-move", action ? err.text : "action is missing", "Esa jugada no es legal ahí");
	struct rules_path *path = malloc(sizeof *path);
	if (!path)
		return request_errno(r, -ENOMEM);
	rules_path(&v, &s, a, path);
	json_t *json = json_pack("{s:o}", "steps", state_path(&v, path));
	free(path);
	return request_json(r, json);
}

int api_reply(struct request *r)
{
	struct rules_variant v;
	struct rules_state s;
	rules_action list[REPLY_MAX];
	int status;
	if (read_position(r, &v, &s, &status) < 0)
		return status;
	json_t *all = json_array();
	int n = reply_turn(&v, &s, list);
	for (int i = 0; i < n; i++) {
		char text[RULES_ACTION_MAX];
		rules_action_text(&v, list[i], text);
		json_array_append_new(all, json_string(text));
	}
	return request_json(r, json_pack("{s:o}", "actions", all));
}
