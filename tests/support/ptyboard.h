/*
 * ptyboard.h — a serial board on a pseudo-terminal, as PROTOCOL.md describes it, with a cable that can be bad: bytes are lost,
 * garbled, doubled, split and delayed, all decided by a seed. It can be unplugged, replugged, reset in mid-line, and be struck
 * dumb.
 *
 * It lives in the test's own thread and on the test's own clock: call ptyboard_run() whenever time has passed or its descriptor
 * is readable. The terminal is real, so is the libserialport at its other end.
 */
#ifndef TABLERO_TESTS_PTYBOARD_H
#define TABLERO_TESTS_PTYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hal.h"

enum { PTYBOARD_INPUTS = 300, PTYBOARD_LEDS = 300, PTYBOARD_LETTERS = 4 };

struct ptyboard_config {
	const char *link;             /* path of the symbolic link to the terminal */
	const char *id;               /* told in the hello */
	int version;                  /* 0: 1 */
	int inputs[PTYBOARD_LETTERS]; /* s n a b */
	int leds, window;
	int channels;     /* of an LED; 0: it does not say */
	int bytes_per_ms; /* how fast it obeys; 0: at once */
	int clock_ppm;    /* how much too fast its clock runs */
};

/* Chances per 10,000 bytes. */
struct ptyboard_noise {
	int lost, garbled, doubled;
	int split;        /* the rest waits for the next run */
	int64_t delay_us; /* up to so long on the way */
};

struct ptyboard;

struct ptyboard *ptyboard_new(const struct ptyboard_config *config, int64_t now_us);
void ptyboard_free(struct ptyboard *b);

void ptyboard_plug(struct ptyboard *b, int64_t now_us);
void ptyboard_unplug(struct ptyboard *b);
/* Restarts, after some bytes of a line that is never finished. */
void ptyboard_reset(struct ptyboard *b, int64_t now_us, char cause);
void ptyboard_mute(struct ptyboard *b, bool mute);
/* Bytes that no board should say. */
void ptyboard_babble(struct ptyboard *b, const char *bytes);
void ptyboard_noise(struct ptyboard *b, unsigned seed, const struct ptyboard_noise *to_host,
		    const struct ptyboard_noise *to_board);

void ptyboard_set(struct ptyboard *b, int64_t now_us, char letter, int number, int value);
int ptyboard_get(const struct ptyboard *b, char letter, int number);

/* From now on keeps what comes from the host, as far as there is room; NULL: no longer. */
void ptyboard_record(struct ptyboard *b, char *bytes, size_t room);
size_t ptyboard_recorded(const struct ptyboard *b);

/* Takes what has come, says what is due. */
void ptyboard_run(struct ptyboard *b, int64_t now_us);
/* Obeys what somebody who has closed the terminal left behind. */
void ptyboard_drain(struct ptyboard *b, int64_t now_us);
int ptyboard_fd(const struct ptyboard *b);    /* −1 while nobody has the terminal open */
bool ptyboard_idle(const struct ptyboard *b); /* nothing left to say or obey */

struct ptyboard_counts {
	int obeyed, refused, latches, overruns, led_lines, frames, hellos, received;
};
struct ptyboard_counts ptyboard_counts(const struct ptyboard *b);
const struct hal_rgb *ptyboard_shown(const struct ptyboard *b);

#endif
