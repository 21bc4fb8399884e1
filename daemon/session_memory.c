/* session_memory.c — stored positions, kept small and compared quickly. */
#include "session_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FAMILIES_MAX = 16 };

/* What stands on one site. */
struct thing {
	uint16_t site;
	struct rules_look look;
};

struct entry {
	int64_t game_id;
	uint32_t first; /* thing */
	uint16_t things;
	uint8_t family;
};

struct memory {
	/* Games that are played on the same sites. */
	struct {
		const struct rules_site *site;
		int sites;
	} family[FAMILIES_MAX];
	int families;
	struct entry *entry;
	int entries, entry_room;
	struct thing *thing;
	uint32_t things, thing_room;
};

int memory_new(struct memory **ret)
{
	struct memory *m = calloc(1, sizeof(*m));

	if (!m)
		return -ENOMEM;
	*ret = m;
	return 0;
}

void memory_free(struct memory *m)
{
	if (!m)
		return;
	free(m->entry);
	free(m->thing);
	free(m);
}

int memory_count(const struct memory *m)
{
	return m->entries;
}

static int family_of(struct memory *m, const struct rules_variant *v)
{
	int n;
	const struct rules_site *site = rules_sites(v, &n);

	for (int i = 0; i < m->families; i++)
		if (m->family[i].site == site)
			return i;
	if (m->families == FAMILIES_MAX)
		return -EINVAL;
	m->family[m->families].site = site;
	m->family[m->families].sites = n;
	return m->families++;
}

static int make_room(struct memory *m, uint32_t things)
{
	if (m->entries == m->entry_room) {
		int room = m->entry_room ? m->entry_room * 2 : 64;
		struct entry *entry = realloc(m->entry, (size_t)room * sizeof(*entry));

		if (!entry)
			return -ENOMEM;
		m->entry = entry;
		m->entry_room = room;
	}
	if (m->things + things > m->thing_room) {
		uint32_t room = (m->things + things) * 2;
		struct thing *thing = realloc(m->thing, room * sizeof(*thing));

		if (!thing)
			return -ENOMEM;
		m->thing = thing;
		m->thing_room = room;
	}
	return 0;
}

int memory_add(struct memory *m, int64_t game_id, const char *variant, const char *fen)
{
	struct rules_look look[RULES_SITES_MAX];
	struct rules_variant v;
	struct rules_state state;
	struct rules_error err;
	uint32_t things = 0;
	int family, r;

	if (rules_variant_parse(variant, &v, &err) < 0 || rules_parse(&v, fen, &state, &err) < 0)
		return -EINVAL;
	family = family_of(m, &v);
	if (family < 0)
		return family;
	rules_project(&v, &state, look);
	for (int i = 0; i < m->family[family].sites; i++)
		things += look[i].count > 0;
	r = make_room(m, things);
	if (r < 0)
		return r;
	m->entry[m->entries++] =
	    (struct entry){ .game_id = game_id, .first = m->things, .things = (uint16_t)things, .family = (uint8_t)family };
	for (int i = 0; i < m->family[family].sites; i++)
		if (look[i].count)
			m->thing[m->things++] = (struct thing){ (uint16_t)i, look[i] };
	return 0;
}

static bool same_sites(const struct rules_site *a, int na, const struct rules_site *b, int nb)
{
	if (a == b)
		return na == nb;
	if (na != nb)
		return false;
	for (int i = 0; i < na; i++)
		if (strcmp(a[i].name, b[i].name) != 0)
			return false;
	return true;
}

/* `filled` sites show something; those that the position accounts for are taken off, those that it lacks are added. Given up
 * (false) as soon as more than `most` are wrong. */
static bool compare(const struct memory *m, const struct entry *e, const struct seen_sensor *sensor, const struct seen *seen,
		    int filled, int most, struct memory_hit *hit)
{
	int misses = 0;

	hit->wrong = filled;
	hit->things = 0;
	for (uint32_t i = e->first; i < e->first + e->things; i++) {
		const struct thing *t = &m->thing[i];
		bool is = seen[t->site].count > 0;

		if (!sensor[t->site].knows)
			continue;
		hit->things++;
		if (seen_fits(sensor[t->site], t->look, seen[t->site])) {
			hit->wrong--;
			continue;
		}
		hit->wrong += !is;
		if (++misses > most)
			return false;
	}
	return hit->things && hit->wrong <= most;
}

static int insert(struct memory_hit *list, int n, int room, const struct memory_hit *hit)
{
	int at = n;

	while (at > 0 && list[at - 1].wrong > hit->wrong)
		at--;
	if (at == room)
		return n;
	if (n < room)
		n++;
	memmove(list + at + 1, list + at, (size_t)(n - 1 - at) * sizeof(*list));
	list[at] = *hit;
	return n;
}

int memory_find(const struct memory *m, const struct rules_site *site, int sites, const struct seen_sensor *sensor,
		const struct seen *seen, int most, bool (*skip)(void *user, int64_t game_id), void *user,
		struct memory_hit *list, int room)
{
	bool here[FAMILIES_MAX] = { false };
	int filled = 0, n = 0;

	for (int i = 0; i < m->families; i++)
		here[i] = same_sites(m->family[i].site, m->family[i].sites, site, sites);
	for (int i = 0; i < sites; i++)
		filled += sensor[i].knows && seen[i].count;
	for (int i = 0; i < m->entries; i++) {
		struct memory_hit hit = { .game_id = m->entry[i].game_id, .index = i };

		if (!here[m->entry[i].family])
			continue;
		if (compare(m, &m->entry[i], sensor, seen, filled, most, &hit) && !(skip && skip(user, hit.game_id)))
			n = insert(list, n, room, &hit);
	}
	return n;
}

void memory_look(const struct memory *m, int index, struct rules_look look[RULES_SITES_MAX])
{
	const struct entry *e = &m->entry[index];

	memset(look, 0, RULES_SITES_MAX * sizeof(*look));
	for (uint32_t i = e->first; i < e->first + e->things; i++)
		look[m->thing[i].site] = m->thing[i].look;
}
