/* api_table.c — the game on the table: looking at it, and every command that people give. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "app.h"
#include "boardio.h"
#include "gate.h"
#include "hints.h"
#include "session.h"
#include "stream.h"
#include "table.h"

/* ---- Looking ------------------------------------------------------------------------------------------------------------------------ */

int api_state(struct request *r)
{
	bool named = r->role >= ROLE_WATCHER || r->app->config.visibility == CONFIG_NAMES_TOO;
	bool nothing = r->role == ROLE_ANYONE && r->app->config.visibility == CONFIG_NOTHING;
	r->data = stream_state(r->app->stream, r->now_us, named, nothing, (int)r->role, r->phone);
	if (!r->data)
		return request_errno(r, -ENOMEM);
	r->size = strlen(r->data);
	r->type = "application/json";
	return 200;
}

int api_events(struct request *r)
{
	const char *after = request_query(r, "after");
	r->stream = true;
	r->stream_replay = after != NULL;
	r->stream_after = (uint64_t)api_number(r, "after", 0);
	return 200;
}

/* ---- Commands ----------------------------------------------------------------------------------------------------------------------- */

static int command(struct request *r, int err, const struct view_text *why)
{
	return err == -ENOMEM ? request_errno(r, err) : err < 0 ? api_refused(r, why) : api_done(r);
}

static int read_list(struct request *r, const char *key, bool texts, struct table_start *ret)
{
	json_t *list = json_object_get(r->body, key), *one;
	size_t i;
	if (!list || json_is_null(list))
		return 0;
	if (!json_is_array(list) || json_array_size(list) > RULES_PLAYERS_MAX)
		return -EINVAL;
	json_array_foreach(list, i, one)
	{
		json_int_t n = json_integer_value(one);
		if (texts && (!json_is_string(one) || json_string_length(one) > 60 || !gate_text(json_string_value(one))))
			return -EINVAL;
		if (!texts && (!json_is_integer(one) || n < 0 || n > 4))
			return -EINVAL;
		if (texts)
			ret->player[i + 1] = json_string_value(one);
		else
			ret->level[i + 1] = (int)n;
	}
	return 0;
}

static int read_clock(struct request *r, struct table_start *ret)
{
	json_t *clock = json_object_get(r->body, "clock");
	if (!clock || json_is_null(clock))
		return 0;
	return json_unpack(clock, "{s:i,s?i}", "minutes", &ret->clock_minutes, "seconds", &ret->clock_bonus_s) == 0 &&
		       ret->clock_minutes >= 0 && ret->clock_minutes <= 600 && ret->clock_bonus_s >= 0 &&
		       ret->clock_bonus_s <= 600
		   ? 0
		   : -EINVAL;
}

/* From what stands on the board; "player" may say who is to move. */
static int read_placed(struct request *r, struct table_start *ret)
{
	json_t *placed = json_object_get(r->body, "placed"), *player = json_object_get(r->body, "player");
	if ((placed && !json_is_boolean(placed)) || (player && !json_is_integer(player)))
		return -EINVAL;
	ret->placed = json_is_true(placed);
	ret->mover = (int)json_integer_value(player);
	return (ret->placed && ret->fen) || (player && (!ret->placed || ret->mover < 1 || ret->mover > RULES_PLAYERS_MAX))
		   ? -EINVAL
		   : 0;
}

int api_game_new(struct request *r)
{
	struct table_start how = { .level = { -1, -1, -1, -1, -1 }, .stored = true };
	struct view_text why = { 0 };
	bool bad = false;
	int64_t id;
	how.game = api_text(r, "game", RULES_NAME_MAX - 1, &bad);
	how.fen = api_text(r, "fen", RULES_POSITION_MAX - 1, &bad);
	if (bad || !how.game || read_list(r, "players", true, &how) < 0 || read_list(r, "levels", false, &how) < 0 ||
	    read_clock(r, &how) < 0 || read_placed(r, &how) < 0)
		return api_bad(r, "game, players, fen or placed, levels and clock do not make a game",
			       "Con esos datos no sale una partida");
	int err = table_start(r->app, r->now_us, &how, &id, &why);
	if (err < 0)
		return command(r, err, &why);
	r->app->lesson[0] = '\0';
	r->app->waiting_game = 0;
	boardio_step(r->app->boardio, r->now_us);
	return request_json(r, json_pack("{s:I,s:b}", "id", (json_int_t)id, "asks", how.placed && id == 0));
}

/* The flight recorder hears what people say before the session does. */
static void said(struct request *r, const char *what, const char *rest)
{
	boardio_said(r->app->boardio, r->now_us, what, rest);
}

int api_game_end_turn(struct request *r)
{
	struct view_text why = { 0 };
	said(r, "end-turn", "");
	return command(r, session_end_turn(r->app->session, r->now_us, &why), &why);
}

int api_game_take_back(struct request *r)
{
	struct view_text why = { 0 };
	int ply;
	if (json_unpack(r->body, "{s:i}", "ply", &ply) < 0 || ply < 0)
		return api_bad(r, "ply is missing", "Falta la jugada a la que volver");
	char number[16];
	snprintf(number, sizeof number, "%d", ply);
	said(r, "take-back", number);
	return command(r, session_take_back(r->app->session, r->now_us, ply, &why), &why);
}

/* An answer by its words, which stay the same when the question is put again. */
static void said_answer(struct request *r, int choice)
{
	struct view *view = malloc(sizeof *view);
	if (!view)
		return;
	session_view(r->app->session, r->now_us, view);
	for (int i = 0; i < view->question.choices; i++)
		if (view->question.choice[i].id == choice)
			said(r, "answer", view->question.choice[i].label.en);
	free(view);
}

int api_game_answer(struct request *r)
{
	struct view_text why = { 0 };
	int question, choice;
	if (json_unpack(r->body, "{s:i,s:i}", "question", &question, "choice", &choice) < 0)
		return api_bad(r, "question and choice are missing", "Faltan la pregunta y la respuesta");
	said_answer(r, choice);
	return command(r, session_answer(r->app->session, r->now_us, question, choice, &why), &why);
}

int api_game_play(struct request *r)
{
	struct view_text why = { 0 };
	bool bad = false;
	const char *action = api_text(r, "action", RULES_ACTION_MAX - 1, &bad);
	if (!action)
		return api_bad(r, "action is missing", "Falta la jugada");
	said(r, "play", action);
	return command(r, session_play(r->app->session, r->now_us, action, &why), &why);
}

int api_game_resign(struct request *r)
{
	struct view_text why = { 0 };
	int player;
	if (json_unpack(r->body, "{s:i}", "player", &player) < 0 || player < 1 || player > RULES_PLAYERS_MAX)
		return api_bad(r, "player is missing", "Falta quién abandona");
	char number[16];
	snprintf(number, sizeof number, "%d", player);
	said(r, "resign", number);
	return command(r, session_resign(r->app->session, r->now_us, player, &why), &why);
}

int api_game_draw(struct request *r)
{
	struct view_text why = { 0 };
	return command(r, session_agree_draw(r->app->session, r->now_us, &why), &why);
}

int api_game_hint(struct request *r)
{
	struct view_text why = { 0 };
	int err = hints_ask(r->app->hints, r->now_us, &why);
	return command(r, err, &why);
}

int api_game_dispute(struct request *r)
{
	struct view_text why = { 0 };
	json_t *said_player = json_object_get(r->body, "player");
	int player = (int)json_integer_value(said_player);
	char number[16] = "";
	if (said_player && (!json_is_integer(said_player) || player < 1 || player > RULES_PLAYERS_MAX))
		return api_bad(r, "player is a number from 1 on", "El jugador es un número desde 1");
	if (player)
		snprintf(number, sizeof number, "%d", player);
	said(r, "dispute", number);
	return command(r, session_dispute(r->app->session, r->now_us, player, &why), &why);
}

int api_game_level(struct request *r)
{
	struct table_start how = { .level = { -1, -1, -1, -1, -1 } };
	if (!session_record(r->app->session))
		return request_error(r, 409, "no-game", "There is no game on the table", "No hay ninguna partida en la mesa");
	if (!json_is_array(json_object_get(r->body, "levels")) || read_list(r, "levels", false, &how) < 0)
		return api_bad(r, "levels: a list of numbers from 0 to 4", "Falta cuánta ayuda recibe cada jugador, de 0 a 4");
	table_teach(r->app, how.level);
	boardio_step(r->app->boardio, r->now_us);
	return api_done(r);
}

int api_game_close(struct request *r)
{
	table_close(r->app, r->now_us);
	r->app->lesson[0] = '\0';
	return api_done(r);
}

int api_game_resume(struct request *r)
{
	struct view_text why = { 0 };
	json_int_t id, ply = -1;
	if (json_unpack(r->body, "{s:I,s?I}", "id", &id, "ply", &ply) < 0 || ply > INT32_MAX)
		return api_bad(r, "id is missing", "Falta qué partida");
	r->app->lesson[0] = '\0';
	return command(r, table_resume(r->app, r->now_us, id, (int)ply, &why), &why);
}

int api_show(struct request *r)
{
	struct view_text why = { 0 };
	bool bad = false;
	if (json_is_true(json_object_get(r->body, "stop")))
		return command(r, table_show(r->app, r->now_us, NULL, NULL, -1, &why), &why);
	const char *game = api_text(r, "game", RULES_NAME_MAX - 1, &bad),
		   *fen = api_text(r, "fen", RULES_POSITION_MAX - 1, &bad);
	if (!game || !fen)
		return api_bad(r, "game and fen, or stop, are missing", "Faltan el juego y la posición, o stop");
	r->app->lesson[0] = '\0';
	return command(r, table_show(r->app, r->now_us, game, fen, -1, &why), &why);
}

/* ---- Lessons ------------------------------------------------------------------------------------------------------------------------ */

/* Game, position and level of a step out of the lesson file. The file is taken over by *ret_file. */
static bool find_step(struct request *r, const char *id, int step, json_t **ret_file, const char **ret_game,
		      const char **ret_fen, int *ret_level)
{
	char game[RULES_NAME_MAX];
	size_t n = strcspn(id, "/"), i;
	json_t *lesson, *found = NULL;
	snprintf(game, sizeof game, "%.*s", (int)n, id);
	char *text = pages_lesson_text(r->app, game);
	*ret_file = text ? json_loads(text, 0, NULL) : NULL;
	free(text);
	int number = id[n] ? atoi(id + n + 1) : 1;
	json_array_foreach(json_object_get(*ret_file, "lessons"), i, lesson)
	{
		const char *own = json_string_value(json_object_get(lesson, "id"));
		if (own ? strcmp(own, id) == 0 || strcmp(own, id + n + (id[n] == '/')) == 0 : (int)i + 1 == number)
			found = lesson;
	}
	json_t *one = json_array_get(json_object_get(found, "steps"), (size_t)step);
	const char *name = json_string_value(json_object_get(one, "game"));
	name = name ? name : json_string_value(json_object_get(found, "game"));
	*ret_game = name ? name : json_string_value(json_object_get(*ret_file, "game"));
	*ret_fen = json_string_value(json_object_get(one, "fen"));
	*ret_level = (int)json_integer_value(json_object_get(one, "level"));
	return *ret_game && *ret_fen;
}

int api_lesson(struct request *r)
{
	struct view_text why = { 0 };
	bool bad = false;
	int step = 0, level = 0;
	json_t *file = NULL;
	const char *id = api_text(r, "id", sizeof r->app->lesson - 1, &bad),
		   *game = api_text(r, "game", RULES_NAME_MAX - 1, &bad),
		   *fen = api_text(r, "fen", RULES_POSITION_MAX - 1, &bad);
	if (bad || !id || json_unpack(r->body, "{s?i,s?i}", "step", &step, "level", &level) < 0 || step < 0 ||
	    level < VIEW_LEVEL_OFF || level > VIEW_LEVEL_WARN)
		return api_bad(r, "id and step of the lesson are missing", "Faltan la lección y el paso");
	if (!(game && fen) && !find_step(r, id, step, &file, &game, &fen, &level)) {
		json_decref(file);
		return request_errno(r, -ENOENT);
	}
	int err = table_show(r->app, r->now_us, game, fen, level, &why);
	if (err == 0) {
		strcpy(r->app->lesson, id);
		r->app->lesson_step = step;
		r->app->lesson_light = (struct lessonlight){ 0 };
	}
	json_decref(file);
	return command(r, err, &why);
}

/* Stands as long as the lesson is on the table. */
static void lesson_overlay(void *user, int64_t now_us, struct light *light, int sites, int64_t *ret_next_us)
{
	struct app *app = user;
	*ret_next_us = INT64_MAX;
	if (app->lesson[0])
		lessonlight_paint(&app->lesson_light, boardio_presenter(app->boardio), now_us, light, sites, ret_next_us);
	else
		boardio_set_overlay(app->boardio, NULL, NULL);
}

int api_lesson_light(struct request *r)
{
	if (!r->app->lesson[0])
		return request_error(r, 409, "no-lesson", "there is no lesson on the table",
				     "No hay ninguna lección en la mesa");
	if (lessonlight_read(boardio_variant(r->app->boardio), json_object_get(r->body, "light"), r->now_us,
			     &r->app->lesson_light) < 0)
		return api_bad(r, "light: a list of at most two words with at most six cells each",
			       "La luz pedida no se entiende");
	boardio_set_overlay(r->app->boardio, lesson_overlay, r->app);
	boardio_step(r->app->boardio, r->now_us);
	return api_done(r);
}

int api_control(struct request *r)
{
	r->app->control_phone = r->phone;
	stream_renew(r->app->stream);
	return api_done(r);
}
