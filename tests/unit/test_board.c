/*
 * Board files: what is refused and where, what is understood, and that the reference boards fit what they claim to serve.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../hal/gpio.h"
#include "../../hal/internal.h"
#include "rules.h"

#define HEAD "[board]\nid = x\ntitle = X\ngames = oraia\n"
#define SQUARES "[sensors squares]\nkind = presence\nlabels = a1 b1\n"

static char message[HAL_MESSAGE_MAX];

static struct hal_board *good(const char *text)
{
	struct hal_board *b = NULL;
	message[0] = 0;
	if (hal_board_parse("x.ini", text, &b, message) < 0)
		fail_msg("%s", message);
	return b;
}

static void refused(const char *text, const char *expected)
{
	struct hal_board *b = NULL;
	assert_int_equal(hal_board_parse("x.ini", text, &b, message), -EINVAL);
	assert_null(b);
	if (!strstr(message, expected))
		fail_msg("\"%s\" does not say \"%s\"", message, expected);
}

static void a_file_that_is_not_there_says_so(void **state)
{
	(void)state;
	struct hal_board *b = NULL;
	assert_int_equal(hal_board_read("/nonexistent/x.ini", &b, message), -ENOENT);
	assert_non_null(strstr(message, "/nonexistent/x.ini"));
}

static void errors_name_the_file_the_line_and_the_fault(void **state)
{
	(void)state;
	refused(HEAD "nonsense\n" SQUARES, "x.ini:5: neither");
	refused("a = b\n", "x.ini:1: a key before");
	refused(HEAD "id = y\n", "x.ini:5: the same key");
	refused(HEAD "colour = red\n" SQUARES, "x.ini:5: [board] has no key colour");
	refused(HEAD SQUARES "[sensor pits]\nkind = count\n", "x.ini:9: [sensor pits]: there are");
	refused(HEAD, "no [sensors NAME] section");
	refused(SQUARES, "[board] needs");
	refused(HEAD "[sensors s]\nlabels = a1\n", "kind: presence");
	refused(HEAD "[sensors s]\nkind = smell\nlabels = a1\n", "x.ini:6: [sensors s] kind");
	refused(HEAD "[sensors s]\nkind = presence\n", "x.ini:6: [sensors s] has no labels");
	refused(HEAD SQUARES "[sensors t]\nkind = presence\nlabels = c1 b1\n", "x.ini:10: b1: this label stands twice");
	refused(HEAD SQUARES "on_ms = soon\n", "x.ini:8: on_ms = soon");
	refused(HEAD SQUARES "on_ms = 99999\n", "from 0 to 10000");
	refused(HEAD SQUARES "[sensors t]\nkind = presence\nlabels = a_very_long_label_indeed\n", "at most 15");
	refused(HEAD "faulty = z9\n" SQUARES, "x.ini:5: faulty: there is no line z9");
	refused(HEAD SQUARES "[leds]\norder = rgg\n", "x.ini:9: order");
	refused(HEAD SQUARES "[leds]\ngamma = much\n", "x.ini:9: gamma");
	refused(HEAD SQUARES "[leds]\nlimit_ma = -1\n", "x.ini:9: limit_ma");
}

static void levels_that_cannot_be_told_apart_are_refused(void **state)
{
	(void)state;
	refused(HEAD "[sensors s]\nkind = count\nmost = 9\nlabels = Na\nlevels = 0:100\n", "counts must rise from 0 to most");
	refused(HEAD "[sensors s]\nkind = count\nmost = 9\nlabels = Na\nlevels = 0:100 9:104\n", "all of them different");
	refused(HEAD "[sensors s]\nkind = owner\nlabels = a1\nlevels = 1:500 2:700\n", "levels: that of 0 and others");
	refused(HEAD "[sensors s]\nkind = owner\nlabels = a1\nlevels = 0:500 6:700\n", "a value of this kind");
	refused(HEAD "[sensors s]\nkind = owner\nlabels = a1\nlevels = 0:500 1:1024\n", "0 ... 1023");
	refused(HEAD "[sensors s]\nkind = owner\nlabels = a1\nlevels = 0:500 1\n", "VALUE:RAW");
}

static void serial_inputs_are_given_once(void **state)
{
	(void)state;
	refused(HEAD "[sensors s]\nkind = presence\nlabels = a1 b1\nserial = s0 s0\n", "s0 is in use for a1");
	refused(HEAD "[sensors s]\nkind = presence\nlabels = a1 b1 c1\nserial = s0 s1\n", "2 inputs for 3 labels");
	refused(HEAD "[sensors s]\nkind = presence\nlabels = a1\nserial = q7\n", "s, n, a or b");
	refused(HEAD "[sensors s]\nkind = presence\nlabels = a1\nserial = a0\n", "analogue inputs and `levels`");
}

static void a_line_that_is_too_long_is_refused_and_not_cut(void **state)
{
	(void)state;
	char text[600];
	int n = snprintf(text, sizeof text, HEAD "[sensors s]\nkind = presence\nlabels =");
	memset(text + n, ' ', 300);
	strcpy(text + n + 300, "a1\n");
	refused(text, "x.ini:7: line too long");
}

static void too_many_lines_or_leds_are_refused(void **state)
{
	(void)state;
	char *text = malloc(40000);
	size_t n = (size_t)sprintf(text, HEAD "[sensors s]\nkind = presence\nlabels =");
	for (int i = 0; i <= HAL_LINES_MAX; i++)
		n += (size_t)sprintf(text + n, "\n l%d", i);
	refused(text, "more than 400 lines");
	n = (size_t)sprintf(text, HEAD SQUARES "[leds]\nlabels =");
	for (int i = 0; i <= HAL_LEDS_MAX; i++)
		n += (size_t)sprintf(text + n, "\n a1");
	refused(text, "more than 1024 LEDs");
	free(text);
}

static void a_failed_reading_leaves_the_result_untouched(void **state)
{
	(void)state;
	struct hal_board *marker = (struct hal_board *)message, *b = marker;
	assert_int_equal(hal_board_parse("x.ini", "junk", &b, message), -EINVAL);
	assert_ptr_equal(b, marker);
}

static void sensors_come_before_buttons_whatever_the_file_says_first(void **state)
{
	(void)state;
	struct hal_board *b = good(HEAD "[buttons]\nlabels = end1\n" SQUARES);
	assert_int_equal(hal_board_lines(b), 3);
	assert_string_equal(hal_board_line(b, 0)->label, "a1");
	assert_int_equal(hal_board_line(b, 2)->kind, HAL_BUTTON);
	assert_int_equal(hal_board_find(b, "end1"), 2);
	assert_int_equal(hal_board_find(b, "end2"), -ENOENT);
	assert_null(hal_board_line(b, 3));
	hal_board_free(b);
}

static void counts_lie_on_the_line_between_the_levels_given(void **state)
{
	(void)state;
	struct hal_board *b = good(HEAD "[sensors p]\nkind = count\nmost = 10\nlabels = Na\nlevels = 0:100 4:500 10:800\n");
	const struct hal_levels *l = hal_board_levels(b, 0);
	assert_int_equal(l->n, 11);
	assert_int_equal(l->at[2].raw, 300);
	assert_int_equal(l->at[7].raw, 650);
	assert_true(hal_board_line(b, 0)->analogue);
	hal_board_free(b);
}

static void inputs_follow_by_kind_when_none_are_given(void **state)
{
	(void)state;
	struct hal_board *b =
	    good(HEAD SQUARES "[sensors o]\nkind = owner\nlabels = c1\n[sensors t]\nkind = presence\nlabels = d1\n"
			      "[sensors u]\nkind = presence\nlabels = e1 f1\nserial = s9\n[buttons]\nlabels = end1\n");
	static const char expected[] = "s0 s1 n0 s2 s9 s10 b0 ";
	char got[64] = "";
	for (int i = 0; i < hal_board_lines(b); i++)
		sprintf(got + strlen(got), "%c%d ", hal_board_input(b, i).letter, hal_board_input(b, i).number);
	assert_string_equal(got, expected);
	hal_board_free(b);
}

static void other_keys_are_carried_with_their_lines(void **state)
{
	(void)state;
	int line;
	const char *value;
	struct hal_board *b = good(HEAD SQUARES "[gpio]\nlines.1 = pinctrl-rp1: a1 b1\nbias = none\n");
	assert_string_equal(hal_board_value(b, "gpio", "lines.1"), "pinctrl-rp1: a1 b1");
	assert_string_equal(hal_board_entry(b, "gpio", 1, &value, &line), "bias");
	assert_string_equal(value, "none");
	assert_int_equal(line, 10);
	assert_null(hal_board_entry(b, "gpio", 2, &value, &line));
	assert_null(hal_board_value(b, "gpio", "active"));
	hal_board_free(b);
}

static void a_line_is_marked_faulty_in_the_file_or_later(void **state)
{
	(void)state;
	struct hal_board *b = good(HEAD "faulty = b1\n" SQUARES);
	assert_false(hal_board_line(b, 0)->faulty);
	assert_true(hal_board_line(b, 1)->faulty);
	hal_board_mark(b, 1, false);
	assert_false(hal_board_line(b, 1)->faulty);
	hal_board_free(b);
}

/* ---- The reference boards ---------------------------------------------------------------------------------------------- */

static struct hal_board *reference(const char *name)
{
	char path[512];
	struct hal_board *b;
	snprintf(path, sizeof path, SOURCE_DIR "/hal/boards/%s.ini", name);
	if (hal_board_read(path, &b, message) < 0)
		fail_msg("%s", message);
	return b;
}

static bool has_led(const struct hal_board *b, const char *label)
{
	for (int i = 0; i < hal_board_leds(b); i++)
		if (!strcmp(hal_board_led(b, i)->label, label))
			return true;
	return false;
}

/* Every site that can hold something has a line of a fitting kind and an LED; every sensor line is a site. */
static void fits(const char *board, const char *variant, bool pits_have_lines)
{
	struct hal_board *b = reference(board);
	struct rules_variant v;
	struct rules_error err;
	int n, sensors = 0;
	if (rules_variant_parse(variant, &v, &err) < 0)
		fail_msg("%s", err.text);
	const struct rules_site *site = rules_sites(&v, &n);
	for (int i = 0; i < n; i++) {
		if (!has_led(b, site[i].name))
			fail_msg("%s: no LED at %s", board, site[i].name);
		int line = hal_board_find(b, site[i].name);
		bool wanted = site[i].sense == RULES_SENSE_PIECE || (site[i].sense == RULES_SENSE_COUNT && pits_have_lines);
		if (wanted != (line >= 0))
			fail_msg("%s: %s has %s line", board, site[i].name, line < 0 ? "no" : "a");
		sensors += line >= 0;
	}
	for (int i = 0; i < hal_board_lines(b); i++)
		sensors -= hal_board_line(b, i)->kind != HAL_BUTTON;
	assert_int_equal(sensors, 0);
	char id[32];
	snprintf(id, sizeof id, "%.*s", (int)strcspn(variant, ":"), variant);
	assert_non_null(strstr(hal_board_games(b), id));
	hal_board_free(b);
}

static void the_reference_boards_fit_the_sites_of_their_games(void **state)
{
	(void)state;
	fits("contigo", "contigo-line", true);
	fits("contigo", "contigo-capture", true);
	fits("contigo-presence", "contigo-line", true);
	fits("contigo-blind", "contigo-line", false);
	fits("thibault", "thibault", true);
	fits("swahili", "swahili:players=4", true);
	fits("perturbador", "perturbador", true);
	fits("contigo-matrix", "contigo-line", true);
	fits("andantino", "andantino:side=7", true);
	fits("andantino-reed", "andantino:side=7", true);
	fits("oraia", "oraia", true);
}

static void boards_without_a_microcontroller_have_a_wire_for_every_switch(void **state)
{
	(void)state;
	static const char *const name[] = { "contigo-presence", "contigo-blind", "contigo-matrix", "andantino-reed" };
	for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
		struct hal_board *b = reference(name[i]);
		struct gpio_wiring w;
		if (gpio_wiring_read(&w, b, message) < 0)
			fail_msg("%s", message);
		hal_board_free(b);
	}
}

static void every_reference_board_opens_as_a_simulated_one(void **state)
{
	(void)state;
	static const char *const name[] = { "contigo",        "contigo-presence", "contigo-blind", "thibault",
					    "swahili",        "perturbador",      "andantino",     "oraia",
					    "contigo-matrix", "andantino-reed" };
	for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
		struct hal_board *b = reference(name[i]);
		struct hal *h;
		struct hal_event event[900];
		assert_int_equal(hal_open("sim:", b, 0, &h, message), 0);
		assert_int_equal(hal_read(h, 0, event, 900), hal_board_lines(b) + 4);
		hal_close(h);
		hal_board_free(b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_that_is_not_there_says_so),
		cmocka_unit_test(errors_name_the_file_the_line_and_the_fault),
		cmocka_unit_test(levels_that_cannot_be_told_apart_are_refused),
		cmocka_unit_test(serial_inputs_are_given_once),
		cmocka_unit_test(a_line_that_is_too_long_is_refused_and_not_cut),
		cmocka_unit_test(too_many_lines_or_leds_are_refused),
		cmocka_unit_test(a_failed_reading_leaves_the_result_untouched),
		cmocka_unit_test(sensors_come_before_buttons_whatever_the_file_says_first),
		cmocka_unit_test(counts_lie_on_the_line_between_the_levels_given),
		cmocka_unit_test(inputs_follow_by_kind_when_none_are_given),
		cmocka_unit_test(other_keys_are_carried_with_their_lines),
		cmocka_unit_test(a_line_is_marked_faulty_in_the_file_or_later),
		cmocka_unit_test(the_reference_boards_fit_the_sites_of_their_games),
		cmocka_unit_test(boards_without_a_microcontroller_have_a_wire_for_every_switch),
		cmocka_unit_test(every_reference_board_opens_as_a_simulated_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
