/* reply.c — a gentle opponent, quick enough to be asked from the loop. */
#include "reply.h"

int reply_turn(const struct rules_variant *v, struct rules_state *s, rules_action list[REPLY_MAX])
{
	const struct rules_search how = { .depth = 1, .seed = 1 };
	int n = 0;

	if (rules_result(v, s) != RULES_ONGOING)
		return 0;
	do {
		struct rules_found found;
		rules_search(v, s, &how, &found);
		rules_apply(v, s, found.best);
		list[n++] = found.best;
	} while (n < REPLY_MAX && rules_result(v, s) == RULES_ONGOING && !rules_turn_start(v, s));
	return n;
}
