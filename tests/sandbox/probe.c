/*
 * probe.c — what somebody could do who had taken over the daemon: run in its place, under the same unit, it tries ten things that
 * a board never needs. One line each: "blocked NAME (why)" or "OPEN NAME".
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void say(const char *what, int worked)
{
	if (worked)
		printf("OPEN %s\n", what);
	else
		printf("blocked %s (%s)\n", what, strerror(errno));
}

static int can_open(const char *path, int flags)
{
	int fd = open(path, flags, 0600);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Even an empty list of other people's files is one too many, but ProtectHome shows an empty folder: nothing may be in it. */
static int can_see_home(void)
{
	DIR *d = opendir("/home");
	int n = 0;
	for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
		n += e->d_name[0] != '.';
	if (d)
		closedir(d);
	return n > 0;
}

/* An empty module is none: whoever may load one is told that, whoever may not is told so. */
static int may_load(void)
{
	return syscall(SYS_init_module, "", 0UL, "") == 0 || errno == ENOEXEC || errno == EFAULT || errno == EINVAL;
}

static int can_leave(void)
{
	struct sockaddr_in far = { .sin_family = AF_INET, .sin_port = htons(80) };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	inet_pton(AF_INET, "8.8.8.8", &far.sin_addr);
	return fd >= 0 && sendto(fd, "x", 1, 0, (struct sockaddr *)&far, sizeof far) == 1;
}

int main(void)
{
	printf("%s be root\n", getuid() == 0 || geteuid() == 0 ? "OPEN" : "blocked");
	say("/etc/shadow", can_open("/etc/shadow", O_RDONLY));
	say("/home", can_see_home());
	say("write outside its directory",
	    can_open("/etc/tablero-was-here", O_WRONLY | O_CREAT) || can_open("/var/lib/tablero-was-here", O_WRONLY | O_CREAT));
	say("raw socket", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP) >= 0 || socket(AF_PACKET, SOCK_RAW, 0) >= 0);
	say("ptrace", ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0);
	say("mount", mount("none", "/tmp", "tmpfs", 0, NULL) == 0);
	say("load a module", may_load());
	say("new user namespace", unshare(CLONE_NEWUSER) == 0);
	say("/dev/mem", can_open("/dev/mem", O_RDONLY) || can_open("/dev/kmsg", O_WRONLY));
	say("send far away", can_leave());
	/* What it must be able to do. */
	const char *state = getenv("STATE_DIRECTORY");
	char path[300];
	snprintf(path, sizeof path, "%s/mine", state ? state : "");
	printf("%s its own directory\n", can_open(path, O_WRONLY | O_CREAT) ? "may" : "CANNOT");
	return 0;
}
