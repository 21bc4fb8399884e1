/*
 * cli.c — `tablero COMMAND …`: finds the command and runs it.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *operands, *purpose;
};

static const struct command commands[] = {
	{ "games", cli_games, "", "the games and their options" },
	{ "show", cli_show, "GAME [--fen POSITION] [--moves \"A B\"]", "a position, who is to move, the result" },
	{ "legal", cli_legal, "GAME [--fen POSITION] [--moves \"A B\"]", "the legal actions" },
	{ "perft", cli_perft, "GAME DEPTH [--fen …] [--moves …] [--divide]", "how many lines of so many actions there are" },
	{ "ugi", cli_ugi, "", "speak the Universal Game Interface" },
	{ "replay", cli_replay, "FILE [--check FILE.chk] [--rebuild] [--view]",
	  "a trace through the daemon's core, on a virtual clock" },
	{ "doctor", cli_doctor, "[--state DIR] [--config FILE] [--board FILE] [serial:PORT|gpio:]",
	  "what is wrong with this machine and the board, and the remedy; with or without the daemon" },
	{ "board", cli_board, "list | check FILE … | firmware FILE | watch FILE SPEC",
	  "board files: those compiled in, read strictly, their firmware's sizes; what a board says" },
	{ "pair", cli_pair, "[--state DIR]", "a code to scan that lets a phone in as owner" },
	{ "export", cli_export, "[--state DIR] [--json] [GAME-NUMBER …]", "stored games as text, on standard output" },
	{ "import", cli_import, "[--state DIR] FILE", "games out of such a file, all or none; - is standard input" },
	{ "backup", cli_backup, "[--state DIR] FILE", "a copy of the file of games, without phones" },
};

enum { COMMANDS = (int)(sizeof(commands) / sizeof(commands[0])) };

int cli_wrong(const char *format, ...)
{
	va_list args;

	fputs("tablero: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return 2;
}

static void usage(FILE *out)
{
	for (int i = 0; i < COMMANDS; i++) {
		if (commands[i].run)
			fprintf(out, "tablero %s %s\n        %s\n", commands[i].name, commands[i].operands,
				commands[i].purpose);
	}
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";

	if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
		usage(stdout);
		return 0;
	}
	for (int i = 0; i < COMMANDS; i++) {
		if (!commands[i].run || strcmp(commands[i].name, name) != 0)
			continue;
		int status = commands[i].run(argc - 1, argv + 1);
		if (fflush(stdout) != 0 || ferror(stdout)) {
			perror("tablero: standard output");
			return 1;
		}
		return status;
	}
	if (*name)
		cli_wrong("there is no command '%s'; there are:", name);
	usage(stderr);
	return 2;
}
