/* embedded.h — files compiled in: the pages and the reference boards. Made at build time from web-ui/ and hal/boards/. */
#ifndef TABLERO_EMBEDDED_H
#define TABLERO_EMBEDDED_H

#include <stddef.h>

struct embedded {
	const char *path;          /* "/js/board.js", "contigo" */
	const char *type;          /* Content-Type; NULL for boards */
	const char *etag;          /* quoted hash of the content */
	const unsigned char *data; /* pages: gzip; boards: text ending in NUL */
	size_t size;
};

extern const struct embedded embedded_pages[]; /* end with path NULL, sorted by path */
extern const struct embedded embedded_boards[];
extern const struct embedded embedded_lessons[]; /* plain text as well, for the daemon's own reading; path: the game */
/* Hash of all pages: part of the URLs that may be kept for ever, "/s/HASH/…". */
extern const char embedded_hash[];

#endif
