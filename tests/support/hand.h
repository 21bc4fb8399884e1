/*
 * hand.h — a simulated hand that plays legal turns the way people do: what it touches, when, in which order, with which
 * mishaps.
 *
 * It knows the physical table, not the sensors: pieces and beads that lie somewhere, are lifted and set down. What the sensors
 * make of it is feel.h. Everything follows from the seed.
 */
#ifndef TABLERO_TESTS_HAND_H
#define TABLERO_TESTS_HAND_H

#include "rules.h"

enum { HAND_TOUCHES_MAX = 4096 };

/* Names and meanings as in hand.ini. */
struct hand_settings {
	int tempo_ms, bead_ms, hesitate_percent, hesitate_ms, slide_percent, rest_ms, wrong_percent, back_percent,
	    fumble_percent, drop_percent, bead_wrong_percent, bead_single_percent, victim_first_percent, sweep_percent,
	    button_percent, early_percent, pause_ms, two_hands_percent;
	int bounce_percent, bounce_ms, tremor_percent, tremor_ms, dead_centre_percent, dead_centre_ms, crosstalk_percent,
	    crosstalk_ms, count_percent, noise, break_percent;
};

/* −errno, or −EINVAL with "FILE:LINE" or the unknown key in message. Every key must be given. */
int hand_settings_read(const char *path, struct hand_settings *ret, char *message, size_t room);
/* Changes one setting by its name; −ENOENT. */
int hand_settings_set(struct hand_settings *s, const char *key, int value);
/* A hand that makes no mistakes and sensors that never bounce, at the same pace. */
void hand_settings_calm(struct hand_settings *s);

/* One thing that happens to the table: `delta` pieces or beads come to a site (> 0) or leave it (< 0); 0: what stands there is
 * turned over, or loses or gets a disc. */
struct touch {
	int64_t at_us;
	uint16_t site;
	int8_t delta;
	uint8_t owner, rank;
};

struct hand {
	struct hand_settings settings;
	uint64_t seed;
	const struct rules_variant *variant;
	const struct rules_site *site;
	int sites;
	struct rules_look table[RULES_SITES_MAX]; /* what lies where when everything planned has been done */
	struct touch touch[HAND_TOUCHES_MAX];     /* the turn being planned, ascending in time */
	int touches;
	int64_t now_us;
	uint16_t owed_site; /* beads of a take that are carried one by one still lie here */
	int owed;
};

void hand_init(struct hand *h, const struct hand_settings *settings, const struct rules_variant *v, uint64_t seed);
/* The table as it stands in a position; nothing is planned. */
void hand_set_up(struct hand *h, const struct rules_state *s);

/* Plans a run of actions from `before`, beginning at `start_us`: fills touch[] and touches, moves h->table on to the position
 * after it. −EPROTO if the diff of a game cannot be carried by hand (an engine whose projections contradict each other). */
int hand_turn(struct hand *h, const struct rules_state *before, const rules_action *action, int actions, int64_t start_us);

/* Single movements, for scripted situations; they go on at h->now_us, which they move on. */
void hand_begin(struct hand *h, int64_t start_us);
void hand_lift(struct hand *h, uint16_t site, int count);
void hand_put(struct hand *h, uint16_t site, int count, int owner, int rank);
void hand_wait(struct hand *h, int ms);

/* Applies one touch to a table: −ENOENT if there is nothing to lift. */
int touch_apply(struct rules_look *table, const struct touch *t);

/* Random numbers of the hand: 0 … n−1, and a chance. */
int hand_random(uint64_t *seed, int n);
bool hand_chance(uint64_t *seed, int percent);

#endif
