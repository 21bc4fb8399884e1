/*
 * The gpio backend when things fail: permissions that come late, a line somebody else has, an expander off its cable, a matrix
 * that was away. What the kernel's own simulator cannot be made to do is done by a fake kernel: this file defines what
 * gpio_v1.c and gpio_v2.c would, over two chips in memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "gpio.h"

enum { CHIPS = 2, PINS = 32 };

static struct {
	int label_error, open_error, get_error[CHIPS];
	unsigned busy;
	int level[CHIPS][PINS];
	int opens, gets[CHIPS], driven[CHIPS][PINS];
} fake;

struct gpio_lines {
	int chip, fd;
	struct gpio_ask ask;
};

/* Two entries, whatever /dev really holds. */
int scandir(const char *path, struct dirent ***list, int (*filter)(const struct dirent *),
	    int (*order)(const struct dirent **, const struct dirent **))
{
	(void)path, (void)filter, (void)order;
	*list = calloc(CHIPS, sizeof **list);
	for (int i = 0; i < CHIPS; i++) {
		(*list)[i] = calloc(1, sizeof ***list);
		snprintf((*list)[i]->d_name, sizeof(*list)[i]->d_name, "gpiochip%d", i);
	}
	return CHIPS;
}

static int chip_of(const char *path)
{
	return path[strlen(path) - 1] - '0';
}

int gpio_chip_label(const char *path, char label[GPIO_LABEL_MAX])
{
	snprintf(label, GPIO_LABEL_MAX, "expander%d", chip_of(path));
	return fake.label_error;
}

int gpio_chip_line(const char *path, const char *name)
{
	(void)path, (void)name;
	return -ENOENT;
}

int gpio_lines_open(const struct gpio_ask *ask, struct gpio_lines **ret, unsigned *ret_offset)
{
	fake.opens++;
	*ret_offset = fake.busy;
	if (fake.open_error)
		return fake.open_error;
	struct gpio_lines *l = calloc(1, sizeof *l);
	*l = (struct gpio_lines){ .chip = chip_of(ask->path), .fd = eventfd(0, EFD_CLOEXEC), .ask = *ask };
	*ret = l;
	return 0;
}

void gpio_lines_close(struct gpio_lines *l)
{
	if (l)
		close(l->fd);
	free(l);
}

int gpio_lines_fds(const struct gpio_lines *l, int fd[GPIO_LINES_MAX])
{
	fd[0] = l->fd;
	return 1;
}

int gpio_lines_edges(struct gpio_lines *l, struct gpio_edge *edge, int room, bool *ret_lost)
{
	(void)l, (void)edge, (void)room, (void)ret_lost;
	return 0;
}

int gpio_lines_get(struct gpio_lines *l, int value[GPIO_LINES_MAX])
{
	fake.gets[l->chip]++;
	for (int i = 0; i < l->ask.lines; i++)
		value[i] = fake.level[l->chip][l->ask.offset[i]];
	return fake.get_error[l->chip];
}

int gpio_lines_set(struct gpio_lines *l, const int value[GPIO_LINES_MAX])
{
	for (int i = 0; i < l->ask.lines; i++)
		fake.driven[l->chip][l->ask.offset[i]] = value[i];
	return fake.get_error[l->chip];
}

/* ---- A board over it -------------------------------------------------------------------------------------------------- */

static struct hal_board *board;
static struct hal *hal;
static int64_t now;
static int value[8], frames;
static struct hal_status status;

static void take(void)
{
	struct hal_event e[64];
	int n = hal_read(hal, now, e, 64);
	for (int i = 0; i < n; i++) {
		if (e[i].type == HAL_LINE)
			value[e[i].line] = e[i].value;
		frames += e[i].type == HAL_FRAME;
	}
	hal_status(hal, &status);
}

/* Lets time pass, waking up exactly when the backend wants to. */
static void pass_ms(int ms)
{
	int64_t end = now + ms * (int64_t)1000;
	for (take(); hal_next_us(hal) <= end; take())
		now = hal_next_us(hal) > now ? hal_next_us(hal) : now;
	now = end;
}

static void open_board(const char *wiring)
{
	char text[1024], message[HAL_MESSAGE_MAX];
	snprintf(
	    text, sizeof text,
	    "[board]\nid = t\ntitle = t\ngames = contigo-line\n[sensors squares]\nkind = presence\nlabels = a1 a2 a3 a4\n%s",
	    wiring);
	if (hal_board_parse("t.ini", text, &board, message) < 0 || hal_open("gpio:", board, now, &hal, message) < 0)
		fail_msg("%s", message);
	take();
}

static int setup(void **state)
{
	(void)state;
	memset(&fake, 0, sizeof fake);
	memset(value, 0, sizeof value);
	now = 1000000;
	frames = 0;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	hal_close(hal);
	hal_board_free(board);
	return 0;
}

#define TWO_CHIPS "[gpio]\nchip expander0 = a1 a2\nchip expander1 = a3 a4\n"
#define MATRIX "[matrix]\nchip = expander0\nrows = 0 1\ncolumns = 4 5\nlabels = a1 a2 a3 a4\n"

static void assert_says(const char *what)
{
	if (!strstr(status.message, what))
		fail_msg("\"%s\" does not say \"%s\"", status.message, what);
}

/* ---- Failures --------------------------------------------------------------------------------------------------------- */

static void permissions_that_come_after_the_start_are_waited_for(void **state)
{
	(void)state;
	fake.label_error = -EACCES;
	open_board(TWO_CHIPS);
	assert_int_equal(status.state, HAL_ABSENT);
	assert_says("no permission for /dev/gpiochip1");
	assert_says("group gpio");
	pass_ms(3000);
	fake.label_error = 0;
	fake.level[1][1] = 1;
	pass_ms(10000);
	assert_int_equal(status.state, HAL_READY);
	assert_string_equal(status.message, "");
	assert_int_equal(value[3], 1);
}

static void a_line_in_use_is_tried_again_ever_more_rarely(void **state)
{
	(void)state;
	fake.open_error = -EBUSY;
	fake.busy = 1;
	open_board(TWO_CHIPS);
	assert_says("line 1 of expander0 (/dev/gpiochip0) is in use");
	pass_ms(1000);
	int early = fake.opens;
	pass_ms(9000);
	int middle = fake.opens;
	pass_ms(60000);
	assert_in_range(early, 3, 6);
	assert_in_range(fake.opens - middle, 10, 30); /* two seconds apart at the end: somebody may be waiting */
	fake.open_error = 0;
	pass_ms(10000);
	assert_int_equal(status.state, HAL_READY);
}

static void a_wrong_line_is_named_with_its_chip(void **state)
{
	(void)state;
	fake.open_error = -EINVAL;
	fake.busy = 40;
	open_board(TWO_CHIPS);
	assert_int_equal(status.state, HAL_ABSENT);
	assert_says("expander0 (/dev/gpiochip0) has no line 40");
}

static void an_expander_off_its_cable_is_noticed_though_it_says_nothing(void **state)
{
	(void)state;
	open_board(TWO_CHIPS "rescan_ms = 1000\n");
	assert_int_equal(status.state, HAL_READY);
	fake.get_error[1] = -EREMOTEIO;
	pass_ms(700);
	assert_int_equal(status.state, HAL_READY); /* one disturbed transfer is nothing */
	pass_ms(3000);
	assert_int_equal(status.state, HAL_ABSENT);
	assert_says("GPIO chip expander1 is gone");
	fake.get_error[1] = 0;
	fake.level[0][0] = 1;
	frames = 0;
	pass_ms(10000);
	assert_int_equal(status.state, HAL_READY);
	assert_int_equal(frames, 1);
	assert_int_equal(value[0], 1);
}

/* ---- Light ------------------------------------------------------------------------------------------------------------- */

#define FOUR_LEDS "[leds]\nlabels = sensors\n" TWO_CHIPS

static void leds_that_are_not_there_are_named_with_the_remedy_and_the_sensors_go_on(void **state)
{
	(void)state;
	open_board(FOUR_LEDS "leds = apa102\nled_device = /dev/no-such-spi\n");
	assert_int_equal(status.state, HAL_READY);
	assert_says("LEDs: /dev/no-such-spi is not there: dtparam=spi=on in config.txt");
}

static void a_file_that_is_no_spi_device_is_said_to_be(void **state)
{
	(void)state;
	open_board(FOUR_LEDS "leds = ws2812\nled_device = /dev/null\n");
	assert_int_equal(status.state, HAL_READY);
	assert_says("LEDs: /dev/null is no SPI device");
}

static void an_i2c_bus_that_is_not_there_is_named_with_the_remedy(void **state)
{
	(void)state;
	open_board(FOUR_LEDS "leds = ht16k33\nled_device = /dev/no-such-i2c\n");
	assert_says("LEDs: /dev/no-such-i2c is not there: dtparam=i2c_arm=on");
}

static void plain_leds_on_a_chip_that_is_not_there_say_so_and_are_tried_again(void **state)
{
	(void)state;
	open_board(FOUR_LEDS "leds = gpio\nled_chip = expander7\nled_lines = 8 9 10 11\n");
	assert_int_equal(status.state, HAL_READY);
	assert_says("LEDs: there is no GPIO chip expander7");
	int64_t next = hal_next_us(hal);
	assert_in_range(next - now, 100000, 2000000);
}

static void leds_without_grades_shine_at_any_brightness(void **state)
{
	(void)state;
	struct hal_rgb frame[4] = { { 255, 0, 0 }, { 0, 0, 0 }, { 30, 30, 30 }, { 0, 255, 0 } };
	open_board(FOUR_LEDS "leds = gpio\nled_chip = expander1\nled_lines = 8 9 10 11\n");
	assert_true(status.on_off && status.one_colour);
	hal_brightness(hal, 10);
	assert_int_equal(hal_show(hal, now, frame, 4), 0);
	assert_int_equal(fake.driven[1][8], 1);
	assert_int_equal(fake.driven[1][9], 0);
	assert_int_equal(fake.driven[1][10], 0); /* only glows */
	assert_int_equal(fake.driven[1][11], 1);
}

static void an_led_line_that_fails_is_taken_up_again_with_the_last_frame(void **state)
{
	(void)state;
	struct hal_rgb frame[4] = { { 255, 0, 0 } };
	open_board(FOUR_LEDS "leds = gpio\nled_chip = expander1\nled_lines = 8 9 10 11\n");
	fake.get_error[1] = -EIO;
	assert_int_equal(hal_show(hal, now, frame, 4), -ENODEV);
	take();
	assert_says("LEDs: gpio: Input/output error; trying again");
	fake.get_error[1] = 0;
	fake.driven[1][8] = 0;
	pass_ms(3000);
	assert_int_equal(fake.driven[1][8], 1);
	assert_string_equal(status.message, "");
}

/* ---- Looking again ------------------------------------------------------------------------------------------------------ */

static void an_edge_that_got_lost_is_found_by_a_slow_look_at_one_chip_a_time(void **state)
{
	(void)state;
	open_board(TWO_CHIPS "rescan_ms = 1000\n");
	int first = fake.gets[0], second = fake.gets[1];
	fake.level[1][0] = 1; /* and no edge comes */
	pass_ms(600);
	assert_int_equal(fake.gets[0] + fake.gets[1], first + second + 1);
	pass_ms(600);
	assert_int_equal(fake.gets[0], first + 1);
	assert_int_equal(fake.gets[1], second + 1);
	assert_int_equal(value[2], 1);
}

static void without_looking_again_nothing_wakes_anybody(void **state)
{
	(void)state;
	open_board(TWO_CHIPS);
	pass_ms(10);
	assert_true(hal_next_us(hal) == HAL_NEVER);
}

static void a_matrix_that_was_away_is_read_whole(void **state)
{
	(void)state;
	fake.level[0][4] = fake.level[0][5] = 1;
	open_board(MATRIX);
	assert_int_equal(status.state, HAL_READY);
	assert_int_equal(value[0] + value[1] + value[2] + value[3], 4);
	fake.get_error[0] = -EREMOTEIO;
	pass_ms(100);
	assert_int_equal(status.state, HAL_ABSENT);
	fake.level[0][4] = fake.level[0][5] = 0; /* everything was taken off meanwhile */
	fake.get_error[0] = 0;
	pass_ms(10000);
	assert_int_equal(status.state, HAL_READY);
	assert_int_equal(value[0] + value[1] + value[2] + value[3], 0);
}

#define WITH_FAKE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FAKE(permissions_that_come_after_the_start_are_waited_for),
		WITH_FAKE(a_line_in_use_is_tried_again_ever_more_rarely),
		WITH_FAKE(a_wrong_line_is_named_with_its_chip),
		WITH_FAKE(an_expander_off_its_cable_is_noticed_though_it_says_nothing),
		WITH_FAKE(leds_that_are_not_there_are_named_with_the_remedy_and_the_sensors_go_on),
		WITH_FAKE(a_file_that_is_no_spi_device_is_said_to_be),
		WITH_FAKE(an_i2c_bus_that_is_not_there_is_named_with_the_remedy),
		WITH_FAKE(plain_leds_on_a_chip_that_is_not_there_say_so_and_are_tried_again),
		WITH_FAKE(leds_without_grades_shine_at_any_brightness),
		WITH_FAKE(an_led_line_that_fails_is_taken_up_again_with_the_last_frame),
		WITH_FAKE(an_edge_that_got_lost_is_found_by_a_slow_look_at_one_chip_a_time),
		WITH_FAKE(without_looking_again_nothing_wakes_anybody),
		WITH_FAKE(a_matrix_that_was_away_is_read_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
