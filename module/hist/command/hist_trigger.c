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
#include "variant.h"
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

/* How many hits a source has kept from histograms since it was made. */
static u64 lost_ever(const struct hist_source *source)
{
	return source->hist ? dropped_ever(source->hist) :
			      event_missed(source->file);
}

static struct hist_source *find_source(struct hist *hist,
				       const struct hist_source *like)
{
	struct hist_source *source;

	list_for_each_entry(source, &hist->sources, link)
		if (source->file == like->file && source->hist == like->hist)
			return source;
	return NULL;
}

static int use_source(struct hist *hist, const struct hist_source *like)
{
	struct hist_source *source = find_source(hist, like);

	if (!source) {
		source = kmalloc(sizeof(*source), GFP_KERNEL);
		if (!source)
			return -ENOMEM;
		*source = *like;
		source->lost = lost_ever(source);
		list_add(&source->link, &hist->sources);
	}
	source->users++;
	return 0;
}

static void unuse_source(struct hist *hist, const struct hist_source *like)
{
	struct hist_source *source = find_source(hist, like);

	if (--source->users)
		return;
	list_del(&source->link);
	kfree(source);
}

/* Source 0 of a trigger is its event, the others have the variables that it reads. */
static struct hist_source
hist_trigger_source_of(const struct hist_trigger *trigger, unsigned int i)
{
	if (!i)
		return (struct hist_source){ .file = trigger->trigger.file };
	return (struct hist_source){
		.hist = trigger->program.interevent->var_refs[i - 1].hist,
	};
}

static unsigned int count_sources(const struct hist_trigger *trigger)
{
	const struct hist_interevent *inter = trigger->program.interevent;

	return 1 + (inter ? inter->nr_var_refs : 0);
}

static void unuse_sources(struct hist_trigger *trigger, unsigned int nr)
{
	struct hist_source source;

	while (nr--) {
		source = hist_trigger_source_of(trigger, nr);
		unuse_source(trigger->hist, &source);
	}
}

static int use_sources(struct hist_trigger *trigger)
{
	struct hist_source source;
	unsigned int i;
	int ret;

	for (i = 0; i < count_sources(trigger); i++) {
		source = hist_trigger_source_of(trigger, i);
		ret = use_source(trigger->hist, &source);
		if (ret) {
			unuse_sources(trigger, i);
			return ret;
		}
	}
	return 0;
}

void hist_count_missed(struct hist *hist)
{
	struct hist_source *source;
	u64 lost;

	lockdep_assert_held(&event_mutex);
	list_for_each_entry(source, &hist->sources, link) {
		lost = lost_ever(source);
		if (source->hist)
			hist->unbegun += lost - source->lost;
		else
			hist->missed += lost - source->lost;
		source->lost = lost;
	}
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
static void hist_trigger_set_filter(struct hist_trigger *trigger,
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
	hist_trigger_set_form(trigger, hist_hit_variant(&trigger->program));
	hist_trigger_set_filter(trigger, request);
	base->lone.fields = hist_fields_read(file->event, &trigger->program,
					     request->filter);
	trigger->hist = request->named;
	if (trigger->hist)
		hist_attach(trigger->hist);
	else
		trigger->hist = hist_create(file, request->spec, request->name);
	if (!trigger->hist)
		goto err_free;
	ret = hist_needs_take(trigger, request->spec);
	if (ret)
		goto err_unfeed;
	ret = use_sources(trigger);
	if (ret)
		goto err_give;
	if (hist_forget_pins(trigger))
		hist_trigger_set_form(trigger, HIST_HIT_PINNED);

	/* A poller may already wait for the first hit. */
	if (file->watchers) {
		trigger_set_state(base, TRIGGER_WATCHED, true);
		xchg(&trigger->hist->wake, 1);
	}
	ret = trigger_add(base);
	if (ret)
		goto err_unuse;
	hist_watch(trigger->hist);
	return 0;

err_unuse:
	unuse_sources(trigger, count_sources(trigger));
err_give:
	hist_needs_give(trigger);
err_unfeed:
	hist_detach(trigger->hist);
err_free:
	kvfree(trigger);
	return ret;
}

void hist_trigger_free(struct trigger *base)
{
	struct hist_trigger *trigger = to_hist_trigger(base);

	lockdep_assert_held(&event_mutex);
	hist_count_missed(trigger->hist);
	unuse_sources(trigger, count_sources(trigger));
	hist_needs_give(trigger);
	hist_interevent_put(trigger->program.interevent);
	hist_detach(trigger->hist);
	kvfree(trigger);
}
