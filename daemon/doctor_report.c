/* doctor_report.c — checks and sensors as text to attach to a bug. */
#include "doctor.h"

#include <stdio.h>
#include <stdlib.h>

json_t *doctor_board(bool ready, const char *message)
{
	char es[256];
	json_t *checks = json_array();
	snprintf(es, sizeof es, "El programa dice: %s", message);
	json_array_append_new(checks, json_pack("{s:s,s:b,s:s,s:s,s:{s:s,s:s}}", "key", "board", "ok", ready, "en",
						ready ? "The board answers" : "The board does not answer", "es",
						ready ? "El tablero responde" : "El tablero no responde", "remedy", "en",
						ready ? "" : message, "es", ready ? "" : es));
	if (ready && message[0])
		json_array_append_new(checks, json_pack("{s:s,s:b,s:s,s:s,s:{s:s,s:s}}", "key", "board-part", "ok", 0, "en",
							"The board plays, but a part of it does not work", "es",
							"El tablero juega, pero una parte no funciona", "remedy", "en", message,
							"es", es));
	return checks;
}

char *doctor_report(json_t *checks, json_t *lines, const char *about, bool spanish)
{
	char *text = NULL;
	size_t size, i;
	json_t *one;
	const char *language = spanish ? "es" : "en";
	FILE *f = open_memstream(&text, &size);
	if (!f)
		return NULL;
	fprintf(f, "tablero doctor\n%s\n", about);
	json_array_foreach(checks, i, one)
	{
		bool ok = json_is_true(json_object_get(one, "ok"));
		fprintf(f, "%s %s: %s\n",
			ok        ? "ok  "
			: spanish ? "MAL "
				  : "BAD ",
			json_string_value(json_object_get(one, "key")), json_string_value(json_object_get(one, language)));
		if (!ok)
			fprintf(f, "     %s: %s\n", spanish ? "remedio" : "remedy",
				json_string_value(json_object_get(json_object_get(one, "remedy"), language)));
	}
	if (json_array_size(lines))
		fprintf(f, "\n%-8s %-9s %5s %5s %8s %8s %7s %5s\n", "line", "kind", "raw", "value", "changes", "bounces",
			"pulses", "wear");
	json_array_foreach(lines, i, one)
	    fprintf(f, "%-8s %-9s %5lld %5lld %8lld %8lld %7lld %5lld%s\n", json_string_value(json_object_get(one, "label")),
		    json_string_value(json_object_get(one, "kind")), (long long)json_integer_value(json_object_get(one, "raw")),
		    (long long)json_integer_value(json_object_get(one, "value")),
		    (long long)json_integer_value(json_object_get(one, "changes")),
		    (long long)json_integer_value(json_object_get(one, "bounces")),
		    (long long)json_integer_value(json_object_get(one, "pulses")),
		    (long long)json_integer_value(json_object_get(one, "wear")),
		    json_is_true(json_object_get(one, "faulty")) ? " faulty" : "");
	if (fclose(f) != 0) {
		free(text);
		return NULL;
	}
	return text;
}
