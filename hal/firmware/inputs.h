/*
 * inputs.h — the shift-register chain with reed switches and buttons, and the multiplexed hall sensors.
 *
 * What is true and what was reported are kept apart, so a change for which there is no room in the transmit ring is found
 * again by the next pass, or found to be gone.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include "board.h"

void inputs_start(void);

/* Once a millisecond: reads the whole chain; FILTER_MS equal samples settle an input. */
void chain_scan(void);
bool chain_level(uint16_t input);
/* The next input after `after` whose settled level differs from the reported one, or INPUTS. Start with -1. */
uint16_t chain_changed(int16_t after);
void chain_reported(uint16_t input);

/* Latest conversion of an analogue input, 0 … 1023. */
uint16_t analogue_value(uint8_t input);
/* Whether to report: far enough from the last report, or (`slow`, every 200 ms) come to rest a little away from it. */
bool analogue_changed(uint8_t input, bool slow);
void analogue_reported(uint8_t input, uint16_t value);

#endif
