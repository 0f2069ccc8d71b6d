/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that have left with their module.
 *
 * For a moment the kernel still lists the functions of a module that goes, and
 * an open filter file may have a copy of a set with them for much longer. Nobody
 * may trace them then, because other functions may get their addresses. So we
 * keep where they were until another module comes to the same place.
 *
 * The struct module itself does not last that long.
 */
#ifndef HISTRIG_FUNCTION_LEFT_H
#define HISTRIG_FUNCTION_LEFT_H

#include <linux/types.h>

struct module;

/**
 * functions_leave() - note that functions of a module are about to go
 * @mod: the module
 * @all: false if only those of its initialization go
 *
 * Context: process, may sleep; event_mutex held.
 */
void functions_leave(const struct module *mod, bool all);

/**
 * functions_arrive() - note that a module comes, to whatever place
 * @mod: the module
 *
 * Context: process, may sleep; event_mutex held.
 */
void functions_arrive(const struct module *mod);

/**
 * function_left() - test whether a function has left
 * @ip: address of the function
 *
 * Context: process, event_mutex held.
 */
bool function_left(unsigned long ip);

/* functions_left_exit() - forget what has left */
void functions_left_exit(void);

#endif /* HISTRIG_FUNCTION_LEFT_H */
