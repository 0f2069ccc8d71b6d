/* SPDX-License-Identifier: GPL-2.0 */
/* The commands of histrig; main.c has their table. */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

/*
 * Each command gets the words of the command line, from its name on. Returns the exit
 * status: 0, 1 if there is no answer, or 2 if the command line is wrong.
 */
int cmd_run(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_fields(int argc, char **argv);
int cmd_top(int argc, char **argv);
int cmd_heat(int argc, char **argv);
int cmd_doctor(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_flame(int argc, char **argv);

#endif /* TOOL_COMMANDS_H */
