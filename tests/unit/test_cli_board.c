/*
 * `tablero board`: what somebody who builds a board reads about his file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char said[65536];

/* Exit status; what was said on both outputs is in said[]. */
static int run(const char *arguments)
{
	char command[1024];
	snprintf(command, sizeof command, BINARY_DIR "/tablero board %s 2>&1", arguments);
	FILE *f = popen(command, "r");
	assert_non_null(f);
	said[fread(said, 1, sizeof said - 1, f)] = 0;
	return WEXITSTATUS(pclose(f));
}

static void a_fault_is_told_with_its_file_and_line(void **state)
{
	(void)state;
	char path[] = "/tmp/tablero-board-XXXXXX", arguments[64];
	int fd = mkstemp(path);
	assert_int_equal(write(fd, "[board]\nid = x\nflavour = sweet\n", 31), 31);
	close(fd);
	snprintf(arguments, sizeof arguments, "check %s", path);
	assert_int_equal(run(arguments), 2);
	unlink(path);
	assert_non_null(strstr(said, path));
	assert_non_null(strstr(said, ":3: [board] has no key flavour"));
}

static void a_wire_that_is_missing_or_doubled_is_told_with_its_line(void **state)
{
	(void)state;
	static const char *const wiring[][2] = {
		{ "[gpio]\nchip x = a1 a1\n", ":9: a1 is wired twice" },
		{ "[leds]\nlabels = sensors\n[gpio]\nchip x = a1 a2\nleds = lava\n", "lava" },
		{ "[gpio]\nchip x = a1\n", "no wire for a2" },
		{ "[matrix]\nchip = x\nrows = 1\ncolumns = 2\nlabels = a1\nrow_active = up\n", "low or high" },
		{ "[serial]\nbaud = fast\n", ":9: " },
	};
	for (size_t i = 0; i < sizeof wiring / sizeof *wiring; i++) {
		char path[] = "/tmp/tablero-board-XXXXXX", arguments[64];
		int fd = mkstemp(path);
		dprintf(fd, "[board]\nid = x\ntitle = X\ngames = perturbador\n[sensors s]\nkind = presence\nlabels = a1 a2\n%s",
			wiring[i][0]);
		close(fd);
		snprintf(arguments, sizeof arguments, "check %s", path);
		int status = run(arguments);
		unlink(path);
		if (status != 2 || !strstr(said, wiring[i][1]))
			fail_msg("%d: %s", status, said);
	}
}

static void the_firmwares_sizes_follow_from_the_file(void **state)
{
	(void)state;
	assert_int_equal(run("firmware " SOURCE_DIR "/hal/boards/thibault.ini"), 0);
	assert_string_equal(said, "BOARD_ID=thibault MCU=atmega2560 SWITCHES=0 ANALOGUES=100 BUTTONS=2 LEDS=100 BAUD=500000\n");
	assert_int_equal(run("list"), 0);
	assert_non_null(strstr(said, "contigo-matrix"));
}

static void nothing_asked_tells_how_to_ask(void **state)
{
	(void)state;
	assert_int_equal(run(""), 2);
	assert_non_null(strstr(said, "check FILE"));
	assert_int_equal(run("watch " SOURCE_DIR "/hal/boards/contigo.ini pigeon:"), 2);
	assert_non_null(strstr(said, "serial:DEVICE"));
}

static void every_reference_board_is_found_good(void **state)
{
	(void)state;
	assert_int_equal(run("check " SOURCE_DIR "/hal/boards/*.ini"), 0);
	assert_null(strstr(said, "is no site"));
	assert_non_null(strstr(said, "gpio: every line has its wire, some in a matrix"));
	assert_non_null(strstr(said, "serial: 0 switches, 0 numbers, 127 analogue inputs, 2 buttons"));
	assert_non_null(strstr(said, "swahili:players=4: every site has a sensor"));
	assert_non_null(strstr(said, "contigo-line: 28 sites without a sensor (NW …) are asked for"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_fault_is_told_with_its_file_and_line),
		cmocka_unit_test(a_wire_that_is_missing_or_doubled_is_told_with_its_line),
		cmocka_unit_test(the_firmwares_sizes_follow_from_the_file),
		cmocka_unit_test(nothing_asked_tells_how_to_ask),
		cmocka_unit_test(every_reference_board_is_found_good),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
