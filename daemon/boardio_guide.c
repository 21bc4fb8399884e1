/*
 * boardio_guide.c — the guided test on the board: lines to guide.h, its wishes to light, its findings to sentences.
 *
 * While it runs the game sees nothing of the board; afterwards everything is read anew, and what was put elsewhere meanwhile is
 * a mismatch like any other. An end-turn button says "it lies there".
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boardio_internal.h"

static const struct hal_rgb WANTED = { 200, 200, 200 }, WRONG = { 220, 0, 0 };

bool boardio_guiding(const struct boardio *b)
{
	return b->guide && b->guide->phase != GUIDE_OFF;
}

/* Before debouncing: trembling is what is looked for. */
void boardio_guide_feed(struct boardio *b, const struct hal_event *e)
{
	int sure, before = b->guide->line[e->line].value;
	int value = hal_calibration_classify(b->calibration, e->line, e->value, before, &sure);
	guide_feed(b->guide, e->time_us, e->line, value, sure);
}

int64_t boardio_guide_tick(struct boardio *b, int64_t now_us)
{
	return b->guide->phase == GUIDE_DONE ? INT64_MAX : guide_tick(b->guide, now_us);
}

void boardio_guide_button(struct boardio *b, int64_t now_us)
{
	guide_next(b->guide, now_us);
}

/* Every LED that carries the line's label. */
static void light_line(const struct boardio *b, struct hal_rgb *frame, uint16_t line, struct hal_rgb colour)
{
	if (line == GUIDE_NONE)
		return;
	const char *label = hal_board_line(b->board, line)->label;
	for (int i = 0; i < hal_board_leds(b->board); i++)
		if (strcmp(hal_board_led(b->board, i)->label, label) == 0)
			frame[i] = colour;
}

void boardio_guide_frame(const struct boardio *b, struct hal_rgb *frame)
{
	const struct guide *g = b->guide;
	memset(frame, 0, (size_t)hal_board_leds(b->board) * sizeof *frame);
	if (g->phase == GUIDE_EMPTY || g->phase == GUIDE_LIFT)
		for (uint16_t i = 0; i < g->lines; i++)
			if (g->line[i].value && g->listened[i])
				light_line(b, frame, i, WRONG);
	light_line(b, frame, guide_target(g), WANTED);
	light_line(b, frame, guide_wrong(g), WRONG);
}

/* ---- Commands -------------------------------------------------------------------------------------------------------- */

static int order_of(const struct boardio *b, int only, uint16_t order[GUIDE_LINES_MAX])
{
	int n = 0;
	for (int i = 0; i < b->layout.lines; i++)
		if (only < 0 ? b->layout.line_site[i] != RULES_NO_SITE : i == only)
			order[n++] = (uint16_t)i;
	return n;
}

int boardio_guide_start(struct boardio *b, int64_t now_us, const char *label)
{
	uint16_t order[GUIDE_LINES_MAX];
	int only = label ? hal_board_find(b->board, label) : -1;
	if (label && only < 0)
		return -ENOENT;
	if (b->state != HAL_READY)
		return -ENODEV;
	struct guide *g = b->guide ? b->guide : malloc(sizeof *g);
	if (!g)
		return -ENOMEM;
	b->guide = g;
	guide_start(g, order, order_of(b, only, order), b->layout.lines);
	for (int i = 0; i < b->layout.lines; i++) {
		struct hal_health h;
		if (hal_health(b->hal, i, &h) == 0)
			boardio_guide_feed(
			    b, &(struct hal_event){ .time_us = now_us, .line = (uint16_t)i, .value = (uint16_t)h.raw });
	}
	guide_begin(g, now_us);
	return 0;
}

int boardio_guide_again(struct boardio *b, int64_t now_us, const char *label)
{
	int line = label ? hal_board_find(b->board, label) : -1;
	if (!boardio_guiding(b) || (label && line < 0))
		return -ENOENT;
	guide_again(b->guide, now_us, line);
	return 0;
}

/* ---- Sentences ------------------------------------------------------------------------------------------------------- */

struct saying {
	const char *en, *es;
};

static const struct saying phases[] = {
	[GUIDE_OFF] = { "", "" },
	[GUIDE_EMPTY] = { "Take everything off the board. What shines red still reports something; if nothing lies there, "
			  "press on.",
			  "Quita todo del tablero. Lo que brilla en rojo aún avisa de algo; si ahí no hay nada, continúa." },
	[GUIDE_PUT] = { "Put one piece on %s. It shines.", "Pon una pieza en %s. Está iluminado." },
	[GUIDE_STILL] = { "Leave it alone for a moment.", "No lo toques un momento." },
	[GUIDE_LIFT] = { "Take it off again.", "Quítalo otra vez." },
	[GUIDE_DONE] = { "Done. %s", "Listo. %s" },
};

static const struct saying faults[GUIDE_FAULTS] = {
	{ "%s is weak: it trembles, or hardly tells a piece from none. Bring sensor or magnet nearer, or calibrate it.",
	  "%s es débil: tiembla, o apenas distingue una pieza de nada. Acerca el sensor o el imán, o calíbralo." },
	{ "%s sticks: it reports a piece that is gone. A reed may have welded; tap it, use a weaker magnet, or replace it.",
	  "%s se pega: avisa de una pieza que ya no está. Puede haberse soldado el contacto; dale un golpecito, usa un imán "
	  "más débil o cámbialo." },
	{ "%s does not answer. Look for a broken wire or a cold joint; a hall sensor also needs its supply.",
	  "%s no responde. Busca un cable roto o una soldadura fría; un sensor hall también necesita alimentación." },
	{ "%s is blind in its centre: it answers while the piece comes, but not while it rests. Shift the reed some 5 mm to "
	  "one side.",
	  "%s es ciego en el centro: responde cuando la pieza llega, no cuando descansa. Desplaza el contacto unos 5 mm a un "
	  "lado." },
	{ "%s shares its magnet with %s. Use weaker magnets, or move the sensors apart.",
	  "%s comparte su imán con %s. Usa imanes más débiles o separa los sensores." },
	{ "%s and %s have exchanged wires. Swap the wires, or their labels in the board file.",
	  "%s y %s tienen los cables cruzados. Intercámbialos, o cambia sus nombres en el archivo del tablero." },
	{ "%s answers as %s. Look where its wire goes.", "%s responde como %s. Mira adónde va su cable." },
	{ "%s speaks up by itself. Electrical noise: look for a missing pull-up, a long wire beside the LEDs, or a poor "
	  "ground.",
	  "%s avisa por sí solo. Ruido eléctrico: busca una resistencia que falta, un cable largo junto a los LEDs o una mala "
	  "masa." },
};

/* Formats come from the tables above; both take one or two names. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static json_t *say(const struct saying *s, const char *a, const char *b)
{
	char en[400], es[400];
	snprintf(en, sizeof en, s->en, a, b);
	snprintf(es, sizeof es, s->es, a, b);
	return json_pack("{s:s,s:s}", "en", en, "es", es);
}
#pragma GCC diagnostic pop

static void names_of(const struct boardio *b, const struct guide_line *l, int fault, char text[80])
{
	text[0] = '\0';
	if (fault == GUIDE_SWAPPED || fault == GUIDE_ELSEWHERE) {
		snprintf(text, 80, "%s", hal_board_line(b->board, l->instead)->label);
		return;
	}
	for (int i = 0; i < l->others; i++)
		snprintf(text + strlen(text), 80 - strlen(text), "%s%s", i ? ", " : "",
			 hal_board_line(b->board, l->other[i])->label);
}

static json_t *findings(const struct boardio *b, int *ret_bad)
{
	const struct guide *g = b->guide;
	json_t *all = json_array();
	*ret_bad = 0;
	for (int i = 0; i < g->lines; i++) {
		const struct guide_line *l = &g->line[i];
		const char *label = hal_board_line(b->board, i)->label;
		*ret_bad += l->faults != 0;
		for (int f = 0; f < GUIDE_FAULTS; f++) {
			char names[80];
			if (!(l->faults & 1 << f))
				continue;
			names_of(b, l, 1 << f, names);
			json_t *one = say(&faults[f], label, names);
			json_object_set_new(one, "line", json_string(label));
			json_object_set_new(one, "fault", json_string(guide_fault_name(1 << f)));
			json_array_append_new(all, one);
		}
	}
	return all;
}

static const char *label_of(const struct boardio *b, uint16_t line)
{
	return line == GUIDE_NONE ? NULL : hal_board_line(b->board, line)->label;
}

json_t *boardio_guide(const struct boardio *b)
{
	static const char *const names[] = { "off", "empty", "put", "still", "lift", "done" };
	if (!boardio_guiding(b))
		return json_pack("{s:s}", "phase", names[GUIDE_OFF]);
	const struct guide *g = b->guide;
	int bad, tested = 0;
	json_t *found = findings(b, &bad), *words;
	for (int i = 0; i < g->steps; i++)
		tested += g->line[g->order[i]].tested;
	uint16_t target = guide_target(g), wrong = guide_wrong(g);
	if (g->phase == GUIDE_DONE) {
		char en[80] = "Every sensor is well.", es[80] = "Todos los sensores están bien.";
		if (bad) {
			snprintf(en, sizeof en, "%d of %d sensors want attention.", bad, g->steps);
			snprintf(es, sizeof es, "%d de %d sensores piden atención.", bad, g->steps);
		}
		json_t *e = say(&phases[GUIDE_DONE], en, ""), *s = say(&phases[GUIDE_DONE], es, "");
		words = json_pack("{s:O,s:O}", "en", json_object_get(e, "en"), "es", json_object_get(s, "es"));
		json_decref(e);
		json_decref(s);
	} else if (wrong != GUIDE_NONE) {
		static const struct saying other = {
			"%s answered, not %s. If the piece is on the wrong place, move it; else leave it.",
			"Ha respondido %s, no %s. Si la pieza está en otro sitio, muévela; si no, déjala."
		};
		words = say(&other, label_of(b, wrong), label_of(b, target));
	} else if (g->phase == GUIDE_PUT && hal_board_line(b->board, target)->kind == HAL_COUNT) {
		static const struct saying one = { "Lay one into %s, a single bead or piece. It shines.",
						   "Deja caer una sola cuenta o pieza en %s. Está iluminado." };
		words = say(&one, label_of(b, target), "");
	} else {
		words = say(&phases[g->phase], target == GUIDE_NONE ? "" : label_of(b, target), "");
	}
	return json_pack("{s:s,s:s?,s:s?,s:i,s:i,s:o,s:o}", "phase", names[g->phase], "line", label_of(b, target), "wrong",
			 label_of(b, wrong), "tested", tested, "of", g->steps, "found", found, "say", words);
}
