// SPDX-License-Identifier: GPL-2.0
/* The life of what a hit does beside counting, see inter.h. */
#include <linux/mm.h>
#include <linux/slab.h>

#include "../../event/registry.h"
#include "../../synth/synth.h"
#include "action.h"
#include "command.h"
#include "../hist.h"
#include "../interevent.h"

struct hist_interevent *hist_interevent_new(void)
{
	struct hist_interevent *inter = kvzalloc(sizeof(*inter), GFP_KERNEL);

	if (inter)
		inter->users = 1;
	return inter;
}

void hist_interevent_put(struct hist_interevent *inter)
{
	unsigned int i;

	if (!inter || --inter->users)
		return;
	for (i = 0; i < inter->nr_actions; i++)
		hist_action_free(inter->actions[i]);
	kvfree(inter);
}

void hist_interevent_take(struct hist_interevent *inter, const struct hist *own)
{
	unsigned int i;

	if (!inter)
		return;
	inter->hist = own;
	for (i = 0; i < inter->nr_var_refs; i++) {
		struct hist *hist = inter->var_refs[i].hist;

		hist_get(hist);
		if (hist != own)
			hist->nr_var_refs++;
		if (inter->var_refs[i].read_once)
			WRITE_ONCE(hist->nr_read_once, hist->nr_read_once + 1);
	}
}

static void release_refs(struct hist_interevent *inter)
{
	unsigned int i;

	for (i = 0; i < inter->nr_var_refs; i++) {
		struct hist *hist = inter->var_refs[i].hist;

		inter->var_refs[i].hist = NULL;
		if (!inter->hist)
			continue;
		if (hist != inter->hist)
			hist->nr_var_refs--;
		if (inter->var_refs[i].read_once)
			WRITE_ONCE(hist->nr_read_once, hist->nr_read_once - 1);
		hist_put(hist);
	}
	inter->nr_var_refs = 0;
}

/* Without a command, which would take memory; another trigger may need it. */
static void remove_feeder(struct event_file *file, struct hist *hist)
{
	struct trigger *trigger;
	unsigned int i;

	for (i = 0; (trigger = trigger_at(file, i)); i++)
		if (trigger->command == &hist_command &&
		    to_hist_trigger(trigger)->hist == hist)
			break;
	if (trigger && !hist->nr_var_refs)
		trigger_remove(trigger);
}

static void remove_field_vars(struct hist_interevent *inter)
{
	while (inter->nr_field_vars) {
		struct hist_field_var *var =
			&inter->field_vars[--inter->nr_field_vars];

		remove_feeder(var->file, var->hist);
		hist_put(var->hist);
		event_file_put(var->file);
	}
}

void hist_interevent_release(struct hist_interevent *inter)
{
	unsigned int i;

	if (!inter)
		return;
	lockdep_assert_held(&event_mutex);
	release_refs(inter);
	for (i = 0; i < inter->nr_actions; i++) {
		struct hist_action *action = inter->actions[i];

		if (action->synth)
			synth_event_put(action->synth);
		action->synth = NULL;
	}
	remove_field_vars(inter);
}
