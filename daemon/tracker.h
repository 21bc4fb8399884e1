/*
 * tracker.h — which legal play would look like what the sensors see? Pure search over rules_legal, rules_apply and
 * rules_project: one mechanism for every game.
 *
 * The tracker holds what every site's sensor says now and an ordered log of how it came to say so. Given a position that the
 * table once agreed with, it lists the runs of legal actions (readings) whose projection fits what is seen. The log prunes
 * (nothing leaves a site whose sensor never stirred) and, where several readings fit, prefers the one that explains it best.
 * It never refuses a reading for the order in which hands did things.
 */
#ifndef TABLERO_TRACKER_H
#define TABLERO_TRACKER_H

#include "rules.h"
#include "seen.h"

enum {
	TRACKER_RUN_MAX = 160,      /* actions of one reading: two turns, each spreading the largest pile */
	TRACKER_READINGS_MAX = 48,  /* readings kept; more are only counted as `more` */
	TRACKER_TOUCHES_MAX = 1024, /* changes remembered; the oldest quarter is forgotten when full */
	TRACKER_BUDGET = 6000,      /* positions one search may look at */
	TRACKER_CLOSE_US = 250000,  /* so close in time, the sensors may have told two things the wrong way round */
};

/* A set of sites. */
struct tracker_mask {
	uint64_t word[(RULES_SITES_MAX + 63) / 64];
};

/* One change of one sensor. */
struct tracker_touch {
	int64_t time_us;
	uint32_t order; /* counts up without end: a mark in the log is an order */
	uint16_t site;
	struct seen was, now;
};

/* How badly the log supports a reading; smaller is better, compared in this order. */
struct tracker_doubt {
	int unseen; /* changes that the sensors should have shown as a gap and did not */
	int stray;  /* sites that were touched although the reading leaves them alone */
	int late;   /* pairs of changes seen in the other order */
	int close;  /* of the late: so close in time that the sensors may have told it the wrong way round; not compared */
	int hasty;  /* pairs of changes first seen in the other order: either may have been a brush; not compared */
	int early;  /* changes of a turn seen after the next one had begun, though it should have been complete; not compared */
	int after;  /* of the early: those that were not seen any sooner either, as a brush would be; not compared */
	int silent; /* of the unseen: those that no sensor could show (a disc passed on); not compared */
	int mute;   /* the last action that picked something up and set it down where no gap was seen, from 1; not compared */
	int dark;   /* the last action that changes something and of which no sensor says anything, from 1; not compared */
};

/* A run of legal actions from some position whose projection fits. */
struct tracker_reading {
	int actions;
	rules_action action[TRACKER_RUN_MAX];
	struct rules_state end;
	struct tracker_mask standing; /* pieces of a beaten player that may stand there until somebody clears them away */
	int turns;                    /* turns that the run completes */
	bool vanish; /* something left the board and nothing was set down: also the look of a piece in the hand */
	struct tracker_doubt doubt;
};

struct tracker_found {
	int readings;
	struct tracker_reading reading[TRACKER_READINGS_MAX];
	bool more;      /* there were more readings than fit here */
	bool exhausted; /* the budget ended the search: there may be others */
	int nodes;      /* positions looked at */
};

struct tracker {
	struct rules_variant variant;
	const struct rules_site *site;
	int sites;
	bool counted; /* the game has sites that count */
	struct seen_sensor sensor[RULES_SITES_MAX];
	struct seen seen[RULES_SITES_MAX];
	struct tracker_touch touch[TRACKER_TOUCHES_MAX];
	int touches;
	uint32_t order; /* of the next touch */
	uint32_t gap;   /* before this mark the log has holes (link lost, restart): anything may have been touched */
	/* Room to work in, so that nothing large lies on the stack and nothing is allocated while hands are on the board. */
	rules_action *list; /* the search's stack of legal actions */
	rules_action option[RULES_ACTIONS_MAX];
	struct rules_path path[2];
	struct tracker_found scratch;
};

int tracker_new(struct tracker **ret);
void tracker_free(struct tracker *t);

/* Another game or other sensors: what is seen is forgotten with the log where the sites differ. */
void tracker_layout(struct tracker *t, const struct rules_variant *v, const struct seen_sensor *sensor, int sites);
/* Takes a settled value; false if it is what was known already. */
bool tracker_see(struct tracker *t, int64_t now_us, uint16_t site, struct seen seen);
/* A piece left its place, or a row was taken up to be sown. */
bool tracker_picked_up(const struct tracker *t, const struct tracker_touch *touch);
/* Was the place empty for so long, not merely brushed, and is something else there now? What stood there before does not any
 * more. */
bool tracker_changed_hands(const struct tracker *t, int site);
/* The log has a hole here: until a later mark every site counts as touched. */
void tracker_hole(struct tracker *t);
/* Forgets touches before `mark`. */
void tracker_forget(struct tracker *t, uint32_t mark);

bool tracker_mask_has(const struct tracker_mask *mask, int site);
void tracker_mask_set(struct tracker_mask *mask, int site, bool on);

/* In the middle of a spread: beads have been taken and are still in the hand. No board is quiet like that. */
bool tracker_in_hand(const struct tracker *t, const struct rules_state *s);

/* How many sites do not fit; `standing` (may be NULL) lists sites where a beaten player's piece is excused. */
int tracker_wrong(const struct tracker *t, const struct rules_state *s, const struct tracker_mask *standing);
bool tracker_fits(const struct tracker *t, const struct rules_state *s, const struct tracker_mask *standing);

/* Lists readings from `from` with at least one action that end within `turns` turns (the rest of a turn begun counts as one,
 * unless nothing moves in it and there are two). A run is not continued beyond the point where it fits. Touches since `mark`
 * count as evidence. */
void tracker_search(struct tracker *t, const struct rules_state *from, const struct tracker_mask *standing, uint32_t mark,
		    int turns, int budget, struct tracker_found *ret);

/* What people have agreed with before: so many first actions of a reading, and places that were touched for nothing. */
struct tracker_agreed {
	int actions;
	struct tracker_mask places;
};

/* Fills reading->doubt and ->vanish from the log since `mark`; the run starts at `from`. What is agreed (NULL: nothing)
 * happened before that mark, is not doubted, and what was touched since then is for the rest to explain. */
void tracker_weigh(const struct tracker *t, const struct rules_state *from, uint32_t mark, const struct tracker_agreed *agreed,
		   struct tracker_reading *reading);
int tracker_compare(const struct tracker_doubt *a, const struct tracker_doubt *b);

/* Could the same hand go on so that the run becomes another one: a slide, a further lap, one bead more? */
bool tracker_extendable(struct tracker *t, const struct rules_state *from, const struct tracker_reading *reading);

/* What a legal action changes, as eyes see it. */
struct tracker_change {
	uint16_t from; /* site that gets lower or loses its piece, or RULES_NO_SITE; the start of the path where several do */
	uint16_t to;   /* site where it ends */
	int fall;      /* things that left `from` */
	bool visible;  /* the sensors would show it */
	bool ends_turn;
	struct rules_state after;
};
void tracker_change(struct tracker *t, const struct rules_state *s, rules_action a, struct tracker_change *ret);
/* Lists the sites whose look differs, and returns how many. Most of a board stands still, so it is compared in strides. */
int tracker_differing(const struct rules_look *a, const struct rules_look *b, int n, uint16_t *list);

/* Legal actions of `s` that the sensors would not show: how many, and (ret_end, may be NULL) one that ends the turn by
 * moving nothing at all, or RULES_NO_ACTION. */
int tracker_hidden(struct tracker *t, const struct rules_state *s, rules_action *ret_end, int *ret_legal);

/* Legal actions of `s` that the log allows and from which the present look is, or can still be reached within this turn. Where
 * a short search cannot tell, the action is listed. */
int tracker_leads(struct tracker *t, const struct rules_state *s, const struct tracker_mask *standing, uint32_t mark,
		  rules_action *list, int room);

#endif
