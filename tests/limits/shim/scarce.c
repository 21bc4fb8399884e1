/*
 * scarce.c — preloaded into the daemon: memory that is refused when told. The file named by SCARCE is shared with the test:
 * `left` allocations from now on the next one fails (0: none does), and `made` counts them. Libraries are met as well.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct shared {
	volatile int64_t left, made, failed;
};

static struct shared none, *shared = &none;
static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);
static void (*real_free)(void *);

/* dlsym() itself asks for memory before the real functions are known. */
static char early[65536];
static size_t early_used;

static void *from_early(size_t size)
{
	void *p = early + early_used;
	early_used += (size + 15) & ~(size_t)15;
	if (early_used > sizeof early)
		_exit(99);
	return p;
}

static int is_early(const void *p)
{
	return (const char *)p >= early && (const char *)p < early + sizeof early;
}

static void *next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void open_shared(void)
{
	const char *path = getenv("SCARCE");
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	if (fd < 0)
		return;
	void *p = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (p != MAP_FAILED)
		shared = p;
}

static int refused(void)
{
	shared->made++;
	if (shared->left == 0 || --shared->left > 0)
		return 0;
	shared->failed++;
	errno = ENOMEM;
	return 1;
}

static int begun;

static void begin(void)
{
	if (begun)
		return;
	begun = 1;
	void *m = next("malloc"), *c = next("calloc"), *r = next("realloc"), *f = next("free");
	memcpy(&real_free, &f, sizeof f);
	memcpy(&real_malloc, &m, sizeof m);
	memcpy(&real_calloc, &c, sizeof c);
	memcpy(&real_realloc, &r, sizeof r);
}

void *malloc(size_t size)
{
	begin();
	if (!real_malloc)
		return from_early(size);
	return refused() ? NULL : real_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	begin();
	if (!real_calloc)
		return from_early(n * size);
	return refused() ? NULL : real_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
	begin();
	if (is_early(p)) {
		void *q = malloc(size);
		if (q)
			memcpy(q, p, size);
		return q;
	}
	return refused() ? NULL : real_realloc(p, size);
}

char *strdup(const char *s)
{
	size_t n = strlen(s) + 1;
	char *copy = malloc(n);
	return copy ? memcpy(copy, s, n) : NULL;
}

void free(void *p)
{
	begin();
	if (real_free && !is_early(p))
		real_free(p);
}
