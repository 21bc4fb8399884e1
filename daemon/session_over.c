/* session_over.c — how games end by what people say: closed, given up, drawn by agreement. */
#include "session_internal.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>

void session_close(struct session *s, int64_t now_us)
{
	if (!s->has_game)
		return;
	session_drop_question(s, now_us);
	s->offers = 0;
	session_not_again(s, s->game_id); /* while its pieces still stand there it is not offered at once */
	s->has_game = false;
	s->game_id = 0;
	session_shelf_changed(s);
	s->setup = s->led = s->mismatch = s->open_end = false;
	s->fixes = 0;
	s->lift = (struct view_lift){ .site = RULES_NO_SITE };
	s->shown_us = now_us;
	s->judged = JUDGE_LATER;
	session_judge(s, now_us);
}

static int running(const struct session *s, struct view_text *ret_why)
{
	if (!s->has_game)
		return session_refuse(ret_why, "no-game", -ENOENT);
	if (session_result(s) != RULES_ONGOING)
		return session_refuse(ret_why, "game-over", -EALREADY);
	return 0;
}

static int end_game(struct session *s, int64_t now_us, int result, const char *reason, struct view_text *ret_why)
{
	char text[16];
	int r = running(s, ret_why);

	if (r < 0)
		return r;
	session_drop_question(s, now_us);
	s->ended = result;
	s->shown_us = now_us;
	session_tell(s, now_us, EVENT_RESULT,
		     json_pack("{s:s, s:s}", "result", session_result_text(result, text), "reason", reason));
	session_clear_mismatch(s, now_us);
	session_tip_changed(s, now_us);
	return 0;
}

/* ---- Giving up -------------------------------------------------------------------------------------------------------- */

/* The others play on. His pieces may stand until somebody clears them away. */
static int play_on_without(struct session *s, int64_t now_us, int player, struct view_text *ret_why)
{
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	struct tracker_mask standing = s->standing;
	int r;

	rules_project(session_variant(s), &s->record.here, before);
	session_drop_question(s, now_us);
	r = session_put(s, now_us, RULES_OUT(player), false, false, NULL);
	if (r < 0)
		return session_refuse(ret_why, "no-memory", r);
	rules_project(session_variant(s), &s->record.here, after);
	for (int i = 0; i < s->tracker->sites; i++)
		if (before[i].count && !after[i].count)
			tracker_mask_set(&standing, i, true);
	session_lead(s, now_us, &standing);
	return 0;
}

/* The best of the others, where points are counted; a draw where two are equal, or nobody can say who is ahead. */
static int best_of_the_others(const struct session *s, int player)
{
	int points[RULES_PLAYERS_MAX + 1], best = 0;
	bool shared = false;

	if (!rules_score(session_variant(s), &s->record.here, points))
		return RULES_DRAW;
	for (int p = 1; p <= s->record.variant.players; p++) {
		if (p == player)
			continue;
		if (best && points[p] == points[best])
			shared = true;
		if (!best || points[p] > points[best]) {
			best = p;
			shared = false;
		}
	}
	return shared ? RULES_DRAW : best;
}

int session_resign(struct session *s, int64_t now_us, int player, struct view_text *ret_why)
{
	struct rules_state without;
	int r = running(s, ret_why);

	if (r < 0)
		return r;
	if (player < 1 || player > s->record.variant.players)
		return session_refuse(ret_why, "no-player", -EINVAL);
	if (s->record.variant.players == 2)
		return end_game(s, now_us, 3 - player, "resigned", ret_why);
	without = s->record.here;
	r = rules_give_up(session_variant(s), &without, player);
	if (r == -EINVAL)
		return session_refuse(ret_why, "out-already", r);
	if (r == 0)
		return play_on_without(s, now_us, player, ret_why);
	return end_game(s, now_us, best_of_the_others(s, player), "abandoned", ret_why);
}

int session_agree_draw(struct session *s, int64_t now_us, struct view_text *ret_why)
{
	return end_game(s, now_us, RULES_DRAW, "agreed", ret_why);
}
