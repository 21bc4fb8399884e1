/* table.c — the perfect table. */
#include "table.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int hear(void *user, const struct event *event)
{
	struct table *t = user;
	struct table_event *e;

	assert_true(t->events < TABLE_EVENTS_MAX);
	e = &t->event[t->events++];
	*e = (struct table_event){ .type = event->type, .ply = event->ply, .player = event->player };
	snprintf(e->action, sizeof(e->action), "%s", event->action ? event->action : "");
	e->json = strdup(event->json);
	return 0;
}

static int store(void *user, const struct event *event)
{
	struct table *t = user;

	(void)event;
	t->durable_calls++;
	return t->fail_from && t->durable_calls >= t->fail_from ? -ENOSPC : 0;
}

static struct seen_sensor sensor_of(const char *kind, const struct rules_site *site)
{
	struct seen_sensor s = { .knows = SEEN_PRESENCE, .most = 1 };

	if (site->sense == RULES_SENSE_NONE)
		return (struct seen_sensor){ 0 };
	if (site->sense == RULES_SENSE_COUNT) {
		if (strchr(kind, 'N'))
			return (struct seen_sensor){ 0 };
		if (strchr(kind, 'C'))
			s = (struct seen_sensor){ .knows = SEEN_PRESENCE | SEEN_COUNT, .most = 255 };
		return s;
	}
	if (strchr(kind, 'S') || strchr(kind, 'R'))
		s.knows |= SEEN_OWNER;
	if (strchr(kind, 'R'))
		s.knows |= SEEN_RANK;
	return s;
}

struct table *table_new(const char *game, const char *sensors)
{
	struct table *t = calloc(1, sizeof(*t));
	struct seen_sensor sensor[RULES_SITES_MAX];
	struct rules_error err;

	assert_non_null(t);
	if (rules_variant_parse(game, &t->variant, &err) < 0)
		fail_msg("%s: %s", game, err.text);
	t->site = rules_sites(&t->variant, &t->sites);
	t->now_us = 1000000;
	t->gap_ms = 120;
	assert_int_equal(session_new(NULL, &t->session), 0);
	session_add_sink(t->session, &(struct session_sink){ .event = store, .user = t, .durable = true });
	session_add_sink(t->session, &(struct session_sink){ .event = hear, .user = t });
	for (int i = 0; i < t->sites; i++)
		sensor[i] = sensor_of(sensors, &t->site[i]);
	session_board_state(t->session, t->now_us, true, "");
	session_layout(t->session, t->now_us, &t->variant, sensor, t->sites);
	session_frame(t->session, t->now_us);
	return t;
}

void table_forget(struct table *t)
{
	for (int i = 0; i < t->events; i++)
		free(t->event[i].json);
	t->events = 0;
}

void table_free(struct table *t)
{
	if (!t)
		return;
	table_forget(t);
	session_free(t->session);
	free(t);
}

static void watch(struct table *t, bool running)
{
	if (t->watch)
		t->watch(t->watch_user, running);
}

static void tick(struct table *t)
{
	bool due = session_next_us(t->session) <= t->now_us;

	if (due)
		watch(t, true);
	session_tick(t->session, t->now_us);
	if (due)
		watch(t, false);
}

void table_wait(struct table *t, int ms)
{
	int64_t until = t->now_us + ms * INT64_C(1000);

	for (int rounds = 0; session_next_us(t->session) <= until; rounds++) {
		int64_t next = session_next_us(t->session);

		if (rounds > 1000)
			fail_msg("the session never comes to rest");
		if (next > t->now_us)
			t->now_us = next;
		tick(t);
	}
	t->now_us = until;
	tick(t);
}

void table_rest(struct table *t)
{
	table_wait(t, 8000);
}

uint16_t table_site(const struct table *t, const char *name)
{
	int site = rules_site_by_name(&t->variant, name);

	if (site < 0)
		fail_msg("no site %s", name);
	return (uint16_t)site;
}

void table_set_at(struct table *t, uint16_t site, struct rules_look look)
{
	const struct view *v = table_view(t);

	t->look[site] = look.count ? look : (struct rules_look){ 0 };
	watch(t, true);
	session_seen(t->session, t->now_us, site, seen_of(v->sensor[site], t->look[site]));
	watch(t, false);
}

void table_lift(struct table *t, const char *site)
{
	table_set_at(t, table_site(t, site), (struct rules_look){ 0 });
}

void table_put_ranked(struct table *t, const char *site, int owner, int rank)
{
	table_set_at(t, table_site(t, site), (struct rules_look){ 1, (uint8_t)owner, (uint8_t)rank });
}

void table_put(struct table *t, const char *site, int owner)
{
	table_put_ranked(t, site, owner, 0);
}

void table_beads(struct table *t, const char *pit, int change)
{
	uint16_t site = table_site(t, pit);
	struct rules_look look = t->look[site];

	look.count = (uint8_t)(look.count + change);
	table_set_at(t, site, look);
}

static void carry(struct table *t, const char *from, const char *to, int hand_ms, int after_ms)
{
	struct rules_look piece = t->look[table_site(t, from)];

	table_lift(t, from);
	table_wait(t, hand_ms);
	table_set_at(t, table_site(t, to), piece);
	table_wait(t, after_ms);
}

void table_move(struct table *t, const char *from, const char *to)
{
	carry(t, from, to, 500, 100);
}

void table_hurry(struct table *t, const char *from, const char *to)
{
	carry(t, from, to, 200, 200);
}

void table_blind(struct table *t, const char *site)
{
	struct seen_sensor sensor[RULES_SITES_MAX];

	memcpy(sensor, table_view(t)->sensor, sizeof(sensor));
	sensor[table_site(t, site)] = (struct seen_sensor){ 0 };
	session_layout(t->session, t->now_us, &t->variant, sensor, t->sites);
}

void table_start(struct table *t, const char *fen)
{
	char name[RULES_NAME_MAX];
	struct session_new_game how = { .variant = name, .fen = fen, .game_id = 1 };
	struct view_text why;
	struct rules_look look[RULES_SITES_MAX];
	const struct rules_record *record;

	rules_variant_name(&t->variant, name);
	if (session_start(t->session, t->now_us, &how, &why) < 0)
		fail_msg("%s: %s", name, why.en);
	record = session_record(t->session);
	rules_project(&t->variant, &record->start, look);
	for (int i = 0; i < t->sites; i++)
		table_set_at(t, (uint16_t)i, look[i]);
	table_rest(t);
}

/* Counts are told up to a small number only. */
void table_count_to(struct table *t, uint8_t most)
{
	struct seen_sensor sensor[RULES_SITES_MAX];

	memcpy(sensor, table_view(t)->sensor, sizeof(sensor));
	for (int i = 0; i < t->sites; i++)
		if (sensor[i].knows & SEEN_COUNT)
			sensor[i].most = most;
	session_layout(t->session, t->now_us, &t->variant, sensor, t->sites);
	for (int i = 0; i < t->sites; i++)
		table_set_at(t, (uint16_t)i, t->look[i]);
	table_rest(t);
}

/* ---- Perfect hands ------------------------------------------------------------------------------------------------------ */

static int chance(struct table *t, int n)
{
	t->seed = t->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((t->seed >> 33) % (uint64_t)n);
}

/* First everything that goes, then everything that comes; a piece that takes another's place leaves a gap. */
static void play_one(struct table *t, const struct rules_look *before, const struct rules_look *after)
{
	uint16_t order[RULES_SITES_MAX];
	int n = 0;

	for (int i = 0; i < t->sites; i++)
		if (memcmp(&before[i], &after[i], sizeof(before[i])))
			order[n++] = (uint16_t)i;
	for (int i = n - 1; i > 0; i--) {
		int k = chance(t, i + 1);
		uint16_t swap = order[i];

		order[i] = order[k];
		order[k] = swap;
	}
	for (int i = 0; i < n; i++) {
		struct rules_look left = { 0 };

		if (t->site[order[i]].sense == RULES_SENSE_COUNT) {
			left = before[order[i]];
			left.count = after[order[i]].count < left.count ? after[order[i]].count : left.count;
		}
		if (!before[order[i]].count || !memcmp(&left, &before[order[i]], sizeof(left)))
			continue;
		table_set_at(t, order[i], left);
		table_wait(t, (int)t->gap_ms);
	}
	for (int i = 0; i < n; i++) {
		if (!memcmp(&t->look[order[i]], &after[order[i]], sizeof(after[0])))
			continue;
		table_set_at(t, order[i], after[order[i]]);
		table_wait(t, (int)t->gap_ms);
	}
}

void table_run(struct table *t, const struct rules_state *from, const rules_action *action, int actions)
{
	struct rules_state s = *from;
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];

	for (int i = 0; i < actions; i++) {
		rules_project(&t->variant, &s, before);
		rules_apply(&t->variant, &s, action[i]);
		rules_project(&t->variant, &s, after);
		play_one(t, before, after);
	}
}

void table_turn(struct table *t, const char *actions)
{
	const struct rules_record *record = session_record(t->session);
	struct rules_state s = record->here, from = s;
	rules_action run[256];
	char text[1024], *save = NULL;
	int n = 0;

	snprintf(text, sizeof(text), "%s", actions);
	for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		struct rules_error err;

		if (rules_action_read(&t->variant, &s, word, &run[n], &err) < 0)
			fail_msg("%s: %s", word, err.text);
		rules_apply(&t->variant, &s, run[n++]);
	}
	table_run(t, &from, run, n);
}

/* ---- What came of it ---------------------------------------------------------------------------------------------------- */

const struct view *table_view(struct table *t)
{
	session_view(t->session, t->now_us, &t->view);
	return &t->view;
}

int table_heard(const struct table *t, int type)
{
	int n = 0;

	for (int i = 0; i < t->events; i++)
		n += t->event[i].type == type;
	return n;
}

const char *table_line(const struct table *t)
{
	static char line[16384];
	const struct rules_record *record = session_record(t->session);
	rules_action list[2048];
	int n = record ? rules_record_line(record, list, 2048) : 0;
	size_t used = 0;

	line[0] = '\0';
	for (int i = 0; i < n; i++) {
		char text[RULES_ACTION_MAX];

		rules_action_text(&t->variant, list[i], text);
		used += (size_t)snprintf(line + used, sizeof(line) - used, "%s%s", i ? " " : "", text);
		assert_true(used < sizeof(line));
	}
	return line;
}

const struct view_choice *table_choice(struct table *t, const char *label)
{
	const struct view_question *q = &table_view(t)->question;

	for (int i = 0; i < q->choices; i++)
		if (!strcmp(q->choice[i].label.en, label))
			return &q->choice[i];
	for (int i = 0; i < q->choices; i++)
		print_message("offered: %s\n", q->choice[i].label.en);
	return NULL;
}

const struct view_choice *table_choice_at(struct table *t, const char *site)
{
	const struct view_question *q = &table_view(t)->question;

	for (int i = 0; i < q->choices; i++)
		if (q->choice[i].site == table_site(t, site))
			return &q->choice[i];
	return NULL;
}

void table_answer(struct table *t, const struct view_choice *choice)
{
	struct view_text why;

	assert_non_null(choice);
	assert_int_equal(session_answer(t->session, t->now_us, t->view.question.id, choice->id, &why), 0);
}

void assert_line(const struct table *t, const char *actions)
{
	assert_string_equal(table_line(t), actions);
}

void assert_phase(struct table *t, int phase)
{
	const struct view *v = table_view(t);

	if (v->phase != phase)
		fail_msg("phase %d, not %d (%s); line: %s", v->phase, phase, v->waiting.en, table_line(t));
}

void assert_fixes(struct table *t, const char *fixes)
{
	const struct view *v = table_view(t);
	char text[1024] = "";
	size_t used = 0;

	for (int i = 0; i < v->fixes; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s>%s", i ? " " : "",
					 v->fix[i].from == RULES_NO_SITE ? "-" : t->site[v->fix[i].from].name,
					 v->fix[i].to == RULES_NO_SITE ? "-" : t->site[v->fix[i].to].name);
	assert_string_equal(text, fixes);
}
