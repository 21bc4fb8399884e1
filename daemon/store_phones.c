/* store_phones.c — phones that were let in, and settings by name. Both stay in memory, so that a new file gets them too. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_internal.h"

int store_phone(struct store *s, const struct auth_phone *phone)
{
	struct store_op op = { .type = phone->role == ROLE_ANYONE ? OP_FORGET_PHONE : OP_PHONE, .phone = *phone };
	return store_put(s, &op);
}

int store_phones(struct store *s, void (*each)(void *user, const struct auth_phone *phone), void *user)
{
	sqlite3_stmt *q;
	int step, err = store_prepare(s, &q, "SELECT id, hash, role, label, created, seen FROM phones ORDER BY id", "");
	if (err < 0)
		return err;
	while ((step = sqlite3_step(q)) == SQLITE_ROW) {
		struct store_op op = { .type = OP_PHONE,
				       .phone = { .id = sqlite3_column_int64(q, 0),
						  .created_day = sqlite3_column_int64(q, 4),
						  .seen_day = sqlite3_column_int64(q, 5) } };
		int role = sqlite3_column_int(q, 2);
		const void *hash = sqlite3_column_blob(q, 1);
		if (!hash || sqlite3_column_bytes(q, 1) != AUTH_HASH || role < ROLE_WATCHER || role > ROLE_OWNER)
			continue;
		memcpy(op.phone.hash, hash, AUTH_HASH);
		op.phone.role = (uint8_t)role;
		snprintf(op.phone.label, sizeof op.phone.label, "%s", store_text(q, 3));
		store_adopt(s, &op); /* without memory it is still in the file */
		each(user, &op.phone);
	}
	sqlite3_finalize(q);
	return step == SQLITE_DONE ? 0 : store_error(s, step);
}

int store_set(struct store *s, const char *key, const char *value)
{
	struct store_op op = { .type = OP_SET, .a = key, .b = value };
	return store_put(s, &op);
}

char *store_get(struct store *s, const char *key)
{
	for (const struct store_op *op = s->op; op; op = op->next)
		if (op->type == OP_SET && strcmp(op->a, key) == 0)
			return op->b ? strdup(op->b) : NULL;
	sqlite3_stmt *q;
	if (store_prepare(s, &q, "SELECT value FROM settings WHERE key = ?1", "s", key) < 0)
		return NULL;
	char *value = sqlite3_step(q) == SQLITE_ROW ? strdup(store_text(q, 0)) : NULL;
	sqlite3_finalize(q);
	return value;
}
