/*
 * wallclock.c — preloaded into the daemon: a wall clock that jumps when told. The file named by WALLCLOCK is shared with the
 * test and holds the seconds by which the time of day is off; time since the start is never touched.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t none;
static volatile int64_t *off = &none;
static int (*real_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_shared(void)
{
	const char *path = getenv("WALLCLOCK");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0)
		return;
	void *p = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	if (p != MAP_FAILED)
		off = p;
}

int clock_gettime(clockid_t id, struct timespec *t)
{
	if (!real_clock) {
		void *c = dlsym(RTLD_NEXT, "clock_gettime");
		memcpy(&real_clock, &c, sizeof c);
	}
	int err = real_clock(id, t);
	if (err == 0 && id == CLOCK_REALTIME)
		t->tv_sec += *off;
	return err;
}

time_t time(time_t *ret)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	if (ret)
		*ret = t.tv_sec;
	return t.tv_sec;
}

int gettimeofday(struct timeval *ret, void *zone)
{
	struct timespec t;
	(void)zone;
	clock_gettime(CLOCK_REALTIME, &t);
	ret->tv_sec = t.tv_sec;
	ret->tv_usec = t.tv_nsec / 1000;
	return 0;
}
