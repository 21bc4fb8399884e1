/* session_people.c — what people ask for: by phone, console or button. */
#include "session_internal.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* ---- Beginning ------------------------------------------------------------------------------------------------------------ */

static int read_start(const struct session_new_game *how, struct rules_variant *v, struct rules_state *start,
		      struct view_text *ret_why)
{
	struct rules_error err;
	int r = rules_variant_parse(how->variant, v, &err);

	if (r < 0)
		return session_refuse_with(ret_why, "bad-game", err.text, r);
	if (!how->fen) {
		rules_init(v, start);
		return 0;
	}
	r = rules_parse(v, how->fen, start, &err);
	return r < 0 ? session_refuse_with(ret_why, "bad-position", err.text, r) : 0;
}

static void take_names(struct session *s, const struct session_new_game *how)
{
	for (int p = 0; p <= RULES_PLAYERS_MAX; p++)
		snprintf(s->name[p], sizeof(s->name[p]), "%s", how->player[p] ? how->player[p] : "");
}

static void tell_game(struct session *s, int64_t now_us)
{
	char name[RULES_NAME_MAX], fen[RULES_POSITION_MAX];
	json_t *players = json_array();

	rules_variant_name(&s->record.variant, name);
	rules_format(&s->record.variant, &s->record.start, fen);
	for (int p = 1; p <= s->record.variant.players; p++)
		json_array_append_new(players, json_string(s->name[p]));
	session_tell(
	    s, now_us, EVENT_GAME,
	    json_pack("{s:I, s:s, s:s, s:o}", "game", (json_int_t)s->game_id, "variant", name, "fen", fen, "players", players));
}

int session_start(struct session *s, int64_t now_us, const struct session_new_game *how, struct view_text *ret_why)
{
	struct rules_variant v;
	struct rules_state start;
	int r = read_start(how, &v, &start, ret_why);

	if (r < 0)
		return r;
	r = session_begin(s, now_us, &v, &start, how->game_id);
	if (r < 0)
		return session_refuse(ret_why, "no-memory", r);
	take_names(s, how);
	tell_game(s, now_us);
	session_tip_changed(s, now_us);
	session_judge(s, now_us);
	return 0;
}

/* Reads the whole line before anything on the table changes. */
static int check_line(const struct rules_variant *v, const struct rules_state *start, const char *const *action, int actions,
		      struct view_text *ret_why)
{
	struct rules_state at = *start;
	struct rules_error err;

	for (int i = 0; i < actions; i++) {
		rules_action a;
		int r = rules_action_read(v, &at, action[i], &a, &err);

		if (r < 0) {
			char text[VIEW_TEXT_MAX];

			snprintf(text, sizeof(text), "action %d, %.40s: %.150s", i + 1, action[i], err.text);
			return session_refuse_with(ret_why, "bad-action", text, r);
		}
		rules_apply(v, &at, a);
	}
	return 0;
}

int session_resume(struct session *s, int64_t now_us, const struct session_new_game *how, const char *const *action,
		   int actions, struct view_text *ret_why)
{
	struct rules_variant v;
	struct rules_state start;
	int r = read_start(how, &v, &start, ret_why);

	if (r == 0)
		r = check_line(&v, &start, action, actions, ret_why);
	if (r < 0)
		return r;
	r = session_begin(s, now_us, &v, &start, how->game_id);
	if (r < 0)
		return session_refuse(ret_why, "no-memory", r);
	take_names(s, how);
	for (int i = 0; i < actions; i++) {
		rules_action a;
		struct rules_error err;

		r = rules_action_read(&v, &s->record.here, action[i], &a, &err);
		if (r == 0)
			r = session_record_add(s, a);
		if (r < 0)
			return session_refuse(ret_why, "no-memory", r);
	}
	tell_game(s, now_us);
	s->base = s->record.at;
	while (s->base && !s->record.node[s->base].starts_turn)
		s->base = s->record.node[s->base].parent;
	s->setup = false;
	s->led = s->shelf.returning; /* pieces still missing are no moves */
	tracker_hole(s->tracker);
	s->base_mark = s->tip_mark = 0;
	session_tip_changed(s, now_us);
	session_update_lift(s, now_us);
	session_judge(s, now_us);
	return 0;
}

/* ---- During a game ------------------------------------------------------------------------------------------------------ */

static void end_open_turn(struct session *s, int64_t now_us)
{
	session_put(s, now_us, s->hidden_end, false, false, NULL);
	session_tip_changed(s, now_us);
	session_said_over(s, now_us);
	s->judged = JUDGE_LATER;
	session_judge(s, now_us);
}

/* Something was played that no sensor shows. */
static void ask_now(struct session *s, int64_t now_us, int player)
{
	s->hurry = true;
	s->hurry_player = player;
	s->hurry_at = s->record.at;
	s->asked_pause = false;
	s->judged = JUDGE_LATER;
	session_judge(s, now_us);
}

static bool says_yes(struct session *s, int player)
{
	int value = s->question.value[0];

	return value >= 0 && session_speaks_for(s, player, &s->found->reading[value]);
}

static int end_turn(struct session *s, int64_t now_us, int player, struct view_text *ret_why)
{
	enum { SEEN_US = 700000 };
	bool agrees;

	if (!s->has_game)
		return session_refuse(ret_why, "no-game", -ENOENT);
	if (session_result(s) != RULES_ONGOING)
		return session_refuse(ret_why, "game-over", -EALREADY);
	if (s->setup || s->led || s->mismatch)
		return session_refuse(ret_why, "put-right-first", -EBUSY);
	if (s->question.use == USE_TAKEBACK) {
		session_choose(s, now_us, 0);
		return 0;
	}
	/* The button says yes to the one thing asked, if there was time to see it and nobody has gone on since. */
	if (s->question.use == USE_READINGS && session_asks_one(&s->question.shown) && session_question_holds(s) &&
	    now_us - s->shown_us >= SEEN_US && says_yes(s, player)) {
		session_choose(s, now_us, 0);
		return 0;
	}
	if (s->question.use != USE_NONE)
		return session_refuse(ret_why, "answer-first", -EBUSY);
	agrees = tracker_fits(s->tracker, &s->record.here, &s->standing);
	if (!agrees) {
		s->hurry = true;
		s->hurry_player = player ? player : rules_player(session_variant(s), &s->record.here);
		s->hurry_at = s->record.at;
		session_judge(s, now_us);
		return 0;
	}
	if (s->open_end && s->hidden == 1) {
		end_open_turn(s, now_us);
		return 0;
	}
	if (rules_turn_start(session_variant(s), &s->record.here)) {
		bool his = !player || player == rules_player(session_variant(s), &s->record.here);

		bool again = s->said_over == s->record.at; /* the turn before is over, he has said so already */

		if (s->hidden && his && (player || again || s->base == s->record.at || s->legal == 1)) {
			ask_now(s, now_us, player);
			return 0;
		}
		if (s->base == s->record.at)
			return session_refuse(ret_why, "nothing-played", -EAGAIN);
		session_said_over(s, now_us);
		return 0;
	}
	if (!s->hidden)
		return session_refuse(ret_why, "turn-not-over", -EAGAIN);
	ask_now(s, now_us, player);
	return 0;
}

int session_end_turn(struct session *s, int64_t now_us, struct view_text *ret_why)
{
	return end_turn(s, now_us, 0, ret_why);
}

/* Pressed, the button says yes; held, it says no: to what is asked, or to the last turn. Of a turn begun whose beads are asked for
 * the other readings are offered. */
static void held_button(struct session *s, int64_t now_us, int player)
{
	int none = session_choice_none(s);
	bool may = none < 0 || s->question.use == USE_BEADS;

	/* Among several it is his own turn that he speaks of. */
	if (may && s->has_game && s->record.variant.players > 2 && session_dispute(s, now_us, player, NULL) == 0)
		return;
	if (may && session_dispute(s, now_us, 0, NULL) == 0)
		return;
	if (none >= 0)
		session_choose(s, now_us, none);
}

void session_button(struct session *s, int64_t now_us, int player, bool held)
{
	struct view_text ignored;
	int mover, last;

	if ((s->question.use == USE_START || s->question.use == USE_NAMING) && (!held || session_choice_none(s) < 0)) {
		session_choose(s, now_us, 0);
		return;
	}
	if (held) {
		held_button(s, now_us, player);
		return;
	}
	if (!s->has_game)
		return;
	mover = rules_player(session_variant(s), &s->record.here);
	last = s->record.node[s->record.at].player;
	if (player == 0 || player == mover || player == last)
		end_turn(s, now_us, player, &ignored);
}

void session_lead(struct session *s, int64_t now_us, const struct tracker_mask *standing)
{
	s->led = true;
	s->base = s->record.at;
	s->standing = s->base_standing = standing ? *standing : (struct tracker_mask){ 0 };
	s->tip_mark = s->base_mark = s->tracker->order;
	s->judged = JUDGE_LATER;
	session_tip_changed(s, now_us);
	session_update_lift(s, now_us);
	session_judge(s, now_us);
}

int session_take_back(struct session *s, int64_t now_us, int ply, struct view_text *ret_why)
{
	uint32_t node;

	if (!s->has_game)
		return session_refuse(ret_why, "no-game", -ENOENT);
	node = s->record.at;
	if (ply < 0 || ply >= s->record.node[node].ply)
		return session_refuse(ret_why, "no-such-ply", -EINVAL);
	while (s->record.node[node].ply > ply)
		node = s->record.node[node].parent;
	session_drop_question(s, now_us);
	session_back_to(s, now_us, node, "phone");
	session_lead(s, now_us, NULL);
	return 0;
}

int session_answer(struct session *s, int64_t now_us, int question, int choice, struct view_text *ret_why)
{
	if (s->question.use == USE_NONE || question != s->question.shown.id)
		return session_refuse(ret_why, "old-question", -ESTALE);
	for (int i = 0; i < s->question.shown.choices; i++) {
		if (s->question.shown.choice[i].id != choice)
			continue;
		session_choose(s, now_us, i);
		return 0;
	}
	return session_refuse(ret_why, "no-such-choice", -EINVAL);
}

int session_play(struct session *s, int64_t now_us, const char *action, struct view_text *ret_why)
{
	struct rules_error err;
	rules_action a;
	int r;

	if (!s->has_game)
		return session_refuse(ret_why, "no-game", -ENOENT);
	if (session_result(s) != RULES_ONGOING)
		return session_refuse(ret_why, "game-over", -EALREADY);
	r = rules_action_read(session_variant(s), &s->record.here, action, &a, &err);
	if (r < 0)
		return session_refuse_with(ret_why, "bad-action", err.text, r);
	if (rules_gives_up(a))
		return session_resign(s, now_us, rules_gives_up(a), ret_why);
	session_drop_question(s, now_us);
	r = session_put(s, now_us, a, false, false, NULL);
	if (r < 0)
		return session_refuse(ret_why, "no-memory", r);
	session_lead(s, now_us, NULL);
	return 0;
}

int session_hint(struct session *s, int64_t now_us, rules_action best, struct view_text *ret_why)
{
	enum { TOP_RUNG = 4 };

	if (!s->has_game)
		return session_refuse(ret_why, "no-game", -ENOENT);
	if (session_result(s) != RULES_ONGOING)
		return session_refuse(ret_why, "game-over", -EALREADY);
	if (s->hint_rung == 0 && s->hints_used >= s->settings.hints_per_turn)
		return session_refuse(ret_why, "no-hints-left", -EDQUOT);
	if (s->hint_rung == 0)
		s->hints_used++;
	if (s->hint_rung < TOP_RUNG)
		s->hint_rung++;
	s->hint = best;
	s->shown_us = now_us;
	session_tell(
	    s, now_us, EVENT_HINT,
	    json_pack("{s:i, s:i}", "player", rules_player(session_variant(s), &s->record.here), "rung", s->hint_rung));
	return 0;
}

int session_dispute(struct session *s, int64_t now_us, int player, struct view_text *ret_why)
{
	if (!s->has_game)
		return session_refuse(ret_why, "no-game", -ENOENT);
	if (s->setup || s->led)
		return session_refuse(ret_why, "put-right-first", -EBUSY);
	if (player < 0 || player > s->record.variant.players)
		return session_refuse(ret_why, "no-player", -EINVAL);
	if (!s->record.at)
		return session_refuse(ret_why, "nothing-played", -EAGAIN);
	if (session_ask_earlier(s, now_us, player) < 0)
		return session_refuse(ret_why, player ? "not-lately" : "nothing-played", -EAGAIN);
	return 0;
}
