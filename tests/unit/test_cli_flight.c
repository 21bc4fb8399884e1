/* The flight recorder: what is kept of a turn replays to the same turn, in the tablero program itself. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "boardio_flight.h"
#include "player.h"

enum { TRACES_MAX = 600, RUN_MAX = 700 };

/* One turn as the store would keep it: its trace, and what the record holds from the trace's beginning on. */
struct kept {
	char *trace;
	int actions;
	char action[RUN_MAX][RULES_ACTION_MAX];
};

static struct recorder {
	struct flight *flight;
	struct rig *rig;
	struct kept *kept;
	int n, turns, without;
	uint64_t seed;
	int most;
} rec;

/* ---- Beside the daemon ------------------------------------------------------------------------------------------------ */

static void heard(void *user, const struct hal_event *e)
{
	(void)user;
	flight_event(rec.flight, rec.rig->session, rig_now(rec.rig), e);
}

static void said(void *user, const char *what, const char *rest)
{
	(void)user;
	flight_said(rec.flight, rec.rig->session, rig_now(rec.rig), rig_now(rec.rig), what, rest);
}

/* The record's line from the position that the trace starts with. */
static void expect(struct kept *k)
{
	const struct rules_record *r = session_record(rec.rig->session);
	const char *start = strstr(k->trace, " start ");
	char fen[RULES_POSITION_MAX];
	struct rules_state s;
	uint32_t line[RUN_MAX], at = r->at;
	int n = 0;

	assert_non_null(start);
	start = strchr(start + 7, ' ') + 1;
	for (;; at = r->node[at].parent) {
		assert_int_equal(rules_record_state(r, at, &s), 0);
		rules_format(&r->variant, &s, fen);
		if (at != r->at && strncmp(start, fen, strlen(fen)) == 0)
			break;
		assert_true(at != 0 && n < RUN_MAX);
		line[n++] = at;
	}
	k->actions = n;
	for (int i = 0; i < n; i++)
		rules_action_text(&r->variant, r->node[line[n - 1 - i]].action, k->action[i]);
}

static int event(void *user, const struct event *e)
{
	struct kept *k = &rec.kept[rec.n];

	(void)user;
	if (e->type == EVENT_GAME)
		flight_game(rec.flight);
	if (e->type != EVENT_ACTION || !e->evidence || rec.n == rec.most)
		return 0;
	rec.turns++;
	k->trace = flight_text(rec.flight, rec.rig->session, e->time_us);
	if (!k->trace) {
		rec.without++;
		return 0;
	}
	expect(k);
	rec.n++;
	return 0;
}

static void begun(void *user, struct rig *rig)
{
	(void)user;
	rec.rig = rig;
	rig->heard = heard;
	rig->said = said;
	assert_int_equal(flight_new(rig->board, &rec.flight), 0);
	session_add_sink(rig->session, &(struct session_sink){ .event = event });
}

/* ---- Through the program ----------------------------------------------------------------------------------------------- */

static char directory[] = "/tmp/flight-XXXXXX";

static void write_file(const char *name, const char *text)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	fclose(f);
}

/* Replays and compares; false with what differs on the standard error. */
static bool replays(const struct kept *k)
{
	char command[256], line[8192], got[RUN_MAX][RULES_ACTION_MAX];
	int n = 0;

	write_file("turn.trace", k->trace);
	snprintf(command, sizeof(command), "%s/tablero replay --board %s/board.ini %s/turn.trace 2>&1", BINARY_DIR, directory,
		 directory);
	FILE *out = popen(command, "r");
	assert_non_null(out);
	int base = 0;
	while (fgets(line, sizeof(line), out)) {
		json_t *json = json_loads(line, 0, NULL);
		const char *type = json_string_value(json_object_get(json, "type"));
		int ply = (int)json_integer_value(json_object_get(json, "ply"));
		if (type && strcmp(type, "action") == 0 && n < k->actions)
			snprintf(got[n++], RULES_ACTION_MAX, "%s", json_string_value(json_object_get(json, "action")));
		if (type && strcmp(type, "undo") == 0 && ply - base < k->actions)
			n = ply - base;
		json_decref(json);
	}
	bool same = pclose(out) == 0 && n == k->actions;
	for (int i = 0; i < n && same; i++)
		same = strcmp(got[i], k->action[i]) == 0;
	if (!same) {
		fprintf(stderr, "expected:");
		for (int i = 0; i < k->actions; i++)
			fprintf(stderr, " %s", k->action[i]);
		fprintf(stderr, "\nreplayed:");
		for (int i = 0; i < n; i++)
			fprintf(stderr, " %s", got[i]);
		fprintf(stderr, "\n%s\n", k->trace);
	}
	return same;
}

static void turns_replay(const char *game, const char *kind, int most, uint64_t seed)
{
	struct hand_settings settings;
	struct player_report report = { 0 };
	char message[200] = "", board[65536];
	struct rules_variant v;
	struct rules_error err;
	int differ = 0;

	assert_int_equal(hand_settings_read(SOURCE_DIR "/tests/support/hand.ini", &settings, message, sizeof(message)), 0);
	rec = (struct recorder){ .kept = calloc(TRACES_MAX, sizeof(*rec.kept)), .most = most };
	assert_non_null(rec.kept);
	struct player_setup setup = {
		.game = game, .kind = rig_kind(kind), .settings = &settings, .seed = seed, .turns = most * 2, .begun = begun
	};
	assert_int_equal(player_game(&setup, &report, message, sizeof(message)), 0);
	flight_free(rec.flight);
	assert_int_equal(rules_variant_parse(game, &v, &err), 0);
	assert_true(rig_board_text(&v, rig_kind(kind), board, sizeof(board)) >= 0);
	write_file("board.ini", board);
	for (int i = 0; i < rec.n; i++) {
		bool same = replays(&rec.kept[i]);
		differ += !same;
		if (!same)
			fprintf(stderr, "%s on %s, recording %d differs\n", game, kind, i);
		free(rec.kept[i].trace);
	}
	free(rec.kept);
	print_message("%s on %s: %d recordings, %d differ, %d without\n", game, kind, rec.n, differ, rec.without);
	assert_true(rec.n >= most / 2);
	assert_int_equal(differ, 0);
	assert_true(rec.without * 20 <= rec.turns);
}

#define PLAYED(name, game, kind, most, seed)                                                                                   \
	static void name(void **state)                                                                                         \
	{                                                                                                                      \
		(void)state;                                                                                                   \
		turns_replay(game, kind, most, seed);                                                                          \
	}

PLAYED(a_recorded_turn_replays_in_contigo, "contigo-line", "side-count", 12, 11)
PLAYED(a_recorded_turn_replays_where_only_presence_is_felt, "contigo-line", "presence", 8, 12)
PLAYED(a_recorded_capture_replays, "contigo-capture", "full", 10, 13)
PLAYED(a_recorded_turn_replays_in_swahili, "swahili", "count", 8, 14)
PLAYED(a_recorded_turn_replays_in_perturbador, "perturbador", "side", 10, 15)
PLAYED(a_recorded_turn_replays_in_andantino, "andantino", "side", 10, 16)
PLAYED(a_recorded_turn_replays_in_oraia, "oraia", "full", 10, 17)

/* ---- Sensors that read otherwise than the board file says --------------------------------------------------------------- */

/* Soldered in upside down, and weaker. */
static int upside_down(int reading)
{
	return 980 - reading / 2;
}

static struct wood {
	struct hal_board *board;
	struct hal_calibration *nominal, *learned;
	struct replay *replay;
	int64_t us;
} wood;

static void feed(const struct hal_event *e)
{
	flight_event(rec.flight, rec.rig->session, replay_now_us(wood.replay), e);
	assert_int_equal(replay_feed(wood.replay, e), 0);
}

static void senses(int line, int value)
{
	if (hal_board_line(wood.board, line)->analogue)
		value = upside_down(hal_calibration_expected(wood.nominal, line, value));
	feed(&(struct hal_event){ .type = HAL_LINE, .line = (uint16_t)line, .value = (uint16_t)value, .time_us = wood.us });
}

static void changes(const char *label, int value)
{
	wood.us += 700000;
	senses(hal_board_find(wood.board, label), value);
}

static void learn(void)
{
	for (int i = 0; i < hal_board_lines(wood.board); i++)
		for (int v = 0; v <= 20 && hal_board_line(wood.board, i)->analogue; v += 2)
			assert_int_equal(hal_calibration_learn(wood.learned, i, v,
							       upside_down(hal_calibration_expected(wood.nominal, i, v))),
					 0);
	flight_calibrate(rec.flight, wood.learned);
	replay_calibrate(wood.replay, wood.learned);
}

/* A board of wood with everything where a game of contigo begins. */
static void set_up(void)
{
	struct rules_look look[RULES_SITES_MAX];
	struct rules_variant v;
	struct rules_state s;
	struct rules_error err;
	char message[HAL_MESSAGE_MAX];

	assert_int_equal(rules_variant_parse("contigo-line", &v, &err), 0);
	rules_init(&v, &s);
	rules_project(&v, &s, look);
	assert_int_equal(replay_use(wood.replay, &v, message), 0);
	feed(&(struct hal_event){ .type = HAL_STATE, .value = HAL_READY });
	for (int i = 0; i < hal_board_lines(wood.board); i++) {
		int site = rules_site_by_name(&v, hal_board_line(wood.board, i)->label);
		senses(i, site < 0 ? 0 : look[site].count);
	}
	feed(&(struct hal_event){ .type = HAL_FRAME });
	assert_int_equal(session_start(rec.rig->session, 0, &(struct session_new_game){ .variant = "contigo-line" }, NULL), 0);
	wood.us = 5000000;
	assert_int_equal(replay_until(wood.replay, wood.us), 0);
}

/* Takes the quoted lines out. */
static char *forget_calibration(const char *trace)
{
	char *text = calloc(1, strlen(trace) + 1);
	for (const char *line = trace; *line; line += strcspn(line, "\n") + 1)
		if (strncmp(line, "#= ", 3) != 0)
			strncat(text, line, strcspn(line, "\n") + 1);
	return text;
}

static void a_turn_on_a_calibrated_board_takes_the_calibration_along(void **state)
{
	static struct rig rig; /* for its session */
	static char board[65536];
	char message[HAL_MESSAGE_MAX];

	(void)state;
	FILE *f = fopen(SOURCE_DIR "/hal/boards/contigo.ini", "r");
	assert_non_null(f);
	board[fread(board, 1, sizeof(board) - 1, f)] = '\0';
	fclose(f);
	write_file("board.ini", board);
	rec = (struct recorder){ .kept = calloc(4, sizeof(*rec.kept)), .most = 4, .rig = &rig };
	assert_int_equal(hal_board_parse("board.ini", board, &wood.board, message), 0);
	assert_int_equal(hal_calibration_new(wood.board, &wood.nominal), 0);
	assert_int_equal(hal_calibration_new(wood.board, &wood.learned), 0);
	assert_int_equal(replay_new(wood.board, NULL, &wood.replay), 0);
	rig.session = replay_session(wood.replay);
	assert_int_equal(flight_new(wood.board, &rec.flight), 0);
	session_add_sink(rig.session, &(struct session_sink){ .event = event });
	learn();
	set_up();
	changes("a2", 0);
	changes("c2", 1);
	changes("Na", 0);
	changes("Nc", 4);
	assert_int_equal(replay_until(wood.replay, wood.us + 5000000), 0);
	assert_int_equal(rec.n, 2);
	for (int i = 0; i < rec.n; i++)
		assert_true(replays(&rec.kept[i]));
	struct kept *whole = &rec.kept[1], bare = *whole;
	assert_int_equal(whole->actions, 2);
	assert_null(strstr(whole->trace, "#= [Nb]")); /* it rests: only what moves needs its levels */
	bare.trace = forget_calibration(whole->trace);
	assert_false(replays(&bare));
	free(bare.trace);
	for (int i = 0; i < rec.n; i++)
		free(rec.kept[i].trace);
	free(rec.kept);
	flight_free(rec.flight);
	replay_free(wood.replay);
	hal_calibration_free(wood.learned);
	hal_calibration_free(wood.nominal);
	hal_board_free(wood.board);
}

/* ---- Failures --------------------------------------------------------------------------------------------------------- */

static void nothing_recorded_gives_no_trace(void **state)
{
	struct hand_settings settings;
	struct rig *rig;
	struct flight *f;
	char message[HAL_MESSAGE_MAX];

	(void)state;
	hand_settings_calm(&settings);
	assert_int_equal(rig_new("andantino", rig_kind("side"), NULL, &settings, 1, &rig, message), 0);
	assert_int_equal(flight_new(rig->board, &f), 0);
	assert_null(flight_text(f, rig->session, 0)); /* no game */
	struct session_new_game how = { .variant = "andantino" };
	assert_int_equal(session_start(rig->session, 0, &how, NULL), 0);
	assert_null(flight_text(f, rig->session, 0)); /* no action */
	flight_free(f);
	flight_free(NULL);
	rig_free(rig);
}

static int make_directory(void **state)
{
	(void)state;
	return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
	char path[64];

	(void)state;
	snprintf(path, sizeof(path), "%s/turn.trace", directory);
	unlink(path);
	snprintf(path, sizeof(path), "%s/board.ini", directory);
	unlink(path);
	return rmdir(directory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_recorded_gives_no_trace),
		cmocka_unit_test(a_recorded_turn_replays_in_contigo),
		cmocka_unit_test(a_recorded_turn_replays_where_only_presence_is_felt),
		cmocka_unit_test(a_recorded_capture_replays),
		cmocka_unit_test(a_recorded_turn_replays_in_swahili),
		cmocka_unit_test(a_recorded_turn_replays_in_perturbador),
		cmocka_unit_test(a_recorded_turn_replays_in_andantino),
		cmocka_unit_test(a_recorded_turn_replays_in_oraia),
		cmocka_unit_test(a_turn_on_a_calibrated_board_takes_the_calibration_along),
	};

	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
