/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments of calls, as text. */
#ifndef HISTRIG_FUNCTION_ARGS_H
#define HISTRIG_FUNCTION_ARGS_H

/**
 * function_args_expect() - prepare for records of calls with arguments
 *
 * From now on lines of such records show the arguments. Names and types come
 * from the kernel's type information. If that does not have the function,
 * nothing is printed between the parentheses.
 *
 * Context: process, event_mutex held.
 */
void function_args_expect(void);

#endif /* HISTRIG_FUNCTION_ARGS_H */
