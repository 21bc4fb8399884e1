/* api_doctor.c — the board doctor's page. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "app.h"
#include "boardio.h"
#include "doctor.h"
#include "store.h"
#include "version.h"

static void add_own_checks(struct app *app, json_t *checks)
{
	json_t *board = boardio_json(app->boardio);
	const char *state = json_string_value(json_object_get(board, "state")), *message = json_string_value(json_object_get(board, "message"));
	bool ready = strcmp(state, "ready") == 0;
	json_array_insert_new(checks, 0, json_pack("{s:s,s:b,s:s,s:s,s:{s:s,s:s}}", "key", "board", "ok", ready, "en",
						   ready ? "The board answers" : "The board does not answer", "es",
						   ready ? "El tablero responde" : "El tablero no responde", "remedy", "en", message, "es", message));
	bool ok = store_ok(app->store);
	json_array_insert_new(checks, 1, json_pack("{s:s,s:b,s:s,s:s,s:{s:s,s:s}}", "key", "store", "ok", ok, "en",
						   ok ? "Games are being saved" : store_message(app->store), "es",
						   ok ? "Las partidas se guardan" : "Las partidas no se están guardando", "remedy", "en",
						   ok ? "" : "Make room on the card or put in another; play goes on and is saved later", "es",
						   ok ? "" : "Haz sitio en la tarjeta o pon otra; el juego sigue y se guarda después"));
	json_decref(board);
}

int api_doctor(struct request *r)
{
	struct app *app = r->app;
	json_t *checks = doctor_checks("", app->config.connection), *lines = boardio_lines(app->boardio), *board = boardio_json(app->boardio);
	char about[400];
	add_own_checks(app, checks);
	snprintf(about, sizeof about, "version %s, board %s (%s), %s", TABLERO_VERSION, json_string_value(json_object_get(board, "id")),
		 json_string_value(json_object_get(board, "backend")), json_string_value(json_object_get(board, "state")));
	char *report = doctor_report(checks, lines, about);
	json_decref(board);
	json_t *json = json_pack("{s:o,s:o,s:o,s:s}", "checks", checks, "lines", lines, "leds", boardio_leds(app->boardio), "report",
				 report ? report : "");
	free(report);
	return request_json(r, json);
}

static int done(struct request *r, int err)
{
	if (err == -ENOENT)
		return request_error(r, 404, "no-such-line", "The board has no such line", "El tablero no tiene esa línea");
	if (err == -EINVAL)
		return api_bad(r, "that line cannot be calibrated so", "Esa línea no se puede calibrar así");
	return err < 0 ? request_errno(r, err) : api_done(r);
}

int api_doctor_mark(struct request *r)
{
	bool bad = false;
	int faulty;
	const char *line = api_text(r, "line", 15, &bad);
	if (!line || json_unpack(r->body, "{s:b}", "faulty", &faulty) < 0)
		return api_bad(r, "line and faulty are missing", "Faltan la línea y si está averiada");
	return done(r, boardio_mark(r->app->boardio, r->now_us, line, faulty));
}

int api_doctor_led(struct request *r)
{
	int led = -1, walk = 0, red = 255, green = 255, blue = 255;
	if (json_unpack(r->body, "{s?i,s?b,s?[iii]}", "led", &led, "walk", &walk, "rgb", &red, &green, &blue) < 0 || led < -1 || led > 1023 || red < 0 || red > 255 || green < 0 || green > 255 || blue < 0 || blue > 255)
		return api_bad(r, "led, rgb or walk", "Faltan led, rgb o walk");
	boardio_test_led(r->app->boardio, r->now_us, walk ? 0 : led, red, green, blue, walk);
	return done(r, 0);
}

int api_doctor_calibrate(struct request *r)
{
	bool bad = false;
	const char *line = api_text(r, "line", 15, &bad), *step = api_text(r, "step", 8, &bad);
	if (step)
		return done(r, boardio_calibrate_all(r->app->boardio, step));
	if (!line)
		return api_bad(r, "line or step is missing", "Falta la línea o el paso");
	return done(r, boardio_calibrate(r->app->boardio, line, r->body));
}
