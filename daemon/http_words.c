/* http_words.c — what the gate says, in the other language. The English sentence is the key. */
#include <string.h>

#include "http_internal.h"

static const char *const words[][2] = {
	{ "call this board by its address in digits, or add the name to `names` in its configuration",
	  "llama al tablero por su dirección en cifras, o añade el nombre a `names` en su configuración" },
	{ "the target must start with /", "la dirección debe empezar por /" },
	{ "the target is too long", "la dirección es demasiado larga" },
	{ "the path has a byte that no path here has", "la ruta tiene un carácter que aquí no existe" },
	{ "the path is not in its simple form", "la ruta no está en su forma simple" },
	{ "the path climbs", "la ruta sube de carpeta" },
	{ "the query has a byte that must be written as %XX", "la consulta tiene un carácter que se escribe como %XX" },
	{ "the query has too much, something twice, or bytes that are no text",
	  "la consulta tiene demasiado, algo repetido, o bytes que no son texto" },
	{ "another page may not do that", "otra página no puede hacer eso" },
	{ "this phone is not paired, or not any more", "este teléfono no está enlazado, o ya no lo está" },
	{ "a body needs exactly one Content-Length and comes in one piece",
	  "el cuerpo lleva un solo Content-Length y llega de una pieza" },
	{ "only a POST has a body", "solo un POST lleva cuerpo" },
	{ "the body is too large", "el cuerpo es demasiado grande" },
	{ "the body nests too deep", "el cuerpo anida demasiado" },
	{ "the body must be one JSON object without doubled keys", "el cuerpo debe ser un objeto JSON sin claves repetidas" },
	{ "Content-Type must be application/json", "Content-Type debe ser application/json" },
	{ "Content-Type must be application/octet-stream", "Content-Type debe ser application/octet-stream" },
	{ "only GET and POST are known here", "aquí solo se conocen GET y POST" },
	{ "there is no room for an upload", "no queda sitio para recibir el archivo" },
};

const char *http_spanish(const char *english)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i][0], english) == 0)
			return words[i][1];
	return english;
}
