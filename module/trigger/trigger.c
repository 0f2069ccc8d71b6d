// SPDX-License-Identifier: GPL-2.0
/* The triggers of an event; see trigger.h. */
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../event/registry.h"
#include "../hist/command.h"
#include "../hist/run.h"
#include "../record/record.h"
#include "../record/store.h"
#include "trigger.h"

const struct trigger_command *const trigger_commands[] = {
	&hist_command,
	NULL,
};

/* An event that is not only there for its triggers. */
static noinline notrace bool hit_in_mode(struct event_file *file, void *record,
					 unsigned int size)
{
	unsigned int mode = READ_ONCE(file->mode);

	if ((mode & (EVENT_RECORD | EVENT_SOFT_DISABLED)) == EVENT_RECORD)
		record_store(file, record, size);
	return true;
}

notrace void record_hit(struct event_file *file, void *record,
			unsigned int size)
{
	const struct trigger_set *set;
	unsigned int i;

	if (unlikely(READ_ONCE(file->mode)) &&
	    !hit_in_mode(file, record, size))
		return;
	set = rcu_dereference_raw(file->armed);
	/* The last trigger may go while the probe is on its way. */
	if (unlikely(!set))
		return;
	if (likely(set->nr == 1)) {
		hist_hit(set->triggers[0], record);
		return;
	}
	for (i = 0; i < set->nr; i++)
		hist_hit(set->triggers[i], record);
}

notrace void record_lost(struct event_file *file)
{
	unsigned int mode = READ_ONCE(file->mode), i;
	const struct trigger_set *set = rcu_dereference_raw(file->armed);

	if ((mode & (EVENT_RECORD | EVENT_SOFT_DISABLED)) == EVENT_RECORD)
		record_not_stored(file);
	for (i = 0; set && i < set->nr; i++)
		hist_lost(set->triggers[i]);
}

struct trigger_set *trigger_set_of(const struct event_file *file)
{
	return rcu_dereference_protected(file->armed,
					 lockdep_is_held(&event_mutex));
}

struct trigger *trigger_at(const struct event_file *file, unsigned int i)
{
	struct trigger_set *set = trigger_set_of(file);

	return set && i < set->nr ? set->triggers[i] : NULL;
}

static struct trigger_set *alloc_set(unsigned int nr, gfp_t flags)
{
	struct trigger_set *set;

	set = kmalloc(struct_size(set, triggers, nr), GFP_KERNEL | flags);
	if (set)
		set->nr = nr;
	return set;
}

int trigger_add(struct trigger *trigger)
{
	struct trigger_set *old = trigger_set_of(trigger->file);
	unsigned int nr = old ? old->nr : 0;
	struct trigger_set *set;
	int ret;

	if (nr == TRIGGERS_MAX)
		return -ENOSPC;
	set = alloc_set(nr + 1, 0);
	if (!set)
		return -ENOMEM;
	if (nr)
		memcpy(set->triggers, old->triggers, nr * sizeof(trigger));
	set->triggers[nr] = trigger;

	rcu_assign_pointer(trigger->file->armed, set);
	ret = event_file_probe(trigger->file);
	if (ret)
		rcu_assign_pointer(trigger->file->armed, old);
	/* Whoever else has the probe registered may have seen @set. */
	if (ret || old)
		tracepoint_synchronize_unregister();
	kfree(ret ? set : old);
	return ret;
}

void trigger_remove(struct trigger *trigger)
{
	struct trigger_set *old = trigger_set_of(trigger->file), *set = NULL;
	unsigned int i, j = 0;

	if (old->nr > 1) {
		/* A few words; taking a trigger off must not fail. */
		set = alloc_set(old->nr - 1, __GFP_NOFAIL);
		for (i = 0; i < old->nr; i++)
			if (old->triggers[i] != trigger)
				set->triggers[j++] = old->triggers[i];
	}
	rcu_assign_pointer(trigger->file->armed, set);
	event_file_probe(trigger->file);
	tracepoint_synchronize_unregister();
	kfree(old);
	trigger->command->free(trigger);
}

void trigger_remove_all(struct event_file *file)
{
	struct trigger_set *set = trigger_set_of(file);
	unsigned int i;

	if (!set)
		return;
	rcu_assign_pointer(file->armed, NULL);
	event_file_probe(file);
	tracepoint_synchronize_unregister();
	for (i = 0; i < set->nr; i++)
		set->triggers[i]->command->free(set->triggers[i]);
	kfree(set);
}

int trigger_write(struct event_file *file, char *text)
{
	const struct trigger_command *const *command;
	char *params, *word;
	bool remove;

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
			return (*command)->parse(file, remove, params);
	return -EINVAL;
}
