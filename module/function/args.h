/* SPDX-License-Identifier: GPL-2.0 */
/* Prints the arguments of calls of functions. */
#ifndef HISTRIG_FUNCTION_ARGS_H
#define HISTRIG_FUNCTION_ARGS_H

/*
 * function_args_expect() - from now on, print the arguments that records of calls contain.
 * The parentheses of a function without BTF are empty. event_mutex held.
 */
void function_args_expect(void);

#endif /* HISTRIG_FUNCTION_ARGS_H */
