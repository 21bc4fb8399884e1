/* main.c — tablerod: reads what it is told, makes the parts, runs the loop, and tells systemd that all is well. */
#include <argp.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

#include "app.h"
#include "boardio.h"
#include "control.h"
#include "hints.h"
#include "http.h"
#include "intake.h"
#include "log.h"
#include "pairing.h"
#include "session.h"
#include "simtable.h"
#include "store.h"
#include "stream.h"
#include "table.h"
#include "table_store.h"
#include "version.h"

enum { FALLBACK_PORT = 8080, DELETED_DAYS = 30 };
static const char default_config[] = "/etc/tablero/tablerod.conf";

/* ---- Options ------------------------------------------------------------------------------------------------------------------------- */

struct options {
	const char *config, *board, *hal, *state, *bind, *web;
	int port;
	bool console, pair;
};

static const struct argp_option argp_options[] = {
	{ "config", 'c', "FILE", 0, "Configuration (default /etc/tablero/tablerod.conf)", 0 },
	{ "board", 'b', "FILE", 0, "Board file, or the name of a reference board: contigo, swahili, …", 0 },
	{ "hal", 'H', "SPEC", 0, "sim: | serial:/dev/ttyACM0 | gpio: | replay:FILE", 0 },
	{ "state", 's', "DIR", 0, "Where games and traces are kept", 0 },
	{ "port", 'p', "PORT", 0, "Port of the pages (default 80, or 8080 where that is not allowed; 0: any)", 0 },
	{ "bind", 'B', "ADDRESS", 0, "Listen on this numeric address only", 0 },
	{ "web", 'w', "DIR", 0, "Serve pages from this directory while working on them", 0 },
	{ "console", 'C', NULL, 0, "Print the address, with a code to scan", 0 },
	{ "pair", 'P', NULL, 0, "The printed address lets phones in", 0 },
	{ "version", 'V', NULL, 0, "Print the version", 0 },
	{ 0 },
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;
	char *end;
	switch (key) {
	case 'c': o->config = arg; return 0;
	case 'b': o->board = arg; return 0;
	case 'H': o->hal = arg; return 0;
	case 's': o->state = arg; return 0;
	case 'B': o->bind = arg; return 0;
	case 'w': o->web = arg; return 0;
	case 'C': o->console = true; return 0;
	case 'P': o->pair = true; return 0;
	case 'V': printf("tablerod %s\n", TABLERO_VERSION); exit(0);
	case 'p':
		o->port = (int)strtol(arg, &end, 10);
		if (*end || end == arg || o->port < 0 || o->port > 65535)
			argp_error(state, "--port %s: a number from 0 to 65535", arg);
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

/* ---- Configuration ---------------------------------------------------------------------------------------------------------------------- */

static void take(char *to, const char *option)
{
	if (option)
		snprintf(to, CONFIG_TEXT, "%s", option);
}

static int configure(struct app *app, const struct options *o)
{
	char message[CONFIG_MESSAGE];
	config_defaults(&app->config);
	const char *systemd = getenv("STATE_DIRECTORY"), *home = getenv("HOME");
	if (systemd)
		snprintf(app->config.state, CONFIG_TEXT, "%.*s", (int)strcspn(systemd, ":"), systemd);
	else if (geteuid() != 0 && home)
		snprintf(app->config.state, CONFIG_TEXT, "%.200s/.local/share/tablero", home);
	int err = config_read(o->config ? o->config : default_config, &app->config, message);
	if (err < 0 && (o->config || err != -ENOENT)) {
		fprintf(stderr, "tablerod: %s\n", message);
		return err;
	}
	take(app->config.board, o->board);
	take(app->config.connection, o->hal);
	take(app->config.state, o->state);
	take(app->config.bind, o->bind);
	take(app->web_dir, o->web);
	app->open_console = o->pair;
	if (o->port >= 0) {
		app->config.port = o->port;
		app->config.port_given = true;
	}
	return 0;
}

/* Every directory of the path that is missing. Failing is no reason to stop: the store says so, and play goes on. */
static void make_directory(const char *path)
{
	char part[CONFIG_TEXT];
	for (size_t i = 1; path[i]; i++)
		if (path[i] == '/') {
			snprintf(part, sizeof part, "%.*s", (int)i, path);
			mkdir(part, 0755);
		}
	mkdir(path, 0700);
}

/* A service of no fixed user has its state behind a symbolic link; the files of games themselves are never opened through one. */
static void follow_links(char state[CONFIG_TEXT])
{
	char *real = realpath(state, NULL);
	if (real && strlen(real) < CONFIG_TEXT)
		strcpy(state, real);
	free(real);
}

/* ---- Parts --------------------------------------------------------------------------------------------------------------------------------- */

static void save_phone(void *user, const struct auth_phone *phone)
{
	struct app *app = user;
	store_phone(app->store, phone);
}

static void load_phone(void *user, const struct auth_phone *phone)
{
	auth_load(user, phone);
}

static void sim_sensed(void *user, int site, struct rules_look look)
{
	struct app *app = user;
	boardio_sense(app->boardio, app_now_us(), site, look);
}

static void feed_watchdog(void)
{
	sd_notify(0, "WATCHDOG=1");
}

static void load_settings(struct app *app)
{
	char en[160], es[160];
	settings_defaults(&app->settings);
	app->settings.value[SETTING_VISIBILITY] = app->config.visibility;
	char *text = store_get(app->store, "settings");
	json_t *json = text ? json_loads(text, 0, NULL) : NULL;
	if (json && settings_read(&app->settings, json, en, es) < 0)
		log_line(LOG_LEVEL_WARNING, "settings", "kept settings were not understood: %s", en);
	json_decref(json);
	free(text);
}

static int listen_somewhere(struct app *app, int *ret)
{
	int n = sd_listen_fds(1);
	if (n > 0) {
		*ret = SD_LISTEN_FDS_START;
		return 0;
	}
	int err = http_listen(app->config.bind, app->config.port, ret);
	if (err < 0 && !app->config.port_given && (err == -EACCES || err == -EADDRINUSE))
		err = http_listen(app->config.bind, FALLBACK_PORT, ret);
	if (err < 0)
		fprintf(stderr, "tablerod: port %d: %s\n", app->config.port, strerror(-err));
	return err;
}

static int start_http(struct app *app)
{
	int fd;
	int err = listen_somewhere(app, &fd);
	if (err < 0)
		return err;
	app->port = http_port(fd);
	return http_new(app, fd, &app->http);
}

static int make_parts(struct app *app)
{
	char message[BOARDIO_MESSAGE] = "", path[CONFIG_TEXT + 32];
	int64_t now_us = app_now_us();
	int err = table_new(app);
	if (err == 0)
		err = stream_new(app, &app->stream);
	if (err == 0)
		err = auth_new(save_phone, app, &app->auth);
	if (err < 0)
		return err;
	make_directory(app->config.state);
	follow_links(app->config.state);
	err = store_open(app->config.state, app->epoch, app_utc_ms(), now_us, &app->store);
	if (err < 0)
		return err;
	store_on_work(app->store, feed_watchdog);
	store_on_behind(app->store, table_tell_again, app);
	store_purge(app->store, app_utc_ms() - DELETED_DAYS * 86400000LL);
	store_phones(app->store, load_phone, app->auth);
	load_settings(app);
	err = boardio_new(app, message, &app->boardio);
	if (err < 0) {
		fprintf(stderr, "tablerod: %s\n", message[0] ? message : strerror(-err));
		return err;
	}
	if (boardio_is_sim(app->boardio)) {
		snprintf(path, sizeof path, "%s/simulated-table.json", app->config.state);
		err = simtable_new(path, sim_sensed, app, &app->sim);
		if (err < 0)
			return err;
	}
	settings_apply(app);
	boardio_begin(app->boardio, now_us);
	table_resume_last(app, now_us);
	err = hints_new(app, &app->hints);
	if (err == 0)
		err = start_http(app);
	return err < 0 ? err : control_new(app, &app->control);
}

static void free_parts(struct app *app)
{
	intake_end(app);
	control_free(app->control);
	http_free(app->http);
	hints_free(app->hints);
	boardio_free(app->boardio);
	simtable_free(app->sim);
	session_free(app->session);
	store_close(app->store);
	stream_free(app->stream);
	auth_free(app->auth);
	sd_event_unref(app->loop);
}

/* ---- The loop ------------------------------------------------------------------------------------------------------------------------------ */

struct watchdog {
	struct app *app;
	uint64_t period_us;
};

static int on_watchdog(sd_event_source *source, uint64_t time, void *user)
{
	struct watchdog *w = user;
	(void)time;
	if (boardio_alive(w->app->boardio, app_now_us()))
		sd_notify(0, "WATCHDOG=1");
	sd_event_source_set_time(source, (uint64_t)app_now_us() + w->period_us);
	return sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
}

static int on_signal(sd_event_source *source, const struct signalfd_siginfo *info, void *user)
{
	(void)user;
	/* A hang-up is what a closing terminal sends; there is nothing to read anew. */
	return info->ssi_signo == SIGHUP ? 0 : sd_event_exit(sd_event_source_get_event(source), 0);
}

static int watch_signals(struct app *app)
{
	static const int signals[] = { SIGTERM, SIGINT, SIGHUP };
	sigset_t set;
	sigemptyset(&set);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaddset(&set, signals[i]);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the write, not the end */
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		int err = sd_event_add_signal(app->loop, NULL, signals[i], on_signal, app);
		if (err < 0)
			return err;
	}
	return 0;
}

static int run(struct app *app, const struct options *o)
{
	struct watchdog watchdog = { .app = app };
	sd_event_source *timer = NULL;
	if (sd_watchdog_enabled(0, &watchdog.period_us) > 0) {
		watchdog.period_us /= 2;
		int err = sd_event_add_time(app->loop, &timer, CLOCK_MONOTONIC, (uint64_t)app_now_us() + watchdog.period_us,
					    100000, on_watchdog, &watchdog);
		if (err < 0)
			return err;
	}
	boardio_step(app->boardio, app_now_us());
	if (o->console)
		pairing_print(app, o->pair);
	sd_notifyf(0, "READY=1\nSTATUS=on port %d", app->port);
	log_line(LOG_LEVEL_INFO, "ready", "version %s, on port %d", TABLERO_VERSION, app->port);
	int err = sd_event_loop(app->loop);
	sd_notify(0, "STOPPING=1");
	sd_event_source_unref(timer);
	return err;
}

int main(int argc, char **argv)
{
	struct options o = { .port = -1 };
	const struct argp argp = { .options = argp_options,
				   .parser = parse_option,
				   .doc = "The daemon inside a wooden game board." };
	static struct app app;
	uint64_t epoch = 0;
	umask(0077); /* who plays what is nobody else's business on this machine */
	if (argp_parse(&argp, argc, argv, 0, NULL, &o) != 0)
		return 2;
	if (configure(&app, &o) < 0)
		return 2;
	if (getrandom(&epoch, sizeof epoch, GRND_NONBLOCK) < 0)
		epoch = (uint64_t)app_utc_ms();
	snprintf(app.epoch, sizeof app.epoch, "%016llx", (unsigned long long)epoch);
	int err = sd_event_default(&app.loop);
	if (err == 0 || err > 0)
		err = watch_signals(&app);
	if (err >= 0)
		err = make_parts(&app);
	if (err >= 0)
		err = run(&app, &o);
	free_parts(&app);
	if (err < 0)
		fprintf(stderr, "tablerod: %s\n", strerror(-err));
	return err < 0 ? 1 : 0;
}
