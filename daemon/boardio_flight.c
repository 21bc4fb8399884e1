/* boardio_flight.c — the flight recorder. */
#include "boardio_flight.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MARKS = 4,            /* turns that may still be corrected reach back two at most */
	EVENTS = 2048,        /* as many as half an hour of hesitation with bad contacts makes */
	TEXT_MAX = 32 * 1024, /* of one trace in the store */
	START_US = 100000,    /* the board first, then the game */
	BEGIN_US = 3000000,   /* and time for both to agree, before anything happens */
	CATCH_UP_US = 250000,
	WHAT = 12,
};

struct entry {
	struct hal_event event;
	char what[WHAT]; /* said by people: not an event */
	char *rest;
};

struct mark {
	uint64_t at; /* of the first entry after it */
	uint32_t node;
	char name[RULES_NAME_MAX], fen[RULES_POSITION_MAX];
	uint16_t settled[HAL_LINES_MAX]; /* what the session was told */
	uint16_t raw[HAL_LINES_MAX];
};

struct flight {
	const struct hal_board *board;
	struct hal_debounce *debounce; /* its own: what the session has been told */
	struct hal_calibration *nominal;
	const struct hal_calibration *calibration; /* NULL: nominal */
	struct entry entry[EVENTS];
	int entries;
	uint64_t dropped; /* entries forgotten: number of the first one held */
	struct mark mark[MARKS];
	int marks;
	uint16_t raw[HAL_LINES_MAX];
};

int flight_new(const struct hal_board *board, struct flight **ret)
{
	struct flight *f = calloc(1, sizeof *f);
	if (!f)
		return -ENOMEM;
	f->board = board;
	int err = hal_debounce_new(board, &f->debounce);
	if (err < 0)
		goto free_flight;
	err = hal_calibration_new(board, &f->nominal);
	if (err < 0)
		goto free_debounce;
	*ret = f;
	return 0;

free_debounce:
	hal_debounce_free(f->debounce);
free_flight:
	free(f);
	return err;
}

void flight_calibrate(struct flight *f, const struct hal_calibration *c)
{
	f->calibration = c;
	hal_debounce_calibrate(f->debounce, c);
}

/* Forgets entries up to number `until`, and marks that began before it. */
static void forget(struct flight *f, uint64_t until)
{
	int n = (int)(until - f->dropped), old = 0;
	for (int i = 0; i < n; i++)
		free(f->entry[i].rest);
	memmove(f->entry, f->entry + n, (size_t)(f->entries - n) * sizeof *f->entry);
	f->entries -= n;
	f->dropped = until;
	while (old < f->marks && f->mark[old].at < until)
		old++;
	memmove(f->mark, f->mark + old, (size_t)(f->marks - old) * sizeof *f->mark);
	f->marks -= old;
}

void flight_free(struct flight *f)
{
	if (!f)
		return;
	forget(f, f->dropped + (uint64_t)f->entries);
	hal_debounce_free(f->debounce);
	hal_calibration_free(f->nominal);
	free(f);
}

void flight_game(struct flight *f)
{
	f->marks = 0;
	forget(f, f->dropped + (uint64_t)f->entries);
}

static void settle(struct flight *f, int64_t told_us)
{
	struct hal_event event[16];
	while (hal_debounce_take(f->debounce, told_us, event, 16) == 16)
		;
}

/* The hand begins to move: is what stood until now a rest at the start of a turn? Only the first rest there counts, so that
 * whatever was touched since is part of the story. */
static void look(struct flight *f, const struct session *s, int64_t told_us)
{
	const struct rules_record *record = session_record(s);
	settle(f, told_us);
	if (!record || (!record->node[record->at].starts_turn && f->marks))
		return;
	if ((f->marks && f->mark[f->marks - 1].node == record->at) || !session_rests(s))
		return;
	if (f->marks == MARKS)
		memmove(f->mark, f->mark + 1, (size_t)(--f->marks) * sizeof *f->mark);
	struct mark *m = &f->mark[f->marks++];
	m->at = f->dropped + (uint64_t)f->entries;
	m->node = record->at;
	rules_variant_name(&record->variant, m->name);
	rules_format(&record->variant, &record->here, m->fen);
	memcpy(m->raw, f->raw, sizeof m->raw);
	for (int i = 0; i < hal_board_lines(f->board); i++)
		m->settled[i] = (uint16_t)hal_debounce_value(f->debounce, i);
	forget(f, f->mark[0].at);
}

static struct entry *add(struct flight *f)
{
	if (f->entries == EVENTS)
		forget(f, f->dropped + EVENTS / 2);
	return &f->entry[f->entries++];
}

void flight_event(struct flight *f, const struct session *s, int64_t told_us, const struct hal_event *e)
{
	look(f, s, told_us);
	*add(f) = (struct entry){ .event = *e };
	if (e->type == HAL_LINE && e->line < HAL_LINES_MAX)
		f->raw[e->line] = e->value;
	settle(f, e->time_us - 1); /* what was stable until now counts, though nobody has looked yet */
	hal_debounce_feed(f->debounce, e);
	if (e->type == HAL_FRAME)
		hal_debounce_frame(f->debounce, e->time_us);
}

void flight_said(struct flight *f, const struct session *s, int64_t told_us, int64_t now_us, const char *what, const char *rest)
{
	look(f, s, told_us);
	struct entry *e = add(f);
	*e = (struct entry){ .event.time_us = now_us, .rest = strdup(rest) };
	snprintf(e->what, sizeof e->what, "%s", what);
}

/* ---- Writing a trace -------------------------------------------------------------------------------------------------------- */

/* Does the record's tip come from this node? */
static bool behind(const struct rules_record *r, uint32_t node, uint32_t from)
{
	for (uint32_t at = from;; at = r->node[at].parent) {
		if (at == node)
			return true;
		if (at == 0)
			return false;
	}
}

/* The newest mark before the tip's turn; if there is none, the newest within it. */
static const struct mark *begin(const struct flight *f, const struct rules_record *r)
{
	uint32_t turn = r->node[r->at].parent;
	if (r->at == 0)
		return NULL;
	for (uint32_t at = turn; at && !r->node[at].starts_turn;)
		turn = at = r->node[at].parent;
	for (int i = f->marks - 1; i >= 0; i--)
		if (f->mark[i].node < r->nodes && behind(r, f->mark[i].node, turn))
			return &f->mark[i];
	for (int i = f->marks - 1; i >= 0; i--)
		if (f->mark[i].node < r->nodes && f->mark[i].node != r->at && behind(r, f->mark[i].node, r->at))
			return &f->mark[i];
	return NULL;
}

/* What was learned of the lines that move. A line that rests says what a good sensor would say. */
static void write_lines(const struct flight *f, const struct mark *m, FILE *out)
{
	bool moves[HAL_LINES_MAX] = { false };
	for (int i = (int)(m->at - f->dropped); i < f->entries; i++)
		if (!f->entry[i].what[0] && f->entry[i].event.type == HAL_LINE)
			moves[f->entry[i].event.line] = true;
	char *learned = f->calibration ? hal_calibration_quote(f->calibration, moves) : NULL;
	fputs(learned ? learned : "", out);
	free(learned);
	for (int i = 0; i < hal_board_lines(f->board); i++) {
		const struct hal_line *line = hal_board_line(f->board, i);
		int value = m->settled[i];
		if (line->analogue && moves[i])
			value = m->raw[i];
		else if (line->analogue)
			value = hal_calibration_expected(f->nominal, i, value);
		if (value > 0)
			fprintf(out, "0 %s %d\n", line->label, value);
	}
	fprintf(out, "0 @frame\n");
}

static void write_head(const struct flight *f, const struct session *s, const struct mark *m, FILE *out)
{
	const struct session_settings *set = session_get_settings(s);
	struct session_settings usual;
	session_default_settings(&usual);
	fprintf(out, "tablero-trace 1 %s\n", hal_board_id(f->board));
	write_lines(f, m, out);
	for (int i = 0; i < hal_board_lines(f->board); i++)
		if (hal_board_line(f->board, i)->faulty)
			fprintf(out, "#! 0 mark %s\n", hal_board_line(f->board, i)->label);
	if (set->settle_us != usual.settle_us || set->settle_open_us != usual.settle_open_us ||
	    set->patience_us != usual.patience_us || set->takeback_us != usual.takeback_us)
		fprintf(out, "#! 0 timing %lld %lld %lld %lld\n", (long long)set->settle_us / 1000,
			(long long)set->settle_open_us / 1000, (long long)set->patience_us / 1000,
			(long long)set->takeback_us / 1000);
	fprintf(out, "#! %d start %s %s\n", START_US, m->name, m->fen);
	/* What had begun to chatter when the hand came and was not believed yet. */
	for (int i = 0; i < hal_board_lines(f->board); i++)
		if (!hal_board_line(f->board, i)->analogue && m->raw[i] != m->settled[i])
			fprintf(out, "%d %s %d\n", BEGIN_US - 1, hal_board_line(f->board, i)->label, m->raw[i]);
}

static void write_entry(const struct flight *f, const struct entry *e, int64_t us, FILE *out)
{
	static const char *const state[] = {
		[HAL_ABSENT] = "absent", [HAL_STARTING] = "starting", [HAL_READY] = "ready", [HAL_SILENT] = "silent"
	};
	if (e->what[0])
		fprintf(out, "#! %lld %s%s%s\n", (long long)us, e->what, e->rest && *e->rest ? " " : "",
			e->rest ? e->rest : "");
	else if (e->event.type == HAL_LINE)
		fprintf(out, "%lld %s %d\n", (long long)us, hal_board_line(f->board, e->event.line)->label, e->event.value);
	else if (e->event.type == HAL_FRAME)
		fprintf(out, "%lld @frame\n", (long long)us);
	else
		fprintf(out, "%lld @state %s\n", (long long)us, state[e->event.value]);
}

/* What had begun to chatter and was not believed when the turn was: in a trace that ends here it would be believed at last. */
static void write_end(const struct flight *f, int64_t us, FILE *out)
{
	for (int i = 0; i < hal_board_lines(f->board); i++)
		if (!hal_board_line(f->board, i)->analogue && f->raw[i] != hal_debounce_value(f->debounce, i))
			fprintf(out, "%lld %s %d\n", (long long)us + 1, hal_board_line(f->board, i)->label,
				hal_debounce_value(f->debounce, i));
}

char *flight_text(struct flight *f, const struct session *s, int64_t now_us)
{
	const struct rules_record *record = session_record(s);
	const struct mark *m = record ? begin(f, record) : NULL;
	char *text = NULL;
	size_t size = 0;
	if (!m)
		return NULL;
	int first = (int)(m->at - f->dropped);
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return NULL;
	write_head(f, s, m, out);
	int64_t last = BEGIN_US, shift = 0;
	for (int i = first; i < f->entries; i++) {
		/* The live board believes a change from when it began, a replay from when it is sure: let it catch up before people speak. */
		shift += f->entry[i].what[0] ? CATCH_UP_US : 0;
		int64_t us = shift + BEGIN_US + f->entry[i].event.time_us - f->entry[first].event.time_us;
		last = us > last ? us : last; /* a trace never runs backwards */
		write_entry(f, &f->entry[i], last, out);
	}
	settle(f, now_us);
	write_end(f, last, out);
	if (fclose(out) != 0 || size > TEXT_MAX) {
		free(text);
		return NULL;
	}
	return text;
}
