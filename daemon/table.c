/* table.c — the game on the table and everything around it. */
#include "table.h"
#include "table_clock.h"
#include "table_keep.h"
#include "table_store.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app.h"
#include "boardio.h"
#include "log.h"
#include "pairing.h"
#include "session.h"
#include "state.h"
#include "store.h"

/* ---- Rows ----------------------------------------------------------------------------------------------------------------------- */

/* The game that leaves the table without a result. */
static void leave_unfinished(struct app *app, int64_t now_us)
{
	const struct rules_record *record = session_record(app->session);
	if (app->game.id && record && rules_record_result(record) == RULES_ONGOING && !app->game.reason[0])
		store_result(app->store, app->game.id, "unfinished", "", app_utc_ms(), now_us);
}

static void set_clock(struct app *app, int minutes, int bonus_s)
{
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		app->game.clock_ms[i] = minutes * INT64_C(60000);
	app->game.has_clock = minutes > 0;
	app->game.clock_bonus_s = bonus_s;
}

/* The hands have set up a game: its row. */
static int64_t new_row(void *user, const struct session_new_game *how)
{
	struct app *app = user;
	struct store_new_game new = { .game = how->variant, .start = how->fen ? how->fen : "" };
	char fen[RULES_POSITION_MAX];
	struct rules_variant v;
	struct rules_state s;
	struct rules_error err;
	if (!how->fen && rules_variant_parse(how->variant, &v, &err) == 0) {
		rules_init(&v, &s);
		rules_format(&v, &s, fen);
		new.start = fen;
	}
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		new.player[i] = how->player[i];
	leave_unfinished(app, app_now_us());
	app->game = (struct app_game){ 0 };
	table_keep_levels(app, how->ordered ? app->ordered.level : NULL);
	if (how->ordered)
		set_clock(app, app->ordered.clock_minutes, app->ordered.clock_bonus_s);
	app->game.id = store_game_new(app->store, &new, app_utc_ms(), app_now_us());
	table_keep(app);
	return app->game.id;
}

/* ---- Table memory --------------------------------------------------------------------------------------------------------------- */

static int list_shelf(void *user, int64_t before, int most,
		      void (*each)(void *to, int64_t id, const char *variant, const char *fen), void *to)
{
	struct app *app = user;
	return store_shelf(app->store, before, most, each, to);
}

/* "Go on: Ana – Luis, 2026-11-24, 17 actions". */
static void tell_shelf(void *user, int64_t id, struct view_text *ret)
{
	struct app *app = user;
	struct store_line line = { 0 };
	char who[4 * SAVED_NAME] = "", day[16] = "";
	struct tm tm;
	store_line(app->store, id, &line);
	time_t began = line.started_ms / 1000;
	if (line.clock_set && localtime_r(&began, &tm))
		strftime(day, sizeof day, "%Y-%m-%d, ", &tm);
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++) {
		size_t n = strlen(who);
		if (line.player[i][0])
			snprintf(who + n, sizeof who - n, "%s%.40s", n ? " – " : "", line.player[i]);
	}
	if (who[0])
		strcat(who, ", ");
	snprintf(ret->key, sizeof ret->key, "start-stored");
	snprintf(ret->en, sizeof ret->en, "Go on: %.170s%s%d actions", who, day, line.plies);
	snprintf(ret->es, sizeof ret->es, "Seguir: %.170s%s%d jugadas", who, day, line.plies);
}

static int list_recent(void *user, int most, void (*each)(void *to, const char *variant), void *to)
{
	struct app *app = user;
	return store_recent(app->store, most, each, to);
}

static int look_at_board(void *user, const struct rules_variant *v, struct seen_sensor *sensor, struct seen *seen)
{
	struct app *app = user;
	return app->boardio ? boardio_seen(app->boardio, v, sensor, seen) : -ENODEV;
}

static int put_on_table(struct app *app, int64_t now_us, const struct saved_game *g, const char *start, struct view_text *why);

/* Its pieces stand there again. The board's sites are followed by boardio: this may happen in the middle of its reading. */
static int resume_shelf(void *user, int64_t now_us, int64_t id)
{
	struct app *app = user;
	struct view_text why = { 0 };
	struct saved_game g;
	int err = store_load(app->store, id, &g);
	if (err < 0)
		return err;
	if (app->game.id != id)
		leave_unfinished(app, now_us);
	app->game = (struct app_game){ 0 };
	err = put_on_table(app, now_us, &g, g.start, &why);
	if (err == 0)
		store_result(app->store, id, "ongoing", "", app_utc_ms(), now_us);
	else
		log_line(LOG_LEVEL_WARNING, "table", "game %lld cannot go on: %s", (long long)id, why.en);
	saved_game_clear(&g);
	return err;
}

int table_new(struct app *app)
{
	int err = session_new(NULL, &app->session);
	if (err < 0)
		return err;
	session_light_first(app->session);
	session_on_start(app->session, new_row, app);
	session_on_shelf(
	    app->session,
	    &(struct session_shelf){
		.list = list_shelf, .tell = tell_shelf, .resume = resume_shelf, .recent = list_recent, .user = app });
	session_on_eyes(app->session, &(struct session_eyes){ .look = look_at_board, .user = app });
	err = session_add_sink(app->session, &(struct session_sink){ .event = table_to_store, .user = app, .durable = true });
	return err < 0 ? err : session_add_sink(app->session, &(struct session_sink){ .event = table_to_others, .user = app });
}

/* ---- Games --------------------------------------------------------------------------------------------------------------------- */

static int refuse(struct view_text *why, const char *key, const char *en, const char *es)
{
	snprintf(why->key, sizeof why->key, "%s", key);
	snprintf(why->en, sizeof why->en, "%.230s", en);
	snprintf(why->es, sizeof why->es, "%.230s", es);
	return -EINVAL;
}

void table_close(struct app *app, int64_t now_us)
{
	leave_unfinished(app, now_us);
	session_close(app->session, now_us);
	app->game = (struct app_game){ 0 };
}

/* Reads game and position, and looks whether the board can carry them; nothing has changed yet. */
static int prepare(struct app *app, const char *game, const char *fen, struct rules_variant *ret,
		   char start[RULES_POSITION_MAX], struct view_text *why)
{
	struct rules_error err;
	struct rules_state s;
	char message[BOARDIO_MESSAGE], es[STATE_SENTENCE];
	if (rules_variant_parse(game, ret, &err) < 0)
		return refuse(why, "no-such-game", err.text, "Ese juego o esa opción no existe");
	rules_init(ret, &s);
	if (fen && rules_parse(ret, fen, &s, &err) < 0)
		return refuse(why, "bad-position", err.text, state_no_position(&err, es));
	rules_format(ret, &s, start);
	if (boardio_carries(app->boardio, ret, message) < 0)
		return refuse(why, "wrong-board", "This board has no places for that game",
			      "Este tablero no tiene sitios para ese juego");
	return 0;
}

static int take_sites(struct app *app, int64_t now_us, const struct rules_variant *v, struct view_text *why)
{
	char message[BOARDIO_MESSAGE];
	if (boardio_use(app->boardio, now_us, v, message) == 0)
		return 0;
	return refuse(why, "wrong-board", message, "Este tablero no tiene sitios para ese juego");
}

void table_teach(struct app *app, const int level[RULES_PLAYERS_MAX + 1])
{
	table_keep_levels(app, level);
	if (app->game.id)
		table_keep(app);
}

/* Before the game on the table is closed for it. */
static int may_place(struct app *app, const struct rules_variant *v, struct view_text *why)
{
	struct seen_sensor sensor[RULES_SITES_MAX];
	struct seen seen[RULES_SITES_MAX];
	int err = boardio_seen(app->boardio, v, sensor, seen);
	if (err == -ENODEV)
		return refuse(why, "no-board", "The board is not connected", "El tablero no está conectado");
	if (err < 0)
		return refuse(why, "wrong-board", "This board has no places for that game",
			      "Este tablero no tiene sitios para ese juego");
	return session_may_place(v, sensor, seen, why);
}

/* The row is made when nothing is left to ask. */
static int start_placed(struct app *app, int64_t now_us, const struct table_start *how, const struct session_new_game *new,
			int64_t *ret_id, struct view_text *why)
{
	app->ordered.clock_minutes = how->clock_minutes;
	app->ordered.clock_bonus_s = how->clock_bonus_s;
	memcpy(app->ordered.level, how->level, sizeof app->ordered.level);
	int err = session_start_placed(app->session, now_us, new, how->mover, why);
	if (err == 0)
		*ret_id = app->game.id;
	return err;
}

int table_start(struct app *app, int64_t now_us, const struct table_start *how, int64_t *ret_id, struct view_text *why)
{
	struct rules_variant v;
	char start[RULES_POSITION_MAX], name[RULES_NAME_MAX];
	int err = prepare(app, how->game, how->fen, &v, start, why);
	if (err == 0 && how->placed)
		err = may_place(app, &v, why);
	if (err < 0)
		return err;
	/* The old game leaves before the sites change: they would mean nothing to it. */
	table_close(app, now_us);
	err = take_sites(app, now_us, &v, why);
	if (err < 0)
		return err;
	rules_variant_name(&v, name);
	table_keep_levels(app, how->level);
	struct session_new_game new = { .variant = name, .fen = how->fen ? start : NULL };
	struct store_new_game row = { .game = name, .start = start };
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		new.player[i] = row.player[i] = how->player[i];
	if (how->placed)
		return start_placed(app, now_us, how, &new, ret_id, why);
	set_clock(app, how->clock_minutes, how->clock_bonus_s);
	if (how->stored)
		new.game_id = store_game_new(app->store, &row, app_utc_ms(), now_us);
	app->game.id = new.game_id;
	err = session_start(app->session, now_us, &new, why);
	if (err < 0)
		return err;
	if (how->stored)
		table_keep(app);
	*ret_id = new.game_id;
	return 0;
}

static int put_on_table(struct app *app, int64_t now_us, const struct saved_game *g, const char *start, struct view_text *why)
{
	const char **action = calloc((size_t)g->line.plies + 1, sizeof *action);
	if (!action)
		return -ENOMEM;
	for (int i = 0; i < g->line.plies; i++)
		action[i] = g->line.ply[i].action;
	struct session_new_game how = { .variant = g->game, .fen = start, .game_id = g->id };
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		how.player[i] = g->player[i];
	app->game.id = g->id;
	store_game_resume(app->store, g);
	table_keep_read(app);
	int err = session_resume(app->session, now_us, &how, action, g->line.plies, why);
	free(action);
	return err;
}

static int resume_saved(struct app *app, int64_t now_us, const struct saved_game *g, struct view_text *why)
{
	struct rules_variant v;
	char start[RULES_POSITION_MAX];
	int err = prepare(app, g->game, g->start, &v, start, why);
	if (err == 0) {
		table_close(app, now_us);
		err = take_sites(app, now_us, &v, why);
	}
	return err < 0 ? err : put_on_table(app, now_us, g, start, why);
}

int table_resume(struct app *app, int64_t now_us, int64_t id, int ply, struct view_text *why)
{
	struct saved_game g;
	if (store_load(app->store, id, &g) < 0)
		return refuse(why, "no-such-game", "There is no such game", "No existe esa partida");
	if (ply > g.line.plies) {
		saved_game_clear(&g);
		return refuse(why, "no-such-ply", "The game is not that long", "La partida no es tan larga");
	}
	int err = resume_saved(app, now_us, &g, why);
	if (err == 0)
		store_result(app->store, id, "ongoing", "", app_utc_ms(), now_us);
	if (err == 0 && ply >= 0 && ply < g.line.plies)
		err = session_take_back(app->session, now_us, ply, why);
	saved_game_clear(&g);
	return err;
}

void table_resume_last(struct app *app, int64_t now_us)
{
	int64_t id = store_unfinished(app->store);
	struct saved_game g;
	struct view_text why = { 0 };
	if (!id || store_load(app->store, id, &g) < 0)
		return;
	if (resume_saved(app, now_us, &g, &why) < 0)
		log_line(LOG_LEVEL_WARNING, "table", "game %lld cannot go on: %s", (long long)id, why.en);
	saved_game_clear(&g);
}

int table_show(struct app *app, int64_t now_us, const char *game, const char *fen, int level, struct view_text *why)
{
	int64_t waiting = app->game.id ? app->game.id : app->waiting_game, id;
	if (!fen) {
		app->waiting_game = 0;
		app->lesson[0] = '\0';
		if (waiting)
			return table_resume(app, now_us, waiting, -1, why);
		table_close(app, now_us);
		return 0;
	}
	struct table_start how = { .game = game, .fen = fen, .level = { level, level, level, level, level } };
	int err = table_start(app, now_us, &how, &id, why);
	if (err == 0)
		app->waiting_game = waiting;
	return err;
}

/* ---- By the clock ---------------------------------------------------------------------------------------------------------------- */

bool table_store_ok(const struct app *app)
{
	return store_ok(app->store);
}

void table_reason(struct app *app, const char *reason)
{
	snprintf(app->game.reason, sizeof app->game.reason, "%s", reason);
}

int64_t table_step(struct app *app, int64_t now_us)
{
	int64_t hour = app_utc_ms() / 3600000;
	if (hour != app->hour) { /* day may have become night */
		app->hour = hour;
		boardio_settings(app->boardio);
	}
	int64_t flag = table_clock_watch(app, now_us), store = store_tick(app->store, app_utc_ms(), now_us),
		pair = pairing_next_us(app, now_us);
	int64_t next = flag < store ? flag : store;
	return pair < next ? pair : next;
}

void table_gesture(struct app *app, int64_t now_us)
{
	auth_gesture(app->auth, now_us);
	pairing_open(app, now_us);
}
