/*
 * test_recognition.c — random legal games of every id, played by perfect hands over full sensors: every turn is recognised as
 * what it was, or leads to the same position, or is asked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table.h"

static const char *const games[] = {
	"contigo-line",
	"contigo-line:move=ell,beads=spread",
	"contigo-line:players=4,align=3",
	"contigo-capture",
	"contigo-capture:players=4",
	"contigo-capture:beads=group",
	"thibault",
	"thibault:form=double",
	"swahili",
	"swahili:players=4,capture=optional",
	"perturbador",
	"andantino",
	"andantino:opening=single,after50=relocate,side=6",
	"oraia",
	"oraia:stay=counts",
};

enum { RUN_MAX = 256 };

static uint64_t next_random(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *seed >> 33;
}

static int random_turn(const struct rules_variant *v, struct rules_state *s, rules_action *run, uint64_t *seed)
{
	static rules_action list[RULES_ACTIONS_MAX];
	int actions = 0;

	do {
		int n = rules_legal(v, s, list);

		run[actions] = list[next_random(seed) % (uint64_t)n];
		rules_apply(v, s, run[actions++]);
	} while (!rules_turn_start(v, s) && rules_result(v, s) == RULES_ONGOING);
	return actions;
}

/* The part of the turn that the record does not hold yet, as the question's labels write it. */
static void rest_of(const struct table *t, const rules_action *run, int actions, int from, char *text)
{
	text[0] = '\0';
	for (int i = from; i < actions; i++) {
		char one[RULES_ACTION_MAX];

		rules_action_text(&t->variant, run[i], one);
		strcat(text, i > from ? " " : "");
		strcat(text, one);
	}
}

/* The action of the run that comes next at `here`, or −1. */
static int next_action(const struct table *t, const struct rules_state *before, const rules_action *run, int actions,
		       const struct rules_state *here)
{
	struct rules_state s = *before;

	for (int i = 0; i < actions; i++) {
		if (!memcmp(&s, here, sizeof(s)))
			return i;
		rules_apply(&t->variant, &s, run[i]);
	}
	return -1;
}

/* A step of a bead question: the pit that falls, by how much, or the pit that rises. */
static bool right_step(const struct table *t, const struct view *v, rules_action a, const struct view_choice *choice)
{
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	struct rules_state s = v->state;
	static struct rules_path path;
	char text[RULES_ACTION_MAX];
	int from = -1, to = -1, lower = 0, higher = 0;

	rules_project(&t->variant, &s, before);
	rules_apply(&t->variant, &s, a);
	rules_project(&t->variant, &s, after);
	for (int i = 0; i < t->sites; i++) {
		from = before[i].count > after[i].count ? i : from;
		lower += before[i].count > after[i].count;
		to = before[i].count < after[i].count ? i : to;
		higher += before[i].count < after[i].count;
	}
	rules_path(&t->variant, &v->state, a, &path);
	if (lower != 1 && path.length)
		from = path.step[0].site;
	if (higher != 1 && path.length)
		to = path.step[path.length - 1].site;
	switch (v->question.kind) {
	case VIEW_ASK_PIT: return choice->site == from;
	case VIEW_ASK_COUNT: return from >= 0 && atoi(choice->label.en) == before[from].count - after[from].count;
	case VIEW_ASK_READING: rules_action_text(&t->variant, a, text); return !strcmp(choice->label.en, text);
	default: return choice->site == to;
	}
}

static bool answer_step(struct table *t, const struct rules_state *before, const rules_action *run, int actions)
{
	const struct view *v = table_view(t);
	int next = next_action(t, before, run, actions, &v->state);

	for (int i = 0; next >= 0 && i < v->question.choices; i++)
		if (right_step(t, v, run[next], &v->question.choice[i]))
			return session_answer(t->session, t->now_us, v->question.id, v->question.choice[i].id,
					      &(struct view_text){ 0 }) == 0;
	return false;
}

/* Answers like a person who knows what he did. Returns false if no answer says so. */
static bool answer(struct table *t, const struct rules_state *before, const rules_action *run, int actions)
{
	const struct view *v = table_view(t);
	struct view_text why;
	char text[4096];

	if (v->question.kind == VIEW_ASK_READING && !strchr(v->question.choice[0].label.en, ' ') &&
	    answer_step(t, before, run, actions))
		return true;
	if (v->question.kind == VIEW_ASK_PIT || v->question.kind == VIEW_ASK_COUNT || v->question.kind == VIEW_ASK_SIDE ||
	    v->question.kind == VIEW_ASK_DROP)
		return answer_step(t, before, run, actions);
	for (int from = 0; from < actions; from++) {
		rest_of(t, run, actions, from, text);
		for (int i = 0; i < v->question.choices; i++)
			if (!strcmp(v->question.choice[i].label.en, text) || v->question.choices == 1)
				return session_answer(t->session, t->now_us, v->question.id, v->question.choice[i].id, &why) ==
				       0;
	}
	return false;
}

struct tally {
	int turns, questions;
};

static void fail_at(struct table *t, const char *game, const struct rules_state *before, const rules_action *run, int actions)
{
	char fen[RULES_POSITION_MAX], here[RULES_POSITION_MAX], text[4096];
	const struct view *v = table_view(t);

	rules_format(&t->variant, before, fen);
	rules_format(&t->variant, &v->state, here);
	rest_of(t, run, actions, 0, text);
	for (int i = t->events > 40 ? t->events - 40 : 0; i < t->events; i++)
		print_message("%s\n", t->event[i].json);
	fail_msg("%s: from %s played %s\nbut it stands at %s (phase %d, %s)", game, fen, text, here, v->phase, v->waiting.en);
}

/* Is this where the table should be? Where the next player has no choice and no sensor could show it, his "-" may be down. */
static bool stands_at(struct table *t, const struct rules_state *s)
{
	const struct rules_record *record = session_record(t->session);
	const struct rules_node *here = &record->node[record->at];
	struct rules_state parent;

	if (!memcmp(&record->here, s, sizeof(*s)))
		return true;
	return record->at && !rules_record_state(record, here->parent, &parent) && !memcmp(&parent, s, sizeof(*s)) &&
	       rules_count(&t->variant, s) == 1;
}

static void answer_all(struct table *t, const struct rules_state *before, const rules_action *run, int actions,
		       struct tally *tally)
{
	for (int asked = 0; table_view(t)->phase == VIEW_QUESTION && asked < 100; asked++) {
		tally->questions++;
		if (!answer(t, before, run, actions))
			return;
		table_rest(t);
	}
}

static void play(const char *game, const char *sensors, int gap_ms, uint64_t seed, int turns, struct tally *tally)
{
	struct table *t = table_new(game, sensors);
	struct rules_state s, before;
	rules_action run[RUN_MAX];

	t->seed = seed;
	t->gap_ms = gap_ms;
	table_start(t, NULL);
	s = session_record(t->session)->here;
	for (int i = 0; i < turns && rules_result(&t->variant, &s) == RULES_ONGOING; i++) {
		int actions;

		before = s;
		actions = random_turn(&t->variant, &s, run, &seed);
		table_run(t, &before, run, actions);
		table_rest(t);
		answer_all(t, &before, run, actions, tally);
		if (!stands_at(t, &s)) {
			session_end_turn(t->session, t->now_us, &(struct view_text){ 0 });
			answer_all(t, &before, run, actions, tally);
		}
		tally->turns++;
		if (!stands_at(t, &s))
			fail_at(t, game, &before, run, actions);
		if (rules_record_result(session_record(t->session)) != RULES_ONGOING)
			break;
		table_forget(t);
	}
	table_free(t);
}

static void all_games(const char *sensors, int gap_ms, int turns)
{
	for (size_t g = 0; g < sizeof(games) / sizeof(games[0]); g++) {
		struct tally tally = { 0 };

		for (uint64_t seed = 1; seed <= 2; seed++)
			play(games[g], sensors, gap_ms, seed * 77 + g, turns, &tally);
		print_message("%s on %s: %d turns, %d questions\n", games[g], sensors, tally.turns, tally.questions);
	}
}

static void no_turn_is_misread_with_owner_and_counts(void **state)
{
	(void)state;
	all_games("CS", 120, 40);
	all_games("CR", 800, 20);
}

static void no_turn_is_misread_with_presence_and_counts(void **state)
{
	(void)state;
	all_games("C", 120, 25);
	all_games("C", 800, 15);
}

static void no_turn_is_misread_with_presence_alone(void **state)
{
	(void)state;
	all_games("P", 120, 15);
	all_games("PS", 800, 15);
}

static void blind_pits_are_asked_for(void **state)
{
	(void)state;
	all_games("N", 120, 15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_turn_is_misread_with_owner_and_counts),
		cmocka_unit_test(no_turn_is_misread_with_presence_and_counts),
		cmocka_unit_test(no_turn_is_misread_with_presence_alone),
		cmocka_unit_test(blind_pits_are_asked_for),
	};

	return cmocka_run_group_tests_name("recognition", tests, NULL, NULL);
}
