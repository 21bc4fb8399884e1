/*
 * rules_text.c — see rules_text.h.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rules_text.h"

struct rules_variant variant(const char *name)
{
	struct rules_variant v = { 0 };
	struct rules_error err;
	if (rules_variant_parse(name, &v, &err) < 0)
		fail_msg("%s: %s", name, err.text);
	return v;
}

struct rules_state position(const struct rules_variant *v, const char *text)
{
	struct rules_state s;
	struct rules_error err;
	char again[RULES_POSITION_MAX];
	if (strcmp(text, "startpos") == 0) {
		rules_init(v, &s);
		return s;
	}
	if (rules_parse(v, text, &s, &err) < 0)
		fail_msg("\"%s\" is refused: %s", text, err.text);
	rules_format(v, &s, again);
	assert_string_equal(again, text);
	return s;
}

static rules_action action_of(const struct rules_variant *v, const struct rules_state *s, const char *text)
{
	rules_action a = RULES_NO_ACTION;
	struct rules_error err;
	if (rules_action_read(v, s, text, &a, &err) < 0)
		fail_msg("%s is refused: %s", text, err.text);
	return a;
}

struct rules_state after(const struct rules_variant *v, const char *position_text, const char *action)
{
	struct rules_state s = position(v, position_text);
	rules_apply(v, &s, action_of(v, &s, action));
	return s;
}

static void write_legal(const struct rules_variant *v, const struct rules_state *s, char *text, size_t size)
{
	static rules_action list[RULES_ACTIONS_MAX];
	int n = rules_legal(v, s, list);
	size_t used = 0;
	assert_int_equal(n, rules_count(v, s));
	text[0] = '\0';
	for (int i = 0; i < n; i++) {
		char one[RULES_ACTION_MAX];
		rules_action_text(v, list[i], one);
		assert_true(used + strlen(one) + 2 < size);
		used += (size_t)sprintf(text + used, "%s%s", i ? " " : "", one);
	}
}

void assert_legal(const struct rules_variant *v, const char *position_text, const char *actions)
{
	struct rules_state s = position(v, position_text);
	char text[16384];
	write_legal(v, &s, text, sizeof(text));
	assert_string_equal(text, actions);
}

bool is_legal(const struct rules_variant *v, const char *position_text, const char *action)
{
	struct rules_state s = position(v, position_text);
	rules_action a;
	struct rules_error err;
	int r = rules_action_read(v, &s, action, &a, &err);
	if (r == -EINVAL)
		fail_msg("%s: %s", action, err.text);
	return r == 0;
}

void assert_plays(const struct rules_variant *v, const char *position_text, const char *action, const char *next)
{
	struct rules_state s = after(v, position_text, action), read = position(v, next);
	char text[RULES_POSITION_MAX];
	rules_format(v, &s, text);
	assert_string_equal(text, next);
	assert_memory_equal(&s, &read, sizeof(s));
	assert_true(rules_hash(v, &s) == rules_hash(v, &read));
}

void assert_result(const struct rules_variant *v, const char *position_text, int result)
{
	struct rules_state s = position(v, position_text);
	assert_int_equal(rules_result(v, &s), result);
	if (result != RULES_ONGOING)
		assert_legal(v, position_text, "");
}

static void assert_message(const char *text, const char *got, const char *wanted)
{
	if (strncmp(got, wanted, strlen(wanted)) != 0)
		fail_msg("\"%s\" is refused with \"%s\", not \"%s\"", text, got, wanted);
}

void assert_refused(const struct rules_variant *v, const char *position_text, const char *message)
{
	struct rules_state s, untouched;
	struct rules_error err = { "" };
	memset(&s, 0xa5, sizeof(s));
	untouched = s;
	if (rules_parse(v, position_text, &s, &err) == 0)
		fail_msg("\"%s\" is accepted", position_text);
	assert_message(position_text, err.text, message);
	assert_memory_equal(&s, &untouched, sizeof(s));
}

void assert_action_refused(const struct rules_variant *v, const char *action, const char *message)
{
	rules_action a = 12345;
	struct rules_error err = { "" };
	if (v->game->read_action(v, action, &a, &err) == 0)
		fail_msg("\"%s\" is accepted", action);
	assert_message(action, err.text, message);
	assert_int_equal(a, 12345);
}

void assert_path(const struct rules_variant *v, const char *position_text, const char *action, const char *path)
{
	static const char *const mark[] = { "start", "pass", "count", "bend", "over", "drop", "lap", "take", "end" };
	static struct rules_path way;
	static char text[16384];
	struct rules_state s = position(v, position_text);
	int n;
	const struct rules_site *site = rules_sites(v, &n);
	char *at = text;
	rules_path(v, &s, action_of(v, &s, action), &way);
	*at = '\0';
	for (int i = 0; i < way.length; i++) {
		assert_in_range(way.step[i].site, 0, n - 1);
		at += sprintf(at, "%s%s:%s", i ? " " : "", mark[way.step[i].mark], site[way.step[i].site].name);
	}
	assert_string_equal(text, path);
}

static uint16_t site_of(const struct rules_variant *v, const char *name)
{
	if (!name)
		return RULES_NO_SITE;
	int site = rules_site_by_name(v, name);
	if (site < 0)
		fail_msg("no site %s", name);
	return (uint16_t)site;
}

void assert_why(const struct rules_variant *v, const char *position_text, const char *from, const char *to, int count,
		const char *rule, const char *site)
{
	struct rules_state s = position(v, position_text);
	struct rules_why why = { .rule = "-" };
	struct rules_attempt attempt = { .from = site_of(v, from), .to = site_of(v, to), .count = (uint8_t)count };
	int r = rules_why_illegal(v, &s, &attempt, &why);
	if (!rule) {
		if (r != -EALREADY)
			fail_msg("%s to %s: %s", from ? from : "outside", to ? to : "outside", r ? "not -EALREADY" : why.en);
		return;
	}
	assert_int_equal(r, 0);
	assert_string_equal(why.rule, rule);
	assert_int_equal(why.site, site_of(v, site));
	if (site && (!strstr(why.en, site) || !strstr(why.es, site)))
		fail_msg("\"%s\" / \"%s\" does not name %s", why.en, why.es, site);
	if (!*why.en || !*why.es)
		fail_msg("no sentence for %s", rule);
}
