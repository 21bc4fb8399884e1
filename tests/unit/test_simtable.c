/* test_simtable.c — the wood of a simulated board: what is lifted is gone, nothing is made from nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simtable.h"

static struct rules_look sensed[RULES_SITES_MAX];

static void on_sensed(void *user, int site, struct rules_look look)
{
	(void)user;
	sensed[site] = look;
}

static struct rules_variant variant(const char *name)
{
	struct rules_variant v;
	struct rules_error err;
	if (rules_variant_parse(name, &v, &err) < 0)
		fail_msg("%s", err.text);
	return v;
}

static int site(const char *game, const char *name)
{
	struct rules_variant v = variant(game);
	return rules_site_by_name(&v, name);
}

static struct simtable *table(const char *game, const char *path)
{
	struct simtable *t;
	struct rules_variant v = variant(game);
	memset(sensed, 0, sizeof sensed);
	assert_int_equal(simtable_new(path, on_sensed, NULL, &t), 0);
	simtable_use(t, &v);
	return t;
}

static void set_up(struct simtable *t, const char *game)
{
	struct rules_variant v = variant(game);
	struct rules_state s;
	struct rules_look look[RULES_SITES_MAX];
	rules_init(&v, &s);
	rules_project(&v, &s, look);
	simtable_setup(t, look);
}

static void nothing_can_be_taken_from_an_empty_place(void **state)
{
	struct simtable *t = table("contigo-line", NULL);
	(void)state;
	assert_int_equal(simtable_lift(t, 1, site("contigo-line", "a1"), 1, -1, 0), -ENOENT);
	assert_int_equal(simtable_drop(t, 1, site("contigo-line", "a1"), 1, -1, 0), -ENOENT);
	assert_int_equal(simtable_take_away(t, site("contigo-line", "a1"), 0), -ENOENT);
	assert_int_equal(simtable_turn_over(t, site("contigo-line", "a1")), -ENOENT);
	simtable_free(t);
}

static void impossible_things_are_refused(void **state)
{
	struct simtable *t = table("contigo-line", NULL);
	int a1 = site("contigo-line", "a1");
	(void)state;
	assert_int_equal(simtable_put(t, a1, 9, 0, 1), -EINVAL);
	assert_int_equal(simtable_put(t, a1, 1, 2, 1), -EINVAL);
	assert_int_equal(simtable_put(t, a1, 1, 0, 0), -EINVAL);
	assert_int_equal(simtable_put(t, a1, 1, 0, 256), -EINVAL);
	assert_int_equal(simtable_put(t, a1, 0, 0, 255), 0);
	assert_int_equal(simtable_put(t, a1, 0, 0, 1), -ENOSPC);
	assert_int_equal(simtable_turn_disk(t, 1), -ENOENT);
	simtable_free(t);
}

static void each_phone_has_its_own_hand(void **state)
{
	struct simtable *t = table("contigo-line", NULL);
	int a2 = site("contigo-line", "a2"), c2 = site("contigo-line", "c2");
	(void)state;
	set_up(t, "contigo-line");
	assert_int_equal(simtable_lift(t, 1, a2, 1, -1, 0), 0);
	assert_int_equal(sensed[a2].count, 0);
	assert_int_equal(simtable_drop(t, 2, c2, 1, -1, 0), -ENOENT);
	assert_int_equal(simtable_drop(t, 1, c2, 1, -1, 0), 0);
	assert_int_equal(sensed[c2].count, 1);
	assert_int_equal(sensed[c2].owner, 1);
	simtable_free(t);
}

static void beads_are_conserved_whatever_hands_do(void **state)
{
	struct simtable *t = table("contigo-line", NULL);
	struct rules_variant v = variant("contigo-line");
	int n, beads = 0;
	unsigned seed = 1;
	(void)state;
	rules_sites(&v, &n);
	set_up(t, "contigo-line");
	for (int i = 0; i < 3000; i++) {
		seed = seed * 1103515245u + 12345u;
		int at = (int)(seed >> 16) % n, count = 1 + (int)(seed >> 8) % 3;
		if (seed & 0x40000000)
			simtable_lift(t, i % 3, at, count, -1, 0);
		else
			simtable_drop(t, i % 3, at, count, -1, 0);
	}
	for (int i = 0; i < n; i++)
		beads += sensed[i].count;
	for (int hand = 0; hand < 3; hand++) {
		size_t k;
		json_t *held = simtable_hand(t, hand), *one;
		json_array_foreach(held, k, one) beads += (int)json_integer_value(json_object_get(one, "count"));
		json_decref(held);
	}
	assert_int_equal(beads, 56 + 16);
	simtable_free(t);
}

static void the_disk_carries_what_stands_on_it_and_comes_round(void **state)
{
	struct simtable *t = table("oraia", NULL);
	(void)state;
	assert_int_equal(simtable_put(t, site("oraia", "O1"), 1, 0, 1), 0);
	assert_int_equal(simtable_put(t, site("oraia", "I8"), 2, 1, 1), 0);
	assert_int_equal(simtable_put(t, site("oraia", "C1"), 2, 0, 1), 0);
	assert_int_equal(simtable_put(t, site("oraia", "H"), 1, 1, 1), 0);
	assert_int_equal(simtable_turn_disk(t, 1), 0);
	assert_int_equal(sensed[site("oraia", "O1")].count, 0);
	assert_int_equal(sensed[site("oraia", "O2")].owner, 1);
	assert_int_equal(sensed[site("oraia", "I1")].rank, 1);
	assert_int_equal(sensed[site("oraia", "C1")].owner, 2);
	assert_int_equal(sensed[site("oraia", "H")].owner, 1);
	assert_int_equal(simtable_turn_disk(t, -1), 0);
	assert_int_equal(sensed[site("oraia", "O1")].owner, 1);
	assert_int_equal(sensed[site("oraia", "I8")].owner, 2);
	simtable_free(t);
}

static void a_pawn_can_be_turned_over(void **state)
{
	struct simtable *t = table("oraia", NULL);
	int h = site("oraia", "H");
	(void)state;
	simtable_put(t, h, 1, 0, 1);
	assert_int_equal(simtable_turn_over(t, h), 0);
	assert_int_equal(sensed[h].rank, 1);
	assert_int_equal(simtable_turn_over(t, h), 0);
	assert_int_equal(sensed[h].rank, 0);
	simtable_free(t);
}

static void everything_stands_where_it_stood_after_a_restart(void **state)
{
	char path[] = "/tmp/tablero-simtable-XXXXXX";
	int a2 = site("contigo-line", "a2");
	(void)state;
	close(mkstemp(path));
	unlink(path);
	struct simtable *t = table("contigo-line", path);
	set_up(t, "contigo-line");
	simtable_lift(t, 7, a2, 1, -1, 0);
	json_t *before = simtable_json(t);
	simtable_free(t);
	t = table("contigo-line", path);
	json_t *after = simtable_json(t), *hand = simtable_hand(t, 7);
	assert_true(json_equal(before, after));
	assert_int_equal(json_array_size(hand), 1);
	assert_int_equal(sensed[a2].count, 0);
	assert_int_equal(sensed[site("contigo-line", "a4")].owner, 1);
	json_decref(before);
	json_decref(after);
	json_decref(hand);
	simtable_free(t);
	unlink(path);
}

static void another_game_begins_with_an_empty_table(void **state)
{
	struct simtable *t = table("contigo-line", NULL);
	struct rules_variant v = variant("oraia");
	(void)state;
	set_up(t, "contigo-line");
	simtable_use(t, &v);
	json_t *json = simtable_json(t);
	assert_int_equal(json_object_size(json), 0);
	json_decref(json);
	simtable_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_can_be_taken_from_an_empty_place),
		cmocka_unit_test(impossible_things_are_refused),
		cmocka_unit_test(each_phone_has_its_own_hand),
		cmocka_unit_test(beads_are_conserved_whatever_hands_do),
		cmocka_unit_test(the_disk_carries_what_stands_on_it_and_comes_round),
		cmocka_unit_test(a_pawn_can_be_turned_over),
		cmocka_unit_test(everything_stands_where_it_stood_after_a_restart),
		cmocka_unit_test(another_game_begins_with_an_empty_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
