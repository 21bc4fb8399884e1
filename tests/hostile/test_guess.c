/*
 * test_guess.c — guessing one's way in: a window takes five tries whoever makes them, the odds of a window are those of the
 * rules, and of a token every single bit counts.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "auth.h"
#include "walk.h"

enum { TODAY = 20000 };

static void forget(void *user, const struct auth_phone *phone)
{
	(void)user;
	(void)phone;
}

static const struct rules_site *squares(uint16_t lit[RULES_SITES_MAX], int *ret_n)
{
	static struct rules_variant v;
	struct rules_error err;
	int n;
	assert_int_equal(rules_variant_parse("contigo-line", &v, &err), 0);
	const struct rules_site *site = rules_sites(&v, &n);
	*ret_n = 0;
	for (int i = 0; i < n; i++)
		if (site[i].kind == RULES_SQUARE)
			lit[(*ret_n)++] = (uint16_t)i;
	return site;
}

/* A guess like the board's own: as many squares, none twice running. */
static void guess(char *ret, size_t room, const struct rules_site *site, const uint16_t *lit, int n, int length, uint64_t *seed)
{
	size_t used = 0;
	int last = -1;
	for (int i = 0; i < length;) {
		int k = (int)(walk_random(seed) % (unsigned)n);
		if (k == last)
			continue;
		used += (size_t)snprintf(ret + used, room - used, "%s%s", i ? "-" : "", site[lit[k]].name);
		last = k;
		i++;
	}
}

static void a_million_guesses_get_in_no_oftener_than_chance_allows(void **state)
{
	uint16_t lit[RULES_SITES_MAX];
	char token[AUTH_TOKEN], code[AUTH_CODE];
	const struct auth_phone *phone;
	uint64_t seed = 26;
	int n, in = 0, guesses = 0, windows = 0;
	struct auth *a;
	const struct rules_site *site = squares(lit, &n);
	(void)state;
	assert_int_equal(auth_new(forget, NULL, &a), 0);
	for (int64_t now_us = 0; guesses < 1000000; now_us += 200000000) {
		auth_open(a, now_us, site, lit, n);
		windows++;
		int length = auth_window(a, now_us)->sites, tries = 0;
		for (int err = 0; err != -ETIME; tries++) {
			guess(code, sizeof code, site, lit, n, length, &seed);
			err = auth_pair(a, now_us + tries, TODAY, code, "", token, &phone);
			guesses++;
			if (err == 0) {
				in++;
				auth_revoke(a, phone->id);
				break;
			}
		}
		assert_true(tries <= 6); /* five that count, and one that finds the window shut */
	}
	/* Chance is 5 in 2^18 and less a window; six standard deviations above that is no accident. */
	double expected = windows * 5 / 262144.0;
	print_message("%d guesses in %d windows: %d got in, %.1f expected at most\n", guesses, windows, in, expected);
	assert_true(in <= expected + 6 * 2.0);
	auth_free(a);
}

static void whoever_burns_every_window_does_not_keep_the_console_out(void **state)
{
	uint16_t lit[RULES_SITES_MAX];
	char token[AUTH_TOKEN];
	const struct auth_phone *phone;
	int n;
	struct auth *a;
	const struct rules_site *site = squares(lit, &n);
	(void)state;
	assert_int_equal(auth_new(forget, NULL, &a), 0);
	for (int i = 0; i < 50; i++) {
		auth_open(a, i, site, lit, n);
		while (auth_pair(a, i, TODAY, "x", "", token, &phone) != -ETIME)
			;
	}
	char console[AUTH_CODE];
	snprintf(console, sizeof console, "%s", auth_console(a));
	assert_int_equal(auth_pair(a, 100, TODAY, console, "", token, &phone), 0);
	assert_int_equal(phone->role, ROLE_OWNER);
	auth_free(a);
}

static void every_bit_of_a_token_counts(void **state)
{
	char token[AUTH_TOKEN], other[AUTH_TOKEN], console[AUTH_CODE];
	uint8_t bits[32], again[32];
	const struct auth_phone *phone;
	size_t n;
	struct auth *a;
	(void)state;
	assert_int_equal(auth_new(forget, NULL, &a), 0);
	snprintf(console, sizeof console, "%s", auth_console(a));
	assert_int_equal(auth_pair(a, 0, TODAY, console, "", token, &phone), 0);
	assert_int_equal(sodium_base642bin(bits, sizeof bits, token, strlen(token), NULL, &n, NULL,
					   sodium_base64_VARIANT_URLSAFE_NO_PADDING),
			 0);
	assert_int_equal(n, 32);
	assert_null(memmem(phone->hash, AUTH_HASH, bits, 16));
	for (int i = 0; i < 256; i++) {
		memcpy(again, bits, sizeof again);
		again[i / 8] ^= (uint8_t)(1 << i % 8);
		sodium_bin2base64(other, sizeof other, again, sizeof again, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
		assert_null(auth_check(a, other, TODAY));
	}
	for (size_t i = 0; i < strlen(token); i++) {
		snprintf(other, sizeof other, "%.*s", (int)i, token);
		assert_null(auth_check(a, other, TODAY));
		assert_null(auth_check(a, token + i + 1, TODAY));
	}
	char longer[AUTH_TOKEN + 40];
	snprintf(longer, sizeof longer, "%sA", token);
	assert_null(auth_check(a, longer, TODAY));
	snprintf(longer, sizeof longer, "%s=", token);
	assert_null(auth_check(a, longer, TODAY));
	assert_non_null(auth_check(a, token, TODAY));
	auth_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_million_guesses_get_in_no_oftener_than_chance_allows),
		cmocka_unit_test(whoever_burns_every_window_does_not_keep_the_console_out),
		cmocka_unit_test(every_bit_of_a_token_counts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
