/* gate.c — which requests may be looked at. */
#include "gate.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "config.h"

enum { TARGET_MAX = 2048, HOST_MAX = 255 };

/* The port behind ':' is 1 … 65535 without a leading zero. */
static bool port_ok(const char *port)
{
	int n = 0;
	for (const char *p = port; *p; p++) {
		if (*p < '0' || *p > '9' || (p == port && *p == '0') || p - port > 4)
			return false;
		n = n * 10 + (*p - '0');
	}
	return n >= 1 && n <= 65535;
}

static bool known_name(const char *name, const struct config *config)
{
	if (strcasecmp(name, "localhost") == 0)
		return true;
	char own[HOST_MAX + 8];
	if (gethostname(own, HOST_MAX) == 0 && own[0]) {
		own[HOST_MAX - 1] = '\0';
		if (strcasecmp(name, own) == 0)
			return true;
		strcat(own, ".local");
		if (strcasecmp(name, own) == 0)
			return true;
	}
	for (int i = 0; i < config->names; i++)
		if (strcasecmp(name, config->name[i]) == 0)
			return true;
	return false;
}

bool gate_host(const char *host, const struct config *config)
{
	char name[HOST_MAX + 1];
	size_t n = strlen(host);
	if (n == 0 || n > HOST_MAX)
		return false;
	memcpy(name, host, n + 1);
	struct in6_addr address;
	if (name[0] == '[') {
		char *end = strchr(name, ']');
		if (!end || (end[1] == ':' ? !port_ok(end + 2) : end[1] != '\0'))
			return false;
		*end = '\0';
		return inet_pton(AF_INET6, name + 1, &address) == 1;
	}
	char *colon = strchr(name, ':');
	if (colon) {
		if (!port_ok(colon + 1))
			return false;
		*colon = '\0';
	}
	return inet_pton(AF_INET, name, &address) == 1 || known_name(name, config);
}

const char *gate_target(const char *target)
{
	if (target[0] != '/')
		return "the target must start with /";
	if (strlen(target) > TARGET_MAX)
		return "the target is too long";
	const char *p = target;
	for (; *p && *p != '?'; p++) {
		bool plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9');
		if (!plain && !strchr("/_.-:=,@+~", *p))
			return "the path has a byte that no path here has";
		if (p[0] == '/' && (p[1] == '/' || p[1] == '.'))
			return "the path is not in its simple form";
		if (p[0] == '.' && p[1] == '.')
			return "the path climbs";
	}
	for (; *p; p++)
		if ((unsigned char)*p <= 0x20 || (unsigned char)*p >= 0x7f || *p == '\\')
			return "the query has a byte that must be written as %XX";
	return NULL;
}

/* Length of the UTF-8 sequence at p, 0 if it is none. */
static int sequence(const unsigned char *p)
{
	if (p[0] < 0x80)
		return 1;
	int n = p[0] >= 0xf0 && p[0] <= 0xf4 ? 4 : p[0] >= 0xe0 ? 3 : p[0] >= 0xc2 ? 2 : 0;
	if (p[0] > 0xf4)
		return 0;
	for (int i = 1; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) || (p[0] == 0xf0 && p[1] < 0x90) ||
	    (p[0] == 0xf4 && p[1] > 0x8f))
		return 0;
	return n;
}

static bool is_text(const char *text, const char *also)
{
	for (const unsigned char *p = (const unsigned char *)text; *p;) {
		int n = sequence(p);
		if (n == 0 || ((*p < 0x20 || *p == 0x7f) && !strchr(also, *p)))
			return false;
		p += n;
	}
	return true;
}

bool gate_text(const char *text)
{
	return is_text(text, "");
}

bool gate_lines(const char *text)
{
	return is_text(text, "\n\r\t");
}

bool gate_origin(const char *origin, const char *host)
{
	if (strncmp(origin, "http://", 7) == 0)
		origin += 7;
	else if (strncmp(origin, "https://", 8) == 0)
		origin += 8;
	else
		return false;
	return strcasecmp(origin, host) == 0;
}

/* Are a and b equal where mask has ones? */
static bool same_network(const uint8_t *a, const uint8_t *b, const uint8_t *mask, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if ((a[i] & mask[i]) != (b[i] & mask[i]))
			return false;
	return true;
}

static bool in_network(const struct ifaddrs *i, int family, const void *peer)
{
	if (!i->ifa_addr || !i->ifa_netmask || i->ifa_addr->sa_family != family)
		return false;
	if (family == AF_INET) {
		struct sockaddr_in own, mask;
		memcpy(&own, i->ifa_addr, sizeof own);
		memcpy(&mask, i->ifa_netmask, sizeof mask);
		return same_network(peer, (const uint8_t *)&own.sin_addr, (const uint8_t *)&mask.sin_addr, 4);
	}
	struct sockaddr_in6 own, mask;
	memcpy(&own, i->ifa_addr, sizeof own);
	memcpy(&mask, i->ifa_netmask, sizeof mask);
	return same_network(peer, own.sin6_addr.s6_addr, mask.sin6_addr.s6_addr, 16);
}

bool gate_peer(const struct sockaddr *address)
{
	int family = address->sa_family;
	uint8_t peer[16] = { 0 };
	if (family == AF_INET) {
		struct sockaddr_in in;
		memcpy(&in, address, sizeof in);
		memcpy(peer, &in.sin_addr, 4);
	} else if (family == AF_INET6) {
		struct sockaddr_in6 in;
		memcpy(&in, address, sizeof in);
		memcpy(peer, in.sin6_addr.s6_addr, 16);
		if (IN6_IS_ADDR_V4MAPPED(&in.sin6_addr)) {
			family = AF_INET;
			memmove(peer, peer + 12, 4);
		}
	} else {
		return family == AF_UNIX;
	}
	if (family == AF_INET && peer[0] == 127)
		return true;
	struct ifaddrs *all;
	if (getifaddrs(&all) < 0)
		return false;
	bool near = false;
	for (const struct ifaddrs *i = all; i && !near; i = i->ifa_next)
		near = in_network(i, family, peer);
	freeifaddrs(all);
	return near;
}

int gate_depth(const char *text, size_t size)
{
	int depth = 0, deepest = 0;
	bool quoted = false;
	for (size_t i = 0; i < size; i++) {
		if (quoted) {
			if (text[i] == '\\')
				i++;
			else if (text[i] == '"')
				quoted = false;
		} else if (text[i] == '"') {
			quoted = true;
		} else if (text[i] == '[' || text[i] == '{') {
			if (++depth > deepest)
				deepest = depth;
		} else if (text[i] == ']' || text[i] == '}') {
			depth--;
		}
	}
	return deepest;
}
