/* titles.h — what the games are called and what they are, in both languages. */
#ifndef TABLERO_TITLES_H
#define TABLERO_TITLES_H

struct title {
	const char *id;
	const char *en, *es;             /* name */
	const char *about_en, *about_es; /* two sentences */
	const char *colour[4];
};

/* Of an id; something usable for an unknown one. */
const struct title *title_of(const char *id);

/* What the side of a player is called: White, blancas. */
const char *title_side(const char *id, int player, const char **ret_es);

#endif
