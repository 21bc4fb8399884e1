/*
 * test_layout.c — labels of a board file become sites, players and LEDs.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "layout.h"

static struct hal_board *board;
static struct rules_variant variant;
static struct layout layout;
static char message[HAL_MESSAGE_MAX];

static void read_board(const char *more)
{
	char text[4096];

	snprintf(text, sizeof text, "[board]\nid = t\ntitle = T\ngames = perturbador\n%s", more);
	hal_board_free(board);
	board = NULL;
	if (hal_board_parse("t.ini", text, &board, message) < 0)
		fail_msg("%s", message);
}

static void game(const char *name)
{
	struct rules_error err;
	assert_int_equal(rules_variant_parse(name, &variant, &err), 0);
}

static int make(void)
{
	return layout_make(board, &variant, &layout, message);
}

static uint16_t site(const char *name)
{
	return (uint16_t)rules_site_by_name(&variant, name);
}

static void a_board_without_one_site_of_the_game_is_refused(void **state)
{
	(void)state;
	game("andantino");
	read_board("[sensors s]\nkind = presence\nlabels = x1 x2\n");
	memset(&layout, 0x5a, sizeof layout);
	struct layout before = layout;
	assert_int_equal(make(), -ENOENT);
	assert_non_null(strstr(message, "andantino"));
	assert_memory_equal(&before, &layout, sizeof layout);
}

static void two_lines_for_one_site_are_refused(void **state)
{
	(void)state;
	game("perturbador");
	read_board("[sensors s]\nkind = presence\nlabels = a1 here\n[names.perturbador]\nhere = a1\n");
	assert_int_equal(make(), -EINVAL);
	assert_non_null(strstr(message, "a1"));
}

static void a_name_that_is_no_site_is_refused_with_its_key(void **state)
{
	(void)state;
	game("perturbador");
	read_board("[sensors s]\nkind = presence\nlabels = a1 here\n[names.perturbador]\nhere = z9\n");
	assert_int_equal(make(), -EINVAL);
	assert_non_null(strstr(message, "here"));
	assert_non_null(strstr(message, "z9"));
}

static void a_faulty_line_is_not_believed(void **state)
{
	(void)state;
	game("perturbador");
	read_board("faulty = b1\n[sensors s]\nkind = presence\nlabels = a1 b1\n");
	assert_int_equal(make(), 0);
	assert_int_equal(layout.sensor[site("b1")].knows, SEEN_NOTHING);
	assert_int_equal(layout.site_line[site("b1")], UINT16_MAX);
	assert_int_equal(layout.sensor[site("a1")].knows, SEEN_PRESENCE);
	assert_int_equal(layout.site_line[site("a1")], 0);
}

static void sites_without_a_line_are_blind(void **state)
{
	(void)state;
	game("perturbador");
	read_board("[sensors s]\nkind = owner\nlabels = a1 b1\n");
	assert_int_equal(make(), 0);
	assert_int_equal(layout.sensor[site("h8")].knows, SEEN_NOTHING);
	assert_int_equal(layout.site_line[site("h8")], UINT16_MAX);
}

static void a_label_can_be_left_unused_in_one_game(void **state)
{
	(void)state;
	game("perturbador");
	read_board("[sensors s]\nkind = presence\nlabels = a1 b1\n[names.perturbador]\nb1 = -\n");
	assert_int_equal(make(), 0);
	assert_int_equal(layout.line_site[1], RULES_NO_SITE);
}

static void end_buttons_belong_to_players(void **state)
{
	(void)state;
	game("perturbador");
	read_board("[sensors s]\nkind = presence\nlabels = a1\n[buttons]\nlabels = end1 end2 reset\n");
	assert_int_equal(make(), 0);
	assert_int_equal(layout.line_player[0], 0);
	assert_int_equal(layout.line_player[1], 1);
	assert_int_equal(layout.line_player[2], 2);
	assert_int_equal(layout.line_player[3], 0);
	assert_int_equal(layout.line_site[1], RULES_NO_SITE);
}

static void the_only_button_speaks_for_everybody(void **state)
{
	(void)state;
	game("perturbador");
	read_board("[sensors s]\nkind = presence\nlabels = a1\n[buttons]\nlabels = end1 end2\n");
	assert_int_equal(make(), 0);
	assert_int_equal(layout_speaker(&layout, 2), 2);
	read_board("[sensors s]\nkind = presence\nlabels = a1\n[buttons]\nlabels = end1\n");
	assert_int_equal(make(), 0);
	assert_int_equal(layout_speaker(&layout, 1), 0);
}

static int settled(const void *user, int line)
{
	return ((const int *)user)[line];
}

static void what_stands_on_no_site_of_the_game_is_counted(void **state)
{
	static const int value[] = { 1, 0, 7, 2, 1 };
	struct seen_sensor sensor[RULES_SITES_MAX];
	struct seen seen[RULES_SITES_MAX];

	(void)state;
	game("perturbador");
	read_board("[sensors s]\nkind = owner\nlabels = a1 b1\n[sensors p]\nkind = count\nmost = 9\nlabels = Na Nb\n"
		   "[buttons]\nlabels = end1\n");
	assert_int_equal(make(), 0);
	assert_int_equal(layout_look(&layout, settled, value, sensor, seen), 2); /* the pits; a button is no thing */
	assert_int_equal(seen[site("a1")].owner, 1);
	assert_int_equal(seen[site("b1")].count, 0);
	assert_int_equal(sensor[site("c1")].knows, 0);
	assert_true(layout_serves(board, "perturbador"));
	assert_false(layout_serves(board, "perturb"));
	assert_false(layout_serves(board, "thibault"));
}

static void values_of_every_kind_become_what_is_seen_and_back(void **state)
{
	(void)state;
	static const struct {
		int line, value;
		struct seen seen;
	} row[] = {
		{ 0, 0, { 0, 0, 0 } },  { 0, 1, { 1, 0, 0 } }, { 1, 0, { 0, 0, 0 } },
		{ 1, 2, { 1, 2, 0 } },  { 1, 5, { 1, 5, 0 } }, { 2, 1, { 1, 1, 0 } },
		{ 2, 10, { 1, 2, 1 } }, { 3, 0, { 0, 0, 0 } }, { 3, 4, { 4, 0, 0 } },
	};

	game("contigo-line");
	read_board("[sensors p]\nkind = presence\nlabels = a1\n[sensors o]\nkind = owner\nlabels = b1\n"
		   "[sensors r]\nkind = ranked\nlabels = c1\n[sensors c]\nkind = count\nmost = 6\nlabels = Na\n");
	assert_int_equal(make(), 0);
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		struct seen seen = layout_seen(&layout, row[i].line, row[i].value);
		assert_memory_equal(&seen, &row[i].seen, sizeof seen);
		assert_int_equal(layout_value(&layout, row[i].line, seen), row[i].value);
	}
	assert_int_equal(layout_seen(&layout, 3, 200).count, 6);
	assert_int_equal(layout_value(&layout, 3, (struct seen){ .count = 11 }), 6);
	assert_int_equal(layout.sensor[site("Na")].knows, SEEN_PRESENCE | SEEN_COUNT);
	assert_int_equal(layout.sensor[site("Na")].most, 6);
	assert_int_equal(layout.sensor[site("c1")].knows, SEEN_PRESENCE | SEEN_OWNER | SEEN_RANK);
}

static void leds_shine_under_their_sites_and_bars_light_as_many_as_beads(void **state)
{
	(void)state;
	struct light light[RULES_SITES_MAX] = { { 0 } };
	struct hal_rgb frame[5];

	game("contigo-line");
	read_board("[sensors p]\nkind = presence\nlabels = a1\n[leds]\nlabels = a1 Na Na Na elsewhere\n");
	assert_int_equal(make(), 0);
	assert_int_equal(layout.site_leds[site("Na")], 3);
	assert_int_equal(layout.led_site[4], RULES_NO_SITE);
	light[site("a1")] = (struct light){ .r = 1, .g = 2, .b = 3, .bar = 0 };
	light[site("Na")] = (struct light){ .r = 9, .bar = 2 };
	memset(frame, 0xff, sizeof frame);
	layout_frame(&layout, light, frame);
	assert_int_equal(frame[0].g, 2); /* a single LED shows a count by its colour */
	assert_int_equal(frame[1].r, 9);
	assert_int_equal(frame[2].r, 9);
	assert_int_equal(frame[3].r, 0);
	assert_int_equal(frame[4].r, 0);
	light[site("Na")].bar = 255;
	layout_frame(&layout, light, frame);
	assert_int_equal(frame[3].r, 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_board_without_one_site_of_the_game_is_refused),
		cmocka_unit_test(two_lines_for_one_site_are_refused),
		cmocka_unit_test(a_name_that_is_no_site_is_refused_with_its_key),
		cmocka_unit_test(a_faulty_line_is_not_believed),
		cmocka_unit_test(sites_without_a_line_are_blind),
		cmocka_unit_test(a_label_can_be_left_unused_in_one_game),
		cmocka_unit_test(end_buttons_belong_to_players),
		cmocka_unit_test(the_only_button_speaks_for_everybody),
		cmocka_unit_test(what_stands_on_no_site_of_the_game_is_counted),
		cmocka_unit_test(values_of_every_kind_become_what_is_seen_and_back),
		cmocka_unit_test(leds_shine_under_their_sites_and_bars_light_as_many_as_beads),
	};
	int failed = cmocka_run_group_tests_name("layout", tests, NULL, NULL);
	hal_board_free(board);
	return failed;
}
