/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments of calls, as text. */
#ifndef HISTRIG_FUNCTION_ARGS_H
#define HISTRIG_FUNCTION_ARGS_H

/*
 * function_args_expect() - from now on, print the arguments of calls whose records have them,
 * with names and types from the kernel's type information. For a function that it lacks, the
 * parentheses are empty. event_mutex held.
 */
void function_args_expect(void);

#endif /* HISTRIG_FUNCTION_ARGS_H */
