/* simtable.c — what physically lies on a simulated table. */
#include "simtable.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A heap of things, told apart only by owner and rank. */
struct heap {
	uint8_t n[SIMTABLE_OWNERS][2];
	uint8_t owner, rank; /* of what came last */
};

struct simtable {
	char path[512];
	simtable_sensed *sensed;
	void *user;
	struct rules_variant variant;
	int sites;
	struct heap site[RULES_SITES_MAX];
	int hands;
	struct {
		int64_t phone;
		struct heap heap;
	} hand[SIMTABLE_HANDS];
};

/* ---- Heaps -------------------------------------------------------------------------------------------------------------- */

static int total(const struct heap *h)
{
	int sum = 0;
	for (int o = 0; o < SIMTABLE_OWNERS; o++)
		sum += h->n[o][0] + h->n[o][1];
	return sum;
}

static struct rules_look look_of(const struct heap *h)
{
	struct rules_look look = { .count = (uint8_t)total(h) };
	int kinds = 0;
	for (int o = 0; o < SIMTABLE_OWNERS; o++)
		kinds += h->n[o][0] + h->n[o][1] > 0;
	if (kinds == 1) {
		look.owner = h->owner;
		look.rank = h->rank;
	}
	return look;
}

static int put(struct heap *h, int owner, int rank, int count)
{
	if (total(h) + count > SIMTABLE_HELD_MAX)
		return -ENOSPC;
	h->n[owner][rank] = (uint8_t)(h->n[owner][rank] + count);
	h->owner = (uint8_t)owner;
	h->rank = (uint8_t)rank;
	return 0;
}

static void take(struct heap *h, int owner, int rank, int count)
{
	h->n[owner][rank] = (uint8_t)(h->n[owner][rank] - count);
	for (int o = 0; o < SIMTABLE_OWNERS && h->n[h->owner][h->rank] == 0; o++)
		for (int r = 0; r < 2; r++)
			if (h->n[o][r]) {
				h->owner = (uint8_t)o;
				h->rank = (uint8_t)r;
			}
}

/* Moves `count` things of one kind. */
static int carry(struct heap *from, struct heap *to, int count, int owner, int rank)
{
	if (owner < 0) {
		owner = from->owner;
		rank = from->rank;
	}
	if (owner >= SIMTABLE_OWNERS || rank < 0 || rank > 1 || count < 1)
		return -EINVAL;
	if (from->n[owner][rank] < count)
		return -ENOENT;
	int err = put(to, owner, rank, count);
	if (err == 0)
		take(from, owner, rank, count);
	return err;
}

/* ---- The file ----------------------------------------------------------------------------------------------------------- */

static json_t *heap_json(const struct heap *h)
{
	json_t *all = json_array();
	for (int o = 0; o < SIMTABLE_OWNERS; o++)
		for (int r = 0; r < 2; r++)
			if (h->n[o][r])
				json_array_append_new(all,
						      json_pack("{s:i,s:i,s:i}", "owner", o, "rank", r, "count", h->n[o][r]));
	return all;
}

static void save(const struct simtable *t)
{
	if (!t->path[0])
		return;
	char name[RULES_NAME_MAX], new_path[520];
	int n;
	const struct rules_site *site = rules_sites(&t->variant, &n);
	rules_variant_name(&t->variant, name);
	json_t *sites = json_object();
	for (int i = 0; i < t->sites; i++)
		if (total(&t->site[i]))
			json_object_set_new(sites, site[i].name, heap_json(&t->site[i]));
	json_t *hands = json_array();
	for (int i = 0; i < t->hands; i++)
		json_array_append_new(
		    hands, json_pack("{s:I,s:o}", "phone", (json_int_t)t->hand[i].phone, "holds", heap_json(&t->hand[i].heap)));
	json_t *all = json_pack("{s:s,s:o,s:o}", "game", name, "sites", sites, "hands", hands);
	snprintf(new_path, sizeof new_path, "%s.new", t->path);
	if (all && json_dump_file(all, new_path, JSON_COMPACT) == 0)
		rename(new_path, t->path);
	json_decref(all);
}

static void heap_read(json_t *list, struct heap *ret)
{
	size_t i;
	json_t *one;
	json_array_foreach(list, i, one)
	{
		int owner, rank, count;
		if (json_unpack(one, "{s:i,s:i,s:i}", "owner", &owner, "rank", &rank, "count", &count) == 0 && owner >= 0 &&
		    owner < SIMTABLE_OWNERS && rank >= 0 && rank <= 1 && count > 0 && count <= SIMTABLE_HELD_MAX)
			put(ret, owner, rank, count);
	}
}

static void load(struct simtable *t)
{
	json_t *all = json_load_file(t->path, 0, NULL), *one;
	const char *name = json_string_value(json_object_get(all, "game")), *key;
	struct rules_error err;
	size_t i;
	if (!name || rules_variant_parse(name, &t->variant, &err) < 0)
		goto done;
	rules_sites(&t->variant, &t->sites);
	json_object_foreach(json_object_get(all, "sites"), key, one)
	{
		int at = rules_site_by_name(&t->variant, key);
		if (at >= 0)
			heap_read(one, &t->site[at]);
	}
	json_array_foreach(json_object_get(all, "hands"), i, one)
	{
		if (t->hands == SIMTABLE_HANDS)
			break;
		t->hand[t->hands].phone = json_integer_value(json_object_get(one, "phone"));
		heap_read(json_object_get(one, "holds"), &t->hand[t->hands++].heap);
	}
done:
	json_decref(all);
}

/* ---- Outside ------------------------------------------------------------------------------------------------------------ */

int simtable_new(const char *path, simtable_sensed *sensed, void *user, struct simtable **ret)
{
	struct simtable *t = calloc(1, sizeof *t);
	if (!t)
		return -ENOMEM;
	t->sensed = sensed;
	t->user = user;
	if (path) {
		snprintf(t->path, sizeof t->path, "%s", path);
		load(t);
	}
	*ret = t;
	return 0;
}

void simtable_free(struct simtable *t)
{
	free(t);
}

static void sense(struct simtable *t, int site)
{
	t->sensed(t->user, site, look_of(&t->site[site]));
}

static void sense_all(struct simtable *t)
{
	for (int i = 0; i < t->sites; i++)
		sense(t, i);
}

void simtable_use(struct simtable *t, const struct rules_variant *v)
{
	int sites;
	const struct rules_site *site = rules_sites(v, &sites);
	if (t->variant.game && (t->sites != sites || site != rules_sites(&t->variant, &t->sites))) {
		struct heap stays[RULES_SITES_MAX] = { 0 };
		for (int i = 0; i < sites && v->game == t->variant.game; i++) {
			int at = rules_site_by_name(&t->variant, site[i].name);
			if (at >= 0)
				stays[i] = t->site[at];
		}
		memcpy(t->site, stays, sizeof stays);
	}
	t->variant = *v;
	t->sites = sites;
	sense_all(t);
	save(t);
}

static struct heap *hand_of(struct simtable *t, int64_t phone)
{
	for (int i = 0; i < t->hands; i++)
		if (t->hand[i].phone == phone)
			return &t->hand[i].heap;
	for (int i = 0; i < t->hands; i++)
		if (total(&t->hand[i].heap) == 0) {
			t->hand[i].phone = phone;
			return &t->hand[i].heap;
		}
	if (t->hands == SIMTABLE_HANDS)
		return NULL;
	t->hand[t->hands].phone = phone;
	return &t->hand[t->hands++].heap;
}

static int done(struct simtable *t, int site, int err)
{
	if (err == 0) {
		sense(t, site);
		save(t);
	}
	return err;
}

int simtable_lift(struct simtable *t, int64_t hand, int site, int count, int owner, int rank)
{
	struct heap *h = hand_of(t, hand);
	return h ? done(t, site, carry(&t->site[site], h, count, owner, rank)) : -ENOSPC;
}

int simtable_drop(struct simtable *t, int64_t hand, int site, int count, int owner, int rank)
{
	struct heap *h = hand_of(t, hand);
	return h ? done(t, site, carry(h, &t->site[site], count, owner, rank)) : -ENOSPC;
}

int simtable_put(struct simtable *t, int site, int owner, int rank, int count)
{
	if (owner < 0 || owner >= SIMTABLE_OWNERS || rank < 0 || rank > 1 || count < 1 || count > SIMTABLE_HELD_MAX)
		return -EINVAL;
	return done(t, site, put(&t->site[site], owner, rank, count));
}

int simtable_take_away(struct simtable *t, int site, int count)
{
	struct heap *h = &t->site[site], box = { 0 };
	if (total(h) == 0)
		return -ENOENT;
	if (count > 0)
		return done(t, site, carry(h, &box, count, -1, 0));
	*h = (struct heap){ 0 };
	return done(t, site, 0);
}

int simtable_put_away(struct simtable *t, int64_t hand)
{
	struct heap *h = hand_of(t, hand);
	if (!h || total(h) == 0)
		return -ENOENT;
	*h = (struct heap){ 0 };
	save(t);
	return 0;
}

int simtable_turn_over(struct simtable *t, int site)
{
	struct heap *h = &t->site[site];
	int owner = h->owner, rank = h->rank;
	if (h->n[owner][rank] == 0)
		return -ENOENT;
	take(h, owner, rank, 1);
	return done(t, site, put(h, owner, !rank, 1));
}

int simtable_turn_disk(struct simtable *t, int by)
{
	static const char *const rings[] = { "O", "I" };
	if (strcmp(t->variant.game->id, "oraia") != 0)
		return -ENOENT;
	for (int ring = 0; ring < 2; ring++) {
		struct heap old[8];
		int at[8];
		for (int i = 0; i < 8; i++) {
			char name[16];
			snprintf(name, sizeof name, "%s%d", rings[ring], i + 1);
			at[i] = rules_site_by_name(&t->variant, name);
			old[i] = t->site[at[i]];
		}
		for (int i = 0; i < 8; i++)
			t->site[at[(i + (by > 0 ? 1 : 7)) % 8]] = old[i];
	}
	sense_all(t);
	save(t);
	return 0;
}

void simtable_setup(struct simtable *t, const struct rules_look *look)
{
	t->hands = 0;
	for (int i = 0; i < t->sites; i++) {
		t->site[i] = (struct heap){ 0 };
		if (look && look[i].count)
			put(&t->site[i], look[i].owner, look[i].rank, look[i].count);
	}
	sense_all(t);
	save(t);
}

void simtable_sweep(struct simtable *t)
{
	simtable_setup(t, NULL);
}

json_t *simtable_json(const struct simtable *t)
{
	json_t *all = json_object();
	if (!t->variant.game)
		return all;
	int n;
	const struct rules_site *site = rules_sites(&t->variant, &n);
	for (int i = 0; i < n; i++) {
		struct rules_look look = look_of(&t->site[i]);
		if (look.count)
			json_object_set_new(all, site[i].name, json_pack("[iii]", look.count, look.owner, look.rank));
	}
	return all;
}

json_t *simtable_hand(const struct simtable *t, int64_t hand)
{
	for (int i = 0; i < t->hands; i++)
		if (t->hand[i].phone == hand)
			return heap_json(&t->hand[i].heap);
	return json_array();
}
