/* record_text.c — saved games: memory, the rules' check, and the text that is written. */
#include "record_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Memory ---------------------------------------------------------------------------------------------------------------- */

static void line_clear(struct saved_line *l)
{
	for (int i = 0; i < l->plies; i++) {
		free(l->ply[i].action);
		free(l->ply[i].fen);
	}
	free(l->ply);
}

void saved_game_clear(struct saved_game *g)
{
	line_clear(&g->line);
	for (int i = 0; i < g->branches; i++)
		line_clear(&g->branch[i]);
	for (int i = 0; i < g->comments; i++)
		free(g->comment[i].text);
	free(g->branch);
	free(g->comment);
	free(g->note);
	*g = (struct saved_game){ 0 };
}

int saved_line_add(struct saved_line *l, const struct saved_ply *ply)
{
	if (l->plies == l->room) {
		int room = l->room ? l->room * 2 : 64;
		struct saved_ply *grown = realloc(l->ply, (size_t)room * sizeof *grown);
		if (!grown)
			return -ENOMEM;
		l->ply = grown;
		l->room = room;
	}
	struct saved_ply *p = &l->ply[l->plies];
	*p = *ply;
	p->action = strdup(ply->action);
	p->fen = strdup(ply->fen ? ply->fen : "");
	if (!p->action || !p->fen) {
		free(p->action);
		free(p->fen);
		return -ENOMEM;
	}
	l->plies++;
	return 0;
}

int saved_game_branch(struct saved_game *g, int from_ply, struct saved_line **ret)
{
	struct saved_line *grown = realloc(g->branch, (size_t)(g->branches + 1) * sizeof *grown);
	if (!grown)
		return -ENOMEM;
	g->branch = grown;
	grown[g->branches] = (struct saved_line){ .from_ply = from_ply };
	*ret = &grown[g->branches++];
	return 0;
}

int saved_game_comment(struct saved_game *g, int ply, const char *text)
{
	void *grown = realloc(g->comment, (size_t)(g->comments + 1) * sizeof *g->comment);
	char *copy = strdup(text);
	if (grown)
		g->comment = grown;
	if (!grown || !copy) {
		free(copy);
		return -ENOMEM;
	}
	g->comment[g->comments].ply = ply;
	g->comment[g->comments++].text = copy;
	return 0;
}

/* ---- The rules' check ------------------------------------------------------------------------------------------------------ */

static int fill_line(const struct rules_variant *v, const struct rules_state *from, struct saved_line *l, int *ret_bad,
		     struct record_error *err)
{
	struct rules_state s = *from;
	char fen[RULES_POSITION_MAX];
	for (int i = 0; i < l->plies; i++) {
		struct rules_error why;
		rules_action a;
		struct saved_ply *p = &l->ply[i];
		p->ply = l->from_ply + i + 1;
		p->player = rules_player(v, &s);
		if (rules_action_read(v, &s, p->action, &a, &why) < 0) {
			*ret_bad = i;
			snprintf(err->en, sizeof err->en, "action %d, %.60s: %.150s", p->ply, p->action, why.text);
			snprintf(err->es, sizeof err->es, "la acción %d, %.60s, no es legal ahí", p->ply, p->action);
			return -EINVAL;
		}
		rules_apply(v, &s, a);
		rules_format(v, &s, fen);
		p->turn_start = rules_turn_start(v, &s);
		char *copy = strdup(fen);
		if (!copy)
			return -ENOMEM;
		free(p->fen);
		p->fen = copy;
	}
	return 0;
}

/* The position after `ply` actions of the main line. */
static int state_at(const struct rules_variant *v, const struct saved_game *g, int ply, struct rules_state *ret)
{
	struct rules_error why;
	if (ply < 0 || ply > g->line.plies)
		return -EINVAL;
	if (ply == 0 && !g->start[0]) {
		rules_init(v, ret);
		return 0;
	}
	return rules_parse(v, ply ? g->line.ply[ply - 1].fen : g->start, ret, &why);
}

int record_fill(struct saved_game *g, int *ret_bad, struct record_error *err)
{
	struct rules_variant v;
	struct rules_state s;
	struct rules_error why;
	*ret_bad = -1;
	if (rules_variant_parse(g->game, &v, &why) < 0) {
		snprintf(err->en, sizeof err->en, "%.220s", why.text);
		snprintf(err->es, sizeof err->es, "no existe el juego «%.60s»", g->game);
		return -EINVAL;
	}
	rules_variant_name(&v, g->game);
	rules_init(&v, &s);
	if (g->start[0] && rules_parse(&v, g->start, &s, &why) < 0) {
		snprintf(err->en, sizeof err->en, "Start: %.200s", why.text);
		snprintf(err->es, sizeof err->es, "la posición inicial no es válida");
		return -EINVAL;
	}
	rules_format(&v, &s, g->start);
	int e = fill_line(&v, &s, &g->line, ret_bad, err);
	for (int i = 0; i < g->comments && e == 0; i++)
		if (g->comment[i].ply < 0 || g->comment[i].ply > g->line.plies) {
			snprintf(err->en, sizeof err->en, "a comment on ply %d, which the game does not have",
				 g->comment[i].ply);
			snprintf(err->es, sizeof err->es, "un comentario sobre la acción %d, que no existe", g->comment[i].ply);
			e = -EINVAL;
		}
	for (int i = 0; i < g->branches && e == 0; i++) {
		int bad;
		e = state_at(&v, g, g->branch[i].from_ply, &s);
		if (e < 0) {
			snprintf(err->en, sizeof err->en, "a branch starts at ply %d, which the game does not have",
				 g->branch[i].from_ply);
			snprintf(err->es, sizeof err->es, "una variante parte de la acción %d, que no existe",
				 g->branch[i].from_ply);
		} else {
			e = fill_line(&v, &s, &g->branch[i], &bad, err);
		}
	}
	return e;
}

/* ---- Writing --------------------------------------------------------------------------------------------------------------- */

static void write_escaped(FILE *f, const char *text)
{
	for (; *text; text++) {
		if (*text == '\n')
			fputs("\\n", f);
		else if (*text == '\t')
			fputs("\\t", f);
		else if (strchr("\"\\{}", *text))
			fprintf(f, "\\%c", *text);
		else
			fputc(*text, f);
	}
}

static void write_tag(FILE *f, const char *key, const char *value)
{
	fprintf(f, "[%s \"", key);
	write_escaped(f, value);
	fputs("\"]\n", f);
}

static void write_times(FILE *f, const struct saved_game *g)
{
	char text[64];
	time_t t = (time_t)(g->started_ms / 1000);
	struct tm tm;
	if (g->started_ms) {
		strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&t, &tm));
		write_tag(f, "Started", text);
		strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", localtime_r(&t, &tm));
		write_tag(f, "Local", text);
	}
	if (g->ended_ms) {
		t = (time_t)(g->ended_ms / 1000);
		strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&t, &tm));
		write_tag(f, "Ended", text);
	}
	if (!g->clock_set)
		write_tag(f, "Clock", "not set");
}

static bool is_standard(const struct saved_game *g)
{
	struct rules_variant v;
	struct rules_state s;
	struct rules_error why;
	char fen[RULES_POSITION_MAX];
	if (rules_variant_parse(g->game, &v, &why) < 0)
		return false;
	rules_init(&v, &s);
	rules_format(&v, &s, fen);
	return strcmp(fen, g->start) == 0;
}

static void write_tags(FILE *f, const struct saved_game *g)
{
	write_tag(f, "Game", g->game);
	write_times(f, g);
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++) {
		char key[20];
		snprintf(key, sizeof key, "Player%d", i);
		if (g->player[i][0])
			write_tag(f, key, g->player[i]);
	}
	write_tag(f, "Result", g->result);
	if (g->reason[0])
		write_tag(f, "Reason", g->reason);
	if (g->start[0] && !is_standard(g))
		write_tag(f, "Start", g->start);
	if (g->tags) {
		fputs("[Tags \"", f);
		for (int i = 0; i < g->tags; i++) {
			fputs(i ? ", " : "", f);
			write_escaped(f, g->tag[i]);
		}
		fputs("\"]\n", f);
	}
	if (g->note && g->note[0])
		write_tag(f, "Note", g->note);
}

static void write_ply_tags(FILE *f, const struct saved_line *l, int64_t started_ms)
{
	bool timed = started_ms && l->plies, derived = false;
	for (int i = 0; i < l->plies; i++) {
		timed = timed && l->ply[i].time_ms;
		derived = derived || l->ply[i].derived;
	}
	if (timed) {
		fputs("[Seconds \"", f);
		for (int i = 0; i < l->plies; i++)
			fprintf(f, "%s%.3f", i ? " " : "", (double)(l->ply[i].time_ms - started_ms) / 1000);
		fputs("\"]\n", f);
	}
	if (derived) {
		const char *between = "";
		fputs("[Derived \"", f);
		for (int i = 0; i < l->plies; i++)
			if (l->ply[i].derived) {
				fprintf(f, "%s%d", between, i + 1);
				between = " ";
			}
		fputs("\"]\n", f);
	}
}

static void write_moves(FILE *f, const struct saved_line *l)
{
	int turn = 1, column = 0;
	bool start = true;
	for (int i = 0; i < l->plies; i++) {
		if (start)
			column = fprintf(f, "%s%d", i ? "\n" : "", turn++);
		else if (column > 100)
			column = fprintf(f, "\n ");
		column += fprintf(f, " %s", l->ply[i].action);
		start = l->ply[i].turn_start;
	}
	if (l->plies)
		fputc('\n', f);
}

char *record_text_write(const struct saved_game *g)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	if (!f)
		return NULL;
	write_tags(f, g);
	write_ply_tags(f, &g->line, g->started_ms);
	fputc('\n', f);
	write_moves(f, &g->line);
	for (int i = 0; i < g->comments; i++) {
		fprintf(f, "{%d ", g->comment[i].ply);
		write_escaped(f, g->comment[i].text);
		fputs("}\n", f);
	}
	for (int i = 0; i < g->branches; i++) {
		fprintf(f, "(%d", g->branch[i].from_ply);
		for (int k = 0; k < g->branch[i].plies; k++)
			fprintf(f, " %s", g->branch[i].ply[k].action);
		fputs(")\n", f);
	}
	fprintf(f, "end %s\n", g->result);
	if (fclose(f) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* ---- JSON ------------------------------------------------------------------------------------------------------------------ */

static json_t *plies_json(const struct saved_line *l)
{
	json_t *all = json_array();
	for (int i = 0; i < l->plies; i++) {
		const struct saved_ply *p = &l->ply[i];
		json_array_append_new(all, json_pack("{s:i,s:i,s:s,s:s,s:I,s:b,s:b}", "ply", p->ply, "player", p->player,
						     "action", p->action, "fen", p->fen, "time", (json_int_t)p->time_ms,
						     "turn_start", p->turn_start, "derived", p->derived));
	}
	return all;
}

json_t *record_json_write(const struct saved_game *g)
{
	json_t *players = json_array(), *tags = json_array(), *branches = json_array(), *comments = json_object();
	struct rules_variant v;
	struct rules_error why;
	int n = rules_variant_parse(g->game, &v, &why) == 0 ? v.players : 2;
	for (int i = 1; i <= n; i++)
		json_array_append_new(players, json_string(g->player[i]));
	for (int i = 0; i < g->tags; i++)
		json_array_append_new(tags, json_string(g->tag[i]));
	for (int i = 0; i < g->branches; i++)
		json_array_append_new(
		    branches, json_pack("{s:i,s:o}", "from_ply", g->branch[i].from_ply, "plies", plies_json(&g->branch[i])));
	for (int i = 0; i < g->comments; i++) {
		char key[16];
		snprintf(key, sizeof key, "%d", g->comment[i].ply);
		json_object_set_new(comments, key, json_string(g->comment[i].text));
	}
	json_t *json = json_pack("{s:I,s:s,s:s,s:o,s:s,s:s,s:I,s:b}", "id", (json_int_t)g->id, "game", g->game, "start",
				 g->start, "players", players, "result", g->result, "reason", g->reason, "started",
				 (json_int_t)g->started_ms, "clock_set", g->clock_set);
	json_object_set_new(json, "ended", g->ended_ms ? json_integer(g->ended_ms) : json_null());
	json_object_set_new(json, "tags", tags);
	json_object_set_new(json, "note", json_string(g->note ? g->note : ""));
	json_object_set_new(json, "plies", plies_json(&g->line));
	json_object_set_new(json, "branches", branches);
	json_object_set_new(json, "comments", comments);
	return json;
}
