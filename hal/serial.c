/*
 * serial.c — the port of a serial board: opening, locking, unplugging. What is said over it is link.c's business.
 *
 * libserialport knows only ports that have an entry in /sys/class/tty, takes no lock and resolves no links: so links are
 * resolved and the port is locked here.
 */
#include <errno.h>
#include <libserialport.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "link.h"

enum { READ_MOST = 4096, RETRY_WRITE_US = 5000 };

struct serial {
	char *path;
	int baud;
	struct sp_port *port;
	int fd;
	bool write_blocked;
	int64_t write_retry_us;
	struct link link;
};

/* ---- The handle ------------------------------------------------------------------------------------------------------ */

static int map_inputs(struct hal *h, struct link *l, char message[HAL_MESSAGE_MAX])
{
	memset(l->line_of, 0xff, sizeof l->line_of);
	for (int i = 0; i < h->lines; i++) {
		struct hal_input in = hal_board_input(h->board, i);
		int letter = wire_letter(in.letter);
		if (letter < 0 || in.number >= WIRE_INPUTS) {
			snprintf(message, HAL_MESSAGE_MAX, "line %s has no serial input", hal_board_line(h->board, i)->label);
			return -EINVAL;
		}
		l->line_of[letter][in.number] = (int16_t)i;
		if (in.number >= l->needed[letter])
			l->needed[letter] = in.number + 1;
	}
	return 0;
}

static int serial_open(struct hal *h, const char *rest, int64_t now_us, char message[HAL_MESSAGE_MAX])
{
	(void)now_us;
	struct serial *s = calloc(1, sizeof *s);
	int e = s ? 0 : -ENOMEM;
	if (e == 0 && *rest != '/') {
		snprintf(message, HAL_MESSAGE_MAX, "serial:%.60s: a device's path is wanted, like serial:/dev/ttyACM0", rest);
		e = -EINVAL;
	}
	if (e == 0)
		e = hal_board_number(h->board, "serial", "baud", 1200, 4000000, 115200, &s->baud, message);
	if (e == 0)
		e = map_inputs(h, &s->link, message);
	if (e == 0) {
		s->path = strdup(rest);
		e = s->path ? 0 : -ENOMEM;
	}
	if (e < 0) {
		if (e == -ENOMEM)
			snprintf(message, HAL_MESSAGE_MAX, "serial: no memory");
		free(s);
		return e;
	}
	s->link.h = h;
	s->link.firmware = hal_board_value(h->board, "serial", "firmware");
	h->own = s;
	return 0;
}

static void serial_close(struct hal *h)
{
	struct serial *s = h->own;
	free(s->path);
	free(s);
}

/* ---- Opening the port ------------------------------------------------------------------------------------------------ */

/* The name under which libserialport finds the port. A pseudo-terminal has no entry in /sys/class/tty; but a link to one,
 * spelled so that the path leads there from /sys/class/tty as well, passes. */
static int port_name(const char *path, char name[PATH_MAX + 16])
{
	char real[PATH_MAX];
	struct stat st;
	if (!realpath(path, real))
		return -errno;
	if (!strncmp(real, "/dev/pts/", 9) && lstat(path, &st) == 0 && S_ISLNK(st.st_mode))
		snprintf(name, PATH_MAX + 16, "/dev/../../..%s", path);
	else
		snprintf(name, PATH_MAX + 16, "%s", real);
	return 0;
}

static int complain(struct hal *h, const struct serial *s, int error)
{
	switch (error) {
	case ENOENT: hal_say(h, "%.60s is not there: unplugged, or another name? (ls /dev/serial/by-id)", s->path); break;
	case EACCES:
	case EPERM: hal_say(h, "no permission for %.60s: the user must be in its group (dialout)", s->path); break;
	case EBUSY:
	case EWOULDBLOCK: hal_say(h, "%.60s is in use by another program", s->path); break;
	default: hal_say(h, "%.60s: %s", s->path, strerror(error));
	}
	return -error;
}

static int sp_errno(enum sp_return r)
{
	int e = r == SP_ERR_FAIL ? sp_last_error_code() : r == SP_ERR_MEM ? ENOMEM : r == SP_ERR_ARG ? ENODEV : EINVAL;
	return e ? e : EIO;
}

static enum sp_return set_up(struct sp_port *port, int baud)
{
	enum sp_return r = sp_set_baudrate(port, baud);
	if (r == SP_OK)
		r = sp_set_bits(port, 8);
	if (r == SP_OK)
		r = sp_set_parity(port, SP_PARITY_NONE);
	if (r == SP_OK)
		r = sp_set_stopbits(port, 1);
	if (r == SP_OK)
		r = sp_set_flowcontrol(port, SP_FLOWCONTROL_NONE);
	return r;
}

static int serial_connect(struct hal *h, int64_t now_us)
{
	struct serial *s = h->own;
	char name[PATH_MAX + 16];
	enum sp_return r;
	int e = port_name(s->path, name);
	if (e < 0)
		return complain(h, s, -e);
	r = sp_get_port_by_name(name, &s->port);
	if (r != SP_OK) {
		s->port = NULL;
		return complain(h, s, sp_errno(r));
	}
	r = sp_open(s->port, SP_MODE_READ_WRITE);
	if (r != SP_OK) {
		e = complain(h, s, sp_errno(r));
		goto free_port;
	}
	sp_get_port_handle(s->port, &s->fd);
	if (flock(s->fd, LOCK_EX | LOCK_NB) < 0) {
		e = complain(h, s, errno);
		goto close_port;
	}
	ioctl(s->fd, TIOCEXCL); /* for programs that know no flock; not every terminal has it */
	r = set_up(s->port, s->baud);
	if (r != SP_OK) {
		e = complain(h, s, sp_errno(r));
		goto close_port;
	}
	e = hal_watch(h, s->fd);
	if (e < 0) {
		complain(h, s, -e);
		goto close_port;
	}
	s->write_blocked = false;
	s->link.want = h->ever_shown ? h->duty : NULL;
	hal_say(h, "waiting for the board to say hello");
	link_begin(&s->link, now_us);
	return 0;
close_port:
	sp_close(s->port);
free_port:
	sp_free_port(s->port);
	s->port = NULL;
	return e;
}

/* What a stuck board has not taken is thrown away: closing would wait for it. */
static void serial_disconnect(struct hal *h)
{
	struct serial *s = h->own;
	if (!h->closing)
		sp_flush(s->port, SP_BUF_OUTPUT);
	ioctl(s->fd, TIOCNXCL);
	sp_close(s->port);
	sp_free_port(s->port);
	s->port = NULL;
}

/* ---- Running --------------------------------------------------------------------------------------------------------- */

static bool hung_up(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	return poll(&p, 1, 0) > 0 && (p.revents & (POLLHUP | POLLERR | POLLNVAL));
}

static void unplugged(struct hal *h, int64_t now_us)
{
	hal_lost(h, now_us, HAL_ABSENT, "the board was unplugged");
}

/* False: the link is over. */
static bool flush_out(struct hal *h, struct serial *s, int64_t now_us)
{
	struct link *l = &s->link;
	s->write_blocked = false;
	if (!l->out_n)
		return true;
	int n = sp_nonblocking_write(s->port, l->out, l->out_n);
	if (n < 0) {
		unplugged(h, now_us);
		return false;
	}
	l->out_n -= (unsigned)n;
	memmove(l->out, l->out + n, l->out_n);
	s->write_blocked = l->out_n > 0;
	s->write_retry_us = now_us + RETRY_WRITE_US;
	return true;
}

static void serial_work(struct hal *h, int64_t now_us)
{
	struct serial *s = h->own;
	char bytes[READ_MOST];
	int n = sp_nonblocking_read(s->port, bytes, sizeof bytes);
	if (n < 0 || (n == 0 && hung_up(s->fd))) {
		unplugged(h, now_us);
		return;
	}
	link_receive(&s->link, now_us, bytes, (size_t)n);
	if (link_tick(&s->link, now_us))
		flush_out(h, s, now_us);
}

static int64_t serial_next_us(const struct hal *h)
{
	const struct serial *s = h->own;
	int64_t next = link_next_us(&s->link);
	return s->write_blocked && s->write_retry_us < next ? s->write_retry_us : next;
}

static void serial_show(struct hal *h, int64_t now_us, const struct hal_rgb *duty, int leds)
{
	(void)leds;
	struct serial *s = h->own;
	link_show(&s->link, now_us, duty);
	flush_out(h, s, now_us);
}

const struct hal_backend hal_serial_backend = {
	.scheme = "serial",
	.open = serial_open,
	.close = serial_close,
	.connect = serial_connect,
	.disconnect = serial_disconnect,
	.work = serial_work,
	.next_us = serial_next_us,
	.show = serial_show,
};
