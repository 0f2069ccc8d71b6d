/* SPDX-License-Identifier: GPL-2.0 */
/* The format file of an event. */
#ifndef HISTRIG_FORMAT_H
#define HISTRIG_FORMAT_H

#include <linux/types.h>

struct event;
struct seq_file;

/* event_format_print() - print an event's format file, like the kernel's; may sleep */
void event_format_print(struct seq_file *m, const struct event *event, u16 id);

#endif /* HISTRIG_FORMAT_H */
