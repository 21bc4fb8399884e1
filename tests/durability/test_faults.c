/*
 * test_faults.c — the card fails: at every single call of the file system in turn, once or for good, as a broken, a full or a
 * locked card does. Nothing crashes, the game goes on, people are told; and when the card is healed, the file has no gap.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "disk.h"
#include "evening.h"

static char *directory;
static const char *const fault_names[] = { "EIO", "short write", "full", "locked" };

static int enter(void **state)
{
	(void)state;
	directory = evening_directory();
	disk_install();
	return 0;
}

static int leave(void **state)
{
	(void)state;
	disk_remove();
	evening_clear(directory, true);
	free(directory);
	return 0;
}

/* A short evening; what was confirmed as failed must be told. */
static void play(struct store *s, struct evening *e)
{
	evening_begin(e, 7);
	e->games_max = 1;
	for (int err; (err = evening_step(e, s)) != 1;) {
		if (err < 0 && store_ok(s))
			fail_msg("step %d failed with %d, and nobody was told", e->steps, err);
		if (!store_ok(s))
			assert_true(store_message(s)[0]);
	}
}

static char *wanted(void)
{
	struct evening e;
	struct store *s;
	evening_clear(directory, false);
	assert_int_equal(store_open(directory, "boot", EVENING_MS, 0, &s), 0);
	play(s, &e);
	char *dump = evening_dump(s);
	store_close(s);
	return dump;
}

/* The same evening with the n-th call failing. Was there an n-th call? */
static bool one_fault(enum disk_fault fault, long n, bool lasting, const char *want)
{
	struct evening e;
	struct store *s;
	evening_clear(directory, false);
	disk_fail(fault, n, lasting);
	assert_int_equal(store_open(directory, "boot", EVENING_MS, 0, &s), 0);
	play(s, &e);
	bool failed = disk_failed();
	disk_fail(fault, 0, false);
	/* Healed: at the latest with the second try all is written. */
	for (int64_t now_us = 600000000, next_us = now_us;
	     next_us<630000000; now_us = next_us> now_us ? next_us : now_us + 1000)
		next_us = store_tick(s, EVENING_MS + now_us / 1000, now_us);
	if (!store_ok(s))
		fail_msg("%s at call %ld%s: still not well: %s", fault_names[fault], n, lasting ? " and all later" : "",
			 store_message(s));
	store_close(s);
	assert_int_equal(store_open(directory, "again", EVENING_MS, 0, &s), 0);
	assert_true(store_ok(s));
	char *have = evening_dump(s);
	store_close(s);
	if (strcmp(have, want) != 0)
		fail_msg("%s at call %ld%s:\n%s\nbut should be\n%s", fault_names[fault], n, lasting ? " and all later" : "",
			 have, want);
	free(have);
	return failed;
}

static void at_every_call(enum disk_fault fault, bool lasting)
{
	char *want = wanted();
	long n = 1;
	while (one_fault(fault, n, lasting, want))
		n++;
	assert_true(n > 50);
	print_message("%ld calls\n", n - 1);
	free(want);
}

static void a_card_that_fails_once_loses_nothing(void **state)
{
	(void)state;
	at_every_call(DISK_EIO, false);
}

static void a_card_that_fails_for_a_while_loses_nothing(void **state)
{
	(void)state;
	at_every_call(DISK_EIO, true);
}

static void half_written_blocks_lose_nothing(void **state)
{
	(void)state;
	at_every_call(DISK_SHORT, false);
}

static void a_full_card_loses_nothing(void **state)
{
	(void)state;
	at_every_call(DISK_FULL, false);
	at_every_call(DISK_FULL, true);
}

static void a_locked_card_loses_nothing(void **state)
{
	(void)state;
	at_every_call(DISK_LOCKED, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_card_that_fails_once_loses_nothing, enter, leave),
		cmocka_unit_test_setup_teardown(a_card_that_fails_for_a_while_loses_nothing, enter, leave),
		cmocka_unit_test_setup_teardown(half_written_blocks_lose_nothing, enter, leave),
		cmocka_unit_test_setup_teardown(a_full_card_loses_nothing, enter, leave),
		cmocka_unit_test_setup_teardown(a_locked_card_loses_nothing, enter, leave),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
