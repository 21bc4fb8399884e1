/* test_config.c — the configuration fails closed and names the line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "config.h"

/* Expects that `text` is refused with exactly this message and that nothing has changed. */
static void refused(const char *text, const char *message)
{
	struct config c, before;
	char told[CONFIG_MESSAGE] = "";
	config_defaults(&c);
	before = c;
	assert_int_equal(config_parse("t.conf", text, &c, told), -EINVAL);
	assert_string_equal(told, message);
	assert_memory_equal(&c, &before, sizeof c);
}

static void an_unknown_key_stops_the_start_with_its_line(void **state)
{
	(void)state;
	refused("[web]\nport = 80\nauthentication = off\n", "t.conf:3: there is no key \"authentication\" in section [web]");
	refused("[web]\n\n; comment\nnetwork = any\n", "t.conf:4: there is no key \"network\" in section [web]");
	refused("[board]\nport = 80\n", "t.conf:2: there is no key \"port\" in section [board]");
}

static void an_unknown_section_stops_the_start_even_if_it_is_empty(void **state)
{
	(void)state;
	refused("[board]\n[security]\n", "t.conf:2: there are only the sections [board], [store] and [web]");
	refused("[sercurity]\nx = 1\n", "t.conf:1: there are only the sections [board], [store] and [web]");
}

static void a_key_given_twice_stops_the_start(void **state)
{
	(void)state;
	refused("[web]\nnetworks = own\nnetworks = any\n", "t.conf:3: \"networks\" is given twice");
}

static void a_value_out_of_range_says_the_range(void **state)
{
	(void)state;
	refused("[web]\nport = 0\n", "t.conf:2: \"0\" is not a number from 1 to 65535");
	refused("[web]\nport = 8o\n", "t.conf:2: \"8o\" is not a number from 1 to 65535");
	refused("[web]\nport = 99999999999999999999\n", "t.conf:2: \"99999999999999999999\" is not a number from 1 to 65535");
	refused("[web]\nvisibility = all\n", "t.conf:2: \"all\" is none of position|names|nothing");
	refused("[web]\nnetworks = ow\n", "t.conf:2: \"ow\" is none of own|any");
	refused("[web]\nnames = EVIL!\n", "t.conf:2: \"EVIL!\": up to 8 host names in small letters");
	refused("[board]\nfile =\n", "t.conf:2: the value is missing");
}

static void a_line_that_is_neither_section_nor_key_is_named(void **state)
{
	(void)state;
	refused("[web]\nport 80\n", "t.conf:2: this is neither a section nor KEY = VALUE");
}

static void the_first_fault_counts(void **state)
{
	(void)state;
	refused("[web]\nx = 1\n[nonsense]\n", "t.conf:2: there is no key \"x\" in section [web]");
	refused("[nonsense]\n[web]\nx = 1\n", "t.conf:1: there are only the sections [board], [store] and [web]");
}

static void a_missing_file_is_told_from_a_bad_one(void **state)
{
	struct config c;
	char told[CONFIG_MESSAGE];
	(void)state;
	config_defaults(&c);
	assert_int_equal(config_read("/nonexistent/t.conf", &c, told), -ENOENT);
	assert_int_equal(config_read("/proc/self/exe", &c, told), -EINVAL);
}

static void every_key_is_read(void **state)
{
	struct config c;
	char told[CONFIG_MESSAGE];
	(void)state;
	config_defaults(&c);
	assert_int_equal(c.any_network, false);
	assert_int_equal(
	    config_parse(
		"t",
		"[board]\nfile = my.ini\nconnection = gpio:\ntrace_hours = 0\n[store]\ndirectory = /x\n[web]\nport = 8081\n"
		"bind = ::1\nnames = a.b, c\nnetworks = any\nconnections = 20\nper_address = 5\nvisibility = names\n",
		&c, told),
	    0);
	assert_string_equal(c.board, "my.ini");
	assert_string_equal(c.connection, "gpio:");
	assert_int_equal(c.trace_hours, 0);
	assert_string_equal(c.state, "/x");
	assert_int_equal(c.port, 8081);
	assert_true(c.port_given);
	assert_string_equal(c.bind, "::1");
	assert_int_equal(c.names, 2);
	assert_string_equal(c.name[0], "a.b");
	assert_string_equal(c.name[1], "c");
	assert_true(c.any_network);
	assert_int_equal(c.connections, 20);
	assert_int_equal(c.per_address, 5);
	assert_int_equal(c.visibility, CONFIG_NAMES_TOO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_unknown_key_stops_the_start_with_its_line),
		cmocka_unit_test(an_unknown_section_stops_the_start_even_if_it_is_empty),
		cmocka_unit_test(a_key_given_twice_stops_the_start),
		cmocka_unit_test(a_value_out_of_range_says_the_range),
		cmocka_unit_test(a_line_that_is_neither_section_nor_key_is_named),
		cmocka_unit_test(the_first_fault_counts),
		cmocka_unit_test(a_missing_file_is_told_from_a_bad_one),
		cmocka_unit_test(every_key_is_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
