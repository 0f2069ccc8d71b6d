// SPDX-License-Identifier: GPL-2.0
/* Makes, reads and frees interevents, see ../interevent.h. */
#include <linux/mm.h>
#include <linux/slab.h>

#include "../../event/registry.h"
#include "interevent.h"

struct hist_interevent *hist_interevent_new(void)
{
	struct hist_interevent *inter = kvzalloc(sizeof(*inter), GFP_KERNEL);

	if (inter)
		inter->users = 1;
	return inter;
}

void hist_action_free(struct hist_action *action)
{
	kfree(action->ops);
	kfree(action->text);
	kfree(action);
}

void hist_interevent_put(struct hist_interevent *inter)
{
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	if (!inter || --inter->users)
		return;
	for (i = 0; i < inter->nr_actions; i++)
		hist_action_free(inter->actions[i]);
	kvfree(inter);
}

const struct hist_action *
hist_snapshot_action(const struct hist_interevent *inter)
{
	unsigned int i;

	for (i = 0; inter && i < inter->nr_actions; i++)
		if (inter->actions[i]->kind == HIST_ACTION_SNAPSHOT)
			return inter->actions[i];
	return NULL;
}
