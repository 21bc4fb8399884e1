/*
 * The whole way, with every real part: pieces and beads on an emulated serial board with a bad cable → libserialport → the
 * daemon → its store, read back through its pages' API. The cable is pulled and the board restarts in the middle of the game;
 * the daemon is killed and started again.
 *
 * Only the wood is emulated; time is real here, and everything waits on descriptors.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "hal.h"
#include "ptyboard.h"
#include "rules.h"

enum { PATIENCE_MS = 20000 };

static char folder[64], device[96], token[128], code[64];
static struct ptyboard *pty;
static struct hal_board *board;
static pid_t daemon_pid;
static int daemon_output = -1, port;
static struct rules_variant variant;

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* The board lives on while we wait for `fd` (−1: nothing but time). */
static bool board_lives(int fd, int ms)
{
	for (int64_t end = now() + ms * 1000; now() < end;) {
		ptyboard_run(pty, now());
		struct pollfd p[2] = { { ptyboard_fd(pty), POLLIN, 0 }, { fd, POLLIN, 0 } };
		poll(p, 2, 5);
		if (fd >= 0 && p[1].revents)
			return true;
	}
	return false;
}

/* ---- The daemon ------------------------------------------------------------------------------------------------------ */

static void start_daemon(void)
{
	int pipes[2];
	char spec[128], text[16384];
	size_t n = 0;
	snprintf(spec, sizeof spec, "serial:%s", device);
	assert_int_equal(pipe2(pipes, O_CLOEXEC), 0);
	daemon_pid = fork();
	if (daemon_pid == 0) {
		dup2(pipes[1], 1);
		dup2(pipes[1], 2);
		setenv("LD_PRELOAD", BINARY_DIR "/tests/libptymodem.so", 1);
		setenv("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0", 1);
		execl(BINARY_DIR "/tablerod", "tablerod", "--console", "--pair", "-c", "/dev/null", "-b",
		      SOURCE_DIR "/hal/boards/contigo.ini", "-H", spec, "-s", folder, "-p", "0", "-B", "127.0.0.1",
		      (char *)NULL);
		_exit(127);
	}
	close(pipes[1]);
	daemon_output = pipes[0];
	while (board_lives(daemon_output, PATIENCE_MS)) {
		ssize_t k = read(daemon_output, text + n, sizeof text - 1 - n);
		if (k <= 0)
			fail_msg("the daemon ended: %.*s", (int)n, text);
		n += (size_t)k;
		text[n] = 0;
		char *ready = strstr(text, "on port "), *pair = strstr(text, "#pair=");
		if (ready && pair && strchr(ready, '\n')) {
			port = atoi(ready + 8);
			assert_int_equal(sscanf(pair, "#pair=%63[a-z0-9]", code), 1);
			return;
		}
	}
	fail_msg("the daemon did not become ready: %.*s", (int)n, text);
}

static void kill_daemon(void)
{
	kill(daemon_pid, SIGKILL);
	waitpid(daemon_pid, NULL, 0);
	close(daemon_output);
	daemon_pid = 0;
}

/* One request, answered whole (the daemon closes); the board lives on meanwhile. NULL unless 200. */
static json_t *ask(const char *method, const char *path, json_t *body)
{
	static char text[1 << 18];
	struct sockaddr_in to = { .sin_family = AF_INET,
				  .sin_port = htons((uint16_t)port),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	char *sent = body ? json_dumps(body, JSON_COMPACT) : strdup("");
	size_t n = 0;
	ssize_t k;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
	k = snprintf(text, sizeof text,
		     "%s /api/v1%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nContent-Type: application/json\r\n"
		     "%s%s%sContent-Length: %zu\r\n\r\n%s",
		     method, path, port, *token ? "Authorization: Bearer " : "", token, *token ? "\r\n" : "", strlen(sent),
		     sent);
	assert_int_equal(write(fd, text, (size_t)k), k);
	while (board_lives(fd, PATIENCE_MS) && (k = read(fd, text + n, sizeof text - 1 - n)) > 0)
		n += (size_t)k;
	text[n] = 0;
	close(fd);
	free(sent);
	json_decref(body);
	char *start = strstr(text, "\r\n\r\n");
	if (strncmp(text, "HTTP/1.1 200", 12) || !start) {
		print_message("%s %s: %.400s\n", method, path, text);
		return NULL;
	}
	json_t *answer = json_loads(strchr(start, '{'), JSON_DISABLE_EOF_CHECK, NULL);
	assert_non_null(answer);
	return answer;
}

static void pair(void)
{
	*token = 0;
	json_t *a = ask("POST", "/pair", json_pack("{ssss}", "code", code, "label", "test"));
	assert_non_null(a);
	snprintf(token, sizeof token, "%s", json_string_value(json_object_get(a, "token")));
	json_decref(a);
}

/* Waits until the daemon's game has this position. */
static void expect(const struct rules_state *s)
{
	char wanted[RULES_POSITION_MAX], last[16384] = "";
	rules_format(&variant, s, wanted);
	for (int64_t end = now() + PATIENCE_MS * 1000; now() < end; board_lives(-1, 50)) {
		json_t *a = ask("GET", "/state", NULL);
		assert_non_null(a);
		const char *fen = json_string_value(json_object_get(json_object_get(a, "game"), "fen"));
		char *why = json_dumps(a, JSON_COMPACT);
		snprintf(last, sizeof last, "%s", why);
		free(why);
		bool there = fen && !strcmp(fen, wanted) && strcmp(json_string_value(json_object_get(a, "phase")), "setup");
		json_decref(a);
		if (there)
			return;
	}
	fail_msg("not reached: %s\nbut %s", wanted, strstr(last, "\"seen"));
}

/* ---- The hands ------------------------------------------------------------------------------------------------------- */

/* Sets what the sensors of one site see. */
static void sense(int site, struct rules_look look)
{
	int n;
	const struct rules_site *s = &rules_sites(&variant, &n)[site];
	int line = hal_board_find(board, s->name);
	assert_true(line >= 0);
	if (s->sense == RULES_SENSE_COUNT)
		ptyboard_set(pty, now(), 'a', line - 36, 100 + 40 * look.count);
	else
		ptyboard_set(pty, now(), 's', line, look.count > 0);
}

static void set_up(const struct rules_state *s)
{
	static struct rules_look look[RULES_SITES_MAX];
	int n;
	rules_sites(&variant, &n);
	rules_project(&variant, s, look);
	for (int i = 0; i < n; i++)
		sense(i, look[i]);
}

/* Moves by hand from one position to the next: first what is lifted, then what is put down. */
static void carry(const struct rules_state *from, const struct rules_state *to)
{
	static struct rules_look a[RULES_SITES_MAX], b[RULES_SITES_MAX];
	int n;
	rules_sites(&variant, &n);
	rules_project(&variant, from, a);
	rules_project(&variant, to, b);
	for (int rises = 0; rises < 2; rises++) {
		for (int i = 0; i < n; i++)
			if (a[i].count != b[i].count && (b[i].count > a[i].count) == (rises == 1))
				sense(i, b[i]);
		board_lives(-1, 400);
	}
}

/* One whole turn of the player to move, at random. */
static void play(struct rules_state *s, unsigned *seed)
{
	static rules_action list[RULES_ACTIONS_MAX];
	int player = rules_player(&variant, s);
	while (rules_player(&variant, s) == player && rules_result(&variant, s) == RULES_ONGOING) {
		struct rules_state before = *s;
		int n = rules_legal(&variant, s, list);
		*seed = *seed * 1103515245 + 12345;
		rules_apply(&variant, s, list[(*seed >> 16) % (unsigned)n]);
		carry(&before, s);
	}
}

/* ---- The test -------------------------------------------------------------------------------------------------------- */

static int setup(void **state)
{
	(void)state;
	char message[HAL_MESSAGE_MAX];
	struct rules_error err;
	strcpy(folder, "/tmp/tablero-daemon-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(device, sizeof device, "%s/ttyBoard", folder);
	assert_int_equal(hal_board_read(SOURCE_DIR "/hal/boards/contigo.ini", &board, message), 0);
	assert_int_equal(rules_variant_parse("contigo-line", &variant, &err), 0);
	struct ptyboard_config c = { .link = device, .id = "contigo", .inputs = { 36, 0, 28, 4 }, .leds = 64 };
	pty = ptyboard_new(&c, now());
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	char command[128];
	if (daemon_pid > 0)
		kill_daemon();
	ptyboard_free(pty);
	hal_board_free(board);
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command);
}

static void a_game_over_a_bad_cable_is_recorded_move_by_move(void **state)
{
	(void)state;
	struct ptyboard_noise noise = { .lost = 10, .garbled = 10, .doubled = 10, .split = 500, .delay_us = 2000 };
	struct rules_state s;
	unsigned seed = 7;
	rules_init(&variant, &s);
	set_up(&s);
	start_daemon();
	pair();
	ptyboard_noise(pty, 1, &noise, &noise);
	json_t *a = ask("POST", "/game", json_pack("{ss s[ss]}", "game", "contigo-line", "players", "Ana", "Luis"));
	assert_non_null(a);
	json_decref(a);
	expect(&s);
	for (int turn = 0; turn < 4; turn++) {
		play(&s, &seed);
		if (turn == 1) {
			expect(&s);
			ptyboard_unplug(pty);
			board_lives(-1, 700);
			ptyboard_plug(pty, now());
			board_lives(-1, 1500);
		}
		if (turn == 2) {
			ptyboard_reset(pty, now(), 'B');
			board_lives(-1, 300);
		}
		expect(&s);
	}
	assert_true(ptyboard_counts(pty).latches > 0); /* and its LEDs were lit */
	kill_daemon();
	start_daemon();
	pair();
	expect(&s);
	play(&s, &seed);
	expect(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_game_over_a_bad_cable_is_recorded_move_by_move, setup, teardown),
	};
	signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
