/* lesson.c — lesson files as the page reads and judges them. */
#include "lesson.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool lesson_fault(const struct lesson_step *s, char fault[LESSON_FAULT_MAX], const char *format, ...)
{
	va_list args;
	int n = snprintf(fault, LESSON_FAULT_MAX, "%s lesson %d step %d: ", s->game, s->lesson, s->step);
	va_start(args, format);
	vsnprintf(fault + n, LESSON_FAULT_MAX - (size_t)n, format, args);
	va_end(args);
	return false;
}

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

static bool strict(json_t *json, char fault[LESSON_FAULT_MAX], const char *what, const char *format, ...)
{
	json_error_t err;
	va_list args;
	va_start(args, format);
	int rc = json_vunpack_ex(json, &err, JSON_STRICT, format, args);
	va_end(args);
	if (rc < 0)
		snprintf(fault, LESSON_FAULT_MAX, "%s: %s", what, err.text);
	return rc == 0;
}

static bool both(json_t *json, char fault[LESSON_FAULT_MAX], const char *what)
{
	const char *es, *en;
	return !json || strict(json, fault, what, "{s:s,s:s}", "es", &es, "en", &en);
}

static bool texts(json_t *list, char fault[LESSON_FAULT_MAX], const char *what)
{
	size_t i;
	json_t *one;
	json_array_foreach(list, i, one) if (!json_is_string(one)) return snprintf(fault, LESSON_FAULT_MAX,
										   "%s: not a list of texts", what),
	    false;
	return true;
}

static bool light(json_t *list, char fault[LESSON_FAULT_MAX])
{
	size_t i;
	json_t *one, *cells;
	const char *word;
	json_array_foreach(list, i, one) if (!strict(one, fault, "light", "{s:s,s:o}", "word", &word, "cells", &cells) ||
					     !texts(cells, fault, "cells")) return false;
	return true;
}

static bool slips(json_t *list, char fault[LESSON_FAULT_MAX])
{
	size_t i;
	json_t *one;
	json_array_foreach(list, i, one)
	{
		const char *key, *rule = NULL, *action = NULL, *from = NULL, *to = NULL;
		json_t *when, *say, *lit = NULL;
		int otherwise = 0;
		if (!strict(one, fault, "errors", "{s:s,s:o,s:o,s?o}", "key", &key, "when", &when, "say", &say, "light",
			    &lit) ||
		    !strict(when, fault, "when", "{s?s,s?s,s?s,s?s,s?b}", "rule", &rule, "action", &action, "from", &from, "to",
			    &to, "otherwise", &otherwise) ||
		    !both(say, fault, "say of an error") || !light(lit, fault))
			return false;
		if (!!rule + !!action + (from || to) + !!otherwise != 1)
			return snprintf(fault, LESSON_FAULT_MAX, "error %s: \"when\" must be one test", key), false;
	}
	return true;
}

static bool success(json_t *json, char fault[LESSON_FAULT_MAX])
{
	json_t *actions = NULL, *stands = NULL, *count = NULL;
	const char *result = NULL, *not = NULL;
	int turns = 0;
	if (!strict(json, fault, "success", "{s?o,s?s,s?s,s?o,s?o,s?i}", "actions", &actions, "result", &result, "not", &not,
		    "stands", &stands, "count", &count, "turns", &turns) ||
	    !texts(actions, fault, "actions"))
		return false;
	if (!json_object_size(json))
		return snprintf(fault, LESSON_FAULT_MAX, "success: empty"), false;
	return true;
}

static bool step(json_t *json, char fault[LESSON_FAULT_MAX])
{
	const char *goal, *fen, *hint, *key;
	json_t *say, *praise = NULL, *lit = NULL, *allow = NULL, *aim, *errors = NULL, *replies = NULL, *list;
	int within = 0, best = 0, repeat = 0, fresh = 0, level = 0;
	if (!strict(json, fault, "step", "{s:s,s:s,s:o,s?o,s?o,s?o,s:o,s?o,s?o,s?i,s:s,s?i,s?b,s?b,s?i}", "goal", &goal, "fen",
		    &fen, "say", &say, "praise", &praise, "light", &lit, "allow", &allow, "success", &aim, "errors", &errors,
		    "replies", &replies, "within", &within, "hint", &hint, "best", &best, "repeat", &repeat, "fresh", &fresh,
		    "level", &level))
		return false;
	if (level < 0 || level > 4)
		return snprintf(fault, LESSON_FAULT_MAX, "level: %d, not 0 to 4", level), false;
	if (!*goal)
		return snprintf(fault, LESSON_FAULT_MAX, "a step without a goal"), false;
	json_object_foreach(replies, key, list) if (!texts(list, fault, "replies")) return false;
	return both(say, fault, "say") && both(praise, fault, "praise") && light(lit, fault) && texts(allow, fault, "allow") &&
	       success(aim, fault) && slips(errors, fault);
}

static bool whole(json_t *file, char fault[LESSON_FAULT_MAX])
{
	int v;
	const char *game, *own;
	json_t *card, *lessons, *one, *title, *goal, *steps;
	size_t i, k;
	if (!strict(file, fault, "file", "{s:i,s:s,s:o,s:o}", "v", &v, "game", &game, "card", &card, "lessons", &lessons))
		return false;
	json_array_foreach(card, i, one) if (!both(one, fault, "card")) return false;
	json_array_foreach(lessons, i, one)
	{
		if (!strict(one, fault, "lesson", "{s:o,s:o,s?s,s:o}", "title", &title, "goal", &goal, "game", &own, "steps",
			    &steps) ||
		    !both(title, fault, "title") || !both(goal, fault, "goal of a lesson"))
			return false;
		json_t *each;
		json_array_foreach(steps, k, each) if (!step(each, fault))
		{
			char why[LESSON_FAULT_MAX];
			strcpy(why, fault);
			snprintf(fault, LESSON_FAULT_MAX, "%s lesson %zu step %zu: %.400s", game, i + 1, k, why);
			return false;
		}
	}
	return true;
}

static json_t *checked(json_t *file, const json_error_t *err, char fault[LESSON_FAULT_MAX])
{
	if (!file)
		snprintf(fault, LESSON_FAULT_MAX, "line %d: %s", err->line, err->text);
	else if (!whole(file, fault)) {
		json_decref(file);
		return NULL;
	}
	return file;
}

json_t *lesson_text(const char *text, char fault[LESSON_FAULT_MAX])
{
	json_error_t err;
	json_t *file = json_loads(text, JSON_REJECT_DUPLICATES, &err);
	return checked(file, &err, fault);
}

json_t *lesson_file(const char *path, char fault[LESSON_FAULT_MAX])
{
	json_error_t err;
	json_t *file = json_load_file(path, JSON_REJECT_DUPLICATES, &err);
	return checked(file, &err, fault);
}

bool lesson_each(json_t *file, bool (*each)(const struct lesson_step *s, char fault[LESSON_FAULT_MAX]),
		 char fault[LESSON_FAULT_MAX])
{
	size_t i, k;
	json_t *lesson, *json;
	struct lesson_step s = { .game = json_string_value(json_object_get(file, "game")) };
	json_array_foreach(json_object_get(file, "lessons"), i, lesson)
	{
		const char *own = json_string_value(json_object_get(lesson, "game"));
		s.lesson = (int)i + 1;
		json_array_foreach(json_object_get(lesson, "steps"), k, json)
		{
			struct rules_error err;
			s.step = (int)k;
			s.json = json;
			if (rules_variant_parse(own ? own : s.game, &s.variant, &err) < 0 ||
			    rules_parse(&s.variant, json_string_value(json_object_get(json, "fen")), &s.start, &err) < 0)
				return lesson_fault(&s, fault, "%s", err.text);
			s.learner = rules_player(&s.variant, &s.start);
			if (!each(&s, fault))
				return false;
		}
	}
	return true;
}

bool lesson_every(const char *root, bool (*each)(const struct lesson_step *s, char fault[LESSON_FAULT_MAX]),
		  char fault[LESSON_FAULT_MAX])
{
	const struct rules_game *game;
	for (int i = 0; (game = rules_game_at(i)); i++) {
		char path[512];
		snprintf(path, sizeof path, "%s/web-ui/lessons/%s.json", root, game->id);
		json_t *file = lesson_file(path, fault);
		bool good = file && lesson_each(file, each, fault);
		json_decref(file);
		if (!good)
			return false;
	}
	return true;
}

/* ---- Judging ---------------------------------------------------------------------------------------------------- */

bool lesson_fits(const char *pattern, const char *action)
{
	size_t n = strlen(pattern);
	return n && pattern[n - 1] == '*' ? strncmp(pattern, action, n - 1) == 0 : strcmp(pattern, action) == 0;
}

static bool fits_one(json_t *patterns, const char *action)
{
	size_t i;
	json_t *p;
	json_array_foreach(patterns, i, p) if (lesson_fits(json_string_value(p), action)) return true;
	return false;
}

static bool is_result(const char *text, int result)
{
	if (strcmp(text, "draw") == 0)
		return result == RULES_DRAW;
	return strncmp(text, "win ", 4) == 0 && result == text[4] - '0';
}

void lesson_begin(const struct lesson_step *s, struct lesson_run *ret)
{
	ret->at = ret->stood = s->start;
	ret->length = ret->turns = 0;
}

static bool stands(const struct lesson_step *s, const struct rules_state *at, json_t *success)
{
	struct rules_look look[RULES_SITES_MAX];
	const char *site;
	json_t *want;
	rules_project(&s->variant, at, look);
	json_object_foreach(json_object_get(success, "stands"), site, want)
	{
		int i = rules_site_by_name(&s->variant, site);
		if (i < 0 || look[i].owner != json_integer_value(want))
			return false;
	}
	json_object_foreach(json_object_get(success, "count"), site, want)
	{
		int i = rules_site_by_name(&s->variant, site);
		if (i < 0 || look[i].count != json_integer_value(want))
			return false;
	}
	return true;
}

bool lesson_reached(const struct lesson_step *s, const struct lesson_run *run)
{
	json_t *success = json_object_get(s->json, "success"), *actions = json_object_get(success, "actions"), *not, *want;
	int result = rules_result(&s->variant, &run->at);
	bool played = !actions;
	for (int i = 0; i < run->length && !played; i++)
		played = fits_one(actions, run->played[i]);
	want = json_object_get(success, "result");
	not = json_object_get(success, "not");
	return played && (!want || is_result(json_string_value(want), result)) &&
	       (!not || !is_result(json_string_value(not ), result)) &&
	       run->turns >= json_integer_value(json_object_get(success, "turns")) && stands(s, &run->at, success);
}

json_t *lesson_slip(const struct lesson_step *s, const char *action)
{
	size_t i;
	json_t *slip;
	json_array_foreach(json_object_get(s->json, "errors"), i, slip)
	{
		json_t *p = json_object_get(json_object_get(slip, "when"), "action");
		if (p && lesson_fits(json_string_value(p), action))
			return slip;
	}
	return NULL;
}

enum lesson_answer lesson_play(const struct lesson_step *s, struct lesson_run *run, rules_action action)
{
	json_t *allow = json_object_get(s->json, "allow");
	char text[RULES_ACTION_MAX];
	rules_action_text(&s->variant, action, text);
	const struct rules_state before = run->at;
	if (run->length == LESSON_TURN_MAX)
		return LESSON_SLIP;
	strcpy(run->played[run->length++], text);
	rules_apply(&s->variant, &run->at, action);
	run->stood = run->at;
	if (lesson_reached(s, run))
		return LESSON_SUCCESS;
	if (lesson_slip(s, text) || (allow && !fits_one(allow, text))) {
		run->at = run->stood = before;
		run->length--;
		return LESSON_SLIP;
	}
	bool over = rules_result(&s->variant, &run->at) != RULES_ONGOING || rules_player(&s->variant, &run->at) != s->learner;
	return over ? LESSON_TURNED : LESSON_GO_ON;
}

static json_t *replies_to(const struct lesson_step *s, const char *action)
{
	json_t *replies = json_object_get(s->json, "replies"), *list;
	const char *pattern;
	json_object_foreach(replies, pattern, list) if (strcmp(pattern, "*") != 0 && lesson_fits(pattern, action)) return list;
	return json_object_get(replies, "*");
}

bool lesson_reply(const struct lesson_step *s, struct lesson_run *run)
{
	json_t *list = replies_to(s, run->played[run->length - 1]), *one;
	rules_action found[REPLY_MAX];
	struct rules_error err;
	size_t i;
	if (json_array_size(list) == 0 || rules_result(&s->variant, &run->at) != RULES_ONGOING)
		return true;
	run->turns++;
	if (strcmp(json_string_value(json_array_get(list, 0)), "?") == 0) {
		reply_turn(&s->variant, &run->at, found);
		return true;
	}
	json_array_foreach(list, i, one)
	{
		if (rules_action_read(&s->variant, &run->at, json_string_value(one), found, &err) < 0)
			return false;
		rules_apply(&s->variant, &run->at, found[0]);
		run->stood = run->at;
	}
	return rules_result(&s->variant, &run->at) != RULES_ONGOING || rules_player(&s->variant, &run->at) == s->learner;
}

int lesson_turns(const struct lesson_step *s)
{
	json_t *within = json_object_get(s->json, "within"),
	       *turns = json_object_get(json_object_get(s->json, "success"), "turns");
	return within ? (int)json_integer_value(within) : turns ? (int)json_integer_value(turns) : 1;
}
