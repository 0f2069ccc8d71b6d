/* SPDX-License-Identifier: GPL-2.0 */
/* Prints user stack traces. */
#ifndef HISTRIG_PRINT_USER_STACK_H
#define HISTRIG_PRINT_USER_STACK_H

struct trace_iter;

/* user_stack_print() - append an iterator's user stack trace; may sleep */
void user_stack_print(struct trace_iter *iter);

#endif /* HISTRIG_PRINT_USER_STACK_H */
