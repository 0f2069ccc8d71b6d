/* SPDX-License-Identifier: GPL-2.0 */
/* The table of types of dynamic events, and the functions that run a line. */
#ifndef HISTRIG_DISPATCH_DYNAMIC_H
#define HISTRIG_DISPATCH_DYNAMIC_H

/**
 * dynamic_run() - run a line of dynamic_events
 * @text: the line: a definition of any type, or the names of events to remove
 *
 * Removing events also empties the rings that may hold their records.
 *
 * Context: process, may sleep; takes dynamic_mutex and what a type takes.
 * Return: 0 or an errno, see dynamic_create() and dynamic_remove().
 */
int dynamic_run(const char *text);

/* dynamic_run_kprobe() - run a line of kprobe_events, as dynamic_run() */
int dynamic_run_kprobe(const char *text);

/* dynamic_run_uprobe() - run a line of uprobe_events, as dynamic_run() */
int dynamic_run_uprobe(const char *text);

#endif /* HISTRIG_DISPATCH_DYNAMIC_H */
