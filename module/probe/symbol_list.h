/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the kernel's lists of symbols and of modules in /proc. */
#ifndef HISTRIG_PROBE_SYMBOL_LIST_H
#define HISTRIG_PROBE_SYMBOL_LIST_H

#include <linux/types.h>

/* The hash of an empty string, to begin with. */
#define SYMBOL_HASH	0xcbf29ce484222325

/*
 * Continues @hash over a string. FNV-1a is enough, because no user chooses the names, and 64
 * bits rarely collide.
 */
u64 symbol_hash(u64 hash, const char *text);

/*
 * Makes space in an array for @more entries of @size bytes after the first @nr. Returns @old, or
 * a larger array for kvfree() in its place, and sets its @capacity in entries. Returns NULL, and
 * leaves @old, if out of memory. May sleep.
 */
void *list_reserve(void *old, u32 nr, u32 more, u32 *capacity, size_t size);

/*
 * Do several symbols have this name? Also returns false if the list cannot be
 * read. May sleep; the first call after a module was loaded or unloaded reads
 * all of /proc/kallsyms.
 */
bool symbol_is_shared(const char *name);

/**
 * symbols_find() - find the functions whose names match a pattern
 * @pattern: a pattern or a name, without a module
 * @found: called with @ctx and the address of each function, once for each
 *	name; ends the search if it does not return 0
 * @ctx: for @found
 *
 * Leaves out modules that are being loaded or unloaded: the kernel may free their
 * code before the caller is told.
 *
 * Context: process, may sleep; reads all of /proc/kallsyms.
 * Return: the result of the last call of @found; -EPERM if the kernel hides
 * addresses from the caller; -EBUSY if more than 16 modules are being loaded or
 * unloaded; an errno of reading.
 */
int symbols_find(const char *pattern,
		 int (*found)(void *ctx, unsigned long address), void *ctx);

/*
 * Is the module of "MODULE:NAME" loaded? Returns true for a NAME without a
 * module. May sleep.
 */
bool symbol_module_loaded(const char *name);

/*
 * Does @name have the form "MODULE:NAME", with a module that is not loaded now?
 * May sleep.
 */
bool symbol_may_come(const char *name);

/*
 * Makes symbol_is_shared() read the list again. Call this when a module is
 * being loaded, has started, or is unloaded.
 */
void symbols_changed(void);

void symbols_exit(void);

#endif /* HISTRIG_PROBE_SYMBOL_LIST_H */
