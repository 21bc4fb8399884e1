/*
 * contigo_why.h — what the explanations of the Contigo family share. Private to rules/contigo_why*.c.
 */
#ifndef TABLERO_RULES_CONTIGO_WHY_H
#define TABLERO_RULES_CONTIGO_WHY_H

#include "contigo.h"

/* What all explanations look at. Sites are squares first, then pits. */
struct contigo_scene {
	const struct contigo_rules *g;
	const struct contigo *c;
	const struct rules_site *site;
	int squares;
	struct rules_attempt at;
	struct rules_why *why;
};

static inline const char *contigo_name(const struct contigo_scene *sc, int site)
{
	return sc->site[site].name;
}

/* The plural's letter. */
static inline const char *contigo_s(int n)
{
	return n == 1 ? "" : "s";
}

void contigo_say_en(const struct contigo_scene *sc, const char *format, ...) __attribute__((format(printf, 2, 3)));
void contigo_say_es(const struct contigo_scene *sc, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Names the rule and the sites, −1 for none; returns 0, as contigo_why() does. */
int contigo_explain(const struct contigo_scene *sc, const char *rule, int site, int should);

/* An attempt with a piece that stands, or stood, on a square. */
int contigo_why_piece(const struct contigo_scene *sc);

#endif
