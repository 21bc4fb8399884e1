/*
 * test_perturbador_random.c — thousands of random positions of Perturbador, played by a second, slow engine that walks square
 * by square.
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

#include "rules_text.h"

static struct rules_variant game;

static int set_up_game(void **state)
{
	(void)state;
	game = variant("perturbador");
	return 0;
}

struct board {
	char at[8][8]; /* [file][rank]: 'w', 'b', 'x', '.' */
};

static bool is_well(int file, int rank)
{
	return (file == 3 || file == 4) && (rank == 3 || rank == 4);
}

static char *write_board(const struct board *b, char *text)
{
	for (int rank = 7; rank >= 0; rank--) {
		int empty = 0;
		for (int file = 0; file < 8; file++) {
			if (b->at[file][rank] == '.') {
				empty++;
				continue;
			}
			if (empty)
				*text++ = (char)('0' + empty);
			empty = 0;
			*text++ = b->at[file][rank];
		}
		if (empty)
			*text++ = (char)('0' + empty);
		if (rank)
			*text++ = '/';
	}
	*text = '\0';
	return text;
}

static int below(uint64_t *seed, int n)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (int)((*seed >> 33) % (uint64_t)n);
}

struct random_position {
	struct board board;
	char mover, phase; /* '1' or '2'; 'p' piece, 'd' disturber */
	int home[2];
	char text[RULES_POSITION_MAX];
};

static void write_position(struct random_position *p)
{
	sprintf(write_board(&p->board, p->text), " %c %s %d,%d", p->mover, p->phase == 'p' ? "piece" : "disturber", p->home[0],
		p->home[1]);
}

/* Pieces close together, so that there is much to rebound from. */
static void make_position(uint64_t *seed, struct random_position *p)
{
	int size = 5 + below(seed, 4), left = below(seed, 9 - size), low = below(seed, 9 - size);
	memset(&p->board, '.', sizeof(p->board));
	p->home[0] = below(seed, 5);
	p->home[1] = below(seed, 5);
	char pieces[14] = "x";
	for (int side = 0; side < 2; side++)
		for (int i = p->home[side]; i < 6; i++)
			strcat(pieces, side ? "b" : "w");
	for (int i = 0; pieces[i];) {
		int file = left + below(seed, size), rank = low + below(seed, size);
		if (!is_well(file, rank) && p->board.at[file][rank] == '.')
			p->board.at[file][rank] = pieces[i++];
	}
	p->mover = below(seed, 2) ? '2' : '1';
	p->phase = below(seed, 4) ? 'p' : 'd';
	write_position(p);
}

static const int step_file[4] = { 0, 1, 0, -1 }, step_rank[4] = { 1, 0, -1, 0 };

struct walk {
	struct board board; /* without the piece that walks */
	bool seen[8][8][4][2], end[8][8];
};

static char what(const struct board *b, int file, int rank)
{
	return file < 0 || file > 7 || rank < 0 || rank > 7 ? '#' : b->at[file][rank];
}

/* Sets out from a square one way. */
static void slow_walk(struct walk *w, int file, int rank, int way, bool bent)
{
	if (w->seen[file][rank][way][bent])
		return;
	w->seen[file][rank][way][bent] = true;
	for (int moved = 0;; moved++) {
		int f = file + step_file[way], r = rank + step_rank[way];
		char next = what(&w->board, f, r);
		if ((next == 'w' || next == 'b') && moved) {
			slow_walk(w, file, rank, (way + 1) % 4, true);
			slow_walk(w, file, rank, (way + 3) % 4, true);
		}
		if (next != '.')
			return;
		if (is_well(f, r)) {
			w->end[f][r] |= bent;
			return;
		}
		w->end[f][r] = true;
		file = f;
		rank = r;
	}
}

static int slow_pieces(const struct random_position *p, char *list)
{
	int n = 0;
	for (int file = 0; file < 8; file++)
		for (int rank = 0; rank < 8; rank++) {
			if (p->board.at[file][rank] != (p->mover == '1' ? 'w' : 'b'))
				continue;
			struct walk w = { .board = p->board };
			w.board.at[file][rank] = '.';
			for (int way = 0; way < 4; way++)
				slow_walk(&w, file, rank, way, false);
			w.end[file][rank] = false;
			for (int f = 0; f < 8; f++)
				for (int r = 0; r < 8; r++)
					if (w.end[f][r]) {
						n++;
						list += sprintf(list, "%c%d%c%d ", 'a' + file, rank + 1, 'a' + f, r + 1);
					}
		}
	if (!n)
		strcpy(list, "- ");
	return n ? n : 1;
}

static int slow_disturber(const struct random_position *p, char *list)
{
	int xf = 0, xr = 0, n = 1;
	for (int f = 0; f < 64; f++)
		if (p->board.at[f / 8][f % 8] == 'x') {
			xf = f / 8;
			xr = f % 8;
		}
	list += sprintf(list, "x- ");
	for (int f = 0; f < 8; f++)
		for (int r = 0; r < 8; r++) {
			bool line = f == xf || r == xr || abs(f - xf) == abs(r - xr);
			if (line && p->board.at[f][r] == '.' && !is_well(f, r)) {
				list += sprintf(list, "x%c%d ", 'a' + f, r + 1);
				n++;
			}
		}
	return n;
}

static void every_random_position_has_the_actions_a_slow_engine_finds(void **state)
{
	(void)state;
	static char slow[RULES_ACTIONS_MAX * 5], fast[RULES_ACTIONS_MAX * 5];
	static rules_action list[RULES_ACTIONS_MAX];
	uint64_t seed = 1, homes = 0;
	for (int round = 0; round < 12000; round++) {
		struct random_position p;
		make_position(&seed, &p);
		struct rules_state s = position(&game, p.text);
		int n = p.phase == 'p' ? slow_pieces(&p, slow) : slow_disturber(&p, slow);
		char *at = fast;
		assert_int_equal(rules_legal(&game, &s, list), n);
		assert_int_equal(rules_count(&game, &s), n);
		for (int i = 0; i < n; i++) {
			rules_action_text(&game, list[i], at);
			homes += at[2] && is_well(at[2] - 'a', at[3] - '1');
			at += strlen(at);
			strcpy(at++, " ");
		}
		assert_string_equal(fast, slow);
	}
	assert_true(homes > 5000);
}

/* The way must be one a hand could follow: square by square, turning only at a bend, each bend in front of a piece. */
static void check_way(const struct random_position *p, const struct rules_path *way, const char *text)
{
	int n, back = -1;
	const struct rules_site *site = rules_sites(&game, &n);
	struct board b = p->board;
	b.at[text[0] - 'a'][text[1] - '1'] = '.';
	assert_true(way->length >= 2);
	assert_int_equal(way->step[0].mark, RULES_MARK_START);
	assert_memory_equal(site[way->step[0].site].name, text, 2);
	assert_memory_equal(site[way->step[way->length - 1].site].name, text + 2, 2);
	for (int i = 1; i < way->length; i++) {
		const char *from = site[way->step[i - 1].site].name, *to = site[way->step[i].site].name;
		int files = to[0] - from[0], ranks = to[1] - from[1], dir = -1;
		for (int k = 0; k < 4; k++)
			if (files == step_file[k] && ranks == step_rank[k])
				dir = k;
		assert_true(dir >= 0);
		if (way->step[i - 1].mark == RULES_MARK_BEND) {
			char stop = what(&b, from[0] - 'a' + step_file[back], from[1] - '1' + step_rank[back]);
			assert_true(stop == 'w' || stop == 'b');
			assert_int_equal((dir + back) % 2, 1);
		} else if (i > 1) {
			assert_int_equal(way->step[i - 1].mark, RULES_MARK_PASS);
			assert_int_equal(dir, back);
		}
		assert_int_equal(what(&b, to[0] - 'a', to[1] - '1'), '.');
		back = dir;
	}
	assert_int_equal(way->step[way->length - 1].mark, RULES_MARK_END);
}

static void every_way_can_be_followed_square_by_square(void **state)
{
	(void)state;
	static rules_action list[RULES_ACTIONS_MAX];
	static struct rules_path way;
	uint64_t seed = 2;
	for (int round = 0; round < 400; round++) {
		struct random_position p;
		make_position(&seed, &p);
		p.phase = 'p';
		write_position(&p);
		struct rules_state s = position(&game, p.text);
		int n = rules_legal(&game, &s, list);
		for (int i = 0; i < n; i++) {
			char text[RULES_ACTION_MAX];
			rules_action_text(&game, list[i], text);
			rules_path(&game, &s, list[i], &way);
			if (text[0] != '-')
				check_way(&p, &way, text);
		}
	}
}

/* A displacement is explained exactly when it is not legal. */
static void every_illegal_displacement_has_its_reason_and_no_legal_one_has(void **state)
{
	(void)state;
	uint64_t seed = 3;
	for (int round = 0; round < 150; round++) {
		struct random_position p;
		make_position(&seed, &p);
		struct rules_state s = position(&game, p.text);
		for (int from = 0; from < 64; from++)
			for (int to = 0; to < 64; to++) {
				char text[8];
				struct rules_why why = { 0 };
				rules_action a;
				char piece = p.board.at[from / 8][from % 8];
				struct rules_attempt attempt = { (uint16_t)from, (uint16_t)to, 0, 1 };
				if (from == to)
					continue;
				if (piece == 'x')
					sprintf(text, "x%c%d", 'a' + to / 8, to % 8 + 1);
				else
					sprintf(text, "%c%d%c%d", 'a' + from / 8, from % 8 + 1, 'a' + to / 8, to % 8 + 1);
				bool legal = rules_action_read(&game, &s, text, &a, NULL) == 0;
				int r = rules_why_illegal(&game, &s, &attempt, &why);
				if (legal != (r == -EALREADY))
					fail_msg("%s: %s is %s", p.text, text, legal ? why.en : "not explained");
				if (!legal) {
					assert_true(strlen(why.en) > 10 && strlen(why.en) < sizeof(why.en) - 1);
					assert_true(strlen(why.es) > 10 && strlen(why.es) < sizeof(why.es) - 1);
				}
			}
	}
}

/* The board with its wells looks the same from its four sides and in a mirror, and the players differ in nothing but colour. */
static void turned_and_mirrored_boards_give_equal_counts(void **state)
{
	(void)state;
	uint64_t seed = 4;
	for (int round = 0; round < 25; round++) {
		struct random_position p, turned;
		make_position(&seed, &p);
		struct rules_state s = position(&game, p.text);
		uint64_t leaves = rules_perft(&game, &s, 2);
		for (int k = 0; k < 8; k++) {
			turned = p;
			for (int f = 0; f < 8; f++)
				for (int r = 0; r < 8; r++) {
					int x = k & 1 ? 7 - f : f, y = k & 2 ? 7 - r : r;
					turned.board.at[k & 4 ? y : x][k & 4 ? x : y] = p.board.at[f][r];
				}
			write_position(&turned);
			s = position(&game, turned.text);
			assert_true(rules_perft(&game, &s, 2) == leaves);
		}
		for (int f = 0; f < 64; f++) {
			char *piece = &p.board.at[f / 8][f % 8];
			*piece = *piece == 'w' ? 'b' : *piece == 'b' ? 'w' : *piece;
		}
		p.mover = p.mover == '1' ? '2' : '1';
		int home = p.home[0];
		p.home[0] = p.home[1];
		p.home[1] = home;
		write_position(&p);
		s = position(&game, p.text);
		assert_true(rules_perft(&game, &s, 2) == leaves);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_random_position_has_the_actions_a_slow_engine_finds),
		cmocka_unit_test(every_way_can_be_followed_square_by_square),
		cmocka_unit_test(every_illegal_displacement_has_its_reason_and_no_legal_one_has),
		cmocka_unit_test(turned_and_mirrored_boards_give_equal_counts),
	};
	return cmocka_run_group_tests(tests, set_up_game, NULL);
}
