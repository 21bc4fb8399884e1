/* qr.c — a code to scan, in characters. */
#include "qr.h"

#include <qrencode.h>
#include <stdbool.h>

/* Two rows of modules in one row of characters; dark on light, as scanners like it. */
void qr_print(FILE *out, const char *text)
{
	QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
	if (!code)
		return;
	enum { QUIET = 2 };
	for (int y = -QUIET; y < code->width + QUIET; y += 2) {
		for (int x = -QUIET; x < code->width + QUIET; x++) {
			bool dark[2];
			for (int k = 0; k < 2; k++) {
				int row = y + k;
				bool inside = x >= 0 && row >= 0 && x < code->width && row < code->width;
				dark[k] = inside && code->data[row * code->width + x] & 1;
			}
			fputs(dark[0] ? (dark[1] ? " " : "▄") : (dark[1] ? "▀" : "█"), out);
		}
		fputc('\n', out);
	}
	QRcode_free(code);
}
