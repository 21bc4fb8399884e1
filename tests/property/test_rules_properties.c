/*
 * test_rules_properties.c — what must hold in every position of every game with every option, along random games.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules.h"
#include "walk.h"

#define CHECK(condition, v, s)                                                                                                 \
	do {                                                                                                                   \
		if (!(condition))                                                                                              \
			fail_msg("%s: %s", #condition, walk_name(v, s));                                                       \
	} while (0)

/* ---- Refusals ----------------------------------------------------------------------------------------------------- */

/* Actions that some earlier position of the same variant allowed. */
struct seen_actions {
	rules_action seen[512];
	int n;
	const struct rules_game *game;
	struct rules_variant v;
};

static bool contains(const rules_action *list, int n, rules_action a)
{
	for (int i = 0; i < n; i++) {
		if (list[i] == a)
			return true;
	}
	return false;
}

static void refuses_others(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	struct seen_actions *seen = user;
	static rules_action list[RULES_ACTIONS_MAX];
	struct rules_node node[2];
	struct rules_record r;
	int n = rules_legal(v, s, list);

	if (memcmp(&seen->v, v, sizeof(*v)) != 0) {
		seen->n = 0;
		seen->v = *v;
	}
	rules_record_init(&r, v, s, node, 2);
	for (int i = 0; i < seen->n; i += 1 + seen->n / 40) {
		char text[RULES_ACTION_MAX];
		struct rules_error err = { "" };
		rules_action a = RULES_NO_ACTION;
		if (contains(list, n, seen->seen[i]))
			continue;
		rules_action_text(v, seen->seen[i], text);
		int rc = rules_action_read(v, s, text, &a, &err);
		CHECK(rc == (rules_result(v, s) == RULES_ONGOING ? -EPERM : -ENOENT), v, s);
		CHECK(a == RULES_NO_ACTION && strncmp(err.text, text, strlen(text)) == 0 && strlen(err.text) > strlen(text), v,
		      s);
		CHECK(rules_record_play(&r, seen->seen[i]) == -EPERM && r.nodes == 1, v, s);
	}
	for (int i = 0; i < n && seen->n < 512; i += 1 + n / 8)
		seen->seen[seen->n++] = list[i];
}

static void illegal_actions_are_refused_with_a_message_that_names_them(void **state)
{
	(void)state;
	struct seen_actions seen = { .n = 0 };
	walk_all(2, 120, 3, refuses_others, &seen);
}

static void refuses_garbage(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	static const char *const garbage[] = { "",        " ",        "a",      "a9", "z1z2", "b1b3 ",       "0Na",
					       "01Na-Nb", "+",        "++",     "x",  "4x+",  "99999999999", "K10>",
					       ">K10",    "\x01\xff", "b1b3b5", "--", "O9I1", "-1" };
	uint64_t *seed = user;

	for (size_t i = 0; i < sizeof(garbage) / sizeof(garbage[0]); i++) {
		rules_action a = RULES_NO_ACTION;
		struct rules_error err = { "" };
		CHECK(rules_action_read(v, s, garbage[i], &a, &err) < 0 && a == RULES_NO_ACTION && err.text[0], v, s);
	}
	for (int i = 0; i < 20; i++) {
		char text[12];
		size_t length = walk_random(seed) % sizeof(text);
		for (size_t k = 0; k < length; k++)
			text[k] = "abcdefghNSWE123456+->xKOICH"[walk_random(seed) % 27];
		text[length] = '\0';
		rules_action a;
		if (v->game->read_action(v, text, &a, NULL) < 0)
			continue;
		char again[RULES_ACTION_MAX];
		rules_action_text(v, a, again);
		CHECK(strcmp(text, again) == 0, v, s);
	}
}

static void a_text_that_is_no_action_is_refused_and_every_other_is_written_as_it_was_read(void **state)
{
	(void)state;
	uint64_t seed = 1;
	walk_all(2, 60, 4, refuses_garbage, &seed);
}

static void changes_are_refused_or_canonical(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	uint64_t *seed = user;
	char text[RULES_POSITION_MAX + 2], again[RULES_POSITION_MAX];

	for (int i = 0; i < 30; i++) {
		rules_format(v, s, text);
		size_t length = strlen(text), at = walk_random(seed) % length;
		char c = "0123456789,/ -wbrgxWBR.:pdtJ"[walk_random(seed) % 28];
		int how = (int)(walk_random(seed) % 3);
		if (how == 0)
			text[at] = c;
		else if (how == 1)
			memmove(text + at, text + at + 1, length - at);
		else if (length + 1 < RULES_POSITION_MAX) {
			memmove(text + at + 1, text + at, length - at + 1);
			text[at] = c;
		}
		struct rules_state read;
		struct rules_error err = { "" };
		memset(&read, 0x5a, sizeof(read));
		if (rules_parse(v, text, &read, &err) < 0) {
			CHECK(strchr(err.text, ':') && read.word[0] == 0x5a5a5a5a5a5a5a5au, v, s);
			continue;
		}
		rules_format(v, &read, again);
		if (strcmp(text, again) != 0)
			fail_msg("'%s' was read and is written '%s'", text, again);
	}
}

static void a_changed_position_text_is_refused_or_written_as_it_was_read(void **state)
{
	(void)state;
	uint64_t seed = 2;
	walk_all(2, 120, 3, changes_are_refused_or_canonical, &seed);
}

/* ---- Texts, counts, hashes ---------------------------------------------------------------------------------------- */

static void texts_round_trip(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	(void)user;
	static rules_action list[RULES_ACTIONS_MAX], again[RULES_ACTIONS_MAX];
	char text[RULES_POSITION_MAX], text2[RULES_POSITION_MAX];
	struct rules_error err;
	struct rules_state read;

	rules_format(v, s, text);
	if (rules_parse(v, text, &read, &err) < 0)
		fail_msg("%s: %s", err.text, walk_name(v, s));
	rules_format(v, &read, text2);
	CHECK(strcmp(text, text2) == 0, v, s);
	CHECK(rules_result(v, s) == rules_result(v, &read) && rules_player(v, s) == rules_player(v, &read), v, s);
	CHECK(rules_turn_start(v, s) == rules_turn_start(v, &read), v, s);
	CHECK(rules_hash(v, s) == rules_hash(v, &read), v, s);
	if (v->game->hash_slow)
		CHECK(v->game->hash_slow(v, s) == rules_hash(v, s), v, s);
	int n = rules_legal(v, s, list);
	CHECK(n == rules_legal(v, &read, again) && memcmp(list, again, (size_t)n * sizeof(list[0])) == 0, v, s);
}

static void a_position_reads_back_as_the_same_position_with_the_same_hash(void **state)
{
	(void)state;
	walk_all(3, 400, 6, texts_round_trip, NULL);
}

static void are_sorted(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	(void)user;
	static rules_action list[RULES_ACTIONS_MAX];
	char before[RULES_ACTION_MAX] = "", text[RULES_ACTION_MAX];
	int n = rules_legal(v, s, list);

	CHECK(n <= RULES_ACTIONS_MAX && (n > 0) == (rules_result(v, s) == RULES_ONGOING), v, s);
	CHECK(rules_count(v, s) == n, v, s);
	for (int i = 0; i < n; i++) {
		rules_action a;
		rules_action_text(v, list[i], text);
		CHECK(i == 0 || strcmp(before, text) < 0, v, s);
		CHECK(!strchr(text, ' ') && list[i] != RULES_NO_ACTION, v, s);
		CHECK(v->game->read_action(v, text, &a, NULL) == 0 && a == list[i], v, s);
		strcpy(before, text);
	}
}

static void legal_actions_are_unique_sorted_by_text_counted_and_none_exactly_at_the_end(void **state)
{
	(void)state;
	walk_all(3, 400, 5, are_sorted, NULL);
}

static uint64_t plain_perft(const struct rules_variant *v, const struct rules_state *s, int depth)
{
	rules_action list[RULES_ACTIONS_MAX];
	uint64_t leaves = 0;
	int n = rules_legal(v, s, list);
	for (int i = 0; i < n; i++) {
		struct rules_state next = *s;
		rules_apply(v, &next, list[i]);
		leaves += depth == 1 ? 1 : plain_perft(v, &next, depth - 1);
	}
	return leaves;
}

static void perft_is_plain(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	(void)user;
	CHECK(rules_perft(v, s, 0) == 1, v, s);
	CHECK(rules_perft(v, s, 1) == (uint64_t)rules_count(v, s), v, s);
	CHECK(rules_perft(v, s, 2) == plain_perft(v, s, 2), v, s);
}

static void fast_perft_counts_what_playing_every_action_counts(void **state)
{
	(void)state;
	walk_all(1, 200, 25, perft_is_plain, NULL);
}

/* ---- Things on sites ---------------------------------------------------------------------------------------------- */

/* Things in all, by owner; beads are nobody's. */
static void add_up(const struct rules_variant *v, const struct rules_state *s, int sum[RULES_NEUTRAL + 1])
{
	struct rules_look look[RULES_SITES_MAX];
	int n;
	const struct rules_site *site = rules_sites(v, &n);

	memset(sum, 0, sizeof(int) * (RULES_NEUTRAL + 1));
	memset(look, 0xff, sizeof(look));
	rules_project(v, s, look);
	for (int i = 0; i < n; i++) {
		CHECK(look[i].owner <= RULES_NEUTRAL && look[i].rank <= 1, v, s);
		CHECK(look[i].count > 0 || (look[i].owner == 0 && look[i].rank == 0), v, s);
		CHECK(site[i].sense != RULES_SENSE_NONE || look[i].count == 0, v, s);
		CHECK(site[i].sense != RULES_SENSE_PIECE || look[i].count <= 1, v, s);
		sum[look[i].owner] += look[i].count;
	}
}

static void sums_hold(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	(void)user;
	const char *id = v->game->id;
	int sum[RULES_NEUTRAL + 1];
	char text[RULES_POSITION_MAX];

	add_up(v, s, sum);
	rules_format(v, s, text);
	if (strncmp(id, "contigo", 7) == 0 || strcmp(id, "thibault") == 0) {
		const char *drop = strstr(text, "drop:");
		int taken = 0, left = 0;
		if (drop)
			sscanf(drop + 7, ",%d,%d", &taken, &left);
		CHECK(sum[0] + left == (id[0] == 'c' ? 56 : 72), v, s);
		if (strcmp(id, "contigo-line") == 0)
			CHECK(sum[1] == 16 / v->players && sum[1] == sum[2] && sum[1] + sum[2] + sum[3] + sum[4] == 16, v, s);
	} else if (strcmp(id, "swahili") == 0) {
		CHECK(sum[0] + sum[1] + sum[2] + sum[3] + sum[4] == 12 * v->players, v, s);
	} else if (strcmp(id, "perturbador") == 0) {
		int white, black;
		sscanf(strrchr(text, ' '), " %d,%d", &white, &black);
		CHECK(sum[1] + white == 6 && sum[2] + black == 6 && sum[RULES_NEUTRAL] == !strstr(text, "place"), v, s);
	} else if (strcmp(id, "oraia") == 0) {
		CHECK(sum[1] == 4 && sum[2] == 4, v, s);
	}
}

static void pieces_and_beads_are_conserved(void **state)
{
	(void)state;
	walk_all(3, 400, 4, sums_hold, NULL);
}

static void looks_round_trip(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	(void)user;
	struct rules_look look[RULES_SITES_MAX], again[RULES_SITES_MAX];
	struct rules_error err;
	struct rules_state set_up;
	char text[RULES_POSITION_MAX], text2[RULES_POSITION_MAX];
	int n;

	if (!rules_turn_start(v, s) || rules_result(v, s) != RULES_ONGOING)
		return;
	rules_sites(v, &n);
	rules_project(v, s, look);
	if (rules_unproject(v, look, rules_player(v, s), &set_up, &err) < 0)
		fail_msg("%s: %s", err.text, walk_name(v, s));
	rules_project(v, &set_up, again);
	CHECK(memcmp(look, again, (size_t)n * sizeof(look[0])) == 0, v, s);
	CHECK(rules_turn_start(v, &set_up) && rules_player(v, &set_up) == rules_player(v, s), v, s);
	/* What nobody sees: that the one lonely placement is used up, that a turn is the last, whose pieces lie in the centre.
	 */
	const char *opening = rules_variant_option(v, "opening");
	if ((opening && strcmp(opening, "single") == 0) || strcmp(v->game->id, "oraia") == 0 ||
	    (strcmp(v->game->id, "swahili") == 0 && v->players > 2))
		return;
	rules_format(v, s, text);
	rules_format(v, &set_up, text2);
	if (strcmp(text, text2) != 0)
		fail_msg("set up as '%s': %s", text2, walk_name(v, s));
}

static void a_board_set_up_as_a_position_looks_is_that_position(void **state)
{
	(void)state;
	walk_all(3, 300, 3, looks_round_trip, NULL);
}

static void does_not_lower(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	(void)user;
	static rules_action list[RULES_ACTIONS_MAX];
	struct rules_look before[RULES_SITES_MAX], after[RULES_SITES_MAX];
	int sites, n = rules_legal(v, s, list);
	const struct rules_site *site = rules_sites(v, &sites);

	if (rules_may_lower(v, s))
		return;
	rules_project(v, s, before);
	for (int i = 0; i < n; i++) {
		struct rules_state next = *s;
		rules_apply(v, &next, list[i]);
		rules_project(v, &next, after);
		for (int k = 0; k < sites; k++)
			CHECK(site[k].sense != RULES_SENSE_COUNT || after[k].count >= before[k].count, v, s);
	}
}

static void no_count_falls_where_the_rules_say_that_none_can(void **state)
{
	(void)state;
	walk_all(3, 200, 3, does_not_lower, NULL);
}

static void the_sites_of_a_board_are_named_once_lie_on_the_wood_and_are_neighbours_of_each_other(void **state)
{
	(void)state;
	struct rules_variant list[WALK_VARIANTS_MAX];
	int variants = walk_variants(list);

	for (int i = 0; i < variants; i++) {
		struct rules_state start;
		int n, again;
		const struct rules_site *site = rules_sites(&list[i], &n);
		rules_init(&list[i], &start);
		CHECK(n > 0 && n <= RULES_SITES_MAX && rules_sites(&list[i], &again) == site && again == n, &list[i], &start);
		for (int k = 0; k < n; k++) {
			const struct rules_site *t = &site[k];
			CHECK(rules_site_by_name(&list[i], t->name) == k, &list[i], &start);
			CHECK(t->x - t->size / 2 >= 0 && t->x + t->size / 2 <= 1000, &list[i], &start);
			CHECK(t->y - t->size / 2 >= 0 && t->y + t->size / 2 <= 1000 && t->size > 0, &list[i], &start);
			CHECK(t->player <= list[i].players && t->neighbours <= RULES_NEIGHBOURS_MAX, &list[i], &start);
			for (int m = 0; m < t->neighbours; m++) {
				CHECK(t->neighbour[m] < n && t->neighbour[m] != k, &list[i], &start);
				CHECK(m == 0 || t->neighbour[m - 1] < t->neighbour[m], &list[i], &start);
				const struct rules_site *u = &site[t->neighbour[m]];
				bool back = false;
				for (int b = 0; b < u->neighbours; b++)
					back |= u->neighbour[b] == k;
				CHECK(back, &list[i], &start);
			}
		}
		CHECK(rules_site_by_name(&list[i], "nowhere") == -ENOENT, &list[i], &start);
	}
}

/* ---- Why not, and which way --------------------------------------------------------------------------------------- */

static void paths_hold(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	(void)user;
	static rules_action list[RULES_ACTIONS_MAX];
	static struct rules_path path;
	struct rules_look look[RULES_SITES_MAX];
	int sites, n = rules_legal(v, s, list);

	rules_sites(v, &sites);
	rules_project(v, s, look);
	for (int i = 0; i < n; i++) {
		memset(&path, 0xff, sizeof(path));
		rules_path(v, s, list[i], &path);
		CHECK(path.length <= RULES_PATH_MAX, v, s);
		if (path.length == 0)
			continue;
		CHECK(path.step[0].mark == RULES_MARK_START && path.step[path.length - 1].mark == RULES_MARK_END, v, s);
		for (int k = 0; k < path.length; k++) {
			CHECK(path.step[k].site < sites && path.step[k].mark <= RULES_MARK_END, v, s);
			CHECK((path.step[k].mark == RULES_MARK_END) == (k == path.length - 1), v, s);
		}
		struct rules_state next = *s;
		struct rules_look after[RULES_SITES_MAX];
		rules_apply(v, &next, list[i]);
		rules_project(v, &next, after);
		bool moved = memcmp(look, after, (size_t)sites * sizeof(look[0])) != 0;
		CHECK(moved, v, s);
	}
}

static void a_path_begins_at_its_start_and_ends_at_its_end_and_something_has_moved(void **state)
{
	(void)state;
	walk_all(2, 200, 8, paths_hold, NULL);
}

/* Is there a legal action that takes a piece straight from one site to another? */
static bool some_action_goes(const struct rules_variant *v, const struct rules_state *s, const char *from, const char *to)
{
	char text[2 * sizeof(((struct rules_site *)0)->name) + 1];
	rules_action a;

	snprintf(text, sizeof(text), "%s%s", from, to);
	if (rules_action_read(v, s, text, &a, NULL) == 0)
		return true;
	snprintf(text, sizeof(text), "%s>%s", from, to);
	return rules_action_read(v, s, text, &a, NULL) == 0;
}

static void reasons_are_whole(const struct rules_variant *v, const struct rules_state *s, const struct rules_attempt *attempt)
{
	struct rules_why why;
	int sites;

	rules_sites(v, &sites);
	memset(&why, 0x5a, sizeof(why));
	int rc = rules_why_illegal(v, s, attempt, &why);
	CHECK(rc == 0 || rc == -EALREADY, v, s);
	if (rc < 0)
		return;
	CHECK(why.rule && *why.rule && memchr(why.en, 0, sizeof(why.en)) && memchr(why.es, 0, sizeof(why.es)), v, s);
	CHECK(why.en[0] && why.es[0] && strcmp(why.en, why.es) != 0, v, s);
	CHECK(why.site < sites || why.site == RULES_NO_SITE, v, s);
	CHECK(why.should < sites || why.should == RULES_NO_SITE, v, s);
}

/* Every attempt with a piece from any site to any other, in the games whose texts name both ends and whose moves have no
 * stages. */
static void reasons_hold(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	(void)user;
	struct rules_look look[RULES_SITES_MAX];
	int n;
	const struct rules_site *site = rules_sites(v, &n);
	bool staged = strncmp(v->game->id, "contigo", 7) != 0 && strcmp(v->game->id, "thibault") != 0;
	uint64_t pick = rules_hash(v, s);

	rules_project(v, s, look);
	for (int from = 0; from < n; from++) {
		for (int to = 0; to < n; to++) {
			struct rules_attempt attempt = { (uint16_t)from, (uint16_t)to, look[from].owner, 1 };
			struct rules_why why;
			if (from == to || (n > 100 && walk_random(&pick) % 64))
				continue;
			reasons_are_whole(v, s, &attempt);
			if (staged || site[from].kind != RULES_SQUARE || site[to].kind != RULES_SQUARE || look[from].count == 0)
				continue;
			bool legal = some_action_goes(v, s, site[from].name, site[to].name);
			int rc = rules_why_illegal(v, s, &attempt, &why);
			if (legal != (rc == -EALREADY))
				fail_msg("%s to %s is %s: %s", site[from].name, site[to].name, legal ? "legal" : "not legal",
					 walk_name(v, s));
		}
		struct rules_attempt away = { (uint16_t)from, RULES_NO_SITE, look[from].owner, 1 };
		struct rules_attempt arrives = { RULES_NO_SITE, (uint16_t)from, look[from].owner, 1 };
		reasons_are_whole(v, s, &away);
		reasons_are_whole(v, s, &arrives);
	}
}

static void a_piece_is_told_that_it_may_exactly_where_it_may_and_else_why_not_in_two_languages(void **state)
{
	(void)state;
	walk_all(1, 120, 25, reasons_hold, NULL);
}

/* ---- Whole games -------------------------------------------------------------------------------------------------- */

static void playouts_hold(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	(void)user;
	struct rules_state a = *s, b = *s;
	uint64_t seed = 7, same_seed = 7;
	int n = rules_playout(v, &a, 150, &seed), m = rules_playout(v, &b, 150, &same_seed);

	CHECK(n == m && seed == same_seed && memcmp(&a, &b, sizeof(a)) == 0, v, s);
	CHECK(n == 150 || (n < 150 && rules_result(v, &a) != RULES_ONGOING), v, s);
	CHECK(rules_playout(v, &b, 0, &seed) == 0, v, s);
	texts_round_trip(v, &a, NULL);
}

static void a_playout_ends_with_the_game_or_at_its_limit_and_the_same_seed_gives_the_same_game(void **state)
{
	(void)state;
	walk_all(2, 100, 10, playouts_hold, NULL);
}

/* Where a random game has its own way of choosing, it must choose among the legal actions, and among all of them. */
static void playout_choices_hold(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	uint64_t *seed = user;
	static rules_action list[RULES_ACTIONS_MAX];
	static bool reached[RULES_ACTIONS_MAX];
	static struct rules_state next[RULES_ACTIONS_MAX];
	int n = rules_legal(v, s, list), missing = n;

	if (n == 0 || n > 60)
		return;
	for (int i = 0; i < n; i++) {
		next[i] = *s;
		rules_apply(v, &next[i], list[i]);
		reached[i] = false;
	}
	for (int tries = 0; missing > 0 && tries < 60 * n; tries++) {
		struct rules_state one = *s;
		int i = 0;
		rules_playout(v, &one, 1, seed);
		bool found = false;
		for (; i < n; i++) {
			if (memcmp(&one, &next[i], sizeof(one)) != 0)
				continue;
			found = true;
			missing -= !reached[i];
			reached[i] = true;
		}
		CHECK(found, v, s);
	}
	CHECK(missing == 0, v, s);
}

static void a_playout_chooses_among_all_legal_actions_and_no_others(void **state)
{
	(void)state;
	uint64_t seed = 11;
	walk_all(1, 150, 12, playout_choices_hold, &seed);
}

static void record_undoes(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	(void)user;
	static struct rules_node node[64];
	static rules_action list[RULES_ACTIONS_MAX];
	struct rules_state stood[33];
	struct rules_record r;
	uint64_t seed = rules_hash(v, s);
	int ply = 0;

	rules_record_init(&r, v, s, node, 64);
	for (; ply < 32; ply++) {
		stood[ply] = r.here;
		int n = rules_legal(v, &r.here, list);
		if (n == 0)
			break;
		CHECK(rules_record_play(&r, list[walk_random(&seed) % (uint64_t)n]) == 0, v, s);
	}
	for (int back = ply - (ply == 32); back >= 0; back -= 3) {
		CHECK(rules_record_undo(&r, back) == 0, v, s);
		CHECK(memcmp(&r.here, &stood[back], sizeof(r.here)) == 0, v, s);
	}
}

static void undoing_restores_every_byte(void **state)
{
	(void)state;
	walk_all(2, 200, 12, record_undoes, NULL);
}

static void search_holds(const struct rules_variant *v, const struct rules_state *s, void *user)
{
	(void)user;
	static rules_action list[RULES_ACTIONS_MAX];
	struct rules_search how = { .nodes = 300, .seed = 3 };
	struct rules_found found;
	int n = rules_legal(v, s, list);

	rules_search(v, s, &how, &found);
	CHECK(n == 0 ? found.best == RULES_NO_ACTION : contains(list, n, found.best), v, s);
	CHECK(found.nodes <= 301 && found.score >= -1000 && found.score <= 1000, v, s);
	for (int player = 1; player <= v->players; player++)
		CHECK(rules_judge(v, s, player) >= -1000 && rules_judge(v, s, player) <= 1000, v, s);
}

static void a_search_finds_a_legal_action_within_its_nodes(void **state)
{
	(void)state;
	walk_all(1, 200, 40, search_holds, NULL);
}

static void a_variant_name_reads_back_as_the_same_variant_and_leaves_defaults_out(void **state)
{
	(void)state;
	struct rules_variant list[WALK_VARIANTS_MAX], again;
	int n = walk_variants(list);

	assert_true(n > 60);
	for (int i = 0; i < n; i++) {
		char name[RULES_NAME_MAX];
		rules_variant_name(&list[i], name);
		assert_int_equal(rules_variant_parse(name, &again, NULL), 0);
		assert_memory_equal(&list[i], &again, sizeof(again));
		for (int k = 0; list[i].game->option[k].key; k++) {
			char option[64];
			snprintf(option, sizeof(option), "%s=%s", list[i].game->option[k].key,
				 list[i].game->option[k].value[0]);
			assert_null(strstr(name, option));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(illegal_actions_are_refused_with_a_message_that_names_them),
		cmocka_unit_test(a_text_that_is_no_action_is_refused_and_every_other_is_written_as_it_was_read),
		cmocka_unit_test(a_changed_position_text_is_refused_or_written_as_it_was_read),
		cmocka_unit_test(a_position_reads_back_as_the_same_position_with_the_same_hash),
		cmocka_unit_test(legal_actions_are_unique_sorted_by_text_counted_and_none_exactly_at_the_end),
		cmocka_unit_test(fast_perft_counts_what_playing_every_action_counts),
		cmocka_unit_test(pieces_and_beads_are_conserved),
		cmocka_unit_test(a_board_set_up_as_a_position_looks_is_that_position),
		cmocka_unit_test(no_count_falls_where_the_rules_say_that_none_can),
		cmocka_unit_test(the_sites_of_a_board_are_named_once_lie_on_the_wood_and_are_neighbours_of_each_other),
		cmocka_unit_test(a_path_begins_at_its_start_and_ends_at_its_end_and_something_has_moved),
		cmocka_unit_test(a_piece_is_told_that_it_may_exactly_where_it_may_and_else_why_not_in_two_languages),
		cmocka_unit_test(a_playout_ends_with_the_game_or_at_its_limit_and_the_same_seed_gives_the_same_game),
		cmocka_unit_test(a_playout_chooses_among_all_legal_actions_and_no_others),
		cmocka_unit_test(undoing_restores_every_byte),
		cmocka_unit_test(a_search_finds_a_legal_action_within_its_nodes),
		cmocka_unit_test(a_variant_name_reads_back_as_the_same_variant_and_leaves_defaults_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
