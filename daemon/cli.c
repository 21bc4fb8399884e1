/*
 * cli.c — `tablero COMMAND …`: finds the command and runs it.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "version.h"

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
	  "board files: those compiled in, read strictly, their firmware's sizes; what a board says (SPEC: serial:PORT, gpio:, "
	  "replay:TRACE)" },
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

static void tell(FILE *out, const struct command *c)
{
	fprintf(out, "tablero %s%s%s\n        %s\n", c->name, *c->operands ? " " : "", c->operands, c->purpose);
}

static void usage(FILE *out)
{
	for (int i = 0; i < COMMANDS; i++) {
		if (commands[i].run)
			tell(out, &commands[i]);
	}
	fputs("tablero COMMAND --help\n        how one of them is used\ntablero --version\n        which tablero this is\n",
	      out);
}

static const struct command *find(const char *name)
{
	for (int i = 0; i < COMMANDS; i++) {
		if (commands[i].run && strcmp(commands[i].name, name) == 0)
			return &commands[i];
	}
	return NULL;
}

static int no_such(const char *name)
{
	char names[COMMANDS * 16] = "";

	for (int i = 0; i < COMMANDS; i++) {
		if (commands[i].run)
			sprintf(names + strlen(names), "%s%s",
				!*names            ? ""
				: i + 1 < COMMANDS ? ", "
						   : " and ",
				commands[i].name);
	}
	return cli_wrong("there is no command '%s'; there are %s", name, names);
}

static bool is_help(const char *word)
{
	return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* `tablero help [COMMAND]`, `tablero COMMAND --help` */
static int help(const char *name)
{
	const struct command *c = name ? find(name) : NULL;

	if (name && !c)
		return no_such(name);
	if (c)
		tell(stdout, c);
	else
		usage(stdout);
	return 0;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	const struct command *c = find(name);
	int status;

	if (!*name) {
		usage(stderr);
		return 2;
	}
	if (is_help(name) || strcmp(name, "help") == 0)
		status = help(argc > 2 ? argv[2] : NULL);
	else if (strcmp(name, "--version") == 0)
		status = printf("tablero %s\n", TABLERO_VERSION) < 0;
	else if (!c)
		status = no_such(name);
	else if (argc == 3 && is_help(argv[2]))
		status = help(name);
	else
		status = c->run(argc - 1, argv + 1);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		perror("tablero: standard output");
		return 1;
	}
	return status;
}
