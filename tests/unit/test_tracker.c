/*
 * test_tracker.c — the projection search by itself: what it must not read, what it reads, and how it tells readings apart.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules_text.h"
#include "tracker.h"

struct desk {
	struct rules_variant v;
	struct rules_state s;
	struct tracker *t;
	struct tracker_found *found;
	int64_t now_us;
};

static void desk_begin(struct desk *d, const char *game, const char *fen, uint8_t piece_knows, uint8_t most)
{
	struct seen_sensor sensor[RULES_SITES_MAX] = { 0 };
	struct rules_look look[RULES_SITES_MAX];
	const struct rules_site *site;
	int n;

	d->v = variant(game);
	d->s = position(&d->v, fen);
	d->now_us = 0;
	site = rules_sites(&d->v, &n);
	for (int i = 0; i < n; i++) {
		if (site[i].sense == RULES_SENSE_PIECE)
			sensor[i].knows = piece_knows;
		if (site[i].sense == RULES_SENSE_COUNT)
			sensor[i] = (struct seen_sensor){ most ? SEEN_PRESENCE | SEEN_COUNT : SEEN_NOTHING, most };
	}
	assert_int_equal(tracker_new(&d->t), 0);
	d->found = calloc(1, sizeof(*d->found));
	assert_non_null(d->found);
	tracker_layout(d->t, &d->v, sensor, n);
	rules_project(&d->v, &d->s, look);
	for (int i = 0; i < n; i++)
		tracker_see(d->t, d->now_us, (uint16_t)i, (struct seen){ look[i].count, look[i].owner, look[i].rank });
	tracker_forget(d->t, d->t->order);
}

static void desk_end(struct desk *d)
{
	tracker_free(d->t);
	free(d->found);
}

static void see(struct desk *d, const char *site, int count, int owner)
{
	int i = rules_site_by_name(&d->v, site);

	assert_true(i >= 0);
	d->now_us += 100000;
	tracker_see(d->t, d->now_us, (uint16_t)i, (struct seen){ (uint8_t)count, (uint8_t)owner, 0 });
}

static void search(struct desk *d, int turns)
{
	tracker_search(d->t, &d->s, NULL, 0, turns, TRACKER_BUDGET, d->found);
	for (int i = 0; i < d->found->readings; i++)
		tracker_weigh(d->t, &d->s, 0, NULL, &d->found->reading[i]);
}

static void assert_reading(struct desk *d, int index, const char *text)
{
	char run[1024] = "";

	assert_true(index < d->found->readings);
	for (int k = 0; k < d->found->reading[index].actions; k++) {
		char one[RULES_ACTION_MAX];

		rules_action_text(&d->v, d->found->reading[index].action[k], one);
		strcat(run, k ? " " : "");
		strcat(run, one);
	}
	assert_string_equal(run, text);
}

static const char line_start[] =
    "1bwbw1/w4b/b4w/w4b/b4w/1wbwb1 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -";

/* ---- What must not be read ---------------------------------------------------------------------------------------------- */

static void an_untouched_board_has_no_reading(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 255);
	search(&d, 2);
	assert_int_equal(d.found->readings, 0);
	assert_true(tracker_fits(d.t, &d.s, NULL));
	desk_end(&d);
}

static void a_pawn_in_the_hand_is_no_turn(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 255);
	see(&d, "b1", 0, 0);
	search(&d, 2);
	assert_int_equal(d.found->readings, 0);
	desk_end(&d);
}

static void a_pawn_set_down_one_square_too_far_is_no_turn(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 255);
	see(&d, "b1", 0, 0);
	see(&d, "b4", 1, 1);
	search(&d, 2);
	assert_int_equal(d.found->readings, 0);
	desk_end(&d);
}

static void beads_without_their_pawn_are_no_turn(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 255);
	see(&d, "Na", 1, 0);
	see(&d, "Nb", 3, 0);
	search(&d, 2);
	assert_int_equal(d.found->readings, 0);
	desk_end(&d);
}

static void beads_still_in_the_hand_end_no_turn(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line:beads=spread", line_start, SEEN_PRESENCE, 255);
	see(&d, "b1", 0, 0);
	see(&d, "b3", 1, 1);
	see(&d, "Na", 0, 0);
	see(&d, "Nb", 3, 0);
	search(&d, 1);
	assert_int_equal(d.found->readings, 0);
	desk_end(&d);
}

static void a_bead_too_many_fits_nothing(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 255);
	see(&d, "b1", 0, 0);
	see(&d, "b3", 1, 1);
	see(&d, "SE", 3, 0);
	search(&d, 2);
	assert_int_equal(d.found->readings, 0);
	desk_end(&d);
}

static void a_budget_that_runs_out_is_told(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 255);
	see(&d, "b1", 0, 0);
	see(&d, "b3", 1, 1);
	see(&d, "Na", 1, 0);
	see(&d, "Nb", 3, 0);
	tracker_search(d.t, &d.s, NULL, 0, 2, 10, d.found);
	assert_true(d.found->exhausted);
	assert_int_equal(d.found->readings, 0);
	desk_end(&d);
}

/* ---- What is read ---------------------------------------------------------------------------------------------------------
 */

static void a_pawn_set_down_is_the_first_half_of_a_turn(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 255);
	see(&d, "b1", 0, 0);
	see(&d, "b3", 1, 1);
	search(&d, 1);
	assert_int_equal(d.found->readings, 1);
	assert_reading(&d, 0, "b1b3");
	assert_int_equal(d.found->reading[0].turns, 0);
	desk_end(&d);
}

static void pawn_and_beads_are_one_turn_in_whatever_order_they_moved(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 255);
	see(&d, "Na", 1, 0);
	see(&d, "b3", 1, 1);
	see(&d, "Nb", 3, 0);
	see(&d, "b1", 0, 0);
	search(&d, 1);
	assert_int_equal(d.found->readings, 1);
	assert_reading(&d, 0, "b1b3 1Na-Nb");
	assert_int_equal(d.found->reading[0].turns, 1);
	desk_end(&d);
}

static void two_turns_at_once_are_told_apart(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE | SEEN_OWNER, 255);
	see(&d, "b1", 0, 0);
	see(&d, "b3", 1, 1);
	see(&d, "Na", 1, 0);
	see(&d, "Nb", 3, 0);
	see(&d, "c1", 0, 0);
	see(&d, "c3", 1, 2);
	search(&d, 2);
	assert_int_equal(d.found->readings, 1);
	assert_reading(&d, 0, "b1b3 1Na-Nb c1c3");
	desk_end(&d);
}

static void twelve_beads_spread_cost_tens_of_positions(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line:beads=spread",
		   "1bwbw1/w4b/b4w/w4b/b4w/1wbwb1 12,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,0,0,0,0,0,2,2,2,2,2 1 piece -",
		   SEEN_PRESENCE, 255);
	see(&d, "b1", 0, 0);
	see(&d, "b3", 1, 1);
	see(&d, "NW", 0, 0);
	see(&d, "Na", 4, 0);
	see(&d, "Nb", 4, 0);
	see(&d, "Nc", 4, 0);
	see(&d, "W6", 4, 0);
	see(&d, "W5", 4, 0);
	see(&d, "W4", 4, 0);
	search(&d, 1);
	assert_int_equal(d.found->readings, 1);
	assert_int_equal(d.found->reading[0].actions, 14);
	assert_true(d.found->nodes < 500);
	desk_end(&d);
}

static void counts_that_saturate_still_name_small_takes(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 3);
	see(&d, "b1", 0, 0);
	see(&d, "b3", 1, 1);
	see(&d, "Na", 0, 0);
	see(&d, "Nc", 3, 0);
	search(&d, 1);
	assert_int_equal(d.found->readings, 1);
	assert_reading(&d, 0, "b1b3 2Na-Nc");
	desk_end(&d);
}

/* ---- Evidence -------------------------------------------------------------------------------------------------------------
 */

/* White king a1 may take on a3 or go on to c1; both squares hold black pieces: by presence alone it only leaves a hole. */
static const char two_victims[] =
    "Bb2wW/bb2ww/6/b5/w5/W1b1bB 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -";

static void of_two_victims_the_one_that_left_a_gap_is_taken(void **state)
{
	struct desk d;
	int best = 0;

	(void)state;
	desk_begin(&d, "contigo-capture", two_victims, SEEN_PRESENCE, 255);
	see(&d, "a1", 0, 0);
	see(&d, "c1", 0, 0);
	see(&d, "c1", 1, 0);
	search(&d, 1);
	assert_int_equal(d.found->readings, 2);
	if (tracker_compare(&d.found->reading[1].doubt, &d.found->reading[0].doubt) < 0)
		best = 1;
	assert_reading(&d, best, "a1c1");
	assert_int_equal(d.found->reading[best].doubt.unseen, 0);
	assert_true(d.found->reading[!best].doubt.unseen > 0);
	desk_end(&d);
}

static void a_victim_taken_off_first_counts_as_well(void **state)
{
	struct desk d;
	int best = 0;

	(void)state;
	desk_begin(&d, "contigo-capture", two_victims, SEEN_PRESENCE, 255);
	see(&d, "a3", 0, 0);
	see(&d, "a1", 0, 0);
	see(&d, "a3", 1, 0);
	search(&d, 1);
	if (d.found->readings > 1 && tracker_compare(&d.found->reading[1].doubt, &d.found->reading[0].doubt) < 0)
		best = 1;
	assert_reading(&d, best, "a1a3");
	assert_int_equal(d.found->reading[best].doubt.unseen, 0);
	desk_end(&d);
}

static void a_victim_that_left_no_gap_is_doubted(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-capture", two_victims, SEEN_PRESENCE, 255);
	see(&d, "a1", 0, 0);
	search(&d, 1);
	assert_int_equal(d.found->readings, 2);
	assert_true(d.found->reading[0].doubt.unseen > 0);
	assert_true(d.found->reading[1].doubt.unseen > 0);
	desk_end(&d);
}

static void the_order_tells_piece_and_disturber_apart_by_presence_alone(void **state)
{
	static const char fen[] = "1bbbbbb1/8/8/8/8/2x5/8/1wwwwww1 2 piece 0,0";
	struct desk d;
	int best = 0;

	(void)state;
	desk_begin(&d, "perturbador", fen, SEEN_PRESENCE, 0);
	see(&d, "b8", 0, 0); /* the piece goes to a8 … */
	see(&d, "a8", 1, 0);
	see(&d, "c3", 0, 0); /* … and the disturber to a3 */
	see(&d, "a3", 1, 0);
	search(&d, 1);
	assert_true(d.found->readings >= 1);
	for (int i = 1; i < d.found->readings; i++)
		if (tracker_compare(&d.found->reading[i].doubt, &d.found->reading[best].doubt) < 0)
			best = i;
	assert_reading(&d, best, "b8a8 xa3");
	assert_int_equal(d.found->reading[best].doubt.late, 0);
	desk_end(&d);
}

static void a_piece_gone_home_looks_like_one_in_the_hand(void **state)
{
	/* Up to the black piece on a5, then along rank 4 into the well. */
	static const char fen[] = "2bbbbb1/8/7x/b7/8/8/8/wwwwww2 1 piece 0,0";
	struct desk d;

	(void)state;
	desk_begin(&d, "perturbador", fen, SEEN_PRESENCE | SEEN_OWNER, 0);
	see(&d, "a1", 0, 0);
	search(&d, 1);
	assert_int_equal(d.found->readings, 1);
	assert_reading(&d, 0, "a1d4");
	for (int i = 0; i < d.found->readings; i++)
		assert_true(d.found->reading[i].vanish);
	desk_end(&d);
}

static void after_a_hole_in_the_log_every_site_may_have_been_touched(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-capture", two_victims, SEEN_PRESENCE | SEEN_OWNER, 255);
	tracker_hole(d.t);
	see(&d, "a1", 0, 0);
	see(&d, "c1", 1, 1);
	search(&d, 1);
	assert_int_equal(d.found->readings, 1);
	assert_reading(&d, 0, "a1c1");
	desk_end(&d);
}

static void a_full_log_forgets_the_oldest_touches_and_knows_it(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 255);
	for (int i = 0; i < TRACKER_TOUCHES_MAX + 1; i++)
		see(&d, "b1", i % 2, i % 2);
	assert_true(d.t->touches <= TRACKER_TOUCHES_MAX);
	assert_true(d.t->gap > 0);
	desk_end(&d);
}

/* ---- Whether a hand may go on -----------------------------------------------------------------------------------------------
 */

static bool extendable(struct desk *d, int index)
{
	return tracker_extendable(d->t, &d->s, &d->found->reading[index]);
}

static void one_bead_out_of_two_could_be_the_first_of_two(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 255);
	see(&d, "b1", 0, 0);
	see(&d, "b3", 1, 1);
	see(&d, "Na", 1, 0);
	see(&d, "Nb", 3, 0);
	search(&d, 1);
	assert_true(extendable(&d, 0));
	desk_end(&d);
}

static void a_pit_emptied_at_one_go_is_final(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "contigo-line", line_start, SEEN_PRESENCE, 255);
	see(&d, "b1", 0, 0);
	see(&d, "b3", 1, 1);
	see(&d, "Na", 0, 0);
	see(&d, "Nc", 4, 0);
	search(&d, 1);
	assert_false(extendable(&d, 0));
	desk_end(&d);
}

static void a_slide_that_may_go_on_is_not_final(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "perturbador", "1bbbbbb1/8/8/8/8/2x5/8/1wwwwww1 1 piece 0,0", SEEN_PRESENCE | SEEN_OWNER, 0);
	see(&d, "b1", 0, 0);
	see(&d, "b2", 1, 1);
	search(&d, 1);
	assert_reading(&d, 0, "b1b2");
	assert_true(extendable(&d, 0));
	desk_end(&d);
}

static void a_lap_that_ends_on_an_own_row_is_not_final(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "swahili", "3,3,3,3,0,0,0,0,0,0,0/0/0 3,3,3,3,0,0,0,0,0,0,0/0/0 1", SEEN_PRESENCE, 255);
	see(&d, "1.1", 0, 0);
	see(&d, "1.2", 4, 1);
	see(&d, "1.3", 4, 1);
	see(&d, "1.4", 4, 1);
	search(&d, 1);
	assert_reading(&d, 0, "1");
	assert_true(extendable(&d, 0));
	desk_end(&d);
}

static void a_tile_set_down_is_final(void **state)
{
	struct desk d;

	(void)state;
	desk_begin(&d, "andantino", "J10w,J11r 1 -", SEEN_PRESENCE | SEEN_OWNER, 0);
	see(&d, "K10", 1, 1);
	search(&d, 1);
	assert_reading(&d, 0, "K10");
	assert_false(extendable(&d, 0));
	desk_end(&d);
}

static void a_row_that_is_full_again_at_the_end_is_where_the_sowing_began(void **state)
{
	struct desk d;
	struct tracker_change change;
	struct rules_error err;
	rules_action a;

	(void)state;
	desk_begin(&d, "swahili:players=4,capture=optional",
		   "1,0,1,1,1,2,1,0,0,2,0/2/1 0,0,0,1,0,2,1,2,1,1,1/0/0 "
		   "0,0,1,0,1,4,2,0,0,2,2/0/0 0,1,2,1,1,0,2,0,1,3,0/1/3 4",
		   SEEN_PRESENCE, 255);
	assert_int_equal(rules_action_read(&d.v, &d.s, "4++++", &a, &err), 0);
	tracker_change(d.t, &d.s, a, &change);
	assert_int_equal(change.from, rules_site_by_name(&d.v, "4.4"));
	assert_int_equal(change.to, rules_site_by_name(&d.v, "4.4"));
	desk_end(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_untouched_board_has_no_reading),
		cmocka_unit_test(a_pawn_in_the_hand_is_no_turn),
		cmocka_unit_test(a_pawn_set_down_one_square_too_far_is_no_turn),
		cmocka_unit_test(beads_without_their_pawn_are_no_turn),
		cmocka_unit_test(beads_still_in_the_hand_end_no_turn),
		cmocka_unit_test(a_bead_too_many_fits_nothing),
		cmocka_unit_test(a_budget_that_runs_out_is_told),
		cmocka_unit_test(a_pawn_set_down_is_the_first_half_of_a_turn),
		cmocka_unit_test(pawn_and_beads_are_one_turn_in_whatever_order_they_moved),
		cmocka_unit_test(two_turns_at_once_are_told_apart),
		cmocka_unit_test(twelve_beads_spread_cost_tens_of_positions),
		cmocka_unit_test(counts_that_saturate_still_name_small_takes),
		cmocka_unit_test(of_two_victims_the_one_that_left_a_gap_is_taken),
		cmocka_unit_test(a_victim_taken_off_first_counts_as_well),
		cmocka_unit_test(a_victim_that_left_no_gap_is_doubted),
		cmocka_unit_test(the_order_tells_piece_and_disturber_apart_by_presence_alone),
		cmocka_unit_test(a_piece_gone_home_looks_like_one_in_the_hand),
		cmocka_unit_test(after_a_hole_in_the_log_every_site_may_have_been_touched),
		cmocka_unit_test(a_full_log_forgets_the_oldest_touches_and_knows_it),
		cmocka_unit_test(one_bead_out_of_two_could_be_the_first_of_two),
		cmocka_unit_test(a_pit_emptied_at_one_go_is_final),
		cmocka_unit_test(a_slide_that_may_go_on_is_not_final),
		cmocka_unit_test(a_lap_that_ends_on_an_own_row_is_not_final),
		cmocka_unit_test(a_tile_set_down_is_final),
		cmocka_unit_test(a_row_that_is_full_again_at_the_end_is_where_the_sowing_began),
	};

	return cmocka_run_group_tests_name("tracker", tests, NULL, NULL);
}
