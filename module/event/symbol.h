/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Symbols of the kernel: the address of a name, and the symbol at an address.
 *
 * kallsyms_lookup_name() is not exported. register_kprobe() stores the address of a
 * name even if the place cannot be probed, so a probe that is never armed serves as a
 * lookup. For per-CPU variables, and on kernels without kprobes, /proc/kallsyms is
 * searched, which takes a tenth of a second.
 */
#ifndef HISTRIG_EVENT_SYMBOL_H
#define HISTRIG_EVENT_SYMBOL_H

#include <linux/types.h>

/**
 * symbol_address() - find the address of a symbol, code or data
 * @name: its name, "MODULE:NAME" for one of a module
 *
 * Context: process, may sleep.
 * Return: the address, or 0 if there is no such symbol. For a function, it is
 * where the kernel would probe it, after the instruction that marks a target of
 * indirect branches.
 */
unsigned long symbol_address(const char *name);

/**
 * symbol_bounds() - find the symbol that contains an address
 * @address: the address
 * @start: set to the symbol's first address
 * @size: set to its size in bytes
 *
 * Context: process.
 * Return: false if no symbol contains the address.
 */
bool symbol_bounds(unsigned long address, unsigned long *start,
		   unsigned long *size);

/* symbol_start() - like symbol_address(), but a function's first byte, as in kallsyms */
unsigned long symbol_start(const char *name);

/**
 * symbol_percpu() - find a per-CPU variable
 * @name: its name, "MODULE:NAME" for one of a module
 *
 * Searches /proc/kallsyms, because since 5.18, register_kprobe() refuses names whose
 * addresses are outside the kernel, like those of per-CPU variables on x86 before 6.15.
 *
 * Context: process, may sleep.
 * Return: the pointer to pass to per_cpu_ptr(), or 0 if there is no such symbol.
 */
unsigned long symbol_percpu(const char *name);

/**
 * symbol_text() - the text for an address in lines of traces
 * @text: set to the text; KSYM_SYMBOL_LEN bytes
 * @address: the address
 * @offset: also print the offset in the symbol, the symbol's size, and its module
 *
 * As in the kernel, the text is an address if there is no symbol, or if the kernel has no
 * CONFIG_KALLSYMS, where sprint_symbol() prints nothing.
 */
void symbol_text(char *text, unsigned long address, bool offset);

#endif /* HISTRIG_EVENT_SYMBOL_H */
