/*
 * cli_board.c — `tablero board check FILE …`: what is wrong with a board file, and what it can do for each of its games;
 * `tablero board watch FILE SPEC`: what a board says, line by line, as it comes; `list`: the boards that are compiled in;
 * `firmware FILE`: what to give to the firmware's Makefile.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli.h"
#include "embedded.h"
#include "hal.h"
#include "layout.h"
#include "rules.h"

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int cli_board_read(const char *name, struct hal_board **ret)
{
	char message[HAL_MESSAGE_MAX];
	int err = -ENOENT;
	for (const struct embedded *e = embedded_boards; e->path && err == -ENOENT; e++)
		if (strcmp(e->path, name) == 0)
			err = hal_board_parse(name, (const char *)e->data, ret, message);
	if (err == -ENOENT)
		err = hal_board_read(name, ret, message);
	if (err == -ENOENT && !strchr(name, '/'))
		return cli_wrong("%s; boards that are compiled in: tablero board list", message);
	return err < 0 ? cli_wrong("%s", message) : 0;
}

/* ---- check ----------------------------------------------------------------------------------------------------------- */

/* Sites that no believed line stands under. */
static int blind_sites(const struct layout *l, const char **ret_first)
{
	int n, blind = 0;
	const struct rules_site *site = rules_sites(&l->variant, &n);
	for (int i = 0; i < n; i++)
		if (l->site_line[i] == UINT16_MAX && site[i].sense != RULES_SENSE_NONE && blind++ == 0)
			*ret_first = site[i].name;
	return blind;
}

/* Sizes of a game's board differ (andantino:side=7, swahili:players=4): the largest of which the fewest sites are blind is what
 * the file is for. Marks the lines that some size uses. */
static int check_game(const struct hal_board *b, const char *file, const char *id, bool is_site[HAL_LINES_MAX])
{
	static const char *const forms[] = { "", ":players=4", ":side=8", ":side=7", ":side=6" };
	static struct layout l;
	char best_name[RULES_NAME_MAX] = "", name[RULES_NAME_MAX], message[HAL_MESSAGE_MAX] = "there is no such game";
	const char *first = "", *best_first = "";
	int best = RULES_SITES_MAX + 1, best_sites = 0;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		struct rules_variant v;
		struct rules_error why;
		snprintf(name, sizeof name, "%.60s%s", id, forms[i]);
		if (rules_variant_parse(name, &v, &why) < 0 || layout_make(b, &v, &l, message) < 0)
			continue;
		for (int k = 0; k < l.lines; k++)
			is_site[k] |= l.line_site[k] != RULES_NO_SITE;
		int blind = blind_sites(&l, &first);
		if (blind < best || (blind == best && l.sites > best_sites)) {
			best = blind;
			best_sites = l.sites;
			best_first = first;
			strcpy(best_name, name);
		}
	}
	if (best > RULES_SITES_MAX)
		return cli_wrong("%s:%d: %s: %s", file, hal_board_line_of(b, "board", "games"), id, message);
	if (best)
		printf("  %s: %d sites without a sensor (%s …) are asked for\n", best_name, best, best_first);
	else
		printf("  %s: every site has a sensor\n", best_name);
	return 0;
}

static int check_games(const struct hal_board *b, const char *file)
{
	bool is_site[HAL_LINES_MAX] = { false };
	int status = 0;
	for (const char *p = hal_board_games(b); *p;) {
		char id[64];
		size_t n = strcspn(p, " ");
		snprintf(id, sizeof id, "%.*s", (int)n, p);
		if (n && check_game(b, file, id, is_site) != 0)
			status = 2;
		p += n + (p[n] == ' ');
	}
	for (int i = 0; i < hal_board_lines(b) && status == 0; i++)
		if (!is_site[i] && hal_board_line(b, i)->kind != HAL_BUTTON)
			status = cli_wrong("%s: the line %s is no site of its games; is it misspelled, or does [names.GAME] "
					   "lack it?",
					   file, hal_board_line(b, i)->label);
	return status;
}

/* The sections for the ways in which a board can be connected. */
static int check_wiring(const struct hal_board *b)
{
	char message[HAL_MESSAGE_MAX];
	bool gpio = hal_board_mentions(b, "gpio", "") || hal_board_mentions(b, "matrix", "");
	if (hal_board_mentions(b, "serial", "")) {
		if (hal_check("serial:/dev/ttyACM0", b, message) < 0)
			return cli_wrong("%s", message);
		printf("  serial: %d switches, %d numbers, %d analogue inputs, %d buttons\n", hal_board_inputs(b, 's'),
		       hal_board_inputs(b, 'n'), hal_board_inputs(b, 'a'), hal_board_inputs(b, 'b'));
	}
	if (gpio) {
		if (hal_check("gpio:", b, message) < 0)
			return cli_wrong("%s", message);
		printf("  gpio: every line has its wire%s\n", hal_board_mentions(b, "matrix", "") ? ", some in a matrix" : "");
	}
	return 0;
}

static int check(int argc, char **argv)
{
	int status = 0;
	for (int i = 0; i < argc; i++) {
		struct hal_board *b;
		int buttons = 0;
		if (cli_board_read(argv[i], &b) != 0) {
			status = 2;
			continue;
		}
		for (int j = 0; j < hal_board_lines(b); j++)
			buttons += hal_board_line(b, j)->kind == HAL_BUTTON;
		printf("%s: %s\n  %d sensors, %d buttons, %d LEDs\n", hal_board_id(b), hal_board_title(b),
		       hal_board_lines(b) - buttons, buttons, hal_board_leds(b));
		if (check_games(b, argv[i]) != 0)
			status = 2;
		if (check_wiring(b) != 0)
			status = 2;
		hal_board_free(b);
	}
	return status;
}

/* What the firmware's Makefile wants to know: make $(tablero board firmware FILE). */
static int firmware(const char *path)
{
	struct hal_board *b;
	if (cli_board_read(path, &b) != 0)
		return 2;
	int analogues = hal_board_inputs(b, 'a'), numbers = hal_board_inputs(b, 'n');
	int status = 0;
	if (numbers)
		status = cli_wrong(
		    "%s: the reference firmware has no inputs that count by themselves (n); levels make them analogue", path);
	else
		printf("BOARD_ID=%.15s MCU=%s SWITCHES=%d ANALOGUES=%d BUTTONS=%d LEDS=%d BAUD=%s\n", hal_board_id(b),
		       analogues > 64 ? "atmega2560" : "atmega328p", hal_board_inputs(b, 's'), analogues,
		       hal_board_inputs(b, 'b'), hal_board_leds(b),
		       hal_board_value(b, "serial", "baud") ? hal_board_value(b, "serial", "baud") : "115200");
	hal_board_free(b);
	return status;
}

static int list(void)
{
	for (const struct embedded *e = embedded_boards; e->path; e++) {
		char message[HAL_MESSAGE_MAX];
		struct hal_board *b;
		if (hal_board_parse(e->path, (const char *)e->data, &b, message) < 0)
			return cli_wrong("%s", message);
		printf("%-17s %s; %s\n", e->path, hal_board_title(b), hal_board_games(b));
		hal_board_free(b);
	}
	return 0;
}

/* ---- watch ----------------------------------------------------------------------------------------------------------- */

static void tell_event(const struct hal_board *b, const struct hal *h, const struct hal_calibration *c,
		       const struct hal_event *e, int64_t start_us)
{
	static const char *const states[] = { "absent", "starting", "ready", "silent" };
	struct hal_status status;
	int sure;
	printf("%10.3f ", (double)(e->time_us - start_us) / 1000000);
	if (e->type == HAL_FRAME) {
		puts("all read");
	} else if (e->type == HAL_STATE) {
		hal_status(h, &status);
		printf("%s %s\n", states[e->value], status.message);
	} else if (hal_board_line(b, e->line)->analogue) {
		int value = hal_calibration_classify(c, e->line, e->value, 0, &sure);
		printf("%s %d (raw %d, %d %% sure)\n", hal_board_line(b, e->line)->label, value, e->value, sure);
	} else {
		printf("%s %d\n", hal_board_line(b, e->line)->label, e->value);
	}
}

static void watch_on(const struct hal_board *b, struct hal *h, const struct hal_calibration *c, int64_t start_us)
{
	struct hal_event event[64];
	while (!ferror(stdout)) {
		int n = hal_read(h, now(), event, 64);
		for (int i = 0; i < n; i++)
			tell_event(b, h, c, &event[i], start_us);
		fflush(stdout);
		int64_t next = hal_next_us(h), wait = next == HAL_NEVER ? -1 : (next - now()) / 1000 + 1;
		struct pollfd p = { .fd = hal_fd(h), .events = POLLIN };
		if (n == 0)
			poll(&p, 1, next != HAL_NEVER && wait < 0 ? 0 : (int)wait);
	}
}

static int watch(const char *path, const char *spec)
{
	char message[HAL_MESSAGE_MAX];
	struct hal_board *b;
	struct hal_calibration *c;
	struct hal *h;
	if (cli_board_read(path, &b) != 0)
		return 2;
	if (hal_calibration_new(b, &c) < 0) {
		hal_board_free(b);
		return 1;
	}
	int status = 1;
	int64_t start_us = now();
	if (hal_open(spec, b, start_us, &h, message) < 0) {
		status = cli_wrong("%s", message);
	} else {
		watch_on(b, h, c, start_us);
		hal_close(h);
	}
	hal_calibration_free(c);
	hal_board_free(b);
	return status;
}

int cli_board(int argc, char **argv)
{
	if (argc >= 3 && strcmp(argv[1], "check") == 0)
		return check(argc - 2, argv + 2);
	if (argc == 2 && strcmp(argv[1], "list") == 0)
		return list();
	if (argc == 3 && strcmp(argv[1], "firmware") == 0)
		return firmware(argv[2]);
	if (argc == 4 && strcmp(argv[1], "watch") == 0)
		return watch(argv[2], argv[3]);
	return cli_wrong("board: list, check FILE …, firmware FILE or watch FILE SPEC expected%s%s%s",
			 argc > 1 ? ", not '" : "", argc > 1 ? argv[1] : "", argc > 1 ? "'" : "");
}
