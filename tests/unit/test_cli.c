/*
 * test_cli.c — the tablero program itself: what it prints, what it refuses, and how it exits.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "rules.h"

extern char **environ;

static char program[] = BINARY_DIR "/tablero";

enum { OUT_MAX = 1 << 20 };

/* What one run of the program left behind. */
static struct {
	int status;
	char out[OUT_MAX], err[65536];
} ran;

static void slurp(FILE *f, char *text, size_t size)
{
	rewind(f);
	size_t n = fread(text, 1, size - 1, f);
	text[n] = '\0';
	fclose(f);
}

/* Runs `tablero` with words separated by '|' and an input. */
static void run_with(const char *words, const char *input, size_t input_length)
{
	char copy[4096], *argv[32] = { program }, *rest = copy;
	int argc = 1;
	FILE *in = tmpfile(), *out = tmpfile(), *err = tmpfile();
	posix_spawn_file_actions_t files;
	pid_t pid;

	assert_true(in && out && err && strlen(words) < sizeof(copy));
	strcpy(copy, words);
	while (*words && argc < 31 && (argv[argc] = strsep(&rest, "|")))
		argc++;
	argv[argc] = NULL;
	assert_int_equal(fwrite(input, 1, input_length, in), input_length);
	rewind(in);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, fileno(in), 0);
	posix_spawn_file_actions_adddup2(&files, fileno(out), 1);
	posix_spawn_file_actions_adddup2(&files, fileno(err), 2);
	assert_int_equal(posix_spawn(&pid, argv[0], &files, NULL, argv, environ), 0);
	posix_spawn_file_actions_destroy(&files);
	int status;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	fclose(in);
	slurp(out, ran.out, sizeof(ran.out));
	slurp(err, ran.err, sizeof(ran.err));
}

static void run(const char *words)
{
	run_with(words, "", 0);
}

static void ugi(const char *input)
{
	run_with("ugi", input, strlen(input));
	assert_int_equal(ran.status, 0);
	assert_string_equal(ran.err, "");
}

static void assert_refuses(const char *words, const char *message)
{
	run(words);
	assert_int_equal(ran.status, 2);
	assert_string_equal(ran.out, "");
	if (strncmp(ran.err, message, strlen(message)) != 0)
		fail_msg("'%s', not '%s'", ran.err, message);
}

static void assert_prints(const char *words, const char *out)
{
	run(words);
	assert_string_equal(ran.err, "");
	assert_int_equal(ran.status, 0);
	assert_string_equal(ran.out, out);
}

#define EVEN "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2"
#define WON "6/6/6/wwww2/6/6 " EVEN " 1 beads -"

/* ---- What is refused ---------------------------------------------------------------------------------------------- */

static void an_illegal_action_is_named_with_its_number_and_its_reason(void **state)
{
	(void)state;
	assert_refuses("show|contigo-line|--moves|a2c2 1Na-Nb a3a4", "tablero: action 3: a3a4: not legal here: a4 is occupied");
	assert_refuses("legal|contigo-line|--moves|a2c2 2Na-Nb",
		       "tablero: action 2: 2Na-Nb: not legal here: 2 beads from Na go exactly 2 pits");
	assert_refuses("perft|contigo-line|2|--divide|--moves|a2c3",
		       "tablero: action 1: a2c3: not legal here: The pawn moves straight");
	assert_refuses("show|contigo-line|--moves|a2c2 hello", "tablero: action 2: hello: no action of this game");
}

static void an_action_after_the_end_is_refused(void **state)
{
	(void)state;
	assert_refuses("show|contigo-line|--fen|" WON "|--moves|1Na-Nb", "tablero: action 1: 1Na-Nb: the game is over");
}

static void a_bad_position_is_refused_with_its_field(void **state)
{
	(void)state;
	assert_refuses("show|contigo-line|--fen|6/6/6/6/6/6 1," EVEN " 1 piece -", "tablero: PITS: ");
	assert_refuses("show|contigo-line|--fen|", "tablero: BOARD: missing");
	assert_refuses("show|contigo-line|--fen|startpos", "tablero: PITS: missing");
}

static void a_bad_game_is_refused_with_what_is_allowed(void **state)
{
	(void)state;
	assert_refuses("legal|contigo", "tablero: GAME: no game 'contigo'; there are contigo-line");
	assert_refuses("legal|contigo-line:align=3", "tablero: GAME: align=3 needs players=4");
	assert_refuses("legal|oraia:stay=home", "tablero: GAME: stay may be free or counts, not 'home'");
}

static void a_command_line_that_makes_no_sense_is_refused(void **state)
{
	(void)state;
	assert_refuses("show", "tablero: GAME is missing");
	assert_refuses("perft|oraia", "tablero: DEPTH is missing");
	assert_refuses("perft|oraia|two", "tablero: DEPTH: a number from 0 to 99 expected, not 'two'");
	assert_refuses("perft|oraia|-1", "tablero: perft has no option '-1'");
	assert_refuses("perft|oraia|1000", "tablero: DEPTH: a number from 0 to 99 expected");
	assert_refuses("perft|oraia|", "tablero: DEPTH: a number from 0 to 99 expected");
	assert_refuses("show|oraia|more", "tablero: 'more' is one word too many");
	assert_refuses("show|oraia|--fen", "tablero: --fen needs a value");
	assert_refuses("show|oraia|--divide", "tablero: show has no option '--divide'");
	assert_refuses("show|oraia|--speed", "tablero: show has no option '--speed'");
	assert_refuses("games|all", "tablero: 'all' is one word too many");
	assert_refuses("ugi|now", "tablero: 'now' is one word too many");
	assert_refuses("play", "tablero: there is no command 'play'");
	assert_refuses("", "tablero games");
}

/* ---- What is printed ---------------------------------------------------------------------------------------------- */

static void games_prints_a_line_an_id_with_defaults_first(void **state)
{
	(void)state;
	assert_prints("games", "contigo-line players=2|4 align=4|5|3 move=straight|ell beads=group|spread diagonals=long|all\n"
			       "contigo-capture players=2|4 beads=spread|group\n"
			       "thibault form=basic|double\n"
			       "swahili players=2|3|4 capture=auto|optional\n"
			       "perturbador\n"
			       "andantino opening=standard|single after50=draw|relocate side=10|8|7|6\n"
			       "oraia stay=free|counts\n");
}

static void show_prints_position_player_and_result(void **state)
{
	(void)state;
	assert_prints("show|andantino", "fen J10w,J11r 1 -\nplayer 1\nresult ongoing\n");
	assert_prints("show|andantino|--moves|K10", "fen J10w,J11r,K10w 2 -\nplayer 2\nresult ongoing\n");
	assert_prints("show|--moves|  K10  |andantino", "fen J10w,J11r,K10w 2 -\nplayer 2\nresult ongoing\n");
	assert_prints("show|contigo-line|--fen|" WON, "fen " WON "\nplayer 1\nresult win 1\n");
	assert_prints("show|andantino|--moves|", "fen J10w,J11r 1 -\nplayer 1\nresult ongoing\n");
}

static void legal_prints_the_actions_sorted_and_nothing_at_the_end(void **state)
{
	(void)state;
	assert_prints("legal|contigo-line", "a2c2\na4c4\nb6b4\nc1c3\nd6d4\ne1e3\nf3d3\nf5d5\n");
	assert_prints("legal|contigo-line|--fen|" WON, "");
}

static void perft_counts_and_divides(void **state)
{
	(void)state;
	assert_prints("perft|contigo-line|2", "nodes 896\n");
	assert_prints("perft|andantino|2|--divide", "I11 3\nK10 3\nnodes 6\n");
	assert_prints("perft|andantino|0|--divide", "nodes 1\n");
	assert_prints("perft|andantino|0", "nodes 1\n");
	assert_prints("perft|contigo-line|3|--fen|" WON, "nodes 0\n");
	assert_prints("perft|contigo-line|3|--divide|--fen|" WON, "nodes 0\n");
}

static void help_is_printed_when_asked_for(void **state)
{
	(void)state;
	run("--help");
	assert_int_equal(ran.status, 0);
	assert_non_null(strstr(ran.out, "tablero perft GAME DEPTH"));
}

/* ---- The Universal Game Interface --------------------------------------------------------------------------------- */

static void it_greets_and_is_ready(void **state)
{
	(void)state;
	ugi("ugi\nisready\nquit\nisready\n");
	assert_string_equal(ran.out, "id name tablero\nid author the tablero authors\n"
				     "option name game type string default contigo-line\nugiok\nreadyok\n");
}

static void it_answers_queries_about_the_record(void **state)
{
	(void)state;
	ugi("query p1turn\nquery gameover\nquery result\nposition startpos moves a2c2 1Na-Nb\nquery p1turn\n"
	    "position fen " WON "\nquery gameover\nquery result\n");
	assert_string_equal(ran.out,
			    "response true\nresponse false\nresponse none\nresponse false\nresponse true\nresponse p1win\n");
}

static void a_third_repetition_is_a_draw_and_position_still_accepts_actions(void **state)
{
	(void)state;
#define SHUTTLE                                                                                                                \
	"position fen 6/6/6/w5/6/5b 1,0,0,0,0,0,0,1,0,0,0,1,0,1,0,0,0,0,0,0,0,50,1,0,1,0,0,0 1 piece - moves a3b3 1NW-W6 "     \
	"f1e1 1NE-E6 "                                                                                                         \
	"b3a3 1W6-NW e1f1 1E6-NE"
#define AGAIN " a3b3 1NW-W6 f1e1 1NE-E6 b3a3 1W6-NW e1f1 1E6-NE"
	ugi(SHUTTLE "\nquery result\n" SHUTTLE AGAIN "\nquery result\nquery gameover\n" SHUTTLE AGAIN
		    " a3b3\nquery result\nlegal\nshow\n");
	assert_non_null(strstr(ran.out, "response none\nresponse draw\nresponse true\nresponse draw\n10SW-E3\n"));
	assert_non_null(strstr(ran.out, "result ongoing\n"));
}

static void a_bad_position_leaves_the_good_one_alone(void **state)
{
	(void)state;
	ugi("setoption name game value andantino\nposition startpos moves K10\nposition startpos moves I11 A1\nposition fen "
	    "J10w 7 -\n"
	    "position here\nsetoption name game value chess\nsetoption name hash value 1\nshow\n");
	assert_non_null(strstr(ran.out, "info string action 2: ACTION: 'A1'"));
	assert_non_null(strstr(ran.out, "info string PLAYER: "));
	assert_non_null(strstr(ran.out, "info string GAME: no game 'chess'"));
	assert_non_null(strstr(ran.out, "fen J10w,J11r,K10w 2 -\nplayer 2\nresult ongoing\n"));
}

static void legal_show_and_perft_print_the_lines_of_the_command_line(void **state)
{
	(void)state;
	ugi("setoption name game value andantino\nlegal\nshow\ngo perft 2\ngo perft 0\ngo perft 6\nquit\n");
	assert_string_equal(ran.out, "I11\nK10\nfen J10w,J11r 1 -\nplayer 1\nresult ongoing\nnodes 6\nnodes 1\nnodes 4128\n");
}

/* The action after "bestmove " must be legal in the variant's start. */
static void assert_best_move_is_legal(const char *game)
{
	struct rules_variant v;
	struct rules_state s;
	rules_action a;
	const char *best = strstr(ran.out, "bestmove ");
	char text[RULES_ACTION_MAX];
	assert_non_null(best);
	assert_int_equal(sscanf(best, "bestmove %191s", text), 1);
	assert_int_equal(rules_variant_parse(game, &v, NULL), 0);
	rules_init(&v, &s);
	assert_int_equal(rules_action_read(&v, &s, text, &a, NULL), 0);
}

static void every_two_player_game_answers_go_with_a_legal_action(void **state)
{
	(void)state;
	const struct rules_game *g;
	static const char *const how[] = {
		"depth 2",   "nodes 400", "movetime 30", "p1time 600 p2time 600 p1inc 0 p2inc 0", "p1time -5 p2time 9",
		"movetime 0"
	};
	for (int i = 0; (g = rules_game_at(i)); i++) {
		for (size_t k = 0; k < sizeof(how) / sizeof(how[0]); k++) {
			char input[256];
			snprintf(input, sizeof(input), "setoption name game value %s\ngo %s\n", g->id, how[k]);
			ugi(input);
			assert_best_move_is_legal(g->id);
		}
	}
}

static int64_t now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void go_with_a_time_answers_within_it(void **state)
{
	(void)state;
	int64_t start = now_ms();
	ugi("setoption name game value thibault\ngo movetime 300\n");
	int64_t taken = now_ms() - start;
	assert_best_move_is_legal("thibault");
	assert_true(taken >= 200);
	assert_true(taken < 3000);
}

static void a_finished_game_has_no_best_move(void **state)
{
	(void)state;
	ugi("position fen " WON "\ngo depth 3\n");
	assert_string_equal(ran.out, "bestmove none\n");
}

static void nothing_that_is_sent_kills_it(void **state)
{
	(void)state;
	static char long_line[3 << 20];
	memset(long_line, 'x', sizeof(long_line) - 1);
	memcpy(long_line, "position startpos moves", 23);
	strcpy(long_line + sizeof(long_line) - 12, "\nisready\n\r\n");
	run_with("ugi", long_line, strlen(long_line));
	assert_int_equal(ran.status, 0);
	assert_string_equal(ran.out, "info string the line is too long and is ignored\nreadyok\n");

	static const char bytes[] = "\0\0go\0\n\xff\xfe\n\nisready\r\nposition startpos moves \xc3\xb1\nquery\nisready";
	run_with("ugi", bytes, sizeof(bytes) - 1);
	assert_int_equal(ran.status, 0);
	assert_non_null(strstr(ran.out, "readyok\ninfo string action 1: ??: no action"));
	assert_string_equal(ran.out + strlen(ran.out) - 8, "readyok\n");
}

/* A program that is talked to while it runs. */
struct talk {
	pid_t pid;
	int in, out;
};

static struct talk start_talk(void)
{
	struct talk t;
	int in[2], out[2];
	char word[] = "ugi", *argv[] = { program, word, NULL };
	posix_spawn_file_actions_t files;

	assert_int_equal(pipe2(in, O_CLOEXEC), 0);
	assert_int_equal(pipe2(out, O_CLOEXEC), 0);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, in[0], 0);
	posix_spawn_file_actions_adddup2(&files, out[1], 1);
	assert_int_equal(posix_spawn(&t.pid, argv[0], &files, NULL, argv, environ), 0);
	posix_spawn_file_actions_destroy(&files);
	close(in[0]);
	close(out[1]);
	t.in = in[1];
	t.out = out[0];
	return t;
}

static void tell(const struct talk *t, const char *text)
{
	assert_int_equal(write(t->in, text, strlen(text)), strlen(text));
}

/* Reads until `text` has come, at most for 20 s. */
static void expect(const struct talk *t, const char *text)
{
	static char got[65536];
	size_t n = 0;
	int64_t until = now_ms() + 20000;

	got[0] = '\0';
	while (!strstr(got, text)) {
		struct pollfd fd = { t->out, POLLIN, 0 };
		int left = (int)(until - now_ms());
		if (left <= 0 || poll(&fd, 1, left) <= 0)
			fail_msg("'%s' did not come, only '%s'", text, got);
		ssize_t r = read(t->out, got + n, sizeof(got) - 1 - n);
		if (r <= 0)
			fail_msg("it is gone after '%s'", got);
		n += (size_t)r;
		got[n] = '\0';
	}
}

static void end_talk(struct talk *t)
{
	int status;
	close(t->in);
	assert_int_equal(waitpid(t->pid, &status, 0), t->pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	close(t->out);
}

static void stop_ends_a_search_and_isready_is_answered_during_it(void **state)
{
	(void)state;
	struct talk t = start_talk();
	tell(&t, "go infinite\nisready\n");
	expect(&t, "readyok\n");
	tell(&t, "stop\n");
	expect(&t, "bestmove ");
	tell(&t, "go perft 90\n");
	tell(&t, "isready\n");
	expect(&t, "readyok\n");
	tell(&t, "stop\nquery result\n");
	expect(&t, "info string go perft: stopped\nresponse none\n");
	end_talk(&t);
}

static void quit_and_the_end_of_the_input_end_an_endless_search(void **state)
{
	(void)state;
	struct talk t = start_talk();
	tell(&t, "go infinite\nquit\n");
	expect(&t, "bestmove ");
	end_talk(&t);
	t = start_talk();
	tell(&t, "go infinite\n");
	end_talk(&t);
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_illegal_action_is_named_with_its_number_and_its_reason),
		cmocka_unit_test(an_action_after_the_end_is_refused),
		cmocka_unit_test(a_bad_position_is_refused_with_its_field),
		cmocka_unit_test(a_bad_game_is_refused_with_what_is_allowed),
		cmocka_unit_test(a_command_line_that_makes_no_sense_is_refused),
		cmocka_unit_test(games_prints_a_line_an_id_with_defaults_first),
		cmocka_unit_test(show_prints_position_player_and_result),
		cmocka_unit_test(legal_prints_the_actions_sorted_and_nothing_at_the_end),
		cmocka_unit_test(perft_counts_and_divides),
		cmocka_unit_test(help_is_printed_when_asked_for),
		cmocka_unit_test(it_greets_and_is_ready),
		cmocka_unit_test(it_answers_queries_about_the_record),
		cmocka_unit_test(a_third_repetition_is_a_draw_and_position_still_accepts_actions),
		cmocka_unit_test(a_bad_position_leaves_the_good_one_alone),
		cmocka_unit_test(legal_show_and_perft_print_the_lines_of_the_command_line),
		cmocka_unit_test(every_two_player_game_answers_go_with_a_legal_action),
		cmocka_unit_test(go_with_a_time_answers_within_it),
		cmocka_unit_test(a_finished_game_has_no_best_move),
		cmocka_unit_test(nothing_that_is_sent_kills_it),
		cmocka_unit_test(stop_ends_a_search_and_isready_is_answered_during_it),
		cmocka_unit_test(quit_and_the_end_of_the_input_end_an_endless_search),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
