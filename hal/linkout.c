/*
 * linkout.c — what the host says to a serial board: questions, heartbeats, LED frames; never more ahead than the board's window.
 */
#include <string.h>

#include "link.h"

static unsigned window(const struct link *l)
{
	return l->phase == LINK_GREETING ? WIRE_HOST_LINE : (unsigned)l->hello.window;
}

static bool fits(const struct link *l, unsigned length)
{
	return l->bytes_under_way + length <= window(l) && l->ways < LINK_UNDER_WAY && l->out_n + length <= LINK_OUT;
}

static void put(struct link *l, int64_t now_us, const char *line, int length)
{
	memcpy(l->out + l->out_n, line, (size_t)length);
	l->out_n += (unsigned)length;
	if (!l->ways)
		l->answered_us = now_us;
	l->under_way[l->ways].tag = l->tag++;
	l->under_way[l->ways].type = line[0];
	l->under_way[l->ways++].length = (uint8_t)length;
	l->bytes_under_way += (unsigned)length;
	l->said_us = now_us;
}

/* A question that does not fit now is asked again by the clock of its phase. */
void link_say(struct link *l, int64_t now_us, char type)
{
	char line[WIRE_HOST_LINE + 1];
	int n = wire_encode(line, "%c %02X", type, l->tag);
	if (fits(l, (unsigned)n))
		put(l, now_us, line, n);
}

/* The board's buffer is unknown: the next frame sends every LED, after a latch of 0 lines that sets the board's count to
 * nothing (it shows what it has shown, or is refused). */
static void spoil(struct link *l, int64_t now_us)
{
	l->sending = false;
	l->unknown = l->reset_count = l->newer = true;
	l->led_retry_us = l->failures++ > 3 ? now_us + LINK_SPOILED_US : now_us;
}

void link_forget(struct link *l, int64_t now_us)
{
	l->ways = l->bytes_under_way = 0;
	spoil(l, now_us);
}

static void settle(struct link *l, unsigned ways)
{
	for (unsigned i = 0; i < ways; i++)
		l->bytes_under_way -= l->under_way[i].length;
	l->ways -= ways;
	memmove(l->under_way, l->under_way + ways, l->ways * sizeof *l->under_way);
}

/* An answer settles its line and all before it: those were lost, and what they held with them. */
void link_answered(struct link *l, int64_t now_us, int tag, char reason)
{
	unsigned i = 0;
	while (i < l->ways && l->under_way[i].tag != tag)
		i++;
	if (i == l->ways) {
		if (tag < 0)
			spoil(l, now_us);
		return;
	}
	char type = l->under_way[i].type;
	bool skipped = i > 0;
	settle(l, i + 1);
	l->answered_us = now_us;
	if (skipped || (reason && type != 'R' && strchr("LDW", type)))
		spoil(l, now_us);
	else if (type == 'W')
		l->failures = 0;
}

void link_show(struct link *l, int64_t now_us, const struct hal_rgb *duty)
{
	l->want = duty;
	l->newer = true;
	link_pump(l, now_us);
}

static bool begin_frame(struct link *l, int64_t now_us)
{
	if (!l->newer || !l->want || !l->leds || l->phase == LINK_GREETING || now_us < l->led_retry_us)
		return false;
	memcpy(l->target, l->want, (size_t)l->leds * sizeof *l->target);
	l->newer = false;
	for (int i = 0; i < l->leds && l->unknown; i++)
		l->have[i] = (struct hal_rgb){ (uint8_t)~l->target[i].r, (uint8_t)~l->target[i].g, (uint8_t)~l->target[i].b };
	l->unknown = false;
	l->sending = memcmp(l->target, l->have, (size_t)l->leds * sizeof *l->target) != 0;
	l->at = l->led_lines = 0;
	return l->sending;
}

/* Puts one line of the frame under way; false if it does not fit. */
static bool put_frame_line(struct link *l, int64_t now_us)
{
	char line[WIRE_HOST_LINE + 1];
	if (!fits(l, WIRE_HOST_LINE))
		return false;
	if (l->reset_count) {
		l->reset_count = false;
		put(l, now_us, line, wire_encode(line, "W %02X 0", l->tag));
		l->under_way[l->ways - 1].type = 'R'; /* its refusal is as good as its obeying */
		return true;
	}
	int n = wire_led_line(line, l->tag, l->have, l->target, l->leds, &l->at);
	if (n) {
		l->led_lines++;
	} else {
		n = wire_encode(line, "W %02X %d", l->tag, l->led_lines);
		l->sending = false;
	}
	put(l, now_us, line, n);
	return true;
}

void link_pump(struct link *l, int64_t now_us)
{
	while (l->sending || begin_frame(l, now_us))
		if (!put_frame_line(l, now_us))
			return;
}

int64_t link_out_next_us(const struct link *l)
{
	int64_t next = l->said_us + LINK_HEARTBEAT_US;
	if (l->ways && l->answered_us + LINK_ANSWER_US < next)
		next = l->answered_us + LINK_ANSWER_US;
	if (l->newer && !l->sending && l->want && l->leds && l->phase != LINK_GREETING && l->led_retry_us < next)
		next = l->led_retry_us;
	return next;
}

void link_out_tick(struct link *l, int64_t now_us)
{
	if (l->ways && now_us >= l->answered_us + LINK_ANSWER_US)
		link_forget(l, now_us);
	link_pump(l, now_us);
	if (now_us >= l->said_us + LINK_HEARTBEAT_US)
		link_say(l, now_us, 'T');
}
