// SPDX-License-Identifier: GPL-2.0
/* The life of what a hit does beside counting, see inter.h. */
#include <linux/mm.h>
#include <linux/slab.h>

#include "../../event/registry.h"
#include "../../synth/synth.h"
#include "action.h"
#include "command.h"
#include "../hist.h"
#include "../inter.h"

struct hist_inter *hist_inter_new(void)
{
	struct hist_inter *inter = kvzalloc(sizeof(*inter), GFP_KERNEL);

	if (inter)
		inter->users = 1;
	return inter;
}

void hist_inter_put(struct hist_inter *inter)
{
	unsigned int i;

	if (!inter || --inter->users)
		return;
	for (i = 0; i < inter->nr_actions; i++)
		hist_action_free(inter->actions[i]);
	kvfree(inter);
}

void hist_inter_take(struct hist_inter *inter, const struct hist *own)
{
	unsigned int i;

	if (!inter)
		return;
	inter->own = own;
	for (i = 0; i < inter->nr_refs; i++) {
		struct hist *hist = inter->refs[i].hist;

		hist_get(hist);
		if (hist != own)
			hist->nr_refs++;
		if (inter->refs[i].once)
			WRITE_ONCE(hist->nr_once, hist->nr_once + 1);
	}
}

static void release_refs(struct hist_inter *inter)
{
	unsigned int i;

	for (i = 0; i < inter->nr_refs; i++) {
		struct hist *hist = inter->refs[i].hist;

		inter->refs[i].hist = NULL;
		if (!inter->own)
			continue;
		if (hist != inter->own)
			hist->nr_refs--;
		if (inter->refs[i].once)
			WRITE_ONCE(hist->nr_once, hist->nr_once - 1);
		hist_put(hist);
	}
	inter->nr_refs = 0;
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
	if (trigger && !hist->nr_refs)
		trigger_remove(trigger);
}

static void remove_hidden(struct hist_inter *inter)
{
	while (inter->nr_hidden) {
		struct hist_hidden *hidden = &inter->hidden[--inter->nr_hidden];

		remove_feeder(hidden->file, hidden->hist);
		hist_put(hidden->hist);
		event_file_put(hidden->file);
	}
}

void hist_inter_release(struct hist_inter *inter)
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
	remove_hidden(inter);
}
