/* doctor.c — checks of chips, ports, groups, modules, power and clock. */
#include "doctor.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hal.h"

struct doctor {
	const char *root, *connection;
	const struct hal_board *board;
	json_t *checks;
};

static void add(struct doctor *d, const char *key, bool ok, const char *en, const char *es, const char *remedy_en,
		const char *remedy_es)
{
	json_array_append_new(d->checks, json_pack("{s:s,s:b,s:s,s:s,s:{s:s,s:s}}", "key", key, "ok", ok, "en", en, "es", es,
						   "remedy", "en", ok ? "" : remedy_en, "es", ok ? "" : remedy_es));
}

static void full(const struct doctor *d, const char *path, char ret[300])
{
	snprintf(ret, 300, "%.120s%.170s", d->root, path);
}

/* First line of a file, "" if there is none. */
static void first_line(const struct doctor *d, const char *path, char *ret, size_t room)
{
	char name[300];
	full(d, path, name);
	FILE *f = fopen(name, "re");
	ret[0] = '\0';
	if (!f)
		return;
	if (fgets(ret, (int)room, f))
		ret[strcspn(ret, "\n")] = '\0';
	fclose(f);
}

/* Name of the first entry of a directory that begins so; its number of such entries. */
static int entries(const struct doctor *d, const char *directory, const char *begins, char ret[64])
{
	char name[300];
	int n = 0;
	full(d, directory, name);
	DIR *dir = opendir(name);
	if (!dir)
		return 0;
	for (struct dirent *e = readdir(dir); e; e = readdir(dir))
		if (strncmp(e->d_name, begins, strlen(begins)) == 0 && n++ == 0)
			snprintf(ret, 64, "%.60s", e->d_name);
	closedir(dir);
	return n;
}

/* 0: can be opened; −errno otherwise. */
static int usable(const struct doctor *d, const char *path)
{
	char name[300];
	full(d, path, name);
	return access(name, R_OK | W_OK) == 0 ? 0 : -errno;
}

static void check_device(struct doctor *d, const char *key, const char *path, const char *group, const char *absent_en,
			 const char *absent_es)
{
	char en[200], es[200], fix_en[300], fix_es[300];
	int err = usable(d, path);
	if (err == 0) {
		snprintf(en, sizeof en, "%s can be used", path);
		snprintf(es, sizeof es, "%s se puede usar", path);
		add(d, key, true, en, es, "", "");
	} else if (err == -ENOENT) {
		snprintf(en, sizeof en, "%s is not there", path);
		snprintf(es, sizeof es, "%s no existe", path);
		add(d, key, false, en, es, absent_en, absent_es);
	} else {
		snprintf(en, sizeof en, "%s may not be opened by this user", path);
		snprintf(es, sizeof es, "Este usuario no puede abrir %s", path);
		snprintf(
		    fix_en, sizeof fix_en,
		    "Add the user to the group %s (sudo usermod -aG %s USER) and log in again; the service has it by itself",
		    group, group);
		snprintf(
		    fix_es, sizeof fix_es,
		    "Añade el usuario al grupo %s (sudo usermod -aG %s USUARIO) y vuelve a entrar; el servicio ya lo tiene",
		    group, group);
		add(d, key, false, en, es, fix_en, fix_es);
	}
}

/* ---- By connection --------------------------------------------------------------------------------------------------------------------- */

static void check_serial(struct doctor *d, const char *port)
{
	char found[64] = "", en[300], es[300];
	int n = entries(d, "/dev", "ttyACM", found) + entries(d, "/dev", "ttyUSB", found);
	snprintf(en, sizeof en,
		 n ? "Set connection = serial:/dev/%s, or plug the board in"
		   : "Plug the board in; load the driver with sudo modprobe cdc_acm%s",
		 n ? found : "");
	snprintf(es, sizeof es,
		 n ? "Pon connection = serial:/dev/%s, o enchufa el tablero"
		   : "Enchufa el tablero; carga el controlador con sudo modprobe cdc_acm%s",
		 n ? found : "");
	check_device(d, "serial-port", port, "dialout", en, es);
	char console[512];
	first_line(d, "/proc/cmdline", console, sizeof console);
	bool clash =
	    (strstr(console, "console=serial0") || strstr(console, "console=ttyAMA0") || strstr(console, "console=ttyS0")) &&
	    (strstr(port, "ttyAMA0") || strstr(port, "serial0") || strstr(port, "ttyS0"));
	add(d, "serial-console", !clash,
	    clash ? "The system console uses the same port as the board" : "No system console on the board's port",
	    clash ? "La consola del sistema usa el mismo puerto que el tablero"
		  : "Ninguna consola del sistema en el puerto del tablero",
	    "Run raspi-config, Interface Options, Serial Port: login shell no, hardware yes",
	    "Ejecuta raspi-config, Interface Options, Serial Port: login "
	    "shell no, hardware yes");
}

static void check_gpio(struct doctor *d)
{
	char chip[64] = "", path[80], label[64] = "", en[160], es[160];
	int n = entries(d, "/dev", "gpiochip", chip);
	if (n == 0) {
		add(d, "gpio-chip", false, "No GPIO chip is there", "No hay ningún chip GPIO",
		    "This kernel has no GPIO driver; use Raspberry Pi OS, or a serial board",
		    "Este núcleo no tiene controlador GPIO; usa Raspberry Pi OS o un tablero serie");
		return;
	}
	for (int i = 0; i < 32 && !label[0]; i++) {
		snprintf(path, sizeof path, "/sys/class/gpio/gpiochip%d/label", i);
		first_line(d, path, label, sizeof label);
	}
	snprintf(en, sizeof en, "%d GPIO chips, the first is %s %s", n, chip, label);
	snprintf(es, sizeof es, "%d chips GPIO, el primero es %s %s", n, chip, label);
	add(d, "gpio-chip", true, en, es, "", "");
	snprintf(path, sizeof path, "/dev/%.60s", chip);
	check_device(d, "gpio-access", path, "gpio", "Load the driver", "Carga el controlador");
}

/* ---- Settings of the Pi ------------------------------------------------------------------------------------------------------------------ */

/* Whether a setting stands in config.txt, not commented out. */
static bool configured(const struct doctor *d, const char *setting)
{
	static const char *const paths[] = { "/boot/firmware/config.txt", "/boot/config.txt" };
	char name[300], line[200];
	bool found = false;
	for (size_t i = 0; i < sizeof paths / sizeof *paths && !found; i++) {
		full(d, paths[i], name);
		FILE *f = fopen(name, "re");
		while (f && !found && fgets(line, sizeof line, f)) {
			const char *p = line + strspn(line, " \t");
			found = strncmp(p, setting, strlen(setting)) == 0;
		}
		if (f)
			fclose(f);
	}
	return found;
}

/* The number in "Raspberry Pi 4 Model B"; 0: another machine, or one without a number (the first Pi, Zero). */
static int pi_model(const struct doctor *d, bool *ret_is_pi)
{
	char text[80];
	int n = 0;
	first_line(d, "/proc/device-tree/model", text, sizeof text);
	*ret_is_pi = strncmp(text, "Raspberry Pi", 12) == 0;
	if (*ret_is_pi)
		sscanf(text, "Raspberry Pi %d", &n);
	return n;
}

static const char *light_driver(const struct doctor *d)
{
	char section[16];
	snprintf(section, sizeof section, "%.*s", (int)strcspn(d->connection, ":"), d->connection);
	const char *driver = d->board ? hal_board_value(d->board, section, "leds") : NULL;
	return driver ? driver : "none";
}

static const char *light_device(const struct doctor *d, const char *usual)
{
	char section[16];
	snprintf(section, sizeof section, "%.*s", (int)strcspn(d->connection, ":"), d->connection);
	const char *device = d->board ? hal_board_value(d->board, section, "led_device") : NULL;
	return device ? device : usual;
}

/* A WS2812 takes 12 bytes, and 120 of silence latch the frame, which must go out in one piece; that of an APA102 need not. */
static void check_spi_buffer(struct doctor *d)
{
	char text[32], en[160], es[160], fix_en[160], fix_es[160];
	first_line(d, "/sys/module/spidev/parameters/bufsiz", text, sizeof text);
	int room = atoi(text), leds = d->board ? hal_board_leds(d->board) : 0;
	int bytes = 12 * leds + 120, wanted = (bytes + 4095) / 4096 * 4096;
	if (!text[0])
		return;
	snprintf(en, sizeof en, "SPI takes %d bytes at once; %d LEDs are %d", room, leds, bytes);
	snprintf(es, sizeof es, "SPI admite %d bytes de una vez; %d LEDs son %d", room, leds, bytes);
	snprintf(fix_en, sizeof fix_en, "Add spidev.bufsiz=%d to the line in /boot/firmware/cmdline.txt and start anew",
		 wanted);
	snprintf(fix_es, sizeof fix_es, "Añade spidev.bufsiz=%d a la línea de /boot/firmware/cmdline.txt y reinicia", wanted);
	add(d, "spi-buffer", room >= bytes, en, es, fix_en, fix_es);
}

/* The SPI clock of these follows the core's, which follows the load; WS2812 have no clock line to follow it. */
static void check_spi_clock(struct doctor *d)
{
	bool is_pi;
	int model = pi_model(d, &is_pi);
	if (!is_pi || model >= 5)
		return;
	bool four = model == 4;
	bool fixed =
	    four ? configured(d, "core_freq=500") && configured(d, "core_freq_min=500") : configured(d, "core_freq=250");
	add(d, "spi-clock", fixed,
	    fixed ? "The SPI clock is fixed" : "The SPI clock wanders with the load; WS2812 LEDs flicker",
	    fixed ? "El reloj SPI es fijo" : "El reloj SPI varía con la carga; los LEDs WS2812 parpadean",
	    four ? "Put core_freq=500 and core_freq_min=500 into /boot/firmware/config.txt and start anew, or use APA102 LEDs"
		 : "Put core_freq=250 into /boot/firmware/config.txt and start anew, or use APA102 LEDs",
	    four ? "Pon core_freq=500 y core_freq_min=500 en /boot/firmware/config.txt y reinicia, o usa LEDs APA102"
		 : "Pon core_freq=250 en /boot/firmware/config.txt y reinicia, o usa LEDs APA102");
}

static void check_audio(struct doctor *d)
{
	char audio[64];
	bool on = entries(d, "/sys/module", "snd_bcm2835", audio) > 0;
	add(d, "audio", !on,
	    on ? "The analogue sound driver is loaded; it shares clocks with the LEDs"
	       : "No analogue sound driver disturbs the LEDs",
	    on ? "El sonido analógico está activo; comparte relojes con los LEDs"
	       : "Ningún sonido analógico molesta a los LEDs",
	    "If LEDs flicker put dtparam=audio=off into /boot/firmware/config.txt and start anew",
	    "Si los LEDs parpadean, pon dtparam=audio=off en /boot/firmware/config.txt y reinicia");
}

static void check_leds(struct doctor *d)
{
	const char *driver = light_driver(d);
	bool ws2812 = strcmp(driver, "ws2812") == 0;
	if (ws2812 || strcmp(driver, "apa102") == 0) {
		check_device(d, "spi", light_device(d, "/dev/spidev0.0"), "spi",
			     "Put dtparam=spi=on into /boot/firmware/config.txt and start anew",
			     "Pon dtparam=spi=on en /boot/firmware/config.txt y reinicia");
		check_audio(d);
		if (ws2812) {
			check_spi_buffer(d);
			check_spi_clock(d);
		}
	} else if (strcmp(driver, "none") == 0) {
		add(d, "leds", true, "The board file names no LEDs on this machine",
		    "El archivo del tablero no nombra LEDs en esta máquina", "", "");
	}
}

static bool has_expander(const struct doctor *d)
{
	return d->board && strncmp(d->connection, "gpio:", 5) == 0 && hal_board_mentions(d->board, "gpio", "chip mcp23");
}

static void check_i2c(struct doctor *d)
{
	bool is_pi;
	pi_model(d, &is_pi);
	bool light = strcmp(light_driver(d), "ht16k33") == 0;
	if (!has_expander(d) && !light)
		return;
	const char *bus = light ? light_device(d, "/dev/i2c-1") : "/dev/i2c-1";
	check_device(d, "i2c", bus, "i2c", "Put dtparam=i2c_arm=on into /boot/firmware/config.txt and start anew",
		     "Pon dtparam=i2c_arm=on en /boot/firmware/config.txt y reinicia");
	if (!is_pi)
		return;
	bool fast =
	    configured(d, "dtparam=i2c_arm_baudrate=400000") || configured(d, "dtparam=i2c_arm=on,i2c_arm_baudrate=400000");
	add(d, "i2c-speed", fast,
	    fast ? "I2C runs at 400 kHz" : "I2C runs at its slow standard speed; expanders answer four times later",
	    fast ? "I2C va a 400 kHz" : "I2C va a su velocidad lenta; los expansores responden cuatro veces más tarde",
	    "Put dtparam=i2c_arm_baudrate=400000 into /boot/firmware/config.txt and start anew",
	    "Pon dtparam=i2c_arm_baudrate=400000 en /boot/firmware/config.txt y reinicia");
	if (has_expander(d)) {
		bool there = configured(d, "dtoverlay=mcp23017") || configured(d, "dtoverlay=mcp23s17");
		add(d, "expander", there, there ? "The expander chips are configured" : "No expander chip is configured",
		    there ? "Los chips expansores están configurados" : "No hay ningún chip expansor configurado",
		    "Put a line dtoverlay=mcp23017,addr=0x20,gpiopin=17 for each chip into /boot/firmware/config.txt and start "
		    "anew",
		    "Pon una línea dtoverlay=mcp23017,addr=0x20,gpiopin=17 por cada chip en /boot/firmware/config.txt y "
		    "reinicia");
	}
}

/* ---- Who else wants the port ---------------------------------------------------------------------------------------------------------------- */

/* Whether a program of this name runs. */
static bool runs(const struct doctor *d, const char *wanted)
{
	char name[300], path[64], comm[32];
	bool found = false;
	full(d, "/proc", name);
	DIR *dir = opendir(name);
	for (struct dirent *e = dir ? readdir(dir) : NULL; e && !found; e = readdir(dir)) {
		if (e->d_name[0] < '1' || e->d_name[0] > '9')
			continue;
		snprintf(path, sizeof path, "/proc/%.30s/comm", e->d_name);
		first_line(d, path, comm, sizeof comm);
		found = strcmp(comm, wanted) == 0;
	}
	if (dir)
		closedir(dir);
	return found;
}

static void check_modem_manager(struct doctor *d)
{
	bool there = runs(d, "ModemManager");
	add(d, "modem-manager", !there,
	    there ? "ModemManager runs and talks to every new serial port" : "No modem manager talks to the board",
	    there ? "ModemManager está activo y habla con cada puerto serie nuevo"
		  : "Ningún gestor de módems habla con el tablero",
	    "sudo systemctl disable --now ModemManager", "sudo systemctl disable --now ModemManager");
}

/* ---- The machine ------------------------------------------------------------------------------------------------------------------------ */

/* The firmware's flags: bit 0 too little voltage now, bit 16 at some time since the start. */
static void check_power(struct doctor *d)
{
	char text[32], hwmon[64];
	unsigned long flags = 0;
	first_line(d, "/sys/devices/platform/soc/soc:firmware/get_throttled", text, sizeof text);
	if (text[0])
		flags = strtoul(text, NULL, 16);
	for (int i = 0; i < 16; i++) {
		snprintf(hwmon, sizeof hwmon, "/sys/class/hwmon/hwmon%d/in0_lcrit_alarm", i);
		first_line(d, hwmon, text, sizeof text);
		if (text[0] == '1')
			flags |= 1;
	}
	bool low = flags & 0x10001;
	add(d, "power", !low, low ? "The power supply has sagged below 4.63 V" : "No sag of the power supply was seen",
	    low ? "La alimentación ha caído por debajo de 4,63 V" : "No se ha visto ninguna caída de tensión",
	    "Use a 5 V 3 A supply and a short thick cable, and feed the LEDs on their own",
	    "Usa una fuente de 5 V y 3 A con cable corto y grueso, y alimenta los LEDs aparte");
}

static void check_heat(struct doctor *d)
{
	char text[32], en[80], es[80];
	first_line(d, "/sys/class/thermal/thermal_zone0/temp", text, sizeof text);
	if (!text[0])
		return;
	int degrees = atoi(text) / 1000;
	snprintf(en, sizeof en, "The processor is at %d °C", degrees);
	snprintf(es, sizeof es, "El procesador está a %d °C", degrees);
	add(d, "heat", degrees < 80, en, es, "Give the case an opening", "Abre un hueco en la caja");
}

static void check_modules(struct doctor *d)
{
	char kind[64] = "";
	bool there = strstr(d->connection, "ttyAMA") || strstr(d->connection, "ttyS") || strstr(d->connection, "serial0") ||
		     entries(d, "/sys/module", "cdc_acm", kind) > 0 || entries(d, "/sys/module", "ftdi_sio", kind) > 0 ||
		     entries(d, "/sys/module", "ch341", kind) > 0 || entries(d, "/sys/module", "cp210x", kind) > 0 ||
		     strstr(d->connection, "ttyAMA") || strstr(d->connection, "pts");
	add(d, "modules", there, there ? "A driver for serial boards is loaded" : "No driver for USB serial boards is loaded",
	    there ? "Hay un controlador de tableros serie" : "No hay ningún controlador de tableros serie USB",
	    "The package loads cdc_acm at start (modules-load.d); for other chips add ftdi_sio, ch341 or cp210x there",
	    "El paquete carga cdc_acm al arrancar (modules-load.d); para otros chips añade ahí ftdi_sio, ch341 o cp210x");
}

static void check_groups(struct doctor *d)
{
	static const char *const groups[] = { "gpio", "spi", "i2c", "dialout" };
	char missing[64] = "", text[4096];
	char name[300];
	full(d, "/etc/group", name);
	FILE *f = fopen(name, "re");
	size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
	text[n] = '\0';
	if (f)
		fclose(f);
	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
		char line[20];
		snprintf(line, sizeof line, "\n%s:", groups[i]);
		if (!strstr(text, line) && strncmp(text, line + 1, strlen(line + 1)) != 0)
			snprintf(missing + strlen(missing), sizeof missing - strlen(missing), " %s", groups[i]);
	}
	char en[128], es[128];
	snprintf(en, sizeof en, missing[0] ? "Groups are missing:%s" : "The groups for the hardware exist%s", missing);
	snprintf(es, sizeof es, missing[0] ? "Faltan grupos:%s" : "Existen los grupos del hardware%s", missing);
	add(d, "groups", !missing[0], en, es, "Install the package, or run sudo systemd-sysusers",
	    "Instala el paquete o ejecuta sudo systemd-sysusers");
}

json_t *doctor_checks(const char *root, const char *connection, const struct hal_board *board)
{
	struct doctor d = { .root = root, .connection = connection, .board = board, .checks = json_array() };
	if (strncmp(connection, "serial:", 7) == 0) {
		check_serial(&d, connection + 7);
		check_modules(&d);
		check_modem_manager(&d);
	}
	if (strncmp(connection, "gpio:", 5) == 0)
		check_gpio(&d);
	if (strncmp(connection, "sim:", 4) != 0) {
		check_i2c(&d);
		check_leds(&d);
		check_groups(&d);
	}
	check_power(&d);
	check_heat(&d);
	return d.checks;
}
