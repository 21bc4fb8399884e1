/*
 * api.h — the routes of /api/v1. Each route says which role it needs; a line of the table without a role does not compile.
 *
 * Handlers return the HTTP status and leave the answer in the request (http.h). daemon/openapi.json describes them all and is
 * held against this table by tests.
 */
#ifndef TABLERO_API_H
#define TABLERO_API_H

#include "http.h"

struct view_text;

enum api_flags {
	API_CONTROL = 1, /* needs the token of who may change the game, where another phone has it */
	API_HANDS = 2,   /* needs hands on the board within the last minute */
	API_SIM = 4,     /* exists only on a simulated board */
	API_UPLOAD = 8,  /* takes a file instead of JSON */
};

struct api_route {
	bool post;
	const char *path; /* after /api/v1; {id} a number, {name} a word */
	enum role role;
	int (*handler)(struct request *r);
	int flags;
};

extern const struct api_route api_routes[]; /* ends with path NULL */

/* Answers with the sentence that the session gave. */
int api_refused(struct request *r, const struct view_text *why);
/* A command was carried out: looks at the board at once, so that what follows is already in the answer's wake. */
int api_done(struct request *r);
/* Text out of the body: NULL where it is missing (or JSON null); *ret_bad where it is no text, too long or not printable. */
const char *api_text(struct request *r, const char *key, size_t most, bool *ret_bad);
int api_bad(struct request *r, const char *en, const char *es);
int64_t api_number(const struct request *r, const char *key, int64_t standard); /* out of the query */

/* api_table.c */
int api_state(struct request *r);
int api_events(struct request *r);
int api_game_new(struct request *r);
int api_game_end_turn(struct request *r);
int api_game_take_back(struct request *r);
int api_game_answer(struct request *r);
int api_game_play(struct request *r);
int api_game_resign(struct request *r);
int api_game_draw(struct request *r);
int api_game_hint(struct request *r);
int api_game_dispute(struct request *r);
int api_game_level(struct request *r);
int api_game_close(struct request *r);
int api_game_resume(struct request *r);
int api_show(struct request *r);
int api_lesson(struct request *r);
int api_lesson_light(struct request *r);
int api_control(struct request *r);
/* api_rules.c */
int api_rules(struct request *r);
int api_layout(struct request *r);
int api_look(struct request *r);
int api_why(struct request *r);
int api_path(struct request *r);
int api_reply(struct request *r);
/* api_archive.c */
int api_games(struct request *r);
int api_game(struct request *r);
int api_game_export(struct request *r);
int api_game_trace(struct request *r);
int api_export(struct request *r);
int api_game_edit(struct request *r);
int api_game_delete(struct request *r);
int api_game_restore(struct request *r);
int api_stats(struct request *r);
int api_players(struct request *r);
int api_forget_player(struct request *r);
/* api_carry.c */
int api_backup(struct request *r);
int api_import(struct request *r);
int api_restore(struct request *r);
int api_intake(struct request *r);
/* api_owner.c */
int api_settings(struct request *r);
int api_set_settings(struct request *r);
int api_pair_window(struct request *r);
int api_pair(struct request *r);
int api_phones(struct request *r);
int api_phone(struct request *r);
int api_phone_revoke(struct request *r);
int api_phones_revoke_all(struct request *r);
int api_log(struct request *r);
int api_about(struct request *r);
int api_wipe(struct request *r);
/* api_doctor.c */
int api_doctor(struct request *r);
int api_doctor_mark(struct request *r);
int api_doctor_led(struct request *r);
int api_doctor_calibrate(struct request *r);
int api_doctor_levels(struct request *r);
int api_doctor_calibration(struct request *r);
int api_doctor_import(struct request *r);
int api_doctor_guide(struct request *r);
/* api_sim.c */
int api_sim(struct request *r);
int api_sim_lift(struct request *r);
int api_sim_drop(struct request *r);
int api_sim_put(struct request *r);
int api_sim_take_away(struct request *r);
int api_sim_turn_over(struct request *r);
int api_sim_setup(struct request *r);
int api_sim_button(struct request *r);
int api_sim_turn_disk(struct request *r);
int api_sim_plug(struct request *r);
int api_sim_sweep(struct request *r);
/* pages.c */
int pages_answer(struct request *r);
int pages_openapi(struct request *r);
int pages_lessons(struct request *r);
int pages_lesson(struct request *r);
/* A lesson file's text, NULL if there is none; free() it. */
char *pages_lesson_text(struct app *app, const char *game);

#endif
