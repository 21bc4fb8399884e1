/*
 * test_swahili_random.c — thousands of random positions of Swahili, played by a second, slow engine that keeps plain numbers
 * and knows nothing of packed words.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules_text.h"

struct hill {
	int rows[4][12]; /* 1 … 11 */
	int centre[4], pond[4];
	int players, mover;
	bool optional;
};

struct turn {
	char text[RULES_ACTION_MAX], next[RULES_POSITION_MAX];
};

static void write_hill(const struct hill *h, char *text)
{
	for (int p = 0; p < h->players; p++) {
		for (int r = 1; r <= 11; r++)
			text += sprintf(text, "%d%c", h->rows[p][r], r < 11 ? ',' : '/');
		text += sprintf(text, "%d/%d ", h->centre[p], h->pond[p]);
	}
	sprintf(text, "%d", h->mover + 1);
}

static bool slow_is_over(const struct hill *h)
{
	for (int p = 0; p < h->players; p++) {
		int sum = 0;
		for (int r = 1; r <= 11; r++)
			sum += h->rows[p][r];
		if (!sum)
			return true;
	}
	return false;
}

static int slow_lap(struct hill *h, int row, bool *ret_had_some)
{
	int *rows = h->rows[h->mover], hand = rows[row], at = row;
	rows[row] = 0;
	while (hand-- > 0) {
		at = at == 11 ? 0 : at + 1; /* 0 is the centre */
		*ret_had_some = at > 0 && rows[at] > 0;
		if (at == 0)
			h->centre[h->mover]++;
		else
			rows[at]++;
	}
	return at;
}

static int slow_take(struct hill *h, int row)
{
	int taken = 0;
	if (row < 7 || h->rows[h->mover][row] != 1)
		return 0;
	for (int p = 0; p < h->players; p++)
		if (p != h->mover && h->rows[p][row] == 1) {
			h->rows[p][row] = 0;
			h->pond[h->mover]++;
			taken++;
		}
	return taken;
}

static void slow_end(struct hill h, const char *text, struct turn *turn)
{
	h.mover = (h.mover + 1) % h.players;
	snprintf(turn->text, sizeof(turn->text), "%.*s", (int)sizeof(turn->text) - 1, text);
	write_hill(&h, turn->next);
}

static int slow_turns(const struct hill *h, struct turn *list)
{
	int n = 0;
	for (int row = 1; !slow_is_over(h) && row <= 11; row++) {
		struct hill now = *h;
		char text[RULES_ACTION_MAX];
		int at = row;
		bool had_some = now.rows[now.mover][row] > 0;
		sprintf(text, "%d", row);
		while (had_some) {
			at = slow_lap(&now, at, &had_some);
			struct hill end = now;
			int taken = slow_take(&end, at);
			slow_end(h->optional ? now : end, text, &list[n++]);
			if (h->optional && taken) {
				char x[RULES_ACTION_MAX + 1];
				sprintf(x, "%sx", text);
				slow_end(end, x, &list[n++]);
			}
			strcat(text, "+");
		}
	}
	return n;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(((const struct turn *)a)->text, ((const struct turn *)b)->text);
}

static int below(uint64_t *seed, int n)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (int)((*seed >> 33) % (uint64_t)n);
}

/* Every piece in a row (few rows, so that laps meet), in the centre, or in another player's pond. */
static struct hill random_hill(uint64_t *seed)
{
	struct hill h = { .players = 2 + below(seed, 3), .optional = below(seed, 2) };
	for (int p = 0; p < h.players; p++) {
		int spread = 1 + below(seed, 11), off = below(seed, 7);
		for (int i = 0; i < 12; i++) {
			if (below(seed, 12) >= off)
				h.rows[p][1 + (below(seed, 11) % spread + off) % 11]++;
			else if (below(seed, 2))
				h.centre[p]++;
			else
				h.pond[(p + 1 + below(seed, h.players - 1)) % h.players]++;
		}
	}
	h.mover = below(seed, h.players);
	return h;
}

static void every_random_position_has_the_turns_a_slow_engine_finds(void **state)
{
	(void)state;
	static struct turn slow[1024];
	static rules_action fast[RULES_ACTIONS_MAX];
	uint64_t seed = 1968, turns = 0;
	int longest = 0;
	for (int round = 0; round < 15000; round++) {
		struct hill h = random_hill(&seed);
		char name[RULES_NAME_MAX], text[RULES_POSITION_MAX], got[RULES_POSITION_MAX];
		sprintf(name, "swahili:players=%d,capture=%s", h.players, h.optional ? "optional" : "auto");
		struct rules_variant v = variant(name);
		write_hill(&h, text);
		struct rules_state s = position(&v, text);
		int n = slow_turns(&h, slow);
		qsort(slow, (size_t)n, sizeof(slow[0]), by_text);
		assert_int_equal(rules_legal(&v, &s, fast), n);
		assert_int_equal(rules_count(&v, &s), n);
		for (int i = 0; i < n; i++) {
			rules_action_text(&v, fast[i], got);
			assert_string_equal(got, slow[i].text);
			struct rules_state next = s;
			rules_apply(&v, &next, fast[i]);
			rules_format(&v, &next, got);
			assert_string_equal(got, slow[i].next);
			longest = (int)strlen(slow[i].text) > longest ? (int)strlen(slow[i].text) : longest;
		}
		turns += (uint64_t)n;
	}
	assert_true(turns > 100000);
	assert_true(longest >= 10); /* the positions do exercise long runs of laps */
}

static void any_position_can_be_set_up_again_from_its_look(void **state)
{
	(void)state;
	uint64_t seed = 7;
	for (int round = 0; round < 3000; round++) {
		struct hill h = random_hill(&seed);
		char name[RULES_NAME_MAX], text[RULES_POSITION_MAX];
		sprintf(name, "swahili:players=%d", h.players);
		struct rules_variant v = variant(name);
		write_hill(&h, text);
		struct rules_state s = position(&v, text), built;
		struct rules_look look[RULES_SITES_MAX], again[RULES_SITES_MAX];
		struct rules_error err = { "" };
		int n;
		rules_sites(&v, &n);
		rules_project(&v, &s, look);
		if (rules_unproject(&v, look, h.mover + 1, &built, &err) < 0)
			fail_msg("%s: %s", text, err.text);
		rules_project(&v, &built, again);
		assert_memory_equal(look, again, (size_t)n * sizeof(look[0]));
		rules_format(&v, &built, text);
		position(&v, text);
		if (h.players == 2)
			assert_memory_equal(&s, &built, sizeof(s));
	}
}

/* All seats are alike: who sits where changes nothing but the numbers. */
static void turning_the_seats_gives_equal_counts(void **state)
{
	(void)state;
	uint64_t seed = 11;
	for (int round = 0; round < 60; round++) {
		struct hill h = random_hill(&seed), turned = h;
		char name[RULES_NAME_MAX], text[RULES_POSITION_MAX];
		sprintf(name, "swahili:players=%d,capture=%s", h.players, h.optional ? "optional" : "auto");
		struct rules_variant v = variant(name);
		write_hill(&h, text);
		struct rules_state s = position(&v, text);
		uint64_t leaves = rules_perft(&v, &s, 3);
		for (int p = 0; p < h.players; p++) {
			int seat = (p + 1) % h.players;
			memcpy(turned.rows[seat], h.rows[p], sizeof(h.rows[p]));
			turned.centre[seat] = h.centre[p];
			turned.pond[seat] = h.pond[p];
		}
		turned.mover = (h.mover + 1) % h.players;
		write_hill(&turned, text);
		s = position(&v, text);
		assert_true(rules_perft(&v, &s, 3) == leaves);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_random_position_has_the_turns_a_slow_engine_finds),
		cmocka_unit_test(any_position_can_be_set_up_again_from_its_look),
		cmocka_unit_test(turning_the_seats_gives_equal_counts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
