/* state.c — the view as JSON. */
#include "state.h"

#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "boardio.h"
#include "picture.h"
#include "presenter.h"
#include "session.h"
#include "settings.h"
#include "simtable.h"
#include "store.h"
#include "stream.h"
#include "table_clock.h"
#include "titles.h"

/* ---- Small pieces ----------------------------------------------------------------------------------------------------- */

const char *state_site(const struct rules_site *site, int sites, uint16_t index)
{
	return index < sites ? site[index].name : NULL;
}

static json_t *triple(int count, int owner, int rank)
{
	return json_pack("[iii]", count, owner, rank);
}

json_t *state_looks(const struct rules_variant *v, const struct rules_look *look)
{
	int n;
	const struct rules_site *site = rules_sites(v, &n);
	json_t *all = json_object();
	for (int i = 0; i < n; i++)
		if (look[i].count)
			json_object_set_new(all, site[i].name, triple(look[i].count, look[i].owner, look[i].rank));
	return all;
}

static json_t *seen_differences(const struct view *view, const struct rules_site *site)
{
	json_t *all = json_object();
	for (int i = 0; i < view->sites; i++)
		if (view->sensor[i].knows && !seen_fits(view->sensor[i], view->look[i], view->seen[i]))
			json_object_set_new(all, site[i].name,
					    triple(view->seen[i].count, view->seen[i].owner, view->seen[i].rank));
	return all;
}

json_t *state_path(const struct rules_variant *v, const struct rules_path *path)
{
	static const char *const mark[] = { "start", "pass", "count", "bend", "over", "drop", "lap", "take", "end" };
	int n;
	const struct rules_site *site = rules_sites(v, &n);
	json_t *steps = json_array();
	for (int i = 0; i < path->length; i++)
		json_array_append_new(steps,
				      json_pack("[s?s]", state_site(site, n, path->step[i].site), mark[path->step[i].mark]));
	return steps;
}

json_t *state_why(const struct rules_variant *v, const struct rules_why *why)
{
	if (!why->rule)
		return json_null();
	int n;
	const struct rules_site *site = rules_sites(v, &n);
	return json_pack("{s:s,s:s?,s:s?,s:s,s:s}", "rule", why->rule, "site", state_site(site, n, why->site), "should",
			 state_site(site, n, why->should), "en", why->en, "es", why->es);
}

const char *state_no_position(const struct rules_error *err, char text[STATE_SENTENCE])
{
	size_t field = strcspn(err->text, ":");
	if (field < STATE_SENTENCE / 2 && err->text[field])
		snprintf(text, STATE_SENTENCE, "%.*s: no es posible en este juego", (int)field, err->text);
	else
		snprintf(text, STATE_SENTENCE, "Esa posición no es posible en este juego");
	return text;
}

void state_result(int result, char text[16])
{
	if (result == RULES_ONGOING)
		strcpy(text, "ongoing");
	else if (result == RULES_DRAW)
		strcpy(text, "draw");
	else
		snprintf(text, 16, "win %d", result);
}

static bool in_word(unsigned char c)
{
	return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Puts `instead` where `name` stands as a word. */
static void replace_name(char *text, size_t room, const char *name, const char *instead)
{
	size_t n = strlen(name), m = strlen(instead);
	for (char *at = strstr(text, name); n && at; at = strstr(at, name)) {
		bool word = (at == text || !in_word((unsigned char)at[-1])) && !in_word((unsigned char)at[n]);
		if (!word || strlen(text) - n + m + 1 > room) {
			at += n;
			continue;
		}
		memmove(at + m, at + n, strlen(at + n) + 1);
		memcpy(at, instead, m);
		at += m;
	}
}

/* A sentence; for whoever may not see names, with the seats instead of them. A seat alone means little: its colour is said too. */
static json_t *text(const struct app *app, const struct view *view, const struct view_text *t, bool named)
{
	struct view_text bare = *t;
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++) {
		char seat[2][24], colour[2][64];
		const char *es, *en = view->has_game ? title_side(view->variant.game->id, i, &es) : NULL;
		snprintf(seat[0], sizeof seat[0], "Player %d", i);
		snprintf(seat[1], sizeof seat[1], "Jugador %d", i);
		if (!named) {
			replace_name(bare.en, sizeof bare.en, app->game.player[i], seat[0]);
			replace_name(bare.es, sizeof bare.es, app->game.player[i], seat[1]);
		}
		if (!en || (named && app->game.player[i][0]))
			continue;
		snprintf(colour[0], sizeof colour[0], "%s (%s)", seat[0], en);
		snprintf(colour[1], sizeof colour[1], "%s (%s)", seat[1], es);
		replace_name(bare.en, sizeof bare.en, seat[0], colour[0]);
		replace_name(bare.es, sizeof bare.es, seat[1], colour[1]);
	}
	return json_pack("{s:s,s:s,s:s}", "key", bare.key, "en", bare.en, "es", bare.es);
}

/* ---- The game ----------------------------------------------------------------------------------------------------------- */

static const char *reason(const struct rules_record *record)
{
	switch (record ? record->node[record->at].why : RULES_DRAW_NOT) {
	case RULES_DRAW_REPETITION: return "repetition";
	case RULES_DRAW_TURNS: return "turns";
	default: return "";
	}
}

static json_t *players(const struct app *app, const struct view *view, bool named)
{
	json_t *all = json_array();
	for (int i = 1; i <= view->variant.players; i++) {
		const char *colour = state_colour(&view->variant, i);
		const char *name = named && app->game.player[i][0] ? app->game.player[i] : "";
		json_array_append_new(all, json_pack("{s:i,s:s,s:s}", "n", i, "name", name, "colour", colour));
	}
	return all;
}

static json_t *moves(struct app *app, const struct rules_record *record)
{
	json_t *all = json_array();
	if (!record)
		return all;
	uint32_t here = record->at;
	int n = record->node[here].ply;
	uint32_t *line = malloc((size_t)(n + 1) * sizeof *line);
	if (!line)
		return all;
	for (int i = n; i > 0; i--, here = record->node[here].parent)
		line[i] = here;
	for (int i = 1; i <= n; i++) {
		const struct rules_node *node = &record->node[line[i]];
		char action[RULES_ACTION_MAX];
		rules_action_text(&record->variant, node->action, action);
		json_array_append_new(all, json_pack("{s:i,s:i,s:s,s:i,s:b}", "ply", i, "player", node->player, "action",
						     action, "turn", record->node[node->parent].turn, "derived",
						     stream_derived(app->stream, i)));
	}
	free(line);
	return all;
}

static json_t *score(const struct view *view)
{
	int points[RULES_PLAYERS_MAX + 1];
	if (!rules_score(&view->variant, &view->state, points))
		return json_null();
	json_t *all = json_array();
	for (int i = 1; i <= view->variant.players; i++)
		json_array_append_new(all, json_integer(points[i]));
	return all;
}

static json_t *levels(const struct app *app, const struct view *view)
{
	const struct session_settings *settings = session_get_settings(app->session);
	json_t *all = json_array();
	for (int i = 1; i <= view->variant.players; i++)
		json_array_append_new(all, json_integer(settings->level[i]));
	return all;
}

static json_t *clocks(const struct app *app, const struct view *view)
{
	if (!app->game.has_clock)
		return json_null();
	json_t *left = json_array();
	for (int i = 1; i <= view->variant.players; i++)
		json_array_append_new(left, json_integer(table_clock_left_ms(app, app_now_us(), i)));
	return json_pack("{s:o,s:i,s:i}", "left_ms", left, "running", app->game.clock_player, "bonus_s",
			 app->game.clock_bonus_s);
}

static json_t *game(struct app *app, const struct view *view, bool named)
{
	if (!view->has_game)
		return json_null();
	const struct rules_record *record = session_record(app->session);
	char name[RULES_NAME_MAX], fen[RULES_POSITION_MAX], result[16];
	rules_variant_name(&view->variant, name);
	rules_format(&view->variant, &view->state, fen);
	state_result(view->result, result);
	json_t *g =
	    json_pack("{s:I,s:s,s:o,s:o,s:s,s:i,s:s,s:s,s:i,s:i,s:b,s:b,s:b}", "id", (json_int_t)view->game_id, "name", name,
		      "title", state_title(view->variant.game->id), "players", players(app, view, named), "fen", fen, "player",
		      view->player, "result", result, "reason", app->game.reason[0] ? app->game.reason : reason(record), "ply",
		      view->ply, "turn", view->turn, "turn_start", rules_turn_start(&view->variant, &view->state),
		      "provisional", view->provisional, "open_end", view->open_end);
	json_object_set_new(g, "level", levels(app, view));
	json_object_set_new(g, "moves", moves(app, record));
	json_object_set_new(g, "score", score(view));
	json_object_set_new(g, "clock", clocks(app, view));
	return g;
}

/* ---- The rest ----------------------------------------------------------------------------------------------------------- */

static json_t *lift(const struct view *view, const struct rules_site *site)
{
	if (view->lift.site == RULES_NO_SITE)
		return json_null();
	json_t *targets = json_array();
	for (int i = 0; i < view->lift.targets; i++)
		json_array_append_new(targets, json_string(state_site(site, view->sites, view->lift.target[i])));
	return json_pack("{s:s?,s:i,s:b,s:o}", "site", state_site(site, view->sites, view->lift.site), "owner",
			 view->lift.owner, "wrong", view->lift.wrong, "targets", targets);
}

static json_t *question(const struct app *app, const struct view *view, const struct rules_site *site, bool named)
{
	static const char *const kind[] = {
		"", "reading", "pit", "count", "side", "drop", "site", "start", "takeback", "names"
	};
	const struct view_question *q = &view->question;
	if (q->kind == VIEW_ASK_NOTHING)
		return json_null();
	json_t *choices = json_array();
	for (int i = 0; i < q->choices; i++) {
		const struct view_choice *c = &q->choice[i];
		json_array_append_new(choices, json_pack("{s:i,s:s?,s:s,s:s,s:s,s:b}", "id", c->id, "site",
							 state_site(site, view->sites, c->site), "key", c->label.key, "en",
							 c->label.en, "es", c->label.es, "marked", c->marked));
	}
	json_t *json = text(app, view, &q->text, named);
	json_object_set_new(json, "id", json_integer(q->id));
	json_object_set_new(json, "kind", json_string(kind[q->kind]));
	json_object_set_new(json, "choices", choices);
	return json;
}

static json_t *fixes(const struct view *view, const struct rules_site *site)
{
	json_t *all = json_array();
	for (int i = 0; i < view->fixes; i++) {
		const struct view_fix *f = &view->fix[i];
		json_array_append_new(all, json_pack("{s:s?,s:s?,s:i,s:i,s:i}", "from", state_site(site, view->sites, f->from),
						     "to", state_site(site, view->sites, f->to), "owner", f->owner, "rank",
						     f->rank, "count", f->count));
	}
	return all;
}

static json_t *last(const struct view *view)
{
	if (view->last == RULES_NO_ACTION)
		return json_null();
	char action[RULES_ACTION_MAX];
	rules_action_text(&view->variant, view->last, action);
	return json_pack("{s:s,s:o}", "action", action, "path", state_path(&view->variant, &view->last_path));
}

static json_t *hint(const struct view *view)
{
	char action[RULES_ACTION_MAX] = "";
	if (view->hint_rung && view->hint != RULES_NO_ACTION)
		rules_action_text(&view->variant, view->hint, action);
	/* A rung tells no more than it should: the whole move only on the last. */
	return json_pack("{s:i,s:s?,s:i}", "rung", view->hint_rung, "action", view->hint_rung >= 4 && action[0] ? action : NULL,
			 "left", view->hints_left);
}

json_t *state_leds(struct app *app)
{
	int n, sites;
	const struct light *light = boardio_light(app->boardio, &n);
	const struct rules_site *site = rules_sites(boardio_variant(app->boardio), &sites);
	json_t *all = json_object();
	for (int i = 0; i < n && i < sites; i++)
		if (light[i].r || light[i].g || light[i].b || light[i].meaning)
			json_object_set_new(all, site[i].name,
					    json_pack("[iiiss]", light[i].r, light[i].g, light[i].b,
						      light[i].meaning ? picture_meaning(light[i].meaning) : "",
						      picture_word(light[i].word)));
	return all;
}

json_t *state_json(struct app *app, const struct view *view, bool named)
{
	static const char *const phase[] = { "none", "setup", "play", "question", "mismatch", "over" };
	int n;
	const struct rules_variant *v = view->variant.game ? &view->variant : boardio_variant(app->boardio);
	const struct rules_site *site = rules_sites(v, &n);
	json_t *s =
	    json_pack("{s:i,s:I,s:s,s:o,s:{s:b,s:s,s:s},s:s,s:o,s:o,s:o}", "v", 1, "seq", (json_int_t)stream_seq(app->stream),
		      "epoch", app->epoch, "board", boardio_json(app->boardio), "store", "ok", store_ok(app->store), "message",
		      store_message(app->store), "es", store_message_es(app->store), "phase", phase[view->phase], "game",
		      game(app, view, named), "look", state_looks(v, view->look), "seen", seen_differences(view, site));
	if (app->sim)
		json_object_set_new(s, "truth", simtable_json(app->sim));
	json_object_set_new(s, "lift", lift(view, site));
	json_object_set_new(s, "question", question(app, view, site, named));
	json_object_set_new(s, "fixes", fixes(view, site));
	json_object_set_new(s, "why", state_why(v, &view->why));
	json_object_set_new(s, "preview", state_path(v, &view->preview));
	json_object_set_new(s, "last", last(view));
	json_object_set_new(s, "hint", hint(view));
	static const struct view_text testing = { "testing", "The board is being tested; the game waits.",
						  "Se está probando el tablero; la partida espera." };
	json_object_set_new(s, "waiting", text(app, view, boardio_guiding(app->boardio) ? &testing : &view->waiting, named));
	json_object_set_new(s, "lesson",
			    app->lesson[0] ? json_pack("{s:s,s:i}", "id", app->lesson, "step", app->lesson_step) : json_null());
	json_object_set_new(s, "sim", json_boolean(app->sim != NULL));
	return s;
}
