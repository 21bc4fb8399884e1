/*
 * test_lessons_play.c — every step of every lesson played by the rules: the hint succeeds, each pattern and each slip can
 * occur, replies are legal, a missed defence really loses and a found one does not, and few pieces are carried between steps.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lesson.h"

enum { PATTERNS_MAX = 64 };

static void every_step(bool (*each)(const struct lesson_step *s, char fault[LESSON_FAULT_MAX]))
{
	char fault[LESSON_FAULT_MAX];
	if (!lesson_every(SOURCE_DIR, each, fault))
		fail_msg("%s", fault);
}

static const char *text_of(const struct lesson_step *s, const char *key)
{
	return json_string_value(json_object_get(s->json, key));
}

static bool ongoing(const struct lesson_step *s, const struct lesson_run *run)
{
	return rules_result(&s->variant, &run->at) == RULES_ONGOING;
}

/* ---- The hint succeeds ------------------------------------------------------------------------------------------- */

static bool hint_succeeds(const struct lesson_step *s, char fault[LESSON_FAULT_MAX])
{
	struct lesson_run run;
	json_t *best = json_object_get(s->json, "best");
	if (!lesson_follow(s, &run, fault))
		return false;
	return !best || json_integer_value(best) == run.length ||
	       lesson_fault(s, fault, "the hint takes %d actions, best says %lld", run.length,
			    (long long)json_integer_value(best));
}

static void every_hint_is_legal_and_leads_to_success(void **state)
{
	(void)state;
	every_step(hint_succeeds);
}

static bool wins(const struct lesson_step *s, char fault[LESSON_FAULT_MAX])
{
	const char *result = json_string_value(json_object_get(json_object_get(s->json, "success"), "result"));
	bool aims = strcmp(text_of(s, "goal"), "win") == 0 || strcmp(text_of(s, "goal"), "match") == 0;
	struct lesson_run run;
	if (!aims)
		return true;
	if (!lesson_follow(s, &run, fault))
		return false;
	return (result && rules_result(&s->variant, &run.at) == s->learner) ||
	       lesson_fault(s, fault, "the goal is to win, but nobody does");
}

static void where_the_goal_is_to_win_the_learner_wins(void **state)
{
	(void)state;
	every_step(wins);
}

/* ---- Every turn a learner may try -------------------------------------------------------------------------------- */

struct trials {
	const struct lesson_step *s;
	const char *pattern[PATTERNS_MAX]; /* of the file: allowed, wanted, slips, replied to */
	bool seen[PATTERNS_MAX];
	int patterns;
	int successes, missed, slips, saved, lost;
	bool defence;
	char *fault;
};

static void add_patterns(struct trials *t, json_t *list)
{
	size_t i;
	json_t *one;
	json_array_foreach(list, i, one)
	{
		assert_true(t->patterns < PATTERNS_MAX);
		t->pattern[t->patterns++] = json_string_value(one);
	}
}

static void gather(struct trials *t)
{
	json_t *slip, *list, *success = json_object_get(t->s->json, "success");
	const char *key;
	size_t i;
	add_patterns(t, json_object_get(t->s->json, "allow"));
	add_patterns(t, json_object_get(success, "actions"));
	t->defence = json_object_get(success, "not");
	json_array_foreach(json_object_get(t->s->json, "errors"), i, slip)
	{
		json_t *action = json_object_get(json_object_get(slip, "when"), "action");
		if (action)
			t->pattern[t->patterns++] = json_string_value(action);
	}
	json_object_foreach(json_object_get(t->s->json, "replies"), key, list) t->pattern[t->patterns++] = key;
}

/* Can the other side win with its next action? In all these games a win is decided by the action that makes it. */
static bool other_wins(const struct lesson_step *s, const struct rules_state *at)
{
	rules_action *list = malloc(RULES_ACTIONS_MAX * sizeof *list);
	int n = rules_legal(&s->variant, at, list), other = rules_player(&s->variant, at);
	bool found = false;
	for (int i = 0; i < n && !found; i++) {
		struct rules_state next = *at;
		rules_apply(&s->variant, &next, list[i]);
		found = rules_result(&s->variant, &next) == other;
	}
	free(list);
	return found;
}

static bool turned(struct trials *t, const struct lesson_run *run)
{
	struct lesson_run after = *run;
	const struct lesson_step *s = t->s;
	json_t *any = json_array_get(json_object_get(json_object_get(s->json, "replies"), "*"), 0);
	bool free_reply = any && strcmp(json_string_value(any), "?") == 0;
	if (!t->defence) {
		t->missed++;
		return free_reply || lesson_reply(s, &after) ||
		       lesson_fault(s, t->fault, "a reply is not legal after %s", run->played[0]);
	}
	bool loses = ongoing(s, run) && other_wins(s, &run->at);
	if (loses) {
		t->lost++;
		if (!lesson_reply(s, &after) || rules_result(&s->variant, &after.at) == RULES_ONGOING)
			return lesson_fault(s, t->fault, "%s loses, but the reply does not show it", run->played[0]);
		return true;
	}
	t->saved++;
	if (!free_reply && (!lesson_reply(s, &after) || !lesson_reached(s, &after)))
		return lesson_fault(s, t->fault, "%s saves, but does not count", run->played[0]);
	return true;
}

static bool try_all(struct trials *t, struct lesson_run *run)
{
	const struct lesson_step *s = t->s;
	rules_action *list = malloc(RULES_ACTIONS_MAX * sizeof *list);
	const struct rules_state before = run->at;
	const int length = run->length;
	int n = rules_legal(&s->variant, &run->at, list);
	bool good = true;

	for (int i = 0; i < n && good; i++) {
		char text[RULES_ACTION_MAX];
		rules_action_text(&s->variant, list[i], text);
		for (int p = 0; p < t->patterns; p++)
			t->seen[p] |= lesson_fits(t->pattern[p], text);
		switch (lesson_play(s, run, list[i])) {
		case LESSON_SLIP: t->slips++; continue;
		case LESSON_SUCCESS: t->successes++; break;
		case LESSON_TURNED: good = turned(t, run); break;
		case LESSON_GO_ON: good = try_all(t, run); break;
		}
		run->at = before;
		run->length = length;
	}
	free(list);
	return good;
}

static bool has_otherwise(const struct lesson_step *s)
{
	size_t i;
	json_t *slip;
	json_array_foreach(json_object_get(s->json, "errors"), i,
			   slip) if (json_object_get(json_object_get(slip, "when"), "otherwise")) return true;
	return false;
}

static bool turns_are_sound(const struct lesson_step *s, char fault[LESSON_FAULT_MAX])
{
	struct trials t = { .s = s, .fault = fault };
	struct lesson_run run;
	gather(&t);
	lesson_begin(s, &run);
	if (!try_all(&t, &run))
		return false;
	for (int p = 0; p < t.patterns; p++)
		if (!t.seen[p])
			return lesson_fault(s, fault, "no legal action is like %s", t.pattern[p]);
	if (t.defence && (t.saved == 0 || t.lost == 0))
		return lesson_fault(s, fault, "%d turns save, %d lose", t.saved, t.lost);
	if (!t.defence && lesson_turns(s) == 1 && t.successes == 0 && !json_object_get(s->json, "replies"))
		return lesson_fault(s, fault, "no turn succeeds");
	if (has_otherwise(s) && t.missed + t.slips + t.lost == 0)
		return lesson_fault(s, fault, "nothing can miss the aim");
	return true;
}

static void every_turn_is_judged_and_answered_and_every_missed_defence_loses(void **state)
{
	(void)state;
	every_step(turns_are_sound);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_hint_is_legal_and_leads_to_success),
		cmocka_unit_test(where_the_goal_is_to_win_the_learner_wins),
		cmocka_unit_test(every_turn_is_judged_and_answered_and_every_missed_defence_loses),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
