/*
 * simboard.c — see simboard.h. The quirks of libsimavr 1.6 that shape this file are told where they bite.
 */
#include "simboard.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

/* Must agree with hal/firmware/board.h. */
static const struct wiring {
	const char *mcu;
	char chain, mux;
	int load, clock, data, select, led_data, led_clock;
} wirings[] = {
	{ "atmega328p", 'D', 'C', 5, 6, 7, 2, 3, 5 },
	{ "atmega2560", 'A', 'F', 2, 3, 4, 2, 2, 1 },
};

static avr_t *avr;
static avr_uart_t *uart;
static int led_count;

static double cycles_us(avr_cycle_count_t cycles)
{
	return (double)cycles * 1e6 / avr->frequency;
}

static avr_irq_t *pin(char port, int bit)
{
	return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit);
}

/* ---- The shift-register chain: input 0 is nearest to the output; a closed contact pulls its input low ------------------- */

static struct {
	bool closed[SIMBOARD_INPUTS], stage[SIMBOARD_INPUTS], load, clock;
	int at;
	avr_irq_t *out;
	uint64_t scans;
} chain;

static bool chain_output(void)
{
	return chain.at < SIMBOARD_INPUTS && chain.stage[chain.at];
}

static void on_chain_load(avr_irq_t *irq, uint32_t value, void *arg)
{
	(void)irq, (void)arg;
	chain.load = value;
	if (value) {
		chain.scans++;
		return;
	}
	for (int i = 0; i < SIMBOARD_INPUTS; i++) /* transparent while low */
		chain.stage[i] = !chain.closed[i];
	chain.at = 0;
	avr_raise_irq(chain.out, chain_output());
}

static void on_chain_clock(avr_irq_t *irq, uint32_t value, void *arg)
{
	(void)irq, (void)arg;
	if (value && !chain.clock && chain.load) {
		chain.at++;
		avr_raise_irq(chain.out, chain_output());
	}
	chain.clock = value;
}

/* ---- Multiplexers ----------------------------------------------------------------------------------------------------- */

static const int8_t mux_behind[16] = { 0, 1, -1, -1, -1, -1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
static struct {
	uint16_t millivolt[SIMBOARD_ANALOGUES];
	uint8_t select;
	avr_irq_t *adc;
	uint64_t conversions;
} mux;

static void on_mux_select(avr_irq_t *irq, uint32_t value, void *arg)
{
	(void)irq;
	int bit = (int)(intptr_t)arg;
	mux.select = (uint8_t)((mux.select & ~(1 << bit)) | (int)(value & 1) << bit);
}

static void on_conversion(avr_irq_t *irq, uint32_t value, void *arg)
{
	(void)irq, (void)arg;
	union {
		uint32_t value;
		avr_adc_mux_t mux;
	} e = { value };
	mux.conversions++;
	if (e.mux.kind == ADC_MUX_SINGLE && e.mux.src < 16 && mux_behind[e.mux.src] >= 0)
		avr_raise_irq(mux.adc + ADC_IRQ_ADC0 + e.mux.src, mux.millivolt[mux_behind[e.mux.src] * 16 + mux.select]);
}

/* ---- LEDs: what the eye would see ---------------------------------------------------------------------------------------- */

static struct {
	uint32_t eye[SIMBOARD_LEDS], shadow[SIMBOARD_LEDS], word;
	bool data, clock;
	int zeros, bits, shown;
	avr_cycle_count_t rose, fell, begun;
	uint64_t frames, bad_pulses;
	double frame_us, gap_us;
} strip;

static void frame_done(void)
{
	strip.frames++;
	strip.frame_us = cycles_us(avr->cycle - strip.begun);
}

/* The n-th LED hears everything n half clocks late, so too few clocks at the end leave the last ones as they were. */
static void apa102_bit(bool bit)
{
	if (bit && strip.zeros >= 32) {
		strip.bits = strip.shown = 0;
		strip.begun = avr->cycle;
	}
	strip.zeros = bit ? 0 : strip.zeros + 1;
	strip.word = strip.word << 1 | bit;
	strip.bits++;
	int n = strip.bits / 32 - 1;
	if (strip.bits % 32 == 0 && n >= 0 && n < led_count && strip.word >> 29 == 7)
		strip.shadow[n] = strip.word & 0xffffff;
	while (strip.shown < led_count && strip.bits >= 32 * (strip.shown + 1) + (strip.shown + 1) / 2) {
		strip.eye[strip.shown] = strip.shadow[strip.shown];
		if (++strip.shown == led_count)
			frame_done();
	}
}

static void on_led_data(avr_irq_t *irq, uint32_t value, void *arg)
{
	(void)irq, (void)arg;
	strip.data = value;
}

static void on_led_clock(avr_irq_t *irq, uint32_t value, void *arg)
{
	(void)irq, (void)arg;
	if (value && !strip.clock)
		apa102_bit(strip.data);
	strip.clock = value;
}

/* High for 200 to 500 ns is a 0, for 550 to 1000 ns a 1; low for more than 50 µs latches (in some parts 6 µs). */
static void on_ws2812(avr_irq_t *irq, uint32_t value, void *arg)
{
	(void)irq, (void)arg;
	double us;
	if (value) {
		us = cycles_us(avr->cycle - strip.fell);
		if (us > 50) {
			strip.bits = 0;
			strip.begun = avr->cycle;
		} else if (us > strip.gap_us) {
			strip.gap_us = us;
		}
		strip.rose = avr->cycle;
		return;
	}
	us = cycles_us(avr->cycle - strip.rose);
	strip.fell = avr->cycle;
	if (strip.rose && (us < 0.2 || us > 1.0 || (us > 0.5 && us < 0.55)))
		strip.bad_pulses++;
	strip.word = strip.word << 1 | (us > 0.525);
	int n = strip.bits++ / 24;
	if (strip.bits % 24 == 0 && n < led_count) {
		strip.eye[n] = strip.word & 0xffffff;
		if (n == led_count - 1)
			frame_done();
	}
}

/* ---- The serial line ------------------------------------------------------------------------------------------------------ */

static struct {
	uint8_t to_board[65536], from_board[65536];
	size_t to_head, to_tail, from_head, from_tail;
	avr_cycle_count_t next_byte;
	bool xoff;
	unsigned deepest;
	int reset_after;
} wire;

static void on_byte_out(avr_irq_t *irq, uint32_t value, void *arg)
{
	(void)irq, (void)arg;
	wire.from_board[wire.from_head++ % sizeof wire.from_board] = (uint8_t)value;
	if (wire.reset_after > 0)
		wire.reset_after--;
}

static void on_xoff(avr_irq_t *irq, uint32_t value, void *arg)
{
	(void)irq, (void)arg;
	wire.xoff = value;
}

static void on_xon(avr_irq_t *irq, uint32_t value, void *arg)
{
	(void)irq, (void)arg;
	if (value)
		wire.xoff = false;
}

/* simavr queues 64 received bytes where the chip has room for two: from a depth of 3 on the chip would have lost some. */
static void feed_byte(void)
{
	if (wire.to_tail == wire.to_head || wire.xoff || avr->cycle < wire.next_byte)
		return;
	wire.next_byte = avr->cycle + uart->cycles_per_byte;
	unsigned depth = (unsigned)(uart->input.write - uart->input.read) % 64;
	if (depth > wire.deepest)
		wire.deepest = depth;
	avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT),
		      wire.to_board[wire.to_tail++ % sizeof wire.to_board]);
}

void simboard_send(const void *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		wire.to_board[wire.to_head++ % sizeof wire.to_board] = ((const uint8_t *)bytes)[i];
}

size_t simboard_unsent(void)
{
	return wire.to_head - wire.to_tail;
}

size_t simboard_receive(void *bytes, size_t room)
{
	size_t n = 0;
	while (n < room && wire.from_tail != wire.from_head)
		((uint8_t *)bytes)[n++] = wire.from_board[wire.from_tail++ % sizeof wire.from_board];
	return n;
}

/* ---- Start, run, stop ------------------------------------------------------------------------------------------------------- */

/* A reset empties simavr's pin registers but leaves its idea of the levels outside: they must be driven anew. */
static void after_reset(avr_io_t *io)
{
	(void)io;
	avr_raise_irq(chain.out, !chain_output());
	avr_raise_irq(chain.out, chain_output());
}

static avr_io_t board_io = { .kind = "board", .reset = after_reset };

static void no_sleep(avr_t *a, avr_cycle_count_t cycles)
{
	(void)a, (void)cycles;
}

static void log_warnings(avr_t *a, const int level, const char *format, va_list ap)
{
	(void)a;
	if (level <= LOG_ERROR)
		vfprintf(stderr, format, ap);
}

static void connect_serial(void)
{
	for (avr_io_t *io = avr->io_port; io; io = io->next)
		if (io->kind && !strcmp(io->kind, "uart") && ((avr_uart_t *)io)->name == '0')
			uart = (avr_uart_t *)io;
	uint32_t flags = 0; /* neither echo on standard output nor naps at each look at the status register */
	avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
	avr_irq_t *u = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), 0);
	avr_irq_register_notify(u + UART_IRQ_OUTPUT, on_byte_out, NULL);
	avr_irq_register_notify(u + UART_IRQ_OUT_XON, on_xon, NULL);
	avr_irq_register_notify(u + UART_IRQ_OUT_XOFF, on_xoff, NULL);
}

static void connect_pins(const struct wiring *w, enum simboard_leds leds)
{
	chain.out = pin(w->chain, w->data);
	avr_irq_register_notify(pin(w->chain, w->load), on_chain_load, NULL);
	avr_irq_register_notify(pin(w->chain, w->clock), on_chain_clock, NULL);
	for (intptr_t i = 0; i < 4; i++)
		avr_irq_register_notify(pin(w->mux, w->select + (int)i), on_mux_select, (void *)i);
	mux.adc = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, 0);
	avr_irq_register_notify(mux.adc + ADC_IRQ_OUT_TRIGGER, on_conversion, NULL);
	if (leds == SIMBOARD_WS2812) {
		avr_irq_register_notify(pin('B', w->led_data), on_ws2812, NULL);
	} else {
		avr_irq_register_notify(pin('B', w->led_data), on_led_data, NULL);
		avr_irq_register_notify(pin('B', w->led_clock), on_led_clock, NULL);
	}
}

int simboard_start(const char *elf, const char *mcu, enum simboard_leds leds, int count)
{
	static elf_firmware_t firmware;
	const struct wiring *w = NULL;
	for (size_t i = 0; i < sizeof wirings / sizeof *wirings; i++)
		if (!strcmp(wirings[i].mcu, mcu))
			w = &wirings[i];
	memset(&chain, 0, sizeof chain);
	memset(&mux, 0, sizeof mux);
	memset(&strip, 0, sizeof strip);
	memset(&wire, 0, sizeof wire);
	memset(&firmware, 0, sizeof firmware);
	wire.reset_after = -1;
	led_count = count;
	avr_global_logger_set(log_warnings);
	if (!w || elf_read_firmware(elf, &firmware) < 0 || !(avr = avr_make_mcu_by_name(mcu))) {
		fprintf(stderr, "simboard: cannot run %s on %s\n", elf, mcu);
		return -1;
	}
	avr_init(avr);
	firmware.frequency = 16000000;
	firmware.vcc = firmware.avcc = firmware.aref = 5000; /* unset, the converter measures against 3.3 V */
	avr_load_firmware(avr, &firmware);
	avr->sleep = no_sleep;
	connect_serial();
	connect_pins(w, leds);
	avr_register_io(avr, &board_io);
	for (int i = 0; i < SIMBOARD_ANALOGUES; i++)
		mux.millivolt[i] = 2500; /* a hall sensor at rest */
	return 0;
}

void simboard_stop(void)
{
	if (avr)
		avr_terminate(avr);
	avr = NULL;
}

double simboard_now_us(void)
{
	return cycles_us(avr->cycle);
}

void simboard_reset(void)
{
	avr_reset(avr);
	avr_regbit_set(avr, avr->reset_flags.extrf); /* simavr sets no cause itself */
}

void simboard_reset_after(int bytes)
{
	wire.reset_after = bytes;
}

bool simboard_run_us(double us)
{
	const avr_cycle_count_t slice = 16 * 4, end = avr->cycle + (avr_cycle_count_t)(us * 16);
	avr_cycle_count_t next = 0;
	while (avr->cycle < end) {
		int state = avr_run(avr);
		if (state == cpu_Done || state == cpu_Crashed)
			return false;
		if (avr->cycle < next)
			continue;
		next = avr->cycle + slice;
		feed_byte();
		if (wire.reset_after == 0) {
			wire.reset_after = -1;
			simboard_reset();
		}
	}
	return true;
}

void simboard_switch(int input, bool closed)
{
	chain.closed[input] = closed;
}

void simboard_analogue(int input, int millivolt)
{
	mux.millivolt[input] = (uint16_t)millivolt;
}

uint32_t simboard_led(int led)
{
	return strip.eye[led];
}

/* simavr starts with zeroed memory: the stack ends where 32 untouched bytes begin. */
static int stack_used(void)
{
	int zeros = 0;
	for (int a = avr->ramend; a > 0x100; a--) {
		zeros = avr->data[a] ? 0 : zeros + 1;
		if (zeros == 32)
			return avr->ramend - a - 31;
	}
	return -1;
}

void simboard_stats(struct simboard_stats *ret)
{
	double s = simboard_now_us() / 1e6;
	*ret = (struct simboard_stats){
		.scans_per_s = (double)chain.scans / s,
		.conversions_per_s = (double)mux.conversions / s,
		.led_frame_us = strip.frame_us,
		.longest_gap_us = strip.gap_us,
		.led_frames = strip.frames,
		.bad_pulses = strip.bad_pulses,
		.deepest = wire.deepest,
		.stack_bytes = stack_used(),
	};
}
