/*
 * test_golden_games.c — whole games as they were once played, in golden/games: a line for the game and one for the start, then
 * a line for each action with its player and the position after it, then the result of the record, then the score if there is
 * one.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules.h"

enum { NODES = 512 };

struct transcript {
	const char *file;
	int line;
	struct rules_variant v;
	struct rules_node node[NODES];
	struct rules_record r;
	char position[NODES][RULES_POSITION_MAX]; /* by ply */
};

static void check_position(const struct transcript *t, const char *wanted)
{
	char text[RULES_POSITION_MAX];
	rules_format(&t->v, &t->r.here, text);
	if (strcmp(text, wanted) != 0)
		fail_msg("%s:%d: the position is \"%s\"", t->file, t->line, text);
}

static void read_start(struct transcript *t, const char *text)
{
	struct rules_state s, initial;
	struct rules_error err;
	if (rules_parse(&t->v, text, &s, &err) < 0)
		fail_msg("%s:%d: %s", t->file, t->line, err.text);
	rules_init(&t->v, &initial);
	assert_memory_equal(&s, &initial, sizeof(s));
	rules_record_init(&t->r, &t->v, &s, t->node, NODES);
	strcpy(t->position[0], text);
}

/* "PLAYER ACTION POSITION" */
static void play_line(struct transcript *t, char *line)
{
	char *action = strchr(line, ' ') + 1, *after = strchr(action, ' ');
	struct rules_error err;
	rules_action a;
	*after++ = '\0';
	if (rules_record_result(&t->r) != RULES_ONGOING)
		fail_msg("%s:%d: the game is over before it", t->file, t->line);
	if (atoi(line) != rules_player(&t->v, &t->r.here))
		fail_msg("%s:%d: it is player %d's turn", t->file, t->line, rules_player(&t->v, &t->r.here));
	if (rules_action_read(&t->v, &t->r.here, action, &a, &err) < 0)
		fail_msg("%s:%d: %s", t->file, t->line, err.text);
	assert_int_equal(rules_record_play(&t->r, a), 0);
	check_position(t, after);
	strcpy(t->position[t->node[t->r.at].ply], after);
}

static void check_result(struct transcript *t, const char *wanted)
{
	static const char *const why[] = { "", " by position", " by repetition", " by turns" };
	char text[40];
	int result = rules_record_result(&t->r);
	if (result == RULES_DRAW)
		sprintf(text, "draw%s", why[t->node[t->r.at].why]);
	else
		sprintf(text, result == RULES_ONGOING ? "ongoing" : "win %d", result);
	if (strcmp(text, wanted) != 0)
		fail_msg("%s:%d: the result is \"%s\"", t->file, t->line, text);
}

static void check_score(struct transcript *t, const char *wanted)
{
	int points[RULES_PLAYERS_MAX + 1];
	char text[80] = "", *at = text;
	assert_true(rules_score(&t->v, &t->r.here, points));
	for (int p = 1; p <= t->v.players; p++)
		at += sprintf(at, "%s%d", p > 1 ? " " : "", points[p]);
	if (strcmp(text, wanted) != 0)
		fail_msg("%s:%d: the score is \"%s\"", t->file, t->line, text);
}

/* Back to every position of the game, the last first; and forward again. */
static void check_undo(struct transcript *t)
{
	uint32_t last = t->r.at;
	for (int ply = t->node[last].ply; ply >= 0; ply--) {
		assert_int_equal(rules_record_undo(&t->r, ply), 0);
		check_position(t, t->position[ply]);
	}
	assert_int_equal(rules_record_goto(&t->r, last), 0);
	check_position(t, t->position[t->node[last].ply]);
}

static void replay(const char *path, struct transcript *t)
{
	static char line[RULES_POSITION_MAX + RULES_ACTION_MAX];
	struct rules_error err;
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	bool finished = false;
	for (t->line = 1; fgets(line, sizeof(line), file); t->line++) {
		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, "game ", 5) == 0) {
			if (rules_variant_parse(line + 5, &t->v, &err) < 0)
				fail_msg("%s:%d: %s", t->file, t->line, err.text);
		} else if (strncmp(line, "start ", 6) == 0) {
			read_start(t, line + 6);
		} else if (strncmp(line, "result ", 7) == 0) {
			check_result(t, line + 7);
			finished = true;
		} else if (strncmp(line, "score ", 6) == 0) {
			check_score(t, line + 6);
		} else {
			play_line(t, line);
		}
	}
	fclose(file);
	if (!finished)
		fail_msg("%s: no result", t->file);
	check_undo(t);
}

static void every_recorded_game_is_played_again_to_the_same_end(void **state)
{
	(void)state;
	static struct transcript t;
	static const char dir[] = SOURCE_DIR "/tests/unit/golden/games";
	bool seen[16] = { false };
	DIR *d = opendir(dir);
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));) {
		char path[512];
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
		memset(&t, 0, sizeof(t));
		t.file = e->d_name;
		replay(path, &t);
		for (int i = 0; rules_game_at(i); i++)
			seen[i] |= rules_game_at(i) == t.v.game;
	}
	closedir(d);
	for (int i = 0; rules_game_at(i); i++)
		if (!seen[i])
			fail_msg("no recorded game of %s", rules_game_at(i)->id);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_recorded_game_is_played_again_to_the_same_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
