/* intake.c — the pieces of a long work, when the loop has nothing better to do. */
#include "intake.h"

#include "app.h"
#include "session.h"
#include "store.h"

enum { AT_ONCE = 4 }; /* steps: a game or two is answered in the same breath */

void intake_end(struct app *app)
{
	sd_event_source_disable_unref(app->intake);
	app->intake = NULL;
}

static int on_idle(sd_event_source *source, void *user)
{
	struct app *app = user;
	(void)source;
	if (store_take_step(app->store, app_utc_ms()))
		return 0;
	intake_end(app);
	session_shelf_changed(app->session); /* table memory reads the shelf anew */
	return 0;
}

int intake_begin(struct app *app)
{
	bool more = true;
	for (int i = 0; i < AT_ONCE && more; i++)
		more = store_take_step(app->store, app_utc_ms());
	if (!more) {
		session_shelf_changed(app->session);
		return 0;
	}
	int err = sd_event_add_defer(app->loop, &app->intake, on_idle, app);
	if (err == 0)
		err = sd_event_source_set_enabled(app->intake, SD_EVENT_ON);
	/* Behind whatever else there is: hands on the board, phones, the watchdog. */
	return err < 0 ? err : sd_event_source_set_priority(app->intake, SD_EVENT_PRIORITY_IDLE);
}
