/* SPDX-License-Identifier: GPL-2.0 */
/* The hist command: makes, changes and removes hist triggers. */
#ifndef HISTRIG_COMMAND_H
#define HISTRIG_COMMAND_H

#include <linux/types.h>

struct event_file;
struct hist;
struct hist_report;
struct trigger_command;

extern const struct trigger_command hist_command;

/**
 * hist_command_run() - do what a hist command says
 * @file: the event
 * @text: what follows "hist:"
 * @remove: take the trigger away
 * @report: where to say what is wrong, NULL for nowhere
 *
 * Context: process, may sleep, event_mutex held.
 * Return: 0, or the errno that the kernel gives for the same command.
 */
int hist_command_run(struct event_file *file, const char *text, bool remove,
		     struct hist_report *report);

/**
 * hist_command_referenced() - do others refer to variables of an event?
 *
 * Its hist triggers are not to be removed by users then.
 *
 * Context: process, event_mutex held.
 */
bool hist_command_referenced(const struct event_file *file);

/**
 * hist_watch() - tell the triggers of a histogram whether they are watched
 *
 * They are, all of them, when one belongs to an event that has watchers: a hit
 * of any changes what these see.
 *
 * Context: process, event_mutex held.
 */
void hist_watch(struct hist *hist);

#endif /* HISTRIG_COMMAND_H */
