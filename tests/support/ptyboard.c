/*
 * ptyboard.c — the emulated serial board. Written from PROTOCOL.md, not from the host's code: the two check each other.
 */
#include "ptyboard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { OUT = 1 << 16, TX_ROOM = 256, HEARTBEAT_US = 1000000, DARK_US = 6000000, HOST_LINE = 64, WAITING = 4096 };

struct input {
	int value, reported;
	int64_t since_us;
};

struct ptyboard {
	struct ptyboard_config config;
	int fd;
	bool mute, settled;
	struct input input[PTYBOARD_LETTERS][PTYBOARD_INPUTS];
	unsigned seq;
	int64_t born_us, said_us, heard_us, run_us;
	char cause;

	char out[OUT]; /* said, not yet on the cable */
	size_t out_n, torn;
	int64_t out_after_us;

	char waiting[WAITING]; /* received, not yet obeyed */
	size_t waiting_n;
	char line[HOST_LINE];
	size_t line_n;
	bool line_bad, rx_lost;

	bool want_hello;
	int frame_at; /* 0: none; else 1 + how far */
	struct hal_rgb buffer[PTYBOARD_LEDS], shown[PTYBOARD_LEDS];
	int counted;

	unsigned rng;
	struct ptyboard_noise to_host, to_board;
	struct ptyboard_counts counts;
	char *record;
	size_t record_n, record_room;
};

static const char letters[] = "snab";

static unsigned chance(struct ptyboard *b, unsigned of)
{
	b->rng ^= b->rng << 13;
	b->rng ^= b->rng >> 17;
	b->rng ^= b->rng << 5;
	return b->rng % of;
}

/* ---- Saying ---------------------------------------------------------------------------------------------------------- */

static unsigned crc_of(const char *s, size_t n)
{
	unsigned crc = 0;
	while (n--) {
		crc ^= (unsigned)(unsigned char)*s++ << 8;
		for (int i = 0; i < 8; i++)
			crc = (crc << 1 ^ (crc & 0x8000 ? 0x1021u : 0)) & 0xffff;
	}
	return crc;
}

static unsigned board_ms(const struct ptyboard *b, int64_t at_us)
{
	int64_t us = at_us - b->born_us;
	return (unsigned)((us + us * b->config.clock_ppm / 1000000) / 1000) & 0xffff;
}

static bool room(const struct ptyboard *b)
{
	return b->out_n + 80 <= TX_ROOM;
}

__attribute__((format(printf, 4, 5))) static void say(struct ptyboard *b, int64_t at_us, char type, const char *format, ...)
{
	char body[128];
	int n = snprintf(body, sizeof body, "%c %02X %04X", type, b->seq++ & 255, board_ms(b, at_us));
	va_list ap;
	va_start(ap, format);
	n += vsnprintf(body + n, sizeof body - (size_t)n, format, ap);
	va_end(ap);
	b->out_n += (size_t)sprintf(b->out + b->out_n, "%s*%04X\n", body, crc_of(body, (size_t)n));
}

static void say_hello(struct ptyboard *b, int64_t now_us)
{
	const struct ptyboard_config *c = &b->config;
	char channels[16] = "";
	if (c->channels)
		snprintf(channels, sizeof channels, " k%d", c->channels);
	say(b, now_us, 'H', " %d %s s%d n%d a%d b%d l%d%s w%d c%c", c->version, c->id, c->inputs[0], c->inputs[1], c->inputs[2],
	    c->inputs[3], c->leds, channels, c->window, b->cause);
	b->counts.hellos++;
	b->want_hello = false;
	b->frame_at = 1;
}

/* One F line: the `which`-th of the whole frame; false if there are no more. */
static bool say_frame_line(struct ptyboard *b, int64_t now_us, int which)
{
	for (int k = 0; k < PTYBOARD_LETTERS; k++) {
		int each = letters[k] == 'a' ? 16 : letters[k] == 'n' ? 24 : 192, total = b->config.inputs[k];
		int lines = (total + each - 1) / each, from = which * each;
		if (which >= lines) {
			which -= lines;
			continue;
		}
		char digits[64];
		int n = 0, end = from + each < total ? from + each : total;
		for (int i = from; i < end; i++) {
			struct input *in = &b->input[k][i];
			in->reported = in->value;
			if (each == 192 && (i - from) % 4 == 0)
				digits[n++] = '0';
			if (each == 192) {
				int v = (digits[n - 1] <= '9' ? digits[n - 1] - '0' : digits[n - 1] - 'A' + 10) |
					in->value << (i - from) % 4;
				digits[n - 1] = "0123456789ABCDEF"[v];
			} else {
				n += sprintf(digits + n, each == 16 ? "%03X" : "%02X", (unsigned)in->value);
			}
		}
		say(b, now_us, 'F', " %c%d %.*s", letters[k], from, n, digits);
		return true;
	}
	return false;
}

static void say_changes(struct ptyboard *b)
{
	for (int k = 0; k < PTYBOARD_LETTERS; k++)
		for (int i = 0; i < b->config.inputs[k]; i++) {
			struct input *in = &b->input[k][i];
			if (in->value == in->reported)
				continue;
			if (!room(b))
				return;
			in->reported = in->value;
			say(b, in->since_us, 'C', " %c%d %d", letters[k], i, in->value);
		}
}

static void speak(struct ptyboard *b, int64_t now_us)
{
	size_t before = b->out_n;
	if (b->want_hello && room(b))
		say_hello(b, now_us);
	while (b->frame_at && room(b)) {
		if (say_frame_line(b, now_us, b->frame_at - 1)) {
			b->frame_at++;
		} else {
			say(b, now_us, 'E', " %d", b->frame_at - 1);
			b->frame_at = 0;
			b->counts.frames++;
		}
	}
	if (!b->frame_at && !b->want_hello)
		say_changes(b);
	if (now_us - b->said_us >= HEARTBEAT_US && b->out_n == before && room(b))
		say(b, now_us, 'T', "%s", "");
	if (b->out_n != before)
		b->said_us = now_us;
}

/* ---- Obeying --------------------------------------------------------------------------------------------------------- */

static void answer(struct ptyboard *b, int64_t now_us, const char *tag, char reason)
{
	if (reason) {
		say(b, now_us, 'N', " %s %c", tag, reason);
		b->counts.refused++;
	} else {
		say(b, now_us, 'K', " %s", tag);
		b->counts.obeyed++;
	}
	b->said_us = now_us;
}

static struct hal_rgb colour(unsigned rgb)
{
	return (struct hal_rgb){ (uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb };
}

static char obey_leds(struct ptyboard *b, const char *fields, char type)
{
	unsigned first, count = 0, rgb;
	int n = 0;
	if (type == 'L') {
		if (sscanf(fields, " %u %u %6X%n", &first, &count, &rgb, &n) != 3 || first + count > (unsigned)b->config.leds)
			return 'v';
		for (unsigned i = 0; i < count; i++)
			b->buffer[first + i] = colour(rgb);
	} else {
		if (sscanf(fields, " %u %n", &first, &n) != 1)
			return 'v';
		for (const char *p = fields + n; *p; p += 6, count++) {
			if (count == 8 || first + count >= (unsigned)b->config.leds || sscanf(p, "%6X", &rgb) != 1)
				return 'v';
			b->buffer[first + count] = colour(rgb);
		}
	}
	b->counted++;
	b->counts.led_lines++;
	return 0;
}

static char obey_latch(struct ptyboard *b, const char *fields)
{
	int wanted, counted = b->counted;
	b->counted = 0;
	if (sscanf(fields, " %d", &wanted) != 1)
		return 'v';
	if (wanted != counted)
		return 'w';
	memcpy(b->shown, b->buffer, sizeof b->shown);
	b->counts.latches += wanted > 0;
	return 0;
}

static void obey(struct ptyboard *b, int64_t now_us, char *text, size_t n)
{
	unsigned crc;
	char tag[3] = "";
	if (n < 9 || text[n - 5] != '*' || sscanf(text + n - 4, "%4X", &crc) != 1 || crc != crc_of(text, n - 5)) {
		answer(b, now_us, "--", 'c');
		return;
	}
	text[n - 5] = 0;
	memcpy(tag, text + 2, 2);
	b->heard_us = now_us;
	char reason = 0;
	switch (text[0]) {
	case 'H': b->want_hello = true; break;
	case 'F': b->frame_at = 1; break;
	case 'T': break;
	case 'L':
	case 'D': reason = obey_leds(b, text + 4, text[0]); break;
	case 'W': reason = obey_latch(b, text + 4); break;
	default: reason = '?';
	}
	answer(b, now_us, tag, reason);
}

static void take_byte(struct ptyboard *b, int64_t now_us, char c)
{
	if (c == '\r')
		return;
	if (c != '\n') {
		if (b->line_n < sizeof b->line)
			b->line[b->line_n++] = c;
		else
			b->line_bad = true;
		return;
	}
	size_t n = b->line_n;
	b->line_n = 0;
	if (b->line_bad || b->rx_lost)
		answer(b, now_us, "--", '!');
	else if (n)
		obey(b, now_us, b->line, n);
	b->line_bad = b->rx_lost = false;
}

/* ---- The cable ------------------------------------------------------------------------------------------------------- */

/* One byte through a bad cable: 0, 1 or 2 bytes come out. */
static size_t pass(struct ptyboard *b, const struct ptyboard_noise *noise, char c, char out[2])
{
	unsigned luck = chance(b, 10000);
	out[0] = out[1] = c;
	if ((int)luck < noise->lost)
		return 0;
	if ((int)luck < noise->lost + noise->garbled)
		out[0] = (char)chance(b, 256);
	return (int)luck >= noise->lost + noise->garbled && (int)luck < noise->lost + noise->garbled + noise->doubled ? 2 : 1;
}

static bool open_elsewhere(const struct ptyboard *b)
{
	struct pollfd p = { .fd = b->fd, .events = POLLIN };
	return b->fd >= 0 && poll(&p, 1, 0) >= 0 && !(p.revents & POLLHUP);
}

static void keep(struct ptyboard *b, const char *bytes, size_t n)
{
	size_t left = b->record ? b->record_room - b->record_n : 0;
	n = n < left ? n : left;
	if (n)
		memcpy(b->record + b->record_n, bytes, n);
	b->record_n += n;
}

static void receive(struct ptyboard *b)
{
	char in[512], out[2];
	ssize_t n;
	for (; (n = read(b->fd, in, sizeof in)) > 0; b->counts.received += (int)n) {
		keep(b, in, (size_t)n);
		for (ssize_t i = 0; i < n; i++) {
			size_t k = pass(b, &b->to_board, in[i], out);
			for (size_t j = 0; j < k; j++) {
				if (b->config.bytes_per_ms && b->waiting_n >= (size_t)b->config.window) {
					b->rx_lost = true;
					b->counts.overruns++;
				} else if (b->waiting_n < sizeof b->waiting) {
					b->waiting[b->waiting_n++] = out[j];
				}
			}
		}
	}
}

void ptyboard_record(struct ptyboard *b, char *bytes, size_t room)
{
	b->record = bytes;
	b->record_n = 0;
	b->record_room = room;
}

size_t ptyboard_recorded(const struct ptyboard *b)
{
	return b->record_n;
}

static void transmit(struct ptyboard *b, int64_t now_us)
{
	char bytes[1024];
	size_t n = 0, i = 0;
	if (!open_elsewhere(b)) { /* nobody listens: what is said is lost */
		b->out_n = 0;
		return;
	}
	if (now_us < b->out_after_us)
		return;
	for (; i < b->out_n && n < sizeof bytes - 2; i++) {
		if ((int)chance(b, 10000) < b->to_host.split)
			break;
		n += pass(b, &b->to_host, b->out[i], bytes + n);
	}
	if (n && write(b->fd, bytes, n) < 0 && errno != EAGAIN)
		i = b->out_n;
	b->out_n -= i;
	memmove(b->out, b->out + i, b->out_n);
	if (b->to_host.delay_us)
		b->out_after_us = now_us + (int64_t)chance(b, (unsigned)b->to_host.delay_us);
}

/* Obeys what the last owner of the terminal left behind. */
void ptyboard_drain(struct ptyboard *b, int64_t now_us)
{
	receive(b);
	for (size_t i = 0; i < b->waiting_n; i++)
		take_byte(b, now_us, b->waiting[i]);
	b->waiting_n = b->out_n = 0;
}

void ptyboard_run(struct ptyboard *b, int64_t now_us)
{
	if (b->fd < 0)
		return;
	int64_t ms = (now_us - b->run_us) / 1000;
	size_t most = b->config.bytes_per_ms ? (size_t)(ms * b->config.bytes_per_ms) : WAITING, i = 0;
	if (ms > 0)
		b->run_us += ms * 1000;
	if (open_elsewhere(b))
		receive(b);
	for (; i < b->waiting_n && i < most && room(b); i++)
		take_byte(b, now_us, b->waiting[i]);
	b->waiting_n -= i;
	memmove(b->waiting, b->waiting + i, b->waiting_n);
	if (now_us - b->heard_us >= DARK_US) {
		memset(b->buffer, 0, sizeof b->buffer);
		memset(b->shown, 0, sizeof b->shown);
		b->heard_us = now_us;
	}
	if (b->mute) {
		b->out_n = 0;
		return;
	}
	speak(b, now_us);
	transmit(b, now_us);
}

/* ---- Life ------------------------------------------------------------------------------------------------------------ */

static void start(struct ptyboard *b, int64_t now_us, char cause)
{
	b->seq = 0;
	b->cause = cause;
	b->born_us = b->said_us = b->heard_us = b->run_us = now_us;
	b->waiting_n = b->line_n = 0;
	b->line_bad = b->rx_lost = false;
	b->counted = 0;
	memset(b->buffer, 0, sizeof b->buffer);
	memset(b->shown, 0, sizeof b->shown);
	b->out[b->out_n++] = '\n';
	b->want_hello = true;
	b->frame_at = 0;
}

void ptyboard_plug(struct ptyboard *b, int64_t now_us)
{
	struct termios t;
	b->fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (b->fd < 0 || grantpt(b->fd) < 0 || unlockpt(b->fd) < 0)
		abort();
	const char *name = ptsname(b->fd);
	int other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (other < 0 || tcgetattr(other, &t) < 0)
		abort();
	cfmakeraw(&t);
	tcsetattr(other, TCSANOW, &t);
	close(other);
	unlink(b->config.link);
	if (symlink(name, b->config.link) < 0)
		abort();
	b->out_n = 0;
	start(b, now_us, 'P');
}

void ptyboard_unplug(struct ptyboard *b)
{
	if (b->fd < 0)
		return;
	unlink(b->config.link);
	close(b->fd);
	b->fd = -1;
	b->out_n = 0;
}

void ptyboard_reset(struct ptyboard *b, int64_t now_us, char cause)
{
	b->out_n = (size_t)sprintf(b->out, "C 5A 12");
	start(b, now_us, cause);
}

void ptyboard_mute(struct ptyboard *b, bool mute)
{
	b->mute = mute;
}

void ptyboard_babble(struct ptyboard *b, const char *bytes)
{
	b->out_n += (size_t)sprintf(b->out + b->out_n, "%s", bytes);
}

void ptyboard_noise(struct ptyboard *b, unsigned seed, const struct ptyboard_noise *to_host,
		    const struct ptyboard_noise *to_board)
{
	static const struct ptyboard_noise none;
	b->rng = seed * 2654435761u | 1;
	b->to_host = to_host ? *to_host : none;
	b->to_board = to_board ? *to_board : none;
}

static struct input *input_of(struct ptyboard *b, char letter, int number)
{
	return &b->input[strchr(letters, letter) - letters][number];
}

void ptyboard_set(struct ptyboard *b, int64_t now_us, char letter, int number, int value)
{
	struct input *in = input_of(b, letter, number);
	in->value = value;
	in->since_us = now_us;
}

int ptyboard_get(const struct ptyboard *b, char letter, int number)
{
	return b->input[strchr(letters, letter) - letters][number].value;
}

struct ptyboard *ptyboard_new(const struct ptyboard_config *config, int64_t now_us)
{
	struct ptyboard *b = calloc(1, sizeof *b);
	if (!b)
		abort();
	b->config = *config;
	if (!b->config.version)
		b->config.version = 1;
	if (!b->config.window)
		b->config.window = 128;
	b->rng = 1;
	ptyboard_plug(b, now_us);
	return b;
}

void ptyboard_free(struct ptyboard *b)
{
	if (!b)
		return;
	ptyboard_unplug(b);
	free(b);
}

int ptyboard_fd(const struct ptyboard *b)
{
	return open_elsewhere(b) ? b->fd : -1;
}

bool ptyboard_idle(const struct ptyboard *b)
{
	return !b->out_n && !b->waiting_n && !b->want_hello && !b->frame_at;
}

struct ptyboard_counts ptyboard_counts(const struct ptyboard *b)
{
	return b->counts;
}

const struct hal_rgb *ptyboard_shown(const struct ptyboard *b)
{
	return b->shown;
}
