/*
 * cli_replay.c — `tablero replay FILE`: a recorded trace through the real debounce, layout and session on a virtual clock.
 * Prints the events; checks them against FILE.chk, writes that file anew, or shows the table and its light as text.
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "picture.h"
#include "replay_people.h"

enum { AFTERWARDS_US = 20000000 }; /* what the board still says when nobody touches it any more */

struct options {
	const char *file, *board, *game, *check;
	bool rebuild, view;
};

static struct argp_option known[] = {
	{ "board", 'b', "FILE", 0, "the board file (else BOARD.ini beside the trace, or of the installation)", 0 },
	{ "game", 'g', "NAME", 0, "whose sites are in force before a game begins", 0 },
	{ "check", 'c', "FILE", 0, "compare the events with FILE; print the first difference and fail", 0 },
	{ "rebuild", 'r', NULL, 0, "write the events to FILE.chk (the trace's name with that ending)", 0 },
	{ "view", 'v', NULL, 0, "show the table and its light after each event", 0 },
	{ 0 },
};

static error_t take_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'b': o->board = arg; break;
	case 'g': o->game = arg; break;
	case 'c': o->check = arg; break;
	case 'r': o->rebuild = true; break;
	case 'v': o->view = true; break;
	case ARGP_KEY_ARG:
		if (o->file)
			return ARGP_ERR_UNKNOWN;
		o->file = arg;
		break;
	case ARGP_KEY_END:
		if (!o->file)
			argp_error(state, "a trace is wanted");
		break;
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* ---- The board file --------------------------------------------------------------------------------------------------------
 */

/* Reads FOLDER/SUB/ID.ini if it is there: 0, 1 if it is not, 2 if it is wrong. */
static int try_board(const char *folder, int length, const char *sub, const char *id, struct hal_board **ret)
{
	char path[600], message[HAL_MESSAGE_MAX];

	snprintf(path, sizeof path, "%.*s%s%s.ini", length, folder, sub, id);
	if (access(path, R_OK) != 0)
		return 1;
	return hal_board_read(path, ret, message) < 0 ? cli_wrong("%s", message) : 0;
}

static int read_board(const struct options *o, struct hal_board **ret)
{
	char id[64] = "";
	const char *slash = strrchr(o->file, '/');
	int folder = slash ? (int)(slash - o->file + 1) : 0, status;

	if (o->board)
		return cli_board_read(o->board, ret);
	FILE *f = fopen(o->file, "re");
	if (!f)
		return cli_wrong("%s: %s", o->file, strerror(errno));
	int fields = fscanf(f, "tablero-trace 1 %63s", id);
	fclose(f);
	if (fields != 1 || strchr(id, '/'))
		return cli_wrong("%s:1: not a trace: it must begin \"tablero-trace 1 BOARD\"", o->file);
	status = try_board(o->file, folder, "", id, ret);
	if (status == 1)
		status = try_board(o->file, folder, "boards/", id, ret);
	if (status == 1)
		status = try_board("/usr/share/tablero/", 19, "boards/", id, ret);
	return status == 1 ? cli_wrong("there is no board file %s.ini; name it with --board", id) : status;
}

/* ---- Playing --------------------------------------------------------------------------------------------------------- */

struct playing {
	struct hal_board *board;
	struct hal *hal;
	struct hal_calibration *calibration; /* as the trace quotes it */
	struct replay *replay;
	struct people_line *people;
	int said, sayings;
	bool view;
	FILE *out;
};

static int write_event(void *user, const struct event *event)
{
	fprintf(user, "%s\n", event->json);
	return 0;
}

static void show(struct playing *p)
{
	static struct view view; /* too large for the stack */
	struct light light[RULES_SITES_MAX];
	const struct presenter_settings settings = { .night_percent = 100 };
	int64_t now = replay_now_us(p->replay), next;

	session_view(replay_session(p->replay), now, &view);
	presenter_light(&view, &settings, now, light, &next);
	printf("--- %.3f s\n", (double)now / 1e6);
	picture_write(stdout, &view, light);
}

static int show_event(void *user, const struct event *event)
{
	struct playing *p = user;

	printf("%.3f s  %s\n", (double)event->time_us / 1e6, event->json);
	(void)p;
	return 0;
}

static int first_game(const struct options *o, const struct hal_board *board, struct rules_variant *ret)
{
	char name[RULES_NAME_MAX];
	struct rules_error err;

	snprintf(name, sizeof name, "%s", o->game ? o->game : hal_board_games(board));
	if (!o->game)
		name[strcspn(name, " ")] = '\0';
	if (rules_variant_parse(name, ret, &err) < 0)
		return cli_wrong("%s", err.text);
	return 0;
}

static int say(struct playing *p, const char *file)
{
	char message[PEOPLE_MESSAGE];
	const struct people_line *line = &p->people[p->said++];
	int e = replay_until(p->replay, line->time_us);

	if (e == 0 && people_do(p->replay, p->board, line, message) < 0)
		fprintf(p->out, "{\"refused\":\"%s %s\",\"line\":%d}\n", line->what, line->rest, line->line);
	if (e < 0)
		return cli_wrong("%s: the session never comes to rest", file);
	if (p->view)
		show(p);
	return 0;
}

static int play(struct playing *p, const char *file)
{
	struct hal_event event[64];
	int64_t now = 0, next;

	for (;;) {
		next = hal_next_us(p->hal);
		if (p->said < p->sayings && p->people[p->said].time_us < next) {
			int status = say(p, file);
			if (status)
				return status;
			continue;
		}
		if (next == HAL_NEVER)
			break;
		now = next > now ? next : now;
		int n = hal_read(p->hal, now, event, 64);
		for (int i = 0; i < n; i++)
			if (replay_feed(p->replay, &event[i]) < 0)
				return cli_wrong("%s: the session never comes to rest", file);
		if (n > 0 && p->view)
			show(p);
	}
	return replay_until(p->replay, replay_now_us(p->replay) + AFTERWARDS_US) < 0
		   ? cli_wrong("%s: the session never comes to rest", file)
		   : 0;
}

static int read_calibration(struct playing *p, const char *file)
{
	char message[HAL_MESSAGE_MAX] = "no memory";

	if (hal_calibration_new(p->board, &p->calibration) < 0)
		return cli_wrong("%s", message);
	int e = hal_calibration_unquote(p->calibration, file, message);
	return e < 0 && e != -ENOENT ? cli_wrong("%s", message) : 0;
}

static int run(const struct options *o, FILE *out)
{
	struct playing p = { .view = o->view, .out = out };
	struct rules_variant v;
	char message[PEOPLE_MESSAGE], spec[600];
	int status = read_board(o, &p.board);

	if (status)
		return status;
	snprintf(spec, sizeof spec, "replay:%s", o->file);
	if (people_read(o->file, &p.people, &p.sayings, message) < 0 || hal_open(spec, p.board, 0, &p.hal, message) < 0) {
		status = cli_wrong("%s", message);
		goto out;
	}
	status = first_game(o, p.board, &v);
	if (status == 0)
		status = read_calibration(&p, o->file);
	if (status)
		goto out;
	if (replay_new(p.board, NULL, &p.replay) < 0 || replay_use(p.replay, &v, message) < 0) {
		status = cli_wrong("%s", message);
		goto out;
	}
	replay_calibrate(p.replay, p.calibration);
	struct session_sink sink = { .event = o->view ? show_event : write_event, .user = o->view ? (void *)&p : (void *)out };
	session_add_sink(replay_session(p.replay), &sink);
	status = play(&p, o->file);
	if (o->view && status == 0)
		show(&p);
out:
	replay_free(p.replay);
	hal_close(p.hal);
	hal_calibration_free(p.calibration);
	hal_board_free(p.board);
	free(p.people);
	return status;
}

/* ---- Comparing ------------------------------------------------------------------------------------------------------- */

static int compare(const struct options *o, const char *got)
{
	FILE *f = fopen(o->check, "re");
	char *line = NULL;
	size_t room = 0;
	int number = 0, status = 0;

	if (!f)
		return cli_wrong("%s: %s", o->check, strerror(errno));
	while (status == 0) {
		ssize_t n = getline(&line, &room, f);
		size_t have = strcspn(got, "\n");
		number++;
		if (n > 0 && line[n - 1] == '\n')
			line[--n] = '\0';
		if (n <= 0 && !*got)
			break;
		if (n <= 0 || (size_t)n != have || strncmp(line, got, have) != 0) {
			printf("%s:%d: differs\n- %s\n+ %.*s\n", o->check, number, n > 0 ? line : "(end)", (int)have, got);
			status = 1;
		}
		got += have + (got[have] == '\n');
	}
	free(line);
	fclose(f);
	return status;
}

static int rebuild(const struct options *o, const char *got)
{
	char path[520];
	const char *dot = strrchr(o->file, '.');
	size_t stem = dot && strcmp(dot, ".trace") == 0 ? (size_t)(dot - o->file) : strlen(o->file);

	snprintf(path, sizeof path, "%.*s.chk", (int)stem, o->file);
	FILE *f = fopen(path, "we");
	if (!f || fputs(got, f) < 0 || fclose(f) != 0) {
		fprintf(stderr, "tablero: %s: %s\n", path, strerror(errno));
		return 1;
	}
	return 0;
}

int cli_replay(int argc, char **argv)
{
	static const struct argp parser = {
		known, take_option, "FILE", "Replays a trace on a virtual clock.", NULL, NULL, NULL
	};
	static char name[] = "tablero replay";
	struct options o = { 0 };
	char *got = NULL;
	size_t size = 0;

	argp_err_exit_status = 2;
	argv[0] = name;
	if (argp_parse(&parser, argc, argv, 0, NULL, &o) != 0)
		return 2;
	if (o.view || (!o.check && !o.rebuild))
		return run(&o, stdout);
	FILE *out = open_memstream(&got, &size);
	if (!out)
		return cli_wrong("no memory");
	int status = run(&o, out);
	fclose(out);
	if (status == 0 && o.check)
		status = compare(&o, got);
	if (status == 0 && o.rebuild)
		status = rebuild(&o, got);
	free(got);
	return status;
}
