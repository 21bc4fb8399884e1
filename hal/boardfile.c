/*
 * boardfile.c — a board file as text: inih splits it, this keeps sections, keys, values and the line where each stood.
 *
 * inih hands no line numbers out, so its reader counts; it cuts what is too long for it, so the reader refuses that before.
 */
#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boardfile.h"

enum { NAME_MAX_INIH = 48 }; /* inih cuts sections and keys at 49 */

struct reading {
	struct boardfile *f;
	const char *text;
	char *message;
	int line;
	bool continued; /* the line began with white space: more of the value above */
	int error;
};

static int complain(struct reading *r, int line, const char *what)
{
	if (!r->error)
		snprintf(r->message, HAL_MESSAGE_MAX, "%s:%d: %s", r->f->name, line, what);
	r->error = -EINVAL;
	return 0;
}

static char *next_line(char *to, int size, void *user)
{
	struct reading *r = user;
	size_t n = strcspn(r->text, "\n");
	if (!*r->text || r->error)
		return NULL;
	r->line++;
	r->continued = isspace((unsigned char)r->text[0]) && n > 0;
	if (n + 2 > (size_t)size) {
		complain(r, r->line, "line too long; break it, the next one beginning with a space");
		return NULL;
	}
	memcpy(to, r->text, n);
	to[n] = 0;
	r->text += n + (r->text[n] == '\n');
	return to;
}

static int grow(struct boardfile *f)
{
	if (f->entries < f->room)
		return 0;
	int room = f->room ? f->room * 2 : 32;
	struct boardfile_entry *e = realloc(f->entry, (size_t)room * sizeof *e);
	if (!e)
		return -ENOMEM;
	f->entry = e;
	f->room = room;
	return 0;
}

static int append(struct boardfile_entry *e, const char *more)
{
	size_t n = strlen(e->value);
	char *v = realloc(e->value, n + strlen(more) + 2);
	if (!v)
		return -ENOMEM;
	v[n] = ' ';
	strcpy(v + n + 1, more);
	e->value = v;
	return 0;
}

static int add(struct reading *r, const char *section, const char *key, const char *value)
{
	struct boardfile *f = r->f;
	if (grow(f) < 0)
		return -ENOMEM;
	struct boardfile_entry e = { strdup(section), strdup(key), strdup(value), r->line };
	if (!e.section || !e.key || !e.value) {
		free(e.section);
		free(e.key);
		free(e.value);
		return -ENOMEM;
	}
	f->entry[f->entries++] = e;
	return 0;
}

static int take(void *user, const char *section, const char *key, const char *value)
{
	struct reading *r = user;
	struct boardfile_entry *last = r->f->entries ? &r->f->entry[r->f->entries - 1] : NULL;
	if (r->error)
		return 0;
	if (strlen(section) > NAME_MAX_INIH || strlen(key) > NAME_MAX_INIH)
		return complain(r, r->line, "a name longer than 48 characters");
	if (r->continued && last && !strcmp(last->key, key) && !strcmp(last->section, section)) {
		r->error = append(last, value);
		return !r->error;
	}
	if (!*section)
		return complain(r, r->line, "a key before the first [section]");
	if (boardfile_find(r->f, section, key))
		return complain(r, r->line, "the same key stands in this section already");
	r->error = add(r, section, key, value);
	return !r->error;
}

int boardfile_parse(struct boardfile *f, const char *name, const char *text, char message[HAL_MESSAGE_MAX])
{
	struct reading r = { .f = f, .text = text, .message = message };
	memset(f, 0, sizeof *f);
	f->name = strdup(name);
	int bad = f->name ? ini_parse_stream(next_line, &r, take, &r) : -2;
	if (bad > 0 && !r.error)
		complain(&r, bad, "neither [section] nor key = value");
	if (bad == -2 && !r.error)
		r.error = -ENOMEM;
	if (r.error == -ENOMEM)
		snprintf(message, HAL_MESSAGE_MAX, "%s: no memory", name);
	if (r.error)
		boardfile_free(f);
	return r.error;
}

void boardfile_free(struct boardfile *f)
{
	for (int i = 0; i < f->entries; i++) {
		free(f->entry[i].section);
		free(f->entry[i].key);
		free(f->entry[i].value);
	}
	free(f->entry);
	free(f->name);
	memset(f, 0, sizeof *f);
}

const struct boardfile_entry *boardfile_find(const struct boardfile *f, const char *section, const char *key)
{
	for (int i = 0; i < f->entries; i++)
		if (!strcmp(f->entry[i].key, key) && !strcmp(f->entry[i].section, section))
			return &f->entry[i];
	return NULL;
}

int boardfile_slurp(const char *path, char **ret)
{
	enum { MOST = 1 << 20 };
	int e = 0;
	FILE *file = fopen(path, "re");
	if (!file)
		return -errno;
	char *text = malloc(MOST + 1);
	size_t n = text ? fread(text, 1, MOST, file) : 0;
	if (!text)
		e = -ENOMEM;
	else if (ferror(file))
		e = -EIO;
	else if (n == MOST)
		e = -EFBIG;
	else if (memchr(text, 0, n))
		e = -EILSEQ;
	fclose(file);
	if (e < 0) {
		free(text);
		return e;
	}
	text[n] = 0;
	*ret = text;
	return 0;
}
