/* test_record_text.c — games as text: what is written can be read, what is wrong is named, nothing is half taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record_text.h"

static const char good[] =
    "[Game \"contigo-line\"]\n[Started \"2026-10-01 18:00:00 UTC\"]\n[Ended \"2026-10-01 18:20:00 UTC\"]\n[Player1 \"Ana\"]\n"
    "[Player2 \"L\\\"uis\\\\\"]\n[Result \"win 2\"]\n[Reason \"resigned\"]\n[Tags \"family, rain\"]\n[Note \"two\\nlines\"]\n"
    "[Seconds \"1.5 20.25\"]\n[Derived \"2\"]\n\n1 a2c2 2Na-Nc\n{0 a start}\n{2 with \\} brace}\n(0 c1c3)\n(1 2Na-W6)\nend win "
    "2\n";

static void refused(const char *text, int line, const char *part)
{
	struct saved_game *games = NULL;
	struct record_error why;
	int n = 77;
	assert_int_equal(record_text_read(text, &games, &n, &why), -EINVAL);
	assert_int_equal(n, 77);
	assert_null(games);
	if (!strstr(why.en, part))
		fail_msg("\"%s\" does not speak of \"%s\"", why.en, part);
	assert_int_equal(why.line, line);
	assert_true(strlen(why.es) > 4);
}

static void nothing_is_not_a_game(void **state)
{
	(void)state;
	refused("", 1, "no game");
	refused("\n# only a comment\n\n", 4, "no game");
	refused("hello\n", 2, "end");
}

static void a_bad_tag_is_named_with_its_line(void **state)
{
	(void)state;
	refused("[Game \"chess\"]\nend draw\n", 2, "chess");
	refused("[Game \"contigo-line\"]\n[Colour \"red\"]\nend draw\n", 2, "Colour");
	refused("[Game \"contigo-line\"]\n[Result \"victory\"]\nend draw\n", 2, "victory");
	refused("[Game \"contigo-line\"]\n[Started \"yesterday\"]\nend draw\n", 2, "yesterday");
	refused("[Game \"contigo-line\"]\n[Note \"never ends]\nend draw\n", 2, "missing");
	refused("[Game \"contigo-line\"]\n[Start \"6/6/6/6/6/6 x\"]\nend draw\n", 3, "Start");
	refused("[Game \"contigo-line\"]\n1 a2c2\n[Note \"late\"]\nend ongoing\n", 3, "after the moves");
	refused("[Game \"contigo-line\"]\n[Note \"cut\"", 2, "] is missing");
	refused("[Game \"contigo-line\"]\n(0 c1c3", 2, ") is missing");
	refused("[Game \"contigo-line\"]\n[Player5 \"x\"]\nend draw\n", 2, "Player5");
}

static void an_illegal_action_is_named_with_its_line_and_number(void **state)
{
	(void)state;
	refused("[Game \"contigo-line\"]\n\n1 a2c2 2Na-Nc\n2 a2c2\nend ongoing\n", 4, "action 3, a2c2");
	refused("[Game \"contigo-line\"]\n\n1 a2c2 9Na-Nc\nend ongoing\n", 3, "9Na-Nc");
	refused("[Game \"contigo-line\"]\n\n1 a2c2\n(1 2Na-Nd)\nend ongoing\n", 5, "2Na-Nd");
	refused("[Game \"contigo-line\"]\n\n1 a2c2\n(4 2Na-Nc)\nend ongoing\n", 5, "ply 4");
	refused("[Game \"contigo-line\"]\n\n1 a2c2\n{3 no}\nend ongoing\n", 5, "comment");
}

static void the_end_must_be_there_and_agree(void **state)
{
	(void)state;
	refused("[Game \"contigo-line\"]\n[Result \"draw\"]\nend win 1\n", 3, "agree");
	refused("[Game \"contigo-line\"]\n1 a2c2\n", 3, "missing");
}

static void a_bad_second_game_takes_the_first_with_it(void **state)
{
	char text[4096];
	(void)state;
	snprintf(text, sizeof text, "%s\n%s", good, "[Game \"contigo-line\"]\n1 x\nend draw\n");
	refused(text, 21, "x");
}

static void json_that_is_none_says_so(void **state)
{
	(void)state;
	refused("{\"game\":", 1, "not JSON");
	refused("{\"game\":\"contigo-line\",\"game\":\"x\"}", 1, "not JSON");
	refused("[{\"game\":\"contigo-line\",\"result\":\"draw\",\"plies\":[{\"action\":\"z9\"}]}]", 0, "z9");
	refused("[{\"game\":\"contigo-line\",\"result\":\"draw\",\"plies\":[{}]}]", 0, "plies");
	refused("[{\"game\":\"contigo-line\",\"result\":\"draw\",\"plies\":[],\"comments\":{\"1\":\"x\"}}]", 0,
		"comment on ply 1");
	refused("[{\"game\":\"contigo-line\",\"result\":\"draw\",\"plies\":[],\"comments\":{\"-1\":\"x\"}}]", 0,
		"comment on ply -1");
	refused("[{\"game\":\"nothing\",\"result\":\"draw\",\"plies\":[]}]", 0, "nothing");
	refused("[{\"game\":\"contigo-line\",\"result\":\"huge\",\"plies\":[]}]", 0, "huge");
}

static void everything_written_is_read_again(void **state)
{
	struct saved_game *games, *again;
	struct record_error why;
	int n, m;
	(void)state;
	assert_int_equal(record_text_read(good, &games, &n, &why), 0);
	assert_int_equal(n, 1);
	const struct saved_game *g = &games[0];
	assert_string_equal(g->player[2], "L\"uis\\");
	assert_string_equal(g->note, "two\nlines");
	assert_int_equal(g->tags, 2);
	assert_string_equal(g->tag[1], "rain");
	assert_int_equal(g->line.plies, 2);
	assert_int_equal(g->line.ply[1].time_ms - g->started_ms, 20250);
	assert_true(g->line.ply[1].derived && !g->line.ply[0].derived);
	assert_true(g->line.ply[1].turn_start);
	assert_int_equal(g->branches, 2);
	assert_int_equal(g->branch[1].from_ply, 1);
	assert_string_equal(g->comment[1].text, "with } brace");
	char *text = record_text_write(g);
	json_t *json = record_json_write(g);
	assert_non_null(text);
	for (int form = 0; form < 2; form++) {
		char *source = form ? json_dumps(json, 0) : strdup(text);
		if (record_text_read(source, &again, &m, &why) != 0)
			fail_msg("%s", why.en);
		char *once_more = record_text_write(&again[0]);
		assert_string_equal(once_more, text);
		free(once_more);
		free(source);
		saved_game_clear(&again[0]);
		free(again);
	}
	json_decref(json);
	free(text);
	saved_game_clear(&games[0]);
	free(games);
}

static void a_number_may_be_an_action_of_its_own(void **state)
{
	struct saved_game *games;
	struct record_error why;
	int n;
	(void)state;
	if (record_text_read("[Game \"swahili\"]\n\n1 4\n2 4\nend ongoing\n", &games, &n, &why) != 0)
		fail_msg("%s", why.en);
	assert_int_equal(games[0].line.plies, 2);
	assert_string_equal(games[0].line.ply[1].action, "4");
	char *text = record_text_write(&games[0]);
	assert_non_null(strstr(text, "\n1 4\n2 4\nend ongoing\n"));
	free(text);
	saved_game_clear(&games[0]);
	free(games);
}

static void lines_of_other_systems_end_as_they_like(void **state)
{
	struct saved_game *games;
	struct record_error why;
	int n;
	(void)state;
	if (record_text_read("[Game \"contigo-line\"]\r\n\r\n1 a2c2 2Na-Nc\r\nend ongoing\r\n", &games, &n, &why) != 0)
		fail_msg("%d %s", why.line, why.en);
	assert_int_equal(games[0].line.plies, 2);
	saved_game_clear(&games[0]);
	free(games);
}

/* Random games of every id, with the moves chosen by a fixed generator. */
static void random_games_of_every_kind_survive_the_journey(void **state)
{
	const struct rules_game *game;
	uint64_t seed = 5;
	(void)state;
	for (int i = 0; (game = rules_game_at(i)); i++) {
		struct saved_game g = { .clock_set = true, .result = "unfinished" };
		struct rules_variant v;
		struct rules_state s;
		struct rules_error err;
		struct record_error why;
		static rules_action list[RULES_ACTIONS_MAX];
		int bad, n, m;
		assert_int_equal(rules_variant_parse(game->id, &v, &err), 0);
		strcpy(g.game, game->id);
		rules_init(&v, &s);
		for (int k = 0; k < 120 && (n = rules_legal(&v, &s, list)) > 0; k++) {
			char action[RULES_ACTION_MAX];
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			rules_action a = list[(seed >> 33) % (unsigned)n];
			rules_action_text(&v, a, action);
			assert_int_equal(saved_line_add(&g.line, &(struct saved_ply){ .action = action }), 0);
			rules_apply(&v, &s, a);
		}
		assert_int_equal(record_fill(&g, &bad, &why), 0);
		char *text = record_text_write(&g), *again;
		struct saved_game *read;
		if (record_text_read(text, &read, &m, &why) != 0)
			fail_msg("%s line %d: %s\n%s", game->id, why.line, why.en, text);
		again = record_text_write(&read[0]);
		assert_string_equal(text, again);
		assert_int_equal(read[0].line.plies, g.line.plies);
		free(text);
		free(again);
		saved_game_clear(&read[0]);
		free(read);
		saved_game_clear(&g);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_not_a_game),
		cmocka_unit_test(a_bad_tag_is_named_with_its_line),
		cmocka_unit_test(an_illegal_action_is_named_with_its_line_and_number),
		cmocka_unit_test(the_end_must_be_there_and_agree),
		cmocka_unit_test(a_bad_second_game_takes_the_first_with_it),
		cmocka_unit_test(json_that_is_none_says_so),
		cmocka_unit_test(everything_written_is_read_again),
		cmocka_unit_test(a_number_may_be_an_action_of_its_own),
		cmocka_unit_test(lines_of_other_systems_end_as_they_like),
		cmocka_unit_test(random_games_of_every_kind_survive_the_journey),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
