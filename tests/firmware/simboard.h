/*
 * simboard.h — the real firmware image on a simulated microcontroller (libsimavr), with the board around it modelled: a
 * 74HC165 chain, CD74HC4067 multiplexers, a chain of APA102 or WS2812 LEDs, and the far end of the serial line.
 *
 * Simulated time moves only in simboard_run_us(): nothing here looks at a wall clock.
 */
#ifndef SIMBOARD_H
#define SIMBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum simboard_leds { SIMBOARD_APA102, SIMBOARD_WS2812 };
enum { SIMBOARD_INPUTS = 320, SIMBOARD_ANALOGUES = 192, SIMBOARD_LEDS = 320 };

/* One simulated board a process: libsimavr's callbacks are kept simple. 0, or −1 with a message on standard error. */
int simboard_start(const char *elf, const char *mcu, enum simboard_leds leds, int led_count);
void simboard_stop(void);

/* Runs the processor; false once it has crashed. */
bool simboard_run_us(double us);
double simboard_now_us(void);

void simboard_switch(int input, bool closed); /* n-th input of the chain: switches, then buttons */
void simboard_analogue(int input, int millivolt);
uint32_t simboard_led(int led);       /* 0xRRGGBB: the three wire bytes in order */
void simboard_reset(void);            /* the reset pin */
void simboard_reset_after(int bytes); /* pulls it once the board has sent so many more bytes */

/* Host → board: queued, one byte a frame time, as a wire does. */
void simboard_send(const void *bytes, size_t n);
size_t simboard_unsent(void);
/* Board → host: takes what has arrived. */
size_t simboard_receive(void *bytes, size_t room);

struct simboard_stats {
	double scans_per_s, conversions_per_s, led_frame_us, longest_gap_us;
	uint64_t led_frames, bad_pulses;
	unsigned deepest; /* received bytes waiting; a chip has room for 2, and one arriving */
	int stack_bytes;
};
void simboard_stats(struct simboard_stats *ret);

#endif
