/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Control characters in texts from outside: names of tasks, files and cgroups, and
 * what programs pass to system calls. Printed as they are, they would begin lines
 * that no hit has made, and steer the reader's terminal.
 *
 * Only ASCII's control characters are concerned, so UTF-8 stays what it is.
 */
#ifndef HISTRIG_EVENT_CONTROLS_H
#define HISTRIG_EVENT_CONTROLS_H

#include <linux/types.h>

struct seq_file;

/**
 * controls_hide() - replace control characters by question marks
 * @text: the text
 * @len: its length
 *
 * Context: any.
 */
void controls_hide(char *text, size_t len);

/**
 * controls_escape() - write control characters as \ooo, like /proc/mounts
 * @text: the text
 * @len: its length
 * @room: length that it may get
 *
 * Context: any.
 * Return: the length that it has then; if that is more than @room, the text stays
 * what it is.
 */
size_t controls_escape(char *text, size_t len, size_t room);

/**
 * seq_escape_controls() - the same for what a file prints
 * @m: the text
 * @from: the value that @m->count had where the text begins
 *
 * Context: process.
 */
void seq_escape_controls(struct seq_file *m, size_t from);

#endif /* HISTRIG_EVENT_CONTROLS_H */
