/*
 * app.h — the running daemon: which parts there are and who owns them. Each part has its own header; only main.c makes and
 * frees them. Everything happens on one thread, the event loop's.
 */
#ifndef TABLERO_APP_H
#define TABLERO_APP_H

#include <stdbool.h>
#include <stdint.h>
#include <systemd/sd-event.h>

#include "auth.h"
#include "config.h"
#include "lessonlight.h"
#include "rules.h"
#include "settings.h"

struct boardio;
struct control;
struct hints;
struct http;
struct session;
struct simtable;
struct store;
struct stream;

/* What the session does not keep about the game on the table: who plays. */
struct app_game {
	int64_t id;
	char player[RULES_PLAYERS_MAX + 1][64];
	int64_t clock_ms[RULES_PLAYERS_MAX + 1]; /* time left; players' clocks run only if clock_running */
	int clock_bonus_s;
	bool has_clock;
	int clock_player;       /* whose clock runs, 0: none */
	int64_t clock_since_us; /* since when */
	char reason[32];        /* why it ended, where the rules do not say: "resigned", "agreed", "time" */
};

/* What people want of the game that begins once its set-up is named. */
struct app_ordered {
	int level[RULES_PLAYERS_MAX + 1]; /* −1: as in the settings */
	int clock_minutes, clock_bonus_s;
};

struct app {
	struct config config;
	sd_event *loop;
	struct session *session;
	struct boardio *boardio;
	struct store *store;
	struct auth *auth;
	struct stream *stream;
	struct http *http;
	struct hints *hints;
	struct control *control;
	sd_event_source *intake; /* a file of games is being taken in; NULL: none */
	struct simtable *sim;    /* NULL on a real board */
	struct app_game game;
	struct app_ordered ordered;
	struct settings settings;
	char lesson[64]; /* the lesson on the table, "" for none, */
	int lesson_step; /* and how far it is */
	struct lessonlight lesson_light;
	int64_t waiting_game;      /* was on the table before a position was shown */
	int64_t pairing_us;        /* when the pairing window opened */
	int64_t hour;              /* the last hour seen, for the night */
	int64_t day, day_us;       /* the last day seen, and when: a clock that jumps is told from time that passes */
	char epoch[17];            /* tells one run of the daemon from the next */
	char web_dir[CONFIG_TEXT]; /* pages from this directory instead of those compiled in; empty: no */
	bool open_console;         /* the code on the console is good for many phones */
	int port;                  /* really listened on */
	int64_t control_phone;     /* who may change the game from a phone; 0: whoever comes first */
};

int64_t app_now_us(void); /* CLOCK_MONOTONIC */
int64_t app_utc_ms(void); /* wall clock */

#endif
