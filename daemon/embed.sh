#!/bin/sh
# embed.sh SOURCE OUTPUT: writes the C file behind embedded.h from web-ui/ and hal/boards/ of SOURCE.
# Pages are compressed here, once. In HTML every "/js/…", "/css/…" and the like becomes "/s/HASH/js/…", where HASH stands for all
# pages together: a phone may keep those for ever and still never sees an old script beside a new page.
set -eu
cd "$1"
out=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files=$(find web-ui -type f ! -name '.*' ! -name '*.md' ! -name '*.d.ts' ! -name 'package*.json' ! -name 'tsconfig*.json' 2>/dev/null | LC_ALL=C sort)
hash=$(for f in $files; do sha256sum "$f"; done | sha256sum | cut -c1-12)

type_of() {
	case $1 in
	*.html) echo 'text/html; charset=utf-8' ;;
	*.js | *.mjs) echo 'text/javascript; charset=utf-8' ;;
	*.css) echo 'text/css; charset=utf-8' ;;
	*.json) echo 'application/json' ;;
	*.webmanifest) echo 'application/manifest+json' ;;
	*.svg) echo 'image/svg+xml' ;;
	*.png) echo 'image/png' ;;
	*.ico) echo 'image/x-icon' ;;
	*.woff2) echo 'font/woff2' ;;
	*.wav) echo 'audio/wav' ;;
	*.mp3) echo 'audio/mpeg' ;;
	*.ogg) echo 'audio/ogg' ;;
	*) echo 'text/plain; charset=utf-8' ;;
	esac
}

{
	echo '/* Made by embed.sh; not for editing. */'
	echo '#include "embedded.h"'
	n=0
	for f in $files; do
		case $f in
		*.html) sed -E "s#(href|src)=\"/((js|css|board|pages|img|icons|fonts|lang|sounds)/)#\\1=\"/s/$hash/\\2#g" "$f" ;;
		*) cat "$f" ;;
		esac | gzip -9n >"$work/data"
		echo "static const unsigned char page_$n[] = {"
		xxd -i <"$work/data"
		echo '};'
		n=$((n + 1))
	done
	for f in hal/boards/*.ini; do
		[ -e "$f" ] || continue
		echo "static const unsigned char board_$(basename "$f" .ini | tr -c 'a-z0-9\n' _)[] = {"
		xxd -i <"$f"
		echo ', 0 };'
	done
	for f in web-ui/lessons/*.json; do
		[ -e "$f" ] || continue
		echo "static const unsigned char lesson_$(basename "$f" .json | tr -c 'a-z0-9\n' _)[] = {"
		xxd -i <"$f"
		echo ', 0 };'
	done
	if [ -e daemon/openapi.json ]; then
		gzip -9n <daemon/openapi.json >"$work/data"
		echo 'static const unsigned char openapi[] = {'
		xxd -i <"$work/data"
		echo '};'
	fi
	echo 'const struct embedded embedded_pages[] = {'
	n=0
	for f in $files; do
		etag=$(sha256sum "$f" | cut -c1-16)
		echo "	{ \"/${f#web-ui/}\", \"$(type_of "$f")\", \"\\\"$etag\\\"\", page_$n, sizeof page_$n },"
		n=$((n + 1))
	done
	if [ -e daemon/openapi.json ]; then
		etag=$(sha256sum daemon/openapi.json | cut -c1-16)
		echo "	{ \"/api/v1/openapi.json\", \"application/json\", \"\\\"$etag\\\"\", openapi, sizeof openapi },"
	fi
	echo '	{ 0 },'
	echo '};'
	echo 'const struct embedded embedded_lessons[] = {'
	for f in web-ui/lessons/*.json; do
		[ -e "$f" ] || continue
		c=lesson_$(basename "$f" .json | tr -c 'a-z0-9\n' _)
		echo "	{ \"$(basename "$f" .json)\", 0, 0, $c, sizeof $c - 1 },"
	done
	echo '	{ 0 },'
	echo '};'
	echo 'const struct embedded embedded_boards[] = {'
	for f in hal/boards/*.ini; do
		[ -e "$f" ] || continue
		c=board_$(basename "$f" .ini | tr -c 'a-z0-9\n' _)
		echo "	{ \"$(basename "$f" .ini)\", 0, 0, $c, sizeof $c - 1 },"
	done
	echo '	{ 0 },'
	echo '};'
	echo "const char embedded_hash[] = \"$hash\";"
} >"$out.new"
mv "$out.new" "$out"
