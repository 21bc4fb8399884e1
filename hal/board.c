/*
 * board.c — what a board file means: lines, LEDs, levels, inputs. The format is described in boards/README.md.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boardmake.h"

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

bool board_word(const char **p, char *to, size_t size)
{
	*p += strspn(*p, " \t");
	size_t n = strcspn(*p, " \t");
	snprintf(to, size, "%.*s", (int)n, *p);
	*p += n;
	return n > 0;
}

bool board_number(const char *text, long min, long max, long *ret)
{
	char *end;
	errno = 0;
	long v = strtol(text, &end, 10);
	if (end == text || *end || errno || v < min || v > max)
		return false;
	*ret = v;
	return true;
}

int board_number_entry(const struct hal_board *b, const char *section, const char *key, long min, long max, long otherwise,
		       long *ret, char message[HAL_MESSAGE_MAX])
{
	const struct boardfile_entry *e = boardfile_find(&b->file, section, key);
	if (!e)
		*ret = otherwise;
	else if (!board_number(e->value, min, max, ret))
		return hal_board_complain(b, message, e->line, "%s = %.30s: a number from %ld to %ld is wanted", key, e->value,
					  min, max);
	return 0;
}

int hal_board_number(const struct hal_board *b, const char *section, const char *key, int min, int max, int otherwise, int *ret,
		     char message[HAL_MESSAGE_MAX])
{
	long v;
	int e = board_number_entry(b, section, key, min, max, otherwise, &v, message);
	if (e == 0)
		*ret = (int)v;
	return e;
}

int board_refuse_other_keys(struct making *m, const char *section, const char *allowed)
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

/* ---- LEDs, faults, head ---------------------------------------------------------------------------------------------- */

static int add_led(struct making *m, int at, const char *label)
{
	struct hal_board *b = m->b;
	if (strlen(label) >= HAL_LABEL_MAX)
		return hal_board_complain(b, m->message, at, "%.20s: a label has at most %d characters", label,
					  HAL_LABEL_MAX - 1);
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
	int error = board_refuse_other_keys(m, "leds", " labels order gamma channel_ma idle_ma limit_ma ");
	while (error == 0 && board_word(&p, w, sizeof w)) {
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
	int error = 0;
	b->id = hal_board_value(b, "board", "id");
	b->title = hal_board_value(b, "board", "title");
	b->games = hal_board_value(b, "board", "games");
	if (!b->id || !b->title || !b->games)
		error = hal_board_complain(b, m->message, 1, "[board] needs id, title and games");
	char w[HAL_LABEL_MAX + 8];
	const char *p = faulty ? faulty->value : "";
	while (error == 0 && board_word(&p, w, sizeof w)) {
		int line = hal_board_find(b, w);
		if (line < 0)
			error = hal_board_complain(b, m->message, faulty->line, "faulty: there is no line %s", w);
		else
			hal_board_mark(b, line, true);
	}
	return error;
}

/* ---- The file ---------------------------------------------------------------------------------------------------------------
 */

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
			return hal_board_complain(m->b, m->message, f->entry[i].line,
						  "[%s]: there are the sections sensors NAME, names.GAME,%s",
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
	if (error == 0)
		error = board_refuse_other_keys(m, "board", " id title games faulty note ");
	for (int i = 0; i < f->entries && error == 0; i++)
		if (is_sensors(f->entry[i].section) && begins_section(f, i))
			error = board_read_group(m, f->entry[i].section, f->entry[i].line, false);
	for (int i = 0; i < f->entries && error == 0; i++)
		if (!strcmp(f->entry[i].section, "buttons") && begins_section(f, i))
			error = board_read_group(m, "buttons", f->entry[i].line, true);
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

/* ---- Looking things up ----------------------------------------------------------------------------------------------- */

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

int hal_board_inputs(const struct hal_board *b, char letter)
{
	int most = 0;
	for (int i = 0; i < hal_board_lines(b); i++) {
		struct hal_input in = hal_board_input(b, i);
		if (in.letter == letter && in.number >= most)
			most = in.number + 1;
	}
	return most;
}

bool hal_board_mentions(const struct hal_board *b, const char *section, const char *begins)
{
	for (int i = 0; i < b->file.entries; i++)
		if (!strcmp(b->file.entry[i].section, section) && !strncmp(b->file.entry[i].key, begins, strlen(begins)))
			return true;
	return false;
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
