/*
 * guide.c — one magnet, site by site: what the sensors say, judged.
 */
#include "guide.h"

#include <string.h>

enum {
	BOUNCE_US = 60000,   /* a contact may chatter so long while the magnet arrives */
	STILL_US = 1000000,  /* so long it must lie still */
	WRONG_US = 3000000,  /* so long another line must answer before it counts as wired elsewhere: hands err first */
	SHORT_US = 400000,   /* an answer shorter than this was a passing magnet, not a resting one */
	CENTRE_US = 3000000, /* silence after such an answer: the magnet rests in the blind spot */
	TREMBLES = 3,        /* changes at rest that are too many */
	SURE = 30,           /* percent: a reading below is nearly between two levels */
	STRAYS = 3,
};

static void enter(struct guide *g, int64_t now_us, enum guide_phase phase)
{
	g->phase = phase;
	g->since_us = now_us;
	g->touches = 0;
	g->trembles = 0;
	g->worst_sure = 100;
	g->answering = GUIDE_NONE;
	memset(g->on_us, 0, sizeof g->on_us);
}

void guide_start(struct guide *g, const uint16_t *order, int steps, int lines)
{
	memset(g, 0, sizeof *g);
	g->lines = lines < GUIDE_LINES_MAX ? lines : GUIDE_LINES_MAX;
	g->phase = GUIDE_EMPTY;
	for (int i = 0; i < g->lines; i++)
		g->line[i].instead = GUIDE_NONE;
	for (int i = 0; i < steps && g->steps < GUIDE_LINES_MAX; i++) {
		if (order[i] >= g->lines)
			continue;
		g->order[g->steps++] = order[i];
		g->listened[order[i]] = true;
	}
}

static bool anything_on(const struct guide *g)
{
	for (int i = 0; i < g->lines; i++)
		if (g->listened[i] && g->line[i].value && !(g->line[i].faults & GUIDE_STICKY))
			return true;
	return false;
}

static void judge_all(struct guide *g, int64_t now_us)
{
	for (int i = 0; i < g->lines; i++) {
		struct guide_line *l = &g->line[i];
		l->faults &= (uint8_t) ~(GUIDE_ELSEWHERE | GUIDE_SWAPPED);
		if (l->instead != GUIDE_NONE)
			l->faults |= g->line[l->instead].instead == i ? GUIDE_SWAPPED : GUIDE_ELSEWHERE;
		if (l->strays >= STRAYS)
			l->faults |= GUIDE_NOISY;
	}
	enter(g, now_us, GUIDE_DONE);
}

/* To the next site, or to the end. */
static void go_on(struct guide *g, int64_t now_us)
{
	while (g->step < g->steps && g->line[g->order[g->step]].tested)
		g->step++;
	if (g->step < g->steps)
		enter(g, now_us, GUIDE_PUT);
	else if (anything_on(g))
		enter(g, now_us, GUIDE_LIFT);
	else
		judge_all(g, now_us);
}

void guide_begin(struct guide *g, int64_t now_us)
{
	if (anything_on(g))
		enter(g, now_us, GUIDE_EMPTY);
	else
		go_on(g, now_us);
}

uint16_t guide_target(const struct guide *g)
{
	return g->phase == GUIDE_PUT || g->phase == GUIDE_STILL ? g->order[g->step] : GUIDE_NONE;
}

uint16_t guide_wrong(const struct guide *g)
{
	return g->phase == GUIDE_STILL && g->answering != g->order[g->step] ? g->answering : GUIDE_NONE;
}

/* The magnet still lies on a site that has been judged. */
static bool is_held(const struct guide *g)
{
	for (int i = 0; i < g->lines; i++)
		if (g->line[i].held && g->line[i].value && !(g->line[i].faults & GUIDE_STICKY))
			return true;
	return false;
}

/* Does this line tell where the magnet is now? One that speaks by itself does so only once the magnet has been lifted. */
static bool is_news(const struct guide *g, int line)
{
	const struct guide_line *l = &g->line[line];
	return g->listened[line] && l->value && !l->held && !(l->faults & GUIDE_STICKY) && !(l->strays >= STRAYS && is_held(g));
}

static void watch(struct guide *g, int64_t now_us, uint16_t line)
{
	int touches = g->touches;
	int64_t touched_us = g->touched_us;
	enter(g, now_us, GUIDE_STILL);
	g->answering = line;
	g->touches = touches;
	g->touched_us = touched_us;
}

/* ---- Judging one site -----------------------------------------------------------------------------------------------------
 */

static void note_crosstalk(struct guide *g, struct guide_line *l, int target)
{
	for (int i = 0; i < g->lines; i++) {
		if (i == target || g->line[i].held || g->on_us[i] < STILL_US / 2)
			continue;
		l->faults |= GUIDE_CROSSTALK;
		if (l->others < GUIDE_OTHERS_MAX)
			l->other[l->others++] = (uint16_t)i;
	}
}

static void add_up(struct guide *g, int64_t now_us, int line)
{
	int64_t from = g->line[line].changed_us > g->since_us ? g->line[line].changed_us : g->since_us;
	if (g->line[line].value && now_us > from)
		g->on_us[line] += now_us - from;
}

/* What has not let go since the site before, while the magnet lies here for a second, sticks. What is on now must let go before
 * it counts again. */
static void judged(struct guide *g, int64_t now_us)
{
	for (int i = 0; i < g->lines; i++) {
		struct guide_line *l = &g->line[i];
		if (l->held && l->value && i != g->answering)
			l->faults |= GUIDE_STICKY;
		l->held = g->listened[i] && l->value;
	}
	g->line[g->order[g->step]].tested = true;
	go_on(g, now_us);
}

static void finish(struct guide *g, int64_t now_us)
{
	int target = g->order[g->step];
	struct guide_line *l = &g->line[target];
	for (int i = 0; i < g->lines; i++)
		if (g->listened[i] && i != g->answering)
			add_up(g, now_us, i);
	if (g->answering != target) {
		l->instead = g->answering;
	} else {
		if (g->trembles >= TREMBLES || g->worst_sure < SURE || l->sure < SURE)
			l->faults |= GUIDE_WEAK;
		note_crosstalk(g, l, target);
	}
	judged(g, now_us);
}

/* Nothing answers although the magnet lies there. */
static void finish_silent(struct guide *g, int64_t now_us)
{
	struct guide_line *l = &g->line[g->order[g->step]];
	if (!l->held || !l->value)
		l->faults |= g->touches ? GUIDE_DEAD_CENTRE : GUIDE_DEAD;
	judged(g, now_us);
}

/* ---- What happens ---------------------------------------------------------------------------------------------------------
 */

static void feed_put(struct guide *g, int64_t now_us, int line)
{
	int target = g->order[g->step];
	if (is_news(g, line) && (line == target || !g->line[target].value))
		watch(g, now_us, (uint16_t)line);
}

static void feed_still(struct guide *g, int64_t now_us, int line, int before, int sure)
{
	int target = g->order[g->step];
	if (line == g->answering) {
		if (now_us - g->since_us > BOUNCE_US && g->line[line].value != before)
			g->trembles++;
		if (g->line[line].value && now_us - g->since_us > BOUNCE_US && sure < g->worst_sure)
			g->worst_sure = sure;
	} else if (line == target && g->line[line].value) {
		watch(g, now_us, (uint16_t)target); /* the neighbour only spoke first */
	}
}

/* A magnet that is carried closes whatever it passes; one that lies still closes nothing else. */
static void note_stray(const struct guide *g, struct guide_line *l, int64_t now_us, int line, int before)
{
	bool resting = g->phase == GUIDE_STILL && g->answering == g->order[g->step] && line != g->answering;
	if (resting && before && l->changed_us > g->since_us + BOUNCE_US && now_us - l->changed_us < SHORT_US &&
	    l->strays < UINT8_MAX)
		l->strays++;
}

void guide_feed(struct guide *g, int64_t now_us, int line, int value, int sure)
{
	if (line < 0 || line >= g->lines || !g->listened[line])
		return;
	struct guide_line *l = &g->line[line];
	int before = l->value;
	if (before && !value && g->phase == GUIDE_STILL && line != g->answering)
		add_up(g, now_us, line);
	l->value = (uint8_t)value;
	l->sure = (uint8_t)sure;
	if (!!value != !!before) {
		note_stray(g, l, now_us, line, before);
		/* What trembles under the magnet of the site before lets go only when it stays quiet. */
		if (value && (line == guide_target(g) || now_us - l->changed_us >= SHORT_US))
			l->held = false;
		l->changed_us = now_us;
	}
	if (g->phase == GUIDE_PUT)
		feed_put(g, now_us, line);
	else if (g->phase == GUIDE_STILL)
		feed_still(g, now_us, line, before, sure);
}

/* The watched line has gone quiet: the magnet was only passing, or rests where the sensor is blind. */
static void lose(struct guide *g, int64_t now_us)
{
	bool own = g->answering == g->order[g->step];
	bool brief = g->line[g->answering].changed_us - g->since_us < SHORT_US;
	int touches = g->touches + (own && brief);
	enter(g, now_us, GUIDE_PUT);
	g->touches = touches;
	g->touched_us = g->line[g->order[g->step]].changed_us;
}

static int64_t tick_still(struct guide *g, int64_t now_us)
{
	int64_t end = g->since_us + (g->answering == g->order[g->step] ? STILL_US : WRONG_US);
	const struct guide_line *l = &g->line[g->answering];
	if (!l->value) {
		int64_t gone = l->changed_us + SHORT_US;
		if (now_us < gone && g->answering == g->order[g->step])
			return gone;
		if (g->trembles >= TREMBLES && now_us >= end) {
			finish(g, now_us);
		} else {
			lose(g, now_us);
		}
		return now_us;
	}
	if (now_us < end)
		return end;
	finish(g, now_us);
	return now_us;
}

static int64_t tick_put(struct guide *g, int64_t now_us)
{
	int target = g->order[g->step];
	for (int i = 0; i < g->lines; i++) { /* something may have come to rest before it was asked for */
		int line = i == 0 ? target : i - 1 < target ? i - 1 : i;
		if (is_news(g, line)) {
			watch(g, now_us, (uint16_t)line);
			return now_us;
		}
	}
	if (!g->touches)
		return INT64_MAX;
	if (now_us < g->touched_us + CENTRE_US)
		return g->touched_us + CENTRE_US;
	finish_silent(g, now_us);
	return now_us;
}

static void stick_all(struct guide *g)
{
	for (int i = 0; i < g->lines; i++)
		if (g->listened[i] && g->line[i].value)
			g->line[i].faults |= GUIDE_STICKY;
}

int64_t guide_tick(struct guide *g, int64_t now_us)
{
	for (;;) {
		int64_t next = INT64_MAX;
		enum guide_phase phase = g->phase;
		int step = g->step;
		if (phase == GUIDE_EMPTY && !anything_on(g))
			go_on(g, now_us);
		else if (phase == GUIDE_PUT)
			next = tick_put(g, now_us);
		else if (phase == GUIDE_STILL)
			next = tick_still(g, now_us);
		else if (phase == GUIDE_LIFT && !anything_on(g))
			judge_all(g, now_us);
		if (phase == g->phase && step == g->step)
			return next;
	}
}

void guide_next(struct guide *g, int64_t now_us)
{
	switch (g->phase) {
	case GUIDE_EMPTY:
		stick_all(g);
		go_on(g, now_us);
		break;
	case GUIDE_PUT: finish_silent(g, now_us); break;
	case GUIDE_STILL: finish(g, now_us); break;
	case GUIDE_LIFT:
		stick_all(g);
		judge_all(g, now_us);
		break;
	default: break;
	}
}

void guide_again(struct guide *g, int64_t now_us, int line)
{
	int step = g->step - 1;
	if (g->phase == GUIDE_OFF || g->phase == GUIDE_EMPTY)
		return;
	for (int i = 0; line >= 0 && i < g->steps; i++)
		if (g->order[i] == line)
			step = i;
	if (step < 0 || step >= g->steps)
		return;
	struct guide_line *l = &g->line[g->order[step]];
	l->tested = false;
	l->held = l->value;
	l->faults = l->others = l->strays = 0;
	l->instead = GUIDE_NONE;
	g->step = step;
	enter(g, now_us, GUIDE_PUT);
}

const char *guide_fault_name(int fault)
{
	switch (fault) {
	case GUIDE_WEAK: return "weak";
	case GUIDE_STICKY: return "sticky";
	case GUIDE_DEAD: return "dead";
	case GUIDE_DEAD_CENTRE: return "dead-centre";
	case GUIDE_CROSSTALK: return "crosstalk";
	case GUIDE_SWAPPED: return "swapped";
	case GUIDE_ELSEWHERE: return "elsewhere";
	case GUIDE_NOISY: return "noisy";
	default: return "";
	}
}
