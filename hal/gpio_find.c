/*
 * gpio_find.c — the chips of this machine, by label or by the name of a line, never by number: the header of one Pi has been
 * gpiochip0, gpiochip4 and gpiochip11 within two years of kernels.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpio.h"

enum { FOUND_MAX = 64 };

struct found {
	int n, forbidden;
	struct {
		char path[GPIO_PATH_MAX], label[GPIO_LABEL_MAX], device[GPIO_LABEL_MAX];
	} chip[FOUND_MAX];
	char forbidden_path[GPIO_PATH_MAX];
};

/* "1-0020" for the expander at address 0x20 of the first I2C bus: the name of the device the chip belongs to. */
static void device_of(const char *chip, char device[GPIO_LABEL_MAX])
{
	char link[PATH_MAX], target[PATH_MAX];
	snprintf(link, sizeof link, "/sys/bus/gpio/devices/%s/..", chip);
	device[0] = 0;
	if (!realpath(link, target))
		return;
	const char *name = strrchr(target, '/');
	snprintf(device, GPIO_LABEL_MAX, "%.*s", GPIO_LABEL_MAX - 1, name ? name + 1 : target);
}

static int is_chip(const struct dirent *entry)
{
	return !strncmp(entry->d_name, "gpiochip", 8);
}

static void list_chips(struct found *f)
{
	struct dirent **entry;
	int n = scandir("/dev", &entry, is_chip, alphasort);
	f->n = f->forbidden = 0;
	for (int i = 0; i < n; i++) {
		char path[GPIO_PATH_MAX];
		snprintf(path, sizeof path, "/dev/%.40s", entry[i]->d_name);
		int e = f->n < FOUND_MAX ? gpio_chip_label(path, f->chip[f->n].label) : -ENOSPC;
		if (e == 0) {
			snprintf(f->chip[f->n].path, GPIO_PATH_MAX, "%s", path);
			device_of(entry[i]->d_name, f->chip[f->n].device);
			f->n++;
		} else if (e == -EACCES || e == -EPERM) {
			f->forbidden++;
			snprintf(f->forbidden_path, GPIO_PATH_MAX, "%s", path);
		}
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
}

static bool is_named(const struct found *f, int i, const char *label, const char *device)
{
	return !strcmp(f->chip[i].label, label) && (!*device || !strcmp(f->chip[i].device, device));
}

int gpio_chip_path(const char *chip, char path[GPIO_PATH_MAX])
{
	struct found f;
	char label[GPIO_LABEL_MAX];
	size_t n = strcspn(chip, "@");
	int at = -1;
	snprintf(label, sizeof label, "%.*s", (int)n, chip);
	list_chips(&f);
	for (int i = 0; i < f.n; i++) {
		if (!is_named(&f, i, label, chip + n + (chip[n] == '@')))
			continue;
		if (at >= 0)
			return -ENOTUNIQ;
		at = i;
	}
	if (at < 0)
		return -ENODEV;
	memcpy(path, f.chip[at].path, GPIO_PATH_MAX);
	return 0;
}

static int say_missing(struct hal *h, const struct found *f, const char *what)
{
	char list[96] = "";
	if (f->forbidden) {
		hal_say(h, "no permission for %s: the daemon's user must be in the group gpio", f->forbidden_path);
		return -EACCES;
	}
	for (int i = 0; i < f->n; i++) {
		size_t used = strlen(list);
		snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", f->chip[i].label);
	}
	hal_say(h, "no GPIO %s (there are: %s); is its overlay in the boot configuration?", what, f->n ? list : "none");
	return -ENODEV;
}

static int find_chip(struct hal *h, const struct found *f, const char *label, const char *device, char path[GPIO_PATH_MAX])
{
	char what[GPIO_LABEL_MAX + 8];
	int at = -1;
	for (int i = 0; i < f->n; i++) {
		if (!is_named(f, i, label, device))
			continue;
		if (at >= 0) {
			hal_say(h, "several GPIO chips are labelled %s: say which, as %s@%s", label, label, f->chip[i].device);
			return -ENOTUNIQ;
		}
		at = i;
	}
	snprintf(what, sizeof what, "chip %s%s%s", label, *device ? "@" : "", device);
	if (at < 0)
		return say_missing(h, f, what);
	memcpy(path, f->chip[at].path, GPIO_PATH_MAX);
	return 0;
}

static struct gpio_chip *chip_at(struct gpio_wiring *w, const char *path)
{
	for (int i = 0; i < w->chips; i++)
		if (!strcmp(w->chip[i].path, path))
			return &w->chip[i];
	if (w->chips == GPIO_CHIPS_MAX)
		return NULL;
	struct gpio_chip *chip = &w->chip[w->chips++];
	*chip = (struct gpio_chip){ .lines = 0 };
	snprintf(chip->path, sizeof chip->path, "%s", path);
	return chip;
}

static int find_name(struct hal *h, struct gpio_wiring *w, const struct found *f, const struct gpio_name *name)
{
	char what[GPIO_LABEL_MAX + 8];
	for (int i = 0; i < f->n; i++) {
		int offset = gpio_chip_line(f->chip[i].path, name->name);
		if (offset < 0)
			continue;
		struct gpio_chip *chip = chip_at(w, f->chip[i].path);
		if (!chip || chip->lines == GPIO_LINES_MAX)
			return -ENOSPC;
		if (!chip->label[0])
			snprintf(chip->label, GPIO_LABEL_MAX, "%s", f->chip[i].label);
		chip->offset[chip->lines] = (unsigned)offset;
		chip->line[chip->lines++] = name->line;
		chip->named++;
		return 0;
	}
	snprintf(what, sizeof what, "line named %s", name->name);
	return say_missing(h, f, what);
}

int gpio_find(struct hal *h, struct gpio_wiring *w)
{
	struct found f;
	int e = 0;
	list_chips(&f);
	/* What a former connection added by name is looked for anew. */
	for (int i = 0; i < w->chips; i++) {
		w->chip[i].lines -= w->chip[i].named;
		w->chip[i].named = 0;
	}
	while (w->chips && w->chip[w->chips - 1].lines == 0)
		w->chips--;
	for (int i = 0; i < w->chips && e == 0; i++)
		e = find_chip(h, &f, w->chip[i].label, w->chip[i].device, w->chip[i].path);
	if (e == 0 && w->has_matrix)
		e = find_chip(h, &f, w->matrix.label, w->matrix.device, w->matrix.path);
	for (int i = 0; i < w->names && e == 0; i++)
		e = find_name(h, w, &f, &w->name[i]);
	return e;
}

int gpio_cannot(struct hal *h, const char *label, const char *path, unsigned offset, int error)
{
	if (error == -EBUSY)
		hal_say(h, "line %u of %s (%s) is in use by another program or overlay", offset, label, path);
	else if (error == -EINVAL)
		hal_say(h, "%s (%s) has no line %u, or it cannot do what is wanted of it", label, path, offset);
	else if (error == -EACCES || error == -EPERM)
		hal_say(h, "no permission for %s: the daemon's user must be in the group gpio", path);
	else
		hal_say(h, "%s (%s): %s", label, path, strerror(-error));
	return error;
}
