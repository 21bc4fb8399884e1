/*
 * hand.c — turns a run of actions into touches. Nothing here knows a game: what leaves which site and where it comes to is
 * the difference of two projections, the way between is rules_path.
 */
#include "hand.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Chance -------------------------------------------------------------------------------------------------------------- */

int hand_random(uint64_t *seed, int n)
{
	uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	z ^= z >> 31;
	return n > 0 ? (int)(z % (uint64_t)n) : 0;
}

bool hand_chance(uint64_t *seed, int percent)
{
	return hand_random(seed, 100) < percent;
}

static bool chance(struct hand *h, int percent)
{
	return hand_chance(&h->seed, percent);
}

/* Half to one and a half times the mean. */
static int about(struct hand *h, int mean_ms)
{
	return mean_ms / 2 + hand_random(&h->seed, mean_ms + 1);
}

/* ---- The table ------------------------------------------------------------------------------------------------------------
 */

int touch_apply(struct rules_look *table, const struct touch *t)
{
	struct rules_look *at = &table[t->site];

	if (at->count + t->delta < 0 || at->count + t->delta > 255)
		return -ENOENT;
	at->count = (uint8_t)(at->count + t->delta);
	if (at->count == 0) {
		*at = (struct rules_look){ 0 };
	} else if (t->delta >= 0) {
		at->owner = t->owner;
		at->rank = t->rank;
	}
	return 0;
}

void hand_init(struct hand *h, const struct hand_settings *settings, const struct rules_variant *v, uint64_t seed)
{
	memset(h, 0, sizeof *h);
	h->settings = *settings;
	h->variant = v;
	h->seed = seed;
	h->site = rules_sites(v, &h->sites);
}

void hand_set_up(struct hand *h, const struct rules_state *s)
{
	rules_project(h->variant, s, h->table);
	h->touches = 0;
}

static void touch(struct hand *h, uint16_t site, int delta, int owner, int rank)
{
	struct touch t = {
		.at_us = h->now_us, .site = site, .delta = (int8_t)delta, .owner = (uint8_t)owner, .rank = (uint8_t)rank
	};

	if (h->touches < HAND_TOUCHES_MAX && touch_apply(h->table, &t) == 0)
		h->touch[h->touches++] = t;
}

void hand_begin(struct hand *h, int64_t start_us)
{
	h->touches = 0;
	h->now_us = start_us;
}

void hand_wait(struct hand *h, int ms)
{
	h->now_us += ms * INT64_C(1000);
}

static bool loose(const struct hand *h, uint16_t site)
{
	return h->site[site].sense == RULES_SENSE_COUNT;
}

void hand_lift(struct hand *h, uint16_t site, int count)
{
	/* Fingers take a few beads at a time. */
	while (loose(h, site) && count > 3) {
		touch(h, site, -2, 0, 0);
		hand_wait(h, 40 + hand_random(&h->seed, 60));
		count -= 2;
	}
	touch(h, site, -count, 0, 0);
	hand_wait(h, 30);
}

void hand_put(struct hand *h, uint16_t site, int count, int owner, int rank)
{
	touch(h, site, count, owner, rank);
	hand_wait(h, 30);
}

static void carry(struct hand *h, int mean_ms)
{
	hand_wait(h, about(h, mean_ms));
	if (chance(h, h->settings.hesitate_percent))
		hand_wait(h, about(h, h->settings.hesitate_ms));
}

/* ---- Mishaps --------------------------------------------------------------------------------------------------------------
 */

/* A free square near `near` where a piece can be set down, other than `not`. */
static uint16_t free_near(struct hand *h, uint16_t near, uint16_t not )
{
	uint16_t list[RULES_SITES_MAX];
	int n = 0, reach = 2 * h->site[near].size;

	for (int s = 0; s < h->sites; s++) {
		int dx = h->site[s].x - h->site[near].x, dy = h->site[s].y - h->site[near].y;
		if (s != near && s != not &&h->site[s].sense == RULES_SENSE_PIECE && h->table[s].count == 0 &&
		    abs(dx) <= reach && abs(dy) <= reach)
			list[n++] = (uint16_t)s;
	}
	return n ? list[hand_random(&h->seed, n)] : RULES_NO_SITE;
}

static void fumble(struct hand *h)
{
	uint16_t s = (uint16_t)hand_random(&h->seed, h->sites);
	struct rules_look look = h->table[s];

	if (look.count != 1 || loose(h, s))
		return;
	hand_lift(h, s, 1);
	hand_wait(h, 40 + hand_random(&h->seed, 400));
	hand_put(h, s, 1, look.owner, look.rank);
	carry(h, h->settings.tempo_ms / 2);
}

static void rest_on(struct hand *h, uint16_t s, int owner, int rank, int ms)
{
	if (s == RULES_NO_SITE)
		return;
	hand_put(h, s, 1, owner, rank);
	hand_wait(h, ms);
	hand_lift(h, s, 1);
}

/* Pushes over the squares of the way, as far as they are free. */
static void slide(struct hand *h, const struct rules_path *path, int owner, int rank)
{
	for (int i = 1; i + 1 < path->length; i++) {
		uint16_t s = path->step[i].site;
		if (h->site[s].sense != RULES_SENSE_PIECE || h->table[s].count > 0)
			continue;
		bool bend = path->step[i].mark == RULES_MARK_BEND;
		rest_on(h, s, owner, rank, bend ? about(h, h->settings.rest_ms) : 40 + hand_random(&h->seed, 90));
		hand_wait(h, hand_random(&h->seed, 30));
	}
}

/* ---- One action ------------------------------------------------------------------------------------------------------------
 */

struct change {
	uint16_t site;
	int delta;
	uint8_t owner, rank;
};

/* What has still to happen so that the table looks like `after`. Where a piece replaces another, both are listed. */
static int changes(const struct hand *h, const struct rules_look *after, struct change *list)
{
	int n = 0;

	for (int s = 0; s < h->sites; s++) {
		struct rules_look a = h->table[s], b = after[s];
		bool same_kind = a.owner == b.owner || a.count == 0 || b.count == 0 || loose(h, (uint16_t)s);
		if (!same_kind) {
			list[n++] = (struct change){ (uint16_t)s, -a.count, a.owner, a.rank };
			list[n++] = (struct change){ (uint16_t)s, b.count, b.owner, b.rank };
		} else if (a.count != b.count) {
			struct rules_look who = b.count > a.count ? b : a;
			list[n++] = (struct change){ (uint16_t)s, b.count - a.count, who.owner, who.rank };
		} else if (a.rank != b.rank || a.owner != b.owner) {
			list[n++] = (struct change){ (uint16_t)s, 0, b.owner, b.rank };
		}
	}
	return n;
}

static struct change *find_change(struct change *list, int n, uint16_t site, int sign)
{
	for (int i = 0; i < n; i++)
		if (list[i].site == site && (sign < 0 ? list[i].delta < 0 : list[i].delta > 0))
			return &list[i];
	return NULL;
}

static void carry_piece(struct hand *h, struct change *from, struct change *to, struct change *victim,
			const struct rules_path *path)
{
	const struct hand_settings *s = &h->settings;
	bool swept = victim && chance(h, s->sweep_percent);
	bool victim_first = victim && !swept && chance(h, s->victim_first_percent);

	if (chance(h, s->fumble_percent))
		fumble(h);
	if (chance(h, s->back_percent)) {
		hand_lift(h, from->site, 1);
		carry(h, s->tempo_ms);
		hand_put(h, from->site, 1, from->owner, from->rank);
		carry(h, s->tempo_ms);
	}
	if (victim_first) {
		hand_lift(h, victim->site, 1);
		carry(h, s->tempo_ms);
	}
	hand_lift(h, from->site, 1);
	hand_wait(h, 60);
	if (chance(h, s->slide_percent))
		slide(h, path, from->owner, from->rank);
	else
		carry(h, s->tempo_ms);
	if (chance(h, s->drop_percent))
		rest_on(h, free_near(h, from->site, to->site), from->owner, from->rank, 100 + hand_random(&h->seed, 500));
	if (chance(h, s->wrong_percent)) {
		rest_on(h, free_near(h, to->site, from->site), from->owner, from->rank, about(h, s->hesitate_ms));
		carry(h, s->tempo_ms / 2);
	}
	if (victim && !victim_first) {
		hand_lift(h, victim->site, 1);
		if (swept)
			h->now_us -= INT64_C(29000);
		else
			carry(h, s->tempo_ms / 2);
	}
	hand_put(h, to->site, 1, to->owner, to->rank);
}

static bool rising(const struct change *list, int n)
{
	for (int i = 0; i < n; i++)
		if (list[i].delta > 0)
			return true;
	return false;
}

/* Beads: from the sites that fall to those that rise, in the order of the way. */
static void carry_beads(struct hand *h, struct change *list, int n)
{
	const struct hand_settings *s = &h->settings;

	for (int i = 0; i < n; i++) {
		struct change *from = &list[i];
		if (from->delta >= 0)
			continue;
		int held = -from->delta;
		bool single = held > 1 && rising(list, n) && chance(h, s->bead_single_percent);
		if (!single)
			hand_lift(h, from->site, held);
		for (int j = 0; j < n && held > 0; j++) {
			struct change *to = &list[j];
			while (to->delta > 0 && held > 0) {
				int k = single ? 1 : to->delta < held ? to->delta : held;
				if (single)
					hand_lift(h, from->site, 1);
				carry(h, s->bead_ms);
				hand_put(h, to->site, k, to->owner, to->rank);
				to->delta -= k;
				held -= k;
			}
		}
		from->delta = 0;
	}
	for (int j = 0; j < n; j++) {
		if (list[j].delta <= 0)
			continue;
		/* From the hand: a bead of a spread that was taken before. */
		carry(h, s->bead_ms);
		uint16_t wrong = list[j].site + 1 < h->sites && loose(h, (uint16_t)(list[j].site + 1))
				     ? (uint16_t)(list[j].site + 1)
				     : RULES_NO_SITE;
		if (wrong != RULES_NO_SITE && h->site[wrong].kind == RULES_PIT && chance(h, s->bead_wrong_percent)) {
			hand_put(h, wrong, 1, 0, 0);
			carry(h, s->hesitate_ms);
			hand_lift(h, wrong, 1);
			carry(h, s->bead_ms);
		}
		hand_put(h, list[j].site, list[j].delta, list[j].owner, list[j].rank);
		list[j].delta = 0;
	}
}

/* Sowing: all of a row in the hand, one into each next row, lap after lap. */
static void sow(struct hand *h, const struct rules_path *path, int owner)
{
	for (int i = 0; i < path->length; i++) {
		uint16_t s = path->step[i].site;
		uint16_t mark = path->step[i].mark;
		if (mark == RULES_MARK_DROP || mark == RULES_MARK_LAP || mark == RULES_MARK_END) {
			carry(h, h->settings.bead_ms);
			hand_put(h, s, 1, h->site[s].kind == RULES_ROW ? owner : 0, 0);
		}
		if (mark == RULES_MARK_LAP)
			carry(h, h->settings.bead_ms);
		if (mark == RULES_MARK_START || mark == RULES_MARK_LAP)
			hand_lift(h, s, h->table[s].count);
	}
}

static void turn_disk(struct hand *h, struct change *list, int n)
{
	for (int sign = -1; sign <= 1; sign += 2) {
		for (int i = 0; i < n; i++) {
			if (list[i].delta * sign > 0) {
				touch(h, list[i].site, list[i].delta, list[i].owner, list[i].rank);
				h->now_us += hand_random(&h->seed, 12000);
			}
		}
		hand_wait(h, sign < 0 ? 120 + hand_random(&h->seed, 300) : 30);
	}
}

/* Does this action move pieces by turning what they stand on? */
static bool disk_turns(const struct hand *h, const struct change *list, int n, const struct rules_path *path)
{
	for (int i = 0; i < n; i++)
		if (h->site[list[i].site].kind != RULES_DISK)
			return false;
	return n > 0 && (path->length == 0 || n > 2) && path->length != 2;
}

static int carry_pieces(struct hand *h, struct change *list, int n, const struct rules_path *path)
{
	uint16_t start = path->length ? path->step[0].site : RULES_NO_SITE;
	uint16_t end = path->length ? path->step[path->length - 1].site : RULES_NO_SITE;
	struct change *from = find_change(list, n, start, -1), *to = find_change(list, n, end, 1);
	struct change *victim = find_change(list, n, end, -1);

	if (from && to && from != victim) {
		carry_piece(h, from, to, victim, path);
		from->delta = to->delta = 0;
		if (victim)
			victim->delta = 0;
	} else if (from && end != start) {
		/* Into a well: it is let go there and no sensor feels it. */
		hand_lift(h, from->site, 1);
		if (chance(h, h->settings.slide_percent))
			slide(h, path, from->owner, from->rank);
		carry(h, h->settings.tempo_ms);
		from->delta = 0;
	}
	for (int i = 0; i < n; i++) {
		/* Beaten pieces leave, tiles come from the box, discs change their piece. */
		if (list[i].delta == 0 && h->table[list[i].site].count > 0 && (h->table[list[i].site].rank != list[i].rank) &&
		    list[i].site != start && list[i].site != end)
			touch(h, list[i].site, 0, list[i].owner, list[i].rank);
		if (list[i].delta < 0)
			hand_lift(h, list[i].site, -list[i].delta);
		else if (list[i].delta > 0)
			hand_put(h, list[i].site, list[i].delta, list[i].owner, list[i].rank);
		else
			continue;
		carry(h, h->settings.tempo_ms / 2);
	}
	return 0;
}

static bool same_table(const struct hand *h, const struct rules_look *after)
{
	for (int s = 0; s < h->sites; s++)
		if (memcmp(&h->table[s], &after[s], sizeof after[s]) != 0)
			return false;
	return true;
}

/* Some people leave the beads that they have taken in the pit and carry them one by one. Their table lags behind the rules: the
 * beads owed still lie at the source. */
static void carry_singly(struct hand *h, struct rules_look *after)
{
	struct change list[2 * RULES_SITES_MAX];
	int n = changes(h, after, list);

	if (h->owed == 0 && n == 1 && list[0].delta < -1 && h->site[list[0].site].kind == RULES_PIT &&
	    chance(h, h->settings.bead_single_percent)) {
		h->owed_site = list[0].site;
		h->owed = -list[0].delta;
	} else if (h->owed > 0) {
		hand_lift(h, h->owed_site, 1);
		h->owed--;
	}
	after[h->owed_site].count = (uint8_t)(after[h->owed_site].count + h->owed);
}

static int act(struct hand *h, const struct rules_state *before, rules_action a, struct rules_look *after)
{
	struct change list[2 * RULES_SITES_MAX];
	struct rules_path path;
	bool beads = false;

	carry_singly(h, after);
	rules_path(h->variant, before, a, &path);
	if (path.length > 0 && h->site[path.step[0].site].kind == RULES_ROW)
		sow(h, &path, rules_player(h->variant, before));
	int n = changes(h, after, list);
	for (int i = 0; i < n; i++)
		beads |= loose(h, list[i].site);
	if (beads)
		carry_beads(h, list, n);
	else if (disk_turns(h, list, n, &path))
		turn_disk(h, list, n);
	else
		carry_pieces(h, list, n, &path);
	/* Whatever is left is a piece turned over, or a disc that went from one man to another. */
	n = changes(h, after, list);
	for (int i = 0; i < n; i++) {
		if (list[i].delta != 0)
			return -EPROTO;
		touch(h, list[i].site, 0, list[i].owner, list[i].rank);
		carry(h, h->settings.tempo_ms / 2);
	}
	return same_table(h, after) ? 0 : -EPROTO;
}

int hand_turn(struct hand *h, const struct rules_state *before, const rules_action *action, int actions, int64_t start_us)
{
	struct rules_state s = *before;
	struct rules_look after[RULES_SITES_MAX];

	hand_begin(h, start_us);
	for (int i = 0; i < actions; i++) {
		struct rules_state next = s;
		rules_apply(h->variant, &next, action[i]);
		rules_project(h->variant, &next, after);
		if (i > 0)
			carry(h, h->settings.tempo_ms / 2);
		int e = act(h, &s, action[i], after);
		if (e < 0)
			return e;
		s = next;
	}
	return 0;
}
