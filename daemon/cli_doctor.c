/* cli_doctor.c — `tablero doctor`: what is wrong with this machine and, if the daemon runs, with its board; as text for a bug. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cli_ask.h"
#include "doctor.h"

static bool all_well(json_t *checks)
{
	size_t i;
	json_t *one;
	json_array_foreach (checks, i, one)
		if (!json_is_true(json_object_get(one, "ok")))
			return false;
	return true;
}

/* What the daemon says, board and sensors included. −errno if it cannot be asked. */
static int ask_daemon(const char *state, bool *ret_well)
{
	char *text;
	size_t size;
	int status, err = cli_ask(state, "/doctor", NULL, &status, &text, &size);
	if (err < 0)
		return err;
	json_t *json = json_loads(text, 0, NULL);
	const char *report = json_string_value(json_object_get(json, "report"));
	if (report)
		fputs(report, stdout);
	*ret_well = all_well(json_object_get(json, "checks"));
	json_decref(json);
	free(text);
	return report ? 0 : -1;
}

int cli_doctor(int argc, char **argv)
{
	const char *option = NULL, *connection = NULL;
	char state[256];
	bool well = false;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--state") == 0 && i + 1 < argc)
			option = argv[++i];
		else if (!connection && strchr(argv[i], ':'))
			connection = argv[i];
		else
			return cli_wrong("doctor [--state DIR] [sim:|serial:PORT|gpio:]");
	}
	cli_state(option, state);
	if (!connection && ask_daemon(state, &well) == 0)
		return well ? 0 : 1;
	json_t *checks = doctor_checks("", connection ? connection : "gpio:");
	char *report = doctor_report(checks, NULL, connection ? connection : "no daemon runs here; checked for gpio:");
	if (report)
		fputs(report, stdout);
	well = all_well(checks);
	free(report);
	json_decref(checks);
	return well ? 0 : 1;
}
