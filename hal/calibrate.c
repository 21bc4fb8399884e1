/*
 * calibrate.c — what the raw values of analogue lines mean: levels, learned and nominal, and readings classified by them.
 *
 * Learned levels and nominal levels of a line are two scales of the same thing. The pairs that are known fix a broken straight
 * line from nominal to real; every other level is put through it. One known pair shifts, two stretch (or turn round: a hall
 * sensor soldered in upside down), more bend. So a pit learned with 0, 5 and 10 beads knows all counts.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"

static const double KEEP = 0.65;       /* of the gap to the next level: so far a reading may stray and keep its value */
static const double NOISE_LEAST = 1.5; /* of 1023: nothing quieter is believed */

static int by_nominal(const void *a, const void *b)
{
	const struct calibrate_level *const *x = a, *const *y = b;
	return (*x)->nominal - (*y)->nominal;
}

/* Real level for a nominal one, from the learned pairs on both sides of it. */
static double through(const struct calibrate_level *const *known, int n, double nominal)
{
	if (n == 0)
		return nominal;
	if (n == 1)
		return nominal + known[0]->mean - known[0]->nominal;
	int i = 0;
	while (i < n - 2 && nominal > known[i + 1]->nominal)
		i++;
	const struct calibrate_level *a = known[i], *b = known[i + 1];
	return a->mean + (nominal - a->nominal) * (b->mean - a->mean) / (b->nominal - a->nominal);
}

void calibrate_settle(struct calibrate_line *l)
{
	const struct calibrate_level *known[HAL_LEVELS_MAX] = { NULL };
	int n = 0;
	for (int i = 0; i < l->n; i++)
		if (l->level[i].samples)
			known[n++] = &l->level[i];
	qsort(known, (size_t)n, sizeof *known, by_nominal);
	for (int i = 0; i < l->n; i++) {
		struct calibrate_level *v = &l->level[i];
		double real = v->samples ? v->mean : through(known, n, v->nominal);
		v->real = real < 0 ? 0 : real > 1023 ? 1023 : real;
	}
}

int hal_calibration_new(const struct hal_board *board, struct hal_calibration **ret)
{
	struct hal_calibration *c = calloc(1, sizeof *c);
	if (!c)
		return -ENOMEM;
	c->board = board;
	for (int i = 0; i < hal_board_lines(board); i++) {
		const struct hal_levels *from = hal_board_levels(board, i);
		if (!from)
			continue;
		struct calibrate_line *l = &c->line[i];
		l->level = calloc((size_t)from->n, sizeof *l->level);
		if (!l->level) {
			hal_calibration_free(c);
			return -ENOMEM;
		}
		l->n = from->n;
		for (int j = 0; j < l->n; j++) {
			l->level[j].value = from->at[j].value;
			l->level[j].nominal = from->at[j].raw;
		}
		calibrate_settle(l);
	}
	*ret = c;
	return 0;
}

void hal_calibration_free(struct hal_calibration *c)
{
	if (!c)
		return;
	for (int i = 0; i < HAL_LINES_MAX; i++)
		free(c->line[i].level);
	free(c->read_text);
	free(c);
}

/* Distance from level `i` to the next one in the direction of `raw`; the other way where there is none. */
static double gap(const struct calibrate_line *l, int i, double raw)
{
	double up = INFINITY, down = INFINITY, at = l->level[i].real;
	for (int j = 0; j < l->n; j++) {
		double d = l->level[j].real - at;
		if (d > 0 && d < up)
			up = d;
		if (d < 0 && -d < down)
			down = -d;
	}
	double wanted = raw >= at ? up : down, other = raw >= at ? down : up;
	return isinf(wanted) ? other : wanted;
}

int hal_calibration_classify(const struct hal_calibration *c, int line, int raw, int before, int *ret_confidence)
{
	const struct calibrate_line *l = &c->line[line];
	int nearest = 0, kept = -1;
	if (!l->level) {
		if (ret_confidence)
			*ret_confidence = 100;
		return raw;
	}
	for (int i = 0; i < l->n; i++) {
		double d = fabs(raw - l->level[i].real);
		if (d < fabs(raw - l->level[nearest].real))
			nearest = i;
		if (l->level[i].value == before && d <= KEEP * gap(l, i, raw))
			kept = i;
	}
	int chosen = kept >= 0 ? kept : nearest;
	if (ret_confidence) {
		double half = gap(l, chosen, raw) / 2, off = fabs(raw - l->level[chosen].real);
		*ret_confidence = off >= half ? 0 : (int)(100 * (1 - off / half));
	}
	return l->level[chosen].value;
}

static struct calibrate_level *find_level(const struct hal_calibration *c, int line, int value, int raw)
{
	struct calibrate_level *best = NULL;
	if (line < 0 || line >= hal_board_lines(c->board))
		return NULL;
	const struct calibrate_line *l = &c->line[line];
	for (int i = 0; i < l->n; i++)
		if (l->level[i].value == value && (!best || fabs(raw - l->level[i].real) < fabs(raw - best->real)))
			best = &l->level[i];
	return best;
}

/* Mean and spread running along (Welford). After many samples an old one fades, so that a spring may tire over the years. */
int hal_calibration_learn(struct hal_calibration *c, int line, int value, int raw)
{
	enum { MEMORY = 200 };
	struct calibrate_level *v = find_level(c, line, value, raw);
	if (!v || raw < 0 || raw > 1023)
		return -EINVAL;
	if (v->samples < MEMORY)
		v->samples++;
	double off = raw - v->mean, share = 1.0 / v->samples;
	v->mean += off * share;
	v->variance = (1 - share) * (v->variance + share * off * off);
	calibrate_settle(&c->line[line]);
	return 0;
}

void hal_calibration_forget(struct hal_calibration *c, int line)
{
	struct calibrate_line *l = &c->line[line];
	for (int i = 0; i < l->n; i++) {
		l->level[i].samples = 0;
		l->level[i].mean = l->level[i].variance = 0;
	}
	if (l->n)
		calibrate_settle(l);
}

int hal_calibration_expected(const struct hal_calibration *c, int line, int value)
{
	const struct calibrate_level *v = find_level(c, line, value, 0);
	return v ? (int)(v->real + 0.5) : -EINVAL;
}

int hal_calibration_samples(const struct hal_calibration *c, int line, int value)
{
	int samples = 0;
	if (line < 0 || line >= hal_board_lines(c->board))
		return 0;
	for (int i = 0; i < c->line[line].n; i++)
		if (value < 0 || c->line[line].level[i].value == value)
			samples += c->line[line].level[i].samples;
	return samples;
}

/* Two levels eight times the noise apart are told apart for good: four on either side of the middle. */
int hal_calibration_confidence(const struct hal_calibration *c, int line)
{
	const struct calibrate_line *l = &c->line[line];
	double noise = NOISE_LEAST, least = INFINITY;
	bool learned = false;
	if (!l->level)
		return 100;
	for (int i = 0; i < l->n; i++) {
		noise = fmax(noise, sqrt(l->level[i].variance));
		learned = learned || l->level[i].samples;
		for (int j = 0; j < i; j++)
			if (l->level[i].value != l->level[j].value)
				least = fmin(least, fabs(l->level[i].real - l->level[j].real));
	}
	double percent = fmin(100, 100 * least / (8 * noise));
	return (int)(learned ? percent : percent / 2);
}
