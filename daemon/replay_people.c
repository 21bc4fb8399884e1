/*
 * replay_people.c — "#!" lines of traces.
 */
#include "replay_people.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ------------------------------------------------------------------------------------------------------------- */

static int read_line(const char *text, int number, struct people_line *ret)
{
	long long us;
	int n = 0;

	if (sscanf(text, "#! %18lld %11s%n", &us, ret->what, &n) < 2 || us < 0)
		return -EINVAL;
	text += n;
	text += strspn(text, " \t");
	size_t length = strcspn(text, "\r\n");
	if (length >= sizeof ret->rest)
		return -EINVAL;
	memcpy(ret->rest, text, length);
	ret->rest[length] = '\0';
	ret->time_us = us;
	ret->line = number;
	return 0;
}

int people_read(const char *path, struct people_line **ret, int *ret_n, char message[PEOPLE_MESSAGE])
{
	char *text = NULL;
	size_t room = 0;
	int n = 0, number = 0, e = 0;
	struct people_line *list = NULL;
	FILE *f = fopen(path, "re");
	if (!f) {
		e = -errno;
		snprintf(message, PEOPLE_MESSAGE, "%s: %s", path, strerror(errno));
		return e;
	}
	while (e == 0 && getline(&text, &room, f) > 0) {
		number++;
		if (strncmp(text, "#!", 2) != 0)
			continue;
		struct people_line *more = realloc(list, (size_t)(n + 1) * sizeof *list);
		if (!more) {
			e = -ENOMEM;
			break;
		}
		list = more;
		e = read_line(text, number, &list[n]);
		if (e == 0 && n > 0 && list[n].time_us < list[n - 1].time_us)
			e = -EINVAL;
		n += e == 0;
	}
	free(text);
	fclose(f);
	if (e < 0) {
		snprintf(message, PEOPLE_MESSAGE, "%s:%d: \"#! TIME WHAT …\" is wanted, times not running backwards", path,
			 number);
		free(list);
		return e;
	}
	*ret = list;
	*ret_n = n;
	return 0;
}

/* ---- Doing ------------------------------------------------------------------------------------------------------------------
 */

static int start(struct replay *r, const char *rest, char message[PEOPLE_MESSAGE])
{
	char name[RULES_NAME_MAX];
	struct rules_variant v;
	struct rules_error err;
	struct view_text why = { .en = "" };
	size_t n = strcspn(rest, " ");

	if (n >= sizeof name)
		return -EINVAL;
	memcpy(name, rest, n);
	name[n] = '\0';
	int e = rules_variant_parse(name, &v, &err);
	if (e < 0) {
		snprintf(message, PEOPLE_MESSAGE, "%s", err.text);
		return e;
	}
	e = replay_use(r, &v, message);
	if (e < 0)
		return e;
	struct session_new_game how = { .variant = name, .fen = rest[n] ? rest + n + 1 : NULL };
	e = session_start(replay_session(r), replay_now_us(r), &how, &why);
	if (e < 0)
		snprintf(message, PEOPLE_MESSAGE, "%s", why.en);
	return e;
}

static int answer(struct replay *r, const char *rest, struct view_text *why)
{
	static struct view view; /* too large for the stack */
	int n;

	session_view(replay_session(r), replay_now_us(r), &view);
	const struct rules_site *site = rules_sites(&view.variant, &n);
	/* The words first: the number of one answer may be the words of another. */
	for (int i = 0; i < 2 * view.question.choices; i++) {
		const struct view_choice *c = &view.question.choice[i % view.question.choices];
		bool words = i < view.question.choices;
		char id[16];
		snprintf(id, sizeof id, "%d", c->id);
		if (strcmp(words ? c->label.en : id, rest) == 0 ||
		    (words && c->site != RULES_NO_SITE && strcmp(site[c->site].name, rest) == 0))
			return session_answer(replay_session(r), replay_now_us(r), view.question.id, c->id, why);
	}
	snprintf(why->en, sizeof why->en, "no such answer is open: %.100s", rest);
	return -ENOENT;
}

static int set_level(struct session *s, int level)
{
	struct session_settings settings = *session_get_settings(s);

	for (int p = 0; p <= RULES_PLAYERS_MAX; p++)
		settings.level[p] = level;
	session_set_settings(s, &settings);
	return 0;
}

static int set_timing(struct session *s, const char *rest)
{
	struct session_settings settings = *session_get_settings(s);
	int settle, open, patience, takeback;

	if (sscanf(rest, "%d %d %d %d", &settle, &open, &patience, &takeback) != 4 || settle < 0 || open < 0 || patience < 0 ||
	    takeback < 0)
		return -EINVAL;
	settings.settle_us = settle * INT64_C(1000);
	settings.settle_open_us = open * INT64_C(1000);
	settings.patience_us = patience * INT64_C(1000);
	settings.takeback_us = takeback * INT64_C(1000);
	session_set_settings(s, &settings);
	return 0;
}

static int mark(struct replay *r, struct hal_board *board, const char *label, char message[PEOPLE_MESSAGE])
{
	const struct layout *l = replay_layout(r);

	for (int i = 0; i < hal_board_lines(board); i++) {
		if (strcmp(hal_board_line(board, i)->label, label) != 0)
			continue;
		hal_board_mark(board, i, true);
		if (!l)
			return 0;
		struct rules_variant v = l->variant; /* replay_use overwrites the layout it stands in */
		return replay_use(r, &v, message);
	}
	return -ENOENT;
}

static int hint(struct replay *r, struct view_text *why)
{
	const struct rules_record *record = session_record(replay_session(r));
	struct rules_found found = { .best = RULES_NO_ACTION };

	if (record)
		rules_search(&record->variant, &record->here, &(struct rules_search){ .nodes = 2000, .seed = 1 }, &found);
	return session_hint(replay_session(r), replay_now_us(r), found.best, why);
}

int people_do(struct replay *r, struct hal_board *board, const struct people_line *line, char message[PEOPLE_MESSAGE])
{
	struct session *s = replay_session(r);
	int64_t now = replay_now_us(r);
	struct view_text why = { .en = "" };
	const char *what = line->what, *rest = line->rest;
	int e = 0;

	message[0] = '\0';
	if (strcmp(what, "start") == 0)
		return start(r, rest, message);
	if (strcmp(what, "mark") == 0)
		return mark(r, board, rest, message);
	if (strcmp(what, "level") == 0)
		return set_level(s, atoi(rest));
	if (strcmp(what, "timing") == 0)
		return set_timing(s, rest);
	if (strcmp(what, "look") == 0)
		return 0;
	if (strcmp(what, "end-turn") == 0)
		e = session_end_turn(s, now, &why);
	else if (strcmp(what, "take-back") == 0)
		e = session_take_back(s, now, atoi(rest), &why);
	else if (strcmp(what, "answer") == 0)
		e = answer(r, rest, &why);
	else if (strcmp(what, "play") == 0)
		e = session_play(s, now, rest, &why);
	else if (strcmp(what, "resign") == 0)
		e = session_resign(s, now, atoi(rest), &why);
	else if (strcmp(what, "draw") == 0)
		e = session_agree_draw(s, now, &why);
	else if (strcmp(what, "hint") == 0)
		e = hint(r, &why);
	else if (strcmp(what, "dispute") == 0)
		e = session_dispute(s, now, atoi(rest), &why);
	else if (strcmp(what, "close") == 0)
		session_close(s, now);
	else
		e = -EINVAL;
	if (e < 0)
		snprintf(message, PEOPLE_MESSAGE, "%.20s: %s", what, *why.en ? why.en : strerror(-e));
	return e;
}
