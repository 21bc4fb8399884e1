/*
 * player_broken.c — a sensor dies in the middle of a game, or says for ever what it says now. People see that the board shows
 * what is not on the table, and call that sensor faulty on the phone.
 */
#include <string.h>

#include "player_internal.h"

enum { DOCTOR_MS = 20000 /* after so long people look at the page that shows every sensor live */ };

void player_plan_break(struct player *p)
{
	enum { WITHIN_TURNS = 40 };
	uint64_t seed = p->seed ^ 0xb0a7;

	p->broken = RULES_NO_SITE;
	p->break_turn = hand_chance(&seed, p->rig->settings->break_percent) ? hand_random(&seed, WITHIN_TURNS) : -1;
}

void player_break(struct player *p)
{
	enum { TRIES = 50 };
	const struct layout *l = replay_layout(p->rig->replay);
	uint64_t seed = p->seed ^ 0xdead;

	if (p->break_turn-- != 0)
		return;
	for (int i = 0; i < TRIES && p->broken == RULES_NO_SITE; i++) {
		uint16_t site = (uint16_t)hand_random(&seed, p->hand.sites);

		if (l->site_line[site] != UINT16_MAX && l->sensor[site].knows)
			p->broken = site;
	}
	if (p->broken == RULES_NO_SITE)
		return;
	uint16_t line = l->site_line[p->broken];
	int value = hand_chance(&seed, 50) ? 0 : p->rig->raw[line] ? p->rig->raw[line] : hand_random(&seed, 2);

	p->report.broken++;
	rig_break(p->rig, p->broken, value);
	if (p->log)
		fprintf(p->log, "the sensor of %s says %d from now on\n", p->hand.site[p->broken].name, value);
}

static bool mark(struct player *p)
{
	if (p->log)
		fprintf(p->log, "the sensor of %s is called faulty\n", p->hand.site[p->broken].name);
	p->broken_marked = true;
	return rig_mark(p->rig, p->broken) == 0;
}

/* Does the board say something of that place, or complain at all? A piece set down is still asked for where it was lifted, and the
 * place is lit as one that it may go to. */
static bool said(const struct player *p)
{
	const struct view *v = &player_view;

	for (int i = 0; i < v->lift.targets; i++)
		if (v->lift.target[i] == p->broken)
			return true;
	return v->phase == VIEW_MISMATCH || v->phase == VIEW_QUESTION || v->lift.site == p->broken;
}

bool player_notices(struct player *p, int64_t waited_us)
{
	const struct view *v = &player_view;
	uint16_t site = p->broken;

	if (site == RULES_NO_SITE || p->broken_marked)
		return false;
	struct seen want = seen_of(v->sensor[site], p->hand.table[site]);
	if (memcmp(&want, &v->seen[site], sizeof want) == 0)
		return false;
	if (said(p)) {
		p->report.noticed++;
		return mark(p);
	}
	if (waited_us <= DOCTOR_MS * INT64_C(1000))
		return false;
	p->report.silent++;
	return mark(p);
}

bool player_misled(struct player *p)
{
	if (p->broken == RULES_NO_SITE || p->broken_ends)
		return false;
	if (!p->broken_marked)
		mark(p);
	p->broken_ends = true;
	p->report.misled++;
	return true;
}
