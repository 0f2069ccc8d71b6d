/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's lists of symbols and of modules, which /proc shows. */
#ifndef HISTRIG_PROBE_SYMBOL_LIST_H
#define HISTRIG_PROBE_SYMBOL_LIST_H

#include <linux/types.h>

/**
 * symbol_is_shared() - test whether several symbols have the same name
 * @name: the name, without a module
 *
 * Context: process, may sleep; the first call after a module came or went reads
 *	all of /proc/kallsyms.
 * Return: true if so; false also if the kernel's list cannot be read.
 */
bool symbol_is_shared(const char *name);

/**
 * symbols_find() - find the functions whose names match a pattern
 * @pattern: a pattern or a name, without a module
 * @found: called with @ctx and the address of each function, once for each name,
 *	until it returns other than 0
 * @ctx: for @found
 *
 * Context: process, may sleep; reads all of /proc/kallsyms.
 * Return: what the last call of @found returned; -EPERM if the kernel hides
 * addresses from the caller; an errno of reading.
 */
int symbols_find(const char *pattern,
		 int (*found)(void *ctx, unsigned long address), void *ctx);

/**
 * symbol_module_loaded() - test whether the module of a symbol is loaded
 * @name: "MODULE:NAME", or the NAME of a symbol of the kernel
 *
 * Context: process, may sleep.
 * Return: true for symbols of the kernel.
 */
bool symbol_module_loaded(const char *name);

/**
 * symbol_may_come() - test whether a module may bring a symbol
 * @name: as for symbol_module_loaded()
 *
 * Context: process, may sleep.
 * Return: true if MODULE could be the name of a module, and is not loaded.
 */
bool symbol_may_come(const char *name);

/* symbols_changed() - note that a module comes, has started, or goes */
void symbols_changed(void);

/* symbols_exit() - free what is kept of the kernel's list */
void symbols_exit(void);

#endif /* HISTRIG_PROBE_SYMBOL_LIST_H */
