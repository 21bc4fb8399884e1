/*
 * bench_daemon.c — the whole daemon beside a loop that only echoes: from a switch that opens on a serial board to the frame
 * that shows where the piece may go, as the board latches it. And what the daemon costs while nothing happens: wake-ups,
 * memory, the time until it is ready.
 *
 * The board is emulated on a pseudo-terminal by this process; its file has no debounce time. The clock stops when the answer's
 * last bytes can be read, before the emulated board makes sense of them. The echo answers as many bytes as the daemon's frame
 * has. Both take turns, so that what else the machine does meets both alike.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "ptyboard.h"

enum { ROUNDS = 1000, IDLE_S = 20, SQUARES = 36, PITS = 28, BYTES_MAX = 4096, PATIENCE_US = 20000000, ECHO_IN = 24 };

static char folder[64], device[96], echo_device[96];
static struct ptyboard *board;
static int64_t readable_us; /* when bytes last came */

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void die(const char *what)
{
	fprintf(stderr, "bench_daemon: %s\n", what);
	exit(1);
}

static void live(int ms)
{
	struct pollfd p = { .fd = ptyboard_fd(board), .events = POLLIN };
	if (poll(&p, 1, ms) > 0)
		readable_us = now();
	ptyboard_run(board, now());
}

static void live_for(int ms)
{
	for (int64_t end = now() + ms * 1000; now() < end;)
		live(1);
}

/* ---- The daemon ------------------------------------------------------------------------------------------------------ */

struct daemon {
	pid_t pid;
	int notify, port;
	char state[80], token[128];
	double ready_ms;
};

static int square(const char *name)
{
	return (name[1] - '1') * 6 + name[0] - 'a';
}

static void write_board(const char *path)
{
	static const char *const pit[] = { "NW", "Na", "Nb", "Nc", "Nd", "Ne", "Nf", "NE", "E6", "E5", "E4", "E3", "E2", "E1",
					   "SE", "Sf", "Se", "Sd", "Sc", "Sb", "Sa", "SW", "W1", "W2", "W3", "W4", "W5", "W6" };
	FILE *f = fopen(path, "w");
	if (!f)
		die(path);
	fputs("[board]\nid = bench\ntitle = Bench\ngames = contigo-line\n[sensors s]\nkind = presence\non_ms = 0\noff_ms = "
	      "0\nlabels =",
	      f);
	for (int i = 0; i < SQUARES; i++)
		fprintf(f, "%s%c%d", i % 6 ? " " : "\n ", 'a' + i % 6, i / 6 + 1);
	fputs("\n[leds]\nlabels = sensors", f);
	for (int i = 0; i < PITS; i++)
		fprintf(f, "%s%s", i % 7 ? " " : "\n ", pit[i]);
	fputs("\n[serial]\nbaud = 500000\n", f);
	fclose(f);
}

static void start(struct daemon *d, const char *name, const char *spec, const char *board_file)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	char text[256] = "", log[120];
	snprintf(d->state, sizeof d->state, "%s/%s", folder, name);
	snprintf(address.sun_path, sizeof address.sun_path, "%s/%s.notify", folder, name);
	d->notify = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (bind(d->notify, (const struct sockaddr *)&address, sizeof address) < 0)
		die("notify socket");
	snprintf(log, sizeof log, "%s/%s.log", folder, name);
	int64_t since = now();
	d->pid = fork();
	if (d->pid == 0) {
		int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		dup2(fd, 1);
		dup2(fd, 2);
		setenv("NOTIFY_SOCKET", address.sun_path, 1);
		setenv("WATCHDOG_USEC", "10000000", 1);
		setenv("LD_PRELOAD", BINARY_DIR "/tests/libptymodem.so", 1);
		execl(BINARY_DIR "/tablerod", "tablerod", "-c", "/dev/null", "-b", board_file, "-H", spec, "-s", d->state, "-p",
		      "0", "-B", "127.0.0.1", (char *)NULL);
		_exit(127);
	}
	while (!strstr(text, "READY=1")) {
		struct pollfd p = { .fd = d->notify, .events = POLLIN };
		if (poll(&p, 1, 10000) <= 0)
			die("the daemon does not become ready");
		ssize_t n = recv(d->notify, text, sizeof text - 1, 0);
		text[n > 0 ? n : 0] = '\0';
	}
	d->ready_ms = (double)(now() - since) / 1000;
}

static void stop(struct daemon *d)
{
	kill(d->pid, SIGKILL);
	waitpid(d->pid, NULL, 0);
	close(d->notify);
}

/* Its control socket tells everybody who may open it where it listens and lets him in. */
static void greet(struct daemon *d)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	char text[512];
	snprintf(address.sun_path, sizeof address.sun_path, "%s/control", d->state);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(fd, (const struct sockaddr *)&address, sizeof address) < 0)
		die("control socket");
	ssize_t n = read(fd, text, sizeof text - 1);
	text[n > 0 ? n : 0] = '\0';
	json_t *json = json_loads(text, 0, NULL);
	d->port = (int)json_integer_value(json_object_get(json, "port"));
	snprintf(d->token, sizeof d->token, "%s", json_string_value(json_object_get(json, "token")));
	json_decref(json);
	close(fd);
}

static void post(const struct daemon *d, const char *path, const char *body)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
				  .sin_port = htons((uint16_t)d->port),
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	char text[1024];
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int n = snprintf(text, sizeof text,
			 "POST /api/v1%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer %s\r\n"
			 "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
			 path, d->token, strlen(body), body);
	if (connect(fd, (const struct sockaddr *)&to, sizeof to) < 0 || write(fd, text, (size_t)n) != n)
		die("http");
	ssize_t got = read(fd, text, sizeof text - 1);
	text[got > 0 ? got : 0] = '\0';
	if (!strstr(text, " 200 "))
		die(text);
	close(fd);
}

/* ---- Sensor to light ------------------------------------------------------------------------------------------------- */

static bool lit(const char *site)
{
	struct hal_rgb c = ptyboard_shown(board)[square(site)];
	return c.r || c.g || c.b;
}

static void wait_lit(const char *site, bool wanted)
{
	int64_t end = now() + PATIENCE_US;
	while (lit(site) != wanted) {
		live(10);
		if (now() > end)
			die("no light");
	}
}

static void set_square(const char *site, int value)
{
	ptyboard_set(board, now(), 's', square(site), value);
	ptyboard_run(board, now());
}

static void set_up(void)
{
	static const char *const site[] = { "a2", "a3", "a4", "a5", "b6", "c6", "d6", "e6",
					    "f5", "f4", "f3", "f2", "e1", "d1", "c1", "b1" };
	for (size_t i = 0; i < sizeof site / sizeof *site; i++)
		set_square(site[i], 1);
}

static void echo_host(int bytes)
{
	static char out[BYTES_MAX];
	char in[ECHO_IN];
	size_t n = 0;
	int fd = open(echo_device, O_RDWR | O_NOCTTY | O_NONBLOCK), ep = epoll_create1(0);
	struct epoll_event e = { .events = EPOLLIN };
	epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
	for (;;) {
		epoll_wait(ep, &e, 1, -1);
		ssize_t k = read(fd, in, sizeof in);
		n += k > 0 ? (size_t)k : 0;
		if (n >= ECHO_IN) {
			n = 0;
			if (write(fd, out, (size_t)bytes) < 0)
				_exit(1);
		}
	}
}

static int open_echo(void)
{
	struct termios t;
	int fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	if (fd < 0 || grantpt(fd) < 0 || unlockpt(fd) < 0 || symlink(ptsname(fd), echo_device) < 0)
		die("pty");
	int other = open(echo_device, O_RDWR | O_NOCTTY); /* stays open: no hang-up before the echo has come */
	if (other < 0 || tcgetattr(other, &t) < 0)
		die("pty");
	cfmakeraw(&t);
	tcsetattr(other, TCSANOW, &t);
	return fd;
}

static int64_t echo_round(int fd, int bytes)
{
	static char text[BYTES_MAX];
	int64_t since = now();
	if (write(fd, text, ECHO_IN) < 0)
		die("write");
	for (int n = 0; n < bytes;) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		if (poll(&p, 1, 10) > 0)
			readable_us = now();
		ssize_t k = read(fd, text, sizeof text);
		n += k > 0 ? (int)k : 0;
	}
	return readable_us - since;
}

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return x < y ? -1 : x > y;
}

static double print(const char *name, int64_t took_us[ROUNDS])
{
	qsort(took_us, ROUNDS, sizeof *took_us, by_value);
	double p99 = (double)took_us[ROUNDS * 99 / 100] / 1000;
	printf("bench hal.%s.p50 %.3f ms\nbench hal.%s.p99 %.3f ms\n", name, (double)took_us[ROUNDS / 2] / 1000, name, p99);
	return p99;
}

static int64_t lift_round(void)
{
	int64_t since = now();
	set_square("c1", 0);
	wait_lit("c3", true);
	int64_t took = readable_us - since;
	set_square("c1", 1);
	wait_lit("c3", false);
	return took;
}

static void measure_latency(void)
{
	static int64_t daemon_us[ROUNDS], echo_us[ROUNDS];
	int before = ptyboard_counts(board).received;
	lift_round();
	int bytes = (ptyboard_counts(board).received - before) / 2, fd = open_echo();
	bytes = bytes < 16 ? 16 : bytes > BYTES_MAX ? BYTES_MAX : bytes;
	pid_t echo = fork();
	if (echo == 0)
		echo_host(bytes);
	for (int i = 0; i < ROUNDS; i++) {
		live_for(3);
		daemon_us[i] = lift_round();
		live_for(3);
		echo_us[i] = echo_round(fd, bytes);
	}
	kill(echo, SIGKILL);
	waitpid(echo, NULL, 0);
	close(fd);
	double d = print("pty", daemon_us), e = print("pty_echo", echo_us);
	printf("bench hal.pty.ratio_p99 %.2f x\nbench hal.pty.frame %d bytes\n", d / e, bytes);
}

/* ---- While nothing happens ------------------------------------------------------------------------------------------- */

static long read_key(const char *path, const char *key)
{
	char line[256];
	long v = 0;
	FILE *f = fopen(path, "r");
	while (f && fgets(line, sizeof line, f))
		if (!strncmp(line, key, strlen(key)))
			v = atol(line + strlen(key));
	if (f)
		fclose(f);
	return v;
}

/* Times that any of its threads went to sleep. */
static long sleeps_of(pid_t pid)
{
	char path[128];
	long sum = 0;
	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	DIR *dir = opendir(path);
	for (struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
		snprintf(path, sizeof path, "/proc/%d/task/%.20s/status", (int)pid, e->d_name);
		if (e->d_name[0] != '.')
			sum += read_key(path, "voluntary_ctxt_switches:");
	}
	if (dir)
		closedir(dir);
	return sum;
}

static long ticks_of(pid_t pid)
{
	char path[64], text[1024] = "";
	long user = 0, system = 0;
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	FILE *f = fopen(path, "r");
	if (f && fgets(text, sizeof text, f) && strrchr(text, ')'))
		sscanf(strrchr(text, ')') + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system);
	if (f)
		fclose(f);
	return user + system;
}

/* On the simulated board only the watchdog is fed (0.2 a second); a serial board adds its heartbeat, and ours back. */
static void measure_idle(struct daemon *serial, struct daemon *sim)
{
	char status[64];
	snprintf(status, sizeof status, "/proc/%d/status", (int)serial->pid);
	live_for(3000);
	long serial_before = sleeps_of(serial->pid), sim_before = sleeps_of(sim->pid), ticks = ticks_of(serial->pid);
	int64_t since = now();
	while (now() < since + IDLE_S * (int64_t)1000000)
		live(100);
	double s = (double)(now() - since) / 1000000;
	printf("bench hal.idle.wakeups %.2f /s\n", (double)(sleeps_of(sim->pid) - sim_before) / s);
	printf("bench hal.idle.serial_wakeups %.2f /s\n", (double)(sleeps_of(serial->pid) - serial_before) / s);
	printf("bench hal.idle.cpu %.2f %%\n",
	       100.0 * (double)(ticks_of(serial->pid) - ticks) / (double)sysconf(_SC_CLK_TCK) / s);
	printf("bench hal.rss %ld kB\n", read_key(status, "VmRSS:"));
}

int main(void)
{
	char command[128], spec[112], file[96];
	struct daemon serial, sim;
	strcpy(folder, "/tmp/tablero-bench-XXXXXX");
	if (!mkdtemp(folder))
		die(folder);
	snprintf(device, sizeof device, "%s/ttyBoard", folder);
	snprintf(echo_device, sizeof echo_device, "%s/ttyEcho", folder);
	snprintf(file, sizeof file, "%s/bench.ini", folder);
	snprintf(spec, sizeof spec, "serial:%s", device);
	write_board(file);
	struct ptyboard_config c = {
		.link = device, .id = "bench", .inputs = { SQUARES, 0, 0, 0 }, .leds = SQUARES + PITS, .window = 2048
	};
	board = ptyboard_new(&c, now());
	set_up();
	start(&serial, "serial", spec, file);
	start(&sim, "sim", "sim:", "contigo");
	printf("bench hal.ready %.1f ms\n", serial.ready_ms);
	live_for(1500);
	greet(&serial);
	post(&serial, "/game", "{\"game\":\"contigo-line\",\"players\":[\"Ana\",\"Luis\"]}");
	live_for(500);
	measure_latency();
	measure_idle(&serial, &sim);
	stop(&serial);
	stop(&sim);
	ptyboard_free(board);
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command);
}
