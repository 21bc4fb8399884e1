/*
 * log.h — one line to the journal (standard error). Lines of one kind are limited to ten a minute, control bytes never get
 * through, and whatever is secret is never handed here in the first place.
 */
#ifndef TABLERO_LOG_H
#define TABLERO_LOG_H

enum log_level { LOG_LEVEL_ERROR = 3, LOG_LEVEL_WARNING = 4, LOG_LEVEL_NOTICE = 5, LOG_LEVEL_INFO = 6 };

/* `kind` is a constant word that names the fault: "store", "http", "board". */
void log_line(int level, const char *kind, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The newest lines, oldest first, for the log page: calls `each` with the UTC second and the text. */
void log_each(void (*each)(void *user, long long second, int level, const char *text), void *user);

#endif
