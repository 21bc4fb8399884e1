/* store_clock.c — a Pi without a clock chip starts in 1970: games begun then are marked, and put right when the time arrives. */
#include "store_internal.h"

bool store_clock_set(const struct store *s, int64_t utc_ms)
{
	return utc_ms >= STORE_BUILT_MS && s->clock_was_set;
}

static int move_games(struct store *s, int64_t by_ms)
{
	int err = store_run(
	    s, "UPDATE actions SET time = time + ?1 WHERE game IN (SELECT id FROM games WHERE boot = ?2 AND NOT clock_set)",
	    "is", by_ms, s->boot);
	return err < 0 ? err
		       : store_run(s,
				   "UPDATE games SET started = started + ?1, ended = ended + ?1, clock_set = 1 WHERE boot = ?2 "
				   "AND NOT clock_set",
				   "is", by_ms, s->boot);
}

/* What memory still holds of such games. */
static bool began_in_doubt(const struct store *s, int64_t game)
{
	for (const struct store_op *op = s->op; op; op = op->next)
		if (op->type == OP_GAME && op->game == game)
			return !op->flags;
	return false;
}

static void move_kept(struct store *s, int64_t by_ms)
{
	for (struct store_op *op = s->op; op; op = op->next)
		if (op->type != OP_GAME && op->type <= OP_HINT && began_in_doubt(s, op->game))
			op->utc_ms += by_ms;
	for (struct store_op *op = s->op; op; op = op->next)
		if (op->type == OP_GAME && !op->flags) {
			op->flags = 1;
			op->utc_ms += by_ms;
		}
}

void store_put_clock_right(struct store *s, int64_t utc_ms, int64_t now_us)
{
	s->clock_was_set = s->clock_was_set ||
			   store_number(s, "SELECT coalesce(max(started), 0) <= ?1 AND ?1 >= ?2 FROM games WHERE clock_set",
					"ii", utc_ms, STORE_BUILT_MS) > 0;
	if (!s->clock_was_set)
		return;
	int64_t by_ms = utc_ms - now_us / 1000 - s->doubted_ms;
	int err = store_begin(s);
	if (err == 0)
		err = store_commit(s, move_games(s, by_ms));
	if (err == 0)
		move_kept(s, by_ms);
	s->doubt = err < 0;
}
