/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The types of the running kernel and its modules: reading and keeping BTF.
 *
 * The kernel shows its BTF in sysfs. It is read when it is first wanted, and
 * kept until nobody has wanted it for a minute, because it takes six megabytes.
 * The BTF of a module goes with the module, too.
 */
#ifndef HISTRIG_PROBE_BTF_READ_H
#define HISTRIG_PROBE_BTF_READ_H

#include "btf.h"

/* btf_init() - begin to watch modules go */
void btf_init(void);

/* btf_exit() - free all types; nobody wants any */
void btf_exit(void);

/**
 * btf_lock() - keep the types until btf_unlock()
 *
 * Context: process, may sleep. Inside, only log_mutex and the kernel's own locks
 *	are taken.
 */
void btf_lock(void);
void btf_unlock(void);

/**
 * btf_available() - test whether the kernel has types
 *
 * Context: process, may sleep; btf_lock() held.
 */
bool btf_available(void);

/**
 * btf_find() - find a type in the kernel or in any module
 * @form: BTF_FORM_FUNCTION, _STRUCT, _UNION or _TYPEDEF
 * @name: its name; "MODULE:NAME" looks into that module first
 * @id: set to its number
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: the blob that has the type, valid until btf_unlock(); NULL if no blob
 * has it.
 */
const struct btf_blob *btf_find(enum btf_form form, const char *name, u32 *id);

/**
 * btf_find_function() - find the parameters of a function
 * @name: as for btf_find()
 * @prototype: set to them
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: false if they are not known.
 */
bool btf_find_function(const char *name, struct btf_prototype *prototype);

/**
 * btf_find_tracepoint() - find the parameters of a tracepoint
 * @name: its name
 * @prototype: set to them; the pointer that each probe gets first is hidden
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: false if they are not known.
 */
bool btf_find_tracepoint(const char *name, struct btf_prototype *prototype);

#endif /* HISTRIG_PROBE_BTF_READ_H */
