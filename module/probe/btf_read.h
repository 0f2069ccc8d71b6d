/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads the types of the running kernel and its modules.
 *
 * The kernel shows its BTF in sysfs. The first user reads it into memory, six
 * megabytes, which are freed a minute after the last use. A module's BTF is
 * also freed when the module is unloaded.
 */
#ifndef HISTRIG_PROBE_BTF_READ_H
#define HISTRIG_PROBE_BTF_READ_H

#include "btf.h"

struct module;

/* Follows a module that is loaded or unloaded; @action is that of the notifier. May sleep. */
void btf_module_changed(const struct module *mod, unsigned long action);

void btf_exit(void);

/*
 * The types stay in memory until btf_unlock(). In between, only log_mutex and
 * the kernel's own locks may be taken. All functions below may sleep, and their
 * callers hold this lock.
 */
void btf_lock(void);
void btf_unlock(void);

/* Does the kernel have BTF? */
bool btf_available(void);

/**
 * btf_find() - find a type in the kernel or in any module
 * @form: BTF_FORM_FUNCTION, _STRUCT, _UNION or _TYPEDEF
 * @name: its name; "MODULE:NAME" searches that module, then the kernel, but no
 *	other module
 * @id: set to its number
 *
 * Context: process, may sleep; btf_lock() held.
 * Return: the blob that contains the type, valid until btf_unlock(); or NULL.
 */
const struct btf_blob *btf_find(enum btf_form form, const char *name, u32 *id);

/*
 * Find the parameters of a function or of a tracepoint, without the data
 * pointer that a tracepoint's probes get first. Return false if the parameters
 * are not known.
 */
bool btf_find_function(const char *name, struct btf_prototype *prototype);
bool btf_find_tracepoint(const char *name, struct btf_prototype *prototype);

#endif /* HISTRIG_PROBE_BTF_READ_H */
