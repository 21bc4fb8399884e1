/*
 * session_eyes.c — one board, several games: what its lines say, read as the places of each.
 *
 * Only one game's places are in force. Which, while nothing is played, follows from what stands there.
 */
#include "session_internal.h"

#include <stdio.h>
#include <string.h>

/* The board with the eyes of one game: its places, and how many things stand on none of them. */
struct eye {
	struct rules_variant variant;
	const struct rules_site *site;
	int sites, elsewhere;
	struct seen_sensor sensor[RULES_SITES_MAX];
	struct seen seen[RULES_SITES_MAX];
};

void session_on_eyes(struct session *s, const struct session_eyes *eyes)
{
	s->eyes = *eyes;
}

/* Nothing is being played that it could disturb. */
void session_stirred(struct session *s, int64_t now_us)
{
	if (s->has_game && session_result(s) == RULES_ONGOING && !s->setup && !s->led && !s->mismatch)
		return;
	s->changed_us = now_us;
	session_judge(s, now_us);
}

const struct rules_variant *session_wants_layout(const struct session *s)
{
	return s->has_game ? &s->record.variant : s->wants ? &s->wanted : NULL;
}

/* Every id with its defaults, and with other numbers of players and forms, which stand otherwise. */
bool session_next_variant(int *at, struct rules_variant *ret)
{
	static const char *const option[] = { "", ":players=3", ":players=4", ":form=double" };
	enum { OPTIONS = sizeof(option) / sizeof(option[0]) };
	const struct rules_game *game;

	while ((game = rules_game_at(*at / OPTIONS)) != NULL) {
		char name[RULES_NAME_MAX];
		struct rules_error err;

		snprintf(name, sizeof(name), "%s%s", game->id, option[(*at)++ % OPTIONS]);
		if (rules_variant_parse(name, ret, &err) == 0)
			return true;
	}
	return false;
}

static bool look(const struct session *s, const struct rules_variant *v, struct eye *ret)
{
	*ret = (struct eye){ .variant = *v };
	ret->site = rules_sites(v, &ret->sites);
	ret->elsewhere = s->eyes.look ? s->eyes.look(s->eyes.user, v, ret->sensor, ret->seen) : -1;
	return ret->elsewhere >= 0;
}

/* The next game with other places than those in force, each kind of places once. */
static bool next_eye(const struct session *s, int *at, struct eye *ret)
{
	struct rules_variant v, before;

	while (session_next_variant(at, &v)) {
		const struct rules_site *site = rules_sites(&v, &(int){ 0 });
		bool known = session_same_sites(s, &v);
		int last = *at;

		for (int i = 0; !known && session_next_variant(&i, &before) && i < last;)
			known = rules_sites(&before, &(int){ 0 }) == site;
		if (!known && look(s, &v, ret))
			return true;
	}
	return false;
}

static int elsewhere_now(const struct session *s)
{
	struct eye own;

	return look(s, session_variant(s), &own) ? own.elsewhere : 0;
}

/* ---- Stored games ------------------------------------------------------------------------------------------------------- */

/* Games that stand there exactly, whatever their places; of several kinds those that leave fewest things unexplained. */
int session_find_stored(struct session *s, struct memory_hit *list, int room)
{
	const struct tracker *t = s->tracker;
	struct memory_hit hit[SESSION_STORED_MAX];
	struct eye e;
	int n = session_find_on(s, t->site, t->sites, t->sensor, t->seen, 0, list, room), at = 0;
	int fewest = n ? elsewhere_now(s) : INT32_MAX;

	while (s->eyes.look && next_eye(s, &at, &e)) {
		int hits = session_find_on(s, e.site, e.sites, e.sensor, e.seen, 0, hit, SESSION_STORED_MAX);

		if (!hits || e.elsewhere > fewest)
			continue;
		if (e.elsewhere < fewest)
			n = 0;
		fewest = e.elsewhere;
		for (int i = 0; i < hits && n < room; i++)
			list[n++] = hit[i];
	}
	return n;
}

/* ---- Other places ------------------------------------------------------------------------------------------------------- */

/* Does a start stand there? */
static bool starts(const struct rules_site *site, int sites, const struct seen_sensor *sensor, const struct seen *seen)
{
	struct rules_look want[RULES_SITES_MAX];
	struct rules_variant v;
	struct rules_state start;

	for (int at = 0; session_next_variant(&at, &v);) {
		int things = 0, wrong = 0;

		if (rules_sites(&v, &(int){ 0 }) != site)
			continue;
		rules_init(&v, &start);
		rules_project(&v, &start, want);
		for (int i = 0; i < sites; i++) {
			wrong += !seen_fits(sensor[i], want[i], seen[i]);
			things += seen[i].count > 0;
		}
		if (things && !wrong)
			return true;
	}
	return false;
}

static void want(struct session *s, int64_t now_us, const struct rules_variant *v)
{
	if (s->has_game)
		session_close(s, now_us); /* it is over, and another one stands there */
	s->wanted = *v;
	s->wants = true;
}

bool session_want_other(struct session *s, int64_t now_us)
{
	const struct tracker *t = s->tracker;
	struct rules_variant best = { 0 };
	struct eye e;
	bool exact;
	int fewest, at = 0;

	if (!s->eyes.look)
		return false;
	exact = starts(t->site, t->sites, t->sensor, t->seen);
	fewest = elsewhere_now(s);
	while (next_eye(s, &at, &e)) {
		bool start = starts(e.site, e.sites, e.sensor, e.seen);

		if (start < exact || (start == exact && e.elsewhere >= fewest) || (s->has_game && !start))
			continue;
		exact = start;
		fewest = e.elsewhere;
		best = e.variant;
	}
	if (best.game)
		want(s, now_us, &best);
	return best.game != NULL;
}

/* A stored game on other places resembles the board. */
bool session_want_stored(struct session *s, int64_t now_us)
{
	struct memory_hit hit;
	struct eye e;

	for (int at = 0; s->eyes.look && next_eye(s, &at, &e);) {
		if (!session_find_near(s, e.site, e.sites, e.sensor, e.seen, &hit))
			continue;
		want(s, now_us, &e.variant);
		return true;
	}
	return false;
}
