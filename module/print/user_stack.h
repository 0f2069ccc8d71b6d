/* SPDX-License-Identifier: GPL-2.0 */
/* How stacks of user space are printed. */
#ifndef HISTRIG_PRINT_USER_STACK_H
#define HISTRIG_PRINT_USER_STACK_H

#include <linux/types.h>

struct reader;

/**
 * user_stack_print() - print the stack that a reader is at
 * @reader: its @record is a struct user_stack_record
 *
 * Context: process, may sleep.
 */
void user_stack_print(struct reader *reader);

#endif /* HISTRIG_PRINT_USER_STACK_H */
