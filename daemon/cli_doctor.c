/*
 * cli_doctor.c — `tablero doctor`: what is wrong with this machine and this board, without the daemon.
 *
 * A running daemon is asked, for it knows how the sensors have been. Without one the configuration that it would read is read,
 * the machine looked at, and the board opened for a moment. What is printed can be attached to a bug report. Nothing is
 * changed.
 */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "cli_ask.h"
#include "config.h"
#include "doctor.h"
#include "embedded.h"
#include "hal.h"
#include "version.h"

enum { LISTEN_US = 4000000 };

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static bool daemon_runs(void)
{
	DIR *dir = opendir("/proc");
	bool found = false;
	for (struct dirent *e = dir ? readdir(dir) : NULL; e && !found; e = readdir(dir)) {
		char path[300], comm[32] = "";
		snprintf(path, sizeof path, "/proc/%.200s/comm", e->d_name);
		FILE *f = e->d_name[0] >= '1' && e->d_name[0] <= '9' ? fopen(path, "re") : NULL;
		found = f && fgets(comm, sizeof comm, f) && strcmp(comm, "tablerod\n") == 0;
		if (f)
			fclose(f);
	}
	if (dir)
		closedir(dir);
	return found;
}

static void add(json_t *checks, const char *key, bool ok, const char *en, const char *es, const char *remedy_en,
		const char *remedy_es)
{
	json_array_append_new(checks, json_pack("{s:s,s:b,s:s,s:s,s:{s:s,s:s}}", "key", key, "ok", ok, "en", en, "es", es,
						"remedy", "en", remedy_en, "es", remedy_es));
}

/* ---- The board ------------------------------------------------------------------------------------------------------- */

static int read_board(const char *name, struct hal_board **ret, char message[HAL_MESSAGE_MAX])
{
	for (const struct embedded *e = embedded_boards; e->path; e++)
		if (strcmp(e->path, name) == 0)
			return hal_board_parse(name, (const char *)e->data, ret, message);
	return hal_board_read(name, ret, message);
}

/* Listens until the board is ready and has said everything once, or patience is over. */
static void listen_to(struct hal *h, struct hal_status *ret)
{
	struct hal_event event[64];
	int64_t end = now() + LISTEN_US;
	hal_status(h, ret);
	while (now() < end && ret->state != HAL_READY) {
		int64_t next = hal_next_us(h) < end ? hal_next_us(h) : end, wait = next - now();
		struct pollfd p = { .fd = hal_fd(h), .events = POLLIN };
		poll(&p, 1, wait < 0 ? 0 : (int)(wait / 1000 + 1));
		while (hal_read(h, now(), event, 64) == 64)
			;
		hal_status(h, ret);
	}
}

static json_t *lines_of(const struct hal_board *board, const struct hal *h, const struct hal_calibration *c)
{
	static const char *const kinds[] = { "presence", "owner", "ranked", "count", "button" };
	json_t *all = json_array();
	for (int i = 0; i < hal_board_lines(board); i++) {
		const struct hal_line *l = hal_board_line(board, i);
		struct hal_health health = { 0 };
		hal_health(h, i, &health);
		json_array_append_new(
		    all, json_pack("{s:s,s:s,s:i,s:i,s:I,s:I,s:I,s:i,s:b}", "label", l->label, "kind", kinds[l->kind], "raw",
				   health.raw, "value", hal_calibration_classify(c, i, health.raw, 0, NULL), "changes",
				   (json_int_t)health.changes, "bounces", (json_int_t)health.bounces, "pulses",
				   (json_int_t)health.short_pulses, "wear", 0, "faulty", l->faulty));
	}
	return all;
}

/* What this very board's sensors read, as the daemon has learned it. */
static void read_calibration(struct hal_calibration *c, const char *state, const struct hal_board *board, json_t *checks)
{
	char path[400], message[HAL_MESSAGE_MAX];
	snprintf(path, sizeof path, "%.240s/calibration-%.60s.ini", state, hal_board_id(board));
	int err = hal_calibration_read(c, path, message);
	if (err < 0 && err != -ENOENT)
		add(checks, "calibration", false, "The calibration cannot be used", "La calibración no sirve", message,
		    message);
}

static json_t *open_board(const struct hal_board *board, const char *spec, const char *state, json_t *checks)
{
	char message[HAL_MESSAGE_MAX] = "";
	struct hal *h;
	struct hal_calibration *c;
	struct hal_status status;
	json_t *lines = NULL;
	if (hal_calibration_new(board, &c) < 0)
		return NULL;
	if (hal_open(spec, board, now(), &h, message) < 0) {
		add(checks, "board", false, "The connection can never work", "La conexión no puede funcionar", message,
		    message);
		hal_calibration_free(c);
		return NULL;
	}
	read_calibration(c, state, board, checks);
	listen_to(h, &status);
	if (status.state != HAL_READY && daemon_runs())
		add(checks, "daemon", true, "The daemon runs and may have the board; its page Doctor shows every sensor",
		    "El servicio está en marcha y puede que tenga el tablero; su página Médico muestra cada sensor", "", "");
	json_t *own = doctor_board(status.state == HAL_READY, status.message);
	json_array_extend(checks, own);
	json_decref(own);
	if (status.state == HAL_READY)
		lines = lines_of(board, h, c);
	hal_close(h);
	hal_calibration_free(c);
	return lines;
}

/* ---- The report ------------------------------------------------------------------------------------------------------ */

static bool all_well(json_t *checks)
{
	size_t i;
	json_t *one;
	json_array_foreach(checks, i, one) if (!json_is_true(json_object_get(one, "ok"))) return false;
	return true;
}

static int examine(const struct config *config, const char *state, bool spanish)
{
	char message[HAL_MESSAGE_MAX], about[900], file_es[HAL_MESSAGE_MAX + 40];
	struct hal_board *board = NULL;
	int err = read_board(config->board, &board, message);
	json_t *checks = doctor_checks("", config->connection, board), *lines = NULL;
	if (err < 0) {
		snprintf(file_es, sizeof file_es, "El archivo dice: %s", message);
		add(checks, "board-file", false, "The board file cannot be used", "El archivo del tablero no sirve", message,
		    file_es);
	} else {
		lines = open_board(board, config->connection, state, checks);
	}
	snprintf(about, sizeof about, "version %s, board %.250s, connection %.250s", TABLERO_VERSION, config->board,
		 config->connection);
	char *text = doctor_report(checks, lines, about, spanish);
	if (text)
		fputs(text, stdout);
	int status = all_well(checks) ? 0 : 1;
	free(text);
	json_decref(lines);
	json_decref(checks);
	hal_board_free(board);
	return status;
}

/* What the daemon says, board and sensors included. −errno if it cannot be asked. */
static int ask_daemon(const char *state, bool spanish, bool *ret_well)
{
	char *text;
	size_t size;
	int status, err = cli_ask(state, "/doctor", NULL, &status, &text, &size);
	if (err < 0)
		return err;
	json_t *json = json_loads(text, 0, NULL), *checks = json_object_get(json, "checks");
	const char *report = json_string_value(json_object_get(json, "report"));
	char *own = report && spanish ? doctor_report(checks, json_object_get(json, "lines"), "", true) : NULL;
	if (report)
		fputs(own ? own : report, stdout);
	*ret_well = all_well(checks);
	err = report ? 0 : -EPROTO;
	free(own);
	json_decref(json);
	free(text);
	return err;
}

int cli_doctor(int argc, char **argv)
{
	const char *option = NULL, *file = NULL, *board = NULL, *connection = NULL, *lang = getenv("LANG");
	bool spanish = lang && strncmp(lang, "es", 2) == 0, well = false;
	struct config config;
	char message[CONFIG_MESSAGE], state[256];
	for (int i = 1; i < argc; i++) {
		const char **to = strcmp(argv[i], "--config") == 0  ? &file
				  : strcmp(argv[i], "--board") == 0 ? &board
				  : strcmp(argv[i], "--state") == 0 ? &option
								    : NULL;
		if (to && i + 1 < argc)
			*to = argv[++i];
		else if (!connection && strchr(argv[i], ':'))
			connection = argv[i];
		else
			return cli_wrong("doctor [--state DIR] [--config FILE] [--board FILE] [sim:|serial:PORT|gpio:]");
	}
	cli_state(option, state);
	if (!connection && !board && !file && ask_daemon(state, spanish, &well) == 0)
		return well ? 0 : 1;
	config_defaults(&config);
	int err = config_read(file ? file : "/etc/tablero/tablerod.conf", &config, message);
	if (err < 0 && (file || err != -ENOENT))
		return cli_wrong("%s", message);
	if (board)
		snprintf(config.board, sizeof config.board, "%s", board);
	if (connection)
		snprintf(config.connection, sizeof config.connection, "%s", connection);
	return examine(&config, state, spanish);
}
