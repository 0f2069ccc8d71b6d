// SPDX-License-Identifier: GPL-2.0
/* The tool histrig: finds the command and runs it. */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../recipe/recipe.h"
#include "../stop.h"
#include "../text.h"
#include "commands.h"

static int cmd_help(int argc, char **argv);

static const struct {
	const char *name;
	const char *args;
	const char *about;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "list", "[GLOB]", "list the recipes; with GLOB, also events", cmd_list },
	{ "fields", "EVENT", "list the fields of an event", cmd_fields },
	{ "show", "RECIPE [ARGS]", "print what a recipe does, as shell commands", cmd_show },
	{ "export", "FORMAT RECIPE [ARGS] | FILE...", "print histograms for other programs",
	  cmd_export },
	{ "flame", "RECIPE [ARGS] SECONDS", "print a flame graph as SVG", cmd_flame },
	{ "top", "[RECIPE [ARGS]|EVENT] [INTERVAL]", "show a live table", cmd_top },
	{ "heat", "[RECIPE [ARGS]] [INTERVAL]", "show a live heat map over time", cmd_heat },
	{ "doctor", "", "say why histrig does not work here, and what to do", cmd_doctor },
	{ "help", "[RECIPE]", "print this, or the arguments of a recipe", cmd_help },
};

static void usage(FILE *to)
{
	size_t i;

	fprintf(to,
		"histrig RECIPE [ARGS] [INTERVAL [COUNT]]            run a recipe that histrig list shows\n"
		"histrig 'hist:keys=...' EVENT [INTERVAL [COUNT]]    run a trigger of your own\n");
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(to, "histrig %-6s %-37s%s\n", commands[i].name, commands[i].args,
			commands[i].about);
	fprintf(to,
		"\nWithout INTERVAL, histrig counts until ^C, then shows all that it counted. Examples:\n"
		"    histrig runqlat 1 5\n"
		"    histrig funccount 'vfs_*' 1\n"
		"    histrig 'hist:keys=common_comm:vals=bytes_req' kmem/kmalloc 1\n");
}

/* Prints a line, escaped for a terminal, and empties it. */
static void put_safe(struct text *line)
{
	struct text safe = {};

	text_escape(&safe, line->at);
	puts(safe.at);
	text_free(&safe);
	text_clear(line);
}

static void help_of(const char *name)
{
	char error[RECIPE_ERROR_MAX];
	struct recipe *recipe;
	const struct recipe_arg *arg;
	struct text line = {};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (!strcmp(commands[i].name, name)) {
			printf("histrig %s %s: %s\n", name, commands[i].args, commands[i].about);
			return;
		}
	}
	recipe = recipe_find(name, error);
	if (!recipe && *error)
		die("%s", error);
	if (!recipe)
		die("there is no command or recipe %s; histrig list shows all recipes", name);
	text_printf(&line, "%s: %s", recipe->name, recipe->about);
	put_safe(&line);
	for (arg = recipe->args; arg; arg = arg->next) {
		text_printf(&line, "    %-10s %s", arg->name, arg->about);
		if (arg->standard)
			text_printf(&line, " (%s=%s)", arg->name, arg->standard);
		text_puts(&line, arg->standard ? "" : " (must be given)");
		put_safe(&line);
	}
	text_printf(&line, "(%s)", recipe->path);
	put_safe(&line);
	text_free(&line);
	recipe_free(recipe);
}

static int cmd_help(int argc, char **argv)
{
	if (argc > 1)
		help_of(argv[1]);
	else
		usage(stdout);
	return 0;
}

int main(int argc, char **argv)
{
	size_t i;

	/* wcwidth() needs a locale. Messages are English in all locales. */
	setlocale(LC_CTYPE, "C.UTF-8");
	/* Let write() fail at the limit of file sizes, as the signal would end the program. */
	signal(SIGXFSZ, SIG_IGN);
	if (argc < 2) {
		usage(stderr);
		return 2;
	}
	if (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"))
		return out_end(cmd_help(1, argv));
	if (!strcmp(argv[1], "--version")) {
		puts("histrig " VERSION);
		return out_end(0);
	}
	/* RECIPE --help or COMMAND --help. The command export parses its other options. */
	if (argc > 2 && !strcmp(argv[2], "--help")) {
		help_of(argv[1]);
		return out_end(0);
	}
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, argv[1]))
			return out_end(commands[i].run(argc - 1, argv + 1));
	if (*argv[1] == '-')
		die("unknown option %s; see histrig help", argv[1]);
	return out_end(cmd_run(argc - 1, argv + 1));
}
