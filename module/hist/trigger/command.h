/* SPDX-License-Identifier: GPL-2.0 */
/* The hist command: makes, changes and removes hist triggers. */
#ifndef HISTRIG_COMMAND_H
#define HISTRIG_COMMAND_H

#include <linux/types.h>

struct event_file;
struct trigger_command;

extern const struct trigger_command hist_command;

/*
 * Do other triggers refer to histograms of an event? If so, users cannot remove the
 * event's hist triggers. Caller holds event_mutex.
 */
bool hist_command_referenced(const struct event_file *file);

#endif /* HISTRIG_COMMAND_H */
