/* test_session_naming.c — a free set-up on sensors that do not tell everything: people name the rest, and the game begins. */
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

/* Everything stands as in `fen`, no game has begun, and the hands have rested. */
static struct table *set_up(const char *game, const char *sensors, const char *fen)
{
	struct table *t = table_new(game, sensors);
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state s;
	struct rules_error err;

	if (rules_parse(&t->variant, fen, &s, &err) < 0)
		fail_msg("%s", err.text);
	rules_project(&t->variant, &s, look);
	for (int i = 0; i < t->sites; i++)
		if (look[i].count)
			table_set_at(t, (uint16_t)i, look[i]);
	table_rest(t);
	return t;
}

static const struct view_question *question(struct table *t)
{
	return &table_view(t)->question;
}

/* Chooses the answer with these words, or of this site. */
static void answer(struct table *t, const char *words)
{
	const struct view_question *q = question(t);

	for (int i = 0; i < q->choices; i++)
		if (strcmp(q->choice[i].label.en, words) == 0) {
			assert_int_equal(session_answer(t->session, t->now_us, q->id, q->choice[i].id, &why), 0);
			return;
		}
	fail_msg("\"%s\" is no answer to \"%s\"", words, q->text.en);
}

static bool offered(struct table *t, const char *words)
{
	const struct view_question *q = question(t);

	for (int i = 0; i < q->choices; i++)
		if (strcmp(q->choice[i].label.en, words) == 0)
			return true;
	return false;
}

static void assert_asks(struct table *t, const char *key, const char *part)
{
	const struct view_question *q = question(t);

	assert_string_equal(q->text.key, key);
	if (!strstr(q->text.en, part))
		fail_msg("\"%s\" does not say \"%s\"", q->text.en, part);
	assert_true(q->text.es[0] && strcmp(q->text.es, q->text.en) != 0);
}

static void tap(struct table *t, const char *site)
{
	uint16_t i = table_site(t, site);
	struct rules_look look = t->look[i];

	table_lift(t, site);
	table_wait(t, 400);
	table_set_at(t, i, look);
	table_wait(t, 400);
}

static void assert_begun(struct table *t, const char *fen)
{
	const struct rules_record *r = session_record(t->session);
	char text[RULES_POSITION_MAX];

	assert_non_null(r);
	rules_format(&r->variant, &r->start, text);
	assert_string_equal(text, fen);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
}

#define PITS "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2"

static const char kings[] = "6/1b2B1/6/2w3/6/1W4 " PITS " 2 piece -";

/* ---- Failures --------------------------------------------------------------------------------------------------------- */

static void a_board_without_a_king_for_everybody_is_no_capture_game(void **state)
{
	/* One colour only: whatever is named, somebody has no king. */
	struct table *t = set_up("contigo-capture", "CS", "6/6/6/2w3/6/1W4 " PITS " 1 beads -");

	(void)state;
	assert_false(offered(t, "contigo-capture from this position"));
	struct session_new_game how = { .variant = "contigo-capture" };
	assert_int_equal(session_start_placed(t->session, t->now_us, &how, 1, &why), -EINVAL);
	assert_string_equal(why.key, "not-placed");
	assert_non_null(strstr(why.en, "player 2"));
	assert_null(session_record(t->session));
	table_free(t);
}

static void a_king_short_is_asked_once_more(void **state)
{
	struct table *t = set_up("contigo-capture", "CS", kings);

	(void)state;
	answer(t, "contigo-capture from this position");
	answer(t, "e5");
	answer(t, "Done");
	assert_asks(t, "name-ranks", "No position of this game looks like that. Which are the kings?");
	answer(t, "e5");
	answer(t, "b1");
	answer(t, "Done");
	answer(t, "Player 2");
	assert_begun(t, kings);
	table_free(t);
}

static void a_start_from_the_board_needs_a_board_and_an_empty_table(void **state)
{
	struct table *t = table_new("contigo-capture", "CS");
	struct session_new_game how = { .variant = "contigo-capture" };

	(void)state;
	assert_int_equal(session_start_placed(t->session, t->now_us, &(struct session_new_game){ .variant = "chess" }, 0, &why),
			 -EINVAL);
	assert_int_equal(session_start_placed(t->session, t->now_us, &(struct session_new_game){ .variant = "oraia" }, 0, &why),
			 -ENODEV);
	assert_int_equal(session_start_placed(t->session, t->now_us, &how, 0, &why), -EINVAL); /* nothing stands there */
	session_board_state(t->session, t->now_us, false, "gone");
	assert_int_equal(session_start_placed(t->session, t->now_us, &how, 0, &why), -ENODEV);
	table_free(t);
	t = table_new("contigo-capture", "CS");
	table_start(t, NULL);
	assert_int_equal(session_start_placed(t->session, t->now_us, &how, 0, &why), -EBUSY);
	table_free(t);
}

static void a_piece_that_moves_on_ends_the_questions(void **state)
{
	struct table *t = set_up("contigo-capture", "CS", kings);

	(void)state;
	answer(t, "contigo-capture from this position");
	assert_asks(t, "name-ranks", "kings");
	table_move(t, "c3", "d4");
	table_wait(t, 1000);
	assert_phase(t, VIEW_NO_GAME);
	table_rest(t);
	assert_true(offered(t, "contigo-capture from this position"));
	answer(t, "contigo-capture from this position");
	answer(t, "Leave it");
	table_rest(t);
	assert_phase(t, VIEW_NO_GAME);
	table_free(t);
}

/* ---- By hand, and by phone ---------------------------------------------------------------------------------------------- */

static void the_kings_are_named_by_a_tap_each(void **state)
{
	struct table *t = set_up("contigo-capture", "CS", kings);
	const struct view_question *q;
	int marked = 0;

	(void)state;
	answer(t, "contigo-capture from this position");
	assert_asks(t, "name-ranks", "Which are the kings? Tap each one");
	tap(t, "e5");
	tap(t, "c3");
	tap(t, "b1");
	tap(t, "c3"); /* not that one */
	q = question(t);
	for (int i = 0; i < q->choices; i++)
		marked += q->choice[i].marked;
	assert_int_equal(marked, 2);
	assert_int_equal(table_view(t)->look[table_site(t, "e5")].rank, 1);
	assert_int_equal(table_view(t)->look[table_site(t, "c3")].rank, 0);
	session_button(t->session, t->now_us, 1, false); /* done */
	assert_asks(t, "name-mover", "Who is to move?");
	answer(t, "Player 2");
	assert_begun(t, kings);
	table_free(t);
}

static void a_tap_may_take_its_time(void **state)
{
	struct table *t = set_up("contigo-capture", "CS", kings);

	(void)state;
	answer(t, "contigo-capture from this position");
	table_lift(t, "e5");
	table_wait(t, 15000);
	table_put(t, "e5", 2);
	table_wait(t, 500);
	assert_asks(t, "name-ranks", "kings");
	answer(t, "b1");
	answer(t, "Done");
	answer(t, "Player 2");
	assert_begun(t, kings);
	table_free(t);
}

static void owners_are_named_first_then_kings(void **state)
{
	struct table *t = set_up("contigo-capture", "C", kings);

	(void)state;
	answer(t, "contigo-capture from this position");
	assert_asks(t, "name-owners", "Which pieces belong to player 1?");
	tap(t, "b1");
	tap(t, "c3");
	answer(t, "Done");
	assert_asks(t, "name-ranks", "kings");
	answer(t, "b1");
	answer(t, "e5");
	answer(t, "Done");
	answer(t, "Player 2");
	assert_begun(t, kings);
	table_free(t);
}

static void four_players_name_their_pieces_in_turn_and_the_last_has_the_rest(void **state)
{
	static const char fen[] = "B4R/6/2gw2/6/6/W4G " PITS " 3 piece -";
	struct table *t = set_up("contigo-capture:players=4", "C", fen);

	(void)state;
	answer(t, "contigo-capture:players=4 from this position");
	answer(t, "a1");
	answer(t, "d4");
	answer(t, "Done");
	assert_asks(t, "name-owners", "player 2");
	assert_false(offered(t, "a1")); /* it has been named */
	answer(t, "a6");
	answer(t, "Done");
	answer(t, "f6");
	answer(t, "Done");
	for (const char *const *king = (const char *const[]){ "a1", "a6", "f6", "f1", NULL }; *king; king++)
		answer(t, *king);
	answer(t, "Done");
	answer(t, "Player 3");
	assert_begun(t, fen);
	table_free(t);
}

static void the_doubles_are_named_in_the_1970_game(void **state)
{
	static const char fen[] = "2b5/1B4B1/8/8/3w4/8/1W4W1/8 "
				  "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2 1 piece -";
	struct table *t = set_up("thibault:form=double", "CS", fen);

	(void)state;
	answer(t, "thibault:form=double from this position");
	assert_asks(t, "name-ranks", "the doubles");
	for (const char *const *d = (const char *const[]){ "b7", "g7", "b2", "g2", NULL }; *d; d++)
		tap(t, *d);
	answer(t, "Done");
	answer(t, "Player 1");
	assert_begun(t, fen);
	table_free(t);
}

static void the_charged_pawns_are_named_in_oraia(void **state)
{
	struct table *t = table_new("oraia", "PS");
	char fen[RULES_POSITION_MAX];
	struct rules_state s;
	struct rules_look look[RULES_SITES_MAX];
	struct rules_error err;
	int hub = table_site(t, "H"), ring = table_site(t, "O3");

	(void)state;
	rules_init(&t->variant, &s);
	rules_project(&t->variant, &s, look);
	for (int i = 0, moved = 0; i < t->sites && moved < 2; i++)
		if (look[i].owner == 1) { /* two of them have been on the hub; one is still there */
			look[moved++ ? hub : ring] = (struct rules_look){ 1, 1, 1 };
			look[i] = (struct rules_look){ 0 };
		}
	assert_int_equal(rules_unproject(&t->variant, look, 1, &s, &err), 0);
	rules_format(&t->variant, &s, fen);
	table_free(t);
	t = set_up("oraia", "PS", fen);
	struct session_new_game how = { .variant = "oraia", .player = { NULL, "Ana", "Luis" } };
	assert_int_equal(session_start_placed(t->session, t->now_us, &how, 0, &why), 0);
	assert_asks(t, "name-ranks", "the charged pawns");
	answer(t, "O3");
	answer(t, "Done");
	assert_asks(t, "name-ranks", "No position"); /* whoever is on the hub is charged */
	answer(t, "O3");
	answer(t, "H");
	answer(t, "Done");
	answer(t, "Ana");
	assert_begun(t, fen);
	assert_string_equal(table_view(t)->waiting.en, "Ana to move.");
	table_free(t);
}

static void the_disturber_is_named_in_perturbador(void **state)
{
	static const char fen[] = "2b5/1b3bb1/8/2x5/8/8/1w1w2w1/8 2 piece 3,2";
	struct table *t = set_up("perturbador", "P", fen);

	(void)state;
	answer(t, "perturbador from this position");
	answer(t, "b2");
	answer(t, "d2");
	answer(t, "g2");
	answer(t, "Done");
	assert_asks(t, "name-neutral", "Which one is the disturber?");
	tap(t, "c5");
	answer(t, "Done");
	answer(t, "Player 2");
	assert_begun(t, fen);
	table_free(t);
}

static void pieces_on_places_that_feel_nothing_are_named_too(void **state)
{
	struct table *t = table_new("contigo-capture", "CS");
	const char *const set[][2] = { { "b1", "1" }, { "b5", "2" } };
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state s;

	(void)state;
	table_blind(t, "c3");
	table_blind(t, "e5");
	rules_init(&t->variant, &s);
	rules_project(&t->variant, &s, look);
	for (int i = 0; i < t->sites; i++)
		if (t->site[i].sense == RULES_SENSE_COUNT)
			table_set_at(t, (uint16_t)i, look[i]);
	for (size_t i = 0; i < 2; i++)
		table_put(t, set[i][0], atoi(set[i][1]));
	table_rest(t);
	answer(t, "contigo-capture from this position");
	assert_asks(t, "name-owners", "player 1");
	answer(t, "c3");
	answer(t, "Done");
	assert_asks(t, "name-blind", "player 2");
	assert_false(offered(t, "c3"));
	answer(t, "e5");
	answer(t, "Done");
	answer(t, "b1");
	answer(t, "e5");
	answer(t, "Done");
	answer(t, "Player 2");
	assert_non_null(session_record(t->session));
	char text[RULES_POSITION_MAX];
	rules_format(&t->variant, &session_record(t->session)->start, text);
	assert_string_equal(text, kings);
	table_free(t);
}

static void where_many_places_feel_nothing_they_are_bare(void **state)
{
	static const char fen[] = "6/1b2B1/6/6/6/1W4 " PITS " 2 piece -";
	struct table *t = table_new("contigo-capture", "CR");
	struct session_new_game how = { .variant = "contigo-capture" };
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state s;

	(void)state;
	for (int i = 0; i < 18; i++)
		table_blind(t, t->site[6 * (i / 3) + 1 + i % 3].name); /* ranks 2, 3 and 4 */
	rules_init(&t->variant, &s);
	rules_project(&t->variant, &s, look);
	for (int i = 0; i < t->sites; i++)
		if (t->site[i].sense == RULES_SENSE_COUNT)
			table_set_at(t, (uint16_t)i, look[i]);
	table_put_ranked(t, "b1", 1, 1);
	table_put_ranked(t, "b5", 2, 0);
	table_put_ranked(t, "e5", 2, 1);
	table_rest(t);
	assert_int_equal(session_start_placed(t->session, t->now_us, &how, 2, &why), 0);
	assert_begun(t, fen);
	table_free(t);
}

static void where_sensors_tell_everything_only_the_player_to_move_is_asked(void **state)
{
	struct table *t = set_up("contigo-capture", "CR", kings);
	struct session_new_game how = { .variant = "contigo-capture" };

	(void)state;
	assert_true(offered(t, "contigo-capture from this position, player 2 to move"));
	assert_int_equal(session_start_placed(t->session, t->now_us, &how, 2, &why), 0);
	assert_begun(t, kings);
	table_free(t);
	t = set_up("contigo-capture", "CR", kings);
	assert_int_equal(session_start_placed(t->session, t->now_us, &how, 0, &why), 0);
	assert_asks(t, "name-mover", "Who is to move?");
	answer(t, "Player 2");
	assert_begun(t, kings);
	table_free(t);
}

static void beads_that_no_sensor_counts_are_taken_to_be_as_at_the_start(void **state)
{
	struct table *t = set_up("contigo-capture", "NR", kings);
	struct session_new_game how = { .variant = "contigo-capture" };

	(void)state;
	assert_int_equal(session_start_placed(t->session, t->now_us, &how, 2, &why), 0);
	assert_begun(t, kings);
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_board_without_a_king_for_everybody_is_no_capture_game),
		cmocka_unit_test(a_king_short_is_asked_once_more),
		cmocka_unit_test(a_start_from_the_board_needs_a_board_and_an_empty_table),
		cmocka_unit_test(a_piece_that_moves_on_ends_the_questions),
		cmocka_unit_test(the_kings_are_named_by_a_tap_each),
		cmocka_unit_test(a_tap_may_take_its_time),
		cmocka_unit_test(owners_are_named_first_then_kings),
		cmocka_unit_test(four_players_name_their_pieces_in_turn_and_the_last_has_the_rest),
		cmocka_unit_test(the_doubles_are_named_in_the_1970_game),
		cmocka_unit_test(the_charged_pawns_are_named_in_oraia),
		cmocka_unit_test(the_disturber_is_named_in_perturbador),
		cmocka_unit_test(pieces_on_places_that_feel_nothing_are_named_too),
		cmocka_unit_test(where_many_places_feel_nothing_they_are_bare),
		cmocka_unit_test(where_sensors_tell_everything_only_the_player_to_move_is_asked),
		cmocka_unit_test(beads_that_no_sensor_counts_are_taken_to_be_as_at_the_start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
