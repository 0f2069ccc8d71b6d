/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Control characters in names and strings that users choose: names of tasks, files
 * and cgroups, and strings that programs pass to system calls. Printed as they are,
 * they could forge lines and control the reader's terminal.
 *
 * These are the control characters of ASCII, so UTF-8 is not changed.
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
 * @room: the greatest length that it may have afterwards
 *
 * A backslash before three digits that would be such a code becomes \134, so that
 * the text can be told again from what is written; any other stays what it is.
 *
 * Context: any.
 * Return: the length with all escapes; if that is more than @room, the text is not
 * changed.
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
