/*
 * test_perturbador.c — Perturbador, a test for each sentence of the rules.
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

/* ---- Positions as lists ------------------------------------------------------------------------------------------------ */

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

static int put(struct board *b, const char *squares, char piece)
{
	int n = 0;
	for (const char *s = squares; *s; s += s[2] ? 3 : 2, n++)
		b->at[s[0] - 'a'][s[1] - '1'] = piece;
	return n;
}

/* "a1 h8", "g8 f8", "h1", "1 piece": the pieces not named are home. */
static const char *with(const char *white, const char *black, const char *disturber, const char *player_and_phase)
{
	static char text[4][RULES_POSITION_MAX];
	static int next;
	struct board b;
	memset(&b, '.', sizeof(b));
	int w = put(&b, white, 'w'), k = put(&b, black, 'b');
	put(&b, disturber, 'x');
	next = (next + 1) % 4;
	sprintf(write_board(&b, text[next]), " %s %d,%d", player_and_phase, 6 - w, 6 - k);
	return text[next];
}

/* The ends of one piece, in order. */
static void assert_ends(const char *position_text, const char *from, const char *ends)
{
	struct rules_state s = position(&game, position_text);
	rules_action list[RULES_ACTIONS_MAX];
	char text[RULES_ACTION_MAX], got[1024] = "";
	int n = rules_legal(&game, &s, list);
	for (int i = 0; i < n; i++) {
		rules_action_text(&game, list[i], text);
		if (strncmp(text, from, 2) == 0)
			sprintf(got + strlen(got), "%s%s", *got ? " " : "", text + 2);
	}
	assert_string_equal(got, ends);
}

/* ---- Texts that are refused ------------------------------------------------------------------------------------------ */

#define START "1bbbbbb1/8/8/8/8/8/8/1wwwwww1"
#define PLACED "1bbbbbb1/8/8/8/8/2x5/8/1wwwwww1"

static void a_position_without_its_fields_is_refused(void **state)
{
	(void)state;
	assert_refused(&game, "", "BOARD: ");
	assert_refused(&game, START, "PLAYER: missing");
	assert_refused(&game, START " 1", "PHASE: missing");
	assert_refused(&game, START " 1 place", "HOME: missing");
	assert_refused(&game, START " 1 place 0,0 -", "HOME: more text");
	assert_refused(&game, START "  1 place 0,0", "PLAYER: missing");
	assert_refused(&game, START " 1 place 0,0 ", "HOME: more text");
	assert_refused(&game, " " START " 1 place 0,0", "BOARD: missing");
}

static void a_board_that_is_not_eight_by_eight_is_refused(void **state)
{
	(void)state;
	assert_refused(&game, "1bbbbbb1/8/8/8/8/8/1wwwwww1 1 place 0,0", "BOARD: '/' expected after rank 2");
	assert_refused(&game, START "/8 1 place 0,0", "BOARD: more text after rank 1");
	assert_refused(&game, "1bbbbbb/8/8/8/8/8/8/1wwwwww1 1 place 0,0", "BOARD: rank 8 has 7 squares");
	assert_refused(&game, "2bbbbbb1/8/8/8/8/8/8/1wwwwww1 1 place 0,0", "BOARD: ");
	assert_refused(&game, "1bbbbbb1/71/8/8/8/8/8/1wwwwww1 1 place 0,0", "BOARD: two digits side by side in rank 7");
	assert_refused(&game, "1bbbbbb1/8/8/8/8/8/8/1wwwwWw1 1 place 0,0", "BOARD: 'W' in rank 1");
	assert_refused(&game, "1bbbbbb1/0x7/8/8/8/8/8/1wwwwww1 1 piece 0,0", "BOARD: '0' in rank 7");
	assert_refused(&game, "1bbbbbb1/9/8/8/8/8/8/1wwwwww1 1 place 0,0", "BOARD: '9' in rank 7");
}

static void nothing_ever_rests_on_a_well(void **state)
{
	(void)state;
	assert_refused(&game, "1bbbbbb1/8/8/8/3w4/2x5/8/1wwwww2 1 piece 0,0", "BOARD: d4 is a well, nothing rests there");
	assert_refused(&game, "1bbbbb2/8/8/4b3/8/2x5/8/1wwwwww1 1 piece 0,0", "BOARD: e5 is a well, nothing rests there");
	assert_refused(&game, "1bbbbbb1/8/8/3x4/8/8/8/1wwwwww1 1 piece 0,0", "BOARD: d5 is a well, nothing rests there");
}

static void board_and_home_are_six_a_side(void **state)
{
	(void)state;
	assert_refused(&game, "1bbbbbb1/8/8/8/8/2x5/8/1wwwww2 1 piece 0,0",
		       "BOARD: player 1 has 5 pieces on the board and 0 home, together not 6");
	assert_refused(&game, PLACED " 1 piece 0,1", "BOARD: player 2 has 6 pieces on the board and 1 home, together not 6");
	assert_refused(&game, "bbbbbbb1/8/8/8/8/2x5/8/1wwwwww1 1 piece 0,0", "BOARD: player 2 has 7 pieces");
}

static void at_most_five_are_home_and_not_of_both(void **state)
{
	(void)state;
	assert_refused(&game, "8/8/8/8/8/2x5/8/1w6 1 piece 5,6", "HOME: \"5,6\" is not two numbers from 0 to 5");
	assert_refused(&game, "1b6/8/8/8/8/2x5/8/1w6 1 piece 5,5", "HOME: only one player can have 5 pieces home");
	assert_refused(&game, PLACED " 1 piece 0", "HOME: \"0\"");
	assert_refused(&game, PLACED " 1 piece 0,0,0", "HOME: \"0,0,0\"");
	assert_refused(&game, PLACED " 1 piece 00,0", "HOME: \"00,0\"");
	assert_refused(&game, PLACED " 1 piece ,0", "HOME: \",0\"");
	assert_refused(&game, PLACED " 1 piece -", "HOME: \"-\"");
}

static void in_phase_place_there_is_no_disturber_and_otherwise_exactly_one(void **state)
{
	(void)state;
	assert_refused(&game, PLACED " 1 place 0,0", "BOARD: the disturber is on the board");
	assert_refused(&game, START " 1 piece 0,0", "BOARD: 0 disturbers, in phase piece there is one");
	assert_refused(&game, START " 2 disturber 0,0", "BOARD: 0 disturbers, in phase disturber there is one");
	assert_refused(&game, "1bbbbbb1/x7/8/8/8/2x5/8/1wwwwww1 1 piece 0,0", "BOARD: 2 disturbers");
}

static void only_player_1_places(void **state)
{
	(void)state;
	assert_refused(&game, START " 2 place 0,0", "PLAYER: only player 1 places the disturber");
}

static void players_and_phases_that_do_not_exist_are_refused(void **state)
{
	(void)state;
	assert_refused(&game, PLACED " 0 piece 0,0", "PLAYER: \"0\" is not 1 or 2");
	assert_refused(&game, PLACED " 3 piece 0,0", "PLAYER: \"3\" is not 1 or 2");
	assert_refused(&game, PLACED " w piece 0,0", "PLAYER: \"w\" is not 1 or 2");
	assert_refused(&game, PLACED " 1 Piece 0,0", "PHASE: \"Piece\" is not place, piece or disturber");
	assert_refused(&game, PLACED " 1 pieces 0,0", "PHASE: \"pieces\"");
}

static void an_action_in_another_form_is_refused(void **state)
{
	(void)state;
	static const char *const bad[] = { "",     "b",    "b1",  "b1c",  "b1c4d", "b1c4d5", "i1a1", "b9b1",
					   "b0b1", "B1B2", "x",   "xi1",  "xa9",   "x9",     "X-",   "x--",
					   "b1-",  "--",   "xx-", "x-\n", "b1 c",  "b1c4 ",  " b1c", NULL };
	for (int i = 0; bad[i]; i++)
		assert_action_refused(&game, bad[i], "ACTION: ");
}

/* ---- The disturber --------------------------------------------------------------------------------------------------- */

static void white_starts_on_b1_to_g1_and_black_on_b8_to_g8_and_the_disturber_is_off_the_board(void **state)
{
	(void)state;
	char text[RULES_POSITION_MAX];
	struct rules_state s = position(&game, "startpos");
	rules_format(&game, &s, text);
	assert_string_equal(text, START " 1 place 0,0");
}

static void player_1_first_puts_the_disturber_on_any_empty_square_that_is_no_well(void **state)
{
	(void)state;
	struct rules_state s = position(&game, START " 1 place 0,0");
	assert_int_equal(rules_count(&game, &s), 64 - 12 - 4);
	assert_true(rules_turn_start(&game, &s));
	static const char *const bad[] = { "xb1", "xg8", "xd4", "xe4", "xd5", "xe5", "x-", "-", "b1b2", NULL };
	for (int i = 0; bad[i]; i++)
		assert_false(is_legal(&game, START " 1 place 0,0", bad[i]));
}

static void then_player_2_moves_first(void **state)
{
	(void)state;
	assert_plays(&game, START " 1 place 0,0", "xc3", PLACED " 2 piece 0,0");
}

static void a_turn_is_a_piece_action_and_then_a_disturber_action(void **state)
{
	(void)state;
	assert_plays(&game, PLACED " 2 piece 0,0", "b8b6", "2bbbbb1/8/1b6/8/8/2x5/8/1wwwwww1 2 disturber 0,0");
	assert_plays(&game, "2bbbbb1/8/1b6/8/8/2x5/8/1wwwwww1 2 disturber 0,0", "xc4",
		     "2bbbbb1/8/1b6/8/2x5/8/8/1wwwwww1 1 piece 0,0");
	struct rules_state piece = position(&game, PLACED " 2 piece 0,0"),
			   disturber = position(&game, PLACED " 2 disturber 0,0");
	assert_true(rules_turn_start(&game, &piece));
	assert_false(rules_turn_start(&game, &disturber));
}

static void the_disturber_may_stay(void **state)
{
	(void)state;
	assert_plays(&game, PLACED " 2 disturber 0,0", "x-", PLACED " 1 piece 0,0");
}

static void the_disturber_moves_along_file_rank_or_diagonal_over_anything_to_an_empty_square_that_is_no_well(void **state)
{
	(void)state;
	/* From d2: over the piece on d3 and the wells d4, d5; over c2 to a2 and b2; over e3 to f4. */
	assert_legal(&game, with("d3 c2", "e3 d7", "d2", "1 disturber"),
		     "x- xa2 xa5 xb2 xb4 xc1 xc3 xd1 xd6 xd8 xe1 xe2 xf2 xf4 xg2 xg5 xh2 xh6");
}

/* ---- Pieces ---------------------------------------------------------------------------------------------------------- */

static void a_segment_may_stop_on_any_empty_square_it_reaches(void **state)
{
	(void)state;
	assert_ends(with("b3 h8", "g8 f8", "h1", "1 piece"), "b3", "a3 b1 b2 b4 b5 b6 b7 b8 c3 d3 e3 f3 g3 h3");
}

static void the_edge_gives_no_bend(void **state)
{
	(void)state;
	assert_ends(with("a1 h8", "g8 f8", "h2", "1 piece"), "a1", "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1");
}

static void the_disturber_stops_a_piece_and_gives_no_bend(void **state)
{
	(void)state;
	assert_ends(with("a1 h8", "g8 f8", "a4", "1 piece"), "a1", "a2 a3 b1 c1 d1 e1 f1 g1 h1");
	/* A piece on the same square does give one. */
	assert_ends(with("a1 h8", "a4 f8", "h2", "1 piece"), "a1", "a2 a3 b1 b3 c1 c3 d1 d3 e1 e3 f1 f3 g1 g3 h1 h3");
}

static void a_piece_stopped_by_a_piece_of_either_player_may_go_on_at_a_right_angle_to_either_side(void **state)
{
	(void)state;
	assert_ends(with("b1 h8", "b4 f8", "h2", "1 piece"), "b1", "a1 a3 b2 b3 c1 c3 d1 d3 e1 e3 f1 f3 g1 g3 h1 h3");
	assert_ends(with("b1 b4", "h8 f8", "h2", "1 piece"), "b1", "a1 a3 b2 b3 c1 c3 d1 d3 e1 e3 f1 f3 g1 g3 h1 h3");
}

static void and_so_on_without_limit(void **state)
{
	(void)state;
	/* a1 up to a6, right to c6, down to c2, right to g2, up to g8. */
	const char *text = with("a1 a7", "d6 c1 h2", "b1", "1 piece");
	assert_ends(text, "a1", "a2 a3 a4 a5 a6 b2 b6 c2 c3 c4 c5 c6 c7 c8 d2 e2 f2 g1 g2 g3 g4 g5 g6 g7 g8");
}

static void each_segment_is_at_least_one_square(void **state)
{
	(void)state;
	/* Up to d7; to the left stands a piece at once, so there is no segment that way whose bend would lead down into d5. */
	assert_false(is_legal(&game, with("d6 c7", "d8 e7", "h1", "1 piece"), "d6d5"));
	/* Nor can a piece bend on its first square. */
	assert_false(is_legal(&game, with("d6 c6", "e6 h8", "h1", "1 piece"), "d6d5"));
	/* One square to the left it can: to c7, stopped by b7, down to c6, stopped by c5, right to d6 … and so not into d5; but
	 * c5 one lower sends it from c5 into the well d5. */
	assert_true(is_legal(&game, with("d6 b7", "d8 c4", "h1", "1 piece"), "d6d5"));
}

static void there_is_no_jumping(void **state)
{
	(void)state;
	const char *text = with("b1 b4", "h8 f8", "h2", "1 piece");
	assert_false(is_legal(&game, text, "b1b4"));
	assert_false(is_legal(&game, text, "b1b5"));
}

static void a_piece_may_pass_its_own_start_which_counts_as_empty_but_not_end_there(void **state)
{
	(void)state;
	/* d3 left to b3, down to b2, right to d2, up over its start d3 into the well d4. */
	const char *text = with("d3 a3", "b1 e2", "h8", "1 piece");
	assert_true(is_legal(&game, text, "d3d4"));
	assert_false(is_legal(&game, text, "d3d3"));
	assert_path(&game, text, "d3d4", "start:d3 pass:c3 bend:b3 bend:b2 pass:c2 bend:d2 pass:d3 end:d4");
	/* Without the piece that turns it on d2 the way upwards does not exist. */
	assert_false(is_legal(&game, with("d3 a3", "b1 f8", "h8", "1 piece"), "d3d4"));
}

static void the_own_start_gives_no_bend_to_a_piece_that_comes_back(void **state)
{
	(void)state;
	/* b2 up to b3, right to d3, down to d2, left over its start to a2. Were it still there, it would stop itself on c2 and
	 * bend to c1 or c8. */
	assert_ends(with("b2 b4", "e3 d1", "h8", "1 piece"), "b2", "a2 a3 b1 b3 c2 c3 d2 d3 d4 e2 f2 g2 h2");
}

static void before_its_first_bend_a_well_stops_a_piece_like_an_edge(void **state)
{
	(void)state;
	/* Neither into d4 nor, bending on d3, along rank 3. */
	assert_ends(with("d1 a8", "h8 g8", "h1", "1 piece"), "d1", "a1 b1 c1 d2 d3 e1 f1 g1");
	assert_ends(with("b4 a8", "h8 g8", "h1", "1 piece"), "b4", "a4 b1 b2 b3 b5 b6 b7 b8 c4");
}

static void after_a_bend_a_segment_that_reaches_a_well_ends_there_and_its_squares_short_of_it_are_ends_too(void **state)
{
	(void)state;
	assert_ends(with("b1 a8", "b5 h8", "h1", "1 piece"), "b1", "a1 a4 b2 b3 b4 c1 c4 d1 d4 e1 f1 g1");
}

static void a_piece_in_a_well_is_home_and_leaves_the_board(void **state)
{
	(void)state;
	assert_plays(&game, with("b1 a8 h7", "b5 h8", "h1", "1 piece"), "b1d4", with("a8 h7", "b5 h8", "h1", "1 disturber"));
}

static void two_wells_are_two_actions_with_the_same_outcome(void **state)
{
	(void)state;
	const char *text = with("c1 a8 h7", "c5 b4 c8", "h1", "1 piece");
	/* c1 up to c4, right into d4. */
	assert_true(is_legal(&game, text, "c1d4"));
	assert_false(is_legal(&game, text, "c1d5"));
	text = with("c1 a8 h7", "c6 f2 h8", "h1", "1 piece");
	assert_true(is_legal(&game, text, "c1d5"));
}

static void if_no_piece_of_the_player_can_move_the_only_piece_action_is_a_dash(void **state)
{
	(void)state;
	const char *shut = with("a1 h1", "a2 b1 h2 g1", "d8", "1 piece");
	assert_legal(&game, shut, "-");
	assert_plays(&game, shut, "-", with("a1 h1", "a2 b1 h2 g1", "d8", "1 disturber"));
	assert_false(is_legal(&game, PLACED " 1 piece 0,0", "-"));
}

static void only_pieces_of_the_player_to_move_move(void **state)
{
	(void)state;
	assert_false(is_legal(&game, PLACED " 1 piece 0,0", "b8b6"));
	assert_false(is_legal(&game, PLACED " 1 piece 0,0", "c3c4"));
	assert_false(is_legal(&game, PLACED " 1 piece 0,0", "xc4"));
	assert_false(is_legal(&game, PLACED " 1 disturber 0,0", "b1b2"));
}

/* ---- The end --------------------------------------------------------------------------------------------------------- */

static void four_pieces_home_are_not_enough(void **state)
{
	(void)state;
	assert_result(&game, with("a8 h7", "h8 b5", "h1", "1 disturber"), RULES_ONGOING);
}

static void five_own_pieces_home_win_at_the_piece_action(void **state)
{
	(void)state;
	const char *won = with("a8", "b5 h8", "h1", "1 disturber");
	assert_plays(&game, with("b1 a8", "b5 h8", "h1", "1 piece"), "b1d4", won);
	assert_result(&game, won, 1);
	assert_result(&game, with("a8 h7", "h8", "h1", "2 disturber"), 2);
}

static void the_result_depends_on_the_position_alone(void **state)
{
	(void)state;
	assert_result(&game, with("a8", "b5 h8", "h1", "2 piece"), 1);
	assert_result(&game, with("a8 h7", "h8", "h1", "1 piece"), 2);
	assert_result(&game, with("a8", "b5 h8", "", "1 place"), 1);
}

/* ---- Ways and explanations ----------------------------------------------------------------------------------------------- */

static void the_way_shows_bends_squares_passed_and_the_well_at_the_end(void **state)
{
	(void)state;
	assert_path(&game, with("b1 a8", "b5 h8", "h1", "1 piece"), "b1d4", "start:b1 pass:b2 pass:b3 bend:b4 pass:c4 end:d4");
	assert_path(&game, with("b1 a8", "b5 h8", "h1", "1 piece"), "b1b3", "start:b1 pass:b2 end:b3");
	assert_path(&game, PLACED " 1 disturber 0,0", "xc7", "start:c3 end:c7");
	assert_path(&game, START " 1 place 0,0", "xc7", "start:c7 end:c7");
	assert_path(&game, PLACED " 1 disturber 0,0", "x-", "");
	assert_path(&game, with("a1 h1", "a2 b1 h2 g1", "d8", "1 piece"), "-", "");
}

static void a_hand_is_told_why_a_piece_cannot_get_there(void **state)
{
	(void)state;
	const char *text = with("b1 a8", "b5 h8", "h1", "1 piece");
	assert_why(&game, text, "b1", "b6", 1, "blocked", "b5");
	assert_why(&game, text, "b1", "b5", 1, "occupied", "b5");
	assert_why(&game, text, "b1", "h1", 1, "occupied", "h1");
	assert_why(&game, text, "b1", "b1", 1, "own-start", "b1");
	assert_why(&game, text, "b1", "c3", 1, "no-bend", "b4");
	assert_why(&game, text, "b1", "g4", 1, "no-bend", "h1");
	assert_why(&game, text, "b1", "g7", 1, "no-bend", "h1");
	assert_why(&game, text, "b1", "h7", 1, "no-way", "h7");
	assert_why(&game, with("a1 h7", "b5 h8", "a4", "1 piece"), "a1", "a6", 1, "disturber-stops", "a4");
	assert_why(&game, with("a1 h7", "b5 h8", "a4", "1 piece"), "a1", "h3", 1, "no-bend", "a4");
	assert_why(&game, with("a1 h7", "b5 h8", "a4", "1 piece"), "a1", "h4", 1, "no-bend", "h1");
	assert_why(&game, with("d1 h7", "b5 h8", "a4", "1 piece"), "d1", "d4", 1, "well-needs-bend", "d4");
	assert_why(&game, with("d1 h7", "b5 h8", "a4", "1 piece"), "d1", "d7", 1, "well-stops", "d4");
	assert_why(&game, with("d1 h7", "b5 h8", "a4", "1 piece"), "d1", "c3", 1, "no-bend", "d4");
	assert_why(&game, with("a1 h1", "a2 b1 h2 g1", "d8", "1 piece"), "a1", NULL, 1, "cannot-move", "a1");
}

static void a_piece_with_one_way_is_shown_where_it_leads(void **state)
{
	(void)state;
	struct rules_state s = position(&game, with("a1 h7", "b1 a3", "b2", "1 piece"));
	struct rules_attempt attempt = { (uint16_t)rules_site_by_name(&game, "a1"), (uint16_t)rules_site_by_name(&game, "a4"),
					 0, 1 };
	struct rules_why why;
	assert_int_equal(rules_why_illegal(&game, &s, &attempt, &why), 0);
	assert_int_equal(why.should, rules_site_by_name(&game, "a2"));
	attempt.from = (uint16_t)rules_site_by_name(&game, "h7");
	attempt.to = (uint16_t)rules_site_by_name(&game, "g5");
	assert_int_equal(rules_why_illegal(&game, &s, &attempt, &why), 0);
	assert_int_equal(why.should, RULES_NO_SITE);
}

static void a_hand_is_told_why_it_may_not_lift_that(void **state)
{
	(void)state;
	assert_why(&game, PLACED " 1 piece 0,0", "b8", NULL, 1, "not-your-piece", "b8");
	assert_why(&game, PLACED " 1 piece 0,0", "c3", "c4", 1, "piece-first", "c3");
	assert_why(&game, PLACED " 1 piece 0,0", "a5", NULL, 1, "empty", "a5");
	assert_why(&game, PLACED " 1 piece 0,0", "d4", NULL, 1, "well", "d4");
	assert_why(&game, PLACED " 1 piece 0,0", NULL, "a5", 1, "nothing-enters", "a5");
	assert_why(&game, PLACED " 1 disturber 0,0", "b1", "b2", 1, "piece-moved", "b1");
	assert_why(&game, PLACED " 1 disturber 0,0", "b8", "b7", 1, "not-your-piece", "b8");
	assert_why(&game, START " 1 place 0,0", "b1", "b2", 1, "place-first", "b1");
	assert_why(&game, with("a8", "b5 h8", "h1", "2 piece"), "b5", NULL, 1, "finished", NULL);
}

static void a_hand_is_told_where_the_disturber_may_go(void **state)
{
	(void)state;
	assert_why(&game, PLACED " 1 disturber 0,0", "c3", "e4", 1, "well", "e4");
	assert_why(&game, PLACED " 1 disturber 0,0", "c3", "b1", 1, "occupied", "b1");
	assert_why(&game, PLACED " 1 disturber 0,0", "c3", "d6", 1, "disturber-line", "d6");
	assert_why(&game, START " 1 place 0,0", NULL, "d4", 1, "well", "d4");
	assert_why(&game, START " 1 place 0,0", NULL, "b1", 1, "occupied", "b1");
}

static void a_hand_in_the_middle_of_a_legal_action_hears_nothing(void **state)
{
	(void)state;
	assert_why(&game, PLACED " 1 piece 0,0", "b1", NULL, 1, NULL, NULL);
	assert_why(&game, PLACED " 1 piece 0,0", "b1", "b5", 1, NULL, NULL);
	assert_why(&game, PLACED " 1 disturber 0,0", "c3", NULL, 1, NULL, NULL);
	assert_why(&game, PLACED " 1 disturber 0,0", "c3", "f6", 1, NULL, NULL);
	assert_why(&game, START " 1 place 0,0", NULL, "a5", 1, NULL, NULL);
}

/* ---- Sites and set-ups ------------------------------------------------------------------------------------------------- */

static void a_site_touches_the_squares_beside_above_and_below_it(void **state)
{
	(void)state;
	int n;
	const struct rules_site *site = rules_sites(&game, &n);
	assert_int_equal(n, 64);
	for (int i = 0; i < n; i++) {
		int file = site[i].name[0] - 'a', rank = site[i].name[1] - '1', k = 0;
		assert_int_equal(rules_site_by_name(&game, site[i].name), i);
		assert_int_equal(site[i].kind, is_well(file, rank) ? RULES_WELL : RULES_SQUARE);
		assert_int_equal(site[i].sense, is_well(file, rank) ? RULES_SENSE_NONE : RULES_SENSE_PIECE);
		for (int j = 0; j < n; j++) {
			int files = abs(site[j].name[0] - 'a' - file), ranks = abs(site[j].name[1] - '1' - rank);
			if (files + ranks != 1)
				continue;
			assert_true(k < site[i].neighbours);
			assert_int_equal(site[i].neighbour[k++], j);
			assert_int_equal(abs(site[i].x - site[j].x) + abs(site[i].y - site[j].y), site[i].size);
		}
		assert_int_equal(k, site[i].neighbours);
	}
	assert_true(site[rules_site_by_name(&game, "a1")].y > site[rules_site_by_name(&game, "a8")].y);
	assert_true(site[rules_site_by_name(&game, "a1")].x < site[rules_site_by_name(&game, "h1")].x);
}

static void refuse_look(const char *position_text, const char *site, int count, int owner, int player, const char *message)
{
	struct rules_look look[RULES_SITES_MAX];
	struct rules_state s = position(&game, position_text), built;
	struct rules_error err = { "" };
	rules_project(&game, &s, look);
	look[rules_site_by_name(&game, site)] = (struct rules_look){ .count = (uint8_t)count, .owner = (uint8_t)owner };
	assert_int_equal(rules_unproject(&game, look, player, &built, &err), -EINVAL);
	if (strncmp(err.text, message, strlen(message)) != 0)
		fail_msg("\"%s\", not \"%s\"", err.text, message);
}

static void a_setup_that_no_position_looks_like_is_refused(void **state)
{
	(void)state;
	refuse_look(PLACED " 1 piece 0,0", "d4", 1, 1, 1, "d4: a well, nothing rests there");
	refuse_look(PLACED " 1 piece 0,0", "a1", 2, 1, 1, "a1: 2 pieces, a square holds one");
	refuse_look(PLACED " 1 piece 0,0", "a1", 1, 0, 1, "a1: something of unknown owner");
	refuse_look(PLACED " 1 piece 0,0", "a1", 1, 3, 1, "a1: something of unknown owner");
	refuse_look(PLACED " 1 piece 0,0", "a1", 1, 1, 1, "BOARD: 7 pieces of player 1, he has 6");
	refuse_look(PLACED " 1 piece 0,0", "a1", 1, RULES_NEUTRAL, 1, "BOARD: 2 disturbers, there is one");
	refuse_look(PLACED " 2 piece 0,0", "c3", 0, 0, 2, "PLAYER: without a disturber on the board player 1 is to place it");
	refuse_look(with("a8", "b5 h8", "h1", "2 piece"), "a8", 0, 0, 1, "BOARD: no piece of player 1");
	refuse_look(with("a8", "b5 h8", "h1", "2 piece"), "b5", 0, 0, 1, "BOARD: one piece of each player");
}

static void a_setup_is_the_start_of_a_turn_and_pieces_not_on_the_board_are_home(void **state)
{
	(void)state;
	struct rules_look look[RULES_SITES_MAX];
	char text[RULES_POSITION_MAX];
	struct rules_error err;
	struct rules_state s = position(&game, with("a8 b1", "b5 h8 c7", "h1", "2 disturber")), built;
	rules_project(&game, &s, look);
	assert_int_equal(rules_unproject(&game, look, 1, &built, &err), 0);
	rules_format(&game, &built, text);
	assert_string_equal(text, with("a8 b1", "b5 h8 c7", "h1", "1 piece"));
	s = position(&game, "startpos");
	rules_project(&game, &s, look);
	assert_int_equal(rules_unproject(&game, look, 1, &built, &err), 0);
	assert_memory_equal(&s, &built, sizeof(s));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_position_without_its_fields_is_refused),
		cmocka_unit_test(a_board_that_is_not_eight_by_eight_is_refused),
		cmocka_unit_test(nothing_ever_rests_on_a_well),
		cmocka_unit_test(board_and_home_are_six_a_side),
		cmocka_unit_test(at_most_five_are_home_and_not_of_both),
		cmocka_unit_test(in_phase_place_there_is_no_disturber_and_otherwise_exactly_one),
		cmocka_unit_test(only_player_1_places),
		cmocka_unit_test(players_and_phases_that_do_not_exist_are_refused),
		cmocka_unit_test(an_action_in_another_form_is_refused),
		cmocka_unit_test(white_starts_on_b1_to_g1_and_black_on_b8_to_g8_and_the_disturber_is_off_the_board),
		cmocka_unit_test(player_1_first_puts_the_disturber_on_any_empty_square_that_is_no_well),
		cmocka_unit_test(then_player_2_moves_first),
		cmocka_unit_test(a_turn_is_a_piece_action_and_then_a_disturber_action),
		cmocka_unit_test(the_disturber_may_stay),
		cmocka_unit_test(
		    the_disturber_moves_along_file_rank_or_diagonal_over_anything_to_an_empty_square_that_is_no_well),
		cmocka_unit_test(a_segment_may_stop_on_any_empty_square_it_reaches),
		cmocka_unit_test(the_edge_gives_no_bend),
		cmocka_unit_test(the_disturber_stops_a_piece_and_gives_no_bend),
		cmocka_unit_test(a_piece_stopped_by_a_piece_of_either_player_may_go_on_at_a_right_angle_to_either_side),
		cmocka_unit_test(and_so_on_without_limit),
		cmocka_unit_test(each_segment_is_at_least_one_square),
		cmocka_unit_test(there_is_no_jumping),
		cmocka_unit_test(a_piece_may_pass_its_own_start_which_counts_as_empty_but_not_end_there),
		cmocka_unit_test(the_own_start_gives_no_bend_to_a_piece_that_comes_back),
		cmocka_unit_test(before_its_first_bend_a_well_stops_a_piece_like_an_edge),
		cmocka_unit_test(
		    after_a_bend_a_segment_that_reaches_a_well_ends_there_and_its_squares_short_of_it_are_ends_too),
		cmocka_unit_test(a_piece_in_a_well_is_home_and_leaves_the_board),
		cmocka_unit_test(two_wells_are_two_actions_with_the_same_outcome),
		cmocka_unit_test(if_no_piece_of_the_player_can_move_the_only_piece_action_is_a_dash),
		cmocka_unit_test(only_pieces_of_the_player_to_move_move),
		cmocka_unit_test(four_pieces_home_are_not_enough),
		cmocka_unit_test(five_own_pieces_home_win_at_the_piece_action),
		cmocka_unit_test(the_result_depends_on_the_position_alone),
		cmocka_unit_test(the_way_shows_bends_squares_passed_and_the_well_at_the_end),
		cmocka_unit_test(a_hand_is_told_why_a_piece_cannot_get_there),
		cmocka_unit_test(a_piece_with_one_way_is_shown_where_it_leads),
		cmocka_unit_test(a_hand_is_told_why_it_may_not_lift_that),
		cmocka_unit_test(a_hand_is_told_where_the_disturber_may_go),
		cmocka_unit_test(a_hand_in_the_middle_of_a_legal_action_hears_nothing),
		cmocka_unit_test(a_site_touches_the_squares_beside_above_and_below_it),
		cmocka_unit_test(a_setup_that_no_position_looks_like_is_refused),
		cmocka_unit_test(a_setup_is_the_start_of_a_turn_and_pieces_not_on_the_board_are_home),
	};
	return cmocka_run_group_tests(tests, set_up_game, NULL);
}
