/*
 * ptymodem.c — for tests only: lets libserialport open a pseudo-terminal, by answering for the modem lines that one does not
 * have.
 *
 * A shared object, linked into test programs or preloaded into the daemon (LD_PRELOAD), which stays the same binary. The lines
 * read as a board that is there; setting them is swallowed; every other ioctl goes through.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <sys/ioctl.h>

int ioctl(int fd, unsigned long request, ...)
{
	static int (*next)(int, unsigned long, ...);
	va_list ap;
	va_start(ap, request);
	void *arg = va_arg(ap, void *);
	va_end(ap);
	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "ioctl");
	int r = next(fd, request, arg);
	if (r == 0 || (errno != ENOTTY && errno != EINVAL))
		return r;
	switch (request) {
	case TIOCMGET: *(int *)arg = TIOCM_DSR | TIOCM_CTS | TIOCM_CD; return 0;
	case TIOCMSET:
	case TIOCMBIS:
	case TIOCMBIC: return 0;
	}
	return r;
}
