/* SPDX-License-Identifier: GPL-2.0 */
/* The format file of an event. */
#ifndef HISTRIG_FORMAT_H
#define HISTRIG_FORMAT_H

#include <linux/types.h>

struct event;
struct seq_file;

/**
 * event_format_print() - print the format file of an event
 * @m: where to
 * @event: the event
 * @id: its number
 *
 * Prints byte for byte what the kernel prints for the same event.
 *
 * Context: process; may allocate.
 */
void event_format_print(struct seq_file *m, const struct event *event, u16 id);

#endif /* HISTRIG_FORMAT_H */
