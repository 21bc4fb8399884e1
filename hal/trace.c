/*
 * trace.c — what a board said, as text: recorded below all logic, replayed through the same table as a board. The format is
 * described in tests/traces/README.md.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"

static const char *const states[] = {
	[HAL_ABSENT] = "absent", [HAL_STARTING] = "starting", [HAL_READY] = "ready", [HAL_SILENT] = "silent"
};
enum { STATES = sizeof states / sizeof *states };

/* ---- Writing ---------------------------------------------------------------------------------------------------------------
 */

struct hal_trace {
	FILE *file;
	const struct hal_board *board;
	int64_t start_us;
};

int hal_trace_new(const char *path, const struct hal_board *board, const struct hal_calibration *c, int64_t now_us,
		  struct hal_trace **ret)
{
	struct hal_trace *t = calloc(1, sizeof *t);
	if (!t)
		return -ENOMEM;
	t->file = fopen(path, "wxe");
	if (!t->file) {
		int e = -errno;
		free(t);
		return e;
	}
	setvbuf(t->file, NULL, _IOLBF, BUFSIZ);
	t->board = board;
	t->start_us = now_us;
	char *learned = c ? hal_calibration_quote(c, NULL) : NULL;
	int n = fprintf(t->file, "tablero-trace 1 %s\n%s", hal_board_id(board), learned ? learned : "");
	free(learned);
	if (n < 0) {
		hal_trace_free(t);
		return -EIO;
	}
	*ret = t;
	return 0;
}

int hal_trace_put(struct hal_trace *t, const struct hal_event *e)
{
	const struct hal_line *line = hal_board_line(t->board, e->line);
	long long us = e->time_us - t->start_us;
	int n = -1;
	if (us < 0)
		us = 0;
	if (e->type == HAL_LINE && line)
		n = fprintf(t->file, "%lld %s %u\n", us, line->label, e->value);
	else if (e->type == HAL_FRAME)
		n = fprintf(t->file, "%lld @frame\n", us);
	else if (e->type == HAL_STATE && e->value < STATES)
		n = fprintf(t->file, "%lld @state %s\n", us, states[e->value]);
	else
		return -EINVAL;
	return n < 0 ? -EIO : 0;
}

void hal_trace_free(struct hal_trace *t)
{
	if (!t)
		return;
	fclose(t->file);
	free(t);
}

/* ---- Reading --------------------------------------------------------------------------------------------------------- */

static int no(char message[HAL_MESSAGE_MAX], const char *what)
{
	snprintf(message, HAL_MESSAGE_MAX, "%s", what);
	return -EINVAL;
}

static int read_head(const struct hal_board *board, const char *text, char message[HAL_MESSAGE_MAX])
{
	static const char magic[] = "tablero-trace 1 ";
	if (strncmp(text, magic, sizeof magic - 1))
		return no(message, "not a trace: it must begin \"tablero-trace 1 BOARD\"");
	if (strcmp(text + sizeof magic - 1, hal_board_id(board))) {
		snprintf(message, HAL_MESSAGE_MAX, "recorded on board \"%.20s\", not on \"%.20s\"", text + sizeof magic - 1,
			 hal_board_id(board));
		return -EINVAL;
	}
	return 0;
}

static int read_value(const struct hal_board *board, const char *what, const char *value, struct hal_event *e)
{
	int line = hal_board_find(board, what);
	char *end;
	if (line < 0)
		return -ENOENT;
	long v = strtol(value, &end, 10);
	if (end == value || *end || v < 0 || v > 1023)
		return -ERANGE;
	e->type = HAL_LINE;
	e->line = (uint16_t)line;
	e->value = (uint16_t)v;
	return 0;
}

static int read_state(const char *value, struct hal_event *e)
{
	for (int i = 0; i < STATES; i++)
		if (!strcmp(value, states[i])) {
			e->type = HAL_STATE;
			e->value = (uint16_t)i;
			return 0;
		}
	return -ERANGE;
}

int trace_read_line(struct trace_reader *r, const char *text, struct hal_event *ret, char message[HAL_MESSAGE_MAX])
{
	char what[32], value[32];
	long long us;
	int n = 0;
	if (!r->head) {
		int e = read_head(r->board, text, message);
		r->head = e == 0;
		return e;
	}
	text += strspn(text, " \t");
	if (!*text || *text == '#')
		return 0;
	int fields = sscanf(text, "%18lld %31s%n %31s%n", &us, what, &n, value, &n);
	if (fields < 2 || text[n + (int)strspn(text + n, " \t")])
		return no(message, "TIME LABEL VALUE, TIME @frame or TIME @state NAME is wanted");
	if (us < r->last_us)
		return no(message, "time runs backwards");
	struct hal_event e = { .time_us = us, .type = HAL_FRAME };
	int error = 0;
	if (!strcmp(what, "@state") && fields == 3)
		error = read_state(value, &e);
	else if (strcmp(what, "@frame") || fields != 2)
		error = fields == 3 ? read_value(r->board, what, value, &e) : -ERANGE;
	if (error == -ENOENT) {
		snprintf(message, HAL_MESSAGE_MAX, "the board has no line %s", what);
		return -EINVAL;
	}
	if (error < 0) {
		snprintf(message, HAL_MESSAGE_MAX, "%s: this value is impossible", what);
		return -EINVAL;
	}
	r->last_us = us;
	*ret = e;
	return 1;
}

/* ---- Replaying ------------------------------------------------------------------------------------------------------- */

struct replay {
	FILE *file;
	struct trace_reader reader;
	int64_t start_us;
	struct hal_event next; /* time_us: in monotonic time */
	bool more;
};

/* The next event of the file: 1, 0 at its end, −EINVAL. */
static int next_event(struct replay *p, struct hal_event *ret, char message[HAL_MESSAGE_MAX])
{
	char text[2048];
	while (fgets(text, sizeof text, p->file)) {
		size_t n = strcspn(text, "\r\n");
		p->reader.line++;
		if (!text[n] && !feof(p->file))
			return no(message, "line too long");
		text[n] = 0;
		int e = trace_read_line(&p->reader, text, ret, message);
		if (e)
			return e;
	}
	return 0;
}

static void fetch(struct replay *p)
{
	char message[HAL_MESSAGE_MAX];
	p->more = next_event(p, &p->next, message) > 0;
	p->next.time_us += p->start_us;
}

static void begin(struct replay *p, const struct hal_board *board)
{
	rewind(p->file);
	p->reader = (struct trace_reader){ .board = board };
}

/* Read once to the end, so that a bad line is told before anything is played. */
static int check(struct replay *p, const struct hal_board *board, const char *path, char message[HAL_MESSAGE_MAX])
{
	char what[HAL_MESSAGE_MAX];
	struct hal_event event;
	int e;
	begin(p, board);
	while ((e = next_event(p, &event, what)) > 0)
		;
	if (e == 0 && !p->reader.head)
		e = no(what, "empty");
	if (e < 0)
		snprintf(message, HAL_MESSAGE_MAX, "%.60s:%d: %.90s", path, p->reader.line, what);
	return e;
}

static int replay_open(struct hal *h, const char *rest, int64_t now_us, char message[HAL_MESSAGE_MAX])
{
	struct replay *p = calloc(1, sizeof *p);
	if (!p) {
		snprintf(message, HAL_MESSAGE_MAX, "replay: no memory");
		return -ENOMEM;
	}
	p->file = fopen(rest, "re");
	if (!p->file) {
		snprintf(message, HAL_MESSAGE_MAX, "replay:%.60s: %s", rest, strerror(errno));
		free(p);
		return -EINVAL;
	}
	int e = check(p, h->board, rest, message);
	if (e < 0) {
		fclose(p->file);
		free(p);
		return e;
	}
	begin(p, h->board);
	p->start_us = now_us;
	do /* every recording begins with an absent board, and so does every handle */
		fetch(p);
	while (p->more && p->next.type == HAL_STATE && p->next.value == HAL_ABSENT);
	h->own = p;
	return 0;
}

static void replay_close(struct hal *h)
{
	struct replay *p = h->own;
	fclose(p->file);
	free(p);
}

static int replay_connect(struct hal *h, int64_t now_us)
{
	(void)h;
	(void)now_us;
	return 0;
}

static void replay_disconnect(struct hal *h)
{
	(void)h;
}

static void replay_one(struct hal *h, const struct hal_event *e)
{
	if (e->type == HAL_LINE)
		hal_line(h, e->time_us, e->line, e->value);
	else if (e->type == HAL_FRAME)
		hal_frame(h, e->time_us);
	else if (e->value != HAL_READY) /* a frame makes it ready */
		hal_enter(h, e->time_us, e->value);
}

static void replay_work(struct hal *h, int64_t now_us)
{
	struct replay *p = h->own;
	while (p->more && p->next.time_us <= now_us && hal_room(h) > (unsigned)h->lines + 8) {
		replay_one(h, &p->next);
		fetch(p);
	}
}

static int64_t replay_next_us(const struct hal *h)
{
	const struct replay *p = h->own;
	return p->more ? p->next.time_us : HAL_NEVER;
}

const struct hal_backend hal_replay_backend = {
	.scheme = "replay",
	.simulated = true,
	.open = replay_open,
	.close = replay_close,
	.connect = replay_connect,
	.disconnect = replay_disconnect,
	.work = replay_work,
	.next_us = replay_next_us,
};
