/* pages.c — the pages: compiled in, or out of a directory while somebody works on them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api.h"
#include "app.h"
#include "embedded.h"

static const struct embedded *find(const char *path)
{
	for (const struct embedded *e = embedded_pages; e->path; e++)
		if (strcmp(e->path, path) == 0)
			return e;
	return NULL;
}

static const char *type_of(const char *path)
{
	static const char *const types[][2] = { { ".html", "text/html; charset=utf-8" },
						{ ".js", "text/javascript; charset=utf-8" },
						{ ".css", "text/css; charset=utf-8" },
						{ ".json", "application/json" },
						{ ".svg", "image/svg+xml" },
						{ ".png", "image/png" },
						{ ".webmanifest", "application/manifest+json" } };
	const char *dot = strrchr(path, '.');
	for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
		if (strcmp(dot, types[i][0]) == 0)
			return types[i][1];
	return "text/plain; charset=utf-8";
}

/* From the directory of --web: fresh at every look. The gate has refused paths that climb. */
static int from_directory(struct request *r, const char *path)
{
	char full[CONFIG_TEXT + 2100];
	struct stat st;
	snprintf(full, sizeof full, "%s%s", r->app->web_dir, path);
	int fd = open(full, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return request_errno(r, -ENOENT);
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return request_errno(r, -ENOENT);
	}
	r->file = fd;
	r->size = (size_t)st.st_size;
	r->type = type_of(path);
	return 200;
}

static int answer(struct request *r, const char *path, bool immutable)
{
	if (r->app->web_dir[0] && strncmp(path, "/api/", 5) != 0)
		return from_directory(r, path);
	const struct embedded *e = find(path);
	if (!e)
		return request_errno(r, -ENOENT);
	r->constant = e->data;
	r->size = e->size;
	r->type = e->type;
	r->etag = e->etag;
	r->gzip = true;
	r->immutable = immutable;
	return 200;
}

/* Addresses that the pages themselves understand: all are the one shell. */
static bool is_page(const char *path)
{
	static const char *const pages[] = { "/new",   "/games", "/learn",  "/rules",   "/settings", "/doctor",
					     "/table", "/pair",  "/review", "/players", "/lights" };
	if (strcmp(path, "/") == 0)
		return true;
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		size_t n = strlen(pages[i]);
		if (strncmp(path, pages[i], n) == 0 && (path[n] == '\0' || path[n] == '/'))
			return true;
	}
	return false;
}

int pages_answer(struct request *r)
{
	char prefix[32];
	size_t n = (size_t)snprintf(prefix, sizeof prefix, "/s/%s/", embedded_hash);
	if (strncmp(r->path, prefix, n) == 0)
		return answer(r, r->path + n - 1, true);
	if (strchr(strrchr(r->path, '/'), '.'))
		return answer(r, r->path, false);
	/* Whoever mistypes an address meets a page that leads on, and a status that tells machines the truth. */
	int status = answer(r, "/index.html", false);
	return status == 200 && !is_page(r->path) ? 404 : status;
}

int pages_openapi(struct request *r)
{
	return answer(r, "/api/v1/openapi.json", false);
}

/* ---- Lessons ------------------------------------------------------------------------------------------------------------------------ */

static const struct embedded *find_lesson(const char *game)
{
	for (const struct embedded *e = embedded_lessons; e->path; e++)
		if (strcmp(e->path, game) == 0)
			return e;
	return NULL;
}

char *pages_lesson_text(struct app *app, const char *game)
{
	if (app->web_dir[0]) {
		char path[CONFIG_TEXT + 128];
		snprintf(path, sizeof path, "%s/lessons/%.90s.json", app->web_dir, game);
		FILE *f = strchr(game, '/') ? NULL : fopen(path, "re");
		char *text = f ? calloc(1, 1 << 20) : NULL;
		if (text && fread(text, 1, (1 << 20) - 1, f) == 0) {
			free(text);
			text = NULL;
		}
		if (f)
			fclose(f);
		return text;
	}
	const struct embedded *e = find_lesson(game);
	return e ? strdup((const char *)e->data) : NULL;
}

int pages_lessons(struct request *r)
{
	json_t *all = json_array();
	for (const struct embedded *e = embedded_lessons; e->path; e++)
		json_array_append_new(all, json_string(e->path));
	return request_json(r, all);
}

int pages_lesson(struct request *r)
{
	char *text = pages_lesson_text(r->app, r->name);
	if (!text)
		return request_errno(r, -ENOENT);
	r->data = text;
	r->size = strlen(text);
	r->type = "application/json";
	return 200;
}
