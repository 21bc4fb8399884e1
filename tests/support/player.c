/*
 * player.c — random games by clumsy hands.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "player_internal.h"

enum { TURN_ACTIONS = 160 };

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

static void log_blind(const struct player *p)
{
	const struct layout *l = replay_layout(p->rig->replay);

	for (int s = 0; p->log && s < p->hand.sites; s++)
		if (p->hand.site[s].sense != RULES_SENSE_NONE && !l->sensor[s].knows)
			fprintf(p->log, "nothing is felt on %s\n", p->hand.site[s].name);
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
	if (setup->begun)
		setup->begun(setup->user, p->rig);
	if (p->log)
		session_add_sink(p->rig->session, &(struct session_sink){ .event = log_event, .user = p->log });
	e = sit_down(p, setup->game, message);
	if (e < 0)
		goto out;
	log_blind(p);
	player_plan_break(p);
	for (int turn = 0; turn < setup->turns && rules_result(&p->rig->variant, &p->truth) == RULES_ONGOING; turn++) {
		long before = p->report.turns;

		p->asked = false;
		const struct rules_record *record = session_record(p->rig->session);
		if (rules_record_result(record) != RULES_ONGOING)
			break; /* drawn by repetition or length */
		player_break(p);
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
			terms = player_come_to_terms(p);
		p->report.asked += p->asked;
		if (p->broken != RULES_NO_SITE) {
			p->report.after += p->report.turns - before;
			p->report.asked_after += p->asked;
		}
		if (terms < 0) {
			bool wrong = terms == -EPROTO;
			*(wrong ? &p->report.wrong : &p->report.stuck) += 1;
			player_tell_trouble(p, wrong ? "wrong" : "stuck");
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
	report->after += p->report.after;
	report->asked_after += p->report.asked_after;
	report->stuck += p->report.stuck;
	report->rescued += p->report.rescued;
	report->broken += p->report.broken;
	report->noticed += p->report.noticed;
	report->silent += p->report.silent;
	report->misled += p->report.misled;
	report->longest = p->report.longest > report->longest ? p->report.longest : report->longest;
	rig_free(p->rig);
	free(p->line);
	free(p);
	return e;
}
