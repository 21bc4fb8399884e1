/*
 * lessonlight.h — the light of a lesson on the wood: what the page asks for, laid over the picture of the game.
 *
 * Whatever the board itself needs (pieces to be brought or taken, a question, a refusal, a piece in the hand) stands above the
 * lesson; the game's quiet light (bead counts, last move, whose turn) gives way to it.
 */
#ifndef TABLERO_LESSONLIGHT_H
#define TABLERO_LESSONLIGHT_H

#include <jansson.h>
#include <stdint.h>

#include "presenter.h"

enum { LESSONLIGHT_WORDS = 2, LESSONLIGHT_CELLS = 6 };

struct lessonlight {
	int words;
	struct {
		uint8_t word; /* enum light_word */
		int cells;
		uint16_t cell[LESSONLIGHT_CELLS];
	} at[LESSONLIGHT_WORDS];
	int64_t since_us;
};

/* Reads [{"word": WORD, "cells": [SITE, …]}, …] for the sites of a variant. −EINVAL: no such word or site, or too many. */
int lessonlight_read(const struct rules_variant *v, const json_t *list, int64_t now_us, struct lessonlight *ret);

/* Lays it over what is there. */
void lessonlight_paint(const struct lessonlight *l, const struct presenter_settings *settings, int64_t now_us,
		       struct light *light, int sites, int64_t *ret_next_us);

#endif
