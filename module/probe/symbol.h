/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Symbols of the kernel by name.
 *
 * kallsyms_lookup_name() is not exported. register_kprobe() looks a name up
 * before it decides whether the place can be probed, and keeps the address even
 * if it then refuses; so a probe that is never armed serves as a lookup.
 */
#ifndef HISTRIG_PROBE_SYMBOL_H
#define HISTRIG_PROBE_SYMBOL_H

#include <linux/types.h>

/**
 * symbol_address() - find the address of a symbol, code or data
 * @name: its name, "MODULE:NAME" for one of a module
 *
 * Context: process, may sleep.
 * Return: the address, or 0 if there is no such symbol. For a function it is
 * where the kernel would probe it, which is after the instruction that marks
 * it as a target of indirect branches.
 */
unsigned long symbol_address(const char *name);

/**
 * symbol_start() - find the address of a symbol, as the kernel lists it
 * @name: as for symbol_address()
 *
 * Context: process, may sleep.
 * Return: the address, or 0 if there is no such symbol.
 */
unsigned long symbol_start(const char *name);

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

/**
 * symbol_place() - find the place of an address within its symbol
 * @address: the address
 * @offset: set to the distance from the symbol's address, in bytes
 *
 * Context: process.
 * Return: false if the address is in no symbol.
 */
bool symbol_place(unsigned long address, unsigned long *offset);

/* symbols_changed() - note that a module comes, has started, or goes */
void symbols_changed(void);

/* symbols_exit() - free what is kept of the kernel's list */
void symbols_exit(void);

#endif /* HISTRIG_PROBE_SYMBOL_H */
