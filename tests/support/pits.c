/*
 * pits.c — writes bead counts where a test names pits. Numbers pits by itself, not as the rules library does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pits.h"

static void put_name(char name[3], char side, int which)
{
	name[0] = side;
	name[1] = (char)which;
	name[2] = '\0';
}

/* Names in ring order from NW. */
static int ring_names(int n, char name[36][3])
{
	int at = 0;
	put_name(name[at++], 'N', 'W');
	for (int i = 0; i < n; i++)
		put_name(name[at++], 'N', 'a' + i);
	put_name(name[at++], 'N', 'E');
	for (int i = n; i >= 1; i--)
		put_name(name[at++], 'E', '0' + i);
	put_name(name[at++], 'S', 'E');
	for (int i = n - 1; i >= 0; i--)
		put_name(name[at++], 'S', 'a' + i);
	put_name(name[at++], 'S', 'W');
	for (int i = 1; i <= n; i++)
		put_name(name[at++], 'W', '0' + i);
	return at;
}

static int slashes(const char *board)
{
	int n = 0;
	for (; *board; board++)
		n += *board == '/';
	return n;
}

const char *with_pits_and_hand(const char *board, const char *pits, int hand, const char *rest)
{
	static char text[8][1024];
	static int turn;
	char name[36][3], *out = text[turn++ % 8];
	int n = slashes(board) + 1, ring = ring_names(n, name), count[36] = { 0 }, left = 2 * ring - hand;

	for (const char *at = pits; *(at += strspn(at, " "));) {
		int i = 0;
		while (i < ring && strncmp(name[i], at, 2) != 0)
			i++;
		if (i == ring || at[2] != '=') {
			fprintf(stderr, "no such pit: %s\n", at);
			abort();
		}
		count[i] = atoi(at + 3);
		left -= count[i];
		at += strcspn(at, " ");
	}
	count[3 * n + 3] += left;
	out += sprintf(out, "%s ", board);
	for (int i = 0; i < ring; i++)
		out += sprintf(out, "%s%d", i ? "," : "", count[i]);
	sprintf(out, " %s", rest);
	return text[(turn - 1) % 8];
}

const char *with_pits(const char *board, const char *pits, const char *rest)
{
	return with_pits_and_hand(board, pits, 0, rest);
}
