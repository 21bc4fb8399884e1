/* session_text.c — every sentence the session says, in Spanish and English. */
#include "session_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void session_say(struct view_text *text, const char *key, const char *en, const char *es)
{
	snprintf(text->key, sizeof(text->key), "%s", key);
	snprintf(text->en, sizeof(text->en), "%s", en);
	snprintf(text->es, sizeof(text->es), "%s", es);
}

struct sentence {
	const char *key, *en, *es;
};

static bool say_of(const struct sentence *list, size_t n, struct view_text *text, const char *key)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i].key, key) != 0)
			continue;
		session_say(text, key, list[i].en, list[i].es);
		return true;
	}
	return false;
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

int session_refuse_with(struct view_text *ret_why, const char *key, const char *reason, int error)
{
	if (ret_why)
		session_say(ret_why, key, reason, reason);
	return error;
}

int session_refuse(struct view_text *ret_why, const char *key, int error)
{
	static const struct sentence list[] = {
		{ "no-game", "There is no game on the table.", "No hay ninguna partida en la mesa." },
		{ "game-over", "This game is over.", "Esta partida ha terminado." },
		{ "no-memory", "There is no memory left.", "No queda memoria." },
		{ "no-player", "There is no such player.", "No existe ese jugador." },
		{ "out-already", "This player is out already.", "Este jugador ya está fuera." },
		{ "put-right-first", "Put the board right first: the lights show how.",
		  "Primero hay que ordenar el tablero: las luces muestran cómo." },
		{ "answer-first", "Answer the question first.", "Primero hay que responder a la pregunta." },
		{ "not-lately", "This player has not played in the last round.",
		  "Este jugador no ha jugado en la última ronda." },
		{ "nothing-played", "Nothing has been played in this turn.", "En este turno aún no se ha jugado nada." },
		{ "turn-not-over", "This turn is not over yet.", "Este turno aún no ha terminado." },
		{ "no-such-ply", "The game has no such earlier position.", "La partida no tiene esa posición anterior." },
		{ "game-running", "There is a game on the table.", "Hay una partida en la mesa." },
		{ "no-board", "The board is not connected.", "El tablero no está conectado." },
		{ "not-placed", "What stands on the board is no position of this game.",
		  "Lo que hay en el tablero no es una posición de este juego." },
		{ "old-question", "This question is no longer open.", "Esta pregunta ya no está abierta." },
		{ "no-such-choice", "The question has no such answer.", "La pregunta no tiene esa respuesta." },
		{ "no-hints-left", "No hints are left in this turn.", "No quedan pistas en este turno." },
	};

	if (ret_why && !say_of(list, COUNT(list), ret_why, key))
		session_say(ret_why, key, key, key);
	return error;
}

const char *session_site(const struct session *s, uint16_t site)
{
	return site < s->tracker->sites ? s->tracker->site[site].name : "?";
}

void session_label_run(const struct session *s, const rules_action *action, int n, struct view_text *text)
{
	char run[VIEW_TEXT_MAX] = "";
	size_t used = 0;

	for (int i = 0; i < n; i++) {
		char one[RULES_ACTION_MAX];
		size_t length;

		rules_action_text(session_variant(s), action[i], one);
		length = strlen(one);
		if (used + length + 2 > sizeof(run))
			break;
		if (used)
			run[used++] = ' ';
		memcpy(run + used, one, length + 1);
		used += length;
	}
	if (n)
		session_say(text, "run", run, run);
	else
		session_say(text, "nothing", "Nothing: the turn was taken back", "Nada: se deshizo el turno");
}

void session_label_begun(const struct view_text *run, struct view_text *text)
{
	session_say(text, "run-begun", "", "");
	snprintf(text->en, sizeof(text->en), "%.160s, and the rest was otherwise", run->en);
	snprintf(text->es, sizeof(text->es), "%.160s, y lo demás fue de otra manera", run->es);
}

bool session_asks_one(const struct view_question *q)
{
	return q->choices == 1 || (q->choices == 2 && !strcmp(q->choice[1].label.key, "no"));
}

void session_question_text(struct view_question *q)
{
	static const struct sentence list[] = {
		{ "ask-reading", "Which was it? Tap a lit place: lift and put back. None of them: hold the button.",
		  "¿Cuál fue? Toca un lugar encendido: levanta y vuelve a poner. Ninguno: mantén el botón pulsado." },
		{ "ask-confirm", "Was it this? Lift the lit piece and put it back, or press the button. No: hold it.",
		  "¿Fue esta? Levanta la pieza encendida y vuelve a ponerla, o pulsa el botón. No: mantenlo pulsado." },
		{ "ask-pit", "Which pit did the beads come from?", "¿De qué hoyo salieron las cuentas?" },
		{ "ask-count", "How many beads?", "¿Cuántas cuentas?" },
		{ "ask-side", "Where did the beads go?", "¿Adónde fueron las cuentas?" },
		{ "ask-drop", "Where did the next bead go?", "¿Adónde fue la siguiente cuenta?" },
		{ "ask-site", "Where is the piece? One place cannot see it.",
		  "¿Dónde está la pieza? Un lugar no puede verla." },
		{ "ask-start", "Which game is this? Press the button for the first one.",
		  "¿Qué juego es? El botón elige el primero." },
		{ "ask-takeback", "Go back to this earlier position? The button says yes.",
		  "¿Volver a esta posición anterior? El botón dice que sí." },
	};
	static const char *const key[] = {
		[VIEW_ASK_NOTHING] = "ask-reading", [VIEW_ASK_READING] = "ask-reading", [VIEW_ASK_PIT] = "ask-pit",
		[VIEW_ASK_COUNT] = "ask-count",     [VIEW_ASK_SIDE] = "ask-side",       [VIEW_ASK_DROP] = "ask-drop",
		[VIEW_ASK_SITE] = "ask-site",       [VIEW_ASK_START] = "ask-start",     [VIEW_ASK_TAKEBACK] = "ask-takeback",
	};
	bool alone = q->kind == VIEW_ASK_READING && session_asks_one(q);

	say_of(list, COUNT(list), &q->text, alone ? "ask-confirm" : key[q->kind]);
}

void session_say_start(struct view_text *text, bool near)
{
	if (near)
		session_say(text, "ask-start-near",
			    "Is it this game, put away before? The lights show what is still different; the button says yes.",
			    "¿Es esta partida guardada? Las luces muestran lo que aún es distinto; el botón dice que sí.");
	else
		session_say(text, "ask-start-stored", "Go on with this game? The button says yes.",
			    "¿Seguir con esta partida? El botón dice que sí.");
}

/* ---- What the board waits for ------------------------------------------------------------------------------------------ */

static void who(const struct session *s, int player, char en[SESSION_NAME_MAX + 16], char es[SESSION_NAME_MAX + 16])
{
	if (player >= 1 && player <= RULES_PLAYERS_MAX && s->name[player][0]) {
		snprintf(en, SESSION_NAME_MAX + 16, "%s", s->name[player]);
		snprintf(es, SESSION_NAME_MAX + 16, "%s", s->name[player]);
	} else {
		snprintf(en, SESSION_NAME_MAX + 16, "Player %d", player);
		snprintf(es, SESSION_NAME_MAX + 16, "Jugador %d", player);
	}
}

/* A sentence about a player: %s stands for the name. The formats come from this file alone. */
static void say_who(const struct session *s, int player, struct view_text *text, const char *key, const char *before_en,
		    const char *after_en, const char *before_es, const char *after_es)
{
	char en[SESSION_NAME_MAX + 16], es[SESSION_NAME_MAX + 16];

	who(s, player, en, es);
	snprintf(text->key, sizeof(text->key), "%s", key);
	snprintf(text->en, sizeof(text->en), "%s%s%s", before_en, en, after_en);
	snprintf(text->es, sizeof(text->es), "%s%s%s", before_es, es, after_es);
}

/* What lies too many or too few on a place: things by number, a piece by whose it is. */
static void say_thing(const struct session *s, const struct view_fix *fix, bool bring, struct view_text *text)
{
	uint16_t site = bring ? fix->to : fix->from;
	const char *name = site == RULES_NO_SITE ? "?" : session_site(s, site);
	const struct rules_words *words = rules_words(session_variant(s));
	char en[SESSION_NAME_MAX + 16], es[SESSION_NAME_MAX + 16];

	if (!fix->owner || site == RULES_NO_SITE || s->tracker->site[site].sense != RULES_SENSE_PIECE) {
		snprintf(text->en, sizeof(text->en), bring ? "%d missing in %s." : "%d too many in %s.", fix->count, name);
		snprintf(text->es, sizeof(text->es), bring ? "Faltan %d en %s." : "Sobran %d en %s.", fix->count, name);
	} else if (!bring) {
		snprintf(text->en, sizeof(text->en), "Take the piece away from %s.", name);
		snprintf(text->es, sizeof(text->es), "Quitar la pieza de %s.", name);
	} else if (fix->owner == RULES_NEUTRAL) {
		snprintf(text->en, sizeof(text->en), "On %s belongs %s.", name, words->neutral[0] ? words->neutral[0] : "?");
		snprintf(text->es, sizeof(text->es), "En %s va %s.", name, words->neutral[1] ? words->neutral[1] : "?");
	} else {
		bool ranked = fix->rank && words->ranked[0];

		who(s, fix->owner, en, es);
		snprintf(text->en, sizeof(text->en), "A piece of %s%s%s%s is missing on %s.", en, ranked ? ", one of " : "",
			 ranked ? words->ranked[0] : "", ranked ? "," : "", name);
		snprintf(text->es, sizeof(text->es), "Falta una pieza de %s%s%s%s en %s.", es, ranked ? ", de " : "",
			 ranked ? words->ranked[1] : "", ranked ? "," : "", name);
	}
}

static void say_fix(const struct session *s, struct view_text *text)
{
	const struct view_fix *fix = &s->fix[0];
	const char *from = fix->from == RULES_NO_SITE ? NULL : session_site(s, fix->from);
	const char *to = fix->to == RULES_NO_SITE ? NULL : session_site(s, fix->to);

	snprintf(text->key, sizeof(text->key), "%s", from && to ? "fix-carry" : from ? "fix-take" : "fix-bring");
	if (from && to && fix->from == fix->to) {
		snprintf(text->en, sizeof(text->en), "Another piece belongs on %s.", to);
		snprintf(text->es, sizeof(text->es), "En %s va otra pieza.", to);
	} else if (from && to) {
		snprintf(text->en, sizeof(text->en), "Carry from %s to %s.", from, to);
		snprintf(text->es, sizeof(text->es), "Llevar de %s a %s.", from, to);
	} else {
		say_thing(s, fix, !from, text);
	}
}

static void say_lift(const struct session *s, struct view_text *text)
{
	if (s->lift.wrong)
		session_say(text, "wrong-piece", "This piece cannot move now. Put it back.",
			    "Esta pieza no puede moverse ahora. Vuelve a ponerla.");
	else
		session_say(text, "in-hand", "Put it on a lit place, or back.", "Ponla en un lugar encendido, o devuélvela.");
}

static void say_over(const struct session *s, struct view_text *text)
{
	int result = session_result(s);

	if (result == RULES_DRAW)
		session_say(text, "draw", "The game is a draw.", "La partida termina en tablas.");
	else
		say_who(s, result, text, "won", "", " has won.", "Ha ganado ", ".");
}

static void say_turn(const struct session *s, struct view_text *text)
{
	int player = rules_player(session_variant(s), &s->record.here);

	if (s->open_end)
		say_who(s, player, text, "open-end", "", ": go on, or press the button to end the turn.", "",
			": sigue, o pulsa el botón para terminar el turno.");
	else if (rules_turn_start(session_variant(s), &s->record.here))
		say_who(s, player, text, "turn", "", " to move.", "Juega ", ".");
	else
		say_who(s, player, text, "go-on", "", ": the turn goes on.", "", ": el turno continúa.");
}

void session_waiting(const struct session *s, struct view_text *ret)
{
	if (!s->board_ready || !s->framed)
		session_say(ret, "no-board", "The board is not connected.", "El tablero no está conectado.");
	else if (s->question.use != USE_NONE)
		*ret = s->question.shown.text;
	else if (!s->has_game)
		session_say(ret, "no-game", "Set up the pieces, or choose a game on the phone.",
			    "Coloca las piezas, o elige un juego en el teléfono.");
	else if (s->setup && !s->fixes)
		session_say(ret, "setup", "Set up the pieces.", "Coloca las piezas.");
	else if (!s->setup && session_result(s) != RULES_ONGOING)
		say_over(s, ret);
	else if (s->mismatch && s->fixes)
		say_fix(s, ret);
	else if (s->beads_first)
		session_say(ret, "beads-first", "The beads have moved. Now the piece; the pits count as they were before.",
			    "Las cuentas ya se movieron. Ahora la pieza; los hoyos cuentan como estaban antes.");
	else if (s->lift.site != RULES_NO_SITE)
		say_lift(s, ret);
	else
		say_turn(s, ret);
}
