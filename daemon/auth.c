/* auth.c — tokens, roles and pairing. */
#include "auth.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	WINDOW_US = 120 * 1000000,
	HANDS_US = 60 * 1000000,
	CONSOLE_US = 600 * 1000000,
	TRIES = 5,
	UNUSED_DAYS = 90,
	CODES = 250000
};

struct auth {
	auth_saver *save;
	void *user;
	int phones;
	struct auth_phone phone[AUTH_PHONES_MAX];
	int64_t next_id;
	struct auth_window window;
	char console[AUTH_CODE];
	int64_t console_until_us; /* INT64_MAX: for good; then for many phones too */
	int64_t hands_until_us;
	char local[AUTH_TOKEN]; /* of the command line; "": none given out */
	struct auth_phone caller;
};

static const char *const role_names[] = { "anyone", "watcher", "player", "owner" };

const char *role_name(int role)
{
	return role_names[role];
}

int role_by_name(const char *name)
{
	for (int i = 0; i <= ROLE_OWNER; i++)
		if (strcmp(name, role_names[i]) == 0)
			return i;
	return -EINVAL;
}

int auth_new(auth_saver *save, void *user, struct auth **ret)
{
	if (sodium_init() < 0)
		return -EIO;
	struct auth *a = calloc(1, sizeof *a);
	if (!a)
		return -ENOMEM;
	a->save = save;
	a->user = user;
	a->next_id = 1;
	*ret = a;
	return 0;
}

void auth_free(struct auth *a)
{
	if (a)
		sodium_memzero(a, sizeof *a);
	free(a);
}

void auth_load(struct auth *a, const struct auth_phone *phone)
{
	if (a->phones == AUTH_PHONES_MAX)
		return;
	a->phone[a->phones++] = *phone;
	if (phone->id >= a->next_id)
		a->next_id = phone->id + 1;
}

static void drop(struct auth *a, int index)
{
	struct auth_phone gone = a->phone[index];
	gone.role = ROLE_ANYONE;
	a->phone[index] = a->phone[--a->phones];
	a->save(a->user, &gone);
}

static void new_token(char token[AUTH_TOKEN])
{
	uint8_t bits[32];
	randombytes_buf(bits, sizeof bits);
	sodium_bin2base64(token, AUTH_TOKEN, bits, sizeof bits, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	sodium_memzero(bits, sizeof bits);
}

const char *auth_local(struct auth *a)
{
	new_token(a->local);
	return a->local;
}

const struct auth_phone *auth_check(struct auth *a, const char *token, int64_t day)
{
	uint8_t hash[AUTH_HASH];
	if (strlen(token) != AUTH_TOKEN - 1)
		return NULL;
	if (a->local[0] && sodium_memcmp(a->local, token, AUTH_TOKEN - 1) == 0) {
		sodium_memzero(a->local, sizeof a->local);
		a->caller = (struct auth_phone){ .id = -1, .label = "console", .role = ROLE_OWNER };
		return &a->caller;
	}
	crypto_hash_sha256(hash, (const unsigned char *)token, AUTH_TOKEN - 1);
	int found = -1;
	for (int i = 0; i < a->phones; i++)
		if (sodium_memcmp(hash, a->phone[i].hash, sizeof hash) == 0)
			found = i;
	if (found < 0)
		return NULL;
	struct auth_phone *p = &a->phone[found];
	if (day > p->seen_day + UNUSED_DAYS && p->seen_day > 0) {
		drop(a, found);
		return NULL;
	}
	if (day > p->seen_day) {
		p->seen_day = day;
		a->save(a->user, p);
	}
	return p;
}

void auth_jump(struct auth *a, int64_t days, int64_t day)
{
	for (int i = 0; i < a->phones; i++) {
		struct auth_phone *p = &a->phone[i];
		int64_t seen = p->seen_day + (days > 0 ? days : 0);
		seen = seen < day ? seen : day;
		if (seen != p->seen_day) {
			p->seen_day = seen;
			a->save(a->user, p);
		}
	}
}

int auth_phones(const struct auth *a)
{
	return a->phones;
}

const struct auth_phone *auth_phone(const struct auth *a, int index)
{
	return index >= 0 && index < a->phones ? &a->phone[index] : NULL;
}

static int find(const struct auth *a, int64_t id)
{
	for (int i = 0; i < a->phones; i++)
		if (a->phone[i].id == id)
			return i;
	return -ENOENT;
}

int auth_change(struct auth *a, int64_t id, const char *label, int role)
{
	int i = find(a, id);
	if (i < 0)
		return i;
	if (label)
		snprintf(a->phone[i].label, sizeof a->phone[i].label, "%s", label);
	if (role > ROLE_ANYONE)
		a->phone[i].role = (uint8_t)role;
	a->save(a->user, &a->phone[i]);
	return 0;
}

int auth_revoke(struct auth *a, int64_t id)
{
	int i = find(a, id);
	if (i < 0)
		return i;
	drop(a, i);
	return 0;
}

bool auth_owned(const struct auth *a)
{
	for (int i = 0; i < a->phones; i++)
		if (a->phone[i].role == ROLE_OWNER)
			return true;
	return false;
}

void auth_open(struct auth *a, int64_t now_us, const struct rules_site *site, const uint16_t *lit, int count)
{
	struct auth_window *w = &a->window;
	*w = (struct auth_window){ .way = AUTH_DIGITS, .until_us = now_us + WINDOW_US, .tries = TRIES };
	if (count < 4) {
		snprintf(w->code, sizeof w->code, "%06u", (unsigned)randombytes_uniform(1000000));
		return;
	}
	w->way = AUTH_TAPS;
	size_t used = 0;
	double codes = 1;
	while (codes < CODES && w->sites < (int)(sizeof w->site / sizeof *w->site)) {
		uint16_t s = lit[randombytes_uniform((uint32_t)count)];
		if (w->sites && s == w->site[w->sites - 1])
			continue; /* a square that lights twice running looks like one */
		used += (size_t)snprintf(w->code + used, sizeof w->code - used, "%s%s", w->sites ? "-" : "", site[s].name);
		w->site[w->sites++] = s;
		codes *= w->sites > 1 ? count - 1 : count;
	}
}

void auth_close(struct auth *a)
{
	sodium_memzero(&a->window, sizeof a->window);
}

const struct auth_window *auth_window(struct auth *a, int64_t now_us)
{
	if (a->window.way == AUTH_CLOSED)
		return NULL;
	if (now_us >= a->window.until_us) {
		auth_close(a);
		return NULL;
	}
	return &a->window;
}

static void random_text(char *ret, size_t chars)
{
	static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
	for (size_t i = 0; i < chars; i++)
		ret[i] = letters[randombytes_uniform(32)];
	ret[chars] = '\0';
}

const char *auth_console(struct auth *a)
{
	if (!a->console[0] || a->console_until_us != INT64_MAX)
		random_text(a->console, 24);
	a->console_until_us = INT64_MAX;
	return a->console;
}

const char *auth_console_once(struct auth *a, int64_t now_us)
{
	random_text(a->console, 24);
	a->console_until_us = now_us + CONSOLE_US;
	return a->console;
}

static bool same(const char *code, const char *try)
{
	size_t n = strlen(code);
	return n > 0 && strlen(try) == n && sodium_memcmp(code, try, n) == 0;
}

/* The role a code gives, or −errno. A wrong code costs a try of the window. */
static int redeem(struct auth *a, int64_t now_us, const char *code)
{
	if (now_us < a->console_until_us && same(a->console, code)) {
		if (a->console_until_us != INT64_MAX)
			sodium_memzero(a->console, sizeof a->console);
		return ROLE_OWNER;
	}
	if (!auth_window(a, now_us))
		return -ETIME;
	if (same(a->window.code, code)) {
		auth_close(a);
		return auth_owned(a) ? ROLE_PLAYER : ROLE_OWNER;
	}
	if (--a->window.tries == 0)
		auth_close(a);
	return -EACCES;
}

int auth_pair(struct auth *a, int64_t now_us, int64_t day, const char *code, const char *label, char token[AUTH_TOKEN],
	      const struct auth_phone **ret)
{
	if (a->phones == AUTH_PHONES_MAX)
		return -ENOSPC;
	int role = redeem(a, now_us, code);
	if (role < 0)
		return role;
	new_token(token);
	struct auth_phone *p = &a->phone[a->phones++];
	*p = (struct auth_phone){ .id = a->next_id++, .role = (uint8_t)role, .created_day = day, .seen_day = day };
	snprintf(p->label, sizeof p->label, "%s", label);
	crypto_hash_sha256(p->hash, (const unsigned char *)token, AUTH_TOKEN - 1);
	a->save(a->user, p);
	*ret = p;
	return 0;
}

void auth_gesture(struct auth *a, int64_t now_us)
{
	a->hands_until_us = now_us + HANDS_US;
}

bool auth_hands(const struct auth *a, int64_t now_us)
{
	return now_us < a->hands_until_us;
}
