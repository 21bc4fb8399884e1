/*
 * test_lessons_steps.c — what lies between the moves of a lesson: the mistakes it has a word for can be made, and few pieces are
 * carried from one step to the next.
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

enum { CARRIED_PIECES_MAX = 2, CARRIED_BEADS_MAX = 4 };

static void every_step(bool (*each)(const struct lesson_step *s, char fault[LESSON_FAULT_MAX]))
{
	char fault[LESSON_FAULT_MAX];
	if (!lesson_every(SOURCE_DIR, each, fault))
		fail_msg("%s", fault);
}

/* ---- Slips that the rules refuse --------------------------------------------------------------------------------- */

/* The rule that forbids carrying something from one site to the other, as the page asks for it; NULL if it is allowed. */
static const char *rule_against(const struct lesson_step *s, const struct rules_state *at, int from, int to)
{
	struct rules_look look[RULES_SITES_MAX];
	struct rules_why why;
	rules_project(&s->variant, at, look);
	struct rules_attempt attempt = { .from = (uint16_t)from,
					 .to = (uint16_t)to,
					 .count = 1,
					 .owner = from == RULES_NO_SITE ? (uint8_t)rules_player(&s->variant, at)
									: look[from].owner };
	return rules_why_illegal(&s->variant, at, &attempt, &why) < 0 ? NULL : why.rule;
}

static bool rule_can_refuse(const struct lesson_step *s, const struct rules_state *at, const char *rule)
{
	int n;
	rules_sites(&s->variant, &n);
	for (int from = -1; from < n; from++)
		for (int to = -1; to < n; to++) {
			const char *found = from < 0 && to < 0 ? NULL
							       : rule_against(s, at, from < 0 ? RULES_NO_SITE : from,
									      to < 0 ? RULES_NO_SITE : to);
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
	json_array_foreach(json_object_get(s->json, "errors"), i, slip)
	{
		json_t *when = json_object_get(slip, "when");
		const char *rule = json_string_value(json_object_get(when, "rule"));
		if (rule && !rule_can_occur(s, rule))
			return lesson_fault(s, fault, "nothing is refused for %s", rule);
		if (!json_object_get(when, "from") && !json_object_get(when, "to"))
			continue;
		int from = site_of(s, when, "from"), to = site_of(s, when, "to");
		if (from < 0 || to < 0 || !rule_against(s, &s->start, from, to))
			return lesson_fault(s, fault, "the slip %s is no forbidden move",
					    json_string_value(json_object_get(slip, "key")));
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
		int o = crowd ? 0 : was[i].owner, p = crowd ? 0 : is[i].owner,
		    both = o == p ? (was[i].count < is[i].count ? was[i].count : is[i].count) : 0;
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
			return lesson_fault(s, fault, "%d pieces and %d beads are carried", pieces,
					    more(c.beads_away, c.beads_here));
	}
	lesson = s->lesson;
	return lesson_follow(s, &last, fault);
}

static void few_pieces_are_carried_from_a_step_to_the_next(void **state)
{
	(void)state;
	every_step(near_the_step_before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_slip_the_rules_should_refuse_is_refused),
		cmocka_unit_test(few_pieces_are_carried_from_a_step_to_the_next),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
