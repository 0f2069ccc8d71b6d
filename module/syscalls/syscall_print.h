/* SPDX-License-Identifier: GPL-2.0 */
/* Printing the records of system calls. */
#ifndef HISTRIG_SYSCALL_PRINT_H
#define HISTRIG_SYSCALL_PRINT_H

struct event_print;

/**
 * syscall_print_enter() - append the text of an enter event's record
 * @print: working memory of event_print()
 * @record: the record
 *
 * The text starts with the name of the call, see @no_name of struct event_class.
 *
 * Context: process, called by event_print().
 */
void syscall_print_enter(struct event_print *print, const void *record);

/**
 * syscall_print_exit() - append the text of an exit event's record
 * @print: working memory of event_print()
 * @record: the record
 *
 * Context: process, called by event_print().
 */
void syscall_print_exit(struct event_print *print, const void *record);

#endif /* HISTRIG_SYSCALL_PRINT_H */
