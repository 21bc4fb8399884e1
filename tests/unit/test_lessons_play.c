/*
 * test_lessons_play.c — every step of every lesson played by the rules: the hint succeeds, each pattern and each slip can occur,
 * replies are legal, a missed defence really loses and a found one does not, and few pieces are carried between steps.
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

enum { PATTERNS_MAX = 64, CARRIED_PIECES_MAX = 2, CARRIED_BEADS_MAX = 4, SEARCH_NODES = 20000, TRIES = 3000 };

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

static enum lesson_answer play_hint(const struct lesson_step *s, struct lesson_run *run, char fault[LESSON_FAULT_MAX])
{
	char way[1024], *rest = NULL;
	enum lesson_answer answer = LESSON_GO_ON;
	snprintf(way, sizeof way, "%s", text_of(s, "hint"));
	for (char *word = strtok_r(way, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
		struct rules_error err;
		rules_action a;
		if (answer != LESSON_GO_ON)
			return lesson_fault(s, fault, "the hint goes on with %s after the turn", word), LESSON_SLIP;
		if (rules_action_read(&s->variant, &run->at, word, &a, &err) < 0)
			return lesson_fault(s, fault, "hint: %s", err.text), LESSON_SLIP;
		answer = lesson_play(s, run, a);
		if (answer == LESSON_SLIP)
			return lesson_fault(s, fault, "the hint %s is a slip", word), LESSON_SLIP;
	}
	if (answer == LESSON_GO_ON)
		lesson_fault(s, fault, "the hint ends in the middle of the turn");
	return answer;
}

/* Can the learner succeed with his next action? */
static bool at_hand(const struct lesson_step *s, struct lesson_run *run)
{
	rules_action *list = malloc(RULES_ACTIONS_MAX * sizeof *list);
	const struct lesson_run before = *run;
	int n = rules_legal(&s->variant, &run->at, list);
	bool found = false;
	for (int i = 0; i < n && !found; i++) {
		found = lesson_play(s, run, list[i]) == LESSON_SUCCESS;
		run->at = before.at;
		run->length = before.length;
	}
	free(list);
	return found;
}

/* A turn whose answer, which is known, lets the learner succeed at once. Found: played, with the answer. */
static bool set_up(const struct lesson_step *s, struct lesson_run *run, int *tries)
{
	rules_action *list = malloc(RULES_ACTIONS_MAX * sizeof *list);
	const struct lesson_run before = *run;
	int n = rules_legal(&s->variant, &run->at, list);
	bool found = false;
	for (int i = 0; i < n && !found && *tries > 0; i++) {
		enum lesson_answer answer = lesson_play(s, run, list[i]);
		if (answer == LESSON_GO_ON)
			found = set_up(s, run, tries);
		else if (answer == LESSON_TURNED) {
			(*tries)--;
			found = lesson_reply(s, run) && ongoing(s, run) && at_hand(s, run);
		}
		if (!found)
			*run = before;
	}
	free(list);
	return found;
}

/* The learner, from here on guided by a search, until his turn is over. */
static enum lesson_answer play_search(const struct lesson_step *s, struct lesson_run *run)
{
	const struct rules_search how = { .nodes = SEARCH_NODES, .seed = 1 };
	enum lesson_answer answer;
	do {
		struct rules_found found;
		rules_search(&s->variant, &run->at, &how, &found);
		answer = lesson_play(s, run, found.best);
	} while (answer == LESSON_GO_ON);
	return answer;
}

static bool follow(const struct lesson_step *s, struct lesson_run *run, char fault[LESSON_FAULT_MAX])
{
	lesson_begin(s, run);
	if (lesson_reached(s, run))
		return lesson_fault(s, fault, "the aim is reached before anything is played");
	enum lesson_answer answer = play_hint(s, run, fault);
	if (answer == LESSON_SLIP || answer == LESSON_GO_ON)
		return false;
	while (answer == LESSON_TURNED) {
		int tries = TRIES;
		if (!lesson_reply(s, run))
			return lesson_fault(s, fault, "the reply to the hint is not legal");
		if (lesson_reached(s, run))
			return true;
		if (!ongoing(s, run) || run->turns == 0 || run->turns >= lesson_turns(s))
			return lesson_fault(s, fault, "the hint does not lead to success (%d turns)", run->turns);
		if (run->turns + 2 <= lesson_turns(s) && !at_hand(s, run))
			set_up(s, run, &tries);
		answer = play_search(s, run);
	}
	return answer == LESSON_SUCCESS || lesson_fault(s, fault, "playing on from the hint is a slip");
}

static bool hint_succeeds(const struct lesson_step *s, char fault[LESSON_FAULT_MAX])
{
	struct lesson_run run;
	json_t *best = json_object_get(s->json, "best");
	if (!follow(s, &run, fault))
		return false;
	return !best || json_integer_value(best) == run.length ||
	       lesson_fault(s, fault, "the hint takes %d actions, best says %lld", run.length, (long long)json_integer_value(best));
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
	if (!follow(s, &run, fault))
		return false;
	return (result && rules_result(&s->variant, &run.at) == s->learner) || lesson_fault(s, fault, "the goal is to win, but nobody does");
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
	json_array_foreach (list, i, one) {
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
	json_array_foreach (json_object_get(t->s->json, "errors"), i, slip) {
		json_t *action = json_object_get(json_object_get(slip, "when"), "action");
		if (action)
			t->pattern[t->patterns++] = json_string_value(action);
	}
	json_object_foreach (json_object_get(t->s->json, "replies"), key, list)
		t->pattern[t->patterns++] = key;
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
		return free_reply || lesson_reply(s, &after) || lesson_fault(s, t->fault, "a reply is not legal after %s", run->played[0]);
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
		case LESSON_SLIP:
			t->slips++;
			continue;
		case LESSON_SUCCESS:
			t->successes++;
			break;
		case LESSON_TURNED:
			good = turned(t, run);
			break;
		case LESSON_GO_ON:
			good = try_all(t, run);
			break;
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
	json_array_foreach (json_object_get(s->json, "errors"), i, slip)
		if (json_object_get(json_object_get(slip, "when"), "otherwise"))
			return true;
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

/* ---- Slips that the rules refuse --------------------------------------------------------------------------------- */

/* The rule that forbids carrying something from one site to the other, as the page asks for it; NULL if it is allowed. */
static const char *rule_against(const struct lesson_step *s, const struct rules_state *at, int from, int to)
{
	struct rules_look look[RULES_SITES_MAX];
	struct rules_why why;
	rules_project(&s->variant, at, look);
	struct rules_attempt attempt = { .from = (uint16_t)from, .to = (uint16_t)to, .count = 1,
					 .owner = from == RULES_NO_SITE ? (uint8_t)rules_player(&s->variant, at) : look[from].owner };
	return rules_why_illegal(&s->variant, at, &attempt, &why) < 0 ? NULL : why.rule;
}

static bool rule_can_refuse(const struct lesson_step *s, const struct rules_state *at, const char *rule)
{
	int n;
	rules_sites(&s->variant, &n);
	for (int from = -1; from < n; from++)
		for (int to = -1; to < n; to++) {
			const char *found = from < 0 && to < 0 ? NULL :
								 rule_against(s, at, from < 0 ? RULES_NO_SITE : from, to < 0 ? RULES_NO_SITE : to);
			if (found && strcmp(found, rule) == 0)
				return true;
		}
	return false;
}

/* At the start, or after one action of any kind: beads that are in the hand already obey rules of their own. */
static bool rule_can_occur(const struct lesson_step *s, const char *rule)
{
	rules_action *list = malloc(RULES_ACTIONS_MAX * sizeof *list);
	int n = rules_legal(&s->variant, &s->start, list);
	bool found = rule_can_refuse(s, &s->start, rule);
	for (int i = 0; i < n && !found; i++) {
		struct rules_state next = s->start;
		rules_apply(&s->variant, &next, list[i]);
		found = rules_player(&s->variant, &next) == s->learner && rule_can_refuse(s, &next, rule);
	}
	free(list);
	return found;
}

static int site_of(const struct lesson_step *s, json_t *when, const char *key)
{
	json_t *name = json_object_get(when, key);
	return name ? rules_site_by_name(&s->variant, json_string_value(name)) : RULES_NO_SITE;
}

static bool slips_can_occur(const struct lesson_step *s, char fault[LESSON_FAULT_MAX])
{
	size_t i;
	json_t *slip;
	json_array_foreach (json_object_get(s->json, "errors"), i, slip) {
		json_t *when = json_object_get(slip, "when");
		const char *rule = json_string_value(json_object_get(when, "rule"));
		if (rule && !rule_can_occur(s, rule))
			return lesson_fault(s, fault, "nothing is refused for %s", rule);
		if (!json_object_get(when, "from") && !json_object_get(when, "to"))
			continue;
		int from = site_of(s, when, "from"), to = site_of(s, when, "to");
		if (from < 0 || to < 0 || !rule_against(s, &s->start, from, to))
			return lesson_fault(s, fault, "the slip %s is no forbidden move", json_string_value(json_object_get(slip, "key")));
	}
	return true;
}

static void every_slip_the_rules_should_refuse_is_refused(void **state)
{
	(void)state;
	every_step(slips_can_occur);
}

/* ---- From step to step ------------------------------------------------------------------------------------------- */

struct carried {
	int away[RULES_NEUTRAL + 1], here[RULES_NEUTRAL + 1], turned, beads_away, beads_here;
};

static void compare(const struct lesson_step *s, const struct rules_state *a, struct carried *ret)
{
	struct rules_look was[RULES_SITES_MAX], is[RULES_SITES_MAX];
	int n;
	const struct rules_site *site = rules_sites(&s->variant, &n);
	bool crowd = strcmp(s->game, "swahili") == 0; /* many on a site, of several owners on the top */
	memset(ret, 0, sizeof *ret);
	rules_project(&s->variant, a, was);
	rules_project(&s->variant, &s->start, is);
	for (int i = 0; i < n; i++) {
		int o = crowd ? 0 : was[i].owner, p = crowd ? 0 : is[i].owner, both = o == p ? (was[i].count < is[i].count ? was[i].count : is[i].count) : 0;
		if (site[i].kind == RULES_PIT) {
			ret->beads_away += was[i].count > is[i].count ? was[i].count - is[i].count : 0;
			ret->beads_here += is[i].count > was[i].count ? is[i].count - was[i].count : 0;
			continue;
		}
		ret->away[o] += was[i].count - both;
		ret->here[p] += is[i].count - both;
		ret->turned += both && was[i].rank != is[i].rank;
	}
}

static int more(int a, int b)
{
	return a > b ? a : b;
}

static bool near_the_step_before(const struct lesson_step *s, char fault[LESSON_FAULT_MAX])
{
	static struct lesson_run last;
	static int lesson;
	struct carried c = { 0 };
	if (s->step > 0 && s->lesson == lesson && !json_is_true(json_object_get(s->json, "fresh"))) {
		compare(s, &last.stood, &c);
		int pieces = c.turned;
		for (int o = 0; o <= RULES_NEUTRAL; o++)
			pieces += more(c.away[o], c.here[o]);
		if (pieces > CARRIED_PIECES_MAX || more(c.beads_away, c.beads_here) > CARRIED_BEADS_MAX)
			return lesson_fault(s, fault, "%d pieces and %d beads are carried", pieces, more(c.beads_away, c.beads_here));
	}
	lesson = s->lesson;
	return follow(s, &last, fault);
}

static void few_pieces_are_carried_from_a_step_to_the_next(void **state)
{
	(void)state;
	every_step(near_the_step_before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_hint_is_legal_and_leads_to_success),
		cmocka_unit_test(where_the_goal_is_to_win_the_learner_wins),
		cmocka_unit_test(every_turn_is_judged_and_answered_and_every_missed_defence_loses),
		cmocka_unit_test(every_slip_the_rules_should_refuse_is_refused),
		cmocka_unit_test(few_pieces_are_carried_from_a_step_to_the_next),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
