/* SPDX-License-Identifier: GPL-2.0 */
/* Runs lines that define and remove dynamic events. */
#ifndef HISTRIG_DISPATCH_DYNAMIC_H
#define HISTRIG_DISPATCH_DYNAMIC_H

/**
 * dynamic_run() - run a line of dynamic_events
 * @text: a definition of any type, or the names of events to remove
 *
 * Removing events also empties the rings that may contain their records.
 *
 * Context: process, may sleep; takes dynamic_mutex and the locks of the type.
 * Return: 0 or an errno, see dynamic_create() and dynamic_remove().
 */
int dynamic_run(const char *text);

/* dynamic_run_kprobe() - dynamic_run() for a line of kprobe_events */
int dynamic_run_kprobe(const char *text);

/* dynamic_run_uprobe() - dynamic_run() for a line of uprobe_events */
int dynamic_run_uprobe(const char *text);

#endif /* HISTRIG_DISPATCH_DYNAMIC_H */
