/* store_keep.c — what is to be written, in order, in memory first; and what becomes of it where memory itself is short. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "store_internal.h"

/* ---- Memory ----------------------------------------------------------------------------------------------------------------- */

static size_t text_size(const char *text)
{
	return text ? strlen(text) + 1 : 0;
}

static const char *take_text(char **room, const char *text)
{
	size_t n = text_size(text);
	char *copy = *room;
	if (!text)
		return NULL;
	memcpy(copy, text, n);
	*room += n;
	return copy;
}

static struct store_op *copy(const struct store_op *what)
{
	size_t size = sizeof *what + text_size(what->a) + text_size(what->b) + text_size(what->c);
	for (int i = 0; i <= RULES_PLAYERS_MAX; i++)
		size += text_size(what->name[i]);
	struct store_op *op = malloc(size);
	if (!op)
		return NULL;
	char *room = (char *)(op + 1);
	*op = *what;
	op->next = NULL;
	op->a = take_text(&room, what->a);
	op->b = take_text(&room, what->b);
	op->c = take_text(&room, what->c);
	for (int i = 0; i <= RULES_PLAYERS_MAX; i++)
		op->name[i] = take_text(&room, what->name[i]);
	return op;
}

static void append(struct store *s, struct store_op *op)
{
	struct store_op **link = &s->op;
	while (*link)
		link = &(*link)->next;
	*link = op;
}

static bool of_game(const struct store_op *op)
{
	return op->type <= OP_HINT;
}

/* Games that are over and written leave memory; the one on the table, phones and settings stay. */
void store_forget_written(struct store *s)
{
	for (struct store_op **link = &s->op; *link;) {
		struct store_op *op = *link;
		if (op->saved && of_game(op) && op->game != s->running) {
			*link = op->next;
			free(op);
		} else {
			link = &op->next;
		}
	}
}

void store_keep_free(struct store *s)
{
	while (s->op) {
		struct store_op *next = s->op->next;
		free(s->op);
		s->op = next;
	}
}

void store_rewrite(struct store *s)
{
	for (struct store_op *op = s->op; op; op = op->next) {
		op->saved = false;
		op->anew = true;
	}
}

void store_forget_name(struct store *s, const char *name)
{
	for (struct store_op *op = s->op; op; op = op->next)
		for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
			if (op->name[i] && strcmp(op->name[i], name) == 0)
				op->name[i] = "";
}

static bool replaces(const struct store_op *new, const struct store_op *old)
{
	if (new->type == OP_SET)
		return old->type == OP_SET && strcmp(new->a, old->a) == 0;
	bool phone = new->type == OP_PHONE || new->type == OP_FORGET_PHONE;
	return phone && (old->type == OP_PHONE || old->type == OP_FORGET_PHONE) && new->phone.id == old->phone.id;
}

static void drop_replaced(struct store *s, const struct store_op *new)
{
	for (struct store_op **link = &s->op; *link; link = &(*link)->next)
		if (replaces(new, *link)) {
			struct store_op *old = *link;
			*link = old->next;
			free(old);
			return;
		}
}

/* ---- Without memory --------------------------------------------------------------------------------------------------------- */

void store_behind(struct store *s)
{
	s->behind = true;
	store_fail(s, -ENOMEM);
	s->retry_us = 0;
}

void store_let_go(struct store *s)
{
	s->behind = false;
}

/*
 * A phone or a setting that cannot be kept can still be written. An action cannot: should the file break later, memory would
 * fill a new one with a gap in the game. So nothing more of the game is taken until the table has told it once more, whole.
 */
static int without_memory(struct store *s, const struct store_op *what)
{
	if (!of_game(what)) {
		int err = store_begin(s);
		if (err == 0)
			err = store_commit(s, store_write_op(s, what));
		if (err == 0)
			drop_replaced(s, what);
		return err;
	}
	if (what->type != OP_HINT)
		store_behind(s);
	return -ENOMEM;
}

int store_put(struct store *s, const struct store_op *what)
{
	if (of_game(what))
		s->busy_us = what->mono_ms * 1000;
	if (what->type == OP_RESULT && strcmp(what->a, "ongoing") != 0)
		s->uncopied = true;
	struct store_op *op = s->behind && of_game(what) && what->type != OP_GAME ? NULL : copy(what);
	if (!op && what->type == OP_ACTION && !s->behind) {
		/* The raw evidence is long, and the game is whole without it. */
		struct store_op bare = *what;
		bare.c = NULL;
		op = copy(&bare);
	}
	if (!op)
		return without_memory(s, what);
	if (op->type == OP_GAME)
		s->behind = false;
	drop_replaced(s, op);
	append(s, op);
	return store_flush(s);
}

int store_adopt(struct store *s, const struct store_op *what)
{
	struct store_op *op = copy(what);
	if (!op)
		return -ENOMEM;
	op->saved = true;
	append(s, op);
	return 0;
}

void store_on_behind(struct store *s, int (*again)(void *user), void *user)
{
	s->again = again;
	s->again_user = user;
}

/* What memory holds of a game at `ply`: the last action there that was not undone. NULL: nothing. */
static const struct store_op *kept_at(const struct store *s, int64_t game, int ply)
{
	const struct store_op *found = NULL;
	for (const struct store_op *op = s->op; op; op = op->next) {
		if (op->game != game || !of_game(op))
			continue;
		if (op->type == OP_ACTION && op->ply == ply)
			found = op;
		else if (op->type == OP_UNDO && op->ply < ply)
			found = NULL;
	}
	return found;
}

static const char *kept_result(const struct store *s, int64_t game)
{
	const char *result = "ongoing";
	for (const struct store_op *op = s->op; op; op = op->next)
		if (op->type == OP_RESULT && op->game == game)
			result = op->a;
	return result;
}

static bool knows(const struct store *s, int64_t game)
{
	for (const struct store_op *op = s->op; op; op = op->next)
		if (op->type == OP_GAME && op->game == game)
			return true;
	return false;
}

/* Memory knows the game from its beginning: as it began, or as the file has it. */
static int know(struct store *s, const struct saved_game *g, int64_t now_us)
{
	struct saved_game kept;
	if (knows(s, g->id))
		return 0;
	if (store_load(s, g->id, &kept) == 0) {
		int err = store_game_resume(s, &kept);
		saved_game_clear(&kept);
		return err;
	}
	struct store_op op = { .type = OP_GAME,
			       .game = g->id,
			       .utc_ms = g->started_ms,
			       .mono_ms = now_us / 1000,
			       .a = g->game,
			       .b = g->start,
			       .flags = store_clock_set(s, g->started_ms) };
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		op.name[i] = g->player[i];
	int err = store_put(s, &op);
	return s->behind ? -ENOMEM : err == -ENOMEM ? err : 0;
}

int store_catch_up(struct store *s, const struct saved_game *g, int64_t utc_ms, int64_t now_us)
{
	s->behind = false;
	s->running = g->id;
	if (know(s, g, now_us) < 0)
		s->behind = true;
	int same = 0;
	const struct store_op *kept;
	while (same < g->line.plies && (kept = kept_at(s, g->id, same + 1)) && strcmp(kept->a, g->line.ply[same].action) == 0)
		same++;
	if (!s->behind && kept_at(s, g->id, same + 1))
		store_undo(s, g->id, same, "memory", utc_ms, now_us);
	for (int i = same; i < g->line.plies && !s->behind; i++) {
		const struct saved_ply *p = &g->line.ply[i];
		struct store_action a = { .game = g->id,
					  .ply = i + 1,
					  .player = p->player,
					  .action = p->action,
					  .fen = p->fen,
					  .turn_start = p->turn_start };
		store_action(s, &a, utc_ms, now_us);
	}
	if (!s->behind && strcmp(kept_result(s, g->id), g->result) != 0)
		store_result(s, g->id, g->result, g->reason, utc_ms, now_us);
	if (s->behind)
		return -ENOMEM;
	log_line(LOG_LEVEL_NOTICE, "store", "memory was short; game %lld was written once more from its action %d on",
		 (long long)g->id, same + 1);
	return 0;
}

/* ---- The game on the table ---------------------------------------------------------------------------------------------------- */

int64_t store_game_new(struct store *s, const struct store_new_game *how, int64_t utc_ms, int64_t now_us)
{
	struct store_op op = { .type = OP_GAME,
			       .game = s->next_id,
			       .utc_ms = utc_ms,
			       .mono_ms = now_us / 1000,
			       .a = how->game,
			       .b = how->start,
			       .flags = store_clock_set(s, utc_ms) };
	if (!op.flags) {
		s->doubt = true;
		s->doubted_ms = utc_ms - now_us / 1000;
	}
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		op.name[i] = how->player[i];
	s->running = s->next_id;
	store_put(s, &op);
	return s->next_id++;
}

static void forget_game(struct store *s, int64_t id)
{
	for (struct store_op **link = &s->op; *link;) {
		struct store_op *op = *link;
		if (of_game(op) && op->game == id) {
			*link = op->next;
			free(op);
		} else {
			link = &op->next;
		}
	}
}

int store_game_resume(struct store *s, const struct saved_game *g)
{
	s->running = g->id;
	store_forget_written(s);
	if (knows(s, g->id))
		return 0; /* it never left memory */
	struct store_op game = {
		.type = OP_GAME, .game = g->id, .utc_ms = g->started_ms, .a = g->game, .b = g->start, .flags = g->clock_set
	};
	for (int i = 1; i <= RULES_PLAYERS_MAX; i++)
		game.name[i] = g->player[i];
	int err = store_adopt(s, &game);
	for (int i = 0; i < g->line.plies && err == 0; i++) {
		const struct saved_ply *p = &g->line.ply[i];
		struct store_op op = { .type = OP_ACTION,
				       .game = g->id,
				       .utc_ms = p->time_ms,
				       .ply = p->ply,
				       .player = p->player,
				       .flags = (p->turn_start ? 1 : 0) | (p->derived ? 2 : 0),
				       .a = p->action,
				       .b = p->fen };
		err = store_adopt(s, &op);
	}
	if (err < 0)
		forget_game(s, g->id); /* what is known in part would one day be written in part */
	return err;
}

int store_action(struct store *s, const struct store_action *a, int64_t utc_ms, int64_t now_us)
{
	struct store_op op = { .type = OP_ACTION,
			       .game = a->game,
			       .utc_ms = utc_ms,
			       .mono_ms = now_us / 1000,
			       .ply = a->ply,
			       .player = a->player,
			       .flags = (a->turn_start ? 1 : 0) | (a->derived ? 2 : 0),
			       .a = a->action,
			       .b = a->fen,
			       .c = a->evidence };
	s->running = a->game;
	return store_put(s, &op);
}

int store_undo(struct store *s, int64_t game, int ply, const char *reason, int64_t utc_ms, int64_t now_us)
{
	struct store_op op = {
		.type = OP_UNDO, .game = game, .utc_ms = utc_ms, .mono_ms = now_us / 1000, .ply = ply, .a = reason
	};
	return store_put(s, &op);
}

int store_result(struct store *s, int64_t game, const char *result, const char *reason, int64_t utc_ms, int64_t now_us)
{
	struct store_op op = {
		.type = OP_RESULT, .game = game, .utc_ms = utc_ms, .mono_ms = now_us / 1000, .a = result, .b = reason
	};
	return store_put(s, &op);
}

int store_hint(struct store *s, int64_t game, int ply, int player, int rung, int64_t utc_ms, int64_t now_us)
{
	struct store_op op = { .type = OP_HINT,
			       .game = game,
			       .utc_ms = utc_ms,
			       .mono_ms = now_us / 1000,
			       .ply = ply,
			       .player = player,
			       .flags = rung };
	return store_put(s, &op);
}
