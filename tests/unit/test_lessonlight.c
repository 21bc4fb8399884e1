/* test_lessonlight.c — the light of a lesson on the wood: what it refuses, what it gives way to, how its words move. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lessonlight.h"
#include "rules_text.h"

enum { MS = 1000, SITES = 64 }; /* 36 squares and 28 pits */

static const struct presenter_settings day = { .night_percent = 100 };

static int read_text(const char *text, struct lessonlight *ret)
{
	struct rules_variant v = variant("contigo-line");
	json_t *list = json_loads(text, 0, NULL);
	int err = lessonlight_read(&v, list, 0, ret);
	json_decref(list);
	return err;
}

static int site(const char *name)
{
	struct rules_variant v = variant("contigo-line");
	return rules_site_by_name(&v, name);
}

static bool lit(const struct light *l)
{
	return l->r || l->g || l->b;
}

static void words_and_sites_that_do_not_exist_are_refused(void **state)
{
	(void)state;
	struct lessonlight l = { .words = -7 };
	assert_int_equal(read_text("{}", &l), -EINVAL);
	assert_int_equal(read_text("[{\"cells\": [\"c1\"]}]", &l), -EINVAL);
	assert_int_equal(read_text("[{\"word\": \"blink\", \"cells\": [\"c1\"]}]", &l), -EINVAL);
	assert_int_equal(read_text("[{\"word\": \"pulse\", \"cells\": [\"c9\"]}]", &l), -EINVAL);
	assert_int_equal(read_text("[{\"word\": \"pulse\", \"cells\": [7]}]", &l), -EINVAL);
	assert_int_equal(l.words, -7);
}

static void a_third_rhythm_and_a_seventh_cell_are_refused(void **state)
{
	(void)state;
	struct lessonlight l;
	assert_int_equal(read_text("[{\"word\": \"pulse\"}, {\"word\": \"steady\"}, {\"word\": \"path\"}]", &l), -EINVAL);
	assert_int_equal(
	    read_text("[{\"word\": \"path\", \"cells\": [\"a1\", \"a2\", \"a3\", \"a4\", \"a5\", \"a6\", \"b6\"]}]", &l),
	    -EINVAL);
	assert_int_equal(read_text("[{\"word\": \"path\", \"cells\": [\"a1\", \"a2\", \"a3\", \"a4\", \"a5\", \"a6\"]}]", &l),
			 0);
}

static void what_the_board_needs_stands_above_the_lesson(void **state)
{
	(void)state;
	static const uint8_t needs[] = { LIGHT_BRING,  LIGHT_TAKE,   LIGHT_ASK, LIGHT_BLOCKER,
					 LIGHT_LIFTED, LIGHT_TARGET, LIGHT_WIN };
	struct lessonlight l;
	assert_int_equal(read_text("[{\"word\": \"steady\", \"cells\": [\"c3\"]}]", &l), 0);
	for (size_t i = 0; i < sizeof needs; i++) {
		struct light light[SITES] = { [5] = { .r = 9, .meaning = needs[i] } };
		int64_t next;
		lessonlight_paint(&l, &day, 0, light, SITES, &next);
		assert_int_equal(light[5].r, 9);
		assert_false(lit(&light[site("c3")]));
	}
}

static void the_quiet_light_of_the_game_gives_way(void **state)
{
	(void)state;
	struct lessonlight l;
	struct light light[SITES] = { [5] = { .r = 9, .meaning = LIGHT_BEADS }, [6] = { .g = 9, .meaning = LIGHT_LAST } };
	int64_t next;
	assert_int_equal(read_text("[{\"word\": \"steady\", \"cells\": [\"c3\"]}]", &l), 0);
	lessonlight_paint(&l, &day, 0, light, SITES, &next);
	assert_false(lit(&light[5]) || lit(&light[6]));
	assert_true(lit(&light[site("c3")]));
	assert_true(next == INT64_MAX); /* steady stands still */
}

static void without_words_the_game_keeps_its_light(void **state)
{
	(void)state;
	struct lessonlight l;
	struct light light[SITES] = { [5] = { .r = 9, .meaning = LIGHT_TURN } };
	int64_t next;
	assert_int_equal(read_text("[]", &l), 0);
	lessonlight_paint(&l, &day, 0, light, SITES, &next);
	assert_int_equal(light[5].r, 9);
}

/* Walks through `ms` from change to change and tells which of two sites were ever lit, and whether both at once. */
static void watch(const struct lessonlight *l, int a, int b, int64_t ms, bool *ret_a, bool *ret_b, bool *ret_both)
{
	*ret_a = *ret_b = *ret_both = false;
	for (int64_t now = 0, next; now<ms * MS; now = next> now ? next : now + 1) {
		struct light light[SITES] = { 0 };
		lessonlight_paint(l, &day, now, light, SITES, &next);
		bool on_a = lit(&light[a]), on_b = lit(&light[b]);
		*ret_a |= on_a;
		*ret_b |= on_b;
		*ret_both |= on_a && on_b;
	}
}

static void here_and_there_are_lit_by_turns(void **state)
{
	(void)state;
	struct lessonlight l;
	bool here, there, both;
	assert_int_equal(read_text("[{\"word\": \"alternate\", \"cells\": [\"Na\", \"Nc\"]}]", &l), 0);
	watch(&l, site("Na"), site("Nc"), 4000, &here, &there, &both);
	assert_true(here && there);
	assert_false(both);
}

static void a_path_runs_from_cell_to_cell(void **state)
{
	(void)state;
	struct lessonlight l;
	bool first, last, both;
	assert_int_equal(read_text("[{\"word\": \"path\", \"cells\": [\"c1\", \"c2\", \"c3\"]}]", &l), 0);
	watch(&l, site("c1"), site("c3"), 6000, &first, &last, &both);
	assert_true(first && last);
	assert_false(both);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_and_sites_that_do_not_exist_are_refused),
		cmocka_unit_test(a_third_rhythm_and_a_seventh_cell_are_refused),
		cmocka_unit_test(what_the_board_needs_stands_above_the_lesson),
		cmocka_unit_test(the_quiet_light_of_the_game_gives_way),
		cmocka_unit_test(without_words_the_game_keeps_its_light),
		cmocka_unit_test(here_and_there_are_lit_by_turns),
		cmocka_unit_test(a_path_runs_from_cell_to_cell),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
