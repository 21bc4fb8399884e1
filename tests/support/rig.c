/*
 * rig.c — imperfect sensors on a virtual clock.
 */
#include "rig.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The heap of what is to come --------------------------------------------------------------------------------------------
 */

static bool before(const struct rig_event *a, const struct rig_event *b)
{
	return a->at_us < b->at_us || (a->at_us == b->at_us && a->order < b->order);
}

static void push(struct rig *r, struct rig_event e)
{
	if (r->events == r->room) {
		int room = r->room ? 2 * r->room : 256;
		struct rig_event *heap = realloc(r->heap, (size_t)room * sizeof *heap);
		if (!heap)
			abort();
		r->heap = heap;
		r->room = room;
	}
	e.order = r->order++;
	int i = r->events++;
	for (; i > 0 && before(&e, &r->heap[(i - 1) / 2]); i = (i - 1) / 2)
		r->heap[i] = r->heap[(i - 1) / 2];
	r->heap[i] = e;
}

static struct rig_event pop(struct rig *r)
{
	struct rig_event top = r->heap[0], last = r->heap[--r->events];
	int i = 0;

	for (int child; (child = 2 * i + 1) < r->events; i = child) {
		if (child + 1 < r->events && before(&r->heap[child + 1], &r->heap[child]))
			child++;
		if (!before(&r->heap[child], &last))
			break;
		r->heap[i] = r->heap[child];
	}
	r->heap[i] = last;
	return top;
}

/* ---- Sensors --------------------------------------------------------------------------------------------------------- */

/* An analogue line reads about what the board file says of the value that lies there; a value that it cannot tell reads as its
 * fullest. */
static int reading(struct rig *r, int line, int value)
{
	const struct hal_line *l = hal_board_line(r->board, line);
	int noise = r->settings->noise, raw;

	if (!l->analogue)
		return value;
	while ((raw = hal_calibration_expected(r->nominal, line, value)) < 0 && value > 0)
		value--;
	raw += hand_random(&r->seed, 2 * noise + 1) - noise;
	return raw < 0 ? 0 : raw > 1023 ? 1023 : raw;
}

static void say(struct rig *r, int64_t at_us, int type, int line, int value)
{
	struct hal_event e = { .time_us = at_us, .type = (uint8_t)type, .line = (uint16_t)line, .value = (uint16_t)value };

	if (type == HAL_LINE) {
		r->raw[line] = (uint16_t)value;
		e.value = (uint16_t)reading(r, line, value);
	}
	if (r->heard)
		r->heard(r->user, &e);
	replay_feed(r->replay, &e);
}

void rig_said(struct rig *r, const char *what, const char *rest)
{
	if (r->said)
		r->said(r->user, what, rest);
}

static int true_value(const struct rig *r, int line)
{
	const struct layout *l = replay_layout(r->replay);
	uint16_t site = l->line_site[line];

	if (r->stuck[line] >= 0)
		return r->stuck[line];
	if (site == RULES_NO_SITE)
		return r->raw[line];
	struct rules_look look = r->table[site];
	return layout_value(l, line, (struct seen){ .count = look.count, .owner = look.owner, .rank = look.rank });
}

static void later(struct rig *r, int64_t at_us, int line, int what, int value)
{
	push(r, (struct rig_event){ .at_us = at_us,
				    .what = (unsigned)what,
				    .line = (uint16_t)line,
				    .value = (uint16_t)value,
				    .age = r->age[line] });
}

static int about(struct rig *r, int mean_ms)
{
	return 200 * mean_ms + hand_random(&r->seed, 1600 * mean_ms + 1); /* µs */
}

/* A value that a contact shows for an instant between two others. */
static int other_value(const struct rig *r, int line, int was, int now)
{
	return r->stuck[line] >= 0 ? r->stuck[line] : was == now ? 0 : was;
}

static void chatter(struct rig *r, int64_t at_us, int line, int was, int now)
{
	const struct hand_settings *s = r->settings;
	int64_t t = at_us;

	if (hand_chance(&r->seed, s->bounce_percent)) {
		for (int i = 1 + hand_random(&r->seed, 4); i > 0; i--) {
			t += 100 + hand_random(&r->seed, 250 * s->bounce_ms);
			later(r, t, line, RIG_RAW, other_value(r, line, was, now));
			t += 100 + hand_random(&r->seed, 250 * s->bounce_ms);
			later(r, t, line, RIG_TRUE, 0);
		}
	}
	if (hand_chance(&r->seed, s->tremor_percent)) {
		for (int i = 1 + hand_random(&r->seed, 3); i > 0; i--) {
			t += about(r, s->tremor_ms);
			later(r, t, line, RIG_RAW, other_value(r, line, was, now));
			t += about(r, s->tremor_ms);
			later(r, t, line, RIG_TRUE, 0);
		}
	}
	if (now > 0 && was == 0 && hand_chance(&r->seed, s->dead_centre_percent)) {
		t += 50000 + about(r, 200);
		later(r, t, line, RIG_RAW, 0);
		later(r, t + about(r, s->dead_centre_ms), line, RIG_TRUE, 0);
	}
}

static void disturb_counts(struct rig *r, int64_t at_us, int line, int now)
{
	if (!hand_chance(&r->seed, r->settings->count_percent) || r->stuck[line] >= 0)
		return;
	int wrong = now > 0 && hand_chance(&r->seed, 50) ? now - 1 : now + 1;
	int64_t t = at_us + about(r, 20);
	later(r, t, line, RIG_RAW, wrong);
	later(r, t + about(r, 40), line, RIG_TRUE, 0);
}

static void disturb_neighbour(struct rig *r, int64_t at_us, const struct layout *l, const struct touch *t)
{
	int n;
	const struct rules_site *site = &rules_sites(&r->variant, &n)[t->site];

	if (site->neighbours == 0 || !hand_chance(&r->seed, r->settings->crosstalk_percent))
		return;
	uint16_t other = site->neighbour[hand_random(&r->seed, site->neighbours)];
	uint16_t line = l->site_line[other];
	if (line == UINT16_MAX || l->line_kind[line] == HAL_COUNT || r->table[other].count > 0 || r->stuck[line] >= 0)
		return;
	later(r, at_us, line, RIG_RAW, l->line_kind[line] == HAL_PRESENCE ? 1 : t->owner ? t->owner : 1);
	later(r, at_us + about(r, r->settings->crosstalk_ms), line, RIG_TRUE, 0);
}

static void take_touch(struct rig *r, int64_t at_us, const struct touch *t)
{
	const struct layout *l = replay_layout(r->replay);
	uint16_t line = l->site_line[t->site];

	if (touch_apply(r->table, t) < 0)
		return;
	if (line == UINT16_MAX) {
		/* A line marked faulty still chatters; nobody listens. */
		return;
	}
	int was = r->raw[line], now = true_value(r, line);
	r->age[line]++;
	if (was == now || r->unplugged)
		return;
	say(r, at_us, HAL_LINE, line, now);
	if (l->line_kind[line] == HAL_COUNT)
		disturb_counts(r, at_us, line, now);
	else
		chatter(r, at_us, line, was, now);
	disturb_neighbour(r, at_us, l, t);
}

/* ---- The rig --------------------------------------------------------------------------------------------------------- */

static void mark_faulty(struct rig *r, int faulty)
{
	int lines = hal_board_lines(r->board);

	for (int i = 0; i < faulty;) {
		int line = hand_random(&r->seed, lines);
		const struct hal_line *l = hal_board_line(r->board, line);
		if (l->kind == HAL_BUTTON || l->faulty)
			continue;
		hal_board_mark(r->board, line, true);
		i++;
	}
}

static int make_board(struct rig *r, const struct rig_kind *kind, const char *board, char message[HAL_MESSAGE_MAX])
{
	char text[16384];

	if (!board && kind->file)
		return hal_board_read(kind->file, &r->board, message);
	if (!board && rig_board_text(&r->variant, kind, text, sizeof text) == 0)
		board = text;
	return hal_board_parse("board", board ? board : "", &r->board, message);
}

int rig_new(const char *game, const struct rig_kind *kind, const char *board, const struct hand_settings *settings,
	    uint64_t seed, struct rig **ret, char message[HAL_MESSAGE_MAX])
{
	struct rules_error err;
	struct rig *r = calloc(1, sizeof *r);
	if (!r)
		return -ENOMEM;
	r->settings = settings;
	r->seed = seed;
	for (int i = 0; i < HAL_LINES_MAX; i++)
		r->stuck[i] = -1;
	int e = rules_variant_parse(game, &r->variant, &err);
	if (e < 0) {
		snprintf(message, HAL_MESSAGE_MAX, "%.150s", err.text);
		goto fail;
	}
	e = make_board(r, kind, board, message);
	if (e == 0)
		e = hal_calibration_new(r->board, &r->nominal);
	if (e < 0)
		goto fail;
	mark_faulty(r, kind ? kind->faulty : 0);
	e = replay_new(r->board, NULL, &r->replay);
	if (e < 0)
		goto fail;
	r->session = replay_session(r->replay);
	e = replay_use(r->replay, &r->variant, message);
	if (e < 0)
		goto fail;
	*ret = r;
	return 0;

fail:
	rig_free(r);
	return e;
}

void rig_free(struct rig *r)
{
	if (!r)
		return;
	replay_free(r->replay);
	hal_calibration_free(r->nominal);
	hal_board_free(r->board);
	free(r->heap);
	free(r);
}

int64_t rig_now(const struct rig *r)
{
	return replay_now_us(r->replay);
}

int rig_plug(struct rig *r, int64_t now_us, bool plugged)
{
	int e = rig_until(r, now_us);
	if (e < 0)
		return e;
	r->unplugged = !plugged;
	say(r, now_us, HAL_STATE, 0, plugged ? HAL_STARTING : HAL_ABSENT);
	for (int i = 0; plugged && i < hal_board_lines(r->board); i++)
		say(r, now_us, HAL_LINE, i, true_value(r, i));
	if (!plugged)
		return 0;
	say(r, now_us, HAL_FRAME, 0, 0);
	say(r, now_us, HAL_STATE, 0, HAL_READY);
	return 0;
}

int rig_power_up(struct rig *r, int64_t now_us)
{
	return rig_plug(r, now_us, true);
}

void rig_touch(struct rig *r, const struct touch *t)
{
	push(r, (struct rig_event){ .at_us = t->at_us, .what = RIG_TOUCH, .touch = *t });
}

bool rig_button(struct rig *r, int64_t at_us, int player, int held_ms)
{
	const struct layout *l = replay_layout(r->replay);
	bool there = false;

	for (int i = 0; i < l->lines; i++) {
		if (l->line_player[i] != player)
			continue;
		later(r, at_us, i, RIG_RAW, 1);
		later(r, at_us + held_ms * INT64_C(1000), i, RIG_RAW, 0);
		there = true;
	}
	return there;
}

void rig_break(struct rig *r, uint16_t site, int value)
{
	uint16_t line = replay_layout(r->replay)->site_line[site];

	if (line == UINT16_MAX)
		return;
	r->stuck[line] = value;
	r->age[line]++;
	if (true_value(r, line) != r->raw[line] && !r->unplugged)
		say(r, rig_now(r), HAL_LINE, line, true_value(r, line));
}

int rig_mark(struct rig *r, uint16_t site)
{
	uint16_t line = replay_layout(r->replay)->site_line[site];
	char message[HAL_MESSAGE_MAX];

	if (line == UINT16_MAX)
		return -ENOENT;
	rig_said(r, "mark", hal_board_line(r->board, line)->label);
	hal_board_mark(r->board, line, true);
	return replay_use(r->replay, &r->variant, message);
}

static void take_event(struct rig *r, const struct rig_event *e)
{
	if (e->what == RIG_TOUCH) {
		take_touch(r, e->at_us, &e->touch);
		return;
	}
	if (e->age != r->age[e->line] || r->unplugged)
		return;
	int value = e->what == RIG_TRUE ? true_value(r, e->line) : e->value;
	if (value != r->raw[e->line])
		say(r, e->at_us, HAL_LINE, e->line, value);
}

int rig_until(struct rig *r, int64_t until_us)
{
	while (r->events > 0 && r->heap[0].at_us <= until_us) {
		struct rig_event e = pop(r);
		take_event(r, &e);
	}
	return replay_until(r->replay, until_us);
}

int rig_settle(struct rig *r, int quiet_ms)
{
	int64_t last = rig_now(r);

	while (r->events > 0) {
		last = r->heap[0].at_us > last ? r->heap[0].at_us : last;
		int e = rig_until(r, last);
		if (e < 0)
			return e;
	}
	return rig_until(r, last + quiet_ms * INT64_C(1000));
}
