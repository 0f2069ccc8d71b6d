/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments of calls, as text. */
#ifndef HISTRIG_FUNCTION_ARGS_H
#define HISTRIG_FUNCTION_ARGS_H

struct trace_iter;

/**
 * function_args_print() - append the arguments of a call to a line
 * @iter: the iterator
 * @ip: the function
 * @args: FUNCTION_ARGS values of the registers that pass arguments
 *
 * Names and types come from the kernel's type information. If that does not
 * have the function, nothing is printed between the parentheses.
 *
 * Context: process, trace_iter_lock() held; may read the types from a file.
 */
void function_args_print(struct trace_iter *iter, unsigned long ip,
			 const unsigned long *args);

#endif /* HISTRIG_FUNCTION_ARGS_H */
