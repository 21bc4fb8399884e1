/* lesson_follow.c — a learner who follows the hint, and then plays on as well as a search can. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lesson.h"

enum { SEARCH_NODES = 20000, TRIES = 3000 };

static const char *text_of(const struct lesson_step *s, const char *key)
{
	return json_string_value(json_object_get(s->json, key));
}

static bool ongoing(const struct lesson_step *s, const struct lesson_run *run)
{
	return rules_result(&s->variant, &run->at) == RULES_ONGOING;
}

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

bool lesson_follow(const struct lesson_step *s, struct lesson_run *run, char fault[LESSON_FAULT_MAX])
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
