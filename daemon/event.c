/* event.c — one event as one line of JSON. */
#include "event.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

const char *event_type_name(int type)
{
	static const char *const name[EVENT_TYPES] = {
		[EVENT_GAME] = "game",         [EVENT_LIFT] = "lift",       [EVENT_BACK] = "back",
		[EVENT_ACTION] = "action",     [EVENT_SETTLED] = "settled", [EVENT_UNDO] = "undo",
		[EVENT_QUESTION] = "question", [EVENT_ANSWER] = "answer",   [EVENT_MISMATCH] = "mismatch",
		[EVENT_AGREED] = "agreed",     [EVENT_REFUSED] = "refused", [EVENT_TURN] = "turn",
		[EVENT_OPEN] = "open",         [EVENT_RESULT] = "result",   [EVENT_BOARD] = "board",
		[EVENT_STORE] = "store",       [EVENT_HINT] = "hint",
	};

	return type >= 0 && type < EVENT_TYPES ? name[type] : "unknown";
}

void event_write(struct event *event, struct json_t *fields)
{
	json_t *line =
	    json_pack("{s:i, s:I, s:s}", "v", 1, "seq", (json_int_t)event->seq, "type", event_type_name(event->type));
	size_t size = 0;

	if (line && (!fields || json_object_update(line, fields) == 0))
		size = json_dumpb(line, event->json, sizeof(event->json), JSON_COMPACT);
	if (size > 0 && size < sizeof(event->json))
		event->json[size] = '\0';
	else
		snprintf(event->json, sizeof(event->json), "{\"v\":1,\"seq\":%" PRIu64 ",\"type\":\"%s\",\"cut\":true}",
			 event->seq, event_type_name(event->type));
	json_decref(fields);
	json_decref(line);
}
