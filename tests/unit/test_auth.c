/* test_auth.c — who gets in and who does not, on a clock of our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "auth.h"

enum { SECOND = 1000000, TODAY = 20000 };

static int saved;
static struct auth_phone last_saved;

static void save(void *user, const struct auth_phone *phone)
{
	(void)user;
	saved++;
	last_saved = *phone;
}

static int begin(void **state)
{
	struct auth *a;
	saved = 0;
	if (auth_new(save, NULL, &a) < 0)
		return -1;
	*state = a;
	return 0;
}

static int end(void **state)
{
	auth_free(*state);
	return 0;
}

static struct rules_site sites[64];

static void open_window(struct auth *a, int64_t now_us, int count)
{
	uint16_t lit[64];
	for (int i = 0; i < 64; i++) {
		snprintf(sites[i].name, sizeof sites[i].name, "s%d", i & 63);
		lit[i] = (uint16_t)i;
	}
	auth_open(a, now_us, sites, lit, count);
}

static int try(struct auth *a, int64_t now_us, const char *code, char token[AUTH_TOKEN])
{
	const struct auth_phone *phone;
	return auth_pair(a, now_us, TODAY, code, "label", token, &phone);
}

static void without_a_window_no_code_is_good(void **state)
{
	char token[AUTH_TOKEN];
	assert_int_equal(try(*state, 0, "s1-s2-s3", token), -ETIME);
	assert_int_equal(try(*state, 0, "", token), -ETIME);
}

static void a_window_takes_five_tries_in_all(void **state)
{
	char token[AUTH_TOKEN];
	open_window(*state, 0, 64);
	for (int i = 0; i < 5; i++)
		assert_int_equal(try(*state, i, "s0-s0-s0", token), -EACCES);
	assert_null(auth_window(*state, 6));
	assert_int_equal(try(*state, 6, "s0-s0-s0", token), -ETIME);
}

static void a_window_closes_after_two_minutes(void **state)
{
	char token[AUTH_TOKEN];
	open_window(*state, 0, 64);
	const struct auth_window *w = auth_window(*state, 119 * SECOND);
	assert_non_null(w);
	char code[AUTH_CODE];
	strcpy(code, w->code);
	assert_int_equal(try(*state, 120LL * SECOND, code, token), -ETIME);
}

static void a_window_takes_one_phone(void **state)
{
	char token[AUTH_TOKEN], code[AUTH_CODE];
	open_window(*state, 0, 64);
	strcpy(code, auth_window(*state, 1)->code);
	assert_int_equal(try(*state, 1, code, token), 0);
	assert_int_equal(try(*state, 2, code, token), -ETIME);
}

static void codes_are_many_and_no_square_lights_twice_running(void **state)
{
	int sames = 0;
	char before[AUTH_CODE] = "";
	for (int count = 4; count <= 64; count += 4)
		for (int i = 0; i < 200; i++) {
			open_window(*state, 0, count);
			const struct auth_window *w = auth_window(*state, 1);
			double codes = count;
			for (int k = 1; k < w->sites; k++) {
				assert_int_not_equal(w->site[k], w->site[k - 1]);
				codes *= count - 1;
			}
			assert_true(codes >= 250000 || w->sites == 8);
			sames += strcmp(before, w->code) == 0;
			strcpy(before, w->code);
		}
	assert_true(sames < 3);
}

static void a_board_without_lights_shows_digits(void **state)
{
	open_window(*state, 0, 3);
	const struct auth_window *w = auth_window(*state, 1);
	assert_int_equal(w->way, AUTH_DIGITS);
	assert_int_equal(strlen(w->code), 6);
	assert_int_equal(strspn(w->code, "0123456789"), 6);
}

static void the_first_phone_owns_the_board_and_the_next_plays(void **state)
{
	char token[AUTH_TOKEN], code[AUTH_CODE];
	for (int i = 0; i < 2; i++) {
		open_window(*state, 0, 64);
		strcpy(code, auth_window(*state, 1)->code);
		assert_int_equal(try(*state, 1, code, token), 0);
		assert_int_equal(auth_check(*state, token, TODAY)->role, i ? ROLE_PLAYER : ROLE_OWNER);
	}
}

static void a_flooder_cannot_stop_the_console(void **state)
{
	char token[AUTH_TOKEN];
	const char *code = auth_console(*state);
	assert_int_equal(strlen(code), 24);
	open_window(*state, 0, 64);
	for (int i = 0; i < 100; i++)
		try(*state, i, "s0-s0-s0", token);
	assert_int_equal(try(*state, 101, code, token), 0);
	assert_int_equal(auth_check(*state, token, TODAY)->role, ROLE_OWNER);
}

static void a_code_of_a_board_in_use_is_for_one_phone_and_ten_minutes(void **state)
{
	char token[AUTH_TOKEN], code[AUTH_CODE], older[AUTH_CODE];
	strcpy(older, auth_console_once(*state, 0));
	strcpy(code, auth_console_once(*state, 0));
	assert_int_equal(try(*state, 1, older, token), -ETIME);
	assert_int_equal(try(*state, 600LL * SECOND, code, token), -ETIME);
	strcpy(code, auth_console_once(*state, 0));
	assert_int_equal(try(*state, 599LL * SECOND, code, token), 0);
	assert_int_equal(try(*state, 599LL * SECOND, code, token), -ETIME);
	assert_int_equal(try(*state, 599LL * SECOND, "", token), -ETIME);
}

static void no_changed_token_is_taken(void **state)
{
	char token[AUTH_TOKEN], other[AUTH_TOKEN + 2];
	assert_int_equal(try(*state, 0, auth_console(*state), token), 0);
	assert_non_null(auth_check(*state, token, TODAY));
	for (size_t i = 0; i < strlen(token); i++)
		for (int bit = 0; bit < 8; bit++) {
			strcpy(other, token);
			other[i] = (char)(other[i] ^ 1 << bit);
			assert_null(auth_check(*state, other, TODAY));
		}
	strcpy(other, token);
	strcat(other, "A");
	assert_null(auth_check(*state, other, TODAY));
	other[strlen(token) - 1] = '\0';
	assert_null(auth_check(*state, other, TODAY));
	assert_null(auth_check(*state, "", TODAY));
}

static void a_revoked_phone_is_out_and_that_is_saved(void **state)
{
	char token[AUTH_TOKEN];
	assert_int_equal(try(*state, 0, auth_console(*state), token), 0);
	int64_t id = auth_check(*state, token, TODAY)->id;
	assert_int_equal(auth_revoke(*state, id), 0);
	assert_int_equal(last_saved.id, id);
	assert_int_equal(last_saved.role, ROLE_ANYONE);
	assert_null(auth_check(*state, token, TODAY));
	assert_int_equal(auth_revoke(*state, id), -ENOENT);
}

static void a_phone_unused_for_ninety_days_is_forgotten(void **state)
{
	char token[AUTH_TOKEN];
	assert_int_equal(try(*state, 0, auth_console(*state), token), 0);
	assert_non_null(auth_check(*state, token, TODAY + 90));
	assert_null(auth_check(*state, token, TODAY + 181));
	assert_int_equal(auth_phones(*state), 0);
}

static void seeing_a_phone_again_the_same_day_writes_nothing(void **state)
{
	char token[AUTH_TOKEN];
	assert_int_equal(try(*state, 0, auth_console(*state), token), 0);
	int before = saved;
	for (int i = 0; i < 10; i++)
		auth_check(*state, token, TODAY);
	assert_int_equal(saved, before);
	auth_check(*state, token, TODAY + 1);
	assert_int_equal(saved, before + 1);
}

static void only_the_hash_of_a_token_is_kept(void **state)
{
	char token[AUTH_TOKEN];
	assert_int_equal(try(*state, 0, auth_console(*state), token), 0);
	assert_null(memmem(&last_saved, sizeof last_saved, token, 8));
}

static void hands_count_for_a_minute(void **state)
{
	assert_false(auth_hands(*state, 0));
	auth_gesture(*state, 10);
	assert_true(auth_hands(*state, 60 * SECOND));
	assert_false(auth_hands(*state, 61 * SECOND));
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, begin, end)
	const struct CMUnitTest tests[] = {
		T(without_a_window_no_code_is_good),
		T(a_window_takes_five_tries_in_all),
		T(a_window_closes_after_two_minutes),
		T(a_window_takes_one_phone),
		T(codes_are_many_and_no_square_lights_twice_running),
		T(a_board_without_lights_shows_digits),
		T(the_first_phone_owns_the_board_and_the_next_plays),
		T(a_flooder_cannot_stop_the_console),
		T(a_code_of_a_board_in_use_is_for_one_phone_and_ten_minutes),
		T(no_changed_token_is_taken),
		T(a_revoked_phone_is_out_and_that_is_saved),
		T(a_phone_unused_for_ninety_days_is_forgotten),
		T(seeing_a_phone_again_the_same_day_writes_nothing),
		T(only_the_hash_of_a_token_is_kept),
		T(hands_count_for_a_minute),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
