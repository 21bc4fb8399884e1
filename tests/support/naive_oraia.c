/*
 * naive_oraia.c — Oraia on lines written out site by site.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive.h"

/* The lines of the rules; a circle goes on for two sites beyond its beginning so that every jump over the seam is in it. */
static const char *const line[] = {
	"C1 O1 I1 H I5 O5 C5", "C2 O2 I2 H I6 O6 C6",           "C3 O3 I3 H I7 O7 C7",
	"C4 O4 I4 H I8 O8 C8", "O1 O2 O3 O4 O5 O6 O7 O8 O1 O2", "I1 I2 I3 I4 I5 I6 I7 I8 I1 I2",
};
static const char ring_name[] = "COI";

struct table {
	char ring[3][9], hub; /* as in the text */
	int player;
	bool turning, last;
};

static void read_position(const char *text, struct table *ret)
{
	char phase[8], last[8];

	if (sscanf(text, "%8[^/]/%8[^/]/%8[^/]/%c %d %7s %7s", ret->ring[0], ret->ring[1], ret->ring[2], &ret->hub,
		   &ret->player, phase, last) != 7)
		abort();
	ret->turning = strcmp(phase, "turn") == 0;
	ret->last = strcmp(last, "last") == 0;
}

static void write_position(const struct table *t, char ret[NAIVE_POSITION])
{
	sprintf(ret, "%s/%s/%s/%c %d %s %s", t->ring[0], t->ring[1], t->ring[2], t->hub, t->player,
		t->turning ? "turn" : "move", t->last ? "last" : "-");
}

static char *site(struct table *t, const char *name)
{
	return *name == 'H' ? &t->hub : &t->ring[strchr(ring_name, *name) - ring_name][name[1] - '1'];
}

static bool is_of(char pawn, int player)
{
	return strchr(player == 1 ? "bB" : "rR", pawn) && pawn;
}

static bool starting_place(const char *name, int player)
{
	return *name == 'C' && (name[1] - '0') % 2 == player % 2;
}

/* May a pawn stop or land there? */
static bool open_to(struct table *t, const char *name, bool charged)
{
	return *site(t, name) == '.' && (*name != 'C' || (charged && starting_place(name, 3 - t->player)));
}

static void remember(struct naive_actions *ret, const char *from, const char *to)
{
	char text[NAIVE_TEXT];

	snprintf(text, sizeof(text), "%s%s", from, to);
	for (int i = 0; i < ret->n; i++)
		if (strcmp(ret->text[i], text) == 0)
			return;
	naive_add(ret, text);
}

/* Jumps on from `at`. `been` holds the landings so far, to end a chain that goes in circles. */
static void jump_on(struct table *t, const char *from, const char *at, bool charged, char *been, struct naive_actions *ret)
{
	for (size_t l = 0; l < sizeof(line) / sizeof(line[0]); l++) {
		char name[10][4];
		int n = sscanf(line[l], "%3s %3s %3s %3s %3s %3s %3s %3s %3s %3s", name[0], name[1], name[2], name[3], name[4],
			       name[5], name[6], name[7], name[8], name[9]);

		for (int i = 0; i + 2 < n; i++)
			for (int back = 0; back < 2; back++) {
				const char *start = name[back ? i + 2 : i], *over = name[i + 1], *land = name[back ? i : i + 2];
				char key[48];

				snprintf(key, sizeof(key), " %s ", land);
				if (strcmp(start, at) || !is_of(*site(t, over), 3 - t->player) || !open_to(t, land, charged) ||
				    strstr(been, key))
					continue;
				strcat(been, key);
				if (strcmp(land, from))
					remember(ret, from, land);
				jump_on(t, from, land, charged, been, ret);
			}
	}
}

static void list_pawn(struct table *t, const char *from, struct naive_actions *ret)
{
	char pawn = *site(t, from), been[256] = "";
	bool charged = pawn == 'B' || pawn == 'R';

	for (size_t l = 0; l < sizeof(line) / sizeof(line[0]); l++)
		for (const char *at = line[l]; at; at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL) {
			char a[4], b[4];

			if (sscanf(at, "%3s %3s", a, b) != 2)
				continue;
			if (strcmp(a, from) == 0 && open_to(t, b, charged))
				remember(ret, from, b);
			if (strcmp(b, from) == 0 && open_to(t, a, charged))
				remember(ret, from, a);
		}
	*site(t, from) = '.'; /* while a chain runs, its start counts as empty */
	jump_on(t, from, from, charged, been, ret);
	*site(t, from) = pawn;
}

static bool done(struct table *t, bool stay_counts, int player)
{
	int filled = 0, own = 0;

	for (int i = 0; i < 8; i++) {
		char name[3] = { 'C', (char)('1' + i), 0 }, pawn = *site(t, name);

		if (!starting_place(name, 3 - player))
			continue;
		if (is_of(pawn, player))
			own++, filled++;
		else if (stay_counts && pawn == (player == 1 ? 'r' : 'b'))
			filled++;
	}
	return own > 0 && filled == 4;
}

int naive_oraia_result(bool stay_counts, const char *position)
{
	struct table t;
	bool one, two;

	read_position(position, &t);
	if (t.last)
		return 0;
	one = done(&t, stay_counts, 1);
	two = done(&t, stay_counts, 2);
	return one && two ? 9 : one ? 1 : two ? 2 : 0;
}

void naive_oraia_legal(bool stay_counts, const char *position, struct naive_actions *ret)
{
	struct table t;

	ret->n = 0;
	read_position(position, &t);
	if (naive_oraia_result(stay_counts, position))
		return;
	if (t.turning) {
		naive_add(ret, "<");
		naive_add(ret, "=");
		naive_add(ret, ">");
		return;
	}
	if (is_of(t.hub, t.player)) {
		list_pawn(&t, "H", ret);
	} else {
		for (int ring = 0; ring < 3; ring++)
			for (int i = 0; i < 8; i++) {
				char name[3] = { ring_name[ring], (char)('1' + i), 0 };

				if (is_of(*site(&t, name), t.player))
					list_pawn(&t, name, ret);
			}
	}
	if (ret->n == 0)
		naive_add(ret, "-");
	naive_sort(ret);
}

void naive_oraia_play(bool stay_counts, const char *position, const char *action, char ret[NAIVE_POSITION])
{
	struct table t;
	bool ends = true;

	read_position(position, &t);
	if (strchr("<>", *action)) {
		for (int ring = 1; ring < 3; ring++) {
			char old[9];

			memcpy(old, t.ring[ring], sizeof(old));
			for (int i = 0; i < 8; i++)
				t.ring[ring][(i + (*action == '>' ? 1 : 7)) % 8] = old[i];
		}
	} else if (!strchr("-=", *action)) {
		const char *end = action + (*action == 'H' ? 1 : 2);
		char pawn = *site(&t, action);

		*site(&t, action) = '.';
		*site(&t, end) = *end == 'H' ? (t.player == 1 ? 'B' : 'R') : pawn;
		ends = *end != 'H';
	}
	t.turning = !ends;
	if (ends) {
		bool extra = t.player == 1 && done(&t, stay_counts, 1) && !done(&t, stay_counts, 2);

		t.player = 3 - t.player;
		t.last = extra;
	} else if (t.last && !done(&t, stay_counts, 1)) {
		t.last = false; /* player 2 left home: player 1 is no longer done */
	}
	write_position(&t, ret);
}
