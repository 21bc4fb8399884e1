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

#endif
