/*
 * cli.h — the commands of `tablero`. Each cli_*.c file defines its own; cli.c lists them.
 *
 * A command gets its own name as argv[0] and returns the exit status: 0, 1 for a failure of the world outside, or 2 for
 * something wrong in what was typed, told on standard error, with nothing on standard output.
 */
#ifndef TABLERO_CLI_H
#define TABLERO_CLI_H

int cli_games(int argc, char **argv);
int cli_show(int argc, char **argv);
int cli_legal(int argc, char **argv);
int cli_perft(int argc, char **argv);
int cli_ugi(int argc, char **argv);
int cli_replay(int argc, char **argv);

/* Other faces of the program; a command whose file is not part of a build is not listed by it. */
int cli_doctor(int argc, char **argv) __attribute__((weak));
int cli_board(int argc, char **argv) __attribute__((weak));
int cli_export(int argc, char **argv) __attribute__((weak));
int cli_import(int argc, char **argv) __attribute__((weak));
int cli_backup(int argc, char **argv) __attribute__((weak));
int cli_pair(int argc, char **argv) __attribute__((weak));

/* A board by the name of one that is compiled in, or by its file. 0, or cli_wrong(). */
struct hal_board;
int cli_board_read(const char *name, struct hal_board **ret);

/* Tells on standard error what is wrong with the command line; returns 2. */
int cli_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
