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
	snprintf(command, sizeof command, BINARY_DIR "/tablero %s%s 2>&1", strncmp(arguments, "doctor", 6) ? "board " : "",
		 arguments);
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

static void a_label_or_game_that_does_not_exist_is_told(void **state)
{
	(void)state;
	static const char *const file[][2] = {
		{ "games = perturbador chess\n[sensors s]\nkind = presence\nlabels = a1 b1\n",
		  ":4: chess: there is no such game" },
		{ "games = perturbador\n[sensors s]\nkind = presence\nlabels = a1 z9\n",
		  "the line z9 is no site of its games" },
		{ "games = perturbador\n[sensors s]\nkind = presence\nlabels = a1 x\n[names.perturbador]\nx = z9\n",
		  "line 9, [names.perturbador] x: \"z9\" is no site" },
		{ "games = perturbador\n[sensors s]\nkind = presence\nlabels = a1 x\n[names.perturbador]\nx = a1\n",
		  "lines a1 and x both stand for site a1" },
		{ "games = oraia\n[sensors s]\nkind = presence\nlabels = a1 b1\n", "has no site of oraia" },
	};
	for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
		char path[] = "/tmp/tablero-board-XXXXXX", arguments[64];
		int fd = mkstemp(path);
		dprintf(fd, "[board]\nid = x\ntitle = X\n%s", file[i][0]);
		close(fd);
		snprintf(arguments, sizeof arguments, "check %s", path);
		int status = run(arguments);
		unlink(path);
		if (status != 2 || !strstr(said, file[i][1]))
			fail_msg("%d: %s", status, said);
	}
}

static void a_label_with_a_name_of_its_own_in_a_game_is_a_site(void **state)
{
	(void)state;
	char path[] = "/tmp/tablero-board-XXXXXX", arguments[64];
	int fd = mkstemp(path);
	dprintf(fd, "[board]\nid = x\ntitle = X\ngames = perturbador\n[sensors s]\nkind = presence\nlabels = a1 corner\n"
		    "[names.perturbador]\ncorner = h8\n");
	close(fd);
	snprintf(arguments, sizeof arguments, "check %s", path);
	assert_int_equal(run(arguments), 0);
	unlink(path);
	assert_non_null(strstr(said, "58 sites without a sensor"));
}

static void boards_that_are_compiled_in_are_known_by_name(void **state)
{
	(void)state;
	assert_int_equal(run("check contigo"), 0);
	assert_int_equal(run("firmware oraia"), 0);
	assert_int_equal(run("check contiguo"), 2);
	assert_non_null(strstr(said, "contiguo: No such file or directory; boards that are compiled in: tablero board list"));
}

static void write_calibration(const char *folder, const char *text)
{
	char path[100];
	snprintf(path, sizeof path, "%s/calibration-contigo.ini", folder);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void the_doctor_reads_sensors_by_what_was_learned_of_them(void **state)
{
	(void)state;
	char folder[] = "/tmp/tablero-doctor-XXXXXX", arguments[128], path[100];
	assert_non_null(mkdtemp(folder));
	snprintf(arguments, sizeof arguments, "doctor --state %s --board contigo sim:", folder);
	assert_int_equal(run(arguments), 0);
	assert_non_null(strstr(said, "Na       count       100     0 "));
	write_calibration(folder, "[calibration]\nboard = contigo\n[Na]\n0@100 = 20 1 20\n20@900 = 820 1 20\n");
	assert_int_equal(run(arguments), 0);
	assert_non_null(strstr(said, "Na       count       100     2 "));
	assert_non_null(strstr(said, "Nb       count       100     0 "));
	write_calibration(folder, "[calibration]\nboard = contigo\n[Na]\nlots = 3\n");
	assert_int_equal(run(arguments), 1);
	assert_non_null(strstr(said, "BAD  calibration"));
	assert_non_null(strstr(said, "calibration-contigo.ini:4"));
	snprintf(path, sizeof path, "%s/calibration-contigo.ini", folder);
	unlink(path);
	rmdir(folder);
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
		cmocka_unit_test(a_label_or_game_that_does_not_exist_is_told),
		cmocka_unit_test(a_label_with_a_name_of_its_own_in_a_game_is_a_site),
		cmocka_unit_test(boards_that_are_compiled_in_are_known_by_name),
		cmocka_unit_test(the_doctor_reads_sensors_by_what_was_learned_of_them),
		cmocka_unit_test(the_firmwares_sizes_follow_from_the_file),
		cmocka_unit_test(nothing_asked_tells_how_to_ask),
		cmocka_unit_test(every_reference_board_is_found_good),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
