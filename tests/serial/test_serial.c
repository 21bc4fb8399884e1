/*
 * The serial backend, with the real libserialport, against an emulated board on a pseudo-terminal with a bad cable. Time is the
 * test's own: it goes on in small steps while neither side has anything to say.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal.h"
#include "ptyboard.h"

enum { SWITCHES = 12, ANALOGUE = 20, LEDS = 32, LINES = SWITCHES + ANALOGUE + 1, SECOND = 1000000 };

static const char text[] =
    "[board]\nid = x\ntitle = X\ngames = oraia\n"
    "[sensors s]\nkind = presence\nlabels = s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11\n"
    "[sensors a]\nkind = count\nmost = 50\nlevels = 0:0 50:1000\nlabels = p0 p1 p2 p3 p4 p5 p6 p7 p8 p9\n"
    " p10 p11 p12 p13 p14 p15 p16 p17 p18 p19\n"
    "[buttons]\nlabels = end1\n"
    "[leds]\nlabels = sensors\ngamma = 1\nlimit_ma = 0\n"
    "[serial]\nfirmware = demo\nbaud = 500000\n";

static struct hal_board *board;
static struct hal *h;
static struct ptyboard *pty;
static char message[HAL_MESSAGE_MAX], folder[64], device[96], spec[112];
static int64_t now;

/* What was heard. */
static int value[LINES], states[8], frames, changes;
static bool ever[LINES][1024]; /* values that a line may have had */
static int64_t last_us, last_change_us;

static struct ptyboard_config config(void)
{
	return (struct ptyboard_config){ .link = device, .id = "demo", .inputs = { SWITCHES, 0, ANALOGUE, 1 }, .leds = LEDS };
}

static void start(const struct ptyboard_config *c)
{
	if (c)
		pty = ptyboard_new(c, now);
	assert_int_equal(hal_open(spec, board, now, &h, message), 0);
}

static int setup(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/tablero-serial-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(device, sizeof device, "%s/ttyBoard", folder);
	snprintf(spec, sizeof spec, "serial:%s", device);
	assert_int_equal(hal_board_parse("x.ini", text, &board, message), 0);
	h = NULL;
	pty = NULL;
	now = 5 * SECOND;
	memset(value, 0, sizeof value);
	memset(states, 0, sizeof states);
	memset(ever, 0, sizeof ever);
	for (int i = 0; i < LINES; i++)
		ever[i][0] = true;
	frames = changes = 0;
	last_us = last_change_us = 0;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	hal_close(h);
	ptyboard_free(pty);
	hal_board_free(board);
	unlink(device);
	rmdir(folder);
	return 0;
}

/* ---- The clock ------------------------------------------------------------------------------------------------------- */

static void hear(const struct hal_event *e)
{
	assert_true(e->time_us >= last_us);
	assert_true(e->time_us <= now);
	last_us = e->time_us;
	if (e->type == HAL_STATE)
		states[e->value]++;
	if (e->type == HAL_FRAME)
		frames++;
	if (e->type != HAL_LINE)
		return;
	assert_in_range(e->line, 0, LINES - 1);
	assert_true(ever[e->line][e->value]); /* nothing that was never so */
	value[e->line] = e->value;
	last_change_us = e->time_us;
	changes++;
}

/* One step: both sides do what they can; time goes on by a little, or by more and more while nothing is on the way. */
static void step(void)
{
	static int idle;
	struct hal_event event[64];
	int n = 0, k;
	if (pty)
		ptyboard_run(pty, now);
	while ((k = hal_read(h, now, event, 64)) > 0) {
		for (int i = 0; i < k; i++)
			hear(&event[i]);
		n += k;
	}
	if (pty)
		ptyboard_run(pty, now);
	struct pollfd p[2] = { { hal_fd(h), POLLIN, 0 }, { pty ? ptyboard_fd(pty) : -1, POLLIN, 0 } };
	bool settled = n == 0 && (!pty || ptyboard_idle(pty)), quiet = poll(p, 2, settled) == 0 && settled;
	idle = quiet ? idle + 1 : 0;
	now += !quiet ? 500 : idle < 5 ? 10000 : 100000;
}

static bool run_until(bool (*done)(void), int64_t most_us)
{
	for (int64_t end = now + most_us; now < end;) {
		step();
		if (done())
			return true;
	}
	return false;
}

static void run_for(int64_t us)
{
	for (int64_t end = now + us; now < end;)
		step();
}

static int state_now(void)
{
	struct hal_status s;
	hal_status(h, &s);
	return s.state;
}

static bool ready(void)
{
	return state_now() == HAL_READY;
}

static bool absent(void)
{
	return state_now() == HAL_ABSENT;
}

static bool silent(void)
{
	return state_now() == HAL_SILENT;
}

static bool says(const char *what)
{
	struct hal_status s;
	hal_status(h, &s);
	if (!strstr(s.message, what))
		print_message("message: \"%s\"\n", s.message);
	return strstr(s.message, what) != NULL;
}

static void set(char letter, int number, int v)
{
	int line = letter == 's' ? number : letter == 'a' ? SWITCHES + number : SWITCHES + ANALOGUE;
	ever[line][v] = true;
	ptyboard_set(pty, now, letter, number, v);
}

static bool agrees(void)
{
	for (int i = 0; i < LINES; i++) {
		char letter = i < SWITCHES ? 's' : i < SWITCHES + ANALOGUE ? 'a' : 'b';
		int number = i < SWITCHES ? i : i < SWITCHES + ANALOGUE ? i - SWITCHES : 0;
		if (ptyboard_get(pty, letter, number) != value[i])
			return false;
	}
	return ready();
}

static bool lit(void)
{
	int n;
	return memcmp(hal_shown(h, &n), ptyboard_shown(pty), LEDS * sizeof(struct hal_rgb)) == 0;
}

/* ---- Failures -------------------------------------------------------------------------------------------------------- */

static void a_board_that_is_not_there_is_a_state_and_is_found_when_it_comes(void **state)
{
	(void)state;
	start(NULL);
	run_for(SECOND);
	assert_true(absent());
	assert_true(says("is not there"));
	struct ptyboard_config c = config();
	pty = ptyboard_new(&c, now);
	assert_true(run_until(ready, 5 * SECOND));
}

static void a_path_that_is_no_path_is_refused_at_once(void **state)
{
	(void)state;
	assert_int_equal(hal_open("serial:ttyACM0", board, now, &h, message), -22);
	assert_non_null(strstr(message, "serial:/dev/ttyACM0"));
	start(NULL);
}

/* As nobody, for root may open anything. */
static void a_port_whose_permissions_come_late_is_waited_for(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	char real[PATH_MAX];
	bool root = geteuid() == 0;
	pty = ptyboard_new(&c, now);
	assert_non_null(realpath(device, real));
	chmod(folder, 0755);
	chmod(real, 0);
	if (root)
		assert_int_equal(seteuid(65534), 0);
	start(NULL);
	run_for(SECOND);
	bool was_absent = absent() && says("no permission for") && says("dialout");
	if (root)
		assert_int_equal(seteuid(0), 0);
	assert_true(was_absent);
	chmod(real, 0666); /* udev has come */
	if (root)
		assert_int_equal(seteuid(65534), 0);
	bool found = run_until(ready, 5 * SECOND);
	if (root)
		assert_int_equal(seteuid(0), 0);
	assert_true(found);
}

static void a_port_in_use_is_said_to_be(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	struct hal *second;
	struct hal_status s;
	start(&c);
	assert_true(run_until(ready, SECOND));
	assert_int_equal(hal_open(spec, board, now, &second, message), 0);
	hal_status(second, &s);
	assert_int_equal(s.state, HAL_ABSENT);
	assert_non_null(strstr(s.message, "in use"));
	hal_close(second);
	set('s', 3, 1);
	assert_true(run_until(agrees, SECOND));
}

static void a_board_of_another_protocol_or_kind_is_told_apart(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	c.version = 2;
	start(&c);
	run_for(SECOND);
	assert_int_equal(state_now(), HAL_STARTING);
	assert_true(says("speaks protocol 2, this program 1"));
	hal_close(h);
	ptyboard_free(pty);
	c = config();
	c.id = "other";
	start(&c);
	run_for(SECOND);
	assert_true(says("says it is \"other\", the board file wants \"demo\""));
	hal_close(h);
	ptyboard_free(pty);
	c = config();
	c.inputs[2] = 3;
	start(&c);
	run_for(SECOND);
	assert_true(says("has 3 analogue inputs, the board file uses 20"));
	assert_int_equal(frames, 0);
}

static void a_board_with_too_few_leds_plays_and_says_so(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	c.leds = 7;
	start(&c);
	assert_true(run_until(ready, SECOND));
	assert_true(says("LEDs: board \"demo\" has 7, the board file wants 32"));
	set('s', 3, 1);
	assert_true(run_until(agrees, SECOND));
	hal_close(h);
	ptyboard_free(pty);
	c = config();
	start(&c);
	assert_true(run_until(ready, SECOND));
	struct hal_status s;
	hal_status(h, &s);
	assert_string_equal(s.message, "");
}

static void a_board_whose_leds_have_one_colour_is_known_by_its_hello(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	struct hal_status s;
	c.channels = 1;
	start(&c);
	assert_true(run_until(ready, SECOND));
	hal_status(h, &s);
	assert_true(s.one_colour);
	assert_false(s.on_off);
}

static void a_port_that_says_nothing_or_nonsense_is_called_silent(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	start(&c);
	ptyboard_mute(pty, true);
	assert_true(run_until(silent, 8 * SECOND));
	assert_true(says("wrong port, wrong baud rate, no firmware"));
	ptyboard_mute(pty, false);
	assert_true(run_until(ready, 8 * SECOND));
}

static void nonsense_before_the_first_line_is_passed_over(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	start(&c);
	for (int i = 0; i < 20; i++)
		ptyboard_babble(pty, "Booting... \x01\xff{}*\r\n\n\xc3\xa9********\n");
	assert_true(run_until(ready, 3 * SECOND));
	struct hal_status s;
	hal_status(h, &s);
	assert_int_equal(s.resets, 0);
}

static void a_board_that_falls_silent_is_noticed_and_found_again(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	start(&c);
	assert_true(run_until(ready, SECOND));
	ptyboard_mute(pty, true);
	int64_t since = now;
	assert_true(run_until(silent, 6 * SECOND));
	assert_in_range(now - since, 2 * SECOND, 4 * SECOND);
	assert_true(says("fallen silent"));
	set('s', 5, 1);
	ptyboard_mute(pty, false);
	assert_true(run_until(agrees, 8 * SECOND));
}

static void a_pulled_cable_is_noticed_at_once_and_all_is_read_again(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	start(&c);
	set('s', 1, 1);
	assert_true(run_until(agrees, SECOND));
	for (int i = 0; i < 3; i++) {
		ptyboard_unplug(pty);
		assert_true(run_until(absent, SECOND / 10));
		set('s', 1, 0);
		set('s', 7 + i, 1);
		run_for(i * SECOND);
		ptyboard_plug(pty, now);
		assert_true(run_until(agrees, 5 * SECOND));
	}
	assert_int_equal(frames, 4);
}

static void a_reset_in_the_middle_of_a_line_is_counted_and_healed(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	struct hal_rgb frame[LEDS] = { { 1, 2, 3 }, { 255, 0, 0 } };
	struct hal_status s;
	start(&c);
	assert_true(run_until(ready, SECOND));
	hal_show(h, now, frame, LEDS);
	assert_true(run_until(lit, SECOND));
	set('s', 2, 1);
	ptyboard_reset(pty, now, 'W');
	assert_false(lit());
	assert_true(run_until(agrees, SECOND));
	assert_true(run_until(lit, SECOND));
	hal_status(h, &s);
	assert_int_equal(s.resets, 1);
	assert_true(s.damaged >= 1);
}

static void a_lost_line_is_noticed_by_its_number(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	struct ptyboard_noise all = { .lost = 10000 };
	struct hal_status s;
	start(&c);
	assert_true(run_until(ready, SECOND));
	ptyboard_noise(pty, 1, &all, NULL);
	set('s', 4, 1); /* this change is lost whole */
	run_for(20000);
	ptyboard_noise(pty, 1, NULL, NULL);
	assert_false(agrees());
	assert_true(run_until(agrees, 3 * SECOND));
	hal_status(h, &s);
	assert_int_equal(s.gaps, 1);
	assert_int_equal(s.damaged, 0);
	assert_int_equal(frames, 2);
}

/* ---- What works ------------------------------------------------------------------------------------------------------ */

static void damage_that_lost_no_change_is_healed_in_silence(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	struct ptyboard_noise all = { .garbled = 10000 };
	struct hal_status s;
	start(&c);
	set('s', 2, 1);
	assert_true(run_until(agrees, SECOND));
	run_for(100000);
	int before = frames, told = changes;
	ptyboard_noise(pty, 1, &all, NULL);
	ptyboard_babble(pty, "T 00 0000*0000\n");
	run_for(20000);
	ptyboard_noise(pty, 1, NULL, NULL);
	run_for(4 * SECOND);
	hal_status(h, &s);
	assert_true(s.damaged + s.gaps > 0);
	assert_int_equal(frames, before);
	assert_int_equal(changes, told);
	assert_int_equal(states[HAL_READY], 1);
	assert_true(agrees());
}

static void a_board_is_read_whole_before_it_is_ready(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	pty = ptyboard_new(&c, now);
	set('s', 0, 1);
	set('a', 17, 777);
	set('b', 0, 1);
	start(NULL);
	assert_true(run_until(ready, SECOND));
	assert_true(agrees());
	assert_int_equal(frames, 1);
	assert_int_equal(states[HAL_READY], 1);
}

static void changes_come_with_the_time_at_which_they_happened(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	static const int ppm[] = { 0, 4000, -4000 };
	for (size_t i = 0; i < 3; i++) {
		c.clock_ppm = ppm[i];
		start(&c);
		assert_true(run_until(ready, SECOND));
		run_for(70 * SECOND); /* the board's clock goes round once */
		set('s', 0, 1);
		int64_t when = now;
		assert_true(run_until(agrees, SECOND));
		assert_in_range(last_change_us - when + 20000, 10000, 30000); /* within 10 ms */
		hal_close(h);
		h = NULL;
		ptyboard_free(pty);
		pty = NULL;
		memset(value, 0, sizeof value);
		last_us = 0;
	}
	start(NULL);
}

static void only_what_differs_is_sent_and_only_whole_frames_show(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	struct hal_rgb frame[LEDS] = { { 0 } };
	start(&c);
	assert_true(run_until(ready, SECOND));
	for (int i = 0; i < LEDS; i++)
		frame[i] = (struct hal_rgb){ (uint8_t)(i * 7), (uint8_t)(255 - i), 9 };
	hal_show(h, now, frame, LEDS);
	assert_true(run_until(lit, SECOND));
	struct ptyboard_counts before = ptyboard_counts(pty);
	frame[3].r ^= 1;
	hal_show(h, now, frame, LEDS);
	assert_true(run_until(lit, SECOND));
	struct ptyboard_counts after = ptyboard_counts(pty);
	assert_int_equal(after.led_lines - before.led_lines, 1);
	assert_int_equal(after.latches - before.latches, 1);
	hal_show(h, now, frame, LEDS);
	run_for(SECOND / 2);
	assert_int_equal(ptyboard_counts(pty).led_lines, after.led_lines);
}

static void a_slow_board_gets_the_newest_frame_and_never_more_than_it_can_hold(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	c.bytes_per_ms = 11; /* 115,200 baud */
	c.window = 64;
	struct hal_rgb frame[LEDS];
	start(&c);
	assert_true(run_until(ready, 3 * SECOND));
	for (int k = 0; k < 100; k++) {
		for (int i = 0; i < LEDS; i++)
			frame[i] = (struct hal_rgb){ (uint8_t)(k * 2), (uint8_t)(i * 5), (uint8_t)(k + i) };
		hal_show(h, now, frame, LEDS);
		run_for(3000);
	}
	assert_true(run_until(lit, 3 * SECOND));
	struct ptyboard_counts n = ptyboard_counts(pty);
	assert_int_equal(n.overruns, 0);
	assert_int_equal(n.refused, 0);
	assert_true(n.latches < 60); /* most frames were skipped */
}

static void leds_asked_for_while_the_board_is_away_shine_when_it_comes(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	struct hal_rgb frame[LEDS] = { { 9, 9, 9 } };
	start(NULL);
	assert_int_equal(hal_show(h, now, frame, LEDS), -19);
	pty = ptyboard_new(&c, now);
	assert_true(run_until(ready, 5 * SECOND));
	assert_true(run_until(lit, SECOND));
}

static void the_lights_go_out_when_the_board_is_closed(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	struct hal_rgb frame[LEDS] = { { 9, 9, 9 } };
	static const struct hal_rgb dark[LEDS];
	start(&c);
	assert_true(run_until(ready, SECOND));
	hal_show(h, now, frame, LEDS);
	assert_true(run_until(lit, SECOND));
	run_for(100000);
	hal_close(h);
	h = NULL;
	for (int i = 0; i < 50 && memcmp(ptyboard_shown(pty), dark, sizeof dark); i++) {
		poll(NULL, 0, 1); /* the terminal hands bytes over in its own time */
		ptyboard_drain(pty, now);
	}
	assert_memory_equal(ptyboard_shown(pty), dark, sizeof dark);
}

static void heartbeats_go_both_ways_when_nothing_happens(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	struct hal_status s;
	start(&c);
	assert_true(run_until(ready, SECOND));
	struct ptyboard_counts before = ptyboard_counts(pty);
	run_for(20 * SECOND);
	hal_status(h, &s);
	assert_int_equal(s.state, HAL_READY);
	assert_int_equal(frames, 1);
	assert_in_range(ptyboard_counts(pty).obeyed - before.obeyed, 8, 11);
}

/* ---- The bad cable --------------------------------------------------------------------------------------------------- */

/* A game's worth of changes and frames over a cable that damages about one line in ten, both ways. Values that were never so
 * are refused in hear(); at the end both sides must agree on everything. */
static void play_over(unsigned seed, const struct ptyboard_noise *noise)
{
	struct ptyboard_config c = config();
	struct hal_rgb frame[LEDS] = { { 0 } };
	unsigned r = seed;
	start(&c);
	assert_true(run_until(ready, SECOND));
	ptyboard_noise(pty, seed, noise, noise);
	for (int i = 0; i < 150; i++) {
		r = r * 1103515245 + 12345;
		unsigned pick = r >> 16;
		if (pick % 3)
			set('s', (int)(pick / 3 % SWITCHES), (int)(pick / 50 % 2));
		else
			set('a', (int)(pick / 3 % ANALOGUE), (int)(pick / 7 % 1024));
		if (pick % 8 == 0) {
			frame[pick / 8 % LEDS] = (struct hal_rgb){ (uint8_t)pick, 1, 2 };
			hal_show(h, now, frame, LEDS);
		}
		if (i == 70)
			ptyboard_reset(pty, now, 'B');
		run_for(10000);
	}
	if (!run_until(agrees, 20 * SECOND))
		fail_msg("seed %u: values disagree", seed);
	if (!run_until(lit, 20 * SECOND))
		fail_msg("seed %u: LEDs disagree", seed);
}

/* The hello after a reset is torn in every possible place. */
static void a_reset_whose_hello_is_lost_is_noticed_by_the_boards_age(void **state)
{
	(void)state;
	struct ptyboard_config c = config();
	struct ptyboard_noise all = { .lost = 10000 };
	struct hal_rgb frame[LEDS] = { { 1, 2, 3 } };
	start(&c);
	assert_true(run_until(ready, SECOND));
	hal_show(h, now, frame, LEDS);
	assert_true(run_until(lit, SECOND));
	for (int i = 0; i < 20; i++) {
		run_for(3 * SECOND + i * SECOND / 7);
		ptyboard_reset(pty, now, 'B');
		ptyboard_noise(pty, 1, &all, NULL);
		ptyboard_run(pty, now); /* hello and frame are lost whole */
		ptyboard_noise(pty, 1, NULL, NULL);
		assert_false(lit());
		assert_true(run_until(lit, 3 * SECOND));
		assert_true(run_until(agrees, SECOND));
	}
}

static void lost_bytes_are_healed(void **state)
{
	(void)state;
	play_over(1, &(struct ptyboard_noise){ .lost = 50 });
}

static void garbled_bytes_are_healed(void **state)
{
	(void)state;
	play_over(2, &(struct ptyboard_noise){ .garbled = 50 });
}

static void doubled_bytes_are_healed(void **state)
{
	(void)state;
	play_over(3, &(struct ptyboard_noise){ .doubled = 50 });
}

static void split_and_delayed_lines_are_put_together(void **state)
{
	(void)state;
	play_over(4, &(struct ptyboard_noise){ .split = 2000, .delay_us = 3000 });
	struct hal_status s;
	hal_status(h, &s);
	assert_int_equal(s.damaged + s.gaps, 1); /* the reset's torn line */
}

static void all_of_it_at_once_is_healed_for_many_seeds(void **state)
{
	(void)state;
	for (unsigned seed = 10; seed < 16; seed++) {
		play_over(seed,
			  &(struct ptyboard_noise){ .lost = 20, .garbled = 20, .doubled = 20, .split = 500, .delay_us = 2000 });
		teardown(NULL);
		setup(NULL);
	}
	start(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_board_that_is_not_there_is_a_state_and_is_found_when_it_comes, setup,
						teardown),
		cmocka_unit_test_setup_teardown(a_path_that_is_no_path_is_refused_at_once, setup, teardown),
		cmocka_unit_test_setup_teardown(a_port_whose_permissions_come_late_is_waited_for, setup, teardown),
		cmocka_unit_test_setup_teardown(a_port_in_use_is_said_to_be, setup, teardown),
		cmocka_unit_test_setup_teardown(a_board_of_another_protocol_or_kind_is_told_apart, setup, teardown),
		cmocka_unit_test_setup_teardown(a_board_with_too_few_leds_plays_and_says_so, setup, teardown),
		cmocka_unit_test_setup_teardown(a_board_whose_leds_have_one_colour_is_known_by_its_hello, setup, teardown),
		cmocka_unit_test_setup_teardown(a_port_that_says_nothing_or_nonsense_is_called_silent, setup, teardown),
		cmocka_unit_test_setup_teardown(nonsense_before_the_first_line_is_passed_over, setup, teardown),
		cmocka_unit_test_setup_teardown(a_board_that_falls_silent_is_noticed_and_found_again, setup, teardown),
		cmocka_unit_test_setup_teardown(a_pulled_cable_is_noticed_at_once_and_all_is_read_again, setup, teardown),
		cmocka_unit_test_setup_teardown(a_reset_in_the_middle_of_a_line_is_counted_and_healed, setup, teardown),
		cmocka_unit_test_setup_teardown(a_lost_line_is_noticed_by_its_number, setup, teardown),
		cmocka_unit_test_setup_teardown(damage_that_lost_no_change_is_healed_in_silence, setup, teardown),
		cmocka_unit_test_setup_teardown(a_board_is_read_whole_before_it_is_ready, setup, teardown),
		cmocka_unit_test_setup_teardown(changes_come_with_the_time_at_which_they_happened, setup, teardown),
		cmocka_unit_test_setup_teardown(only_what_differs_is_sent_and_only_whole_frames_show, setup, teardown),
		cmocka_unit_test_setup_teardown(a_slow_board_gets_the_newest_frame_and_never_more_than_it_can_hold, setup,
						teardown),
		cmocka_unit_test_setup_teardown(leds_asked_for_while_the_board_is_away_shine_when_it_comes, setup, teardown),
		cmocka_unit_test_setup_teardown(the_lights_go_out_when_the_board_is_closed, setup, teardown),
		cmocka_unit_test_setup_teardown(heartbeats_go_both_ways_when_nothing_happens, setup, teardown),
		cmocka_unit_test_setup_teardown(a_reset_whose_hello_is_lost_is_noticed_by_the_boards_age, setup, teardown),
		cmocka_unit_test_setup_teardown(lost_bytes_are_healed, setup, teardown),
		cmocka_unit_test_setup_teardown(garbled_bytes_are_healed, setup, teardown),
		cmocka_unit_test_setup_teardown(doubled_bytes_are_healed, setup, teardown),
		cmocka_unit_test_setup_teardown(split_and_delayed_lines_are_put_together, setup, teardown),
		cmocka_unit_test_setup_teardown(all_of_it_at_once_is_healed_for_many_seeds, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
