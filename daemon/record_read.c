/* record_read.c — one game out of text that somebody made elsewhere: strict, with line and reason. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "record_internal.h"

/* Writes a sentence, with `what` (cut to its first line) in place of '~'. */
static void say(char *ret, size_t room, const char *sentence, const char *what)
{
	int before = (int)strcspn(sentence, "~"), n = (int)strcspn(what, "\r\n");
	if (sentence[before])
		snprintf(ret, room, "%.*s%.*s%s", before, sentence, n < 60 ? n : 60, what, sentence + before + 1);
	else
		snprintf(ret, room, "%s", sentence);
}

int record_fail(struct reader *r, const char *en, const char *es, const char *what)
{
	r->err->line = r->line;
	say(r->err->en, sizeof r->err->en, en, what);
	say(r->err->es, sizeof r->err->es, es, what);
	return -EINVAL;
}

static bool take_byte(struct reader *r, char byte)
{
	if (*r->at != byte)
		return false; /* perhaps the end, which must not be passed */
	r->at++;
	return true;
}

/* Reads up to `stop`, undoing escapes, into `ret`; −EINVAL at a line's end or when it does not fit. */
static int read_escaped(struct reader *r, char stop, char *ret, size_t room)
{
	size_t n = 0;
	for (; *r->at && *r->at != '\n' && *r->at != stop; r->at++) {
		char c = *r->at;
		if (c == '\\') {
			c = *++r->at;
			if (c == 'n' || c == 't')
				c = c == 'n' ? '\n' : '\t';
			else if (!c || !strchr("\"\\{}", c))
				return record_fail(r, "a backslash before ~", "una barra inversa ante ~",
						   c ? "something that needs none" : "the end");
		} else if ((unsigned char)c < 0x20 || c == 0x7f) {
			return record_fail(r, "a control character in the ~", "un carácter de control en el ~", "text");
		}
		if (n + 1 >= room)
			return record_fail(r, "the ~ is too long", "el ~ es demasiado largo", "text");
		ret[n++] = c;
	}
	if (*r->at != stop)
		return record_fail(r, "a ~ is missing", "falta ~", stop == '"' ? "\"" : "}");
	r->at++;
	ret[n] = '\0';
	return 0;
}

/* ---- Tags ------------------------------------------------------------------------------------------------------------------- */

static int read_time(struct reader *r, const char *value, int64_t *ret)
{
	struct tm tm = { 0 };
	const char *end = strptime(value, "%Y-%m-%d %H:%M:%S", &tm);
	if (!end || strcmp(end, " UTC") != 0)
		return record_fail(r, "\"~\" is not a time like 2026-11-30 20:03:12 UTC",
				   "«~» no es una hora como 2026-11-30 20:03:12 UTC", value);
	*ret = (int64_t)timegm(&tm) * 1000;
	return 0;
}

static int read_tags(struct reader *r, const char *value)
{
	struct saved_game *g = r->game;
	for (const char *p = value; *p;) {
		p += strspn(p, ", ");
		size_t n = strcspn(p, ",");
		while (n && p[n - 1] == ' ')
			n--;
		if (n == 0)
			break;
		if (g->tags == SAVED_TAGS_MAX || n >= SAVED_TAG)
			return record_fail(r, "too many or too long tags: ~", "demasiadas etiquetas o muy largas: ~", p);
		memcpy(g->tag[g->tags], p, n);
		g->tag[g->tags++][n] = '\0';
		p += strcspn(p, ",");
	}
	return 0;
}

bool record_is_result(const char *text)
{
	return strcmp(text, "ongoing") == 0 || strcmp(text, "unfinished") == 0 || strcmp(text, "draw") == 0 ||
	       (strncmp(text, "win ", 4) == 0 && text[4] >= '1' && text[4] <= '4' && !text[5]);
}

int record_copy(struct reader *r, const char *value, char *ret, size_t room)
{
	if (strlen(value) >= room)
		return record_fail(r, "\"~\" is too long", "«~» es demasiado largo", value);
	strcpy(ret, value);
	return 0;
}

static int set_tag(struct reader *r, const char *key, const char *value)
{
	struct saved_game *g = r->game;
	if (strcmp(key, "Game") == 0)
		return record_copy(r, value, g->game, sizeof g->game);
	if (strcmp(key, "Started") == 0)
		return read_time(r, value, &g->started_ms);
	if (strcmp(key, "Ended") == 0)
		return read_time(r, value, &g->ended_ms);
	if (strcmp(key, "Local") == 0)
		return 0;
	if (strcmp(key, "Clock") == 0) {
		g->clock_set = strcmp(value, "not set") != 0;
		return 0;
	}
	if (strncmp(key, "Player", 6) == 0 && key[6] >= '1' && key[6] <= '4' && !key[7])
		return record_copy(r, value, g->player[key[6] - '0'], SAVED_NAME);
	if (strcmp(key, "Result") == 0)
		return record_is_result(value) ? record_copy(r, value, g->result, sizeof g->result)
					       : record_fail(r, "\"~\" is no result", "«~» no es un resultado", value);
	if (strcmp(key, "Reason") == 0)
		return record_copy(r, value, g->reason, sizeof g->reason);
	if (strcmp(key, "Start") == 0)
		return record_copy(r, value, g->start, sizeof g->start);
	if (strcmp(key, "Tags") == 0)
		return read_tags(r, value);
	char **keep = strcmp(key, "Note") == 0      ? &g->note
		      : strcmp(key, "Seconds") == 0 ? &r->seconds
		      : strcmp(key, "Derived") == 0 ? &r->derived
						    : NULL;
	if (!keep)
		return record_fail(r, "there is no tag \"~\"", "no existe la etiqueta «~»", key);
	if (keep == &g->note && strlen(value) > SAVED_NOTE)
		return record_fail(r, "the ~ is too long", "la nota (~) es demasiado larga", "Note");
	free(*keep);
	*keep = strdup(value);
	return *keep ? 0 : -ENOMEM;
}

static int read_tag(struct reader *r)
{
	char key[32];
	size_t room = strcspn(r->at, "\n") + 1;
	size_t n = strspn(r->at + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
	if (n == 0 || n >= sizeof key || strncmp(r->at + 1 + n, " \"", 2) != 0)
		return record_fail(r, "this is no tag: ~", "esto no es una etiqueta: ~", r->at);
	memcpy(key, r->at + 1, n);
	key[n] = '\0';
	r->at += n + 3;
	char *value = malloc(room);
	if (!value)
		return -ENOMEM;
	int err = read_escaped(r, '"', value, room);
	if (err == 0 && !take_byte(r, ']'))
		err = record_fail(r, "the ] is missing after ~", "falta ] tras ~", key);
	if (err == 0 && r->moves)
		err = record_fail(r, "tag ~ after the moves", "etiqueta ~ tras las jugadas", key);
	if (err == 0)
		err = set_tag(r, key, value);
	free(value);
	return err;
}

/* ---- Moves ------------------------------------------------------------------------------------------------------------------ */

static int add_ply(struct reader *r, struct saved_line *l, const char *word, size_t n)
{
	char action[RULES_ACTION_MAX];
	if (n >= sizeof action)
		return record_fail(r, "an action of ~ bytes", "una acción de ~ bytes", "too many");
	memcpy(action, word, n);
	action[n] = '\0';
	if (l->plies >= SAVED_PLIES_MAX)
		return record_fail(r, "more than ~ actions", "más de ~ acciones", "20000");
	if (l == &r->game->line) {
		int *grown = realloc(r->line_of, (size_t)(l->plies + 1) * sizeof *grown);
		if (!grown)
			return -ENOMEM;
		r->line_of = grown;
		grown[l->plies] = r->line;
	}
	return saved_line_add(l, &(struct saved_ply){ .action = action });
}

/* Words up to `stop` or the line's end. The first word of a line of the main line may be a turn number. */
static int read_words(struct reader *r, struct saved_line *l, char stop, bool numbered)
{
	for (bool first = true;; first = false) {
		r->at += strspn(r->at, " \t\r");
		if (*r->at == stop || *r->at == '\n' || !*r->at)
			break;
		size_t n = strcspn(r->at, stop == ')' ? " \t\r\n)" : " \t\r\n");
		bool number = numbered && first && strspn(r->at, "0123456789") == n && (r->at[n] == ' ' || r->at[n] == '\t');
		/* "4" may be an action of its own (Swahili): a number counts as one only with an action behind it. */
		int err = number ? 0 : add_ply(r, l, r->at, n);
		if (err < 0)
			return err;
		r->at += n;
	}
	return 0;
}

static int read_number(struct reader *r, int *ret)
{
	char *end;
	long n = strtol(r->at, &end, 10);
	if (end == r->at || n < 0 || n > SAVED_PLIES_MAX || *r->at == '+' || *r->at == '-')
		return record_fail(r, "a ply number is missing before ~", "falta el número de acción ante ~", r->at);
	*ret = (int)n;
	r->at = end;
	return 0;
}

static int read_comment(struct reader *r)
{
	int ply;
	char text[SAVED_NOTE + 1];
	r->at++;
	int err = read_number(r, &ply);
	if (err < 0)
		return err;
	r->at += *r->at == ' ';
	err = read_escaped(r, '}', text, sizeof text);
	return err < 0 ? err : saved_game_comment(r->game, ply, text);
}

static int read_branch(struct reader *r)
{
	int from;
	struct saved_line *l;
	r->at++;
	int err = read_number(r, &from);
	if (err == 0)
		err = saved_game_branch(r->game, from, &l);
	if (err == 0)
		err = read_words(r, l, ')', false);
	if (err == 0 && !take_byte(r, ')'))
		err = record_fail(r, "a ~ is missing", "falta ~", ")");
	return err;
}

static int apply_lists(struct reader *r)
{
	struct saved_line *l = &r->game->line;
	int i = 0;
	for (const char *p = r->seconds; p && *p; i++) {
		char *end;
		double s = strtod(p, &end);
		if (end == p || i >= l->plies || !(s >= 0 && s < 1e9))
			return record_fail(r, "~ does not fit the actions", "~ no cuadra con las acciones", "Seconds");
		l->ply[i].time_ms = r->game->started_ms + (int64_t)(s * 1000 + 0.5);
		p = end + strspn(end, " ");
	}
	for (const char *p = r->derived; p && *p;) {
		char *end;
		long n = strtol(p, &end, 10);
		if (end == p || n < 1 || n > l->plies)
			return record_fail(r, "~ does not fit the actions", "~ no cuadra con las acciones", "Derived");
		l->ply[n - 1].derived = true;
		p = end + strspn(end, " ");
	}
	return 0;
}

static int check_result(struct reader *r, const char *written)
{
	struct saved_game *g = r->game;
	if (!record_is_result(written) || (g->result[0] && strcmp(g->result, written) != 0))
		return record_fail(r, "\"end ~\" does not agree with Result", "«end ~» no coincide con Result", written);
	strcpy(g->result, written);
	return 0;
}

static int finish(struct reader *r)
{
	char word[24];
	size_t n = strcspn(r->at, "\n");
	while (n && (r->at[n - 1] == '\r' || r->at[n - 1] == ' '))
		n--;
	snprintf(word, sizeof word, "%.*s", (int)(n < 20 ? n : 20), r->at);
	r->at += strcspn(r->at, "\n");
	int err = check_result(r, word), bad;
	if (err == 0)
		err = apply_lists(r);
	if (err == 0) {
		err = record_fill(r->game, &bad, r->err);
		if (err < 0)
			r->err->line = bad >= 0 && bad < r->game->line.plies && r->line_of ? r->line_of[bad] : r->line;
	}
	r->ended = true;
	return err;
}

static int read_line(struct reader *r)
{
	r->at += strspn(r->at, " \t");
	if (*r->at == '\n' || !*r->at || *r->at == '\r' || *r->at == '#') {
		r->at += strcspn(r->at, "\n");
		return 0;
	}
	if (*r->at == '[')
		return read_tag(r);
	r->moves = true;
	if (*r->at == '{')
		return read_comment(r);
	if (*r->at == '(')
		return read_branch(r);
	if (strncmp(r->at, "end ", 4) == 0) {
		r->at += 4;
		return finish(r);
	}
	return read_words(r, &r->game->line, '\n', true);
}

int record_read_one(struct reader *r)
{
	r->ended = r->moves = false;
	r->game->clock_set = true;
	while (*r->at && !r->ended) {
		int err = read_line(r);
		if (err < 0)
			return err;
		r->at += strspn(r->at, " \t\r");
		if (*r->at && *r->at != '\n')
			return record_fail(r, "something stands behind the end: ~", "hay algo tras el final: ~", r->at);
		if (*r->at == '\n') {
			r->at++;
			r->line++;
		}
	}
	return r->ended ? 0 : record_fail(r, "the line \"end …\" is missing~", "falta la línea «end …»~", "");
}

void record_skip_blank(struct reader *r)
{
	for (;;) {
		size_t n = strspn(r->at, " \t\r");
		if (r->at[n] == '#')
			n += strcspn(r->at + n, "\n");
		if (r->at[n] != '\n') {
			r->at += r->at[n] ? 0 : n;
			return;
		}
		r->at += n + 1;
		r->line++;
	}
}
