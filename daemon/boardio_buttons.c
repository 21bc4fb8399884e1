/* boardio_buttons.c — end-turn buttons: pressed, held, and held together, which means something else. */
#include "boardio_internal.h"
#include "table.h"

enum { HELD_US = 1000000, GESTURE_US = 3000000, GESTURE_ONE_US = 6000000 };

static int pressed_buttons(const struct boardio *b)
{
	int n = 0;
	for (int p = 1; p <= RULES_PLAYERS_MAX; p++)
		n += b->pressed_us[p] != 0;
	return n;
}

void boardio_button(struct boardio *b, int64_t now_us, int player, bool down)
{
	if (down) {
		b->pressed_us[player] = now_us;
		b->told[player] = false;
		if (pressed_buttons(b) > 1)
			for (int p = 1; p <= RULES_PLAYERS_MAX; p++)
				b->told[p] = b->told[p] || b->pressed_us[p]; /* together they mean something else */
	} else if (b->pressed_us[player]) {
		b->pressed_us[player] = 0;
		if (!b->told[player])
			session_button(b->app->session, now_us, player, false);
	}
}

static int buttons_on_board(const struct boardio *b)
{
	int n = 0;
	for (int i = 0; i < b->layout.lines; i++)
		n += b->layout.line_player[i] > 0;
	return n;
}

/* When the gesture that is being made is complete; INT64_MAX: none is. */
static int64_t gesture_us(const struct boardio *b)
{
	int there = buttons_on_board(b), down = pressed_buttons(b);
	if (there == 0 || down < (there > 1 ? 2 : 1) || b->gesture_told)
		return INT64_MAX;
	int64_t since = 0;
	for (int p = 1; p <= RULES_PLAYERS_MAX; p++)
		since = b->pressed_us[p] > since ? b->pressed_us[p] : since;
	return since + (there > 1 ? GESTURE_US : GESTURE_ONE_US);
}

int64_t boardio_hold_buttons(struct boardio *b, int64_t now_us)
{
	int64_t next = INT64_MAX;
	if (pressed_buttons(b) == 0)
		b->gesture_told = false;
	for (int p = 1; p <= RULES_PLAYERS_MAX; p++) {
		if (b->release_us[p] && now_us >= b->release_us[p]) {
			b->release_us[p] = 0;
			boardio_sim_button(b, now_us, p, false);
		}
		if (b->release_us[p] && b->release_us[p] < next)
			next = b->release_us[p];
		if (!b->pressed_us[p] || b->told[p])
			continue;
		if (now_us >= b->pressed_us[p] + HELD_US) {
			b->told[p] = true;
			session_button(b->app->session, now_us, layout_speaker(&b->layout, p), true);
		} else if (b->pressed_us[p] + HELD_US < next) {
			next = b->pressed_us[p] + HELD_US;
		}
	}
	int64_t gesture = gesture_us(b);
	if (now_us >= gesture) {
		b->gesture_told = true;
		table_gesture(b->app, now_us);
		return next;
	}
	return gesture < next ? gesture : next;
}
