/* disk.c — the disk that remembers and fails. */
#include "disk.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "walk.h"

enum { SECTOR = 512, NAMES = 16 };
enum kind { OP_CREATE, OP_WRITE, OP_SYNC, OP_CUT, OP_DELETE };

struct op {
	enum kind kind;
	int name;
	bool firm; /* the directory was synced as well */
	size_t at, size;
	unsigned char *data;
};

static struct op *list;
static int used, room;
static bool recording;
static char *names[NAMES];
static int known;

static struct {
	enum disk_fault fault;
	long left; /* calls until it fails; 0: healthy */
	bool lasting, failed;
} trouble;

/* ---- The list ---------------------------------------------------------------------------------------------------------------
 */

static int name_of(const char *path)
{
	const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	for (int i = 0; i < known; i++)
		if (strcmp(names[i], base) == 0)
			return i;
	if (known == NAMES)
		abort();
	names[known] = strdup(base);
	return known++;
}

static void note(enum kind kind, int name, size_t at, const void *data, size_t size, bool firm)
{
	if (!recording)
		return;
	if (used == room) {
		room = room ? room * 2 : 1024;
		list = realloc(list, (size_t)room * sizeof *list);
	}
	list[used] = (struct op){ .kind = kind, .name = name, .at = at, .size = size, .firm = firm };
	if (data) {
		list[used].data = malloc(size + 1);
		memcpy(list[used].data, data, size);
	}
	used++;
}

void disk_record(bool on)
{
	for (int i = 0; i < used; i++)
		free(list[i].data);
	for (int i = 0; i < known; i++)
		free(names[i]);
	free(list);
	list = NULL;
	used = room = known = 0;
	recording = on;
}

int disk_ops(void)
{
	return used;
}

/* ---- Refusing ---------------------------------------------------------------------------------------------------------------
 */

void disk_fail(enum disk_fault fault, long n, bool lasting)
{
	trouble.fault = fault;
	trouble.left = n;
	trouble.lasting = lasting;
	trouble.failed = false;
}

bool disk_failed(void)
{
	return trouble.failed;
}

/* Whether this call is the one. */
static bool fails(bool writes)
{
	if (trouble.left == 0 || (!writes && trouble.fault != DISK_EIO))
		return false;
	if (--trouble.left > 0)
		return false;
	trouble.failed = true;
	trouble.left = trouble.lasting ? 1 : 0;
	return true;
}

/* ---- Files ------------------------------------------------------------------------------------------------------------------
 */

struct file {
	sqlite3_file base;
	int name;
	bool new_log; /* a new journal or log, not synced yet: the first sync is followed by one of the directory */
	sqlite3_file *real;
};

static struct file *mine(sqlite3_file *f)
{
	return (struct file *)f;
}

#define REAL(f) (mine(f)->real)
#define PASS(f, call, ...) REAL(f)->pMethods->call(REAL(f), __VA_ARGS__)

static int file_close(sqlite3_file *f)
{
	return REAL(f)->pMethods->xClose(REAL(f));
}

static int file_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
	return fails(false) ? SQLITE_IOERR_READ : PASS(f, xRead, to, n, at);
}

static int file_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
	if (fails(true)) {
		if (trouble.fault == DISK_SHORT)
			PASS(f, xWrite, from, n / 2, at);
		return trouble.fault == DISK_EIO || trouble.fault == DISK_LOCKED ? SQLITE_IOERR_WRITE : SQLITE_FULL;
	}
	int err = PASS(f, xWrite, from, n, at);
	if (err == SQLITE_OK)
		note(OP_WRITE, mine(f)->name, (size_t)at, from, (size_t)n, false);
	return err;
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size)
{
	if (fails(true))
		return SQLITE_IOERR_TRUNCATE;
	note(OP_CUT, mine(f)->name, (size_t)size, NULL, 0, false);
	return PASS(f, xTruncate, size);
}

static int file_sync(sqlite3_file *f, int flags)
{
	if (fails(true))
		return trouble.fault == DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_FSYNC;
	note(OP_SYNC, mine(f)->name, 0, NULL, 0, mine(f)->new_log);
	mine(f)->new_log = false;
	return PASS(f, xSync, flags);
}

static int file_size(sqlite3_file *f, sqlite3_int64 *ret)
{
	return fails(false) ? SQLITE_IOERR_FSTAT : PASS(f, xFileSize, ret);
}

static int file_lock(sqlite3_file *f, int level)
{
	return fails(false) ? SQLITE_IOERR_LOCK : PASS(f, xLock, level);
}

static int file_unlock(sqlite3_file *f, int level)
{
	return PASS(f, xUnlock, level);
}

static int file_reserved(sqlite3_file *f, int *ret)
{
	return PASS(f, xCheckReservedLock, ret);
}

static int file_control(sqlite3_file *f, int op, void *arg)
{
	return PASS(f, xFileControl, op, arg);
}

static int file_sector(sqlite3_file *f)
{
	(void)f;
	return SECTOR;
}

/* The disk promises nothing: no atomic write, no order, no safe overwriting. */
static int file_device(sqlite3_file *f)
{
	(void)f;
	return 0;
}

static int file_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **ret)
{
	return PASS(f, xShmMap, page, size, extend, ret);
}

static int file_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
	return PASS(f, xShmLock, offset, n, flags);
}

static void file_shm_barrier(sqlite3_file *f)
{
	REAL(f)->pMethods->xShmBarrier(REAL(f));
}

static int file_shm_unmap(sqlite3_file *f, int delete)
{
	return PASS(f, xShmUnmap, delete);
}

static const sqlite3_io_methods methods = {
	.iVersion = 2,
	.xClose = file_close,
	.xRead = file_read,
	.xWrite = file_write,
	.xTruncate = file_truncate,
	.xSync = file_sync,
	.xFileSize = file_size,
	.xLock = file_lock,
	.xUnlock = file_unlock,
	.xCheckReservedLock = file_reserved,
	.xFileControl = file_control,
	.xSectorSize = file_sector,
	.xDeviceCharacteristics = file_device,
	.xShmMap = file_shm_map,
	.xShmLock = file_shm_lock,
	.xShmBarrier = file_shm_barrier,
	.xShmUnmap = file_shm_unmap,
};

/* ---- The file system ------------------------------------------------------------------------------------------------- */

static sqlite3_vfs disk, *below;

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags, int *ret_flags)
{
	struct file *file = mine(f);
	(void)vfs;
	file->base.pMethods = NULL;
	file->real = (sqlite3_file *)(file + 1);
	bool create = path && flags & SQLITE_OPEN_CREATE && access(path, F_OK) < 0;
	if (fails(create)) {
		if (trouble.fault != DISK_LOCKED || create)
			return trouble.fault == DISK_FULL ? SQLITE_FULL : SQLITE_CANTOPEN;
		/* A locked card still gives its files for reading. */
		flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
	}
	int err = below->xOpen(below, path, file->real, flags, ret_flags);
	if (err != SQLITE_OK)
		return err;
	file->base.pMethods = &methods;
	file->name = path && recording ? name_of(path) : -1;
	file->new_log = create && flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL);
	if (create)
		note(OP_CREATE, file->name, 0, NULL, 0, false);
	return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
	(void)vfs;
	if (fails(true))
		return SQLITE_IOERR_DELETE;
	int err = below->xDelete(below, path, sync);
	if (err == SQLITE_OK && recording)
		note(OP_DELETE, name_of(path), 0, NULL, 0, sync);
	return err;
}

static int disk_access(sqlite3_vfs *vfs, const char *path, int flags, int *ret)
{
	(void)vfs;
	return fails(false) ? SQLITE_IOERR_ACCESS : below->xAccess(below, path, flags, ret);
}

void disk_install(void)
{
	below = sqlite3_vfs_find("unix");
	disk = *below;
	disk.pNext = NULL;
	disk.zName = "disk";
	disk.szOsFile = (int)sizeof(struct file) + below->szOsFile;
	disk.xOpen = disk_open;
	disk.xDelete = disk_delete;
	disk.xAccess = disk_access;
	sqlite3_vfs_register(&disk, 1);
}

void disk_remove(void)
{
	disk_fail(DISK_EIO, 0, false);
	recording = false;
	sqlite3_vfs_unregister(&disk);
	sqlite3_vfs_register(below, 1);
}

/* ---- What a power cut leaves ----------------------------------------------------------------------------------------- */

struct content {
	bool there;
	unsigned char *data;
	size_t size, room;
};

static void grow(struct content *c, size_t size)
{
	if (size > c->room) {
		c->room = size * 2;
		c->data = realloc(c->data, c->room);
	}
	if (size > c->size)
		memset(c->data + c->size, 0, size - c->size);
	c->size = size > c->size ? size : c->size;
}

static void put(struct content *c, const struct op *op, uint64_t *torn)
{
	switch (op->kind) {
	case OP_CREATE:
		c->there = true;
		c->size = 0;
		break;
	case OP_WRITE:
		c->there = true;
		grow(c, op->at + op->size);
		for (size_t at = 0; at < op->size;) {
			size_t n = SECTOR - (op->at + at) % SECTOR;
			n = n < op->size - at ? n : op->size - at;
			if (!torn || walk_random(torn) & 1)
				memcpy(c->data + op->at + at, op->data + at, n);
			at += n;
		}
		break;
	case OP_CUT:
		grow(c, op->at);
		c->size = op->at;
		break;
	case OP_DELETE:
		c->there = false;
		c->size = 0;
		break;
	case OP_SYNC: break;
	}
}

/* From which entry on nothing of a file is certain. */
static int certain(int name, int ops, int lies)
{
	bool directory = false;
	for (int i = ops - lies - 1; i >= 0; i--) {
		directory = directory || list[i].firm;
		if (list[i].name == name && (list[i].kind == OP_SYNC || (list[i].kind == OP_DELETE && directory)))
			return i;
	}
	return 0;
}

void disk_image(int ops, int lies, enum disk_loss loss, uint64_t *seed, const char *to)
{
	for (int name = 0; name < known; name++) {
		struct content c = { 0 };
		int firm = certain(name, ops, lies), last = -1;
		for (int i = 0; i < ops; i++)
			last = list[i].name == name && list[i].kind == OP_WRITE ? i : last;
		/* The last write is the one most likely under way when the power goes. */
		int torn = last > firm && walk_random(seed) % 4 == 0
			       ? last
			       : firm + 1 + (int)(walk_random(seed) % (unsigned)(ops - firm));
		for (int i = 0; i < ops; i++) {
			if (list[i].name != name)
				continue;
			bool sure = i <= firm || loss == DISK_ALL;
			if (sure || (loss == DISK_SOME && walk_random(seed) & 1) || (loss == DISK_SOME && i == torn))
				put(&c, &list[i], !sure && i == torn ? seed : NULL);
			else if (list[i].kind == OP_CREATE)
				break; /* a new file that its name does not lead to: the old one stays as it was */
		}
		if (c.there) {
			char path[512];
			snprintf(path, sizeof path, "%s/%s", to, names[name]);
			FILE *f = fopen(path, "we");
			if (!f || (c.size && fwrite(c.data, 1, c.size, f) != c.size) || fclose(f) != 0)
				abort();
		}
		free(c.data);
	}
}
