/* pairing.c — the lights of a pairing window, and the address on the console. */
#include "pairing.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "app.h"
#include "boardio.h"
#include "log.h"
#include "presenter.h"
#include "qr.h"

enum { LIT_US = 900000, DARK_US = 300000, PAUSE_US = 1800000 };

/* ---- Lights ---------------------------------------------------------------------------------------------------------------------- */

/* One square after the other, then a pause; all else is dark, so that nobody takes a game's light for the code. */
static void overlay(void *user, int64_t now_us, struct light *light, int sites, int64_t *ret_next_us)
{
	struct app *app = user;
	const struct auth_window *w = auth_window(app->auth, now_us);
	if (!w || w->way != AUTH_TAPS) {
		boardio_set_overlay(app->boardio, NULL, NULL);
		*ret_next_us = now_us;
		return;
	}
	memset(light, 0, (size_t)sites * sizeof *light);
	int64_t one = LIT_US + DARK_US, round = w->sites * one + PAUSE_US;
	int64_t at = (now_us - app->pairing_us) % round, step = at / one;
	bool lit = step < w->sites && at % one < LIT_US;
	if (lit && w->site[step] < sites)
		light[w->site[step]] =
		    (struct light){ .r = 255, .g = 255, .b = 255, .meaning = LIGHT_NOTHING, .word = LIGHT_STEADY, .bar = 255 };
	int64_t end = step >= w->sites ? round : lit ? step * one + LIT_US : (step + 1) * one;
	*ret_next_us = now_us + end - at;
}

void pairing_open(struct app *app, int64_t now_us)
{
	uint16_t lit[RULES_SITES_MAX];
	int sites, n = boardio_lit(app->boardio, lit);
	auth_open(app->auth, now_us, rules_sites(boardio_variant(app->boardio), &sites), lit, n);
	app->pairing_us = now_us;
	const struct auth_window *w = auth_window(app->auth, now_us);
	if (w && w->way == AUTH_DIGITS)
		printf("pairing code: %s\n", w->code); /* the console stands beside the board; the journal is not told */
	fflush(stdout);
	boardio_set_overlay(app->boardio, overlay, app);
	log_line(LOG_LEVEL_NOTICE, "pairing", "hands on the board opened a window for one phone");
}

int64_t pairing_next_us(struct app *app, int64_t now_us)
{
	const struct auth_window *w = auth_window(app->auth, now_us);
	return w ? w->until_us : INT64_MAX;
}

/* ---- Console --------------------------------------------------------------------------------------------------------------------- */

void pairing_address(char ret[64])
{
	struct ifaddrs *all;
	snprintf(ret, 64, "127.0.0.1");
	if (getifaddrs(&all) < 0)
		return;
	for (const struct ifaddrs *i = all; i; i = i->ifa_next) {
		struct sockaddr_in in;
		if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || i->ifa_flags & IFF_LOOPBACK ||
		    !(i->ifa_flags & IFF_UP))
			continue;
		memcpy(&in, i->ifa_addr, sizeof in);
		inet_ntop(AF_INET, &in.sin_addr, ret, 64);
		break;
	}
	freeifaddrs(all);
}

void pairing_url(struct app *app, const char *code, char ret[160])
{
	char address[64], port[8] = "";
	const char *bound = app->config.bind;
	if (!*bound || strcmp(bound, "0.0.0.0") == 0 || strcmp(bound, "::") == 0)
		pairing_address(address);
	else
		snprintf(address, sizeof address, strchr(bound, ':') ? "[%.60s]" : "%.60s", bound);
	if (app->port != 80)
		snprintf(port, sizeof port, ":%d", app->port);
	snprintf(ret, 160, "http://%s%s/%s%s", address, port, code ? "#pair=" : "", code ? code : "");
}

void pairing_print(struct app *app, bool pair)
{
	char url[160];
	pairing_url(app, pair ? auth_console(app->auth) : NULL, url);
	qr_print(stdout, url);
	printf("open on your phone: %s\n", url);
	fflush(stdout);
}
