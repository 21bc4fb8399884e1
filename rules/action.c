/*
 * action.c — reading an action that somebody typed, and telling him why it is not legal.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "internal.h"

/* Moves *f past the longest site name it starts with and returns that site, or RULES_NO_SITE. */
static uint16_t take_site(const struct rules_site *site, int n, struct rules_field *f)
{
	uint16_t best = RULES_NO_SITE;
	int longest = 0;
	for (int i = 0; i < n; i++) {
		int length = (int)strlen(site[i].name);
		if (length > longest && length <= f->length && memcmp(site[i].name, f->text, (size_t)length) == 0) {
			longest = length;
			best = (uint16_t)i;
		}
	}
	f->text += longest;
	f->length -= longest;
	return best;
}

/*
 * What the hands would do for an action's text, as far as its letters tell: "b1b3" goes from b1 to b3, "2Na-Nc" takes two
 * beads, "+Nb" and "K10" bring something from outside, "xc3" the disturber. False for texts that name no site.
 */
static bool attempt_of(const struct rules_variant *v, const struct rules_state *s, const char *text, struct rules_attempt *ret)
{
	int sites, count = 1;
	const struct rules_site *site = rules_sites(v, &sites);
	struct rules_field f = { text, (int)strlen(text) };

	bool neutral = rules_take_char(&f, 'x');
	bool from_outside = rules_take_char(&f, '+') || neutral;
	bool counted = rules_take_number(&f, 255, &count);
	uint16_t first = take_site(site, sites, &f);
	if (first == RULES_NO_SITE)
		return false;
	if (!rules_take_char(&f, '-'))
		rules_take_char(&f, '>');
	uint16_t second = take_site(site, sites, &f);
	if (f.length > 0)
		return false;

	struct rules_look look[RULES_SITES_MAX];
	rules_project(v, s, look);
	*ret = (struct rules_attempt){ .from = first, .to = second, .owner = look[first].owner, .count = (uint8_t)count };
	if (second == RULES_NO_SITE && (from_outside || !counted)) {
		ret->from = RULES_NO_SITE;
		ret->to = first;
		ret->owner = neutral ? RULES_NEUTRAL : site[first].sense == RULES_SENSE_PIECE ? (uint8_t)rules_player(v, s) : 0;
		for (int i = 0; neutral && i < sites; i++) {
			if (look[i].owner == RULES_NEUTRAL)
				ret->from = (uint16_t)i;
		}
	}
	return true;
}

/* Of a pass or a lap there is nothing to explain; a few of the actions that are legal say most. */
static int refuse(const struct rules_variant *v, const struct rules_state *s, const char *text, const rules_action *legal,
		  int n, struct rules_error *err)
{
	enum { FEW = 3 };
	struct rules_attempt attempt;
	struct rules_why why;
	char few[FEW * (RULES_ACTION_MAX + 2) + 8] = "";

	if (attempt_of(v, s, text, &attempt) && rules_why_illegal(v, s, &attempt, &why) == 0) {
		rules_fail(err, "%s: not legal here: %s", text, why.en);
		return -EPERM;
	}
	for (int i = 0; i < n && i < FEW; i++) {
		char one[RULES_ACTION_MAX];
		rules_action_text(v, legal[i], one);
		sprintf(few + strlen(few), "%s%s", i ? ", " : "", one);
	}
	rules_fail(err, "%s: not legal here; legal is %s%s", text, few, n > FEW ? ", …" : "");
	return -EPERM;
}

/* "out3" */
static int read_out(const struct rules_variant *v, const struct rules_state *s, const char *text, rules_action *ret,
		    struct rules_error *err)
{
	struct rules_state next = *s;
	int player = text[3] - '0';

	if (rules_result(v, s) != RULES_ONGOING) {
		rules_fail(err, "%s: the game is over", text);
		return -ENOENT;
	}
	if (rules_give_up(v, &next, player) < 0) {
		rules_fail(err, "%s: there is no such player in the game any more", text);
		return -EPERM;
	}
	*ret = RULES_OUT(player);
	return 0;
}

int rules_action_read(const struct rules_variant *v, const struct rules_state *s, const char *text, rules_action *ret,
		      struct rules_error *err)
{
	if (v->game->give_up && strncmp(text, "out", 3) == 0 && text[3] >= '1' && text[3] <= '4' && !text[4])
		return read_out(v, s, text, ret, err);

	rules_action a, list[RULES_ACTIONS_MAX];
	int rc = v->game->read_action(v, text, &a, err);
	if (rc < 0)
		return rc;
	if (rules_result(v, s) != RULES_ONGOING) {
		rules_fail(err, "%s: the game is over", text);
		return -ENOENT;
	}

	int n = rules_legal(v, s, list);
	for (int i = 0; i < n; i++) {
		if (list[i] == a) {
			*ret = a;
			return 0;
		}
	}
	return refuse(v, s, text, list, n, err);
}
