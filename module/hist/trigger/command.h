/* SPDX-License-Identifier: GPL-2.0 */
/* The hist command: makes, changes and removes hist triggers. */
#ifndef HISTRIG_COMMAND_H
#define HISTRIG_COMMAND_H

#include <linux/types.h>

struct event_file;
struct trigger_command;

extern const struct trigger_command hist_command;

/**
 * hist_command_referenced() - do other triggers use variables of an event?
 * @file: the event in an instance
 *
 * If they do, users cannot remove the hist triggers of the event.
 *
 * Context: process, event_mutex held.
 */
bool hist_command_referenced(const struct event_file *file);

#endif /* HISTRIG_COMMAND_H */
