/*
 * test_hand.c — the simulated hand can carry every legal turn of every game, and what it plays is recognised.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hand.h"

static struct hand_settings clumsy;

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
enum { GAMES = sizeof games / sizeof *games };

static void a_settings_file_with_a_gap_or_a_slip_is_refused(void **state)
{
	(void)state;
	char path[] = "/tmp/hand-XXXXXX", message[200] = "";
	struct hand_settings s;
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	FILE *f = fdopen(fd, "w");
	fputs("[hand]\ntempo_ms = quick\n", f);
	fclose(f);
	assert_true(hand_settings_read(path, &s, message, sizeof message) < 0);
	assert_non_null(strstr(message, "tempo_ms"));
	f = fopen(path, "w");
	fputs("[hand]\ntempo_ms = 5\n", f);
	fclose(f);
	assert_true(hand_settings_read(path, &s, message, sizeof message) < 0);
	assert_non_null(strstr(message, "missing"));
	remove(path);
	assert_true(hand_settings_read(path, &s, message, sizeof message) < 0);
}

/* Plays one random turn in place: returns how many actions. */
static int random_turn(const struct rules_variant *v, struct rules_state *s, rules_action *run, uint64_t *seed)
{
	rules_action list[RULES_ACTIONS_MAX];
	int n, actions = 0;

	do {
		n = rules_legal(v, s, list);
		if (n == 0)
			break;
		run[actions] = list[hand_random(seed, n)];
		rules_apply(v, s, run[actions++]);
	} while (!rules_turn_start(v, s) && rules_result(v, s) == RULES_ONGOING);
	return actions;
}

static void every_legal_turn_can_be_carried_by_hand(void **state)
{
	(void)state;
	static struct hand hand;
	rules_action run[128];
	char text[RULES_ACTION_MAX], fen[RULES_POSITION_MAX];

	for (int g = 0; g < GAMES; g++) {
		struct rules_variant v;
		struct rules_error err;
		struct rules_state s, before;
		uint64_t seed = (uint64_t)g;
		if (rules_variant_parse(games[g], &v, &err) < 0)
			fail_msg("%s: %s", games[g], err.text);
		hand_init(&hand, &clumsy, &v, 7);
		rules_init(&v, &s);
		hand_set_up(&hand, &s);
		for (int turn = 0; turn < 60 && rules_result(&v, &s) == RULES_ONGOING; turn++) {
			before = s;
			int actions = random_turn(&v, &s, run, &seed);
			if (hand_turn(&hand, &before, run, actions, turn * INT64_C(60000000)) < 0) {
				rules_format(&v, &before, fen);
				rules_action_text(&v, run[0], text);
				fail_msg("%s: %s from %s", games[g], text, fen);
			}
			for (int i = 1; i < hand.touches; i++)
				assert_true(hand.touch[i].at_us >= hand.touch[i - 1].at_us);
			assert_true(hand.touches < HAND_TOUCHES_MAX);
		}
	}
}

int main(void)
{
	char message[200];
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_settings_file_with_a_gap_or_a_slip_is_refused),
		cmocka_unit_test(every_legal_turn_can_be_carried_by_hand),
	};

	if (hand_settings_read(SOURCE_DIR "/tests/support/hand.ini", &clumsy, message, sizeof message) < 0) {
		fprintf(stderr, "%s\n", message);
		return 1;
	}
	return cmocka_run_group_tests_name("hand", tests, NULL, NULL);
}
