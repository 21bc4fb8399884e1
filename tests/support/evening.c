/* evening.c — games for the store. */
#include "evening.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "walk.h"

static const char *const people[] = { "Ana", "Luis", "Abuela \xe2\x98\x95", "Noah", "O'Brien" };

void evening_begin(struct evening *e, uint64_t seed)
{
	struct rules_error err;
	*e = (struct evening){ .seed = seed, .games_max = 3 };
	if (rules_variant_parse("contigo-line", &e->variant, &err) < 0)
		abort();
	e->ended = true;
}

static int64_t now(const struct evening *e)
{
	return EVENING_MS + e->steps * 1000LL;
}

static int new_game(struct evening *e, struct store *s)
{
	char start[RULES_POSITION_MAX];
	rules_init(&e->variant, &e->here);
	rules_format(&e->variant, &e->here, start);
	struct store_new_game new = { .game = "contigo-line",
				      .start = start,
				      .player = {
					  [1] = people[walk_random(&e->seed) % 5], [2] = people[walk_random(&e->seed) % 5] } };
	e->game = store_game_new(s, &new, now(e), e->steps * 1000000LL);
	e->ply = 0;
	e->games++;
	e->ended = false;
	e->past[0] = e->here;
	return store_ok(s) ? 0 : -EIO;
}

static int action(struct evening *e, struct store *s)
{
	static rules_action legal[RULES_ACTIONS_MAX];
	char text[RULES_ACTION_MAX], fen[RULES_POSITION_MAX], evidence[400];
	int n = rules_legal(&e->variant, &e->here, legal), player = rules_player(&e->variant, &e->here);
	rules_action a = legal[walk_random(&e->seed) % (unsigned)n];
	rules_action_text(&e->variant, a, text);
	rules_apply(&e->variant, &e->here, a);
	rules_format(&e->variant, &e->here, fen);
	for (size_t i = 0; i < sizeof evidence - 1; i++)
		evidence[i] = (char)('a' + walk_random(&e->seed) % 26);
	evidence[walk_random(&e->seed) % (sizeof evidence - 1)] = '\0';
	struct store_action how = { .game = e->game,
				    .ply = ++e->ply,
				    .player = player,
				    .action = text,
				    .fen = fen,
				    .evidence = evidence,
				    .turn_start = rules_turn_start(&e->variant, &e->here) };
	e->past[e->ply] = e->here;
	return store_action(s, &how, now(e), e->steps * 1000000LL);
}

static int edit(struct evening *e, struct store *s)
{
	json_t *change = json_pack("{s:[s,s],s:s,s:{s:s}}", "tags", "lluvia", "family", "note", "played in the kitchen",
				   "comments", "3", "what a move");
	int err = store_edit(s, e->game, change);
	json_decref(change);
	return err;
}

static int phone(struct evening *e, struct store *s, bool gone)
{
	struct auth_phone p = { .id = 1 + (int64_t)(walk_random(&e->seed) % 3),
				.role = gone ? ROLE_ANYONE : ROLE_PLAYER,
				.created_day = 20000 };
	memset(p.hash, (int)p.id, sizeof p.hash);
	snprintf(p.label, sizeof p.label, "phone %d", e->steps);
	return store_phone(s, &p);
}

static int setting(struct evening *e, struct store *s)
{
	char value[40];
	snprintf(value, sizeof value, "{\"step\":%d}", e->steps);
	return store_set(s, walk_random(&e->seed) & 1 ? "table" : "settings", value);
}

/* A card that takes nothing cannot be asked for what needs it at once: the owner tries again. */
static int later(int err)
{
	return err == -ENOENT ? 0 : err;
}

int evening_step(struct evening *e, struct store *s)
{
	uint64_t dice = walk_random(&e->seed) % 100;
	e->steps++;
	if (e->ended && e->games == e->games_max)
		return 1;
	if (e->ended)
		return new_game(e, s);
	if (e->ply >= (e->games_max > 1 ? 40 : 12) || rules_result(&e->variant, &e->here) != RULES_ONGOING) {
		e->ended = true;
		return store_result(s, e->game, "win 1", "resigned", now(e), e->steps * 1000000LL);
	}
	if (dice < 4 && e->ply > 3) {
		e->ply -= 1 + (int)(walk_random(&e->seed) % 3);
		e->here = e->past[e->ply];
		return store_undo(s, e->game, e->ply, "undo", now(e), e->steps * 1000000LL);
	}
	if (dice < 7)
		return store_hint(s, e->game, e->ply, rules_player(&e->variant, &e->here), 1, now(e), e->steps * 1000000LL);
	if (dice < 10)
		return setting(e, s);
	if (dice < 12)
		return phone(e, s, dice == 10);
	if (dice < 13 && e->games_max > 1)
		return later(edit(e, s));
	if (dice < 14 && e->games == 3)
		return later(store_forget_player(s, people[walk_random(&e->seed) % 5]));
	return action(e, s);
}

/* A card that failed at the start makes the store number its games from elsewhere, so a game is known by its place. */
static char *game_text(struct store *s, int64_t id, int place)
{
	struct saved_game g;
	if (store_load(s, id, &g) < 0)
		return NULL;
	g.id = place;
	json_t *json = record_json_write(&g);
	char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(json);
	saved_game_clear(&g);
	return text;
}

static int all_games(struct store *s, char *ret[EVENING_GAMES])
{
	struct store_filter f = { .oldest_first = true, .limit = EVENING_GAMES };
	json_t *list, *one;
	size_t i;
	int n = 0;
	if (store_list(s, &f, &list) < 0)
		return 0;
	json_array_foreach(json_object_get(list, "games"), i, one)
	{
		ret[n] = game_text(s, json_integer_value(json_object_get(one, "id")), n + 1);
		n += ret[n] != NULL;
	}
	json_decref(list);
	return n;
}

static void dump_phone(void *user, const struct auth_phone *p)
{
	fprintf(user, "phone %lld %d %s %02x\n", (long long)p->id, p->role, p->label, p->hash[5]);
}

char *evening_dump(struct store *s)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	char *game[EVENING_GAMES];
	int n = all_games(s, game);
	for (int i = 0; i < n; i++) {
		fprintf(f, "%s\n", game[i]);
		free(game[i]);
	}
	static const char *const keys[] = { "table", "settings" };
	for (int i = 0; i < 2; i++) {
		char *value = store_get(s, keys[i]);
		fprintf(f, "%s %s\n", keys[i], value ? value : "-");
		free(value);
	}
	store_phones(s, dump_phone, f);
	fclose(f);
	return text;
}

int64_t evening_rest(struct store *s, int64_t now_us, int64_t long_us)
{
	int64_t end_us = now_us + long_us;
	while (now_us < end_us) {
		int64_t next_us = store_tick(s, EVENING_MS + now_us / 1000, now_us);
		if (next_us == INT64_MAX)
			break;
		now_us = next_us > now_us ? next_us : now_us + 1000;
	}
	return now_us < end_us ? now_us : end_us;
}

char *evening_games(struct store *s)
{
	struct store_filter f = { .oldest_first = true, .limit = 200 };
	json_t *list, *one;
	size_t i, size;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);
	if (store_list(s, &f, &list) == 0) {
		json_array_foreach(json_object_get(list, "games"), i, one)
		{
			struct saved_game g;
			if (store_load(s, json_integer_value(json_object_get(one, "id")), &g) < 0)
				continue;
			fprintf(out, "%lld %s:", (long long)g.id, g.result);
			for (int k = 0; k < g.line.plies; k++)
				fprintf(out, " %s", g.line.ply[k].action);
			fputc('\n', out);
			saved_game_clear(&g);
		}
		json_decref(list);
	}
	fclose(out);
	return text;
}

int evening_restore(struct store *s, const char *path, int *ret_games, char reason[240])
{
	int err = store_take_file(s, path);
	while (err == 0 && store_take_step(s, EVENING_MS))
		;
	const struct store_take *t = store_take(s);
	if (t->err == 0)
		*ret_games = t->games;
	snprintf(reason, 240, "%s", t->why.en);
	return t->err;
}

int evening_import(struct store *s, const char *text)
{
	int err = store_take_text(s, text);
	while (err == 0 && store_take_step(s, EVENING_MS))
		;
	return store_take(s)->err;
}

char *evening_directory(void)
{
	char path[64];
	snprintf(path, sizeof path, "%s/tablero-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
	if (!mkdtemp(path))
		abort();
	return strdup(path);
}

void evening_clear(const char *directory, bool itself)
{
	char path[512];
	DIR *d = opendir(directory);
	for (struct dirent *e; d && (e = readdir(d));) {
		snprintf(path, sizeof path, "%s/%s", directory, e->d_name);
		if (e->d_name[0] != '.')
			unlink(path);
	}
	if (d)
		closedir(d);
	if (itself)
		rmdir(directory);
}
