// SPDX-License-Identifier: GPL-2.0
/* Finds, makes and changes hist triggers, see hist_trigger.h. */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "../../compat/probe.h"
#include "../../event/event_file.h"
#include "../../event/registry.h"
#include "../../record/user_frames.h"
#include "../hist.h"
#include "../hot/run.h"
#include "../interevent.h"
#include "../read/interval.h"
#include "forget.h"
#include "hist_trigger.h"
#include "needs.h"
#include "path.h"
#include "take.h"

static bool is_meant(const struct hist_request *request,
		     struct trigger *trigger)
{
	const struct hist *hist = trigger_hist(trigger);

	if (!hist)
		return false;
	if (request->named ? hist != request->named : !!hist->name)
		return false;
	return trigger_same_filter(request->filter, trigger->filter) &&
	       hist_spec_same(request->spec, &hist->spec);
}

struct trigger *hist_trigger_find(const struct hist_request *request)
{
	struct trigger *trigger;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	for_each_trigger(trigger, i, request->file)
		if (is_meant(request, trigger))
			return trigger;
	return NULL;
}

/* Sets or clears a state bit of all triggers that feed a histogram. */
static void set_feeders(struct hist *hist, unsigned int bit, bool on)
{
	struct trigger *trigger;
	struct event_file *file;
	struct event *event;
	unsigned int i;

	list_for_each_entry(event, &event_list, link)
		list_for_each_entry(file, &event->files, in_event)
			for_each_trigger(trigger, i, file)
				if (trigger_hist(trigger) == hist)
					trigger_set_state(trigger, bit, on);
}

static bool is_watched(const struct hist *hist)
{
	struct trigger *trigger;
	struct event_file *file;
	struct event *event;
	unsigned int i;

	list_for_each_entry(event, &event_list, link)
		list_for_each_entry(file, &event->files, in_event)
			for_each_trigger(trigger, i, file)
				if (file->watchers &&
				    trigger_hist(trigger) == hist)
					return true;
	return false;
}

void hist_watch(struct hist *hist)
{
	bool watched = is_watched(hist);

	lockdep_assert_held(&event_mutex);
	if (watched)
		xchg(&hist->wake, 1);
	set_feeders(hist, TRIGGER_WATCHED, watched);
}

/* Returns how many hits a histogram has dropped since it was made. */
static u64 dropped_ever(const struct hist *hist)
{
	u64 sum = hist->dropped_before;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hist->maps); i++)
		if (hist->maps[i].owner)
			sum += hist_map_lost(&hist->maps[i], HIST_LOST_HITS);
	return sum;
}

/* Does a reference before reference @i lead to the same histogram? */
static bool is_repeated(const struct hist_interevent *inter, unsigned int i)
{
	unsigned int j;

	for (j = 0; j < i; j++)
		if (inter->var_refs[j].hist == inter->var_refs[i].hist)
			return true;
	return false;
}

/* Returns how many hits the histograms have dropped whose variables it reads. */
static u64 unbegun(const struct hist_trigger *trigger)
{
	const struct hist_interevent *inter = trigger->program.interevent;
	u64 sum = 0;
	unsigned int i;

	for (i = 0; inter && i < inter->nr_var_refs; i++)
		if (!is_repeated(inter, i))
			sum += dropped_ever(inter->var_refs[i].hist);
	return sum;
}

static void count_missed(struct hist_trigger *trigger)
{
	const u64 missed = event_missed(trigger->trigger.file);
	const u64 not_set = unbegun(trigger);

	trigger->hist->missed += missed - trigger->missed;
	trigger->missed = missed;
	trigger->hist->unbegun += not_set - trigger->unbegun;
	trigger->unbegun = not_set;
}

void hist_count_missed(struct hist *hist)
{
	struct trigger *trigger;
	struct event_file *file;
	struct event *event;
	unsigned int i;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(event, &event_list, link)
		list_for_each_entry(file, &event->files, in_event)
			for_each_trigger(trigger, i, file)
				if (trigger_hist(trigger) == hist)
					count_missed(to_hist_trigger(trigger));
}

void hist_forget_losses(struct hist *hist, const struct hist_map *map)
{
	lockdep_assert_held(&event_mutex);
	hist->missed = 0;
	hist->unbegun = 0;
	hist->dropped_before += hist_map_lost(map, HIST_LOST_HITS);
}

void hist_wake_pollers(void)
{
	wake_up_all(&hist_wait);
}

/*
 * TRIGGER_HELD makes hits return without counting while the map is cleared,
 * since clearing would remove their counts anyway. The second
 * hits_synchronize() makes the empty map visible to hits before they count
 * again.
 */
void hist_clear(struct hist *hist)
{
	lockdep_assert_held(&event_mutex);
	hist_interval_hold(hist);
	set_feeders(hist, TRIGGER_HELD, true);
	hits_synchronize();
	hist_count_missed(hist);
	hist_forget_losses(hist, hist->map);
	hist_map_clear(hist->map);
	hist_clear_sketches(hist, hist->map);
	if (hist->taken)
		hist_take_end(hist);
	atomic_inc(&hist->news);
	hits_synchronize();
	set_feeders(hist, TRIGGER_HELD, false);
	hist_interval_go_on(hist);
	user_frames_tidy();
}

/* A filter that names variables is run by hist_hit_interevent(). */
static void set_filter(struct hist_trigger *trigger,
		       const struct hist_request *request)
{
	const struct hist_interevent *inter = request->spec->program.interevent;

	if (inter && inter->nr_conds)
		trigger->trigger.filter = request->filter;
	else
		trigger_set_filter(&trigger->trigger, request->filter);
}

void hist_trigger_set_form(struct hist_trigger *trigger, u8 form)
{
	WRITE_ONCE(trigger->program.hit_form, form);
	set_mask_bits(&trigger->trigger.state, ~TRIGGER_FLAGS,
		      TRIGGER_FORM(form));
}

int hist_trigger_add(const struct hist_request *request)
{
	struct hist_trigger *trigger = kvzalloc(sizeof(*trigger), GFP_KERNEL);
	struct event_file *file = request->file;
	struct trigger *base;
	int ret = -ENOMEM;

	lockdep_assert_held(&event_mutex);
	if (!trigger)
		return -ENOMEM;
	base = &trigger->trigger;
	base->command = request->command;
	base->file = file;
	trigger->program = request->spec->program;
	base->state = request->paused ? TRIGGER_PAUSED : 0;
	hist_trigger_set_form(trigger, hist_path_form(&trigger->program));
	set_filter(trigger, request);
	base->lone.fields = hist_path_fields(file->event, &trigger->program,
					     request->filter);
	trigger->hist = request->named;
	if (trigger->hist)
		hist_feed(trigger->hist);
	else
		trigger->hist = hist_create(file, request->spec, request->name);
	if (!trigger->hist)
		goto err_free;
	ret = hist_needs_take(trigger, request->spec);
	if (ret)
		goto err_unfeed;
	if (hist_forget_pins(trigger))
		hist_trigger_set_form(trigger, HIST_HIT_PINNED);
	trigger->missed = event_missed(file);
	trigger->unbegun = unbegun(trigger);

	/* A poller may already wait for the first hit. */
	if (file->watchers) {
		trigger_set_state(base, TRIGGER_WATCHED, true);
		xchg(&trigger->hist->wake, 1);
	}
	ret = trigger_add(base);
	if (ret)
		goto err_give;
	hist_watch(trigger->hist);
	return 0;

err_give:
	hist_needs_give(trigger);
err_unfeed:
	hist_unfeed(trigger->hist);
err_free:
	kvfree(trigger);
	return ret;
}

void hist_trigger_free(struct trigger *base)
{
	struct hist_trigger *trigger = to_hist_trigger(base);

	lockdep_assert_held(&event_mutex);
	count_missed(trigger);
	hist_needs_give(trigger);
	hist_interevent_put(trigger->program.interevent);
	hist_unfeed(trigger->hist);
	kvfree(trigger);
}
