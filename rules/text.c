/*
 * text.c — reading strictly what people typed, and writing it back.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "internal.h"

int rules_fail(struct rules_error *err, const char *format, ...)
{
	if (!err)
		return -EINVAL;

	va_list args;
	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	for (char *c = err->text; *c; c++) {
		if (*c < ' ' || *c > '~')
			*c = '?';
	}
	return -EINVAL;
}

bool rules_field_is(struct rules_field f, const char *text)
{
	return strlen(text) == (size_t)f.length && memcmp(text, f.text, (size_t)f.length) == 0;
}

int rules_split(const char *text, int n, const char *const name[], struct rules_field ret_field[], struct rules_error *err)
{
	size_t length = strlen(text);
	if (length >= RULES_POSITION_MAX)
		return rules_fail(err, "%s: longer than any position", name[0]);

	const char *at = text, *end = text + length;
	for (int i = 0; i < n; i++) {
		const char *space = memchr(at, ' ', (size_t)(end - at));
		const char *stop = space ? space : end;
		if (stop == at)
			return rules_fail(err, "%s: missing", name[i]);
		ret_field[i] = (struct rules_field){ at, (int)(stop - at) };
		if (!space && i < n - 1)
			return rules_fail(err, "%s: missing", name[i + 1]);
		if (space && i == n - 1)
			return rules_fail(err, "%s: more text after it", name[i]);
		at = space ? space + 1 : end;
	}
	return 0;
}

bool rules_take_number(struct rules_field *f, int max, int *ret)
{
	int n = 0, i = 0;
	while (i < f->length && f->text[i] >= '0' && f->text[i] <= '9') {
		n = n * 10 + (f->text[i] - '0');
		if (n > max || (i > 0 && f->text[0] == '0'))
			return false;
		i++;
	}
	if (i == 0)
		return false;

	f->text += i;
	f->length -= i;
	*ret = n;
	return true;
}

bool rules_take_char(struct rules_field *f, char c)
{
	if (f->length == 0 || f->text[0] != c)
		return false;
	f->text++;
	f->length--;
	return true;
}

char *rules_put(char *at, const char *text)
{
	size_t length = strlen(text);
	memcpy(at, text, length + 1);
	return at + length;
}

char *rules_put_number(char *at, int number)
{
	return at + sprintf(at, "%d", number);
}

void rules_sort_actions(rules_action *list, int n)
{
	for (int gap = n > 64 ? 57 : n > 16 ? 10 : 1; gap > 0; gap = gap == 57 ? 10 : gap == 10 ? 1 : 0) {
		for (int i = gap; i < n; i++) {
			rules_action a = list[i];
			int j = i;
			for (; j >= gap && list[j - gap] > a; j -= gap)
				list[j] = list[j - gap];
			list[j] = a;
		}
	}
}
