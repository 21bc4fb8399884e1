/*
 * player_back.c — waiting, answering, and following the lights when the board has lost the thread.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "player_internal.h"

enum {
	PATIENCE_MS = 90000, /* how long people wait before they call it stuck */
	BUTTON_MS = 12000,   /* … and before they press the button */
};

/* ---- When the board has lost the thread -------------------------------------------------------------------------------------
 */

static int take_back(struct rig *r, int ply, struct view_text *why)
{
	char number[16];

	snprintf(number, sizeof number, "%d", ply);
	rig_said(r, "take-back", number);
	return session_take_back(r->session, rig_now(r), ply, why);
}

static void forget_since(struct player *p, int ply)
{
	p->plies = ply;
	p->turn_ply = ply < p->turn_ply ? ply : p->turn_ply;
	rules_init(&p->rig->variant, &p->truth);
	for (int i = 0; i < ply; i++)
		rules_apply(&p->rig->variant, &p->truth, p->line[i]);
}

/* Does what the lights ask for: one thing carried, brought or taken away. */
static bool follow_fix(struct player *p, const struct view_fix *fix)
{
	struct hand *h = &p->hand;
	int count = fix->count ? fix->count : 1;

	if (p->log)
		fprintf(p->log, "fix %s → %s %d\n", fix->from == RULES_NO_SITE ? "-" : h->site[fix->from].name,
			fix->to == RULES_NO_SITE ? "-" : h->site[fix->to].name, count);
	hand_begin(h, rig_now(p->rig) + 300000);
	if (fix->from != RULES_NO_SITE) {
		count = count < h->table[fix->from].count ? count : h->table[fix->from].count;
		if (count == 0)
			return false;
		hand_lift(h, fix->from, count);
	}
	hand_wait(h, 500);
	if (fix->to != RULES_NO_SITE)
		hand_put(h, fix->to, count, fix->owner, fix->rank);
	for (int i = 0; i < h->touches; i++)
		rig_touch(p->rig, &h->touch[i]);
	return true;
}

/* Puts the table as the record says, in one go: people see on the phone how many beads lie where, the sensors do not. */
static void restore(struct player *p)
{
	struct hand *h = &p->hand;
	const struct rules_record *r = session_record(p->rig->session);
	struct rules_look want[RULES_SITES_MAX];

	rules_project(&r->variant, &r->here, want);
	hand_begin(h, rig_now(p->rig) + 300000);
	for (int sign = -1; sign <= 1; sign += 2) {
		for (int s = 0; s < h->sites; s++) {
			struct rules_look have = h->table[s];
			bool other =
			    have.count > 0 && want[s].count > 0 && (have.owner != want[s].owner || have.rank != want[s].rank);
			int delta = other ? (sign < 0 ? -have.count : 0) : want[s].count - have.count;
			if (delta * sign <= 0)
				continue;
			if (sign < 0)
				hand_lift(h, (uint16_t)s, -delta);
			else
				hand_put(h, (uint16_t)s, delta, want[s].owner, want[s].rank);
			hand_wait(h, 400);
		}
	}
	for (int i = 0; i < h->touches; i++)
		rig_touch(p->rig, &h->touch[i]);
	if (p->log)
		fprintf(p->log, "everything is put as the record says\n");
}

static bool counts_everything(const struct player *p)
{
	const struct layout *l = replay_layout(p->rig->replay);

	for (int s = 0; s < p->hand.sites; s++)
		if (p->hand.site[s].sense == RULES_SENSE_COUNT &&
		    (!(l->sensor[s].knows & SEEN_COUNT) || l->sensor[s].most < 255))
			return false;
	return true;
}

/* What no sensor feels: people know how the position is, the record shows it on the phone. */
static void put_right_unseen(struct player *p)
{
	const struct layout *l = replay_layout(p->rig->replay);
	struct rules_look look[RULES_SITES_MAX];

	rules_project(&p->rig->variant, &p->truth, look);
	for (int s = 0; s < p->hand.sites; s++) {
		struct seen have = seen_of(l->sensor[s], p->rig->table[s]), want = seen_of(l->sensor[s], look[s]);
		if (memcmp(&have, &want, sizeof have) == 0)
			p->rig->table[s] = p->hand.table[s] = look[s];
	}
}

/* Does the table look as the record says, as far as the sensors can tell? */
static bool shows_record(const struct player *p)
{
	const struct layout *l = replay_layout(p->rig->replay);
	const struct rules_record *r = session_record(p->rig->session);
	struct rules_look look[RULES_SITES_MAX];

	rules_project(&r->variant, &r->here, look);
	for (int s = 0; s < p->hand.sites; s++) {
		struct seen have = seen_of(l->sensor[s], p->hand.table[s]), want = seen_of(l->sensor[s], look[s]);
		if (memcmp(&have, &want, sizeof have) != 0)
			return false;
	}
	return true;
}

/* Does it really look so? */
static bool lies_as_recorded(const struct player *p)
{
	const struct rules_record *r = session_record(p->rig->session);
	struct rules_look look[RULES_SITES_MAX];

	rules_project(&r->variant, &r->here, look);
	for (int s = 0; s < p->hand.sites; s++)
		if (p->hand.site[s].sense != RULES_SENSE_NONE && memcmp(&look[s], &p->hand.table[s], sizeof look[s]) != 0)
			return false;
	return true;
}

static bool asks_for_beads(const struct view *v)
{
	return v->phase == VIEW_QUESTION && v->question.kind >= VIEW_ASK_PIT && v->question.kind <= VIEW_ASK_DROP;
}

/* Nothing to put right: the next thing to do is to play on. Beads asked for that nobody has moved yet are moved then. */
static bool calm(const struct player *p, const struct view *v)
{
	return v->phase == VIEW_PLAY || v->phase == VIEW_OVER || (asks_for_beads(v) && shows_record(p));
}

/* Follows the board's guidance back to its record and plays on from there. */
static int be_led_back(struct player *p)
{
	struct rig *r = p->rig;
	struct view_text why;
	int ply = player_standing(p);

	session_view(r->session, rig_now(r), &player_view);
	/* All that was done has been undone by what came after it: nobody can have seen it, so it is done again. */
	if (ply >= 0 && player_view.phase == VIEW_PLAY && lies_as_recorded(p)) {
		forget_since(p, ply);
		p->report.rescued++;
		return 0;
	}
	if (ply < 0) {
		/* While the board asks or complains nothing is certain yet: people say on the phone where they were agreed. If
		 * it is content with something that never happened, it has recorded it. */
		if (player_view.phase != VIEW_MISMATCH && player_view.phase != VIEW_QUESTION && !player_misled(p))
			return -EPROTO;
		ply = player_missing_from(p, session_record(r->session));
		if (take_back(r, ply, &why) < 0)
			return -EBUSY;
	} else if (player_view.phase != VIEW_MISMATCH && take_back(r, ply, &why) < 0) {
		return -EBUSY;
	}
	bool literally = counts_everything(p);
	for (int step = 0; step < 200; step++) {
		session_view(r->session, rig_now(r), &player_view);
		if (player_notices(p, 0) && rig_settle(r, 1500) == 0)
			session_view(r->session, rig_now(r), &player_view);
		bool content = calm(p, &player_view);
		if (content && player_standing(p) >= 0)
			break;
		if (content) {
			/* On the way back it took something for a turn that nobody played: back on the phone, then. */
			int common = player_missing_from(p, session_record(r->session));
			ply = common < ply ? common : ply;
			if (take_back(r, ply, &why) < 0)
				return -EBUSY;
			literally = false;
			session_view(r->session, rig_now(r), &player_view);
		}
		if (player_view.phase == VIEW_QUESTION && !player_answer(p) && take_back(r, ply, &why) < 0)
			return -EBUSY;
		if (player_view.phase == VIEW_MISMATCH && !literally)
			restore(p);
		else if (player_view.phase == VIEW_MISMATCH && player_view.fixes > 0 && !follow_fix(p, &player_view.fix[0]))
			return -EBUSY;
		if (rig_settle(r, 1500) < 0)
			return -ELOOP;
	}
	ply = player_standing(p);
	if (ply < 0 || !calm(p, &player_view))
		return -EBUSY;
	forget_since(p, ply);
	put_right_unseen(p);
	p->report.rescued++;
	return 0;
}

/* The last actions cannot be felt by a missing sensor: they are entered on the phone. */
static bool enter(struct player *p)
{
	int ply = player_standing(p);
	char text[RULES_ACTION_MAX];
	struct view_text why;

	if (ply < 0 || ply >= p->plies)
		return false;
	rules_action_text(&p->rig->variant, p->line[ply], text);
	if (p->log)
		fprintf(p->log, "enter %s\n", text);
	p->asked = true;
	rig_said(p->rig, "play", text);
	return session_play(p->rig->session, rig_now(p->rig), text, &why) == 0;
}

static bool has_blind_site(const struct player *p)
{
	const struct layout *l = replay_layout(p->rig->replay);

	for (int s = 0; s < p->hand.sites; s++)
		if (p->hand.site[s].sense != RULES_SENSE_NONE && !l->sensor[s].knows)
			return true;
	return false;
}

/* The board waits although everything has been done: the button says so, or the phone where there is none. */
static void press(struct player *p)
{
	struct rig *r = p->rig;
	int player = rules_player(&r->variant, &session_record(r->session)->here);
	struct view_text why;

	if (rig_button(r, rig_now(r) + 1000, player, 120))
		return;
	rig_said(r, "end-turn", "");
	session_end_turn(r->session, rig_now(r), &why);
}

/* Does the board still want something? Beads that no pit can feel are asked of the next player as soon as it is his turn. */
static bool pending(const struct view *v)
{
	if (v->phase == VIEW_MISMATCH)
		return true;
	return v->phase == VIEW_QUESTION && !asks_for_beads(v);
}

/* The game was drawn by a repetition, which nobody saw coming: what the next player did at once is no part of it. */
static bool drawn_before(struct player *p)
{
	int ply = player_standing(p);

	if (ply < 0 || ply == p->plies || rules_record_result(session_record(p->rig->session)) != RULES_DRAW)
		return false;
	forget_since(p, ply);
	return true;
}

/* Waits, answers, presses the button: until the record says what was played. 0, −ELOOP, −EPROTO (the record is wrong) or −EBUSY
 * (nobody gets out of this). */
int player_come_to_terms(struct player *p)
{
	struct rig *r = p->rig;
	int64_t begun = rig_now(r), limit = begun + PATIENCE_MS * INT64_C(1000), pressed = 0;
	struct view_text why;

	while (rig_now(r) < limit) {
		int64_t waited = rig_now(r) - begun;
		session_view(r->session, rig_now(r), &player_view);
		if (player_agrees(p) && !pending(&player_view))
			break;
		if (drawn_before(p))
			return 0;
		if (player_notices(p, waited)) {
			/* … and looks what the board makes of it now. */
		} else if (player_view.phase == VIEW_QUESTION) {
			if (!player_answer(p))
				break;
		} else if (player_agrees_but_end(p) && player_view.phase == VIEW_PLAY) {
			if (!hand_chance(&p->seed, r->settings->button_percent))
				return 0;
			rig_said(r, "end-turn", "");
			session_end_turn(r->session, rig_now(r), &why);
		} else if (player_view.phase == VIEW_PLAY && waited > pressed + BUTTON_MS * INT64_C(1000) &&
			   player_standing(p) >= 0) {
			press(p);
			pressed = waited;
		} else if (player_view.phase == VIEW_MISMATCH && waited > 8000000) {
			break;
		} else if (waited > 20000000 && has_blind_site(p) && !enter(p)) {
			break;
		}
		if (rig_settle(r, 500) < 0)
			return -ELOOP;
	}
	session_view(r->session, rig_now(r), &player_view);
	long waited = (long)((rig_now(r) - begun) / 1000);
	p->report.longest = waited > p->report.longest ? waited : p->report.longest;
	return player_agrees(p) && !pending(&player_view) ? 0 : be_led_back(p);
}
