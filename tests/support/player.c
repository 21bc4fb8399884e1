/*
 * player.c — random games by clumsy hands.
 */
#include "player.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	TURN_ACTIONS = 160,
	PATIENCE_MS = 90000, /* how long people wait before they call it stuck */
};

int player_random_turn(const struct rules_variant *v, struct rules_state *s, rules_action *run, uint64_t *seed)
{
	rules_action list[RULES_ACTIONS_MAX];
	int actions = 0, n;

	do {
		n = rules_legal(v, s, list);
		if (n == 0)
			break;
		run[actions] = list[hand_random(seed, n)];
		rules_apply(v, s, run[actions++]);
	} while (actions < TURN_ACTIONS && !rules_turn_start(v, s) && rules_result(v, s) == RULES_ONGOING);
	return actions;
}

/* ---- What people know ---------------------------------------------------------------------------------------------------- */

static bool same_position(const struct rules_state *a, const struct rules_state *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* The record says what happened; it may be ahead by what is forced and moves nothing (a player who cannot move). */
static bool agrees(const struct player *p)
{
	const struct rules_record *r = session_record(p->rig->session);
	struct rules_state s = p->truth;
	rules_action list[RULES_ACTIONS_MAX];
	struct rules_path path;

	while (!same_position(&r->here, &s)) {
		if (rules_legal(&r->variant, &s, list) != 1)
			return false;
		rules_path(&r->variant, &s, list[0], &path);
		if (path.length > 0)
			return false;
		rules_apply(&r->variant, &s, list[0]);
	}
	return true;
}

/* The record lacks only the end of the turn, which moves nothing: the next player's move will tell. */
static bool agrees_but_end(const struct player *p)
{
	const struct rules_record *r = session_record(p->rig->session);
	struct rules_state s;

	if (!r || p->plies == 0)
		return false;
	s = r->here;
	if (rules_turn_start(&r->variant, &s) || rules_result(&r->variant, &s) != RULES_ONGOING)
		return false;
	rules_action list[RULES_ACTIONS_MAX], last = p->line[p->plies - 1];
	int n = rules_legal(&r->variant, &s, list);
	for (int i = 0; i < n; i++) {
		struct rules_path path;
		if (list[i] != last)
			continue;
		rules_path(&r->variant, &s, last, &path);
		rules_apply(&r->variant, &s, last);
		return path.length == 0 && same_position(&s, &p->truth);
	}
	return false;
}

/* Where an action takes things from, how many, and where the last of them goes. */
static uint16_t lowered(const struct rules_variant *v, const struct rules_state *s, rules_action a, int *ret_fall,
			uint16_t *ret_to)
{
	struct rules_state next = *s;
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	struct rules_path path;
	uint16_t from = RULES_NO_SITE;
	int n;

	rules_sites(v, &n);
	rules_apply(v, &next, a);
	rules_path(v, s, a, &path);
	rules_project(v, s, before);
	rules_project(v, &next, after);
	*ret_to = RULES_NO_SITE;
	for (int i = 0; i < n; i++) {
		if (after[i].count < before[i].count && (from == RULES_NO_SITE || (path.length > 0 && path.step[0].site == i)))
			from = (uint16_t)i;
		else if (after[i].count > before[i].count && (*ret_to == RULES_NO_SITE || path.step[path.length - 1].site == i))
			*ret_to = (uint16_t)i;
	}
	*ret_fall = from == RULES_NO_SITE ? 0 : before[from].count - after[from].count;
	return from == RULES_NO_SITE ? *ret_to : from;
}

/* Texts of actions as labels of answers hold them: one after the other. */
static void run_text(const struct rules_variant *v, const rules_action *run, int n, char *text, size_t room)
{
	char one[RULES_ACTION_MAX];
	size_t used = 0;

	text[0] = '\0';
	for (int i = 0; i < n; i++) {
		rules_action_text(v, run[i], one);
		if (used + strlen(one) + 2 > room)
			return; /* labels end there, too */
		used += (size_t)snprintf(text + used, room - used, "%s%s", i ? " " : "", one);
	}
}

int player_true_choice(const struct rules_record *record, const struct view *view, const rules_action *rest, int n)
{
	const struct view_question *q = &view->question;
	const struct rules_variant *v = &record->variant;
	uint16_t from = RULES_NO_SITE, to = RULES_NO_SITE;
	int fall = 0;

	if (q->kind == VIEW_ASK_TAKEBACK)
		return q->choices > 1 ? q->choice[1].id : -1;
	if (n == 0)
		return -1;
	if (q->kind == VIEW_ASK_PIT || q->kind == VIEW_ASK_COUNT || q->kind == VIEW_ASK_SIDE || q->kind == VIEW_ASK_DROP) {
		/* Where there is nothing to choose, the board asks for what comes after it. */
		struct rules_state here = record->here;
		if (n > 1 && rules_count(v, &here) == 1) {
			rules_apply(v, &here, rest[0]);
			rest++;
		}
		from = lowered(v, &here, rest[0], &fall, &to);
		for (int i = 0; i < q->choices; i++) {
			const struct view_choice *c = &q->choice[i];
			if (q->kind == VIEW_ASK_PIT     ? c->site == from
			    : q->kind == VIEW_ASK_COUNT ? atoi(c->label.en) == fall
							: c->site == to)
				return c->id;
		}
		for (int i = 0; i < q->choices; i++)
			if (strcmp(q->choice[i].label.key, "other") == 0)
				return q->choice[i].id;
		return -1;
	}
	char text[VIEW_TEXT_MAX];
	run_text(v, rest, n, text, sizeof text);
	for (int i = 0; i < q->choices; i++)
		if (strcmp(q->choice[i].label.en, text) == 0)
			return q->choice[i].id;
	return -1;
}

/* ---- Getting along with the board ---------------------------------------------------------------------------------------- */

static struct view view; /* large */

static void tell_trouble(struct player *p, const char *what)
{
	const struct rules_record *r = session_record(p->rig->session);
	char have[RULES_POSITION_MAX], want[RULES_POSITION_MAX], text[RULES_ACTION_MAX];
	size_t at;

	rules_format(&p->rig->variant, &r->here, have);
	rules_format(&p->rig->variant, &p->truth, want);
	at = (size_t)snprintf(p->trouble, sizeof p->trouble,
			      "%s at %.3f s, ply %d, phase %d\n  record %.200s\n  truth  %.200s\n  turn ", what,
			      (double)rig_now(p->rig) / 1e6, p->plies, view.phase, have, want);
	for (int i = p->turn_ply; i < p->plies && at + RULES_ACTION_MAX < sizeof p->trouble; i++) {
		rules_action_text(&p->rig->variant, p->line[i], text);
		at += (size_t)snprintf(p->trouble + at, sizeof p->trouble - at, " %s", text);
	}
	if (view.phase == VIEW_QUESTION && at + 100 < sizeof p->trouble)
		at += (size_t)snprintf(p->trouble + at, sizeof p->trouble - at, "\n  asks %.100s", view.question.text.en);
	for (int i = 0; i < view.question.choices && at + 100 < sizeof p->trouble; i++)
		at += (size_t)snprintf(p->trouble + at, sizeof p->trouble - at, "\n    %d: %.80s", view.question.choice[i].id,
				       view.question.choice[i].label.en);
}

/* What was really played and the record does not hold: behind the run that both have in common. */
static int missing_from(const struct player *p, const struct rules_record *r)
{
	rules_action had[4096];
	int n = rules_record_line(r, had, 4096), same = 0;

	while (same < n && same < p->plies && had[same] == p->line[same])
		same++;
	return same;
}

/* A reading offered that leads to where the table is, though by other words: two players' beads may be exchanged. */
static int choice_that_ends_here(const struct player *p)
{
	enum { BACK = 60 };
	const struct rules_variant *v = &p->rig->variant;
	struct rules_state at;

	rules_init(v, &at);
	for (int ply = 0; ply < p->plies; ply++) {
		for (int i = 0; i < view.question.choices && ply + BACK > p->plies; i++) {
			struct rules_state s = at;
			char text[VIEW_TEXT_MAX];
			rules_action a;
			struct rules_error err;
			bool legal = true;
			snprintf(text, sizeof text, "%s", view.question.choice[i].label.en);
			for (char *word = strtok(text, " "); word && legal; word = strtok(NULL, " ")) {
				legal = rules_action_read(v, &s, word, &a, &err) == 0;
				if (legal)
					rules_apply(v, &s, a);
			}
			if (legal && same_position(&s, &p->truth))
				return view.question.choice[i].id;
		}
		rules_apply(v, &at, p->line[ply]);
	}
	return -1;
}

static bool answer(struct player *p)
{
	const struct rules_record *r = session_record(p->rig->session);
	int ply = r->node[r->at].ply, from[3] = { missing_from(p, r), ply < p->plies ? ply : p->plies, p->turn_ply },
	    choice = -1;
	struct view_text why;

	for (int i = 0; i < 3 && choice < 0; i++)
		for (int to = p->plies; to > from[i] && choice < 0; to--)
			choice = player_true_choice(r, &view, p->line + from[i], to - from[i]);
	if (choice < 0 && (view.question.kind == VIEW_ASK_READING || view.question.kind == VIEW_ASK_SITE))
		choice = choice_that_ends_here(p);
	if (choice < 0)
		return false;
	p->asked = true;
	if (p->log)
		fprintf(p->log, "answer %d\n", choice);
	return session_answer(p->rig->session, rig_now(p->rig), view.question.id, choice, &why) == 0;
}

/* ---- When the board has lost the thread -------------------------------------------------------------------------------------
 */

/* Where the record stands in what was really played: the ply, or −1 if it holds something that never happened. */
static int standing(const struct player *p)
{
	const struct rules_record *r = session_record(p->rig->session);
	struct rules_state s;
	int found = -1;

	rules_init(&p->rig->variant, &s);
	for (int ply = 0; ply <= p->plies; ply++) {
		if (same_position(&s, &r->here))
			found = ply;
		if (ply < p->plies)
			rules_apply(&p->rig->variant, &s, p->line[ply]);
	}
	return found;
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
	if (p->log)
		fprintf(p->log, "fix %s → %s %d\n", fix->from == RULES_NO_SITE ? "-" : h->site[fix->from].name,
			fix->to == RULES_NO_SITE ? "-" : h->site[fix->to].name, count);
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

/* Follows the board's guidance back to its record and plays on from there. */
static int be_led_back(struct player *p)
{
	struct rig *r = p->rig;
	struct view_text why;
	int ply = standing(p);

	session_view(r->session, rig_now(r), &view);
	if (ply < 0) {
		/* While the board asks or complains nothing is certain yet: people say on the phone where they were agreed. If
		 * it is content with something that never happened, it has recorded it. */
		if (view.phase != VIEW_MISMATCH && view.phase != VIEW_QUESTION)
			return -EPROTO;
		ply = missing_from(p, session_record(r->session));
		if (session_take_back(r->session, rig_now(r), ply, &why) < 0)
			return -EBUSY;
	}
	session_view(r->session, rig_now(r), &view);
	if (view.phase != VIEW_MISMATCH && session_take_back(r->session, rig_now(r), ply, &why) < 0)
		return -EBUSY;
	bool literally = counts_everything(p);
	for (int step = 0; step < 200; step++) {
		session_view(r->session, rig_now(r), &view);
		bool calm = view.phase == VIEW_PLAY || view.phase == VIEW_OVER;
		if (calm && standing(p) >= 0)
			break;
		if (calm) {
			/* On the way back it took something for a turn that nobody played: back on the phone, then. */
			if (session_take_back(r->session, rig_now(r), ply, &why) < 0)
				return -EBUSY;
			literally = false;
		}
		if (view.phase == VIEW_QUESTION && !answer(p) && session_take_back(r->session, rig_now(r), ply, &why) < 0)
			return -EBUSY;
		if (view.phase == VIEW_MISMATCH && !literally)
			restore(p);
		else if (view.phase == VIEW_MISMATCH && view.fixes > 0 && !follow_fix(p, &view.fix[0]))
			return -EBUSY;
		if (rig_settle(r, 1500) < 0)
			return -ELOOP;
	}
	ply = standing(p);
	if (ply < 0 || (view.phase != VIEW_PLAY && view.phase != VIEW_OVER))
		return -EBUSY;
	forget_since(p, ply);
	put_right_unseen(p);
	p->report.rescued++;
	return 0;
}

/* The last actions cannot be felt by a missing sensor: they are entered on the phone. */
static bool enter(struct player *p)
{
	int ply = standing(p);
	char text[RULES_ACTION_MAX];
	struct view_text why;

	if (ply < 0 || ply >= p->plies)
		return false;
	rules_action_text(&p->rig->variant, p->line[ply], text);
	if (p->log)
		fprintf(p->log, "enter %s\n", text);
	p->asked = true;
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

/* Does the board still want something? Beads that no pit can feel are asked of the next player as soon as it is his turn. */
static bool pending(const struct view *v)
{
	if (v->phase == VIEW_MISMATCH)
		return true;
	return v->phase == VIEW_QUESTION && (v->question.kind < VIEW_ASK_PIT || v->question.kind > VIEW_ASK_DROP);
}

/* Waits, answers, presses the button: until the record says what was played. 0, −ELOOP, −EPROTO (the record is wrong) or −EBUSY
 * (nobody gets out of this). */
static int come_to_terms(struct player *p)
{
	struct rig *r = p->rig;
	int64_t begun = rig_now(r), limit = begun + PATIENCE_MS * INT64_C(1000);
	struct view_text why;

	while (rig_now(r) < limit) {
		int64_t waited = rig_now(r) - begun;
		session_view(r->session, rig_now(r), &view);
		if (agrees(p) && !pending(&view))
			break;
		if (view.phase == VIEW_QUESTION) {
			if (!answer(p))
				break;
		} else if (agrees_but_end(p) && view.phase == VIEW_PLAY) {
			if (!hand_chance(&p->seed, r->settings->button_percent))
				return 0;
			session_end_turn(r->session, rig_now(r), &why);
		} else if (view.phase == VIEW_MISMATCH && waited > 8000000) {
			break;
		} else if (waited > 20000000 && has_blind_site(p) && !enter(p)) {
			break;
		}
		if (rig_settle(r, 500) < 0)
			return -ELOOP;
	}
	session_view(r->session, rig_now(r), &view);
	long waited = (long)((rig_now(r) - begun) / 1000);
	p->report.longest = waited > p->report.longest ? waited : p->report.longest;
	return agrees(p) && !pending(&view) ? 0 : be_led_back(p);
}

static int remember(struct player *p, const rules_action *run, int n)
{
	if (p->plies + n > p->room) {
		int room = 2 * (p->plies + n) + 256;
		rules_action *line = realloc(p->line, (size_t)room * sizeof *line);
		if (!line)
			return -ENOMEM;
		p->line = line;
		p->room = room;
	}
	memcpy(p->line + p->plies, run, (size_t)n * sizeof *run);
	p->plies += n;
	return 0;
}

static void log_turn(const struct player *p, int player, const rules_action *run, int n)
{
	char text[RULES_ACTION_MAX];

	if (!p->log)
		return;
	fprintf(p->log, "player %d:", player);
	for (int i = 0; i < n; i++) {
		rules_action_text(&p->rig->variant, run[i], text);
		fprintf(p->log, " %s", text);
	}
	fprintf(p->log, "\n");
	for (int i = 0; i < p->hand.touches; i++) {
		const struct touch *t = &p->hand.touch[i];
		fprintf(p->log, "  %8.3f %s %+d\n", (double)t->at_us / 1e6, p->hand.site[t->site].name, t->delta);
	}
}

static int log_event(void *user, const struct event *event)
{
	fprintf(user, "%9.3f %s\n", (double)event->time_us / 1e6, event->json);
	return 0;
}

static int play_turn(struct player *p, int64_t start_us)
{
	rules_action run[TURN_ACTIONS];
	struct rules_state before = p->truth;
	int player = rules_player(&p->rig->variant, &before);
	int n = player_random_turn(&p->rig->variant, &p->truth, run, &p->seed);

	p->turn_ply = p->plies;
	int e = remember(p, run, n);
	if (e == 0)
		e = hand_turn(&p->hand, &before, run, n, start_us);
	if (e < 0)
		return e;
	for (int i = 0; i < p->hand.touches; i++)
		rig_touch(p->rig, &p->hand.touch[i]);
	log_turn(p, player, run, n);
	const struct hand_settings *s = p->rig->settings;
	if (hand_chance(&p->seed, s->button_percent)) {
		int wait_ms = hand_chance(&p->seed, s->early_percent) ? 60 : 900;
		rig_button(p->rig, p->hand.now_us + wait_ms * INT64_C(1000), player, 120);
	}
	p->report.turns++;
	return 0;
}

static int sit_down(struct player *p, const char *game, char *message)
{
	struct rig *r = p->rig;
	struct session_new_game how = { .variant = game };
	struct view_text why;

	rules_init(&r->variant, &p->truth);
	hand_init(&p->hand, r->settings, &r->variant, p->seed ^ 0x5eed);
	hand_set_up(&p->hand, &p->truth);
	memcpy(r->table, p->hand.table, sizeof r->table);
	rig_power_up(r, 1000000);
	int e = session_start(r->session, rig_now(r), &how, &why);
	if (e < 0) {
		snprintf(message, HAL_MESSAGE_MAX, "%.150s", why.en);
		return e;
	}
	return rig_settle(r, 2000);
}

int player_game(const struct player_setup *setup, struct player_report *report, char *trouble, size_t room)
{
	const struct hand_settings *settings = setup->settings;
	char message[HAL_MESSAGE_MAX] = "";
	struct player *p = calloc(1, sizeof *p);
	if (!p)
		return -ENOMEM;
	p->seed = setup->seed;
	p->log = setup->log;
	int e = rig_new(setup->game, setup->kind, NULL, settings, setup->seed, &p->rig, message);
	if (e < 0)
		goto out;
	p->rig->heard = setup->heard;
	p->rig->user = setup->user;
	if (p->log)
		session_add_sink(p->rig->session, &(struct session_sink){ .event = log_event, .user = p->log });
	e = sit_down(p, setup->game, message);
	if (e < 0)
		goto out;
	for (int turn = 0; turn < setup->turns && rules_result(&p->rig->variant, &p->truth) == RULES_ONGOING; turn++) {
		p->asked = false;
		const struct rules_record *record = session_record(p->rig->session);
		if (rules_record_result(record) != RULES_ONGOING)
			break; /* drawn by repetition or length */
		int64_t pause = settings->pause_ms * INT64_C(500) + hand_random(&p->seed, settings->pause_ms * 1000);
		e = play_turn(p, rig_now(p->rig) + pause);
		if (e < 0)
			goto out;
		if (hand_chance(&p->seed, settings->two_hands_percent) &&
		    rules_result(&p->rig->variant, &p->truth) == RULES_ONGOING) {
			e = play_turn(p, p->hand.now_us + 50000 + hand_random(&p->seed, 300000));
			if (e < 0)
				goto out;
			turn++;
		}
		int terms = rig_settle(p->rig, 600);
		if (terms == 0)
			terms = come_to_terms(p);
		p->report.asked += p->asked;
		if (terms < 0) {
			bool wrong = terms == -EPROTO;
			*(wrong ? &p->report.wrong : &p->report.stuck) += 1;
			tell_trouble(p, wrong ? "wrong" : "stuck");
			break;
		}
	}
	snprintf(trouble, room, "%s", p->trouble);
out:
	if (e < 0)
		snprintf(trouble, room, "%s: %s", message, strerror(-e));
	report->turns += p->report.turns;
	report->wrong += p->report.wrong;
	report->asked += p->report.asked;
	report->stuck += p->report.stuck;
	report->rescued += p->report.rescued;
	report->longest = p->report.longest > report->longest ? p->report.longest : report->longest;
	rig_free(p->rig);
	free(p->line);
	free(p);
	return e;
}
