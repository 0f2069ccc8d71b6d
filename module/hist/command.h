/* SPDX-License-Identifier: GPL-2.0 */
/* The hist command: makes, changes and removes hist triggers. */
#ifndef HISTRIG_COMMAND_H
#define HISTRIG_COMMAND_H

struct trigger_command;

extern const struct trigger_command hist_command;

#endif /* HISTRIG_COMMAND_H */
