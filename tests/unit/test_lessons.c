/*
 * test_lessons.c — what every lesson file and every page of rules must be before anybody plays it: of the documented format, in
 * two languages, in short sentences, with positions the rules know and light that does not dazzle.
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

enum { GAMES = 7, LESSONS = 5, WORDS_MAX = 12, LIT_MAX = 6, RHYTHMS_MAX = 2 };

static const char *const GAME[GAMES] = { "contigo-line", "contigo-capture", "thibault", "swahili",
					 "perturbador",  "andantino",       "oraia" };

static json_t *read_game(const char *game)
{
	char fault[LESSON_FAULT_MAX], path[512];
	snprintf(path, sizeof path, "%s/web-ui/lessons/%s.json", SOURCE_DIR, game);
	json_t *file = lesson_file(path, fault);
	if (!file)
		fail_msg("%s: %s", game, fault);
	return file;
}

static void every_step(bool (*each)(const struct lesson_step *s, char fault[LESSON_FAULT_MAX]))
{
	char fault[LESSON_FAULT_MAX];
	if (!lesson_every(SOURCE_DIR, each, fault))
		fail_msg("%s", fault);
}

/* ---- The reader refuses what is not of the format ---------------------------------------------------------------- */

#define STEP_WITH(more)                                                                                                        \
	"{\"v\": 1, \"game\": \"andantino\", \"card\": [], \"lessons\": [{\"title\": {\"es\": \"a\", \"en\": \"b\"}, "         \
	"\"goal\": {\"es\": \"a\", "                                                                                           \
	"\"en\": \"b\"}, \"steps\": [{\"goal\": \"win\", \"fen\": \"J10w,J11r 1 -\", \"say\": {\"es\": \"a\", \"en\": "        \
	"\"b\"}, \"hint\": \"K10\"" more "}]}]}"

static void assert_refused_for(const char *text, const char *reason)
{
	char fault[LESSON_FAULT_MAX] = "";
	json_t *file = lesson_text(text, fault);
	json_decref(file);
	assert_null(file);
	if (!strstr(fault, reason))
		fail_msg("refused for \"%s\", not for \"%s\"", fault, reason);
}

static void an_unknown_key_is_refused(void **state)
{
	(void)state;
	assert_refused_for(STEP_WITH(", \"success\": {\"result\": \"win 1\"}, \"sucess\": {}"), "sucess");
}

static void a_step_without_a_test_of_success_is_refused(void **state)
{
	(void)state;
	assert_refused_for(STEP_WITH(""), "success");
	assert_refused_for(STEP_WITH(", \"success\": {}"), "empty");
}

static void a_sentence_in_one_language_is_refused(void **state)
{
	(void)state;
	assert_refused_for(STEP_WITH(", \"success\": {\"turns\": 1}, \"praise\": {\"en\": \"Good\"}"), "es");
}

static void a_slip_with_two_tests_is_refused(void **state)
{
	(void)state;
	assert_refused_for(
	    STEP_WITH(
		", \"success\": {\"turns\": 1}, \"errors\": [{\"key\": \"k\", \"when\": {\"rule\": \"r\", \"from\": \"I11\"}, "
		"\"say\": {\"es\": \"a\", \"en\": \"b\"}}]"),
	    "one test");
}

/* ---- Every file -------------------------------------------------------------------------------------------------- */

static void every_game_has_five_lessons_and_a_card_of_five_sentences(void **state)
{
	(void)state;
	for (int i = 0; i < GAMES; i++) {
		json_t *file = read_game(GAME[i]), *lesson;
		size_t k;
		assert_int_equal(json_integer_value(json_object_get(file, "v")), 1);
		assert_string_equal(json_string_value(json_object_get(file, "game")), GAME[i]);
		assert_int_equal(json_array_size(json_object_get(file, "lessons")), LESSONS);
		assert_int_equal(json_array_size(json_object_get(file, "card")), 5);
		json_array_foreach(json_object_get(file, "lessons"), k, lesson)
		    assert_in_range(json_array_size(json_object_get(lesson, "steps")), 2, 9);
		json_decref(file);
	}
}

/* Longer play against somebody: a hand that asks is answered, and in the tasks before nobody is told what to find out. */
static void a_mini_match_teaches_where_a_piece_may_go_and_no_task_does(void **state)
{
	(void)state;
	for (int i = 0; i < GAMES; i++) {
		json_t *file = read_game(GAME[i]), *lesson, *step;
		size_t k, n;
		int matches = 0;
		json_array_foreach(json_object_get(file, "lessons"), k, lesson)
		    json_array_foreach(json_object_get(lesson, "steps"), n, step)
		{
			bool match = strcmp(json_string_value(json_object_get(step, "goal")), "match") == 0;
			matches += match;
			assert_int_equal(json_integer_value(json_object_get(step, "level")), match);
			assert_true(!match || json_integer_value(json_object_get(step, "within")) >= 10);
		}
		assert_int_equal(matches, 1);
		json_decref(file);
	}
}

static int words(const char *text)
{
	int n = 0;
	for (const char *p = text; *p; p += strspn(p, " ")) {
		p += strcspn(p, " ");
		n++;
	}
	return n;
}

/* Looks through everything that is said. `most` 0: any length. */
static void check_sentences(const char *game, const char *key, json_t *json, int most)
{
	const char *k,
	    *text[2] = { json_string_value(json_object_get(json, "es")), json_string_value(json_object_get(json, "en")) };
	json_t *v;
	size_t i;
	for (int l = 0; l < 2 && (text[0] || text[1]); l++) {
		if (!text[l] || !*text[l] || text[l][0] == ' ' || text[l][strlen(text[l]) - 1] == ' ' || strstr(text[l], "  "))
			fail_msg("%s: %s: a text is missing or badly spaced: \"%s\"", game, key, text[l] ? text[l] : "");
		if (most && words(text[l]) > most)
			fail_msg("%s: %s: more than %d words: \"%s\"", game, key, most, text[l]);
		if (strcmp(key, "title") != 0 && !strchr(".!?", text[l][strlen(text[l]) - 1]))
			fail_msg("%s: %s: no end: \"%s\"", game, key, text[l]);
	}
	if (text[0] || text[1])
		return;
	json_array_foreach(json, i, v) check_sentences(game, key, v, most);
	json_object_foreach(json, k, v) check_sentences(game, k, v, most);
}

static void every_sentence_is_short_in_both_languages(void **state)
{
	(void)state;
	for (int i = 0; i < GAMES; i++) {
		json_t *file = read_game(GAME[i]);
		check_sentences(GAME[i], "file", file, WORDS_MAX);
		json_decref(file);
	}
}

static bool canonical(const struct lesson_step *s, char fault[LESSON_FAULT_MAX])
{
	char text[RULES_POSITION_MAX];
	rules_format(&s->variant, &s->start, text);
	if (strcmp(text, json_string_value(json_object_get(s->json, "fen"))) != 0)
		return lesson_fault(s, fault, "the position is written %s", text);
	return rules_result(&s->variant, &s->start) == RULES_ONGOING || lesson_fault(s, fault, "the position is finished");
}

static void every_position_is_written_as_the_rules_write_it_and_not_over(void **state)
{
	(void)state;
	every_step(canonical);
}

static bool calm(const struct lesson_step *s, json_t *light, char fault[LESSON_FAULT_MAX])
{
	static const char *const known[] = { "steady", "pulse", "path", "alternate", "double", "sweep" };
	size_t i, k, cells = 0;
	json_t *one, *cell;
	if (json_array_size(light) > RHYTHMS_MAX)
		return lesson_fault(s, fault, "more than %d rhythms at once", RHYTHMS_MAX);
	json_array_foreach(light, i, one)
	{
		const char *word = json_string_value(json_object_get(one, "word"));
		bool found = false;
		for (size_t w = 0; w < sizeof known / sizeof *known; w++)
			found |= strcmp(word, known[w]) == 0;
		if (!found)
			return lesson_fault(s, fault, "no light word is called %s", word);
		json_array_foreach(json_object_get(one, "cells"), k, cell)
		{
			if (rules_site_by_name(&s->variant, json_string_value(cell)) < 0)
				return lesson_fault(s, fault, "light on %s, which is no site", json_string_value(cell));
			cells++;
		}
	}
	return cells <= LIT_MAX || lesson_fault(s, fault, "more than %d lit cells", LIT_MAX);
}

static bool all_calm(const struct lesson_step *s, char fault[LESSON_FAULT_MAX])
{
	size_t i;
	json_t *slip;
	if (!calm(s, json_object_get(s->json, "light"), fault))
		return false;
	json_array_foreach(json_object_get(s->json, "errors"), i,
			   slip) if (!calm(s, json_object_get(slip, "light"), fault)) return false;
	return true;
}

static void the_light_is_calm(void **state)
{
	(void)state;
	every_step(all_calm);
}

static void light_is_full_at_first_and_gone_at_last(void **state)
{
	(void)state;
	for (int i = 0; i < GAMES; i++) {
		json_t *file = read_game(GAME[i]), *lesson;
		size_t k;
		json_array_foreach(json_object_get(file, "lessons"), k, lesson)
		{
			json_t *steps = json_object_get(lesson, "steps");
			size_t last = json_array_size(steps) - 1;
			if (k < 4 && !json_object_get(json_array_get(steps, 0), "light"))
				fail_msg("%s lesson %zu begins without light", GAME[i], k + 1);
			if (json_object_get(json_array_get(steps, last), "light"))
				fail_msg("%s lesson %zu ends with light", GAME[i], k + 1);
			if (k > 0) {
				bool repeats = false;
				for (size_t n = 0; n <= last; n++)
					repeats |= json_is_true(json_object_get(json_array_get(steps, n), "repeat"));
				if (!repeats)
					fail_msg("%s lesson %zu repeats nothing", GAME[i], k + 1);
			}
		}
		json_decref(file);
	}
}

/* ---- Pages of rules ---------------------------------------------------------------------------------------------- */

/* Every text within `marks` is a word of light or the name of a site. */
static void check_marks(const char *game, const struct rules_variant *v, json_t *json)
{
	static const char *const mark[] = { "start", "pass", "count", "bend", "over", "drop", "lap", "take", "end" };
	const char *key, *text = json_string_value(json);
	json_t *one;
	size_t i;
	bool known = !text || rules_site_by_name(v, text) >= 0;
	for (size_t m = 0; m < sizeof mark / sizeof *mark; m++)
		known |= text && strcmp(text, mark[m]) == 0;
	if (!known)
		fail_msg("rules of %s: %s is neither a site nor a mark", game, text);
	json_array_foreach(json, i, one) check_marks(game, v, one);
	json_object_foreach(json, key, one) check_marks(game, v, one);
}

static void check_diagram(const char *game, json_t *diagram)
{
	const char *own = json_string_value(json_object_get(diagram, "game")),
		   *fen = json_string_value(json_object_get(diagram, "fen"));
	struct rules_variant v;
	struct rules_state s;
	struct rules_error err;
	if (rules_variant_parse(own ? own : game, &v, &err) < 0 || (fen && rules_parse(&v, fen, &s, &err) < 0))
		fail_msg("rules of %s: %s", game, err.text);
	check_marks(game, &v, json_object_get(diagram, "marks"));
}

static void every_page_of_rules_has_a_card_and_diagrams_the_rules_know(void **state)
{
	(void)state;
	for (int i = 0; i < GAMES; i++) {
		char path[512];
		json_error_t err;
		json_t *section, *diagram;
		size_t k, drawn = 0;
		snprintf(path, sizeof path, "%s/web-ui/rules/%s.json", SOURCE_DIR, GAME[i]);
		json_t *file = json_load_file(path, JSON_REJECT_DUPLICATES, &err);
		if (!file)
			fail_msg("%s:%d: %s", path, err.line, err.text);
		assert_int_equal(json_array_size(json_object_get(file, "card")), 5);
		check_sentences(GAME[i], "card", json_object_get(file, "card"), WORDS_MAX);
		check_sentences(GAME[i], "sections", json_object_get(file, "sections"), 0);
		json_array_foreach(json_object_get(file, "sections"), k, section)
		{
			if (!(diagram = json_object_get(section, "diagram")))
				continue;
			check_diagram(GAME[i], diagram);
			drawn++;
		}
		assert_in_range(drawn, 3, 9);
		json_decref(file);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_unknown_key_is_refused),
		cmocka_unit_test(a_step_without_a_test_of_success_is_refused),
		cmocka_unit_test(a_sentence_in_one_language_is_refused),
		cmocka_unit_test(a_slip_with_two_tests_is_refused),
		cmocka_unit_test(every_game_has_five_lessons_and_a_card_of_five_sentences),
		cmocka_unit_test(a_mini_match_teaches_where_a_piece_may_go_and_no_task_does),
		cmocka_unit_test(every_sentence_is_short_in_both_languages),
		cmocka_unit_test(every_position_is_written_as_the_rules_write_it_and_not_over),
		cmocka_unit_test(the_light_is_calm),
		cmocka_unit_test(light_is_full_at_first_and_gone_at_last),
		cmocka_unit_test(every_page_of_rules_has_a_card_and_diagrams_the_rules_know),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
