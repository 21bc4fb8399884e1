/* qr.h — a code to scan on a terminal. */
#ifndef TABLERO_QR_H
#define TABLERO_QR_H

#include <stdio.h>

/* Half blocks, two rows of modules a line. Nothing if the text is too long for a code. */
void qr_print(FILE *out, const char *text);

#endif
