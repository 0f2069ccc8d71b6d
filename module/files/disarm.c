// SPDX-License-Identifier: GPL-2.0
/* Taking everything off an event's file, see disarm.h. */
#include "../event/event_file.h"
#include "../trigger/trigger.h"
#include "disarm.h"
#include "filter_files.h"

void disarm_file(struct event_file *file)
{
	trigger_disarm(file);
	event_file_stop(file);
	filter_files_disarm(file);
}

void disarm_finish(struct event_file *file)
{
	trigger_free_disarmed(file);
	filter_files_free_disarmed(file);
}
