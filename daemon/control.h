/*
 * control.h — the way in for whoever may log in to the machine as the service's user or as root: a socket in the state
 * directory. A caller gets one line of JSON, {"port","token","code","url"}, and the connection ends; nothing is read from it.
 *
 * The token is good for one request to the pages' interface, so that the command line needs no second door to the games.
 */
#ifndef TABLERO_CONTROL_H
#define TABLERO_CONTROL_H

struct app;
struct control;

/* A socket that cannot be made is told in the log; the daemon goes on without it. */
int control_new(struct app *app, struct control **ret);
void control_free(struct control *c);

#endif
