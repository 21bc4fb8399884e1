/*
 * test_session_people.c — what people ask for by phone or button, what is refused, and a store that fails.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table.h"

static struct view_text why;

static struct table *begin(const char *game, const char *sensors, const char *fen)
{
	struct table *t = table_new(game, sensors);

	table_start(t, fen);
	table_forget(t);
	assert_phase(t, VIEW_PLAY);
	return t;
}

/* ---- Refusals -------------------------------------------------------------------------------------------------------------
 */

static void commands_without_a_game_are_refused_in_words(void **state)
{
	struct table *t = table_new("contigo-line", "CS");

	(void)state;
	assert_int_equal(session_end_turn(t->session, t->now_us, &why), -ENOENT);
	assert_string_equal(why.key, "no-game");
	assert_true(why.en[0] && why.es[0]);
	assert_int_equal(session_take_back(t->session, t->now_us, 0, &why), -ENOENT);
	assert_int_equal(session_play(t->session, t->now_us, "e1e3", &why), -ENOENT);
	assert_int_equal(session_resign(t->session, t->now_us, 1, &why), -ENOENT);
	assert_int_equal(session_agree_draw(t->session, t->now_us, &why), -ENOENT);
	assert_int_equal(session_hint(t->session, t->now_us, 0, &why), -ENOENT);
	assert_int_equal(session_dispute(t->session, t->now_us, 0, &why), -ENOENT);
	assert_int_equal(session_answer(t->session, t->now_us, 1, 1, &why), -ESTALE);
	session_close(t->session, t->now_us);
	session_button(t->session, t->now_us, 1, true);
	assert_null(session_record(t->session));
	table_free(t);
}

static void an_unknown_game_or_a_bad_position_starts_nothing(void **state)
{
	struct table *t = table_new("contigo-line", "CS");
	struct session_new_game how = { .variant = "chess" };

	(void)state;
	assert_true(session_start(t->session, t->now_us, &how, &why) < 0);
	assert_true(why.en[0] && why.es[0]);
	how = (struct session_new_game){ .variant = "contigo-line", .fen = "nonsense" };
	assert_true(session_start(t->session, t->now_us, &how, &why) < 0);
	assert_null(session_record(t->session));
	table_free(t);
}

static void a_stored_line_with_an_illegal_action_resumes_nothing(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);
	const char *const line[] = { "e1e3", "9Na-Nb" };
	struct session_new_game how = { .variant = "contigo-line", .game_id = 7 };

	(void)state;
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	assert_true(session_resume(t->session, t->now_us, &how, line, 2, &why) < 0);
	assert_non_null(strstr(why.en, "action 2"));
	assert_line(t, "e1e3 1Na-Nb");
	table_free(t);
}

static void an_illegal_action_from_the_phone_changes_nothing(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	assert_int_equal(session_play(t->session, t->now_us, "e1e4", &why), -EPERM);
	assert_int_equal(session_play(t->session, t->now_us, "rubbish", &why), -EINVAL);
	assert_line(t, "");
	table_free(t);
}

static void a_stale_answer_is_refused(void **state)
{
	struct table *t = begin("contigo-line", "N", NULL);
	int id;

	(void)state;
	table_move(t, "e1", "e3");
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	id = table_view(t)->question.id;
	assert_int_equal(session_answer(t->session, t->now_us, id, 1, &why), 0);
	assert_int_equal(session_answer(t->session, t->now_us, id, 1, &why), -ESTALE);
	assert_string_equal(why.key, "old-question");
	assert_int_equal(session_answer(t->session, t->now_us, table_view(t)->question.id, 99, &why), -EINVAL);
	table_free(t);
}

/* ---- The store ------------------------------------------------------------------------------------------------------------
 */

static void play_goes_on_when_the_store_fails_at_any_event(void **state)
{
	int events;

	(void)state;
	events = 0;
	for (int nth = 1; nth == 1 || nth <= events; nth++) {
		struct table *t = table_new("contigo-line", "CS");

		t->fail_from = nth;
		table_start(t, NULL);
		table_turn(t, "e1e3 1Na-Nb");
		table_rest(t);
		table_turn(t, "d1d3 1Nc-Nd");
		table_rest(t);
		assert_line(t, "e1e3 1Na-Nb d1d3 1Nc-Nd");
		assert_false(table_view(t)->store_ok);
		assert_int_equal(table_heard(t, EVENT_STORE), 1);
		events = t->durable_calls;
		t->fail_from = 0;
		table_move(t, "c1", "c3");
		table_rest(t);
		assert_true(table_view(t)->store_ok);
		assert_int_equal(table_heard(t, EVENT_STORE), 2);
		table_free(t);
	}
}

static struct table *order_table;
static int order_seen;

static int durable_first(void *user, const struct event *event)
{
	(void)user;
	if (event->type == EVENT_ACTION) {
		/* Nobody has heard of it yet. */
		assert_int_equal(table_heard(order_table, EVENT_ACTION), order_seen);
		assert_non_null(event->action);
		assert_non_null(event->fen);
		order_seen++;
	}
	return 0;
}

static void an_action_is_stored_before_anybody_hears_of_it(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	order_table = t;
	order_seen = 0;
	session_add_sink(t->session, &(struct session_sink){ .event = durable_first, .durable = true });
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	assert_int_equal(order_seen, 2);
	table_free(t);
}

static void event_numbers_have_no_gaps(void **state)
{
	struct table *t = table_new("contigo-line", "CS");

	(void)state;
	table_start(t, NULL);
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	for (int i = 1; i < t->events; i++) {
		unsigned long a = 0, b = 0;

		assert_int_equal(sscanf(t->event[i - 1].json, "{\"v\":1,\"seq\":%lu,", &a), 1);
		assert_int_equal(sscanf(t->event[i].json, "{\"v\":1,\"seq\":%lu,", &b), 1);
		assert_int_equal(b, a + 1);
	}
	table_free(t);
}

/* ---- Commands -------------------------------------------------------------------------------------------------------------
 */

static void a_game_waits_for_its_pieces_and_leads_through_them(void **state)
{
	struct table *t = table_new("andantino", "PS");
	struct session_new_game how = { .variant = "andantino", .game_id = 3 };

	(void)state;
	assert_int_equal(session_start(t->session, t->now_us, &how, &why), 0);
	table_rest(t);
	assert_phase(t, VIEW_SETUP);
	assert_fixes(t, "->J10 ->J11");
	table_put(t, "J10", 1);
	table_wait(t, 1000);
	assert_fixes(t, "->J11");
	table_put(t, "J12", 2);
	table_wait(t, 1000);
	assert_fixes(t, "J12>J11");
	table_move(t, "J12", "J11");
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_int_equal(table_view(t)->fixes, 0);
	table_free(t);
}

static void setting_up_goes_on_from_where_the_hand_is(void **state)
{
	struct table *t = table_new("perturbador", "PS");
	struct session_new_game how = { .variant = "perturbador", .fen = "6b1/8/8/8/8/2x5/8/ww4wb 1 piece 3,4", .game_id = 3 };

	(void)state;
	assert_int_equal(session_start(t->session, t->now_us, &how, &why), 0);
	table_rest(t);
	/* Nobody has touched anything: as one reads. */
	assert_fixes(t, "->g8 ->c3 ->a1 ->b1 ->g1 ->h1");
	table_put(t, "a1", 1);
	table_wait(t, 1000);
	assert_fixes(t, "->b1 ->c3 ->g1 ->h1 ->g8");
	table_put(t, "h1", 2);
	table_wait(t, 1000);
	assert_fixes(t, "->g1 ->b1 ->c3 ->g8");
	table_free(t);
}

static void an_action_from_the_phone_leads_the_board_there(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	assert_int_equal(session_play(t->session, t->now_us, "e1e3", &why), 0);
	table_rest(t);
	assert_line(t, "e1e3");
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "e1>e3");
	table_move(t, "e1", "e3");
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_line(t, "e1e3");
	table_free(t);
}

static void a_take_back_from_the_phone_leads_the_board_back(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	assert_int_equal(session_take_back(t->session, t->now_us, 0, &why), 0);
	assert_line(t, "");
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_MISMATCH);
	assert_int_equal(table_view(t)->fixes, 2);
	table_move(t, "e3", "e1");
	table_beads(t, "Nb", -1);
	table_beads(t, "Na", 1);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_line(t, "");
	assert_int_equal(session_record(t->session)->nodes, 3); /* the branch is kept */
	table_free(t);
}

static void a_resumed_game_goes_on_where_the_pieces_stand(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);
	const char *const line[] = { "e1e3", "1Na-Nb" };
	struct session_new_game how = { .variant = "contigo-line", .game_id = 7 };
	int durable;

	(void)state;
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	durable = table_heard(t, EVENT_ACTION);
	assert_int_equal(session_resume(t->session, t->now_us, &how, line, 2, &why), 0);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_int_equal(table_heard(t, EVENT_ACTION), durable);
	table_turn(t, "d1d3 1Nc-Nd");
	table_rest(t);
	assert_line(t, "e1e3 1Na-Nb d1d3 1Nc-Nd");
	table_free(t);
}

static void a_board_changed_while_the_power_was_off_is_talked_about(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);
	const char *const line[] = { "e1e3", "1Na-Nb" };
	struct session_new_game how = { .variant = "contigo-line", .game_id = 7 };

	(void)state;
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	session_board_state(t->session, t->now_us, false, "");
	table_move(t, "a4", "c4");
	session_board_state(t->session, t->now_us, true, "");
	session_resume(t->session, t->now_us, &how, line, 2, &why);
	session_frame(t->session, t->now_us);
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	assert_fixes(t, "c4>a4");
	assert_line(t, "e1e3 1Na-Nb");
	table_move(t, "c4", "a4");
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void a_disputed_turn_can_be_taken_back(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);
	const struct view *v;

	(void)state;
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	session_button(t->session, t->now_us, 1, true);
	assert_phase(t, VIEW_QUESTION);
	v = table_view(t);
	assert_int_equal(
	    session_answer(t->session, t->now_us, v->question.id, v->question.choice[v->question.choices - 1].id, &why), 0);
	table_rest(t);
	assert_line(t, "");
	assert_phase(t, VIEW_MISMATCH);
	table_free(t);
}

static void a_turn_that_can_be_nothing_else_may_be_left_as_it_is(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);

	(void)state;
	table_turn(t, "e1e3 1Na-Nb");
	table_rest(t);
	assert_int_equal(session_dispute(t->session, t->now_us, 0, &why), 0);
	assert_string_equal(table_view(t)->question.text.key, "ask-undo");
	table_answer(t, table_choice(t, "Leave it as it is"));
	table_rest(t);
	assert_line(t, "e1e3 1Na-Nb");
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void hints_are_a_ladder_and_are_counted(void **state)
{
	struct table *t = begin("contigo-line", "CS", NULL);
	struct rules_error err;
	rules_action best;

	(void)state;
	assert_int_equal(rules_action_read(&t->variant, &session_record(t->session)->here, "e1e3", &best, &err), 0);
	for (int rung = 1; rung <= 4; rung++) {
		assert_int_equal(session_hint(t->session, t->now_us, best, &why), 0);
		assert_int_equal(table_view(t)->hint_rung, rung);
	}
	assert_true(table_view(t)->preview.length > 0);
	table_move(t, "e1", "e3");
	table_rest(t);
	assert_int_equal(table_view(t)->hint_rung, 0);
	assert_int_equal(session_hint(t->session, t->now_us, best, &why), 0);
	table_move(t, "e3", "e1");
	table_rest(t);
	assert_int_equal(session_hint(t->session, t->now_us, best, &why), -EDQUOT);
	table_free(t);
}

static int64_t row_given;

static int64_t new_row(void *user, const struct session_new_game *how)
{
	(void)user;
	assert_string_equal(how->variant, "andantino");
	return row_given = 42;
}

static void pieces_set_up_are_offered_as_a_game(void **state)
{
	struct table *t = table_new("andantino", "PS");

	(void)state;
	session_on_start(t->session, new_row, NULL);
	assert_phase(t, VIEW_NO_GAME);
	table_put(t, "J10", 1);
	table_wait(t, 1000);
	assert_phase(t, VIEW_NO_GAME);
	table_put(t, "J11", 2);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_int_equal(table_view(t)->question.kind, VIEW_ASK_START);
	session_button(t->session, t->now_us, 1, false);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_int_equal(table_view(t)->game_id, 42);
	table_put(t, "K10", 1);
	table_rest(t);
	assert_line(t, "K10");
	table_free(t);
}

static void a_position_of_ones_own_asks_who_is_to_move(void **state)
{
	struct table *t = table_new("oraia", "CR");
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state s;
	struct rules_error err;
	const struct view *v;

	(void)state;
	assert_int_equal(rules_parse(&t->variant, "brbr.rb./......../r....b../. 1 move -", &s, &err), 0);
	rules_project(&t->variant, &s, look);
	for (int i = 0; i < t->sites; i++)
		table_set_at(t, (uint16_t)i, look[i]);
	table_wait(t, 12000);
	assert_phase(t, VIEW_QUESTION);
	v = table_view(t);
	assert_int_equal(v->question.kind, VIEW_ASK_START);
	assert_int_equal(v->question.choices, 2);
	assert_int_equal(session_answer(t->session, t->now_us, v->question.id, v->question.choice[1].id, &why), 0);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_int_equal(table_view(t)->player, 2);
	table_free(t);
}

static void a_turn_that_was_answered_for_can_still_be_disputed(void **state)
{
	struct table *t = begin("contigo-line", "N", NULL);
	char was[RULES_ACTION_MAX], is[RULES_ACTION_MAX];
	const struct view *v;

	(void)state;
	table_move(t, "a2", "c2");
	table_wait(t, 15000);
	for (v = table_view(t); v->phase == VIEW_QUESTION; v = table_view(t))
		assert_int_equal(session_answer(t->session, t->now_us, v->question.id, v->question.choice[0].id, &why), 0);
	assert_int_equal(v->ply, 2);
	rules_action_text(&t->variant, v->last, was);
	assert_int_equal(session_dispute(t->session, t->now_us, 0, &why), 0);
	v = table_view(t);
	assert_string_equal(v->question.choice[0].label.en, "a2c2, and the rest was otherwise");
	assert_int_equal(session_answer(t->session, t->now_us, v->question.id, v->question.choice[0].id, &why), 0);
	for (v = table_view(t); v->phase == VIEW_QUESTION; v = table_view(t))
		assert_int_equal(
		    session_answer(t->session, t->now_us, v->question.id, v->question.choice[v->question.choices - 2].id, &why),
		    0);
	table_rest(t);
	v = table_view(t);
	rules_action_text(&t->variant, v->last, is);
	assert_int_equal(v->ply, 2);
	assert_string_not_equal(was, is);
	assert_phase(t, VIEW_PLAY);
	/* Once more, and this time the next player just goes on: the turn stays as it is. */
	assert_int_equal(session_dispute(t->session, t->now_us, 0, &why), 0);
	table_lift(t, "c1");
	table_rest(t);
	assert_int_not_equal(table_view(t)->phase, VIEW_QUESTION);
	assert_int_equal(table_view(t)->ply, 2);
	assert_int_equal(table_heard(t, EVENT_UNDO), 1);
	table_free(t);
}

static void a_tap_answers_a_question(void **state)
{
	struct table *t = begin("contigo-capture", "C",
				"Bb2wW/bb2ww/6/b5/w5/W1b2B 2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -");

	(void)state;
	/* The victim is swept aside: no gap is seen, both victims are possible. */
	table_lift(t, "a1");
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_int_equal(table_view(t)->question.choices, 3); /* … or none of them */
	table_lift(t, "c1");
	table_wait(t, 200);
	table_put(t, "c1", 1);
	table_rest(t);
	assert_line(t, "a1c1");
	assert_int_equal(table_heard(t, EVENT_ANSWER), 1);
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_without_a_game_are_refused_in_words),
		cmocka_unit_test(an_unknown_game_or_a_bad_position_starts_nothing),
		cmocka_unit_test(a_stored_line_with_an_illegal_action_resumes_nothing),
		cmocka_unit_test(an_illegal_action_from_the_phone_changes_nothing),
		cmocka_unit_test(a_stale_answer_is_refused),
		cmocka_unit_test(play_goes_on_when_the_store_fails_at_any_event),
		cmocka_unit_test(an_action_is_stored_before_anybody_hears_of_it),
		cmocka_unit_test(event_numbers_have_no_gaps),
		cmocka_unit_test(a_game_waits_for_its_pieces_and_leads_through_them),
		cmocka_unit_test(setting_up_goes_on_from_where_the_hand_is),
		cmocka_unit_test(an_action_from_the_phone_leads_the_board_there),
		cmocka_unit_test(a_take_back_from_the_phone_leads_the_board_back),
		cmocka_unit_test(a_resumed_game_goes_on_where_the_pieces_stand),
		cmocka_unit_test(a_board_changed_while_the_power_was_off_is_talked_about),
		cmocka_unit_test(a_disputed_turn_can_be_taken_back),
		cmocka_unit_test(a_turn_that_can_be_nothing_else_may_be_left_as_it_is),
		cmocka_unit_test(hints_are_a_ladder_and_are_counted),
		cmocka_unit_test(pieces_set_up_are_offered_as_a_game),
		cmocka_unit_test(a_position_of_ones_own_asks_who_is_to_move),
		cmocka_unit_test(a_turn_that_was_answered_for_can_still_be_disputed),
		cmocka_unit_test(a_tap_answers_a_question),
	};

	return cmocka_run_group_tests_name("session_people", tests, NULL, NULL);
}
