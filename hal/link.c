/*
 * link.c — what a serial board says: greeting, frames, changes, gaps; its clock; when to ask again and when to give up.
 */
#include <stdio.h>
#include <string.h>

#include "link.h"

void link_begin(struct link *l, int64_t now_us)
{
	l->reader = (struct wire_reader){ 0 };
	l->phase = LINK_GREETING;
	l->seq = -1;
	l->heard_us = l->said_us = now_us;
	l->opened_silent = true;
	l->torn = false;
	l->clock_known = false;
	l->led_retry_us = now_us;
	l->leds = 0;
	l->ways = l->bytes_under_way = 0;
	link_forget(l);
	l->out[0] = '\n'; /* ends whatever the last owner of the port left behind */
	l->out_n = 1;
	l->asked_us = now_us;
	l->hello_asked = true;
	link_say(l, now_us, 'H');
}

/* ---- Time ------------------------------------------------------------------------------------------------------------------
 */

/*
 * A line cannot arrive before it was made. So the smallest difference between arrival and board time is the best guess of
 * the offset between the clocks; it may creep up by 0.6 % of the time that passes, as fast as a cheap resonator is slow.
 */
static int64_t translate(struct link *l, int64_t now_us, uint16_t time_ms, bool sent_now)
{
	enum { CREEP_PER_1000 = 6 };
	int64_t board_ms = l->clock_known ? l->board_ms + (int16_t)(uint16_t)(time_ms - (uint16_t)l->board_ms) : time_ms;
	int64_t seen = now_us - board_ms * 1000;
	if (!l->clock_known || seen < l->offset_us) {
		l->offset_us = seen;
	} else if (sent_now) {
		int64_t creep = (now_us - l->creep_us) * CREEP_PER_1000 / 1000;
		l->offset_us += seen - l->offset_us < creep ? seen - l->offset_us : creep;
	}
	if (sent_now || !l->clock_known) {
		l->board_ms = board_ms;
		l->creep_us = now_us;
	}
	l->clock_known = true;
	int64_t time_us = l->offset_us + board_ms * 1000;
	return time_us < now_us ? time_us : now_us;
}

/* ---- Resynchronising ------------------------------------------------------------------------------------------------- */

static void begin_frame(struct link *l)
{
	memset(l->covered, 0, sizeof l->covered);
	l->frame_lines = 0;
	l->frame_whole = true;
}

static void ask_frame(struct link *l, int64_t now_us)
{
	l->phase = LINK_FRAMING;
	l->asked_us = now_us;
	begin_frame(l);
	link_say(l, now_us, 'F');
}

/* A line was lost or torn, so a change may have passed unseen. A frame tells; if it comes soon and says what is believed
 * already, only an answer or a heartbeat was lost, and nobody need hear of it. */
static void doubt_all(struct link *l, int64_t now_us)
{
	l->frame_whole = false;
	if (l->phase != LINK_RUNNING)
		return;
	l->doubt_us = now_us;
	ask_frame(l, now_us);
}

static bool frame_complete(const struct link *l, int lines)
{
	for (int i = 0; i < WIRE_LETTERS; i++)
		if (l->covered[i] < l->hello.inputs[i])
			return false;
	return l->frame_whole && l->frame_lines == lines;
}

static void take_values(struct link *l, const struct wire_frame *f)
{
	int letter = wire_letter(f->first.letter);
	for (int i = 0; i < f->n; i++) {
		int input = f->first.number + i;
		int line = input < WIRE_INPUTS ? l->line_of[letter][input] : -1;
		if (line >= 0)
			l->told[line] = f->value[i];
	}
}

static void take_change(struct link *l, int64_t time_us, const struct wire_frame *f)
{
	int line = l->line_of[wire_letter(f->first.letter)][f->first.number];
	if (l->phase == LINK_GREETING || line < 0)
		return;
	l->told[line] = f->value[0];
	hal_line(l->h, time_us, line, f->value[0]);
}

static bool believed(const struct link *l)
{
	return l->h->status.state == HAL_READY && !memcmp(l->told, l->h->value, (size_t)l->h->lines * sizeof *l->told);
}

static void take_frame_line(struct link *l, const struct wire_frame *f)
{
	int letter = wire_letter(f->first.letter);
	if (l->phase != LINK_FRAMING)
		return;
	if (f->first.number == 0 && l->covered[letter])
		begin_frame(l); /* the board has started again from its first line */
	if (f->first.number == l->covered[letter])
		l->covered[letter] += f->n;
	l->frame_lines++;
	take_values(l, f);
}

static void take_end(struct link *l, int64_t now_us, int lines)
{
	if (l->phase != LINK_FRAMING)
		return;
	if (!frame_complete(l, lines)) {
		ask_frame(l, now_us);
		return;
	}
	l->phase = LINK_RUNNING;
	if (!believed(l)) {
		hal_restart(l->h, now_us, "");
		for (int i = 0; i < l->h->lines; i++)
			hal_line(l->h, now_us, i, l->told[i]);
		hal_frame(l->h, now_us);
	}
	link_pump(l, now_us);
}

/* ---- Hello ----------------------------------------------------------------------------------------------------------- */

static bool usable(struct link *l, const struct wire_hello *hello)
{
	static const char *const what[] = { "switches", "numbers", "analogue inputs", "buttons" };
	if (hello->version != WIRE_VERSION) {
		hal_say(l->h, "the board speaks protocol %d, this program %d; load the firmware that belongs to it",
			hello->version, WIRE_VERSION);
		return false;
	}
	if (l->firmware && strcmp(l->firmware, hello->id)) {
		hal_say(l->h, "the board says it is \"%s\", the board file wants \"%.20s\"", hello->id, l->firmware);
		return false;
	}
	for (int i = 0; i < WIRE_LETTERS; i++)
		if (hello->inputs[i] < l->needed[i]) {
			hal_say(l->h, "board \"%s\" has %d %s, the board file uses %d", hello->id, hello->inputs[i], what[i],
				l->needed[i]);
			return false;
		}
	return true;
}

static void take_hello(struct link *l, int64_t now_us, const struct wire_line *line)
{
	if (l->phase != LINK_GREETING && !l->hello_asked) {
		l->h->status.resets++;
		hal_restart(l->h, now_us, "the board has restarted");
	}
	l->hello_asked = false;
	l->hello = line->hello;
	l->h->board_one_colour = line->hello.channels == 1;
	l->clock_known = false;
	translate(l, now_us, line->time_ms, true);
	if (!usable(l, &line->hello)) {
		hal_restart(l->h, now_us, "");
		l->phase = LINK_GREETING;
		l->asked_us = now_us;
		return;
	}
	l->phase = LINK_FRAMING; /* a frame follows by itself */
	l->asked_us = now_us;
	begin_frame(l);
	if (!l->h->light) {
		l->h->light_message[0] = 0;
		if (l->hello.leds < l->h->leds)
			hal_light_say(l->h, "board \"%s\" has %d, the board file wants %d (leds = none: it has none)",
				      l->hello.id, l->hello.leds, l->h->leds);
	}
	l->leds = l->h->leds < line->hello.leds ? l->h->leds : line->hello.leds;
	link_forget(l);
}

/* ---- Lines ----------------------------------------------------------------------------------------------------------- */

/* The board's clock starts at 0. A board that has restarted unheard since the last whole line is no older than that line; one
 * that has not is, but for a moment in each turn of its clock, when its LEDs are sent once more for nothing. */
static bool may_have_restarted(const struct link *l, int64_t now_us, const struct wire_line *line)
{
	enum { LATE_MS = 500 }; /* how late that line may have been heard */
	return line->time_ms <= (now_us - l->heard_us) / 1000 + LATE_MS;
}

static void take_line(struct link *l, int64_t now_us, const struct wire_line *line)
{
	bool hello = line->type == 'H', gap = l->seq >= 0 && !hello && line->seq != (uint8_t)(l->seq + 1);
	if ((gap || l->torn) && !hello && may_have_restarted(l, now_us, line)) {
		l->clock_known = false;
		link_forget(l);
	}
	int64_t time_us = hello ? now_us : translate(l, now_us, line->time_ms, line->type != 'C');
	l->torn = false;
	l->seq = line->seq;
	l->heard_us = now_us;
	l->opened_silent = false;
	if (gap) {
		l->h->status.gaps++;
		doubt_all(l, now_us);
	}
	switch (line->type) {
	case 'H': take_hello(l, now_us, line); break;
	case 'F': take_frame_line(l, &line->frame); break;
	case 'E': take_end(l, now_us, line->lines); break;
	case 'C': take_change(l, time_us, &line->frame); break;
	case 'K':
	case 'N': link_answered(l, now_us, line->tag, line->type == 'N' ? line->reason : 0); break;
	}
}

void link_receive(struct link *l, int64_t now_us, const char *bytes, size_t n)
{
	struct wire_line line;
	for (size_t i = 0; i < n; i++) {
		enum wire_got got = wire_take(&l->reader, bytes[i]);
		if (got == WIRE_MORE)
			continue;
		if (got == WIRE_LINE && wire_decode(l->reader.line, l->reader.n - 1, &line) == 0) {
			take_line(l, now_us, &line);
		} else if (l->seq >= 0) { /* before the first whole line anything may be under way */
			l->h->status.damaged++;
			l->torn = true;
			doubt_all(l, now_us);
		}
	}
	link_pump(l, now_us);
}

/* ---- Waiting --------------------------------------------------------------------------------------------------------- */

static int64_t ask_again_us(const struct link *l)
{
	return l->phase == LINK_GREETING  ? l->asked_us + LINK_HELLO_US
	       : l->phase == LINK_FRAMING ? l->asked_us + LINK_FRAME_US
					  : HAL_NEVER;
}

static int64_t give_up_us(const struct link *l)
{
	return l->heard_us + (l->opened_silent ? LINK_BOOT_US : LINK_SILENT_US);
}

int64_t link_next_us(const struct link *l)
{
	int64_t next = link_out_next_us(l);
	if (ask_again_us(l) < next)
		next = ask_again_us(l);
	return give_up_us(l) < next ? give_up_us(l) : next;
}

bool link_tick(struct link *l, int64_t now_us)
{
	if (now_us >= give_up_us(l)) {
		hal_lost(l->h, now_us, HAL_SILENT,
			 l->opened_silent ? "the port is open, but nothing that is a board's line comes: wrong port, wrong "
					    "baud rate, no firmware?"
					  : "the board has fallen silent; opening the port again");
		return false;
	}
	if (now_us >= ask_again_us(l)) {
		l->asked_us = now_us;
		if (l->phase == LINK_FRAMING) {
			if (now_us >= l->doubt_us + LINK_DOUBT_US)
				hal_restart(
				    l->h, now_us,
				    "lines of the board are lost again and again: a bad cable, or the wrong baud rate?");
			ask_frame(l, now_us);
		} else {
			l->hello_asked = true;
			link_say(l, now_us, 'H');
		}
	}
	link_out_tick(l, now_us);
	return true;
}
