/* test_gate.c — the words of the gate: what is refused is refused in both languages; networks and origins by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>
#include <string.h>

#include "config.h"
#include "gate.h"
#include "http_internal.h" /* for http_spanish */

static void every_refusal_has_its_spanish(void **state)
{
	static const char *const targets[] = { "x", "/a b", "/%41", "//", "/.x", "/a..b", "/a?b\\" };
	(void)state;
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
		const char *why = gate_target(targets[i]);
		if (!why)
			fail_msg("%s passed", targets[i]);
		assert_string_not_equal(http_spanish(why), why);
	}
}

static bool near(const char *address)
{
	struct sockaddr_in four = { .sin_family = AF_INET };
	struct sockaddr_in6 six = { .sin6_family = AF_INET6 };
	if (inet_pton(AF_INET, address, &four.sin_addr) == 1)
		return gate_peer((struct sockaddr *)&four);
	assert_int_equal(inet_pton(AF_INET6, address, &six.sin6_addr), 1);
	return gate_peer((struct sockaddr *)&six);
}

static void callers_from_elsewhere_are_not_near(void **state)
{
	(void)state;
	assert_false(near("8.8.8.8"));
	assert_false(near("203.0.113.7"));
	assert_false(near("2001:4860:4860::8888"));
	assert_false(near("::ffff:8.8.8.8"));
	assert_true(near("127.0.0.1"));
	assert_true(near("127.9.9.9"));
	assert_true(near("::1"));
	assert_true(near("::ffff:127.0.0.1"));
}

static void only_this_very_host_is_an_own_origin(void **state)
{
	(void)state;
	assert_true(gate_origin("http://10.0.0.5:8080", "10.0.0.5:8080"));
	assert_true(gate_origin("https://board.local", "BOARD.local"));
	assert_false(gate_origin("http://10.0.0.5", "10.0.0.5:8080"));
	assert_false(gate_origin("http://10.0.0.5:8080.evil", "10.0.0.5:8080"));
	assert_false(gate_origin("ftp://10.0.0.5:8080", "10.0.0.5:8080"));
	assert_false(gate_origin("null", "10.0.0.5:8080"));
	assert_false(gate_origin("", "10.0.0.5:8080"));
}

static void configured_names_are_ours(void **state)
{
	struct config config;
	char told[CONFIG_MESSAGE];
	(void)state;
	config_defaults(&config);
	assert_false(gate_host("board.example.org", &config));
	assert_int_equal(config_parse("t", "[web]\nnames = board.example.org\n", &config, told), 0);
	assert_true(gate_host("board.example.org", &config));
	assert_true(gate_host("Board.Example.Org:80", &config));
	assert_false(gate_host("board.example.org.", &config));
	assert_false(gate_host("xboard.example.org", &config));
}

static void brackets_in_texts_do_not_count(void **state)
{
	(void)state;
	assert_int_equal(gate_depth("{\"a\":\"[[[[\"}", 11), 1);
	assert_int_equal(gate_depth("[[1],[2]]", 9), 2);
	assert_int_equal(gate_depth("\"\\\"[\"", 5), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_refusal_has_its_spanish),        cmocka_unit_test(callers_from_elsewhere_are_not_near),
		cmocka_unit_test(only_this_very_host_is_an_own_origin), cmocka_unit_test(configured_names_are_ours),
		cmocka_unit_test(brackets_in_texts_do_not_count),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
