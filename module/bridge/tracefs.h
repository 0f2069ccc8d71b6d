/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Looking for events and instances in the kernel's tracefs. The kernel exports no list of
 * them, but tracefs has a folder for each.
 */
#ifndef HISTRIG_BRIDGE_TRACEFS_H
#define HISTRIG_BRIDGE_TRACEFS_H

typedef int tracefs_visit_fn(const char *system, const char *name);

/**
 * tracefs_visit_events() - call a function for each event except syscall events
 * @visit: the function; a return value other than 0 ends the walk
 *
 * Context: process; no lock of ours and none of the kernel's tracing held.
 * Return: 0, the result of @visit, or an errno if tracefs cannot be read.
 */
int tracefs_visit_events(tracefs_visit_fn *visit);

/**
 * tracefs_has_instance() - does an instance exist?
 * @path: "instances/" and the name of the instance
 *
 * Context: process, no lock of the kernel's tracing held.
 * Return: 1 if it exists, 0 if not, or an errno if tracefs cannot be read.
 */
int tracefs_has_instance(const char *path);

#endif /* HISTRIG_BRIDGE_TRACEFS_H */
