/* store_backup.c — a copy to take away. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_internal.h"

static int clean_copy(const char *path)
{
	sqlite3 *copy;
	int err = sqlite3_open_v2(path, &copy, SQLITE_OPEN_READWRITE, NULL);
	if (err == SQLITE_OK)
		err = sqlite3_exec(copy, "PRAGMA secure_delete = ON; DELETE FROM phones; VACUUM", NULL, NULL, NULL);
	sqlite3_close_v2(copy);
	return err == SQLITE_OK ? 0 : -EIO;
}

int store_backup(struct store *s, const char *path)
{
	unlink(path);
	mode_t mask = umask(0077);
	int err = store_run(s, "VACUUM INTO ?1", "s", path);
	umask(mask);
	/* A phone that was revoked must not come back with an old copy: phones are in none. */
	if (err == 0)
		err = clean_copy(path);
	if (err < 0)
		unlink(path);
	return err;
}
