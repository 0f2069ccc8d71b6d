// SPDX-License-Identifier: GPL-2.0
/* The triggers of an event; see trigger.h. */
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../event/registry.h"
#include "../filter/report.h"
#include "../hist/command.h"
#include "../hist/run.h"
#include "../record/record.h"
#include "trigger.h"

const struct trigger_command *const trigger_commands[] = {
	&hist_command,
	NULL,
};

static noinline notrace void hit_all(const struct trigger_set *set,
				     const void *record)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++)
		hist_hit(set->triggers[i], record);
}

/* Out of line, the loop does not cost one trigger alone its registers. */
notrace void record_hit(struct event *event, const void *record)
{
	const struct trigger_set *set = rcu_dereference_raw(event->armed);

	/* The last trigger may go while the probe is on its way. */
	if (unlikely(!set))
		return;
	if (likely(set->nr == 1))
		hist_hit(set->triggers[0], record);
	else
		hit_all(set, record);
}

struct trigger_set *trigger_set_of(const struct event *event)
{
	return rcu_dereference_protected(event->armed,
					 lockdep_is_held(&event_mutex));
}

struct trigger *trigger_at(const struct event *event, unsigned int i)
{
	struct trigger_set *set = trigger_set_of(event);

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
	struct trigger_set *old = trigger_set_of(trigger->event);
	unsigned int nr = old ? old->nr : 0;
	struct trigger_set *set = alloc_set(nr + 1, 0);
	int ret;

	if (!set)
		return -ENOMEM;
	if (nr)
		memcpy(set->triggers, old->triggers, nr * sizeof(trigger));
	set->triggers[nr] = trigger;

	ret = event_arm(trigger->event, set);
	if (ret) {
		kfree(set);
		return ret;
	}
	if (old) {
		tracepoint_synchronize_unregister();
		kfree(old);
	}
	return 0;
}

static void free_trigger(struct trigger *trigger)
{
	struct filter *filter = trigger->filter;

	trigger->command->free(trigger);
	filter_free(filter);
}

void trigger_remove(struct trigger *trigger)
{
	struct trigger_set *old = trigger_set_of(trigger->event), *set = NULL;
	unsigned int i, j = 0;

	if (old->nr > 1) {
		/* A few words; taking a trigger off must not fail. */
		set = alloc_set(old->nr - 1, __GFP_NOFAIL);
		for (i = 0; i < old->nr; i++)
			if (old->triggers[i] != trigger)
				set->triggers[j++] = old->triggers[i];
	}
	event_arm(trigger->event, set);
	tracepoint_synchronize_unregister();
	kfree(old);
	free_trigger(trigger);
}

void trigger_remove_all(struct event *event)
{
	struct trigger_set *set = trigger_set_of(event);
	unsigned int i;

	if (!set)
		return;
	event_arm(event, NULL);
	tracepoint_synchronize_unregister();
	for (i = 0; i < set->nr; i++)
		free_trigger(set->triggers[i]);
	kfree(set);
}

int trigger_parse_filter(struct filter **filter, struct event *event,
			 const char *text)
{
	struct filter_fault fault;
	int ret;

	/* The blank behind the "if" goes with it, more of them do not. */
	if (strncmp(text, "if", 2) || (text[2] != ' ' && text[2] != '\t'))
		return -EINVAL;
	text += 3;
	ret = filter_parse(filter, event, text, &fault);
	if (ret)
		filter_log_fault(text, &fault);
	return ret;
}

bool trigger_same_filter(const struct filter *a, const struct filter *b)
{
	return a && b ? !strcmp(a->text, b->text) : a == b;
}

int trigger_write(struct event *event, char *text)
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
			return (*command)->parse(event, remove, params);
	return -EINVAL;
}
