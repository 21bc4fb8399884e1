/*
 * ruling.h — short words for tests of the rules: a position by its text, a run of actions, what must be refused and why.
 */
#ifndef TABLERO_TESTS_RULING_H
#define TABLERO_TESTS_RULING_H

#include "naive.h"
#include "rules.h"

struct rules_variant ruling_variant(const char *name);

/* "startpos" or a text that must be accepted. */
struct rules_state ruling_position(const struct rules_variant *v, const char *text);

/* Plays actions separated by spaces; each must be legal. */
void ruling_play(const struct rules_variant *v, struct rules_state *s, const char *actions);

bool ruling_legal(const struct rules_variant *v, const struct rules_state *s, const char *action);

/* The text must be refused with −EINVAL and a message that contains `says`; the position handed in must stay untouched. */
void ruling_refuses(const struct rules_variant *v, const char *text, const char *says);
void ruling_refuses_action(const struct rules_variant *v, const char *text, const char *says);

/* Site by its name, "" for none. */
uint16_t ruling_site(const struct rules_variant *v, const char *name);

/* Tries to carry a piece and says why not: the key of the rule must be `rule` ("" for: it is legal) and both sentences must
 * contain each of the `names`, which are separated by spaces. Returns the deciding site's name, "" for none. */
const char *ruling_why(const struct rules_variant *v, const struct rules_state *s, const char *from, const char *to, int owner,
		       const char *rule, const char *names);

/* "START:J10 END:K10" */
void ruling_path(const struct rules_variant *v, const struct rules_state *s, const char *action, char ret[4096]);

/* The fast and the slow game agree on this position: text form, bytes, hash, result, actions. */
void ruling_agrees(const struct rules_variant *v, const struct rules_state *s, int result, const struct naive_actions *actions);

#endif
