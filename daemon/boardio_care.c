/*
 * boardio_care.c — what is remembered of the sensors of this very board: which are marked faulty, how they age, what they read.
 *
 * Marks and wear lie in the store under "board.ID", written when a mark changes, once an hour while people play, and at the
 * end. The calibration is a file of its own that people may carry elsewhere; it is written when somebody says so and never
 * between.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boardio_internal.h"
#include "doctor.h"
#include "log.h"
#include "store.h"

enum { SAMPLES = 20 };
static const int64_t SAMPLE_US = 50000, SAVE_US = 3600 * (int64_t)1000000;

/* ---- Marks and wear -------------------------------------------------------------------------------------------------- */

static void care_key(const struct boardio *b, char key[96])
{
	snprintf(key, 96, "board.%.60s", hal_board_id(b->board));
}

void boardio_read_care(struct boardio *b, int64_t now_us)
{
	char key[96];
	care_key(b, key);
	memset(&b->wear, 0, sizeof b->wear);
	memset(b->counted, 0, sizeof b->counted);
	b->care_us = now_us + SAVE_US;
	char *text = store_get(b->app->store, key);
	json_t *json = text ? json_loads(text, 0, NULL) : NULL;
	b->wear.week = json_integer_value(json_object_get(json, "week"));
	for (int i = 0; i < hal_board_lines(b->board); i++) {
		json_t *one = json_object_get(json_object_get(json, "lines"), hal_board_line(b->board, i)->label);
		wear_read(&b->wear.line[i], one);
		json_t *faulty = json_object_get(one, "faulty");
		b->marked[i] = json_is_boolean(faulty);
		if (b->marked[i])
			hal_board_mark(b->board, i, json_is_true(faulty));
	}
	wear_date(&b->wear, app_utc_ms());
	json_decref(json);
	free(text);
}

/* Takes over what the hardware library has counted since the last time. */
static void count(struct boardio *b)
{
	for (int i = 0; i < hal_board_lines(b->board); i++) {
		struct hal_health h;
		struct boardio_counted *c = &b->counted[i];
		if (hal_health(b->hal, i, &h) < 0)
			continue;
		wear_note(&b->wear, i, h.changes - c->changes, h.bounces - c->bounces, h.short_pulses - c->pulses);
		*c = (struct boardio_counted){ h.changes, h.bounces, h.short_pulses };
	}
	wear_date(&b->wear, app_utc_ms());
}

void boardio_save_care(struct boardio *b)
{
	char key[96];
	json_t *lines = json_object();
	count(b);
	for (int i = 0; i < hal_board_lines(b->board); i++) {
		const struct hal_line *line = hal_board_line(b->board, i);
		if (!b->wear.line[i].changes && !b->marked[i])
			continue;
		json_t *one = wear_json(&b->wear.line[i]);
		if (b->marked[i])
			json_object_set_new(one, "faulty", json_boolean(line->faulty));
		json_object_set_new(lines, line->label, one);
	}
	json_t *json = json_pack("{s:I,s:o}", "week", (json_int_t)b->wear.week, "lines", lines);
	char *text = json_dumps(json, JSON_COMPACT);
	care_key(b, key);
	char *before = store_get(b->app->store, key);
	if (text && (!before || strcmp(before, text) != 0) && (before || json_object_size(lines)))
		store_set(b->app->store, key, text);
	free(before);
	free(text);
	json_decref(json);
}

/* In passing, when the loop is awake anyway. */
void boardio_care(struct boardio *b, int64_t now_us)
{
	if (now_us < b->care_us)
		return;
	b->care_us = now_us + SAVE_US;
	boardio_save_care(b);
}

int boardio_mark(struct boardio *b, int64_t now_us, const char *label, bool faulty)
{
	int line = hal_board_find(b->board, label);
	char message[BOARDIO_MESSAGE];
	if (line < 0)
		return -ENOENT;
	hal_board_mark(b->board, line, faulty);
	b->marked[line] = true;
	boardio_save_care(b);
	struct rules_variant v = b->layout.variant;
	return boardio_use(b, now_us, &v, message);
}

/* ---- Every line, for the page ---------------------------------------------------------------------------------------- */

json_t *boardio_checks(const struct boardio *b)
{
	return doctor_checks("", b->app->config.connection, b->board);
}

static int sure_of(const struct boardio *b, int line, int raw)
{
	int sure;
	hal_calibration_classify(b->calibration, line, raw, hal_debounce_value(b->debounce, line), &sure);
	return sure;
}

json_t *boardio_lines(struct boardio *b)
{
	static const char *const kinds[] = { "presence", "owner", "ranked", "count", "button" };
	int sites;
	const struct rules_site *site = rules_sites(&b->layout.variant, &sites);
	json_t *all = json_array();
	count(b);
	for (int i = 0; i < hal_board_lines(b->board); i++) {
		const struct hal_line *line = hal_board_line(b->board, i);
		struct hal_health health = { 0 };
		hal_health(b->hal, i, &health);
		uint16_t at = b->layout.line_site[i];
		json_t *one = wear_json(&b->wear.line[i]);
		json_object_del(one, "week_changes");
		json_object_del(one, "week_bad");
		json_t *now =
		    json_pack("{s:s,s:s?,s:s,s:i,s:i,s:i,s:i,s:b,s:b,s:i,s:i}", "label", line->label, "site",
			      at < sites ? site[at].name : NULL, "kind", kinds[line->kind], "raw", health.raw, "value",
			      hal_debounce_value(b->debounce, i), "sure", sure_of(b, i, health.raw), "most", (int)line->most,
			      "faulty", line->faulty, "analogue", line->analogue, "wear", wear_score(&b->wear.line[i]),
			      "confidence", hal_calibration_confidence(b->calibration, i));
		json_object_update(one, now);
		json_decref(now);
		json_array_append_new(all, one);
	}
	return all;
}

/* ---- Calibration ----------------------------------------------------------------------------------------------------- */

/* A trace is of one calibration: the running one ends here. */
static void use_calibration(struct boardio *b, const struct hal_calibration *c)
{
	boardio_trace_end(b);
	hal_debounce_calibrate(b->debounce, c);
	if (b->flight)
		flight_calibrate(b->flight, c);
}

void boardio_read_calibration(struct boardio *b)
{
	snprintf(b->calibration_path, sizeof b->calibration_path, "%.240s/calibration-%.60s.ini", b->app->config.state,
		 hal_board_id(b->board));
	b->calibration_message[0] = '\0';
	b->learning.left = 0;
	b->unsaved = false;
	int err = hal_calibration_read(b->calibration, b->calibration_path, b->calibration_message);
	if (err == -ENOENT)
		b->calibration_message[0] = '\0';
	else if (err < 0)
		log_line(LOG_LEVEL_WARNING, "calibration", "%s", b->calibration_message);
	use_calibration(b, b->calibration);
}

static void learn_one(struct boardio *b, int line, int value)
{
	struct hal_health health;
	if (hal_health(b->hal, line, &health) == 0 && hal_calibration_learn(b->calibration, line, value, health.raw) == 0)
		b->unsaved = true;
}

static void learn_all(struct boardio *b)
{
	struct rules_state start;
	struct rules_look look[RULES_SITES_MAX] = { 0 };
	rules_init(&b->layout.variant, &start);
	if (b->learning.full)
		rules_project(&b->layout.variant, &start, look);
	for (int i = 0; i < b->layout.lines; i++) {
		uint16_t site = b->layout.line_site[i];
		if (site == RULES_NO_SITE || !hal_board_line(b->board, i)->analogue || hal_board_line(b->board, i)->faulty)
			continue;
		learn_one(b, i, layout_value(&b->layout, i, seen_of(b->layout.sensor[site], look[site])));
	}
}

/* A second of samples, so that the noise of each sensor is learned with its level. Returns when the next one is due. */
int64_t boardio_learn(struct boardio *b, int64_t now_us)
{
	struct boardio_learning *l = &b->learning;
	if (l->left == 0)
		return INT64_MAX;
	if (now_us < l->next_us)
		return l->next_us;
	if (l->line >= 0)
		learn_one(b, l->line, l->value);
	else
		learn_all(b);
	l->next_us = now_us + SAMPLE_US;
	if (--l->left > 0)
		return l->next_us;
	use_calibration(b, b->calibration);
	return INT64_MAX;
}

static int may_learn(const struct boardio *b)
{
	if (b->state != HAL_READY)
		return -ENODEV;
	return b->learning.left ? -EBUSY : 0;
}

int boardio_calibrate(struct boardio *b, int64_t now_us, const char *label, int value)
{
	int line = hal_board_find(b->board, label), err = may_learn(b);
	if (line < 0)
		return -ENOENT;
	if (err < 0)
		return err;
	if (hal_calibration_expected(b->calibration, line, value) < 0)
		return -EINVAL;
	b->learning = (struct boardio_learning){ .left = SAMPLES, .line = line, .value = value, .next_us = now_us };
	return 0;
}

int boardio_calibrate_all(struct boardio *b, int64_t now_us, bool full)
{
	int err = may_learn(b);
	if (err < 0)
		return err;
	b->learning = (struct boardio_learning){ .left = SAMPLES, .line = -1, .full = full, .next_us = now_us };
	return 0;
}

int boardio_calibrate_forget(struct boardio *b, const char *label)
{
	int line = hal_board_find(b->board, label);
	if (line < 0)
		return -ENOENT;
	if (!hal_board_line(b->board, line)->analogue)
		return -EINVAL;
	hal_calibration_forget(b->calibration, line);
	use_calibration(b, b->calibration);
	b->unsaved = true;
	return 0;
}

int boardio_calibrate_save(struct boardio *b)
{
	int err =
	    b->learning.left ? -EBUSY : hal_calibration_write(b->calibration, b->calibration_path, b->calibration_message);
	if (err == 0) {
		b->unsaved = false;
		b->calibration_message[0] = '\0';
	}
	return err;
}

/* What was learned since the last saving is dropped; what lies in the file counts again. */
int boardio_calibrate_cancel(struct boardio *b)
{
	struct hal_calibration *fresh;
	int err = hal_calibration_new(b->board, &fresh);
	if (err < 0)
		return err;
	use_calibration(b, NULL);
	hal_calibration_free(b->calibration);
	b->calibration = fresh;
	boardio_read_calibration(b);
	return 0;
}

int boardio_calibrate_import(struct boardio *b, const char *text)
{
	int err =
	    b->learning.left ? -EBUSY : hal_calibration_parse(b->calibration, "calibration", text, b->calibration_message);
	if (err < 0)
		return err;
	use_calibration(b, b->calibration);
	b->unsaved = true;
	return boardio_calibrate_save(b);
}

char *boardio_calibration_text(const struct boardio *b)
{
	return hal_calibration_text(b->calibration);
}

const char *boardio_calibration_message(const struct boardio *b)
{
	return b->calibration_message;
}

json_t *boardio_calibration(const struct boardio *b)
{
	int analogue = 0, learned = 0;
	for (int i = 0; i < hal_board_lines(b->board); i++) {
		analogue += hal_board_line(b->board, i)->analogue;
		learned += hal_calibration_samples(b->calibration, i, -1) > 0;
	}
	bool one = b->learning.left && b->learning.line >= 0;
	return json_pack("{s:b,s:s?,s:i,s:b,s:i,s:i,s:s}", "measuring", b->learning.left > 0, "line",
			 one ? hal_board_line(b->board, b->learning.line)->label : NULL, "value", one ? b->learning.value : 0,
			 "unsaved", b->unsaved, "analogue", analogue, "learned", learned, "message", b->calibration_message);
}

json_t *boardio_levels(const struct boardio *b, const char *label)
{
	int line = hal_board_find(b->board, label);
	json_t *levels = json_array();
	struct hal_health health = { 0 };
	if (line < 0 || !hal_board_line(b->board, line)->analogue) {
		json_decref(levels);
		return NULL;
	}
	hal_health(b->hal, line, &health);
	for (int v = 0; v <= UINT8_MAX; v++) {
		int raw = hal_calibration_expected(b->calibration, line, v);
		if (raw >= 0)
			json_array_append_new(levels, json_pack("{s:i,s:i,s:i}", "value", v, "raw", raw, "samples",
								hal_calibration_samples(b->calibration, line, v)));
	}
	return json_pack("{s:s,s:i,s:i,s:i,s:o}", "line", label, "raw", health.raw, "value",
			 hal_debounce_value(b->debounce, line), "confidence", hal_calibration_confidence(b->calibration, line),
			 "levels", levels);
}
