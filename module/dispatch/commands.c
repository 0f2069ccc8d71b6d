// SPDX-License-Identifier: GPL-2.0
/* The table of trigger commands, see commands.h. */
#include <linux/errno.h>
#include <linux/string.h>

#include "../event/registry.h"
#include "../hist/trigger/hist_trigger.h"
#include "../trigger/trigger.h"
#include "commands.h"

const struct trigger_command *const trigger_commands[] = {
	&traceon_command,
	&traceoff_command,
	&snapshot_command,
	&stacktrace_command,
	&enable_event_command,
	&disable_event_command,
	&enable_hist_command,
	&disable_hist_command,
	&hist_command,
	NULL,
};

int trigger_write(struct event_file *file, char *text)
{
	const struct trigger_command *const *command;
	char *params, *word;
	bool remove;

	lockdep_assert_held(&event_mutex);
	params = skip_spaces(text);
	word = strsep(&params, ": \t");
	if (params) {
		params = skip_spaces(params);
		if (!*params)
			params = NULL;
	}
	remove = word[0] == '!';
	if (remove)
		word++;

	for (command = trigger_commands; *command; command++)
		if (!strcmp((*command)->name, word))
			return (*command)->parse(*command, file, remove,
						 params);
	return -EINVAL;
}
