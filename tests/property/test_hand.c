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

#include "player.h"

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

static void every_legal_turn_can_be_carried_by_hand(void **state)
{
	(void)state;
	static struct hand hand;
	rules_action run[160];
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
			int actions = player_random_turn(&v, &s, run, &seed);
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

/* One game by this hand on this board: nothing wrong is recorded, nobody gets stuck. */
static void play(const char *game, const struct rig_kind *kind, const struct hand_settings *hand, uint64_t seed, int turns,
		 struct player_report *report)
{
	struct player_setup setup = { .game = game, .kind = kind, .settings = hand, .seed = seed, .turns = turns };
	char trouble[1200];

	assert_int_equal(player_game(&setup, report, trouble, sizeof trouble), 0);
	if (report->wrong || report->stuck)
		fail_msg("%s on %s, seed %d: %s", game, kind->name, (int)seed, trouble);
}

static void tell(const char *board, const struct player_report *r)
{
	print_message("%s: %ld turns, %ld asked, %ld led back\n", board, r->turns, r->asked, r->rescued);
}

/* One of each game. */
static struct player_report play_all(const char *kind, const struct hand_settings *hand, uint64_t seed, int turns)
{
	struct player_report report = { 0 };

	for (int g = 0; g < GAMES; g++)
		play(games[g], rig_kind(kind), hand, seed + (uint64_t)g, turns, &report);
	tell(kind, &report);
	return report;
}

static void calm_hands_are_never_asked_on_full_boards(void **state)
{
	(void)state;
	struct hand_settings calm;

	hand_settings_calm(&calm);
	assert_int_equal(play_all("full", &calm, 100, 12).asked, 0);
	assert_int_equal(play_all("side-count", &calm, 200, 12).rescued, 0);
}

static void clumsy_hands_on_full_boards_are_never_misread(void **state)
{
	(void)state;
	struct player_report full = play_all("full", &clumsy, 300, 16), sides = play_all("side-count", &clumsy, 400, 16),
			     counts = play_all("count", &clumsy, 500, 12);

	assert_true(full.asked * 100 <= full.turns);
	assert_true(sides.asked * 100 <= 2 * sides.turns);
	assert_true(counts.asked * 100 <= 4 * counts.turns);
}

static void clumsy_hands_on_poorer_boards_are_asked_and_not_misread(void **state)
{
	(void)state;
	play_all("count6", &clumsy, 600, 8);
	play_all("faulty", &clumsy, 700, 8);
	play_all("side", &clumsy, 800, 6);
	play_all("presence", &clumsy, 900, 6);
}

/* The boards that people build, as their files describe them: analogue lines with noise, levels, times. */
static void clumsy_hands_on_the_reference_boards_are_never_misread(void **state)
{
	(void)state;
	static const struct {
		const char *game, *file;
	} pairs[] = {
		{ "contigo-line", "contigo" }, { "contigo-capture", "contigo" }, { "thibault", "thibault" },
		{ "swahili", "swahili" },      { "perturbador", "perturbador" }, { "andantino", "andantino" },
		{ "oraia", "oraia" },
	};
	struct player_report all = { 0 };

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		char file[200];

		snprintf(file, sizeof file, SOURCE_DIR "/hal/boards/%s.ini", pairs[i].file);
		play(pairs[i].game, &(struct rig_kind){ .name = pairs[i].file, .file = file }, &clumsy, 1000 + i, 30, &all);
	}
	tell("reference boards", &all);
	assert_true(all.asked * 50 <= all.turns);
}

static void a_sensor_that_breaks_in_a_game_is_called_faulty_and_play_goes_on(void **state)
{
	(void)state;
	static const char *const long_games[] = { "perturbador", "oraia", "swahili", "thibault" };
	struct hand_settings hand = clumsy;
	struct player_report all = { 0 };

	hand.break_percent = 100;
	for (int i = 0; i < 8; i++)
		play(long_games[i % 4], rig_kind(i < 4 ? "full" : "side"), &hand, 1100 + (uint64_t)i, 45, &all);
	print_message("%ld sensors broke: %ld told by the board, %ld found by people, %ld had told what was not so\n",
		      all.broken, all.noticed, all.silent, all.misled);
	assert_true(all.broken >= 6);
	assert_true(all.noticed >= all.broken / 2);
}

int main(void)
{
	char message[200];
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_settings_file_with_a_gap_or_a_slip_is_refused),
		cmocka_unit_test(every_legal_turn_can_be_carried_by_hand),
		cmocka_unit_test(calm_hands_are_never_asked_on_full_boards),
		cmocka_unit_test(clumsy_hands_on_full_boards_are_never_misread),
		cmocka_unit_test(clumsy_hands_on_poorer_boards_are_asked_and_not_misread),
		cmocka_unit_test(clumsy_hands_on_the_reference_boards_are_never_misread),
		cmocka_unit_test(a_sensor_that_breaks_in_a_game_is_called_faulty_and_play_goes_on),
	};

	if (hand_settings_read(SOURCE_DIR "/tests/support/hand.ini", &clumsy, message, sizeof message) < 0) {
		fprintf(stderr, "%s\n", message);
		return 1;
	}
	clumsy.break_percent = 0; /* where not said otherwise */
	return cmocka_run_group_tests_name("hand", tests, NULL, NULL);
}
