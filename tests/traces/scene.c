/*
 * scene.c — plays a story (scenes/NAME.txt) with the simulated hand and writes what the board said of it to NAME.trace.
 *
 *     scene STORY [TRACE]        without TRACE only the expectations are checked
 *     scene --board GAME KIND    prints the board file of a kind for a game
 *
 * A story is a line a step; the words are in README.md. Steps with "expect" are checked while the story is played: a story that
 * does not come out as told is an error, so a trace never records a wrong outcome unnoticed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "player.h"
#include "replay_people.h"

enum { HELD_MAX = 64, WORDS_MAX = 200 };

struct scene {
	const char *path;
	int line, failures;
	struct hand_settings settings;
	uint64_t seed;
	char game[RULES_NAME_MAX], fen[RULES_POSITION_MAX];
	const struct rig_kind *kind;
	bool empty; /* the table begins bare */
	bool begun;
	struct rig *rig;
	struct hand hand;
	struct rules_state truth;
	struct rules_look held[HELD_MAX];
	int holding;
	FILE *out;
	struct view view;
};

static int fail(struct scene *s, const char *what, const char *detail)
{
	fprintf(stderr, "%s:%d: %s%s%s\n", s->path, s->line, what, detail ? ": " : "", detail ? detail : "");
	s->failures++;
	return -EINVAL;
}

/* ---- What is written ------------------------------------------------------------------------------------------------------
 */

static void write_line(void *user, const struct hal_event *e)
{
	struct scene *s = user;
	static const char *const states[] = { "absent", "starting", "ready", "silent" };

	if (!s->out)
		return;
	if (e->type == HAL_LINE)
		fprintf(s->out, "%lld %s %u\n", (long long)e->time_us, hal_board_line(s->rig->board, e->line)->label, e->value);
	else if (e->type == HAL_FRAME)
		fprintf(s->out, "%lld @frame\n", (long long)e->time_us);
	else
		fprintf(s->out, "%lld @state %s\n", (long long)e->time_us, states[e->value]);
}

static int say(struct scene *s, const char *what, const char *rest)
{
	struct people_line line = { .time_us = rig_now(s->rig) };
	char message[PEOPLE_MESSAGE];

	snprintf(line.what, sizeof line.what, "%s", what);
	snprintf(line.rest, sizeof line.rest, "%s", rest);
	if (s->out)
		fprintf(s->out, "#! %lld %s%s%s\n", (long long)line.time_us, what, *rest ? " " : "", rest);
	if (people_do(s->rig->replay, s->rig->board, &line, message) < 0)
		return fail(s, "refused", message);
	return 0;
}

/* Lets time pass: the session must come to rest whatever has happened. */
static void pass(struct scene *s, int64_t until_us)
{
	if (rig_until(s->rig, until_us) < 0)
		fail(s, "the session wants to be woken for ever at the same moment", NULL);
}

static void settle(struct scene *s, int quiet_ms)
{
	if (rig_settle(s->rig, quiet_ms) < 0)
		fail(s, "the session wants to be woken for ever at the same moment", NULL);
}

/* ---- Steps ------------------------------------------------------------------------------------------------------------------
 */

static int begin(struct scene *s)
{
	char message[HAL_MESSAGE_MAX], start[RULES_POSITION_MAX + RULES_NAME_MAX];
	struct rules_error err;

	if (s->begun)
		return 0;
	s->begun = true;
	if (!*s->game || !s->kind)
		return fail(s, "game and board come first", NULL);
	if (rig_new(s->game, s->kind, NULL, &s->settings, s->seed, &s->rig, message) < 0)
		return fail(s, "board", message);
	s->rig->heard = write_line;
	s->rig->user = s;
	hand_init(&s->hand, &s->settings, &s->rig->variant, s->seed + 1);
	rules_init(&s->rig->variant, &s->truth);
	if (*s->fen && rules_parse(&s->rig->variant, s->fen, &s->truth, &err) < 0)
		return fail(s, "position", err.text);
	if (!s->empty)
		hand_set_up(&s->hand, &s->truth);
	memcpy(s->rig->table, s->hand.table, sizeof s->rig->table);
	if (s->out)
		fprintf(s->out, "tablero-trace 1 %s\n", hal_board_id(s->rig->board));
	rig_power_up(s->rig, 0);
	pass(s, 500000);
	if (s->empty)
		return 0;
	snprintf(start, sizeof start, "%s%s%s", s->game, *s->fen ? " " : "", s->fen);
	int e = say(s, "start", start);
	settle(s, 1500);
	return e;
}

static uint16_t site(struct scene *s, const char *name)
{
	int i = rules_site_by_name(&s->rig->variant, name);

	if (i < 0)
		fail(s, "no such site", name);
	return i < 0 ? 0 : (uint16_t)i;
}

static void flush(struct scene *s)
{
	for (int i = 0; i < s->hand.touches; i++)
		rig_touch(s->rig, &s->hand.touch[i]);
	pass(s, s->hand.now_us > rig_now(s->rig) ? s->hand.now_us : rig_now(s->rig));
}

/* Plays actions by hand; `waiting`: until the board has understood. */
static int play_turn(struct scene *s, char **word, int n, bool waiting)
{
	rules_action run[WORDS_MAX];
	struct rules_state before = s->truth;
	struct rules_error err;

	for (int i = 0; i < n; i++) {
		if (rules_action_read(&s->rig->variant, &s->truth, word[i], &run[i], &err) < 0)
			return fail(s, word[i], err.text);
		rules_apply(&s->rig->variant, &s->truth, run[i]);
	}
	int e = hand_turn(&s->hand, &before, run, n, rig_now(s->rig) + 200000);
	if (e < 0)
		return fail(s, "the hand cannot carry this", NULL);
	flush(s);
	if (waiting)
		settle(s, 2000);
	return 0;
}

static void lift(struct scene *s, const char *name, int n)
{
	uint16_t at = site(s, name);
	struct rules_look look = s->hand.table[at];

	if (look.count < n) {
		fail(s, "nothing lies there to lift", name);
		return;
	}
	hand_begin(&s->hand, rig_now(s->rig) + 100000);
	hand_lift(&s->hand, at, n);
	for (int i = 0; i < n && s->holding < HELD_MAX; i++)
		s->held[s->holding++] = (struct rules_look){ .count = 1, .owner = look.owner, .rank = look.rank };
	hand_wait(&s->hand, 200);
	flush(s);
}

static void put(struct scene *s, const char *name, int n, int owner, int rank)
{
	uint16_t at = site(s, name);

	hand_begin(&s->hand, rig_now(s->rig) + 100000);
	for (int i = 0; i < n; i++) {
		struct rules_look look = { .count = 1, .owner = (uint8_t)owner, .rank = (uint8_t)rank };
		if (owner < 0 && s->holding > 0)
			look = s->held[--s->holding];
		else if (owner < 0)
			fail(s, "the hand is empty", NULL);
		hand_put(&s->hand, at, 1, look.owner, look.rank);
	}
	hand_wait(&s->hand, 200);
	flush(s);
}

/* The magnets of all pieces go together, as when a cloth is pulled away; or come back as the position says. */
static void sweep(struct scene *s, bool back)
{
	struct rules_look look[RULES_SITES_MAX];

	rules_project(&s->rig->variant, &s->truth, look);
	hand_begin(&s->hand, rig_now(s->rig) + 100000);
	for (int i = 0; i < s->hand.sites; i++) {
		if (!back && s->hand.table[i].count > 0 && s->hand.site[i].sense == RULES_SENSE_PIECE)
			hand_lift(&s->hand, (uint16_t)i, s->hand.table[i].count);
		int missing = look[i].count - s->hand.table[i].count;
		if (back && missing > 0) {
			hand_put(&s->hand, (uint16_t)i, missing, look[i].owner, look[i].rank);
			hand_wait(&s->hand, 150);
		}
	}
	s->holding = 0;
	flush(s);
	settle(s, 500);
}

/* A contact opens or closes by itself for some milliseconds. */
static void flicker(struct scene *s, const char *name, int value, int ms)
{
	uint16_t at = site(s, name);

	rig_break(s->rig, at, value);
	pass(s, rig_now(s->rig) + ms * INT64_C(1000));
	rig_break(s->rig, at, -1);
	pass(s, rig_now(s->rig) + 20000);
}

/* ---- Expectations ---------------------------------------------------------------------------------------------------- */

static void expect_moves(struct scene *s, char **word, int n)
{
	const struct rules_record *r = session_record(s->rig->session);
	rules_action line[4096];
	char text[RULES_ACTION_MAX], all[4096] = "";
	int have = r ? rules_record_line(r, line, 4096) : 0;
	bool same = have == n;

	for (int i = 0; i < have; i++) {
		rules_action_text(&r->variant, line[i], text);
		same = same && i < n && strcmp(text, word[i]) == 0;
		if (strlen(all) + strlen(text) + 2 < sizeof all)
			strcat(strcat(all, " "), text);
	}
	if (!same)
		fail(s, "the record holds other moves", all);
}

static int word_index(const char *word, const char *const *list, int n)
{
	for (int i = 0; i < n; i++)
		if (strcmp(word, list[i]) == 0)
			return i;
	return -1;
}

static const char *site_name(struct scene *s, uint16_t at)
{
	return at == RULES_NO_SITE ? "-" : s->hand.site[at].name;
}

static void expect_fix(struct scene *s, const char *from, const char *to)
{
	char have[400] = "";

	for (int i = 0; i < s->view.fixes; i++) {
		const struct view_fix *f = &s->view.fix[i];
		if (strcmp(site_name(s, f->from), from) == 0 && strcmp(site_name(s, f->to), to) == 0)
			return;
		if (strlen(have) < 380)
			snprintf(have + strlen(have), sizeof have - strlen(have), " %s→%s", site_name(s, f->from),
				 site_name(s, f->to));
	}
	fail(s, "the board wants other things put right", *have ? have : " nothing");
}

static void expect_light(struct scene *s, const char *name, const char *meaning)
{
	static const char *const meanings[] = { "dark",   "turn",    "beads", "last", "hint", "movable", "lifted",
						"target", "blocker", "bring", "take", "ask",  "win",     "threat" };
	struct light light[RULES_SITES_MAX];
	const struct presenter_settings settings = { .night_percent = 100 };
	int64_t next;
	uint16_t at = site(s, name);

	presenter_light(&s->view, &settings, rig_now(s->rig), light, &next);
	int want = word_index(meaning, meanings, 14), have = light[at].meaning;
	if (want < 0)
		fail(s, "no such light", meaning);
	else if (want != have)
		fail(s, "another light shines there", meanings[have]);
}

static void expect(struct scene *s, char **word, int n)
{
	static const char *const phases[] = { "none", "setup", "play", "question", "mismatch", "over" };
	const struct rules_record *r = session_record(s->rig->session);
	const char *what = word[0], *arg = n > 1 ? word[1] : "";
	char text[RULES_POSITION_MAX] = "";

	session_view(s->rig->session, rig_now(s->rig), &s->view);
	if (strcmp(what, "phase") == 0) {
		if (word_index(arg, phases, 6) != s->view.phase)
			fail(s, "the phase is", phases[s->view.phase]);
	} else if (strcmp(what, "moves") == 0) {
		expect_moves(s, word + 1, n - 1);
	} else if (strcmp(what, "agreement") == 0) {
		if (!r || memcmp(&r->here, &s->truth, sizeof s->truth) != 0) {
			if (r)
				rules_format(&r->variant, &r->here, text);
			fail(s, "the record says", text);
		}
		if (s->view.phase != VIEW_PLAY && s->view.phase != VIEW_OVER)
			fail(s, "the phase is", phases[s->view.phase]);
	} else if (strcmp(what, "fix") == 0 && n == 3) {
		expect_fix(s, word[1], word[2]);
	} else if (strcmp(what, "light") == 0 && n == 3) {
		expect_light(s, word[1], word[2]);
	} else if (strcmp(what, "why") == 0) {
		if (!s->view.why.rule || strcmp(s->view.why.rule, arg) != 0)
			fail(s, "the reason given is", s->view.why.rule ? s->view.why.rule : "none");
	} else if (strcmp(what, "open-end") == 0) {
		if (!s->view.open_end)
			fail(s, "the turn is not open", NULL);
	} else if (strcmp(what, "player") == 0) {
		snprintf(text, sizeof text, "%d", s->view.player);
		if (strcmp(text, arg) != 0)
			fail(s, "it is the turn of player", text);
	} else if (strcmp(what, "result") == 0) {
		snprintf(text, sizeof text, "%d", s->view.result);
		if (strcmp(text, arg) != 0)
			fail(s, "the result is", text);
	} else if (strcmp(what, "choices") == 0) {
		snprintf(text, sizeof text, "%d", s->view.question.choices);
		if (strcmp(text, arg) != 0)
			fail(s, "the question has so many choices", text);
	} else {
		fail(s, "nothing that can be expected", what);
	}
}

/* ---- The story ------------------------------------------------------------------------------------------------------- */

static int set_up(struct scene *s, char **word, int n, const char *rest)
{
	char message[200];

	if (strcmp(word[0], "game") == 0 && n >= 2) {
		snprintf(s->game, sizeof s->game, "%s", word[1]);
	} else if (strcmp(word[0], "position") == 0) {
		snprintf(s->fen, sizeof s->fen, "%s", rest);
	} else if (strcmp(word[0], "board") == 0 && n == 2) {
		s->kind = rig_kind(word[1]);
		if (!s->kind)
			return fail(s, "no such kind of board", word[1]);
	} else if (strcmp(word[0], "bare") == 0) {
		s->empty = true;
	} else if (strcmp(word[0], "hand") == 0 && n >= 2) {
		hand_settings_calm(&s->settings);
		if (strcmp(word[1], "clumsy") == 0 && hand_settings_read(HAND_INI, &s->settings, message, sizeof message) < 0)
			return fail(s, "hand", message);
		s->seed = n > 2 ? strtoull(word[2], NULL, 10) : 1;
	} else if (strcmp(word[0], "habit") == 0 && n == 3) {
		/* One habit of the hand, always or never. */
		return hand_settings_set(&s->settings, word[1], atoi(word[2])) < 0 ? fail(s, "no such habit", word[1]) : 0;
	} else {
		return 1;
	}
	return 0;
}

static void do_step(struct scene *s, char **word, int n, const char *rest)
{
	const char *what = word[0], *one = n > 1 ? word[1] : "", *two = n > 2 ? word[2] : "";

	if (set_up(s, word, n, rest) <= 0 || begin(s) < 0)
		return;
	if (strcmp(what, "turn") == 0)
		play_turn(s, word + 1, n - 1, true);
	else if (strcmp(what, "hurry") == 0)
		play_turn(s, word + 1, n - 1, false);
	else if (strcmp(what, "happened") == 0) {
		struct rules_error err;
		rules_action a;
		for (int i = 1; i < n; i++) {
			if (rules_action_read(&s->rig->variant, &s->truth, word[i], &a, &err) < 0)
				fail(s, word[i], err.text);
			else
				rules_apply(&s->rig->variant, &s->truth, a);
		}
	} else if (strcmp(what, "lift") == 0)
		lift(s, one, n > 2 ? atoi(two) : 1);
	else if (strcmp(what, "put") == 0)
		put(s, one, n > 2 ? atoi(two) : 1, -1, 0);
	else if (strcmp(what, "bring") == 0)
		put(s, one, 1, n > 2 ? atoi(two) : 0, n > 3);
	else if (strcmp(what, "box") == 0)
		s->holding = 0;
	else if (strcmp(what, "wait") == 0)
		pass(s, rig_now(s->rig) + atoi(one) * INT64_C(1000));
	else if (strcmp(what, "flicker") == 0)
		flicker(s, one, 0, atoi(two));
	else if (strcmp(what, "ghost") == 0)
		flicker(s, one, 1, atoi(two));
	else if (strcmp(what, "stick") == 0)
		rig_break(s->rig, site(s, one), atoi(two));
	else if (strcmp(what, "repair") == 0)
		rig_break(s->rig, site(s, one), -1);
	else if (strcmp(what, "button") == 0) {
		rig_button(s->rig, rig_now(s->rig) + 10000, atoi(one), strcmp(two, "held") == 0 ? 1500 : 120);
		settle(s, 300);
	} else if (strcmp(what, "unplug") == 0)
		rig_plug(s->rig, rig_now(s->rig), false);
	else if (strcmp(what, "plug") == 0)
		rig_plug(s->rig, rig_now(s->rig), true);
	else if (strcmp(what, "sweep") == 0)
		sweep(s, false);
	else if (strcmp(what, "restore") == 0)
		sweep(s, true);
	else if (strcmp(what, "say") == 0 && n > 1)
		say(s, one, rest + strlen(one) + strspn(rest + strlen(one), " "));
	else if (strcmp(what, "expect") == 0 && n > 1)
		expect(s, word + 1, n - 1);
	else
		fail(s, "no such step", what);
}

static int tell(struct scene *s, FILE *story)
{
	char text[4096], copy[4096], *word[WORDS_MAX];

	while (fgets(text, sizeof text, story) && s->failures == 0) {
		s->line++;
		text[strcspn(text, "#\r\n")] = '\0';
		snprintf(copy, sizeof copy, "%s", text);
		int n = 0;
		for (char *w = strtok(copy, " \t"); w && n < WORDS_MAX; w = strtok(NULL, " \t"))
			word[n++] = w;
		if (n == 0)
			continue;
		const char *rest = text + strspn(text, " \t");
		rest += strcspn(rest, " \t");
		rest += strspn(rest, " \t");
		do_step(s, word, n, rest);
	}
	return s->failures;
}

static int print_board(const char *game, const char *kind)
{
	struct rules_variant v;
	struct rules_error err;
	char text[16384];

	if (!rig_kind(kind) || rules_variant_parse(game, &v, &err) < 0 ||
	    rig_board_text(&v, rig_kind(kind), text, sizeof text) < 0)
		return 2;
	fputs(text, stdout);
	return 0;
}

int main(int argc, char **argv)
{
	static struct scene s;

	if (argc == 4 && strcmp(argv[1], "--board") == 0)
		return print_board(argv[2], argv[3]);
	if (argc < 2 || argc > 3) {
		fprintf(stderr, "scene STORY [TRACE]\n");
		return 2;
	}
	s.path = argv[1];
	hand_settings_calm(&s.settings);
	FILE *story = fopen(argv[1], "r");
	if (!story || (argc == 3 && !(s.out = fopen(argv[2], "w")))) {
		perror(argv[story ? 2 : 1]);
		return 2;
	}
	int failures = tell(&s, story);
	fclose(story);
	if (s.out)
		fclose(s.out);
	rig_free(s.rig);
	return failures ? 1 : 0;
}
