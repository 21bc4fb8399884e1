/* boardio.c — hardware lines to sites, light to LEDs, on the loop's clock. */
#include "boardio_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "embedded.h"
#include "http.h"
#include "log.h"
#include "simtable.h"
#include "stream.h"
#include "table.h"

enum { EVENTS = 64, ALIVE_US = 5000000 };

/* ---- Lines in ------------------------------------------------------------------------------------------------------------ */

static void tell_site(struct boardio *b, int64_t now_us, int line, int value)
{
	uint16_t site = b->layout.line_site[line];
	if (site != RULES_NO_SITE)
		session_seen(b->app->session, now_us, site, layout_seen(&b->layout, line, value));
	else
		session_stirred(b->app->session, now_us);
}

static void settled(struct boardio *b, int64_t now_us, const struct hal_event *e)
{
	if (boardio_guiding(b)) { /* the game is not meant */
		if (b->layout.line_player[e->line] && e->value)
			boardio_guide_button(b, now_us);
		return;
	}
	if (b->layout.line_player[e->line])
		boardio_button(b, now_us, b->layout.line_player[e->line], e->value != 0);
	else
		tell_site(b, e->time_us, e->line, e->value);
}

static void collect(struct boardio *b, int64_t now_us)
{
	struct hal_event event[EVENTS];
	int n;
	do {
		n = hal_debounce_take(b->debounce, now_us, event, EVENTS);
		for (int i = 0; i < n; i++)
			settled(b, now_us, &event[i]);
	} while (n == EVENTS);
	b->told_us = now_us;
}

static void tell_frame(struct boardio *b, int64_t now_us)
{
	if (boardio_guiding(b))
		return;
	for (int i = 0; i < b->layout.lines; i++)
		if (b->layout.line_site[i] != RULES_NO_SITE)
			tell_site(b, now_us, i, hal_debounce_value(b->debounce, i));
	session_frame(b->app->session, now_us);
}

static void take(struct boardio *b, int64_t now_us, const struct hal_event *e)
{
	boardio_trace(b, now_us, e);
	if (b->flight && !boardio_guiding(b))
		flight_event(b->flight, b->app->session, b->told_us, e);
	switch (e->type) {
	case HAL_LINE:
		if (boardio_guiding(b))
			boardio_guide_feed(b, e);
		hal_debounce_feed(b->debounce, e);
		break;
	case HAL_FRAME:
		hal_debounce_frame(b->debounce, now_us);
		collect(b, now_us);
		tell_frame(b, now_us);
		break;
	default:
		b->state = e->value;
		struct hal_status status;
		hal_status(b->hal, &status);
		session_board_state(b->app->session, now_us, e->value == HAL_READY, status.message);
		if (e->value == HAL_READY)
			boardio_settings(b); /* now it is known what LEDs it has */
		if (status.message[0])
			log_line(LOG_LEVEL_NOTICE, "board", "%s", status.message);
	}
}

/* Whether anything was said. */
static bool read_lines(struct boardio *b, int64_t now_us)
{
	struct hal_event event[EVENTS];
	int n, said = 0;
	do {
		n = hal_read(b->hal, now_us, event, EVENTS);
		for (int i = 0; i < n; i++)
			take(b, now_us, &event[i]);
		said += n;
	} while (n == EVENTS);
	collect(b, now_us);
	return said > 0;
}

/* ---- Light out ------------------------------------------------------------------------------------------------------------ */

static int64_t show(struct boardio *b, int64_t now_us)
{
	int64_t next = INT64_MAX, over = INT64_MAX;
	struct hal_rgb frame[HAL_LEDS_MAX] = { 0 };
	memset(b->light, 0, sizeof b->light);
	session_view(b->app->session, now_us, b->view);
	b->view->store_ok = table_store_ok(b->app); /* newer than what the session was told with its last event */
	if (b->view->sites == b->layout.sites)
		presenter_light(b->view, &b->presenter, now_us, b->light, &next);
	if (b->overlay)
		b->overlay(b->overlay_user, now_us, b->light, b->layout.sites, &over);
	layout_frame(&b->layout, b->light, frame);
	if (boardio_guiding(b))
		boardio_guide_frame(b, frame);
	if (b->test_led >= 0)
		over = boardio_test_frame(b, now_us, frame);
	int leds = hal_board_leds(b->board);
	if (b->shown_new || memcmp(frame, b->frame, (size_t)leds * sizeof *frame) != 0) {
		memcpy(b->frame, frame, sizeof frame);
		hal_show(b->hal, now_us, b->frame, leds);
		b->shown_new = false;
	}
	return next < over ? next : over;
}

/* The board may have started or changed a game by itself, or shows one of other sites: those must then be the ones in force. */
static void follow_game(struct boardio *b, int64_t now_us)
{
	const struct rules_variant *wanted = session_wants_layout(b->app->session);
	if (!wanted || memcmp(wanted, &b->layout.variant, sizeof *wanted) == 0)
		return;
	char message[BOARDIO_MESSAGE];
	struct rules_variant v = *wanted;
	if (boardio_use(b, now_us, &v, message) < 0)
		log_line(LOG_LEVEL_WARNING, "board", "%s", message);
}

static void set_timer(struct boardio *b)
{
	int64_t hal_us = hal_next_us(b->hal), next = hal_us < b->rest_us ? hal_us : b->rest_us;
	b->due_us = next;
	sd_event_source_set_time(b->timer, next == INT64_MAX ? UINT64_MAX : (uint64_t)next);
	sd_event_source_set_enabled(b->timer, next == INT64_MAX ? SD_EVENT_OFF : SD_EVENT_ONESHOT);
}

/* What follows from what was read. */
static void answer(struct boardio *b, int64_t now_us)
{
	int64_t next = boardio_hold_buttons(b, now_us), learn = boardio_learn(b, now_us);
	if (boardio_guiding(b)) {
		int64_t guide = boardio_guide_tick(b, now_us);
		next = guide < next ? guide : next;
	}
	next = learn < next ? learn : next;
	if (now_us >= session_next_us(b->app->session))
		session_tick(b->app->session, now_us);
	follow_game(b, now_us);
	/* Light first: the card that traces go to, and phones, may take their time. What was played is on the card already. */
	int64_t light = show(b, now_us);
	session_tell_hand(b->app->session);
	boardio_trace_write(b, now_us);
	int64_t times[] = { light, table_step(b->app, now_us), hal_debounce_next_us(b->debounce),
			    session_next_us(b->app->session), 0 };
	boardio_care(b, now_us);
	stream_touch(b->app->stream);
	bool news;
	times[4] = stream_flush(b->app->stream, now_us, &news);
	if (news)
		http_wake(b->app->http);
	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		next = times[i] < next ? times[i] : next;
	b->rest_us = next;
	set_timer(b);
}

void boardio_step(struct boardio *b, int64_t now_us)
{
	if (b->stepping)
		return; /* a sink of the session that causes another command: the outer step goes on anyway */
	b->stepping = true;
	read_lines(b, now_us);
	answer(b, now_us);
	b->stepping = false;
}

bool boardio_alive(const struct boardio *b, int64_t now_us)
{
	return b->due_us == INT64_MAX || now_us < b->due_us + ALIVE_US;
}

/* A heartbeat, an answer to an LED line, a scan that found nothing new: the board is well and nobody else need know. */
static void wake(struct boardio *b, int64_t now_us)
{
	b->stepping = true;
	bool said = read_lines(b, now_us);
	if (!said && b->state == HAL_READY && now_us < b->rest_us && !boardio_guiding(b))
		set_timer(b);
	else
		answer(b, now_us);
	b->stepping = false;
}

static int on_io(sd_event_source *source, int fd, uint32_t events, void *user)
{
	(void)source, (void)fd, (void)events;
	wake(user, app_now_us());
	return 0;
}

static int on_timer(sd_event_source *source, uint64_t time, void *user)
{
	(void)source, (void)time;
	wake(user, app_now_us());
	return 0;
}

/* ---- Boards and games ----------------------------------------------------------------------------------------------------- */

/* Puts another board in place of the one there (simulated ones only, and at the start). Takes `board` over. */
static int open_board(struct boardio *b, int64_t now_us, struct hal_board *board, char message[BOARDIO_MESSAGE])
{
	struct hal *hal = NULL;
	struct hal_debounce *debounce = NULL;
	struct hal_calibration *calibration = NULL;
	sd_event_source *io = NULL;
	int err = hal_calibration_new(board, &calibration);
	if (err < 0)
		goto free_board;
	err = hal_debounce_new(board, &debounce);
	if (err < 0)
		goto free_calibration;
	err = hal_open(b->app->config.connection, board, now_us, &hal, message);
	if (err < 0)
		goto free_debounce;
	err = sd_event_add_io(b->app->loop, &io, hal_fd(hal), EPOLLIN, on_io, b);
	if (err < 0)
		goto close_hal;
	sd_event_source_set_priority(io, SD_EVENT_PRIORITY_IMPORTANT);
	boardio_close(b);
	b->board = board;
	b->hal = hal;
	b->debounce = debounce;
	b->calibration = calibration;
	b->io = io;
	flight_new(board, &b->flight);
	b->shown_new = true;
	b->state = HAL_STARTING;
	memset(b->marked, 0, sizeof b->marked);
	boardio_read_care(b, now_us);
	boardio_read_calibration(b);
	boardio_settings(b);
	return 0;

close_hal:
	hal_close(hal);
free_debounce:
	hal_debounce_free(debounce);
free_calibration:
	hal_calibration_free(calibration);
free_board:
	hal_board_free(board);
	if (!message[0])
		snprintf(message, BOARDIO_MESSAGE, "the board: %s", strerror(-err));
	return err;
}

void boardio_close(struct boardio *b)
{
	if (b->hal)
		boardio_save_care(b);
	boardio_trace_end(b); /* it borrows the board */
	flight_free(b->flight);
	b->flight = NULL;
	free(b->guide);
	b->guide = NULL;
	sd_event_source_unref(b->io);
	hal_close(b->hal);
	hal_debounce_free(b->debounce);
	hal_calibration_free(b->calibration);
	hal_board_free(b->board);
	b->io = NULL;
	b->hal = NULL;
	b->debounce = NULL;
	b->calibration = NULL;
	b->board = NULL;
}

static void use_layout(struct boardio *b, int64_t now_us, const struct layout *layout)
{
	b->layout = *layout;
	session_layout(b->app->session, now_us, &layout->variant, layout->sensor, layout->sites);
	if (b->state == HAL_READY)
		tell_frame(b, now_us);
	if (b->app->sim)
		simtable_use(b->app->sim, &layout->variant);
}

void boardio_guide_next(struct boardio *b, int64_t now_us)
{
	if (boardio_guiding(b))
		boardio_guide_button(b, now_us);
}

/* The game looks at the board again, as after a cable that was out. */
void boardio_guide_stop(struct boardio *b, int64_t now_us)
{
	if (!boardio_guiding(b))
		return;
	b->guide->phase = GUIDE_OFF;
	if (b->state == HAL_READY)
		tell_frame(b, now_us);
}

void boardio_begin(struct boardio *b, int64_t now_us)
{
	struct layout layout = b->layout;
	use_layout(b, now_us, &layout);
}

static int exchange_board(struct boardio *b, int64_t now_us, const struct rules_variant *v, struct layout *ret,
			  char message[BOARDIO_MESSAGE])
{
	struct hal_board *board = boardio_find_board(v, ret);
	if (!board)
		return -ENOENT;
	int err = open_board(b, now_us, board, message);
	b->exchanged = true;
	return err < 0 ? err : layout_make(b->board, v, ret, message);
}

int boardio_carries(struct boardio *b, const struct rules_variant *v, char message[BOARDIO_MESSAGE])
{
	struct layout *layout = malloc(sizeof *layout);
	if (!layout)
		return -ENOMEM;
	int err =
	    layout_serves(b->board, v->game->id) || !boardio_is_sim(b) ? layout_make(b->board, v, layout, message) : -ENOENT;
	struct hal_board *other = err < 0 && boardio_is_sim(b) ? boardio_find_board(v, layout) : NULL;
	if (other)
		err = 0;
	hal_board_free(other);
	free(layout);
	return err;
}

int boardio_use(struct boardio *b, int64_t now_us, const struct rules_variant *v, char message[BOARDIO_MESSAGE])
{
	struct layout *layout = malloc(sizeof *layout);
	if (!layout)
		return -ENOMEM;
	message[0] = '\0';
	int err =
	    layout_serves(b->board, v->game->id) || !boardio_is_sim(b) ? layout_make(b->board, v, layout, message) : -ENOENT;
	if (err < 0 && boardio_is_sim(b))
		err = exchange_board(b, now_us, v, layout, message);
	/* The named board stays if it carries the game at all: a blind one is simulated on purpose. */
	bool foreign = err == 0 && boardio_is_sim(b) && b->exchanged && !boardio_covers(layout, v);
	if (foreign)
		err = exchange_board(b, now_us, v, layout, message);
	if (err == 0)
		use_layout(b, now_us, layout);
	else if (!message[0])
		snprintf(message, BOARDIO_MESSAGE, "no board here has the sites of %s", v->game->id);
	free(layout);
	return err;
}

int boardio_new(struct app *app, char message[BOARDIO_MESSAGE], struct boardio **ret)
{
	struct boardio *b = calloc(1, sizeof *b);
	if (!b)
		return -ENOMEM;
	b->app = app;
	b->test_led = -1;
	b->due_us = INT64_MAX;
	message[0] = '\0';
	struct hal_board *board = NULL;
	struct rules_variant v;
	int err = -ENOMEM;
	b->view = calloc(1, sizeof *b->view);
	if (!b->view)
		goto free_boardio;
	err = sd_event_add_time(app->loop, &b->timer, CLOCK_MONOTONIC, UINT64_MAX, 1, on_timer, b);
	if (err < 0)
		goto free_boardio;
	sd_event_source_set_priority(b->timer, SD_EVENT_PRIORITY_IMPORTANT);
	err = boardio_read_board(app->config.board, &board, message);
	if (err < 0)
		goto free_boardio;
	err = boardio_first_game(board, &v);
	if (err < 0) {
		snprintf(message, BOARDIO_MESSAGE, "%.100s: serves no game that is known here", app->config.board);
		hal_board_free(board);
		goto free_boardio;
	}
	app->boardio = b; /* settings and layout ask for it */
	err = open_board(b, app_now_us(), board, message);
	if (err == 0)
		err = layout_make(b->board, &v, &b->layout, message);
	if (err < 0)
		goto free_boardio;
	*ret = b;
	return 0;

free_boardio:
	app->boardio = NULL;
	boardio_free(b);
	return err;
}

void boardio_free(struct boardio *b)
{
	if (!b)
		return;
	boardio_close(b);
	sd_event_source_unref(b->timer);
	free(b->view);
	free(b);
}
