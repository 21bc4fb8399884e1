/* titles.c — names and descriptions of the games. */
#include "titles.h"

#include <jansson.h>
#include <string.h>

#include "rules.h"
#include "state.h"

static const struct title titles[] = {
	{ "contigo-line",
	  "Contigo: four in line",
	  "Contigo: cuatro en línea",
	  "Bring four of your pawns into one line. A pawn moves exactly as many squares as the pit ahead of it holds beads, "
	  "and every turn "
	  "you move beads too.",
	  "Pon cuatro de tus peones en una línea. Un peón avanza justo tantas casillas como cuentas hay en el hoyo de "
	  "enfrente, y en cada turno "
	  "mueves también cuentas.",
	  { "white", "black", "red", "green" } },
	{ "contigo-capture",
	  "Contigo: take the kings",
	  "Contigo: captura de reyes",
	  "Take every king of the others. The beads in the pits say how far each piece may go, so aim with beads before you "
	  "strike.",
	  "Captura todos los reyes ajenos. Las cuentas de los hoyos dicen cuánto avanza cada pieza: apunta con las cuentas "
	  "antes de atacar.",
	  { "white", "black", "red", "green" } },
	{ "thibault",
	  "Thibault's game, 1970",
	  "El juego de Thibault, 1970",
	  "The ancestor of Contigo on 64 squares. Capture seven men, or in the form with doubles capture one double.",
	  "El antepasado de Contigo, en 64 casillas. Captura siete peones o, en la forma con dobles, captura un doble.",
	  { "white", "black", "red", "green" } },
	{ "swahili",
	  "Swahili",
	  "Swahili",
	  "Sow your warriors up the hill, row by row, lap after lap. Each one that reaches the top counts ten points, each "
	  "prisoner five.",
	  "Siembra tus guerreros colina arriba, fila a fila y vuelta tras vuelta. Cada uno que llega a la cima vale diez "
	  "puntos; cada prisionero, "
	  "cinco.",
	  { "white", "black", "red", "green" } },
	{ "perturbador",
	  "Perturbador",
	  "Perturbador",
	  "Send five of your pieces home into the wells, rebounding off other pieces. After each move you may shift the "
	  "disturber that spoils "
	  "the other's path.",
	  "Lleva cinco de tus piezas a los pozos rebotando en otras piezas. Tras cada jugada puedes mover el perturbador que "
	  "estropea el "
	  "camino del otro.",
	  { "white", "black", "red", "green" } },
	{ "andantino",
	  "Andantino",
	  "Andantino",
	  "Place tiles that touch two others until five of yours stand in line, or until you have ringed a tile of the other.",
	  "Coloca fichas que toquen a otras dos hasta tener cinco en línea, o hasta rodear una ficha del otro.",
	  { "white", "red", "green", "blue" } },
	{ "oraia",
	  "Oraia",
	  "Oraia",
	  "Bring your four pawns across the turning disk to the places of the other. A pawn must first be charged on the hub.",
	  "Lleva tus cuatro peones por el disco giratorio hasta los puestos del otro. Antes, cada peón debe cargarse en el "
	  "centro.",
	  { "blue", "red", "green", "white" } },
};

const struct title *title_of(const char *id)
{
	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
		if (strcmp(titles[i].id, id) == 0)
			return &titles[i];
	return &titles[0];
}

const char *title_side(const char *id, int player, const char **ret_es)
{
	static const char *const sides[][3] = { { "white", "White", "blancas" },
						{ "black", "Black", "negras" },
						{ "red", "Red", "rojas" },
						{ "green", "Green", "verdes" },
						{ "blue", "Blue", "azules" } };
	const char *colour = title_of(id)->colour[player - 1];
	size_t i = 0;
	while (strcmp(sides[i][0], colour) != 0)
		i++;
	*ret_es = sides[i][2];
	return sides[i][1];
}

const char *state_colour(const struct rules_variant *v, int player)
{
	return title_of(v->game->id)->colour[player - 1];
}

json_t *state_title(const char *id)
{
	const struct title *t = title_of(id);
	return json_pack("{s:s,s:s}", "en", t->en, "es", t->es);
}

json_t *state_about(const char *id)
{
	const struct title *t = title_of(id);
	return json_pack("{s:s,s:s}", "en", t->about_en, "es", t->about_es);
}
