/* test_notify.c — what the real daemon tells systemd. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

struct daemon {
	char directory[64];
	int socket;
	pid_t pid;
};

static int start(void **state)
{
	struct daemon *d = calloc(1, sizeof *d);
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	assert_non_null(d);
	strcpy(d->directory, "/tmp/tablero-notify-XXXXXX");
	assert_non_null(mkdtemp(d->directory));
	snprintf(address.sun_path, sizeof address.sun_path, "%s/notify", d->directory);
	d->socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(d->socket, (struct sockaddr *)&address, sizeof address), 0);
	d->pid = fork();
	assert_true(d->pid >= 0);
	if (d->pid == 0) {
		char pid[16];
		snprintf(pid, sizeof pid, "%d", (int)getpid());
		setenv("NOTIFY_SOCKET", address.sun_path, 1);
		setenv("WATCHDOG_USEC", "400000", 1);
		setenv("WATCHDOG_PID", pid, 1);
		execl(BINARY_DIR "/tablerod", "tablerod", "--config", "/dev/null", "--state", d->directory, "--port", "0",
		      (char *)NULL);
		_exit(127);
	}
	*state = d;
	return 0;
}

static int stop(void **state)
{
	struct daemon *d = *state;
	char command[128];
	kill(d->pid, SIGKILL);
	waitpid(d->pid, NULL, 0);
	close(d->socket);
	snprintf(command, sizeof command, "rm -rf %s", d->directory);
	assert_int_equal(system(command), 0);
	free(d);
	return 0;
}

/* The next message, or "" after `ms`. */
static void next(struct daemon *d, int ms, char text[256])
{
	struct pollfd p = { .fd = d->socket, .events = POLLIN };
	text[0] = '\0';
	if (poll(&p, 1, ms) == 1) {
		ssize_t n = recv(d->socket, text, 255, 0);
		text[n > 0 ? n : 0] = '\0';
	}
}

static void ready_is_told_once_with_the_port(void **state)
{
	char text[256];
	next(*state, 10000, text);
	assert_non_null(strstr(text, "READY=1"));
	assert_non_null(strstr(text, "STATUS=on port "));
}

static void the_watchdog_is_fed_at_half_its_period(void **state)
{
	char text[256];
	next(*state, 10000, text);
	for (int i = 0; i < 4; i++) {
		next(*state, 400, text);
		assert_string_equal(text, "WATCHDOG=1");
	}
}

static void a_stopped_loop_feeds_no_watchdog(void **state)
{
	struct daemon *d = *state;
	char text[256];
	next(d, 10000, text);
	kill(d->pid, SIGSTOP);
	do
		next(d, 1000, text);
	while (text[0]);
	kill(d->pid, SIGCONT);
	next(d, 1000, text);
	assert_string_equal(text, "WATCHDOG=1");
}

static void a_stop_is_told_and_clean(void **state)
{
	struct daemon *d = *state;
	char text[256];
	int status;
	next(d, 10000, text);
	kill(d->pid, SIGTERM);
	do
		next(d, 5000, text);
	while (strcmp(text, "WATCHDOG=1") == 0);
	assert_string_equal(text, "STOPPING=1");
	assert_int_equal(waitpid(d->pid, &status, 0), d->pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(ready_is_told_once_with_the_port, start, stop),
		cmocka_unit_test_setup_teardown(the_watchdog_is_fed_at_half_its_period, start, stop),
		cmocka_unit_test_setup_teardown(a_stopped_loop_feeds_no_watchdog, start, stop),
		cmocka_unit_test_setup_teardown(a_stop_is_told_and_clean, start, stop),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
