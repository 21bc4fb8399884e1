/* version.h — which tablero this is. */
#ifndef TABLERO_VERSION_H
#define TABLERO_VERSION_H

#define TABLERO_VERSION "0.1.0"

#endif
