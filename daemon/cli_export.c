/*
 * cli_export.c — `tablero export`, `import`, `backup` and `pair`: through the running daemon, which alone has the file of games open.
 */
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "cli_ask.h"
#include "qr.h"

/* Takes "--state DIR" and "--json" out of the arguments; the rest moves up. */
static int take_options(int argc, char **argv, const char **ret_state, bool *ret_json)
{
	int n = 1;
	*ret_state = NULL;
	*ret_json = false;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--state") == 0 && i + 1 < argc)
			*ret_state = argv[++i];
		else if (strcmp(argv[i], "--json") == 0)
			*ret_json = true;
		else
			argv[n++] = argv[i];
	}
	return n;
}

/* A refusal of the daemon: its sentence on standard error. */
static int refused(const char *text)
{
	json_t *json = json_loads(text, 0, NULL);
	const char *en = json_string_value(json_object_get(json_object_get(json, "error"), "en"));
	json_int_t line = json_integer_value(json_object_get(json_object_get(json, "error"), "line"));
	if (line)
		fprintf(stderr, "tablero: line %lld: %s\n", (long long)line, en ? en : "refused");
	else
		fprintf(stderr, "tablero: %s\n", en ? en : "the daemon refused");
	json_decref(json);
	return 2;
}

int cli_export(int argc, char **argv)
{
	const char *option;
	char state[256], path[600] = "/export?format=text", *text;
	bool json;
	int status;
	size_t size;
	argc = take_options(argc, argv, &option, &json);
	cli_state(option, state);
	if (json)
		strcpy(path, "/export?format=json");
	for (int i = 1; i < argc; i++) {
		if (strspn(argv[i], "0123456789") != strlen(argv[i]) || !argv[i][0] ||
		    strlen(path) + strlen(argv[i]) + 8 > sizeof path)
			return cli_wrong("export %s: numbers of games, or nothing for all", argv[i]);
		strcat(path, i == 1 ? "&ids=" : ",");
		strcat(path, argv[i]);
	}
	int err = cli_ask(state, path, NULL, &status, &text, &size);
	if (err < 0)
		return cli_unreachable(state, err);
	int answer = status == 200 ? 0 : refused(text);
	if (answer == 0 && fwrite(text, 1, size, stdout) != size)
		answer = 1;
	free(text);
	return answer;
}

/* The whole file; NULL with errno, EILSEQ for one with a zero byte: what stands behind it would be lost without a word. */
static char *read_file(const char *path)
{
	FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	char *text = NULL, part[4096];
	size_t size = 0, n;
	FILE *out = f ? open_memstream(&text, &size) : NULL;
	while (out && (n = fread(part, 1, sizeof part, f)) > 0)
		fwrite(part, 1, n, out);
	int err = !out || ferror(f) ? errno : 0;
	if (out && fclose(out) != 0 && !err)
		err = errno;
	if (f && f != stdin)
		fclose(f);
	if (!err && text && memchr(text, '\0', size))
		err = EILSEQ;
	if (err) {
		free(text);
		text = NULL;
		errno = err;
	}
	return text;
}

static void print_games(json_int_t n)
{
	printf("%lld %s\n", (long long)n, n == 1 ? "game" : "games");
}

/* What came of it; asks again while the daemon is at work. The answer is replaced by the last one. */
static int wait_for_intake(const char *state, char **answer)
{
	for (;;) {
		json_t *told = json_loads(*answer, 0, NULL);
		bool working = json_is_true(json_object_get(told, "working")),
		     wrong = json_is_object(json_object_get(told, "error"));
		if (!working && !wrong)
			print_games(json_integer_value(json_object_get(told, "games")));
		json_decref(told);
		if (!working)
			return wrong ? refused(*answer) : 0;
		struct timespec moment = { .tv_nsec = 200000000 };
		nanosleep(&moment, NULL);
		char *next;
		int status;
		size_t size;
		int err = cli_ask(state, "/intake", NULL, &status, &next, &size);
		if (err < 0)
			return cli_unreachable(state, err);
		free(*answer);
		*answer = next;
		if (status != 200)
			return refused(next);
	}
}

int cli_import(int argc, char **argv)
{
	const char *option;
	char state[256], *answer;
	bool json;
	int status;
	size_t size;
	argc = take_options(argc, argv, &option, &json);
	cli_state(option, state);
	if (argc != 2)
		return cli_wrong("import FILE (- for standard input)");
	char *text = read_file(argv[1]);
	if (!text)
		return cli_wrong("import %s: %s", argv[1], errno == EILSEQ ? "this is no text" : strerror(errno));
	json_t *object = json_pack("{s:s}", "text", text);
	char *body = object ? json_dumps(object, JSON_COMPACT) : NULL;
	json_decref(object);
	free(text);
	if (!body)
		return cli_wrong("import %s: this is no text", argv[1]);
	int err = cli_ask(state, "/import", body, &status, &answer, &size);
	free(body);
	if (err < 0)
		return cli_unreachable(state, err);
	int code = status == 200 || status == 202 ? wait_for_intake(state, &answer) : refused(answer);
	free(answer);
	return code;
}

int cli_backup(int argc, char **argv)
{
	const char *option;
	char state[256], *data;
	bool json;
	int status, code = 1;
	size_t size;
	argc = take_options(argc, argv, &option, &json);
	cli_state(option, state);
	if (argc != 2)
		return cli_wrong("backup FILE");
	int err = cli_ask(state, "/backup", NULL, &status, &data, &size);
	if (err < 0)
		return cli_unreachable(state, err);
	if (status != 200) {
		code = refused(data);
	} else {
		FILE *f = fopen(argv[1], "wxe"); /* an older copy is never overwritten */
		bool whole = f && fwrite(data, 1, size, f) == size;
		code = f && fclose(f) == 0 && whole ? 0 : 1;
		if (code)
			fprintf(stderr, "tablero: %s: %s\n", argv[1], strerror(errno));
	}
	free(data);
	return code;
}

int cli_pair(int argc, char **argv)
{
	const char *option;
	char state[256], *line;
	bool json;
	argc = take_options(argc, argv, &option, &json);
	cli_state(option, state);
	if (argc != 1)
		return cli_wrong("pair: nothing more is needed");
	int err = cli_greet(state, &line);
	if (err < 0)
		return cli_unreachable(state, err);
	json_t *greeting = json_loads(line, 0, NULL);
	const char *url = json_string_value(json_object_get(greeting, "url"));
	if (url) {
		qr_print(stdout, url);
		printf("open on your phone: %s\n", url);
	}
	json_decref(greeting);
	free(line);
	return url ? 0 : cli_unreachable(state, -EACCES);
}
