/*
 * naive_andantino.c — Andantino by plain scanning of every cell.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive.h"

/* Coordinates run from −10 to 10: one row of outside all round the largest field. */
enum { REACH = 10, SPAN = 2 * REACH + 1 };

struct table {
	char at[SPAN][SPAN]; /* [r + REACH][q + REACH]: 'w', 'r' or 0 */
	int player;
	char single[8];
};

static const int around[6][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, -1 }, { -1, 1 } };

static bool on_field(const struct naive_andantino *game, int q, int r)
{
	return abs(q) < game->side && abs(r) < game->side && abs(q + r) < game->side;
}

static char *cell(struct table *t, int q, int r)
{
	static char nowhere;

	nowhere = 0;
	return abs(q) > REACH || abs(r) > REACH ? &nowhere : &t->at[r + REACH][q + REACH];
}

static void read_position(const char *text, struct table *ret)
{
	char tiles[NAIVE_POSITION];

	memset(ret, 0, sizeof(*ret));
	if (sscanf(text, "%1023s %d %7s", tiles, &ret->player, ret->single) != 3)
		abort();
	for (char *at = tiles; *at;) {
		int r = *at - 'A' - 9, q = (int)strtol(at + 1, &at, 10) - 10;

		*cell(ret, q, r) = *at++;
		at += *at == ',';
	}
}

static void write_position(const struct naive_andantino *game, struct table *t, char ret[NAIVE_POSITION])
{
	int n = 0;

	for (int r = -9; r <= 9; r++)
		for (int q = -9; q <= 9; q++)
			if (on_field(game, q, r) && *cell(t, q, r))
				n += sprintf(ret + n, "%s%c%d%c", n ? "," : "", 'A' + r + 9, q + 10, *cell(t, q, r));
	sprintf(ret + n, " %d %s", t->player, t->single);
}

static int count(struct table *t, char colour)
{
	int n = 0;

	for (int r = -9; r <= 9; r++)
		for (int q = -9; q <= 9; q++)
			n += colour ? *cell(t, q, r) == colour : *cell(t, q, r) != 0;
	return n;
}

static int neighbours(struct table *t, int q, int r)
{
	int n = 0;

	for (int i = 0; i < 6; i++)
		n += *cell(t, q + around[i][0], r + around[i][1]) != 0;
	return n;
}

static bool five(struct table *t, char colour)
{
	for (int r = -9; r <= 9; r++)
		for (int q = -9; q <= 9; q++)
			for (int i = 0; i < 6; i++) {
				int n = 0;

				while (n < 5 && *cell(t, q + n * around[i][0], r + n * around[i][1]) == colour)
					n++;
				if (n == 5)
					return true;
			}
	return false;
}

/* Walks in from the outside; `ring` stops the walk. What was not reached is enclosed. */
static void walk(const struct naive_andantino *game, struct table *t, char ring, bool reached[SPAN][SPAN])
{
	bool more = true;

	for (int r = -REACH; r <= REACH; r++)
		for (int q = -REACH; q <= REACH; q++)
			reached[r + REACH][q + REACH] = !on_field(game, q, r);
	while (more) {
		more = false;
		for (int r = -9; r <= 9; r++)
			for (int q = -9; q <= 9; q++)
				for (int i = 0; i < 6 && !reached[r + REACH][q + REACH]; i++)
					if (*cell(t, q, r) != ring &&
					    reached[r + around[i][1] + REACH][q + around[i][0] + REACH])
						more = reached[r + REACH][q + REACH] = true;
	}
}

/* Counts what `ring` encloses: tiles of the other colour, or (what = 0) all cells. */
static int enclosed(const struct naive_andantino *game, struct table *t, char ring, char what)
{
	bool reached[SPAN][SPAN];
	int n = 0;

	walk(game, t, ring, reached);
	for (int r = -9; r <= 9; r++)
		for (int q = -9; q <= 9; q++)
			n += !reached[r + REACH][q + REACH] && *cell(t, q, r) != ring && (!what || *cell(t, q, r) == what);
	return n;
}

int naive_andantino_enclosed(const struct naive_andantino *game, const char *position, char ring_of)
{
	struct table t;

	read_position(position, &t);
	return enclosed(game, &t, ring_of, 0);
}

static void list_ends(const struct naive_andantino *game, struct table *t, const char *start, int except_q, int except_r,
		      struct naive_actions *ret)
{
	int least = !*start && t->player == 2 && strcmp(t->single, "free") == 0 && count(t, 0) < 50 ? 1 : 2;

	for (int r = -9; r <= 9; r++)
		for (int q = -9; q <= 9; q++) {
			char text[NAIVE_TEXT * 2];

			if (!on_field(game, q, r) || *cell(t, q, r) || (*start && q == except_q && r == except_r) ||
			    neighbours(t, q, r) < least)
				continue;
			snprintf(text, sizeof(text), "%s%c%d", start, 'A' + r + 9, q + 10);
			naive_add(ret, text);
		}
}

static void list_actions(const struct naive_andantino *game, struct table *t, struct naive_actions *ret)
{
	char mine = t->player == 1 ? 'w' : 'r';

	ret->n = 0;
	if (count(t, 0) < 50)
		list_ends(game, t, "", 0, 0, ret);
	else if (game->relocate)
		for (int r = -9; r <= 9; r++)
			for (int q = -9; q <= 9; q++) {
				char start[2 * NAIVE_TEXT];

				if (*cell(t, q, r) != mine)
					continue;
				snprintf(start, sizeof(start), "%c%d>", 'A' + r + 9, q + 10);
				*cell(t, q, r) = 0;
				list_ends(game, t, start, q, r, ret);
				*cell(t, q, r) = mine;
			}
	naive_sort(ret);
}

int naive_andantino_result(const struct naive_andantino *game, const char *position)
{
	static const char colour[3] = "wr";
	struct naive_actions actions;
	struct table t;

	read_position(position, &t);
	for (int i = 0; i < 2; i++) {
		int who = i ? t.player - 1 : 2 - t.player; /* the mover is the player who is not PLAYER */

		if (five(&t, colour[who]) || enclosed(game, &t, colour[who], colour[!who]))
			return who + 1;
	}
	list_actions(game, &t, &actions);
	return actions.n ? 0 : 9;
}

void naive_andantino_legal(const struct naive_andantino *game, const char *position, struct naive_actions *ret)
{
	struct table t;

	read_position(position, &t);
	ret->n = 0;
	if (naive_andantino_result(game, position) == 0)
		list_actions(game, &t, ret);
}

void naive_andantino_play(const struct naive_andantino *game, const char *position, const char *action,
			  char ret[NAIVE_POSITION])
{
	struct table t;
	const char *sign = strchr(action, '>'), *end = sign ? sign + 1 : action;
	int q = atoi(end + 1) - 10, r = *end - 'A' - 9;

	read_position(position, &t);
	if (sign)
		*cell(&t, atoi(action + 1) - 10, *action - 'A' - 9) = 0;
	else if (neighbours(&t, q, r) == 1)
		strcpy(t.single, "used");
	*cell(&t, q, r) = t.player == 1 ? 'w' : 'r';
	t.player = 3 - t.player;
	write_position(game, &t, ret);
}
