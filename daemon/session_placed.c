/* session_placed.c — a free set-up: what sensors tell of it, and what they leave open. */
#include "session_placed.h"

#include <errno.h>
#include <stdio.h>

enum { BLIND_MAX = 12 };

static struct rules_look counted(const struct seen_sensor *sensor, const struct seen *seen, struct rules_look start)
{
	bool exact = sensor->knows & SEEN_COUNT && (seen->count < sensor->most || sensor->most == UINT8_MAX);

	if (!exact && seen_fits(*sensor, start, *seen))
		return start;
	return (struct rules_look){ .count = seen->count, .owner = seen->owner };
}

static int count_blind(const struct placed *p)
{
	int blind = 0;

	for (int i = 0; i < p->sites; i++)
		blind += p->site[i].sense == RULES_SENSE_PIECE && !p->sensor[i].knows;
	return blind;
}

void placed_read(struct placed *p, const struct rules_variant *v, const struct seen_sensor *sensor, const struct seen *seen)
{
	struct rules_look start[RULES_SITES_MAX];
	struct rules_state s;

	*p = (struct placed){ .variant = *v };
	p->site = rules_sites(v, &p->sites);
	rules_init(v, &s);
	rules_project(v, &s, start);
	for (int i = 0; i < p->sites; i++) {
		p->sensor[i] = sensor[i];
		p->seen[i] = seen[i];
		if (p->site[i].sense == RULES_SENSE_COUNT)
			p->look[i] = counted(&sensor[i], &seen[i], start[i]);
		else
			p->look[i] = (struct rules_look){ seen[i].count, seen[i].owner, seen[i].rank };
	}
	p->asks_blind = count_blind(p) <= BLIND_MAX;
}

bool placed_blind(const struct placed *p, int site)
{
	return p->asks_blind && p->site[site].sense == RULES_SENSE_PIECE && !p->sensor[site].knows;
}

bool placed_asks_owner(const struct placed *p, int site)
{
	return p->site[site].sense == RULES_SENSE_PIECE && !(p->sensor[site].knows & SEEN_OWNER) &&
	       (p->seen[site].count || placed_blind(p, site));
}

bool placed_asks_rank(const struct placed *p, int site)
{
	return rules_words(&p->variant)->ranked[0] && p->site[site].sense == RULES_SENSE_PIECE &&
	       !(p->sensor[site].knows & SEEN_RANK) && p->look[site].count && p->look[site].owner != RULES_NEUTRAL;
}

bool placed_asks(const struct placed *p)
{
	for (int i = 0; i < p->sites; i++)
		if (placed_asks_owner(p, i) || placed_asks_rank(p, i))
			return true;
	return false;
}

void placed_rest(struct placed *p)
{
	for (int i = 0; i < p->sites; i++)
		if (placed_asks_owner(p, i) && p->look[i].count && !p->look[i].owner)
			p->look[i].owner = p->variant.players;
}

int placed_position(const struct placed *p, int player, struct rules_state *ret, struct rules_error *err)
{
	struct rules_state s;
	int r = rules_unproject(&p->variant, p->look, player, &s, err);

	if (r < 0)
		return r;
	if (rules_result(&p->variant, &s) != RULES_ONGOING) {
		snprintf(err->text, sizeof(err->text), "BOARD: the game would be over already");
		return -EINVAL;
	}
	*ret = s;
	return 0;
}

/* ---- Whatever people name --------------------------------------------------------------------------------------------- */

enum { ALL_AWAY = 3 }; /* all but those that stand where they start */

/* One way to deal the pieces that nobody owns and to raise the first `ranked` of each player. */
struct deal {
	bool in_turn; /* one to each in turn, else to each as many as follow one another */
	int first;    /* player, from 0 */
	bool neutral;
	int ranked;
};

static void deal_out(struct placed *p, const struct deal *d)
{
	int open = 0, dealt = 0, raised[RULES_NEUTRAL + 1] = { 0 }, players = p->variant.players;
	bool neutral = d->neutral;

	for (int i = 0; i < p->sites; i++)
		open += placed_asks_owner(p, i) && p->look[i].count;
	open -= neutral;
	for (int i = 0; i < p->sites; i++) {
		struct rules_look *look = &p->look[i];

		if (placed_asks_owner(p, i) && look->count) {
			int share = d->in_turn || open < 1 ? dealt : dealt * players / open;
			look->owner = (uint8_t)(neutral ? RULES_NEUTRAL : (share + d->first) % players + 1);
			dealt += !neutral;
			neutral = false;
		}
		if (placed_asks_rank(p, i))
			look->rank =
			    d->ranked == ALL_AWAY ? p->site[i].player != look->owner : raised[look->owner]++ < d->ranked;
	}
}

static bool any_player(const struct placed *p, struct rules_error *err)
{
	struct rules_state s;

	for (int player = 1; player <= p->variant.players; player++)
		if (placed_position(p, player, &s, err) == 0)
			return true;
	return false;
}

/* A few ways stand for all: what rules refuse is too many or too few of a kind. */
bool placed_possible(const struct placed *p, struct rules_error *err)
{
	const struct rules_words *words = rules_words(&p->variant);
	struct placed scratch = *p;

	if (!placed_asks(p))
		return any_player(p, err);
	for (int ranked = 0; ranked <= (words->ranked[0] ? ALL_AWAY : 0); ranked++)
		for (int neutral = 0; neutral <= (words->neutral[0] != NULL); neutral++)
			for (int way = 0; way < 2 * p->variant.players; way++) {
				struct deal d = { way % 2 != 0, way / 2, neutral != 0, ranked };
				scratch = *p;
				deal_out(&scratch, &d);
				if (any_player(&scratch, err))
					return true;
			}
	return false;
}
