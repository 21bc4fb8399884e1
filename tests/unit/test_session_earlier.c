/* test_session_earlier.c — "that is not what I did", said after others have played: what followed is kept where it can be. */
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

/* Everything stands as the record says. */
static void put_right(struct table *t)
{
	struct rules_look look[RULES_SITES_MAX];

	rules_project(&t->variant, &session_record(t->session)->here, look);
	for (int i = 0; i < t->sites; i++)
		table_set_at(t, (uint16_t)i, look[i]);
	table_rest(t);
}

/* Actions entered on the phone; then the board follows. */
static void play(struct table *t, const char *actions)
{
	char text[400], *save = NULL;

	snprintf(text, sizeof(text), "%s", actions);
	for (char *a = strtok_r(text, " ", &save); a; a = strtok_r(NULL, " ", &save))
		if (session_play(t->session, t->now_us, a, &why) < 0)
			fail_msg("%s: %s", a, why.en);
	put_right(t);
	assert_phase(t, VIEW_PLAY);
}

static void answer(struct table *t, const char *words)
{
	const struct view_question *q = &table_view(t)->question;

	for (int i = 0; i < q->choices; i++)
		if (strcmp(q->choice[i].label.en, words) == 0) {
			assert_int_equal(session_answer(t->session, t->now_us, q->id, q->choice[i].id, &why), 0);
			return;
		}
	for (int i = 0; i < q->choices; i++)
		print_message("  %s\n", q->choice[i].label.en);
	fail_msg("\"%s\" is no answer to \"%s\"", words, q->text.en);
}

static const char four[] = "contigo-capture:players=4,beads=group";

/* ---- Failures ------------------------------------------------------------------------------------------------------------ */

static void who_has_not_played_in_the_last_round_disputes_nothing(void **state)
{
	struct table *t = begin(four, "PR", NULL);

	(void)state;
	assert_int_equal(session_dispute(t->session, t->now_us, 0, &why), -EAGAIN);
	assert_string_equal(why.key, "nothing-played");
	play(t, "a2c2 1Na-NW");
	assert_int_equal(session_dispute(t->session, t->now_us, 3, &why), -EAGAIN);
	assert_string_equal(why.key, "not-lately");
	assert_int_equal(session_dispute(t->session, t->now_us, 5, &why), -EINVAL);
	assert_string_equal(why.key, "no-player");
	assert_line(t, "a2c2 1Na-NW");
	table_free(t);
}

static void what_the_sensors_told_is_not_offered_otherwise(void **state)
{
	struct table *t = begin(four, "CR", NULL);

	(void)state;
	play(t, "a2c2 1Na-NW");
	play(t, "a5c5 1Nb-Na");
	assert_int_equal(session_dispute(t->session, t->now_us, 1, &why), 0);
	assert_int_equal(table_view(t)->question.choices, 1);
	answer(t, "None of these: go back to that turn");
	assert_line(t, "");
	assert_phase(t, VIEW_MISMATCH);
	table_free(t);
}

/* ---- A round of four ------------------------------------------------------------------------------------------------------- */

static void a_turn_of_the_last_round_is_put_right_and_what_followed_is_kept(void **state)
{
	struct table *t = begin(four, "PR", NULL);

	(void)state;
	play(t, "a2c2 1Na-NW");
	play(t, "a5c5 1SE-Sf");
	play(t, "f5d5 1W3-W2");
	assert_int_equal(session_dispute(t->session, t->now_us, 1, &why), 0);
	assert_string_equal(table_view(t)->question.text.key, "ask-earlier");
	answer(t, "a2c2, and the rest was otherwise");
	answer(t, "Nb");
	answer(t, "Nc"); /* one bead: of two, one has stayed */
	assert_line(t, "a2c2 1Nb-Nc a5c5 1SE-Sf f5d5 1W3-W2");
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_int_equal(table_view(t)->player, 4);
	assert_int_equal(table_heard(t, EVENT_UNDO), 1);
	/* And play goes on. */
	play(t, "f2c2 1Na-NW");
	table_free(t);
}

static void what_is_no_longer_legal_is_undone(void **state)
{
	struct table *t = begin(four, "PR", NULL);

	(void)state;
	play(t, "a2c2 1Na-NW");
	play(t, "a5c5 1SE-Sf");
	play(t, "f5d5 3NW-Nc"); /* three lie there only after the first turn as it stands */
	play(t, "f2d2 1W3-W2");
	assert_int_equal(session_dispute(t->session, t->now_us, 1, &why), 0);
	answer(t, "a2c2, and the rest was otherwise");
	answer(t, "Nb");
	answer(t, "Nc"); /* one bead: of two, one has stayed */
	assert_line(t, "a2c2 1Nb-Nc a5c5 1SE-Sf");
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH); /* the lights lead back */
	put_right(t);
	assert_phase(t, VIEW_PLAY);
	assert_int_equal(table_view(t)->player, 3);
	table_free(t);
}

static void a_question_left_unanswered_keeps_the_game_as_it_was(void **state)
{
	struct table *t = begin(four, "PR", NULL);

	(void)state;
	play(t, "a2c2 1Na-NW");
	play(t, "a5c5 1SE-Sf");
	assert_int_equal(session_dispute(t->session, t->now_us, 1, &why), 0);
	table_lift(t, "f5");
	table_rest(t);
	assert_int_not_equal(table_view(t)->phase, VIEW_QUESTION);
	assert_line(t, "a2c2 1Na-NW a5c5 1SE-Sf");
	assert_int_equal(table_heard(t, EVENT_UNDO), 0);
	table_free(t);
}

static void half_an_answer_goes_back_to_that_turn(void **state)
{
	struct table *t = begin(four, "PR", NULL);
	const struct view_question *q;

	(void)state;
	play(t, "a2c2 1Na-NW");
	play(t, "a5c5 1SE-Sf");
	assert_int_equal(session_dispute(t->session, t->now_us, 1, &why), 0);
	answer(t, "a2c2, and the rest was otherwise");
	for (int i = 0; i < 4; i++) { /* none of these, whatever is asked */
		q = &table_view(t)->question;
		if (!q->choices)
			break;
		assert_int_equal(session_answer(t->session, t->now_us, q->id, q->choice[q->choices - 1].id, &why), 0);
	}
	assert_int_equal(table_view(t)->question.choices, 0);
	assert_int_equal(table_view(t)->player, 1);
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	put_right(t);
	play(t, "a2c2 1Nb-Nc");
	table_free(t);
}

static void a_held_button_speaks_of_ones_own_turn(void **state)
{
	struct table *t = begin(four, "PR", NULL);

	(void)state;
	play(t, "a2c2 1Na-NW");
	play(t, "a5c5 1SE-Sf");
	session_button(t->session, t->now_us, 1, true);
	assert_string_equal(table_view(t)->question.text.key, "ask-earlier");
	assert_string_equal(table_view(t)->question.choice[0].label.en, "a2c2, and the rest was otherwise");
	session_button(t->session, t->now_us, 1, true); /* no, it is right */
	table_free(t);
	t = begin(four, "PR", NULL);
	play(t, "a2c2 1Na-NW");
	play(t, "a5c5 1SE-Sf");
	session_button(t->session, t->now_us, 4, true); /* he has not played: the last turn is meant */
	assert_string_equal(table_view(t)->question.choice[0].label.en, "a5c5, and the rest was otherwise");
	table_free(t);
	t = begin(four, "PR", NULL);
	play(t, "a2c2 1Na-NW");
	play(t, "a5c5 1SE-Sf");
	session_button(t->session, t->now_us, 0, true); /* the only button there is */
	assert_string_equal(table_view(t)->question.choice[0].label.en, "a5c5, and the rest was otherwise");
	table_free(t);
}

/* ---- Between two ------------------------------------------------------------------------------------------------------------ */

static bool looks_alike(const struct rules_variant *v, const struct rules_state *a, const struct rules_state *b)
{
	struct rules_look one[RULES_SITES_MAX], two[RULES_SITES_MAX];
	int n;

	rules_sites(v, &n);
	rules_project(v, a, one);
	rules_project(v, b, two);
	for (int i = 0; i < n; i++)
		if (!one[i].count != !two[i].count)
			return false;
	return memcmp(a, b, sizeof(*a)) != 0;
}

/* A turn of piece and disturber, and another one of which presence alone does not know the difference: each has gone where the other
 * went. */
static void find_twins(const struct rules_variant *v, const struct rules_state *from, rules_action twin[2][2])
{
	static rules_action piece[RULES_ACTIONS_MAX], disturber[RULES_ACTIONS_MAX];
	static struct rules_state end[4096];
	static rules_action run[4096][2];
	int turns = 0, pieces = rules_legal(v, from, piece);

	for (int i = 0; i < pieces; i++) {
		struct rules_state at = *from;

		rules_apply(v, &at, piece[i]);
		int n = rules_legal(v, &at, disturber);
		for (int k = 0; k < n && turns < 4096; k++, turns++) {
			run[turns][0] = piece[i];
			run[turns][1] = disturber[k];
			end[turns] = at;
			rules_apply(v, &end[turns], disturber[k]);
			for (int j = 0; j < turns; j++)
				if (run[j][0] != piece[i] && looks_alike(v, &end[j], &end[turns])) {
					memcpy(twin[0], run[j], sizeof(run[j]));
					memcpy(twin[1], run[turns], sizeof(run[turns]));
					return;
				}
		}
	}
	fail_msg("there are no twins");
}

static void the_piece_and_the_disturber_went_the_other_way_round(void **state)
{
	struct table *t = begin("perturbador", "P", "1bbbbbb1/8/8/8/8/2x5/8/1wwwwww1 2 piece 0,0");
	char text[2][2][RULES_ACTION_MAX], turn[2][400], line[800];
	rules_action twin[2][2];

	(void)state;
	find_twins(&t->variant, &session_record(t->session)->here, twin);
	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < 2; k++)
			rules_action_text(&t->variant, twin[i][k], text[i][k]);
		snprintf(turn[i], sizeof(turn[i]), "%.190s %.190s", text[i][0], text[i][1]);
	}
	play(t, turn[0]);
	play(t, "b1a1 x-");
	assert_int_equal(session_dispute(t->session, t->now_us, 2, &why), 0);
	answer(t, turn[1]);
	snprintf(line, sizeof(line), "%s b1a1 x-", turn[1]);
	assert_line(t, line);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_int_equal(table_view(t)->player, 2);
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_has_not_played_in_the_last_round_disputes_nothing),
		cmocka_unit_test(what_the_sensors_told_is_not_offered_otherwise),
		cmocka_unit_test(a_turn_of_the_last_round_is_put_right_and_what_followed_is_kept),
		cmocka_unit_test(what_is_no_longer_legal_is_undone),
		cmocka_unit_test(a_question_left_unanswered_keeps_the_game_as_it_was),
		cmocka_unit_test(half_an_answer_goes_back_to_that_turn),
		cmocka_unit_test(a_held_button_speaks_of_ones_own_turn),
		cmocka_unit_test(the_piece_and_the_disturber_went_the_other_way_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
