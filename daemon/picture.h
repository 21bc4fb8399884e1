/*
 * picture.h — the table and its light as text, for traces and terminals.
 */
#ifndef TABLERO_PICTURE_H
#define TABLERO_PICTURE_H

#include <stdio.h>

#include "presenter.h"

/*
 * Draws every site where it lies: first what should stand there (1 … 4 a piece of that player, in front of it * for a king,
 * double or charged one, x the neutral piece, a number for beads, · nothing), then what the light under it says, if it is lit:
 *   t turn  l last move  h hint  m movable  L lifted  o target  ! not so  + bring  - take away  ? asked  W won  ^ threat
 * Light that only counts beads is left out. Below: what the board waits for, and the words of the lights.
 */
void picture_write(FILE *out, const struct view *view, const struct light *light);

const char *picture_meaning(int meaning);
const char *picture_word(int word);

#endif
