/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that were unloaded with their module.
 *
 * For a moment the kernel still lists the functions of an unloaded module.
 * Commands must not select them, because they were taken out of all filters
 * already. So we keep their addresses; the struct module itself does not last
 * that long.
 */
#ifndef HISTRIG_FUNCTION_UNLOADED_H
#define HISTRIG_FUNCTION_UNLOADED_H

#include <linux/types.h>

struct module;

/**
 * functions_leave() - note that functions of a module are about to go
 * @mod: the module
 * @all: false if only those of its initialization go
 *
 * Context: process, event_mutex held.
 */
void functions_leave(const struct module *mod, bool all);

/**
 * functions_arrive() - note that a module is loaded, maybe at addresses of
 * another
 * @mod: the module
 *
 * Context: process, event_mutex held.
 */
void functions_arrive(const struct module *mod);

/**
 * function_is_unloaded() - test whether a function has left
 * @ip: address of the function
 *
 * Context: process, event_mutex held.
 */
bool function_is_unloaded(unsigned long ip);

#endif /* HISTRIG_FUNCTION_UNLOADED_H */
