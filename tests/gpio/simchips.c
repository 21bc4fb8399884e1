/*
 * simchips.c — see simchips.h.
 */
#include "simchips.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOT "/sys/kernel/config/gpio-sim/tablero"

static char device[64], chip_name[SIMCHIPS_MAX][32];
static int chips_made, lines_made;

static int put(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	if (!f)
		return -1;
	int bad = fputs(text, f) < 0;
	return fclose(f) || bad ? -1 : 0;
}

static int get(const char *path, char *text, int size)
{
	FILE *f = fopen(path, "r");
	if (!f)
		return -1;
	char *got = fgets(text, size, f);
	fclose(f);
	if (!got)
		return -1;
	text[strcspn(text, "\n")] = 0;
	return 0;
}

static int make_bank(int chip, int lines)
{
	char path[256], text[32];
	snprintf(path, sizeof path, ROOT "/bank%d", chip);
	if (mkdir(path, 0755))
		return -1;
	snprintf(path, sizeof path, ROOT "/bank%d/num_lines", chip);
	snprintf(text, sizeof text, "%d", lines);
	if (put(path, text))
		return -1;
	snprintf(path, sizeof path, ROOT "/bank%d/label", chip);
	snprintf(text, sizeof text, "expander%d", chip);
	if (put(path, text))
		return -1;
	for (int i = 0; chip == 0 && i < lines; i++) {
		snprintf(path, sizeof path, ROOT "/bank0/line%d", i);
		if (mkdir(path, 0755))
			return -1;
		snprintf(path, sizeof path, ROOT "/bank0/line%d/name", i);
		snprintf(text, sizeof text, "REED%d", i);
		if (put(path, text))
			return -1;
	}
	return 0;
}

int simchips_start(int chips, int lines)
{
	char path[256];
	if (mkdir(ROOT, 0755))
		return -1;
	chips_made = chips;
	lines_made = lines;
	for (int i = 0; i < chips; i++)
		if (make_bank(i, lines))
			return -1;
	if (put(ROOT "/live", "1") || get(ROOT "/dev_name", device, sizeof device))
		return -1;
	for (int i = 0; i < chips; i++) {
		snprintf(path, sizeof path, ROOT "/bank%d/chip_name", i);
		if (get(path, chip_name[i], sizeof chip_name[i]))
			return -1;
		for (int line = 0; line < lines; line++)
			simchips_close(i, line, 0); /* no hand on the board: every contact open, held high by its pull-up */
	}
	return 0;
}

void simchips_stop(void)
{
	char path[256];
	put(ROOT "/live", "0");
	for (int i = 0; i < chips_made; i++) {
		for (int line = 0; i == 0 && line < lines_made; line++) {
			snprintf(path, sizeof path, ROOT "/bank0/line%d", line);
			rmdir(path);
		}
		snprintf(path, sizeof path, ROOT "/bank%d", i);
		rmdir(path);
	}
	rmdir(ROOT);
}

int simchips_close(int chip, int line, int closed)
{
	char path[256];
	snprintf(path, sizeof path, "/sys/devices/platform/%s/%s/sim_gpio%d/pull", device, chip_name[chip], line);
	return put(path, closed ? "pull-down" : "pull-up");
}

int simchips_driven(int chip, int line)
{
	char path[256], text[8];
	snprintf(path, sizeof path, "/sys/devices/platform/%s/%s/sim_gpio%d/value", device, chip_name[chip], line);
	if (get(path, text, sizeof text))
		return -1;
	return text[0] == '1';
}
