/* table_clock.c — players' clocks, on monotonic time. */
#include "table_clock.h"

#include "app.h"
#include "session.h"
#include "table.h"

int64_t table_clock_left_ms(const struct app *app, int64_t now_us, int player)
{
	const struct app_game *g = &app->game;
	int64_t left = g->clock_ms[player] - (g->clock_player == player ? (now_us - g->clock_since_us) / 1000 : 0);
	return left > 0 ? left : 0;
}

/* Charges the running clock with what has passed. */
static void charge(struct app *app, int64_t now_us)
{
	struct app_game *g = &app->game;
	if (g->clock_player)
		g->clock_ms[g->clock_player] = table_clock_left_ms(app, now_us, g->clock_player);
	g->clock_since_us = now_us;
}

void table_clock_stop(struct app *app, int64_t now_us)
{
	charge(app, now_us);
	app->game.clock_player = 0;
}

void table_clock_back(struct app *app, int64_t now_us, int player)
{
	if (!app->game.has_clock)
		return;
	charge(app, now_us);
	app->game.clock_player = player;
}

void table_clock_switch(struct app *app, int64_t now_us, int player)
{
	struct app_game *g = &app->game;
	int before = g->clock_player;
	table_clock_back(app, now_us, player);
	if (g->has_clock && before && before != player)
		g->clock_ms[before] += g->clock_bonus_s * 1000LL;
}

/* When the running clock is used up. */
static int64_t flag_us(const struct app *app)
{
	const struct app_game *g = &app->game;
	return g->has_clock && g->clock_player ? g->clock_since_us + g->clock_ms[g->clock_player] * 1000 : INT64_MAX;
}

int64_t table_clock_watch(struct app *app, int64_t now_us)
{
	struct view_text why;
	int64_t due = flag_us(app);
	if (now_us < due)
		return due;
	int loser = app->game.clock_player;
	table_clock_stop(app, now_us);
	app->game.clock_ms[loser] = 0;
	table_reason(app, "time");
	session_resign(app->session, now_us, loser, &why);
	if (app->game.clock_player) /* the others play on */
		table_reason(app, "");
	return INT64_MAX;
}
