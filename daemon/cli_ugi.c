/*
 * cli_ugi.c — `tablero ugi`: the Universal Game Interface over standard input and output, listening while it searches.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "ugi.h"

/* Lines longer than this are dropped; a game of 400 long turns is shorter. */
enum { LINE_MAX_BYTES = 1 << 20 };

/* Input that has been read and not yet obeyed lies from `start` to `end`. */
struct session {
	char *buffer;
	size_t start, end;
	bool dropping; /* in the middle of a line that is too long */
	bool eof;
	bool has_deadline;
	int64_t deadline_us, grace_until_us;
};

static int64_t now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Reads what is there, or waits for something. What does not fit is left for later: lines wait in the pipe. */
static void fill(struct session *s, bool wait)
{
	struct pollfd fd = { .fd = STDIN_FILENO, .events = POLLIN };

	if (s->eof || s->end == LINE_MAX_BYTES || poll(&fd, 1, wait ? -1 : 0) <= 0)
		return;
	ssize_t n = read(STDIN_FILENO, s->buffer + s->end, LINE_MAX_BYTES - s->end);
	if (n > 0)
		s->end += (size_t)n;
	else if (n == 0 || (errno != EINTR && errno != EAGAIN))
		s->eof = true;
}

/* Only between lines: whoever obeys a line still reads it. */
static void make_room(struct session *s)
{
	memmove(s->buffer, s->buffer + s->start, s->end - s->start);
	s->end -= s->start;
	s->start = 0;
}

/* The next whole line, terminated, in the buffer; NULL at the end of the input. The last one may lack its newline. */
static char *next_line(struct session *s)
{
	for (;;) {
		char *line = s->buffer + s->start, *newline = memchr(line, '\n', s->end - s->start);
		if (newline) {
			size_t length = (size_t)(newline - line);
			s->start += length + 1;
			line[length] = '\0';
			if (length > 0 && line[length - 1] == '\r')
				line[length - 1] = '\0';
			if (!s->dropping)
				return line;
			s->dropping = false;
		} else if (s->eof) {
			if (s->start == s->end || s->dropping)
				return NULL;
			s->buffer[s->end] = '\0';
			s->start = s->end;
			return line;
		} else if (s->end - s->start == LINE_MAX_BYTES) {
			if (!s->dropping)
				puts("info string the line is too long and is ignored");
			s->dropping = true;
			s->start = s->end = 0;
		} else {
			make_room(s);
			fill(s, true);
		}
	}
}

/* A whole line with just this word among those that wait, up to the next `go`, which it would be meant for; or NULL. */
static char *find_waiting(struct session *s, const char *word)
{
	char *at = s->buffer + s->start, *end = s->buffer + s->end, *newline;
	size_t length = strlen(word);

	for (; (newline = memchr(at, '\n', (size_t)(end - at))); at = newline + 1) {
		size_t here = (size_t)(newline - at);
		if (here > 0 && at[here - 1] == '\r')
			here--;
		if (here == length && memcmp(at, word, length) == 0)
			return at;
		if (here >= 2 && memcmp(at, "go", 2) == 0)
			return NULL;
	}
	return NULL;
}

static void begin(void *user, int64_t budget_us, int64_t grace_us)
{
	struct session *s = user;
	s->has_deadline = budget_us >= 0;
	s->deadline_us = s->has_deadline ? now_us() + budget_us : 0;
	s->grace_until_us = now_us() + grace_us;
}

/* isready is answered at any time; its line becomes a blank one. */
static void answer_isready(struct session *s)
{
	for (char *line; (line = find_waiting(s, "isready"));) {
		memset(line, ' ', strlen("isready"));
		puts("readyok");
	}
}

static bool stop(void *user)
{
	struct session *s = user;
	int64_t now = now_us();

	if (s->has_deadline && now >= s->deadline_us)
		return true;
	fill(s, false);
	if (s->start == s->end)
		return s->eof && now >= s->grace_until_us;
	answer_isready(s);
	return find_waiting(s, "stop") || (now >= s->grace_until_us && (s->eof || find_waiting(s, "quit")));
}

static void wait_for_input(void *user)
{
	struct session *s = user;
	if (s->end == LINE_MAX_BYTES)
		s->eof = true;
	fill(s, true);
}

int cli_ugi(int argc, char **argv)
{
	if (argc > 1)
		return cli_wrong("'%s' is one word too many", argv[1]);

	struct session s = { .buffer = malloc(LINE_MAX_BYTES + 1) };
	struct ugi_host host = { &s, begin, stop, wait_for_input };
	struct ugi *u = s.buffer ? ugi_create(stdout, &host) : NULL;
	if (!u) {
		free(s.buffer);
		fputs("tablero: no memory\n", stderr);
		return 1;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (char *line; (line = next_line(&s)) && ugi_line(u, line);)
		fflush(stdout);
	ugi_destroy(u);
	free(s.buffer);
	return 0;
}
