/*
 * presenter.c — which site means what now: the layers of the picture, painted from the bottom up, then lit for one moment.
 *
 * A question or a mismatch has the board to itself: it says one thing at a time. A piece in the hand hides everything but the
 * beads, which decide how far it goes.
 */
#include "presenter.h"

#include <string.h>

#include "presenter_colour.h"
#include "presenter_rhythm.h"
#include "presenter_teach.h"

enum {
	RUNG_MOVABLE = 1,
	RUNG_PIECE = 2,
	RUNG_PLACE = 3,
	RUNG_MOVE = 4,
	SWEEP_MS = 1800,     /* from the first site of a sweep to the last */
	REJOICE_MS = 120000, /* a finished game stops sweeping: boards are left on overnight */
};

/* What shines under one site, whatever the moment. */
struct ink {
	struct colour colour;
	uint8_t meaning, word, rhythm, percent, bar;
	int32_t delay_ms;
};

struct picture {
	const struct view *view;
	const struct presenter_settings *settings;
	const struct rules_site *site;
	int sites;
	struct ink ink[RULES_SITES_MAX];
	struct run run; /* steps 0: nothing runs */
	struct ink run_ink;
	bool run_once;
	int64_t run_us;   /* when it started */
	int64_t until_us; /* when something ends by itself: INT64_MAX */
};

static void paint(struct picture *p, uint16_t site, enum light_meaning meaning, enum light_word word, enum rhythm rhythm,
		  struct colour colour, int percent)
{
	if (site < p->sites)
		p->ink[site] = (struct ink){ .colour = colour,
					     .meaning = (uint8_t)meaning,
					     .word = (uint8_t)word,
					     .rhythm = (uint8_t)rhythm,
					     .percent = (uint8_t)percent,
					     .bar = 255 };
}

static void paint_meaning(struct picture *p, uint16_t site, enum light_meaning meaning, enum light_word word,
			  enum rhythm rhythm)
{
	paint(p, site, meaning, word, rhythm, colour_meaning(meaning, p->settings), 100);
}

static struct colour side(const struct picture *p, int owner)
{
	return colour_side(&p->view->variant, owner, p->settings);
}

/* What colour tells where there is some, a wink tells where there is none. */
static enum rhythm steady_or(const struct picture *p, enum rhythm wink)
{
	return p->settings->one_colour ? wink : RHYTHM_STEADY;
}

static bool carries_beads(const struct picture *p, int s)
{
	return p->site[s].sense == RULES_SENSE_COUNT && p->site[s].kind != RULES_POND;
}

static void paint_turn(struct picture *p)
{
	for (int s = 0; s < p->sites; s++) {
		bool pond = p->site[s].kind == RULES_POND && p->site[s].player == p->view->player;
		if (pond || (!carries_beads(p, s) && p->view->look[s].count > 0 && p->view->look[s].owner == p->view->player))
			paint(p, (uint16_t)s, LIGHT_TURN, LIGHT_STEADY, RHYTHM_STEADY, side(p, p->view->player), 12);
	}
}

static void paint_beads(struct picture *p)
{
	for (int s = 0; s < p->sites; s++) {
		const struct rules_look *look = &p->view->look[s];
		if (!carries_beads(p, s) || look->count == 0)
			continue;
		struct colour c = colour_beads(look->count, p->settings);
		if (look->owner && !p->settings->one_colour)
			c = colour_dim(side(p, look->owner), 10 + 15 * (look->count < 6 ? look->count : 6),
				       &(struct presenter_settings){ .night_percent = 100 });
		paint(p, (uint16_t)s, LIGHT_BEADS, LIGHT_STEADY, RHYTHM_STEADY, c, 40);
		p->ink[s].bar = look->count < 254 ? look->count : 254;
	}
}

/* Where a piece came from and where it may go says more than that the way begins and ends there. */
static bool on_the_way(const struct picture *p, uint16_t site)
{
	bool end = p->run.steps > 0 && site == p->run.site[p->run.steps - 1];

	return site < p->sites && p->ink[site].meaning != LIGHT_LIFTED && !(end && p->ink[site].meaning == LIGHT_TARGET);
}

static void start_run(struct picture *p, const struct rules_path *path, enum light_meaning meaning, struct colour colour,
		      bool once, int64_t since_us)
{
	run_make(path, &p->run);
	p->run_once = once;
	p->run_us = since_us;
	p->run_ink = (struct ink){ .colour = colour,
				   .meaning = (uint8_t)meaning,
				   .word = once ? LIGHT_SWEEP : LIGHT_PATH,
				   .percent = 100,
				   .bar = 255 };
	/* Under a running light nothing else may blink: the two rhythms together would be neither. */
	for (int i = 0; !once && i < p->run.steps; i++) {
		bool end = i == 0 || i == p->run.steps - 1;
		if (!on_the_way(p, p->run.site[i]))
			continue;
		paint(p, p->run.site[i], meaning, LIGHT_PATH, RHYTHM_STEADY, colour, end ? 30 : 8);
	}
}

static void paint_last(struct picture *p, int64_t now_us)
{
	const struct rules_path *path = &p->view->last_path;
	if (p->view->last == RULES_NO_ACTION || path->length == 0)
		return;
	for (int i = 0; i < p->view->ends; i++)
		paint(p, p->view->end[i], LIGHT_LAST, LIGHT_STEADY, steady_or(p, RHYTHM_WINK),
		      colour_meaning(LIGHT_LAST, p->settings), 35);
	if (p->view->acted_us > 0 && now_us >= p->view->acted_us)
		start_run(p, path, LIGHT_LAST, colour_meaning(LIGHT_LAST, p->settings), true, p->view->acted_us);
	/* The board cannot see that a turn has ended here: it asks the hand to go on or press the button. */
	if (p->view->open_end)
		paint_meaning(p, path->step[path->length - 1].site, LIGHT_ASK, LIGHT_PULSE, RHYTHM_BREATH);
}

static void paint_movable(struct picture *p)
{
	uint16_t list[RULES_SITES_MAX];
	int n = teach_movable(p->view, list);

	for (int s = 0; s < p->sites; s++)
		if (p->ink[s].meaning == LIGHT_TURN)
			p->ink[s] = (struct ink){ 0 };
	for (int i = 0; i < n; i++)
		paint(p, list[i], LIGHT_MOVABLE, LIGHT_STEADY, RHYTHM_STEADY, side(p, p->view->player), 45);
}

/* Places that lose at once. */
static void paint_blunders(struct picture *p)
{
	for (int i = 0; i < p->view->blunders; i++)
		paint_meaning(p, p->view->blunder[i], LIGHT_THREAT, LIGHT_PULSE, RHYTHM_WARN);
}

static void paint_threats(struct picture *p)
{
	uint16_t list[RULES_SITES_MAX];
	int n = teach_threats(p->view, list);

	for (int i = 0; i < n; i++)
		paint_meaning(p, list[i], LIGHT_THREAT, LIGHT_PULSE, RHYTHM_WARN);
}

static void paint_hint(struct picture *p)
{
	const struct view *v = p->view;
	int rung = v->hint_rung ? v->hint_rung : v->level >= VIEW_LEVEL_BEST && v->hint != RULES_NO_ACTION ? RUNG_MOVE : 0;
	struct rules_path path;

	if (rung < RUNG_PIECE || v->hint == RULES_NO_ACTION)
		return;
	rules_path(&v->variant, &v->state, v->hint, &path);
	if (path.length == 0)
		return;
	paint_meaning(p, path.step[0].site, LIGHT_HINT, LIGHT_PULSE, RHYTHM_PULSE);
	if (rung >= RUNG_PLACE)
		paint_meaning(p, path.step[path.length - 1].site, LIGHT_HINT, LIGHT_PULSE, RHYTHM_PULSE);
	if (rung >= RUNG_MOVE && path.length > 2)
		start_run(p, &path, LIGHT_HINT, colour_meaning(LIGHT_HINT, p->settings), false, v->shown_us);
}

static void paint_why(struct picture *p)
{
	const struct rules_why *why = &p->view->why;
	if (!why->rule)
		return;
	if (why->should != RULES_NO_SITE)
		paint_meaning(p, why->should, LIGHT_TARGET, LIGHT_PULSE, RHYTHM_PULSE);
	if (why->site != RULES_NO_SITE)
		paint_meaning(p, why->site, LIGHT_BLOCKER, LIGHT_DOUBLE, RHYTHM_DOUBLE);
}

static void paint_fix(struct picture *p, const struct view_fix *fix)
{
	if (fix->from != RULES_NO_SITE)
		paint_meaning(p, fix->from, LIGHT_TAKE, LIGHT_ALTERNATE, RHYTHM_SHORT);
	if (fix->to != RULES_NO_SITE)
		paint(p, fix->to, LIGHT_BRING, LIGHT_ALTERNATE, RHYTHM_LONG,
		      fix->owner ? side(p, fix->owner) : colour_meaning(LIGHT_BRING, p->settings), 100);
}

static void paint_lift(struct picture *p)
{
	const struct view_lift *lift = &p->view->lift;
	bool named = p->view->why.rule && p->view->why.site != RULES_NO_SITE && p->view->why.site != lift->site;

	if (p->view->level >= VIEW_LEVEL_TARGETS || p->view->hint_rung >= RUNG_MOVABLE)
		for (int i = 0; i < lift->targets; i++)
			paint_meaning(p, lift->target[i], LIGHT_TARGET, LIGHT_STEADY, steady_or(p, RHYTHM_READY));
	paint_blunders(p);
	paint(p, lift->site, LIGHT_LIFTED, LIGHT_STEADY, RHYTHM_STEADY, side(p, lift->owner), 100);
	if (lift->wrong && !named)
		paint_meaning(p, lift->site, LIGHT_BLOCKER, LIGHT_DOUBLE, RHYTHM_DOUBLE);
	paint_why(p);
}

static bool starts_as_usual(const struct view *v)
{
	struct rules_state usual;

	rules_init(&v->variant, &usual);
	return memcmp(&usual, &v->state, sizeof usual) == 0;
}

static void paint_fixes(struct picture *p)
{
	/* Lights lead to one place after the other. The start that everybody copies from memory glows faintly as a whole. */
	for (int i = 1; p->view->phase == VIEW_SETUP && starts_as_usual(p->view) && i < p->view->fixes; i++)
		paint(p, p->view->fix[i].to, LIGHT_BRING, LIGHT_STEADY, RHYTHM_STEADY, side(p, p->view->fix[i].owner), 12);
	if (p->view->fixes > 0)
		paint_fix(p, &p->view->fix[0]);
	paint_why(p);
}

static void paint_question(struct picture *p)
{
	const struct view_question *q = &p->view->question;
	/* A stored game that the board resembles: what is still different, all at once, beside the question. */
	for (int i = 0; q->kind == VIEW_ASK_START && i < p->view->fixes; i++)
		paint_fix(p, &p->view->fix[i]);
	for (int i = 0; i < q->choices; i++)
		if (q->choice[i].site != RULES_NO_SITE)
			paint_meaning(p, q->choice[i].site, LIGHT_ASK, q->choice[i].marked ? LIGHT_STEADY : LIGHT_PULSE,
				      q->choice[i].marked ? RHYTHM_STEADY : RHYTHM_BREATH);
}

static void paint_over(struct picture *p, int64_t now_us)
{
	const struct view *v = p->view;
	bool won = v->result >= 1 && v->result <= RULES_PLAYERS_MAX;
	int pieces = 0, done = 0;
	int64_t calm_us = v->shown_us + REJOICE_MS * INT64_C(1000);

	for (int s = 0; s < p->sites; s++)
		pieces += v->look[s].count > 0 && v->look[s].owner && (!won || v->look[s].owner == v->result);
	for (int s = 0; s < p->sites; s++) {
		const struct rules_look *look = &v->look[s];
		if (look->count == 0 || !look->owner || (won && look->owner != v->result))
			continue;
		paint(p, (uint16_t)s, LIGHT_WIN, LIGHT_SWEEP, now_us < calm_us ? RHYTHM_SWEEP : RHYTHM_STEADY,
		      side(p, look->owner), now_us < calm_us ? 100 : 12);
		p->ink[s].delay_ms = SWEEP_MS / pieces * done++;
	}
	if (now_us < calm_us)
		p->until_us = calm_us;
}

/* The site farthest towards one corner of the wood; fields and pits of beads are busy enough. */
static uint16_t corner(const struct picture *p, int right, int down)
{
	int best = -1, far = 0;

	for (int s = 0; s < p->sites; s++) {
		int towards = right * p->site[s].x + down * p->site[s].y;
		if (carries_beads(p, s) || p->site[s].sense == RULES_SENSE_NONE || (best >= 0 && towards <= far))
			continue;
		best = s;
		far = towards;
	}
	return best < 0 ? RULES_NO_SITE : (uint16_t)best;
}

/* Nothing is being played: the board shows what it feels, and which corner is the first. */
static void paint_idle(struct picture *p)
{
	uint16_t first = corner(p, -1, 1);

	if (first != RULES_NO_SITE && p->site[first].sense == RULES_SENSE_PIECE)
		paint(p, first, LIGHT_TURN, LIGHT_STEADY, RHYTHM_STEADY, side(p, 1), 12);
	for (int s = 0; s < p->sites; s++)
		if (p->view->seen[s].count > 0)
			paint(p, (uint16_t)s, LIGHT_MOVABLE, LIGHT_STEADY, RHYTHM_STEADY, side(p, p->view->seen[s].owner), 45);
}

static void paint_play(struct picture *p, int64_t now_us)
{
	const struct view *v = p->view;
	bool lifted = v->lift.site != RULES_NO_SITE || v->lift.targets > 0;

	if (!lifted)
		paint_turn(p);
	paint_beads(p);
	/* Pieces of a player who is out may be cleared away meanwhile. */
	for (int i = 0; i < v->fixes; i++)
		paint_fix(p, &v->fix[i]);
	if (lifted) {
		paint_lift(p);
	} else {
		paint_last(p, now_us);
		if (v->level >= VIEW_LEVEL_MOVABLE || v->hint_rung == RUNG_MOVABLE)
			paint_movable(p);
		/* Where a piece from the hand loses, every other place is an answer to the threat: both would say too much. */
		if (v->blunders > 0)
			paint_blunders(p);
		else if (v->level >= VIEW_LEVEL_WARN)
			paint_threats(p);
		paint_hint(p);
		paint_why(p);
	}
	if (v->preview.length > 0 && !v->why.rule)
		start_run(p, &v->preview, LIGHT_HINT, colour_meaning(LIGHT_HINT, p->settings), false, v->shown_us);
}

/* Nothing is being written down. It is said calmly: the board can be played, and what it needs otherwise comes first. */
static void paint_unsaved(struct picture *p)
{
	for (int i = 0; i < 4; i++) {
		uint16_t s = corner(p, i & 1 ? 1 : -1, i & 2 ? 1 : -1);
		int meaning = s == RULES_NO_SITE ? LIGHT_ASK : p->ink[s].meaning;
		if (meaning == LIGHT_NOTHING || meaning == LIGHT_TURN || meaning == LIGHT_MOVABLE)
			paint(p, s, LIGHT_UNSAVED, LIGHT_PULSE, RHYTHM_TIDE, colour_meaning(LIGHT_UNSAVED, p->settings), 40);
	}
}

static void compose(struct picture *p, int64_t now_us)
{
	bool quiet = p->view->phase == VIEW_PLAY || p->view->phase == VIEW_OVER || p->view->phase == VIEW_NO_GAME;

	switch (p->view->phase) {
	case VIEW_QUESTION: paint_question(p); break;
	case VIEW_SETUP:
	case VIEW_MISMATCH: paint_fixes(p); break;
	case VIEW_PLAY: paint_play(p, now_us); break;
	case VIEW_OVER: paint_over(p, now_us); break;
	default: paint_idle(p); break;
	}
	if (quiet && !p->view->store_ok)
		paint_unsaved(p);
}

/* One moment of the picture; *ret_next_us: when it can look different at the earliest. */
static void expose(const struct picture *p, int64_t now_us, struct light *light, int64_t *ret_next_us)
{
	int64_t next = p->until_us, edge;
	uint16_t running = run_site(&p->run, now_us - p->run_us, p->run_once, &edge);

	if (edge != INT64_MAX)
		next = p->run_us + edge < next ? p->run_us + edge : next;
	for (int s = 0; s < p->sites; s++) {
		const struct ink *ink = s == running && on_the_way(p, running) ? &p->run_ink : &p->ink[s];
		if (ink->meaning == LIGHT_NOTHING) {
			light[s] = (struct light){ 0 };
			continue;
		}
		int64_t begun = p->view->shown_us + ink->delay_ms * INT64_C(1000);
		int level = rhythm_level(ink->rhythm, now_us - begun, &edge);
		if (edge != INT64_MAX)
			next = begun + edge < next ? begun + edge : next;
		struct colour c = colour_dim(ink->colour, ink->percent * level / 100, p->settings);
		light[s] =
		    (struct light){ .r = c.r, .g = c.g, .b = c.b, .meaning = ink->meaning, .word = ink->word, .bar = ink->bar };
	}
	*ret_next_us = next;
}

static bool looks_same(const struct light *a, const struct light *b, int sites)
{
	return memcmp(a, b, (size_t)sites * sizeof *a) == 0;
}

void presenter_light(const struct view *view, const struct presenter_settings *settings, int64_t now_us, struct light *light,
		     int64_t *ret_next_us)
{
	struct picture p = { .view = view, .settings = settings, .until_us = INT64_MAX };
	struct light later[RULES_SITES_MAX];
	int64_t next, after;

	p.sites = view->sites;
	memset(light, 0, (size_t)view->sites * sizeof *light);
	*ret_next_us = INT64_MAX;
	if (!view->variant.game || view->sites == 0)
		return;
	p.site = rules_sites(&view->variant, &p.sites);
	compose(&p, now_us);
	expose(&p, now_us, light, &next);
	/* A change that nobody can see (two levels alike in the dark of the night) is none: nobody is woken for it. */
	for (int tries = 0; tries < 64 && next != INT64_MAX && next < p.until_us; tries++) {
		expose(&p, next, later, &after);
		if (!looks_same(light, later, p.sites))
			break;
		next = after;
	}
	*ret_next_us = next;
}
