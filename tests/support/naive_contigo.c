/*
 * naive_contigo.c — squares as characters of a grid, pits as points around it. A piece finds its pit by walking on until it
 * falls off the board.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive_contigo.h"

/* Squares (0 … n−1, 0 … n−1); pits lie at −1 and n. '.' is empty. */
struct board {
	int n, ring, player, source, taken, left, last, captured[2];
	char at[8][8];               /* [file][rank] */
	char phase;                  /* 'p', 'b', 'd' */
	int pit[36], px[36], py[36]; /* beads and places, in ring order */
	char name[36][3];
};

static void name_pit(struct board *b, int i)
{
	int x = b->px[i], y = b->py[i], n = b->n;
	char *name = b->name[i];
	name[0] = y == n ? 'N' : y == -1 ? 'S' : x == -1 ? 'W' : 'E';
	name[1] = y != n && y != -1 ? (char)('1' + y) : x == -1 ? 'W' : x == n ? 'E' : (char)('a' + x);
	name[2] = '\0';
}

/* Walks once round the board, clockwise from the upper left corner. */
static void place_pits(struct board *b)
{
	static const int way[4][2] = { { 1, 0 }, { 0, -1 }, { -1, 0 }, { 0, 1 } };
	int x = -1, y = b->n, i = 0;
	for (int side = 0; side < 4; side++) {
		for (int step = 0; step <= b->n; step++, i++) {
			b->px[i] = x;
			b->py[i] = y;
			name_pit(b, i);
			x += way[side][0];
			y += way[side][1];
		}
	}
	b->ring = i;
}

static int pit_named(const struct board *b, const char *name)
{
	for (int i = 0; i < b->ring; i++) {
		if (strncmp(b->name[i], name, 2) == 0)
			return i;
	}
	fprintf(stderr, "no pit %s\n", name);
	abort();
}

static struct board read_position(const struct naive_contigo *g, const char *text)
{
	struct board b = { .n = g->kind == NAIVE_LINE || g->kind == NAIVE_CAPTURE ? 6 : 8 };
	int x = 0, y = b.n - 1;
	place_pits(&b);
	for (; *text != ' '; text++) {
		if (*text == '/') {
			x = 0;
			y--;
		} else if (isdigit((unsigned char)*text)) {
			for (int k = *text - '0'; k > 0; k--)
				b.at[x++][y] = '.';
		} else {
			b.at[x++][y] = *text;
		}
	}
	for (int i = 0; i < b.ring; i++) {
		char *end;
		b.pit[i] = (int)strtol(text + 1, &end, 10);
		text = end;
	}
	b.player = text[1] - '0';
	text += 3;
	b.phase = *text;
	if (b.phase == 'd') {
		b.source = pit_named(&b, text + 5);
		sscanf(text + 8, "%d,%d,%d", &b.taken, &b.left, &b.last);
	}
	text = strchr(text, ' ') + 1;
	if (*text != '-')
		sscanf(text, "%d,%d", &b.captured[0], &b.captured[1]);
	return b;
}

static void write_position(const struct naive_contigo *g, const struct board *b, char *out)
{
	for (int y = b->n - 1; y >= 0; y--) {
		for (int x = 0; x < b->n; x++) {
			int empty = 0;
			while (x < b->n && b->at[x][y] == '.') {
				empty++;
				x++;
			}
			if (empty)
				out += sprintf(out, "%d", empty);
			if (x < b->n)
				*out++ = b->at[x][y];
		}
		*out++ = y > 0 ? '/' : ' ';
	}
	for (int i = 0; i < b->ring; i++)
		out += sprintf(out, "%s%d", i ? "," : "", b->pit[i]);
	out += sprintf(out, " %d ", b->player);
	if (b->phase == 'd')
		out += sprintf(out, "drop:%s,%d,%d,%d", b->name[b->source], b->taken, b->left, b->last);
	else
		out += sprintf(out, "%s", b->phase == 'p' ? "piece" : "beads");
	if (g->kind == NAIVE_BASIC)
		sprintf(out, " %d,%d", b->captured[0], b->captured[1]);
	else
		sprintf(out, " -");
}

static int owner(char piece)
{
	const char *all = "wbrg", *at = strchr(all, tolower((unsigned char)piece));
	return piece == '.' ? 0 : (int)(at - all) + 1;
}

static bool on_board(const struct board *b, int x, int y)
{
	return x >= 0 && x < b->n && y >= 0 && y < b->n;
}

/* ---- Results ------------------------------------------------------------------------------------------------------ */

/* The longest succession of a player's pawns on the line from (x, y) on, empty squares left out. */
static int longest(const struct board *b, int player, int x, int y, int dx, int dy)
{
	int run = 0, best = 0;
	for (; on_board(b, x, y); x += dx, y += dy) {
		int who = owner(b->at[x][y]);
		run = who == player ? run + 1 : who ? 0 : run;
		best = run > best ? run : best;
	}
	return best;
}

static bool has_row(const struct naive_contigo *g, const struct board *b, int player)
{
	int n = b->n;
	for (int i = 0; i < n; i++) {
		if (longest(b, player, i, 0, 0, 1) >= g->align || longest(b, player, 0, i, 1, 0) >= g->align)
			return true;
	}
	if (g->align == 5)
		return false;
	/* Diagonals begin on the left or lower edge going up, on the left or upper edge going down. */
	for (int i = 0; i < n; i++) {
		bool counts = i == 0 || (g->all_diagonals && n - i >= 4);
		if (counts &&
		    (longest(b, player, i, 0, 1, 1) >= g->align || longest(b, player, 0, i, 1, 1) >= g->align ||
		     longest(b, player, i, n - 1, 1, -1) >= g->align || longest(b, player, 0, n - 1 - i, 1, -1) >= g->align))
			return true;
	}
	return false;
}

static int count_letter(const struct board *b, char letter)
{
	int n = 0;
	for (int x = 0; x < b->n; x++) {
		for (int y = 0; y < b->n; y++)
			n += b->at[x][y] == letter;
	}
	return n;
}

static int result(const struct naive_contigo *g, const struct board *b)
{
	static const char kings[] = "WBRG";
	int left = 0, last = 0;

	switch (g->kind) {
	case NAIVE_LINE:
		for (int i = 0; i < g->players && b->phase != 'p'; i++) {
			int player = (b->player - 1 + i) % g->players + 1;
			if (has_row(g, b, player))
				return player;
		}
		return 0;
	case NAIVE_CAPTURE:
		for (int i = 0; i < g->players; i++) {
			if (count_letter(b, kings[i]) > 0) {
				left++;
				last = i + 1;
			}
		}
		return left == 1 ? last : 0;
	case NAIVE_BASIC: return b->captured[0] == 7 ? 1 : b->captured[1] == 7 ? 2 : 0;
	default: return count_letter(b, 'W') < 2 ? 2 : count_letter(b, 'B') < 2 ? 1 : 0;
	}
}

int naive_contigo_result(const struct naive_contigo *g, const char *position)
{
	struct board b = read_position(g, position);
	return result(g, &b);
}

/* ---- Legal actions ------------------------------------------------------------------------------------------------ */

static void __attribute__((format(printf, 2, 3))) add(struct naive_contigo_actions *list, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(list->text[list->n], NAIVE_CONTIGO_TEXT, format, args);
	va_end(args);
	for (int i = 0; i < list->n; i++) {
		if (strcmp(list->text[i], list->text[list->n]) == 0)
			return;
	}
	list->n++;
}

static const int ways[4][2] = { { 0, 1 }, { 0, -1 }, { -1, 0 }, { 1, 0 } };

static int beads_ahead(const struct board *b, int x, int y, const int way[2])
{
	while (on_board(b, x, y)) {
		x += way[0];
		y += way[1];
	}
	for (int i = 0; i < b->ring; i++) {
		if (b->px[i] == x && b->py[i] == y)
			return b->pit[i];
	}
	abort();
}

/* Pieces strictly between the ends of a leg that do not belong to `but`; the end itself with `and_end`. */
static int in_between(const struct board *b, int x, int y, const int way[2], int length, int but, bool and_end)
{
	int n = 0;
	for (int i = 1; i < length + and_end; i++) {
		int who = owner(b->at[x + i * way[0]][y + i * way[1]]);
		n += who != 0 && who != but;
	}
	return n;
}

static void add_move(struct naive_contigo_actions *list, int x, int y, const char *between, int tx, int ty)
{
	add(list, "%c%c%s%c%c", 'a' + x, '1' + y, between, 'a' + tx, '1' + ty);
}

static void add_straight(const struct naive_contigo *g, const struct board *b, int x, int y, struct naive_contigo_actions *list)
{
	for (int w = 0; w < 4; w++) {
		int d = beads_ahead(b, x, y, ways[w]), tx = x + d * ways[w][0], ty = y + d * ways[w][1];
		if (d == 0 || !on_board(b, tx, ty) || owner(b->at[tx][ty]) == b->player)
			continue;
		if (g->kind == NAIVE_LINE && (b->at[tx][ty] != '.' || in_between(b, x, y, ways[w], d, b->player, false)))
			continue;
		add_move(list, x, y, "", tx, ty);
	}
}

static void add_ells(const struct board *b, int x, int y, bool doubled, struct naive_contigo_actions *list)
{
	for (int w = 0; w < 4; w++) {
		int d = beads_ahead(b, x, y, ways[w]), cx = x + d * ways[w][0], cy = y + d * ways[w][1];
		if (d == 0 || !on_board(b, cx, cy) || (doubled && in_between(b, x, y, ways[w], d, -1, true)))
			continue;
		for (int u = 0; u < 4; u++) {
			if ((ways[u][0] == 0) == (ways[w][0] == 0))
				continue;
			int e = beads_ahead(b, cx, cy, ways[u]), tx = cx + e * ways[u][0], ty = cy + e * ways[u][1];
			if (e == 0 || !on_board(b, tx, ty) || (doubled && in_between(b, cx, cy, ways[u], e, -1, false)))
				continue;
			if (doubled ? owner(b->at[tx][ty]) != b->player : b->at[tx][ty] == '.')
				add_move(list, x, y, "", tx, ty);
		}
	}
}

static void add_passes(const struct board *b, int x, int y, struct naive_contigo_actions *list)
{
	for (int w = 0; w < 4; w++) {
		int d = beads_ahead(b, x, y, ways[w]), tx = x + d * ways[w][0], ty = y + d * ways[w][1];
		if (d > 0 && on_board(b, tx, ty) && b->at[tx][ty] == (b->player == 1 ? 'w' : 'b') &&
		    !in_between(b, x, y, ways[w], d, -1, false))
			add_move(list, x, y, ">", tx, ty);
	}
}

static void add_pieces(const struct naive_contigo *g, const struct board *b, struct naive_contigo_actions *list)
{
	for (int x = 0; x < b->n; x++) {
		for (int y = 0; y < b->n; y++) {
			if (owner(b->at[x][y]) != b->player)
				continue;
			bool doubled = g->kind == NAIVE_DOUBLE && isupper((unsigned char)b->at[x][y]);
			if (g->ell || doubled)
				add_ells(b, x, y, doubled, list);
			else
				add_straight(g, b, x, y, list);
			if (doubled)
				add_passes(b, x, y, list);
		}
	}
	if (list->n == 0)
		add(list, "-");
}

static void add_beads(const struct naive_contigo *g, const struct board *b, struct naive_contigo_actions *list)
{
	for (int i = 0; i < b->ring; i++) {
		for (int k = 1; k <= b->pit[i]; k++) {
			int there = (i + k) % b->ring, back = (i - k + 4 * b->ring) % b->ring;
			if (g->spread)
				add(list, "%d%s", k, b->name[i]);
			if (!g->spread && there != i)
				add(list, "%d%s-%s", k, b->name[i], b->name[there]);
			if (!g->spread && back != i)
				add(list, "%d%s-%s", k, b->name[i], b->name[back]);
		}
	}
}

static void add_drops(const struct board *b, struct naive_contigo_actions *list)
{
	for (int i = 0; i < b->ring; i++) {
		int clockwise = 0, other_way = 0;
		while ((b->source + clockwise) % b->ring != i)
			clockwise++;
		while ((i + other_way) % b->ring != b->source)
			other_way++;
		if (i != b->source && (clockwise <= b->taken || other_way <= b->taken) && clockwise >= b->last)
			add(list, "+%s", b->name[i]);
	}
}

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

void naive_contigo_legal(const struct naive_contigo *g, const char *position, struct naive_contigo_actions *ret)
{
	struct board b = read_position(g, position);
	ret->n = 0;
	if (result(g, &b) != 0)
		return;
	if (b.phase == 'p')
		add_pieces(g, &b, ret);
	else if (b.phase == 'b')
		add_beads(g, &b, ret);
	else
		add_drops(&b, ret);
	qsort(ret->text, (size_t)ret->n, sizeof(ret->text[0]), by_text);
}

/* ---- Playing ------------------------------------------------------------------------------------------------------ */

static void remove_player(struct board *b, int player)
{
	for (int x = 0; x < b->n; x++) {
		for (int y = 0; y < b->n; y++) {
			if (owner(b->at[x][y]) == player)
				b->at[x][y] = '.';
		}
	}
}

static void play_piece(const struct naive_contigo *g, struct board *b, const char *action)
{
	b->phase = 'b';
	if (strcmp(action, "-") == 0)
		return;
	bool pass = action[2] == '>';
	char *from = &b->at[action[0] - 'a'][action[1] - '1'], *to = &b->at[action[2 + pass] - 'a'][action[3 + pass] - '1'];
	if (pass) {
		char man = *to;
		*to = *from;
		*from = man;
		return;
	}
	int victim = owner(*to);
	*to = *from;
	*from = '.';
	if (victim && g->kind == NAIVE_BASIC)
		b->captured[b->player - 1]++;
	if (victim && g->kind == NAIVE_CAPTURE && count_letter(b, "WBRG"[victim - 1]) == 0)
		remove_player(b, victim);
}

static void next_player(const struct naive_contigo *g, struct board *b)
{
	b->phase = 'p';
	do
		b->player = b->player % g->players + 1;
	while (g->kind == NAIVE_CAPTURE && count_letter(b, "WBRG"[b->player - 1]) == 0);
}

void naive_contigo_play(const struct naive_contigo *g, const char *position, const char *action,
			char ret[NAIVE_CONTIGO_POSITION])
{
	struct board b = read_position(g, position);
	char *name;
	int count = (int)strtol(action, &name, 10);

	if (b.phase == 'p') {
		play_piece(g, &b, action);
	} else if (b.phase == 'd') {
		int to = pit_named(&b, action + 1);
		b.pit[to]++;
		b.left--;
		b.last = (to - b.source + b.ring) % b.ring;
		if (b.left == 0)
			next_player(g, &b);
	} else {
		int from = pit_named(&b, name);
		b.pit[from] -= count;
		if (g->spread) {
			b.phase = 'd';
			b.source = from;
			b.taken = b.left = count;
			b.last = 0;
		} else {
			b.pit[pit_named(&b, name + 3)] += count;
			next_player(g, &b);
		}
	}
	write_position(g, &b, ret);
}
