/*
 * auth.h — who a phone is: tokens, roles and how a phone gets paired.
 *
 * A token is 256 random bits, known to the phone alone; here lies only its SHA-256. The board is the second factor: a window
 * for pairing opens by hands on the board or by a command on the machine itself, never from the network, stands open for two
 * minutes, takes five tries in all and one phone.
 */
#ifndef TABLERO_AUTH_H
#define TABLERO_AUTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules.h"

enum role { ROLE_ANYONE, ROLE_WATCHER, ROLE_PLAYER, ROLE_OWNER };
const char *role_name(int role);
int role_by_name(const char *name); /* −EINVAL if there is none */

enum { AUTH_TOKEN = 44, AUTH_HASH = 32, AUTH_LABEL = 40, AUTH_PHONES_MAX = 64, AUTH_CODE = 40 };

struct auth_phone {
	int64_t id;
	uint8_t hash[AUTH_HASH];
	char label[AUTH_LABEL]; /* chosen by its user */
	uint8_t role;
	int64_t created_day, seen_day; /* days since 1970, UTC */
};

struct auth;
/* Tells the keeper of the list that a phone was added, changed (role, label, day) or taken away; `phone->role` is
 * ROLE_ANYONE when it is gone. */
typedef void auth_saver(void *user, const struct auth_phone *phone);

int auth_new(auth_saver *save, void *user, struct auth **ret);
void auth_free(struct auth *a);
/* A phone out of the store, at the start. */
void auth_load(struct auth *a, const struct auth_phone *phone);

/* The phone with this token, or NULL. `day` refreshes when it was last seen; 90 days unused and it is forgotten. */
const struct auth_phone *auth_check(struct auth *a, const char *token, int64_t day);
/* The clock has jumped by `days` to `day` while the daemon ran: nobody was away for that time. */
void auth_jump(struct auth *a, int64_t days, int64_t day);
int auth_phones(const struct auth *a);
const struct auth_phone *auth_phone(const struct auth *a, int index);
int auth_change(struct auth *a, int64_t id, const char *label, int role); /* NULL, −1: unchanged. −ENOENT */
int auth_revoke(struct auth *a, int64_t id);                              /* −ENOENT */
bool auth_owned(const struct auth *a);                                    /* is there an owner? */

/* ---- Pairing ----------------------------------------------------------------------------------------------------- */

enum auth_way { AUTH_CLOSED, AUTH_TAPS, AUTH_DIGITS };

struct auth_window {
	int way; /* enum auth_way */
	int64_t until_us;
	int tries;            /* left */
	char code[AUTH_CODE]; /* never told to the network: "a1-c4-f6", or six digits */
	int sites;            /* squares that light, in this order */
	uint16_t site[8];
};

/* Hands on the board opened a window. Three or more of the sites `lit` (those with an LED) will light one after the other:
 * as many as give 250,000 codes. With fewer than four sites to light: six digits, shown where the board stands. */
void auth_open(struct auth *a, int64_t now_us, const struct rules_site *site, const uint16_t *lit, int count);
void auth_close(struct auth *a);
/* The window, or NULL when none is open at that moment. */
const struct auth_window *auth_window(struct auth *a, int64_t now_us);

/* A code of 120 bits for the console, which whoever sees the console may use at any time, until the daemon ends: for trying
 * things out. */
const char *auth_console(struct auth *a);
/* The same for a board in use: ten minutes, one phone. An older one is void then. */
const char *auth_console_once(struct auth *a, int64_t now_us);

/* A token for the command line on this machine: owner, good for one request, then gone; a new one replaces it. */
const char *auth_local(struct auth *a);

/* Tries a code. 0 with the token and the phone; −EACCES for a wrong one, −ETIME when no window is open, −ENOSPC with too
 * many phones. The first phone becomes the owner; later ones are players, through the console owners. */
int auth_pair(struct auth *a, int64_t now_us, int64_t day, const char *code, const char *label, char token[AUTH_TOKEN],
	      const struct auth_phone **ret);

/* Dangerous acts need hands on the board shortly before. */
void auth_gesture(struct auth *a, int64_t now_us);
bool auth_hands(const struct auth *a, int64_t now_us);

#endif
