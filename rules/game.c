/*
 * game.c — the record of a game: a tree of actions over one starting position, and the draws that only a record knows.
 */
#include <errno.h>

#include "internal.h"

enum { TURNS_MAX = 400 };

/* What a node says of the position `s` that it leads to. Everything but the draws of the record. */
static void describe(const struct rules_variant *v, const struct rules_state *s, struct rules_node *node)
{
	node->hash = rules_hash(v, s);
	node->starts_turn = rules_turn_start(v, s);
	node->result = (uint8_t)rules_result(v, s);
	node->why = node->result == RULES_DRAW ? RULES_DRAW_POSITION : RULES_DRAW_NOT;
}

void rules_record_init(struct rules_record *r, const struct rules_variant *v, const struct rules_state *start,
		       struct rules_node *node, uint32_t room)
{
	*r = (struct rules_record){ .variant = *v, .start = *start, .here = *start, .node = node, .nodes = 1, .room = room };
	node[0] = (struct rules_node){ .parent = UINT32_MAX, .action = RULES_NO_ACTION, .turn = 1 };
	describe(v, start, &node[0]);
}

/* How often the position of `node`, which starts a turn, has stood at the start of a turn up to there. */
static int repetitions(const struct rules_record *r, const struct rules_node *node)
{
	int times = 1;
	for (uint32_t i = node->parent; i != UINT32_MAX; i = r->node[i].parent)
		times += r->node[i].starts_turn && r->node[i].hash == node->hash;
	return times;
}

static void look_for_draw(const struct rules_record *r, struct rules_node *node)
{
	const struct rules_node *parent = &r->node[node->parent];

	if (node->result != RULES_ONGOING && parent->why < RULES_DRAW_REPETITION)
		return;
	if (parent->why >= RULES_DRAW_REPETITION) {
		node->result = RULES_DRAW;
		node->why = parent->why;
	} else if (r->variant.game->counted_repetition && node->starts_turn && repetitions(r, node) >= 3) {
		node->result = RULES_DRAW;
		node->why = RULES_DRAW_REPETITION;
	} else if (r->variant.game->counted_repetition && node->turn > TURNS_MAX) {
		node->result = RULES_DRAW;
		node->why = RULES_DRAW_TURNS;
	}
}

static bool is_legal(const struct rules_record *r, rules_action a)
{
	rules_action list[RULES_ACTIONS_MAX];
	struct rules_state next = r->here;
	if (rules_gives_up(a))
		return rules_result(&r->variant, &next) == RULES_ONGOING &&
		       rules_give_up(&r->variant, &next, rules_gives_up(a)) == 0;
	int n = rules_legal(&r->variant, &r->here, list);
	for (int i = 0; i < n; i++) {
		if (list[i] == a)
			return true;
	}
	return false;
}

int rules_record_play(struct rules_record *r, rules_action a)
{
	if (!is_legal(r, a))
		return -EPERM;

	struct rules_state next = r->here;
	uint8_t mover = (uint8_t)rules_player(&r->variant, &r->here);
	uint8_t player = rules_gives_up(a) ? (uint8_t)rules_gives_up(a) : mover;
	rules_apply(&r->variant, &next, a);
	for (uint32_t i = r->at + 1; i < r->nodes; i++) {
		if (r->node[i].parent == r->at && r->node[i].action == a) {
			r->at = i;
			r->here = next;
			return 0;
		}
	}
	if (r->nodes == r->room)
		return -ENOSPC;

	const struct rules_node *parent = &r->node[r->at];
	if (parent->ply == UINT16_MAX)
		return -E2BIG;
	struct rules_node *node = &r->node[r->nodes];
	*node = (struct rules_node){
		.parent = r->at, .action = a, .ply = (uint16_t)(parent->ply + 1), .turn = parent->turn, .player = player
	};
	describe(&r->variant, &next, node);
	/* Somebody else gives up: it is still the same player's turn. */
	if (node->starts_turn && node->result == RULES_ONGOING && player == mover)
		node->turn++;
	look_for_draw(r, node);
	r->at = r->nodes++;
	r->here = next;
	return 0;
}

/* The node on the way from the start to `node` at `ply`; UINT32_MAX if there is none. */
static uint32_t ancestor(const struct rules_record *r, uint32_t node, int ply)
{
	while (node != UINT32_MAX && r->node[node].ply > ply)
		node = r->node[node].parent;
	return node != UINT32_MAX && r->node[node].ply == ply ? node : UINT32_MAX;
}

int rules_record_undo(struct rules_record *r, int ply)
{
	uint32_t node = ancestor(r, r->at, ply);
	return node == UINT32_MAX ? -EINVAL : rules_record_goto(r, node);
}

int rules_record_goto(struct rules_record *r, uint32_t node)
{
	struct rules_state here;
	int rc = rules_record_state(r, node, &here);
	if (rc < 0)
		return rc;
	r->at = node;
	r->here = here;
	return 0;
}

/* Replays in stretches, for the way down is only known from below. */
int rules_record_state(const struct rules_record *r, uint32_t node, struct rules_state *ret)
{
	enum { STRETCH = 256 };
	uint32_t line[STRETCH];

	if (node >= r->nodes)
		return -EINVAL;
	struct rules_state s = r->start;
	int plies = r->node[node].ply;
	for (int done = 0; done < plies;) {
		int stop = plies - done > STRETCH ? done + STRETCH : plies;
		uint32_t i = ancestor(r, node, stop);
		for (int ply = stop; ply > done; ply--, i = r->node[i].parent)
			line[ply - done - 1] = i;
		for (int k = 0; k < stop - done; k++)
			rules_apply(&r->variant, &s, r->node[line[k]].action);
		done = stop;
	}
	*ret = s;
	return 0;
}

int rules_record_result(const struct rules_record *r)
{
	return r->node[r->at].result;
}

int rules_record_line(const struct rules_record *r, rules_action *list, int room)
{
	int plies = r->node[r->at].ply;
	for (uint32_t i = r->at; r->node[i].parent != UINT32_MAX; i = r->node[i].parent) {
		if (r->node[i].ply <= room)
			list[r->node[i].ply - 1] = r->node[i].action;
	}
	return plies;
}
