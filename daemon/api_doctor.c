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
	const char *state = json_string_value(json_object_get(board, "state")),
		   *message = json_string_value(json_object_get(board, "message"));
	json_t *own = doctor_board(state && strcmp(state, "ready") == 0, message ? message : "");
	bool ok = store_ok(app->store);
	json_array_append_new(
	    own, json_pack("{s:s,s:b,s:s,s:s,s:{s:s,s:s}}", "key", "store", "ok", ok, "en",
			   ok ? "Games are being saved" : store_message(app->store), "es",
			   ok ? "Las partidas se guardan" : store_message_es(app->store), "remedy", "en",
			   ok ? "" : "Make room on the card or put in another; play goes on and is saved later", "es",
			   ok ? "" : "Haz sitio en la tarjeta o pon otra; el juego sigue y se guarda después"));
	for (size_t i = json_array_size(own); i > 0; i--)
		json_array_insert(checks, 0, json_array_get(own, i - 1));
	json_decref(own);
	json_decref(board);
}

int api_doctor(struct request *r)
{
	struct app *app = r->app;
	json_t *checks = boardio_checks(app->boardio), *lines = boardio_lines(app->boardio),
	       *board = boardio_json(app->boardio);
	char about[400];
	add_own_checks(app, checks);
	snprintf(about, sizeof about, "version %s, board %s (%s), %s", TABLERO_VERSION,
		 json_string_value(json_object_get(board, "id")), json_string_value(json_object_get(board, "backend")),
		 json_string_value(json_object_get(board, "state")));
	char *report = doctor_report(checks, lines, about, false);
	json_decref(board);
	json_t *json = json_pack("{s:o,s:o,s:o,s:o,s:o,s:s}", "checks", checks, "lines", lines, "leds",
				 boardio_leds(app->boardio), "calibration", boardio_calibration(app->boardio), "guide",
				 boardio_guide(app->boardio), "report", report ? report : "");
	free(report);
	return request_json(r, json);
}

static int done(struct request *r, int err)
{
	const char *why = boardio_calibration_message(r->app->boardio);
	switch (err) {
	case -ENOENT:
		return request_error(r, 404, "no-such-line", "The board has no such line", "El tablero no tiene esa línea");
	case -EINVAL:
		return api_bad(r, why[0] ? why : "that line cannot be calibrated so", "Esa línea no se puede calibrar así");
	case -ENODEV: return request_error(r, 409, "no-board", "The board does not answer", "El tablero no responde");
	case -EBUSY:
		return request_error(r, 409, "measuring", "A measurement is going on; it takes a second",
				     "Se está midiendo; tarda un segundo");
	case -ESTALE:
		return request_error(r, 409, "changed-elsewhere",
				     "The calibration file was changed by somebody else; read it again first",
				     "Alguien ha cambiado el archivo de calibración; léelo de nuevo antes");
	default: return err < 0 ? request_errno(r, err) : api_done(r);
	}
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
	if (json_unpack(r->body, "{s?i,s?b,s?[iii]}", "led", &led, "walk", &walk, "rgb", &red, &green, &blue) < 0 || led < -1 ||
	    led > 1023 || red < 0 || red > 255 || green < 0 || green > 255 || blue < 0 || blue > 255)
		return api_bad(r, "led, rgb or walk", "Faltan led, rgb o walk");
	boardio_test_led(r->app->boardio, r->now_us, walk ? 0 : led, red, green, blue, walk);
	return done(r, 0);
}

int api_doctor_calibrate(struct request *r)
{
	struct boardio *b = r->app->boardio;
	bool bad = false;
	int value;
	const char *line = api_text(r, "line", 15, &bad), *step = api_text(r, "step", 8, &bad);
	if (step && (strcmp(step, "empty") == 0 || strcmp(step, "full") == 0))
		return done(r, boardio_calibrate_all(b, r->now_us, step[0] == 'f'));
	if (step && strcmp(step, "done") == 0)
		return done(r, boardio_calibrate_save(b));
	if (step && strcmp(step, "cancel") == 0)
		return done(r, boardio_calibrate_cancel(b));
	if (line && json_is_true(json_object_get(r->body, "forget")))
		return done(r, boardio_calibrate_forget(b, line));
	if (!line || step || json_unpack(r->body, "{s:i}", "value", &value) < 0)
		return api_bad(r, "a line with a value, or a step, is missing", "Falta una línea con un valor, o un paso");
	return done(r, boardio_calibrate(b, r->now_us, line, value));
}

int api_doctor_levels(struct request *r)
{
	json_t *levels = boardio_levels(r->app->boardio, r->name);
	return levels ? request_json(r, levels) : done(r, -ENOENT);
}

int api_doctor_calibration(struct request *r)
{
	r->data = boardio_calibration_text(r->app->boardio);
	if (!r->data)
		return request_errno(r, -ENOMEM);
	r->size = strlen(r->data);
	r->type = "text/plain; charset=utf-8";
	r->download = "tablero-calibration.ini";
	return 200;
}

int api_doctor_import(struct request *r)
{
	const char *text = json_string_value(json_object_get(r->body, "text"));
	if (!text)
		return api_bad(r, "text is missing", "Falta el texto");
	return done(r, boardio_calibrate_import(r->app->boardio, text));
}

int api_doctor_guide(struct request *r)
{
	struct boardio *b = r->app->boardio;
	bool bad = false;
	const char *what = api_text(r, "do", 8, &bad), *line = api_text(r, "line", 15, &bad);
	if (bad || !what)
		return api_bad(r, "do is start, next, again or stop", "do es start, next, again o stop");
	if (strcmp(what, "start") == 0)
		return done(r, boardio_guide_start(b, r->now_us, line));
	if (strcmp(what, "again") == 0)
		return done(r, boardio_guide_again(b, r->now_us, line));
	if (strcmp(what, "next") == 0)
		boardio_guide_next(b, r->now_us);
	else if (strcmp(what, "stop") == 0)
		boardio_guide_stop(b, r->now_us);
	else
		return api_bad(r, "do is start, next, again or stop", "do es start, next, again o stop");
	return done(r, 0);
}
