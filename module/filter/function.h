/* SPDX-License-Identifier: GPL-2.0 */
/* Addresses of functions of the kernel and of modules. */
#ifndef HISTRIG_FUNCTION_H
#define HISTRIG_FUNCTION_H

/*
 * Returns an address in the function with this name, or 0 if there is none. The
 * caller holds event_mutex.
 */
unsigned long function_find(const char *name);

/**
 * function_remember() - start or stop caching the results of function_find()
 * @on: true to start; starting and stopping both empty the cache
 *
 * Without the cache, each lookup waits for all CPUs, so use it to compile one
 * filter for many events. Addresses are valid only while event_mutex is held,
 * so the caller stops the caching before it unlocks event_mutex.
 *
 * Context: process, event_mutex held.
 */
void function_remember(bool on);

#endif /* HISTRIG_FUNCTION_H */
