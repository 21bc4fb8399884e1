/*
 * state.h — the view as the JSON that pages read (STATE of the API), and the pieces of it that other answers share.
 */
#ifndef TABLERO_STATE_H
#define TABLERO_STATE_H

#include <jansson.h>

#include "rules.h"

struct app;
struct seen;
struct view;

/* Everything but the light, which changes by itself, and what differs from one listener to the next (time, control, me). `named`: with the players' names. */
json_t *state_json(struct app *app, const struct view *view, bool named);
/* {"a1":[r,g,b,"meaning","word"],…}, dark sites left out. */
json_t *state_leds(struct app *app);

const char *state_site(const struct rules_site *site, int sites, uint16_t index); /* NULL for RULES_NO_SITE */
/* [count, owner, rank] of every site that holds something. */
json_t *state_looks(const struct rules_variant *v, const struct rules_look *look);
json_t *state_path(const struct rules_variant *v, const struct rules_path *path);
json_t *state_why(const struct rules_variant *v, const struct rules_why *why);
/* The rules give the reason in English: here is which field it is, in Spanish. Returns `text`. */
enum { STATE_SENTENCE = 128 };
const char *state_no_position(const struct rules_error *err, char text[STATE_SENTENCE]);
/* "ongoing", "draw", "win 2". */
void state_result(int result, char text[16]);
/* The colour a player has in this game, one small English word that pages translate. */
const char *state_colour(const struct rules_variant *v, int player);
/* {"en","es"} of a game. */
json_t *state_title(const char *id);
json_t *state_about(const char *id);

#endif
