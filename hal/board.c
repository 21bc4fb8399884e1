/*
 * board.c — what a board file means: lines, LEDs, levels, inputs. The format is described in boards/README.md.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boardfile.h"
#include "internal.h"

enum { GROUPS_MAX = 40 };

struct hal_board {
	struct boardfile file;
	const char *id, *title, *games;
	int lines, leds;
	struct hal_line line[HAL_LINES_MAX];
	struct hal_input input[HAL_LINES_MAX];
	uint8_t levels_of[HAL_LINES_MAX]; /* index into levels, + 1; 0: digital */
	struct hal_led led[HAL_LEDS_MAX];
	struct hal_levels levels[GROUPS_MAX];
	int groups;
};

/* Everything that reads one file: the board under construction and where to complain. */
struct making {
	struct hal_board *b;
	char *message;
	unsigned next_input[128]; /* by letter */
};

static const char *const kinds[] = { "presence", "owner", "ranked", "count" };
static const struct {
	uint16_t on_ms, off_ms;
} times[] = {
	[HAL_PRESENCE] = { 15, 60 }, [HAL_OWNER] = { 20, 60 }, [HAL_RANKED] = { 20, 60 },
	[HAL_COUNT] = { 100, 150 },  [HAL_BUTTON] = { 10, 30 },
};

int hal_board_complain(const struct hal_board *b, char message[HAL_MESSAGE_MAX], int line, const char *format, ...)
{
	va_list ap;
	int n = snprintf(message, HAL_MESSAGE_MAX, "%s:%d: ", b->file.name, line);
	va_start(ap, format);
	if (n >= 0 && n < HAL_MESSAGE_MAX)
		vsnprintf(message + n, (size_t)(HAL_MESSAGE_MAX - n), format, ap);
	va_end(ap);
	return -EINVAL;
}

/* ---- Words and numbers ---------------------------------------------------------------------------------------------- */

/* Takes the next word of a list; false at its end. Words longer than `size` are cut (and then fit nothing). */
static bool word(const char **p, char *to, size_t size)
{
	*p += strspn(*p, " \t");
	size_t n = strcspn(*p, " \t");
	snprintf(to, size, "%.*s", (int)n, *p);
	*p += n;
	return n > 0;
}

static int count_words(const char *p)
{
	char w[2];
	int n = 0;
	while (word(&p, w, sizeof w))
		n++;
	return n;
}

static bool number(const char *text, long min, long max, long *ret)
{
	char *end;
	errno = 0;
	long v = strtol(text, &end, 10);
	if (end == text || *end || errno || v < min || v > max)
		return false;
	*ret = v;
	return true;
}

static int number_entry(const struct hal_board *b, const char *section, const char *key, long min, long max, long otherwise,
                        long *ret, char message[HAL_MESSAGE_MAX])
{
	const struct boardfile_entry *e = boardfile_find(&b->file, section, key);
	if (!e)
		*ret = otherwise;
	else if (!number(e->value, min, max, ret))
		return hal_board_complain(b, message, e->line, "%s = %.30s: a number from %ld to %ld is wanted", key, e->value, min,
		                          max);
	return 0;
}

int hal_board_number(const struct hal_board *b, const char *section, const char *key, int min, int max, int otherwise, int *ret,
                     char message[HAL_MESSAGE_MAX])
{
	long v;
	int e = number_entry(b, section, key, min, max, otherwise, &v, message);
	if (e == 0)
		*ret = (int)v;
	return e;
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
	while (word(&p, w, sizeof w)) {
		char *colon = strchr(w, ':');
		long value, raw;
		if (colon)
			*colon++ = 0;
		if (!colon || !number(w, 0, 255, &value) || !number(colon, 0, 1023, &raw) || !value_fits(kind, most, value))
			return hal_board_complain(m->b, m->message, e->line,
			                          "levels: VALUE:RAW is wanted, a value of this kind and 0 ... 1023, not %s", w);
		if (l.n == HAL_LEVELS_MAX)
			return hal_board_complain(m->b, m->message, e->line, "levels: more than %d", HAL_LEVELS_MAX);
		l.at[l.n].value = (uint16_t)value;
		l.at[l.n++].raw = (uint16_t)raw;
	}
	if (kind == HAL_COUNT && !fill_counts(&l, most))
		return hal_board_complain(m->b, m->message, e->line, "levels: counts must rise from 0 to most (which is below %d)",
		                          HAL_LEVELS_MAX);
	if (l.n < 2 || !levels_distinct(&l))
		return hal_board_complain(m->b, m->message, e->line, "levels: two or more are wanted, all of them different");
	*ret = l;
	return 0;
}

/* ---- Groups of lines ------------------------------------------------------------------------------------------------------ */

static int add_label(struct making *m, int at, const char *label, const struct hal_line *like)
{
	struct hal_board *b = m->b;
	if (strlen(label) >= HAL_LABEL_MAX || strchr("@#", label[0]))
		return hal_board_complain(b, m->message, at, "%.20s: a label has at most %d characters and no @ or # in front", label,
		                          HAL_LABEL_MAX - 1);
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
	while (error == 0 && word(&p, w, sizeof w))
		error = add_label(m, e->line, w, like);
	return error;
}

static int use_input(struct making *m, int line, int at, char letter, unsigned n)
{
	struct hal_board *b = m->b;
	for (int i = 0; i < line; i++)
		if (b->input[i].letter == letter && b->input[i].number == n)
			return hal_board_complain(b, m->message, at, "serial input %c%u is in use for %s", letter, n, b->line[i].label);
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
	int words = e ? count_words(e->value) : 0, at = e ? e->line : boardfile_find(&b->file, section, "labels")->line, error = 0;
	if (words > 1 && words != b->lines - first)
		return hal_board_complain(b, m->message, at, "serial: %d inputs for %d labels", words, b->lines - first);
	const char *p = e ? e->value : "";
	for (int i = first; i < b->lines && error == 0; i++) {
		long n = m->next_input[(unsigned char)letter];
		char w[16];
		if (word(&p, w, sizeof w)) {
			if (!strchr("snab", w[0]) || !number(w + 1, 0, 999, &n))
				return hal_board_complain(b, m->message, at,
				                          "serial: %s: s, n, a or b and a number is wanted, like s0", w);
			if ((w[0] == 'a') != l->analogue)
				return hal_board_complain(b, m->message, at, "serial: %s: analogue inputs and `levels` go together", w);
			letter = w[0];
		}
		error = use_input(m, i, at, letter, (unsigned)n);
	}
	return error;
}

static int refuse_other_keys(struct making *m, const char *section, const char *allowed)
{
	const struct boardfile *f = &m->b->file;
	for (int i = 0; i < f->entries; i++) {
		char pattern[64];
		snprintf(pattern, sizeof pattern, " %s ", f->entry[i].key);
		if (!strcmp(f->entry[i].section, section) && !strstr(allowed, pattern))
			return hal_board_complain(m->b, m->message, f->entry[i].line, "[%s] has no key %s; it has:%s", section,
			                          f->entry[i].key, allowed);
	}
	return 0;
}

static int read_kind(struct making *m, const char *section, int at, uint8_t *ret)
{
	const struct boardfile_entry *e = boardfile_find(&m->b->file, section, "kind");
	for (uint8_t k = 0; e && k < sizeof kinds / sizeof *kinds; k++)
		if (!strcmp(e->value, kinds[k])) {
			*ret = k;
			return 0;
		}
	return hal_board_complain(m->b, m->message, e ? e->line : at, "[%s] kind: presence, owner, ranked or count is wanted", section);
}

static int read_group(struct making *m, const char *section, int at, bool buttons)
{
	struct hal_board *b = m->b;
	struct hal_line like = { .kind = HAL_BUTTON };
	const struct boardfile_entry *labels = boardfile_find(&b->file, section, "labels");
	const struct boardfile_entry *levels = boardfile_find(&b->file, section, "levels");
	long most, on_ms, off_ms;
	int first = b->lines, e = refuse_other_keys(m, section, buttons ? " labels on_ms off_ms serial "
	                                                                : " labels kind most levels on_ms off_ms serial ");
	if (e == 0 && !labels)
		e = hal_board_complain(b, m->message, at, "[%s] has no labels", section);
	if (e == 0 && !buttons)
		e = read_kind(m, section, at, &like.kind);
	if (e == 0)
		e = number_entry(b, section, "most", 1, 255, like.kind == HAL_COUNT ? 255 : 0, &most, m->message);
	if (e == 0)
		e = number_entry(b, section, "on_ms", 0, 10000, times[like.kind].on_ms, &on_ms, m->message);
	if (e == 0)
		e = number_entry(b, section, "off_ms", 0, 10000, times[like.kind].off_ms, &off_ms, m->message);
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

/* ---- LEDs, faults, head ------------------------------------------------------------------------------------------------------- */

static int add_led(struct making *m, int at, const char *label)
{
	struct hal_board *b = m->b;
	if (strlen(label) >= HAL_LABEL_MAX)
		return hal_board_complain(b, m->message, at, "%.20s: a label has at most %d characters", label, HAL_LABEL_MAX - 1);
	if (b->leds == HAL_LEDS_MAX)
		return hal_board_complain(b, m->message, at, "more than %d LEDs", HAL_LEDS_MAX);
	memcpy(b->led[b->leds++].label, label, strlen(label) + 1);
	return 0;
}

/* `sensors` stands for all sensor labels in their order: an LED under every site. */
static int read_leds(struct making *m)
{
	struct hal_board *b = m->b;
	const struct boardfile_entry *e = boardfile_find(&b->file, "leds", "labels");
	char w[HAL_LABEL_MAX + 8];
	const char *p = e ? e->value : "";
	int error = refuse_other_keys(m, "leds", " labels order gamma channel_ma idle_ma limit_ma ");
	while (error == 0 && word(&p, w, sizeof w)) {
		if (strcmp(w, "sensors")) {
			error = add_led(m, e->line, w);
			continue;
		}
		for (int i = 0; i < b->lines && error == 0; i++)
			if (b->line[i].kind != HAL_BUTTON)
				error = add_led(m, e->line, b->line[i].label);
	}
	struct hal_colour c;
	if (error == 0)
		error = hal_colour_read(&c, b, m->message);
	return error;
}

static int read_head(struct making *m)
{
	struct hal_board *b = m->b;
	const struct boardfile_entry *faulty = boardfile_find(&b->file, "board", "faulty");
	int error = refuse_other_keys(m, "board", " id title games faulty note ");
	b->id = hal_board_value(b, "board", "id");
	b->title = hal_board_value(b, "board", "title");
	b->games = hal_board_value(b, "board", "games");
	if (error == 0 && (!b->id || !b->title || !b->games))
		error = hal_board_complain(b, m->message, 1, "[board] needs id, title and games");
	char w[HAL_LABEL_MAX + 8];
	const char *p = faulty ? faulty->value : "";
	while (error == 0 && word(&p, w, sizeof w)) {
		int line = hal_board_find(b, w);
		if (line < 0)
			error = hal_board_complain(b, m->message, faulty->line, "faulty: there is no line %s", w);
		else
			hal_board_mark(b, line, true);
	}
	return error;
}

/* ---- The file --------------------------------------------------------------------------------------------------------------- */

static bool is_sensors(const char *section)
{
	return !strncmp(section, "sensors", 7) && (section[7] == ' ' || !section[7]);
}

static int refuse_other_sections(struct making *m)
{
	static const char known[] = " board buttons leds serial gpio matrix wood parts ";
	const struct boardfile *f = &m->b->file;
	for (int i = 0; i < f->entries; i++) {
		char pattern[64];
		snprintf(pattern, sizeof pattern, " %s ", f->entry[i].section);
		bool names = strncmp(f->entry[i].section, "names.", 6) == 0; /* what labels mean in a game: carried, not read */
		if (!names && !is_sensors(f->entry[i].section) && !strstr(known, pattern))
			return hal_board_complain(m->b, m->message, f->entry[i].line, "[%s]: there are the sections sensors NAME, names.GAME,%s",
			                          f->entry[i].section, known);
	}
	return 0;
}

/* Whether an entry is the first of its section. */
static bool begins_section(const struct boardfile *f, int i)
{
	for (int j = 0; j < i; j++)
		if (!strcmp(f->entry[j].section, f->entry[i].section))
			return false;
	return true;
}

static int make(struct making *m)
{
	const struct boardfile *f = &m->b->file;
	int error = refuse_other_sections(m);
	for (int i = 0; i < f->entries && error == 0; i++)
		if (is_sensors(f->entry[i].section) && begins_section(f, i))
			error = read_group(m, f->entry[i].section, f->entry[i].line, false);
	for (int i = 0; i < f->entries && error == 0; i++)
		if (!strcmp(f->entry[i].section, "buttons") && begins_section(f, i))
			error = read_group(m, "buttons", f->entry[i].line, true);
	if (error == 0 && m->b->lines == 0)
		error = hal_board_complain(m->b, m->message, 1, "no [sensors NAME] section: a board without sensors");
	if (error == 0)
		error = read_leds(m);
	if (error == 0)
		error = read_head(m);
	return error;
}

int hal_board_parse(const char *name, const char *text, struct hal_board **ret, char message[HAL_MESSAGE_MAX])
{
	struct hal_board *b = calloc(1, sizeof *b);
	struct making m = { .b = b, .message = message };
	if (!b) {
		snprintf(message, HAL_MESSAGE_MAX, "%s: no memory", name);
		return -ENOMEM;
	}
	int e = boardfile_parse(&b->file, name, text, message);
	if (e == 0)
		e = make(&m);
	if (e < 0) {
		hal_board_free(b);
		return e;
	}
	*ret = b;
	return 0;
}

int hal_board_read(const char *path, struct hal_board **ret, char message[HAL_MESSAGE_MAX])
{
	char *text;
	int e = boardfile_slurp(path, &text);
	if (e < 0) {
		snprintf(message, HAL_MESSAGE_MAX, "%s: %s", path, e == -EILSEQ ? "not a text file" : strerror(-e));
		return e == -EILSEQ ? -EINVAL : e;
	}
	e = hal_board_parse(path, text, ret, message);
	free(text);
	return e;
}

void hal_board_free(struct hal_board *b)
{
	if (!b)
		return;
	boardfile_free(&b->file);
	free(b);
}

/* ---- Looking things up -------------------------------------------------------------------------------------------------------- */

const char *hal_board_id(const struct hal_board *b)
{
	return b->id;
}

const char *hal_board_title(const struct hal_board *b)
{
	return b->title;
}

const char *hal_board_games(const struct hal_board *b)
{
	return b->games;
}

int hal_board_lines(const struct hal_board *b)
{
	return b->lines;
}

const struct hal_line *hal_board_line(const struct hal_board *b, int line)
{
	return line >= 0 && line < b->lines ? &b->line[line] : NULL;
}

int hal_board_leds(const struct hal_board *b)
{
	return b->leds;
}

const struct hal_led *hal_board_led(const struct hal_board *b, int led)
{
	return led >= 0 && led < b->leds ? &b->led[led] : NULL;
}

const char *hal_board_value(const struct hal_board *b, const char *section, const char *key)
{
	const struct boardfile_entry *e = boardfile_find(&b->file, section, key);
	return e ? e->value : NULL;
}

int hal_board_line_of(const struct hal_board *b, const char *section, const char *key)
{
	const struct boardfile_entry *e = boardfile_find(&b->file, section, key);
	return e ? e->line : 1;
}

void hal_board_mark(struct hal_board *b, int line, bool faulty)
{
	if (line >= 0 && line < b->lines)
		b->line[line].faulty = faulty;
}

int hal_board_find(const struct hal_board *b, const char *label)
{
	for (int i = 0; i < b->lines; i++)
		if (!strcmp(b->line[i].label, label))
			return i;
	return -ENOENT;
}

const struct hal_levels *hal_board_levels(const struct hal_board *b, int line)
{
	return b->levels_of[line] ? &b->levels[b->levels_of[line] - 1] : NULL;
}

struct hal_input hal_board_input(const struct hal_board *b, int line)
{
	return b->input[line];
}

const char *hal_board_entry(const struct hal_board *b, const char *section, int n, const char **ret_value, int *ret_line)
{
	for (int i = 0; i < b->file.entries; i++)
		if (!strcmp(b->file.entry[i].section, section) && n-- == 0) {
			*ret_value = b->file.entry[i].value;
			*ret_line = b->file.entry[i].line;
			return b->file.entry[i].key;
		}
	return NULL;
}
