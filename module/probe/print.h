/* SPDX-License-Identifier: GPL-2.0 */
/* The fields of a probe event, and printing its records. */
#ifndef HISTRIG_PROBE_PRINT_H
#define HISTRIG_PROBE_PRINT_H

struct probe_args;
struct probe_event;

/**
 * probe_describe() - make the fields and the print format of an event
 * @event: the event; its @shape is set, its class is empty
 * @args: the arguments of its first definition. The event takes a reference,
 *	because that definition may be removed before the event
 *
 * Context: process, may sleep.
 * Return: 0 or -ENOMEM; call probe_undescribe() in either case.
 */
int probe_describe(struct probe_event *event, struct probe_args *args);

void probe_undescribe(struct probe_event *event);

#endif /* HISTRIG_PROBE_PRINT_H */
