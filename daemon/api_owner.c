/* api_owner.c — settings, phones and what the owner may look at. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "app.h"
#include "boardio.h"
#include "log.h"
#include "store.h"
#include "stream.h"
#include "version.h"

/* ---- Settings ------------------------------------------------------------------------------------------------------------------------ */

int api_settings(struct request *r)
{
	return request_json(r, settings_json(&r->app->settings));
}

int api_set_settings(struct request *r)
{
	char en[160], es[160];
	if (settings_read(&r->app->settings, r->body, en, es) < 0)
		return request_error(r, 400, "bad-setting", en, es);
	settings_apply(r->app);
	json_t *json = settings_json(&r->app->settings);
	char *text = json_dumps(json, JSON_COMPACT);
	if (text)
		store_set(r->app->store, "settings", text);
	free(text);
	boardio_step(r->app->boardio, r->now_us);
	return request_json(r, json);
}

/* ---- Pairing -------------------------------------------------------------------------------------------------------------------------- */

/* Which way a phone gets in just now; never the code. */
int api_pair_window(struct request *r)
{
	const struct auth_window *w = auth_window(r->app->auth, r->now_us);
	char game[RULES_NAME_MAX];
	if (!w)
		return request_json(r, json_pack("{s:b,s:b}", "open", 0, "owned", auth_owned(r->app->auth)));
	rules_variant_name(boardio_variant(r->app->boardio), game);
	return request_json(r,
			    json_pack("{s:b,s:b,s:s,s:i,s:i,s:i,s:s}", "open", 1, "owned", auth_owned(r->app->auth), "way",
				      w->way == AUTH_TAPS ? "taps" : "digits", "taps", w->way == AUTH_TAPS ? w->sites : 6,
				      "tries", w->tries, "seconds", (int)((w->until_us - r->now_us) / 1000000), "game", game));
}

int api_pair(struct request *r)
{
	bool bad = false;
	char token[AUTH_TOKEN];
	const struct auth_phone *phone;
	const char *code = api_text(r, "code", AUTH_CODE - 1, &bad), *label = api_text(r, "label", AUTH_LABEL - 1, &bad);
	if (bad || !code)
		return api_bad(r, "code is missing, or label is too long", "Falta el código, o el nombre es demasiado largo");
	int err = auth_pair(r->app->auth, r->now_us, app_utc_ms() / 86400000, code, label ? label : "", token, &phone);
	if (err == -ETIME)
		return request_error(r, 403, "closed",
				     "First hold the end-turn buttons of the board together for three seconds",
				     "Antes mantén pulsados a la vez tres segundos los botones de fin de turno del tablero");
	if (err == -EACCES)
		return request_error(r, 403, "wrong-code", "That is not the code", "Ese no es el código");
	if (err < 0)
		return request_error(r, 409, "too-many-phones", "Too many phones are paired; revoke one first",
				     "Hay demasiados teléfonos enlazados; quita uno antes");
	log_line(LOG_LEVEL_NOTICE, "pairing", "phone %lld was paired as %s", (long long)phone->id, role_name(phone->role));
	return request_json(
	    r, json_pack("{s:s,s:s,s:I}", "token", token, "role", role_name(phone->role), "id", (json_int_t)phone->id));
}

/* ---- Phones --------------------------------------------------------------------------------------------------------------------------- */

int api_phones(struct request *r)
{
	json_t *all = json_array();
	for (int i = 0; i < auth_phones(r->app->auth); i++) {
		const struct auth_phone *p = auth_phone(r->app->auth, i);
		json_array_append_new(all,
				      json_pack("{s:I,s:s,s:s,s:I,s:I,s:b,s:b}", "id", (json_int_t)p->id, "label", p->label,
						"role", role_name(p->role), "created", (json_int_t)(p->created_day * 86400000),
						"seen", (json_int_t)(p->seen_day * 86400000), "me", p->id == r->phone,
						"control", p->id == r->app->control_phone));
	}
	return request_json(r, all);
}

/* The last owner cannot be taken away by a phone: the board would have none. */
static bool is_last_owner(struct request *r, int64_t id)
{
	int owners = 0;
	bool it = false;
	for (int i = 0; i < auth_phones(r->app->auth); i++) {
		const struct auth_phone *p = auth_phone(r->app->auth, i);
		owners += p->role == ROLE_OWNER;
		it = it || (p->id == id && p->role == ROLE_OWNER);
	}
	return it && owners == 1;
}

int api_phone(struct request *r)
{
	bool bad = false;
	const char *label = api_text(r, "label", AUTH_LABEL - 1, &bad), *word = api_text(r, "role", 10, &bad);
	int role = word ? role_by_name(word) : -1;
	if (bad || (word && role < ROLE_WATCHER))
		return api_bad(r, "role is watcher, player or owner", "El papel es watcher, player u owner");
	if (word && role != ROLE_OWNER && is_last_owner(r, r->id))
		return request_error(r, 409, "last-owner", "The board needs an owner", "El tablero necesita un dueño");
	int err = auth_change(r->app->auth, r->id, label, role);
	if (err < 0)
		return request_errno(r, err);
	if (word)
		http_hang_up(r->app->http, r->id); /* its stream begins anew, with what it may see now */
	stream_renew(r->app->stream);
	return request_ok(r);
}

int api_phone_revoke(struct request *r)
{
	int err = auth_revoke(r->app->auth, r->id);
	if (err < 0)
		return request_errno(r, err);
	http_hang_up(r->app->http, r->id);
	stream_renew(r->app->stream);
	return request_ok(r);
}

/* All but the one that asks. */
int api_phones_revoke_all(struct request *r)
{
	for (int i = auth_phones(r->app->auth) - 1; i >= 0; i--) {
		int64_t id = auth_phone(r->app->auth, i)->id;
		if (id == r->phone)
			continue;
		auth_revoke(r->app->auth, id);
		http_hang_up(r->app->http, id);
	}
	stream_renew(r->app->stream);
	return request_ok(r);
}

/* ---- Looking after the board ------------------------------------------------------------------------------------------------------------ */

static void one_line(void *user, long long second, int level, const char *text)
{
	json_array_append_new(user,
			      json_pack("{s:I,s:i,s:s}", "time", (json_int_t)second * 1000, "level", level, "text", text));
}

int api_log(struct request *r)
{
	json_t *all = json_array();
	log_each(one_line, all);
	return request_json(r, all);
}

int api_about(struct request *r)
{
	static const char *const licences[][2] = { { "tablero", "MIT" },
						   { "SQLite", "public domain" },
						   { "libmicrohttpd", "LGPL-2.1-or-later" },
						   { "jansson", "MIT" },
						   { "libsodium", "ISC" },
						   { "inih", "BSD-3-Clause" },
						   { "libgpiod", "LGPL-2.1-or-later" },
						   { "libserialport", "LGPL-3.0-or-later" },
						   { "libqrencode", "LGPL-2.1-or-later" },
						   { "libsystemd", "LGPL-2.1-or-later" } };
	json_t *all = json_array();
	for (size_t i = 0; i < sizeof licences / sizeof *licences; i++)
		json_array_append_new(all, json_pack("{s:s,s:s}", "name", licences[i][0], "licence", licences[i][1]));
	return request_json(r, json_pack("{s:s,s:o}", "version", TABLERO_VERSION, "licences", all));
}

/* Forgets every phone. Games stay: they are deleted one by one, or with the card. */
int api_wipe(struct request *r)
{
	for (int i = auth_phones(r->app->auth) - 1; i >= 0; i--)
		auth_revoke(r->app->auth, auth_phone(r->app->auth, i)->id);
	http_hang_up(r->app->http, 0);
	return request_ok(r);
}
