/* SPDX-License-Identifier: GPL-2.0 */
/* Where functions of the kernel and of modules lie. */
#ifndef HISTRIG_FUNCTION_H
#define HISTRIG_FUNCTION_H

/**
 * function_find() - the function of a name
 * @name: its name
 *
 * Context: process, event_mutex held.
 * Return: an address in it, 0 when there is no such function.
 */
unsigned long function_find(const char *name);

/**
 * function_remember() - keep what function_find() finds, or forget it
 * @on: from now on keep it
 *
 * For who makes one filter for many events: a look-up waits for all CPUs, and
 * what was found is good for as long only as event_mutex is held.
 *
 * Context: process, event_mutex held.
 */
void function_remember(bool on);

/**
 * function_bounds() - where the function lies that an address is in
 * @address: the address
 * @start: set to its first byte
 * @size: set to its length
 *
 * Context: any.
 * Return: whether there is one.
 */
bool function_bounds(unsigned long address, unsigned long *start,
		     unsigned long *size);

#endif /* HISTRIG_FUNCTION_H */
