/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that were unloaded with their module.
 *
 * For a moment the kernel still lists the functions of an unloaded module, which
 * commands must not select. So unloaded.c records their addresses, because the struct
 * module is freed too early to look there.
 */
#ifndef HISTRIG_FUNCTION_UNLOADED_H
#define HISTRIG_FUNCTION_UNLOADED_H

#include <linux/types.h>

struct module;

/**
 * functions_leave() - record that functions of a module are about to be unloaded
 * @mod: the module
 * @all: all functions of @mod; if false, only those of its initialization
 *
 * Context: process, event_mutex held.
 */
void functions_leave(const struct module *mod, bool all);

/*
 * functions_arrive() - forget recorded addresses in the new module @mod;
 * event_mutex held
 */
void functions_arrive(const struct module *mod);

/* function_is_unloaded() - was the function @ip unloaded? event_mutex held */
bool function_is_unloaded(unsigned long ip);

#endif /* HISTRIG_FUNCTION_UNLOADED_H */
