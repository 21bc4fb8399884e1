/*
 * main.c — the reference firmware: hal/PROTOCOL.md in full, for 8-bit parts with 2 KB of memory.
 *
 * One loop. A timer ticks once a millisecond; between ticks the processor sleeps.
 */
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "board.h"
#include "clock.h"
#include "host.h"
#include "inputs.h"
#include "leds.h"
#include "report.h"
#include "serial.h"

enum { FIRST_SWEEP_MS = 10 + (MUXES + 1) * 16 * 104 / 1000 }; /* until the filter and the first analogue sweep are through */

/* Why the part has started, as the hello tells it. */
static char take_cause(void)
{
	uint8_t cause = MCUSR;
	MCUSR = 0;
	return cause & _BV(WDRF) ? 'W' : cause & _BV(BORF) ? 'B' : cause & _BV(EXTRF) ? 'E' : cause & _BV(PORF) ? 'P' : 'U';
}

static void start(void)
{
	char cause = take_cause();
	wdt_enable(WDTO_120MS);
	report_start(cause);
	clock_start();
	inputs_start();
	leds_start();
	serial_start();
	set_sleep_mode(SLEEP_MODE_IDLE);
	sei();
}

static void sleep_until_something_happens(void)
{
	cli();
	if (!clock_has_ticked() && !serial_waiting() && !leds_busy()) {
		sleep_enable();
		sei(); /* the instruction after this one still runs before any interrupt */
		sleep_cpu();
		sleep_disable();
	}
	sei();
}

int main(void)
{
	start();
	uint8_t first_sweep = FIRST_SWEEP_MS;
	for (;;) {
		sleep_until_something_happens();
		bool ticked = clock_take_tick();
		if (ticked) {
			if (!host_starves())
				wdt_reset();
			chain_scan();
			host_watch();
			first_sweep -= first_sweep > 0;
		}
		host_listen();
		leds_step();
		if (!first_sweep)
			report(ticked);
	}
}
