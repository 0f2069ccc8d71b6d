/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HISTRIG_SYSCALLS_PRINT_H
#define HISTRIG_SYSCALLS_PRINT_H

struct event_print;

/* Append the text of a record, name of the call and all; see struct event_class. */
void syscall_print_enter(struct event_print *print, const void *record);
void syscall_print_exit(struct event_print *print, const void *record);

#endif /* HISTRIG_SYSCALLS_PRINT_H */
