/* api_sim.c — hands on the simulated table. Each phone has its own hand. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api.h"
#include "app.h"
#include "boardio.h"
#include "session.h"
#include "simtable.h"
#include "state.h"

/* What the body says: a site and a number of things of a kind. */
struct act {
	int site, count, owner, rank;
};

static int read_act(struct request *r, int standard_count, struct act *ret)
{
	bool bad = false;
	const char *site = api_text(r, "site", 7, &bad);
	struct act a = { .site = site ? rules_site_by_name(boardio_variant(r->app->boardio), site) : -1,
			 .count = standard_count,
			 .owner = -1 };
	if (a.site < 0 || json_unpack(r->body, "{s?i,s?i,s?i}", "count", &a.count, "owner", &a.owner, "rank", &a.rank) < 0 ||
	    a.count < 0 || a.count > SIMTABLE_HELD_MAX || a.owner >= SIMTABLE_OWNERS || a.rank < 0 || a.rank > 1)
		return -EINVAL;
	*ret = a;
	return 0;
}

static int done(struct request *r, int err)
{
	switch (-err) {
	case 0:
		boardio_step(r->app->boardio, r->now_us);
		return request_json(r, json_pack("{s:o}", "hand", simtable_hand(r->app->sim, r->phone)));
	case ENOENT: return request_error(r, 409, "nothing-there", "There is nothing to take", "Ahí no hay nada que coger");
	case ENOSPC: return request_error(r, 409, "no-room", "There is no room for more", "Ahí no cabe más");
	default:
		return api_bad(r, "site, count, owner or rank is not possible",
			       "Ese sitio, esa cantidad o esa pieza no es posible");
	}
}

int api_sim(struct request *r)
{
	if (!r->app->sim)
		return request_error(r, 404, "not-simulated", "This board is a real one", "Este tablero es de verdad");
	json_t *lines = json_object(), *all = boardio_lines(r->app->boardio), *one;
	size_t i;
	json_array_foreach(all, i, one)
	    json_object_set(lines, json_string_value(json_object_get(one, "label")), json_object_get(one, "value"));
	json_decref(all);
	return request_json(r, json_pack("{s:o,s:o,s:o}", "lines", lines, "hand", simtable_hand(r->app->sim, r->phone), "truth",
					 simtable_json(r->app->sim)));
}

int api_sim_lift(struct request *r)
{
	struct act a;
	int err = read_act(r, 1, &a);
	return done(r, err < 0 ? err : simtable_lift(r->app->sim, r->phone, a.site, a.count, a.owner, a.rank));
}

int api_sim_drop(struct request *r)
{
	struct act a;
	int err = read_act(r, 1, &a);
	return done(r, err < 0 ? err : simtable_drop(r->app->sim, r->phone, a.site, a.count, a.owner, a.rank));
}

int api_sim_put(struct request *r)
{
	struct act a;
	int err = read_act(r, 1, &a);
	return done(r, err < 0 ? err : simtable_put(r->app->sim, a.site, a.owner < 0 ? 0 : a.owner, a.rank, a.count));
}

/* From a site, or without one: from the hand. */
int api_sim_take_away(struct request *r)
{
	struct act a;
	if (!json_object_get(r->body, "site"))
		return done(r, simtable_put_away(r->app->sim, r->phone));
	int err = read_act(r, 0, &a);
	return done(r, err < 0 ? err : simtable_take_away(r->app->sim, a.site, a.count));
}

int api_sim_turn_over(struct request *r)
{
	struct act a;
	int err = read_act(r, 1, &a);
	return done(r, err < 0 ? err : simtable_turn_over(r->app->sim, a.site));
}

int api_sim_setup(struct request *r)
{
	const struct rules_record *record = session_record(r->app->session);
	struct rules_variant v = *boardio_variant(r->app->boardio);
	struct rules_state s;
	struct rules_error err;
	struct rules_look look[RULES_SITES_MAX];
	char es[STATE_SENTENCE];
	bool bad = false;
	const char *fen = api_text(r, "fen", RULES_POSITION_MAX - 1, &bad);
	if (record)
		s = record->here;
	else
		rules_init(&v, &s);
	if (bad)
		return api_bad(r, "fen is no text", "fen no es un texto");
	if (fen && rules_parse(&v, fen, &s, &err) < 0)
		return api_bad(r, err.text, state_no_position(&err, es));
	rules_project(&v, &s, look);
	simtable_setup(r->app->sim, look);
	return done(r, 0);
}

int api_sim_button(struct request *r)
{
	int player = 0, held = 0, together = 0;
	if (json_unpack(r->body, "{s?b}", "together", &together) == 0 && together) {
		boardio_press_together(r->app->boardio, r->now_us);
		return done(r, 0);
	}
	if (json_unpack(r->body, "{s:i,s?b}", "player", &player, "held", &held) < 0 || player < 1 || player > RULES_PLAYERS_MAX)
		return api_bad(r, "player is missing", "Falta de quién es el botón");
	boardio_press(r->app->boardio, r->now_us, player, held);
	return done(r, 0);
}

int api_sim_turn_disk(struct request *r)
{
	int by = 0;
	if (json_unpack(r->body, "{s:i}", "by", &by) < 0 || (by != 1 && by != -1))
		return api_bad(r, "by is 1 or -1", "by es 1 o -1");
	if (simtable_turn_disk(r->app->sim, by) < 0)
		return request_error(r, 409, "no-disk", "This board has no disk", "Este tablero no tiene disco");
	return done(r, 0);
}

int api_sim_plug(struct request *r)
{
	int plugged;
	if (json_unpack(r->body, "{s:b}", "plugged", &plugged) < 0)
		return api_bad(r, "plugged is true or false", "plugged es true o false");
	boardio_plug(r->app->boardio, r->now_us, plugged);
	return done(r, 0);
}

int api_sim_sweep(struct request *r)
{
	simtable_sweep(r->app->sim);
	return done(r, 0);
}
