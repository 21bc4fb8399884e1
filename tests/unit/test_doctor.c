/* test_doctor.c — machines built out of plain files, each with one thing wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "doctor.h"

static int make(void **state)
{
	char *root = strdup("/tmp/tablero-doctor-XXXXXX");
	if (!root || !mkdtemp(root))
		return -1;
	*state = root;
	return 0;
}

static int clear(void **state)
{
	char command[96];
	snprintf(command, sizeof command, "rm -rf %s", (char *)*state);
	free(*state);
	return system(command);
}

static void put(const char *root, const char *path, const char *text)
{
	char full[256];
	snprintf(full, sizeof full, "%s%s", root, path);
	for (char *p = full + strlen(root) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(full, 0755);
		*p = '/';
	}
	FILE *f = fopen(full, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

/* Expects the check to be there, to be as said, and a bad one to have a remedy in both languages. */
static void expect(const char *root, const char *connection, const char *key, bool ok)
{
	json_t *checks = doctor_checks(root, connection), *one;
	size_t i;
	bool found = false;
	json_array_foreach (checks, i, one) {
		if (strcmp(json_string_value(json_object_get(one, "key")), key) != 0)
			continue;
		found = true;
		json_t *remedy = json_object_get(one, "remedy");
		if (json_is_true(json_object_get(one, "ok")) != ok)
			fail_msg("%s: %s", key, json_string_value(json_object_get(one, "en")));
		assert_true(strlen(json_string_value(json_object_get(one, "es"))) > 5);
		assert_int_equal(strlen(json_string_value(json_object_get(remedy, "en"))) > 0, !ok);
		assert_int_equal(strlen(json_string_value(json_object_get(remedy, "es"))) > 0, !ok);
	}
	if (!found)
		fail_msg("no check %s", key);
	json_decref(checks);
}

static void a_missing_serial_board_is_told_with_the_ports_there_are(void **state)
{
	put(*state, "/dev/ttyACM3", "");
	json_t *checks = doctor_checks(*state, "serial:/dev/ttyACM0");
	char *report = doctor_report(checks, NULL, "about");
	assert_non_null(strstr(report, "BAD  serial-port: /dev/ttyACM0 is not there"));
	assert_non_null(strstr(report, "serial:/dev/ttyACM3"));
	free(report);
	json_decref(checks);
}

static void a_console_on_the_port_of_the_board_is_told(void **state)
{
	put(*state, "/dev/ttyAMA0", "");
	put(*state, "/proc/cmdline", "root=/dev/mmcblk0p2 console=serial0,115200");
	expect(*state, "serial:/dev/ttyAMA0", "serial-console", false);
	put(*state, "/proc/cmdline", "root=/dev/mmcblk0p2 console=tty1");
	expect(*state, "serial:/dev/ttyAMA0", "serial-console", true);
}

static void a_missing_driver_is_told(void **state)
{
	put(*state, "/sys/module/other/x", "");
	expect(*state, "serial:/dev/ttyACM0", "modules", false);
	put(*state, "/sys/module/cdc_acm/x", "");
	expect(*state, "serial:/dev/ttyACM0", "modules", true);
}

static void a_kernel_without_gpio_is_told(void **state)
{
	put(*state, "/dev/null2", "");
	expect(*state, "gpio:", "gpio-chip", false);
	put(*state, "/dev/gpiochip0", "");
	expect(*state, "gpio:", "gpio-chip", true);
	expect(*state, "gpio:", "gpio-access", true);
}

static void spi_that_is_off_is_told(void **state)
{
	put(*state, "/dev/gpiochip0", "");
	expect(*state, "gpio:", "spi", false);
	put(*state, "/dev/spidev0.0", "");
	put(*state, "/sys/module/spidev/parameters/bufsiz", "1024\n");
	expect(*state, "gpio:", "spi", true);
	expect(*state, "gpio:", "spi-buffer", false);
	put(*state, "/sys/module/snd_bcm2835/x", "");
	expect(*state, "gpio:", "audio-pwm", false);
}

static void missing_groups_are_told(void **state)
{
	put(*state, "/etc/group", "root:x:0:\ndialout:x:20:\nspi:x:999:\n");
	expect(*state, "gpio:", "groups", false);
	put(*state, "/etc/group", "gpio:x:1:\ndialout:x:20:\nspi:x:999:\ni2c:x:3:\n");
	expect(*state, "gpio:", "groups", true);
}

static void a_sagging_supply_is_told_even_if_it_has_recovered(void **state)
{
	expect(*state, "sim:", "power", true);
	put(*state, "/sys/devices/platform/soc/soc:firmware/get_throttled", "10000\n");
	expect(*state, "sim:", "power", false);
	put(*state, "/sys/devices/platform/soc/soc:firmware/get_throttled", "0\n");
	expect(*state, "sim:", "power", true);
	put(*state, "/sys/class/hwmon/hwmon2/in0_lcrit_alarm", "1\n");
	expect(*state, "sim:", "power", false);
}

static void heat_is_told(void **state)
{
	put(*state, "/sys/class/thermal/thermal_zone0/temp", "85200\n");
	expect(*state, "sim:", "heat", false);
	put(*state, "/sys/class/thermal/thermal_zone0/temp", "45200\n");
	expect(*state, "sim:", "heat", true);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, make, clear)
	const struct CMUnitTest tests[] = {
		T(a_missing_serial_board_is_told_with_the_ports_there_are),
		T(a_console_on_the_port_of_the_board_is_told),
		T(a_missing_driver_is_told),
		T(a_kernel_without_gpio_is_told),
		T(spi_that_is_off_is_told),
		T(missing_groups_are_told),
		T(a_sagging_supply_is_told_even_if_it_has_recovered),
		T(heat_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
