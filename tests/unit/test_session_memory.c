/* Table memory: a game that was put away and stands on the board again. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "session_memory.h"
#include "table.h"

/* ---- A shelf of games ----------------------------------------------------------------------------------------------- */

enum { GAMES_MAX = 2000, LINE_MAX_ACTIONS = 40 };

static struct stored {
	char variant[RULES_NAME_MAX], fen[RULES_POSITION_MAX];
	char action[LINE_MAX_ACTIONS][RULES_ACTION_MAX];
	int actions;
	bool broken;
} stored[GAMES_MAX]; /* game id: index + 1, the newest last */
static int games, asked;
static struct session *table_session;
static struct view_text why;

static int list(void *user, int64_t before, int most, void (*each)(void *to, int64_t id, const char *variant, const char *fen),
		void *to)
{
	int n = 0;

	(void)user;
	asked++;
	for (int i = before ? (int)before - 2 : games - 1; i >= 0 && n < most; i--, n++)
		each(to, i + 1, stored[i].variant, stored[i].fen);
	return n;
}

static void tell(void *user, int64_t id, struct view_text *ret)
{
	(void)user;
	snprintf(ret->key, sizeof(ret->key), "start-stored");
	snprintf(ret->en, sizeof(ret->en), "game %d", (int)id);
	snprintf(ret->es, sizeof(ret->es), "partida %d", (int)id);
}

static int resume(void *user, int64_t now_us, int64_t id)
{
	const struct stored *g = &stored[id - 1];
	const char *action[LINE_MAX_ACTIONS];
	struct session_new_game how = { .variant = g->variant, .game_id = id };

	(void)user;
	if (g->broken)
		return -EINVAL;
	for (int i = 0; i < g->actions; i++)
		action[i] = g->action[i];
	return session_resume(table_session, now_us, &how, action, g->actions, &why);
}

/* Random play from the start; returns the game's id. */
static int store_game(const char *game, int actions, uint64_t seed)
{
	static rules_action legal[RULES_ACTIONS_MAX];
	struct stored *g = &stored[games];
	struct rules_variant v;
	struct rules_state s, before;
	struct rules_error err;

	assert_int_equal(rules_variant_parse(game, &v, &err), 0);
	rules_variant_name(&v, g->variant);
	rules_init(&v, &s);
	for (g->actions = 0; g->actions < LINE_MAX_ACTIONS && (g->actions < actions || !rules_turn_start(&v, &s));
	     g->actions++) {
		int n = rules_legal(&v, &s, legal);

		before = s;
		seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		rules_action a = legal[(seed >> 33) % (uint64_t)n];
		rules_apply(&v, &s, a);
		if (rules_result(&v, &s) != RULES_ONGOING) {
			s = before;
			break;
		}
		rules_action_text(&v, a, g->action[g->actions]);
	}
	rules_format(&v, &s, g->fen);
	g->broken = false;
	return ++games;
}

static struct table *begin(const char *game, const char *sensors)
{
	struct table *t = table_new(game, sensors);

	games = asked = 0;
	table_session = t->session;
	session_on_shelf(t->session, &(struct session_shelf){ .list = list, .tell = tell, .resume = resume });
	return t;
}

static void position_of(const struct table *t, int id, struct rules_look *look)
{
	struct rules_variant v;
	struct rules_state s;
	struct rules_error err;

	(void)t;
	assert_int_equal(rules_variant_parse(stored[id - 1].variant, &v, &err), 0);
	assert_int_equal(rules_parse(&v, stored[id - 1].fen, &s, &err), 0);
	rules_project(&v, &s, look);
}

/* Puts the pieces back in some order, all but the last `but`; returns a site that still lacks its piece. */
static int put_back(struct table *t, int id, int but, uint64_t seed)
{
	struct rules_look look[RULES_SITES_MAX];
	int order[RULES_SITES_MAX], n = 0;

	position_of(t, id, look);
	for (int i = 0; i < t->sites; i++)
		if (look[i].count)
			order[n++] = i;
	for (int i = n - 1; i > 0; i--) {
		seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		int k = (int)((seed >> 33) % (uint64_t)(i + 1)), keep = order[i];
		order[i] = order[k];
		order[k] = keep;
	}
	for (int i = 0; i < n - but; i++) {
		table_set_at(t, (uint16_t)order[i], look[order[i]]);
		table_wait(t, 700);
	}
	return but ? order[n - 1] : -1;
}

static int choice_of(struct table *t, const char *text)
{
	const struct view *v = table_view(t);

	for (int i = 0; i < v->question.choices; i++)
		if (strcmp(v->question.choice[i].label.en, text) == 0)
			return v->question.choice[i].id;
	return -1;
}

static void assert_goes_on(struct table *t, int id)
{
	assert_int_equal(table_view(t)->game_id, id);
	assert_int_equal(table_view(t)->ply, stored[id - 1].actions);
}

/* ---- Tests ------------------------------------------------------------------------------------------------------------- */

static void a_position_that_cannot_be_read_is_not_remembered(void **state)
{
	struct memory *m;

	(void)state;
	assert_int_equal(memory_new(&m), 0);
	assert_int_equal(memory_add(m, 1, "chess", "anything"), -EINVAL);
	assert_int_equal(memory_add(m, 1, "andantino", "nonsense"), -EINVAL);
	assert_int_equal(memory_count(m), 0);
	memory_free(m);
}

static void an_empty_shelf_offers_nothing(void **state)
{
	struct table *t = begin("contigo-line", "P");

	(void)state;
	table_put(t, "c3", 1);
	table_rest(t);
	assert_phase(t, VIEW_NO_GAME);
	table_free(t);
}

static void a_bare_board_does_not_ask_for_the_shelf(void **state)
{
	struct table *t = begin("contigo-line", "CS");

	(void)state;
	store_game("contigo-line", 8, 3);
	table_rest(t);
	assert_int_equal(asked, 0);
	assert_phase(t, VIEW_NO_GAME);
	table_free(t);
}

static void a_game_that_cannot_go_on_is_not_offered_again(void **state)
{
	struct table *t = begin("contigo-line", "CS");
	int id = store_game("contigo-line", 8, 3);

	(void)state;
	stored[id - 1].broken = true;
	put_back(t, id, 0, 1);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	session_button(t->session, t->now_us, 1, false);
	table_rest(t);
	assert_phase(t, VIEW_NO_GAME);
	table_free(t);
}

static void pieces_put_back_in_any_order_are_recognised(void **state)
{
	static const struct {
		const char *game, *sensors;
	} on[] = { { "contigo-line", "CS" }, { "contigo-line", "P" }, { "contigo-capture", "CR" }, { "thibault", "P" },
		   { "swahili", "P" },       { "perturbador", "PS" }, { "andantino", "P" },        { "oraia", "C" } };

	(void)state;
	for (size_t k = 0; k < sizeof(on) / sizeof(on[0]); k++) {
		struct table *t = begin(on[k].game, on[k].sensors);

		for (int i = 0; i < 300; i++)
			store_game(on[k].game, 4 + i % 12, 77 + (uint64_t)i);
		put_back(t, 100, 0, k);
		table_rest(t);
		assert_phase(t, VIEW_QUESTION);
		assert_int_equal(table_view(t)->question.kind, VIEW_ASK_START);
		int choice = choice_of(t, "game 100");
		if (choice < 0)
			fail_msg("%s on %s: the game is not among the offers", on[k].game, on[k].sensors);
		assert_int_equal(session_answer(t->session, t->now_us, table_view(t)->question.id, choice, &why), 0);
		table_rest(t);
		assert_goes_on(t, 100);
		assert_int_not_equal(table_view(t)->phase, VIEW_MISMATCH);
		table_free(t);
	}
}

static void the_newest_of_equal_games_comes_first(void **state)
{
	struct table *t = begin("contigo-line", "CS");

	(void)state;
	store_game("contigo-line", 8, 3);
	store_game("contigo-line", 8, 3);
	put_back(t, 1, 0, 1);
	table_rest(t);
	assert_string_equal(table_view(t)->question.choice[0].label.en, "game 2");
	assert_string_equal(table_view(t)->question.choice[1].label.en, "game 1");
	session_button(t->session, t->now_us, 1, false);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_goes_on(t, 2);
	table_free(t);
}

static void a_stored_game_is_declined_with_one_tap(void **state)
{
	struct table *t = begin("contigo-line", "CS");
	const struct view *v;
	char site[8];

	(void)state;
	store_game("contigo-line", 8, 3);
	put_back(t, 1, 0, 1);
	table_rest(t);
	v = table_view(t);
	assert_string_equal(v->question.text.key, "ask-start-stored");
	const struct view_choice *none = &v->question.choice[v->question.choices - 1];
	assert_string_equal(none->label.key, "start-none");
	snprintf(site, sizeof(site), "%s", t->site[none->site].name);
	struct rules_look was = t->look[none->site];
	table_set_at(t, table_site(t, site), (struct rules_look){ 0 });
	table_wait(t, 300);
	table_set_at(t, table_site(t, site), was);
	table_rest(t);
	assert_phase(t, VIEW_NO_GAME);
	assert_null(session_record(t->session));
	/* Not for this set-up … */
	table_lift(t, site);
	table_rest(t);
	table_set_at(t, table_site(t, site), was);
	table_rest(t);
	assert_int_equal(choice_of(t, "game 1"), -1);
	/* … but for the next. */
	for (int i = 0; i < t->sites; i++)
		table_set_at(t, (uint16_t)i, (struct rules_look){ 0 });
	table_rest(t);
	put_back(t, 1, 0, 1);
	table_rest(t);
	assert_int_not_equal(choice_of(t, "game 1"), -1);
	table_free(t);
}

static void a_game_just_closed_is_not_offered_while_its_pieces_stand(void **state)
{
	struct table *t = begin("contigo-line", "CS");

	(void)state;
	store_game("contigo-line", 8, 3);
	put_back(t, 1, 0, 1);
	table_rest(t);
	session_button(t->session, t->now_us, 1, false);
	table_rest(t);
	assert_goes_on(t, 1);
	session_close(t->session, t->now_us);
	table_rest(t);
	assert_int_equal(choice_of(t, "game 1"), -1);
	table_free(t);
}

static void sweeping_the_board_is_no_tap(void **state)
{
	struct table *t = begin("contigo-line", "P");
	struct rules_look was[RULES_SITES_MAX];

	(void)state;
	store_game("contigo-line", 8, 3);
	put_back(t, 1, 0, 1);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	memcpy(was, t->look, sizeof(was));
	/* All off and on again quicker than the board looks. */
	for (int i = 0; i < t->sites; i++)
		table_set_at(t, (uint16_t)i, (struct rules_look){ 0 });
	for (int i = 0; i < t->sites; i++)
		table_set_at(t, (uint16_t)i, was[i]);
	table_rest(t);
	assert_null(session_record(t->session));
	for (int i = 0; i < t->events; i++)
		if (t->event[i].type == EVENT_ANSWER)
			assert_non_null(strstr(t->event[i].json, "\"choice\":null"));
	table_free(t);
}

static void the_last_differences_are_lit_when_the_hands_rest(void **state)
{
	struct table *t = begin("contigo-line", "CS");
	struct rules_look look[RULES_SITES_MAX];

	(void)state;
	for (int i = 0; i < 50; i++)
		store_game("contigo-line", 6 + i % 10, 500 + (uint64_t)i);
	int missing = put_back(t, 20, 1, 5);
	table_wait(t, 1000);
	assert_phase(t, VIEW_NO_GAME); /* the hand may be on its way */
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_string_equal(table_view(t)->question.text.key, "ask-start-near");
	assert_string_equal(table_view(t)->question.choice[0].label.en, "game 20");
	assert_true(table_view(t)->fixes > 0);
	assert_int_equal(table_view(t)->fix[0].to, missing);
	/* Chosen at once: the board leads to it, and what is missing is no move. */
	session_button(t->session, t->now_us, 1, false);
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	assert_goes_on(t, 20);
	position_of(t, 20, look);
	table_set_at(t, (uint16_t)missing, look[missing]);
	table_rest(t);
	assert_phase(t, VIEW_PLAY);
	assert_goes_on(t, 20);
	table_free(t);
}

static void putting_the_last_piece_right_makes_the_offer_exact(void **state)
{
	struct table *t = begin("perturbador", "PS");
	struct rules_look look[RULES_SITES_MAX];

	(void)state;
	store_game("perturbador", 9, 4);
	int missing = put_back(t, 1, 1, 5);
	table_rest(t);
	assert_string_equal(table_view(t)->question.text.key, "ask-start-near");
	position_of(t, 1, look);
	table_set_at(t, (uint16_t)missing, look[missing]);
	table_wait(t, 700);
	assert_string_equal(table_view(t)->question.text.key, "ask-start-stored");
	assert_int_equal(table_view(t)->fixes, 0);
	table_free(t);
}

static void half_a_start_is_no_old_game(void **state)
{
	struct table *t = begin("oraia", "CR");
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state start;
	int last = 0;

	(void)state;
	store_game("oraia", 1, 4);
	rules_init(&t->variant, &start);
	rules_project(&t->variant, &start, look);
	for (int i = 0; i < t->sites; i++)
		if (look[i].count)
			last = i;
	for (int i = 0; i < last; i++)
		table_set_at(t, (uint16_t)i, look[i]);
	table_rest(t);
	assert_int_equal(choice_of(t, "game 1"), -1);
	assert_int_equal(table_view(t)->fixes, 0);
	table_free(t);
}

static void a_start_is_offered_beside_nothing_else(void **state)
{
	struct table *t = begin("perturbador", "PS");
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state start;

	(void)state;
	store_game("perturbador", 9, 4);
	rules_init(&t->variant, &start);
	rules_project(&t->variant, &start, look);
	for (int i = 0; i < t->sites; i++)
		table_set_at(t, (uint16_t)i, look[i]);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	assert_string_equal(table_view(t)->question.text.key, "ask-start");
	table_free(t);
}

static void another_game_put_back_over_the_one_on_the_table_is_offered(void **state)
{
	struct table *t = begin("contigo-line", "CS");

	(void)state;
	store_game("contigo-line", 12, 8); /* the first is the one on the table */
	store_game("contigo-line", 12, 3);
	table_start(t, NULL);
	assert_phase(t, VIEW_PLAY);
	for (int i = 0; i < t->sites; i++)
		table_set_at(t, (uint16_t)i, (struct rules_look){ 0 });
	table_rest(t);
	assert_phase(t, VIEW_MISMATCH);
	put_back(t, 2, 0, 9);
	table_rest(t);
	assert_phase(t, VIEW_QUESTION);
	session_button(t->session, t->now_us, 1, false);
	table_rest(t);
	assert_goes_on(t, 2);
	assert_phase(t, VIEW_PLAY);
	table_free(t);
}

static void a_game_gone_wrong_is_not_taken_for_another_one(void **state)
{
	struct table *t = begin("oraia", "CR");
	struct rules_look look[RULES_SITES_MAX];

	(void)state;
	store_game("oraia", 5, 4);
	int id = store_game("oraia", 1, 4);
	table_start(t, NULL);
	/* What stands there after one action of that game, brought about by no legal way: two places differ at most. */
	position_of(t, id, look);
	session_take_back(t->session, t->now_us, 0, &why);
	for (int i = 0; i < t->sites; i++)
		if (memcmp(&t->look[i], &look[i], sizeof(look[i])))
			table_set_at(t, (uint16_t)i, look[i]);
	table_rest(t);
	assert_int_not_equal(table_view(t)->question.kind, VIEW_ASK_START);
	table_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_position_that_cannot_be_read_is_not_remembered),
		cmocka_unit_test(an_empty_shelf_offers_nothing),
		cmocka_unit_test(a_bare_board_does_not_ask_for_the_shelf),
		cmocka_unit_test(a_game_that_cannot_go_on_is_not_offered_again),
		cmocka_unit_test(pieces_put_back_in_any_order_are_recognised),
		cmocka_unit_test(the_newest_of_equal_games_comes_first),
		cmocka_unit_test(a_stored_game_is_declined_with_one_tap),
		cmocka_unit_test(a_game_just_closed_is_not_offered_while_its_pieces_stand),
		cmocka_unit_test(sweeping_the_board_is_no_tap),
		cmocka_unit_test(the_last_differences_are_lit_when_the_hands_rest),
		cmocka_unit_test(putting_the_last_piece_right_makes_the_offer_exact),
		cmocka_unit_test(half_a_start_is_no_old_game),
		cmocka_unit_test(a_start_is_offered_beside_nothing_else),
		cmocka_unit_test(another_game_put_back_over_the_one_on_the_table_is_offered),
		cmocka_unit_test(a_game_gone_wrong_is_not_taken_for_another_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
