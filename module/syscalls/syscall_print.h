/* SPDX-License-Identifier: GPL-2.0 */
/* Prints the records of system calls. */
#ifndef HISTRIG_SYSCALL_PRINT_H
#define HISTRIG_SYSCALL_PRINT_H

struct event_print;

/**
 * syscall_print_enter() - event_class.print() of enter events
 * @print: working memory of event_print()
 * @record: the record
 *
 * Prints the name of the call, because event_class.no_name is set.
 *
 * Context: process, called by event_print().
 */
void syscall_print_enter(struct event_print *print, const void *record);

/* Like syscall_print_enter(), for exit events. */
void syscall_print_exit(struct event_print *print, const void *record);

#endif /* HISTRIG_SYSCALL_PRINT_H */
