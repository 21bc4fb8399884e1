/*
 * boardlines.c — the sensor lines of a board file: groups of labels, their kind, levels and inputs.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "boardmake.h"

static const char *const kinds[] = { "presence", "owner", "ranked", "count" };
static const struct {
	uint16_t on_ms, off_ms;
} times[] = {
	[HAL_PRESENCE] = { 15, 60 }, [HAL_OWNER] = { 20, 60 },  [HAL_RANKED] = { 20, 60 },
	[HAL_COUNT] = { 100, 150 },  [HAL_BUTTON] = { 10, 30 },
};

static int count_words(const char *p)
{
	char w[2];
	int n = 0;
	while (board_word(&p, w, sizeof w))
		n++;
	return n;
}

/* ---- Levels of analogue lines ------------------------------------------------------------------------------------------- */

static bool value_fits(int kind, int most, long v)
{
	if (kind == HAL_PRESENCE)
		return v <= 1;
	if (kind == HAL_OWNER)
		return v <= 5;
	if (kind == HAL_RANKED)
		return v == 0 || ((v & 7) >= 1 && (v & 7) <= 5 && v <= 13);
	return v <= most;
}

/* Counts between two points lie on the straight line between them. */
static bool fill_counts(struct hal_levels *l, int most)
{
	struct hal_levels full = { .n = most + 1 };
	if (most >= HAL_LEVELS_MAX || l->n < 2 || l->at[0].value != 0 || l->at[l->n - 1].value != most)
		return false;
	for (int i = 0; i + 1 < l->n; i++) {
		int from = l->at[i].value, to = l->at[i + 1].value, raw = l->at[i].raw, rise = l->at[i + 1].raw - raw;
		if (to <= from)
			return false;
		for (int v = from; v <= to; v++) {
			full.at[v].value = (uint16_t)v;
			full.at[v].raw = (uint16_t)(raw + rise * (v - from) / (to - from));
		}
	}
	*l = full;
	return true;
}

static bool has_empty(const struct hal_levels *l)
{
	for (int i = 0; i < l->n; i++)
		if (l->at[i].value == 0)
			return true;
	return false;
}

static bool levels_distinct(const struct hal_levels *l)
{
	for (int i = 0; i < l->n; i++)
		for (int j = 0; j < i; j++)
			if (l->at[i].raw == l->at[j].raw)
				return false;
	return true;
}

static int read_levels(struct making *m, const struct boardfile_entry *e, int kind, int most, struct hal_levels *ret)
{
	char w[32];
	const char *p = e->value;
	struct hal_levels l = { 0 };
	while (board_word(&p, w, sizeof w)) {
		char *colon = strchr(w, ':');
		long value, raw;
		if (colon)
			*colon++ = 0;
		if (!colon || !board_number(w, 0, 255, &value) || !board_number(colon, 0, 1023, &raw) ||
		    !value_fits(kind, most, value))
			return hal_board_complain(m->b, m->message, e->line,
						  "levels: VALUE:RAW is wanted, a value of this kind and 0 ... 1023, not %s",
						  w);
		if (l.n == HAL_LEVELS_MAX)
			return hal_board_complain(m->b, m->message, e->line, "levels: more than %d", HAL_LEVELS_MAX);
		l.at[l.n].value = (uint16_t)value;
		l.at[l.n++].raw = (uint16_t)raw;
	}
	if (kind == HAL_COUNT && !fill_counts(&l, most))
		return hal_board_complain(m->b, m->message, e->line,
					  "levels: counts must rise from 0 to most (which is below %d)", HAL_LEVELS_MAX);
	if (l.n < 2 || !has_empty(&l) || !levels_distinct(&l))
		return hal_board_complain(m->b, m->message, e->line,
					  "levels: that of 0 and others are wanted, all of them different");
	*ret = l;
	return 0;
}

/* ---- Groups of lines ------------------------------------------------------------------------------------------------------
 */

static int add_label(struct making *m, int at, const char *label, const struct hal_line *like)
{
	struct hal_board *b = m->b;
	if (strlen(label) >= HAL_LABEL_MAX || strchr("@#", label[0]))
		return hal_board_complain(b, m->message, at, "%.20s: a label has at most %d characters and no @ or # in front",
					  label, HAL_LABEL_MAX - 1);
	if (hal_board_find(b, label) >= 0)
		return hal_board_complain(b, m->message, at, "%s: this label stands twice", label);
	if (b->lines == HAL_LINES_MAX)
		return hal_board_complain(b, m->message, at, "%s: more than %d lines", label, HAL_LINES_MAX);
	struct hal_line *l = &b->line[b->lines++];
	*l = *like;
	memcpy(l->label, label, strlen(label) + 1);
	return 0;
}

static int add_labels(struct making *m, const struct boardfile_entry *e, const struct hal_line *like)
{
	char w[HAL_LABEL_MAX + 8];
	const char *p = e->value;
	int error = 0;
	while (error == 0 && board_word(&p, w, sizeof w))
		error = add_label(m, e->line, w, like);
	return error;
}

static int use_input(struct making *m, int line, int at, char letter, unsigned n)
{
	struct hal_board *b = m->b;
	for (int i = 0; i < line; i++)
		if (b->input[i].letter == letter && b->input[i].number == n)
			return hal_board_complain(b, m->message, at, "serial input %c%u is in use for %s", letter, n,
						  b->line[i].label);
	b->input[line] = (struct hal_input){ letter, (uint16_t)n };
	m->next_input[(unsigned char)letter] = n + 1;
	return 0;
}

/* `serial`: nothing (the next free inputs of the fitting letter), the first input, or one for each label. */
static int assign_inputs(struct making *m, const char *section, int first)
{
	struct hal_board *b = m->b;
	const struct boardfile_entry *e = boardfile_find(&b->file, section, "serial");
	const struct hal_line *l = &b->line[first];
	char letter = l->kind == HAL_BUTTON ? 'b' : l->analogue ? 'a' : l->kind == HAL_PRESENCE ? 's' : 'n';
	int words = e ? count_words(e->value) : 0, at = e ? e->line : boardfile_find(&b->file, section, "labels")->line,
	    error = 0;
	if (words > 1 && words != b->lines - first)
		return hal_board_complain(b, m->message, at, "serial: %d inputs for %d labels", words, b->lines - first);
	const char *p = e ? e->value : "";
	for (int i = first; i < b->lines && error == 0; i++) {
		long n = m->next_input[(unsigned char)letter];
		char w[16];
		if (board_word(&p, w, sizeof w)) {
			if (!strchr("snab", w[0]) || !board_number(w + 1, 0, 999, &n))
				return hal_board_complain(b, m->message, at,
							  "serial: %s: s, n, a or b and a number is wanted, like s0", w);
			if ((w[0] == 'a') != l->analogue)
				return hal_board_complain(b, m->message, at,
							  "serial: %s: analogue inputs and `levels` go together", w);
			letter = w[0];
		}
		error = use_input(m, i, at, letter, (unsigned)n);
	}
	return error;
}

static int read_kind(struct making *m, const char *section, int at, uint8_t *ret)
{
	const struct boardfile_entry *e = boardfile_find(&m->b->file, section, "kind");
	for (uint8_t k = 0; e && k < sizeof kinds / sizeof *kinds; k++)
		if (!strcmp(e->value, kinds[k])) {
			*ret = k;
			return 0;
		}
	return hal_board_complain(m->b, m->message, e ? e->line : at, "[%s] kind: presence, owner, ranked or count is wanted",
				  section);
}

int board_read_group(struct making *m, const char *section, int at, bool buttons)
{
	struct hal_board *b = m->b;
	struct hal_line like = { .kind = HAL_BUTTON };
	const struct boardfile_entry *labels = boardfile_find(&b->file, section, "labels");
	const struct boardfile_entry *levels = boardfile_find(&b->file, section, "levels");
	long most, on_ms, off_ms;
	int first = b->lines,
	    e = board_refuse_other_keys(
		m, section, buttons ? " labels on_ms off_ms serial " : " labels kind most levels on_ms off_ms serial ");
	if (e == 0 && !labels)
		e = hal_board_complain(b, m->message, at, "[%s] has no labels", section);
	if (e == 0 && !buttons)
		e = read_kind(m, section, at, &like.kind);
	if (e == 0)
		e = board_number_entry(b, section, "most", 1, 255, like.kind == HAL_COUNT ? 255 : 0, &most, m->message);
	if (e == 0)
		e = board_number_entry(b, section, "on_ms", 0, 10000, times[like.kind].on_ms, &on_ms, m->message);
	if (e == 0)
		e = board_number_entry(b, section, "off_ms", 0, 10000, times[like.kind].off_ms, &off_ms, m->message);
	if (e == 0 && levels && b->groups == GROUPS_MAX)
		e = hal_board_complain(b, m->message, at, "more than %d groups with levels", GROUPS_MAX);
	if (e == 0 && levels)
		e = read_levels(m, levels, like.kind, (int)most, &b->levels[b->groups]);
	if (e < 0)
		return e;
	like.most = (uint8_t)most;
	like.on_us = (uint32_t)on_ms * 1000;
	like.off_us = (uint32_t)off_ms * 1000;
	like.analogue = levels != NULL;
	e = add_labels(m, labels, &like);
	if (e == 0 && b->lines == first)
		e = hal_board_complain(b, m->message, labels->line, "[%s] has no labels", section);
	if (e == 0)
		e = assign_inputs(m, section, first);
	b->groups += levels != NULL;
	for (int i = first; i < b->lines && levels; i++)
		b->levels_of[i] = (uint8_t)b->groups;
	return e;
}
