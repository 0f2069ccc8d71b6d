/* SPDX-License-Identifier: GPL-2.0 */
/* The table of trigger commands, and the parser of a command. */
#ifndef HISTRIG_DISPATCH_COMMANDS_H
#define HISTRIG_DISPATCH_COMMANDS_H

struct event_file;
struct trigger_command;

/**
 * trigger_write() - run one trigger command
 * @file: the event whose trigger file the user wrote to
 * @text: the command, without white space around it; modified
 *
 * Context: process, event_mutex held.
 * Return: 0, or the errno that the kernel returns for the same command.
 */
int trigger_write(struct event_file *file, char *text);

/* All trigger commands; NULL ends the list. */
extern const struct trigger_command *const trigger_commands[];

#endif /* HISTRIG_DISPATCH_COMMANDS_H */
