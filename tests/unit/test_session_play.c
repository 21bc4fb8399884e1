/*
 * test_session_play.c — hands at the table: what is not recorded, what is, when it may still change, and when a turn ends.
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

static void button(struct table *t, int player)
{
	session_button(t->session, t->now_us, player, false);
	table_wait(t, 400);
}

/* ---- Nothing is recorded that was not played ------------------------------------------------------------------------------
 */

static void a_pawn_lifted_and_put_back_is_no_move(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_lift(t, "e1");
	table_wait(t, 700);
	table_put(t, "e1", 1);
	table_rest(t);
	assert_line(t, "");
	assert_int_equal(table_heard(t, EVENT_LIFT), 1);
	assert_int_equal(table_heard(t, EVENT_BACK), 1);
	assert_int_equal(table_heard(t, EVENT_MISMATCH), 0);
	table_free(t);
}

static void what_a_hand_lifts_waits_to_be_told_until_it_is_lit_and_loses_nothing(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	session_light_first(t->session);
	table_lift(t, "e1");
	assert_int_equal(table_view(t)->lift.site, table_site(t, "e1"));
	assert_int_equal(table_heard(t, EVENT_LIFT), 0);
	session_tell_hand(t->session);
	session_tell_hand(t->session);
	assert_int_equal(table_heard(t, EVENT_LIFT), 1);
	table_put(t, "e1", 1);
	table_lift(t, "e1"); /* nobody has asked in between */
	assert_int_equal(table_heard(t, EVENT_BACK), 1);
	session_resign(t->session, t->now_us, 1, NULL);
	assert_int_equal(t->event[t->events - 2].type, EVENT_LIFT);
	assert_int_equal(t->event[t->events - 1].type, EVENT_RESULT);
	table_free(t);
}

static void a_magnet_that_flickers_is_no_move(void **state)
{
	struct table *t = begin("contigo-line", "C", NULL);

	(void)state;
	for (int i = 0; i < 20; i++) {
		table_lift(t, "e1");
		table_wait(t, 90);
		table_put(t, "e1", 1);
		table_wait(t, 90);
	}
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void a_long_thought_with_the_piece_in_the_hand_is_no_move(void **state)
{
	struct table *t = begin("contigo-capture", "CS", NULL);

	(void)state;
	table_lift(t, "a2");
	table_wait(t, 60000);
	assert_line(t, "");
	assert_phase(t, VIEW_PLAY);
	table_put(t, "a2", 1);
	table_rest(t);
	assert_line(t, "");
	table_free(t);
}

static void a_bead_in_the_hand_is_waited_for(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_move(t, "e1", "e3");
	table_beads(t, "Na", -1);
	table_wait(t, 3000);
	assert_line(t, "e1e3");
	assert_phase(t, VIEW_PLAY);
	table_beads(t, "Nb", 1);
	table_rest(t);
	assert_line(t, "e1e3 1Na-Nb");
	table_free(t);
}

static void nothing_is_judged_while_the_board_is_away(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	session_board_state(t->session, t->now_us, false, "unplugged");
	table_move(t, "e1", "e3");
	table_rest(t);
	assert_line(t, "");
	assert_false(table_view(t)->board_ready);
	session_board_state(t->session, t->now_us, true, "");
	session_frame(t->session, t->now_us);
	table_rest(t);
	assert_line(t, "e1e3");
	table_free(t);
}

/* ---- What is played is recorded ----------------------------------------------------------------------------------------- */

static void a_turn_is_recorded_pawn_first_then_beads(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_move(t, "e1", "e3");
	table_wait(t, 500);
	assert_line(t, "e1e3");
	table_beads(t, "Na", -2);
	table_wait(t, 400);
	table_beads(t, "Nc", 2);
	table_wait(t, 500);
	assert_line(t, "e1e3 2Na-Nc");
	assert_int_equal(table_view(t)->player, 2);
	assert_true(table_view(t)->provisional);
	assert_int_equal(table_heard(t, EVENT_TURN), 1);
	table_free(t);
}

static void victim_first_and_attacker_first_are_the_same_capture(void **state)
{
	static const char fen[] = "Bb2wW/bb2ww/6/b5/w5/W4B 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -";

	(void)state;
	for (int first = 0; first < 2; first++) {
		struct table *t = begin("contigo-capture", "C", fen);

		table_lift(t, first ? "a3" : "a1");
		table_wait(t, 400);
		table_lift(t, first ? "a1" : "a3");
		table_wait(t, 600);
		table_put(t, "a3", 1);
		table_rest(t);
		assert_line(t, "a1a3");
		table_free(t);
	}
}

static void a_disk_turned_slowly_is_judged_when_all_of_it_is_quiet(void **state)
{
	struct table *t = begin("oraia", "PS", "brbr.r../......../r..b.b../. 1 move -");

	(void)state;
	table_move(t, "I6", "H");
	table_wait(t, 500);
	assert_line(t, "I6H");
	assert_true(table_view(t)->open_end);
	table_lift(t, "I1");
	table_wait(t, 100);
	table_lift(t, "I4");
	table_wait(t, 100);
	table_put(t, "I2", 2);
	table_wait(t, 200);
	table_put(t, "I5", 1);
	table_wait(t, 2000);
	assert_line(t, "I6H >");
	table_free(t);
}

static void one_pawn_alone_on_the_disk_may_have_been_pushed_by_its_player(void **state)
{
	struct table *t = begin("oraia", "PS", "brbr..br/......../....br../. 1 move -");

	(void)state;
	table_move(t, "I5", "H");
	table_wait(t, 2000);
	assert_line(t, "I5H");
	table_lift(t, "I6");
	table_wait(t, 90);
	table_put(t, "I7", 2);
	table_rest(t);
	assert_line(t, "I5H");
	assert_phase(t, VIEW_QUESTION);
	table_answer(t, table_choice(t, "= I6I7"));
	assert_line(t, "I5H = I6I7");
	table_free(t);
}

static void a_pawn_set_down_wrongly_before_says_nothing_of_who_moved_the_one_on_the_disk(void **state)
{
	struct table *t = begin("oraia:stay=counts", "PS", "brbrbr../......r./......b./. 1 move -");

	(void)state;
	table_move(t, "I7", "I3");
	table_wait(t, 1500);
	table_move(t, "I3", "H");
	table_wait(t, 320);
	table_lift(t, "O7");
	table_wait(t, 550);
	table_put(t, "O6", 2);
	table_rest(t);
	assert_line(t, "I7H =");
	assert_phase(t, VIEW_QUESTION);
	assert_non_null(table_choice(t, "O7O6"));
	table_answer(t, table_choice(t, "<"));
	assert_line(t, "I7H <");
	table_free(t);
}

static void one_pawn_alone_on_the_disk_may_have_been_lifted_by_its_player(void **state)
{
	struct table *t = begin("oraia", "PS", "brbr.rb./......../r....b../. 1 move -");

	(void)state;
	table_move(t, "I6", "H");
	table_wait(t, 500);
	table_lift(t, "I1");
	table_wait(t, 900);
	table_put(t, "I2", 2);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_int_equal(table_view(t)->question.choices, 3); /* … or none of them */
	table_free(t);
}

static void a_turn_done_is_seen_although_the_next_piece_is_already_in_a_hand(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_move(t, "e1", "e3");
	table_beads(t, "Na", -2);
	table_wait(t, 200);
	table_beads(t, "Nc", 2);
	table_wait(t, 100);
	table_lift(t, "d1");
	table_wait(t, 2000);
	assert_line(t, "e1e3 2Na-Nc");
	assert_phase(t, VIEW_PLAY);
	assert_false(table_view(t)->lift.wrong);
	table_wait(t, 20000);
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void pieces_of_a_beaten_player_may_stand_until_they_are_cleared(void **state)
{
	struct table *t = begin("contigo-capture:players=4", "CS",
				"bb2rR/bb2rr/6/B5/w5/W3gG 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -");

	(void)state;
	table_lift(t, "a3");
	table_wait(t, 300);
	table_move(t, "a1", "a3");
	table_wait(t, 1000);
	assert_line(t, "a1a3");
	assert_phase(t, VIEW_PLAY);
	assert_int_equal(table_view(t)->fixes, 4);
	table_beads(t, "Na", -1);
	table_wait(t, 300);
	table_beads(t, "Nb", 1);
	table_rest(t);
	assert_line(t, "a1a3 1Na +Nb");
	assert_int_equal(table_view(t)->player, 3);
	table_lift(t, "a6");
	table_wait(t, 200);
	table_lift(t, "b6");
	table_wait(t, 200);
	table_lift(t, "a5");
	table_wait(t, 200);
	table_lift(t, "b5");
	table_rest(t);
	assert_int_equal(table_view(t)->fixes, 0);
	assert_phase(t, VIEW_PLAY);
	assert_line(t, "a1a3 1Na +Nb");
	table_free(t);
}

/* ---- Two fast players -----------------------------------------------------------------------------------------------------
 */

static void the_next_player_may_lift_before_the_turn_has_settled(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_move(t, "e1", "e3");
	table_beads(t, "Na", -1);
	table_wait(t, 150);
	table_beads(t, "Nb", 1);
	table_wait(t, 50);
	table_lift(t, "d1");
	table_wait(t, 700);
	table_put(t, "d3", 2);
	table_rest(t);
	assert_line(t, "e1e3 1Na-Nb d1d3");
	table_free(t);
}

static void both_hands_at_once_are_two_turns(void **state)
{
	struct table *t = begin("andantino", "PS", NULL);

	(void)state;
	table_put(t, "K10", 1);
	table_wait(t, 40);
	table_put(t, "I11", 2);
	table_rest(t);
	assert_line(t, "K10 I11");
	table_free(t);
}

static void a_lifted_row_shows_where_its_last_piece_will_lie(void **state)
{
	struct table *t = begin("swahili", "CS", NULL);
	const struct view *v;

	(void)state;
	table_lift(t, "1.4");
	v = table_view(t);
	assert_false(v->lift.wrong);
	assert_true(v->preview.length > 0);
	assert_int_equal(v->preview.step[v->preview.length - 1].site, table_site(t, "1.7"));
	table_free(t);
}

/* ---- Corrections ----------------------------------------------------------------------------------------------------------
 */

static void a_slide_that_pauses_and_goes_on_is_one_move(void **state)
{
	struct table *t = begin("perturbador", "PS", "1bbbbbb1/8/8/8/8/2x5/8/1wwwwww1 1 piece 0,0");

	(void)state;
	table_move(t, "b1", "b4");
	table_wait(t, 1500);
	assert_line(t, "b1b4");
	table_move(t, "b4", "b7");
	table_rest(t);
	assert_line(t, "b1b7");
	assert_int_equal(table_heard(t, EVENT_UNDO), 1);
	table_free(t);
}

static void one_more_bead_changes_the_take(void **state)
{
	struct table *t = begin("contigo-line:beads=spread", "CS", NULL);

	(void)state;
	table_move(t, "e1", "e3");
	table_wait(t, 500);
	table_beads(t, "Na", -1);
	table_wait(t, 500);
	table_beads(t, "Nb", 1);
	table_wait(t, 2000);
	assert_line(t, "e1e3 1Na +Nb");
	table_beads(t, "Na", -1);
	table_wait(t, 500);
	table_beads(t, "Nc", 1);
	table_wait(t, 2000);
	assert_line(t, "e1e3 2Na +Nb +Nc");
	table_free(t);
}

static void everything_put_back_undoes_the_turn(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_move(t, "e1", "e3");
	table_wait(t, 500);
	assert_line(t, "e1e3");
	table_move(t, "e3", "e1");
	table_rest(t);
	assert_line(t, "");
	assert_int_equal(table_heard(t, EVENT_UNDO), 1);
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void once_the_opponent_has_acted_the_turn_is_settled(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	assert_int_equal(table_heard(t, EVENT_SETTLED), 0);
	table_turn(t, "d1d3");
	table_rest(t);
	assert_int_equal(table_heard(t, EVENT_SETTLED), 1);
	assert_line(t, "e1e3 1Na-Nb d1d3");
	table_free(t);
}

/* ---- Ends that nothing shows ----------------------------------------------------------------------------------------------
 */

static void a_turn_without_the_disturber_waits_and_says_so(void **state)
{
	struct table *t = begin("perturbador", "PS", "1bbbbbb1/8/8/8/8/2x5/8/1wwwwww1 1 piece 0,0");

	(void)state;
	table_move(t, "b1", "b4");
	table_rest(t);
	table_rest(t);
	assert_line(t, "b1b4");
	assert_true(table_view(t)->open_end);
	assert_string_equal(table_view(t)->waiting.key, "open-end");
	assert_int_equal(table_heard(t, EVENT_OPEN), 1);
	table_free(t);
}

static void the_button_ends_such_a_turn(void **state)
{
	struct table *t = begin("perturbador", "PS", "1bbbbbb1/8/8/8/8/2x5/8/1wwwwww1 1 piece 0,0");

	(void)state;
	table_move(t, "b1", "b4");
	table_rest(t);
	button(t, 1);
	assert_line(t, "b1b4 x-");
	assert_int_equal(table_view(t)->player, 2);
	table_free(t);
}

static void even_after_the_button_the_same_piece_may_go_on_until_the_next_player_acts(void **state)
{
	struct table *t = begin("perturbador", "PS", "1bbbbbb1/8/8/8/8/2x5/8/1wwwwww1 1 piece 0,0");

	(void)state;
	table_move(t, "b1", "b4");
	table_rest(t);
	button(t, 1);
	table_move(t, "b4", "b7");
	table_rest(t);
	assert_line(t, "b1b7");
	table_free(t);
}

static void the_opponents_lift_ends_such_a_turn(void **state)
{
	struct table *t = begin("perturbador", "PS", "1bbbbbb1/8/8/8/8/2x5/8/1wwwwww1 1 piece 0,0");

	(void)state;
	table_move(t, "b1", "b4");
	table_rest(t);
	table_lift(t, "c8");
	table_wait(t, 400);
	assert_line(t, "b1b4 x-");
	assert_false(table_view(t)->lift.wrong);
	assert_true(table_view(t)->lift.targets > 0);
	table_put(t, "c4", 2);
	table_rest(t);
	assert_line(t, "b1b4 x- c8c4");
	table_free(t);
}

static void the_disturber_may_still_move_after_a_brush_against_a_black_piece(void **state)
{
	struct table *t = begin("perturbador", "PS", "1bbbbbb1/8/8/8/8/2x5/8/1wwwwww1 1 piece 0,0");

	(void)state;
	table_move(t, "b1", "b4");
	table_rest(t);
	table_lift(t, "c8");
	table_wait(t, 500);
	table_put(t, "c8", 2);
	table_wait(t, 500);
	table_lift(t, "c3");
	table_wait(t, 500);
	table_put(t, "f6", RULES_NEUTRAL);
	table_rest(t);
	assert_line(t, "b1b4 xf6");
	table_free(t);
}

static void the_button_pressed_too_early_speaks_when_the_board_is_quiet(void **state)
{
	struct table *t = begin("contigo-line:beads=spread", "CS", NULL);

	(void)state;
	table_move(t, "e1", "e3");
	table_wait(t, 500);
	table_beads(t, "Na", -1);
	table_wait(t, 100);
	table_beads(t, "Nb", 1);
	table_wait(t, 20);
	session_button(t->session, t->now_us, 1, false);
	table_wait(t, 400);
	assert_line(t, "e1e3 1Na +Nb");
	table_free(t);
}

static void a_button_in_the_middle_of_a_turn_ends_nothing(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);
	struct view_text why;

	(void)state;
	table_move(t, "e1", "e3");
	table_rest(t);
	assert_true(session_end_turn(t->session, t->now_us, &why) < 0);
	assert_string_equal(why.key, "turn-not-over");
	assert_line(t, "e1e3");
	table_free(t);
}

static void a_piece_at_home_is_believed_after_a_while(void **state)
{
	struct table *t = begin("perturbador", "PS", "2bbbbb1/8/7x/b7/8/8/8/wwwwww2 1 piece 0,0");

	(void)state;
	table_lift(t, "a1");
	table_wait(t, 1500);
	assert_line(t, "");
	table_wait(t, 3000);
	assert_line(t, "a1d4");
	table_put(t, "a4", 1);
	table_rest(t);
	assert_line(t, "a1a4");
	table_free(t);
}

static void a_finished_game_says_who_has_won_and_can_still_be_taken_back(void **state)
{
	struct table *t = begin("contigo-line:align=4", "CS",
				"6/6/6/b5/www3/3w2 2,2,2,2,1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,3,2,2,2,2,2,2,2 1 piece -");

	(void)state;
	table_move(t, "d1", "d2");
	table_rest(t);
	assert_line(t, "d1d2");
	assert_phase(t, VIEW_OVER);
	assert_int_equal(table_view(t)->result, 1);
	assert_int_equal(table_heard(t, EVENT_RESULT), 1);
	table_move(t, "d2", "d1");
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pawn_lifted_and_put_back_is_no_move),
		cmocka_unit_test(what_a_hand_lifts_waits_to_be_told_until_it_is_lit_and_loses_nothing),
		cmocka_unit_test(a_magnet_that_flickers_is_no_move),
		cmocka_unit_test(a_long_thought_with_the_piece_in_the_hand_is_no_move),
		cmocka_unit_test(a_bead_in_the_hand_is_waited_for),
		cmocka_unit_test(nothing_is_judged_while_the_board_is_away),
		cmocka_unit_test(a_turn_is_recorded_pawn_first_then_beads),
		cmocka_unit_test(victim_first_and_attacker_first_are_the_same_capture),
		cmocka_unit_test(a_disk_turned_slowly_is_judged_when_all_of_it_is_quiet),
		cmocka_unit_test(one_pawn_alone_on_the_disk_may_have_been_pushed_by_its_player),
		cmocka_unit_test(a_pawn_set_down_wrongly_before_says_nothing_of_who_moved_the_one_on_the_disk),
		cmocka_unit_test(one_pawn_alone_on_the_disk_may_have_been_lifted_by_its_player),
		cmocka_unit_test(a_turn_done_is_seen_although_the_next_piece_is_already_in_a_hand),
		cmocka_unit_test(pieces_of_a_beaten_player_may_stand_until_they_are_cleared),
		cmocka_unit_test(the_next_player_may_lift_before_the_turn_has_settled),
		cmocka_unit_test(both_hands_at_once_are_two_turns),
		cmocka_unit_test(a_lifted_row_shows_where_its_last_piece_will_lie),
		cmocka_unit_test(a_slide_that_pauses_and_goes_on_is_one_move),
		cmocka_unit_test(one_more_bead_changes_the_take),
		cmocka_unit_test(everything_put_back_undoes_the_turn),
		cmocka_unit_test(once_the_opponent_has_acted_the_turn_is_settled),
		cmocka_unit_test(a_turn_without_the_disturber_waits_and_says_so),
		cmocka_unit_test(the_button_ends_such_a_turn),
		cmocka_unit_test(even_after_the_button_the_same_piece_may_go_on_until_the_next_player_acts),
		cmocka_unit_test(the_opponents_lift_ends_such_a_turn),
		cmocka_unit_test(the_disturber_may_still_move_after_a_brush_against_a_black_piece),
		cmocka_unit_test(the_button_pressed_too_early_speaks_when_the_board_is_quiet),
		cmocka_unit_test(a_button_in_the_middle_of_a_turn_ends_nothing),
		cmocka_unit_test(a_piece_at_home_is_believed_after_a_while),
		cmocka_unit_test(a_finished_game_says_who_has_won_and_can_still_be_taken_back),
	};

	return cmocka_run_group_tests_name("session_play", tests, NULL, NULL);
}
