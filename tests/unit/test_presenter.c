/*
 * test_presenter.c — the presenter's pictures, as text that can be read and compared.
 *
 * Each scene has a file tests/unit/golden/presenter/SCENE.txt: one line for the sites that shine alike, with meaning, light
 * word, colour at its brightest, and four seconds of brightness in steps of 125 ms (. dark, 1 … 9). After a wanted change:
 *     GOLDEN=rebuild build/test/tests/unit_presenter      and read the differences before committing them.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "presenter.h"

enum { STEP_US = 125000, STEPS = 32, BEGUN_US = 10000000 };

static const struct presenter_settings day = { .night_percent = 100 };
static const struct presenter_settings grey = { .night_percent = 100, .one_colour = true };

static struct view view; /* large, so not on the stack */

/* ---- Scenes ----------------------------------------------------------------------------------------------------------- */

static void table(const char *game, const char *fen)
{
	struct rules_error err;

	memset(&view, 0, sizeof view);
	assert_int_equal(rules_variant_parse(game, &view.variant, &err), 0);
	if (fen)
		assert_int_equal(rules_parse(&view.variant, fen, &view.state, &err), 0);
	else
		rules_init(&view.variant, &view.state);
	rules_sites(&view.variant, &view.sites);
	rules_project(&view.variant, &view.state, view.look);
	view.phase = VIEW_PLAY;
	view.has_game = true;
	view.player = rules_player(&view.variant, &view.state);
	view.last = view.hint = RULES_NO_ACTION;
	view.lift.site = RULES_NO_SITE;
	view.now_us = view.shown_us = BEGUN_US;
	view.level = 1;
	view.store_ok = true;
}

static uint16_t at(const char *name)
{
	int site = rules_site_by_name(&view.variant, name);

	assert_true(site >= 0);
	return (uint16_t)site;
}

static rules_action action(const char *text)
{
	rules_action a = RULES_NO_ACTION;
	struct rules_error err;

	assert_int_equal(rules_action_read(&view.variant, &view.state, text, &a, &err), 0);
	return a;
}

static void play(const char *text)
{
	view.last = action(text);
	rules_path(&view.variant, &view.state, view.last, &view.last_path);
	view.ends = 2;
	view.end[0] = view.last_path.step[0].site;
	view.end[1] = view.last_path.step[view.last_path.length - 1].site;
	rules_apply(&view.variant, &view.state, view.last);
	rules_project(&view.variant, &view.state, view.look);
	view.player = rules_player(&view.variant, &view.state);
	view.acted_us = BEGUN_US;
}

/* Lifts what stands on a site: its targets are where its legal actions end. */
static void lift(const char *name)
{
	rules_action list[RULES_ACTIONS_MAX];
	struct rules_path path = { 0 };
	int n = rules_legal(&view.variant, &view.state, list);

	view.lift.site = at(name);
	view.lift.owner = view.look[view.lift.site].owner;
	for (int i = 0; i < n; i++) {
		rules_path(&view.variant, &view.state, list[i], &path);
		if (path.length > 0 && path.step[0].site == view.lift.site)
			view.lift.target[view.lift.targets++] = path.step[path.length - 1].site;
	}
	view.lift.wrong = view.lift.targets == 0;
}

static void why(const char *site, const char *should)
{
	view.why.rule = "pit-count";
	view.why.site = site ? at(site) : RULES_NO_SITE;
	view.why.should = should ? at(should) : RULES_NO_SITE;
}

static void fix(const char *from, const char *to, int owner)
{
	view.fix[view.fixes++] = (struct view_fix){
		.from = from ? at(from) : RULES_NO_SITE, .to = to ? at(to) : RULES_NO_SITE, .owner = (uint8_t)owner, .count = 1
	};
}

static void nothing_started_lights_what_is_felt_and_the_first_corner(void)
{
	table("contigo-line", NULL);
	view.phase = VIEW_NO_GAME;
	memset(view.look, 0, sizeof view.look);
	view.seen[at("c3")] = (struct seen){ .count = 1 };
}

static void a_turn_begins_with_dim_pawns_and_counted_beads(void)
{
	table("contigo-line",
	      "1bwbw1/b4w/w4b/b4w/w4b/1wbwb1 1,0,3,4,5,6,7,8,2,0,2,2,2,2,2,2,0,2,2,2,2,0,0,0,0,0,0,0 1 piece -");
}

static void a_lifted_pawn_shows_where_it_may_go(void)
{
	table("contigo-line", NULL);
	lift("c1");
}

static void with_teaching_off_a_lifted_pawn_shows_no_target(void)
{
	table("contigo-line", NULL);
	view.level = 0;
	lift("c1");
}

static void the_other_players_pawn_blinks_twice_at_once(void)
{
	table("contigo-line", NULL);
	lift("b1");
	view.lift.targets = 0;
	view.lift.wrong = true;
}

static void a_step_too_far_blinks_at_the_pit_that_counts(void)
{
	table("contigo-line", NULL);
	lift("c1");
	why("Nc", "c3");
}

static void a_move_is_confirmed_by_one_sweep(void)
{
	table("contigo-line", NULL);
	play(view.look[at("b1")].owner == 1 ? "b1b3" : "c1c3");
}

static void movable_pieces_glow_for_a_learner(void)
{
	table("contigo-line", NULL);
	view.level = 2;
}

static void the_second_rung_shows_the_piece(void)
{
	table("contigo-line", NULL);
	view.hint = action(view.look[at("b1")].owner == 1 ? "b1b3" : "c1c3");
	view.hint_rung = 2;
}

static void the_last_rung_runs_along_the_path(void)
{
	table("contigo-line", NULL);
	view.hint = action(view.look[at("b1")].owner == 1 ? "b1b3" : "c1c3");
	view.hint_rung = 4;
}

static void a_pawn_on_a_wrong_square_is_carried_by_alternating_lights(void)
{
	table("contigo-line", NULL);
	view.phase = VIEW_MISMATCH;
	fix("c3", "c1", 1);
	fix("d4", "d1", 2);
}

static void a_missing_pawn_is_brought(void)
{
	table("contigo-line", NULL);
	view.phase = VIEW_MISMATCH;
	fix(NULL, "c1", 1);
}

static void an_extra_pawn_is_taken_away(void)
{
	table("contigo-line", NULL);
	view.phase = VIEW_MISMATCH;
	fix("c3", NULL, 1);
}

static void setting_up_leads_to_one_place_and_hints_at_the_others(void)
{
	table("contigo-line", NULL);
	view.phase = VIEW_SETUP;
	fix(NULL, "a2", 1);
	fix(NULL, "a3", 2);
	fix(NULL, "a4", 1);
}

static void a_position_of_its_own_is_set_up_one_place_at_a_time(void)
{
	table("contigo-line", "6/6/6/ww4/bb4/6 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -");
	view.phase = VIEW_SETUP;
	fix(NULL, "a3", 1);
	fix(NULL, "b3", 1);
	fix(NULL, "a2", 2);
}

static void a_question_lights_only_its_answers(void)
{
	table("contigo-capture", NULL);
	view.phase = VIEW_QUESTION;
	view.question.choices = 2;
	view.question.choice[0].site = at("a6");
	view.question.choice[1].site = at("f1");
}

static void what_has_been_marked_is_steady_beside_what_is_asked(void)
{
	a_question_lights_only_its_answers();
	view.question.kind = VIEW_ASK_NAMES;
	view.question.choice[1].marked = true;
}

static void the_winner_is_swept(void)
{
	table("contigo-line", NULL);
	view.phase = VIEW_OVER;
	view.result = 1;
}

static void a_drawn_game_sweeps_everybody(void)
{
	table("andantino", NULL);
	view.phase = VIEW_OVER;
	view.result = RULES_DRAW;
}

static void swahili_rows_show_how_many_and_whose(void)
{
	table("swahili", NULL);
}

static void a_turn_that_may_go_on_asks_at_its_last_row(void)
{
	table("swahili", NULL);
	play("4");
	view.open_end = true;
	view.acted_us = 0;
}

static void a_king_in_danger_is_warned_of(void)
{
	/* The pit to the left of rank 1 holds five: black's man on f1 reaches the king on a1. */
	table("contigo-capture", "6/6/6/6/6/W4B 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,5,2,2,2,0,1 1 piece -");
	view.level = 4;
}

static void a_target_that_loses_at_once_is_warned_of(void)
{
	/* The pawn on b3 keeps Black's four apart. */
	table("contigo-line", "5w/6/6/bwbbb1/6/6 2,2,2,2,2,2,2,2,2,2,2,2,2,2,1,2,2,2,2,2,2,2,2,2,3,2,2,2 1 piece -");
	view.level = 4;
	lift("b3");
	assert_true(view.lift.targets > 1);
	view.blunder[view.blunders++] = at("b5");
}

static void a_place_where_a_tile_loses_at_once_is_warned_of(void)
{
	/* Red has four in line; the cells other than I15 do not stop them, and the threat itself need not be told. */
	table("andantino", "H11w,I10w,I11r,I12r,I13r,I14r,J11w,J12w,J13r,J14w 1 -");
	view.level = 4;
	for (const char *cell = "H10\0H12\0H13\0H14\0J10\0K11\0K12\0K13\0"; *cell; cell += strlen(cell) + 1)
		view.blunder[view.blunders++] = at(cell);
}

static void company_on_top_of_the_hill_is_no_threat(void)
{
	/* Black brings a warrior home, where one of White's stands already. */
	table("swahili", "3,3,3,2,0,0,0,0,0,0,0/1/0 3,3,3,2,0,0,0,0,0,0,1/0/0 1");
	view.level = 4;
}

static void a_rebound_is_previewed_bend_by_bend(void)
{
	table("perturbador", NULL);
	play("xc3");
	view.acted_us = 0;
	lift("b8");
	rules_action list[RULES_ACTIONS_MAX];
	int n = rules_legal(&view.variant, &view.state, list);
	for (int i = 0; i < n; i++) {
		struct rules_path path = { 0 };
		rules_path(&view.variant, &view.state, list[i], &path);
		if (path.length > view.preview.length && path.step[0].site == view.lift.site)
			view.preview = path;
	}
}

static void a_game_that_is_not_saved_says_so_in_the_corners(void)
{
	table("contigo-line", NULL);
	play(view.look[at("b1")].owner == 1 ? "b1b3" : "c1c3");
	view.acted_us = 0;
	view.store_ok = false;
}

static void what_the_board_asks_comes_before_what_is_not_saved(void)
{
	a_question_lights_only_its_answers();
	view.store_ok = false;
}

static void ponds_say_that_a_game_is_not_saved(void)
{
	table("swahili", NULL);
	view.store_ok = false;
}

static void a_bare_board_says_that_nothing_is_saved(void)
{
	nothing_started_lights_what_is_felt_and_the_first_corner();
	view.store_ok = false;
}

struct scene {
	const char *name;
	void (*make)(void);
	const struct presenter_settings settings;
};

#define DAY(f)                                                                                                                 \
	{                                                                                                                      \
#f, f,                                                                                                         \
		{                                                                                                              \
			.night_percent = 100                                                                                   \
		}                                                                                                              \
	}
#define GREY(f)                                                                                                                \
	{                                                                                                                      \
		"without_colour_" #f, f,                                                                                       \
		{                                                                                                              \
			.night_percent = 100, .one_colour = true                                                               \
		}                                                                                                              \
	}
#define BLIND(f)                                                                                                               \
	{                                                                                                                      \
		"colour_blind_" #f, f,                                                                                         \
		{                                                                                                              \
			.night_percent = 100, .colour_blind = true                                                             \
		}                                                                                                              \
	}
#define NIGHT(f)                                                                                                               \
	{                                                                                                                      \
		"at_night_" #f, f,                                                                                             \
		{                                                                                                              \
			.night_percent = 20                                                                                    \
		}                                                                                                              \
	}

static const struct scene scenes[] = {
	DAY(nothing_started_lights_what_is_felt_and_the_first_corner),
	DAY(a_turn_begins_with_dim_pawns_and_counted_beads),
	DAY(a_lifted_pawn_shows_where_it_may_go),
	DAY(with_teaching_off_a_lifted_pawn_shows_no_target),
	DAY(the_other_players_pawn_blinks_twice_at_once),
	DAY(a_step_too_far_blinks_at_the_pit_that_counts),
	DAY(a_move_is_confirmed_by_one_sweep),
	DAY(movable_pieces_glow_for_a_learner),
	DAY(the_second_rung_shows_the_piece),
	DAY(the_last_rung_runs_along_the_path),
	DAY(a_pawn_on_a_wrong_square_is_carried_by_alternating_lights),
	DAY(a_missing_pawn_is_brought),
	DAY(an_extra_pawn_is_taken_away),
	DAY(setting_up_leads_to_one_place_and_hints_at_the_others),
	DAY(a_position_of_its_own_is_set_up_one_place_at_a_time),
	DAY(a_question_lights_only_its_answers),
	DAY(what_has_been_marked_is_steady_beside_what_is_asked),
	GREY(what_has_been_marked_is_steady_beside_what_is_asked),
	DAY(the_winner_is_swept),
	DAY(a_drawn_game_sweeps_everybody),
	DAY(swahili_rows_show_how_many_and_whose),
	DAY(a_turn_that_may_go_on_asks_at_its_last_row),
	DAY(a_king_in_danger_is_warned_of),
	DAY(a_target_that_loses_at_once_is_warned_of),
	BLIND(a_target_that_loses_at_once_is_warned_of),
	GREY(a_target_that_loses_at_once_is_warned_of),
	NIGHT(a_target_that_loses_at_once_is_warned_of),
	DAY(a_place_where_a_tile_loses_at_once_is_warned_of),
	DAY(company_on_top_of_the_hill_is_no_threat),
	DAY(a_rebound_is_previewed_bend_by_bend),
	DAY(a_game_that_is_not_saved_says_so_in_the_corners),
	GREY(a_game_that_is_not_saved_says_so_in_the_corners),
	NIGHT(a_game_that_is_not_saved_says_so_in_the_corners),
	DAY(what_the_board_asks_comes_before_what_is_not_saved),
	DAY(ponds_say_that_a_game_is_not_saved),
	DAY(a_bare_board_says_that_nothing_is_saved),
	GREY(a_turn_begins_with_dim_pawns_and_counted_beads),
	GREY(a_lifted_pawn_shows_where_it_may_go),
	GREY(a_move_is_confirmed_by_one_sweep),
	GREY(a_pawn_on_a_wrong_square_is_carried_by_alternating_lights),
	GREY(the_winner_is_swept),
	GREY(swahili_rows_show_how_many_and_whose),
	BLIND(a_turn_begins_with_dim_pawns_and_counted_beads),
	BLIND(a_lifted_pawn_shows_where_it_may_go),
	BLIND(a_step_too_far_blinks_at_the_pit_that_counts),
	NIGHT(a_turn_begins_with_dim_pawns_and_counted_beads),
	NIGHT(a_lifted_pawn_shows_where_it_may_go),
};

enum { SCENES = sizeof scenes / sizeof *scenes };

/* ---- Pictures as text -------------------------------------------------------------------------------------------------- */

static const char *const meanings[] = { "nothing", "turn",  "beads", "last", "hint", "movable", "lifted", "target",
					"blocker", "bring", "take",  "ask",  "win",  "threat",  "unsaved" };
static const char *const words[] = { "off", "steady", "pulse", "path", "alternate", "double", "sweep" };

static int brightness(const struct light *l)
{
	int most = l->r > l->g ? l->r : l->g;
	return most > l->b ? most : l->b;
}

struct line {
	struct light brightest;
	char time[STEPS + 1];
};

static struct line lines[RULES_SITES_MAX];

static void describe(const struct presenter_settings *settings, char *text, size_t room)
{
	struct light light[RULES_SITES_MAX];
	int64_t next, ignored;
	FILE *f = fmemopen(text, room, "w");
	bool done[RULES_SITES_MAX] = { false };

	assert_non_null(f);
	memset(lines, 0, sizeof lines);
	presenter_light(&view, settings, BEGUN_US, light, &next);
	for (int i = 0; i < STEPS; i++) {
		presenter_light(&view, settings, BEGUN_US + i * STEP_US, light, &ignored);
		for (int s = 0; s < view.sites; s++) {
			int b = brightness(&light[s]);
			if (b > brightness(&lines[s].brightest))
				lines[s].brightest = light[s];
			lines[s].time[i] = b == 0 ? '.' : (char)('1' + b * 8 / 255);
		}
	}
	if (next == INT64_MAX)
		fprintf(f, "stands still\n");
	else
		fprintf(f, "changes after %lld ms\n", (long long)(next - BEGUN_US) / 1000);
	const struct rules_site *site = rules_sites(&view.variant, &view.sites);
	for (int s = 0; s < view.sites; s++) {
		if (done[s] || brightness(&lines[s].brightest) == 0)
			continue;
		const struct light *l = &lines[s].brightest;
		fprintf(f, "%s  %-7s %-9s %3u,%3u,%3u ", lines[s].time, meanings[l->meaning], words[l->word], l->r, l->g, l->b);
		if (l->bar != 255)
			fprintf(f, "bar %u ", l->bar);
		fprintf(f, ":");
		for (int o = s; o < view.sites; o++) {
			if (memcmp(&lines[o], &lines[s], sizeof lines[s]) == 0) {
				done[o] = true;
				fprintf(f, " %s", site[o].name);
			}
		}
		fprintf(f, "\n");
	}
	fclose(f);
}

static void check_scene(void **state)
{
	const struct scene *scene = *state;
	static char text[65536], golden[65536];
	char path[512];

	scene->make();
	describe(&scene->settings, text, sizeof text);
	snprintf(path, sizeof path, "%s/tests/unit/golden/presenter/%s.txt", SOURCE_DIR, scene->name);
	const char *mode = getenv("GOLDEN");
	if (mode && strcmp(mode, "rebuild") == 0) {
		FILE *f = fopen(path, "w");
		assert_non_null(f);
		fputs(text, f);
		fclose(f);
	}
	FILE *f = fopen(path, "r");
	assert_non_null(f);
	golden[fread(golden, 1, sizeof golden - 1, f)] = '\0';
	fclose(f);
	assert_string_equal(text, golden);
}

/* ---- What holds for every picture --------------------------------------------------------------------------------------- */

static void a_view_without_a_game_is_dark(void **state)
{
	(void)state;
	struct light light[RULES_SITES_MAX] = { { .r = 7 } };
	int64_t next = 0;

	memset(&view, 0, sizeof view);
	presenter_light(&view, &day, 0, light, &next);
	assert_true(next == INT64_MAX);
}

static void fixes_that_name_no_site_do_no_harm(void **state)
{
	(void)state;
	struct light light[RULES_SITES_MAX];
	int64_t next;

	table("contigo-line", NULL);
	view.phase = VIEW_MISMATCH;
	fix(NULL, NULL, 0);
	presenter_light(&view, &day, BEGUN_US, light, &next);
	for (int s = 0; s < view.sites; s++)
		assert_int_equal(brightness(&light[s]), 0);
	assert_true(next == INT64_MAX);
}

static void no_light_flashes_faster_than_twice_a_second(void **state)
{
	(void)state;
	static int64_t rose[RULES_SITES_MAX];
	static bool bright[RULES_SITES_MAX];
	static int most[RULES_SITES_MAX];
	struct light light[RULES_SITES_MAX];
	int64_t next, end = BEGUN_US + INT64_C(20000000);

	for (int i = 0; i < SCENES; i++) {
		scenes[i].make();
		memset(most, 0, sizeof most);
		memset(bright, 0, sizeof bright);
		for (int pass = 0; pass < 2; pass++) {
			for (int s = 0; s < view.sites; s++)
				rose[s] = INT64_MIN / 2;
			for (int64_t now = BEGUN_US; now < end; now = next < now + 1000000 ? next : now + 1000000) {
				presenter_light(&view, &scenes[i].settings, now, light, &next);
				for (int s = 0; s < view.sites; s++) {
					int b = brightness(&light[s]);
					if (pass == 0) {
						most[s] = b > most[s] ? b : most[s];
						continue;
					}
					bool up = b * 2 > most[s];
					if (up && !bright[s]) {
						assert_true(now - rose[s] >= 500000);
						rose[s] = now;
					}
					bright[s] = up;
				}
			}
		}
	}
}

static void the_same_input_gives_the_same_picture(void **state)
{
	(void)state;
	struct light one[RULES_SITES_MAX], two[RULES_SITES_MAX];
	static struct view before;
	int64_t a, b;

	for (int i = 0; i < SCENES; i++) {
		scenes[i].make();
		before = view;
		for (int64_t now = BEGUN_US; now < BEGUN_US + 5000000; now += 333333) {
			presenter_light(&view, &scenes[i].settings, now, one, &a);
			memset(two, 0xff, sizeof two);
			presenter_light(&before, &scenes[i].settings, now, two, &b);
			assert_memory_equal(one, two, (size_t)view.sites * sizeof *one);
			assert_true(a == b);
		}
		assert_memory_equal(&before, &view, sizeof view);
	}
}

static void it_says_exactly_when_the_picture_changes_next(void **state)
{
	(void)state;
	struct light light[RULES_SITES_MAX], later[RULES_SITES_MAX];
	int64_t next, ignored;

	for (int i = 0; i < SCENES; i++) {
		scenes[i].make();
		size_t size = (size_t)view.sites * sizeof *light;
		int64_t now = BEGUN_US;
		for (int changes = 0; changes < 20; changes++) {
			presenter_light(&view, &scenes[i].settings, now, light, &next);
			int64_t until = next == INT64_MAX ? now + 3000000 : next;
			for (int64_t t = now; t < until; t += 10007) {
				presenter_light(&view, &scenes[i].settings, t, later, &ignored);
				assert_memory_equal(light, later, size);
			}
			if (next == INT64_MAX)
				break;
			presenter_light(&view, &scenes[i].settings, next, later, &ignored);
			assert_memory_not_equal(light, later, size);
			now = next;
		}
	}
}

/* How unlike two waves are, whatever their phase: the smallest mean difference over all shifts, in percent of full. */
enum { WAVE_STEP_US = 25000, WAVE = 4000000 * 3 / WAVE_STEP_US };

static void wave_of(const char *site, int *wave)
{
	struct light light[RULES_SITES_MAX];
	int64_t next;
	int most = 1;

	for (int i = 0; i < WAVE; i++) {
		presenter_light(&view, &grey, BEGUN_US + INT64_C(60000000) + i * WAVE_STEP_US, light, &next);
		assert_true(light[at(site)].meaning != LIGHT_NOTHING);
		assert_true(light[at(site)].r == light[at(site)].g && light[at(site)].g == light[at(site)].b);
		wave[i] = light[at(site)].r;
		most = wave[i] > most ? wave[i] : most;
	}
	for (int i = 0; i < WAVE; i++)
		wave[i] = wave[i] * 100 / most;
}

static int unlike(const int *a, const int *b)
{
	int best = 100;

	for (int shift = 0; shift < WAVE; shift++) {
		int sum = 0;
		for (int i = 0; i < WAVE; i++)
			sum += abs(a[i] - b[(i + shift) % WAVE]);
		best = sum / WAVE < best ? sum / WAVE : best;
	}
	return best;
}

static void meanings_stay_apart_without_colour(void **state)
{
	(void)state;
	static int wave[10][WAVE];
	static const char *const name[10] = { "turn", "last move", "legal target", "hint",    "error",
					      "win",  "missing",   "extra",        "blunder", "not saved" };

	table("contigo-line", NULL);
	const char *mine = view.look[at("b1")].owner == 1 ? "b1" : "c1";
	wave_of(mine, wave[0]);
	play(mine[0] == 'b' ? "b1b3" : "c1c3");
	wave_of(mine[0] == 'b' ? "b3" : "c3", wave[1]);
	table("contigo-line", NULL);
	lift(mine);
	wave_of(mine[0] == 'b' ? "b3" : "c3", wave[2]);
	the_second_rung_shows_the_piece();
	wave_of(mine, wave[3]);
	a_step_too_far_blinks_at_the_pit_that_counts();
	wave_of("Nc", wave[4]);
	the_winner_is_swept();
	wave_of(mine, wave[5]);
	a_missing_pawn_is_brought();
	wave_of("c1", wave[6]);
	an_extra_pawn_is_taken_away();
	wave_of("c3", wave[7]);
	a_target_that_loses_at_once_is_warned_of();
	wave_of("b5", wave[8]);
	a_game_that_is_not_saved_says_so_in_the_corners();
	wave_of("a1", wave[9]);
	for (int i = 0; i < 10; i++) {
		for (int j = 0; j < i; j++) {
			if (unlike(wave[i], wave[j]) < 10)
				fail_msg("%s and %s look alike: %d %%", name[i], name[j], unlike(wave[i], wave[j]));
		}
	}
}

static void a_refusal_is_seen_at_once(void **state)
{
	(void)state;
	struct light light[RULES_SITES_MAX];
	int64_t next;

	a_step_too_far_blinks_at_the_pit_that_counts();
	for (int i = 0; i < 7; i++) {
		view.shown_us = BEGUN_US + i * 123456;
		presenter_light(&view, &day, view.shown_us, light, &next);
		assert_int_equal(light[at("Nc")].word, LIGHT_DOUBLE);
		assert_true(brightness(&light[at("Nc")]) > 200);
	}
}

static void more_beads_never_look_dimmer_on_one_colour(void **state)
{
	(void)state;
	struct light light[RULES_SITES_MAX];
	int64_t next;
	int before = -1;

	table("contigo-line", NULL);
	for (int beads = 0; beads <= 8; beads++) {
		view.look[at("Na")].count = (uint8_t)beads;
		presenter_light(&view, &grey, BEGUN_US, light, &next);
		assert_true(light[at("Na")].r > before);
		before = light[at("Na")].r;
	}
}

int main(void)
{
	static struct CMUnitTest test[SCENES + 16];
	static const struct CMUnitTest fixed[] = {
		cmocka_unit_test(a_view_without_a_game_is_dark),
		cmocka_unit_test(fixes_that_name_no_site_do_no_harm),
		cmocka_unit_test(no_light_flashes_faster_than_twice_a_second),
		cmocka_unit_test(the_same_input_gives_the_same_picture),
		cmocka_unit_test(it_says_exactly_when_the_picture_changes_next),
		cmocka_unit_test(meanings_stay_apart_without_colour),
		cmocka_unit_test(a_refusal_is_seen_at_once),
		cmocka_unit_test(more_beads_never_look_dimmer_on_one_colour),
	};
	size_t n = sizeof fixed / sizeof *fixed;

	memcpy(test, fixed, sizeof fixed);
	for (int i = 0; i < SCENES; i++)
		test[n++] = (struct CMUnitTest){ .name = scenes[i].name,
						 .test_func = check_scene,
						 .initial_state = (void *)(uintptr_t)&scenes[i] };
	return _cmocka_run_group_tests("presenter", test, n, NULL, NULL);
}
