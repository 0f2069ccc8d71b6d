/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments of calls, as text. */
#ifndef HISTRIG_FUNCTION_ARGS_H
#define HISTRIG_FUNCTION_ARGS_H

/**
 * function_args_expect() - prepare for records of calls with arguments
 *
 * From now on, lines of these records show the arguments. Names and types are from the
 * kernel's type information; for a function that it lacks, the parentheses are empty.
 *
 * Context: process, event_mutex held.
 */
void function_args_expect(void);

#endif /* HISTRIG_FUNCTION_ARGS_H */
