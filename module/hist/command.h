/* SPDX-License-Identifier: GPL-2.0 */
/* The hist command: makes, changes and removes hist triggers. */
#ifndef HISTRIG_COMMAND_H
#define HISTRIG_COMMAND_H

struct hist;
struct trigger_command;

extern const struct trigger_command hist_command;

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
