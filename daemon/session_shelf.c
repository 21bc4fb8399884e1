/* session_shelf.c — table memory: a game that was put away stands on the board again. */
#include "session_internal.h"

#include <errno.h>
#include <string.h>

enum {
	PORTION = 200,     /* stored games read at one go: a few milliseconds on a small machine */
	PORTION_US = 1000, /* between two portions others have their turn */
	AT_LEAST = 4,      /* things that must stand there before a resemblance means anything */
	FAR = 4,           /* wrong places from which on a board is no longer this game gone wrong */
	PATIENCE = 5,
};

void session_on_shelf(struct session *s, const struct session_shelf *shelf)
{
	s->shelf.is = *shelf;
	session_shelf_changed(s);
}

void session_shelf_changed(struct session *s)
{
	memory_free(s->shelf.memory);
	s->shelf.memory = NULL;
	s->shelf.before = 0;
	s->shelf.whole = false;
	s->shelf.recents = -1;
}

static void remember(void *to, int64_t game_id, const char *variant, const char *fen)
{
	struct shelf *shelf = to;

	memory_add(shelf->memory, game_id, variant, fen); /* what cannot be read cannot be put back either */
	shelf->before = game_id;
}

/* Reads a portion; false while more is to come. A shelf that cannot be read is empty until something changes. */
static bool read_shelf(struct session *s, int64_t now_us)
{
	struct shelf *shelf = &s->shelf;
	int n;

	if (!shelf->is.list || shelf->whole)
		return true;
	if (!shelf->memory && memory_new(&shelf->memory) < 0)
		return true;
	n = shelf->is.list(shelf->is.user, shelf->before, PORTION, remember, shelf);
	shelf->whole = n < PORTION;
	if (!shelf->whole && now_us + PORTION_US < s->due_us)
		s->due_us = now_us + PORTION_US;
	return shelf->whole;
}

static bool declined(void *user, int64_t game_id)
{
	const struct session *s = user;

	if (s->has_game && game_id == s->game_id)
		return true;
	for (int i = 0; i < s->shelf.declines; i++)
		if (s->shelf.declined[i] == game_id)
			return true;
	return false;
}

/* Until the board has been bare once. */
void session_not_again(struct session *s, int64_t game_id)
{
	if (game_id && s->shelf.declines < SESSION_DECLINED_MAX)
		s->shelf.declined[s->shelf.declines++] = game_id;
}

void session_decline(struct session *s)
{
	for (int i = 0; i < s->offers; i++)
		session_not_again(s, s->offer[i].game_id);
	s->shelf.declined_us = s->changed_us;
	s->offers = 0;
}

int session_find_on(struct session *s, const struct rules_site *site, int sites, const struct seen_sensor *sensor,
		    const struct seen *seen, int most, struct memory_hit *list, int room)
{
	if (!s->shelf.memory)
		return 0;
	return memory_find(s->shelf.memory, site, sites, sensor, seen, most, declined, s, list, room);
}

static void note_recent(void *to, const char *variant)
{
	struct shelf *shelf = to;
	struct rules_error err;

	if (shelf->recents < SESSION_RECENT_MAX && rules_variant_parse(variant, &shelf->recent[shelf->recents], &err) == 0)
		shelf->recents++;
}

const struct rules_variant *session_recent(struct session *s, int i)
{
	struct shelf *shelf = &s->shelf;

	if (shelf->recents < 0) {
		shelf->recents = 0;
		if (shelf->is.recent)
			shelf->is.recent(shelf->is.user, SESSION_RECENT_MAX, note_recent, shelf);
	}
	return i < shelf->recents ? &shelf->recent[i] : NULL;
}

static bool bare(const struct session *s)
{
	for (int i = 0; i < s->tracker->sites; i++)
		if (s->tracker->seen[i].count)
			return false;
	return true;
}

/* Once everything has been cleared away it is another evening. */
void session_shelf_cleared(struct session *s)
{
	if (!bare(s))
		return;
	s->shelf.declines = 0;
	s->shelf.declined_us = -1;
}

static void offer(struct session *s, int64_t game_id)
{
	struct offer *o = &s->offer[s->offers];

	if (s->offers == SESSION_OFFERS_MAX)
		return;
	*o = (struct offer){ .game_id = game_id };
	s->shelf.is.tell(s->shelf.is.user, game_id, &o->about);
	s->offers++;
}

void session_offer_stored(struct session *s, int64_t now_us)
{
	struct memory_hit hit[SESSION_STORED_MAX];
	int n;

	if (bare(s) || !read_shelf(s, now_us))
		return;
	n = session_find_stored(s, hit, SESSION_STORED_MAX);
	for (int i = 0; i < n; i++)
		offer(s, hit[i].game_id);
}

static int wrong_on(const struct rules_variant *v, const struct rules_state *start, const struct seen_sensor *sensor,
		    const struct seen *seen)
{
	struct rules_look look[RULES_SITES_MAX];
	int sites, wrong = 0;

	rules_sites(v, &sites);
	rules_project(v, start, look);
	for (int i = 0; i < sites; i++)
		wrong += !seen_fits(sensor[i], look[i], seen[i]);
	return wrong;
}

/* How far the board is from the nearest start: half a start is no old game. */
static int wrong_of_start(const struct rules_site *site, const struct seen_sensor *sensor, const struct seen *seen)
{
	struct rules_variant v;
	int least = RULES_SITES_MAX;

	for (int at = 0; session_next_variant(&at, &v);) {
		struct rules_state start;
		int wrong;

		if (rules_sites(&v, &(int){ 0 }) != site)
			continue;
		rules_init(&v, &start);
		wrong = wrong_on(&v, &start, sensor, seen);
		least = wrong < least ? wrong : least;
	}
	return least;
}

bool session_find_near(struct session *s, const struct rules_site *site, int sites, const struct seen_sensor *sensor,
		       const struct seen *seen, struct memory_hit *ret)
{
	struct memory_hit hit;
	int start = wrong_of_start(site, sensor, seen);

	if (session_find_on(s, site, sites, sensor, seen, start - 1, &hit, 1) < 1 || hit.things < AT_LEAST ||
	    hit.wrong * 4 > hit.things)
		return false;
	*ret = hit;
	return true;
}

/* The one that the board resembles most, if most of it stands there; what differs becomes s->fix. */
bool session_offer_nearest(struct session *s)
{
	const struct tracker *t = s->tracker;
	struct rules_look look[RULES_SITES_MAX];
	struct memory_hit hit;

	if (!session_find_near(s, t->site, t->sites, t->sensor, t->seen, &hit))
		return false;
	memory_look(s->shelf.memory, hit.index, look);
	offer(s, hit.game_id);
	session_fix_look(s, look, NULL);
	s->near = true;
	return true;
}

/* A game is on the table and does not agree with the board; far from it, another one may have been put back. */
void session_offer_elsewhere(struct session *s, int64_t now_us)
{
	int64_t rest_at = s->changed_us + PATIENCE * s->settings.patience_us;

	if (s->shelf.returning || s->question.use != USE_NONE || s->shelf.declined_us == s->changed_us ||
	    wrong_on(session_variant(s), &s->record.here, s->tracker->sensor, s->tracker->seen) < FAR)
		return;
	if (now_us < rest_at) {
		if (rest_at < s->due_us)
			s->due_us = rest_at;
		return;
	}
	s->offers = 0;
	session_offer_stored(s, now_us);
	if (s->offers)
		session_ask_start(s, now_us);
}
