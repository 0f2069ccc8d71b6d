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

/**
 * symbol_address() - find the address of a symbol, code or data
 * @name: its name, "MODULE:NAME" for one of a module
 *
 * Context: process, may sleep.
 * Return: the address, or 0 if there is no such symbol.
 */
unsigned long symbol_address(const char *name);

/**
 * symbol_count() - count the symbols with a name
 * @name: the name, without a module
 *
 * Context: process, may sleep.
 * Return: how many there are in the kernel and in modules; an errno if the
 * kernel's list of symbols cannot be read.
 */
int symbol_count(const char *name);

#endif /* HISTRIG_PROBE_SYMBOL_H */
