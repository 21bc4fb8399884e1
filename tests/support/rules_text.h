/*
 * rules_text.h — the rules in texts, for tests: positions, actions, refusals and ways written and compared as strings.
 *
 * Everything fails the running cmocka test with a message instead of returning an error.
 */
#ifndef TABLERO_TESTS_RULES_TEXT_H
#define TABLERO_TESTS_RULES_TEXT_H

#include "rules.h"

struct rules_variant variant(const char *name);

/* Reads a position and checks that it is written the same. "startpos" is the start. */
struct rules_state position(const struct rules_variant *v, const char *text);

/* The action must be well formed and legal. */
struct rules_state after(const struct rules_variant *v, const char *position_text, const char *action);

/* All legal actions, separated by spaces. */
void assert_legal(const struct rules_variant *v, const char *position_text, const char *actions);
bool is_legal(const struct rules_variant *v, const char *position_text, const char *action);

void assert_plays(const struct rules_variant *v, const char *position_text, const char *action, const char *next);
void assert_result(const struct rules_variant *v, const char *position_text, int result);

/* The message must begin with `message`: "FIELD: reason", or the field alone. */
void assert_refused(const struct rules_variant *v, const char *position_text, const char *message);
void assert_action_refused(const struct rules_variant *v, const char *action, const char *message);

/* "start:b1 pass:b2 bend:b3 end:c3" */
void assert_path(const struct rules_variant *v, const char *position_text, const char *action, const char *path);

/* Site names; NULL stands for "outside". `rule` NULL: the attempt is legal as far as it goes. Where a site is expected
 * both sentences must name it. */
void assert_why(const struct rules_variant *v, const char *position_text, const char *from, const char *to, int count,
		const char *rule, const char *site);

#endif
