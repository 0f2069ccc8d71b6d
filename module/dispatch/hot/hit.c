// SPDX-License-Identifier: GPL-2.0
/*
 * The dispatcher: passes hits of events to triggers and the ring, see
 * event/hit.h.
 *
 * Hits of an event that only feeds histograms (mode 0), or is only recorded,
 * take a short path, the shortest with a single histogram. All other hits go
 * through hit_in_mode(), which keeps to the kernel's order of steps.
 */
#include "../../compat/order.h"
#include "../../event/event_file.h"
#include "../../event/hit.h"
#include "../../filter/hot/run.h"
#include "../../hist/hot/run.h"
#include "../../instance/instance.h"
#include "../../record/hot/output.h"
#include "../../trigger/trigger.h"

static __always_inline enum trigger_when time_of(const struct trigger *trigger,
						 unsigned int mode)
{
	enum trigger_when when = trigger->command->when;

	if (when != TRIGGER_BEFORE_ALONE)
		return when;
	return mode & EVENT_CONDITION ? TRIGGER_AFTER_RECORD :
					TRIGGER_BEFORE_RECORD;
}

static void hit_run_trigger(struct trigger *trigger, const void *record)
{
	const struct trigger_command *command = trigger->command;
	int answer;

	if (!command->hit) {
		hist_hit(trigger, record);
		return;
	}
	answer = trigger_run_filter(trigger, record);
	if (likely(answer == FILTER_YES))
		command->hit(trigger, record);
	else if (unlikely(answer == FILTER_NO_MEM) && command->lost)
		command->lost(trigger);
}

/* Runs the triggers of an event that are due at @when. */
static noinline void run_triggers(const struct trigger_set *set,
				  const void *record, unsigned int mode,
				  enum trigger_when when)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++) {
		struct trigger *trigger = set->triggers[i];

		if (time_of(trigger, mode) == when)
			hit_run_trigger(trigger, record);
	}
}

/* Out of line, so that hit_in_mode() saves no registers for the loop. */
static noinline void hit_hists(const struct trigger_set *set,
			       const void *record)
{
	unsigned int i;

	for (i = 0; i < set->nr; i++)
		hist_hit(set->triggers[i], record);
}

/* Does the pid filter accept current, or the task that @record concerns? */
static noinline bool wants_task(const struct event_file *file,
				const void *record)
{
	const struct pid_filter *pids = &file->instance->pids;

	return pid_filter_wants(pids, current->pid) ||
	       (file->other_pid &&
		pid_filter_wants(pids, *(const pid_t *)(record +
							file->other_pid)));
}

static __always_inline void record_hit(struct event_file *file, void *record,
				       unsigned int size)
{
	const struct filter *filter;
	int answer = FILTER_YES;

	if (!event_file_enabled(file))
		return;
	filter = rcu_dereference_raw(file->filter);
	if (filter)
		answer = filter_match(filter, record);
	if (likely(answer == FILTER_YES))
		output_event(file, record, size);
	else if (unlikely(answer == FILTER_NO_MEM))
		output_count_lost(file);
}

/*
 * Runs a hit of an event that has triggers other than hist triggers, in the
 * kernel's order. If no trigger needs the record, all triggers run first, even
 * for tasks that the pid filter rejects. If the event was disabled before that,
 * the hit is not recorded, even if a trigger has enabled the event. If a trigger
 * needs the record, only triggers that switch events or histograms run before
 * the hit is recorded.
 */
static noinline void hit_mixed(struct event_file *file, void *record,
			       unsigned int size, unsigned int mode)
{
	const struct trigger_set *set = rcu_dereference_raw(file->armed);
	const bool early = !(mode & EVENT_CONDITION);

	/* @set is NULL if a user has just removed the last trigger. */
	if (set && early)
		run_triggers(set, record, mode, TRIGGER_BEFORE_RECORD);
	if (early && mode & EVENT_SOFT_DISABLED)
		return;
	if (mode & EVENT_SOME_PIDS && !wants_task(file, record))
		return;
	if (set && !early)
		run_triggers(set, record, mode, TRIGGER_BEFORE_RECORD);
	record_hit(file, record, size);
	if (!set || early)
		return;
	run_triggers(set, record, mode, TRIGGER_AFTER_RECORD);
	run_triggers(set, record, mode, TRIGGER_POST);
}

/* Runs a hit of an event whose mode is not 0, see event_file.h. */
static noinline void hit_in_mode(struct event_file *file, void *record,
				 unsigned int size)
{
	unsigned int mode = READ_ONCE(file->mode);
	const struct trigger_set *set;

	if (unlikely(mode & EVENT_MIXED)) {
		hit_mixed(file, record, size, mode);
		return;
	}
	if (mode & EVENT_SOME_PIDS && !wants_task(file, record))
		return;
	set = rcu_dereference_raw(file->armed);
	record_hit(file, record, size);
	if (set)
		hit_hists(set, record);
}

static __always_inline bool only_records(const struct event_file *file,
					 unsigned int mode)
{
	return mode == EVENT_RECORD && !rcu_access_pointer(file->filter) &&
	       !rcu_access_pointer(file->armed);
}

static __always_inline struct trigger *to_trigger(struct event_sole_trigger *sole)
{
	return container_of(sole, struct trigger, sole);
}

/* Runs a hit of an event that has several hist triggers and nothing else. */
static noinline void hit_several(const struct event_file *file,
				 const void *record)
{
	const struct trigger_set *set = rcu_dereference_raw(file->armed);

	/* @set is NULL if a user has just removed the last trigger. */
	if (likely(set))
		hit_hists(set, record);
}

void event_hit(struct event_file *file, void *record, unsigned int size)
{
	const unsigned int mode = READ_ONCE(file->mode);
	struct event_sole_trigger *sole;

	if (unlikely(mode)) {
		if (only_records(file, mode))
			output_event(file, record, size);
		else
			hit_in_mode(file, record, size);
		return;
	}
	/* Pairs with publish_sole(). */
	sole = READ_DEPENDENT(file->sole_now);
	if (likely(sole))
		hist_hit(to_trigger(sole), record);
	else
		hit_several(file, record);
}

void event_hit_partial(struct event_sole_trigger *sole, void *record)
{
	hist_hit(to_trigger(sole), record);
}

void event_hit_lost(struct event_file *file)
{
	const struct trigger_set *set = rcu_dereference_raw(file->armed);
	struct trigger *trigger;
	unsigned int i;

	if (event_file_enabled(file))
		output_count_lost(file);
	for (i = 0; set && i < set->nr; i++) {
		trigger = set->triggers[i];
		if (!trigger->command->hit)
			hist_lost(trigger);
		else if (trigger->command->lost)
			trigger->command->lost(trigger);
	}
}
