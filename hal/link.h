/*
 * link.h — the host's side of the serial protocol, without the port: bytes in, bytes out, times as arguments.
 */
#ifndef TABLERO_HAL_LINK_H
#define TABLERO_HAL_LINK_H

#include "wire.h"

enum {
	LINK_HELLO_US = 1000000,  /* ask for a hello each */
	LINK_BOOT_US = 6000000,   /* not a word after opening: a boot loader needs up to 3 s */
	LINK_FRAME_US = 300000,   /* ask for a frame each */
	LINK_DOUBT_US = 1000000,  /* so long may values be believed although a line was lost */
	LINK_SILENT_US = 3500000, /* no whole line: silent */
	LINK_HEARTBEAT_US = 2000000,
	LINK_ANSWER_US = 500000,   /* no answer: what is under way is lost */
	LINK_REFUSED_US = 1000000, /* LED lines are refused: pause between attempts */
	LINK_OUT = 512,            /* bytes waiting for the port */
	LINK_UNDER_WAY = 64,       /* lines sent and not answered */
};

enum link_phase {
	LINK_GREETING, /* waiting for a usable hello */
	LINK_FRAMING,  /* waiting for a whole frame */
	LINK_RUNNING,
};

struct link {
	struct hal *h;
	const char *firmware;                       /* id wanted, or NULL */
	int16_t line_of[WIRE_LETTERS][WIRE_INPUTS]; /* hal line, −1: none */
	int needed[WIRE_LETTERS];                   /* inputs that the board file uses */

	struct wire_reader reader;
	enum link_phase phase;
	int seq; /* of the last line, −1: none yet */
	int64_t heard_us, asked_us;
	bool opened_silent; /* nothing heard since opening */
	bool torn;          /* a damaged line since the last whole one */
	bool hello_asked;
	struct wire_hello hello;

	uint16_t told[HAL_LINES_MAX]; /* what the board has said last of each line */
	int64_t doubt_us;             /* since when a frame is wanted because something was lost */

	/* The frame under way: how far each letter has been covered; whether nothing was lost meanwhile. */
	int covered[WIRE_LETTERS], frame_lines;
	bool frame_whole;

	/* Board time: milliseconds since some moment, and where that moment lies in monotonic time, as near as seen. */
	bool clock_known;
	int64_t board_ms, offset_us, creep_us;

	/* Sending. */
	char out[LINK_OUT];
	unsigned out_n;
	uint8_t tag;
	struct link_way {
		uint8_t tag, length;
		char type;
		uint16_t first, count; /* L, D: the LEDs it sets */
	} under_way[LINK_UNDER_WAY];
	unsigned ways, bytes_under_way;
	int64_t said_us, answered_us;

	/* LEDs: what the board's buffer holds, what is being sent, what the caller wants last. */
	struct hal_rgb have[HAL_LEDS_MAX], target[HAL_LEDS_MAX];
	const struct hal_rgb *want;
	bool stale[HAL_LEDS_MAX]; /* not known what the board's buffer holds; `have` then differs from `target` */
	int leds;                 /* as many as both sides have */
	int at, led_lines;        /* next LED to look at; lines since the last latch */
	bool sending;             /* target is being sent */
	bool newer,
	    latch_due; /* want has changed, or something has to be sent again; the board shows another frame than `have` */
	int64_t led_retry_us;
};

/* link.c: receiving and the states. */
void link_begin(struct link *l, int64_t now_us);
/* Bytes from the port. */
void link_receive(struct link *l, int64_t now_us, const char *bytes, size_t n);
/* Time has passed: asks again, beats; or gives up: hal_lost() was called, false is returned, the link is over. */
bool link_tick(struct link *l, int64_t now_us);
int64_t link_next_us(const struct link *l);

/* linkout.c: sending. */
/* Sends a line of one letter: H, F, T. */
void link_say(struct link *l, int64_t now_us, char type);
void link_answered(struct link *l, int64_t now_us, int tag, char reason);
/* Everything under way is lost: what it held is sent again. */
void link_lose(struct link *l);
/* Nothing is known of the board's LEDs. What is under way may still be answered, or runs out of time. */
void link_forget(struct link *l);
void link_show(struct link *l, int64_t now_us, const struct hal_rgb *duty);
/* Puts LED lines into `out` as far as the window allows. */
void link_pump(struct link *l, int64_t now_us);
int64_t link_out_next_us(const struct link *l);
void link_out_tick(struct link *l, int64_t now_us);

#endif
