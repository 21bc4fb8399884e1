/* hints.c — the search thread. */
#include "hints.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "app.h"
#include "boardio.h"
#include "session.h"

struct hints {
	struct app *app;
	sd_event_source *source;
	int fd;
	pthread_t thread;
	bool running;
	atomic_bool stop;
	int64_t until_us;
	struct rules_variant variant;
	struct rules_state state; /* being searched, or last searched */
	struct rules_found found;
	bool known; /* `found` belongs to `state` */
};

static bool stop(void *user)
{
	struct hints *h = user;
	return atomic_load(&h->stop) || app_now_us() >= h->until_us;
}

static void *search(void *user)
{
	struct hints *h = user;
	struct rules_search how = { .seed = 1, .stop = stop, .user = h };
	uint64_t one = 1;
	rules_search(&h->variant, &h->state, &how, &h->found);
	/* Cannot fail: the counter is far from full. */
	if (write(h->fd, &one, sizeof one) < 0)
		return NULL;
	return NULL;
}

static void tell(struct hints *h, int64_t now_us)
{
	struct view_text why;
	session_hint(h->app->session, now_us, h->found.best, &why);
	boardio_step(h->app->boardio, now_us);
}

static bool same_position(const struct hints *h, const struct rules_record *record)
{
	return record && memcmp(&record->variant, &h->variant, sizeof h->variant) == 0 &&
	       memcmp(&record->here, &h->state, sizeof h->state) == 0;
}

static int on_found(sd_event_source *source, int fd, uint32_t events, void *user)
{
	struct hints *h = user;
	uint64_t count;
	(void)source, (void)events;
	if (read(fd, &count, sizeof count) < 0)
		return 0;
	pthread_join(h->thread, NULL);
	h->running = false;
	h->known = true;
	if (same_position(h, session_record(h->app->session)) && h->found.best != RULES_NO_ACTION)
		tell(h, app_now_us());
	return 0;
}

int hints_new(struct app *app, struct hints **ret)
{
	struct hints *h = calloc(1, sizeof *h);
	if (!h)
		return -ENOMEM;
	h->app = app;
	h->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	int err = h->fd < 0 ? -errno : sd_event_add_io(app->loop, &h->source, h->fd, EPOLLIN, on_found, h);
	if (err < 0) {
		hints_free(h);
		return err;
	}
	*ret = h;
	return 0;
}

void hints_free(struct hints *h)
{
	if (!h)
		return;
	if (h->running) {
		atomic_store(&h->stop, true);
		pthread_join(h->thread, NULL);
	}
	sd_event_source_unref(h->source);
	if (h->fd >= 0)
		close(h->fd);
	free(h);
}

static int refuse(struct view_text *why, int err, const char *key, const char *en, const char *es)
{
	snprintf(why->key, sizeof why->key, "%s", key);
	snprintf(why->en, sizeof why->en, "%s", en);
	snprintf(why->es, sizeof why->es, "%s", es);
	return err;
}

/* Said before the search, not after it. */
static bool is_used_up(struct hints *h, int64_t now_us)
{
	struct view *view = malloc(sizeof *view);
	if (!view)
		return false;
	session_view(h->app->session, now_us, view);
	bool used_up = view->hint_rung == 0 && view->hints_left == 0;
	free(view);
	return used_up;
}

int hints_ask(struct hints *h, int64_t now_us, struct view_text *why)
{
	const struct rules_record *record = session_record(h->app->session);
	if (!record || rules_record_result(record) != RULES_ONGOING)
		return refuse(why, -ENOENT, "no-game", "There is no game going on", "No hay ninguna partida en marcha");
	if (is_used_up(h, now_us))
		return refuse(why, -EDQUOT, "no-hints-left", "No hints are left in this turn",
			      "No quedan pistas en este turno");
	if (h->known && same_position(h, record))
		return session_hint(h->app->session, now_us, h->found.best, why);
	if (h->running)
		return refuse(why, -EBUSY, "thinking", "I am still thinking", "Todavía estoy pensando");
	h->variant = record->variant;
	h->state = record->here;
	h->known = false;
	h->until_us = now_us + HINTS_MS * 1000;
	atomic_store(&h->stop, false);
	if (pthread_create(&h->thread, NULL, search, h) != 0)
		return refuse(why, -EAGAIN, "no-hint", "No hint can be worked out now", "Ahora no puedo calcular una pista");
	h->running = true;
	return 0;
}
