/*
 * bench_daemon.c — the whole daemon beside a loop that only echoes: from a switch that opens on a serial board to the frame
 * that shows where the piece may go, as the board latches it. And what the daemon costs while nothing happens: wake-ups,
 * memory, the time until it is ready.
 *
 * The board is emulated on a pseudo-terminal by this process; its file has no debounce time. The clock stops when the answer's
 * last bytes can be read, before the emulated board makes sense of them. The echo sits at a second board, just the same, and
 * answers with the daemon's own bytes, learned beforehand. Both take turns, often enough that what else the machine does meets
 * both alike.
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
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ptyboard.h"
#include "ptyecho.h"
#include "stopwatch.h"

enum {
	ROUNDS = 4000,
	ROUNDS_LEAST = 1000,
	ENOUGH_US = 40000000,
	PAUSE_MS = 2,
	IDLE_S = 20,
	SQUARES = 36,
	PITS = 28,
	PATIENCE_US = 20000000
};

static char folder[64], device[96], echo_device[96];
static struct ptyboard *board;
static int64_t readable_us; /* when bytes last came */
static int rounds;

static void die(const char *what)
{
	fprintf(stderr, "bench_daemon: %s\n", what);
	exit(1);
}

static void live(struct ptyboard *b, int ms)
{
	struct pollfd p = { .fd = ptyboard_fd(b), .events = POLLIN };
	if (poll(&p, 1, ms) > 0)
		readable_us = stopwatch_us();
	ptyboard_run(b, stopwatch_us());
}

static void live_for(struct ptyboard *b, int ms)
{
	for (int64_t end = stopwatch_us() + ms * 1000; stopwatch_us() < end;)
		live(b, 1);
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
	int64_t since = stopwatch_us();
	d->pid = fork();
	if (d->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		stopwatch_stay(STOPWATCH_HOST);
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
	d->ready_ms = (double)(stopwatch_us() - since) / 1000;
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

static bool lit(const struct ptyboard *b, const char *site)
{
	struct hal_rgb c = ptyboard_shown(b)[square(site)];
	return c.r || c.g || c.b;
}

static void wait_lit(struct ptyboard *b, const char *site, bool wanted)
{
	int64_t end = stopwatch_us() + PATIENCE_US;
	while (lit(b, site) != wanted) {
		live(b, 10);
		if (stopwatch_us() > end) {
			fprintf(stderr, "round %d, %s: ", rounds, site);
			die(b == board ? "no light from the daemon" : "no light from the echo");
		}
	}
}

static void set_square(struct ptyboard *b, const char *site, int value)
{
	ptyboard_set(b, stopwatch_us(), 's', square(site), value);
	ptyboard_run(b, stopwatch_us());
}

static void set_up(struct ptyboard *b)
{
	static const char *const site[] = { "a2", "a3", "a4", "a5", "b6", "c6", "d6", "e6",
					    "f5", "f4", "f3", "f2", "e1", "d1", "c1", "b1" };
	for (size_t i = 0; i < sizeof site / sizeof *site; i++)
		set_square(b, site[i], 1);
}

static struct ptyboard_config board_config(const char *link)
{
	return (struct ptyboard_config){
		.link = link, .id = "bench", .inputs = { SQUARES, 0, 0, 0 }, .leds = SQUARES + PITS, .window = 2048
	};
}

/* The piece on c1 is lifted: until the bytes that light c3 are there. Then it is put back. */
static int64_t lift_round(struct ptyboard *b)
{
	int64_t since = stopwatch_us();
	set_square(b, "c1", 0);
	wait_lit(b, "c3", true);
	int64_t took = readable_us - since;
	set_square(b, "c1", 1);
	wait_lit(b, "c3", false);
	return took;
}

/* What the daemon says to a lift, and to the piece put back. */
static void record(struct ptyecho *says)
{
	for (int i = 0; i < PTYECHO_ANSWERS; i++) {
		ptyboard_record(board, says->bytes[i], sizeof says->bytes[i]);
		set_square(board, "c1", i);
		wait_lit(board, "c3", i == 0);
		says->n[i] = ptyboard_recorded(board);
	}
	ptyboard_record(board, NULL, 0);
}

static void measure_latency(void)
{
	static int64_t daemon_us[ROUNDS], echo_us[ROUNDS];
	static struct ptyecho says;
	record(&says);
	struct ptyboard_config c = board_config(echo_device);
	struct ptyboard *other = ptyboard_new(&c, stopwatch_us());
	set_up(other);
	pid_t echo = ptyecho_start(echo_device, &says);
	live_for(other, 300);
	rounds = 0;
	for (int64_t end = stopwatch_us() + ENOUGH_US; rounds < ROUNDS && (rounds < ROUNDS_LEAST || stopwatch_us() < end);
	     rounds++) {
		live_for(board, PAUSE_MS);
		daemon_us[rounds] = lift_round(board);
		live_for(other, PAUSE_MS);
		echo_us[rounds] = lift_round(other);
	}
	kill(echo, SIGKILL);
	waitpid(echo, NULL, 0);
	ptyboard_free(other);
	stopwatch_print_beside("pty", daemon_us, echo_us, rounds);
	printf("bench hal.pty.frame %zu bytes\n", says.n[0]);
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
	live_for(board, 3000);
	long serial_before = sleeps_of(serial->pid), sim_before = sleeps_of(sim->pid), ticks = ticks_of(serial->pid);
	int64_t since = stopwatch_us();
	while (stopwatch_us() < since + IDLE_S * (int64_t)1000000)
		live(board, 100);
	double s = (double)(stopwatch_us() - since) / 1000000;
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
	stopwatch_stay(STOPWATCH_BOARD);
	struct ptyboard_config c = board_config(device);
	board = ptyboard_new(&c, stopwatch_us());
	set_up(board);
	start(&serial, "serial", spec, file);
	start(&sim, "sim", "sim:", "contigo");
	printf("bench hal.ready %.1f ms\n", serial.ready_ms);
	live_for(board, 1500);
	greet(&serial);
	post(&serial, "/game", "{\"game\":\"contigo-line\",\"players\":[\"Ana\",\"Luis\"]}");
	live_for(board, 500);
	measure_latency();
	measure_idle(&serial, &sim);
	stop(&serial);
	stop(&sim);
	ptyboard_free(board);
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command);
}
