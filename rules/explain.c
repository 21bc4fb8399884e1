/*
 * explain.c — sentences in two languages, and ways step by step.
 */
#include <stdarg.h>
#include <stdio.h>

#include "internal.h"

int rules_explain(struct rules_why *ret, const char *rule, int site, int should, const char *en, const char *es, ...)
{
	va_list args;
	*ret = (struct rules_why){ .rule = rule, .site = (uint16_t)site, .should = (uint16_t)should };
	va_start(args, es);
	vsnprintf(ret->en, sizeof(ret->en), en, args);
	va_end(args);
	va_start(args, es);
	vsnprintf(ret->es, sizeof(ret->es), es, args);
	va_end(args);
	return 0;
}

void rules_path_step(struct rules_path *path, int site, enum rules_mark mark)
{
	if (path->length == RULES_PATH_MAX)
		return;
	path->step[path->length].site = (uint16_t)site;
	path->step[path->length].mark = (uint16_t)mark;
	path->length++;
}
