/* boardio_look.c — what others may ask of the board: its state, its lines and LEDs, simulated hands, tests, traces. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "boardio_internal.h"
#include "log.h"

enum { PRESS_US = 150000, HOLD_US = 1500000, TOGETHER_US = 6500000, TEST_US = 20000000, WALK_US = 400000 };

const struct rules_variant *boardio_variant(const struct boardio *b)
{
	return &b->layout.variant;
}

struct seen_sensor boardio_sensor(const struct boardio *b, int site)
{
	return b->layout.sensor[site];
}

static int settled_value(const void *user, int line)
{
	const struct boardio *b = user;
	return hal_debounce_value(b->debounce, line);
}

int boardio_seen(struct boardio *b, const struct rules_variant *v, struct seen_sensor *sensor, struct seen *seen)
{
	if (b->state != HAL_READY)
		return -ENODEV;
	return layout_look_as(b->board, v, settled_value, b, sensor, seen);
}

const struct light *boardio_light(const struct boardio *b, int *ret_sites)
{
	*ret_sites = b->layout.sites;
	return b->light;
}

static const char *backend(const struct boardio *b)
{
	static const char *const names[] = { "sim", "serial", "gpio", "replay" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(b->app->config.connection, names[i], strlen(names[i])) == 0)
			return names[i];
	return "";
}

json_t *boardio_json(const struct boardio *b)
{
	static const char *const states[] = { "absent", "starting", "ready", "silent" };
	struct hal_status status;
	hal_status(b->hal, &status);
	return json_pack("{s:s,s:s,s:s,s:s,s:s}", "state", states[status.state], "message", status.message, "id",
			 hal_board_id(b->board), "title", hal_board_title(b->board), "backend", backend(b));
}

/* Whether it is night by the wall clock here. */
static bool is_night(const struct settings *s)
{
	time_t now = (time_t)(app_utc_ms() / 1000);
	struct tm local;
	localtime_r(&now, &local);
	int from = s->value[SETTING_NIGHT_FROM], to = s->value[SETTING_NIGHT_TO], hour = local.tm_hour;
	return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

void boardio_settings(struct boardio *b)
{
	const struct settings *s = &b->app->settings;
	int night = is_night(s) ? s->value[SETTING_NIGHT] : 100, brightness = s->value[SETTING_BRIGHTNESS];
	struct hal_status status;
	hal_status(b->hal, &status);
	b->presenter = (struct presenter_settings){ .one_colour = s->value[SETTING_ONE_COLOUR] || status.one_colour,
						    .colour_blind = s->value[SETTING_COLOUR_BLIND],
						    .night_percent = status.on_off ? 100 : night };
	/* Where a dimmed colour would be no light at all, the night dims the LEDs and not the picture. */
	hal_brightness(b->hal, status.on_off ? brightness * night / 100 : brightness);
	b->shown_new = true;
}

const struct presenter_settings *boardio_presenter(const struct boardio *b)
{
	return &b->presenter;
}

void boardio_set_overlay(struct boardio *b, boardio_overlay *overlay, void *user)
{
	b->overlay = overlay;
	b->overlay_user = user;
}

int boardio_lit(const struct boardio *b, uint16_t list[RULES_SITES_MAX])
{
	int n = 0;
	for (int i = 0; i < b->layout.sites; i++)
		if (b->layout.site_leds[i])
			list[n++] = (uint16_t)i;
	return n;
}

/* ---- Simulated hands ------------------------------------------------------------------------------------------------------ */

bool boardio_is_sim(const struct boardio *b)
{
	return strcmp(backend(b), "sim") == 0;
}

void boardio_sense(struct boardio *b, int64_t now_us, int site, struct rules_look look)
{
	uint16_t line = b->layout.site_line[site];
	if (line != UINT16_MAX)
		hal_sim_set(b->hal, now_us, line, layout_value(&b->layout, line, seen_of(b->layout.sensor[site], look)));
}

void boardio_sim_button(struct boardio *b, int64_t now_us, int player, bool down)
{
	for (int i = 0; i < b->layout.lines; i++)
		if (b->layout.line_player[i] == player)
			hal_sim_set(b->hal, now_us, i, down);
}

void boardio_press(struct boardio *b, int64_t now_us, int player, bool held)
{
	boardio_sim_button(b, now_us, player, true);
	b->release_us[player] = now_us + (held ? HOLD_US : PRESS_US);
}

void boardio_press_together(struct boardio *b, int64_t now_us)
{
	for (int i = 0; i < b->layout.lines; i++) {
		int player = b->layout.line_player[i];
		if (player == 0)
			continue;
		boardio_sim_button(b, now_us, player, true);
		b->release_us[player] = now_us + TOGETHER_US;
	}
}

void boardio_plug(struct boardio *b, int64_t now_us, bool plugged)
{
	hal_sim_plug(b->hal, now_us, plugged);
}

/* ---- Doctor --------------------------------------------------------------------------------------------------------------- */

json_t *boardio_leds(const struct boardio *b)
{
	int n;
	const struct hal_rgb *shown = hal_shown(b->hal, &n);
	json_t *all = json_array();
	for (int i = 0; i < hal_board_leds(b->board); i++) {
		struct hal_rgb rgb = i < n ? shown[i] : (struct hal_rgb){ 0 };
		json_array_append_new(all, json_pack("{s:i,s:s,s:[iii]}", "led", i, "label", hal_board_led(b->board, i)->label,
						     "rgb", rgb.r, rgb.g, rgb.b));
	}
	return all;
}

void boardio_test_led(struct boardio *b, int64_t now_us, int led, int r, int g, int bl, bool walk)
{
	b->test_led = led;
	b->test_rgb = (struct hal_rgb){ (uint8_t)r, (uint8_t)g, (uint8_t)bl };
	b->test_walk = walk;
	b->test_us = now_us;
}

int64_t boardio_test_frame(struct boardio *b, int64_t now_us, struct hal_rgb *frame)
{
	int leds = hal_board_leds(b->board);
	int64_t steps = (now_us - b->test_us) / WALK_US;
	int at = b->test_walk ? (int)steps : b->test_led;
	if (b->test_walk ? steps >= leds : now_us - b->test_us >= TEST_US) {
		b->test_led = -1;
		return now_us;
	}
	memset(frame, 0, (size_t)leds * sizeof *frame);
	if (at < leds)
		frame[at] = b->test_rgb;
	return b->test_walk ? b->test_us + (steps + 1) * WALK_US : b->test_us + TEST_US;
}

/* ---- Flight recorder ------------------------------------------------------------------------------------------------------ */

void boardio_said(struct boardio *b, int64_t now_us, const char *what, const char *rest)
{
	if (b->flight)
		flight_said(b->flight, b->app->session, b->told_us, now_us, what, rest);
}

char *boardio_turn_trace(struct boardio *b, int64_t now_us)
{
	return b->flight ? flight_text(b->flight, b->app->session, now_us) : NULL;
}

void boardio_new_record(struct boardio *b)
{
	if (b->flight)
		flight_game(b->flight);
}

/* ---- Traces of the last hours ------------------------------------------------------------------------------------------------ */

static void forget_old(const char *directory, int64_t oldest)
{
	DIR *dir = opendir(directory);
	if (!dir)
		return;
	for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
		long long hour;
		char path[600];
		if (sscanf(e->d_name, "%lld-", &hour) != 1 || hour >= oldest)
			continue;
		snprintf(path, sizeof path, "%s/%s", directory, e->d_name);
		unlink(path);
	}
	closedir(dir);
}

static void end_trace(struct boardio *b)
{
	hal_trace_free(b->trace);
	b->trace = NULL;
	b->trace_hour = 0;
}

static void begin_trace(struct boardio *b, int64_t now_us)
{
	int64_t hour = app_utc_ms() / 3600000;
	int keep = b->app->config.trace_hours;
	if (hour != b->trace_hour) {
		char directory[300], path[340];
		snprintf(directory, sizeof directory, "%.250s/traces", b->app->config.state);
		/* One board a trace: a restart, or another simulated board, begins a file of its own. */
		snprintf(path, sizeof path, "%s/%lld-%.8s-%d.trace", directory, (long long)hour, b->app->epoch, b->traces++);
		mkdir(directory, 0700);
		end_trace(b);
		forget_old(directory, hour - keep);
		b->trace_hour = hour;
		if (hal_trace_new(path, b->board, b->calibration, now_us, &b->trace) < 0)
			b->trace = NULL; /* no room for traces; the game does not need them */
	}
}

void boardio_trace_write(struct boardio *b, int64_t now_us)
{
	if (b->traced_n == 0)
		return;
	begin_trace(b, now_us);
	for (int i = 0; i < b->traced_n && b->trace; i++)
		hal_trace_put(b->trace, &b->traced[i]);
	b->traced_n = 0;
}

void boardio_trace(struct boardio *b, int64_t now_us, const struct hal_event *event)
{
	if (b->app->config.trace_hours == 0)
		return;
	b->traced[b->traced_n++] = *event;
	if (b->traced_n == (int)(sizeof b->traced / sizeof *b->traced))
		boardio_trace_write(b, now_us);
}

void boardio_trace_end(struct boardio *b)
{
	if (b->traced_n)
		boardio_trace_write(b, app_now_us());
	end_trace(b);
}
