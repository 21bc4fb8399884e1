/* clock.h — milliseconds since the reset, and a tick each. */
#ifndef CLOCK_H
#define CLOCK_H

#include "board.h"

void clock_start(void);
uint16_t now_ms(void);
/* Whether a millisecond has begun since clock_take_tick(); for the moment before sleeping, with interrupts off. */
bool clock_has_ticked(void);
bool clock_take_tick(void);

#endif
