/*
 * The doctor's checks, on machines that are made of plain files: each fault is found and has a remedy in both languages.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "doctor.h"
#include "hal.h"

static char root[64];
static struct hal_board *board;
static json_t *checks;

static int setup(void **state)
{
	(void)state;
	strcpy(root, "/tmp/tablero-doctor-XXXXXX");
	assert_non_null(mkdtemp(root));
	return 0;
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *ftw)
{
	(void)s, (void)type, (void)ftw;
	return remove(path);
}

static int teardown(void **state)
{
	(void)state;
	nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	json_decref(checks);
	hal_board_free(board);
	checks = NULL;
	board = NULL;
	return 0;
}

static void put(const char *path, const char *text)
{
	char name[300];
	snprintf(name, sizeof name, "%s%s", root, path);
	for (char *p = name + strlen(root) + 1; (p = strchr(p, '/')); p++) {
		*p = 0;
		mkdir(name, 0755);
		*p = '/';
	}
	FILE *f = fopen(name, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void read_board(const char *wiring)
{
	char text[2000], message[HAL_MESSAGE_MAX];
	snprintf(text, sizeof text,
		 "[board]\nid = x\ntitle = X\ngames = oraia\n[sensors s]\nkind = presence\nlabels = a b\n"
		 "[leds]\nlabels = %s\n%s",
		 "a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a", wiring);
	assert_int_equal(hal_board_parse("x", text, &board, message), 0);
}

static void look(const char *connection)
{
	json_decref(checks);
	checks = doctor_checks(root, connection, board);
}

static json_t *check(const char *key)
{
	size_t i;
	json_t *one;
	json_array_foreach(checks, i, one) if (!strcmp(json_string_value(json_object_get(one, "key")), key)) return one;
	return NULL;
}

static void is_well(const char *key)
{
	json_t *one = check(key);
	if (!one || !json_is_true(json_object_get(one, "ok")))
		fail_msg("%s: %s", key, one ? json_string_value(json_object_get(one, "en")) : "not checked");
}

/* Found bad, said in two languages, with a remedy in both that holds `word`. */
static void is_bad(const char *key, const char *word)
{
	json_t *one = check(key), *remedy = json_object_get(one, "remedy");
	if (!one || json_is_true(json_object_get(one, "ok")))
		fail_msg("%s was not found bad", key);
	const char *en = json_string_value(json_object_get(remedy, "en")),
		   *es = json_string_value(json_object_get(remedy, "es"));
	if (!strstr(en, word) || !strstr(es, word))
		fail_msg("%s: no \"%s\" in \"%s\" or \"%s\"", key, word, en, es);
	assert_string_not_equal(json_string_value(json_object_get(one, "en")), json_string_value(json_object_get(one, "es")));
}

static void a_board_that_plays_without_its_lights_is_not_called_well(void **state)
{
	(void)state;
	checks = doctor_board(true, "LEDs: /dev/spidev0.0 is not there");
	is_well("board");
	is_bad("board-part", "/dev/spidev0.0");
	json_decref(checks);
	checks = doctor_board(true, "");
	is_well("board");
	assert_null(check("board-part"));
	json_decref(checks);
	checks = doctor_board(false, "/dev/ttyACM0 is in use by another program");
	is_bad("board", "in use");
	assert_null(check("board-part"));
}

static void a_port_that_is_not_there_names_the_one_that_is(void **state)
{
	(void)state;
	put("/dev/ttyACM1", "");
	look("serial:/dev/ttyACM0");
	is_bad("serial-port", "ttyACM1");
}

static void a_port_that_may_not_be_opened_wants_a_group(void **state)
{
	(void)state;
	char name[300];
	if (geteuid() == 0) { /* root may open anything */
		put("/dev/ttyACM0", "");
		look("serial:/dev/ttyACM0");
		is_well("serial-port");
		return;
	}
	put("/dev/ttyACM0", "");
	snprintf(name, sizeof name, "%s/dev/ttyACM0", root);
	chmod(name, 0);
	look("serial:/dev/ttyACM0");
	is_bad("serial-port", "dialout");
}

static void a_console_on_the_boards_port_is_found(void **state)
{
	(void)state;
	put("/dev/ttyAMA0", "");
	put("/proc/cmdline", "console=serial0,115200 root=/dev/mmcblk0p2");
	look("serial:/dev/ttyAMA0");
	is_bad("serial-console", "raspi-config");
	is_well("modules");
	put("/proc/cmdline", "console=tty1 root=/dev/mmcblk0p2");
	look("serial:/dev/ttyAMA0");
	is_well("serial-console");
}

static void a_missing_driver_for_usb_boards_is_found(void **state)
{
	(void)state;
	look("serial:/dev/ttyACM0");
	is_bad("modules", "cdc_acm");
	put("/sys/module/cdc_acm/initstate", "live");
	look("serial:/dev/ttyACM0");
	is_well("modules");
}

static void a_modem_manager_that_talks_to_the_board_is_found(void **state)
{
	(void)state;
	put("/proc/self/comm", "ModemManager\n");
	look("serial:/dev/ttyACM0");
	is_well("modem-manager");
	put("/proc/812/comm", "ModemManager\n");
	look("serial:/dev/ttyACM0");
	is_bad("modem-manager", "disable");
}

static void a_machine_without_gpio_chips_says_so(void **state)
{
	(void)state;
	look("gpio:");
	is_bad("gpio-chip", "GPIO");
	put("/dev/gpiochip0", "");
	look("gpio:");
	is_well("gpio-chip");
	is_well("gpio-access");
}

static void spi_that_is_off_is_found_for_boards_that_need_it(void **state)
{
	(void)state;
	read_board("[gpio]\nleds = apa102\n");
	put("/dev/gpiochip0", "");
	look("gpio:");
	is_bad("spi", "dtparam=spi=on");
	put("/dev/spidev0.0", "");
	look("gpio:");
	is_well("spi");
	assert_null(check("spi-clock"));
}

static void the_device_that_the_board_file_names_is_looked_at(void **state)
{
	(void)state;
	read_board("[gpio]\nleds = apa102\nled_device = /dev/spidev1.0\n");
	put("/dev/gpiochip0", "");
	put("/dev/spidev0.0", "");
	look("gpio:");
	is_bad("spi", "dtparam=spi=on");
	put("/dev/spidev1.0", "");
	look("gpio:");
	is_well("spi");
}

static void single_colour_leds_beside_a_serial_board_need_their_bus(void **state)
{
	(void)state;
	read_board("[serial]\nleds = ht16k33\nled_device = /dev/i2c-3\n[gpio]\nchip mcp23017 = a1\n");
	look("serial:/dev/ttyACM0");
	is_bad("i2c", "dtparam=i2c_arm=on");
	assert_null(check("expander")); /* they are another connection's */
	put("/dev/i2c-3", "");
	look("serial:/dev/ttyACM0");
	is_well("i2c");
}

static void a_spi_buffer_too_small_for_the_leds_is_found(void **state)
{
	(void)state;
	read_board("[gpio]\nleds = ws2812\n"); /* 40 LEDs, 12 bytes each and 120 */
	put("/dev/gpiochip0", "");
	put("/sys/module/spidev/parameters/bufsiz", "599\n");
	look("gpio:");
	is_bad("spi-buffer", "spidev.bufsiz=4096");
	put("/sys/module/spidev/parameters/bufsiz", "600\n");
	look("gpio:");
	is_well("spi-buffer");
}

static void the_spi_clock_must_be_fixed_where_it_follows_the_core(void **state)
{
	(void)state;
	read_board("[gpio]\nleds = ws2812\n");
	put("/dev/gpiochip0", "");
	put("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4");
	put("/boot/firmware/config.txt", "dtparam=spi=on\n#core_freq=500\ncore_freq_min=500\n");
	look("gpio:");
	is_bad("spi-clock", "core_freq=500");
	put("/boot/firmware/config.txt", "core_freq=500\n core_freq_min=500\n");
	look("gpio:");
	is_well("spi-clock");
	put("/proc/device-tree/model", "Raspberry Pi 3 Model B Plus");
	look("gpio:");
	is_bad("spi-clock", "core_freq=250");
	put("/proc/device-tree/model", "Raspberry Pi 5 Model B");
	look("gpio:");
	assert_null(check("spi-clock"));
}

static void sound_that_shares_the_leds_clocks_is_found(void **state)
{
	(void)state;
	read_board("[gpio]\nleds = apa102\n");
	put("/sys/module/snd_bcm2835/initstate", "live");
	look("gpio:");
	is_bad("audio", "dtparam=audio=off");
}

static void expanders_need_i2c_at_speed_and_an_overlay(void **state)
{
	(void)state;
	read_board("[gpio]\nchip mcp23017@1-0020 = a b\n");
	put("/proc/device-tree/model", "Raspberry Pi Zero 2 W");
	put("/dev/gpiochip0", "");
	look("gpio:");
	is_bad("i2c", "dtparam=i2c_arm=on");
	is_bad("i2c-speed", "400000");
	is_bad("expander", "dtoverlay=mcp23017");
	put("/dev/i2c-1", "");
	put("/boot/config.txt",
	    "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\ndtoverlay=mcp23017,addr=0x20,gpiopin=17\n");
	look("gpio:");
	is_well("i2c");
	is_well("i2c-speed");
	is_well("expander");
}

static void a_supply_that_has_sagged_is_found(void **state)
{
	(void)state;
	look("sim:");
	is_well("power");
	put("/sys/devices/platform/soc/soc:firmware/get_throttled", "50000\n");
	look("sim:");
	is_bad("power", "5 V");
	put("/sys/devices/platform/soc/soc:firmware/get_throttled", "0\n");
	put("/sys/class/hwmon/hwmon2/in0_lcrit_alarm", "1\n");
	look("sim:");
	is_bad("power", "5 V");
}

static void missing_groups_are_named(void **state)
{
	(void)state;
	put("/etc/group", "root:x:0:\ndialout:x:20:\nspi:x:999:\n");
	look("serial:/dev/ttyACM0");
	is_bad("groups", "systemd-sysusers");
	assert_non_null(strstr(json_string_value(json_object_get(check("groups"), "en")), "gpio i2c"));
}

static void a_hot_processor_is_found(void **state)
{
	(void)state;
	put("/sys/class/thermal/thermal_zone0/temp", "84123\n");
	look("sim:");
	assert_false(json_is_true(json_object_get(check("heat"), "ok")));
}

static void the_report_names_every_check_and_the_remedy_of_the_bad_ones(void **state)
{
	(void)state;
	look("serial:/dev/ttyACM0");
	json_t *lines = json_pack("[{s:s,s:s,s:i,s:i,s:i,s:i,s:i,s:i,s:b}]", "label", "a1", "kind", "presence", "raw", 1,
				  "value", 1, "changes", 7, "bounces", 2, "pulses", 0, "wear", 3, "faulty", 1);
	for (int spanish = 0; spanish < 2; spanish++) {
		char *text = doctor_report(checks, lines, "version 1", spanish);
		assert_non_null(strstr(text, spanish ? "MAL  modules: No hay" : "BAD  modules: No driver"));
		assert_non_null(strstr(text, spanish ? "remedio: " : "remedy: "));
		assert_non_null(strstr(text, " faulty\n"));
		free(text);
	}
	json_decref(lines);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_board_that_plays_without_its_lights_is_not_called_well),
		TEST(a_port_that_is_not_there_names_the_one_that_is),
		TEST(a_port_that_may_not_be_opened_wants_a_group),
		TEST(a_console_on_the_boards_port_is_found),
		TEST(a_missing_driver_for_usb_boards_is_found),
		TEST(a_modem_manager_that_talks_to_the_board_is_found),
		TEST(a_machine_without_gpio_chips_says_so),
		TEST(spi_that_is_off_is_found_for_boards_that_need_it),
		TEST(the_device_that_the_board_file_names_is_looked_at),
		TEST(single_colour_leds_beside_a_serial_board_need_their_bus),
		TEST(a_spi_buffer_too_small_for_the_leds_is_found),
		TEST(the_spi_clock_must_be_fixed_where_it_follows_the_core),
		TEST(sound_that_shares_the_leds_clocks_is_found),
		TEST(expanders_need_i2c_at_speed_and_an_overlay),
		TEST(a_supply_that_has_sagged_is_found),
		TEST(missing_groups_are_named),
		TEST(a_hot_processor_is_found),
		TEST(the_report_names_every_check_and_the_remedy_of_the_bad_ones),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
