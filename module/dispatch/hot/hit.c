// SPDX-License-Identifier: GPL-2.0
/*
 * The dispatcher: what happens to the hit of an event, see event/hit.h.
 *
 * An event whose mode is 0 is there for its histograms alone, and its hits take
 * the short way. All others go through hit_in_mode(), which keeps the kernel's
 * order: the pid filter, triggers that run before the record, the ring buffer,
 * all other triggers.
 */
#include "../../event/event_file.h"
#include "../../event/hit.h"
#include "../../filter/run.h"
#include "../../hist/hot/run.h"
#include "../../instance/instance.h"
#include "../../record/store.h"
#include "../../trigger/trigger.h"

static __always_inline bool runs_early(const struct trigger *trigger,
				       unsigned int mode)
{
	enum trigger_early early = trigger->command->early;

	return early == TRIGGER_EARLY ||
	       (early == TRIGGER_EARLY_ALONE && !(mode & EVENT_CONDITION));
}

/* Runs the triggers of one kind: those before the record, or those after it. */
static noinline void hit_mixed(const struct trigger_set *set,
			       const void *record, unsigned int mode,
			       bool early)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		struct trigger *trigger = set->triggers[i];

		if (runs_early(trigger, mode) != early)
			continue;
		if (!trigger->command->hit)
			hist_hit(trigger, record);
		else if (trigger_wants(trigger, record))
			trigger->command->hit(trigger, record);
	}
}

static noinline bool wants_task(const struct event_file *file,
				const void *record)
{
	const struct pid_filter *pids = &file->instance->pids;

	return pid_filter_wants(pids, current->pid) ||
	       (file->other_pid &&
		pid_filter_wants(pids, *(const pid_t *)(record +
							file->other_pid)));
}

/* An event that is recorded, or has a pid filter or triggers other than hist. */
static noinline void hit_in_mode(struct event_file *file, void *record,
				 unsigned int size)
{
	const struct trigger_set *set = rcu_dereference_raw(file->armed);
	unsigned int mode = READ_ONCE(file->mode);
	const struct filter *filter;

	if (mode & EVENT_SOME_PIDS && !wants_task(file, record)) {
		/* Like the kernel, which runs these before its pid filter. */
		if (set && mode & EVENT_MIXED &&
		    !(mode & EVENT_CONDITION))
			hit_mixed(set, record, mode, true);
		return;
	}
	if (set && mode & EVENT_MIXED)
		hit_mixed(set, record, mode, true);
	if (event_file_enabled(file)) {
		filter = rcu_dereference_raw(file->filter);
		if (!filter || filter_match(filter, record))
			record_store(file, record, size);
	}
	if (set)
		hit_mixed(set, record, mode, false);
}

/* Out of line, so that the loop does not cost a single trigger registers. */
static noinline void hit_all(const struct trigger_set *set, const void *record)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++)
		hist_hit(set->triggers[i], record);
}

void event_hit(struct event_file *file, void *record, unsigned int size)
{
	const struct trigger_set *set;

	if (unlikely(READ_ONCE(file->mode))) {
		hit_in_mode(file, record, size);
		return;
	}
	set = rcu_dereference_raw(file->armed);
	/* The last trigger may be removed while the probe still runs. */
	if (unlikely(!set))
		return;
	if (likely(set->nr == 1))
		hist_hit(set->triggers[0], record);
	else
		hit_all(set, record);
}

void event_hit_lost(struct event_file *file)
{
	const struct trigger_set *set = rcu_dereference_raw(file->armed);
	unsigned int i;

	if (event_file_enabled(file))
		record_not_stored(file);
	for (i = 0; set && i < set->nr; i++)
		if (!set->triggers[i]->command->hit)
			hist_lost(set->triggers[i]);
}
