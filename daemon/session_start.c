/* session_start.c — how games begin: by command, or by setting the pieces up. */
#include "session_internal.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM_AT_FIRST = 512 };

int session_begin(struct session *s, int64_t now_us, const struct rules_variant *v, const struct rules_state *start,
		  int64_t game_id)
{
	struct rules_node *node = malloc(ROOM_AT_FIRST * sizeof(*node));
	struct seen_sensor sensor[RULES_SITES_MAX] = { 0 };
	int sites;

	if (!node)
		return -ENOMEM;
	free(s->record.node);
	rules_record_init(&s->record, v, start, node, ROOM_AT_FIRST);
	rules_sites(v, &sites);
	if (rules_sites(v, &sites) != s->tracker->site)
		s->has_layout = false; /* other places: nothing is looked at before they are in force */
	if (s->has_layout)
		memcpy(sensor, s->tracker->sensor, sizeof(sensor));
	tracker_layout(s->tracker, v, sensor, sites);
	s->has_game = true;
	s->game_id = game_id;
	s->ended = RULES_ONGOING;
	s->base = s->said_over = 0;
	s->base_mark = s->tip_mark = s->tracker->order;
	s->standing = s->base_standing = (struct tracker_mask){ 0 };
	s->question.use = USE_NONE;
	s->question.shown = (struct view_question){ 0 };
	s->near = s->reopened = false;
	session_shelf_changed(s); /* what is being played is no longer put away */
	s->lift = (struct view_lift){ .site = RULES_NO_SITE };
	s->setup = true;
	s->led = s->hurry = s->open_end = s->mismatch = s->beads_first = false;
	s->fixes = 0;
	s->why = (struct rules_why){ 0 };
	s->hints_used = 0;
	s->shown_us = now_us;
	s->acted_us = 0;
	s->judged = JUDGE_LATER;
	return 0;
}

/* ---- Offers ------------------------------------------------------------------------------------------------------------ */

bool session_same_sites(const struct session *s, const struct rules_variant *v)
{
	int n;
	const struct rules_site *site = rules_sites(v, &n);

	if (n != s->tracker->sites)
		return false;
	for (int i = 0; i < n; i++)
		if (strcmp(site[i].name, s->tracker->site[i].name) != 0)
			return false;
	return true;
}

static void offer(struct session *s, const struct rules_variant *v, const struct rules_state *start, bool standard)
{
	struct rules_look look[RULES_SITES_MAX];
	int things = 0;

	rules_project(v, start, look);
	for (int i = 0; i < s->tracker->sites; i++) {
		if (!seen_fits(s->tracker->sensor[i], look[i], s->tracker->seen[i]))
			return;
		things += s->tracker->seen[i].count > 0;
	}
	if (things && s->offers < SESSION_OFFERS_MAX)
		s->offer[s->offers++] = (struct offer){ .variant = *v, .start = *start, .standard = standard };
}

static bool offered(const struct session *s, const struct rules_variant *v)
{
	for (int i = 0; i < s->offers; i++)
		if (!s->offer[i].game_id && !memcmp(&s->offer[i].variant, v, sizeof(*v)))
			return true;
	return false;
}

/* A variant that may be meant by what stands on these places, one after the other: played last, then every id. */
static bool next_meant(struct session *s, int *recent, int *at, struct rules_variant *ret)
{
	const struct rules_variant *last;

	while ((last = session_recent(s, *recent)) != NULL) {
		(*recent)++;
		if (session_same_sites(s, last) && !offered(s, last)) {
			*ret = *last;
			return true;
		}
	}
	while (session_next_variant(at, ret))
		if (session_same_sites(s, ret) && !offered(s, ret))
			return true;
	return false;
}

static void offer_standard(struct session *s)
{
	struct rules_variant v;
	struct rules_state start;

	for (int recent = 0, at = 0; next_meant(s, &recent, &at, &v);) {
		rules_init(&v, &start);
		offer(s, &v, &start, true);
	}
}

/* What stands there as a position of its own. Where the sensors tell everything, the player to move is part of the question;
 * else the rest is asked once it is clear that this is meant. */
static void offer_custom(struct session *s, const struct rules_variant *v)
{
	struct placed placed;
	struct rules_error err;
	struct rules_state start;

	placed_read(&placed, v, s->tracker->sensor, s->tracker->seen);
	if (placed_asks(&placed)) {
		if (session_can_name(s, v) && s->offers < SESSION_OFFERS_MAX)
			s->offer[s->offers++] = (struct offer){ .variant = *v, .names = true };
		return;
	}
	for (int player = 1; player <= v->players; player++)
		if (placed_position(&placed, player, &start, &err) == 0)
			offer(s, v, &start, false);
}

/* Of the game whose places are in force, of those played last, and of every id; with more than two players only where that was
 * played. */
static void offer_customs(struct session *s)
{
	struct rules_variant v;

	offer_custom(s, session_variant(s));
	for (int recent = 0, at = 0; next_meant(s, &recent, &at, &v);)
		if (!at || v.players == 2)
			offer_custom(s, &v);
}

/* Without a game, or after one: what has been set up? A stored game that stands there again is offered at once, with whatever
 * else it may be; one that only resembles the board, and a position of its own, when the hands have come to rest. */
void session_look_for_start(struct session *s, int64_t now_us)
{
	enum { CUSTOM_PATIENCE = 5 };
	int64_t custom_at = s->changed_us + CUSTOM_PATIENCE * s->settings.patience_us;

	bool naming = s->question.use == USE_NAMING;
	if (s->shelf.returning || ((s->question.use == USE_START || naming) && session_question_holds(s)) ||
	    (naming && session_tapping(s)))
		return;
	if (s->question.use == USE_START && session_tapping(s) && now_us < custom_at) {
		if (custom_at < s->due_us)
			s->due_us = custom_at;
		return;
	}
	if (s->question.use == USE_START || naming)
		session_drop_question(s, now_us);
	if (s->has_game && tracker_fits(s->tracker, &s->record.here, &s->standing))
		return;
	if (s->shelf.declined_us == s->changed_us)
		return;
	s->offers = 0;
	session_offer_stored(s, now_us);
	bool stored = s->offers > 0;
	int before = s->offers;
	if (!stored && session_want_other(s, now_us))
		return;
	offer_standard(s);
	if (s->offers == before && !s->has_game) {
		if (!stored && now_us < custom_at) {
			if (custom_at < s->due_us)
				s->due_us = custom_at;
			return;
		}
		if (!stored && !session_offer_nearest(s) && session_want_stored(s, now_us))
			return;
		offer_customs(s);
	}
	if (s->offers)
		session_ask_start(s, now_us);
}

static void go_on_with(struct session *s, int64_t now_us, int64_t game_id)
{
	int r;

	s->shelf.returning = true;
	r = s->shelf.is.resume(s->shelf.is.user, now_us, game_id);
	s->shelf.returning = false;
	if (r < 0)
		session_decline(s); /* it cannot go on: it is not offered again */
}

void session_take_offer(struct session *s, int64_t now_us, int index)
{
	char name[RULES_NAME_MAX], fen[RULES_POSITION_MAX];
	struct session_new_game how = { .variant = name };

	if (index < 0) {
		session_decline(s);
		return;
	}
	struct offer taken = s->offer[index];
	if (taken.game_id) {
		go_on_with(s, now_us, taken.game_id);
		return;
	}
	if (taken.names) {
		session_name(s, now_us, &taken.variant, NULL);
		return;
	}
	how.fen = taken.standard ? NULL : fen;
	rules_variant_name(&taken.variant, name);
	rules_format(&taken.variant, &taken.start, fen);
	if (s->new_row)
		how.game_id = s->new_row(s->new_row_user, &how);
	session_start(s, now_us, &how, NULL);
}

/* ---- Offering it ---------------------------------------------------------------------------------------------------- */

/* The next place with something on it: lifting that answers. */
uint16_t session_next_filled(const struct session *s, struct tracker_mask *used)
{
	for (int k = 0; k < s->tracker->sites; k++) {
		if (!s->tracker->seen[k].count || tracker_mask_has(used, k))
			continue;
		tracker_mask_set(used, k, true);
		return (uint16_t)k;
	}
	return RULES_NO_SITE;
}

static void label_offer(const struct offer *o, struct view_text *label)
{
	char name[RULES_NAME_MAX], en[VIEW_TEXT_MAX], es[VIEW_TEXT_MAX];

	if (o->game_id) {
		*label = o->about;
		return;
	}
	rules_variant_name(&o->variant, name);
	if (o->standard) {
		session_say(label, "start", name, name);
		return;
	}
	if (o->names) {
		snprintf(en, sizeof(en), "%s from this position", name);
		snprintf(es, sizeof(es), "%s desde esta posición", name);
		session_say(label, "start-names", en, es);
		return;
	}
	int player = rules_player(&o->variant, &o->start);
	snprintf(en, sizeof(en), "%s from this position, player %d to move", name, player);
	snprintf(es, sizeof(es), "%s desde esta posición, juega el jugador %d", name, player);
	session_say(label, "start-custom", en, es);
}

/* While lights show what is still different from a stored game, no place can be lit as an answer: the phone and the button
 * answer, and so does a hand that puts the pieces right, or goes on in another way. */
void session_ask_start(struct session *s, int64_t now_us)
{
	struct tracker_mask used = { 0 };
	struct view_choice *c;
	bool stored = s->offers && s->offer[0].game_id, near = s->near;

	s->near = false; /* its fixes are to stay */
	session_fresh_question(s);
	s->near = near;
	for (int i = 0; i < s->offers; i++) {
		c = session_add_choice(s, i, near ? RULES_NO_SITE : session_next_filled(s, &used));
		if (!c)
			break;
		label_offer(&s->offer[i], &c->label);
	}
	c = stored ? session_add_choice(s, -1, near ? RULES_NO_SITE : session_next_filled(s, &used)) : NULL;
	if (c)
		session_say(&c->label, "start-none", "None of these", "Ninguna de estas");
	if (stored)
		session_say_start(&s->question.shown.text, near);
	session_open_question(s, now_us, USE_START, VIEW_ASK_START);
}
