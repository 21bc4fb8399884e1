/*
 * ruling.c — see ruling.h.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ruling.h"

struct rules_variant ruling_variant(const char *name)
{
	struct rules_variant v = { 0 };
	struct rules_error err = { "" };

	if (rules_variant_parse(name, &v, &err))
		fail_msg("%s: %s", name, err.text);
	return v;
}

struct rules_state ruling_position(const struct rules_variant *v, const char *text)
{
	struct rules_state s = { { 0 } };
	struct rules_error err = { "" };

	if (strcmp(text, "startpos") == 0)
		rules_init(v, &s);
	else if (rules_parse(v, text, &s, &err))
		fail_msg("%s: %s", text, err.text);
	return s;
}

static rules_action read_action(const struct rules_variant *v, const char *text)
{
	struct rules_error err = { "" };
	rules_action a = RULES_NO_ACTION;

	if (v->game->read_action(v, text, &a, &err))
		fail_msg("%s: %s", text, err.text);
	return a;
}

bool ruling_legal(const struct rules_variant *v, const struct rules_state *s, const char *action)
{
	rules_action list[RULES_ACTIONS_MAX], a = read_action(v, action);
	int n = rules_legal(v, s, list);

	for (int i = 0; i < n; i++)
		if (list[i] == a)
			return true;
	return false;
}

void ruling_play(const struct rules_variant *v, struct rules_state *s, const char *actions)
{
	char copy[1024], *rest = copy, *action;

	assert_true(strlen(actions) < sizeof(copy));
	strcpy(copy, actions);
	while ((action = strsep(&rest, " "))) {
		if (!ruling_legal(v, s, action))
			fail_msg("%s is not legal", action);
		rules_apply(v, s, read_action(v, action));
	}
}

void ruling_refuses(const struct rules_variant *v, const char *text, const char *says)
{
	struct rules_state s, untouched;
	struct rules_error err = { "" };

	memset(&s, 0x5a, sizeof(s));
	untouched = s;
	if (rules_parse(v, text, &s, &err) != -EINVAL)
		fail_msg("'%s' was not refused", text);
	if (!strstr(err.text, says))
		fail_msg("'%s': the message is '%s', without '%s'", text, err.text, says);
	assert_memory_equal(&s, &untouched, sizeof(s));
	assert_int_equal(rules_parse(v, text, &s, NULL), -EINVAL);
}

void ruling_refuses_action(const struct rules_variant *v, const char *text, const char *says)
{
	struct rules_error err = { "" };
	rules_action a = 12345;

	if (v->game->read_action(v, text, &a, &err) != -EINVAL)
		fail_msg("'%s' was not refused", text);
	if (!strstr(err.text, says))
		fail_msg("'%s': the message is '%s', without '%s'", text, err.text, says);
	assert_int_equal(a, 12345);
}

uint16_t ruling_site(const struct rules_variant *v, const char *name)
{
	int site = *name ? rules_site_by_name(v, name) : RULES_NO_SITE;

	if (site < 0)
		fail_msg("no site %s", name);
	return (uint16_t)site;
}

static void says_all(const char *sentence, const char *names)
{
	char copy[256], *rest = copy, *name;

	strcpy(copy, names);
	while ((name = strsep(&rest, " ")))
		if (!strstr(sentence, name))
			fail_msg("'%s' does not say %s", sentence, name);
	assert_int_not_equal(sentence[strlen(sentence) - 1], '.'); /* it may stand within another */
}

const char *ruling_why(const struct rules_variant *v, const struct rules_state *s, const char *from, const char *to, int owner,
		       const char *rule, const char *names)
{
	struct rules_attempt attempt = { ruling_site(v, from), ruling_site(v, to), (uint8_t)owner, 1 };
	struct rules_why why;
	int n, rc = rules_why_illegal(v, s, &attempt, &why);

	if (!*rule) {
		if (rc != -EALREADY)
			fail_msg("%s to %s is not legal: %s", from, to, why.en);
		return "";
	}
	assert_int_equal(rc, 0);
	if (strcmp(why.rule, rule))
		fail_msg("%s to %s: %s, not %s (%s)", from, to, why.rule, rule, why.en);
	says_all(why.en, names);
	says_all(why.es, names);
	return why.site == RULES_NO_SITE ? "" : rules_sites(v, &n)[why.site].name;
}

void ruling_path(const struct rules_variant *v, const struct rules_state *s, const char *action, char ret[4096])
{
	static const char *const mark[] = { "START", "PASS", "COUNT", "BEND", "OVER", "DROP", "LAP", "TAKE", "END" };
	struct rules_path path;
	int n, length = 0;
	const struct rules_site *site = rules_sites(v, &n);

	assert_true(ruling_legal(v, s, action));
	rules_path(v, s, read_action(v, action), &path);
	ret[0] = '\0';
	for (int i = 0; i < path.length; i++) {
		assert_true(path.step[i].site < n);
		length += sprintf(ret + length, "%s%s:%s", i ? " " : "", mark[path.step[i].mark], site[path.step[i].site].name);
	}
}

void ruling_agrees(const struct rules_variant *v, const struct rules_state *s, int result, const struct naive_actions *actions)
{
	rules_action list[RULES_ACTIONS_MAX];
	char text[RULES_POSITION_MAX];
	struct rules_state again;
	int n = rules_legal(v, s, list);

	rules_format(v, s, text);
	again = ruling_position(v, text);
	if (memcmp(&again, s, sizeof(again)))
		fail_msg("%s: other bytes when read than when played", text);
	assert_int_equal(rules_hash(v, s), rules_hash(v, &again));
	if (v->game->hash_slow)
		assert_int_equal(rules_hash(v, s), v->game->hash_slow(v, s));
	if (rules_result(v, s) != result)
		fail_msg("%s: result %d, not %d", text, rules_result(v, s), result);
	if (n != actions->n || rules_count(v, s) != n)
		fail_msg("%s: %d actions, counted %d, not %d", text, n, rules_count(v, s), actions->n);
	for (int i = 0; i < n; i++) {
		char action[RULES_ACTION_MAX];

		rules_action_text(v, list[i], action);
		if (strcmp(action, actions->text[i]))
			fail_msg("%s: action %d is %s, not %s", text, i + 1, action, actions->text[i]);
		assert_int_equal(read_action(v, action), list[i]);
	}
}
