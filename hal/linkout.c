/*
 * linkout.c — what the host says to a serial board: questions, heartbeats, LED frames; never more ahead than the board's
 * window.
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

static struct link_way *put(struct link *l, int64_t now_us, const char *line, int length)
{
	struct link_way *w = &l->under_way[l->ways++];
	memcpy(l->out + l->out_n, line, (size_t)length);
	l->out_n += (unsigned)length;
	if (l->ways == 1)
		l->answered_us = now_us;
	*w = (struct link_way){ .tag = l->tag++, .length = (uint8_t)length, .type = line[0] };
	l->bytes_under_way += (unsigned)length;
	l->said_us = now_us;
	return w;
}

/* A question that does not fit now is asked again by the clock of its phase. */
void link_say(struct link *l, int64_t now_us, char type)
{
	char line[WIRE_HOST_LINE + 1];
	int n = wire_plain_line(line, type, l->tag);
	if (fits(l, (unsigned)n))
		put(l, now_us, line, n);
}

/* ---- LEDs: what the board's buffer holds is known line by line; what an unanswered line may have changed is sent again
 * ------- */

static void doubt(struct link *l, int first, int count)
{
	for (int i = first; i < first + count; i++) {
		l->stale[i] = true;
		l->have[i] = (struct hal_rgb){ (uint8_t)~l->target[i].r, (uint8_t)~l->target[i].g, (uint8_t)~l->target[i].b };
	}
	l->at = 0;
	l->newer = l->latch_due = true;
}

static void lost(struct link *l, const struct link_way *w)
{
	if (w->type == 'L' || w->type == 'D')
		doubt(l, w->first, w->count);
	if (w->type == 'W')
		l->newer = l->latch_due = true;
}

void link_lose(struct link *l)
{
	for (unsigned i = 0; i < l->ways; i++)
		lost(l, &l->under_way[i]);
	l->ways = l->bytes_under_way = 0;
}

void link_forget(struct link *l)
{
	l->sending = false;
	l->led_lines = 0;
	doubt(l, 0, l->leds);
}

static void settle(struct link *l, unsigned ways)
{
	for (unsigned i = 0; i < ways; i++)
		l->bytes_under_way -= l->under_way[i].length;
	l->ways -= ways;
	memmove(l->under_way, l->under_way + ways, l->ways * sizeof *l->under_way);
}

/* Answers come in order: one settles its line and all before it, which then were lost. A line that the board could not read is
 * the oldest one. A refused latch has set the board's count to nothing, so the next one (of no lines, if nothing is in doubt)
 * shows. */
void link_answered(struct link *l, int64_t now_us, int tag, char reason)
{
	unsigned i = 0;
	while (i < l->ways && tag >= 0 && l->under_way[i].tag != tag)
		i++;
	if (i == l->ways)
		return;
	for (unsigned j = 0; j < i; j++)
		lost(l, &l->under_way[j]);
	if (reason)
		lost(l, &l->under_way[i]);
	if (reason == 'v') /* it has fewer LEDs than it says: once a second is often enough for that */
		l->led_retry_us = now_us + LINK_REFUSED_US;
	settle(l, i + 1);
	l->answered_us = now_us;
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
	l->sending = l->latch_due || memcmp(l->target, l->have, (size_t)l->leds * sizeof *l->target) != 0;
	for (int i = 0; i < l->leds; i++)
		if (l->stale[i])
			l->have[i] =
			    (struct hal_rgb){ (uint8_t)~l->target[i].r, (uint8_t)~l->target[i].g, (uint8_t)~l->target[i].b };
	l->at = 0;
	return l->sending;
}

/* Puts one line of the frame under way; false if it does not fit. */
static bool put_frame_line(struct link *l, int64_t now_us)
{
	char line[WIRE_HOST_LINE + 1];
	int first = 0;
	if (!fits(l, WIRE_HOST_LINE))
		return false;
	int n = wire_led_line(line, l->tag, l->have, l->target, l->leds, &l->at, &first);
	if (n) {
		struct link_way *w = put(l, now_us, line, n);
		w->first = (uint16_t)first;
		w->count = (uint16_t)(l->at - first);
		memset(l->stale + first, 0, w->count * sizeof *l->stale);
		l->led_lines++;
		return true;
	}
	put(l, now_us, line, wire_latch_line(line, l->tag, l->led_lines));
	l->led_lines = 0;
	l->sending = l->latch_due = false;
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
		link_lose(l);
	link_pump(l, now_us);
	if (now_us >= l->said_us + LINK_HEARTBEAT_US)
		link_say(l, now_us, 'T');
}
