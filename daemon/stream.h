/*
 * stream.h — what the event stream tells its listeners: the state whenever it changes, the light whenever it changes, and every
 * event by number. Knows nothing of sockets.
 *
 * There is no queue a listener: each has a cursor and takes what is newest when it can. A slow phone skips states, never
 * events, and holds no memory but the piece that is on its way.
 */
#ifndef TABLERO_STREAM_H
#define TABLERO_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event.h"

struct app;
struct stream;

enum { STREAM_BEAT_US = 5 * 1000000, STREAM_STATE_US = 40000, STREAM_LIGHT_US = 100000 };

/* A text that several listeners share. */
struct stream_text;

struct stream_cursor {
	struct stream *stream;
	uint64_t seq;          /* last event told */
	uint64_t state, light; /* versions told */
	bool named;            /* may see names */
	bool nothing;          /* may see nothing */
	int64_t phone;
	int role;
	int64_t beat_us;          /* when the next heartbeat is due */
	struct stream_text *text; /* on its way, or NULL */
	size_t at;
	char tail[640]; /* follows the text */
	size_t tail_size;
};

int stream_new(struct app *app, struct stream **ret);
void stream_free(struct stream *s);

/* Something may have changed; states are compared and put together, so telling too often is harmless. */
void stream_touch(struct stream *s);
/* The same, at once if the last state is long enough ago: called at the end of a turn of the loop. Returns when to call again
 * (INT64_MAX: when touched); *ret_news: listeners have something to fetch. */
int64_t stream_flush(struct stream *s, int64_t now_us, bool *ret_news);
/* What differs from listener to listener (who has control) has changed: all are told anew. */
void stream_renew(struct stream *s);
/* One event for the log. */
void stream_event(struct stream *s, const struct event *event);
uint64_t stream_seq(const struct stream *s);
/* Whether the action at this ply of the running game was derived: other readings lead to the same position. */
bool stream_derived(const struct stream *s, int ply);

void stream_cursor_init(struct stream *s, struct stream_cursor *c, int64_t now_us, bool replay, uint64_t after);
void stream_cursor_free(struct stream_cursor *c);
bool stream_ready(const struct stream *s, const struct stream_cursor *c, int64_t now_us);
/* Copies up to `room` bytes of what comes next; 0: nothing now. */
size_t stream_take(struct stream *s, struct stream_cursor *c, int64_t now_us, char *buffer, size_t room);

/* The whole state for somebody, as JSON text (caller frees). */
char *stream_state(struct stream *s, int64_t now_us, bool named, bool nothing, int role, int64_t phone);

#endif
