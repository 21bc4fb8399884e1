/*
 * test_session_eyes.c — one board that serves games with other places: squares in a ring of pits for Perturbador (squares) and the
 * 1970 game (squares and pits), and the hill of Swahili for two or four.
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

#include "replay.h"

static const char squares_and_pits[] =
    "[board]\nid = two\ntitle = Two games\ngames = perturbador thibault\n"
    "[sensors squares]\nkind = owner\nlabels = a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3\n"
    " a4 b4 c4 f4 g4 h4 a5 b5 c5 f5 g5 h5 a6 b6 c6 d6 e6 f6 g6 h6 a7 b7 c7 d7 e7 f7 g7 h7\n"
    " a8 b8 c8 d8 e8 f8 g8 h8 d4 e4 d5 e5\n"
    "[sensors pits]\nkind = count\nmost = 20\nlabels = NW Na Nb Nc Nd Ne Nf Ng Nh NE E8 E7 E6 E5 E4 E3 E2 E1\n"
    " SE Sh Sg Sf Se Sd Sc Sb Sa SW W1 W2 W3 W4 W5 W6 W7 W8\n";
static const char hill[] =
    "[board]\nid = hill\ntitle = A hill\ngames = swahili\n[sensors rows]\nkind = count\nmost = 12\nlabels ="
    " 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10 1.11 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 2.11"
    " 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 4.11\n";

/* ---- A board on a virtual clock, and a shelf --------------------------------------------------------------------------- */

static struct wood {
	struct hal_board *board;
	struct replay *replay;
	int64_t us;
	struct {
		const char *variant, *fen;
		const char *line[8]; /* that leads there */
	} stored[4];
	int games;
	const char *recent[4];
} wood;

static int list(void *user, int64_t before, int most, void (*each)(void *to, int64_t id, const char *variant, const char *fen),
		void *to)
{
	(void)user, (void)most;
	if (before)
		return 0;
	for (int i = wood.games; i > 0; i--)
		each(to, i, wood.stored[i - 1].variant, wood.stored[i - 1].fen);
	return wood.games;
}

static void tell(void *user, int64_t id, struct view_text *ret)
{
	(void)user;
	snprintf(ret->en, sizeof(ret->en), "game %d", (int)id);
	snprintf(ret->es, sizeof(ret->es), "partida %d", (int)id);
}

static int resume(void *user, int64_t now_us, int64_t id)
{
	struct session_new_game how = { .variant = wood.stored[id - 1].variant, .game_id = id };
	int n = 0;

	(void)user;
	while (wood.stored[id - 1].line[n])
		n++;
	return session_resume(replay_session(wood.replay), now_us, &how, wood.stored[id - 1].line, n, NULL);
}

static int recent(void *user, int most, void (*each)(void *to, const char *variant), void *to)
{
	int n = 0;

	(void)user;
	for (; n < most && n < 4 && wood.recent[n]; n++)
		each(to, wood.recent[n]);
	return n;
}

static struct session *session(void)
{
	return replay_session(wood.replay);
}

static const struct view *view(void)
{
	static struct view v;

	session_view(session(), replay_now_us(wood.replay), &v);
	return &v;
}

static void feed(int type, int line, int value)
{
	struct hal_event e = { .type = (uint8_t)type, .line = (uint16_t)line, .value = (uint16_t)value, .time_us = wood.us };

	assert_int_equal(replay_feed(wood.replay, &e), 0);
}

static void begin(const char *board, const char *in_force)
{
	char message[HAL_MESSAGE_MAX];
	struct rules_variant v;
	struct rules_error err;

	wood = (struct wood){ .us = 1000000 };
	if (hal_board_parse("board", board, &wood.board, message) < 0)
		fail_msg("%s", message);
	assert_int_equal(replay_new(wood.board, NULL, &wood.replay), 0);
	session_on_shelf(session(), &(struct session_shelf){ .list = list, .tell = tell, .resume = resume, .recent = recent });
	assert_int_equal(rules_variant_parse(in_force, &v, &err), 0);
	assert_int_equal(replay_use(wood.replay, &v, message), 0);
	feed(HAL_STATE, 0, HAL_READY);
	feed(HAL_FRAME, 0, 0);
}

static void end(void)
{
	replay_free(wood.replay);
	hal_board_free(wood.board);
}

static void rest(int ms)
{
	wood.us += ms * INT64_C(1000);
	assert_int_equal(replay_until(wood.replay, wood.us), 0);
}

static void put(const char *label, int value)
{
	int line = hal_board_find(wood.board, label);

	if (line < 0)
		fail_msg("no line %s", label);
	wood.us += 200000;
	feed(HAL_LINE, line, value);
}

/* Pieces (and beads, if asked for) as in a position; NULL: the start. */
static void place(const char *game, const char *fen, bool beads)
{
	struct rules_look look[RULES_SITES_MAX];
	struct rules_variant v;
	struct rules_state s;
	struct rules_error err;
	int n;

	assert_int_equal(rules_variant_parse(game, &v, &err), 0);
	rules_init(&v, &s);
	if (fen && rules_parse(&v, fen, &s, &err) < 0)
		fail_msg("%s", err.text);
	rules_project(&v, &s, look);
	const struct rules_site *site = rules_sites(&v, &n);
	for (int i = 0; i < n; i++)
		if (look[i].count && hal_board_find(wood.board, site[i].name) >= 0 && (beads || site[i].kind != RULES_PIT))
			put(site[i].name, site[i].sense == RULES_SENSE_COUNT ? look[i].count : look[i].owner);
}

static void sweep(void)
{
	for (int i = 0; i < hal_board_lines(wood.board); i++)
		if (view()->sites) {
			wood.us += 20000;
			feed(HAL_LINE, i, 0);
		}
	rest(1000);
}

static void assert_offers(const char *words)
{
	char all[1024] = "";
	const struct view *v = view();

	for (int i = 0; i < v->question.choices; i++) {
		strcat(all, i ? ", " : "");
		strcat(all, v->question.choice[i].label.en);
	}
	assert_string_equal(all, words);
}

static void take(int choice)
{
	const struct view *v = view();

	assert_int_equal(session_answer(session(), wood.us, v->question.id, v->question.choice[choice].id, NULL), 0);
	rest(3000);
}

static void assert_plays(const char *variant)
{
	const struct rules_record *r = session_record(session());
	char name[RULES_NAME_MAX];

	assert_non_null(r);
	rules_variant_name(&r->variant, name);
	assert_string_equal(name, variant);
	assert_string_equal(replay_layout(wood.replay)->variant.game->id, r->variant.game->id);
	assert_int_equal(view()->phase, VIEW_PLAY);
}

/* ---- Failures ------------------------------------------------------------------------------------------------------------ */

static void an_empty_board_and_half_a_start_keep_the_places_in_force(void **state)
{
	(void)state;
	begin(squares_and_pits, "thibault");
	rest(10000);
	assert_string_equal(replay_layout(wood.replay)->variant.game->id, "thibault");
	put("b1", 1);
	put("c1", 1);
	rest(10000);
	assert_string_equal(replay_layout(wood.replay)->variant.game->id, "thibault");
	assert_int_equal(view()->phase, VIEW_NO_GAME);
	end();
}

static void a_running_game_is_not_disturbed_by_lines_that_mean_nothing_to_it(void **state)
{
	(void)state;
	begin(squares_and_pits, "perturbador");
	place("perturbador", NULL, false);
	rest(3000);
	take(0);
	assert_plays("perturbador");
	put("Na", 2);
	put("Nb", 5);
	rest(10000);
	assert_plays("perturbador");
	end();
}

/* ---- Starts -------------------------------------------------------------------------------------------------------------- */

static void the_start_of_the_other_game_brings_its_places_in_force(void **state)
{
	(void)state;
	begin(squares_and_pits, "perturbador");
	place("thibault", NULL, true);
	rest(3000);
	assert_string_equal(replay_layout(wood.replay)->variant.game->id, "thibault");
	rest(3000);
	assert_offers("thibault");
	take(0);
	assert_plays("thibault");
	end();
}

static void and_back_again_though_beads_lie_in_the_pits(void **state)
{
	(void)state;
	begin(squares_and_pits, "thibault");
	for (int i = 0; i < hal_board_lines(wood.board); i++)
		if (hal_board_line(wood.board, i)->kind == HAL_COUNT)
			put(hal_board_line(wood.board, i)->label, 2);
	place("perturbador", NULL, false);
	rest(6000);
	assert_offers("perturbador");
	take(0);
	assert_plays("perturbador");
	end();
}

static void a_finished_game_makes_room_for_the_other(void **state)
{
	(void)state;
	begin(squares_and_pits, "perturbador");
	place("perturbador", NULL, false);
	rest(3000);
	take(0);
	assert_int_equal(session_resign(session(), wood.us, 1, NULL), 0);
	sweep();
	place("thibault", NULL, true);
	rest(6000);
	assert_offers("thibault");
	take(0);
	assert_plays("thibault");
	end();
}

static void four_on_the_hill_are_not_taken_for_two(void **state)
{
	(void)state;
	begin(hill, "swahili");
	place("swahili:players=4", NULL, true);
	rest(6000);
	assert_offers("swahili:players=4");
	take(0);
	assert_plays("swahili:players=4");
	end();
}

static void a_free_set_up_is_read_with_the_eyes_that_explain_more_of_it(void **state)
{
	(void)state;
	begin(squares_and_pits, "perturbador");
	place("thibault", NULL, true);
	for (const char *const *gone = (const char *const[]){ "a1", "c1", "b8", "d8", NULL }; *gone; gone++)
		put(*gone, 0);
	rest(12000);
	assert_string_equal(replay_layout(wood.replay)->variant.game->id, "thibault");
	assert_non_null(strstr(view()->question.choice[0].label.en, "thibault from this position"));
	end();
}

/* ---- Stored games -------------------------------------------------------------------------------------------------------- */

static void a_game_of_the_other_kind_that_was_put_away_is_recognised(void **state)
{
	static char fen[RULES_POSITION_MAX];
	struct rules_variant v;
	struct rules_state s;
	struct rules_error err;
	rules_action a;
	const char *const line[] = { "a3a5", "1Na", "+NW", NULL };

	(void)state;
	assert_int_equal(rules_variant_parse("thibault", &v, &err), 0);
	rules_init(&v, &s);
	for (int i = 0; line[i]; i++) {
		if (rules_action_read(&v, &s, line[i], &a, &err) < 0)
			fail_msg("%s", err.text);
		rules_apply(&v, &s, a);
	}
	rules_format(&v, &s, fen);
	for (int playing = 0; playing < 2; playing++) {
		begin(squares_and_pits, "perturbador");
		wood.stored[0].variant = "thibault";
		wood.stored[0].fen = fen;
		memcpy(wood.stored[0].line, line, sizeof(line));
		wood.games = 1;
		session_shelf_changed(session());
		if (playing) { /* another game is interrupted for it */
			place("perturbador", NULL, false);
			rest(3000);
			take(0);
			sweep();
		}
		place("thibault", fen, true);
		rest(12000);
		assert_string_equal(view()->question.choice[0].label.en, "game 1");
		take(0);
		assert_plays("thibault");
		assert_int_equal(session_record(session())->node[session_record(session())->at].ply, 3);
		end();
	}
}

static void one_that_only_resembles_the_board_is_found_on_other_places(void **state)
{
	static char fen[RULES_POSITION_MAX];
	struct rules_variant v;
	struct rules_state s;
	struct rules_error err;
	rules_action a;
	const char *const line[] = { "xc3", "b8b2", NULL };

	(void)state;
	assert_int_equal(rules_variant_parse("perturbador", &v, &err), 0);
	rules_init(&v, &s);
	for (int i = 0; line[i]; i++) {
		if (rules_action_read(&v, &s, line[i], &a, &err) < 0)
			fail_msg("%s", err.text);
		rules_apply(&v, &s, a);
	}
	rules_format(&v, &s, fen);
	begin(squares_and_pits, "thibault");
	wood.stored[0].variant = "perturbador";
	wood.stored[0].fen = fen;
	memcpy(wood.stored[0].line, line, sizeof(line));
	wood.games = 1;
	session_shelf_changed(session());
	place("perturbador", fen, false);
	put("g1", 0);
	rest(20000);
	assert_string_equal(replay_layout(wood.replay)->variant.game->id, "perturbador");
	assert_string_equal(view()->question.choice[0].label.en, "game 1");
	assert_int_equal(view()->fixes, 1);
	end();
}

/* ---- Options ------------------------------------------------------------------------------------------------------------- */

static void options_played_last_are_offered_first(void **state)
{
	(void)state;
	begin(squares_and_pits, "thibault");
	wood.recent[0] = "perturbador";
	wood.recent[1] = "thibault";
	session_shelf_changed(session());
	place("thibault", NULL, true);
	rest(6000);
	assert_offers("thibault");
	end();
	begin(hill, "swahili");
	wood.recent[0] = "swahili:capture=optional";
	wood.recent[1] = "swahili:players=4,capture=optional";
	wood.recent[2] = "nonsense";
	session_shelf_changed(session());
	place("swahili", NULL, true);
	rest(6000);
	assert_offers("swahili:capture=optional, swahili");
	take(0);
	assert_plays("swahili:capture=optional");
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_board_and_half_a_start_keep_the_places_in_force),
		cmocka_unit_test(a_running_game_is_not_disturbed_by_lines_that_mean_nothing_to_it),
		cmocka_unit_test(the_start_of_the_other_game_brings_its_places_in_force),
		cmocka_unit_test(and_back_again_though_beads_lie_in_the_pits),
		cmocka_unit_test(a_finished_game_makes_room_for_the_other),
		cmocka_unit_test(four_on_the_hill_are_not_taken_for_two),
		cmocka_unit_test(a_free_set_up_is_read_with_the_eyes_that_explain_more_of_it),
		cmocka_unit_test(a_game_of_the_other_kind_that_was_put_away_is_recognised),
		cmocka_unit_test(one_that_only_resembles_the_board_is_found_on_other_places),
		cmocka_unit_test(options_played_last_are_offered_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
