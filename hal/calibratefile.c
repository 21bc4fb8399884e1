/*
 * calibratefile.c — a calibration as a file: written seldom, durably, and never over something that somebody else wrote.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boardfile.h"
#include "calibrate.h"

/* ---- Reading ---------------------------------------------------------------------------------------------------------------
 */

static struct calibrate_level *level_of(struct calibrate_line *l, int value, int nominal)
{
	for (int i = 0; i < l->n; i++)
		if (l->level[i].value == value && l->level[i].nominal == nominal)
			return &l->level[i];
	return NULL;
}

static int read_entry(struct hal_calibration *c, const struct boardfile *f, const struct boardfile_entry *e,
		      char message[HAL_MESSAGE_MAX])
{
	int line = hal_board_find(c->board, e->section), value, nominal, samples, n = 0, m = 0;
	double mean, spread;
	const char *what = NULL;
	struct calibrate_level *v = NULL;
	if (line < 0 || !c->line[line].n)
		what = "the board has no analogue line of this name";
	else if (sscanf(e->key, "%9d@%9d%n", &value, &nominal, &n) < 2 || e->key[n])
		what = "VALUE@NOMINAL is wanted before the equals sign";
	else if (!(v = level_of(&c->line[line], value, nominal)))
		what = "the board file has no such level";
	else if (sscanf(e->value, "%lf %lf %9d%n", &mean, &spread, &samples, &m) < 3 || e->value[m] ||
		 !(mean >= 0 && mean <= 1023) || !(spread >= 0 && spread <= 1023) || samples < 1 || samples > 1000000)
		what = "MEAN SPREAD SAMPLES is wanted: 0 ... 1023, 0 ... 1023, 1 or more";
	if (what) {
		snprintf(message, HAL_MESSAGE_MAX, "%.60s:%d: [%.15s] %s", f->name, e->line, e->section, what);
		return -EINVAL;
	}
	v->mean = mean;
	v->variance = spread * spread;
	v->samples = samples;
	return 0;
}

static int read_all(struct hal_calibration *c, const struct boardfile *f, char message[HAL_MESSAGE_MAX])
{
	const struct boardfile_entry *board = boardfile_find(f, "calibration", "board");
	if (!board || strcmp(board->value, hal_board_id(c->board))) {
		snprintf(message, HAL_MESSAGE_MAX, "%.60s:%d: a calibration of board \"%.20s\" is wanted, not of \"%.20s\"",
			 f->name, board ? board->line : 1, hal_board_id(c->board), board ? board->value : "");
		return -EINVAL;
	}
	for (int i = 0; i < f->entries; i++)
		if (strcmp(f->entry[i].section, "calibration")) {
			int e = read_entry(c, f, &f->entry[i], message);
			if (e < 0)
				return e;
		}
	return 0;
}

static void swap_levels(struct hal_calibration *a, struct hal_calibration *b)
{
	for (int i = 0; i < HAL_LINES_MAX; i++) {
		struct calibrate_line l = a->line[i];
		a->line[i] = b->line[i];
		b->line[i] = l;
	}
}

/* Everything or nothing: read into a new one, which takes the place of the old. */
int hal_calibration_parse(struct hal_calibration *c, const char *name, const char *text, char message[HAL_MESSAGE_MAX])
{
	struct boardfile f;
	struct hal_calibration *fresh = NULL;
	int e = boardfile_parse(&f, name, text, message);
	if (e < 0)
		return e;
	e = hal_calibration_new(c->board, &fresh);
	if (e < 0)
		snprintf(message, HAL_MESSAGE_MAX, "%s: no memory", name);
	else
		e = read_all(fresh, &f, message);
	if (e == 0) {
		for (int i = 0; i < HAL_LINES_MAX; i++)
			calibrate_settle(&fresh->line[i]);
		swap_levels(c, fresh);
	}
	hal_calibration_free(fresh);
	boardfile_free(&f);
	return e;
}

int hal_calibration_read(struct hal_calibration *c, const char *path, char message[HAL_MESSAGE_MAX])
{
	char *text;
	int e = boardfile_slurp(path, &text);
	if (e < 0) {
		snprintf(message, HAL_MESSAGE_MAX, "%.100s: %s", path, e == -EILSEQ ? "not a text file" : strerror(-e));
		return e == -EILSEQ ? -EINVAL : e;
	}
	e = hal_calibration_parse(c, path, text, message);
	if (e < 0) {
		free(text);
		return e;
	}
	free(c->read_text);
	c->read_text = text;
	return 0;
}

/* ---- Writing ---------------------------------------------------------------------------------------------------------------
 */

static void print_line(FILE *f, const char *before, const char *label, const struct calibrate_line *l)
{
	bool head = false;
	for (int i = 0; i < l->n; i++) {
		const struct calibrate_level *v = &l->level[i];
		if (!v->samples)
			continue;
		if (!head)
			fprintf(f, "%s\n%s[%s]\n", before, before, label);
		head = true;
		fprintf(f, "%s%d@%d = %.2f %.2f %d\n", before, v->value, v->nominal, v->mean, sqrt(v->variance), v->samples);
	}
}

/* Closes a stream of memory; NULL, and nothing left, if there was not enough of it. */
static char *finished(FILE *f, char **text)
{
	bool bad = ferror(f) != 0;
	if (fclose(f) == 0 && !bad)
		return *text;
	free(*text);
	return *text = NULL;
}

char *hal_calibration_text(const struct hal_calibration *c)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	if (!f)
		return NULL;
	fprintf(f,
		"; What the analogue sensors of this board were seen to read.\n"
		"; VALUE@NOMINAL = MEAN SPREAD SAMPLES, readings 0 ... 1023. NOMINAL is the board file's level.\n\n"
		"[calibration]\nboard = %s\n",
		hal_board_id(c->board));
	for (int i = 0; i < hal_board_lines(c->board); i++)
		print_line(f, "", hal_board_line(c->board, i)->label, &c->line[i]);
	return finished(f, &text);
}

/* ---- In a trace ------------------------------------------------------------------------------------------------------ */

static const char quote[] = "#= ";

char *hal_calibration_quote(const struct hal_calibration *c, const bool *wanted)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool any = false;
	if (!f)
		return NULL;
	for (int i = 0; i < hal_board_lines(c->board); i++) {
		if ((wanted && !wanted[i]) || hal_calibration_samples(c, i, -1) == 0)
			continue;
		if (!any)
			fprintf(f, "%s[calibration]\n%sboard = %s\n", quote, quote, hal_board_id(c->board));
		any = true;
		print_line(f, quote, hal_board_line(c->board, i)->label, &c->line[i]);
	}
	return finished(f, &text);
}

int hal_calibration_unquote(struct hal_calibration *c, const char *path, char message[HAL_MESSAGE_MAX])
{
	char *line = NULL, *text = NULL;
	size_t room = 0, size;
	FILE *f = fopen(path, "re"), *out = NULL;
	int number = 0, told = 0, e = 0;
	if (!f || !(out = open_memstream(&text, &size))) {
		e = -errno;
		snprintf(message, HAL_MESSAGE_MAX, "%.100s: %s", path, strerror(-e));
		if (f)
			fclose(f);
		return e;
	}
	while (getline(&line, &room, f) > 0) {
		number++;
		if (strncmp(line, quote, strlen(quote)) != 0)
			continue;
		for (; told + 1 < number; told++) /* so that a message names the line of the trace */
			fputc('\n', out);
		told++;
		fputs(line + strlen(quote), out);
	}
	free(line);
	fclose(f);
	if (!finished(out, &text))
		return -ENOMEM;
	e = told ? hal_calibration_parse(c, path, text, message) : -ENOENT;
	free(text);
	return e;
}

/* What lies at `path` is what this calibration was read from or last written to: 0; −ESTALE if not; *ret_exists. */
static int same_as_read(const struct hal_calibration *c, const char *path, bool *ret_exists)
{
	char *now;
	int e = boardfile_slurp(path, &now);
	*ret_exists = e != -ENOENT;
	if (e == -ENOENT)
		return 0;
	if (e < 0)
		return e == -EILSEQ || e == -EFBIG ? -ESTALE : e;
	bool same = c->read_text && !strcmp(c->read_text, now);
	free(now);
	return same ? 0 : -ESTALE;
}

static int write_durably(const char *path, const char *text)
{
	size_t n = strlen(text);
	int e = 0, fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0)
		return -errno;
	while (n > 0 && e == 0) {
		ssize_t done = write(fd, text, n);
		if (done < 0) {
			e = -errno;
		} else {
			text += done;
			n -= (size_t)done;
		}
	}
	if (e == 0 && fsync(fd) < 0)
		e = -errno;
	if (close(fd) < 0 && e == 0)
		e = -errno;
	return e;
}

/* Gives the old file a second name, the first free of PATH.1, PATH.2 … */
static int keep_old(const char *path)
{
	char kept[PATH_MAX];
	for (int i = 1; i < 10000; i++) {
		if (snprintf(kept, sizeof kept, "%s.%d", path, i) >= (int)sizeof kept)
			return -ENAMETOOLONG;
		if (link(path, kept) == 0)
			return 0;
		if (errno != EEXIST)
			return -errno;
	}
	return -EEXIST;
}

static int replace(const char *path, const char *text, bool exists)
{
	char fresh[PATH_MAX];
	if (snprintf(fresh, sizeof fresh, "%s.new", path) >= (int)sizeof fresh)
		return -ENAMETOOLONG;
	int e = write_durably(fresh, text);
	if (e == 0 && exists)
		e = keep_old(path);
	if (e == 0 && rename(fresh, path) < 0)
		e = -errno;
	if (e < 0)
		unlink(fresh);
	return e;
}

int hal_calibration_write(struct hal_calibration *c, const char *path, char message[HAL_MESSAGE_MAX])
{
	bool exists = false;
	char *text = hal_calibration_text(c);
	int e = text ? same_as_read(c, path, &exists) : -ENOMEM;
	if (e == 0 && !(exists && !strcmp(text, c->read_text)))
		e = replace(path, text, exists);
	if (e < 0) {
		snprintf(message, HAL_MESSAGE_MAX, "%.100s: %s", path,
			 e == -ESTALE ? "was changed by somebody else; not overwritten" : strerror(-e));
		free(text);
		return e;
	}
	free(c->read_text);
	c->read_text = text;
	return 0;
}
