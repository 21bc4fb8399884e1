/*
 * layout.c — board labels to sites, players and LEDs.
 */
#include "layout.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_UNUSED = -1, NAME_UNKNOWN = -2, NAME_WRONG = -3 };

/* Site a label means in this game: the game's own section of the board file decides, then the spelling. */
static int site_of(const struct hal_board *board, const struct rules_variant *v, const char *section, const char *label)
{
	const char *name = hal_board_value(board, section, label);
	if (name && strcmp(name, "-") == 0)
		return NAME_UNUSED;
	int site = rules_site_by_name(v, name ? name : label);
	if (site >= 0)
		return site;
	return name ? NAME_WRONG : NAME_UNKNOWN;
}

static int player_of(const struct hal_line *line)
{
	if (line->kind != HAL_BUTTON || strncmp(line->label, "end", 3) != 0)
		return 0;
	int n = line->label[3] - '0';
	return n >= 1 && n <= RULES_PLAYERS_MAX && line->label[4] == '\0' ? n : 0;
}

static struct seen_sensor sensor_of(const struct hal_line *line)
{
	if (line->faulty)
		return (struct seen_sensor){ 0 };
	switch (line->kind) {
	case HAL_PRESENCE: return (struct seen_sensor){ .knows = SEEN_PRESENCE, .most = 1 };
	case HAL_OWNER: return (struct seen_sensor){ .knows = SEEN_PRESENCE | SEEN_OWNER, .most = 1 };
	case HAL_RANKED: return (struct seen_sensor){ .knows = SEEN_PRESENCE | SEEN_OWNER | SEEN_RANK, .most = 1 };
	case HAL_COUNT: return (struct seen_sensor){ .knows = SEEN_PRESENCE | SEEN_COUNT, .most = line->most };
	default: return (struct seen_sensor){ 0 };
	}
}

static int place_line(struct layout *l, const struct hal_board *board, int index, int site, char *message)
{
	const struct hal_line *line = hal_board_line(board, index);

	if (l->site_line[site] != UINT16_MAX) {
		snprintf(message, HAL_MESSAGE_MAX, "lines %s and %s both stand for site %s",
			 hal_board_line(board, l->site_line[site])->label, line->label,
			 rules_sites(&l->variant, &(int){ 0 })[site].name);
		return -EINVAL;
	}
	l->line_site[index] = (uint16_t)site;
	l->site_line[site] = (uint16_t)index;
	l->sensor[site] = sensor_of(line);
	return 0;
}

static int place_lines(struct layout *l, const struct hal_board *board, const char *section, int *ret_named, char *message)
{
	int named = 0;
	for (int i = 0; i < l->lines; i++) {
		const struct hal_line *line = hal_board_line(board, i);
		l->line_site[i] = RULES_NO_SITE;
		l->line_kind[i] = line->kind;
		l->line_most[i] = line->most;
		l->line_player[i] = (uint8_t)player_of(line);
		if (line->kind == HAL_BUTTON)
			continue;
		int site = site_of(board, &l->variant, section, line->label);
		if (site == NAME_WRONG) {
			snprintf(message, HAL_MESSAGE_MAX, "line %d, [%s] %s: \"%s\" is no site of this game",
				 hal_board_line_of(board, section, line->label), section, line->label,
				 hal_board_value(board, section, line->label));
			return -EINVAL;
		}
		if (site < 0)
			continue;
		int r = place_line(l, board, i, site, message);
		if (r < 0)
			return r;
		named++;
	}
	*ret_named = named;
	return 0;
}

static void place_leds(struct layout *l, const struct hal_board *board, const char *section)
{
	for (int i = 0; i < l->leds; i++) {
		int site = site_of(board, &l->variant, section, hal_board_led(board, i)->label);
		l->led_site[i] = site < 0 ? RULES_NO_SITE : (uint16_t)site;
		if (site >= 0)
			l->led_rank[i] = l->site_leds[site]++;
	}
}

bool layout_serves(const struct hal_board *board, const char *id)
{
	size_t n = strlen(id);
	for (const char *p = hal_board_games(board); p && *p;) {
		size_t w = strcspn(p, " ");
		if (w == n && strncmp(p, id, n) == 0)
			return true;
		p += w + strspn(p + w, " ");
	}
	return false;
}

int layout_make(const struct hal_board *board, const struct rules_variant *variant, struct layout *ret,
		char message[HAL_MESSAGE_MAX])
{
	struct layout l = { .variant = *variant, .lines = hal_board_lines(board), .leds = hal_board_leds(board) };
	char section[32];
	int named = 0;

	rules_sites(variant, &l.sites);
	for (int s = 0; s < RULES_SITES_MAX; s++)
		l.site_line[s] = UINT16_MAX;
	snprintf(section, sizeof section, "names.%s", variant->game->id);
	int r = place_lines(&l, board, section, &named, message);
	if (r < 0)
		return r;
	if (named == 0) {
		snprintf(message, HAL_MESSAGE_MAX,
			 "board %s has no site of %s: no label is spelled like one and [%s] names none", hal_board_id(board),
			 variant->game->id, section);
		return -ENOENT;
	}
	/* A faulty line still stands under its site for the doctor, but nothing it says is believed. */
	for (int i = 0; i < l.lines; i++)
		if (l.line_site[i] != RULES_NO_SITE && hal_board_line(board, i)->faulty)
			l.site_line[l.line_site[i]] = UINT16_MAX;
	place_leds(&l, board, section);
	*ret = l;
	return 0;
}

int layout_speaker(const struct layout *layout, int player)
{
	int buttons = 0;
	for (int i = 0; i < layout->lines; i++)
		buttons += layout->line_player[i] > 0;
	return buttons == 1 ? 0 : player;
}

struct seen layout_seen(const struct layout *layout, int line, int value)
{
	struct seen seen = { 0 };
	if (value <= 0)
		return seen;
	seen.count = 1;
	switch (layout->line_kind[line]) {
	case HAL_OWNER: seen.owner = (uint8_t)value; break;
	case HAL_RANKED:
		seen.owner = (uint8_t)(value & 7);
		seen.rank = (uint8_t)(value >> 3);
		break;
	case HAL_COUNT: seen.count = (uint8_t)(value < layout->line_most[line] ? value : layout->line_most[line]); break;
	default: break;
	}
	return seen;
}

int layout_look(const struct layout *layout, int (*value)(const void *user, int line), const void *user,
		struct seen_sensor *sensor, struct seen *seen)
{
	int elsewhere = 0;
	for (int i = 0; i < layout->sites; i++) {
		uint16_t line = layout->site_line[i];
		sensor[i] = layout->sensor[i];
		seen[i] = line == UINT16_MAX ? (struct seen){ 0 } : layout_seen(layout, line, value(user, line));
	}
	for (int i = 0; i < layout->lines; i++)
		elsewhere += layout->line_site[i] == RULES_NO_SITE && layout->line_kind[i] != HAL_BUTTON && value(user, i) > 0;
	return elsewhere;
}

int layout_look_as(const struct hal_board *board, const struct rules_variant *variant, int (*value)(const void *user, int line),
		   const void *user, struct seen_sensor *sensor, struct seen *seen)
{
	char message[HAL_MESSAGE_MAX];
	if (!layout_serves(board, variant->game->id))
		return -ENOENT;
	struct layout *layout = malloc(sizeof *layout);
	int n = layout ? layout_make(board, variant, layout, message) : -ENOMEM;
	if (n == 0)
		n = layout_look(layout, value, user, sensor, seen);
	free(layout);
	return n;
}

int layout_value(const struct layout *layout, int line, struct seen seen)
{
	if (seen.count == 0)
		return 0;
	switch (layout->line_kind[line]) {
	case HAL_OWNER: return seen.owner;
	case HAL_RANKED: return seen.owner + 8 * seen.rank;
	case HAL_COUNT: return seen.count < layout->line_most[line] ? seen.count : layout->line_most[line];
	default: return 1;
	}
}

void layout_frame(const struct layout *layout, const struct light *light, struct hal_rgb *frame)
{
	for (int i = 0; i < layout->leds; i++) {
		frame[i] = (struct hal_rgb){ 0 };
		uint16_t site = layout->led_site[i];
		if (site == RULES_NO_SITE)
			continue;
		const struct light *at = &light[site];
		if (layout->site_leds[site] > 1 && at->bar != 255 && layout->led_rank[i] >= at->bar)
			continue;
		frame[i] = (struct hal_rgb){ .r = at->r, .g = at->g, .b = at->b };
	}
}
