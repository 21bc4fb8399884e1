/* api.c — the table of routes, and the way from a path to its handler. */
#include "api.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "boardio.h"
#include "gate.h"
#include "view.h"

/* clang-format off */
#define GET(path, role, handler) { false, path, ROLE_##role, handler, 0 }
#define POST(path, role, handler, flags) { true, path, ROLE_##role, handler, flags }
/* clang-format on */

const struct api_route api_routes[] = {
	GET("/state", ANYONE, api_state),
	GET("/events", ANYONE, api_events),
	GET("/rules", ANYONE, api_rules),
	GET("/layout", ANYONE, api_layout),
	GET("/look", ANYONE, api_look),
	GET("/why", ANYONE, api_why),
	GET("/path", ANYONE, api_path),
	GET("/reply", ANYONE, api_reply),
	GET("/openapi.json", ANYONE, pages_openapi),
	GET("/about", ANYONE, api_about),
	GET("/lessons", ANYONE, pages_lessons),
	GET("/lessons/{name}", ANYONE, pages_lesson),
	GET("/pair", ANYONE, api_pair_window),
	POST("/pair", ANYONE, api_pair, 0),

	POST("/game", PLAYER, api_game_new, API_CONTROL),
	POST("/game/end-turn", PLAYER, api_game_end_turn, 0),
	POST("/game/take-back", PLAYER, api_game_take_back, API_CONTROL),
	POST("/game/answer", PLAYER, api_game_answer, 0),
	POST("/game/play", PLAYER, api_game_play, API_CONTROL),
	POST("/game/resign", PLAYER, api_game_resign, API_CONTROL),
	POST("/game/draw", PLAYER, api_game_draw, API_CONTROL),
	POST("/game/hint", PLAYER, api_game_hint, 0),
	POST("/game/dispute", PLAYER, api_game_dispute, 0),
	POST("/game/level", PLAYER, api_game_level, 0),
	POST("/game/close", PLAYER, api_game_close, API_CONTROL),
	POST("/game/resume", PLAYER, api_game_resume, API_CONTROL),
	POST("/show", PLAYER, api_show, API_CONTROL),
	POST("/lesson", PLAYER, api_lesson, API_CONTROL),
	POST("/lesson/light", PLAYER, api_lesson_light, API_CONTROL),
	POST("/control", PLAYER, api_control, 0),

	GET("/games", WATCHER, api_games),
	GET("/games/{id}", WATCHER, api_game),
	GET("/games/{id}/export", WATCHER, api_game_export),
	GET("/games/{id}/trace", WATCHER, api_game_trace),
	GET("/export", OWNER, api_export),
	GET("/stats", WATCHER, api_stats),
	GET("/players", WATCHER, api_players),
	POST("/games/{id}", PLAYER, api_game_edit, 0),
	POST("/games/{id}/delete", OWNER, api_game_delete, 0),
	POST("/games/{id}/restore", OWNER, api_game_restore, 0),
	POST("/import", OWNER, api_import, 0),
	POST("/players/forget", OWNER, api_forget_player, 0),

	GET("/settings", WATCHER, api_settings),
	POST("/settings", OWNER, api_set_settings, 0),
	GET("/phones", OWNER, api_phones),
	POST("/phones/{id}", OWNER, api_phone, 0),
	POST("/phones/{id}/revoke", OWNER, api_phone_revoke, 0),
	POST("/phones/revoke-all", OWNER, api_phones_revoke_all, 0),
	GET("/backup", OWNER, api_backup),
	POST("/restore", OWNER, api_restore, API_HANDS | API_UPLOAD),
	GET("/intake", OWNER, api_intake),
	POST("/wipe", OWNER, api_wipe, API_HANDS),
	GET("/log", OWNER, api_log),

	GET("/doctor", WATCHER, api_doctor),
	POST("/doctor/mark", OWNER, api_doctor_mark, 0),
	POST("/doctor/led", OWNER, api_doctor_led, 0),
	POST("/doctor/calibrate", OWNER, api_doctor_calibrate, 0),
	GET("/doctor/levels/{name}", WATCHER, api_doctor_levels),
	GET("/doctor/calibration", OWNER, api_doctor_calibration),
	POST("/doctor/calibration", OWNER, api_doctor_import, 0),
	POST("/doctor/guide", OWNER, api_doctor_guide, 0),

	GET("/sim", PLAYER, api_sim),
	POST("/sim/lift", PLAYER, api_sim_lift, API_SIM),
	POST("/sim/drop", PLAYER, api_sim_drop, API_SIM),
	POST("/sim/put", PLAYER, api_sim_put, API_SIM),
	POST("/sim/take-away", PLAYER, api_sim_take_away, API_SIM),
	POST("/sim/turn-over", PLAYER, api_sim_turn_over, API_SIM),
	POST("/sim/setup", PLAYER, api_sim_setup, API_SIM),
	POST("/sim/button", PLAYER, api_sim_button, API_SIM),
	POST("/sim/turn-disk", PLAYER, api_sim_turn_disk, API_SIM),
	POST("/sim/plug", PLAYER, api_sim_plug, API_SIM),
	POST("/sim/sweep", PLAYER, api_sim_sweep, API_SIM),
	{ 0 },
};

/* ---- Finding a route -------------------------------------------------------------------------------------------------------------- */

static bool take_part(const char *pattern, const char *part, size_t n, struct request *r)
{
	if (strncmp(pattern, "{id}", 4) == 0) {
		char *end;
		if (n == 0 || n > 15 || part[0] < '1' || part[0] > '9')
			return false;
		r->id = strtoll(part, &end, 10);
		return end == part + n;
	}
	if (n == 0 || n >= sizeof r->name)
		return false;
	memcpy(r->name, part, n);
	r->name[n] = '\0';
	return true;
}

static bool matches(const char *pattern, const char *path, struct request *r)
{
	while (*pattern) {
		if (*pattern == '{') {
			size_t n = strcspn(path, "/");
			if (!take_part(pattern, path, n, r))
				return false;
			pattern += strcspn(pattern, "}") + 1;
			path += n;
		} else if (*pattern++ != *path++) {
			return false;
		}
	}
	return *path == '\0';
}

static const char *below_api(const char *path)
{
	static const char prefix[] = "/api/v1";
	return strncmp(path, prefix, sizeof prefix - 1) == 0 && path[sizeof prefix - 1] == '/' ? path + sizeof prefix - 1
											       : NULL;
}

/* *ret_other: the path exists, but not for this method. */
static const struct api_route *find(struct request *r, const char *path, bool *ret_other)
{
	*ret_other = false;
	for (const struct api_route *route = api_routes; route->path; route++) {
		if (!matches(route->path, path, r))
			continue;
		if (route->post == r->post)
			return route;
		*ret_other = true;
	}
	return NULL;
}

bool api_is_upload(const char *path, enum role role)
{
	const char *below = below_api(path);
	struct request scratch = { .post = true };
	bool other;
	const struct api_route *route = below ? find(&scratch, below, &other) : NULL;
	return route && route->flags & API_UPLOAD && role >= route->role;
}

/* ---- What stands before a handler --------------------------------------------------------------------------------------------------- */

static int refuse_role(struct request *r)
{
	if (r->role == ROLE_ANYONE)
		return request_error(r, 401, "not-paired", "Pair this phone with the board first",
				     "Enlaza antes este teléfono con el tablero");
	return request_error(r, 403, "not-allowed", "This phone may not do that; ask the owner",
			     "Este teléfono no puede hacer eso; pídeselo al dueño");
}

/* Who may change the game is a token; whoever comes first has it, others take it with one tap. */
static bool has_control(struct request *r)
{
	struct app *app = r->app;
	bool known = false;
	for (int i = 0; i < auth_phones(app->auth); i++)
		known = known || auth_phone(app->auth, i)->id == app->control_phone;
	if (!known)
		app->control_phone = r->phone;
	return app->control_phone == r->phone;
}

static int check(struct request *r, const struct api_route *route)
{
	if (r->role < route->role)
		return refuse_role(r);
	if (route->flags & API_SIM && !r->app->sim)
		return request_error(r, 404, "not-simulated", "This board is a real one", "Este tablero es de verdad");
	if (route->flags & API_HANDS && !auth_hands(r->app->auth, r->now_us))
		return request_error(r, 403, "needs-hands",
				     "First hold the end-turn buttons of the board together for three seconds",
				     "Antes mantén pulsados a la vez tres segundos los botones de fin de turno del tablero");
	if (route->flags & API_CONTROL && !has_control(r))
		return request_error(r, 409, "other-control", "Another phone has control; take it first",
				     "Otro teléfono tiene el mando; tómalo primero");
	return 0;
}

int api_answer(struct request *r)
{
	bool other;
	const char *path = below_api(r->path);
	if (!path)
		return r->post || strncmp(r->path, "/api/", 5) == 0 ? request_errno(r, -ENOENT) : pages_answer(r);
	const struct api_route *route = find(r, path, &other);
	if (!route)
		return other ? request_error(r, 405, "wrong-method", "Not with this method", "Con este método no")
			     : request_errno(r, -ENOENT);
	int status = check(r, route);
	return status ? status : route->handler(r);
}

/* ---- For handlers -------------------------------------------------------------------------------------------------------------------- */

int api_refused(struct request *r, const struct view_text *why)
{
	boardio_step(r->app->boardio, r->now_us);
	return request_error(r, 409, why->key[0] ? why->key : "refused", why->en[0] ? why->en : "That cannot be done now",
			     why->es[0] ? why->es : "Eso no se puede hacer ahora");
}

int api_done(struct request *r)
{
	boardio_step(r->app->boardio, r->now_us);
	return request_ok(r);
}

const char *api_text(struct request *r, const char *key, size_t most, bool *ret_bad)
{
	json_t *value = json_object_get(r->body, key);
	if (!value || json_is_null(value))
		return NULL;
	const char *text = json_string_value(value);
	if (!text || strlen(text) > most || !gate_text(text)) {
		*ret_bad = true;
		return NULL;
	}
	return text;
}

int api_bad(struct request *r, const char *en, const char *es)
{
	return request_error(r, 400, "bad-request", en, es);
}

int64_t api_number(const struct request *r, const char *key, int64_t standard)
{
	const char *text = request_query(r, key);
	char *end;
	if (!text || !*text)
		return standard;
	errno = 0;
	long long n = strtoll(text, &end, 10);
	return *end || errno || n < 0 ? standard : n;
}
