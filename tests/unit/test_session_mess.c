/*
 * test_session_mess.c — what goes wrong on a real table: said at once or after a moment, one thing at a time, with a way out by
 * hands alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table.h"

static struct table *begin(const char *game, const char *sensors, const char *fen)
{
	struct table *t = table_new(game, sensors);

	table_start(t, fen);
	table_forget(t);
	assert_phase(t, VIEW_PLAY);
	return t;
}

static void assert_sentences(struct table *t)
{
	const struct view *v = table_view(t);

	assert_true(v->waiting.key[0] && v->waiting.en[0] && v->waiting.es[0]);
}

static void a_wrong_piece_is_shown_at_once(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_lift(t, "d1");
	assert_true(table_view(t)->lift.wrong);
	assert_string_equal(table_view(t)->waiting.key, "wrong-piece");
	table_put(t, "d1", 2);
	assert_false(table_view(t)->lift.wrong);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_line(t, "");
	table_free(t);
}

static void what_is_missing_is_told_by_whose_it_is(void **state)
{
	struct table *t = begin("contigo-capture", "CS",
				"Bb2wW/bb2ww/6/b5/w5/W4B 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -");

	(void)state;
	table_lift(t, "a2");
	table_lift(t, "f6");
	table_lift(t, "b5");
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	assert_string_equal(table_view(t)->waiting.en, "A piece of Player 1 is missing on a2.");
	assert_string_equal(table_view(t)->waiting.es, "Falta una pieza de Jugador 1 en a2.");
	table_put(t, "a2", 1);
	table_put(t, "b5", 2);
	table_lift(t, "a6");
	table_rest(t);
	assert_string_equal(table_view(t)->waiting.en, "A piece of Player 2, one of the kings, is missing on a6.");
	table_free(t);

	t = begin("perturbador", "PS", "8/5b2/2w4b/6x1/8/1w3wb1/8/1b6 1 piece 3,2");
	table_lift(t, "g5");
	table_lift(t, "b1");
	table_lift(t, "b3");
	table_rest(t);
	table_put(t, "b1", 2);
	table_put(t, "b3", 1);
	table_lift(t, "h6");
	table_rest(t);
	assert_string_equal(table_view(t)->waiting.es, "En g5 va el perturbador.");
	table_free(t);
}

static void an_opposing_piece_that_can_be_taken_is_no_wrong_piece(void **state)
{
	struct table *t = begin("contigo-capture", "CS",
				"Bb2wW/bb2ww/6/b5/w5/W4B 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -");

	(void)state;
	table_lift(t, "a3");
	assert_false(table_view(t)->lift.wrong);
	table_put(t, "a3", 2);
	table_rest(t);
	assert_line(t, "");
	table_free(t);
}

static void a_wrong_square_is_explained_after_a_moment(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_move(t, "e1", "e4");
	table_wait(t, 500);
	assert_phase(t, VIEW_PLAY);
	table_wait(t, 1000);
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "e4>e1");
	assert_string_equal(table_view(t)->why.rule, "pit-count");
	assert_int_equal(table_heard(t, EVENT_REFUSED), 1);
	assert_int_equal(table_heard(t, EVENT_MISMATCH), 1);
	assert_sentences(t);
	table_move(t, "e4", "e1");
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_null(table_view(t)->why.rule);
	assert_int_equal(table_heard(t, EVENT_AGREED), 1);
	assert_line(t, "");
	table_free(t);
}

static void from_a_wrong_square_one_may_go_straight_to_the_right_one(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_move(t, "e1", "e4");
	table_rest(t);
	table_move(t, "e4", "e3");
	table_rest(t);
	assert_line(t, "e1e3");
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void a_piece_out_of_turn_is_refused_with_the_reason(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_move(t, "d1", "d3");
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "d3>d1");
	assert_non_null(table_view(t)->why.rule);
	assert_line(t, "");
	table_free(t);
}

static void beads_before_the_pawn_are_explained(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_beads(t, "Na", -1);
	table_wait(t, 400);
	table_beads(t, "Nb", 1);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_string_equal(table_view(t)->waiting.key, "beads-first");
	table_move(t, "e1", "e3");
	table_rest(t);
	assert_line(t, "e1e3 1Na-Nb");
	table_free(t);
}

static void a_wrong_number_of_beads_is_carried_back(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_move(t, "e1", "e3");
	table_rest(t);
	table_beads(t, "Na", -2);
	table_wait(t, 400);
	table_beads(t, "Nb", 2);
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "Nb>Na");
	assert_non_null(table_view(t)->why.rule);
	table_beads(t, "Nb", -2);
	table_wait(t, 400);
	table_beads(t, "Nc", 2);
	table_rest(t);
	assert_line(t, "e1e3 2Na-Nc");
	table_free(t);
}

static void a_bead_on_the_floor_is_missed_after_a_while(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_beads(t, "Na", -1);
	table_wait(t, 2000);
	assert_phase(t, VIEW_PLAY);
	table_wait(t, 5000);
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "->Na");
	table_beads(t, "Na", 1);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void an_extra_bead_is_taken_away(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_beads(t, "Na", 1);
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "Na>-");
	assert_sentences(t);
	table_beads(t, "Na", -1);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void two_pieces_swapped_are_carried_back_one_after_the_other(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_lift(t, "e1");
	table_lift(t, "d1");
	table_wait(t, 500);
	table_put(t, "e1", 2);
	table_put(t, "d1", 1);
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	assert_int_equal(table_view(t)->fixes, 2);
	table_lift(t, "e1");
	table_lift(t, "d1");
	table_wait(t, 500);
	table_put(t, "e1", 1);
	table_put(t, "d1", 2);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_line(t, "");
	table_free(t);
}

static void a_board_swept_clean_is_rebuilt_piece_by_piece(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);
	struct rules_look before[RULES_SITES_MAX];

	(void)state;
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	memcpy(before, t->look, sizeof(before));
	for (int i = 0; i < t->sites; i++) {
		table_set_at(t, (uint16_t)i, (struct rules_look){ 0 });
		table_wait(t, 20);
	}
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	assert_true(table_view(t)->fixes > 30);
	for (int i = t->sites - 1; i >= 0; i--) {
		table_set_at(t, (uint16_t)i, before[i]);
		table_wait(t, 700);
	}
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_line(t, "e1e3 1Na-Nb");
	table_free(t);
}

static void a_pawn_knocked_over_to_the_next_square_goes_back(void **state)
{
	struct table *t = begin("oraia", "PS", NULL);

	(void)state;
	table_move(t, "C2", "O4");
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "O4>C2");
	table_move(t, "O4", "C2");
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void a_tile_nudged_into_the_next_cell_is_a_correction(void **state)
{
	struct table *t = begin("andantino", "PS", NULL);

	(void)state;
	table_put(t, "K10", 1);
	table_rest(t);
	assert_line(t, "K10");
	table_move(t, "K10", "I11");
	table_rest(t);
	assert_line(t, "I11");
	table_free(t);
}

static void a_sensor_that_sticks_can_be_marked_and_play_goes_on(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	/* d4 says that something stands there, though nothing does. */
	table_put(t, "d4", 1);
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	table_blind(t, "d4");
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	assert_line(t, "e1e3 1Na-Nb");
	table_free(t);
}

static void a_piece_on_a_blind_square_is_inferred_where_only_that_is_left(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_blind(t, "e3");
	table_rest(t);
	table_lift(t, "e1");
	table_wait(t, 1500);
	assert_line(t, "");
	table_wait(t, 3000);
	assert_line(t, "e1e3");
	table_beads(t, "Na", -1);
	table_wait(t, 300);
	table_beads(t, "Nb", 1);
	table_rest(t);
	assert_line(t, "e1e3 1Na-Nb");
	table_free(t);
}

static void of_two_blind_squares_one_is_asked_for(void **state)
{
	struct table *t =
	    begin("contigo-line", "CS", "6/6/6/1b4/6/w1w3 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -");

	(void)state;
	table_blind(t, "c3");
	table_blind(t, "e1");
	table_rest(t);
	table_lift(t, "c1");
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_int_equal(table_view(t)->question.kind, VIEW_ASK_SITE);
	assert_int_equal(table_view(t)->question.choices, 3); /* … or none of them */
	assert_line(t, "");
	table_free(t);
}

/* ---- Going back -----------------------------------------------------------------------------------------------------------
 */

static void rebuilding_the_position_one_ply_back_takes_it_back(void **state)
{
	struct table *t = begin("andantino", "PS", NULL);

	(void)state;
	table_put(t, "K10", 1);
	table_rest(t);
	table_put(t, "I11", 2);
	table_rest(t);
	assert_line(t, "K10 I11");
	session_end_turn(t->session, t->now_us, &(struct view_text){ 0 });
	table_lift(t, "I11");
	table_wait(t, 1000);
	assert_line(t, "K10 I11");
	table_wait(t, 3000);
	assert_line(t, "K10");
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void rebuilding_an_earlier_position_asks_before_it_takes_back(void **state)
{
	struct table *t = begin("andantino", "PS", NULL);

	(void)state;
	table_put(t, "K10", 1);
	table_rest(t);
	table_put(t, "I11", 2);
	table_rest(t);
	table_put(t, "K9", 1);
	table_rest(t);
	assert_line(t, "K10 I11 K9");
	table_lift(t, "K9");
	table_wait(t, 200);
	table_lift(t, "I11");
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_int_equal(table_view(t)->question.kind, VIEW_ASK_TAKEBACK);
	assert_line(t, "K10 I11 K9");
	session_button(t->session, t->now_us, 1, false);
	table_rest(t);
	assert_line(t, "K10");
	assert_phase(t, VIEW_PLAY);
	table_put(t, "I11", 2);
	table_rest(t);
	assert_line(t, "K10 I11");
	table_free(t);
}

static void a_declined_take_back_leads_forward_again(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	table_turn(t, "d1d3 1Nc-Nd");
	table_rest(t);
	for (int i = 0; i < t->sites; i++) {
		struct rules_look look[RULES_SITES_MAX];

		rules_project(&t->variant, &session_record(t->session)->start, look);
		table_set_at(t, (uint16_t)i, look[i]);
	}
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_int_equal(session_answer(t->session, t->now_us, table_view(t)->question.id, 2, &(struct view_text){ 0 }), 0);
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	assert_line(t, "e1e3 1Na-Nb d1d3 1Nc-Nd");
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wrong_piece_is_shown_at_once),
		cmocka_unit_test(what_is_missing_is_told_by_whose_it_is),
		cmocka_unit_test(an_opposing_piece_that_can_be_taken_is_no_wrong_piece),
		cmocka_unit_test(a_wrong_square_is_explained_after_a_moment),
		cmocka_unit_test(from_a_wrong_square_one_may_go_straight_to_the_right_one),
		cmocka_unit_test(a_piece_out_of_turn_is_refused_with_the_reason),
		cmocka_unit_test(beads_before_the_pawn_are_explained),
		cmocka_unit_test(a_wrong_number_of_beads_is_carried_back),
		cmocka_unit_test(a_bead_on_the_floor_is_missed_after_a_while),
		cmocka_unit_test(an_extra_bead_is_taken_away),
		cmocka_unit_test(two_pieces_swapped_are_carried_back_one_after_the_other),
		cmocka_unit_test(a_board_swept_clean_is_rebuilt_piece_by_piece),
		cmocka_unit_test(a_pawn_knocked_over_to_the_next_square_goes_back),
		cmocka_unit_test(a_tile_nudged_into_the_next_cell_is_a_correction),
		cmocka_unit_test(a_sensor_that_sticks_can_be_marked_and_play_goes_on),
		cmocka_unit_test(a_piece_on_a_blind_square_is_inferred_where_only_that_is_left),
		cmocka_unit_test(of_two_blind_squares_one_is_asked_for),
		cmocka_unit_test(rebuilding_the_position_one_ply_back_takes_it_back),
		cmocka_unit_test(rebuilding_an_earlier_position_asks_before_it_takes_back),
		cmocka_unit_test(a_declined_take_back_leads_forward_again),
	};

	return cmocka_run_group_tests_name("session_mess", tests, NULL, NULL);
}
