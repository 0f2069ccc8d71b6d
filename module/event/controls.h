/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Control characters in names and strings that users choose: names of tasks, files
 * and cgroups, and strings that programs pass to system calls. Printed unchanged,
 * they could forge lines and control the reader's terminal. They are those of
 * ASCII, and U+0080 to U+009F in UTF-8.
 */
#ifndef HISTRIG_EVENT_CONTROLS_H
#define HISTRIG_EVENT_CONTROLS_H

#include <linux/types.h>

struct seq_file;

/* controls_hide() - replace control characters by question marks; any context */
void controls_hide(char *text, size_t len);

/**
 * controls_escape() - write control characters as \ooo, like /proc/mounts
 * @text: the string
 * @len: its length
 * @max: the maximum length of the result
 *
 * A backslash before three digits that would read as such a code becomes \134, so
 * that readers can recover the original. Any other backslash is not changed.
 *
 * Context: any.
 * Return: the length with all escapes; if that is more than @max, @text is not
 * changed.
 */
size_t controls_escape(char *text, size_t len, size_t max);

/* seq_escape_controls() - escape the output of @m from offset @from on */
void seq_escape_controls(struct seq_file *m, size_t from);

#endif /* HISTRIG_EVENT_CONTROLS_H */
